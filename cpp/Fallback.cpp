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

#include "Fallback.h"
#include "Assigned.h"
#include "Spillable.h"
#include "prepare/Arguments.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/CodeGen/EdgeBundles.h"
#include "llvm/CodeGen/LiveDebugVariables.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/LiveRegMatrix.h"
#include "llvm/CodeGen/LiveStacks.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/RegAllocEvictionAdvisor.h"
#include "llvm/CodeGen/RegAllocPriorityAdvisor.h"
#include "llvm/CodeGen/SlotIndexes.h"
#include "llvm/CodeGen/SpillPlacement.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
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

/// The spill slot that \p MI, which names no access, loads or stores all of as the target does with
/// registers of \p Class, or nothing. What the target builds for as many bytes as the slot has is
/// an access to all of it.
std::optional<int> transferredSlotOf(const MachineInstr &MI, const TargetRegisterClass &Class,
                                     limit::SpillableClasses &Spillable) {
  const MachineFunction &MF = *MI.getMF();
  const MachineFrameInfo &Frame = MF.getFrameInfo();
  const TargetSubtargetInfo &STI = MF.getSubtarget();
  auto IsSlot = [](const MachineOperand &MO) { return MO.isFI(); };
  auto Named = find_if(MI.operands(), IsSlot);
  if (Named == MI.operands_end() || count_if(MI.operands(), IsSlot) != 1 || MI.isBundled() ||
      STI.getInstrInfo()->isPredicated(MI) || !Spillable.isTransfer(MI, Class) ||
      !Frame.isSpillSlotObjectIndex(Named->getIndex()) ||
      Frame.getObjectSize(Named->getIndex()) != STI.getRegisterInfo()->getSpillSize(Class))
    return std::nullopt;
  return Named->getIndex();
}

/// The spill slot that the instruction loads to or stores from all of a register of \p Class, or
/// nothing.
std::optional<int> wholeSlotOf(const MachineInstr &MI, const TargetRegisterClass &Class,
                               limit::SpillableClasses &Spillable) {
  if (MI.memoperands_empty())
    return transferredSlotOf(MI, Class, Spillable);
  if (!MI.hasOneMemOperand())
    return std::nullopt;
  const MachineFrameInfo &Frame = MI.getMF()->getFrameInfo();
  const MachineMemOperand &Memory = *MI.memoperands().front();
  std::optional<int> Slot = limit::spillSlotOf(Memory, Frame);
  if (!Slot || Memory.getOffset() || Memory.getSize() != uint64_t(Frame.getObjectSize(*Slot)))
    return std::nullopt;
  return Slot;
}

/// A reload of all of a register from a spill slot.
struct Reload {
  Register Reg;
  int Slot;
};

/// The reload of a virtual register that the instruction is, or nothing.
std::optional<Reload> reloadOf(const MachineInstr &MI, limit::SpillableClasses &Spillable) {
  const MachineRegisterInfo &MRI = MI.getMF()->getRegInfo();
  if (!MI.mayLoad() || MI.mayStore() || MI.getNumExplicitDefs() != 1 || !MI.getOperand(0).isReg())
    return std::nullopt;
  Register Reg = MI.getOperand(0).getReg();
  if (!Reg.isVirtual() || MI.getOperand(0).getSubReg())
    return std::nullopt;
  std::optional<int> Slot = wholeSlotOf(MI, *MRI.getRegClass(Reg), Spillable);
  return Slot ? std::optional<Reload>({Reg, *Slot}) : std::nullopt;
}

/// Removes reloads of what the next instruction stores to the same slot. The spiller leaves them
/// where a range that was stored from a register is spilled itself later, and the target does not
/// say what its stores to slots are. They need registers for nothing.
void removeIdleReloads(MachineFunction &MF, LiveIntervals &LIS,
                       limit::SpillableClasses &Spillable) {
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  for (MachineBasicBlock &MBB : MF)
    for (auto MI = MBB.begin(); MI != MBB.end();) {
      MachineInstr &Load = *MI++;
      if (MI == MBB.end() || !MI->mayStore() || MI->mayLoad())
        continue;
      std::optional<Reload> Idle = reloadOf(Load, Spillable);
      if (!Idle || !MRI.hasOneDef(Idle->Reg) || !MRI.hasOneUse(Idle->Reg) ||
          !MI->readsVirtualRegister(Idle->Reg) ||
          wholeSlotOf(*MI, *MRI.getRegClass(Idle->Reg), Spillable) != Idle->Slot)
        continue;
      MachineInstr &Store = *MI++;
      for (MachineInstr *Removed : {&Load, &Store}) {
        LIS.RemoveMachineInstrFromMaps(*Removed);
        Removed->eraseFromParent();
      }
      LIS.removeInterval(Idle->Reg);
    }
}

