; The value of w7 is stored in front of each of the ways out of an assembly that may throw, where LIMIT's EARLIEST
; placement puts it. LLVM's spiller would hoist both stores to one behind the assembly, which the landing
; pad does not pass.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -limit-placement=earliest -limit-set=cost.copy=0 -verify-machineinstrs \
; RUN:   -limit-check-strict < %s | FileCheck %s

; CHECK-LABEL: f0:
; CHECK: mov [[VALUE:w[0-9]+]], w7
; CHECK: //NO_APP
; CHECK: st{{u?}}r{{.*}} [[VALUE]], [[SLOT:\[.*\]]]
; CHECK: ld{{u?}}r{{.*}} w8, [[SLOT]]
; CHECK: %pad41
; CHECK: st{{u?}}r{{.*}} [[VALUE]], [[SLOT]]


declare void @escape()

declare i8 @g0(i8)

declare void @llvm.stackrestore.p0(ptr)

declare ptr @llvm.stacksave.p0()

define i8 @f0(ptr %memory, i64 %argument0, i8 %argument3, i64 %v36, ptr %0, i64 %v59, ptr %v94, i8 %v18, i8 %v28, i8 %v24) personality ptr null {
entry:
  %v43 = invoke i64 asm sideeffect unwind "", "=&r,r,~{memory}"(i64 0)
          to label %block30 unwind label %pad41

pad41:                                            ; preds = %entry
  %v44 = landingpad { ptr, i32 }
          cleanup
  br label %block30

block30:                                          ; preds = %pad41, %entry
  %v9.0 = phi i8 [ 0, %pad41 ], [ 1, %entry ]
  %v56 = call ptr @llvm.stacksave.p0()
  %v57 = alloca i8, i32 0, align 1
  call void @escape()
  call void @llvm.stackrestore.p0(ptr %v56)
  %v62 = or i8 %v24, %v18
  %v79 = call i8 @g0(i8 %v62)
  store i64 %v36, ptr %0, align 4
  store i64 %argument0, ptr %memory, align 4
  store i64 %v59, ptr %0, align 4
  store i8 %v9.0, ptr %v94, align 4
  store i8 %v28, ptr %memory, align 4
  ret i8 %argument3
}

