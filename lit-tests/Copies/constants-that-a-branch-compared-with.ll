; Where the table is null the result is zero too. Both have one register, so that the target, which knows from the branch
; what the register holds, needs no instruction there, nor a block. Of 64 bits that are zero 32 are as well.
; REQUIRES: aarch64-registered-target, riscv-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -verify-machineinstrs -limit-check-strict %s -o - | FileCheck %s
; RUN: llc -mtriple=riscv64-linux-gnu -regalloc=limit -verify-machineinstrs -limit-check-strict %s -o - \
; RUN:   | FileCheck --check-prefix=RISCV %s

; CHECK-LABEL: for_each:
; CHECK:         ldr x0, [x0, #8]
; CHECK-NEXT:    cbz x0, [[DONE:.LBB[0-9_]+]]
; CHECK:         bl each
; CHECK-NEXT:    ldr w0,
; CHECK:       [[DONE]]:
; CHECK-NEXT:    ret
; RISCV-LABEL: for_each:
; RISCV:         ld a0, 8(a0)
; RISCV-NEXT:    beqz a0, [[DONE:.LBB[0-9_]+]]
; RISCV:         call each
; RISCV-NEXT:    lw a0,
; RISCV:       [[DONE]]:
; RISCV-NEXT:    ret
define i32 @for_each(ptr %of, ptr %call) nounwind {
entry:
  %at = getelementptr i8, ptr %of, i64 8
  %table = load ptr, ptr %at
  %is_null = icmp eq ptr %table, null
  br i1 %is_null, label %done, label %ask

ask:
  %with = getelementptr i8, ptr %of, i64 16
  %first = load ptr, ptr %with
  call void @each(ptr %table, ptr %call, ptr %first)
  %found = load i32, ptr %of
  br label %done

done:
  %value = phi i32 [ 0, %entry ], [ %found, %ask ]
  ret i32 %value
}

declare void @each(ptr, ptr, ptr)

; The same for other constants on AArch64, where a comparison with one is known too.
; CHECK-LABEL: peek:
; CHECK:         ldr w0, [x0]
; CHECK-NEXT:    cmn w0, #1
; CHECK-NOT:     mov w0,
; CHECK:         bl read_next
; CHECK-NOT:     mov w0,
; CHECK:         ret
define i32 @peek(ptr %file) nounwind {
entry:
  %next = load i32, ptr %file
  %is_end = icmp eq i32 %next, -1
  br i1 %is_end, label %done, label %read

read:
  %new = call i32 @read_next()
  br label %done

done:
  %value = phi i32 [ -1, %entry ], [ %new, %read ]
  ret i32 %value
}

declare i32 @read_next()
