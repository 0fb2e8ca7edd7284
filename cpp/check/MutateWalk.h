//===- MutateWalk.h - what instructions read along paths --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_CHECK_MUTATE_WALK_H
#define LIMIT_CHECK_MUTATE_WALK_H

#include "check/Snapshot.h"
#include <vector>

namespace llvm {
class MachineBasicBlock;
class MachineFunction;
} // namespace llvm

namespace limit {

/// Paths through a function, all of them by way of \p Through: the shortest ones there, then at
/// random.
std::vector<std::vector<const llvm::MachineBasicBlock *>>
pathsThrough(llvm::MachineFunction &MF, const llvm::MachineBasicBlock &Through);

/// A hash of what each instruction of the snapshot reads along a path, in order. Every instruction
/// stands for a function of which nothing is known, spills and copies for what they are. It knows
/// nothing of the values before allocation, so it is a witness of its own for the checker.
std::vector<uint64_t> readsAlong(llvm::MachineFunction &MF, const Snapshot &Before,
                                 const std::vector<const llvm::MachineBasicBlock *> &Path);

} // namespace limit

#endif // LIMIT_CHECK_MUTATE_WALK_H
