//===- PlacementReport.h - where each value is, at each instruction -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_PLACEMENT_REPORT_H
#define LIMIT_PLACEMENT_REPORT_H

namespace llvm {
class PassRegistry;
class TargetPassConfig;
} // namespace llvm

namespace limit {

/// Makes the passes known by their names, for -run-pass and the like.
void initializePlacementPasses(llvm::PassRegistry &Registry);

/// With -limit-placements, puts a pass in front of the allocator that notes values and names, and
/// one behind it that writes where the values are.
void insertPlacementPasses(llvm::TargetPassConfig &Config);

} // namespace limit

#endif // LIMIT_PLACEMENT_REPORT_H
