//===- Fallback.cpp - allocation by LLVM's own means ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The last resort for a function the core cannot allocate. Edge bundles and spill placement are
/// computed only here, so that the functions that never come here do not pay for them.
///
//===----------------------------------------------------------------------===//

#include "fallback/Fallback.h"
#include "fallback/FixedRegisters.h"
#include "fallback/Unspill.h"
#include "prepare/Arguments.h"
#include "target/Spillable.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/CodeGen/EdgeBundles.h"
#include "llvm/CodeGen/LiveDebugVariables.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/LiveRegMatrix.h"
#include "llvm/CodeGen/LiveStacks.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/RegAllocEvictionAdvisor.h"
#include "llvm/CodeGen/RegAllocPriorityAdvisor.h"
#include "llvm/CodeGen/SlotIndexes.h"
#include "llvm/CodeGen/SpillPlacement.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"

using namespace llvm;

namespace {

/// Pass::getAnalysis looks an analysis up by the address of its ID.
const AnalysisID OwnersAnalyses[] = {
    &LiveDebugVariablesWrapperLegacy::ID,
    &LiveIntervalsWrapperPass::ID,
    &LiveRegMatrixWrapperLegacy::ID,
    &LiveStacksWrapperLegacy::ID,
    &MachineBlockFrequencyInfoWrapperPass::ID,
    &MachineDominatorTreeWrapperPass::ID,
    &MachineLoopInfoWrapperPass::ID,
    &MachineModuleInfoWrapperPass::ID,
    &MachineOptimizationRemarkEmitterPass::ID,
    &RegAllocEvictionAdvisorAnalysisLegacy::ID,
    &RegAllocPriorityAdvisorAnalysisLegacy::ID,
    &SlotIndexesWrapperPass::ID,
    &VirtRegMapWrapperLegacy::ID,
};

/// Gives \p Client its own resolver with the analyses of \p Owner and the passes in \p More, and
/// runs it. The resolver is freed by the pass.
void runWith(Pass &Owner, ArrayRef<FunctionPass *> More, FunctionPass &Client, Function &F) {
  auto *Resolver = new AnalysisResolver(Owner.getResolver()->getPMDataManager());
  for (AnalysisID ID : OwnersAnalyses)
    if (Pass *Impl = Owner.getResolver()->findImplPass(ID))
      Resolver->addAnalysisImplsPair(ID, Impl);
  for (FunctionPass *Impl : More)
    Resolver->addAnalysisImplsPair(Impl->getPassID(), Impl);
  Client.setResolver(Resolver);
  Client.runOnFunction(F);
}

} // namespace

void limit::addFallbackAnalyses(AnalysisUsage &AU) {
  AU.addRequired<RegAllocEvictionAdvisorAnalysisLegacy>();
  AU.addRequired<RegAllocPriorityAdvisorAnalysisLegacy>();
}

void limit::runFallback(MachineFunctionPass &Owner, MachineFunction &MF,
                        SpillableClasses &Spillable) {
  Function &F = MF.getFunction();
  LiveIntervals &LIS = Owner.getAnalysis<LiveIntervalsWrapperPass>().getLIS();
  VirtRegMap &VRM = Owner.getAnalysis<VirtRegMapWrapperLegacy>().getVRM();
  unspill(MF, LIS, VRM, Owner.getAnalysis<LiveDebugVariablesWrapperLegacy>().getLDV(), Spillable);
  computeInFixedRegisters(MF, LIS, /*First=*/0, FixedCopies::AllComputable);
  shareFixedRegisters(MF, LIS);
  separateFromArguments(MF, VRM);
  std::unique_ptr<FunctionPass> Bundles(new EdgeBundlesWrapperLegacy());
  std::unique_ptr<FunctionPass> Placement(new SpillPlacementWrapperLegacy());
  std::unique_ptr<FunctionPass> Greedy(createGreedyRegisterAllocator());
  runWith(Owner, {}, *Bundles, F);
  runWith(Owner, {Bundles.get()}, *Placement, F);
  runWith(Owner, {Bundles.get(), Placement.get()}, *Greedy, F);
}
