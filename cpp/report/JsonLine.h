//===- JsonLine.h - one JSON object as one line of a file -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_REPORT_JSON_LINE_H
#define LIMIT_REPORT_JSON_LINE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"
#include <string>

namespace llvm {
class MachineFunction;
} // namespace llvm

namespace limit {

/// Appends one JSON object about \p MF, which names its module and itself before the attributes
/// that \p Attributes adds, to the file that \p Option was given (`-` is standard output). It is
/// one write, so that several compilers may append to one file. A file that cannot be written is
/// one error of the compilation; nothing more is written for that option.
void appendJsonLine(llvm::MachineFunction &MF, llvm::StringRef Option, llvm::StringRef Path,
                    llvm::function_ref<void(llvm::json::OStream &)> Attributes);

/// Appends \p Lines about \p MF in the same way.
void appendLines(llvm::MachineFunction &MF, llvm::StringRef Option, llvm::StringRef Path,
                 const std::string &Lines);

} // namespace limit

#endif // LIMIT_REPORT_JSON_LINE_H
