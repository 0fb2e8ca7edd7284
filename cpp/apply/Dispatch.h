//===- Dispatch.h - what goes on to a computed goto -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_APPLY_DISPATCH_H
#define LIMIT_APPLY_DISPATCH_H

namespace llvm {
class LiveIntervals;
class MachineFunction;
} // namespace llvm

namespace limit {

/// Has LLVM copy the computed goto of \p MF to each block that goes on to it: marks the ends of
/// these blocks with instructions without code, so that branch folding merges none of them.
void keepDispatchesApart(llvm::MachineFunction &MF, llvm::LiveIntervals &LIS);

} // namespace limit

#endif // LIMIT_APPLY_DISPATCH_H
