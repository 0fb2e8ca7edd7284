//===- RegAllocLimit.h - the allocator as a machine pass --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_REGALLOCLIMIT_H
#define LIMIT_REGALLOCLIMIT_H

namespace llvm {
class FunctionPass;
class PassRegistry;
} // namespace llvm

namespace limit {

/// The pass `regalloc-limit`, selected by -regalloc=limit.
llvm::FunctionPass *createRegAllocLimit();

void initializeRegAllocLimitPass(llvm::PassRegistry &Registry);

} // namespace limit

#endif // LIMIT_REGALLOCLIMIT_H
