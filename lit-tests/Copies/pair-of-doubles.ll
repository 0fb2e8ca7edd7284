; Two products of doubles are returned in the registers in which two of the operands came. One copy is
; enough with three operands (AArch64, RISC-V); with two and one register to overwrite, two of them.
; REQUIRES: x86-registered-target, aarch64-registered-target, riscv-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=X86
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs < %s \
; RUN:   | FileCheck %s --check-prefix=AARCH64
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+m,+a,+f,+d,+c -target-abi=lp64d -regalloc=limit \
; RUN:   -verify-machineinstrs < %s | FileCheck %s --check-prefix=RISCV

; X86-LABEL: scale:
; X86: mulsd %xmm0, %xmm1
; X86-NEXT: mulsd %xmm0, %xmm2
; X86-NEXT: movapd %xmm1, %xmm0
; X86-NEXT: movapd %xmm2, %xmm1
; X86-NEXT: retq
; X86-LABEL: turn:
; X86: movapd
; X86: subsd
; X86: mulsd
; X86-NEXT: movapd %xmm1, %xmm0
; X86-NEXT: movapd %xmm{{[0-9]+}}, %xmm1
; X86-NEXT: retq

; AARCH64-LABEL: scale:
; AARCH64: fmul [[FIRST:d[0-9]+]], d0, d1
; AARCH64-NEXT: fmul d1, d0, d2
; AARCH64-NEXT: fmov d0, [[FIRST]]
; AARCH64-NEXT: ret
; AARCH64-LABEL: turn:
; AARCH64: fsub [[FIRST:d[0-9]+]], d1, d2
; AARCH64-NEXT: fmul d1, d0, d2
; AARCH64-NEXT: fmov d0, [[FIRST]]
; AARCH64-NEXT: ret

; RISCV-LABEL: scale:
; RISCV: fmul.d [[FIRST:f[a-z0-9]+]], fa0, fa1
; RISCV-NEXT: fmul.d fa1, fa0, fa2
; RISCV-NEXT: fmv.d fa0, [[FIRST]]
; RISCV-NEXT: ret
; RISCV-LABEL: turn:
; RISCV: fsub.d [[FIRST:f[a-z0-9]+]], fa1, fa2
; RISCV-NEXT: fmul.d fa1, fa0, fa2
; RISCV-NEXT: fmv.d fa0, [[FIRST]]
; RISCV-NEXT: ret

define { double, double } @scale(double %by, double %re, double %im) nounwind {
  %a = fmul double %by, %re
  %b = fmul double %by, %im
  %one = insertvalue { double, double } poison, double %a, 0
  %both = insertvalue { double, double } %one, double %b, 1
  ret { double, double } %both
}

define { double, double } @turn(double %re, double %im, double %by) nounwind {
  %a = fsub double %im, %by
  %b = fmul double %re, %by
  %one = insertvalue { double, double } poison, double %a, 0
  %both = insertvalue { double, double } %one, double %b, 1
  ret { double, double } %both
}
