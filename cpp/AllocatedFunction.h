//===- AllocatedFunction.h - which function limit has allocated -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_ALLOCATED_FUNCTION_H
#define LIMIT_ALLOCATED_FUNCTION_H

#include "llvm/Pass.h"
#include <utility>

namespace llvm {
class MachineFunction;
class PassRegistry;
} // namespace llvm

namespace limit {

/// A note that the allocator leaves for the passes behind it in the same pipeline: the function
/// that it had last. All of them run on one function before any runs on the next.
class AllocatedFunction : public llvm::ImmutablePass {
public:
  static char ID;
  AllocatedFunction() : ImmutablePass(ID) {}
  void set(const llvm::MachineFunction &MF) { Last = &MF; }
  bool is(const llvm::MachineFunction &MF) const { return Last == &MF; }
  /// Whether \p MF is that function; it is asked for once, by the last of these passes.
  bool take(const llvm::MachineFunction &MF) { return std::exchange(Last, nullptr) == &MF; }

private:
  const llvm::MachineFunction *Last = nullptr;
};

void initializeAllocatedFunctionPass(llvm::PassRegistry &Registry);

} // namespace limit

#endif // LIMIT_ALLOCATED_FUNCTION_H
