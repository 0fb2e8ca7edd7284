; SystemZ's vector registers have one unit, which is their upper half's. A spilled vector of which an instruction reads
; a half shares a slot with general registers, which have two, and is stored elsewhere from there: the checker does not
; look for its lower half in the slot. Found by fuzzing.
; REQUIRES: systemz-registered-target
; RUN: llc -mtriple=s390x-ibm-zos -mcpu=z15 -stress-regalloc=5 -regalloc=limit -limit-check-strict < %s -o /dev/null

define <16 x float> @shared(ptr %memory, <16 x float> %v29, i1 %v210) {
entry:
  %v65 = alloca [184 x i8], align 64
  %v23 = load volatile i64, ptr null, align 4
  %v26 = getelementptr i8, ptr %memory, i32 528
  %v27 = load <16 x float>, ptr %v26, align 4
  %v30 = getelementptr i8, ptr %memory, i32 560
  %v31 = load <16 x float>, ptr %v30, align 4
  %v52 = call <16 x float> null(ptr %memory, <16 x float> %v29, <16 x float> zeroinitializer, i64 0, <16 x float> zeroinitializer, <16 x float> zeroinitializer, i64 0)
  %v62 = insertelement <16 x float> %v31, float 0.000000e+00, i32 0
  br label %block35

block35:
  %v11.1 = phi <16 x float> [ zeroinitializer, %block35 ], [ %v62, %entry ]
  %v10.1 = phi <16 x float> [ %v200, %block35 ], [ %v31, %entry ]
  %v8.1 = phi <16 x float> [ zeroinitializer, %block35 ], [ %v27, %entry ]
  %v90 = call <16 x float> null(ptr null, <16 x float> %v10.1, <16 x float> %v11.1, i64 0, <16 x float> zeroinitializer, <16 x float> zeroinitializer, i64 0)
  store <16 x float> %v8.1, ptr null, align 4
  %v200 = call <16 x float> null(ptr null, <16 x float> zeroinitializer, <16 x float> zeroinitializer, i64 0, <16 x float> zeroinitializer, <16 x float> zeroinitializer, i64 0)
  indirectbr ptr null, [label %block35, label %block40]

block40:
  %v213 = select i1 %v210, <16 x float> %v200, <16 x float> zeroinitializer
  ret <16 x float> %v213
}
