//===- Log.h - what limit decided, and why ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_REPORT_LOG_H
#define LIMIT_REPORT_LOG_H

#include "regalloc-limit/src/bridge/ffi.rs.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class LiveIntervals;
class MachineFunction;
class VirtRegMap;
} // namespace llvm

namespace limit {

class FlatFunction;
class SourceNames;

/// Whether somebody reads what is decided.
bool isLogWanted();

/// What the registers, classes, ranges and instructions of \p Flat are called in the log. A piece
/// of a range has the variable of the range.
core::DescriptionRows describe(const FlatFunction &Flat, const llvm::MachineFunction &MF,
                               const llvm::LiveIntervals &LIS, const llvm::VirtRegMap &VRM,
                               const SourceNames &Names);

/// What the log calls the allocator.
inline constexpr llvm::StringLiteral AllocatorName = "regalloc";

/// With -limit-log, appends what \p Session decided about \p MF in the pass \p Pass to its file.
void writeLog(const core::Session &Session, llvm::MachineFunction &MF,
              llvm::StringRef Pass = AllocatorName);

} // namespace limit

#endif // LIMIT_REPORT_LOG_H
