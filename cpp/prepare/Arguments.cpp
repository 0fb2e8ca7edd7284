//===- Arguments.cpp - arguments that arrive on the stack -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "prepare/Arguments.h"
#include "flatten/Flatten.h"
#include "flatten/StackMaps.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/LiveRangeEdit.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"

using namespace llvm;

bool limit::isArgumentSlot(const MachineFrameInfo &Frame, int Slot) {
  return Frame.isFixedObjectIndex(Slot) && Frame.isImmutableObjectIndex(Slot);
}

Register limit::loadedArgument(const MachineInstr &MI, int &Slot) {
  const MachineFunction &MF = *MI.getMF();
  Register Reg = MF.getSubtarget().getInstrInfo()->isLoadFromStackSlot(MI, Slot);
  return Reg && isArgumentSlot(MF.getFrameInfo(), Slot) ? Reg : Register();
}

bool limit::canComputeAgain(const MachineInstr &MI) {
  int Slot;
  return MI.getMF()->getSubtarget().getInstrInfo()->isReMaterializable(MI) ||
         loadedArgument(MI, Slot);
}

limit::StackArguments::StackArguments(MachineFunction &MF, LiveIntervals &LIS, VirtRegMap &VRM,
                                      SpillableClasses &Spillable)
    : MF(MF), LIS(LIS), VRM(VRM) {
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  if (MF.getFrameInfo().getNumFixedObjects() == 0)
    return;
  for (MachineInstr &MI : MF.front()) {
    int Slot = 0;
    Register Reg = loadedArgument(MI, Slot);
    if (!Reg.isVirtual() || TII.isReMaterializable(MI) || !MRI.hasOneDef(Reg) ||
        !transfersAll(MI, Slot, /*Loads=*/true, Spillable))
      continue;
    // Pieces of a pass in front have their values from the range that they were cut from.
    Register Original = VRM.getOriginal(Reg);
    if (LIS.hasInterval(Original) && LIS.getInterval(Original).getNumValNums() == 1)
      Loads[Original] = MF.CloneMachineInstr(&MI);
  }
}

limit::StackArguments::~StackArguments() {
  for (auto &Known : Loads)
    MF.deleteMachineInstr(Known.second);
}

bool limit::StackArguments::contains(Register Reg) const {
  return !Loads.empty() && Loads.contains(VRM.getOriginal(Reg));
}

/// Whether a load can take the place of \p Reg in \p MI: where it is written, the load or a copy
/// goes away; where it is read, all of it is.
bool limit::StackArguments::canReload(const MachineInstr &MI, Register Reg) const {
  if (MI.isDebugInstr())
    return MI.isDebugValue();
  if (MI.isBundled() || hasStackMap(MI.getOpcode()))
    return false;
  // What reads nothing, and what may name memory itself, is left to the inline spiller.
  auto IsOther = [&](const MachineOperand &MO) {
    return MO.isReg() && MO.getReg() == Reg && MO.isUse() &&
           (!MO.readsReg() || (MI.isInlineAsm() && MI.mayFoldInlineAsmRegOp(MI.getOperandNo(&MO))));
  };
  if (!MI.definesRegister(Reg, /*TRI=*/nullptr))
    return none_of(MI.operands(), IsOther);
  Register Original = VRM.getOriginal(Reg);
  if (MI.isFullCopy())
    return MI.getOperand(1).getReg().isVirtual() &&
           VRM.getOriginal(MI.getOperand(1).getReg()) == Original;
  return MI.isIdenticalTo(*Loads.lookup(Original), MachineInstr::IgnoreVRegDefs);
}

MachineInstr &limit::StackArguments::insertLoad(MachineInstr &Before, Register To,
                                                const MachineInstr &Load) {
  MachineInstr *New = MF.CloneMachineInstr(&Load);
  New->getOperand(0).setReg(To);
  New->setDebugLoc(Before.getDebugLoc());
  Before.getParent()->insert(Before.getIterator(), New);
  return *New;
}

bool limit::StackArguments::spill(LiveRangeEdit &Edit) {
  MachineRegisterInfo &MRI = MF.getRegInfo();
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  Register Reg = Edit.getReg();
  SmallSetVector<MachineInstr *, 8> Instrs;
  for (MachineInstr &MI : MRI.reg_instructions(Reg))
    Instrs.insert(&MI);
  if (!all_of(Instrs, [&](MachineInstr *MI) { return canReload(*MI, Reg); }))
    return false;

  const MachineInstr &Load = *Loads.lookup(VRM.getOriginal(Reg));
  const TargetRegisterClass *Loaded = TII.getRegClass(Load.getDesc(), 0);
  int Slot;
  TII.isLoadFromStackSlot(Load, Slot);
  // Debug instructions find the value there.
  VRM.assignVirt2StackSlot(Reg, Slot);
  auto Takes = [&](Register To) {
    return To.isVirtual() && Loaded->hasSubClassEq(MRI.getRegClass(To));
  };
  SmallVector<MachineInstr *, 4> Dead;
  for (MachineInstr *MI : Instrs) {
    if (MI->isDebugValue()) {
      updateDbgValueForSpill(*MI, Slot, Reg);
    } else if (MI->definesRegister(Reg, /*TRI=*/nullptr)) {
      MI->getOperand(0).setIsDead();
      Dead.push_back(MI);
    } else if (MI->isFullCopy() && Takes(MI->getOperand(0).getReg())) {
      LIS.ReplaceMachineInstrInMaps(*MI, insertLoad(*MI, MI->getOperand(0).getReg(), Load));
      MI->eraseFromParent();
    } else {
      Register New = Edit.create();
      MRI.constrainRegClass(New, Loaded);
      LIS.InsertMachineInstrInMaps(insertLoad(*MI, New, Load));
      MI->substituteRegister(Reg, New, /*SubIdx=*/0, *MRI.getTargetRegisterInfo());
      MI->addRegisterKilled(New, MRI.getTargetRegisterInfo());
      LIS.createAndComputeVirtRegInterval(New);
    }
  }
  Edit.eliminateDeadDefs(Dead, Reg);
  return true;
}

void limit::separateFromArguments(MachineFunction &MF, VirtRegMap &VRM) {
  for (unsigned V : seq(MF.getRegInfo().getNumVirtRegs())) {
    Register Reg = Register::index2VirtReg(V), Original = VRM.getOriginal(Reg);
    if (Original != Reg && MF.getFrameInfo().isFixedObjectIndex(VRM.getStackSlot(Original)))
      VRM.setIsSplitFromReg(Reg, Register());
  }
}
