; The character that SRST looks for is in a fixed register. The post-RA MachineLICM moves what loads
; it out of the loop, where it is compared.
; REQUIRES: systemz-registered-target
; RUN: rm -f %t
; RUN: llc -mtriple=s390x-linux-gnu -regalloc=limit -limit-check-report=%t < %s | FileCheck --check-prefix=ASM %s
; RUN: FileCheck %s < %t

; ASM: lhi %r0, 0
; ASM: .LBB0_1:
; ASM-NOT: lhi
; ASM: srst

; CHECK: "function":"length","faults":0,"not_followed":null,"after":"post-RA MachineLICM"

define i64 @length(ptr %p) {
  %l = call i64 @strlen(ptr %p)
  ret i64 %l
}

declare i64 @strlen(ptr)
