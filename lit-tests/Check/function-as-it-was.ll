; The checker changes nothing of the function. Where a copy of a part of a constant register had become a store,
; it made what the copy was read before, as if the function read that there, and wrote over an address.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-pc-windows-msvc -mattr=+sve -enable-subreg-liveness -enable-shrink-wrap=false -regalloc=limit -limit-check-strict < %s -o %t.checked
; RUN: llc -mtriple=aarch64-pc-windows-msvc -mattr=+sve -enable-subreg-liveness -enable-shrink-wrap=false -regalloc=limit < %s -o %t.unchecked
; RUN: diff %t.checked %t.unchecked

@memory = external global [1024 x i8], align 64

declare i32 @__CxxFrameHandler3(...)

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i32(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i32, i1 immarg) #0

declare fastcc double @f1(ptr)

define i8 @f2(ptr %memory, i8 %argument4, i1 %v26, i32 %v169, ptr %v188) personality ptr @__CxxFrameHandler3 {
entry:
  %v11 = load volatile i8, ptr null, align 4
  br i1 %v26, label %block23, label %block17

block17:                                          ; preds = %block20, %entry
  %v7.1 = phi i8 [ 0, %block20 ], [ 1, %entry ]
  %v63 = load double, ptr getelementptr inbounds nuw (i8, ptr @memory, i64 288), align 4
  %v70 = invoke fastcc double @f1(ptr null)
          to label %block19 unwind label %pad69

pad69:                                            ; preds = %block17
  %v72 = catchswitch within none [label %handler71] unwind to caller

handler71:                                        ; preds = %pad69
  %v73 = catchpad within %v72 [ptr null, i32 0, ptr null]
  catchret from %v73 to label %block19

block19:                                          ; preds = %block22, %handler71, %block17
  %v7.2 = phi i8 [ 0, %handler71 ], [ %v172, %block22 ], [ %v7.1, %block17 ]
  %v107 = icmp slt i8 %v7.2, 0
  br i1 %v107, label %block22, label %block20

block20:                                          ; preds = %block19
  %v145 = load i64, ptr null, align 8
  br i1 %v26, label %block17, label %block22

block22:                                          ; preds = %block20, %block19
  %v6.3 = phi i8 [ 0, %block19 ], [ %argument4, %block20 ]
  %v1697 = atomicrmw max ptr null, i32 0 monotonic, align 4
  %v172 = fptosi double %v63 to i8
  call void @llvm.memcpy.p0.p0.i32(ptr null, ptr %v188, i32 300, i1 false)
  %v194 = cmpxchg ptr %memory, i32 0, i32 %v169 monotonic monotonic, align 4
  br i1 %v26, label %block19, label %block23

block23:                                          ; preds = %block22, %entry
  %v7.0 = phi i8 [ %v11, %entry ], [ %v172, %block22 ]
  %v6.0 = phi i8 [ 0, %entry ], [ %v6.3, %block22 ]
  store i8 %v7.0, ptr %v188, align 4
  %v207 = zext i8 %v6.0 to i64
  store i64 %v207, ptr %memory, align 4
  store i64 0, ptr getelementptr inbounds nuw (i8, ptr @memory, i64 288), align 4
  store volatile i32 0, ptr null, align 4
  unreachable
}

attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
