; Greedy's remarks are there for functions that limit allocates: the same names, keys, texts, places
; and order. Both allocators do the same here, so one prefix stands for both. The filter leaves remarks of
; the pass regalloc only; limit has some more between them (spilled-values.ll).
;
; The assembly takes all registers but the stack pointer's. Around it @across has one store and one
; reload of its argument, in a block of frequency 1. In @loops, a nest of frequencies 32 and 1024, the
; arguments are stored before it and the counters in it; each loop counts the loops in it too. In
; @shuffle a copy takes the argument past a call. @leaf has nothing to say.

; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=greedy -pass-remarks-output=%t.greedy \
; RUN:   -pass-remarks-filter=regalloc -o /dev/null %s
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -pass-remarks-output=%t.limit \
; RUN:   -pass-remarks-filter=regalloc -o /dev/null %s
; RUN: FileCheck %s --implicit-check-not=SpillReloadCopies < %t.greedy
; RUN: FileCheck %s --implicit-check-not=SpillReloadCopies < %t.limit

; Without an option that asks for them there are none.
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -o /dev/null %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=NONE --allow-empty
; NONE-NOT: {{.}}

; CHECK:      Name:{{ +}}SpillReloadCopies
; CHECK-NEXT: DebugLoc:{{ +}}{ File: a.c, Line: 10, Column: 1 }
; CHECK-NEXT: Function:{{ +}}across
; CHECK-NEXT: Args:
; CHECK-NEXT:   - NumSpills:{{ +}}'1'
; CHECK-NEXT:   - String:{{ +}}' spills '
; CHECK-NEXT:   - TotalSpillsCost: '1.000000e+00'
; CHECK-NEXT:   - String:{{ +}}' total spills cost '
; CHECK-NEXT:   - NumReloads:{{ +}}'1'
; CHECK-NEXT:   - String:{{ +}}' reloads '
; CHECK-NEXT:   - TotalReloadsCost: '1.000000e+00'
; CHECK-NEXT:   - String:{{ +}}' total reloads cost '
; CHECK-NEXT:   - String:{{ +}}generated in function
; CHECK-NEXT: ...

; CHECK:      Name:{{ +}}LoopSpillReloadCopies
; CHECK-NEXT: DebugLoc:{{ +}}{ File: a.c, Line: 22, Column: 5 }
; CHECK-NEXT: Function:{{ +}}loops
; CHECK-NEXT: Args:
; CHECK-NEXT:   - NumSpills:{{ +}}'1'
; CHECK-NEXT:   - String:{{ +}}' spills '
; CHECK-NEXT:   - TotalSpillsCost: '1.024000e+03'
; CHECK-NEXT:   - String:{{ +}}' total spills cost '
; CHECK-NEXT:   - NumReloads:{{ +}}'2'
; CHECK-NEXT:   - String:{{ +}}' reloads '
; CHECK-NEXT:   - TotalReloadsCost: '2.048000e+03'
; CHECK-NEXT:   - String:{{ +}}' total reloads cost '
; CHECK-NEXT:   - String:{{ +}}generated in loop
; CHECK-NEXT: ...

; CHECK:      Name:{{ +}}LoopSpillReloadCopies
; CHECK-NEXT: DebugLoc:{{ +}}{ File: a.c, Line: 21, Column: 3 }
; CHECK-NEXT: Function:{{ +}}loops
; CHECK-NEXT: Args:
; CHECK-NEXT:   - NumSpills:{{ +}}'2'
; CHECK-NEXT:   - String:{{ +}}' spills '
; CHECK-NEXT:   - TotalSpillsCost: '1.056000e+03'
; CHECK-NEXT:   - String:{{ +}}' total spills cost '
; CHECK-NEXT:   - NumReloads:{{ +}}'3'
; CHECK-NEXT:   - String:{{ +}}' reloads '
; CHECK-NEXT:   - TotalReloadsCost: '2.080000e+03'
; CHECK-NEXT:   - String:{{ +}}' total reloads cost '
; CHECK-NEXT:   - String:{{ +}}generated in loop
; CHECK-NEXT: ...

; CHECK:      Name:{{ +}}SpillReloadCopies
; CHECK-NEXT: DebugLoc:{{ +}}{ File: a.c, Line: 20, Column: 1 }
; CHECK-NEXT: Function:{{ +}}loops
; CHECK-NEXT: Args:
; CHECK-NEXT:   - NumSpills:{{ +}}'4'
; CHECK-NEXT:   - String:{{ +}}' spills '
; CHECK-NEXT:   - TotalSpillsCost: '1.058000e+03'
; CHECK-NEXT:   - String:{{ +}}' total spills cost '
; CHECK-NEXT:   - NumReloads:{{ +}}'4'
; CHECK-NEXT:   - String:{{ +}}' reloads '
; CHECK-NEXT:   - TotalReloadsCost: '2.081000e+03'
; CHECK-NEXT:   - String:{{ +}}' total reloads cost '
; CHECK-NEXT:   - String:{{ +}}generated in function
; CHECK-NEXT: ...

; CHECK:      Name:{{ +}}SpillReloadCopies
; CHECK-NEXT: DebugLoc:{{ +}}{ File: a.c, Line: 30, Column: 1 }
; CHECK-NEXT: Function:{{ +}}shuffle
; CHECK-NEXT: Args:
; CHECK-NEXT:   - NumVRCopies:{{ +}}'1'
; CHECK-NEXT:   - String:{{ +}}' virtual registers copies '
; CHECK-NEXT:   - TotalCopiesCost: '1.000000e+00'
; CHECK-NEXT:   - String:{{ +}}' total copies cost '
; CHECK-NEXT:   - String:{{ +}}generated in function
; CHECK-NEXT: ...

define i64 @across(i64 %kept) !dbg !4 {
  call void asm sideeffect "", "~{rax},~{rbx},~{rcx},~{rdx},~{rsi},~{rdi},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15}"(), !dbg !7
  ret i64 %kept, !dbg !7
}

define i64 @loops(i64 %kept, i64 %n) !dbg !8 {
entry:
  br label %outer, !dbg !9

outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner, !dbg !10

inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  call void asm sideeffect "", "~{rax},~{rbx},~{rcx},~{rdx},~{rsi},~{rdi},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15}"(), !dbg !10
  %j.next = add i64 %j, 1, !dbg !10
  %j.more = icmp ult i64 %j.next, %n, !dbg !10
  br i1 %j.more, label %inner, label %latch, !dbg !10

latch:
  %i.next = add i64 %i, 1, !dbg !9
  %i.more = icmp ult i64 %i.next, %n, !dbg !9
  br i1 %i.more, label %outer, label %done, !dbg !9

done:
  ret i64 %kept, !dbg !9
}

define i64 @shuffle(i64 %x) !dbg !11 {
  %y = call i64 @callee(i64 1), !dbg !12
  %s = add i64 %x, %y, !dbg !12
  ret i64 %s, !dbg !12
}

define void @leaf(ptr %p, i64 %x) {
  store i64 %x, ptr %p
  ret void
}

declare i64 @callee(i64)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "across", file: !1, line: 10, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!7 = !DILocation(line: 11, column: 3, scope: !4)
!8 = distinct !DISubprogram(name: "loops", file: !1, line: 20, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!9 = !DILocation(line: 21, column: 3, scope: !8)
!10 = !DILocation(line: 22, column: 5, scope: !8)
!11 = distinct !DISubprogram(name: "shuffle", file: !1, line: 30, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!12 = !DILocation(line: 31, column: 3, scope: !11)
