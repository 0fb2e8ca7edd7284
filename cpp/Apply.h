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
  VRegMemos &Memos;
  SpillableClasses &Spillable;
  StackArguments &Arguments;
};

/// Cuts and spills what \p Plan says, and notes the registers it chose for the next round. The
/// intervals of every register that changed are exact afterwards.
void applyEdits(const core::PlanRows &Plan, const FlatFunction &Flat, const ApplyTarget &On);

/// Enters the registers of a finished plan into VirtRegMap.
void applyAssignments(const core::PlanRows &Plan, const FlatFunction &Flat, const ApplyTarget &On);

} // namespace limit

#endif // LIMIT_APPLY_H
