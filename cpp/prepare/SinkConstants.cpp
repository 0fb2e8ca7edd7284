//===- SinkConstants.cpp - constants near their first reader --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Nothing else lives longer by such a move, since the instructions read no range. Moving all of
/// them is worse, as measured: behind allocation more blocks end alike and are merged, and fewer
/// stores stand side by side.
///
//===----------------------------------------------------------------------===//

#include "prepare/SinkConstants.h"
#include "Options.h"
#include "RegisterPass.h"
#include "prepare/Reordering.h"
#include "target/KnownValue.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"

using namespace llvm;

namespace {

using Iterator = MachineBasicBlock::iterator;

class Sinker {
public:
  Sinker(MachineFunction &MF, LiveIntervals &LIS, const VirtRegMap *VRM)
      : MRI(MF.getRegInfo()), TII(*MF.getSubtarget().getInstrInfo()),
        TRI(*MF.getSubtarget().getRegisterInfo()), LIS(LIS), VRM(VRM) {}

  bool runOn(MachineBasicBlock &MBB);

private:
  bool isConstant(const MachineInstr &MI) const;
  bool isKnownAbove(const MachineInstr &MI);
  Iterator firstReader(Iterator Def, Iterator End) const;
  bool sparesRegister(Iterator Def, Iterator To);
  bool wantSame(Register A, Register B);
  const SmallVector<MCRegister, 2> &hintsOf(Register Reg);

  const MachineRegisterInfo &MRI;
  const TargetInstrInfo &TII;
  const TargetRegisterInfo &TRI;
  LiveIntervals &LIS;
  /// Null unless a pass in front has split ranges.
  const VirtRegMap *VRM;
  /// What was found out of ranges: no copy changes by that constants move.
  SmallDenseMap<Register, SmallVector<MCRegister, 2>, 8> Hints;
};

} // namespace

/// Whether \p MI computes the same wherever it stands, in a register that holds nothing else above.
bool Sinker::isConstant(const MachineInstr &MI) const {
  // Most instructions are none by their kind; what else the target asks for takes longest.
  bool MayBe = MI.getDesc().isRematerializable() || MI.isCopy() || MI.isImplicitDef();
  if (!MayBe || MI.isBundled() || MI.getNumExplicitDefs() != 1 || !MI.getOperand(0).isReg())
    return false;
  const MachineOperand &To = MI.getOperand(0);
  bool IsWhole = To.getReg().isVirtual() && (!To.getSubReg() || To.isUndef());
  // The spiller knows the values of what a piece was cut from only where that was live.
  if (!IsWhole || (VRM && VRM->getOriginal(To.getReg()) != To.getReg()))
    return false;
  bool ReadsNothing = all_of(MI.operands(), [&](const MachineOperand &MO) {
    if (&MO == &To || !MO.isReg() || !MO.getReg())
      return true;
    return MO.getReg().isPhysical() && limit::isSameAnywhere(MO, MRI);
  });
  return ReadsNothing && (MI.isFullCopy() || TII.isReMaterializable(MI));
}

/// The first instruction behind \p Def that names its register, \p End if none does, or \p Def if
/// that is too far away.
Iterator Sinker::firstReader(Iterator Def, Iterator End) const {
  Register Reg = Def->getOperand(0).getReg();
  unsigned Way = 0;
  for (Iterator I = std::next(Def); I != End; ++I) {
    if (I->isDebugOrPseudoInstr())
      continue;
    if (any_of(I->operands(), [&](auto &MO) { return MO.isReg() && MO.getReg() == Reg; }))
      return I;
    if (++Way == limit::LongestWay)
      return Def;
  }
  return End;
}

/// The registers that the range is copied from and to.
const SmallVector<MCRegister, 2> &Sinker::hintsOf(Register Reg) {
  auto [Known, IsNew] = Hints.try_emplace(Reg);
  if (!IsNew)
    return Known->second;
  for (const MachineInstr &MI : MRI.reg_nodbg_instructions(Reg)) {
    if (!MI.isCopy())
      continue;
    for (const MachineOperand &MO : MI.operands())
      if (MO.isReg() && MO.getReg().isPhysical() && !MRI.isConstantPhysReg(MO.getReg()))
        Known->second.push_back(MO.getReg().asMCReg());
  }
  return Known->second;
}

