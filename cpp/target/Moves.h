//===- Moves.h - moves between registers that LLVM does not name *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_TARGET_MOVES_H
#define LIMIT_TARGET_MOVES_H

namespace llvm {
class MachineInstr;
} // namespace llvm

namespace limit {

/// Whether \p MI, behind the expansion of copies, moves one register to another. TargetInstrInfo
/// knows most such instructions, but none of AArch64's for floating point and vector registers, nor
/// x86's for vectors of integers.
bool isMove(const llvm::MachineInstr &MI);

} // namespace limit

#endif // LIMIT_TARGET_MOVES_H
