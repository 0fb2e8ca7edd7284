//===- StackMaps.h - instructions with a stack map ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_FLATTEN_STACK_MAPS_H
#define LIMIT_FLATTEN_STACK_MAPS_H

#include "llvm/CodeGen/TargetOpcodes.h"

namespace limit {

/// Whether a stack map says where the operands of an instruction are, so that it may name them on
/// the stack.
inline bool hasStackMap(unsigned Opcode) {
  switch (Opcode) {
  case llvm::TargetOpcode::STACKMAP:
  case llvm::TargetOpcode::PATCHPOINT:
  case llvm::TargetOpcode::STATEPOINT:
    return true;
  default:
    return false;
  }
}

} // namespace limit

#endif // LIMIT_FLATTEN_STACK_MAPS_H
