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
} // namespace llvm

namespace limit {

/// How many instructions an instruction moves past at most, and are looked at for flags, so that
/// the work does not grow with the square of a block's size.
constexpr unsigned LongestWay = 100;

/// Whether what \p Def overwrites beside its first operand, such as flags, holds nothing in front
/// of \p To, which is in the same block, as far as that can be seen.
bool areFlagsFree(const llvm::MachineInstr &Def, llvm::MachineBasicBlock::iterator To);

/// Moves a copy up its block, in front of \p Above. Nobody in between may name what it sets, or
/// change what it reads. What debug instructions say there of the register that it sets holds no
/// more.
void moveCopyUp(llvm::MachineInstr &Copy, llvm::MachineInstr &Above, llvm::LiveIntervals &LIS);

/// Moves what defines a register down its block, in front of \p To. Nobody in between may name that
/// register, or change what \p Def reads. What debug instructions say there of the value holds from
/// the new place on, unless something else was said of the variable.
void moveDown(llvm::MachineBasicBlock::iterator Def, llvm::MachineBasicBlock::iterator To,
              llvm::LiveIntervals &LIS);

} // namespace limit

#endif // LIMIT_PREPARE_REORDERING_H
