; Where the pass has no place, one line says so.
; REQUIRES: x86-registered-target
; RUN: not llc -mtriple=x86_64-linux-gnu -O0 -limit-pressure < %s 2>&1 | FileCheck -check-prefix=UNOPTIMISED %s
; RUN: not llc -mtriple=x86_64-linux-gnu -limit-pressure -limit-pressure-place=allocator < %s 2>&1 | FileCheck -check-prefix=BOTH %s

; UNOPTIMISED: limit-pressure has no place in code generation without optimisation; compile with -O1 or more or leave -limit-pressure out
; UNOPTIMISED-NOT: {{.}}
; BOTH: -limit-pressure asks for a pass, -limit-pressure-place=allocator for none; leave one of them out
; BOTH-NOT: {{.}}

define void @nothing() {
  ret void
}
