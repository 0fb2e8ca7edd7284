//===- FirstSlot.h - what the first stack slot adds to a frame --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_TARGET_FIRST_SLOT_H
#define LIMIT_TARGET_FIRST_SLOT_H

namespace llvm {
class MachineFunction;
} // namespace llvm

namespace limit {

/// How many instructions the first spill slot of \p MF adds at each end of the frame. On AArch64
/// the stores of callee-saved registers move the stack pointer; slots need an instruction that
/// does. Other targets have one anyway, or the slot fills what keeps the stack aligned.
unsigned firstSlotInstrs(const llvm::MachineFunction &MF);

/// Whether \p MF has an instruction more at each end of its frame if it saves an even number of
/// registers and has no stack slot. On x86-64 an odd number of pushes and the return address keep
/// the stack aligned for calls.
bool padsEvenSaves(const llvm::MachineFunction &MF);

/// Whether what \p MF has on the stack fits beside an odd number of saved registers, so that an
/// even number takes an instruction more at each end of its frame. On AArch64 the registers take
/// eight bytes each, in an area whose size is a multiple of 16, which the stores of the registers
/// make.
bool fillsOddSaves(const llvm::MachineFunction &MF);

} // namespace limit

#endif // LIMIT_TARGET_FIRST_SLOT_H
