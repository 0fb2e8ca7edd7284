//===- InstrEraser.cpp - instructions that go -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "apply/InstrEraser.h"
#include "llvm/CodeGen/LiveDebugVariables.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"

using namespace llvm;

void limit::InstrEraser::erase(MachineInstr &MI) {
  const MachineRegisterInfo &MRI = On.MF.getRegInfo();
  for (const MachineOperand &MO : MI.operands()) {
    if (!MO.isReg() || !MO.getReg())
      continue;
    if (MO.getReg().isVirtual())
      Changed.insert(MO.getReg());
    else if (!MRI.isReserved(MO.getReg()))
      // Fixed ranges are computed again when they are asked for.
      On.LIS.removeAllRegUnitsForPhysReg(MO.getReg());
  }
  On.LIS.RemoveMachineInstrFromMaps(MI);
  MI.eraseFromParent();
}

void limit::InstrEraser::finish() {
  while (!Changed.empty())
    update(Changed.pop_back_val());
}

/// Computes the interval of \p Reg again. Parts of it that have nothing to do with each other any
/// more become registers of their own, in the same physical register if there is one.
void limit::InstrEraser::update(Register Reg) {
  if (!On.LIS.hasInterval(Reg))
    return;
  MachineRegisterInfo &MRI = On.MF.getRegInfo();
  MRI.clearKillFlags(Reg);
  // That a range must not be spilled is said by its weight.
  float Weight = On.LIS.getInterval(Reg).weight();
  On.LIS.removeInterval(Reg);
  if (MRI.reg_nodbg_empty(Reg))
    return;
  LiveInterval &LI = On.LIS.createAndComputeVirtRegInterval(Reg);
  LI.setWeight(Weight);
  SmallVector<LiveInterval *, 4> Parts;
  On.LIS.splitSeparateComponents(LI, Parts);
  SmallVector<Register, 4> Regs = {Reg};
  if (!Parts.empty())
    On.VRM.grow();
  for (LiveInterval *Part : Parts) {
    Part->setWeight(Weight);
    if (On.VRM.hasPhys(Reg))
      On.VRM.assignVirt2Phys(Part->reg(), On.VRM.getPhys(Reg));
    Regs.push_back(Part->reg());
  }
  if (!Parts.empty() && On.DebugVars)
    On.DebugVars->splitRegister(Reg, Regs, On.LIS);
  for (Register Part : Regs)
    markDeadDefs(Part);
}

/// Says which definitions of \p Reg nobody reads. Those that only move a value or compute one go
/// themselves.
void limit::InstrEraser::markDeadDefs(Register Reg) {
  MachineRegisterInfo &MRI = On.MF.getRegInfo();
  const TargetInstrInfo &TII = *On.MF.getSubtarget().getInstrInfo();
  const LiveInterval &LI = On.LIS.getInterval(Reg);
  SmallVector<MachineInstr *, 4> Dead;
  for (MachineOperand &MO : MRI.def_operands(Reg)) {
    MachineInstr &MI = *MO.getParent();
    MO.setIsDead(LI.Query(On.LIS.getInstructionIndex(MI)).isDeadDef());
    int Slot;
    bool SawStore = false;
    bool CanGo = (MI.isFullCopy() && MI.getOperand(1).getReg().isVirtual()) ||
                 TII.isLoadFromStackSlot(MI, Slot) || MI.isSafeToMove(SawStore);
    if (MO.isDead() && CanGo && !MI.isBundled() && MI.getNumExplicitDefs() == 1 &&
        MI.allDefsAreDead() && !MI.hasOrderedMemoryRef())
      Dead.push_back(&MI);
  }
  for (MachineInstr *MI : Dead)
    erase(*MI);
}
