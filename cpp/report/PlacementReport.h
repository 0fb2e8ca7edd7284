//===- PlacementReport.h - where each value is, at each instruction -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_REPORT_PLACEMENT_REPORT_H
#define LIMIT_REPORT_PLACEMENT_REPORT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/CodeGen/Register.h"

namespace llvm {
class LiveIntervals;
class MachineFunction;
class PassRegistry;
class TargetPassConfig;
} // namespace llvm

namespace limit {

class SourceNames;

/// Makes the passes known by their names, for -run-pass and the like.
void initializePlacementPasses(llvm::PassRegistry &Registry);

/// With -limit-placements, puts a pass in front of the allocator that notes values and names, and
/// one behind it that writes where the values are.
void insertPlacementPasses(llvm::TargetPassConfig &Config);

/// Says that the ranges of \p Regs are others than the first pass noted, or gone: a pass of the
/// allocator's own changed the code in front of it.
void noteChangedRanges(const llvm::MachineFunction &MF, llvm::LiveIntervals &LIS,
                       const SourceNames &Names, llvm::ArrayRef<llvm::Register> Regs);

} // namespace limit

#endif // LIMIT_REPORT_PLACEMENT_REPORT_H
