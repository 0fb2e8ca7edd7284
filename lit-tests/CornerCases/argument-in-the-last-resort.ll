; Arguments on the stack are loaded again in front of the instructions that read them. What one of these loads loads
; is spilled once more, by greedy as the last resort or by an allocator behind -limit-pressure: to a slot of its own,
; not to the one in the caller's frame. Found by fuzzing.
; REQUIRES: hexagon-registered-target
; RUN: rm -f %t && llc -mtriple=hexagon-unknown-elf -stress-regalloc=4 -limit-rounds=1 -regalloc=limit -limit-check-strict \
; RUN:   -verify-machineinstrs -limit-report=%t < %s -o /dev/null
; RUN: FileCheck %s < %t
; RUN: llc -mtriple=hexagon-unknown-elf -stress-regalloc=4 -limit-pressure -regalloc=greedy -limit-check-strict \
; RUN:   -verify-machineinstrs < %s -o /dev/null
; RUN: llc -mtriple=hexagon-unknown-elf -stress-regalloc=4 -limit-pressure -regalloc=basic -limit-check-strict \
; RUN:   -verify-machineinstrs < %s -o /dev/null
; RUN: llc -mtriple=hexagon-unknown-elf -stress-regalloc=4 -limit-pressure -regalloc=limit -limit-check-strict \
; RUN:   -verify-machineinstrs < %s -o /dev/null

; CHECK: "last_resort":"more rounds than allowed"

@memory = external global [1024 x i8], align 64

define i32 @f0(ptr %memory, <16 x float> %argument3, i32 %v14, ptr %v159) {
entry:
  %v20 = load <16 x float>, ptr @memory, align 4
  %v18 = load <16 x float>, ptr %memory, align 4
  %v39 = fsub <16 x float> %v18, %argument3
  br label %block26

block26:                                          ; preds = %block26, %block26, %entry
  switch i32 %v14, label %block29 [
    i32 0, label %block26
    i32 2002, label %block26
  ]

block29:                                          ; preds = %block26
  %v84 = fsub <16 x float> %v20, %argument3
  store <16 x float> %v84, ptr %v159, align 4
  store <16 x float> %v39, ptr %memory, align 4
  ret i32 0
}
