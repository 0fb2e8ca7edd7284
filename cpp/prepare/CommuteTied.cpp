//===- CommuteTied.cpp - sums that stay where they are added to -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's coalescer does so where all that the copy copies is one sum. In
///
///     %s = SEXT %r;  %s = ADD %s, %p;  if (c) { %s = ADD %s, %q };  %p = COPY %s
///
/// there are two, and %s and %p both live between the first two instructions. With %t = SEXT %r and
/// %p = ADD %p, %t only one of them lives at each point, and they can be one range.
///
//===----------------------------------------------------------------------===//

#include "prepare/CommuteTied.h"
#include "RegisterPass.h"
#include "check/Passes.h"
#include "prepare/RangeEdits.h"
#include "report/SourceNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include <optional>

using namespace llvm;

namespace {

/// An instruction Sum = Sum + Addend, and how it names them.
struct TiedInstr {
  MachineInstr *MI;
  Register Sum, Addend;
  unsigned SumUse, AddendUse;
};

/// The part of a range that computes an operand of a sum: defined in one block, read at its end.
struct Piece {
  SlotIndex Begin, End;
};

class Commuter {
public:
  Commuter(MachineFunction &MF, LiveIntervals &LIS, limit::SourceNames *Names)
      : MRI(MF.getRegInfo()), TII(*MF.getSubtarget().getInstrInfo()), LIS(LIS),
        Edits(MF, LIS, Names) {}

  bool tryToJoin(const TiedInstr &Tied);

private:
  std::optional<Piece> overlapUpTo(const TiedInstr &Tied) const;
  bool isCopied(const TiedInstr &Tied, Piece Of) const;
  void join(const TiedInstr &Tied, Piece Of);
  void nameAnew(Register Old, Register New, Piece Of);

  MachineRegisterInfo &MRI;
  const TargetInstrInfo &TII;
  LiveIntervals &LIS;
  limit::RangeEdits Edits;
};

} // namespace

/// Whether \p To is a copy of \p From anywhere.
static bool isCopied(const MachineRegisterInfo &MRI, Register To, Register From) {
  unsigned Looks = 0;
  for (const MachineInstr &MI : MRI.def_instructions(To)) {
    if (MI.isFullCopy() && MI.getOperand(1).getReg() == From)
      return true;
    if (++Looks == limit::MostOperands)
      break;
  }
  return false;
}

/// The sum if \p MI, which can be commuted, is one of two ranges that a copy joins. Asks for no
/// live range, since most functions have none.
static std::optional<TiedInstr> findTied(MachineInstr &MI, const MachineRegisterInfo &MRI,
                                         const TargetInstrInfo &TII) {
  unsigned SumUse, AddendUse = TargetInstrInfo::CommuteAnyOperandIndex;
  if (MI.isBundled() || MI.getNumExplicitDefs() != 1 || !MI.isRegTiedToUseOperand(0, &SumUse) ||
      !TII.findCommutedOpIndices(MI, SumUse, AddendUse))
    return std::nullopt;
  const MachineOperand &From = MI.getOperand(SumUse), &Other = MI.getOperand(AddendUse);
  if (!Other.isReg())
    return std::nullopt;
  TiedInstr Tied{&MI, From.getReg(), Other.getReg(), SumUse, AddendUse};
  if (!Tied.Sum.isVirtual() || !Tied.Addend.isVirtual() || Tied.Sum == Tied.Addend ||
      MI.getOperand(0).getReg() != Tied.Sum || From.isUndef() || Other.isUndef() ||
      MRI.getRegClass(Tied.Sum) != MRI.getRegClass(Tied.Addend) ||
      !isCopied(MRI, Tied.Addend, Tied.Sum))
    return std::nullopt;
  return Tied;
}

/// What of the sum's range lives beside the addend's, if that is the instructions in front of the
/// sum alone.
std::optional<Piece> Commuter::overlapUpTo(const TiedInstr &Tied) const {
  const LiveInterval &Sum = LIS.getInterval(Tied.Sum), &Addend = LIS.getInterval(Tied.Addend);
  SlotIndex End = LIS.getInstructionIndex(*Tied.MI).getRegSlot();
  auto Last = Sum.find(End.getPrevSlot());
  if (Last == Sum.end() || Last->end != End)
    return std::nullopt;
  auto First = Last;
  while (First != Sum.begin() && std::prev(First)->end == First->start)
    --First;
  bool IsDefined = First->valno->def == First->start && !First->valno->isPHIDef();
  if (!IsDefined || LIS.getMBBFromIndex(First->start) != Tied.MI->getParent())
    return std::nullopt;
  Piece Of{First->start, End};
  if (!isCopied(Tied, Of))
    return std::nullopt;
  bool IsAll = none_of(Sum, [&](const LiveRange::Segment &S) {
    bool IsPiece = Of.Begin <= S.start && S.end <= Of.End;
    return !IsPiece && Addend.overlaps(S.start, S.end);
  });
  return IsAll ? std::optional(Of) : std::nullopt;
}

