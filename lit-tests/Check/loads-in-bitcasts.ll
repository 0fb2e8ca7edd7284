; A move between kinds of registers of what was just loaded becomes a load of the other kind, which
; basic executes again where the result is read. The general register may be written once more behind
; the load, and the load is then not what it holds everywhere.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=i686-linux-gnu -mattr=+avx2 -stress-regalloc=2 -regalloc=basic -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=i686-pc-windows-msvc -mattr=+avx -stress-regalloc=2 -regalloc=basic -limit-check-strict < %s -o /dev/null

define void @loads_once(i32 %0, <16 x i16> %I29, i1 %E71, i16 %E63) {
BB:
  %BC = bitcast i32 %0 to float
  br label %CF334

CF334:
  br i1 %E71, label %CF334, label %CF328

CF328:
  store i16 %E63, ptr null, align 2
  %Cmp54 = icmp sgt <16 x i16> %I29, zeroinitializer
  %E91 = extractelement <16 x i1> %Cmp54, i32 %0
  br i1 %E91, label %CF328, label %CF355

CF355:
  store float %BC, ptr null, align 4
  br label %CF355
}

define void @writes_again(ptr %0, i32 %1, i1 %Tr16) {
BB:
  store <8 x float> <float 0.000000e+00, float 0xFFFFFFFFE0000000, float 0.000000e+00, float 0xFFFFFFFFE0000000, float 0.000000e+00, float 0xFFFFFFFFE0000000, float 0.000000e+00, float 0xFFFFFFFFE0000000>, ptr null, align 32
  br label %CF330

CF330:
  store <4 x i64> zeroinitializer, ptr %0, align 32
  %BC = bitcast i32 %1 to float
  br i1 %Tr16, label %CF330, label %CF338

CF338:
  store <4 x float> <float 0.000000e+00, float 0xFFFFFFFFE0000000, float 0.000000e+00, float 0xFFFFFFFFE0000000>, ptr %0, align 16
  store <8 x i32> <i32 0, i32 -1, i32 0, i32 -1, i32 0, i32 -1, i32 0, i32 -1>, ptr null, align 32
  %E63 = extractelement <16 x i16> zeroinitializer, i32 %1
  store i16 %E63, ptr %0, align 2
  store float %BC, ptr null, align 4
  ret void
}
