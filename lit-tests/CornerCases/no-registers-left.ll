; With eight registers of each class there is no allocation, for greedy neither: an error with the
; function's name, not a crash, although arguments were moved and ranges split before that was clear.
; REQUIRES: aarch64-registered-target
; RUN: not llc -mtriple=aarch64-linux-gnu -regalloc=limit -stress-regalloc=8 < %s -o %t 2>&1 | FileCheck %s

; CHECK: ran out of registers during register allocation in function 'callback'
; CHECK-NOT: Stack dump


declare fastcc ptr @add()

declare fastcc i32 @index()

define fastcc i32 @callback(ptr %0, ptr %1, i32 %2, [2 x i64] %3, [2 x i64] %4, [2 x i64] %5, i1 %6) {
  %8 = icmp eq i8 0, 0
  br i1 %8, label %15, label %9

9:
  br i1 %6, label %10, label %12

10:
  %11 = call fastcc i32 @index()
  br label %15

common.ret:
  %common.ret.op = phi i32 [ 0, %15 ]
  ret i32 %common.ret.op

12:
  %13 = load ptr, ptr null, align 8
  %14 = tail call i32 %13(ptr null, [2 x i64] zeroinitializer, i32 0, [2 x i64] zeroinitializer, [2 x i64] zeroinitializer, [2 x i64] zeroinitializer, i32 0)
  ret i32 %14

15:
  %16 = call fastcc ptr @add()
  store i32 0, ptr %0, align 4
  store ptr %0, ptr %1, align 8
  br label %common.ret
}
