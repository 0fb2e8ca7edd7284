//===- Report.cpp - what an allocation tells its users --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Report.h"
#include "Options.h"
#include "flatten/Flatten.h"
#include "report/JsonLine.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

static void remark(StringRef Name, StringRef Message, const std::string &Reason,
                   MachineFunction &MF, MachineOptimizationRemarkEmitter &ORE) {
  ORE.emit([&] {
    MachineOptimizationRemarkMissed R(
        limit::RemarkPass, Name, DiagnosticLocation(MF.getFunction().getSubprogram()), &MF.front());
    R << Message << DiagnosticInfoOptimizationBase::Argument("Reason", Reason);
    return R;
  });
}

void limit::reportLeftAlone(const std::string &Reason, MachineFunction &MF,
                            MachineOptimizationRemarkEmitter &ORE) {
  remark("LimitPressureLeftAlone", "pressure is left to the allocator: ", Reason, MF, ORE);
}

void limit::report(const core::OutcomeRow &Outcome, MachineFunction &MF,
                   MachineOptimizationRemarkEmitter &ORE) {
  std::string Refusal(Outcome.refusal);
  if (!Refusal.empty())
    remark("LimitLastResort", "allocated by LLVM's greedy allocator instead of limit: ", Refusal,
           MF, ORE);
  if (!options().Report.empty())
    appendJsonLine(MF, "limit-report", options().Report, [&](json::OStream &J) {
      J.attribute("rounds", Outcome.rounds);
      J.attribute("limited", Outcome.limited);
      J.attribute("spilled", Outcome.spilled);
      if (Outcome.limit_cost > 0) {
        J.attribute("limit_cost", Outcome.limit_cost);
        J.attribute("bound", Outcome.bound);
        J.attribute("instructions", MF.getInstructionCount());
      }
      J.attribute("last_resort", Refusal.empty() ? json::Value(nullptr) : json::Value(Refusal));
    });
}

void limit::warnOfTiles(const FlatFunction &Flat, MachineFunction &MF) {
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  auto IsOfTiles = [&](const TargetRegisterClass *RC) {
    return Flat.allocates(*RC) && StringRef(TRI.getRegClassName(RC)) == "TILE";
  };
  if (!MF.getTarget().getTargetTriple().isX86() || none_of(Flat.classes(), IsOfTiles))
    return;
  const Function &F = MF.getFunction();
  F.getContext().diagnose(DiagnosticInfoUnsupported(
      F, "AMX tiles are not configured if an allocator is named; use -limit-default instead",
      DiagnosticLocation(F.getSubprogram()), DS_Warning));
}
