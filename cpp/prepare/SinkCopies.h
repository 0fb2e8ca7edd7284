//===- SinkCopies.h - copies of which only some ways need ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_PREPARE_SINK_COPIES_H
#define LIMIT_PREPARE_SINK_COPIES_H

#include "prepare/RangeEdits.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace llvm {
class MachineBasicBlock;
class MachineBlockFrequencyInfo;
class MachineOperand;
class TargetInstrInfo;
class TargetRegisterInfo;
} // namespace llvm

namespace limit {

/// Moves copies out of loops to where they are left.
class CopySinker {
public:
  CopySinker(llvm::MachineFunction &MF, llvm::LiveIntervals &LIS,
             const llvm::MachineBlockFrequencyInfo &MBFI, SourceNames *Names);

  /// Where what the copy sets is live on one way out of its block only, and something else there
  /// than on, the copy is made on that way. Returns whether it was; the copy is gone then.
  bool sink(llvm::MachineInstr &Copy);

  /// Where what is copied is live on one way only, it is copied back on that way, and ends at the
  /// copy. Returns whether it was.
  bool sinkCopied(llvm::MachineInstr &Copy);

private:
  /// How a range is set on one way out of a block.
  struct Plan {
    /// What holds the value, and what is set to it behind the block.
    llvm::Register Kept, Moved;
    /// Where that is.
    llvm::MachineBasicBlock *To = nullptr;
    /// Operands in the block that are to name what holds the value.
    llvm::SmallVector<llvm::MachineOperand *, 4> Reads;
    /// Other blocks in front of it at whose ends what holds the value has to be set.
    llvm::SmallVector<llvm::MachineBasicBlock *, 4> Sets;
    /// Copies between the two at the ends of others.
    llvm::SmallVector<llvm::MachineInstr *, 4> Copies;
  };

  std::optional<Plan> planFor(llvm::MachineInstr &Copy, llvm::Register Kept, llvm::Register Moved);
  llvm::MachineBasicBlock *onlyWay(const llvm::MachineBasicBlock &MBB, const Plan &Of) const;
  bool findReads(llvm::MachineInstr &Copy, Plan &Of) const;
  bool findSets(const llvm::MachineBasicBlock &MBB, Plan &Of) const;
  bool canSetAtEnd(llvm::MachineBasicBlock &MBB, const Plan &Of) const;
  bool isWorthIt(const llvm::MachineBasicBlock &MBB, const Plan &Of) const;
  void insertCopy(llvm::MachineBasicBlock &MBB, bool AtEnd, llvm::Register To, llvm::Register From);
  void nameKept(const llvm::MachineInstr &Copy, const Plan &Of);
  void carryOut(const Plan &Of);

  const llvm::TargetInstrInfo &TII;
  const llvm::TargetRegisterInfo &TRI;
  llvm::LiveIntervals &LIS;
  const llvm::MachineBlockFrequencyInfo &MBFI;
  RangeEdits Edits;
};

} // namespace limit

#endif // LIMIT_PREPARE_SINK_COPIES_H
