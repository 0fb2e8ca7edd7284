; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The code that is returned in w0 is known before the object is written, whose address came in x0. The code
; waits in another register on that path alone; the address keeps its register, which overlaps w0.
;
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -O2 -regalloc=limit %s -o - | FileCheck %s

; CHECK-LABEL: state:
; CHECK-NOT: mov x{{[0-9]+}}, x
; CHECK: str x{{[0-9]+}}, [x0]
; CHECK-NEXT: mov w0, w8
; CHECK-NEXT: ret

define i32 @state(ptr %s, i32 %tok) {
  switch i32 %tok, label %other [
    i32 15, label %done
    i32 27, label %next
  ]

next:
  br label %set

other:
  %is = icmp eq i32 %tok, 28
  br i1 %is, label %nested, label %set

nested:
  %at = getelementptr i8, ptr %s, i64 20
  %depth = load i32, ptr %at
  %outer = icmp eq i32 %depth, 0
  br i1 %outer, label %done, label %set

set:
  %handler = phi ptr [ @following, %next ], [ @error, %other ], [ @error, %nested ]
  %code = phi i32 [ 6, %next ], [ -1, %other ], [ -1, %nested ]
  store ptr %handler, ptr %s
  br label %done

done:
  %result = phi i32 [ 3, %0 ], [ 59, %nested ], [ %code, %set ]
  ret i32 %result
}
declare i32 @following(ptr, i32)
declare i32 @error(ptr, i32)
