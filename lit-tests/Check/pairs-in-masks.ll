; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The mask that IPRA makes of a callee that saves a pair names the pair and not its first half, which is preserved
; all the same. Found by fuzzing.
; REQUIRES: hexagon-registered-target
; RUN: llc -mtriple=hexagon-unknown-elf -mattr=+hvxv66,+hvx-length128b -enable-ipra -tailcallopt -regalloc=basic \
; RUN:   -limit-check-strict -print-after=virtregrewriter -filter-print-funcs=across %s -o /dev/null 2>&1 | FileCheck %s
; RUN: llc -mtriple=hexagon-unknown-elf -mattr=+hvxv66,+hvx-length128b -enable-ipra -tailcallopt -regalloc=limit \
; RUN:   -limit-check-strict %s -o /dev/null

; CHECK: Machine code for function across
; CHECK: renamable $d8 = COPY $d1
; CHECK: J2_call @callee, <regmask $d8 {{.*}} $d13 $r17{{ }}
; CHECK-NOT: limit-check

declare coldcc i8 @other()

define fastcc i32 @callee() {
entry:
  br label %block33

block33:                                          ; preds = %block33, %entry
  %v77 = cmpxchg ptr null, i32 0, i32 0 monotonic monotonic, align 4
  %v84 = call coldcc i8 @other()
  br label %block33
}

define i128 @across(i64 %v27) {
entry:
  br label %block45

block44:                                          ; preds = %block45
  %v90 = call fastcc i32 @callee()
  br label %block45

block45:                                          ; preds = %block44, %entry
  %v112 = urem i64 1, %v27
  %v113 = trunc i64 %v112 to i32
  %v116 = icmp slt i32 0, %v113
  br i1 %v116, label %block44, label %block46

block46:                                          ; preds = %block45
  ret i128 0
}
