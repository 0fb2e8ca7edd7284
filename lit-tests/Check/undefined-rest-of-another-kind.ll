; A byte is loaded to a floating-point register, of which the rest stays undefined. All of it is
; stored, and read from the slot as a general register. What was left beside the byte may be part of
; that.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64-linux-gnu -mattr=+sve2 -stress-regalloc=7 -enable-shrink-wrap=false -global-isel -global-isel-abort=2 -regalloc=basic -limit-check-strict < %s -o /dev/null
; RUN: llc -mtriple=aarch64-linux-gnu -mattr=+sve2 -stress-regalloc=7 -enable-shrink-wrap=false -global-isel -global-isel-abort=2 -regalloc=greedy -limit-check-strict < %s -o /dev/null

define void @for_basic(ptr %0, <4 x double> %L71, ptr %PC2, i32 %ZE99) {
BB:
  store <8 x i64> <i64 0, i64 -1, i64 0, i64 -1, i64 0, i64 -1, i64 0, i64 -1>, ptr %0, align 64
  %E6 = extractelement <4 x i64> zeroinitializer, i32 0
  %L25 = load i1, ptr %0, align 1
  store <8 x i8> zeroinitializer, ptr %0, align 8
  %FC83 = fptoui <4 x double> %L71 to <4 x i32>
  %PC21 = bitcast ptr null to ptr
  store <4 x i32> %FC83, ptr %PC21, align 16
  store <4 x i64> zeroinitializer, ptr %PC2, align 32
  %Shuff112 = shufflevector <4 x double> splat (double 1.000000e+00), <4 x double> zeroinitializer, <4 x i32> <i32 2, i32 4, i32 poison, i32 0>
  %E149 = extractelement <4 x double> %Shuff112, i32 %ZE99
  store double %E149, ptr %0, align 8
  store <16 x double> <double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF>, ptr %0, align 128
  br label %CF338

CF338:
  %Sl230 = select i1 %L25, ptr %0, ptr null
  store i64 0, ptr %Sl230, align 4
  br label %CF338
}

define void @for_greedy(ptr %0, ptr %1, i1 %L79) {
BB:
  store <8 x i64> <i64 0, i64 -1, i64 0, i64 -1, i64 0, i64 -1, i64 0, i64 -1>, ptr %0, align 64
  %L25 = load i1, ptr %0, align 1
  store <1 x float> zeroinitializer, ptr %0, align 4
  %L71 = load <4 x double>, ptr %0, align 32
  store <4 x i64> zeroinitializer, ptr %0, align 32
  store <8 x i8> zeroinitializer, ptr %0, align 8
  store <4 x float> zeroinitializer, ptr %0, align 16
  %FC83 = fptoui <4 x double> %L71 to <4 x i32>
  %PC2 = bitcast ptr null to ptr
  store <4 x i32> %FC83, ptr %PC2, align 16
  %Sl116 = select i1 %L79, <4 x i64> <i64 447043, i64 0, i64 0, i64 0>, <4 x i64> zeroinitializer
  store <4 x i64> %Sl116, ptr %1, align 32
  store <16 x double> <double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF>, ptr %0, align 128
  br label %CF338

CF338:
  %Sl230 = select i1 %L25, ptr %0, ptr null
  store i64 0, ptr %Sl230, align 4
  br label %CF338
}
