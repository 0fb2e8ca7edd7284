; AMX tiles: LLVM leaves out its own passes for tiles when an allocator is named, so limit gives the
; tile registers, and a tile that is live across a call goes to memory and comes back. The code does not run:
; the pass that enters the shapes into the configuration is left out too. Limit warns of that, and only where
; there are tiles.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -mattr=+amx-int8,+amx-tile,+avx512f -regalloc=limit -verify-machineinstrs < %s 2>%t | FileCheck %s
; RUN: FileCheck --check-prefix=WARN %s < %t
; RUN: llc -mtriple=x86_64-linux-gnu -mattr=+amx-int8,+amx-tile,+avx512f -limit-default < %s 2>&1 | FileCheck --check-prefix=QUIET %s

; WARN: warning: {{.*}}in function product {{.*}}AMX tiles are not configured if an allocator is named; use -limit-default instead
; WARN: warning: {{.*}}in function across {{.*}}use -limit-default instead
; WARN-NOT: warning:

; QUIET-NOT: warning:

; CHECK-LABEL: product:
; CHECK: ldtilecfg
; CHECK: tileloadd {{.*}}, %[[A:tmm[0-7]]]
; CHECK: tileloadd {{.*}}, %[[B:tmm[0-7]]]
; CHECK: tdpbssd %[[B]], %[[A]], %[[C:tmm[0-7]]]
; CHECK: tilestored %[[C]]

define void @product(ptr %a, ptr %b, ptr %c, i64 %stride) {
  %t1 = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %a, i64 %stride)
  %t2 = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %b, i64 %stride)
  %t3 = call x86_amx @llvm.x86.tilezero.internal(i16 16, i16 64)
  %t4 = call x86_amx @llvm.x86.tdpbssd.internal(i16 16, i16 64, i16 64, x86_amx %t3, x86_amx %t1, x86_amx %t2)
  call void @llvm.x86.tilestored64.internal(i16 16, i16 64, ptr %c, i64 %stride, x86_amx %t4)
  ret void
}

; CHECK-LABEL: across:
; CHECK: tilestored %tmm{{[0-7]}}, {{[0-9]*}}(%rsp,
; CHECK: callq opaque
; CHECK: tileloadd {{[0-9]*}}(%rsp,
; CHECK: tilestored

define void @across(ptr %a, ptr %c, i64 %stride) {
  %t = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %a, i64 %stride)
  call void @opaque()
  call void @llvm.x86.tilestored64.internal(i16 16, i16 64, ptr %c, i64 %stride, x86_amx %t)
  ret void
}

declare void @opaque()
declare x86_amx @llvm.x86.tileloadd64.internal(i16, i16, ptr, i64)
declare x86_amx @llvm.x86.tilezero.internal(i16, i16)
declare x86_amx @llvm.x86.tdpbssd.internal(i16, i16, i16, x86_amx, x86_amx, x86_amx)
declare void @llvm.x86.tilestored64.internal(i16, i16, ptr, i64, x86_amx)

define void @without_tiles(ptr %a) {
  call void @opaque()
  store i64 0, ptr %a
  ret void
}