bool Sinker::wantSame(Register A, Register B) {
  // A copy, since the table of hints grows below.
  SmallVector<MCRegister, 2> Wanted = hintsOf(A);
  return any_of(hintsOf(B), [&](MCRegister Other) {
    return any_of(Wanted, [&](MCRegister Hint) { return TRI.regsOverlap(Hint, Other); });
  });
}

/// Whether the branch to the block found the value of \p MI in a register that ends there, and both
/// want the same one: if nothing else has it in between, later passes remove \p MI.
bool Sinker::isKnownAbove(const MachineInstr &MI) {
  Register Equal = limit::registerKnownEqual(MI).first;
  return Equal && !LIS.isLiveInToMBB(LIS.getInterval(Equal), MI.getParent()) &&
         wantSame(Equal, MI.getOperand(0).getReg());
}

/// Whether something ends between \p Def and \p To that takes a register from the constant: a call,
/// or a range that wants the same one. What is loaded from the stack is an argument, of which a
/// scheduler may have loaded many at once.
bool Sinker::sparesRegister(Iterator Def, Iterator To) {
  auto Between = make_range(std::next(Def), To);
  auto IsReal = [](const MachineInstr &MI) { return !MI.isDebugOrPseudoInstr(); };
  if (none_of(Between, IsReal))
    return false;
  if (any_of(Between, [](const MachineInstr &MI) { return MI.isCall(); }))
    return true;
  auto EndsAt = [&](Register Reg, const MachineInstr &MI) {
    return LIS.getInterval(Reg).Query(LIS.getInstructionIndex(MI)).isKill();
  };
  Register Set = Def->getOperand(0).getReg();
  if (!Def->mayLoad() && hintsOf(Set).empty())
    return false;
  return any_of(make_filter_range(Between, IsReal), [&](const MachineInstr &MI) {
    return any_of(MI.all_uses(), [&](const MachineOperand &MO) {
      return MO.getReg().isVirtual() && MO.readsReg() && EndsAt(MO.getReg(), MI) &&
             (Def->mayLoad() || wantSame(Set, MO.getReg()));
    });
  });
}

/// From the bottom up, so that nothing is looked at again where it went.
bool Sinker::runOn(MachineBasicBlock &MBB) {
  if (limit::mayLeave(MBB))
    return false;
  bool Moved = false;
  // LLVM's own search, past debug instructions and back, took a quarter of this pass.
  Iterator End = MBB.end();
  while (End != MBB.begin() && std::prev(End)->isTerminator(MachineInstr::IgnoreBundle))
    --End;
  for (Iterator I = End; I != MBB.begin();) {
    Iterator Def = std::prev(I);
    Iterator To = isConstant(*Def) ? firstReader(Def, End) : Def;
    if (To == Def || !sparesRegister(Def, To) || isKnownAbove(*Def) ||
        !limit::areFlagsFree(*Def, To)) {
      I = Def;
      continue;
    }
    limit::moveDown(Def, To, LIS);
    Moved = true;
  }
  return Moved;
}

char limit::SinkConstants::ID = 0;

void limit::SinkConstants::getAnalysisUsage(AnalysisUsage &AU) const {
  AU.addRequired<LiveIntervalsWrapperPass>();
  AU.setPreservesAll();
  MachineFunctionPass::getAnalysisUsage(AU);
}

bool limit::SinkConstants::runOnMachineFunction(MachineFunction &MF) {
  bool MaySplit = pressurePlace() == PressurePlace::AfterScheduler;
  auto *Split = MaySplit ? getAnalysisIfAvailable<VirtRegMapWrapperLegacy>() : nullptr;
  Sinker Sinker(MF, getAnalysis<LiveIntervalsWrapperPass>().getLIS(),
                Split ? &Split->getVRM() : nullptr);
  bool Moved = false;
  for (MachineBasicBlock &MBB : MF)
    Moved |= Sinker.runOn(MBB);
  return Moved;
}

void limit::initializeSinkConstantsPass(PassRegistry &Registry) {
  registerPass<SinkConstants>(Registry, "LIMIT Constant Sinking", "limit-sink-constants");
}
