//===- DebugUses.h - debug instructions of a cut range ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_APPLY_DEBUG_USES_H
#define LIMIT_APPLY_DEBUG_USES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/Register.h"

namespace llvm {
class LiveIntervals;
} // namespace llvm

namespace limit {

/// What says where variables are, while LiveDebugVariables has not taken it out of the code.
class DebugUses {
public:
  DebugUses(llvm::MachineFunction &MF, llvm::LiveIntervals &LIS) : MF(MF), LIS(LIS) {}

  /// Names the piece that is live at each mention of \p Old, or none where none is. All \p Pieces
  /// have intervals.
  void rename(llvm::Register Old, llvm::ArrayRef<llvm::Register> Pieces);

private:
  void collectPhis();

  llvm::MachineFunction &MF;
  llvm::LiveIntervals &LIS;
  /// The phis that a variable's value was, by the register it is in; empty until asked for.
  llvm::DenseMap<llvm::Register, llvm::SmallVector<llvm::MachineFunction::DebugPHIRegallocPos *, 1>>
      Phis;
  bool HasPhis = false;
};

} // namespace limit

#endif // LIMIT_APPLY_DEBUG_USES_H
