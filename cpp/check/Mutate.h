//===- Mutate.h - allocations made wrong on purpose -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_CHECK_MUTATE_H
#define LIMIT_CHECK_MUTATE_H

#include "check/Snapshot.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace limit {

/// One thing about a finished allocation that was made wrong, to see whether the checker finds it.
struct Mutation {
  /// The instruction and what became of it.
  std::string What;
  /// Whether an instruction of the snapshot was seen to read another value on some path.
  bool Changes;
};

/// Makes the allocation of \p MF wrong in one place. \p Which is a kind, one of drop-reload,
/// drop-store, swap-registers, other-slot, late-store, clobber-call, stale-value and
/// exchange-lanes, a colon and a number that chooses among the places. Returns nothing if there is
/// no such place or no such kind.
/// When a function is looked at: with registers assigned, and when LLVM's passes behind that have
/// shared slots, forwarded copies and hoisted reloads.
enum class CheckStage { Assigned, Cleaned };

/// When the mutation is made.
CheckStage stageOf(llvm::StringRef Which);

std::optional<Mutation> mutate(llvm::MachineFunction &MF, const Snapshot &Before,
                               llvm::StringRef Which);

} // namespace limit

#endif // LIMIT_CHECK_MUTATE_H
