//===- JsonLine.cpp - one JSON object as one line of a file ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/JsonLine.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>

using namespace llvm;

namespace {

/// The options whose files could not be written. Several threads may compile.
class Unwritable {
public:
  bool contains(StringRef Option) {
    std::lock_guard Lock(Mutex);
    return Options.contains(Option);
  }
  /// Returns whether the option is new.
  bool insert(StringRef Option) {
    std::lock_guard Lock(Mutex);
    return Options.insert(Option).second;
  }

private:
  std::mutex Mutex;
  StringSet<> Options;
};

Unwritable &unwritable() {
  static Unwritable TheOptions;
  return TheOptions;
}

std::error_code append(StringRef Path, const std::string &Line) {
  std::error_code Error;
  raw_fd_ostream File(Path, Error, sys::fs::OF_Append | sys::fs::OF_Text);
  if (Error)
    return Error;
  File.SetBufferSize(Line.size() + 1);
  File << Line;
  File.flush();
  Error = File.error();
  // An error that is left there ends the compiler.
  File.clear_error();
  return Error;
}

} // namespace

void limit::appendJsonLine(MachineFunction &MF, StringRef Option, StringRef Path,
                           function_ref<void(json::OStream &)> Attributes) {
  if (unwritable().contains(Option))
    return;
  std::string Line;
  raw_string_ostream Text(Line);
  json::OStream J(Text);
  J.object([&] {
    J.attribute("module", MF.getFunction().getParent()->getName());
    J.attribute("function", MF.getName());
    Attributes(J);
  });
  Text << '\n';
  appendLines(MF, Option, Path, Line);
}

void limit::appendLines(MachineFunction &MF, StringRef Option, StringRef Path,
                        const std::string &Lines) {
  if (unwritable().contains(Option))
    return;
  std::error_code Error = append(Path, Lines);
  if (Error && unwritable().insert(Option))
    MF.getFunction().getContext().emitError("-" + Option + ": cannot write " + Path + ": " +
                                            Error.message());
}
