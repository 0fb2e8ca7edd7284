; A sum whose operands are exchanged takes the register of the other operand, and the ranges of both are joined. The
; checker goes by the names that they had before, in a spill slot, and where one sum behind another names a joined range.
; The cold sum costs less than 0.5 in memory. If that is not worth a split, the slot itself is added to; by default it is
; (E247), and the sum is in memory across the call only.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-set=min_split_cost=0.5 -limit-check-strict < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-check-strict < %s | FileCheck %s --check-prefix=SPLIT
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -stress-regalloc=4 -limit-check-strict < %s -o /dev/null

; CHECK-LABEL: bytes:
; CHECK: shll $8, [[SLOT:[0-9]*\(%rsp\)]]
; CHECK: addl {{%[a-z]+}}, [[SLOT]]
; SPLIT-LABEL: bytes:
; SPLIT: shll $8, [[SUM:%e[a-z]+]]
; SPLIT-NEXT: movl [[SUM]], [[SLOT:[0-9]*\(%rsp\)]]
; SPLIT-NEXT: callq read_byte
; SPLIT: movl [[SLOT]], {{%e[a-z]+}}
define i32 @bytes(i1 %is_cold, i1 %more) {
  br i1 %is_cold, label %loop, label %done, !prof !0

loop:
  %sum = phi i32 [ 0, %0 ], [ %next, %read ]
  br i1 %more, label %read, label %done

read:
  %shifted = shl i32 %sum, 8
  %byte = call i8 @read_byte()
  %wide = zext i8 %byte to i32
  %next = or i32 %shifted, %wide
  br i1 %more, label %last, label %loop, !prof !1

last:
  ret i32 %next

done:
  ret i32 0
}

; CHECK-LABEL: hash:
define i64 @hash(ptr %begin, ptr %end, i1 %fold) {
entry:
  br label %loop

loop:
  %sum = phi i64 [ 5381, %entry ], [ %next, %latch ]
  %at = phi ptr [ %begin, %entry ], [ %behind, %latch ]
  %byte = load i8, ptr %at
  switch i8 %byte, label %other [
    i8 10, label %done
    i8 32, label %blank
  ]

blank:
  br i1 %fold, label %folded, label %latch

folded:
  %a = mul i64 %sum, 33
  %a2 = xor i64 %a, 32
  br label %latch

other:
  %wide = sext i8 %byte to i64
  %b = mul i64 %sum, 33
  %b2 = xor i64 %b, %wide
  br label %latch

latch:
  %next = phi i64 [ %sum, %blank ], [ %a2, %folded ], [ %b2, %other ]
  %behind = getelementptr i8, ptr %at, i64 1
  %is_end = icmp eq ptr %behind, %end
  br i1 %is_end, label %done, label %loop

done:
  %r = phi i64 [ %sum, %loop ], [ %next, %latch ]
  ret i64 %r
}

declare i8 @read_byte()

!0 = !{!"branch_weights", i32 1, i32 1000}
!1 = !{!"branch_weights", i32 1, i32 16}
