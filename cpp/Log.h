//===- Log.h - what limit decided, and why ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_LOG_H
#define LIMIT_LOG_H

#include "regalloc-limit/src/bridge/ffi.rs.h"

namespace llvm {
class MachineFunction;
} // namespace llvm

namespace limit {

class FlatFunction;

/// What the registers, classes and instructions of \p Flat are called in the log.
core::DescriptionRows describe(const FlatFunction &Flat, const llvm::MachineFunction &MF);

/// With -limit-log, appends what \p Session decided about \p MF to its file.
void writeLog(const core::Session &Session, llvm::MachineFunction &MF);

} // namespace limit

#endif // LIMIT_LOG_H
