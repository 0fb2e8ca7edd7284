; An output of asm goto is live on both ways out and has no register on either. It is stored where each
; of them begins: right behind the asm the store would not be executed when it jumps.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -limit-check-strict < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=basic -limit-pressure -verify-machineinstrs -limit-check-strict < %s | FileCheck %s

; CHECK-LABEL: jumps:
; CHECK: jmp [[INDIRECT:\.L[A-Z0-9_]+]]
; CHECK-NEXT: #NO_APP
; CHECK-NEXT: # %bb.{{[0-9]+}}: # %direct
; CHECK-NEXT: movl %eax, [[SLOT:-?[0-9]+\(%rsp\)]] # 4-byte Spill
; CHECK: [[INDIRECT]]: # Inline asm indirect target
; CHECK: movl %eax, [[SLOT]] # 4-byte Spill
; CHECK-NEXT: #APP

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
