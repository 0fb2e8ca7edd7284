; LLVM's scheduler leaves a value that a landing pad reads behind the inline assembly that raises. On the
; exceptional edge it has none, and so it has no register there.
; REQUIRES: riscv-registered-target
; RUN: llc -mtriple=riscv32-linux-gnu -mattr=+e -target-abi=ilp32e -enable-ipra -regalloc=limit -limit-check-strict < %s -o /dev/null

define fastcc i32 @f0(ptr %memory, i32 %v14) personality ptr null {
entry:
  switch i32 %v14, label %block31 [
    i32 0, label %block34
    i32 1, label %block34
  ]

block31:                                          ; preds = %entry
  %v66 = call i32 null(ptr null) #0
  ret i32 %v66

block34:                                          ; preds = %block35, %entry, %entry
  %v1.1 = phi i32 [ 0, %block35 ], [ 1, %entry ], [ 1, %entry ]
  %v123 = invoke i32 asm sideeffect unwind "", "=&r,r,~{memory}"(i32 0)
          to label %block35 unwind label %pad121

pad121:                                           ; preds = %block34
  %v124 = landingpad { ptr, i32 }
          cleanup
  store i32 %v1.1, ptr null, align 4
  ret i32 0

block35:                                          ; preds = %block34
  %v154 = getelementptr i8, ptr %memory, i32 528
  br label %block34
}

attributes #0 = { returns_twice }
