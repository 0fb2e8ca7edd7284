// Tiles of AMX in a loop with calls, beside many scalars: compiled and checked, and run where there
// is AMX.
#include <immintrin.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ROWS = 16, COLUMNS = 64 };

__attribute__((noinline)) static int count(int Value) {
  __asm__ volatile("" : "+r"(Value)::"memory");
  return Value + 1;
}

__attribute__((target("amx-tile,amx-int8"), noinline)) int multiply(char *A, char *B, int *C,
                                                                    int Times) {
  __tile1024i Sum = {ROWS, COLUMNS}, Left = {ROWS, COLUMNS}, Right = {ROWS, COLUMNS};
  __tile1024i Other = {ROWS, COLUMNS};
  int Calls = 0;
  __tile_loadd(&Sum, C, COLUMNS);
  __tile_zero(&Other);
  for (int I = 0; I < Times; ++I) {
    __tile_loadd(&Left, A + I * 16, COLUMNS);
    __tile_loadd(&Right, B + I * 16, COLUMNS);
    __tile_dpbssd(&Sum, Left, Right);
    // Tiles do not survive the call.
    Calls = count(Calls);
    __tile_dpbssd(&Other, Right, Left);
    // Processors refuse an instruction that names a tile twice.
    if (I & 1)
      __tile_dpbssd(&Sum, Other, Right);
  }
  __tile_stored(C, COLUMNS, Sum);
  __tile_stored(C + 256, COLUMNS, Other);
  return Calls;
}

static char A[4096], B[4096];
static int C[512];

// Linux lets a process use tiles only once it has asked for their room in its saved state.
static int mayUseTiles(void) {
  enum { RequestPermission = 0x1023, TileData = 18 };
  return syscall(SYS_arch_prctl, RequestPermission, TileData) == 0;
}

int main(void) {
  if (!mayUseTiles()) {
    puts("refused");
    return 0;
  }
  for (int I = 0; I < 4096; ++I)
    A[I] = (char)(I * 7), B[I] = (char)(I * 13);
  int Calls = multiply(A, B, C, 20);
  unsigned Sum = 0;
  for (int I = 0; I < 512; ++I)
    Sum = Sum * 31 + (unsigned)C[I];
  printf("%d %u\n", Calls, Sum);
}
