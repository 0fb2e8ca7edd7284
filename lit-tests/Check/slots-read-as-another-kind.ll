; A spilled general register of which some instructions read a part has several lanes. A copy of all
; of it to a floating-point register becomes a reload of the same slot, of which the checker knows
; that it holds what all lanes together were copied to. From another slot it is found wrong.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -limit-check-strict < %s -o /dev/null 2>&1 | FileCheck --allow-empty --implicit-check-not=limit-check %s
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=greedy -limit-check-strict < %s -o /dev/null 2>&1 | FileCheck --allow-empty --implicit-check-not=limit-check %s
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=greedy < %s -stop-after=virtregrewriter | FileCheck --check-prefix=SLOT %s
; RUN: not llc -mtriple=aarch64-linux-gnu -regalloc=greedy -limit-check -limit-mutate=other-slot:0 < %s -o /dev/null 2>&1 | FileCheck --check-prefix=OTHER %s
; RUN: not llc -mtriple=aarch64-linux-gnu -regalloc=greedy -limit-check -limit-mutate=drop-store:1 < %s -o /dev/null 2>&1 | FileCheck --check-prefix=STORE %s

; SLOT: STRXui {{.*}}$x0, %stack.[[X:[0-9]+]], 0
; SLOT: $d{{[0-9]+}} = LDRDui %stack.[[X]], 0

; OTHER: limit-check: in function 'read_as_double', INLINEASM {{.*}} from B0, which holds %
; STORE: limit-check: in function 'read_as_double', INLINEASM {{.*}} reads

@flag = external global i32

define i64 @read_as_double(i64 %x, i64 %y) {
  call void asm sideeffect "", "~{x0},~{x1},~{x2},~{x3},~{x4},~{x5},~{x6},~{x7},~{x8},~{x9},~{x10},~{x11},~{x12},~{x13},~{x14},~{x15},~{x16},~{x17},~{x18},~{x19},~{x20},~{x21},~{x22},~{x23},~{x24},~{x25},~{x26},~{x27},~{x28},~{fp},~{lr}"()
  %f = load volatile i32, ptr @flag
  %is_double = icmp eq i32 %f, 0
  br i1 %is_double, label %double, label %low

double:
  %d = bitcast i64 %x to double
  call void asm sideeffect "", "w"(double %d)
  ret i64 0

low:
  %t = trunc i64 %x to i32
  %m = mul i32 %t, 17
  %z = zext i32 %m to i64
  %s = add i64 %z, %y
  ret i64 %s
}
