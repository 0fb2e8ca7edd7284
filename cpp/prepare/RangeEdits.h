//===- RangeEdits.h - live ranges that are joined or moved -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_PREPARE_RANGE_EDITS_H
#define LIMIT_PREPARE_RANGE_EDITS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/Register.h"

namespace llvm {
class LiveIntervals;
class MachineBasicBlock;
class MachineFunction;
class MachineInstr;
class MachineOperand;
class MachineRegisterInfo;
} // namespace llvm

namespace limit {

class SourceNames;

/// How many operands of a range are looked at, so that long chains of copies take no square of
/// their length.
constexpr unsigned MostOperands = 64;

/// How many instructions at the end of a block are looked at.
constexpr unsigned LongestEnd = 48;

/// Whether \p MI copies a whole range to another one. Under a mask of lanes a copy does not mean
/// the same elsewhere.
bool isCopyOfRange(const llvm::MachineInstr &MI, const llvm::MachineRegisterInfo &MRI);

/// Whether \p MI copies one of two ranges to the other one or to itself.
bool isCopyBetween(const llvm::MachineInstr &MI, llvm::Register A, llvm::Register B);

/// Changes live ranges in front of allocation, and says so to those who know them by their names.
class RangeEdits {
public:
  /// \p Names is null if the pass runs alone.
  RangeEdits(llvm::MachineFunction &MF, llvm::LiveIntervals &LIS, SourceNames *Names);

  /// Whether the range has few operands, none of them a part of it.
  bool isSimple(llvm::Register Reg) const;

  /// The copy between two ranges behind which nothing in the block changes them; null if there is
  /// none.
  llvm::MachineInstr *lastCopy(llvm::MachineBasicBlock &MBB, llvm::Register A,
                               llvm::Register B) const;

  /// What debug instructions say of a range where it does not live holds no more: it may live there
  /// once it is changed.
  void dropUnknown(llvm::Register Reg);

  /// Makes one range of two: the operands of \p From name \p To, which holds its variable too, and
  /// copies between the two go. Where one of the two holds nothing, debug instructions say so.
  void join(llvm::Register From, llvm::Register To);

  /// An operand names the other one of the two ranges that hold the same value by a copy above it
  /// in its block.
  void nameOther(llvm::MachineOperand &MO, const llvm::MachineInstr &Copy);

  /// Takes a copy out of the code. Nobody may change what it copies behind it in its block, or read
  /// what it sets.
  void erase(llvm::MachineInstr &Copy);

  /// Computes the live intervals of ranges whose operands have changed.
  void recompute(llvm::ArrayRef<llvm::Register> Regs);

  /// The same of ranges whose copies have changed: those of \p Copies go that nobody reads any
  /// more, and parts of a range that have nothing to do with each other get names of their own.
  /// Reports are told.
  void recomputeParts(llvm::ArrayRef<llvm::Register> Regs,
                      llvm::ArrayRef<llvm::MachineInstr *> Copies);

  /// Tells reports which ranges are no longer what they were, or gone.
  void note(llvm::ArrayRef<llvm::Register> Changed);

private:
  /// Erases those of the copies that nobody reads any more: debug instructions name what they copy.
  void eraseDead(llvm::ArrayRef<llvm::MachineInstr *> Copies);

  /// Gives parts of the range that have nothing to do with each other names of their own. Returns
  /// those, the range's own the first.
  llvm::SmallVector<llvm::Register, 4> separate(llvm::Register Reg);

  llvm::MachineFunction &MF;
  llvm::MachineRegisterInfo &MRI;
  llvm::LiveIntervals &LIS;
  SourceNames *Names;
};

} // namespace limit

#endif // LIMIT_PREPARE_RANGE_EDITS_H
