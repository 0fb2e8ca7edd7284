//===- FixedRegisters.cpp - values computed in fixed registers ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixedRegisters.h"
#include "prepare/Arguments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

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

/// Whether \p MI copies all of \p Reg to a fixed register that what computes Reg could write.
bool isCopyToFixed(const MachineInstr &MI, Register Reg, const MachineRegisterInfo &MRI) {
  if (!MI.isFullCopy() || MI.isBundled() || MI.getOperand(1).getReg() != Reg)
    return false;
  Register To = MI.getOperand(0).getReg();
  return To.isPhysical() && MRI.getRegClass(Reg)->contains(To) && !MRI.isReserved(To);
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

} // namespace

void limit::computeInFixedRegisters(MachineFunction &MF, LiveIntervals &LIS, unsigned First,
                                    FixedCopies Which) {
  MachineRegisterInfo &MRI = MF.getRegInfo();
  for (unsigned Number = First; Number < MRI.getNumVirtRegs(); ++Number) {
    Register Reg = Register::index2VirtReg(Number);
    MachineOperand *Result = MRI.getOneDef(Reg);
    if (!Result || !LIS.hasInterval(Reg) || !needsNoRegister(*Result))
      continue;
    MachineInstr &Computing = *Result->getParent();
    SmallVector<MachineInstr *, 4> Copies;
    for (MachineInstr &MI : MRI.use_nodbg_instructions(Reg))
      if (isCopyToFixed(MI, Reg, MRI))
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
    if (!MRI.use_nodbg_empty(Reg)) {
      LIS.shrinkToUses(&LIS.getInterval(Reg));
      continue;
    }
    MRI.markUsesInDebugValueAsUndef(Reg);
    // It is the same instruction, elsewhere.
    if (IsSoleNext)
      Last->setDebugInstrNum(Computing.peekDebugInstrNum());
    LIS.removeInterval(Reg);
    LIS.RemoveMachineInstrFromMaps(Computing);
    Computing.eraseFromParent();
  }
}
