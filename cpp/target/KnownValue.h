//===- KnownValue.h - registers of which a branch says the value -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_TARGET_KNOWN_VALUE_H
#define LIMIT_TARGET_KNOWN_VALUE_H

#include "llvm/CodeGen/Register.h"
#include <utility>

namespace llvm {
class MachineInstr;
} // namespace llvm

namespace limit {

/// The virtual register that the branch to the block of \p MI finds equal to the constant that
/// \p MI puts into another one, and the subregister of it that is as large as that, or 0. \p MI is
/// a copy of the zero register or a move of an immediate value. AArch64 and RISC-V have a pass
/// behind allocation that removes it if its result has that register.
std::pair<llvm::Register, unsigned> registerKnownEqual(const llvm::MachineInstr &MI);

} // namespace limit

#endif // LIMIT_TARGET_KNOWN_VALUE_H
