; With SVE a double has several parts. It is loaded from the slot to which a general register was stored, whose
; one place there has all of them.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -mattr=+sve2p1,+sme2 -stress-regalloc=3 -regalloc=greedy -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=aarch64-linux-gnu -mattr=+sve2p1,+sme2 -stress-regalloc=3 -regalloc=limit -limit-check-strict < %s -o /dev/null

define void @autogen_SD71000045(ptr %0, ptr %1, i32 %2, i1 %Cmp44, <2 x i32> %Shuff77) {
BB:
  br label %CF235

CF235:                                            ; preds = %CF240, %CF235, %BB
  store <8 x i64> zeroinitializer, ptr %0, align 64
  %I108 = insertelement <2 x i32> %Shuff77, i32 0, i32 %2
  br i1 %Cmp44, label %CF235, label %CF240

CF240:                                            ; preds = %CF235
  store <1 x i64> splat (i64 1), ptr %0, align 8
  store <4 x i32> splat (i32 1), ptr %1, align 16
  %I124 = insertelement <2 x i32> %I108, i32 0, i32 0
  br label %CF235
}
