//===- ShrinkWrap.cpp - what LLVM's shrink wrapping will do ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The conditions of LLVM's pass ShrinkWrap, which runs after allocation, as far as they hold
/// before: which blocks stay behind the prologue, and whether it can split the block that returns.
///
//===----------------------------------------------------------------------===//

#include "flatten/ShrinkWrap.h"
#include "target/PairedSaves.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/CodeGen/TargetFrameLowering.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

namespace limit {

void CalleeSaved::select(const MachineFunction &MF) {
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  const MCPhysReg *Begin = MRI.getCalleeSavedRegs(), *End = Begin;
  while (End && *End)
    ++End;
  const TargetRegisterInfo &TRI = *MRI.getTargetRegisterInfo();
  if (!Target.select(TRI) && ArrayRef(Begin, End) == ArrayRef(Saved))
    return;
  Saved.assign(Begin, End);
  // LLVM looks through all classes for the smallest that has a register.
  Files.clear();
  for (MCPhysReg Reg : Saved)
    Files.push_back(pairedFile(MF, Reg));
  First.assign(TRI.getNumRegs(), 0);
  uint32_t Number = 0;
  for (MCPhysReg Reg : Saved) {
    ++Number;
    for (MCRegAliasIterator Alias(Reg, &TRI, /*IncludeSelf=*/true); Alias.isValid(); ++Alias)
      if (uint32_t &Known = First[(*Alias).id()]; Known == 0)
        Known = Number;
  }
}

FrameNeeds::FrameNeeds(const MachineFunction &MF, const CalleeSaved &Saved)
    : Saved(Saved), CallSetup(MF.getSubtarget().getInstrInfo()->getCallFrameSetupOpcode()),
      IsMovable(MF.getSubtarget().getFrameLowering()->enableShrinkWrapping(MF)) {}

bool FrameNeeds::clobbersSaved(const MachineOperand &Mask) const {
  // The mask of a tail call preserves them all.
  return any_of(Saved.all(), [&](MCPhysReg Reg) { return Mask.clobbersPhysReg(Reg); });
}

bool FrameNeeds::isNeededAtStart(const MachineBasicBlock &MBB) const {
  return (MBB.isEntryBlock() && !IsMovable) || MBB.isEHPad();
}

bool FrameNeeds::isNeededIn(const MachineBasicBlock &MBB) const {
  auto NeedsFrame = [this](const MachineInstr &MI) {
    return !MI.isDebugOrPseudoInstr() &&
           (setsUpCall(MI) ||
            any_of(MI.operands(), [this](const MachineOperand &MO) { return isNeededFor(MO); }));
  };
  return isNeededAtStart(MBB) || any_of(MBB.instrs(), NeedsFrame);
}

/// Whether what \p MO accesses is known not to be on the function's stack.
static bool isOffStack(const MachineMemOperand *MO) {
  if (const Value *Pointer = MO->getValue()) {
    const Value *Object = getUnderlyingObject(Pointer);
    if (const auto *Arg = dyn_cast<Argument>(Object))
      return !Arg->hasPassPointeeByValueCopyAttr();
    return isa<GlobalValue>(Object);
  }
  const PseudoSourceValue *Pseudo = MO->getPseudoValue();
  return Pseudo && (Pseudo->isJumpTable() || Pseudo->isConstantPool());
}

bool mayTouchStack(const MachineBasicBlock &MBB) {
  return any_of(MBB.instrs(), [](const MachineInstr &MI) {
    return MI.mayLoadOrStore() && (MI.isCall() || MI.hasUnmodeledSideEffects() ||
                                   MI.memoperands_empty() || !all_of(MI.memoperands(), isOffStack));
  });
}

MachineBasicBlock *splittableReturn(MachineFunction &MF, const FrameNeeds &Needs) {
  MachineBasicBlock *Return = nullptr;
  for (MachineBasicBlock &MBB : MF) {
    bool IsSecond = Return && MBB.isReturnBlock();
    if (IsSecond || MBB.isInlineAsmBrIndirectTarget() || MBB.isEHFuncletEntry())
      return nullptr;
    if (MBB.isReturnBlock())
      Return = &MBB;
  }
  if (!Return || Needs.isNeededIn(*Return) || mayTouchStack(*Return))
    return nullptr;
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  bool CanRedirect = all_of(Return->predecessors(), [&](MachineBasicBlock *Pred) {
    MachineBasicBlock *Taken = nullptr, *Otherwise = nullptr;
    SmallVector<MachineOperand, 4> Condition;
    return !TII.analyzeBranch(*Pred, Taken, Otherwise, Condition);
  });
  return CanRedirect ? Return : nullptr;
}

void markFrame(MachineBasicBlock &MBB, LiveIntervals &LIS) {
  const TargetSubtargetInfo &STI = MBB.getParent()->getSubtarget();
  Register SP = STI.getTargetLowering()->getStackPointerRegisterToSaveRestore();
  if (!SP)
    return;
  // What reads the stack pointer is kept behind the prologue.
  MachineInstr *Mark = BuildMI(MBB, MBB.SkipPHIsAndLabels(MBB.begin()), DebugLoc(),
                               STI.getInstrInfo()->get(TargetOpcode::KILL))
                           .addReg(SP, RegState::Implicit);
  LIS.InsertMachineInstrInMaps(*Mark);
}

} // namespace limit
