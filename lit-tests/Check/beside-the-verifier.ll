; The checker numbers instructions for the time of the allocation. LLVM's verifier allows no number
; on what becomes no code, such as a copy that needs no move any more, and afterwards there is none
; left.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=greedy -limit-check-strict -verify-machineinstrs < %s -o /dev/null
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-check-strict -verify-machineinstrs < %s -o /dev/null
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=greedy -limit-check-strict -stop-after=machinelicm < %s -o - | FileCheck --implicit-check-not=debug-instr-number %s

; CHECK: name: idle
; CHECK: KILL
define i32 @idle(ptr %p, i32 %a) {
  %w = zext i32 %a to i64
  %b = add i64 %w, 5
  %c = trunc i64 %b to i32
  ret i32 %c
}
