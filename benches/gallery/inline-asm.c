// Assembly that leaves three registers and needs three: the copy of the argument must not stand in
// its way. With a counter for each block, the scheduler puts it there.
static void step(long out, long in, long tmp) {
  __asm__ volatile("nop"
                   : "+r"(out), "+r"(in), "+r"(tmp)
                   :
                   : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r13", "r14", "r15",
                     "memory", "cc");
}

void two_steps(long argument) {
  step(1, 2, 3);
  step(4, 5, argument);
}
