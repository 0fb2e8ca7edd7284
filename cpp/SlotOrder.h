//===- SlotOrder.h - which spill slots are neighbours -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_SLOT_ORDER_H
#define LIMIT_SLOT_ORDER_H

namespace llvm {
class MachineFunction;
class PassRegistry;
class TargetPassConfig;
} // namespace llvm

namespace limit {

/// Registers the pass under the name `limit-slot-order`.
void initializeSlotOrderPass(llvm::PassRegistry &Registry);

/// Puts the pass behind StackSlotColoring in the pipeline of \p Config. It leaves functions alone
/// that another allocator had.
void insertSlotOrderPass(llvm::TargetPassConfig &Config);

/// Says that this thread's pass may order the spill slots of \p MF, the next one it is given.
void allowSlotOrder(const llvm::MachineFunction &MF);

} // namespace limit

#endif // LIMIT_SLOT_ORDER_H
