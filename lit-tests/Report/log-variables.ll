; With debug information the log has source lines and the names of variables: %c is an argument that is
; read behind the loop only, in line 5, which keeps it alive. What limit-pressure decides is logged too.

; REQUIRES: x86-registered-target
; RUN: rm -f %t.log %t.json
; RUN: llc -mtriple=x86_64-linux-gnu -O2 -stress-regalloc=3 -regalloc=limit -limit-log=%t.log \
; RUN:   -limit-log-format=text %s -o %t.logged
; RUN: FileCheck %s --input-file=%t.log
; RUN: llc -mtriple=x86_64-linux-gnu -O2 -stress-regalloc=3 -regalloc=limit %s -o - | diff - %t.logged
; RUN: llc -mtriple=x86_64-linux-gnu -O2 -stress-regalloc=3 -regalloc=limit -limit-log=%t.json %s -o /dev/null
; RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
; RUN: rm -f %t.pressure %t.pressure.txt
; RUN: llc -mtriple=x86_64-linux-gnu -O2 -stress-regalloc=3 -limit-pressure -regalloc=greedy -limit-log=%t.pressure \
; RUN:   %s -o %t.logged
; RUN: FileCheck %s --check-prefix=PRESSURE --input-file=%t.pressure
; RUN: llc -mtriple=x86_64-linux-gnu -O2 -stress-regalloc=3 -limit-pressure -regalloc=limit -o %t.logged %s \
; RUN:   -limit-log=%t.pressure.txt -limit-log-format=text
; RUN: FileCheck %s --check-prefix=BOTH --input-file=%t.pressure.txt
; RUN: llc -mtriple=x86_64-linux-gnu -O2 -stress-regalloc=3 -limit-pressure -regalloc=limit %s -o - \
; RUN:   | diff - %t.logged

; CHECK:        limit: GR32 holds 5 of 3 at i5 line 4
; CHECK:        loops: GR32 is 2 over at the start of b1 line 4: %[[C:[0-9]+]](c) [[PRICE:[0-9.]+]]
; CHECK-NEXT:   loops: %[[C]](c) leaves at the start of b1 line 4 for [[PRICE]], its last use is in line 5
; CHECK:        limit: %[[C]](c) goes to memory (pressure, [[PRICE]]){{$}}
; CHECK:        limit: %{{[0-9]+}} goes to memory (pressure, {{[0-9.]+}}), others %[[S:[0-9]+]] {{[0-9.]+}}, %{{[0-9]+}} with %[[S]] {{[0-9.]+}}

; JSON: {"schema":1,"event":"function",{{.*}}{"range":{{[0-9]+}},"variable":"c","line":0,"last_use":5}
; PRESSURE: {"schema":1,"event":"function","pass":"limit-pressure",{{.*}}"function":"sum",{{.*}}"variable":"c"
; PRESSURE: "phase":"loops","event":"leave","range":[[C:[0-9]+]],
; PRESSURE: "event":"memory","range":[[C]],"why":"pressure"

; BOTH:        function sum in limit-pressure
; BOTH:          loops: %[[C:[0-9]+]](c) leaves
; BOTH:        function sum{{$}}
; BOTH:          assign: %{{[0-9]+}} in

define i32 @sum(ptr %p, i32 %n, i32 %c) !dbg !4 {
entry:
    #dbg_value(i32 %c, !8, !DIExpression(), !9)
  br label %loop, !dbg !9

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ], !dbg !9
  %s = phi i32 [ 0, %entry ], [ %t, %loop ], !dbg !9
  %at = getelementptr i32, ptr %p, i32 %i, !dbg !9
  %x = load i32, ptr %at, !dbg !9
  %t = add i32 %s, %x, !dbg !9
  %next = add i32 %i, 1, !dbg !9
  %again = icmp slt i32 %next, %n, !dbg !9
  br i1 %again, label %loop, label %done, !dbg !9

done:
  %r = mul i32 %t, %c, !dbg !11
  ret i32 %r, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "sum.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 5}
!4 = distinct !DISubprogram(name: "sum", file: !1, line: 3, type: !5, unit: !0, spFlags: DISPFlagDefinition, retainedNodes: !7)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !{!8}
!8 = !DILocalVariable(name: "c", arg: 3, scope: !4, file: !1, line: 3, type: !10)
!9 = !DILocation(line: 4, column: 1, scope: !4)
!11 = !DILocation(line: 5, column: 1, scope: !4)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
