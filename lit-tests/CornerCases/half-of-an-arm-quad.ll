; A register of two doubles is spilled when only one of them has a value. ARM's store of both, which the
; expansion of pseudo instructions names one by one, has the other one defined in front of it.
; REQUIRES: arm-registered-target
; RUN: llc -mtriple=armv7-linux-gnueabihf -mattr=+neon -stress-regalloc=4 -enable-subreg-liveness -regalloc=limit \
; RUN:   -verify-machineinstrs -limit-check-strict < %s -o /dev/null

declare swiftcc i8 @g2()

define <16 x i8> @shuffles(<16 x i8> %v56) {
entry:
  %v341 = call swiftcc i8 @g2()
  %v74 = shufflevector <16 x i8> zeroinitializer, <16 x i8> %v56, <16 x i32> <i32 8, i32 18, i32 5, i32 25, i32 18, i32 30, i32 16, i32 1, i32 18, i32 5, i32 3, i32 3, i32 11, i32 3, i32 27, i32 16>
  ret <16 x i8> %v74
}
