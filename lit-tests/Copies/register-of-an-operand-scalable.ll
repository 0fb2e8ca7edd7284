; A predicated conversion without a value for its other lanes writes over its operand. In any other register
; it takes a MOVPRFX in front, which LLVM puts there behind allocation: it is no copy to an allocator.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -mattr=+sve -regalloc=limit -limit-check-strict -verify-machineinstrs \
; RUN:   < %s | FileCheck %s

; CHECK-LABEL: sum:
; CHECK-NOT: movprfx
; CHECK: scvtf [[D:z[0-9]+]].d, p0/m, [[D]].d
; CHECK-NOT: movprfx
; CHECK: ret

define <vscale x 2 x double> @sum(<vscale x 2 x double> %x, ptr %p, ptr %q) {
  %a = load <vscale x 2 x i64>, ptr %p
  %c = sitofp <vscale x 2 x i64> %a to <vscale x 2 x double>
  %s = fmul <vscale x 2 x double> %c, %x
  %b = load <vscale x 2 x i64>, ptr %q
  %d = sitofp <vscale x 2 x i64> %b to <vscale x 2 x double>
  %t = fadd <vscale x 2 x double> %d, %s
  ret <vscale x 2 x double> %t
}
