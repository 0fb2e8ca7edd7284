; An argument that arrives on the stack is live around a loop that does not read it. What is left of its
; range there is a copy that nobody reads: it goes, and does not become a load without a dead flag.
; Found by `regalloc-limit fuzz`, kind llvm-stress, seed 920079.
; REQUIRES: mips-registered-target
; RUN: llc -mtriple=mips-linux-gnu -mcpu=mips32r2 -regalloc=limit -verify-machineinstrs < %s -o /dev/null


define void @autogen_SD920079(ptr %0, i32 %1, i64 %2, i8 %3) {
BB:
  %A = alloca double, align 8
  store <8 x i64> <i64 0, i64 -1, i64 0, i64 -1, i64 0, i64 -1, i64 0, i64 -1>, ptr %A, align 64
  %E = extractelement <8 x i32> zeroinitializer, i32 %1
  %B = udiv <4 x i16> zeroinitializer, zeroinitializer
  %PC = bitcast ptr poison to ptr
  %Sl = select i1 true, i32 187441, i32 187441
  %E6 = extractelement <8 x i32> zeroinitializer, i32 %E
  %I8 = insertelement <2 x i1> zeroinitializer, i1 true, i32 %1
  %B9 = or <4 x i16> zeroinitializer, %B
  br label %CF335

CF335:                                            ; preds = %CF364, %CF354, %CF371, %CF335, %BB
  %L13 = load i16, ptr %PC, align 2
  %E14 = extractelement <8 x i1> zeroinitializer, i32 %E6
  br i1 %E14, label %CF335, label %CF356

CF356:                                            ; preds = %CF335
  br label %CF360

CF360:                                            ; preds = %CF379, %CF360, %CF356
  store <4 x i8> <i8 0, i8 -1, i8 0, i8 -1>, ptr %PC, align 4
  %E21 = extractelement <4 x i1> zeroinitializer, i32 %E
  br i1 %E21, label %CF360, label %CF379

CF379:                                            ; preds = %CF360
  %Sl25 = select i1 true, <1 x i64> zeroinitializer, <1 x i64> zeroinitializer
  %Cmp26 = icmp eq i16 %L13, 0
  br i1 %Cmp26, label %CF360, label %CF365

CF365:                                            ; preds = %CF365, %CF379
  %E28 = extractelement <8 x i16> zeroinitializer, i32 %1
  %Shuff29 = shufflevector <4 x i16> %B9, <4 x i16> zeroinitializer, <4 x i32> <i32 2, i32 4, i32 6, i32 0>
  %I30 = insertelement <4 x i16> zeroinitializer, i16 %L13, i32 %1
  %Se = sext i16 10581 to i32
  %Cmp32 = fcmp one float 0x405F2AD300000000, 0x4226A3FA80000000
  br i1 %Cmp32, label %CF365, label %CF371

CF371:                                            ; preds = %CF365
  store i16 %E28, ptr %PC, align 2
  %E34 = extractelement <2 x i32> zeroinitializer, i32 %E
  %B37 = udiv <4 x i16> %B9, %B
  %FC38 = sitofp <1 x i64> %Sl25 to <1 x float>
  %Sl39 = select i1 %Cmp32, i16 -1, i16 0
  %L41 = load <4 x i8>, ptr null, align 4
  store float 0x4226A3FA80000000, ptr %PC, align 4
  %E42 = extractelement <4 x i8> %L41, i32 %E6
  %I44 = insertelement <4 x i1> zeroinitializer, i1 false, i32 %Sl
  store i64 436353, ptr %0, align 4
  %Cmp56 = icmp eq i8 %E42, %3
  br i1 %Cmp56, label %CF335, label %CF354

CF354:                                            ; preds = %CF371
  %L64 = load i32, ptr null, align 4
  %Shuff66 = shufflevector <2 x i1> zeroinitializer, <2 x i1> %I8, <2 x i32> <i32 1, i32 poison>
  %I67 = insertelement <8 x i8> zeroinitializer, i8 %3, i32 %E
  %L72 = load <2 x i8>, ptr %PC, align 2
  %Sl78 = select i1 false, <4 x i16> zeroinitializer, <4 x i16> %B37
  store <4 x i16> %B, ptr null, align 8
  %I83 = insertelement <4 x i16> %Shuff29, i16 %Sl39, i32 %E6
  %Cmp94 = fcmp one float 0x405F2AD300000000, 0.000000e+00
  br i1 %Cmp94, label %CF335, label %CF337

CF337:                                            ; preds = %CF354
  %Shuff97 = shufflevector <4 x i16> %I83, <4 x i16> %B, <4 x i32> <i32 3, i32 poison, i32 7, i32 1>
  %Sl101 = select i1 %Cmp26, i1 %E14, i1 true
  br label %CF349

CF349:                                            ; preds = %CF349, %CF337
  store <2 x i16> <i16 0, i16 -1>, ptr null, align 4
  %Shuff105 = shufflevector <4 x i8> zeroinitializer, <4 x i8> %L41, <4 x i32> <i32 2, i32 poison, i32 6, i32 0>
  %I106 = insertelement <4 x float> zeroinitializer, float 0xC4CD20C100000000, i32 %Se
  %Sl108 = select i1 %Cmp56, i1 %E14, i1 true
  br i1 %Sl108, label %CF349, label %CF364

CF364:                                            ; preds = %CF349
  %Cmp109 = icmp slt i1 false, true
  br i1 %Cmp109, label %CF335, label %CF336

CF336:                                            ; preds = %CF364
  store i32 %E34, ptr null, align 4
  %E111 = extractelement <8 x i8> %I67, i32 187441
  br label %CF333

CF333:                                            ; preds = %CF333, %CF336
  %Shuff118 = shufflevector <4 x i8> %Shuff105, <4 x i8> zeroinitializer, <4 x i32> <i32 3, i32 5, i32 7, i32 1>
  %E131 = extractelement <4 x i1> zeroinitializer, i32 %Se
  br i1 %E131, label %CF333, label %CF340

CF340:                                            ; preds = %CF333
  %Cmp136 = icmp ule <4 x i1> zeroinitializer, %I44
  store <1 x float> %FC38, ptr %0, align 4
  %B148 = fdiv <4 x float> %I106, zeroinitializer
  br label %CF331

CF331:                                            ; preds = %CF331, %CF340
  store <2 x i8> %L72, ptr null, align 2
  %Sl157 = select i1 %Cmp56, i1 %Sl101, i1 false
  br i1 %Sl157, label %CF331, label %CF369

CF369:                                            ; preds = %CF331
  %I161 = insertelement <4 x i1> %Cmp136, i1 false, i32 0
  store i32 %L64, ptr null, align 4
  br label %CF347

CF347:                                            ; preds = %CF347, %CF369
  %Sl179 = select <4 x i1> zeroinitializer, <4 x i16> %I30, <4 x i16> zeroinitializer
  br label %CF347
}
