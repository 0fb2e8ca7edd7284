//===- RangeEdits.cpp - live ranges that are joined or moved --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "prepare/RangeEdits.h"
#include "check/Passes.h"
#include "report/PlacementReport.h"
#include "report/SourceNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"

using namespace llvm;

bool limit::isCopyOfRange(const MachineInstr &MI, const MachineRegisterInfo &MRI) {
  if (!MI.isFullCopy() || MI.isBundled() || MI.getOperand(1).isUndef())
    return false;
  Register To = MI.getOperand(0).getReg(), From = MI.getOperand(1).getReg();
  return To.isVirtual() && From.isVirtual() && To != From &&
         !MRI.getTargetRegisterInfo()->isDivergentRegClass(MRI.getRegClass(To));
}

bool limit::isCopyBetween(const MachineInstr &MI, Register A, Register B) {
  return MI.isFullCopy() && is_contained({A, B}, MI.getOperand(0).getReg()) &&
         is_contained({A, B}, MI.getOperand(1).getReg());
}

limit::RangeEdits::RangeEdits(MachineFunction &MF, LiveIntervals &LIS, SourceNames *Names)
    : MF(MF), MRI(MF.getRegInfo()), LIS(LIS), Names(Names) {}

bool limit::RangeEdits::isSimple(Register Reg) const {
  unsigned Looks = 0;
  return !LIS.getInterval(Reg).hasSubRanges() &&
         all_of(MRI.reg_operands(Reg), [&](const MachineOperand &MO) {
           return ++Looks <= MostOperands && !MO.getSubReg();
         });
}

MachineInstr *limit::RangeEdits::lastCopy(MachineBasicBlock &MBB, Register A, Register B) const {
  const TargetRegisterInfo *TRI = MRI.getTargetRegisterInfo();
  unsigned Way = 0;
  for (MachineInstr &MI : reverse(MBB)) {
    if (MI.isDebugInstr())
      continue;
    if (isCopyBetween(MI, A, B) && !MI.isIdentityCopy() && !MI.getOperand(1).isUndef())
      return &MI;
    if (++Way > LongestEnd || MI.modifiesRegister(A, TRI) || MI.modifiesRegister(B, TRI))
      return nullptr;
  }
  return nullptr;
}

void limit::RangeEdits::dropUnknown(Register Reg) {
  const LiveInterval &Range = LIS.getInterval(Reg);
  SmallVector<MachineInstr *, 4> Unknown;
  for (MachineInstr &MI : MRI.reg_instructions(Reg))
    if (MI.isDebugValue() && !Range.liveAt(LIS.getSlotIndexes()->getIndexBefore(MI).getRegSlot()))
      Unknown.push_back(&MI);
  for (MachineInstr *MI : Unknown)
    MI->setDebugValueUndef();
}

void limit::RangeEdits::join(Register From, Register To) {
  dropUnknown(From);
  dropUnknown(To);
  for (MachineOperand &MO : make_early_inc_range(MRI.reg_operands(From)))
    MO.setReg(To);
  for (MachineInstr &MI : make_early_inc_range(MRI.def_instructions(To)))
    if (MI.isIdentityCopy()) {
      LIS.RemoveMachineInstrFromMaps(MI);
      MI.eraseFromParent();
    }
  LIS.removeInterval(From);
  recompute(To);
  if (Names)
    Names->nameLike(To, From);
}

void limit::RangeEdits::nameOther(MachineOperand &MO, const MachineInstr &Copy) {
  Register To = Copy.getOperand(0).getReg(), From = Copy.getOperand(1).getReg();
  MO.setReg(MO.getReg() == To ? From : To);
  limit::noteReadOfCopy(*MO.getParent(), MO.getOperandNo(), Copy);
}

void limit::RangeEdits::erase(MachineInstr &Copy) {
  MachineBasicBlock &MBB = *Copy.getParent();
  LIS.RemoveMachineInstrFromMaps(Copy);
  // What moves in the block from now on does not meet it.
  MBB.splice(MBB.getFirstTerminator(), &MBB, Copy);
  limit::noteSunk(Copy);
  Copy.eraseFromParent();
}

void limit::RangeEdits::eraseDead(ArrayRef<MachineInstr *> Copies) {
  for (MachineInstr *Copy : Copies) {
    Register To = Copy->getOperand(0).getReg(), From = Copy->getOperand(1).getReg();
    if (!LIS.getInterval(To).Query(LIS.getInstructionIndex(*Copy)).isDeadDef())
      continue;
    auto Behind = std::next(MachineBasicBlock::iterator(Copy));
    for (MachineInstr &MI : make_range(Behind, Copy->getParent()->end()))
      for (MachineOperand &MO : MI.operands())
        if (MO.isReg() && MO.getReg() == To)
          MO.setReg(From);
    erase(*Copy);
    recompute(To);
  }
}

void limit::RangeEdits::recompute(ArrayRef<Register> Regs) {
  for (Register Reg : Regs) {
    if (LIS.hasInterval(Reg))
      LIS.removeInterval(Reg);
    MRI.clearKillFlags(Reg);
    LIS.createAndComputeVirtRegInterval(Reg);
  }
}

void limit::RangeEdits::recomputeParts(ArrayRef<Register> Regs, ArrayRef<MachineInstr *> Copies) {
  recompute(Regs);
  eraseDead(Copies);
  for (Register Reg : Regs)
    note(separate(Reg));
}

SmallVector<Register, 4> limit::RangeEdits::separate(Register Reg) {
  SmallVector<LiveInterval *, 4> Others;
  LIS.splitSeparateComponents(LIS.getInterval(Reg), Others);
  SmallVector<Register, 4> Parts = {Reg};
  for (const LiveInterval *Other : Others) {
    Parts.push_back(Other->reg());
    if (Names)
      Names->nameLike(Other->reg(), Reg);
  }
  return Parts;
}

void limit::RangeEdits::note(ArrayRef<Register> Changed) {
  if (Names)
    limit::noteChangedRanges(MF, LIS, *Names, Changed);
}
