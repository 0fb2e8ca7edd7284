//===- Unspill.h - spills and splits taken back -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_FALLBACK_UNSPILL_H
#define LIMIT_FALLBACK_UNSPILL_H

namespace llvm {
class LiveDebugVariables;
class LiveIntervals;
class MachineFunction;
class VirtRegMap;
} // namespace llvm

namespace limit {

class SpillableClasses;

/// Makes one range again of the pieces that each range was cut into: stores to its spill slot and
/// reloads become copies, or go away where they lie between two pieces. What falls into parts
/// without a connection becomes a range for each. Ranges whose slot an instruction names that is no
/// store or reload stay as they are, but their reloads may be spilled again. Nothing may be
/// assigned in \p VRM.
void unspill(llvm::MachineFunction &MF, llvm::LiveIntervals &LIS, llvm::VirtRegMap &VRM,
             llvm::LiveDebugVariables &DebugVars, SpillableClasses &Spillable);

} // namespace limit

#endif // LIMIT_FALLBACK_UNSPILL_H
