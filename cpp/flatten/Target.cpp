//===- Target.cpp - the target's side of the tables -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers the registers, units and classes that the function can use, and lists what stands in
/// their way: fixed registers and the register masks of calls.
///
//===----------------------------------------------------------------------===//

#include "flatten/Flatten.h"
#include "target/FrameSetup.h"
#include "target/PairedSaves.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/RegisterClassInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;
using namespace limit::core;

namespace limit {

void FlatFunction::addNamed(const FlattenInput &In, MCRegister Reg) {
  NamedRegs.set(Reg.id());
  for (auto [Unit, Lanes] : Units.of(*In.MF.getSubtarget().getRegisterInfo(), Reg))
    NamedUnits.set(static_cast<unsigned>(Unit));
}

uint32_t FlatFunction::addClass(const TargetRegisterClass *RC, ArrayRef<MCPhysReg> Order) {
  uint32_t Start = Orders.size();
  for (MCPhysReg Reg : Order)
    Orders.push_back(regOf(Reg));
  RegClasses.push_back(RC);
  ClassRows.push_back({Start, uint32_t(Orders.size())});
  return ClassRows.size() - 1;
}

uint32_t FlatFunction::classOf(const FlattenInput &In, const TargetRegisterClass *RC) {
  uint32_t &Number = ClassNumbers[RC->getID()];
  if (Number == None)
    Number = addClass(RC, In.Classes.getOrder(RC));
  return Number;
}

uint32_t FlatFunction::soleClassOf(const TargetRegisterClass *RC, MCRegister Reg) {
  uint32_t Sole = regOf(Reg);
  auto IsSole = [&](const SpanRow &Row) {
    return Row.end == Row.start + 1 && Orders[Row.start] == Sole;
  };
  auto Known = find_if(ClassRows, IsSole);
  return Known == ClassRows.end() ? addClass(RC, MCPhysReg(Reg.id())) : Known - ClassRows.begin();
}

uint32_t FlatFunction::instOf(const FlattenInput &In, const MachineInstr &MI) const {
  uint32_t At = point(In.LIS.getInstructionIndex(MI));
  auto Inst = partition_point(InstRows, [&](const InstRow &Row) { return Row.point < At; });
  return Inst - InstRows.begin();
}

/// Notes which instructions keep \p Reg from a class with more registers, if there is one.
void FlatFunction::addWidening(const FlattenInput &In, Register Reg) {
  const MachineRegisterInfo &MRI = In.MF.getRegInfo();
  const TargetRegisterInfo &TRI = *MRI.getTargetRegisterInfo();
  const TargetInstrInfo &TII = *In.MF.getSubtarget().getInstrInfo();
  const TargetRegisterClass *RC = MRI.getRegClass(Reg);
  const TargetRegisterClass *Wide = TRI.getLargestLegalSuperClass(RC, In.MF);
  unsigned Registers = In.Classes.getNumAllocatableRegs(Wide);
  if (Registers <= In.Classes.getNumAllocatableRegs(RC) || isForPrologue(Reg, MRI))
    return;
  size_t Start = NarrowInsts.size();
  for (const MachineOperand &MO : MRI.reg_nodbg_operands(Reg)) {
    const MachineInstr &MI = *MO.getParent();
    const TargetRegisterClass *Needed =
        MI.getRegClassConstraintEffect(MO.getOperandNo(), Wide, &TII, &TRI);
    if (Needed && In.Classes.getNumAllocatableRegs(Needed) >= Registers)
      continue;
    NarrowInsts.push_back(instOf(In, MI));
  }
  auto Insts = NarrowInsts.begin() + Start;
  std::sort(Insts, NarrowInsts.end());
  NarrowInsts.erase(std::unique(Insts, NarrowInsts.end()), NarrowInsts.end());
  WideningRows.push_back(
      {virtRegOf(Reg), classOf(In, Wide), {uint32_t(Start), uint32_t(NarrowInsts.size())}});
}

void FlatFunction::findSavedRegisters(const MachineFunction &MF) {
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  const TargetRegisterInfo &TRI = *MRI.getTargetRegisterInfo();
  // A frame pointer is set up in the prologue, which does not stand yet.
  const Register FrameReg = TRI.getFrameRegister(MF);
  SavedRows.assign(1, {0, 0});
  for (auto [Reg, File] : zip_equal(Saved.all(), Saved.files())) {
    uint32_t Number = SavedRows.size();
    SavedAnyway.resize(std::max<size_t>(SavedAnyway.size(), File + 1));
    // Calls modify a register that holds the return address.
    bool IsModified = MRI.isPhysRegModified(Reg);
    if (IsModified || Reg == FrameReg)
      ++SavedAnyway[File];
    SavedRows.push_back({IsModified ? 0 : Number, File});
  }
  if (unsigned File = scratchFile(MF); File != 0 && File < SavedAnyway.size())
    ++SavedAnyway[File];
}

void FlatFunction::addRegisters(const FlattenInput &In) {
  const TargetRegisterInfo &TRI = *In.MF.getSubtarget().getRegisterInfo();
  ArrayRef<uint8_t> Costs = TRI.getRegisterCosts(In.MF);
  findSavedRegisters(In.MF);
  const JoinedUnits::Groups &Groups = Joined.of(TRI, Units, PhysRegs, !LaneRows.empty());
  GroupNumbers.assign(Groups.size(), None);
  findPartlyNamed(In, Groups);
  RegRows.reserve(PhysRegs.size());
  for (MCRegister Reg : PhysRegs) {
    uint32_t Start = RegUnitRows.size();
    addUnitsOf(In, Reg, Groups);
    RegRow Row;
    Row.name = Reg.id();
    Row.units = {Start, uint32_t(RegUnitRows.size())};
    std::tie(Row.saved_group, Row.paired_file) = SavedRows[Saved.firstOverlapping(Reg)];
    Row.is_costly = Costly.contains(Reg);
    Row.encoding_cost = Reg.id() < Costs.size() ? Costs[Reg.id()] : 0;
    RegRows.push_back(Row);
  }
  addUnits(In);
}

/// Finds the groups of which operands or live-ins name a part. The fixed values of all others take
/// each of their units in the same places, so that one range tells it all; LLVM computes each when
/// one asks for it.
void FlatFunction::findPartlyNamed(const FlattenInput &In, const JoinedUnits::Groups &Groups) {
  const TargetRegisterInfo &TRI = *In.MF.getSubtarget().getRegisterInfo();
  PartlyNamed.clear(), PartlyNamed.resize(Groups.size());
  // How many units of each group a register has.
  SmallVector<std::pair<uint32_t, size_t>, 8> Counts;
  auto Note = [&](MCRegister Reg) {
    Counts.clear();
    for (auto [Unit, Lanes] : Units.of(TRI, Reg)) {
      uint32_t Group = Groups.groupOf(Unit);
      auto Known = find_if(Counts, [&](const auto &Count) { return Count.first == Group; });
      if (Known != Counts.end())
        ++Known->second;
      else if (Group != JoinedUnits::Groups::None)
        Counts.push_back({Group, 1});
    }
    for (auto [Group, Count] : Counts)
      if (Count != Groups.units(Group).size())
        PartlyNamed.set(Group);
  };
  for (unsigned Reg : NamedRegs.set_bits())
    Note(Reg);
  // LLVM gives these a value also where no operand names them.
  for (const MachineBasicBlock &MBB : In.MF)
    if (&MBB == &In.MF.front() || MBB.isEHPad())
      for (const auto &LiveIn : MBB.liveins())
        Note(LiveIn.PhysReg);
}

/// Whether each segment of \p A is one of \p B, value by value.
static bool isWithin(const LiveRange *A, const LiveRange *B) {
  return !A || (B && std::includes(B->begin(), B->end(), A->begin(), A->end()));
}

/// The number of a group's unit; `Several` if fixed values take a part of it, and `Covered` if what
/// interferes with it interferes with its holder too.
uint32_t FlatFunction::numberOfGroup(const FlattenInput &In, const JoinedUnits::Groups &Groups,
                                     uint32_t Group) {
  if (GroupNumbers[Group] != None)
    return GroupNumbers[Group];
  ArrayRef<MCRegUnit> GroupUnits = Groups.units(Group);
  auto Number = [&] {
    if (PartlyNamed[Group] && !isTakenAsOne(In, GroupUnits))
      return Several;
    std::optional<uint32_t> Holder = Groups.holderOf(Group);
    if (Holder && numberOfGroup(In, Groups, *Holder) != Several &&
        isWithin(fixedRangeOf(In, GroupUnits.front()),
                 fixedRangeOf(In, Groups.units(*Holder).front())))
      return Covered;
    return unitOf(GroupUnits.front());
  };
  return GroupNumbers[Group] = Number();
}

/// Lists what \p Reg consists of. Units of a group are one unless fixed values take a part of them.
void FlatFunction::addUnitsOf(const FlattenInput &In, MCRegister Reg,
                              const JoinedUnits::Groups &Groups) {
  size_t Start = RegUnitRows.size();
  bool AreWhole = all_of(Groups.of(Reg), [&](const JoinedUnits::Part &Part) {
    uint32_t Number = numberOfGroup(In, Groups, Part.Group);
    if (Number != Covered)
      RegUnitRows.push_back({Number, Part.Lanes});
    return Number != Several;
  });
  if (AreWhole)
    return;
  RegUnitRows.resize(Start);
  for (auto [Unit, Lanes] : Units.of(*In.MF.getSubtarget().getRegisterInfo(), Reg)) {
    uint32_t Number = unitOf(firstTakenAs(In, Unit, Groups.units(Groups.groupOf(Unit))));
    auto Known = std::find_if(RegUnitRows.begin() + Start, RegUnitRows.end(),
                              [&](const RegUnitRow &Row) { return Row.unit == Number; });
    if (Known == RegUnitRows.end())
      RegUnitRows.push_back({Number, Lanes});
    else
      Known->lanes |= Lanes;
  }
}

const LiveRange *FlatFunction::fixedRangeOf(const FlattenInput &In, MCRegUnit Unit) const {
  // LLVM computes a range for every unit one asks for, and most have no operand in the function.
  const LiveRange *Range = In.LIS.getCachedRegUnit(Unit);
  if (!Range && NamedUnits[static_cast<unsigned>(Unit)])
    Range = &In.LIS.getRegUnit(Unit);
  return Range && Range->empty() ? nullptr : Range;
}

/// Whether two units are taken in the same places, value by value.
static bool areSame(const LiveRange *A, const LiveRange *B) {
  if (!A || !B)
    return A == B;
  return std::equal(A->begin(), A->end(), B->begin(), B->end(),
                    [](const LiveRange::Segment &X, const LiveRange::Segment &Y) {
                      return X.start == Y.start && X.end == Y.end;
                    });
}

bool FlatFunction::isTakenAsOne(const FlattenInput &In, ArrayRef<MCRegUnit> Group) const {
  const LiveRange *First = fixedRangeOf(In, Group.front());
  return all_of(Group.drop_front(),
                [&](MCRegUnit Unit) { return areSame(First, fixedRangeOf(In, Unit)); });
}

MCRegUnit FlatFunction::firstTakenAs(const FlattenInput &In, MCRegUnit Unit,
                                     ArrayRef<MCRegUnit> Group) const {
  const LiveRange *Range = fixedRangeOf(In, Unit);
  return *find_if(Group, [&](MCRegUnit Other) { return areSame(fixedRangeOf(In, Other), Range); });
}

void FlatFunction::addUnits(const FlattenInput &In) {
  UnitRows.reserve(RegUnits.size());
  for (MCRegUnit Unit : RegUnits) {
    uint32_t Start = Fixed.size();
    // Value by value, since a range is not in conflict with those that are copies of its own.
    if (const LiveRange *Range = fixedRangeOf(In, Unit))
      for (const LiveRange::Segment &S : *Range)
        Fixed.push_back({point(S.start), point(S.end)});
    UnitRows.push_back({Start, uint32_t(Fixed.size())});
  }
}

void FlatFunction::addParts(const FlattenInput &In) {
  const TargetRegisterInfo &TRI = *In.MF.getSubtarget().getRegisterInfo();
  // Parts may be registers that were not numbered yet; their own parts are of no interest.
  size_t Whole = PhysRegs.size();
  std::vector<std::vector<uint32_t>> Rows;
  for (unsigned Sub : SubIndices) {
    std::vector<uint32_t> &Row = Rows.emplace_back();
    for (size_t Reg = 0; Reg != Whole; ++Reg) {
      MCRegister Part = TRI.getSubReg(PhysRegs[Reg], Sub);
      Row.push_back(Part ? regOf(Part) : None);
    }
  }
  for (std::vector<uint32_t> &Row : Rows) {
    Row.resize(PhysRegs.size(), None);
    Parts.insert(Parts.end(), Row.begin(), Row.end());
  }
}

void FlatFunction::addClobbers(const FlattenInput &In) {
  ArrayRef<SlotIndex> Slots = In.LIS.getRegMaskSlots();
  ArrayRef<const uint32_t *> Bits = In.LIS.getRegMaskBits();
  // Some targets have a mask of its own for each call. The core joins those that are alike.
  SmallDenseMap<const uint32_t *, uint32_t, 4> Numbers;
  SmallVector<const uint32_t *, 4> Distinct;
  for (size_t Slot = 0; Slot != Slots.size(); ++Slot) {
    auto [Known, IsNew] = Numbers.try_emplace(Bits[Slot], Distinct.size());
    if (IsNew)
      Distinct.push_back(Bits[Slot]);
    Clobbers.push_back({point(Slots[Slot]), Known->second});
  }
  // X86's regcall convention takes registers that are arguments from the mask, with their parts. Of
  // an argument of 32 bits the whole register stays in the mask, which the callee does not
  // preserve.
  const TargetRegisterInfo &TRI = *In.MF.getSubtarget().getRegisterInfo();
  auto Preserves = [&](const uint32_t *Mask, MCRegister Reg) {
    return none_of(TRI.subregs_inclusive(Reg),
                   [&](MCRegister Part) { return MachineOperand::clobbersPhysReg(Mask, Part); });
  };
  size_t Words = (PhysRegs.size() + 63) / 64;
  for (const uint32_t *Mask : Distinct) {
    size_t Start = Masks.size();
    Masks.resize(Start + Words);
    for (size_t Reg = 0; Reg != PhysRegs.size(); ++Reg)
      if (Preserves(Mask, PhysRegs[Reg]))
        Masks[Start + Reg / 64] |= uint64_t(1) << (Reg % 64);
  }
}

} // namespace limit
