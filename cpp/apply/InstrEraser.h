//===- InstrEraser.h - instructions that go --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_APPLY_INSTR_ERASER_H
#define LIMIT_APPLY_INSTR_ERASER_H

#include "apply/Apply.h"
#include "llvm/ADT/SetVector.h"

namespace limit {

/// Erases instructions, and afterwards what only they needed.
class InstrEraser {
  const ApplyTarget &On;
  /// Registers whose intervals have to be computed again.
  llvm::SmallSetVector<llvm::Register, 8> Changed;

  void update(llvm::Register Reg);
  void markDeadDefs(llvm::Register Reg);

public:
  explicit InstrEraser(const ApplyTarget &On) : On(On) {}

  void erase(llvm::MachineInstr &MI);
  /// Notes that \p Reg is live elsewhere than its interval says.
  void noteChanged(llvm::Register Reg) { Changed.insert(Reg); }
  /// Computes the intervals again of what was noted and of what the erased instructions named, and
  /// erases what now computes or moves a value for nothing.
  void finish();
};

} // namespace limit

#endif // LIMIT_APPLY_INSTR_ERASER_H
