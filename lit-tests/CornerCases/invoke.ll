; A value live into a landing pad is in a place that the call leaves alone.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -stress-regalloc=3 < %s | FileCheck %s

; CHECK-LABEL: guarded:
; CHECK: callq may_throw
; CHECK: callq log_two

define i32 @guarded(i32 %a, i32 %b) personality ptr @__gxx_personality_v0 {
entry:
  %s = add i32 %a, %b
  %r = invoke i32 @may_throw(i32 %a) to label %ok unwind label %pad

ok:
  %t = add i32 %r, %s
  ret i32 %t

pad:
  %l = landingpad { ptr, i32 } cleanup
  call void @log_two(i32 %s, i32 %b)
  resume { ptr, i32 } %l
}

declare i32 @may_throw(i32)
declare void @log_two(i32, i32)
declare i32 @__gxx_personality_v0(...)
