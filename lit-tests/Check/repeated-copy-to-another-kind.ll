; A general register of two parts is copied to the lower half of a vector register, which has four, and copied again
; where the vector register still holds that: copy propagation removes the second copy. Found by fuzzing.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=arm64_32-apple-watchos -O1 -regalloc=basic -limit-check-strict < %s -o /dev/null

declare <16 x i8> @callee(<16 x i8>)

define swifttailcc i64 @twice(i1 %v42, i32 %v36) {
entry:
  br label %block12

block12:
  %v8.0 = phi <16 x i8> [ zeroinitializer, %entry ], [ %v8.1, %block13 ], [ %v8.1, %block13 ]
  %v1.0 = phi i64 [ 1, %entry ], [ 0, %block13 ], [ 0, %block13 ]
  br label %block13

block13:
  %v8.1 = phi <16 x i8> [ %v8.0, %block12 ], [ %v116, %block17 ], [ zeroinitializer, %block13 ]
  %v6.1 = phi <16 x i8> [ zeroinitializer, %block12 ], [ splat (i8 1), %block17 ], [ %v6.1, %block13 ]
  %v34 = mul <16 x i8> %v8.0, splat (i8 1)
  switch i32 %v36, label %block14 [
    i32 6006, label %block12
    i32 3003, label %block13
    i32 2002, label %block12
  ]

block14:
  %v39 = mul <16 x i8> %v34, zeroinitializer
  br i1 %v42, label %block17, label %block15

block15:
  %v66 = icmp slt i64 0, %v1.0
  %v63 = load <16 x i8>, ptr null, align 4
  %v69 = select i1 %v66, <16 x i8> zeroinitializer, <16 x i8> %v63
  %v74 = extractelement <16 x i8> %v69, i32 0
  %v76 = insertelement <16 x i8> zeroinitializer, i8 %v74, i32 0
  %v94 = call <16 x i8> @callee(<16 x i8> %v76)
  br label %block17

block17:
  %v6.4 = phi <16 x i8> [ splat (i8 1), %block14 ], [ zeroinitializer, %block15 ]
  %v113 = icmp slt i64 %v1.0, 0
  %v116 = select i1 %v113, <16 x i8> %v6.4, <16 x i8> zeroinitializer
  br label %block13
}
