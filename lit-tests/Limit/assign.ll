; The order in which ranges ask for registers. The pointer lives across a call and so across blocks, in rbx, up to the
; last load. What is loaded lives within the last block. Long ranges first: it takes the first free register. Three
; steps: it shares the register that the pointer has elsewhere in the block.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -limit-check-strict < %s | FileCheck -check-prefixes=LONG,CHECK %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -limit-check-strict -limit-assign=long-first < %s | FileCheck -check-prefixes=LONG,CHECK %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -limit-check-strict -limit-assign=three-steps < %s | FileCheck -check-prefixes=STEPS,CHECK %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -verify-machineinstrs -limit-check-strict -limit-set=assign=three-steps < %s | FileCheck -check-prefixes=STEPS,CHECK %s
; RUN: not llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-set=assign=short-first < %s 2>&1 | FileCheck -check-prefix=VALUE %s

; CHECK-LABEL: share:
; CHECK: callq called
; LONG: movq (%rbx), %rax
; LONG-NEXT: movq %rax, shared(%rip)
; STEPS: movq (%rbx), %rbx
; STEPS-NEXT: movq %rbx, shared(%rip)

; VALUE: assign is long-first or three-steps, not 'short-first'{{$}}

@shared = dso_local global i64 0

declare dso_local i1 @called()

define void @share(ptr %from) {
entry:
  %again = call i1 @called()
  br i1 %again, label %move, label %done

move:
  %value = load volatile i64, ptr %from
  store volatile i64 %value, ptr @shared
  ret void

done:
  ret void
}
