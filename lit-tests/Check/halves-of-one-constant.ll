; Both halves of a pair of registers are the same constant, computed again. Each is a whole register
; where it is written and a part where it is read.
; REQUIRES: hexagon-registered-target
; RUN: llc -mtriple=hexagon-unknown-elf -mattr=+hvxv66,+hvx-length128b -stress-regalloc=4 -regalloc=greedy -limit-check-strict < %s -o /dev/null 2>&1 | FileCheck --allow-empty --implicit-check-not=limit-check %s


define i64 @f0(ptr %0) {
entry:
  %1 = load i32, ptr null, align 4
  %2 = ptrtoint ptr %0 to i64
  %3 = add i64 %2, 384
  %4 = inttoptr i64 %3 to ptr
  %5 = load i64, ptr %4, align 4
  %6 = load <16 x i8>, ptr null, align 16
  %7 = load <16 x i8>, ptr inttoptr (i64 368 to ptr), align 16
  br label %block

block:                                            ; preds = %block1, %entry
  %.016 = phi <4 x i32> [ zeroinitializer, %entry ], [ %11, %block1 ]
  %8 = extractelement <4 x i32> %.016, i32 0
  %9 = shufflevector <4 x i32> %.016, <4 x i32> zeroinitializer, <4 x i32> <i32 1, i32 2, i32 1, i32 1>
  br label %block1

block1:                                           ; preds = %block1, %block
  %10 = shufflevector <16 x i8> zeroinitializer, <16 x i8> %6, <16 x i32> <i32 18, i32 18, i32 18, i32 2, i32 12, i32 25, i32 29, i32 5, i32 11, i32 2, i32 7, i32 4, i32 17, i32 3, i32 3, i32 14>
  %11 = shufflevector <4 x i32> zeroinitializer, <4 x i32> %9, <4 x i32> <i32 6, i32 4, i32 3, i32 7>
  %12 = add <16 x i8> %6, %10
  switch i32 %1, label %block4 [
    i32 4, label %block3
    i32 6, label %block3
    i32 2, label %block
    i32 3, label %block1
  ]

common.ret:                                       ; preds = %block4, %block3
  %common.ret.op = phi i64 [ %5, %block3 ], [ 0, %block4 ]
  ret i64 %common.ret.op

block3:                                           ; preds = %block1, %block1
  %13 = call { i32, i32 } asm sideeffect "", "=&r,=r,0,r"(i32 %8, i32 0)
  %14 = extractvalue { i32, i32 } %13, 1
  %15 = udiv i32 %8, %14
  store i32 %15, ptr inttoptr (i64 512 to ptr), align 4
  %16 = ptrtoint ptr %0 to i64
  store <16 x i8> %12, ptr %0, align 16
  %17 = ptrtoint ptr %0 to i64
  %18 = add i64 %17, 80
  %19 = inttoptr i64 %18 to ptr
  store <16 x i8> %7, ptr %19, align 16
  br label %common.ret

block4:                                           ; preds = %block1
  store <16 x i8> %6, ptr inttoptr (i64 112 to ptr), align 16
  store <16 x i8> %12, ptr inttoptr (i64 608 to ptr), align 16
  %20 = ptrtoint ptr %0 to i64
  %21 = add i64 %20, 560
  %22 = inttoptr i64 %21 to ptr
  store <16 x i8> %7, ptr %22, align 16
  br label %common.ret
}

declare i64 @may_throw()

declare i128 @wide()

declare i64 @none()
