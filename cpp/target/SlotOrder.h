//===- SlotOrder.h - which spill slots are neighbours -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_TARGET_SLOT_ORDER_H
#define LIMIT_TARGET_SLOT_ORDER_H

namespace llvm {
class PassRegistry;
class TargetPassConfig;
} // namespace llvm

namespace limit {

/// Registers the pass under the name `limit-slot-order`.
void initializeSlotOrderPass(llvm::PassRegistry &Registry);

/// Puts the pass behind StackSlotColoring in the pipeline of \p Config. It leaves functions alone
/// that another allocator had, and other targets than AArch64.
void insertSlotOrderPass(llvm::TargetPassConfig &Config);

} // namespace limit

#endif // LIMIT_TARGET_SLOT_ORDER_H
