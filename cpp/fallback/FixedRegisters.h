//===- FixedRegisters.h - values computed in fixed registers ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_FALLBACK_FIXED_REGISTERS_H
#define LIMIT_FALLBACK_FIXED_REGISTERS_H

namespace llvm {
class LiveIntervals;
class MachineFunction;
} // namespace llvm

namespace limit {

/// Which copies to fixed registers give way to a computation of what they carry.
enum class FixedCopies {
  /// One that follows the computation at once and alone reads its result.
  SoleAndNext,
  /// Those too, and each copy of a result that can be computed again.
  AllComputable,
};

/// Computes in fixed registers what is copied to them. The spiller executes an instruction again in
/// front of a copy of its result to a fixed register, where another register may not be free.
/// Looks at virtual registers from number \p First on.
void computeInFixedRegisters(llvm::MachineFunction &MF, llvm::LiveIntervals &LIS, unsigned First,
                             FixedCopies Which);

/// Where a value that is computed from constants or memory is copied to a fixed register, and
/// another one holds the same value there, lets the copy read that one: there may be no third
/// register for the value.
void shareFixedRegisters(llvm::MachineFunction &MF, llvm::LiveIntervals &LIS);

} // namespace limit

#endif // LIMIT_FALLBACK_FIXED_REGISTERS_H
