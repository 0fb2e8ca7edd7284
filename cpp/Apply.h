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
};

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

#endif // LIMIT_APPLY_H