/// Whether the instruction loads, or computes from constants alone, what the copy behind it carries
/// to a fixed register, and nothing else reads it.
bool isComputedFor(const MachineInstr &Copy, const MachineInstr &Computing,
                   const MachineRegisterInfo &MRI) {
  const MachineOperand &To = Copy.getOperand(0), &From = Copy.getOperand(1);
  if (!To.getReg().isPhysical() || !From.getReg().isVirtual() || From.getSubReg() ||
      !MRI.hasOneDef(From.getReg()) || !MRI.hasOneUse(From.getReg()))
    return false;
  auto IsOther = [&](const MachineOperand &MO) {
    return MO.isReg() && MO.getReg() && MO.getReg() != From.getReg();
  };
  return Computing.getNumExplicitDefs() == 1 && Computing.getOperand(0).isReg() &&
         Computing.getOperand(0).getReg() == From.getReg() &&
         !Computing.getOperand(0).getSubReg() && !Computing.isBundled() &&
         none_of(Computing.operands(), IsOther) &&
         MRI.getRegClass(From.getReg())->contains(To.getReg()) && !MRI.isReserved(To.getReg());
}

/// Computes what is copied to a fixed register there at once. The spiller executes an instruction
/// again in front of a copy that reads its result, and that needs another register for nothing.
void computeInFixedRegisters(MachineFunction &MF, LiveIntervals &LIS) {
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  for (MachineBasicBlock &MBB : MF)
    for (auto MI = MBB.begin(); MI != MBB.end();) {
      MachineInstr &Computing = *MI++;
      if (MI == MBB.end() || !MI->isCopy() || !isComputedFor(*MI, Computing, MRI))
        continue;
      MachineInstr &Copy = *MI++;
      LIS.removeInterval(Computing.getOperand(0).getReg());
      Computing.getOperand(0).setReg(Copy.getOperand(0).getReg());
      Computing.getOperand(0).setIsDead(Copy.getOperand(0).isDead());
      LIS.RemoveMachineInstrFromMaps(Computing);
      LIS.ReplaceMachineInstrInMaps(Copy, Computing);
      Copy.eraseFromParent();
    }
}

/// The reload of all of \p Reg in front of \p MI that may as well stand behind it, or null.
MachineInstr *movableReload(MachineInstr &MI, Register Reg, limit::SpillableClasses &Spillable) {
  auto IsOther = [&](const MachineOperand &MO) {
    return MO.isReg() && MO.getReg() && MO.getReg() != Reg;
  };
  for (MachineInstr &Before :
       make_range(std::next(MachineBasicBlock::reverse_iterator(MI)), MI.getParent()->rend())) {
    if (Before.mayStore() || Before.isCall() || Before.isInlineAsm() || Before.isBundled())
      return nullptr;
    if (none_of(Before.operands(), [&](auto &MO) { return MO.isReg() && MO.getReg() == Reg; }))
      continue;
    std::optional<Reload> Found = reloadOf(Before, Spillable);
    return Found && Found->Reg == Reg && none_of(Before.operands(), IsOther) ? &Before : nullptr;
  }
  return nullptr;
}

/// The class of the only result of \p MI, a part of a register whose rest it leaves as it is, if
/// the instruction reads parts of other registers and nothing else of that one. Else null.
const TargetRegisterClass *partialResultOf(const MachineInstr &MI) {
  const TargetSubtargetInfo &STI = MI.getMF()->getSubtarget();
  if (MI.isBundled() || MI.mayStore() || MI.isCall() || MI.isInlineAsm() || MI.isCopy() ||
      MI.getNumExplicitDefs() != 1 || !MI.getOperand(0).isReg())
    return nullptr;
  const MachineOperand &Part = MI.getOperand(0);
  auto Names = [&](const MachineOperand &MO) { return MO.isReg() && MO.getReg() == Part.getReg(); };
  auto ReadsPart = [&](const MachineOperand &MO) {
    return MO.isReg() && MO.readsReg() && MO.getReg().isVirtual() && MO.getSubReg();
  };
  if (!Part.getReg().isVirtual() || !Part.getSubReg() || Part.isUndef() || Part.isTied() ||
      count_if(MI.operands(), Names) != 1 || none_of(MI.uses(), ReadsPart))
    return nullptr;
  return STI.getInstrInfo()->getRegClass(MI.getDesc(), 0);
}

