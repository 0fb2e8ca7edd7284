; A copy of half of a register pair became the constant that was put there, the other half of which
; holds something else. The definition of a part can be computed again like that of a whole.
; REQUIRES: hexagon-registered-target
; RUN: llc -mtriple=hexagon -stress-regalloc=4 -regalloc=greedy -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=hexagon -stress-regalloc=4 -regalloc=limit -limit-check-strict < %s -o /dev/null

define i64 @halves(ptr %p, i32 %which) {
entry:
  br label %loop

loop:
  switch i32 %which, label %second [
    i32 4, label %first
    i32 6, label %first
    i32 2, label %loop
    i32 3, label %loop
  ]

first:
  %here = ptrtoint ptr %p to i64
  %a = add i64 %here, 80
  %to_a = inttoptr i64 %a to ptr
  store <16 x i8> zeroinitializer, ptr %to_a, align 16
  ret i64 0

second:
  %there = ptrtoint ptr %p to i64
  %b = add i64 %there, 1
  %to_b = inttoptr i64 %b to ptr
  store <16 x i8> zeroinitializer, ptr %to_b, align 16
  ret i64 0
}
