; LLVM's coalescer leaves a value that both ways out of an asm goto read behind the asm. Where the asm
; jumps it has none, and so it has no register there.
; REQUIRES: arm-registered-target
; RUN: llc -mtriple=armv7-linux-gnueabihf -mattr=+neon -stress-regalloc=5 -relocation-model=pic -global-isel -global-isel-abort=2 -regalloc=greedy -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=thumbv8.1m.main-none-eabihf -mattr=+mve.fp,+lob -stress-regalloc=9 -O3 -enable-ipra -regalloc=greedy -limit-check-strict < %s -o /dev/null

declare i8 @g10()

define i32 @undefined_value(ptr %memory, i1 %v262) {
entry:
  br label %block68

block68:
  callbr void asm sideeffect "", "r,r,!i"(i32 0, i32 0)
          to label %block70 [label %block76]

block70:
  %v151 = urem i64 0, 0
  %v152 = trunc i64 %v151 to i32
  %v164 = icmp slt i32 0, 0
  br i1 %v164, label %block68, label %block71

block71:
  %v171 = cmpxchg ptr null, i32 0, i32 0 monotonic monotonic, align 4
  callbr void asm sideeffect "", "r,r,!i"(i32 0, i32 0)
          to label %block73 [label %block77]

block73:
  %v1.3 = phi i32 [ 0, %block76 ], [ %v152, %block71 ]
  %v214 = call i8 @g10()
  br label %block76

block76:
  %v1.1 = phi i32 [ 0, %block68 ], [ %v1.3, %block73 ]
  store i32 %v1.1, ptr %memory, align 4
  br i1 %v262, label %block73, label %block77

block77:
  %v1.4 = phi i32 [ 0, %block76 ], [ %v152, %block71 ]
  ret i32 %v1.4
}

declare i8 @g8()

define i32 @same_constant(ptr %memory, i1 %v262, ptr %v283, { i32, i32 } %v1281) {
entry:
  callbr void asm sideeffect "", "r,r,!i"(i32 0, i32 0)
          to label %block70 [label %block76]

block70:
  %v161 = call i8 @g8()
  callbr void asm sideeffect "", "r,r,!i"(i32 0, i32 0)
          to label %block73 [label %block77]

common.ret:
  %common.ret.op = phi i32 [ 0, %block73 ], [ 0, %block77 ]
  ret i32 %common.ret.op

block73:
  %v2.2 = phi i32 [ %v1302, %block76 ], [ 0, %block70 ]
  %v217 = call i32 asm sideeffect "", "=r,r,rm,~{memory}"(i32 0, i32 %v2.2)
  br label %common.ret

block76:
  %v1302 = extractvalue { i32, i32 } %v1281, 1
  br i1 %v262, label %block73, label %block77

block77:
  %v5.3 = phi i32 [ 1, %block76 ], [ 0, %block70 ]
  %v2.3 = phi i32 [ %v1302, %block76 ], [ 0, %block70 ]
  store i32 %v2.3, ptr %v283, align 4
  store i32 %v5.3, ptr %memory, align 4
  br label %common.ret
}
