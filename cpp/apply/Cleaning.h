//===- Cleaning.h - spill code that is not needed ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_APPLY_CLEANING_H
#define LIMIT_APPLY_CLEANING_H

#include "apply/InstrEraser.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/CodeGen/SlotIndexes.h"

namespace limit {

/// The reloads and stores that a finished plan does without. They are noted before the spiller's
/// last optimisations, which may remove instructions, and taken away behind them: an extended range
/// would mislead the spiller.
class Cleaning {
  struct Reuse {
    llvm::SlotIndex Reload;
    llvm::Register Holder;
    /// Instructions that define the holder.
    size_t Defs;
  };
  struct SlotStores {
    llvm::SmallVector<llvm::SlotIndex, 4> All, Dead;
  };
  const ApplyTarget &On;
  llvm::SmallVector<Reuse, 8> Reuses;
  llvm::SmallMapVector<uint32_t, SlotStores, 4> Stores;
  InstrEraser Eraser;

  void takeReload(const Reuse &Known);

public:
  /// Notes what \p Plan does without; the instructions are those of \p Flat.
  Cleaning(const core::PlanRows &Plan, const FlatFunction &Flat, const ApplyTarget &On);
  void run();
};

} // namespace limit

#endif // LIMIT_APPLY_CLEANING_H
