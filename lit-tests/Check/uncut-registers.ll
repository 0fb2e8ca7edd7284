; Vector registers share the names of lanes with pairs of general registers, but are of one piece:
; only a register beside which others of its class have all the lanes is cut into them.
; REQUIRES: systemz-registered-target
; RUN: llc -mtriple=s390x-linux-gnu -mcpu=z14 -stress-regalloc=4 -regalloc=greedy -limit-check-strict < %s | FileCheck %s
; RUN: llc -mtriple=s390x-linux-gnu -mcpu=z14 -stress-regalloc=4 -regalloc=limit -limit-check-strict < %s | FileCheck %s

; CHECK: vlgvf [[ELEMENT:%r[0-9]+]], %v24, 0
; CHECK-NEXT: stg [[ELEMENT]], [[SLOT:[0-9]+]](%r15)
; CHECK: lg [[AGAIN:%r[0-9]+]], [[SLOT]](%r15)

define i1 @sign(<4 x i32> %v) {
  %element = extractelement <4 x i32> %v, i32 0
  call void @opaque()
  %negative = icmp slt i32 %element, 0
  ret i1 %negative
}

declare void @opaque()
