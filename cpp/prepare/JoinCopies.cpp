//===- JoinCopies.cpp - copies that the scheduler made needless -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM joins ranges by their copies in front of the scheduler, which moves instructions. In
///
///     STORE %v, %p;  %next = ADD %p, 8;  %p = COPY %next;  BRANCH %next
///
/// the sum stood in front of the store, so that %p and %next held different values there. Where the
/// scheduler put it they live side by side only as far as they hold the same one. Then what reads
/// %next behind the copy reads %p, or the two become one range if %next lives on elsewhere. In
///
///     %p = COPY %s;  if (c) { %p = COPY %s;  loop: ... %p ... };  ... %p ... %s
///
/// a phi function in front of a loop and one behind it were joined, and the second copy is
/// needless.
///
//===----------------------------------------------------------------------===//

#include "prepare/JoinCopies.h"
#include "RegisterPass.h"
#include "prepare/Arguments.h"
#include "prepare/RangeEdits.h"
#include "prepare/Reordering.h"
#include "prepare/SinkCopies.h"
#include "report/SourceNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include <optional>

using namespace llvm;

namespace {

/// Segments of a live range up to which it is compared with another one.
constexpr unsigned MostSegments = 256;

/// Blocks in front of a copy that may hold one that does the same.
constexpr unsigned MostBefore = 4;

class Joiner {
public:
  Joiner(MachineFunction &MF, LiveIntervals &LIS, limit::SourceNames *Names)
      : MRI(MF.getRegInfo()), TRI(*MRI.getTargetRegisterInfo()), LIS(LIS), Edits(MF, LIS, Names) {}

  bool dropRedundant(MachineInstr &Copy);
  bool readCopyInstead(MachineInstr &Copy);
  bool join(const MachineInstr &Copy);

private:
  bool isCopyOf(const VNInfo &Value, const LiveInterval &Source, const VNInfo *Copied) const;
  bool liveTogetherAsOne(const LiveInterval &A, const LiveInterval &B) const;

  MachineRegisterInfo &MRI;
  const TargetRegisterInfo &TRI;
  LiveIntervals &LIS;
  limit::RangeEdits Edits;
};

} // namespace

/// Removes a copy to a range that holds the same value already at the end of each block in front.
bool Joiner::dropRedundant(MachineInstr &Copy) {
  Register To = Copy.getOperand(0).getReg(), From = Copy.getOperand(1).getReg();
  MachineBasicBlock &MBB = *Copy.getParent();
  // What jumps to these from within a block does not reach its end.
  bool IsEntered = MBB.isEHPad() || MBB.isInlineAsmBrIndirectTarget();
  if (IsEntered || MBB.pred_empty() || MBB.pred_size() > MostBefore)
    return false;
  auto Above = make_range(std::next(Copy.getReverseIterator()), MBB.instr_rend());
  unsigned Way = 0;
  bool IsSameAbove = all_of(Above, [&](const MachineInstr &MI) {
    return MI.isDebugInstr() || (++Way <= limit::LongestWay && !MI.modifiesRegister(To, &TRI) &&
                                 !MI.modifiesRegister(From, &TRI));
  });
  if (!IsSameAbove || !Edits.isSimple(To) || !Edits.isSimple(From))
    return false;
  SmallVector<MachineInstr *, MostBefore> Before;
  for (MachineBasicBlock *Pred : MBB.predecessors()) {
    MachineInstr *Other = Edits.lastCopy(*Pred, To, From);
    if (!Other)
      return false;
    if (Other != &Copy)
      Before.push_back(Other);
  }
  Edits.dropUnknown(To);
  Edits.dropUnknown(From);
  LIS.RemoveMachineInstrFromMaps(Copy);
  Copy.eraseFromParent();
  // One of those in front may have set for this one what it copied.
  Edits.recomputeParts({From, To}, Before);
  return true;
}

/// What reads the copied value behind the copy reads the copy, if that is all in the copy's block:
/// the copied range then ends at the copy. What can be computed again reads what it read, since it
/// may be computed where the copy is something else.
bool Joiner::readCopyInstead(MachineInstr &Copy) {
  Register To = Copy.getOperand(0).getReg(), From = Copy.getOperand(1).getReg();
  MachineBasicBlock &MBB = *Copy.getParent();
  const LiveInterval &Copied = LIS.getInterval(From);
  const auto *Behind = Copied.getSegmentContaining(LIS.getInstructionIndex(Copy).getRegSlot());
  if (!Behind || Behind->end >= LIS.getMBBEndIdx(&MBB) || Copied.hasSubRanges() ||
      LIS.getInterval(To).hasSubRanges())
    return false;
  SmallVector<MachineOperand *, 4> Reads;
  unsigned Way = 0;
  for (MachineInstr &MI : make_range(std::next(MachineBasicBlock::iterator(Copy)), MBB.end())) {
    if (!MI.isDebugInstr() && (++Way > limit::LongestWay || MI.isBundled()))
      return false;
    for (MachineOperand &MO : MI.operands()) {
      if (!MO.isReg() || MO.getReg() != From || !MO.readsReg())
        continue;
      if (MO.isDef() || MO.isTied() || limit::canComputeAgain(MI))
        return false;
      Reads.push_back(&MO);
    }
    if (MI.isDebugInstr())
      continue;
    if (LIS.getInstructionIndex(MI).getRegSlot() >= Behind->end)
      break;
    if (MI.modifiesRegister(To, &TRI))
      return false;
  }
  for (MachineOperand *MO : Reads)
    Edits.nameOther(*MO, Copy);
  Edits.recompute({From, To});
  Edits.note({From, To});
  return true;
}

