; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A copy goes behind its block, and what read it there reads what was copied, which was joined with a third range
; before: the checker knows the copy by its number, whatever its registers are called now. Found by fuzzing.
; REQUIRES: riscv-registered-target
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+m,+a,+f,+d,+c,+v -target-abi=lp64d -stress-regalloc=5 \
; RUN:   -relocation-model=pic -limit-assign=three-steps -regalloc=limit -limit-check-strict -verify-machineinstrs %s \
; RUN:   -o - | FileCheck %s

; CHECK-LABEL: f0:
; CHECK: slli {{a[0-9]+}}, {{a[0-9]+}}, 48

define i128 @f0(i1 %v62) {
entry:
  %v19 = load i16, ptr null, align 4
  %v21 = load volatile i16, ptr null, align 4
  br i1 %v62, label %block38, label %block35

block35:                                          ; preds = %entry
  br i1 %v62, label %block39, label %block37

block37:                                          ; preds = %block39, %block39, %block38, %block35
  %v10.3 = phi i128 [ %v10.4, %block39 ], [ %v10.0, %block38 ], [ %v10.4, %block39 ], [ 0, %block35 ]
  %v4.2 = phi i16 [ %v4.3, %block39 ], [ 0, %block38 ], [ %v4.3, %block39 ], [ %v19, %block35 ]
  %v107 = mul i128 1, %v10.3
  %v110 = icmp slt i16 %v4.2, 0
  br i1 %v110, label %block39, label %block38

block38:                                          ; preds = %block40, %block37, %entry
  %v10.0 = phi i128 [ 0, %entry ], [ 0, %block40 ], [ %v107, %block37 ]
  br i1 false, label %block37, label %block39

block39:                                          ; preds = %block39, %block38, %block37, %block35
  %v10.4 = phi i128 [ %v10.0, %block38 ], [ 0, %block39 ], [ 0, %block37 ], [ 0, %block35 ]
  %v4.3 = phi i16 [ 0, %block38 ], [ 0, %block39 ], [ %v4.2, %block37 ], [ %v19, %block35 ]
  switch i32 0, label %block40 [
    i32 0, label %block37
    i32 1001, label %block39
    i32 2002, label %block37
  ]

block40:                                          ; preds = %block39
  %v161 = call i32 null(ptr null) #0
  br label %block38

}

attributes #0 = { returns_twice }
