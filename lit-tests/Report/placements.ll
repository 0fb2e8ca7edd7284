; -limit-placements says where each value is, whichever allocator ran. Limit and greedy keep %kept in rbx in the
; unlikely block only, and in a register that need not be saved elsewhere. With -limit-set=cost.callee_saved=9
; and padding_share=0 the saved register is too dear: the value is in memory across the call, stored and reloaded in
; that block.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-placements=- < %s -o /dev/null | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=greedy -limit-placements=- < %s -o /dev/null | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-placements=- -limit-set=cost.callee_saved=9 \
; RUN:   -limit-set=padding_share=0 < %s -o /dev/null | FileCheck %s --check-prefix=MEMORY

; CHECK: "function":"f","schema":1
; CHECK-SAME: "block":1,"text":"rbx = COPY [[HOME:r[a-z]+]]",{{[^}]*}}"copy":true
; CHECK-SAME: "block":1,"text":"[[HOME]] = COPY rbx",{{[^}]*}}"copy":true
; CHECK-SAME: "of":[[VALUE:[0-9]+]],"register":"rbx"
; CHECK-SAME: "of":[[VALUE]],"register":"[[HOME]]"

; MEMORY: "function":"f","schema":1
; MEMORY-SAME: "block":1,{{[^}]*}}"stores":[0]
; MEMORY-SAME: "block":1,{{[^}]*}}"loads":[0]
; MEMORY-NOT: "register":"rbx"

declare void @use(i64)

define i64 @f(i64 %kept, i1 %rare) nounwind {
  br i1 %rare, label %cold, label %end, !prof !0

cold:
  call void @use(i64 %kept)
  br label %end

end:
  %r = add i64 %kept, 1
  ret i64 %r
}

!0 = !{!"branch_weights", i32 1, i32 1000}
