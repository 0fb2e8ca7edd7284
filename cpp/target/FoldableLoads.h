//===- FoldableLoads.h - loads that become parts of others ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_TARGET_FOLDABLE_LOADS_H
#define LIMIT_TARGET_FOLDABLE_LOADS_H

#include "llvm/ADT/DenseMap.h"
#include <tuple>

namespace llvm {
class MachineInstr;
class MachineOperand;
class TargetSubtargetInfo;
} // namespace llvm

namespace limit {

/// Which loads the target makes a part of the instruction that reads the result, as LLVM's spiller
/// asks it to where a value is computed again. Each pair of opcodes is tried once per subtarget;
/// only prices depend on that, so what the operands are is left aside.
class FoldableLoads {
public:
  /// Whether the instruction of \p Use, an operand that reads the result of \p Load, can take the
  /// load in.
  bool isTakenIn(const llvm::MachineInstr &Load, const llvm::MachineOperand &Use);

private:
  /// Whether code has to be small, and the opcodes of the load and the reader with the operand's
  /// number.
  using Kind =
      std::tuple<const llvm::TargetSubtargetInfo *, unsigned, unsigned, unsigned, unsigned>;
  llvm::DenseMap<Kind, bool> Known;
};

} // namespace limit

#endif // LIMIT_TARGET_FOLDABLE_LOADS_H
