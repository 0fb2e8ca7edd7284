//===- SinkCopies.cpp - copies of which only some ways need ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The copies for phi functions stand at the end of a block, on all ways out of it. In
///
///     loop: ...;  %result = COPY %best;  BRANCH loop or exit
///
/// the copy is executed each time round for the sake of the way out. It is made there instead, if
/// %best holds the same value as %result on all other ways to the exit too, or can be set to it
/// where it holds nothing. In
///
///     loop: ...;  %next = ADD %p, 8;  %p = COPY %next;  BRANCH loop or exit
///
/// with %next read behind the exit, what goes there is %next = COPY %p. Then %p and %next no longer
/// meet in the loop.
///
//===----------------------------------------------------------------------===//

#include "prepare/SinkCopies.h"
#include "prepare/Arguments.h"
#include "prepare/Reordering.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

/// The share of the copy's executions that those elsewhere may have: frequencies are estimates.
constexpr double MostExecuted = 0.8;

/// Blocks that may get a copy at their end.
constexpr unsigned MostSets = 3;

limit::CopySinker::CopySinker(MachineFunction &MF, LiveIntervals &LIS,
                              const MachineBlockFrequencyInfo &MBFI, SourceNames *Names)
    : TII(*MF.getSubtarget().getInstrInfo()), TRI(*MF.getSubtarget().getRegisterInfo()), LIS(LIS),
      MBFI(MBFI), Edits(MF, LIS, Names) {}

/// The only block behind \p MBB in front of which the moved range lives, and the kept one does not.
MachineBasicBlock *limit::CopySinker::onlyWay(const MachineBasicBlock &MBB, const Plan &Of) const {
  MachineBasicBlock *Only = nullptr;
  for (MachineBasicBlock *Succ : MBB.successors()) {
    if (!LIS.isLiveInToMBB(LIS.getInterval(Of.Moved), Succ))
      continue;
    if (Only || Succ == &MBB || LIS.isLiveInToMBB(LIS.getInterval(Of.Kept), Succ))
      return nullptr;
    Only = Succ;
  }
  return Only;
}

/// What names the moved range behind the copy, in its block. Returns whether the kept one can be
/// named there.
bool limit::CopySinker::findReads(MachineInstr &Copy, Plan &Of) const {
  unsigned Way = 0;
  auto Behind = std::next(MachineBasicBlock::iterator(Copy));
  for (MachineInstr &MI : make_range(Behind, Copy.getParent()->end())) {
    if (!MI.isDebugInstr() &&
        (++Way > LongestEnd || MI.isBundled() || MI.modifiesRegister(Of.Moved, &TRI) ||
         MI.modifiesRegister(Of.Kept, &TRI)))
      return false;
    for (MachineOperand &MO : MI.operands()) {
      if (!MO.isReg() || MO.getReg() != Of.Moved)
        continue;
      if (MO.isTied() || limit::canComputeAgain(MI))
        return false;
      Of.Reads.push_back(&MO);
    }
  }
  return true;
}

/// Whether the kept range holds nothing in front of the block's terminators and behind.
bool limit::CopySinker::canSetAtEnd(MachineBasicBlock &MBB, const Plan &Of) const {
  const LiveInterval &Kept = LIS.getInterval(Of.Kept);
  SlotIndex End = LIS.getMBBEndIdx(&MBB).getPrevSlot();
  auto First = MBB.getFirstTerminator();
  SlotIndex At = First == MBB.end() ? End : LIS.getInstructionIndex(*First).getRegSlot();
  return !Kept.liveAt(End) && !Kept.liveAt(At) &&
         none_of(make_range(First, MBB.end()), [&](const MachineInstr &MI) {
           return MI.modifiesRegister(Of.Moved, &TRI) || MI.readsRegister(Of.Kept, &TRI);
         });
}

/// The blocks beside \p MBB at whose ends the kept range has to be set, and the copies in others.
/// Returns whether it can be.
bool limit::CopySinker::findSets(const MachineBasicBlock &MBB, Plan &Of) const {
  for (MachineBasicBlock *Pred : Of.To->predecessors()) {
    if (Pred == &MBB)
      continue;
    if (MachineInstr *Copy = Edits.lastCopy(*Pred, Of.Kept, Of.Moved)) {
      Of.Copies.push_back(Copy);
      continue;
    }
    if (Of.Sets.size() == MostSets || limit::mayLeave(*Pred) || !canSetAtEnd(*Pred, Of))
      return false;
    Of.Sets.push_back(Pred);
  }
  return true;
}

