//===- Spillable.cpp - which registers can be stored ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spillable.h"
#include "ScratchFunction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

static bool canStore(const TargetRegisterClass &Class, const MachineFunction &MF) {
  const TargetSubtargetInfo &STI = MF.getSubtarget();
  const TargetRegisterInfo &TRI = *STI.getRegisterInfo();
  std::unique_ptr<MachineFunction> Scratch = limit::makeScratchFunction(MF);
  MachineBasicBlock &Block = Scratch->front();
  Register Reg = Scratch->getRegInfo().createVirtualRegister(&Class);
  int Slot = Scratch->getFrameInfo().CreateSpillStackObject(TRI.getSpillSize(Class),
                                                            TRI.getSpillAlign(Class));
  STI.getInstrInfo()->storeRegToStackSlot(Block, Block.end(), Reg, /*isKill=*/true, Slot, &Class,
                                          Register());
  // Opcode 0, a phi, is what a target builds that found no instruction.
  auto IsPhi = [](const MachineInstr &MI) { return MI.isPHI(); };
  return !Block.empty() && none_of(Block, IsPhi);
}

bool limit::SpillableClasses::contains(const TargetRegisterClass &Class,
                                       const MachineFunction &MF) {
  auto [Entry, IsNew] = Known.try_emplace({&MF.getSubtarget(), Class.getID()}, false);
  if (IsNew)
    Entry->second = canStore(Class, MF);
  return Entry->second;
}
