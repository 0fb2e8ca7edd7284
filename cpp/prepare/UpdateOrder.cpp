//===- UpdateOrder.cpp - one register for a value and the next one --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM puts the copies for phi functions at the end of a block, in any order. In
///
///     %next = LOAD %p;  %last = COPY %p;  %p = COPY %next
///
/// %p and %next live side by side, since %p is read behind %next for the last time. With the copy
/// to %last in front of the load they can have one register. If something else reads the old value,
/// what computes the new one goes down instead, where nothing lives longer by that.
///
/// The scheduler puts loads first. In
///
///     %last = COPY %p;  %p = LOAD %q;  %sum = ADD %last, 1
///
/// it is the sum that goes up, so that %last ends where %p gets its next value.
///
//===----------------------------------------------------------------------===//

#include "prepare/UpdateOrder.h"
#include "RegisterPass.h"
#include "prepare/RangeEdits.h"
#include "prepare/Reordering.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include <optional>

using namespace llvm;

namespace {

/// How many instructions in front of an update, or behind a copy, are looked at.
constexpr unsigned LongestOverlap = 48;

/// How many readers of a copy may move.
constexpr unsigned MostReaders = 3;

using Instrs = iterator_range<MachineBasicBlock::instr_iterator>;

/// Where the new value of a range lives beside its old one.
struct Overlap {
  /// What begins to compute the new value; null if that was not found.
  MachineInstr *Def = nullptr;
  /// What reads the old value behind it, from the bottom up.
  SmallVector<MachineInstr *, 4> Readers;
  /// Whether the last of them, or something above it, reads or changes the new value.
  bool IsUsed = false;
};

class UpdateOrder {
public:
  UpdateOrder(const MachineRegisterInfo &MRI, LiveIntervals &LIS)
      : MRI(MRI), TRI(*MRI.getTargetRegisterInfo()), LIS(LIS) {}

  bool separate(MachineInstr &Update);
  bool raiseReaders(MachineInstr &Copy);

private:
  bool isLastReader(const MachineInstr &MI, Register Reg) const;
  Overlap overlapAbove(MachineInstr &Update) const;
  bool isNamedIn(Instrs Between, Register Reg) const;
  bool computesTheSame(MachineInstr &MI, Instrs Between) const;
  bool canRise(MachineInstr &Copy, MachineInstr &Above) const;
  bool canRiseAsReader(MachineInstr &Reader, MachineInstr &Above) const;
  bool canSink(MachineInstr &Def, MachineInstr &Below) const;

  const MachineRegisterInfo &MRI;
  const TargetRegisterInfo &TRI;
  LiveIntervals &LIS;
};

} // namespace

bool UpdateOrder::isLastReader(const MachineInstr &MI, Register Reg) const {
  return LIS.getInterval(Reg).Query(LIS.getInstructionIndex(MI)).isKill();
}

Overlap UpdateOrder::overlapAbove(MachineInstr &Update) const {
  Register Old = Update.getOperand(0).getReg(), New = Update.getOperand(1).getReg();
  Overlap Found;
  unsigned Way = 0;
  MachineBasicBlock::reverse_iterator Above = std::next(Update.getReverseIterator());
  for (MachineInstr &MI : make_range(Above, Update.getParent()->rend())) {
    if (MI.isDebugOrPseudoInstr())
      continue;
    if (++Way > LongestOverlap || MI.isBundled() || MI.isPosition() ||
        MI.modifiesRegister(Old, &TRI))
      break;
    bool Changes = MI.modifiesRegister(New, &TRI), Reads = MI.readsRegister(New, &TRI);
    if (Changes && !Reads) {
      Found.Def = &MI;
      break;
    }
    if (MI.readsRegister(Old, &TRI))
      Found.Readers.push_back(&MI);
    Found.IsUsed |= (Changes || Reads) && !Found.Readers.empty();
  }
  return Found;
}

bool UpdateOrder::isNamedIn(Instrs Between, Register Reg) const {
  return any_of(Between, [&](const MachineInstr &MI) {
    return !MI.isDebugOrPseudoInstr() &&
           (MI.readsRegister(Reg, &TRI) || MI.modifiesRegister(Reg, &TRI));
  });
}

/// Whether \p MI sets one register, to the same on the other side of what is \p Between. What else
/// it overwrites there is not asked.
bool UpdateOrder::computesTheSame(MachineInstr &MI, Instrs Between) const {
  bool SawStore = true;
  if (MI.getNumExplicitDefs() != 1 || !MI.getOperand(0).getReg().isVirtual() ||
      MI.getOperand(0).getSubReg() || MI.isInlineAsm() || MI.isConvergent() ||
      !MI.isSafeToMove(SawStore))
    return false;
  return all_of(drop_begin(MI.operands()), [&](const MachineOperand &MO) {
    if (!MO.isReg() || !MO.getReg())
      return true;
    if (MO.getReg().isPhysical())
      return limit::isSameAnywhere(MO, MRI);
    return MO.isUse() && none_of(Between, [&](const MachineInstr &Other) {
             return Other.modifiesRegister(MO.getReg(), &TRI);
           });
  });
}