bool limit::CopySinker::isWorthIt(const MachineBasicBlock &MBB, const Plan &Of) const {
  auto Executions = [&](const MachineBasicBlock *Block) {
    return MBFI.getBlockFreqRelativeToEntryBlock(Block);
  };
  double Elsewhere = Executions(Of.To);
  for (const MachineBasicBlock *Set : Of.Sets)
    Elsewhere += Executions(Set);
  return Elsewhere <= MostExecuted * Executions(&MBB);
}

std::optional<limit::CopySinker::Plan> limit::CopySinker::planFor(MachineInstr &Copy, Register Kept,
                                                                  Register Moved) {
  const MachineBasicBlock &MBB = *Copy.getParent();
  if (MBB.succ_size() < 2 || limit::mayLeave(MBB))
    return std::nullopt;
  Plan Of;
  Of.Kept = Kept;
  Of.Moved = Moved;
  Of.To = onlyWay(MBB, Of);
  if (!Of.To || !Edits.isSimple(Kept) || !Edits.isSimple(Moved) || !findReads(Copy, Of) ||
      !findSets(MBB, Of) || !isWorthIt(MBB, Of))
    return std::nullopt;
  return Of;
}

void limit::CopySinker::insertCopy(MachineBasicBlock &MBB, bool AtEnd, Register To, Register From) {
  auto At = AtEnd ? MBB.getFirstTerminator() : MBB.SkipPHIsAndLabels(MBB.begin());
  MachineInstr &Copy = *BuildMI(MBB, At, DebugLoc(), TII.get(TargetOpcode::COPY), To).addReg(From);
  LIS.InsertMachineInstrInMaps(Copy);
}

/// What reads the moved range behind the copy reads the kept one.
void limit::CopySinker::nameKept(const MachineInstr &Copy, const Plan &Of) {
  Edits.dropUnknown(Of.Kept);
  Edits.dropUnknown(Of.Moved);
  for (MachineOperand *MO : Of.Reads)
    Edits.nameOther(*MO, Copy);
}

void limit::CopySinker::carryOut(const Plan &Of) {
  for (MachineBasicBlock *Set : Of.Sets)
    insertCopy(*Set, /*AtEnd=*/true, Of.Kept, Of.Moved);
  insertCopy(*Of.To, /*AtEnd=*/false, Of.Moved, Of.Kept);
  Edits.recomputeParts({Of.Kept, Of.Moved}, Of.Copies);
}

bool limit::CopySinker::sink(MachineInstr &Copy) {
  Register To = Copy.getOperand(0).getReg(), From = Copy.getOperand(1).getReg();
  std::optional<Plan> Of = planFor(Copy, /*Kept=*/From, /*Moved=*/To);
  if (!Of)
    return false;
  nameKept(Copy, *Of);
  Edits.erase(Copy);
  carryOut(*Of);
  return true;
}

bool limit::CopySinker::sinkCopied(MachineInstr &Copy) {
  Register To = Copy.getOperand(0).getReg(), From = Copy.getOperand(1).getReg();
  SlotIndex At = LIS.getInstructionIndex(Copy), Begin = LIS.getMBBStartIdx(Copy.getParent());
  const LiveInterval &Range = LIS.getInterval(From);
  auto Copied = Range.find(At);
  // What is changed in place stays one range.
  while (Copied->start > Begin && Copied != Range.begin() &&
         std::prev(Copied)->end == Copied->start)
    --Copied;
  // The two have one register only if they do not meet in front of the copy.
  if (LIS.getInterval(To).overlaps(std::max(Copied->start, Begin), At))
    return false;
  std::optional<Plan> Of = planFor(Copy, /*Kept=*/To, /*Moved=*/From);
  if (!Of)
    return false;
  nameKept(Copy, *Of);
  carryOut(*Of);
  return true;
}
