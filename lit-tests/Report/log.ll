; -limit-log writes what was decided, with the names of ranges and registers that LLVM has, as lines of
; JSON or as text; -limit-decisions bounds what is optional; a file that cannot be written is one error.

; REQUIRES: x86-registered-target
; RUN: rm -f %t.json %t.txt
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-log=%t.json -o %t.logged %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -o - %s | diff - %t.logged
; RUN: FileCheck %s --check-prefix=JSON < %t.json
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-log=%t.txt -limit-log-format=text \
; RUN:   -o /dev/null %s
; RUN: FileCheck %s --check-prefix=TEXT < %t.txt
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-decisions=0 -limit-log=- -o /dev/null %s \
; RUN:   -verify-machineinstrs | FileCheck %s --check-prefix=NONE --implicit-check-not='"decision":'
; RUN: not llc -mtriple=x86_64-linux-gnu -regalloc=limit -limit-log=/dev/full -o /dev/null \
; RUN:   %s 2>&1 | FileCheck %s --check-prefix=FULL --implicit-check-not=error

; JSON: {"schema":1,"event":"function","pass":"regalloc","module":"{{.*}}log.ll","function":"around",{{.*}}"name":"RAX"
; JSON: {"function":"around","number":{{[0-9]+}},"round":0,"phase":"limit","event":"over",
; JSON: "phase":"loops","event":"leave","range":[[RANGE:[0-9]+]],
; JSON: "round":0,"phase":"limit","event":"{{memory|split}}","range":[[RANGE]],"why":"pressure"
; JSON: "round":1,"phase":"assign","event":"register"
; TEXT: function around
; TEXT-NEXT: round 0
; TEXT: limit: GR64{{.*}} holds {{[0-9]+}} of {{[0-9]+}}
; TEXT: loops: %{{[0-9]+}} leaves
; NONE: "decisions":0
; FULL: error: -limit-log: cannot write /dev/full: No space left on device

; The assembly takes all general registers but two, one of which is the stack pointer's.
define i64 @around(i64 %x, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ %n, %entry ], [ %next, %loop ]
  call void asm sideeffect "", "~{rax},~{rcx},~{rdx},~{rbx},~{rsi},~{rdi},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15}"()
  %next = add i64 %i, -1
  %again = icmp ne i64 %next, 0
  br i1 %again, label %loop, label %done

done:
  ret i64 %x
}
