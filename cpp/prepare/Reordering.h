//===- Reordering.h - instructions that change places ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_PREPARE_REORDERING_H
#define LIMIT_PREPARE_REORDERING_H

#include "llvm/CodeGen/MachineBasicBlock.h"

namespace llvm {
class LiveIntervals;
class MachineOperand;
class MachineRegisterInfo;
} // namespace llvm

namespace limit {

/// How many instructions an instruction moves past at most, and are looked at for flags, so that
/// the work does not grow with the square of a block's size.
constexpr unsigned LongestWay = 100;

/// Whether the last call or asm may leave the block: what lives behind has to be there before.
bool mayLeave(const llvm::MachineBasicBlock &MBB);

/// Whether \p MO, of a physical register, means the same wherever its instruction stands: nobody
/// reads what it writes, or what it reads never changes.
bool isSameAnywhere(const llvm::MachineOperand &MO, const llvm::MachineRegisterInfo &MRI);

/// Whether what \p Def overwrites beside its first operand, such as flags, holds nothing in front
/// of \p To, which is in the same block, as far as that can be seen.
bool areFlagsFree(const llvm::MachineInstr &Def, llvm::MachineBasicBlock::iterator To);

/// Moves what sets a register up its block, in front of \p Above. Nobody in between may name that
/// register, or change what \p MI reads. What debug instructions say there of the register holds no
/// more.
void moveUp(llvm::MachineInstr &MI, llvm::MachineInstr &Above, llvm::LiveIntervals &LIS);

/// Moves what defines a register down its block, in front of \p To. Nobody in between may name that
/// register, or change what \p Def reads. What debug instructions say there of the value holds from
/// the new place on, unless something else was said of the variable.
void moveDown(llvm::MachineBasicBlock::iterator Def, llvm::MachineBasicBlock::iterator To,
              llvm::LiveIntervals &LIS);

} // namespace limit

#endif // LIMIT_PREPARE_REORDERING_H
