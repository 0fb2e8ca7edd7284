; Both fields are at an offset from one address, which is computed from the first argument. That one is cut where the
; frame begins, so behind the call the address can be computed again from neither part alone. So it is no value that
; costs little: it is kept in a register like the arguments and needs no spill slot.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs -limit-check-strict %s -o - | FileCheck %s

; CHECK-LABEL: convert:
; CHECK-NOT: sp,
; CHECK: cbz
; CHECK: stp x29, x30, [sp, #-48]!
; CHECK: mov [[ADDRESS:x[12][0-9]]], x9
; CHECK: bl prepare
; CHECK-NEXT: ldr w8, [[[ADDRESS]], #684]
; CHECK-NOT: add sp, sp,
; CHECK: ret

define void @convert(ptr %solver, ptr %result) nounwind "frame-pointer"="non-leaf" {
entry:
  %first = getelementptr i8, ptr %solver, i64 21160
  %set = load i32, ptr %first, align 8
  %isnt = icmp eq i32 %set, 0
  br i1 %isnt, label %done, label %convert

convert:
  call void @prepare()
  %second = getelementptr i8, ptr %solver, i64 21164
  %number = load i32, ptr %second, align 4
  %converted = sitofp i32 %number to double
  store double %converted, ptr %result, align 8
  store i32 0, ptr %solver, align 4
  br label %done

done:
  ret void
}

declare void @prepare()
