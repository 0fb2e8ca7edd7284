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

/// When a function is looked at: with registers assigned, and when LLVM's passes behind that have
/// shared slots, forwarded copies and hoisted reloads.
enum class CheckStage { Assigned, Cleaned };

/// The kinds of mutation, separated by commas.
std::string mutationKinds();

/// Whether \p Which is a kind of mutation, a colon and a number.
bool isMutation(llvm::StringRef Which);

/// When the mutation \p Which is made.
CheckStage stageOf(llvm::StringRef Which);

/// Makes the allocation of \p MF wrong in one place, which the number of \p Which chooses. Returns
/// nothing if the function has no place for a mutation of that kind.
std::optional<Mutation> mutate(llvm::MachineFunction &MF, const Snapshot &Before,
                               llvm::StringRef Which);

} // namespace limit

#endif // LIMIT_CHECK_MUTATE_H
