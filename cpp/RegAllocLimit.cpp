//===- RegAllocLimit.cpp - the allocator as a machine pass ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegAllocLimit.h"
#include "AllocatedFunction.h"
#include "Options.h"
#include "RegAllocBase.h"
#include "RegisterPass.h"
#include "apply/Apply.h"
#include "apply/Cleaning.h"
#include "apply/Dispatch.h"
#include "apply/UndefinedLanes.h"
#include "fallback/Fallback.h"
#include "flatten/Flatten.h"
#include "flatten/ShrinkWrap.h"
#include "prepare/ArgumentOrder.h"
#include "prepare/Arguments.h"
#include "prepare/AsmOutputs.h"
#include "prepare/CommuteTied.h"
#include "prepare/EntryCopies.h"
#include "prepare/JoinCopies.h"
#include "prepare/SinkConstants.h"
#include "prepare/UpdateOrder.h"
#include "remarks/SpillStats.h"
#include "remarks/SpilledValues.h"
#include "report/Log.h"
#include "report/Report.h"
#include "report/SourceNames.h"
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
    // In front of LiveDebugVariables, which takes debug instructions out of the code.
    AU.addRequired<limit::SourceNames>();
    AU.addRequired<limit::JoinCopies>();
    AU.addRequired<limit::OrderArguments>();
    AU.addRequired<limit::OrderUpdates>();
    AU.addRequired<limit::CommuteTied>();
    AU.addRequired<limit::SinkConstants>();
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
    LiveStacks &Stacks = getAnalysis<LiveStacksWrapperLegacy>().getLS();
    Spiller::RequiredAnalyses Analyses = {
        *LIS, Stacks, getAnalysis<MachineDominatorTreeWrapperPass>().getDomTree(), MBFI};
    InlineSpiller.reset(createInlineSpiller(Analyses, MF, *VRM, Aux));

    rust::Box<limit::core::Session> Session = Core->session();
    bool HasRemarks = limit::areRemarksWanted(MF);
    if (limit::isLogWanted() || HasRemarks)
      Session->keep_log();
    if (HasRemarks)
      Remarks.emplace(MF, *LIS, Stacks, *VRM, getAnalysis<limit::SourceNames>());
    bool Allocated = allocate(*Session, MF, MBFI, Loops);
    InlineSpiller.reset();
    auto &ORE = getAnalysis<MachineOptimizationRemarkEmitterPass>().getORE();
    if (Allocated) {
      limit::reportSpillStats(MF, *VRM, MBFI, Loops, ORE);
      if (Remarks) {
        Remarks->reportValues(*Session, MBFI, /*Pass=*/"", ORE);
        Remarks->reportLoops(Loops, ORE);
      }
    } else {
      // The dead originals stay: greedy may recompute values from them, and may erase them.
      DeadRemats.clear();
      limit::runFallback(*this, MF, Spillable);
    }
    limit::defineSpilledLanes(MF, *LIS, *VRM);
    Remarks.reset();
    limit::writeLog(*Session, MF);
    limit::report(Session->outcome(), MF, ORE);
    return true;
  }

private:
  /// Goes through the rounds that the session asks for. Returns whether they came to an end.
  bool allocate(limit::core::Session &Session, MachineFunction &MF, MachineBlockFrequencyInfo &MBFI,
                MachineLoopInfo &Loops) {
    limit::VRegFactsMap Facts;
    Facts.grow(Register::index2VirtReg(MRI->getNumVirtRegs() - 1));
    limit::StackArguments Arguments(MF, *LIS, *VRM, Spillable);
    auto &DebugVars = getAnalysis<LiveDebugVariablesWrapperLegacy>().getLDV();
    limit::FlattenInput In = {MF,           *LIS,  *VRM,      *Matrix,  MBFI,      Loops,
                              RegClassInfo, Facts, Spillable, Foldable, Arguments, true};
    limit::ApplyTarget On = {MF,         *LIS,  *VRM,    &DebugVars, *InlineSpiller,
                             DeadRemats, Facts, Session, Spillable,  Arguments};
    bool IsFirst = true;
    for (; Session.begin_round(); IsFirst = false) {
      if (IsFirst)
        prepare(In, On);
      In.Widens = IsFirst;
      Flat.flatten(In);
      if (IsFirst)
        limit::warnOfTiles(Flat, MF);
      if (limit::isLogWanted() || Remarks)
        Session.describe(limit::describe(Flat, MF, *LIS, *VRM, getAnalysis<limit::SourceNames>()));
      limit::core::PlanRows Plan = Session.decide(Flat.view());
      if (Remarks)
        Remarks->noteRound(Session, Flat);
      switch (Plan.status) {
      case limit::core::Status::Assign:
        finish(Plan, On);
        return true;
      case limit::core::Status::Edit:
        limit::applyEdits(Plan, Flat, On);
        if (VerifyEnabled)
          MF.verify(this, "After a round of limit", &errs());
        break;
      default:
        if (!limit::hoistArgumentCopies(MF, *LIS, *VRM))
          return false;
      }
    }
    return false;
  }

  void prepare(const limit::FlattenInput &In, const limit::ApplyTarget &On) {
    limit::carryAsmOutputs(On.MF, On.LIS, On.VRM, On.DebugVars, On.Facts);
    if (limit::isEntryCrowded(On.MF, RegClassInfo))
      limit::hoistArgumentCopies(On.MF, On.LIS, On.VRM);
    Flat.begin(In);
  }

  void finish(const limit::core::PlanRows &Plan, const limit::ApplyTarget &On) {
    limit::applyAssignments(Plan, Flat, On);
    limit::Cleaning Cleaning(Plan, Flat, On);
    limit::finishSpills(On);
    Cleaning.run();
    limit::keepDispatchesApart(On.MF, On.LIS);
    if (Plan.frame_mark != limit::FlatFunction::None)
      limit::markFrame(Flat.block(Plan.frame_mark), On.LIS);
  }

  rust::Box<limit::core::Allocator> Core = limit::startCore();
  limit::SpillableClasses Spillable;
  limit::FoldableLoads Foldable;
  limit::FlatFunction Flat;
  /// If somebody reads them.
  std::optional<limit::SpilledValues> Remarks;
};

char RegAllocLimit::ID = 0;

} // namespace

FunctionPass *limit::createRegAllocLimit() { return new RegAllocLimit(); }

void limit::initializeRegAllocLimitPass(PassRegistry &Registry) {
  limit::registerPass<RegAllocLimit>(Registry, "LIMIT Register Allocator", "regalloc-limit");
}
