//===- Program.cpp - what an allocation moves where -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Names of values and locations, and the order of steps. What single instructions do is in
/// Instrs.cpp and Own.cpp. An instruction is recognised by its debug number; what has none of the
/// snapshot is the allocator's own or, where one of the snapshot is missing, that one with an
/// operand in memory, or one that becomes no code.
///
//===----------------------------------------------------------------------===//

#include "check/Program.h"
#include "prepare/AsmOutputs.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace limit::core;

namespace limit {

CheckProgramBuilder::CheckProgramBuilder(const Snapshot &Before, MachineFunction &MF)
    : Before(Before), MF(MF), MRI(MF.getRegInfo()), TRI(*MF.getSubtarget().getRegisterInfo()),
      TII(*MF.getSubtarget().getInstrInfo()), Forms(Before, MF) {
  NumFixed = TRI.getNumRegUnits();
  cutUnits();
  findPlacedLanes();
  NumValues = NumFixed;
  for (const auto &Parts : Before.Lanes) {
    FirstValue.push_back(NumValues);
    NumValues += Parts.size();
  }
  FirstExpressionValue = NumValues;
  FirstExpression = NumFixed;
  cutExpressions();
  NumValues += NumResults;
  NumLocations = aside() + 1;
  for (const auto &Entry : MF.DebugValueSubstitutions)
    Origins.try_emplace(Entry.Dest.first, Entry.Src.first);
  for (unsigned E = 0; E != Before.Expressions.size(); ++E) {
    auto [Block, Place] = Before.Expressions[E];
    for (const MachineOperand &MO : Before.Blocks[Block].Instrs[Place].Operands)
      if (MO.isReg() && MO.isUse() && MO.getReg().isVirtual())
        Readers[MO.getReg().virtRegIndex()].push_back(E);
  }
}

/// Some registers are one unit where others of their class are several, such as ARM's upper half of
/// its doubles: they can hold parts of a value all the same.
void CheckProgramBuilder::cutUnits() {
  for (const TargetRegisterClass *Class : TRI.regclasses()) {
    unsigned Lanes = Class->getLaneMask().getNumLanes();
    auto HasAll = [&](MCPhysReg Reg) { return range_size(TRI.regunits(Reg)) == Lanes; };
    if (Lanes < 2 || !Class->isAllocatable() || none_of(*Class, HasAll))
      continue;
    for (MCPhysReg Reg : *Class)
      if (hasSingleElement(TRI.regunits(Reg))) {
        unsigned Unit = static_cast<unsigned>(*TRI.regunits(Reg).begin());
        if (!CutUnits.try_emplace(Unit, NumFixed, Class->getLaneMask()).second)
          continue;
        UnitOfCut.append(Lanes - 1, Unit);
        NumFixed += Lanes - 1;
      }
  }
}

/// All lanes that the parts have.
LaneBitmask CheckProgramBuilder::lanesOf(const Parts &Of) {
  LaneBitmask Lanes;
  for (const Part &P : Of)
    Lanes |= P.Lanes;
  return Lanes;
}

/// Of the lanes of some classes not all are in a unit: SystemZ's vector registers have one, and it
/// is the upper half's. What no register has a place for is not followed, as a slot that registers
/// of other kinds share may have one.
void CheckProgramBuilder::findPlacedLanes() {
  DenseMap<const TargetRegisterClass *, LaneBitmask> Known;
  for (const TargetRegisterClass *Class : Before.Classes) {
    auto [Placed, New] = Known.try_emplace(Class, LaneBitmask::getNone());
    if (New && Class)
      for (MCPhysReg Reg : *Class)
        Placed->second |= lanesOf(partsOf(Reg));
    PlacedLanes.push_back(Placed->second.any() ? Placed->second : LaneBitmask::getAll());
  }
}

/// The values of an expression's result, with their lanes in a register that has no more.
SmallVector<std::pair<uint32_t, LaneBitmask>, 4>
CheckProgramBuilder::valuesOfResult(const MachineOperand &MO) const {
  auto Result = valuesOf(MO);
  for (auto &[Value, Lanes] : Result)
    Lanes = lanesOfPart(TRI, MO.getSubReg(), Lanes);
  return Result;
}

/// Cuts the lanes so that none of them is in these and beside them.
static void cut(SmallVectorImpl<LaneBitmask> &Lanes, LaneBitmask At) {
  SmallVector<LaneBitmask, 4> Cut;
  for (LaneBitmask Part : Lanes) {
    Cut.append({Part & At, Part & ~At});
    At &= ~Part;
  }
  Cut.push_back(At);
  erase_if(Cut, [](LaneBitmask Part) { return Part.none(); });
  Lanes.assign(Cut.begin(), Cut.end());
}

/// What an expression computes has the parts of all the registers that it defines.
void CheckProgramBuilder::cutExpressions() {
  std::vector<SmallVector<LaneBitmask, 4>> Lanes(Before.Expressions.size());
  for (const BeforeBlock &Block : Before.Blocks)
    for (const BeforeInstr &Known : Block.Instrs)
      if (Known.Expression >= 0)
        for (auto [Value, Named] : valuesOfResult(Known.Operands[0]))
          cut(Lanes[Known.Expression], Named);
  for (ArrayRef<LaneBitmask> Of : Lanes) {
    Parts &Result = Results.emplace_back();
    for (LaneBitmask Part : Of)
      Result.push_back({FirstExpression + NumResults++, Part});
  }
}

unsigned CheckProgramBuilder::expressionOf(uint32_t Location) const {
  auto IsBehind = [](uint32_t Wanted, const Parts &Result) {
    return Wanted < Result.front().Location;
  };
  return upper_bound(Results, Location, IsBehind) - Results.begin() - 1;
}

/// The locations of a unit.
SmallVector<uint32_t, 2> CheckProgramBuilder::locationsOf(unsigned Unit) const {
  SmallVector<uint32_t, 2> Result = {Unit};
  auto Cut = CutUnits.find(Unit);
  if (Cut != CutUnits.end())
    for (unsigned Lane = 1; Lane != Cut->second.second.getNumLanes(); ++Lane)
      Result.push_back(Cut->second.first + Lane - 1);
  return Result;
}

CheckProgramBuilder::Parts CheckProgramBuilder::partsOf(MCRegister Reg) const {
  Parts Result;
  for (MCRegUnitMaskIterator Unit(Reg, &TRI); Unit.isValid(); ++Unit) {
    auto [Number, Lanes] = *Unit;
    auto Cut = CutUnits.find(static_cast<unsigned>(Number));
    if (Cut == CutUnits.end()) {
      Result.push_back({static_cast<unsigned>(Number), Lanes});
      continue;
    }
    // Its lanes are named as those of this register; there are as many of them in any.
    if (Lanes.all())
      Lanes = Cut->second.second;
    LaneBitmask Rest = Lanes;
    bool Tells = Lanes.getNumLanes() == Cut->second.second.getNumLanes();
    for (uint32_t Location : locationsOf(static_cast<unsigned>(Number))) {
      LaneBitmask Lowest(Rest.getAsInteger() & -Rest.getAsInteger());
      Result.push_back({Location, Tells ? Lowest : Lanes});
      Rest &= ~Lowest;
    }
  }
  return Result;
}

/// A slot has the parts of the register that it is first used for.
CheckProgramBuilder::Parts &CheckProgramBuilder::partsOfSlot(int Slot, const Parts &Like) {
  Parts &Known = Slots[Slot];
  if (Known.empty())
    for (const Part &P : Like) {
      Known.push_back({NumLocations++, P.Lanes});
      SlotOfLocation.push_back(Slot);
    }
  return Known;
}

SmallVector<std::pair<uint32_t, LaneBitmask>, 4>
CheckProgramBuilder::valuesOf(const MachineOperand &MO) const {
  SmallVector<std::pair<uint32_t, LaneBitmask>, 4> Result;
  if (MO.getReg().isPhysical()) {
    for (const Part &P : partsOf(MO.getReg()))
      Result.push_back({valueOfUnit(P.Location), P.Lanes});
    return Result;
  }
  LaneBitmask Named =
      MO.getSubReg() ? TRI.getSubRegIndexLaneMask(MO.getSubReg()) : LaneBitmask::getAll();
  unsigned Reg = MO.getReg().virtRegIndex();
  for (auto [Number, Lanes] : enumerate(Before.Lanes[Reg]))
    if ((Lanes & Named & PlacedLanes[Reg]).any())
      Result.push_back({FirstValue[Reg] + uint32_t(Number), Lanes});
  return Result;
}

bool CheckProgramBuilder::isReserved(Register Reg) const {
  return Reg.isPhysical() && (MRI.isReserved(Reg) || MRI.isConstantPhysReg(Reg));
}

bool CheckProgramBuilder::isFollowed(Register Reg) const {
  return !isReserved(Reg) || MRI.isConstantPhysReg(Reg.asMCReg());
}

void CheckProgramBuilder::step(CheckKind Kind, size_t FirstPair) {
  if (Kind != CheckKind::Throw && FirstPair == Pairs.size())
    return;
  Steps.push_back(
      {uint32_t(Instrs.size() - 1), Kind, {uint32_t(FirstPair), uint32_t(Pairs.size())}, {0, 0}});
}

CheckProgram CheckProgramBuilder::program() const {
  auto Slice = [](const auto &Rows) {
    using Row = typename std::decay_t<decltype(Rows)>::value_type;
    return rust::Slice<const Row>(Rows.data(), Rows.size());
  };
  return {NumValues, NumLocations, Slice(Blocks), Slice(Steps), Slice(Pairs), Slice(Edges)};
}

std::string CheckProgramBuilder::nameOfValue(uint32_t Value) const {
  std::string Name;
  raw_string_ostream OS(Name);
  if (Value < NumFixed) {
    OS << "the value of " << nameOfLocation(Value);
  } else if (Value >= FirstExpressionValue) {
    OS << "the result of expression "
       << expressionOf(Value - FirstExpressionValue + FirstExpression);
  } else {
    unsigned Reg = upper_bound(FirstValue, Value) - FirstValue.begin() - 1;
    OS << printReg(Register::index2VirtReg(Reg), &TRI);
    if (Before.Lanes[Reg].size() > 1)
      OS << ":" << PrintLaneMask(Before.Lanes[Reg][Value - FirstValue[Reg]]);
  }
  return Name;
}

std::string CheckProgramBuilder::nameOfLocation(uint32_t Location) const {
  std::string Name;
  raw_string_ostream OS(Name);
  uint32_t FirstSlot = aside() + 1;
  if (Location < NumFixed) {
    bool IsCut = Location >= TRI.getNumRegUnits();
    unsigned Unit = IsCut ? UnitOfCut[Location - TRI.getNumRegUnits()] : Location;
    OS << printRegUnit(static_cast<MCRegUnit>(Unit), &TRI);
  } else if (Location >= FirstSlot && SlotOfLocation[Location - FirstSlot] == NoSlot)
    OS << "an expression";
  else if (Location >= FirstSlot)
    OS << "%stack." << SlotOfLocation[Location - FirstSlot];
  else if (Location >= nowhere())
    OS << "nowhere";
  else
    OS << "expression " << expressionOf(Location);
  return Name;
}

/// The smallest register that has all of these, or the first of them if none has.
static MCRegister wholeOf(ArrayRef<MCRegister> Regs, const TargetRegisterInfo &TRI) {
  MCRegister Whole = Regs.front();
  auto HasAll = [&](MCRegister Super) {
    return all_of(Regs, [&](MCRegister Reg) { return TRI.isSubRegisterEq(Super, Reg); });
  };
  auto Units = [&](MCRegister Reg) { return range_size(TRI.regunits(Reg)); };
  for (MCRegister Super : TRI.superregs(Regs.front()))
    if (HasAll(Super) && (!HasAll(Whole) || Units(Super) < Units(Whole)))
      Whole = Super;
  return Whole;
}

/// Drops registers of the address: what is moved is larger, and all that is moved is of one size.
static void keepLargest(SmallVectorImpl<MCRegister> &Regs, const TargetRegisterInfo &TRI) {
  auto Size = [&](MCRegister Reg) { return TRI.getSpillSize(*TRI.getMinimalPhysRegClass(Reg)); };
  if (Regs.size() < 2)
    return;
  unsigned Largest = Size(*max_element(Regs, [&](auto A, auto B) { return Size(A) < Size(B); }));
  erase_if(Regs, [&](MCRegister Reg) { return Size(Reg) != Largest; });
}

/// The slot and the register of a plain spill or reload, which may name the register's parts.
std::optional<std::pair<int, MCRegister>>
CheckProgramBuilder::transferOf(const MachineInstr &MI) const {
  // What changes a register that it reads computes something.
  if (any_of(MI.operands(), [](const MachineOperand &MO) { return MO.isReg() && MO.isTied(); }))
    return std::nullopt;
  SmallVector<MCRegister, 4> Regs;
  const MachineOperand *First = nullptr, *Frame = nullptr;
  for (const MachineOperand &MO : MI.operands()) {
    if (MO.isFI() && MO.getIndex() >= Before.FirstSpillSlot)
      Frame = &MO;
    else if (MO.isReg() && MO.getReg() && !MO.isImplicit() && isFollowed(MO.getReg())) {
      First = First ? First : &MO;
      if (MO.isDef() == First->isDef())
        Regs.push_back(MO.getReg().asMCReg());
    }
  }
  bool Moves = Frame && First && (First->isUse() ? MI.mayStore() : MI.mayLoad());
  if (!Moves)
    return std::nullopt;
  keepLargest(Regs, TRI);
  return std::pair(Frame->getIndex(), wholeOf(Regs, TRI));
}

/// Slots that are copied to each other have the parts of all registers that are spilled to one of
/// them.
void CheckProgramBuilder::shapeCopiedSlots(SlotShapes &Shapes) const {
  EquivalenceClasses<int> Groups;
  SmallSetVector<int, 8> Copied;
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      if (auto Slots = slotCopyOf(MI)) {
        Groups.unionSets(Slots->first, Slots->second);
        Copied.insert(Slots->first);
        Copied.insert(Slots->second);
      }
  SlotShapes OfGroup;
  for (int Slot : Copied)
    OfGroup[Groups.getLeaderValue(Slot)].append(Shapes.lookup(Slot));
  for (int Slot : Copied)
    if (const auto &All = OfGroup[Groups.getLeaderValue(Slot)]; !All.empty())
      Shapes[Slot] = All;
}

/// Gives each slot the parts of the register with the most that is spilled there, and those of
/// others that have no counterpart among them: general and vector registers may share a slot.
void CheckProgramBuilder::shapeSlots() {
  SlotShapes Shapes;
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      // What loads and stores has its operand in the slot, and registers for other things.
      if (auto Transfer = transferOf(MI); Transfer && !(MI.mayLoad() && MI.mayStore()) &&
                                          !Before.Places.contains(MI.peekDebugInstrNum()))
        Shapes[Transfer->first].push_back(partsOf(Transfer->second));
  shapeCopiedSlots(Shapes);
  for (auto &[Slot, All] : Shapes) {
    // Parts that alias all of a register, such as those of Hexagon's predicates, tell no lanes
    // apart.
    auto Apart = [](const Parts &Of) {
      return std::pair(count_if(Of, [](const Part &P) { return !P.Lanes.all(); }), Of.size());
    };
    auto Most = max_element(All, [&](auto &A, auto &B) { return Apart(A) < Apart(B); });
    Parts Whole = *Most;
    SmallVector<LaneBitmask, 2> Kinds = {lanesOf(Whole)};
    for (const Parts &Other : All)
      if ((lanesOf(Whole) & lanesOf(Other)).none()) {
        Kinds.push_back(lanesOf(Other));
        Whole.append(Other);
      }
    if (Kinds.size() > 1)
      SlotKinds[Slot] = Kinds;
    partsOfSlot(Slot, Whole);
  }
}

/// Whether the block, which an asm goto may leave for \p Succ, also leads there at its end.
static bool leadsTo(const MachineBasicBlock &MBB, const MachineBasicBlock &Succ) {
  auto Leads = [&](const MachineInstr &MI) {
    return MI.getOpcode() != TargetOpcode::INLINEASM_BR && namesBlock(MI, Succ);
  };
  return (MBB.isLayoutSuccessor(&Succ) && !MBB.back().isBarrier()) || any_of(MBB, Leads);
}

/// An edge for each way to a successor: an asm goto may lead there beside the end of the block.
void CheckProgramBuilder::addEdges(const MachineBasicBlock &MBB,
                                   const DenseMap<const MachineBasicBlock *, uint32_t> &Numbers) {
  for (const MachineBasicBlock *Succ : MBB.successors()) {
    bool Jumps = Succ->isInlineAsmBrIndirectTarget() &&
                 any_of(MBB, [&](const MachineInstr &MI) { return jumpsTo(MI, *Succ); });
    if (Jumps)
      Edges.push_back({Numbers.lookup(Succ), true});
    if (!Jumps || leadsTo(MBB, *Succ))
      Edges.push_back({Numbers.lookup(Succ), Succ->isEHPad()});
  }
}

std::string CheckProgramBuilder::build() {
  shapeSlots();
  DenseMap<const MachineBasicBlock *, uint32_t> Numbers;
  for (const MachineBasicBlock &MBB : MF)
    Numbers.insert({&MBB, Numbers.size()});
  for (const MachineBasicBlock &MBB : MF) {
    size_t FirstStep = Steps.size(), FirstEdge = Edges.size();
    enter(MBB);
    std::string Reason = addBlock(MBB);
    if (!Reason.empty())
      return Reason;
    addEdges(MBB, Numbers);
    Blocks.push_back({{uint32_t(FirstStep), uint32_t(Steps.size())},
                      {uint32_t(FirstEdge), uint32_t(Edges.size())}});
  }
  return NotFollowed;
}

} // namespace limit
