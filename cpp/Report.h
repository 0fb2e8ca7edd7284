//===- Report.h - what an allocation tells its users ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_REPORT_H
#define LIMIT_REPORT_H

#include <optional>
#include <string>

namespace llvm {
class MachineFunction;
class MachineOptimizationRemarkEmitter;
} // namespace llvm

namespace limit {

/// How the allocation of one function went.
struct Outcome {
  /// How often the function was flattened.
  unsigned Rounds = 0;
  /// Ranges that left registers, wholly or in part, to bring pressure under capacity.
  unsigned Limited = 0;
  /// Ranges that left registers for want of one when registers were chosen.
  unsigned Spilled = 0;
  /// Why LLVM's own means had to allocate the function, if they had to.
  std::optional<std::string> LastResort;
};

/// Emits the remarks about \p Outcome and, with -limit-report, its line.
void report(const Outcome &Outcome, llvm::MachineFunction &MF,
            llvm::MachineOptimizationRemarkEmitter &ORE);

/// Emits the remark that the pass limit-pressure changed nothing in \p MF, and why.
void reportLeftAlone(const std::string &Reason, llvm::MachineFunction &MF,
                     llvm::MachineOptimizationRemarkEmitter &ORE);

} // namespace limit

#endif // LIMIT_REPORT_H
