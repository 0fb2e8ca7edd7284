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
  if (TRI.isTypeLegalForClass(*RC, MVT::f64))
    return 2;
  return TRI.isTypeLegalForClass(*RC, MVT::i64) ? 1 : 0;
}
