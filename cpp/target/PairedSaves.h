//===- PairedSaves.h - registers that are saved two at a time ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_TARGET_PAIRED_SAVES_H
#define LIMIT_TARGET_PAIRED_SAVES_H

#include "llvm/MC/MCRegister.h"

namespace llvm {
class MachineFunction;
} // namespace llvm

namespace limit {

/// The file of callee-saved registers, counted from 1, of which one instruction saves two; 0 if
/// \p Reg is in none. AArch64 saves any two of a file with one STP.
unsigned pairedFile(const llvm::MachineFunction &MF, llvm::MCRegister Reg);

/// The file of which LLVM saves one register more in \p MF, so that it is free to compute addresses
/// in a frame that is larger than loads and stores reach; 0 if it does not.
unsigned scratchFile(const llvm::MachineFunction &MF);

} // namespace limit

#endif // LIMIT_TARGET_PAIRED_SAVES_H
