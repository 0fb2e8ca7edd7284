//===- PairedSaves.cpp - registers that are saved two at a time -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "target/PairedSaves.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

static constexpr unsigned GeneralFile = 1, VectorFile = 2;

unsigned limit::pairedFile(const MachineFunction &MF, MCRegister Reg) {
  if (!MF.getTarget().getTargetTriple().isAArch64())
    return 0;
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  const TargetRegisterClass *RC = TRI.getMinimalPhysRegClass(Reg);
  // The class of D0 to D15 alone is for vectors: no scalar type is legal for it.
  if (TRI.isTypeLegalForClass(*RC, MVT::f64) || TRI.isTypeLegalForClass(*RC, MVT::v1f64))
    return VectorFile;
  return TRI.isTypeLegalForClass(*RC, MVT::i64) ? GeneralFile : 0;
}

unsigned limit::scratchFile(const MachineFunction &MF) {
  constexpr uint64_t FrameRecord = 16, FurthestInReach = 255;
  bool IsInReach = MF.getFrameInfo().estimateStackSize(MF) + FrameRecord <= FurthestInReach;
  return !IsInReach && MF.getTarget().getTargetTriple().isAArch64() ? GeneralFile : 0;
}
