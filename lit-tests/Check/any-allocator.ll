; The checker follows spills, reloads and recomputed constants of every allocator, and says so in
; its report; right code gives no message.
; REQUIRES: x86-registered-target, aarch64-registered-target, riscv-registered-target
; RUN: rm -f %t
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=greedy -limit-check-report=%t < %s -o /dev/null 2>&1 | FileCheck --allow-empty --check-prefix=QUIET %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -stress-regalloc=4 -limit-check-report=%t < %s -o /dev/null 2>&1 | FileCheck --allow-empty --check-prefix=QUIET %s
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=basic -limit-check-report=%t < %s -o /dev/null 2>&1 | FileCheck --allow-empty --check-prefix=QUIET %s
; RUN: llc -mtriple=riscv64-linux-gnu -regalloc=pbqp -limit-check-report=%t < %s -o /dev/null 2>&1 | FileCheck --allow-empty --check-prefix=QUIET %s
; RUN: FileCheck %s < %t

; QUIET-NOT: {{.}}
; CHECK-COUNT-4: "function":"across","faults":0,"not_followed":null

define i64 @across(i64 %a, i64 %b, i64 %c, i64 %d, ptr %p) {
  %s = add i64 %a, %b
  %t = mul i64 %c, %d
  call void @opaque(i64 7)
  store i64 %s, ptr %p
  call void @opaque(i64 7)
  %u = add i64 %s, %t
  %v = xor i64 %u, %c
  ret i64 %v
}

declare void @opaque(i64)
