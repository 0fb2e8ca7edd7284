; Thumb's IT blocks are bundles later on; Hexagon's packets likewise.
; REQUIRES: arm-registered-target, hexagon-registered-target
; RUN: llc -mtriple=thumbv7-linux-gnueabihf -regalloc=limit -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=hexagon -regalloc=limit -verify-machineinstrs < %s | FileCheck %s

; CHECK-LABEL: choose:

define i32 @choose(i32 %a, i32 %b, ptr %p) {
  %c = icmp slt i32 %a, %b
  br i1 %c, label %then, label %end

then:
  %x = mul i32 %a, 7
  store i32 %x, ptr %p
  br label %end

end:
  %r = phi i32 [ %x, %then ], [ %b, %0 ]
  ret i32 %r
}
