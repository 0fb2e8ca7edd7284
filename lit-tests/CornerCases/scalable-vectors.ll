; RISC-V's vector groups: a group of four is spilled and reloaded whole, and v0, the mask, is kept
; free for it.
; REQUIRES: riscv-registered-target
; RUN: llc -mtriple=riscv64 -mattr=+v -regalloc=limit -verify-machineinstrs < %s | FileCheck %s

; CHECK-LABEL: across:
; CHECK: vs4r.v v{{[0-9]+}}, (
; CHECK: call opaque
; CHECK: vl4r{{.*}}.v v{{[0-9]+}}, (

define <vscale x 8 x i32> @across(<vscale x 8 x i32> %a, <vscale x 8 x i32> %b) {
  %s = add <vscale x 8 x i32> %a, %b
  call void @opaque()
  %r = mul <vscale x 8 x i32> %s, %s
  ret <vscale x 8 x i32> %r
}

; CHECK-LABEL: masked:
; CHECK: vmslt.vv v0, v{{[0-9]+}}, v{{[0-9]+}}
; CHECK: vmerge.vvm v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v0

define <vscale x 8 x i32> @masked(<vscale x 8 x i32> %a, <vscale x 8 x i32> %b) {
  %m = icmp slt <vscale x 8 x i32> %a, %b
  %p = mul <vscale x 8 x i32> %a, %b
  %r = select <vscale x 8 x i1> %m, <vscale x 8 x i32> %a, <vscale x 8 x i32> %p
  ret <vscale x 8 x i32> %r
}

declare void @opaque()
