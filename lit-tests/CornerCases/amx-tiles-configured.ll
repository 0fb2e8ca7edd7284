; Where no allocator is named LLVM allocates AMX's tiles in front of all other registers, and enters the shape of
; each into the configuration. Limit, which allocates the rest, leaves them where they are: %a has 3 rows of 12
; bytes in one tile, %b 5 rows of 20 bytes in another one. What each tile is stored with has its shape.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -mattr=+amx-int8,+amx-tile,+avx512f -limit-default -verify-machineinstrs < %s | FileCheck %s
; RUN: rm -f %t && llc -mtriple=x86_64-linux-gnu -mattr=+amx-int8,+amx-tile,+avx512f -limit-default -limit-log=%t < %s -o /dev/null
; RUN: FileCheck --check-prefix=LOG %s < %t

; CHECK-LABEL: shapes:
; CHECK: movb $3, -16(%rsp)
; CHECK: movw $12, -48(%rsp)
; CHECK: movb $5, -15(%rsp)
; CHECK: movw $20, -46(%rsp)
; CHECK: ldtilecfg -64(%rsp)
; CHECK: tileloadd {{.*}}, %tmm0
; CHECK: tileloadd {{.*}}, %tmm1
; CHECK: tilestored %tmm1, (%rsi,
; CHECK: tilestored %tmm0, (%rsi,

define void @shapes(ptr %from, ptr %to, i64 %stride) {
  %a = call x86_amx @llvm.x86.tileloadd64.internal(i16 3, i16 12, ptr %from, i64 %stride)
  %b = call x86_amx @llvm.x86.tileloadd64.internal(i16 5, i16 20, ptr %from, i64 %stride)
  call void @llvm.x86.tilestored64.internal(i16 5, i16 20, ptr %to, i64 %stride, x86_amx %b)
  call void @llvm.x86.tilestored64.internal(i16 3, i16 12, ptr %to, i64 %stride, x86_amx %a)
  ret void
}

declare x86_amx @llvm.x86.tileloadd64.internal(i16, i16, ptr, i64)
declare void @llvm.x86.tilestored64.internal(i16, i16, ptr, i64, x86_amx)

; LOG: "set":{{[0-9]+}},"class":"TILE","registers":1,
; LOG-SAME: "set":{{[0-9]+}},"class":"TILE","registers":1,
