; A float's bits are computed as an integer, which is spilled. The move to the float's register reads
; that slot and is a plain reload, so that stack slot coloring gives the float the same slot and
; drops the store to it. The checker knows that the slot holds the float too. With the integer's
; store dropped the float is found wrong.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=i686-linux-gnu -mattr=+avx -enable-subreg-liveness -regalloc=limit -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=i686-linux-gnu -mattr=+avx -enable-subreg-liveness -regalloc=greedy -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=i686-linux-gnu -mattr=+avx -enable-subreg-liveness -regalloc=greedy -limit-check-strict -stop-after=stack-slot-coloring < %s | FileCheck --check-prefix=SLOT %s
; RUN: not llc -mtriple=i686-linux-gnu -mattr=+avx -enable-subreg-liveness -regalloc=greedy -limit-check -limit-mutate=drop-store:0 < %s -o /dev/null 2>&1 | FileCheck --check-prefix=STORE %s

; SLOT: MOV32mr %stack.[[X:[0-9]+]], 1, $noreg, 0, $noreg, $edx
; SLOT: $xmm0 = VMOVSSrm_alt %stack.[[X]],
; SLOT-NOT: VMOVSSmr %stack.[[X]],
; SLOT: $xmm0 = VMOVSSrm_alt %stack.[[X]],

; STORE: limit-check: in function 'bits', {{.*}}VMOVSSrm_alt {{.*}} reads %3 from %stack.

define float @bits(i32 %x, i1 %c) {
  %r = srem i32 7, %x
  call void asm sideeffect "", "~{eax},~{ebx},~{ecx},~{edx},~{esi},~{edi},~{ebp}"()
  br i1 %c, label %float, label %none

float:
  %f = bitcast i32 %r to float
  call void asm sideeffect "", "x,~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7}"(float %f)
  call void asm sideeffect "", "~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7}"()
  call void asm sideeffect "", "x"(float %f)
  ret float %f

none:
  ret float 0.0
}
