; PowerPC makes another instruction of a multiplication and addition in front of the allocator, behind
; the scheduler, if it is asked to: the snapshot is taken behind that, and leaves no numbers in the code.
; REQUIRES: powerpc-registered-target
; RUN: rm -f %t
; RUN: llc -mtriple=powerpc64-linux-gnu -mcpu=pwr7 -fp-contract=fast -disable-ppc-vsx-fma-mutation=false -regalloc=limit -limit-check-report=%t -stop-after=limit-check-again < %s -o - | FileCheck --check-prefix=CODE %s
; RUN: FileCheck %s < %t
; RUN: not llc -mtriple=powerpc64-linux-gnu -mcpu=pwr7 -fp-contract=fast -disable-ppc-vsx-fma-mutation=false -regalloc=limit -limit-check -limit-mutate=swap-registers:0 < %s -o /dev/null 2>&1 | FileCheck --check-prefix=WRONG %s

; CHECK: "function":"sum","faults":0,"not_followed":null,"after":"VirtRegRewriter"
; CODE: XSMADDMDP
; CODE-NOT: debug-instr-number
; WRONG: limit-check: in function 'sum', {{.*}}XSMADDMDP {{.*}} reads

define double @sum(double %a, double %b, double %c) {
  %product = fmul double %a, %b
  %sum = fadd double %product, %c
  ret double %sum
}
