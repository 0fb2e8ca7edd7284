; In front of the scheduler arguments are copied from their registers and not stored from them: it keeps
; copies at the entry, but put loads above the stores while both registers held arguments.
; REQUIRES: riscv-registered-target
; RUN: llc -mtriple=riscv32-linux-gnu -O3 -stress-regalloc=2 -regalloc=greedy -limit-pressure \
; RUN:   -limit-pressure-place=before-scheduler -verify-machineinstrs -limit-check %s -o - | FileCheck %s

; CHECK-LABEL: compared:
; CHECK: sw a1
; CHECK: sw a0
; CHECK: lw
; CHECK: ret

define i1 @compared(i64 %0) {
BB:
  %L = load i64, ptr null, align 4
  br label %CF165

CF165:                                            ; preds = %BB
  %Cmp22 = icmp ugt i64 %L, %0
  ret i1 %Cmp22
}
