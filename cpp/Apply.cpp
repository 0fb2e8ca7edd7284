//===- Apply.cpp - carrying out the core's plan ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Splits come first: they only add copies and rename operands, so the instructions that the plan
/// refers to are all still there. Then LLVM's inline spiller takes what goes to memory.
///
//===----------------------------------------------------------------------===//

#include "Apply.h"
#include "DebugUses.h"
#include "InstrEraser.h"
#include "prepare/Arguments.h"
#include "target/FrameSetup.h"
#include "target/Moves.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/CodeGen/LiveDebugVariables.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/LiveRangeEdit.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/Spiller.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include "llvm/Target/TargetMachine.h"
#include <algorithm>

using namespace llvm;
using namespace limit::core;

/// Of a table by address, the instructions in the order of the code.
static void sortByPlace(SmallVectorImpl<MachineInstr *> &Instrs, const LiveIntervals &LIS) {
  sort(Instrs, [&](const MachineInstr *A, const MachineInstr *B) {
    return LIS.getInstructionIndex(*A) < LIS.getInstructionIndex(*B);
  });
}

namespace {

/// Carries out the edits of one plan.
class Editor {
  const PlanRows &Plan;
  const limit::FlatFunction &Flat;
  const limit::ApplyTarget &On;
  MachineRegisterInfo &MRI;
  /// The registers of the pieces, numbered after those of the function.
  std::vector<Register> Pieces;
  /// What pieces fell into.
  std::vector<PartRow> Parts;
  limit::DebugUses DebugUses;
  /// The last one that was inserted at each site.
  DenseMap<std::pair<uint32_t, uint32_t>, MachineInstr *> LastMoves;
  /// Instructions of which a cut left no result that is read.
  SmallSetVector<MachineInstr *, 8> Dead;

public:
  Editor(const PlanRows &Plan, const limit::FlatFunction &Flat, const limit::ApplyTarget &On)
      : Plan(Plan), Flat(Flat), On(On), MRI(On.MF.getRegInfo()),
        Pieces(Plan.places.size() - Flat.numVirtRegs()), DebugUses(On.MF, On.LIS) {}

  void run() {
    for (const PlanSplit &Split : Plan.splits)
      cut(Split);
    removeDeadDefs();
    tellSession();
    spillAll();
    mendDeadDefs();
  }

private:
  Register registerOf(uint32_t VReg) const {
    return VReg < Flat.numVirtRegs() ? Flat.virtReg(VReg) : Pieces[VReg - Flat.numVirtRegs()];
  }

  /// Puts into memory what the plan says.
  void spillAll() {
    DenseMap<uint32_t, SmallVector<uint32_t, 2>> PartsOf;
    if (Plan.spills_parts)
      for (const PartRow &Part : Parts)
        PartsOf[Part.of].push_back(Part.name);
    for (uint32_t VReg = 0; VReg != Plan.places.size(); ++VReg) {
      Register Reg = registerOf(VReg);
      if (Plan.places[VReg].place != PlaceRow::Memory || !Reg)
        continue;
      spill(Reg);
      for (uint32_t Part : PartsOf.lookup(Reg.virtRegIndex()))
        spill(Register::index2VirtReg(Part));
    }
  }

  void setMustHaveRegister(Register Reg) {
    On.Facts.grow(Reg);
    On.Facts[Reg].MustHaveRegister = true;
  }

  /// Says which registers the pieces became.
  void tellSession() {
    std::vector<uint32_t> Names;
    for (Register Piece : Pieces)
      Names.push_back(Piece.virtRegIndex());
    On.Session.applied({Names.data(), Names.size()}, {Parts.data(), Parts.size()});
  }

  void cut(const PlanSplit &Split) {
    Register Old = Flat.virtReg(Split.vreg);
    SmallVector<Register, 8> New;
    // The old interval stays: the spiller looks up there which values the pieces hold.
    LiveRangeEdit Edit(&On.LIS.getInterval(Old), New, On.MF, On.LIS, &On.VRM, nullptr,
                       &On.DeadRemats);
    auto Create = [&](uint32_t Piece) {
      return Pieces[Piece - Flat.numVirtRegs()] = Edit.createFrom(Old);
    };
    noteClass(Old);
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
      DebugUses.rename(Old, New);
  }

