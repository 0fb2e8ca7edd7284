// A coroutine of C++20 and a naked function, whose frames are not the usual ones.
#include <coroutine>
#include <cstdio>

struct Numbers {
  struct promise_type {
    long Value = 0;
    Numbers get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(long Next) {
      Value = Next;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  std::coroutine_handle<promise_type> Handle;
};

// More values live across each suspension than there are registers.
__attribute__((noinline)) static Numbers mix(long Seed) {
  long A[20];
  for (int I = 0; I < 20; ++I)
    A[I] = Seed * (I + 3);
  for (long Round = 0; Round < 10; ++Round) {
    long A0 = A[0], A1 = A[1], A2 = A[2], A3 = A[3], A4 = A[4], A5 = A[5], A6 = A[6];
    long A7 = A[7], A8 = A[8], A9 = A[9], B0 = A[10], B1 = A[11], B2 = A[12], B3 = A[13];
    co_yield A0 + Round;
    A[0] = A1 * A2 ^ A3, A[1] = A4 - A5, A[2] = A6 ^ A7, A[3] = A8 + A9, A[4] = B0 ^ B1;
    A[5] = B2 + A0, A[6] = B3 - A2 * A4, A[7] = A1 ^ B3, A[8] = A3 * B2, A[9] = A5 ^ B0;
  }
}

#ifdef __x86_64__
__attribute__((naked)) long addOne(long) { __asm__("leaq 1(%rdi), %rax\n\tretq"); }
#else
static long addOne(long Value) { return Value + 1; }
#endif

int main() {
  Numbers All = mix(12345);
  for (All.Handle.resume(); !All.Handle.done(); All.Handle.resume())
    std::printf("%ld\n", addOne(All.Handle.promise().Value));
  All.Handle.destroy();
}
