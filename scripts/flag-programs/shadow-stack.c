// Gives a program that is compiled for a shadow call stack one to begin with: the linker calls this
// in place of main.
static void *Stack[1 << 16];

int __real_main(int Count, char **Arguments);

__attribute__((no_sanitize("shadow-call-stack"))) int __wrap_main(int Count, char **Arguments) {
#ifdef __aarch64__
  __asm__ volatile("mov x18, %0" ::"r"(Stack));
#else
  __asm__ volatile("mv gp, %0" ::"r"(Stack));
#endif
  return __real_main(Count, Arguments);
}
