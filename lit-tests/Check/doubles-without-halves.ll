; The upper half of ARM's doubles has no single-precision parts: what was made of two is followed
; into one of them all the same.
; REQUIRES: arm-registered-target
; RUN: llc -mtriple=armv7-linux-gnueabihf -mattr=+neon -regalloc=greedy -limit-check-strict < %s | FileCheck %s
; RUN: llc -mtriple=armv7-linux-gnueabihf -mattr=+neon -regalloc=limit -limit-check-strict < %s \
; RUN:   | FileCheck --check-prefix=LIMIT %s

; CHECK: vstr d0, [sp]
; CHECK: vldr d16, [sp]

; The value has a copy in the upper half, so that the first assembly leaves it alone.
; LIMIT:      vorr d16, d0, d0
; LIMIT:      vstr d16, [sp]
; LIMIT:      vldr d16, [sp]

define void @upper_half(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  %b = load i32, ptr %q
  %af = bitcast i32 %a to float
  %bf = bitcast i32 %b to float
  %v = insertelement <2 x float> undef, float %af, i32 0
  %w = insertelement <2 x float> %v, float %bf, i32 1
  %d = bitcast <2 x float> %w to double
  call void asm sideeffect "", "~{d0},~{d1},~{d2},~{d3},~{d4},~{d5},~{d6},~{d7},~{d8},~{d9},~{d10},~{d11},~{d12},~{d13},~{d14},~{d15}"()
  store double %d, ptr %p
  call void asm sideeffect "", "~{d0},~{d1},~{d2},~{d3},~{d4},~{d5},~{d6},~{d7},~{d8},~{d9},~{d10},~{d11},~{d12},~{d13},~{d14},~{d15},~{d16},~{d17},~{d18},~{d19},~{d20},~{d21},~{d22},~{d23},~{d24},~{d25},~{d26},~{d27},~{d28},~{d29},~{d30},~{d31}"()
  store double %d, ptr %q
  ret void
}