/// Computes the part of a register that was reloaded for that in a register of its own, and reloads
/// the rest behind it. Until then there may be no register left beside those that are read.
void reloadBehindPartialResults(MachineFunction &MF, LiveIntervals &LIS, VirtRegMap &VRM,
                                limit::SpillableClasses &Spillable) {
  MachineRegisterInfo &MRI = MF.getRegInfo();
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  auto Compute = [&](Register Reg) {
    bool IsSpillable = !LIS.hasInterval(Reg) || LIS.getInterval(Reg).isSpillable();
    if (LIS.hasInterval(Reg))
      LIS.removeInterval(Reg);
    LiveInterval &LI = LIS.createAndComputeVirtRegInterval(Reg);
    if (!IsSpillable)
      LI.markNotSpillable();
  };
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : make_early_inc_range(MBB)) {
      const TargetRegisterClass *Class = partialResultOf(MI);
      MachineInstr *Reload =
          Class ? movableReload(MI, MI.getOperand(0).getReg(), Spillable) : nullptr;
      if (!Reload)
        continue;
      MachineOperand &Part = MI.getOperand(0);
      Register Reg = Part.getReg(), New = MRI.createVirtualRegister(Class);
      VRM.grow();
      LIS.RemoveMachineInstrFromMaps(*Reload);
      MBB.splice(std::next(MI.getIterator()), &MBB, Reload->getIterator());
      LIS.InsertMachineInstrInMaps(*Reload);
      MachineInstr *Copy = BuildMI(MBB, std::next(Reload->getIterator()), MI.getDebugLoc(),
                                   TII.get(TargetOpcode::COPY))
                               .addReg(Reg, RegState::Define, Part.getSubReg())
                               .addReg(New);
      LIS.InsertMachineInstrInMaps(*Copy);
      Part.setReg(New);
      Part.setSubReg(0);
      MRI.clearKillFlags(Reg);
      Compute(Reg);
      Compute(New);
      LIS.getInterval(New).markNotSpillable();
    }
}

/// The virtual register of which the instruction copies all or a part to a fixed register, or none.
Register copiedToFixed(const MachineInstr &MI) {
  if (!MI.isCopy() || !MI.getOperand(0).getReg().isPhysical())
    return Register();
  Register From = MI.getOperand(1).getReg();
  return From.isVirtual() ? From : Register();
}

/// Copies of parts of a spilled range to fixed registers, one after the other, read one reload. The
/// spiller puts one in front of each, and a register that holds all of it may already be taken in
/// part by what was copied before.
void shareReloads(MachineFunction &MF, LiveIntervals &LIS, limit::SpillableClasses &Spillable) {
  MachineRegisterInfo &MRI = MF.getRegInfo();
  auto IsForOneCopy = [&](Register Reg) {
    return MRI.hasOneUse(Reg) && copiedToFixed(*MRI.use_instr_begin(Reg)) == Reg;
  };
  for (MachineBasicBlock &MBB : MF) {
    std::optional<Reload> Shared;
    for (MachineInstr &MI : make_early_inc_range(MBB)) {
      if (Shared && copiedToFixed(MI) == Shared->Reg)
        continue;
      std::optional<Reload> Next = reloadOf(MI, Spillable);
      if (Next && !MRI.hasOneDef(Next->Reg))
        Next.reset();
      bool Same = Shared && Next && Shared->Slot == Next->Slot &&
                  MRI.getRegClass(Shared->Reg) == MRI.getRegClass(Next->Reg) &&
                  IsForOneCopy(Next->Reg);
      if (!Same) {
        Shared = Next;
        continue;
      }
      LIS.removeInterval(Next->Reg);
      LIS.removeInterval(Shared->Reg);
      LIS.RemoveMachineInstrFromMaps(MI);
      MI.eraseFromParent();
      MRI.replaceRegWith(Next->Reg, Shared->Reg);
      MRI.clearKillFlags(Shared->Reg);
      LIS.createAndComputeVirtRegInterval(Shared->Reg);
    }
  }
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
  removeIdleReloads(MF, LIS, Spillable);
  computeInFixedRegisters(MF, LIS);
  VirtRegMap &VRM = Owner.getAnalysis<VirtRegMapWrapperLegacy>().getVRM();
  reloadBehindPartialResults(MF, LIS, VRM, Spillable);
  shareReloads(MF, LIS, Spillable);
  separateFromArguments(MF, VRM);
  std::unique_ptr<FunctionPass> Bundles(new EdgeBundlesWrapperLegacy());
  std::unique_ptr<FunctionPass> Placement(new SpillPlacementWrapperLegacy());
  std::unique_ptr<FunctionPass> Greedy(createGreedyRegisterAllocator());
  runWith(Owner, {}, *Bundles, F);
  runWith(Owner, {Bundles.get()}, *Placement, F);
  runWith(Owner, {Bundles.get(), Placement.get()}, *Greedy, F);
}
