; More arguments are in registers than four registers can hold. A range that was stored from a
; register went to memory itself in a later round; the target does not say what its stores to slots
; are, so LLVM's spiller left a reload of what is stored right back, and registers ran out. Since LIMIT's
; searches end before their time does, it finds a place for everything.
; REQUIRES: loongarch-registered-target
; RUN: rm -f %t
; RUN: llc -mtriple=loongarch64-linux-gnu -mattr=+lasx -stress-regalloc=4 -regalloc=limit -limit-placement=earliest -verify-machineinstrs -limit-check-strict -limit-report=%t < %s -o /dev/null
; RUN: FileCheck %s < %t

; CHECK: "last_resort":null

define void @arguments(ptr %p, ptr %q, ptr %r, i32 %word, i64 %long, i1 %c, i1 %d, i1 %e, i1 %f, i1 %g, i1 %h, i1 %i, i1 %j, <16 x i32> %vector) {
entry:
  br label %block1

block1:
  br i1 false, label %block1, label %block2

block2:
  br i1 %g, label %block2, label %block3

block3:
  store i32 %word, ptr %q, align 4
  %loaded = load <8 x i16>, ptr %r, align 16
  %differ = icmp ne i64 0, %long
  store i1 %differ, ptr null, align 1
  br i1 %e, label %block1, label %block4

block4:
  br i1 %c, label %block4, label %block5

block5:
  br i1 %d, label %block1, label %block6

block6:
  br i1 %e, label %block6, label %block7

block7:
  br i1 %e, label %block6, label %block8

block8:
  store <16 x i32> splat (i32 1), ptr null, align 64
  %element = extractelement <8 x i16> %loaded, i32 0
  %positive = icmp ugt i16 %element, 0
  %either = select i1 %positive, i1 true, i1 %d
  br i1 %either, label %block8, label %block9

block9:
  br i1 %f, label %block6, label %block10

block10:
  br i1 %i, label %block10, label %block11

block11:
  br i1 %j, label %block11, label %block12

block12:
  %inserted = insertelement <16 x i32> %vector, i32 0, i32 %word
  br i1 %h, label %block6, label %block13

block13:
  store i64 %long, ptr null, align 4
  %shuffled = shufflevector <16 x i32> zeroinitializer, <16 x i32> %inserted, <16 x i32> <i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 poison, i32 poison, i32 30, i32 0, i32 poison, i32 4, i32 6, i32 poison, i32 poison>
  store <8 x i16> zeroinitializer, ptr %p, align 16
  br i1 %c, label %block13, label %block14

block14:
  br i1 %c, label %block1, label %block15

block15:
  br i1 %c, label %block15, label %block16

block16:
  %again = load i1, ptr null, align 1
  br i1 %again, label %block16, label %block17

block17:
  store <8 x float> zeroinitializer, ptr null, align 32
  br label %block1
}
