//===- Apply.h - carrying out the core's plan -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_APPLY_H
#define LIMIT_APPLY_H

#include "Flatten.h"
#include "Spillable.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class LiveDebugVariables;
class RegisterClassInfo;
class Spiller;
} // namespace llvm

namespace limit {

/// What a plan is carried out on.
struct ApplyTarget {
  llvm::MachineFunction &MF;
  llvm::LiveIntervals &LIS;
  llvm::VirtRegMap &VRM;
  /// Null while the debug instructions are still in the code.
  llvm::LiveDebugVariables *DebugVars;
  llvm::Spiller &Spiller;
  llvm::SmallPtrSet<llvm::MachineInstr *, 32> &DeadRemats;
  VRegMemos &Memos;
  SpillableClasses &Spillable;
  StackArguments &Arguments;
};

/// Cuts and spills what \p Plan says, and notes the registers it chose for the next round. The
/// intervals of every register that changed are exact afterwards.
void applyEdits(const core::PlanRows &Plan, const FlatFunction &Flat, const ApplyTarget &On);

/// Enters the registers of a finished plan into VirtRegMap.
void applyAssignments(const core::PlanRows &Plan, const FlatFunction &Flat, const ApplyTarget &On);

/// Moves the copies of argument registers in the entry block to its beginning, so that what they
/// copy can be split or spilled and no longer takes the very register it came in. Returns whether
/// any copy moved. Inline assembly that leaves just the registers it needs asks for this when the
/// scheduler has put such a copy below it. Pieces of a split range stay where they are: the spiller
/// knows the values of the range that they are pieces of only where that range was live.
bool hoistArgumentCopies(const ApplyTarget &On);

/// Whether an instruction above such a copy defines a register whose class has nothing left beside
/// the arguments that came in: whatever becomes of its range, its result needs a register there.
bool isEntryCrowded(const llvm::MachineFunction &MF, const llvm::RegisterClassInfo &Classes);

} // namespace limit

#endif // LIMIT_APPLY_H
