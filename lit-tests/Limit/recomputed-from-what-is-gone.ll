; LIMIT leaves %name to be computed again in the block that reads it, so its definition at the entry goes. What
; is computed in that block then cannot be computed once more: LLVM would do so by the definition that is gone.
; It stays in a register across the call, and is not stored.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs < %s | FileCheck %s

; CHECK-LABEL: copy_marked:
; CHECK: leaq 36({{%r[a-z0-9]+}}), [[NAME:%r[a-z0-9]+]]
; CHECK-NOT: Spill
; CHECK: movq [[NAME]], %rdi
; CHECK: callq
; CHECK: movq [[NAME]], %rsi
; CHECK: callq
define void @copy_marked(ptr %state, ptr %sink, ptr %size, ptr %get, ptr %put, ptr %add) {
entry:
  %name = getelementptr i8, ptr %state, i64 36
  br label %loop
loop:
  %read = phi ptr [ null, %entry ], [ null, %after ], [ %next, %loop ]
  %next = getelementptr i8, ptr %read, i64 1
  %byte = load volatile i8, ptr %read
  store i64 0, ptr %size
  call void %put(ptr %sink, i64 0)
  switch i8 %byte, label %loop [
    i8 36, label %mark
    i8 10, label %after
  ]
mark:
  %length = call i64 %get(ptr %name)
  call void %add(ptr null, ptr %name, i64 0)
  br label %after
after:
  store i32 0, ptr %state
  br label %loop
}