  /// Those at one site execute in their order, those of an earlier split first.
  void insertMoves(const SpanRow &Moves) {
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

  std::pair<MachineBasicBlock *, MachineBasicBlock::iterator> position(const PlanMove &Move) {
    if (Move.site == SiteRow::Before || Move.site == SiteRow::After) {
      MachineInstr &MI = Flat.instr(Move.at);
      MachineBasicBlock::iterator At(MI);
      return {MI.getParent(), Move.site == SiteRow::Before ? At : std::next(At)};
    }
    MachineBasicBlock &MBB = Flat.block(Move.at);
    switch (Move.site) {
    case SiteRow::BlockEnd:
      return {&MBB, limit::lastSplitPoint(MBB)};
    case SiteRow::BeforeTerminators:
      return {&MBB, MBB.getFirstTerminator()};
    default:
      return {&MBB, MBB.SkipPHIsLabelsAndDebug(MBB.begin(), registerOf(Move.from))};
    }
  }

  /// The remainder may fall into parts that have nothing to do with each other: each becomes a
  /// register of its own.
  void computeIntervals(Register Old, SmallVectorImpl<Register> &New) {
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

  limit::VRegFacts &factsOfOriginal(Register Reg) {
    Register Original = On.VRM.getOriginal(Reg);
    On.Facts.grow(Original);
    return On.Facts[Original];
  }

  void noteClass(Register Reg) {
    if (limit::isForPrologue(Reg, MRI))
      factsOfOriginal(Reg).KeepsClass = true;
  }

  /// Gives a piece the largest class that its instructions take.
  void widen(Register Reg) {
    if (!factsOfOriginal(Reg).KeepsClass)
      MRI.recomputeRegClass(Reg);
  }

  void noteDeadDefs(const LiveInterval &LI) {
    for (const VNInfo *Value : LI.valnos)
      if (!Value->isUnused() && !Value->isPHIDef() &&
          LI.getSegmentContaining(Value->def)->end == Value->def.getDeadSlot())
        if (MachineInstr *MI = On.LIS.getInstructionFromIndex(Value->def); MI->allDefsAreDead())
          Dead.insert(MI);
  }

  /// A range that is live around a loop nobody reads it in falls apart when it is cut. The spiller
  /// would turn the copies that are left into reloads without saying that they are dead.
  void removeDeadDefs() {
    if (Dead.empty())
      return;
    SmallVector<MachineInstr *, 8> Instrs(Dead.begin(), Dead.end());
    eliminate(Instrs, &On.DeadRemats);
  }

  /// Removes instructions without results that are read, with what is needed for them alone. What
  /// later values may be computed again from is put into \p Kept if that is given.
  void eliminate(SmallVectorImpl<MachineInstr *> &Instrs, SmallPtrSet<MachineInstr *, 32> *Kept) {
    SmallVector<Register, 8> New;
    LiveRangeEdit Edit(nullptr, New, On.MF, On.LIS, &On.VRM, nullptr, Kept);
    Edit.eliminateDeadDefs(Instrs);
  }

  /// LLVM keeps what later values may be computed again from as a dead definition, which it begins
  /// at the slot of an ordinary one even if the instruction writes it early. It also keeps one that
  /// changes a register, whose old value it renames with the new one: that is read from nowhere.
  void mendDeadDefs() {
    SmallVector<MachineInstr *, 2> Changing;
    for (MachineInstr *MI : On.DeadRemats) {
      const MachineOperand &Def = MI->getOperand(0);
      if (MI->readsVirtualRegister(Def.getReg()))
        Changing.push_back(MI);
      else if (Def.isEarlyClobber() && On.LIS.hasInterval(Def.getReg())) {
        On.LIS.removeInterval(Def.getReg());
        On.LIS.createAndComputeVirtRegInterval(Def.getReg());
      }
    }
    // The last one is removed first.
    sortByPlace(Changing, On.LIS);
    std::reverse(Changing.begin(), Changing.end());
    for (MachineInstr *MI : Changing) {
      On.DeadRemats.erase(MI);
      for (MachineOperand &MO : MI->uses())
        if (MO.isReg() && MO.getReg() == MI->getOperand(0).getReg())
          MO.setIsUndef();
    }
    eliminate(Changing, nullptr);
  }

  /// Removing a dead definition leaves its value in the interval, unused and without a position.
  /// The spiller looks up the position of every value of the small relatives it may take along. Of
  /// copies from and to them it makes stores and reloads, which may not take all of the class.
  void prepareRelatives(Register Reg) {
    const TargetRegisterClass *Class = MRI.getRegClass(Reg);
    const TargetRegisterClass *Narrower = On.Spillable.narrower(*Class, On.MF);
    auto Narrow = [&](Register Like) {
      if (Narrower && MRI.getRegClass(Like) == Class)
        MRI.setRegClass(Like, Narrower);
    };
    auto Prepare = [&](Register Relative) {
      if (!Relative.isVirtual() || Relative == Reg || !On.LIS.hasInterval(Relative))
        return;
      Narrow(Relative);
      LiveInterval &LI = On.LIS.getInterval(Relative);
      if (any_of(LI.valnos, [](const VNInfo *Value) { return Value->isUnused(); }))
        LI.RenumberValues();
    };
    // A target may copy with an instruction of its own, also inside a bundle.
    for (MachineInstr &MI : MRI.reg_nodbg_instructions(Reg))
      for (const MachineOperand &MO : MI.operands())
        if (MO.isReg())
          Prepare(MO.getReg());
    Narrow(Reg);
  }

  /// The spiller would make a plain store or reload of an extension: copies take its place there.
  void separateExtensions(Register Reg) {
    SmallVector<MachineInstr *, 4> Extensions;
    for (MachineInstr &MI : MRI.reg_nodbg_instructions(Reg))
      if (limit::isExtensionTakenForCopy(MI))
        Extensions.push_back(&MI);
    for (MachineInstr *MI : Extensions)
      for (MachineOperand &MO : MI->explicit_operands())
        if (MO.isReg() && MO.getReg() == Reg)
          separate(*MI, MO);
    if (Extensions.empty())
      return;
    On.LIS.removeInterval(Reg);
    On.LIS.createAndComputeVirtRegInterval(Reg);
  }

  /// Gives the operand a register of its own, with a copy beside the instruction.
  void separate(MachineInstr &MI, MachineOperand &MO) {
    const TargetInstrInfo &TII = *On.MF.getSubtarget().getInstrInfo();
    Register Reg = MO.getReg(), Own = MRI.cloneVirtualRegister(Reg);
    MRI.clearKillFlags(Reg);
    On.VRM.grow();
    setMustHaveRegister(Own);
    MO.setReg(Own);
    auto At = MO.isDef() ? std::next(MI.getIterator()) : MI.getIterator();
    MachineInstr *Copy = BuildMI(*MI.getParent(), At, DebugLoc(), TII.get(TargetOpcode::COPY),
                                 MO.isDef() ? Reg : Own)
                             .addReg(MO.isDef() ? Own : Reg);
    On.LIS.InsertMachineInstrInMaps(*Copy);
    On.LIS.createAndComputeVirtRegInterval(Own);
  }

  /// The spiller takes small relatives of the range along.
  void separateExtensionsOfRelatives(Register Reg) {
    SmallSetVector<Register, 4> Regs;
    Regs.insert(Reg);
    for (MachineInstr &MI : MRI.reg_nodbg_instructions(Reg))
      for (const MachineOperand &MO : MI.operands())
        if (MO.isReg() && MO.getReg().isVirtual() && On.LIS.hasInterval(MO.getReg()) &&
            On.VRM.getOriginal(MO.getReg()) == On.VRM.getOriginal(Reg))
          Regs.insert(MO.getReg());
    for (Register Some : Regs)
      separateExtensions(Some);
  }

  void spill(Register Reg) {
    // The spiller takes small relatives along, so it may be gone already.
    if (MRI.reg_nodbg_empty(Reg) || !On.LIS.hasInterval(Reg))
      return;
    if (!On.Spillable.contains(*MRI.getRegClass(Reg), On.MF)) {
      setMustHaveRegister(Reg);
      return;
    }
    if (limit::hasExtensionsTakenForCopies(On.MF))
      separateExtensionsOfRelatives(Reg);
    noteClass(Reg);
    SmallVector<Register, 8> New;
    LiveRangeEdit Edit(&On.LIS.getInterval(Reg), New, On.MF, On.LIS, &On.VRM, nullptr,
                       &On.DeadRemats);
    bool IsArgument = On.Arguments.contains(Reg) && On.Arguments.spill(Edit);
    if (!IsArgument) {
      prepareRelatives(Reg);
      On.Spiller.spill(Edit);
    }
    for (Register NewReg : Edit.regs()) {
      setMustHaveRegister(NewReg);
      if (factsOfOriginal(NewReg).KeepsClass)
        MRI.setRegClass(NewReg, MRI.getRegClass(On.VRM.getOriginal(NewReg)));
    }
    // The spiller itself takes care of debug instructions.
    if (!On.DebugVars)
      return;
    if (IsArgument) {
      On.DebugVars->splitRegister(Reg, Edit.regs(), On.LIS);
      return;
    }
    for (Register Spilled : On.Spiller.getSpilledRegs())
      On.DebugVars->splitRegister(Spilled, Edit.regs(), On.LIS);
    for (Register Replaced : On.Spiller.getReplacedRegs())
      On.DebugVars->splitRegister(Replaced, Edit.regs(), On.LIS);
  }
};

} // namespace

/// Where the spiller folds a load that is executed again into an instruction with three registers,
/// SystemZ makes of it one whose result has the register of its first operand. LLVM has made such
/// operands one before allocation: here it is copied.
static void copyTiedOperands(const limit::ApplyTarget &On) {
  if (!On.MF.getTarget().getTargetTriple().isSystemZ())
    return;
  const TargetInstrInfo &TII = *On.MF.getSubtarget().getInstrInfo();
  limit::InstrEraser Changes(On);
  for (MachineBasicBlock &MBB : On.MF)
    for (MachineInstr &MI : MBB)
      for (unsigned Op : limit::untiedOperands(MI)) {
        MachineOperand &MO = MI.getOperand(Op);
        const MachineOperand &Result = MI.getOperand(MI.findTiedOperandIdx(Op));
        Register Read = MO.getReg(), To = Result.getReg();
        if (!Read.isVirtual() || !To.isVirtual() || MO.getSubReg() || Result.getSubReg())
          continue;
        MachineInstr *Copy =
            BuildMI(MBB, MI, MI.getDebugLoc(), TII.get(TargetOpcode::COPY), To).addReg(Read);
        On.LIS.InsertMachineInstrInMaps(*Copy);
        MO.setReg(To);
        MO.setIsKill(false);
        Changes.noteChanged(Read);
        Changes.noteChanged(To);
      }
  Changes.finish();
}

void limit::applyEdits(const PlanRows &Plan, const FlatFunction &Flat, const ApplyTarget &On) {
  Editor(Plan, Flat, On).run();
  copyTiedOperands(On);
  // Relatives of what was spilled may be new.
  On.Facts.grow(Register::index2VirtReg(On.MF.getRegInfo().getNumVirtRegs() - 1));
}

/// A value that shares a fixed register with its copy goes on living where the copy's last use says
/// the register is dead: takes those kill flags back, from \p Copy to where the register changes.
static void clearKillsOfSharedRegister(MachineInstr &Copy, MCRegister Reg,
                                       const TargetRegisterInfo &TRI) {
  for (MachineInstr &MI :
       make_range(std::next(Copy.getIterator()), Copy.getParent()->instr_end())) {
    for (MachineOperand &MO : MI.operands())
      if (MO.isReg() && MO.isUse() && MO.isKill() && MO.getReg().isPhysical() &&
          TRI.regsOverlap(MO.getReg(), Reg))
        MO.setIsKill(false);
    if (MI.modifiesRegister(Reg, &TRI))
      return;
  }
}

/// Does so where \p Copy is one between a virtual register and the fixed one that it was assigned.
static void clearKillsIfShared(MachineInstr &Copy, const limit::ApplyTarget &On) {
  const TargetRegisterInfo &TRI = *On.MF.getSubtarget().getRegisterInfo();
  Register To = Copy.getOperand(0).getReg(), From = Copy.getOperand(1).getReg();
  if (To.isVirtual() == From.isVirtual())
    return;
  auto [Virtual, Fixed] = To.isVirtual() ? std::pair(To, From) : std::pair(From, To);
  // Of a tuple a copy may name one register only.
  MCRegister Reg = On.VRM.getPhys(Virtual);
  if (!TRI.regsOverlap(Fixed, Reg))
    return;
  SlotIndex After = On.LIS.getInstructionIndex(Copy).getRegSlot();
  auto IsLive = [&](MCRegUnit Unit) { return On.LIS.getRegUnit(Unit).liveAt(After); };
  if (On.LIS.getInterval(Virtual).liveAt(After) && any_of(TRI.regunits(Reg), IsLive))
    clearKillsOfSharedRegister(Copy, Reg, TRI);
}

void limit::finishSpills(const ApplyTarget &On) {
  if (!mayThrowInAsm(On.MF))
    On.Spiller.postOptimization();
  // They may read what was computed again for them alone.
  InstrEraser Eraser(On);
  SmallVector<MachineInstr *, 8> Dead(On.DeadRemats.begin(), On.DeadRemats.end());
  // What falls apart by that is numbered in this order.
  sortByPlace(Dead, On.LIS);
  for (MachineInstr *MI : Dead)
    Eraser.erase(*MI);
  On.DeadRemats.clear();
  Eraser.finish();
}

void limit::applyAssignments(const PlanRows &Plan, const FlatFunction &Flat,
                             const ApplyTarget &On) {
  for (uint32_t VReg = 0; VReg != Flat.numVirtRegs(); ++VReg)
    if (Register Reg = Flat.virtReg(VReg); !On.VRM.hasPhys(Reg))
      On.VRM.assignVirt2Phys(Reg, Flat.physReg(Plan.registers[VReg]));
  // A copy may stand in a bundle.
  for (MachineInstr *First : Flat.instrs())
    for (MachineInstr &MI : make_range(First->getIterator(), getBundleEnd(First->getIterator())))
      if (MI.isCopy())
        clearKillsIfShared(MI, On);
}
