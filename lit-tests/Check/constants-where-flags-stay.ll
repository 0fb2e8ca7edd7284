; Minus one is built by two instructions that change the flags, and by another one where it is
; computed again between a comparison and what reads its flags.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=i686-linux-gnu -mattr=+cmov -regalloc=limit -limit-check-strict < %s | FileCheck %s

; CHECK: decl %ecx
; CHECK: calll take
; CHECK: cmpl $123
; CHECK-NEXT: movl $-1, %eax
; CHECK-NEXT: je

define i32 @minus_one(i32 %x, i32 %y) minsize {
  call x86_thiscallcc void @take(i32 -1)
  call void asm sideeffect "", "~{eax},~{ebx},~{ecx},~{edx},~{edi},~{esi},~{ebp},~{flags}"()
  %differ = icmp ne i32 %x, 123
  %chosen = select i1 %differ, i32 %y, i32 -1
  ret i32 %chosen
}

declare x86_thiscallcc void @take(i32)
