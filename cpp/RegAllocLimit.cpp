//===- RegAllocLimit.cpp - the allocator as a machine pass ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegAllocLimit.h"
#include "AllocatedFunction.h"
#include "Apply.h"
#include "Cleaning.h"
#include "Fallback.h"
#include "Flatten.h"
#include "Options.h"
#include "RegAllocBase.h"
#include "RegisterPass.h"
#include "Report.h"
#include "UndefinedLanes.h"
#include "prepare/Arguments.h"
#include "prepare/AsmOutputs.h"
#include "prepare/EntryCopies.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/CodeGen/CalcSpillWeights.h"
#include "llvm/CodeGen/LiveDebugVariables.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/LiveRegMatrix.h"
#include "llvm/CodeGen/LiveStacks.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/SlotIndexes.h"
#include "llvm/CodeGen/Spiller.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace {

/// Prepares the function (see `prepare/`), flattens it, asks the core for a plan and carries it
/// out, until the plan needs no more changes of code.
class RegAllocLimit : public MachineFunctionPass, private limit::AllocatorBase {
public:
  static char ID;

  RegAllocLimit() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "LIMIT Register Allocator"; }

  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesCFG();
    limit::requirePreserved<
        MachineBlockFrequencyInfoWrapperPass, LiveIntervalsWrapperPass, SlotIndexesWrapperPass,
        LiveDebugVariablesWrapperLegacy, LiveStacksWrapperLegacy, MachineDominatorTreeWrapperPass,
        MachineLoopInfoWrapperPass, VirtRegMapWrapperLegacy, LiveRegMatrixWrapperLegacy>(AU);
    AU.addRequired<MachineOptimizationRemarkEmitterPass>();
    AU.addRequired<limit::AllocatedFunction>();
    limit::addFallbackAnalyses(AU);
    MachineFunctionPass::getAnalysisUsage(AU);
  }

  MachineFunctionProperties getRequiredProperties() const override {
    return MachineFunctionProperties().setNoPHIs();
  }

  MachineFunctionProperties getClearedProperties() const override {
    return MachineFunctionProperties().setIsSSA();
  }

  bool runOnMachineFunction(MachineFunction &MF) override {
    init(getAnalysis<VirtRegMapWrapperLegacy>().getVRM(),
         getAnalysis<LiveIntervalsWrapperPass>().getLIS(),
         getAnalysis<LiveRegMatrixWrapperLegacy>().getLRM());
    if (none_of(seq(MRI->getNumVirtRegs()), [this](unsigned Reg) {
          return !MRI->reg_nodbg_empty(Register::index2VirtReg(Reg));
        }))
      return false;
    getAnalysis<limit::AllocatedFunction>().set(MF);
    LIS->getSlotIndexes()->packIndexes();
    auto &MBFI = getAnalysis<MachineBlockFrequencyInfoWrapperPass>().getMBFI();
    auto &Loops = getAnalysis<MachineLoopInfoWrapperPass>().getLI();
    VirtRegAuxInfo Aux(MF, *LIS, *VRM, Loops, MBFI);
    Spiller::RequiredAnalyses Analyses = {
        *LIS, getAnalysis<LiveStacksWrapperLegacy>().getLS(),
        getAnalysis<MachineDominatorTreeWrapperPass>().getDomTree(), MBFI};
    InlineSpiller.reset(createInlineSpiller(Analyses, MF, *VRM, Aux));

    limit::Outcome Outcome = allocate(MF, MBFI, Loops);
    InlineSpiller.reset();
    if (Outcome.LastResort) {
      // The dead originals stay: greedy may recompute values from them, and may erase them.
      DeadRemats.clear();
      limit::runFallback(*this, MF);
    }
    limit::report(Outcome, MF, getAnalysis<MachineOptimizationRemarkEmitterPass>().getORE());
    return true;
  }

private:
  limit::Outcome allocate(MachineFunction &MF, MachineBlockFrequencyInfo &MBFI,
                          MachineLoopInfo &Loops) {
    limit::VRegMemos Memos;
    Memos.grow(Register::index2VirtReg(MRI->getNumVirtRegs() - 1));
    limit::StackArguments Arguments(MF, *LIS, *VRM, Spillable);
    auto &DebugVars = getAnalysis<LiveDebugVariablesWrapperLegacy>().getLDV();
    limit::FlattenInput In = {MF,           *LIS,  *VRM,      *Matrix,   MBFI, Loops,
                              RegClassInfo, Memos, Spillable, Arguments, false};
    limit::ApplyTarget On = {MF,         *LIS,  *VRM,      &DebugVars, *InlineSpiller,
                             DeadRemats, Memos, Spillable, Arguments};
    limit::Outcome Outcome;
    if (Allocated++ >= limit::options().Fuel) {
      Outcome.LastResort = "out of fuel";
      return Outcome;
    }
    limit::carryAsmOutputs(MF, *LIS, *VRM, &DebugVars, Memos);
    if (limit::isEntryCrowded(MF, RegClassInfo))
      limit::hoistArgumentCopies(MF, *LIS, *VRM);
    Flat.begin(In);
    unsigned Prepared = 0;
    for (Outcome.Rounds = 1; Outcome.Rounds <= limit::options().Rounds; ++Outcome.Rounds) {
      In.Widens = Outcome.Rounds == 1;
      Flat.flatten(In);
      limit::core::PlanRows Plan =
          limit::core::allocate(Flat.view(Outcome.Rounds - 1 - Prepared), *Settings);
      Prepared += Plan.purpose == limit::core::PurposeRow::Widen;
      (Plan.purpose == limit::core::PurposeRow::Limit ? Outcome.Limited : Outcome.Spilled) +=
          count_if(Plan.places, [](auto &To) { return To.place == limit::core::PlaceRow::Memory; });
      switch (Plan.status) {
      case limit::core::Status::Assign:
        finish(Plan, On);
        return Outcome;
      case limit::core::Status::Edit:
        limit::applyEdits(Plan, Flat, On);
        if (VerifyEnabled)
          MF.verify(this, "After a round of limit", &errs());
        break;
      default:
        if (limit::hoistArgumentCopies(MF, *LIS, *VRM))
          break;
        Outcome.LastResort = std::string(Plan.message);
        return Outcome;
      }
    }
    Outcome.LastResort = "more rounds than allowed";
    return Outcome;
  }

  void finish(const limit::core::PlanRows &Plan, const limit::ApplyTarget &On) {
    limit::applyAssignments(Plan, Flat, On);
    limit::Cleaning Cleaning(Plan, Flat, On);
    postOptimization();
    Cleaning.run();
    limit::defineSpilledLanes(On.MF, *LIS, *VRM, *Matrix);
  }

  rust::Box<limit::core::Settings> Settings = limit::settings();
  limit::SpillableClasses Spillable;
  limit::FlatFunction Flat;
  /// Functions that this pass was given so far.
  unsigned Allocated = 0;
};

char RegAllocLimit::ID = 0;

} // namespace

FunctionPass *limit::createRegAllocLimit() { return new RegAllocLimit(); }

void limit::initializeRegAllocLimitPass(PassRegistry &Registry) {
  limit::registerPass<RegAllocLimit>(Registry, "LIMIT Register Allocator", "regalloc-limit");
}
