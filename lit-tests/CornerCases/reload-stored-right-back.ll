; More arguments are in registers than four registers can hold. A range that was stored from a
; register goes to memory itself in a later round; the target does not say what its stores to slots
; are, so LLVM's spiller leaves a reload of what is stored right back. Without those LLVM's allocator
; finds a register for everything.
; REQUIRES: loongarch-registered-target
; RUN: rm -f %t
; RUN: llc -mtriple=loongarch64-linux-gnu -mattr=+lasx -stress-regalloc=4 -regalloc=limit -verify-machineinstrs -limit-check -limit-report=%t < %s -o /dev/null
; RUN: FileCheck %s < %t

; CHECK: "last_resort":"no register for


define void @arguments(ptr %0, ptr %1, ptr %2, i32 %3, i64 %4, i1 %Cmp56, i1 %E58, i1 %Cmp63, i1 %Cmp, i1 %Sl70, i1 %Cmp86, i1 %E88, i1 %E104, <8 x i64> %L57, i1 %Cmp117, <16 x i32> %FC84, i1 %Sl123, <8 x i64> %I106, float %L64, i1 %Cmp160, i32 %E125, i1 %E162, i1 %Sl174) {
BB:
  store i32 1, ptr %0, align 4
  %Cmp1 = icmp ne i64 352941, %4
  %B9 = shl i32 0, 0
  br label %CF

CF:                                               ; preds = %CF317, %CF312, %CF315, %CF308, %CF, %BB
  br i1 false, label %CF, label %CF306

CF306:                                            ; preds = %CF314, %CF306, %CF
  %I15 = insertelement <2 x i1> zeroinitializer, i1 false, i32 0
  %Cmp18 = fcmp false float 0.000000e+00, 0.000000e+00
  br i1 %Cmp18, label %CF306, label %CF314

CF314:                                            ; preds = %CF306
  store i32 %3, ptr %1, align 4
  %L27 = load <8 x i16>, ptr %2, align 16
  store i1 %Cmp1, ptr null, align 1
  br i1 false, label %CF306, label %CF308

CF308:                                            ; preds = %CF314
  %Cmp33 = icmp eq i1 false, false
  br i1 %Cmp33, label %CF, label %CF282

CF282:                                            ; preds = %CF282, %CF308
  br i1 false, label %CF282, label %CF286

CF286:                                            ; preds = %CF282
  store <16 x double> zeroinitializer, ptr null, align 128
  br label %CF295

CF295:                                            ; preds = %CF295, %CF286
  %FC54 = uitofp <16 x i8> zeroinitializer to <16 x float>
  %Cmp562 = icmp eq i16 0, 1
  br i1 %Cmp56, label %CF295, label %CF315

CF315:                                            ; preds = %CF295
  %L573 = load <8 x i64>, ptr null, align 64
  store i64 0, ptr null, align 4
  %E584 = extractelement <2 x i1> zeroinitializer, i32 0
  br i1 %E58, label %CF, label %CF279

CF279:                                            ; preds = %CF303, %CF300, %CF296, %CF321, %CF279, %CF315
  %Cmp635 = fcmp ogt double 0.000000e+00, 0.000000e+00
  br i1 %Cmp63, label %CF279, label %CF321

CF321:                                            ; preds = %CF279
  %L646 = load float, ptr null, align 4
  store <8 x i8> zeroinitializer, ptr null, align 8
  %E65 = extractelement <2 x i1> zeroinitializer, i32 0
  br i1 false, label %CF279, label %CF296

CF296:                                            ; preds = %CF321
  %Sl707 = select i1 false, i1 false, i1 %Cmp
  br i1 %Sl70, label %CF279, label %CF292

CF292:                                            ; preds = %CF304, %CF313, %CF292, %CF296
  br i1 false, label %CF292, label %CF313

CF313:                                            ; preds = %CF292
  store <16 x i32> <i32 0, i32 -1, i32 0, i32 -1, i32 0, i32 -1, i32 0, i32 -1, i32 0, i32 -1, i32 0, i32 -1, i32 0, i32 -1, i32 0, i32 -1>, ptr null, align 64
  %E72 = extractelement <8 x i16> %L27, i32 0
  %Cmp78 = icmp ugt i16 %E72, 557
  br i1 %Cmp78, label %CF292, label %CF304

CF304:                                            ; preds = %CF313
  %FC848 = fptosi <16 x float> splat (float 1.000000e+00) to <16 x i32>
  %Cmp869 = icmp uge i32 0, %3
  br i1 %Cmp86, label %CF292, label %CF300

CF300:                                            ; preds = %CF304
  %E8810 = extractelement <16 x i1> zeroinitializer, i32 0
  br i1 %E88, label %CF279, label %CF290

CF290:                                            ; preds = %CF290, %CF300
  br i1 false, label %CF290, label %CF297

CF297:                                            ; preds = %CF297, %CF290
  %E10411 = extractelement <2 x i1> zeroinitializer, i32 0
  br i1 %E104, label %CF297, label %CF298

CF298:                                            ; preds = %CF298, %CF297
  %I10612 = insertelement <8 x i64> %L57, i64 0, i32 %3
  %L111 = load <8 x float>, ptr null, align 32
  %Cmp11713 = icmp slt i1 false, false
  br i1 %Cmp117, label %CF298, label %CF303

CF303:                                            ; preds = %CF298
  %I121 = insertelement <16 x i32> %FC84, i32 0, i32 %3
  %Sl12314 = select i1 false, i1 false, i1 true
  br i1 %Sl123, label %CF279, label %CF283

CF283:                                            ; preds = %CF302, %CF283, %CF303
  store i64 %4, ptr null, align 4
  %E12515 = extractelement <16 x i32> zeroinitializer, i32 58665
  %Shuff133 = shufflevector <16 x i32> zeroinitializer, <16 x i32> %I121, <16 x i32> <i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 poison, i32 poison, i32 30, i32 0, i32 poison, i32 4, i32 6, i32 poison, i32 poison>
  %B135 = urem <8 x i64> %I106, zeroinitializer
  store <8 x i16> zeroinitializer, ptr %1, align 16
  %Cmp16016 = fcmp one float 0.000000e+00, %L64
  br i1 %Cmp160, label %CF283, label %CF302

CF302:                                            ; preds = %CF283
  %E16217 = extractelement <16 x i1> zeroinitializer, i32 %E125
  br i1 %E162, label %CF283, label %CF291

CF291:                                            ; preds = %CF291, %CF302
  %E170 = extractelement <2 x i1> zeroinitializer, i32 0
  br i1 false, label %CF291, label %CF312

CF312:                                            ; preds = %CF291
  %Sl17418 = select i1 false, i1 false, i1 false
  br i1 %Sl174, label %CF, label %CF278

CF278:                                            ; preds = %CF278, %CF312
  br i1 %E162, label %CF278, label %CF285

CF285:                                            ; preds = %CF285, %CF278
  %L176 = load i1, ptr null, align 1
  br i1 %L176, label %CF285, label %CF288

CF288:                                            ; preds = %CF288, %CF285
  store <8 x float> zeroinitializer, ptr null, align 32
  br i1 false, label %CF288, label %CF310

CF310:                                            ; preds = %CF310, %CF288
  br i1 false, label %CF310, label %CF316

CF316:                                            ; preds = %CF316, %CF310
  br i1 false, label %CF316, label %CF317

CF317:                                            ; preds = %CF316
  br label %CF
}
