; PowerPC's frame pointer has a name of its own, which calls leave alone though none says so.
; REQUIRES: powerpc-registered-target
; RUN: llc -mtriple=powerpc64le-linux-gnu -regalloc=greedy -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=powerpc64le-linux-gnu -regalloc=limit -limit-check-strict < %s -o /dev/null

define ptr @frame() "frame-pointer"="non-leaf" {
  %x = alloca [100000 x i8]
  call void @use(ptr %x)
  %f = call ptr @llvm.frameaddress(i32 0)
  ret ptr %f
}

declare void @use(ptr)
declare ptr @llvm.frameaddress(i32)
