//===- CostlyBases.h - bases that addresses had better not have -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_TARGET_COSTLY_BASES_H
#define LIMIT_TARGET_COSTLY_BASES_H

#include "llvm/CodeGen/Register.h"
#include "llvm/MC/MCRegister.h"

namespace llvm {
class MachineFunction;
class MachineInstr;
class TargetRegisterInfo;
} // namespace llvm

namespace limit {

/// Whether some registers are costly bases for the processor of \p MF. x86 encodes an address with
/// RBP or R13 as its base by a displacement, if only one of zero. Where an LEA of base, index and
/// displacement is slow, LLVM makes it two instructions.
bool hasCostlyBases(const llvm::MachineFunction &MF);

/// Whether \p Reg is such a register.
bool isCostlyBase(const llvm::TargetRegisterInfo &TRI, llvm::MCRegister Reg);

/// The virtual register that is the base of the address that \p MI computes, if \p MI takes one
/// more instruction with a costly one.
llvm::Register costlyBase(const llvm::MachineInstr &MI);

} // namespace limit

#endif // LIMIT_TARGET_COSTLY_BASES_H
