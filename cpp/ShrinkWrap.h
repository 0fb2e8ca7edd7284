//===- ShrinkWrap.h - what LLVM's shrink wrapping will do -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_SHRINKWRAP_H
#define LIMIT_SHRINKWRAP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
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

private:
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
