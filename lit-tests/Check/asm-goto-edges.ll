; What stands behind an asm goto is not executed when it jumps. LLVM's spiller stores its output there
; all the same, so that the other way reads a slot that nothing was stored to.
; REQUIRES: x86-registered-target
; RUN: not llc -mtriple=x86_64-linux-gnu -regalloc=greedy -limit-check-strict < %s -o /dev/null 2>&1 | FileCheck --implicit-check-not="of %bb.1" %s

; CHECK: limit-check: in function 'jumps', {{.*}}SUB32rm {{.*}} of %bb.2 reads

define i32 @jumps(i32 %a, i32 %b) {
entry:
  %x = mul i32 %a, 5
  %out = callbr i32 asm "mov $1, $0; jmp ${2:l}", "=r,r,!i"(i32 %a)
          to label %direct [label %indirect]

direct:
  call void asm sideeffect "", "~{rax},~{rbx},~{rcx},~{rdx},~{rsi},~{rdi},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15}"()
  %sum = add i32 %out, %x
  ret i32 %sum

indirect:
  call void asm sideeffect "", "~{rax},~{rbx},~{rcx},~{rdx},~{rsi},~{rdi},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15}"()
  %difference = sub i32 %out, %x
  ret i32 %difference
}
