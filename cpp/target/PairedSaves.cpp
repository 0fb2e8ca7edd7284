//===- PairedSaves.cpp - registers that are saved two at a time -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "target/PairedSaves.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

unsigned limit::pairedFile(const MachineFunction &MF, MCRegister Reg) {
  if (!MF.getTarget().getTargetTriple().isAArch64())
    return 0;
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  const TargetRegisterClass *RC = TRI.getMinimalPhysRegClass(Reg);
  // The class of D0 to D15 alone is for vectors: no scalar type is legal for it.
  if (TRI.isTypeLegalForClass(*RC, MVT::f64) || TRI.isTypeLegalForClass(*RC, MVT::v1f64))
    return 2;
  return TRI.isTypeLegalForClass(*RC, MVT::i64) ? 1 : 0;
}
