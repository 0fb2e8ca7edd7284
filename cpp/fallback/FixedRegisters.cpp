//===- FixedRegisters.cpp - values computed in fixed registers ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fallback/FixedRegisters.h"
#include "prepare/Arguments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/LiveRegUnits.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

namespace {

/// Whether \p Result is all that its instruction writes, and computed from constants or memory.
bool needsNoRegister(const MachineOperand &Result) {
  const MachineInstr &Computing = *Result.getParent();
  auto IsOther = [&](const MachineOperand &MO) {
    return MO.isReg() && MO.getReg() && &MO != &Result;
  };
  return !Result.getSubReg() && Computing.getNumExplicitDefs() == 1 &&
         &Result == &Computing.getOperand(0) && !Computing.isBundled() &&
         none_of(Computing.operands(), IsOther);
}

/// The operand that alone defines \p Reg, if it is computed without a register; else null.
MachineOperand *computedAlone(Register Reg, const MachineRegisterInfo &MRI, LiveIntervals &LIS) {
  MachineOperand *Result = MRI.getOneDef(Reg);
  return Result && LIS.hasInterval(Reg) && needsNoRegister(*Result) ? Result : nullptr;
}

/// Whether \p MI copies all of \p Reg to a fixed register.
bool isCopyToFixed(const MachineInstr &MI, Register Reg) {
  return MI.isFullCopy() && !MI.isBundled() && MI.getOperand(1).getReg() == Reg &&
         MI.getOperand(0).getReg().isPhysical();
}

/// Whether what computes \p Reg could write the fixed register that \p Copy copies it to.
bool isComputableThere(const MachineInstr &Copy, Register Reg, const MachineRegisterInfo &MRI) {
  Register To = Copy.getOperand(0).getReg();
  return MRI.getRegClass(Reg)->contains(To) && !MRI.isReserved(To);
}

MachineInstr &replaceCopy(MachineInstr &Copy, const MachineInstr &Computing, LiveIntervals &LIS) {
  MachineInstr *New = Copy.getMF()->CloneMachineInstr(&Computing);
  MachineOperand &Result = New->getOperand(0);
  Result.setReg(Copy.getOperand(0).getReg());
  Result.setIsDead(Copy.getOperand(0).isDead());
  New->setDebugLoc(Copy.getDebugLoc());
  Copy.getParent()->insert(Copy.getIterator(), New);
  LIS.ReplaceMachineInstrInMaps(Copy, *New);
  Copy.eraseFromParent();
  return *New;
}

/// Brings the live range of \p Reg up to date after copies of it are gone, and removes \p Computing
/// if nobody reads it.
void dropReads(Register Reg, MachineInstr &Computing, LiveIntervals &LIS) {
  MachineRegisterInfo &MRI = Computing.getMF()->getRegInfo();
  if (!MRI.use_nodbg_empty(Reg)) {
    LIS.shrinkToUses(&LIS.getInterval(Reg));
    return;
  }
  MRI.markUsesInDebugValueAsUndef(Reg);
  LIS.removeInterval(Reg);
  LIS.RemoveMachineInstrFromMaps(Computing);
  Computing.eraseFromParent();
}

/// How far in front of a copy a computation of the same is looked for, in instructions.
constexpr unsigned MaxDistance = 64;

/// The fixed register to which an instruction in front of \p Copy computed the same as \p Computing
/// does, if it still holds that there and is live; none if there is no such register.
MCRegister holderOf(const MachineInstr &Copy, const MachineInstr &Computing, LiveIntervals &LIS) {
  const MachineBasicBlock &MBB = *Copy.getParent();
  const TargetRegisterInfo &TRI = *MBB.getParent()->getSubtarget().getRegisterInfo();
  SlotIndex At = LIS.getInstructionIndex(Copy);
  auto IsLive = [&](MCRegUnit Unit) { return LIS.getRegUnit(Unit).liveAt(At); };
  LiveRegUnits Written(TRI), Read(TRI);
  unsigned Distance = 0;
  for (auto MI = std::next(Copy.getReverseIterator()); MI != MBB.instr_rend(); ++MI) {
    if (MI->isDebugInstr())
      continue;
    if (++Distance > MaxDistance)
      break;
    if (MI->isIdenticalTo(Computing, MachineInstr::IgnoreDefs) && !MI->isBundled()) {
      Register Holder = MI->getOperand(0).getReg();
      if (Holder.isPhysical() && Written.available(Holder) &&
          all_of(TRI.regunits(Holder.asMCReg()), IsLive))
        return Holder.asMCReg();
    }
    LiveRegUnits::accumulateUsedDefed(*MI, Written, Read, &TRI);
  }
  return {};
}

/// Lets copies of what \p Computing computes to fixed registers read another fixed register that
/// holds the same.
void shareFixedRegister(MachineOperand &Result, LiveIntervals &LIS) {
  MachineInstr &Computing = *Result.getParent();
  Register Reg = Result.getReg();
  MachineRegisterInfo &MRI = Computing.getMF()->getRegInfo();
  bool IsShared = false;
  for (MachineInstr &MI : make_early_inc_range(MRI.use_nodbg_instructions(Reg))) {
    if (!isCopyToFixed(MI, Reg))
      continue;
    if (MCRegister Holder = holderOf(MI, Computing, LIS)) {
      MI.getOperand(1).setReg(Holder);
      MI.getOperand(1).setIsKill(false);
      IsShared = true;
    }
  }
  if (IsShared)
    dropReads(Reg, Computing, LIS);
}

} // namespace

void limit::computeInFixedRegisters(MachineFunction &MF, LiveIntervals &LIS, unsigned First,
                                    FixedCopies Which) {
  MachineRegisterInfo &MRI = MF.getRegInfo();
  for (unsigned Number = First; Number < MRI.getNumVirtRegs(); ++Number) {
    Register Reg = Register::index2VirtReg(Number);
    MachineOperand *Result = computedAlone(Reg, MRI, LIS);
    if (!Result)
      continue;
    MachineInstr &Computing = *Result->getParent();
    SmallVector<MachineInstr *, 4> Copies;
    for (MachineInstr &MI : MRI.use_nodbg_instructions(Reg))
      if (isCopyToFixed(MI, Reg) && isComputableThere(MI, Reg, MRI))
        Copies.push_back(&MI);
    if (Copies.empty())
      continue;
    auto End = Computing.getParent()->instr_end();
    auto Next = next_nodbg(Computing.getIterator(), End);
    bool IsSoleNext =
        Copies.size() == 1 && MRI.hasOneNonDBGUse(Reg) && Next != End && &*Next == Copies.front();
    bool IsComputable = Which == FixedCopies::AllComputable && canComputeAgain(Computing);
    if (!IsSoleNext && !IsComputable)
      continue;
    MachineInstr *Last = nullptr;
    for (MachineInstr *Copy : Copies)
      Last = &replaceCopy(*Copy, Computing, LIS);
    // It is the same instruction, elsewhere.
    if (IsSoleNext)
      Last->setDebugInstrNum(Computing.peekDebugInstrNum());
    dropReads(Reg, Computing, LIS);
  }
}

void limit::shareFixedRegisters(MachineFunction &MF, LiveIntervals &LIS) {
  MachineRegisterInfo &MRI = MF.getRegInfo();
  for (unsigned Number = 0; Number < MRI.getNumVirtRegs(); ++Number) {
    Register Reg = Register::index2VirtReg(Number);
    MachineOperand *Result = computedAlone(Reg, MRI, LIS);
    if (Result && canComputeAgain(*Result->getParent()))
      shareFixedRegister(*Result, LIS);
  }
}