/// Whether the value is a copy of \p Copied, a value of \p Source.
bool Joiner::isCopyOf(const VNInfo &Value, const LiveInterval &Source, const VNInfo *Copied) const {
  if (Value.isUnused() || Value.isPHIDef())
    return false;
  const MachineInstr *MI = LIS.getInstructionFromIndex(Value.def);
  return MI && limit::isCopyOfRange(*MI, MRI) && MI->getOperand(1).getReg() == Source.reg() &&
         Source.getVNInfoBefore(Value.def) == Copied;
}

/// Whether both ranges live somewhere, and hold the same value wherever they do.
bool Joiner::liveTogetherAsOne(const LiveInterval &A, const LiveInterval &B) const {
  if (A.size() > MostSegments || B.size() > MostSegments)
    return false;
  bool DoTheyMeet = false;
  for (auto I = A.begin(), J = B.begin(); I != A.end() && J != B.end();) {
    if (I->start < J->end && J->start < I->end) {
      if (!isCopyOf(*I->valno, B, J->valno) && !isCopyOf(*J->valno, A, I->valno))
        return false;
      DoTheyMeet = true;
    }
    if (I->end < J->end)
      ++I;
    else
      ++J;
  }
  return DoTheyMeet;
}

/// Makes one range of two that only hold the same value side by side. Those that do not meet stay
/// two: the allocator may give them one register.
bool Joiner::join(const MachineInstr &Copy) {
  Register To = Copy.getOperand(0).getReg(), From = Copy.getOperand(1).getReg();
  if (!Edits.isSimple(To) || !Edits.isSimple(From) ||
      !liveTogetherAsOne(LIS.getInterval(To), LIS.getInterval(From)))
    return false;
  Edits.join(From, To);
  Edits.note({From, To});
  return true;
}

char limit::JoinCopies::ID = 0;

void limit::JoinCopies::getAnalysisUsage(AnalysisUsage &AU) const {
  AU.addRequired<LiveIntervalsWrapperPass>();
  AU.addRequired<MachineBlockFrequencyInfoWrapperPass>();
  AU.setPreservesAll();
  MachineFunctionPass::getAnalysisUsage(AU);
}

bool limit::JoinCopies::runOnMachineFunction(MachineFunction &MF) {
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  std::optional<Joiner> Joiner;
  std::optional<CopySinker> Sinker;
  bool Changed = false;
  for (MachineBasicBlock &MBB : MF)
    for (MachineBasicBlock::iterator Next = MBB.begin(); Next != MBB.end();) {
      MachineInstr &MI = *Next++;
      if (!isCopyOfRange(MI, MRI))
        continue;
      Register To = MI.getOperand(0).getReg(), From = MI.getOperand(1).getReg();
      if (MRI.getRegClass(To) != MRI.getRegClass(From))
        continue;
      if (!Joiner) {
        // Once ranges were split, or some have registers, they are known by their names.
        if (getAnalysisIfAvailable<VirtRegMapWrapperLegacy>())
          return false;
        auto &LIS = getAnalysis<LiveIntervalsWrapperPass>().getLIS();
        auto &MBFI = getAnalysis<MachineBlockFrequencyInfoWrapperPass>().getMBFI();
        auto *Names = getAnalysisIfAvailable<SourceNames>();
        Joiner.emplace(MF, LIS, Names);
        Sinker.emplace(MF, LIS, MBFI, Names);
      }
      // With one copy between two ranges all go.
      while (Next != MBB.end() && isCopyBetween(*Next, From, To))
        ++Next;
      if (Joiner->dropRedundant(MI)) {
        Changed = true;
        continue;
      }
      Changed |= Joiner->readCopyInstead(MI);
      Changed |= Joiner->join(MI) || Sinker->sink(MI) || Sinker->sinkCopied(MI);
    }
  return Changed;
}

void limit::initializeJoinCopiesPass(PassRegistry &Registry) {
  registerPass<JoinCopies>(Registry, "LIMIT Joining of Copies", "limit-join-copies");
}
