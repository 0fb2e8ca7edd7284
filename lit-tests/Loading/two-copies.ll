; Two files with the plugin cannot be loaded into one process. The second one says so in one line,
; instead of LLVM's stack trace about options that are registered twice.
; REQUIRES: x86-registered-target
; RUN: cp %plugin %t.so
; RUN: not %bare-llc -load %plugin -load %t.so -mtriple=x86_64-linux-gnu %s -o /dev/null 2>&1 | FileCheck %s
; RUN: rm %t.so
; The same file twice is loaded once.
; RUN: %bare-llc -load %plugin -load %plugin -mtriple=x86_64-linux-gnu -regalloc=limit %s -o /dev/null

; CHECK: LLVM ERROR: regalloc-limit is loaded already, from {{.*}}.so; do not load {{.*}}two-copies.ll.tmp.so too
; CHECK-NOT: {{.}}

define void @nothing() {
  ret void
}
