//===- KnownZero.h - registers that a branch says are zero ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_TARGET_KNOWN_ZERO_H
#define LIMIT_TARGET_KNOWN_ZERO_H

#include "llvm/CodeGen/Register.h"
#include <utility>

namespace llvm {
class MachineInstr;
} // namespace llvm

namespace limit {

/// The virtual register that the branch to the block of \p Copy compares with zero and finds equal,
/// and the subregister of it that is as large as the result, or 0; if \p Copy is one of the zero
/// register. AArch64 and RISC-V have a pass behind allocation that removes the copy if its result
/// has that register.
std::pair<llvm::Register, unsigned> registerKnownZero(const llvm::MachineInstr &Copy);

} // namespace limit

#endif // LIMIT_TARGET_KNOWN_ZERO_H
