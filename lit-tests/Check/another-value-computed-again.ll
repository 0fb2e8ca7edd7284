; A constant is computed again where the bits of a loaded integer are stored as a double. A load as a part of that
; move would look the same, but it is another value's: the checker takes it for that one. Found by fuzzing.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnux32 -mattr=+avx -stress-regalloc=3 -regalloc=limit -limit-check-strict < %s -o /dev/null

define i1 @two_doubles(ptr %0, i32 %1, i1 %Cmp55, <4 x i32> %L56) {
BB:
  br label %CF243

CF243:
  %L5 = load <4 x i1>, ptr %0, align 1
  %I14 = insertelement <4 x i64> zeroinitializer, i64 0, i32 %1
  %FC = uitofp i32 1 to double
  %L48 = load i64, ptr null, align 4
  store <4 x double> zeroinitializer, ptr null, align 32
  br i1 %Cmp55, label %CF243, label %CF247

CF247:
  %L71 = load <8 x i16>, ptr null, align 16
  store i64 0, ptr null, align 4
  br label %CF236

CF236:
  store double %FC, ptr null, align 8
  %E94 = extractelement <8 x i16> %L71, i32 %1
  %Cmp84 = icmp eq <4 x i32> zeroinitializer, %L56
  %Cmp105 = icmp ult <4 x i1> %Cmp84, %L5
  %BC111 = bitcast i64 %L48 to double
  %E115 = extractelement <4 x i8> zeroinitializer, i32 %1
  %FC126 = sitofp <4 x i1> %Cmp105 to <4 x double>
  br i1 %Cmp55, label %CF236, label %CF238

CF238:
  %I140 = insertelement <2 x i8> zeroinitializer, i8 %E115, i32 0
  %I175 = insertelement <8 x i16> zeroinitializer, i16 %E94, i32 0
  store <4 x double> %FC126, ptr null, align 32
  %Sl230 = select i1 false, <4 x i64> %I14, <4 x i64> zeroinitializer
  %Cmp231 = fcmp uge double %BC111, 0.000000e+00
  ret i1 %Cmp231
}
