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
//===----------------------------------------------------------------------===//

#include "prepare/UpdateOrder.h"
#include "RegisterPass.h"
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

/// How many instructions in front of an update are looked at.
constexpr unsigned LongestOverlap = 48;

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

private:
  bool isLastReader(const MachineInstr &MI, Register Reg) const;
  Overlap overlapAbove(MachineInstr &Update) const;
  bool canRise(MachineInstr &Copy, MachineInstr &Above) const;
  bool canSink(MachineInstr &Def, MachineInstr &Below) const;

  const MachineRegisterInfo &MRI;
  const TargetRegisterInfo &TRI;
  LiveIntervals &LIS;
};

} // namespace

/// Whether \p MI copies a whole range to another one. Under a mask of lanes a copy does not mean
/// the same elsewhere.
static bool isCopyOfRange(const MachineInstr &MI, const MachineRegisterInfo &MRI) {
  if (!MI.isFullCopy() || MI.isBundled())
    return false;
  Register To = MI.getOperand(0).getReg(), From = MI.getOperand(1).getReg();
  return To.isVirtual() && From.isVirtual() && To != From &&
         !MRI.getTargetRegisterInfo()->isDivergentRegClass(MRI.getRegClass(To));
}

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

/// Whether the copy can stand in front of an instruction above it that does not change what it
/// copies.
bool UpdateOrder::canRise(MachineInstr &Copy, MachineInstr &Above) const {
  if (!isCopyOfRange(Copy, MRI))
    return false;
  Register To = Copy.getOperand(0).getReg();
  auto Between = make_range(Above.getIterator(), Copy.getIterator());
  return none_of(Between, [&](const MachineInstr &MI) {
    return !MI.isDebugOrPseudoInstr() &&
           (MI.readsRegister(To, &TRI) || MI.modifiesRegister(To, &TRI));
  });
}

/// Whether what computes the new value can stand behind the last reader of the old one, which does
/// not read the new one. That then lives shorter, and at most one operand longer.
bool UpdateOrder::canSink(MachineInstr &Def, MachineInstr &Below) const {
  bool SawStore = true;
  if (Def.getNumExplicitDefs() != 1 || Def.getOperand(0).getSubReg() || Def.isInlineAsm() ||
      Def.isConvergent() || !Def.isSafeToMove(SawStore))
    return false;
  auto To = std::next(Below.getIterator());
  auto Between = make_range(std::next(Def.getIterator()), To);
  unsigned Longer = 0;
  for (const MachineOperand &MO : drop_begin(Def.operands())) {
    if (!MO.isReg() || !MO.getReg())
      continue;
    Register Reg = MO.getReg();
    if (Reg.isPhysical()) {
      if (!limit::isSameAnywhere(MO, MRI))
        return false;
      continue;
    }
    auto Changes = [&](const MachineInstr &MI) { return MI.modifiesRegister(Reg, &TRI); };
    if (MO.isDef() || any_of(Between, Changes))
      return false;
    Longer += isLastReader(Def, Reg);
  }
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
    limit::moveCopyUp(Last, *Found.Def, LIS);
    return true;
  }
  if (Found.IsUsed || !canSink(*Found.Def, Last))
    return false;
  limit::moveDown(*Found.Def, std::next(Last.getIterator()), LIS);
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
      Changed |= Order->separate(MI);
    }
  return Changed;
}

void limit::initializeOrderUpdatesPass(PassRegistry &Registry) {
  registerPass<OrderUpdates>(Registry, "LIMIT Order of Updates", "limit-order-updates");
}
