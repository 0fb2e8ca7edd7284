//===- UndefinedLanes.cpp - parts of registers without a value ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "apply/UndefinedLanes.h"
#include "flatten/Flatten.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"

using namespace llvm;

LaneBitmask limit::undefinedLanes(const MachineOperand &MO, const LiveIntervals &LIS) {
  bool Reads = MO.isReg() && MO.isUse() && !MO.isUndef() && !MO.isInternalRead();
  if (!Reads || !MO.getReg().isVirtual() || !LIS.hasInterval(MO.getReg()) ||
      !LIS.getInterval(MO.getReg()).hasSubRanges())
    return LaneBitmask::getNone();
  const MachineInstr &MI = *MO.getParent();
  const MachineRegisterInfo &MRI = MI.getMF()->getRegInfo();
  LaneBitmask Lanes = MO.getSubReg()
                          ? MRI.getTargetRegisterInfo()->getSubRegIndexLaneMask(MO.getSubReg())
                          : MRI.getMaxLaneMaskForVReg(MO.getReg());
  for (const LiveInterval::SubRange &Part : LIS.getInterval(MO.getReg()).subranges())
    if (Part.Query(LIS.getInstructionIndex(MI)).valueIn())
      Lanes &= ~Part.LaneMask;
  return Lanes;
}

static bool storesToSpillSlot(const MachineInstr &MI, const MachineFrameInfo &Frame) {
  return MI.mayStore() && !MI.mayLoad() && any_of(MI.operands(), [&](const MachineOperand &MO) {
           return MO.isFI() && Frame.isSpillSlotObjectIndex(MO.getIndex());
         });
}

/// A spill that names the parts of a register one by one may name parts without a value.
static void markUndefinedParts(MachineInstr &MI, const LiveIntervals &LIS) {
  const MachineFunction &MF = *MI.getMF();
  if (!storesToSpillSlot(MI, MF.getFrameInfo()))
    return;
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  for (MachineOperand &MO : MI.explicit_uses())
    if (MO.isReg() && MO.getSubReg() &&
        limit::undefinedLanes(MO, LIS) == TRI.getSubRegIndexLaneMask(MO.getSubReg()))
      MO.setIsUndef();
}

/// Whether a virtual register that has \p Unit is live in it in front of \p At.
static bool isHeld(MCRegUnit Unit, SlotIndex At, const LiveIntervals &LIS, const VirtRegMap &VRM) {
  const MachineRegisterInfo &MRI = VRM.getRegInfo();
  const TargetRegisterInfo &TRI = *MRI.getTargetRegisterInfo();
  auto IsLive = [&](const LiveRange &Range) { return Range.overlaps(At, At.getRegSlot()); };
  for (unsigned Index = 0; Index != MRI.getNumVirtRegs(); ++Index) {
    Register Reg = Register::index2VirtReg(Index);
    if (!VRM.hasPhys(Reg) || !LIS.hasInterval(Reg) || !IsLive(LIS.getInterval(Reg)))
      continue;
    const LiveInterval &LI = LIS.getInterval(Reg);
    for (MCRegUnitMaskIterator Part(VRM.getPhys(Reg), &TRI); Part.isValid(); ++Part) {
      auto [Number, Lanes] = *Part;
      auto IsThere = [&, Named = Lanes](const LiveInterval::SubRange &Sub) {
        return (Sub.LaneMask & Named).any() && IsLive(Sub);
      };
      if (Number == Unit && (!LI.hasSubRanges() || any_of(LI.subranges(), IsThere)))
        return true;
    }
  }
  return false;
}

void limit::defineSpilledLanes(MachineFunction &MF, LiveIntervals &LIS, const VirtRegMap &VRM) {
  if (!hasSpillSlots(MF.getFrameInfo()))
    return;
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  const MCInstrDesc &Define = MF.getSubtarget().getInstrInfo()->get(TargetOpcode::IMPLICIT_DEF);
  auto DefineBefore = [&](MachineInstr &MI, MCRegister Reg) {
    SlotIndex At = LIS.getInstructionIndex(MI);
    auto IsTaken = [&](MCRegUnit Unit) {
      return LIS.getRegUnit(Unit).overlaps(At, At.getRegSlot()) || isHeld(Unit, At, LIS, VRM);
    };
    // Where another value is in that part, that one is stored.
    if (any_of(TRI.regunits(Reg), IsTaken))
      return;
    MachineInstr *New = BuildMI(*MI.getParent(), MI, MI.getDebugLoc(), Define, Reg);
    SlotIndex Def = LIS.InsertMachineInstrInMaps(*New).getRegSlot();
    for (MCRegUnit Unit : TRI.regunits(Reg))
      LIS.getRegUnit(Unit).createDeadDef(Def, LIS.getVNInfoAllocator());
  };
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : MBB) {
      markUndefinedParts(MI, LIS);
      if (!storesToSpillSlot(MI, MF.getFrameInfo()))
        continue;
      for (const MachineOperand &MO : MI.operands()) {
        LaneBitmask Undefined = undefinedLanes(MO, LIS);
        if (Undefined.none() || MO.getSubReg())
          continue;
        for (MCSubRegIndexIterator Sub(VRM.getPhys(MO.getReg()), &TRI); Sub.isValid(); ++Sub) {
          LaneBitmask Lanes = TRI.getSubRegIndexLaneMask(Sub.getSubRegIndex());
          if ((Lanes & ~Undefined).any())
            continue;
          DefineBefore(MI, Sub.getSubReg());
          Undefined &= ~Lanes;
        }
      }
    }
}
