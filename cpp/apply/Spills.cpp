//===- Spills.cpp - putting live ranges into memory -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "apply/Spills.h"
#include "prepare/Arguments.h"
#include "target/Moves.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/CodeGen/LiveDebugVariables.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/LiveRangeEdit.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/Spiller.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include <algorithm>

using namespace llvm;

namespace limit {

Spills::Spills(const ApplyTarget &On) : On(On), MRI(On.MF.getRegInfo()) {}

void Spills::setMustHaveRegister(Register Reg) {
  On.Facts.grow(Reg);
  On.Facts[Reg].MustHaveRegister = true;
}

void Spills::mendDeadDefs() {
  SmallVector<MachineInstr *, 2> Changing;
  for (MachineInstr *MI : On.DeadRemats) {
    const MachineOperand &Def = MI->getOperand(0);
    if (MI->readsVirtualRegister(Def.getReg()))
      Changing.push_back(MI);
    else if (Def.isEarlyClobber() && On.LIS.hasInterval(Def.getReg())) {
      On.LIS.removeInterval(Def.getReg());
      On.LIS.createAndComputeVirtRegInterval(Def.getReg());
    }
  }
  // The last one is removed first.
  sortByPlace(Changing, On.LIS);
  std::reverse(Changing.begin(), Changing.end());
  for (MachineInstr *MI : Changing) {
    On.DeadRemats.erase(MI);
    for (MachineOperand &MO : MI->uses())
      if (MO.isReg() && MO.getReg() == MI->getOperand(0).getReg())
        MO.setIsUndef();
  }
  On.eliminate(Changing, nullptr);
}

void Spills::prepareRelatives(Register Reg) {
  const TargetRegisterClass *Class = MRI.getRegClass(Reg);
  const TargetRegisterClass *Narrower = On.Spillable.narrower(*Class, On.MF);
  auto Narrow = [&](Register Like) {
    if (Narrower && MRI.getRegClass(Like) == Class)
      MRI.setRegClass(Like, Narrower);
  };
  auto Prepare = [&](Register Relative) {
    if (!Relative.isVirtual() || Relative == Reg || !On.LIS.hasInterval(Relative))
      return;
    Narrow(Relative);
    LiveInterval &LI = On.LIS.getInterval(Relative);
    if (any_of(LI.valnos, [](const VNInfo *Value) { return Value->isUnused(); }))
      LI.RenumberValues();
  };
  // A target may copy with an instruction of its own, also inside a bundle.
  for (MachineInstr &MI : MRI.reg_nodbg_instructions(Reg))
    for (const MachineOperand &MO : MI.operands())
      if (MO.isReg())
        Prepare(MO.getReg());
  Narrow(Reg);
}

void Spills::separateExtensions(Register Reg) {
  SmallVector<MachineInstr *, 4> Extensions;
  for (MachineInstr &MI : MRI.reg_nodbg_instructions(Reg))
    if (isExtensionTakenForCopy(MI))
      Extensions.push_back(&MI);
  for (MachineInstr *MI : Extensions)
    for (MachineOperand &MO : MI->explicit_operands())
      if (MO.isReg() && MO.getReg() == Reg)
        separate(*MI, MO);
  if (Extensions.empty())
    return;
  On.LIS.removeInterval(Reg);
  On.LIS.createAndComputeVirtRegInterval(Reg);
}

void Spills::separate(MachineInstr &MI, MachineOperand &MO) {
  const TargetInstrInfo &TII = *On.MF.getSubtarget().getInstrInfo();
  Register Reg = MO.getReg(), Own = MRI.cloneVirtualRegister(Reg);
  MRI.clearKillFlags(Reg);
  On.VRM.grow();
  setMustHaveRegister(Own);
  MO.setReg(Own);
  auto At = MO.isDef() ? std::next(MI.getIterator()) : MI.getIterator();
  MachineInstr *Copy =
      BuildMI(*MI.getParent(), At, DebugLoc(), TII.get(TargetOpcode::COPY), MO.isDef() ? Reg : Own)
          .addReg(MO.isDef() ? Own : Reg);
  On.LIS.InsertMachineInstrInMaps(*Copy);
  On.LIS.createAndComputeVirtRegInterval(Own);
}

void Spills::separateExtensionsOfRelatives(Register Reg) {
  SmallSetVector<Register, 4> Regs;
  Regs.insert(Reg);
  for (MachineInstr &MI : MRI.reg_nodbg_instructions(Reg))
    for (const MachineOperand &MO : MI.operands())
      if (MO.isReg() && MO.getReg().isVirtual() && On.LIS.hasInterval(MO.getReg()) &&
          On.VRM.getOriginal(MO.getReg()) == On.VRM.getOriginal(Reg))
        Regs.insert(MO.getReg());
  for (Register Some : Regs)
    separateExtensions(Some);
}

void Spills::spill(Register Reg) {
  // The spiller takes small relatives along, so it may be gone already.
  if (MRI.reg_nodbg_empty(Reg) || !On.LIS.hasInterval(Reg))
    return;
  if (!On.Spillable.contains(*MRI.getRegClass(Reg), On.MF)) {
    setMustHaveRegister(Reg);
    return;
  }
  if (hasExtensionsTakenForCopies(On.MF))
    separateExtensionsOfRelatives(Reg);
  On.noteClass(Reg);
  SmallVector<Register, 8> New;
  LiveRangeEdit Edit(&On.LIS.getInterval(Reg), New, On.MF, On.LIS, &On.VRM, nullptr,
                     &On.DeadRemats);
  bool IsArgument = On.Arguments.contains(Reg) && On.Arguments.spill(Edit);
  if (!IsArgument) {
    prepareRelatives(Reg);
    On.Spiller.spill(Edit);
  }
  for (Register NewReg : Edit.regs()) {
    setMustHaveRegister(NewReg);
    if (On.factsOfOriginal(NewReg).KeepsClass)
      MRI.setRegClass(NewReg, MRI.getRegClass(On.VRM.getOriginal(NewReg)));
  }
  // The spiller itself takes care of debug instructions.
  if (!On.DebugVars)
    return;
  if (IsArgument) {
    On.DebugVars->splitRegister(Reg, Edit.regs(), On.LIS);
    return;
  }
  for (Register Spilled : On.Spiller.getSpilledRegs())
    On.DebugVars->splitRegister(Spilled, Edit.regs(), On.LIS);
  for (Register Replaced : On.Spiller.getReplacedRegs())
    On.DebugVars->splitRegister(Replaced, Edit.regs(), On.LIS);
}

} // namespace limit
