; One way into the block that throws leaves all of a register, others the constant in its lower half and
; the rest undefined. It is undefined too where the constant is computed in another block instead.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -limit-check-strict < %s -o /dev/null

define i64 @halves(i64 %n, i32 %a, i32 %b, ptr %p, i128 %c) personality ptr null {
entry:
  br label %first
first:
  switch i32 %a, label %outer [
    i32 0, label %inner
    i32 1, label %first
  ]
outer:
  %keeps_the_block = xor i64 0, 0
  br label %throws
throws:
  %w = phi i128 [ 0, %outer ], [ %v, %inner ]
  %one = phi i64 [ 0, %outer ], [ %constant, %inner ]
  %ignored = invoke i64 @may_throw(i64 %n, i32 0) to label %inner unwind label %pad
inner:
  %v = phi i128 [ 0, %first ], [ %more, %inner ], [ %w, %throws ]
  %x = call i32 asm sideeffect "", "=&r,r,r,r"(i32 0, i32 0, i32 0)
  %y = call { i32, i32 } asm sideeffect "", "=&r,=r,0,r"(i32 %a, i32 %b)
  %more = or i128 %v, %c
  store <16 x i8> zeroinitializer, ptr %p, align 16
  %constant = udiv i64 1, 1
  %z = call i64 @none()
  switch i32 %a, label %done [
    i32 0, label %outer
    i32 1, label %inner
    i32 2, label %outer
    i32 3, label %throws
  ]
done:
  ret i64 %n
pad:
  %l = landingpad { ptr, i32 } cleanup
  store i64 %one, ptr %p, align 4
  br label %done
}

declare i64 @may_throw(i64, i32)
declare i64 @none()
