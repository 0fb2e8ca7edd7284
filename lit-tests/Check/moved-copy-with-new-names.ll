; Two values change places in a loop and on the way out of it. The ranges of the copies there are parted before
; allocation, so that a copy is moved past another one which, by the names that the snapshot has, changes what it reads.
; The comparison that nobody reads keeps LLVM from merging its block.
; REQUIRES: aarch64-registered-target
; RUN: rm -f %t
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -limit-check-strict -limit-check-report=%t < %s | FileCheck %s
; RUN: FileCheck %s --check-prefix=REPORT < %t

; CHECK-LABEL: exchange:
; CHECK: str w{{[0-9]+}}, [x0]
; REPORT: "function":"exchange"

define fastcc i32 @exchange(ptr %place, i32 %kind, i1 %more) {
entry:
  br label %outer

outer:
  %first = phi i32 [ %next, %leave ], [ 1, %entry ]
  switch i32 %kind, label %done [
    i32 7, label %loop
    i32 5, label %loop
    i32 6, label %loop
  ]

done:
  ret i32 0

loop:
  %a = phi i32 [ %b, %again ], [ %first, %outer ], [ %first, %outer ], [ %first, %outer ]
  %b = phi i32 [ %a, %again ], [ 0, %outer ], [ 0, %outer ], [ 0, %outer ]
  %is = icmp ugt i32 %b, 0
  br i1 %is, label %leave, label %again

again:
  %unread = icmp ugt ptr null, null
  br i1 %more, label %leave, label %loop

leave:
  %last = phi i32 [ %b, %loop ], [ %a, %again ]
  %next = phi i32 [ %a, %loop ], [ %b, %again ]
  br i1 %more, label %outer, label %store

store:
  store i32 %last, ptr %place, align 4
  br label %done
}
