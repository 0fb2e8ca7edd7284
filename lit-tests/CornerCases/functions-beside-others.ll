; Nothing that lives across functions, as the tables of register units and the heap, changes a function's
; code: each of these gets the same registers behind the others as alone. They differ in the registers that
; are reserved and saved, and the last one is the first one again.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -stop-after=virtregrewriter %s -o %t.all
; RUN: llvm-extract -func=plain %s -o %t.bc
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -stop-after=virtregrewriter %t.bc -o %t.one
; RUN: sed -n '/^name: *plain$/,/^\.\.\.$/p' %t.all > %t.of-all
; RUN: sed -n '/^name: *plain$/,/^\.\.\.$/p' %t.one > %t.of-one
; RUN: diff %t.of-all %t.of-one
; RUN: FileCheck %s --check-prefix=BODY --input-file=%t.of-one
; RUN: llvm-extract -func=framed %s -o %t.bc
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -stop-after=virtregrewriter %t.bc -o %t.one
; RUN: sed -n '/^name: *framed$/,/^\.\.\.$/p' %t.all > %t.of-all
; RUN: sed -n '/^name: *framed$/,/^\.\.\.$/p' %t.one > %t.of-one
; RUN: diff %t.of-all %t.of-one
; RUN: FileCheck %s --check-prefix=BODY --input-file=%t.of-one
; RUN: llvm-extract -func=reserved %s -o %t.bc
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -stop-after=virtregrewriter %t.bc -o %t.one
; RUN: sed -n '/^name: *reserved$/,/^\.\.\.$/p' %t.all > %t.of-all
; RUN: sed -n '/^name: *reserved$/,/^\.\.\.$/p' %t.one > %t.of-one
; RUN: diff %t.of-all %t.of-one
; RUN: FileCheck %s --check-prefix=BODY --input-file=%t.of-one
; RUN: llvm-extract -func=preserves %s -o %t.bc
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -stop-after=virtregrewriter %t.bc -o %t.one
; RUN: sed -n '/^name: *preserves$/,/^\.\.\.$/p' %t.all > %t.of-all
; RUN: sed -n '/^name: *preserves$/,/^\.\.\.$/p' %t.one > %t.of-one
; RUN: diff %t.of-all %t.of-one
; RUN: FileCheck %s --check-prefix=BODY --input-file=%t.of-one
; RUN: llvm-extract -func=vectors %s -o %t.bc
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -stop-after=virtregrewriter %t.bc -o %t.one
; RUN: sed -n '/^name: *vectors$/,/^\.\.\.$/p' %t.all > %t.of-all
; RUN: sed -n '/^name: *vectors$/,/^\.\.\.$/p' %t.one > %t.of-one
; RUN: diff %t.of-all %t.of-one
; RUN: FileCheck %s --check-prefix=BODY --input-file=%t.of-one
; RUN: llvm-extract -func=last %s -o %t.bc
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=limit -stop-after=virtregrewriter %t.bc -o %t.one
; RUN: sed -n '/^name: *last$/,/^\.\.\.$/p' %t.all > %t.of-all
; RUN: sed -n '/^name: *last$/,/^\.\.\.$/p' %t.one > %t.of-one
; RUN: diff %t.of-all %t.of-one
; RUN: FileCheck %s --check-prefix=BODY --input-file=%t.of-one

; BODY: name: {{.*}}
; BODY: RET

declare i64 @opaque(i64, i64)

define i64 @plain(ptr %p, i64 %n, double %d, double %e) {
entry:
  %sum = fadd double %d, %e
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ %n, %entry ], [ %u, %loop ]
  %at = getelementptr i64, ptr %p, i64 %i
  %x = load i64, ptr %at, align 8
  %y = call i64 @opaque(i64 %x, i64 %s)
  %t = mul i64 %y, %x
  %u = add i64 %t, %s
  %next = add i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %done

done:
  %f = fptosi double %sum to i64
  %r = add i64 %u, %f
  ret i64 %r
}

define i64 @framed(ptr %p, i64 %n, double %d, double %e) "frame-pointer"="all" {
entry:
  %sum = fadd double %d, %e
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ %n, %entry ], [ %u, %loop ]
  %at = getelementptr i64, ptr %p, i64 %i
  %x = load i64, ptr %at, align 8
  %y = call i64 @opaque(i64 %x, i64 %s)
  %t = mul i64 %y, %x
  %u = add i64 %t, %s
  %next = add i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %done

done:
  %f = fptosi double %sum to i64
  %r = add i64 %u, %f
  ret i64 %r
}

define i64 @reserved(ptr %p, i64 %n, double %d, double %e) "target-features"="+reserve-x9,+reserve-x20" {
entry:
  %sum = fadd double %d, %e
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ %n, %entry ], [ %u, %loop ]
  %at = getelementptr i64, ptr %p, i64 %i
  %x = load i64, ptr %at, align 8
  %y = call i64 @opaque(i64 %x, i64 %s)
  %t = mul i64 %y, %x
  %u = add i64 %t, %s
  %next = add i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %done

done:
  %f = fptosi double %sum to i64
  %r = add i64 %u, %f
  ret i64 %r
}

define preserve_mostcc i64 @preserves(ptr %p, i64 %n, double %d, double %e) {
entry:
  %sum = fadd double %d, %e
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ %n, %entry ], [ %u, %loop ]
  %at = getelementptr i64, ptr %p, i64 %i
  %x = load i64, ptr %at, align 8
  %y = call i64 @opaque(i64 %x, i64 %s)
  %t = mul i64 %y, %x
  %u = add i64 %t, %s
  %next = add i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %done

done:
  %f = fptosi double %sum to i64
  %r = add i64 %u, %f
  ret i64 %r
}

define aarch64_vector_pcs i64 @vectors(ptr %p, i64 %n, double %d, double %e) {
entry:
  %sum = fadd double %d, %e
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ %n, %entry ], [ %u, %loop ]
  %at = getelementptr i64, ptr %p, i64 %i
  %x = load i64, ptr %at, align 8
  %y = call i64 @opaque(i64 %x, i64 %s)
  %t = mul i64 %y, %x
  %u = add i64 %t, %s
  %next = add i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %done

done:
  %f = fptosi double %sum to i64
  %r = add i64 %u, %f
  ret i64 %r
}

define i64 @last(ptr %p, i64 %n, double %d, double %e) {
entry:
  %sum = fadd double %d, %e
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ %n, %entry ], [ %u, %loop ]
  %at = getelementptr i64, ptr %p, i64 %i
  %x = load i64, ptr %at, align 8
  %y = call i64 @opaque(i64 %x, i64 %s)
  %t = mul i64 %y, %x
  %u = add i64 %t, %s
  %next = add i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %done

done:
  %f = fptosi double %sum to i64
  %r = add i64 %u, %f
  ret i64 %r
}
