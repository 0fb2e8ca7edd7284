//===- Apply.h - carrying out the core's plan -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_APPLY_APPLY_H
#define LIMIT_APPLY_APPLY_H

#include "flatten/Flatten.h"
#include "target/Spillable.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class LiveDebugVariables;
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
  VRegFactsMap &Facts;
  core::Session &Session;
  SpillableClasses &Spillable;
  StackArguments &Arguments;

  /// What holds of the range that \p Reg was split from.
  VRegFacts &factsOfOriginal(llvm::Register Reg) const;
  /// Notes of a range that is to be changed whether its pieces may have another class.
  void noteClass(llvm::Register Reg) const;
  /// Removes instructions without results that are read, with what is needed for them alone. What
  /// later values may be computed again from is put into \p Kept if that is given.
  void eliminate(llvm::SmallVectorImpl<llvm::MachineInstr *> &Instrs,
                 llvm::SmallPtrSet<llvm::MachineInstr *, 32> *Kept) const;
};

/// Puts instructions of a table by address in the order of the code.
void sortByPlace(llvm::SmallVectorImpl<llvm::MachineInstr *> &Instrs,
                 const llvm::LiveIntervals &LIS);

/// Cuts and spills what \p Plan says, and tells the session what came of the pieces. The
/// intervals of every register that changed are exact afterwards.
void applyEdits(const core::PlanRows &Plan, const FlatFunction &Flat, const ApplyTarget &On);

/// Enters the registers of a finished plan into VirtRegMap.
void applyAssignments(const core::PlanRows &Plan, const FlatFunction &Flat, const ApplyTarget &On);

/// Lets the spiller hoist what it stored more than once, and erases what was recomputed everywhere.
/// Where inline assembly may throw nothing is hoisted: LLVM would put the store behind the
/// assembly, for both its ways out, and the landing pad would not pass it.
void finishSpills(const ApplyTarget &On);

} // namespace limit

#endif // LIMIT_APPLY_APPLY_H
