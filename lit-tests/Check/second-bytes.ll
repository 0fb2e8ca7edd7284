; What is stored to a slot from AX may be loaded to SI: the second byte of SI is another lane than that of
; AX, and the slot has an upper half besides for the registers of 32 bits that are reloaded from it.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=greedy -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-check-strict < %s -o /dev/null

define fastcc i32 @second_bytes(ptr %in, ptr %out, i1 %a, i1 %b, i32 %x, i32 %y, i1 %c) {
  br i1 %a, label %second, label %never

never:
  ret i32 0

second:
  br i1 %a, label %last, label %loads

loads:
  %first = load i16, ptr %in, align 2
  %other = load i16, ptr null, align 4
  %argument = load i32, ptr null, align 8
  store i32 %y, ptr %out, align 8
  store i32 %x, ptr null, align 4
  br i1 %c, label %low, label %joined

low:
  %byte = and i16 %first, 255
  br label %joined

joined:
  %tested = phi i16 [ %byte, %low ], [ %other, %loads ]
  %kept = phi i16 [ %other, %low ], [ %first, %loads ]
  br i1 %b, label %maybe, label %test

maybe:
  br i1 %a, label %test, label %call

call:
  %unused = tail call fastcc i32 null(ptr %in, i32 0, i32 %argument)
  br label %test

test:
  %is = icmp ne i16 %tested, 0
  br i1 %is, label %none, label %result

none:
  ret i32 0

result:
  %wide = zext i16 %kept to i32
  ret i32 %wide

last:
  ret i32 0
}
