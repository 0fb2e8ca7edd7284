; From %body a way leads to the return that needs no frame, so that ShrinkWrap alone would put the prologue at
; the function's beginning. limit marks %body as a block that needs a frame: the early return executes none
; of it.
; REQUIRES: x86-registered-target, riscv-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs < %s | FileCheck %s --check-prefix=X86
; RUN: llc -mtriple=riscv64-linux-gnu -regalloc=limit -verify-machineinstrs < %s | FileCheck %s --check-prefix=RISCV
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -stop-after=virtregrewriter < %s | FileCheck %s --check-prefix=MARK

; X86-LABEL:  make:
; X86-NOT:    push
; X86:        je [[RETURN:.LBB[0-9_]+]]
; X86:        pushq %r14
; X86:        [[RETURN]]:
; X86-NEXT:   movl $-1, %eax
; X86-NEXT:   retq

; RISCV-LABEL: make:
; RISCV-NOT:  sp
; RISCV:      beqz a0, [[RETURN:.LBB[0-9_]+]]
; RISCV:      addi sp, sp, -32
; RISCV:      [[RETURN]]:
; RISCV-NEXT: li a0, -1
; RISCV-NEXT: ret

; MARK:     bb.{{[0-9]+}}.body:
; MARK:     KILL implicit $rsp
; MARK-NOT: KILL implicit $rsp

declare ptr @first(i64)
declare ptr @second(i64)
declare i32 @use(ptr, i64, ptr)

define i32 @make(ptr %from, i64 %size, ptr %to) nounwind {
entry:
  %none = icmp eq ptr %from, null
  br i1 %none, label %return, label %body

body:
  %rounded = and i64 %size, -8
  %small = icmp ult i64 %size, 4096
  br i1 %small, label %pool, label %heap

pool:
  %left = load i64, ptr %from
  %full = icmp ult i64 %left, %rounded
  br i1 %full, label %return, label %take

take:
  %p = call ptr @first(i64 %rounded)
  br label %made

heap:
  %q = call ptr @second(i64 %rounded)
  br label %made

made:
  %r = phi ptr [ %p, %take ], [ %q, %heap ]
  %used = call i32 @use(ptr %r, i64 %size, ptr %to)
  br label %return

return:
  %result = phi i32 [ -1, %entry ], [ -2, %pool ], [ %used, %made ]
  ret i32 %result
}
