; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A conditional tail call leaves the function: what follows it is executed as often as its probability
; says, here half as often, although the block has only one successor left. The block that stands for the
; way out is not in the code.
;
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -limit-score=- %s -o %t.s | FileCheck %s
; RUN: FileCheck %s --check-prefix=CODE < %t.s

; CODE: testl %edi, %edi
; CODE-NEXT: je callee@PLT # TAILCALL
; CODE-NEXT: # %bb.1:
; CODE-NEXT: incl %edi
; CODE-NEXT: movl %edi, %eax
; CODE-NEXT: retq
; CODE-NEXT: .Lfunc_end0:
; CHECK: "instructions":{"static":5,"weighted":3.5}

declare i32 @callee(i32)

define i32 @leaves(i32 %x) {
  %is_zero = icmp eq i32 %x, 0
  br i1 %is_zero, label %leave, label %stay, !prof !0

leave:
  %result = tail call i32 @callee(i32 %x)
  ret i32 %result

stay:
  %next = add i32 %x, 1
  ret i32 %next
}

!0 = !{!"branch_weights", i32 1, i32 1}
