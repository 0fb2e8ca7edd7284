; Where an LEA of three summands is slow, one with RBP or R13 as its base and an index becomes two instructions. The
; values live across a call in three registers, of which RBP is one; the one that is shifted, or neither, has it.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -mattr=+slow-3ops-lea -regalloc=limit -limit-check-strict -verify-machineinstrs < %s | FileCheck %s

declare void @between()

; CHECK-LABEL: base_first:
; CHECK:         leaq (%{{rbx|r15}},%{{rbx|rbp|r15}},8), %rax
; CHECK-NEXT:    xorq
define i64 @base_first(i64 %a, i64 %b, i64 %i) nounwind {
  call void asm sideeffect "", "~{r12},~{r13},~{r14},~{dirflag},~{fpsr},~{flags}"()
  call void @between()
  %scaled = shl i64 %i, 3
  %sum = add i64 %a, %scaled
  %mixed = xor i64 %sum, %b
  ret i64 %mixed
}

; CHECK-LABEL: base_last:
; CHECK:         leaq (%{{rbx|r15}},%{{rbx|rbp|r15}},8), %rax
; CHECK-NEXT:    xorq
define i64 @base_last(i64 %a, i64 %b, i64 %i) nounwind {
  call void asm sideeffect "", "~{r12},~{r13},~{r14},~{dirflag},~{fpsr},~{flags}"()
  call void @between()
  %scaled = shl i64 %b, 3
  %sum = add i64 %i, %scaled
  %mixed = xor i64 %sum, %a
  ret i64 %mixed
}

declare i64 @three(i64, i64, i64)

; Without a scale either summand can be the base: one of the two keeps off RBP and R13.
; CHECK-LABEL: sum:
; CHECK:         callq between
; CHECK-NEXT:    leaq (%{{rbx,%rbp|rbx,%r13|rbp,%rbx|r13,%rbx}}), %rsi
define i64 @sum(i64 %a, i64 %b, i64 %i) nounwind {
  call void asm sideeffect "", "~{r12},~{r14},~{r15},~{dirflag},~{fpsr},~{flags}"()
  call void @between()
  %sum = add i64 %a, %b
  %r = call i64 @three(i64 %i, i64 %sum, i64 %a)
  %s = xor i64 %r, %b
  ret i64 %s
}
