//===- Apply.cpp - carrying out the core's plan ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The steps of one plan. Splits come first: they only add copies and rename operands, so the
/// instructions that the plan refers to are all still there. Then LLVM's inline spiller takes what
/// goes to memory.
///
//===----------------------------------------------------------------------===//

#include "apply/Apply.h"
#include "apply/InstrEraser.h"
#include "apply/Spills.h"
#include "apply/Splits.h"
#include "target/FrameSetup.h"
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

using namespace llvm;
using namespace limit::core;

void limit::sortByPlace(SmallVectorImpl<MachineInstr *> &Instrs, const LiveIntervals &LIS) {
  sort(Instrs, [&](const MachineInstr *A, const MachineInstr *B) {
    return LIS.getInstructionIndex(*A) < LIS.getInstructionIndex(*B);
  });
}

limit::VRegFacts &limit::ApplyTarget::factsOfOriginal(Register Reg) const {
  Register Original = VRM.getOriginal(Reg);
  Facts.grow(Original);
  return Facts[Original];
}

void limit::ApplyTarget::noteClass(Register Reg) const {
  if (isForPrologue(Reg, MF.getRegInfo()))
    factsOfOriginal(Reg).KeepsClass = true;
}

void limit::ApplyTarget::eliminate(SmallVectorImpl<MachineInstr *> &Instrs,
                                   SmallPtrSet<MachineInstr *, 32> *Kept) const {
  SmallVector<Register, 8> New;
  LiveRangeEdit Edit(nullptr, New, MF, LIS, &VRM, nullptr, Kept);
  Edit.eliminateDeadDefs(Instrs);
}

/// Says which registers the pieces became.
static void tellSession(const limit::Splits &Splits, Session &Session) {
  std::vector<uint32_t> Names;
  for (Register Piece : Splits.pieces())
    Names.push_back(Piece.virtRegIndex());
  ArrayRef<PartRow> Parts = Splits.parts();
  Session.applied({Names.data(), Names.size()}, {Parts.data(), Parts.size()});
}

/// Puts into memory what the plan says.
static void spillAll(const PlanRows &Plan, const limit::Splits &Splits,
                     const limit::ApplyTarget &On) {
  limit::Spills Spills(On);
  DenseMap<uint32_t, SmallVector<uint32_t, 2>> PartsOf;
  if (Plan.spills_parts)
    for (const PartRow &Part : Splits.parts())
      PartsOf[Part.of].push_back(Part.name);
  for (uint32_t VReg = 0; VReg != Plan.places.size(); ++VReg) {
    Register Reg = Splits.registerOf(VReg);
    if (Plan.places[VReg].place != PlaceRow::Memory || !Reg)
      continue;
    Spills.spill(Reg);
    for (uint32_t Part : PartsOf.lookup(Reg.virtRegIndex()))
      Spills.spill(Register::index2VirtReg(Part));
  }
  Spills.mendDeadDefs();
}

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
  Splits Splits(Plan, Flat, On);
  Splits.run();
  tellSession(Splits, On.Session);
  spillAll(Plan, Splits, On);
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
