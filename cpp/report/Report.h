//===- Report.h - what an allocation tells its users ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_REPORT_REPORT_H
#define LIMIT_REPORT_REPORT_H

#include "regalloc-limit/src/bridge/ffi.rs.h"
#include <string>

namespace llvm {
class MachineFunction;
class MachineOptimizationRemarkEmitter;
} // namespace llvm

namespace limit {

class FlatFunction;

/// The pass in whose name limit's remarks are, which is greedy's.
inline constexpr char RemarkPass[] = "regalloc";

/// Emits the remarks about \p Outcome and, with -limit-report, its line.
void report(const core::OutcomeRow &Outcome, llvm::MachineFunction &MF,
            llvm::MachineOptimizationRemarkEmitter &ORE);

/// Emits the remark that the pass limit-pressure changed nothing in \p MF, and why.
void reportLeftAlone(const std::string &Reason, llvm::MachineFunction &MF,
                     llvm::MachineOptimizationRemarkEmitter &ORE);

/// Warns if limit allocates AMX's tiles, as \p Flat says. LLVM allocates them in front of all other
/// registers and then configures them, but leaves both out if an allocator is named.
void warnOfTiles(const FlatFunction &Flat, llvm::MachineFunction &MF);

} // namespace limit

#endif // LIMIT_REPORT_REPORT_H
