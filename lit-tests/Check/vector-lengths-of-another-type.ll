; RISC-V's pass between the two rounds of allocation lets one instruction set the vector length that
; the code asks for and that of the vector behind it. It has the second one's type, of which elements
; and groups are in the same ratio, and so gives the same length.
; REQUIRES: riscv-registered-target
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+v -regalloc=greedy -limit-check-strict < %s | FileCheck %s
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+v -regalloc=limit -limit-check-strict < %s | FileCheck %s

; CHECK: vsetvli [[LENGTH:[ast][0-9]+]], {{[ast][0-9]+}}, e64, m4,
; CHECK-NOT: vset
; CHECK: vmv.v.x {{v[0-9]+}}, [[LENGTH]]

define i64 @last(i1 %done) {
entry:
  br label %loop

loop:
  %lengths = phi <vscale x 4 x i64> [ zeroinitializer, %entry ], [ %splat, %loop ]
  %left = phi i64 [ 1, %entry ], [ 0, %loop ]
  %asked = tail call i32 @llvm.experimental.get.vector.length.i64(i64 %left, i32 4, i1 true)
  %length = zext i32 %asked to i64
  %first = insertelement <vscale x 4 x i64> zeroinitializer, i64 %length, i64 0
  %splat = shufflevector <vscale x 4 x i64> %first, <vscale x 4 x i64> zeroinitializer, <vscale x 4 x i32> zeroinitializer
  br i1 %done, label %exit, label %loop

exit:
  %at = add i64 %left, -1
  %value = extractelement <vscale x 4 x i64> %lengths, i64 %at
  ret i64 %value
}

declare i32 @llvm.experimental.get.vector.length.i64(i64, i32 immarg, i1 immarg)
