//===- ShrinkWrap.h - what LLVM's shrink wrapping will do -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_SHRINKWRAP_H
#define LIMIT_SHRINKWRAP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/MC/MCRegister.h"

namespace llvm {
class MachineBasicBlock;
class MachineFunction;
class MachineRegisterInfo;
} // namespace llvm

namespace limit {

/// The callee-saved registers of a function.
llvm::ArrayRef<llvm::MCPhysReg> calleeSaved(const llvm::MachineRegisterInfo &MRI);

/// Which blocks LLVM's ShrinkWrap keeps behind the prologue before any register is assigned.
class FrameNeeds {
public:
  explicit FrameNeeds(const llvm::MachineFunction &MF);
  bool isNeededIn(const llvm::MachineBasicBlock &MBB) const;

  /// Whether \p MBB needs a frame whatever its instructions are.
  bool isNeededAtStart(const llvm::MachineBasicBlock &MBB) const;
  /// Whether \p MI needs one whatever its operands are.
  bool setsUpCall(const llvm::MachineInstr &MI) const { return MI.getOpcode() == CallSetup; }
  /// Whether an instruction with \p MO needs one.
  bool isNeededFor(const llvm::MachineOperand &MO) const {
    if (MO.isReg())
      return MO.isDef() && MO.getReg().isPhysical() && Overlaps[MO.getReg().id()];
    return MO.isFI() || (MO.isRegMask() && clobbersSaved(MO));
  }

private:
  bool clobbersSaved(const llvm::MachineOperand &Mask) const;

  llvm::ArrayRef<llvm::MCPhysReg> Saved;
  /// Per register whether it overlaps a callee-saved one.
  llvm::BitVector Overlaps;
  unsigned CallSetup;
  /// Whether the prologue may stand elsewhere than at the function's beginning.
  bool IsMovable;
};

/// Whether an instruction of \p MBB may access the function's stack by way of an address.
bool mayTouchStack(const llvm::MachineBasicBlock &MBB);

/// The only block of \p MF that returns, if ShrinkWrap can put restores in front of it for some of
/// its predecessors only; null if there is none.
llvm::MachineBasicBlock *splittableReturn(llvm::MachineFunction &MF, const FrameNeeds &Needs);

} // namespace limit

#endif // LIMIT_SHRINKWRAP_H
