//===- Reordering.cpp - instructions that change places -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "prepare/Reordering.h"
#include "check/Passes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

using Iterator = MachineBasicBlock::iterator;

bool limit::mayLeave(const MachineBasicBlock &MBB) {
  return any_of(MBB.successors(), [](const MachineBasicBlock *Succ) {
    return Succ->isEHPad() || Succ->isInlineAsmBrIndirectTarget();
  });
}

bool limit::isSameAnywhere(const MachineOperand &MO, const MachineRegisterInfo &MRI) {
  return MO.isDef() ? MO.isDead() : MRI.isConstantPhysReg(MO.getReg());
}

bool limit::areFlagsFree(const MachineInstr &Def, Iterator To) {
  const MachineBasicBlock &MBB = *Def.getParent();
  const TargetRegisterInfo *TRI = MBB.getParent()->getSubtarget().getRegisterInfo();
  return all_of(drop_begin(Def.operands()), [&](const MachineOperand &MO) {
    return !MO.isReg() || !MO.isDef() || !MO.getReg() ||
           MBB.computeRegisterLiveness(TRI, MO.getReg().asMCReg(), To, LongestWay) ==
               MachineBasicBlock::LQR_Dead;
  });
}

void limit::moveUp(MachineInstr &MI, MachineInstr &Above, LiveIntervals &LIS) {
  Register Set = MI.getOperand(0).getReg();
  SmallVector<MachineInstr *, 8> Passed;
  for (MachineInstr &Other : make_range(Iterator(Above), Iterator(MI))) {
    if (Other.isDebugValue() && Other.hasDebugOperandForReg(Set))
      Other.setDebugValueUndef();
    if (!Other.isDebugOrPseudoInstr())
      Passed.push_back(&Other);
  }
  MI.getParent()->splice(Iterator(Above), MI.getParent(), Iterator(MI));
  LIS.handleMove(MI);
  for (MachineOperand &MO : MI.all_uses())
    MO.setIsKill(false);
  // The others went down past it.
  for (MachineInstr *Other : Passed)
    limit::noteSunk(*Other);
}

void limit::moveDown(Iterator Def, Iterator To, LiveIntervals &LIS) {
  MachineBasicBlock &MBB = *Def->getParent();
  Register Reg = Def->getOperand(0).getReg();
  SmallVector<MachineInstr *, 2> Named;
  for (MachineInstr &MI : make_range(std::next(Def), To)) {
    if (MI.isDebugValue() && MI.hasDebugOperandForReg(Reg))
      Named.push_back(&MI);
    for (MachineOperand &MO : MI.all_uses())
      if (MO.isKill() && MO.getReg().isVirtual() && Def->readsVirtualRegister(MO.getReg()))
        MO.setIsKill(false);
  }
  MBB.splice(To, &MBB, Def);
  LIS.handleMove(*Def);
  limit::noteSunk(*Def);
  for (MachineInstr *Debug : Named) {
    auto Behind = make_range(std::next(Iterator(Debug)), Def);
    if (none_of(Behind, [&](const MachineInstr &MI) {
          return MI.isDebugValueLike() && MI.getDebugVariable() == Debug->getDebugVariable();
        }))
      MBB.insert(To, MBB.getParent()->CloneMachineInstr(Debug));
    Debug->setDebugValueUndef();
  }
}
