; An even number of pushes needs one more on x86-64, which keeps the stack aligned for calls: a register that is
; saved in its stead costs nothing. So it holds the address, which is else computed again for each call.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -relocation-model=pic -regalloc=limit -verify-machineinstrs < %s | FileCheck %s

; CHECK-LABEL: release_all:
; CHECK:       pushq %rbx
; CHECK:       movq hooks@GOTPCREL(%rip), %rbx
; CHECK:       callq *16(%rbx)
; CHECK-NOT:   hooks
; CHECK:       callq *16(%rbx)
; CHECK-NOT:   hooks
; CHECK:       callq *16(%rbx)
; CHECK-NOT:   hooks
; CHECK:       popq %rbx

; One register is saved for the argument: with the address there would be two, and a push beside them.
; CHECK-LABEL: release_one:
; CHECK:       pushq %rbx
; CHECK-NOT:   push
; CHECK:       movq %rdi, %rbx

@hooks = external global { ptr, ptr, ptr }
@first = external global ptr
@second = external global ptr
@third = external global ptr

define void @release_all() nounwind {
  %hook = getelementptr i8, ptr @hooks, i64 16
  %a = load ptr, ptr @first
  %release.a = load ptr, ptr %hook
  call void %release.a(ptr %a)
  %b = load ptr, ptr @second
  %release.b = load ptr, ptr %hook
  call void %release.b(ptr %b)
  %c = load ptr, ptr @third
  %release.c = load ptr, ptr %hook
  call void %release.c(ptr %c)
  ret void
}

define void @release_one(ptr %of) nounwind {
  %hook = getelementptr i8, ptr @hooks, i64 16
  %release = load ptr, ptr %hook
  %a = load ptr, ptr %of
  call void %release(ptr %a)
  %release.again = load ptr, ptr %hook
  call void %release.again(ptr %of)
  ret void
}
