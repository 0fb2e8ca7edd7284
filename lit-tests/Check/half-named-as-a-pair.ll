; The halves of a pair are written by instructions with a condition, which read them too. Where such an instruction
; is the last one that reads the pair, LLVM drops the operand of the half, and the pair stands in its place. The half
; is read from its own register. The checker took the first register of the pair for it. Found by fuzzing.
; REQUIRES: arm-registered-target
; RUN: llc -mtriple=armv7-linux-gnueabihf -mattr=+neon,+lob -O1 -limit-check-strict -regalloc=basic %s -o - | FileCheck %s
; RUN: llc -mtriple=armv7-linux-gnueabihf -mattr=+neon,+lob -O1 -limit-check-strict -regalloc=greedy %s -o - | FileCheck %s

; CHECK: orrlo r4,
; CHECK: orrlo r5,
; CHECK: pop {{.*}}pc}

define double @shift(ptr %memory, i128 %v54, i1 %v214, ...) #0 {
entry:
  %v147 = load volatile i128, ptr null, align 4
  br label %block85

block84:                                          ; preds = %block85
  %v211 = shl i128 %v54, %v54
  br label %block85

block85:                                          ; preds = %block84, %entry
  %v20.0 = phi i128 [ %v147, %entry ], [ %v211, %block84 ]
  br i1 %v214, label %block84, label %block86

block86:                                          ; preds = %block85
  store i128 %v20.0, ptr %memory, align 4
  ret double 0.000000e+00
}

attributes #0 = { minsize }
