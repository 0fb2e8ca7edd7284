//===- SpillStats.h - greedy's remarks on spill code ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_REMARKS_SPILLSTATS_H
#define LIMIT_REMARKS_SPILLSTATS_H

namespace llvm {
class MachineBlockFrequencyInfo;
class MachineFunction;
class MachineLoopInfo;
class MachineOptimizationRemarkEmitter;
class VirtRegMap;
} // namespace llvm

namespace limit {

/// Emits the remarks by which LLVM's greedy allocator says how many spill stores, reloads and
/// copies a loop and a function have, for \p MF as limit allocated it: it has its spill code, and
/// \p VRM its registers. Counts nothing unless remarks on register allocation are asked for.
void reportSpillStats(llvm::MachineFunction &MF, const llvm::VirtRegMap &VRM,
                      const llvm::MachineBlockFrequencyInfo &MBFI,
                      const llvm::MachineLoopInfo &Loops,
                      llvm::MachineOptimizationRemarkEmitter &ORE);

} // namespace limit

#endif // LIMIT_REMARKS_SPILLSTATS_H
