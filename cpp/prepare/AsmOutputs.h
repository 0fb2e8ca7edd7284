//===- AsmOutputs.h - what an asm goto computes -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_PREPARE_ASM_OUTPUTS_H
#define LIMIT_PREPARE_ASM_OUTPUTS_H

#include "flatten/Flatten.h"

namespace llvm {
class LiveDebugVariables;
} // namespace llvm

namespace limit {

/// Whether the block is an operand of the instruction.
bool namesBlock(const llvm::MachineInstr &MI, const llvm::MachineBasicBlock &MBB);

/// Whether the instruction is an asm goto that may jump to the block. It leaves its results there,
/// but what stands behind it in its own block is not executed on that way.
bool jumpsTo(const llvm::MachineInstr &MI, const llvm::MachineBasicBlock &To);

/// The asm goto of the block, or its end. Copies for the way that it does not jump may stand
/// behind.
llvm::MachineBasicBlock::iterator asmGotoOf(llvm::MachineBasicBlock &MBB);

/// Carries what each asm goto computes to the blocks that read it in a register of its own, from
/// which it is copied there: a store right behind the asm would not be executed when it jumps.
/// \p DebugVars is null while the debug instructions are still in the code. Returns whether there
/// was anything to carry.
bool carryAsmOutputs(llvm::MachineFunction &MF, llvm::LiveIntervals &LIS, llvm::VirtRegMap &VRM,
                     llvm::LiveDebugVariables *DebugVars, VRegFactsMap &Facts);

} // namespace limit

#endif // LIMIT_PREPARE_ASM_OUTPUTS_H
