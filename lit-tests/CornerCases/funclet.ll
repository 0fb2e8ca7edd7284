; Windows' funclets are called by the runtime: no register survives the way into or out of one.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-pc-windows-msvc -regalloc=limit -verify-machineinstrs < %s | FileCheck %s

; CHECK-LABEL: caught:
; CHECK: callq may_throw
; CHECK: callq use

define i32 @caught(i32 %a, i32 %b) personality ptr @__CxxFrameHandler3 {
entry:
  %s = mul i32 %a, %b
  invoke void @may_throw() to label %done unwind label %dispatch

dispatch:
  %sw = catchswitch within none [label %handler] unwind to caller

handler:
  %h = catchpad within %sw [ptr null, i32 64, ptr null]
  call void @use(i32 %s) [ "funclet"(token %h) ]
  catchret from %h to label %done

done:
  ret i32 %s
}

declare void @may_throw()
declare void @use(i32)
declare i32 @__CxxFrameHandler3(...)
