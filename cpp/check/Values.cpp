//===- Values.cpp - which values are in which locations -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "check/Program.h"
#include <utility>

using namespace llvm;
using namespace limit::core;

namespace limit {

/// The lanes that a part of the register has in the virtual register of which the operand names
/// this subregister.
static LaneBitmask lanesIn(const TargetRegisterInfo &TRI, unsigned Sub, LaneBitmask Lanes) {
  if (!Sub)
    return Lanes;
  return Lanes.all() ? TRI.getSubRegIndexLaneMask(Sub) : TRI.composeSubRegIndexLaneMask(Sub, Lanes);
}

/// The locations hold the values of the operand: adds a pair for each. Returns the values that the
/// register has no place for: it may lack a part that others of the class have. The locations are
/// those of what the operand names or, with \p OfWhole, of the register of which it is a part.
CheckProgramBuilder::Values CheckProgramBuilder::hold(const MachineOperand &MO, const Parts &Where,
                                                      bool OfWhole) {
  Values Without;
  unsigned Sub = MO.getReg().isVirtual() && !OfWhole ? MO.getSubReg() : 0;
  size_t First = Pairs.size();
  auto All = valuesOf(MO);
  for (auto [Value, Lanes] : All) {
    size_t Before = Pairs.size();
    // A unit of a fixed register may have lanes of others, where parts of one register overlap.
    auto IsOwn = [&, Unit = Value](const Part &P) { return P.Location == Unit; };
    bool Tells = MO.getReg().isPhysical() && any_of(Where, IsOwn);
    auto Has = [&, Named = Lanes](const Part &P) {
      return P.Lanes.none() ? MO.isDef() : (lanesIn(TRI, Sub, P.Lanes) & Named).any();
    };
    for (const Part &P : Where)
      if (Tells ? IsOwn(P) : Has(P))
        pair(P.Location, Value);
    if (Pairs.size() == Before)
      Without.push_back(Value);
  }
  if (Pairs.size() != First)
    return Without;
  for (auto [Value, Lanes] : All)
    for (const Part &P : Where)
      pair(P.Location, Value);
  return {};
}

void CheckProgramBuilder::undefine(ArrayRef<uint32_t> Undefined) {
  size_t First = Pairs.size();
  for (uint32_t Value : Undefined)
    pair(Value, 0);
  step(CheckKind::Undefine, First);
}

/// Each part comes from those of the same lanes, else from those that no other part comes from:
/// from one each, in the order of lanes, if the two have lanes in common (the second byte of BP is
/// named otherwise than that of AX), and from all if they are of different kinds. What parts share
/// comes from what parts share.
void CheckProgramBuilder::move(const Parts &To, const Parts &From) {
  size_t First = Pairs.size();
  auto Overlaps = [](const Part &A) {
    return [&A](const Part &B) { return (A.Lanes & B.Lanes).any(); };
  };
  auto ByLanes = [](const Part &A, const Part &B) {
    return A.Lanes.getAsInteger() < B.Lanes.getAsInteger();
  };
  Parts Spare, Targets = To;
  auto IsShared = [](const Part &P) { return P.Lanes.none(); };
  copy_if(From, std::back_inserter(Spare),
          [&](const Part &P) { return !IsShared(P) && none_of(To, Overlaps(P)); });
  sort(Spare, ByLanes);
  sort(Targets, ByLanes);
  bool SameKind = Spare.size() < From.size();
  size_t Next = 0;
  for (const Part &Target : Targets) {
    if (IsShared(Target) && any_of(From, IsShared)) {
      for (const Part &Source : make_filter_range(From, IsShared))
        pair(Target.Location, Source.Location);
    } else if (any_of(From, Overlaps(Target))) {
      for (const Part &Source : make_filter_range(From, Overlaps(Target)))
        pair(Target.Location, Source.Location);
    } else if (SameKind && !Spare.empty()) {
      pair(Target.Location, Spare[std::min(Next++, Spare.size() - 1)].Location);
    } else {
      for (const Part &Source : Spare.empty() ? From : Spare)
        pair(Target.Location, Source.Location);
    }
  }
  step(CheckKind::Move, First);
}

void CheckProgramBuilder::alias(const MachineOperand &To, const MachineOperand &From) {
  auto Relative = [&](const MachineOperand &MO, LaneBitmask Lanes) {
    unsigned Sub = MO.getReg().isVirtual() ? MO.getSubReg() : 0;
    return lanesOfPart(TRI, Sub, Lanes);
  };
  size_t First = Pairs.size();
  Values Without;
  auto Sources = valuesOf(From);
  for (auto [New, NewLanes] : valuesOf(To)) {
    size_t Before = Pairs.size();
    for (auto [Old, OldLanes] : Sources)
      if (NewLanes.none() || OldLanes.none() ||
          (Relative(To, NewLanes) & Relative(From, OldLanes)).any())
        pair(New, Old);
    if (Pairs.size() == Before)
      Without.push_back(New);
  }
  // Registers of different kinds have no lanes in common: each part may come from any.
  if (Pairs.size() == First)
    for (uint32_t New : std::exchange(Without, {}))
      for (auto [Old, OldLanes] : Sources)
        pair(New, Old);
  step(CheckKind::Alias, First);
  undefine(Without);
}

void CheckProgramBuilder::undefine(const MachineOperand &MO) {
  Values All;
  for (auto [Value, Lanes] : valuesOf(MO))
    All.push_back(Value);
  undefine(All);
}

void CheckProgramBuilder::undefineLanes(const RegLanes &Undefined) {
  DenseMap<unsigned, LaneBitmask> Lanes;
  Values All;
  for (auto [Reg, Some] : Undefined)
    Lanes[Reg.virtRegIndex()] |= Some;
  for (auto [Reg, Some] : Undefined)
    for (auto [Value, Of] : valuesOf(MachineOperand::CreateReg(Reg, false)))
      if ((Of & ~Lanes[Reg.virtRegIndex()]).none() && !is_contained(All, Value))
        All.push_back(Value);
  undefine(All);
}

/// What reads a register that changes is another expression from now on.
void CheckProgramBuilder::redefineExpressions(const MachineOperand &MO) {
  if (!MO.getReg().isVirtual())
    return;
  size_t First = Pairs.size();
  for (unsigned E : Readers.lookup(MO.getReg().virtRegIndex()))
    for (const Part &P : partsOfExpression(E))
      pair(P.Location, valueOfResult(P.Location));
  step(CheckKind::Write, First);
}

void CheckProgramBuilder::define(const BeforeInstr &Known, const MachineOperand &MO,
                                 const Parts &Where) {
  const Parts &Result = partsOfExpression(Known.Expression);
  size_t First = Pairs.size();
  for (auto [Value, Lanes] : valuesOfResult(MO))
    for (const Part &P : Result)
      if ((Lanes & P.Lanes).any())
        pair(Value, valueOfResult(P.Location));
  step(CheckKind::Alias, First);
  move(Where, Result);
}

/// Whether several registers that are no part of each other have the unit, as both halves of VE's.
static bool isUnitOfSeveral(const TargetRegisterInfo &TRI, uint32_t Location) {
  if (Location >= TRI.getNumRegUnits())
    return false;
  MCRegUnitRootIterator Root(static_cast<MCRegUnit>(Location), &TRI);
  if (Root.isValid())
    ++Root;
  return Root.isValid();
}

/// INIT_UNDEF becomes no code: what its result shares with another half holds that half's value as
/// before, and its own besides.
void CheckProgramBuilder::writeUndefined(const KnownInstr &I) {
  const MachineOperand &Result = I.Known.Operands[0];
  auto IsOwn = [&](const Part &P) { return !isUnitOfSeveral(TRI, P.Location); };
  Parts All = partsAt(I, 0), Own = All;
  if (any_of(All, IsOwn))
    erase_if(Own, [&](const Part &P) { return !IsOwn(P); });
  size_t First = Pairs.size();
  hold(Result, Own);
  step(CheckKind::Write, First);
  First = Pairs.size();
  hold(Result, All);
  step(CheckKind::Hold, First);
}

/// The operands in memory that \p Are, with the values that they name.
void CheckProgramBuilder::holdInMemory(const Fold *Folded,
                                       function_ref<bool(const MachineOperand &)> Are) {
  if (!Folded)
    return;
  for (const auto &[MO, Slot] : Folded->InSlots)
    if (Are(MO))
      hold(MO, partsOfSlot(Slot, {{0, LaneBitmask::getAll()}}), /*OfWhole=*/true);
  // An instruction with the load of a part as a part of it reads that part.
  for (const auto &[MO, E] : Folded->Computed)
    if (Are(MO))
      hold(MO, partsOfExpression(E),
           /*OfWhole=*/!Before.at(Before.Expressions[E]).Operands[0].getSubReg());
}

} // namespace limit
