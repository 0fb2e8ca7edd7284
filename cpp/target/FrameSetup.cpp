//===- FrameSetup.cpp - ranges that the prologue reads --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "target/FrameSetup.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

using namespace llvm;

bool limit::isForPrologue(Register Reg, const MachineRegisterInfo &MRI) {
  return any_of(MRI.def_instructions(Reg),
                [](const MachineInstr &MI) { return MI.getFlag(MachineInstr::FrameSetup); });
}
