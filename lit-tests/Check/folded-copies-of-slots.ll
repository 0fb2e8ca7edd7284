; A store of a spilled vector register becomes a copy of its slot. The registers of that copy are its
; address: the slot has none of their parts.
; REQUIRES: systemz-registered-target
; RUN: llc -mtriple=s390x-ibm-zos -mcpu=z15 -stress-regalloc=9 -enable-subreg-liveness -regalloc=basic -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=s390x-ibm-zos -mcpu=z15 -stress-regalloc=9 -enable-subreg-liveness -regalloc=greedy -limit-check-strict < %s -o /dev/null

define <16 x float> @for_basic(i1 %v109) {
entry:
  br label %block21

block21:
  %v5.4 = phi <16 x float> [ zeroinitializer, %entry ], [ %v112, %block21 ]
  %v991 = call fastcc i64 null(ptr null, i64 0, <16 x float> zeroinitializer, <16 x float> zeroinitializer, i64 0, i64 0, i64 0, i64 0, <16 x float> %v5.4, <16 x float> zeroinitializer)
  %v112 = select i1 %v109, <16 x float> zeroinitializer, <16 x float> %v5.4
  br label %block21
}

define <16 x float> @for_greedy(ptr %memory, <16 x float> %v197) {
entry:
  br label %block23

block23:
  %v5.3 = phi <16 x float> [ splat (float 1.000000e+00), %block23 ], [ zeroinitializer, %entry ]
  %v4.2 = phi <16 x float> [ %v209, %block23 ], [ zeroinitializer, %entry ]
  %v1971 = call <16 x float> null(ptr null, <16 x float> zeroinitializer)
  %v207 = extractelement <16 x float> %v4.2, i32 0
  %v209 = insertelement <16 x float> %v197, float %v207, i32 0
  store <16 x float> %v5.3, ptr %memory, align 4
  %v217 = call i32 null(ptr null) #0
  %v112 = select i1 false, <16 x float> %v4.2, <16 x float> zeroinitializer
  br label %block23
}

attributes #0 = { returns_twice }
