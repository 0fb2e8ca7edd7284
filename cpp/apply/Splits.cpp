//===- Splits.cpp - cutting live ranges as the core plans -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "apply/Splits.h"
#include "llvm/CodeGen/LiveDebugVariables.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/LiveRangeEdit.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"

using namespace llvm;
using namespace limit::core;

namespace limit {

Splits::Splits(const PlanRows &Plan, const FlatFunction &Flat, const ApplyTarget &On)
    : Plan(Plan), Flat(Flat), On(On), MRI(On.MF.getRegInfo()),
      Pieces(Plan.places.size() - Flat.numVirtRegs()), Uses(On.MF, On.LIS) {}

void Splits::run() {
  for (const PlanSplit &Split : Plan.splits)
    cut(Split);
  removeDeadDefs();
}

void Splits::cut(const PlanSplit &Split) {
  Register Old = Flat.virtReg(Split.vreg);
  SmallVector<Register, 8> New;
  // The old interval stays: the spiller looks up there which values the pieces hold.
  LiveRangeEdit Edit(&On.LIS.getInterval(Old), New, On.MF, On.LIS, &On.VRM, nullptr,
                     &On.DeadRemats);
  auto Create = [&](uint32_t Piece) {
    return Pieces[Piece - Flat.numVirtRegs()] = Edit.createFrom(Old);
  };
  On.noteClass(Old);
  Register Remainder = Create(Split.remainder);
  for (uint32_t P = Split.pieces.start; P != Split.pieces.end; ++P)
    Create(Plan.pieces[P]);
  MRI.clearKillFlags(Old);
  for (uint32_t R = Split.renames.start; R != Split.renames.end; ++R) {
    const PlanRename &Rename = Plan.renames[R];
    for (MachineOperand &MO : mi_bundle_ops(Flat.instr(Rename.inst)))
      if (MO.isReg() && MO.getReg() == Old)
        MO.setReg(registerOf(Rename.piece));
  }
  for (MachineOperand &MO : make_early_inc_range(MRI.reg_nodbg_operands(Old)))
    MO.setReg(Remainder);
  insertMoves(Split.moves);
  computeIntervals(Old, New);
  erase_if(New, [&](Register Reg) { return !On.LIS.hasInterval(Reg); });
  if (On.DebugVars)
    On.DebugVars->splitRegister(Old, New, On.LIS);
  else
    Uses.rename(Old, New);
}

void Splits::insertMoves(const SpanRow &Moves) {
  const TargetInstrInfo &TII = *On.MF.getSubtarget().getInstrInfo();
  for (uint32_t M = Moves.start; M != Moves.end; ++M) {
    const PlanMove &Move = Plan.moves[M];
    MachineInstr *&Last = LastMoves[{static_cast<uint32_t>(Move.site), Move.at}];
    auto [MBB, Before] = position(Move);
    if (Last)
      Before = std::next(Last->getIterator());
    Last = BuildMI(*MBB, Before, DebugLoc(), TII.get(TargetOpcode::COPY), registerOf(Move.to))
               .addReg(registerOf(Move.from));
    On.LIS.InsertMachineInstrInMaps(*Last);
  }
}

std::pair<MachineBasicBlock *, MachineBasicBlock::iterator> Splits::position(const PlanMove &Move) {
  if (Move.site == SiteRow::Before || Move.site == SiteRow::After) {
    MachineInstr &MI = Flat.instr(Move.at);
    MachineBasicBlock::iterator At(MI);
    return {MI.getParent(), Move.site == SiteRow::Before ? At : std::next(At)};
  }
  MachineBasicBlock &MBB = Flat.block(Move.at);
  switch (Move.site) {
  case SiteRow::BlockEnd:
    return {&MBB, lastSplitPoint(MBB)};
  case SiteRow::BeforeTerminators:
    return {&MBB, MBB.getFirstTerminator()};
  default:
    return {&MBB, MBB.SkipPHIsLabelsAndDebug(MBB.begin(), registerOf(Move.from))};
  }
}

void Splits::computeIntervals(Register Old, SmallVectorImpl<Register> &New) {
  for (size_t I = 0, E = New.size(); I != E; ++I) {
    Register Reg = New[I];
    if (MRI.reg_nodbg_empty(Reg))
      continue;
    LiveInterval &LI = On.LIS.createAndComputeVirtRegInterval(Reg);
    SmallVector<LiveInterval *, 4> Components;
    On.LIS.splitSeparateComponents(LI, Components);
    widen(Reg);
    noteDeadDefs(LI);
    for (LiveInterval *Part : Components) {
      On.VRM.setIsSplitFromReg(Part->reg(), On.VRM.getOriginal(Old));
      widen(Part->reg());
      Parts.push_back({Part->reg().virtRegIndex(), Reg.virtRegIndex()});
      noteDeadDefs(*Part);
    }
  }
}

void Splits::widen(Register Reg) {
  if (!On.factsOfOriginal(Reg).KeepsClass)
    MRI.recomputeRegClass(Reg);
}

void Splits::noteDeadDefs(const LiveInterval &LI) {
  for (const VNInfo *Value : LI.valnos)
    if (!Value->isUnused() && !Value->isPHIDef() &&
        LI.getSegmentContaining(Value->def)->end == Value->def.getDeadSlot())
      if (MachineInstr *MI = On.LIS.getInstructionFromIndex(Value->def); MI->allDefsAreDead())
        Dead.insert(MI);
}

void Splits::removeDeadDefs() {
  if (Dead.empty())
    return;
  SmallVector<MachineInstr *, 8> Instrs(Dead.begin(), Dead.end());
  On.eliminate(Instrs, &On.DeadRemats);
}

} // namespace limit
