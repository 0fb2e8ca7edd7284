; Only the slow path calls a function. What lives across that call is in a callee-saved register there, and is copied
; out of it in front of the branch behind it, since the other function that may be called takes it in x0. LLVM would sink
; that copy behind the branch, and then find no place for the prologue but the beginning: the copy stays where it is,
; and the fast path has no frame.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs -limit-check-strict %s -o - | FileCheck %s

; CHECK-LABEL: negate:
; CHECK-NOT: sp
; CHECK: ret
; CHECK: stp x29, x30, [sp, #-32]!
; CHECK: bl from_digits
; CHECK: mov x0, x19
; CHECK: ldp x29, x30, [sp], #32
; CHECK-NEXT: b.eq
; CHECK: b dealloc

define void @negate(ptr %place) nounwind "frame-pointer"="non-leaf" {
entry:
  %number = load ptr, ptr %place, align 8
  %references = load i64, ptr %number, align 8
  %size = getelementptr i8, ptr %number, i64 16
  %old = load i64, ptr %size, align 8
  %only = icmp eq i64 %references, 1
  br i1 %only, label %fast, label %slow

fast:
  %new = sub i64 0, %old
  store i64 %new, ptr %size, align 8
  ret void

slow:
  %digits = getelementptr i8, ptr %number, i64 24
  %digit = load i64, ptr %digits, align 8
  %product = mul i64 %digit, %old
  %made = call ptr @from_digits(i64 %product)
  store ptr %made, ptr %place, align 8
  %now = load i64, ptr %number, align 8
  %left = sub i64 %now, 1
  store i64 %left, ptr %number, align 8
  %dead = icmp eq i64 %left, 0
  br i1 %dead, label %free, label %done

free:
  tail call void @dealloc(ptr %number)
  ret void

done:
  ret void
}

; What the last call reads may be on the stack, as far as LLVM knows: the prologue stands at the beginning anyway, and the
; copy goes to where the value is read.
; CHECK-LABEL: handle:
; CHECK-NEXT: // %bb.0
; CHECK-NEXT: stp x29, x30, [sp, #-32]!
; CHECK: bl connect
; CHECK-NEXT: cbnz w0
; CHECK: ldrb w{{[0-9]+}}, [x19, #144]

define void @handle(ptr %context) nounwind "frame-pointer"="non-leaf" {
entry:
  %place = getelementptr i8, ptr %context, i64 144
  %flags = load i8, ptr %place, align 8
  %connected = and i8 %flags, 2
  %not = icmp eq i8 %connected, 0
  br i1 %not, label %connect, label %read

connect:
  %failed = call i32 @connect(ptr %context)
  %is = icmp eq i32 %failed, 0
  br i1 %is, label %again, label %done

again:
  %later = load i8, ptr %place, align 8
  %now = and i8 %later, 2
  %still = icmp eq i8 %now, 0
  br i1 %still, label %done, label %read

read:
  %functions = load ptr, ptr %context, align 8
  %second = getelementptr i8, ptr %functions, i64 8
  %function = load ptr, ptr %second, align 8
  tail call void %function(ptr %context)
  ret void

done:
  ret void
}

declare i32 @connect(ptr)
declare ptr @from_digits(i64)
declare void @dealloc(ptr)
