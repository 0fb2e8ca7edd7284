//===- Own.cpp - what the allocator's own instructions do ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "check/Program.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/Target/TargetMachine.h"
#include <utility>

using namespace llvm;
using namespace limit::core;

namespace limit {

/// The parts of a slot for registers such as the one with these, and the \p Rest: those for
/// registers of other kinds. All of them if the slot has no kinds.
CheckProgramBuilder::Parts CheckProgramBuilder::partsLike(const Parts &Held, int Slot,
                                                          Parts &Rest) {
  Parts Like, All = partsOfSlot(Slot, Held);
  auto Overlaps = [](LaneBitmask Kind) {
    return [Kind](const Part &P) { return (P.Lanes & Kind).any(); };
  };
  auto Kinds = SlotKinds.lookup(Slot);
  auto Own = find_if(Kinds, [&](LaneBitmask Kind) { return any_of(Held, Overlaps(Kind)); });
  if (Own == Kinds.end())
    return All;
  for (const Part &P : All)
    (Overlaps(*Own)(P) ? Like : Rest).push_back(P);
  return Like;
}

/// A reload. What all parts of the slot for registers of another kind hold, the register holds too:
/// a value that was stored in parts may since have been copied, as a whole, to this kind.
void CheckProgramBuilder::reload(const Parts &Held, int Slot) {
  Parts Rest, Memory = partsLike(Held, Slot, Rest);
  move(Held, Memory);
  for (LaneBitmask Kind : SlotKinds.lookup(Slot)) {
    Parts Others;
    copy_if(Rest, std::back_inserter(Others),
            [Kind](const Part &P) { return (P.Lanes & Kind).any(); });
    if (Others.empty())
      continue;
    move({{aside(), LaneBitmask::getAll()}}, Others);
    size_t First = Pairs.size();
    for (const Part &P : Held)
      pair(P.Location, aside());
    step(CheckKind::Recompute, First);
  }
}

/// The slots of an instruction that copies one to the other. Targets know those that copy all of a
/// slot; what copies as much as it loads still does so in a slot that was shared and is larger.
std::optional<std::pair<int, int>> CheckProgramBuilder::slotCopyOf(const MachineInstr &MI) const {
  int To = INT_MIN, From = INT_MIN;
  if (!TII.isStackSlotCopy(MI, To, From) && MI.getNumMemOperands() == 2 &&
      MI.memoperands()[0]->getSize() == MI.memoperands()[1]->getSize() && !MI.getNumExplicitDefs())
    for (const MachineMemOperand *Memory : MI.memoperands())
      if (auto *Slot = dyn_cast_or_null<FixedStackPseudoSourceValue>(Memory->getPseudoValue()))
        (Memory->isStore() ? To : From) = Slot->getFrameIndex();
  if (std::min(To, From) < Before.FirstSpillSlot)
    return std::nullopt;
  return std::pair(To, From);
}

/// The fixed register, one that changes unseen, of which this instruction is a copy.
static MCRegister readsFixed(const MachineInstr &MI, const MachineRegisterInfo &MRI) {
  if (MI.getNumOperands() != 2 || MI.getNumExplicitDefs() != 1 || !MI.getOperand(1).isReg())
    return MCRegister();
  MCRegister Reg = MI.getOperand(1).getReg().asMCReg();
  bool Changes = MI.getOperand(1).isUse() && MRI.isReserved(Reg) && !MRI.isConstantPhysReg(Reg);
  return Changes ? Reg : MCRegister();
}

/// All of a place loses what it holds.
void CheckProgramBuilder::clobberParts(const Parts &Where) {
  size_t First = Pairs.size();
  for (const Part &P : Where)
    pair(P.Location, 0);
  step(CheckKind::Clobber, First);
}

/// What the instruction writes, but for \p Reg if there is one: a spill or reload of a register may
/// overwrite more, such as the flags.
void CheckProgramBuilder::clobberResults(const MachineInstr &MI, MCRegister Reg) {
  size_t First = Pairs.size();
  for (const MachineOperand &MO : operandsOf(MI))
    if (writes(MO) && !MRI.isConstantPhysReg(MO.getReg().asMCReg()) &&
        !TRI.regsOverlap(MO.getReg(), Reg))
      for (const Part &P : partsOf(MO.getReg().asMCReg()))
        pair(P.Location, 0);
  step(CheckKind::Clobber, First);
}

/// An instruction of the allocator's own: a copy, a spill, a reload, or a value computed again.
void CheckProgramBuilder::addOwn(const MachineInstr &MI) {
  Instrs.push_back(&MI);
  if (MI.isCopy())
    return move(partsOf(MI.getOperand(0).getReg()), partsOf(MI.getOperand(1).getReg()));
  if (MCRegister Fixed = readsFixed(MI, MRI))
    return move(partsOf(MI.getOperand(0).getReg()), partsOf(Fixed));
  if (auto Slots = slotCopyOf(MI)) {
    Parts Held = partsOfSlot(Slots->second, {{0, LaneBitmask::getAll()}});
    return move(partsOfSlot(Slots->first, Held), Held);
  }
  if (auto Transfer = transferOf(MI)) {
    clobberResults(MI, Transfer->second);
    Parts Held = partsOf(Transfer->second), Rest;
    if (!MI.mayStore())
      return reload(Held, Transfer->first);
    move(partsLike(Held, Transfer->first, Rest), Held);
    return move(Rest, Held);
  }
  if (!MI.mayStore() || !addStoredExpression(MI))
    addOther(MI);
}

/// The part of \p Result is what the parts of \p Value with its lanes are, or any of them if none
/// has: registers of different kinds name their lanes differently.
void CheckProgramBuilder::pairParts(const Parts &Result, const Parts &Value) {
  for (const Part &To : Result) {
    auto Overlaps = [&To](const Part &From) { return (To.Lanes & From.Lanes).any(); };
    bool None = none_of(Value, Overlaps);
    for (const Part &From : Value)
      if (None || Overlaps(From))
        pair(To.Location, From.Location);
  }
}

/// A place aside for each of the parts.
CheckProgramBuilder::Parts CheckProgramBuilder::asideFor(Parts Result) {
  while (Asides.size() < Result.size()) {
    Asides.push_back(NumLocations++);
    SlotOfLocation.push_back(NoSlot);
  }
  for (auto [P, Location] : zip(Result, Asides))
    P.Location = Location;
  return Result;
}

/// The parts of the register that \p Now writes first, and then those that no register names of the
/// larger one of which it leaves the rest undefined.
CheckProgramBuilder::Parts CheckProgramBuilder::partsWithRest(ArrayRef<MachineOperand> Now) {
  Parts Result = partsOf(Now[0].getReg());
  for (const MachineOperand &Whole : drop_begin(Now))
    if (writes(Whole) && TRI.isSuperRegister(Now[0].getReg(), Whole.getReg()))
      for (const Part &P : partsOf(Whole.getReg()))
        if (isNeverAlone(P.Location) &&
            none_of(Result, [&P](const Part &Has) { return Has.Location == P.Location; }))
          Result.push_back(P);
  return Result;
}

/// What instructions that compute the same have in common: the opcode and the operands that are no
/// registers.
static uint64_t formHash(unsigned Opcode, ArrayRef<MachineOperand> Operands) {
  hash_code Hash = hash_value(Opcode);
  for (const MachineOperand &MO : Operands)
    if (!MO.isReg())
      Hash = hash_combine(Hash, MO);
  return static_cast<size_t>(Hash) >> 2;
}

void CheckProgramBuilder::addForm(const BeforeInstr &Form, const Parts &Value) {
  Recomputed[formHash(Form.Opcode, Form.Operands)].push_back({Form, Value});
}

/// The constant that an instruction loads into a register, where a later pass of the target makes
/// another such instruction of a copy of a part of it: Hexagon's clean-up of transfers does. They
/// are told by name, since the target's headers are not installed.
static std::optional<APInt> constantOf(unsigned Opcode, ArrayRef<MachineOperand> Operands,
                                       const MachineFunction &MF) {
  if (MF.getTarget().getTargetTriple().getArch() != Triple::hexagon)
    return std::nullopt;
  unsigned Bits = StringSwitch<unsigned>(MF.getSubtarget().getInstrInfo()->getName(Opcode))
                      .Cases({"A2_tfrsi", "CONST32"}, 32)
                      .Cases({"A2_tfrpi", "CONST64"}, 64)
                      .Default(0);
  if (!Bits || !Operands[1].isImm())
    return std::nullopt;
  return APInt(Bits, Operands[1].getImm(), /*isSigned=*/true, /*implicitTrunc=*/true);
}

/// The bits of a constant that are in these lanes of its register: all of them if no part of the
/// register is meant.
static APInt bitsIn(const APInt &Constant, LaneBitmask Lanes, const TargetRegisterInfo &TRI) {
  for (unsigned Sub = 1; Sub != TRI.getNumSubRegIndices(); ++Sub)
    if (unsigned Size = TRI.getSubRegIdxSize(Sub), Offset = TRI.getSubRegIdxOffset(Sub);
        TRI.getSubRegIndexLaneMask(Sub) == Lanes && Offset + Size <= Constant.getBitWidth())
      return Constant.extractBits(Size, Offset);
  return Constant;
}

/// The parts of \p Result, a register in which this instruction puts a constant, hold what
/// expressions with the same bits in a part, or as a whole, hold there.
void CheckProgramBuilder::pairConstants(unsigned Opcode, ArrayRef<MachineOperand> Operands,
                                        const Parts &Result) {
  std::optional<APInt> Constant = constantOf(Opcode, Operands, MF);
  if (!Constant)
    return;
  size_t First = Pairs.size();
  for (const Part &To : Result) {
    // A part of it has fewer bits, and what has as many is the whole.
    SmallVector<APInt, 2> Bits = {bitsIn(*Constant, To.Lanes, TRI)};
    if (Bits.front().getBitWidth() != Constant->getBitWidth())
      Bits.push_back(*Constant);
    for (const APInt &Same : Bits)
      for (uint32_t Location : Constants.lookup(Same))
        pair(To.Location, Location);
  }
  step(CheckKind::Recompute, First);
}

/// Lists the forms in which expressions may be computed again, when they are first asked for.
void CheckProgramBuilder::indexExpressions() {
  if (std::exchange(IsIndexed, true))
    return;
  for (unsigned E = 0; E != Before.Expressions.size(); ++E) {
    const BeforeInstr &Known = Before.at(Before.Expressions[E]);
    addForm(Known, partsOfExpression(E));
    if (std::optional<BeforeInstr> Sparing = Forms.sparing(Known))
      addForm(*Sparing, partsOfExpression(E));
    if (Forms.namesTargetsConstant(Known))
      OfTargetsConstants.push_back(E);
    if (std::optional<APInt> Constant = constantOf(Known.Opcode, Known.Operands, MF))
      for (const Part &P : partsOfExpression(E))
        Constants[bitsIn(*Constant, P.Lanes, TRI)].push_back(P.Location);
  }
}

/// What moves no value may compute one again. The result may take the place of the inputs, so it is
/// held aside until those were looked at.
void CheckProgramBuilder::addOther(const MachineInstr &MI) {
  Operands Now = operandsOf(MI);
  Parts Written;
  size_t Named = 0;
  if (!Now.empty() && writes(Now[0]) && !MRI.isConstantPhysReg(Now[0].getReg().asMCReg())) {
    Written = partsWithRest(Now);
    Named = partsOf(Now[0].getReg()).size();
  }
  Parts WithRest = asideFor(Written), Aside = WithRest;
  Aside.truncate(Named);
  clobberParts(WithRest);
  indexExpressions();
  bool Told = false, Untold = false;
  auto Recompute = [&](const BeforeInstr &Form, const Parts &Value) {
    Told = true;
    SpanRow Inputs = {uint32_t(Pairs.size()), 0};
    for (auto [Was, Is] : zip(Form.Operands, Now))
      if (reads(Was) && Was.getReg().isVirtual() && Is.getReg())
        hold(Was, partsOf(Is.getReg()));
    Inputs.end = Pairs.size();
    size_t First = Pairs.size();
    pairParts(leavesRestUndefined(Form.Operands[0]) ? WithRest : Aside, Value);
    step(CheckKind::Recompute, First);
    Steps.back().inputs = Inputs;
  };
  auto Candidates = Recomputed.find(formHash(MI.getOpcode(), Now));
  if (Candidates != Recomputed.end())
    for (const auto &[Form, Value] : Candidates->second)
      if (Form.Opcode == MI.getOpcode() && computesTheSame(Form.Operands, Now, false))
        Recompute(Form, Value);
  for (unsigned E : OfTargetsConstants) {
    const BeforeInstr &Known = Before.at(Before.Expressions[E]);
    if (Known.Opcode == MI.getOpcode() && computesTheSame(Known.Operands, Now, false))
      continue;
    std::optional<bool> SameEntry = Forms.loadsTheSameConstant(Known, MI);
    Untold |= !SameEntry;
    if (SameEntry.value_or(false))
      Recompute(Known, partsOfExpression(E));
  }
  pairConstants(MI.getOpcode(), Now, Aside);
  if (Untold && !Told)
    NotFollowed = "a constant of the target's own was loaded again";
  clobberResults(MI, MCRegister());
  clobber(MI);
  size_t First = Pairs.size();
  for (auto [To, From] : zip(Written, WithRest))
    pair(To.Location, From.Location);
  step(CheckKind::Move, First);
}

} // namespace limit
