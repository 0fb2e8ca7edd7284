//===- ScratchFunction.h - a function that is thrown away -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_TARGET_SCRATCH_FUNCTION_H
#define LIMIT_TARGET_SCRATCH_FUNCTION_H

#include "llvm/ADT/iterator_range.h"
#include "llvm/CodeGen/MachineOperand.h"
#include <memory>

namespace llvm {
class MachineFunction;
} // namespace llvm

namespace limit {

/// A function for the subtarget of \p MF with one empty block, to try in it what instructions the
/// target builds. No other function sees it, so what is done there changes no code.
std::unique_ptr<llvm::MachineFunction> makeScratchFunction(const llvm::MachineFunction &MF);

/// Whether one of the operands, of an instruction of \p MF, is an entry of the constant pool of the
/// target's own kind, which another function cannot have.
bool namesTargetsConstant(llvm::iterator_range<const llvm::MachineOperand *> Operands,
                          const llvm::MachineFunction &MF);

} // namespace limit

#endif // LIMIT_TARGET_SCRATCH_FUNCTION_H
