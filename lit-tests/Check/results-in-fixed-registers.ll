; Between RISC-V's two rounds of allocation the second result of a load is moved to the register
; that the load writes, and an instruction that reads that register is added.
; REQUIRES: riscv-registered-target
; RUN: rm -f %t
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+v -regalloc=greedy -limit-check-report=%t < %s -o /dev/null
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+v -regalloc=limit -limit-check-report=%t < %s -o /dev/null
; RUN: FileCheck %s < %t

; CHECK-COUNT-4: "function":"first_fault","faults":0,"not_followed":null

define i64 @first_fault(ptr %p, i64 %n, ptr %q) {
  %both = call { <vscale x 2 x i32>, i64 } @llvm.riscv.vleff.nxv2i32(<vscale x 2 x i32> undef, ptr %p, i64 %n)
  %v = extractvalue { <vscale x 2 x i32>, i64 } %both, 0
  %length = extractvalue { <vscale x 2 x i32>, i64 } %both, 1
  store <vscale x 2 x i32> %v, ptr %q
  ret i64 %length
}

declare { <vscale x 2 x i32>, i64 } @llvm.riscv.vleff.nxv2i32(<vscale x 2 x i32>, ptr, i64)
