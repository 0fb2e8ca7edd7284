//===- Report.cpp - what an allocation tells its users --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "JsonLine.h"
#include "Options.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/IR/DiagnosticInfo.h"

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

void limit::report(const Outcome &Outcome, MachineFunction &MF,
                   MachineOptimizationRemarkEmitter &ORE) {
  if (Outcome.LastResort)
    remark(Outcome, MF, ORE);
  if (!options().Report.empty())
    appendJsonLine(MF, "limit-report", options().Report, [&](json::OStream &J) {
      J.attribute("rounds", Outcome.Rounds);
      J.attribute("last_resort", Outcome.LastResort ? json::Value(*Outcome.LastResort) : nullptr);
    });
}
