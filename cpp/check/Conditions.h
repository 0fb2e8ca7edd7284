//===- Conditions.h - SystemZ's conditions of instructions ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Instructions of SystemZ that read the flags have two constants: which results of a comparison
/// can occur, and on which of those they act. To fold the first operand of a comparison LLVM
/// exchanges both operands, and less with greater in the conditions that read the result.
///
//===----------------------------------------------------------------------===//

#ifndef LIMIT_CHECK_CONDITIONS_H
#define LIMIT_CHECK_CONDITIONS_H

#include "llvm/CodeGen/MachineInstr.h"
#include <optional>

namespace limit {

/// Which operand is the condition, if the instruction has one.
std::optional<unsigned> conditionOf(llvm::ArrayRef<llvm::MachineOperand> Operands,
                                    const llvm::MachineFunction &MF);

/// The condition with less in the place of greater.
constexpr unsigned exchangedCondition(unsigned Condition) {
  return (Condition & 9) | (Condition & 4) >> 1 | (Condition & 2) << 1;
}

/// What the condition of an instruction became.
struct ConditionChange {
  /// Whether it can be what it was, the contrary included if \p MayInvert.
  bool IsSame = true;
  /// Whether it can be the one for exchanged operands of the comparison.
  bool IsExchanged = true;

  ConditionChange(llvm::ArrayRef<llvm::MachineOperand> Was, const llvm::MachineInstr &Is,
                  bool MayInvert);
};

} // namespace limit

#endif // LIMIT_CHECK_CONDITIONS_H
