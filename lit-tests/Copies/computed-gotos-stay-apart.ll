; LLVM repeats a computed goto, which is one block until registers are allocated, in each block that goes on to it. So
; that branch folding leaves them apart in front of that, their ends differ: in a KILL without code, which names
; registers and reads none.
; REQUIRES: x86-registered-target, aarch64-registered-target, riscv-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -tail-dup-pred-size=2 -tail-dup-succ-size=2 -regalloc=limit -limit-check-strict \
; RUN:   -verify-machineinstrs -stop-after=virtregrewriter -o - %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -tail-dup-pred-size=2 -tail-dup-succ-size=2 -regalloc=limit -limit-check-strict \
; RUN:   -verify-machineinstrs -stop-after=virtregrewriter -o - %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -tail-dup-pred-size=2 -tail-dup-succ-size=2 -regalloc=limit -verify-machineinstrs \
; RUN:   -o - %s | FileCheck %s --check-prefix=X86
; RUN: llc -mtriple=riscv64-linux-gnu -mattr=+d -target-abi=lp64d -tail-dup-pred-size=2 -tail-dup-succ-size=2 \
; RUN:   -regalloc=limit -verify-machineinstrs -o - %s | FileCheck %s --check-prefix=RV64

; The marks are numbered in the order of the predecessors of the computed goto: the entry, neg, sub, add.
; CHECK-LABEL: name: fast
; CHECK: bb.0.entry
; CHECK: KILL implicit undef [[ONE:\$[a-z0-9]+]]{{$}}
; CHECK: bb.2.add
; CHECK: KILL implicit undef [[ZERO:\$[a-z0-9]+]], implicit undef [[ZERO]], implicit undef [[ONE]]{{$}}
; CHECK: bb.3.sub
; CHECK: KILL implicit undef [[ONE]], implicit undef [[ONE]]{{$}}
; CHECK: bb.4.neg
; CHECK: KILL implicit undef [[ZERO]], implicit undef [[ONE]]{{$}}
; X86-LABEL: fast:
; X86-COUNT-4: jmpq *
; X86-NOT: jmp
; X86: retq
; RV64-LABEL: fast:
; RV64-COUNT-4: jr
; RV64: ret
@fast.places = constant [4 x ptr] [ptr blockaddress(@fast, %add), ptr blockaddress(@fast, %sub),
  ptr blockaddress(@fast, %neg), ptr blockaddress(@fast, %done)]
define i64 @fast(ptr %code, ptr %trace) {
entry:
  br label %dispatch

dispatch:
  %pc = phi ptr [ %code, %entry ], [ %pc.add, %add ], [ %pc.sub, %sub ], [ %pc.neg, %neg ]
  %acc = phi i64 [ 0, %entry ], [ %acc.add, %add ], [ %acc.sub, %sub ], [ %acc.neg, %neg ]
  %inst = load i32, ptr %pc
  %index = zext i32 %inst to i64
  %place = getelementptr ptr, ptr @fast.places, i64 %index
  %to = load ptr, ptr %place
  indirectbr ptr %to, [label %add, label %sub, label %neg, label %done]

add:
  %acc.add = add i64 %acc, 3
  store volatile ptr %pc, ptr %trace
  store volatile ptr %code, ptr %trace
  %pc.add = getelementptr i8, ptr %pc, i64 4
  br label %dispatch

sub:
  %acc.sub = sub i64 %acc, 7
  store volatile ptr %pc, ptr %trace
  store volatile ptr %code, ptr %trace
  %pc.sub = getelementptr i8, ptr %pc, i64 4
  br label %dispatch

neg:
  %acc.neg = sub i64 0, %acc
  store volatile ptr %pc, ptr %trace
  store volatile ptr %code, ptr %trace
  %pc.neg = getelementptr i8, ptr %pc, i64 4
  br label %dispatch

done:
  ret i64 %acc
}

; Where size counts, one block for what is alike is right.
; CHECK-LABEL: name: small
; CHECK-NOT: KILL
@small.places = constant [4 x ptr] [ptr blockaddress(@small, %add), ptr blockaddress(@small, %sub),
  ptr blockaddress(@small, %neg), ptr blockaddress(@small, %done)]
define i64 @small(ptr %code, ptr %trace) optsize {
entry:
  br label %dispatch

dispatch:
  %pc = phi ptr [ %code, %entry ], [ %pc.add, %add ], [ %pc.sub, %sub ], [ %pc.neg, %neg ]
  %acc = phi i64 [ 0, %entry ], [ %acc.add, %add ], [ %acc.sub, %sub ], [ %acc.neg, %neg ]
  %inst = load i32, ptr %pc
  %index = zext i32 %inst to i64
  %place = getelementptr ptr, ptr @small.places, i64 %index
  %to = load ptr, ptr %place
  indirectbr ptr %to, [label %add, label %sub, label %neg, label %done]

add:
  %acc.add = add i64 %acc, 3
  store volatile ptr %pc, ptr %trace
  store volatile ptr %code, ptr %trace
  %pc.add = getelementptr i8, ptr %pc, i64 4
  br label %dispatch

sub:
  %acc.sub = sub i64 %acc, 7
  store volatile ptr %pc, ptr %trace
  store volatile ptr %code, ptr %trace
  %pc.sub = getelementptr i8, ptr %pc, i64 4
  br label %dispatch

neg:
  %acc.neg = sub i64 0, %acc
  store volatile ptr %pc, ptr %trace
  store volatile ptr %code, ptr %trace
  %pc.neg = getelementptr i8, ptr %pc, i64 4
  br label %dispatch

done:
  ret i64 %acc
}