/// Whether what is copied to the addend's range is not in the piece, so that the copy goes.
bool Commuter::isCopied(const TiedInstr &Tied, Piece Of) const {
  return any_of(MRI.def_instructions(Tied.Addend), [&](const MachineInstr &MI) {
    if (!MI.isFullCopy() || MI.getOperand(1).getReg() != Tied.Sum)
      return false;
    SlotIndex At = LIS.getInstructionIndex(MI);
    return At < Of.Begin || Of.End < At;
  });
}

/// The operands of \p Old in the piece name \p New.
void Commuter::nameAnew(Register Old, Register New, Piece Of) {
  const MachineBasicBlock *MBB = LIS.getMBBFromIndex(Of.Begin);
  for (MachineOperand &MO : make_early_inc_range(MRI.reg_operands(Old))) {
    MachineInstr &MI = *MO.getParent();
    if (MI.getParent() != MBB)
      continue;
    // Debug instructions have no index.
    SlotIndex At = MI.isDebugInstr() ? LIS.getSlotIndexes()->getIndexBefore(MI).getRegSlot()
                                     : LIS.getInstructionIndex(MI).getRegSlot();
    bool IsWithin = Of.Begin.getBaseIndex() <= At && At < Of.End;
    if (IsWithin || (At == Of.End && MO.isUse() && !MI.isDebugInstr()))
      MO.setReg(New);
  }
}

/// The instruction is commuted, the piece becomes a range, and the rest of both ranges one.
void Commuter::join(const TiedInstr &Tied, Piece Of) {
  // This also names the addend as what it computes.
  if (!TII.commuteInstruction(*Tied.MI, /*NewMI=*/false, Tied.SumUse, Tied.AddendUse))
    return;
  limit::noteCommuted(*Tied.MI, Tied.SumUse, Tied.AddendUse);
  Register Part = MRI.cloneVirtualRegister(Tied.Sum);
  nameAnew(Tied.Sum, Part, Of);
  Edits.join(Tied.Addend, Tied.Sum);
  Edits.recompute(Part);
  Edits.note({Tied.Sum, Tied.Addend, Part});
}

/// Commutes the instruction if it is the last reader of the addend and a copy goes by that.
bool Commuter::tryToJoin(const TiedInstr &Tied) {
  bool IsKill = LIS.getInterval(Tied.Addend).Query(LIS.getInstructionIndex(*Tied.MI)).isKill();
  if (!IsKill || !Edits.isSimple(Tied.Sum) || !Edits.isSimple(Tied.Addend))
    return false;
  std::optional<Piece> Overlap = overlapUpTo(Tied);
  if (Overlap)
    join(Tied, *Overlap);
  return Overlap.has_value();
}

char limit::CommuteTied::ID = 0;

void limit::CommuteTied::getAnalysisUsage(AnalysisUsage &AU) const {
  AU.addRequired<LiveIntervalsWrapperPass>();
  AU.setPreservesAll();
  MachineFunctionPass::getAnalysisUsage(AU);
}

bool limit::CommuteTied::runOnMachineFunction(MachineFunction &MF) {
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  std::optional<Commuter> Commuter;
  bool Changed = false;
  for (MachineBasicBlock &MBB : MF)
    // The copy that goes may be the next instruction.
    for (MachineInstr &MI : MBB.instrs()) {
      std::optional<TiedInstr> Tied;
      if (MI.getDesc().isCommutable())
        Tied = findTied(MI, MRI, TII);
      if (!Tied)
        continue;
      if (!Commuter) {
        // Once ranges were split, or some have registers, they are known by their names.
        if (getAnalysisIfAvailable<VirtRegMapWrapperLegacy>())
          return false;
        Commuter.emplace(MF, getAnalysis<LiveIntervalsWrapperPass>().getLIS(),
                         getAnalysisIfAvailable<SourceNames>());
      }
      Changed |= Commuter->tryToJoin(*Tied);
    }
  return Changed;
}

void limit::initializeCommuteTiedPass(PassRegistry &Registry) {
  registerPass<CommuteTied>(Registry, "LIMIT Commuting of Tied Operands", "limit-commute-tied");
}
