; The first spills remove dead definitions. Their values stay in the intervals, unused and without a
; position, where the spiller looked for one when it took small relatives along.
; REQUIRES: msp430-registered-target
; RUN: llc -mtriple=msp430 -O1 -regalloc=limit -verify-regalloc %s -o - | FileCheck %s

; CHECK-LABEL: f:
; CHECK: .size f

define void @f(ptr %0, ptr %1, ptr %2, i32 %3, i64 %4, i8 %5) {
BB:
  %A4 = alloca <4 x double>, align 32
  %A3 = alloca <4 x i8>, align 4
  %A2 = alloca <2 x i64>, align 16
  %A1 = alloca <4 x i16>, align 8
  %A = alloca <2 x i8>, align 2
  %L = load i1, ptr %0, align 1
  br label %CF416

CF416:                                            ; preds = %CF438, %CF416, %BB
  store <1 x i8> zeroinitializer, ptr %0, align 1
  %E = extractelement <2 x i64> zeroinitializer, i32 241707
  %Shuff = shufflevector <8 x i16> zeroinitializer, <8 x i16> zeroinitializer, <8 x i32> <i32 13, i32 poison, i32 1, i32 3, i32 5, i32 7, i32 9, i32 11>
  %I = insertelement <2 x i64> zeroinitializer, i64 -1, i32 0
  %FC = sitofp i64 466531 to float
  %Sl = select i1 true, i64 -1, i64 %E
  %Cmp = icmp ugt <1 x i16> zeroinitializer, zeroinitializer
  %L5 = load <8 x i32>, ptr %0, align 32
  store double 0xDAD9467834D715F6, ptr %0, align 8
  %E6 = extractelement <8 x i16> zeroinitializer, i32 %3
  %Shuff7 = shufflevector <4 x i1> zeroinitializer, <4 x i1> zeroinitializer, <4 x i32> <i32 1, i32 3, i32 poison, i32 7>
  %I8 = insertelement <2 x i64> zeroinitializer, i64 466531, i32 0
  %B = fdiv double 0xD59187303B8F62AE, 0xA1570B41A137632
  %Tr = trunc i16 %E6 to i1
  br i1 %Tr, label %CF416, label %CF438

CF438:                                            ; preds = %CF416
  %Sl9 = select i1 true, i32 0, i32 -1
  %L10 = load i16, ptr %0, align 2
  store <8 x float> <float 0.000000e+00, float 0xFFFFFFFFE0000000, float 0.000000e+00, float 0xFFFFFFFFE0000000, float 0.000000e+00, float 0xFFFFFFFFE0000000, float 0.000000e+00, float 0xFFFFFFFFE0000000>, ptr %0, align 32
  %E11 = extractelement <8 x i16> zeroinitializer, i32 241707
  %Shuff12 = shufflevector <2 x i64> zeroinitializer, <2 x i64> %I8, <2 x i32> <i32 0, i32 poison>
  %I13 = insertelement <1 x i16> zeroinitializer, i16 0, i32 %Sl9
  %FC14 = uitofp i8 %5 to float
  %Sl15 = select i1 true, i32 %3, i32 %Sl9
  %Cmp16 = icmp sgt <2 x i64> %I, zeroinitializer
  %L17 = load i16, ptr %0, align 2
  store <16 x i64> <i64 0, i64 -1, i64 0, i64 -1, i64 0, i64 -1, i64 0, i64 -1, i64 0, i64 -1, i64 0, i64 -1, i64 0, i64 -1, i64 0, i64 -1>, ptr %0, align 128
  %E18 = extractelement <4 x i64> zeroinitializer, i32 %Sl15
  %Shuff19 = shufflevector <2 x i64> %Shuff12, <2 x i64> %I8, <2 x i32> <i32 poison, i32 2>
  %I20 = insertelement <2 x i64> %Shuff19, i64 434439, i32 %Sl9
  %B21 = fmul float %FC, 0x425DE641C0000000
  %Tr22 = trunc i32 -1 to i8
  %Sl23 = select <2 x i1> %Cmp16, <2 x i64> %I20, <2 x i64> zeroinitializer
  %Cmp24 = icmp ugt i1 true, true
  br i1 %Cmp24, label %CF416, label %CF424

CF424:                                            ; preds = %CF438
  %L25 = load <8 x i8>, ptr %0, align 8
  store i1 %Tr, ptr %0, align 1
  %E26 = extractelement <4 x i64> zeroinitializer, i32 %3
  %Shuff27 = shufflevector <8 x i16> zeroinitializer, <8 x i16> zeroinitializer, <8 x i32> <i32 poison, i32 7, i32 9, i32 11, i32 13, i32 poison, i32 1, i32 poison>
  %I28 = insertelement <2 x i8> zeroinitializer, i8 %Tr22, i32 241707
  %B29 = mul i8 115, %Tr22
  %Se = sext i1 true to i32
  %Sl30 = select i1 %Tr, i16 %L10, i16 %E6
  %Cmp31 = icmp ugt i64 %E, %E18
  br label %CF400

CF400:                                            ; preds = %CF432, %CF443, %CF400, %CF424
  %L32 = load i16, ptr %0, align 2
  store <8 x double> <double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF>, ptr %0, align 64
  %E33 = extractelement <4 x i64> zeroinitializer, i32 %Sl9
  %Shuff34 = shufflevector <8 x i16> zeroinitializer, <8 x i16> zeroinitializer, <8 x i32> <i32 10, i32 12, i32 14, i32 poison, i32 2, i32 4, i32 6, i32 8>
  %I35 = insertelement <2 x i64> zeroinitializer, i64 -1, i32 %Se
  %B36 = sub i16 %L10, 0
  %FC37 = uitofp <1 x i1> %Cmp to <1 x float>
  %Sl38 = select i1 %Tr, i8 -1, i8 %Tr22
  %Cmp39 = icmp uge i8 -1, 103
  br i1 %Cmp39, label %CF400, label %CF443

CF443:                                            ; preds = %CF400
  %L40 = load i32, ptr %0, align 4
  store <8 x i32> zeroinitializer, ptr %0, align 32
  %E41 = extractelement <8 x i16> %Shuff34, i32 0
  %Shuff42 = shufflevector <2 x i64> %Sl23, <2 x i64> %I, <2 x i32> <i32 0, i32 2>
  %I43 = insertelement <8 x i16> %Shuff34, i16 %E6, i32 %Se
  %Tr44 = trunc <2 x i16> zeroinitializer to <2 x i8>
  %Sl45 = select <4 x i1> zeroinitializer, <4 x i1> %Shuff7, <4 x i1> zeroinitializer
  %Cmp46 = icmp uge <1 x i1> zeroinitializer, zeroinitializer
  %L47 = load <4 x double>, ptr %0, align 32
  store i8 %5, ptr %0, align 1
  %E48 = extractelement <1 x i1> zeroinitializer, i32 0
  br i1 %E48, label %CF400, label %CF432

CF432:                                            ; preds = %CF443
  %Shuff49 = shufflevector <4 x i64> zeroinitializer, <4 x i64> zeroinitializer, <4 x i32> <i32 poison, i32 poison, i32 5, i32 7>
  %I50 = insertelement <4 x i1> %Sl45, i1 %Cmp31, i32 241707
  %B51 = fdiv float 0xBE28FBCCC0000000, %FC
  %FC52 = sitofp <2 x i64> %I35 to <2 x double>
  %Sl53 = select i1 %L, i1 %Cmp24, i1 %Cmp39
  br i1 %Sl53, label %CF400, label %CF401

CF401:                                            ; preds = %CF432
  %Cmp54 = icmp uge i8 %5, %5
  br label %CF395

CF395:                                            ; preds = %CF431, %CF422, %CF395, %CF401
  %L55 = load <8 x i16>, ptr %0, align 16
  store i8 %Tr22, ptr %0, align 1
  %E56 = extractelement <2 x i64> %I20, i32 %Sl9
  %Shuff57 = shufflevector <4 x i64> zeroinitializer, <4 x i64> zeroinitializer, <4 x i32> <i32 7, i32 1, i32 3, i32 poison>
  %I58 = insertelement <4 x i64> %Shuff57, i64 %E56, i32 -1
  %B59 = frem double 0xD59187303B8F62AE, 0xDAD9467834D715F6
  %Tr60 = trunc i64 %E26 to i8
  %Sl61 = select i1 true, <8 x i16> %Shuff, <8 x i16> %Shuff27
  %Cmp62 = icmp sgt i1 true, true
  br i1 %Cmp62, label %CF395, label %CF422

CF422:                                            ; preds = %CF395
  %L63 = load float, ptr %0, align 4
  store <4 x i64> %Shuff49, ptr %0, align 32
  %E64 = extractelement <1 x i16> %I13, i32 %3
  %Shuff65 = shufflevector <2 x i64> zeroinitializer, <2 x i64> %I, <2 x i32> <i32 0, i32 2>
  %I66 = insertelement <1 x i16> %I13, i16 %L10, i32 %Se
  %B67 = fmul double 0xD59187303B8F62AE, 0xDAD9467834D715F6
  %Sl68 = select i1 true, ptr %0, ptr %A3
  %Cmp69 = icmp sge <2 x i64> %I35, %Sl23
  %L70 = load <2 x i64>, ptr %Sl68, align 16
  store i64 466531, ptr %Sl68, align 4
  %E71 = extractelement <2 x i64> zeroinitializer, i32 %Sl9
  %Shuff72 = shufflevector <1 x i1> zeroinitializer, <1 x i1> %Cmp46, <1 x i32> <i32 1>
  %I73 = insertelement <1 x i1> zeroinitializer, i1 %Cmp24, i32 %3
  %Se74 = sext <1 x i1> %Shuff72 to <1 x i8>
  %Sl75 = select i1 %L, i32 %Sl15, i32 235751
  %Cmp76 = icmp sge i1 %Cmp62, %Cmp31
  br i1 %Cmp76, label %CF395, label %CF402

CF402:                                            ; preds = %CF414, %CF428, %CF402, %CF422
  %L77 = load double, ptr %Sl68, align 8
  store <4 x i64> zeroinitializer, ptr %0, align 32
  %E78 = extractelement <2 x i8> zeroinitializer, i32 %Sl75
  %Shuff79 = shufflevector <4 x i1> %Shuff7, <4 x i1> zeroinitializer, <4 x i32> <i32 poison, i32 4, i32 6, i32 0>
  %I80 = insertelement <8 x i16> %Shuff, i16 %B36, i32 %Sl75
  %ZE = zext <4 x i1> %Shuff7 to <4 x i8>
  %Sl81 = select i1 %Cmp39, <2 x i64> %L70, <2 x i64> %I20
  %L82 = load <2 x i32>, ptr %Sl68, align 8
  store i1 %Cmp39, ptr %Sl68, align 1
  %E83 = extractelement <2 x i64> %Shuff42, i32 %L40
  %Shuff84 = shufflevector <4 x i64> zeroinitializer, <4 x i64> zeroinitializer, <4 x i32> <i32 7, i32 poison, i32 3, i32 5>
  %I85 = insertelement <2 x i64> zeroinitializer, i64 %E18, i32 %3
  %B86 = sub <2 x i64> %Sl23, %Sl23
  %Sl87 = select i1 %Cmp24, i1 %E48, i1 %Cmp62
  br i1 %Sl87, label %CF402, label %CF428

CF428:                                            ; preds = %CF402
  %Cmp88 = icmp ule <2 x i64> %Shuff65, %I
  %L89 = load <8 x i32>, ptr %Sl68, align 32
  store i16 %Sl30, ptr %0, align 2
  %E90 = extractelement <8 x i32> zeroinitializer, i32 %Sl75
  %Shuff91 = shufflevector <2 x i64> %Sl23, <2 x i64> %L70, <2 x i32> <i32 3, i32 poison>
  %I92 = insertelement <4 x i64> %Shuff84, i64 %E71, i32 %L40
  %B93 = udiv <8 x i16> %I80, %Shuff34
  %Sl94 = select i1 %Cmp31, i32 %Se, i32 %Sl9
  %Cmp95 = icmp eq <8 x i16> %B93, zeroinitializer
  %L96 = load i1, ptr %Sl68, align 1
  br i1 %L96, label %CF402, label %CF407

CF407:                                            ; preds = %CF419, %CF439, %CF407, %CF428
  store <8 x double> <double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF>, ptr %Sl68, align 64
  %E97 = extractelement <2 x i8> zeroinitializer, i32 %Se
  %Shuff98 = shufflevector <8 x i16> %Shuff34, <8 x i16> %I80, <8 x i32> <i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 poison>
  %I99 = insertelement <2 x i64> %I, i64 %E56, i32 %Sl9
  %B100 = and <2 x i64> %Shuff42, %I35
  %Sl101 = select i1 %Tr, i8 115, i8 %Tr60
  %Cmp102 = icmp ule <2 x i64> %Shuff12, %Shuff65
  %L103 = load <8 x double>, ptr %0, align 64
  store double 0xDAD9467834D715F6, ptr %Sl68, align 8
  %E104 = extractelement <2 x i64> %I, i32 %Sl75
  %Shuff105 = shufflevector <4 x i1> %Shuff7, <4 x i1> zeroinitializer, <4 x i32> <i32 5, i32 7, i32 1, i32 3>
  %I106 = insertelement <8 x i16> %Sl61, i16 0, i32 %L40
  %B107 = srem i64 %E83, %E56
  %Tr108 = trunc i64 %E56 to i1
  br i1 %Tr108, label %CF407, label %CF439

CF439:                                            ; preds = %CF407
  %Sl109 = select i1 %Cmp31, i16 %E11, i16 %B36
  %Cmp110 = icmp ult i1 %Tr, %Sl53
  br i1 %Cmp110, label %CF407, label %CF419

CF419:                                            ; preds = %CF439
  %L111 = load <4 x i1>, ptr %0, align 1
  store i16 %L17, ptr %Sl68, align 2
  %E112 = extractelement <2 x i1> %Cmp69, i32 %Sl75
  br i1 %E112, label %CF407, label %CF414

CF414:                                            ; preds = %CF419
  %Shuff113 = shufflevector <1 x i1> %Cmp, <1 x i1> %Cmp, <1 x i32> <i32 1>
  %I114 = insertelement <8 x i16> %Shuff34, i16 %Sl109, i32 %3
  %B115 = xor <1 x i16> %I66, zeroinitializer
  %Sl116 = select i1 %Cmp24, i8 -1, i8 %Sl101
  %Cmp117 = icmp ult <8 x i1> %Cmp95, %Cmp95
  %L118 = load i8, ptr %Sl68, align 1
  store <4 x float> <float 0.000000e+00, float 0xFFFFFFFFE0000000, float 0.000000e+00, float 0xFFFFFFFFE0000000>, ptr %0, align 16
  %E119 = extractelement <2 x i64> %Sl81, i32 %3
  %Shuff120 = shufflevector <8 x i16> %Shuff, <8 x i16> zeroinitializer, <8 x i32> <i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 0>
  %I121 = insertelement <2 x i64> %Shuff19, i64 -1, i32 %Sl75
  %B122 = add i8 %5, %Sl101
  %FC123 = fptoui <2 x double> %FC52 to <2 x i16>
  %Sl124 = select i1 true, i32 %3, i32 %Sl9
  %Cmp125 = icmp sge i64 %E, %Sl
  br i1 %Cmp125, label %CF402, label %CF404

CF404:                                            ; preds = %CF404, %CF414
  %L126 = load i64, ptr %Sl68, align 4
  store <16 x double> <double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF, double 0.000000e+00, double 0xFFFFFFFFFFFFFFFF>, ptr %2, align 128
  %E127 = extractelement <4 x i1> %Shuff79, i32 235751
  br i1 %E127, label %CF404, label %CF431

CF431:                                            ; preds = %CF404
  %Shuff128 = shufflevector <2 x i64> zeroinitializer, <2 x i64> %I, <2 x i32> <i32 poison, i32 2>
  %I129 = insertelement <2 x i1> %Cmp69, i1 %Cmp62, i32 %Sl75
  %FC130 = sitofp <8 x i16> %Shuff98 to <8 x double>
  %Sl131 = select i1 true, <1 x i1> %Shuff113, <1 x i1> %Cmp
  %Cmp132 = icmp slt i16 %E11, %E64
  br i1 %Cmp132, label %CF395, label %CF399

CF399:                                            ; preds = %CF440, %CF418, %CF399, %CF431
  %L133 = load float, ptr %Sl68, align 4
  store <4 x i8> %ZE, ptr %Sl68, align 4
  %E134 = extractelement <2 x i1> %Cmp102, i32 %Sl15
  br i1 %E134, label %CF399, label %CF418

CF418:                                            ; preds = %CF399
  %Shuff135 = shufflevector <2 x i64> %Shuff42, <2 x i64> zeroinitializer, <2 x i32> <i32 2, i32 0>
  %I136 = insertelement <2 x i64> %Shuff19, i64 %E104, i32 %3
  %Sl137 = select i1 %Cmp24, i8 %Sl116, i8 %Sl38
  %Cmp138 = icmp sgt <1 x i1> %Cmp46, %Cmp
  %L139 = load float, ptr %Sl68, align 4
  store <4 x i32> <i32 0, i32 -1, i32 0, i32 -1>, ptr %0, align 16
  %E140 = extractelement <4 x i1> %Shuff79, i32 235751
  br i1 %E140, label %CF399, label %CF406

CF406:                                            ; preds = %CF417, %CF406, %CF418
  %Shuff141 = shufflevector <1 x i1> %Sl131, <1 x i1> %Shuff72, <1 x i32> zeroinitializer
  %I142 = insertelement <4 x i1> zeroinitializer, i1 %Cmp76, i32 %Sl94
  %Sl143 = select i1 %Cmp76, <1 x i1> %Shuff141, <1 x i1> %Cmp46
  %Cmp144 = icmp ult i1 %L, %E48
  br i1 %Cmp144, label %CF406, label %CF413

CF413:                                            ; preds = %CF442, %CF413, %CF406
  %L145 = load i64, ptr %Sl68, align 4
  store <4 x i8> %ZE, ptr %0, align 4
  %E146 = extractelement <8 x i16> %Shuff, i32 %Sl75
  %Shuff147 = shufflevector <1 x i16> zeroinitializer, <1 x i16> zeroinitializer, <1 x i32> zeroinitializer
  %I148 = insertelement <2 x i64> %I121, i64 %L145, i32 %Sl75
  %B149 = fadd double %B67, 0xDAD9467834D715F6
  %Tr150 = trunc <4 x i64> %Shuff57 to <4 x i1>
  %Sl151 = select i1 %Cmp24, <2 x i64> %Shuff19, <2 x i64> %I
  %Cmp152 = icmp ugt <1 x i16> %B115, %I66
  %L153 = load i1, ptr %Sl68, align 1
  br i1 %L153, label %CF413, label %CF426

CF426:                                            ; preds = %CF426, %CF413
  store <2 x i16> %FC123, ptr %0, align 4
  %E154 = extractelement <2 x i64> %Shuff42, i32 %Sl124
  %Shuff155 = shufflevector <2 x i16> zeroinitializer, <2 x i16> %FC123, <2 x i32> <i32 poison, i32 0>
  %I156 = insertelement <8 x i16> %Shuff34, i16 %E6, i32 %Sl124
  %B157 = ashr <2 x i8> %I28, zeroinitializer
  %ZE158 = zext i1 %Cmp54 to i16
  %Sl159 = select i1 %Sl53, ptr %A2, ptr %Sl68
  %Cmp160 = icmp ne i64 %E56, %E83
  br i1 %Cmp160, label %CF426, label %CF442

CF442:                                            ; preds = %CF426
  %L161 = load <4 x i1>, ptr %Sl159, align 1
  store i64 %E33, ptr %Sl68, align 4
  %E162 = extractelement <4 x i64> %Shuff84, i32 -1
  %Shuff163 = shufflevector <1 x i1> %Shuff141, <1 x i1> %Cmp46, <1 x i32> <i32 1>
  %I164 = insertelement <2 x i64> %Shuff135, i64 %E18, i32 %Se
  %Sl165 = select i1 %L153, float 0x425DE641C0000000, float %L133
  %Cmp166 = icmp uge <4 x i1> %L111, %Sl45
  %L167 = load <16 x i64>, ptr %A4, align 128
  store i16 %Sl109, ptr %Sl68, align 2
  %E168 = extractelement <1 x i1> %Shuff163, i32 %3
  br i1 %E168, label %CF413, label %CF417

CF417:                                            ; preds = %CF442
  %Shuff169 = shufflevector <8 x i16> zeroinitializer, <8 x i16> %Sl61, <8 x i32> <i32 15, i32 poison, i32 poison, i32 5, i32 7, i32 9, i32 11, i32 13>
  %I170 = insertelement <2 x i64> zeroinitializer, i64 %E83, i32 %E90
  %FC171 = uitofp <8 x i1> %Cmp95 to <8 x double>
  %Sl172 = select <4 x i1> %I142, <4 x i64> %Shuff84, <4 x i64> %Shuff49
  %Cmp173 = icmp ne i32 %Sl94, %3
  br i1 %Cmp173, label %CF406, label %CF411

CF411:                                            ; preds = %CF411, %CF417
  %L174 = load <4 x i1>, ptr %Sl159, align 1
  store i16 %L10, ptr %Sl68, align 2
  %E175 = extractelement <4 x i64> %I92, i32 %E90
  %Shuff176 = shufflevector <2 x i64> zeroinitializer, <2 x i64> %Shuff65, <2 x i32> <i32 1, i32 poison>
  %I177 = insertelement <8 x i16> %Shuff27, i16 %E146, i32 %L40
  %Se178 = sext <2 x i16> zeroinitializer to <2 x i32>
  %Sl179 = select i1 %Tr108, i32 %3, i32 %Sl9
  %Cmp180 = icmp ugt <8 x i1> %Cmp95, %Cmp95
  %L181 = load i32, ptr %Sl159, align 4
  store <4 x i64> %Shuff49, ptr %Sl68, align 32
  %E182 = extractelement <1 x i1> %Shuff72, i32 %Sl124
  br i1 %E182, label %CF411, label %CF440

CF440:                                            ; preds = %CF411
  %Shuff183 = shufflevector <8 x i16> %Shuff34, <8 x i16> %Shuff, <8 x i32> <i32 14, i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 poison>
  %I184 = insertelement <2 x i64> zeroinitializer, i64 466531, i32 %3
  %PC = bitcast ptr %A1 to ptr
  %Sl185 = select <4 x i1> zeroinitializer, <4 x double> %L47, <4 x double> %L47
  %Cmp186 = icmp ult i1 %Sl53, %Cmp24
  br i1 %Cmp186, label %CF399, label %CF403

CF403:                                            ; preds = %CF403, %CF440
  %L187 = load <4 x i1>, ptr %Sl159, align 1
  store i64 -1, ptr %A3, align 4
  %E188 = extractelement <8 x i16> %I106, i32 %Sl75
  %Shuff189 = shufflevector <4 x i1> %Shuff105, <4 x i1> %L161, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %I190 = insertelement <4 x i64> %I92, i64 %4, i32 %Sl124
  %Tr191 = trunc i64 %Sl to i8
  %Sl192 = select <2 x i1> %Cmp102, <2 x i64> %I20, <2 x i64> %I148
  %Cmp193 = icmp ult <2 x i1> %Cmp102, %Cmp16
  %L194 = load <8 x i16>, ptr %Sl159, align 16
  store float %L139, ptr %Sl159, align 4
  %E195 = extractelement <8 x double> %FC130, i32 %L40
  %Shuff196 = shufflevector <4 x i64> %Shuff84, <4 x i64> %I190, <4 x i32> <i32 5, i32 7, i32 1, i32 poison>
  %I197 = insertelement <4 x i1> %L161, i1 true, i32 %Se
  %B198 = or i64 %E56, %E56
  %Tr199 = trunc <1 x i8> %Se74 to <1 x i1>
  %Sl200 = select i1 %L96, i8 -1, i8 %Tr60
  %Cmp201 = icmp sgt i16 %L10, %E6
  br label %CF403
}
