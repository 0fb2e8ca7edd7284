//===- Report.cpp - what an allocation tells its users --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "Options.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

static void remark(const limit::Outcome &Outcome, MachineFunction &MF,
                   MachineOptimizationRemarkEmitter &ORE) {
  ORE.emit([&] {
    MachineOptimizationRemarkMissed R("regalloc", "LimitLastResort",
                                      DiagnosticLocation(MF.getFunction().getSubprogram()),
                                      &MF.front());
    R << "allocated by LLVM's greedy allocator instead of limit: "
      << DiagnosticInfoOptimizationBase::Argument("Reason", *Outcome.LastResort);
    return R;
  });
}

/// One line in one write, so that several compilers may append to one file.
static void appendLine(const limit::Outcome &Outcome, MachineFunction &MF, StringRef Path) {
  std::string Line;
  raw_string_ostream Text(Line);
  json::OStream J(Text);
  J.object([&] {
    J.attribute("module", MF.getFunction().getParent()->getName());
    J.attribute("function", MF.getName());
    J.attribute("rounds", Outcome.Rounds);
    J.attribute("last_resort", Outcome.LastResort ? json::Value(*Outcome.LastResort) : nullptr);
  });
  Text << '\n';
  std::error_code Error;
  raw_fd_ostream File(Path, Error, sys::fs::OF_Append | sys::fs::OF_Text);
  if (Error) {
    MF.getFunction().getContext().emitError("-limit-report: cannot write " + Path + ": " +
                                            Error.message());
    return;
  }
  File.SetBufferSize(Line.size() + 1);
  File << Line;
}

void limit::report(const Outcome &Outcome, MachineFunction &MF,
                   MachineOptimizationRemarkEmitter &ORE) {
  if (Outcome.LastResort)
    remark(Outcome, MF, ORE);
  if (!options().Report.empty())
    appendLine(Outcome, MF, options().Report);
}