/// Whether the copy can stand in front of an instruction above it that does not change what it
/// copies.
bool UpdateOrder::canRise(MachineInstr &Copy, MachineInstr &Above) const {
  return limit::isCopyOfRange(Copy, MRI) &&
         !isNamedIn(make_range(Above.getIterator(), Copy.getIterator()),
                    Copy.getOperand(0).getReg());
}

/// Whether what reads a copy can stand in front of an instruction above it.
bool UpdateOrder::canRiseAsReader(MachineInstr &Reader, MachineInstr &Above) const {
  Instrs Between = make_range(Above.getIterator(), Reader.getIterator());
  return computesTheSame(Reader, Between) && !isNamedIn(Between, Reader.getOperand(0).getReg()) &&
         limit::areFlagsFree(Reader, Above.getIterator());
}

/// Whether what computes the new value can stand behind the last reader of the old one, which does
/// not read the new one. That then lives shorter, and at most one operand longer.
bool UpdateOrder::canSink(MachineInstr &Def, MachineInstr &Below) const {
  auto To = std::next(Below.getIterator());
  if (!computesTheSame(Def, make_range(std::next(Def.getIterator()), To)))
    return false;
  unsigned Longer = 0;
  for (const MachineOperand &MO : drop_begin(Def.operands()))
    if (MO.isReg() && MO.getReg().isVirtual())
      Longer += isLastReader(Def, MO.getReg());
  return Longer <= 1 && limit::areFlagsFree(Def, To);
}

/// Ends the old value's range, as far as that is read in this block, where the new one's begins.
/// Returns whether anything moved.
bool UpdateOrder::separate(MachineInstr &Update) {
  if (limit::mayLeave(*Update.getParent()) || !isLastReader(Update, Update.getOperand(1).getReg()))
    return false;
  Overlap Found = overlapAbove(Update);
  if (!Found.Def || Found.Readers.empty())
    return false;
  MachineInstr &Last = *Found.Readers.front();
  if (Found.Readers.size() == 1 && canRise(Last, *Found.Def)) {
    limit::moveUp(Last, *Found.Def, LIS);
    return true;
  }
  if (Found.IsUsed || !canSink(*Found.Def, Last))
    return false;
  limit::moveDown(*Found.Def, std::next(Last.getIterator()), LIS);
  return true;
}

/// What reads the copy behind the next definition of what it copies moves up in front of that, if
/// the copy is then read no more. Returns whether anything moved.
bool UpdateOrder::raiseReaders(MachineInstr &Copy) {
  Register To = Copy.getOperand(0).getReg(), From = Copy.getOperand(1).getReg();
  MachineBasicBlock &MBB = *Copy.getParent();
  const LiveInterval &Range = LIS.getInterval(To);
  const auto *Here = Range.getSegmentContaining(LIS.getInstructionIndex(Copy).getRegSlot());
  if (!Here || Here->end >= LIS.getMBBEndIdx(&MBB) || Range.hasSubRanges() || limit::mayLeave(MBB))
    return false;
  MachineInstr *Next = nullptr;
  SmallVector<MachineInstr *, MostReaders> Readers;
  unsigned Way = 0;
  for (MachineInstr &MI : make_range(std::next(MachineBasicBlock::iterator(Copy)), MBB.end())) {
    if (MI.isDebugInstr())
      continue;
    if (++Way > LongestOverlap || MI.isBundled() || MI.isPosition())
      return false;
    if (Next && MI.readsRegister(To, &TRI))
      Readers.push_back(&MI);
    if (Readers.size() > MostReaders)
      return false;
    if (LIS.getInstructionIndex(MI).getRegSlot() >= Here->end)
      break;
    if (!Next && MI.modifiesRegister(From, &TRI)) {
      // Else the old value lives as long as the copy anyway.
      if (MI.readsRegister(From, &TRI))
        return false;
      Next = &MI;
    }
  }
  if (Readers.empty() ||
      !all_of(Readers, [&](MachineInstr *Reader) { return canRiseAsReader(*Reader, *Next); }))
    return false;
  for (MachineInstr *Reader : Readers)
    limit::moveUp(*Reader, *Next, LIS);
  return true;
}

char limit::OrderUpdates::ID = 0;

void limit::OrderUpdates::getAnalysisUsage(AnalysisUsage &AU) const {
  AU.addRequired<LiveIntervalsWrapperPass>();
  AU.setPreservesAll();
  MachineFunctionPass::getAnalysisUsage(AU);
}

bool limit::OrderUpdates::runOnMachineFunction(MachineFunction &MF) {
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  std::optional<UpdateOrder> Order;
  bool Changed = false;
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : make_early_inc_range(MBB.instrs())) {
      if (!isCopyOfRange(MI, MRI))
        continue;
      if (!Order) {
        // Once some ranges have registers they stand where these allow it.
        if (getAnalysisIfAvailable<VirtRegMapWrapperLegacy>())
          return false;
        Order.emplace(MRI, getAnalysis<LiveIntervalsWrapperPass>().getLIS());
      }
      Changed |= Order->separate(MI) || Order->raiseReaders(MI);
    }
  return Changed;
}

void limit::initializeOrderUpdatesPass(PassRegistry &Registry) {
  registerPass<OrderUpdates>(Registry, "LIMIT Order of Updates", "limit-order-updates");
}
