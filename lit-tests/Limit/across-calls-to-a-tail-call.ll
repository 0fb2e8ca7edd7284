; The callee of the tail call must be in a register that no call preserves. It gets a copy there, and
; is in a preserved register across the other calls instead of memory.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs < %s | FileCheck %s

; CHECK-LABEL: through:
; CHECK-NOT: {{Spill|Reload|Folded}}
; CHECK: callq *%[[CALLEE:[a-z0-9]+]]
; CHECK-NOT: {{Spill|Reload|Folded}}
; CHECK: movq %[[CALLEE]], %[[TAIL:[a-z0-9]+]]
; CHECK: jmpq *%[[TAIL]]

define void @through(ptr %callee, ptr %argument) {
  call void %callee(ptr null)
  call void %callee(ptr null)
  tail call void %callee(ptr %argument)
  ret void
}
