; An early-clobber output shares no register with an input; a tied one shares exactly that.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -stress-regalloc=4 < %s | FileCheck %s

; CHECK-LABEL: early:
; CHECK: one [[OUT:%r[a-z0-9]+]]
; CHECK-NOT: two {{.*}}[[OUT]]
; CHECK: two
; CHECK-LABEL: tied:
; CHECK: same [[R:%r[a-z0-9]+]] [[R]]

define i64 @early(i64 %a, i64 %b) {
  %o = call i64 asm "# one $0\0A# two $1 $2", "=&r,r,r"(i64 %a, i64 %b)
  %s = add i64 %o, %a
  ret i64 %s
}

define i64 @tied(i64 %a, i64 %b) {
  %o = call i64 asm "# same $0 $1", "=r,0"(i64 %a)
  %s = add i64 %o, %a
  ret i64 %s
}
