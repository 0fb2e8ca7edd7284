//===- Moves.h - moves between registers that LLVM does not name *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_TARGET_MOVES_H
#define LIMIT_TARGET_MOVES_H

namespace llvm {
class MachineFunction;
class MachineInstr;
} // namespace llvm

namespace limit {

/// Whether \p MI, behind the expansion of copies, moves one register to another. TargetInstrInfo
/// knows most such instructions, but none of AArch64's for floating point and vector registers, nor
/// x86's for vectors of integers.
bool isMove(const llvm::MachineInstr &MI);

/// Whether the target of \p MF has extensions that TargetInstrInfo takes for copies: LLVM makes
/// plain stores and reloads of them where either register is in memory. MIPS's SLL64_64 is one.
bool hasExtensionsTakenForCopies(const llvm::MachineFunction &MF);

/// Whether \p MI is such an extension.
bool isExtensionTakenForCopy(const llvm::MachineInstr &MI);

} // namespace limit

#endif // LIMIT_TARGET_MOVES_H
