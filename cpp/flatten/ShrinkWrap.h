//===- ShrinkWrap.h - what LLVM's shrink wrapping will do -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_FLATTEN_SHRINK_WRAP_H
#define LIMIT_FLATTEN_SHRINK_WRAP_H

#include "flatten/RegisterUnits.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/MC/MCRegister.h"
#include <vector>

namespace llvm {
class LiveIntervals;
class MachineBasicBlock;
class MachineFunction;
} // namespace llvm

namespace limit {

/// The callee-saved registers of a function, what they overlap and with which they are saved. That
/// is kept as long as functions of one target have the same callee-saved registers, which are
/// compared one by one.
class CalleeSaved {
public:
  /// Makes \p MF the function that is asked about.
  void select(const llvm::MachineFunction &MF);

  /// They, in the target's order.
  llvm::ArrayRef<llvm::MCPhysReg> all() const { return Saved; }
  /// For each of them, in the same order, its file (target/PairedSaves.h).
  llvm::ArrayRef<unsigned> files() const { return Files; }
  /// The number, counted from 1, of the first that \p Reg overlaps; 0 if there is none.
  uint32_t firstOverlapping(llvm::MCRegister Reg) const { return First[Reg.id()]; }
  /// Whether \p MO is a physical register that one of them overlaps.
  bool overlaps(const llvm::MachineOperand &MO) const {
    return MO.isReg() && MO.getReg().isPhysical() && firstOverlapping(MO.getReg().asMCReg()) != 0;
  }

private:
  TargetTable Target;
  std::vector<llvm::MCPhysReg> Saved;
  std::vector<unsigned> Files;
  std::vector<uint32_t> First;
};

/// Which blocks LLVM's ShrinkWrap keeps behind the prologue before any register is assigned.
class FrameNeeds {
public:
  /// \p Saved has to stay what it is as long as this is used.
  FrameNeeds(const llvm::MachineFunction &MF, const CalleeSaved &Saved);
  bool isNeededIn(const llvm::MachineBasicBlock &MBB) const;

  /// Whether \p MBB needs a frame whatever its instructions are.
  bool isNeededAtStart(const llvm::MachineBasicBlock &MBB) const;
  /// Whether \p MI needs one whatever its operands are.
  bool setsUpCall(const llvm::MachineInstr &MI) const { return MI.getOpcode() == CallSetup; }
  /// Whether an instruction with \p MO needs one.
  bool isNeededFor(const llvm::MachineOperand &MO) const {
    if (MO.isReg())
      return MO.isDef() && Saved.overlaps(MO);
    return MO.isFI() || (MO.isRegMask() && clobbersSaved(MO));
  }

private:
  bool clobbersSaved(const llvm::MachineOperand &Mask) const;

  const CalleeSaved &Saved;
  unsigned CallSetup;
  /// Whether the prologue may stand elsewhere than at the function's beginning.
  bool IsMovable;
};

/// Whether an instruction of \p MBB may access the function's stack by way of an address.
bool mayTouchStack(const llvm::MachineBasicBlock &MBB);

/// The only block of \p MF that returns, if ShrinkWrap can put restores in front of it for some of
/// its predecessors only; null if there is none.
llvm::MachineBasicBlock *splittableReturn(llvm::MachineFunction &MF, const FrameNeeds &Needs);

/// Makes \p MBB a block that needs a frame, as ShrinkWrap sees it, with an instruction without
/// code.
void markFrame(llvm::MachineBasicBlock &MBB, llvm::LiveIntervals &LIS);

} // namespace limit

#endif // LIMIT_FLATTEN_SHRINK_WRAP_H
