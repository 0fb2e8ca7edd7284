; ARM gives each load of a block's address that is relative to the load a constant of its own, and
; does not tell which of those are the same: what is loaded again is not followed, and said so.
; REQUIRES: arm-registered-target
; RUN: rm -f %t
; RUN: llc -mtriple=thumbv7s-apple-darwin -regalloc=limit -limit-check-report=%t < %s -o /dev/null
; RUN: FileCheck %s < %t

; CHECK: "function":"two_blocks","faults":0,"not_followed":"a constant of the target's own was loaded again"

define void @two_blocks(i32 %a, i32 %b, ptr %p, ptr %q) "frame-pointer"="all" {
entry:
  %s = call ptr @choose(i32 1, ptr blockaddress(@two_blocks, %one), ptr blockaddress(@two_blocks, %two))
  %t = call ptr @choose(i32 2, ptr blockaddress(@two_blocks, %one), ptr blockaddress(@two_blocks, %two))
  %u = call ptr @choose(i32 3, ptr blockaddress(@two_blocks, %one), ptr blockaddress(@two_blocks, %two))
  %c = icmp eq i32 %a, 21
  br i1 %c, label %then, label %else

then:
  store i32 %a, ptr %p
  indirectbr ptr %u, [label %one, label %two]

else:
  store i32 %b, ptr %q
  indirectbr ptr %s, [label %one, label %two]

one:
  call void @take(ptr %t)
  ret void

two:
  ret void
}

declare ptr @choose(i32, ptr, ptr)
declare void @take(ptr)
