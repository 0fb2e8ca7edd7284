//===- JsonLine.cpp - one JSON object as one line of a file ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonLine.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

void limit::appendJsonLine(MachineFunction &MF, StringRef Option, StringRef Path,
                           function_ref<void(json::OStream &)> Attributes) {
  std::string Line;
  raw_string_ostream Text(Line);
  json::OStream J(Text);
  J.object([&] {
    J.attribute("module", MF.getFunction().getParent()->getName());
    J.attribute("function", MF.getName());
    Attributes(J);
  });
  Text << '\n';
  std::error_code Error;
  raw_fd_ostream File(Path, Error, sys::fs::OF_Append | sys::fs::OF_Text);
  if (Error) {
    MF.getFunction().getContext().emitError("-" + Option + ": cannot write " + Path + ": " +
                                            Error.message());
    return;
  }
  File.SetBufferSize(Line.size() + 1);
  File << Line;
}
