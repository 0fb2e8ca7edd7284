; What -limit-mutate does not know is an error that says what it knows.
; REQUIRES: x86-registered-target
; RUN: not llc -mtriple=x86_64-linux-gnu -limit-check -limit-mutate=foo %s -o /dev/null 2>&1 | FileCheck %s -DGIVEN=foo
; RUN: not llc -mtriple=x86_64-linux-gnu -limit-check -limit-mutate=foo:1 %s -o /dev/null 2>&1 | FileCheck %s -DGIVEN=foo:1
; RUN: not llc -mtriple=x86_64-linux-gnu -limit-check -limit-mutate=drop-store %s -o /dev/null 2>&1 | FileCheck %s -DGIVEN=drop-store

; CHECK: for the --limit-mutate option: '[[GIVEN]]' is no mutation; write one of drop-reload, {{.*}}, exchange-condition, untie, a colon and a number, for instance drop-reload:0
; CHECK-NOT: {{.}}

define void @nothing() {
  ret void
}
