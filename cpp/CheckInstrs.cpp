//===- CheckInstrs.cpp - what single instructions do to values ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/StackMaps.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/IR/Statepoint.h"

using namespace llvm;
using namespace limit::core;

namespace limit {

using Operands = SmallVector<MachineOperand, 8>;

static Operands operandsOf(const MachineInstr &MI) {
  Operands Result;
  for (const MachineOperand &MO : const_mi_bundle_ops(MI))
    Result.push_back(MO);
  return Result;
}

static bool reads(const MachineOperand &MO) {
  return MO.isReg() && MO.getReg() && MO.isUse() && !MO.isUndef() && !MO.isInternalRead();
}

static bool writes(const MachineOperand &MO) { return MO.isReg() && MO.getReg() && MO.isDef(); }

/// The lanes that a part of the register has in the virtual register of which the operand names
/// this subregister.
static LaneBitmask lanesIn(const TargetRegisterInfo &TRI, unsigned Sub, LaneBitmask Lanes) {
  if (!Sub)
    return Lanes;
  return Lanes.all() ? TRI.getSubRegIndexLaneMask(Sub) : TRI.composeSubRegIndexLaneMask(Sub, Lanes);
}

/// The locations hold the values of the operand: adds a pair for each. Returns the values that the
/// register has no place for: it may lack a part that others of the class have.
CheckProgramBuilder::Values CheckProgramBuilder::hold(const MachineOperand &MO,
                                                      const Parts &Where) {
  Values Without;
  unsigned Sub = MO.getReg().isVirtual() ? MO.getSubReg() : 0;
  size_t First = Pairs.size();
  auto All = valuesOf(MO);
  for (auto [Value, Lanes] : All) {
    size_t Before = Pairs.size();
    for (const Part &P : Where)
      if ((lanesIn(TRI, Sub, P.Lanes) & Lanes).any())
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

/// Each part comes from those of the same lanes, else from those that no other part comes from.
void CheckProgramBuilder::move(const Parts &To, const Parts &From) {
  size_t First = Pairs.size();
  auto Overlaps = [](const Part &A) {
    return [&A](const Part &B) { return (A.Lanes & B.Lanes).any(); };
  };
  for (const Part &Target : To) {
    bool Matched = any_of(From, Overlaps(Target));
    bool Spare = any_of(From, [&](const Part &P) { return none_of(To, Overlaps(P)); });
    for (const Part &Source : From)
      if (Matched ? Overlaps(Target)(Source) : !Spare || none_of(To, Overlaps(Source)))
        pair(Target.Location, Source.Location);
  }
  step(CheckKind::Move, First);
}

void CheckProgramBuilder::alias(const MachineOperand &To, const MachineOperand &From) {
  auto Relative = [&](const MachineOperand &MO, LaneBitmask Lanes) {
    unsigned Sub = MO.getReg().isVirtual() ? MO.getSubReg() : 0;
    return Sub && !Lanes.all() ? TRI.reverseComposeSubRegIndexLaneMask(Sub, Lanes) : Lanes;
  };
  size_t First = Pairs.size();
  Values Without;
  auto Sources = valuesOf(From);
  for (auto [New, NewLanes] : valuesOf(To)) {
    size_t Before = Pairs.size();
    for (auto [Old, OldLanes] : Sources)
      if ((Relative(To, NewLanes) & Relative(From, OldLanes)).any())
        pair(New, Old);
    if (Pairs.size() == Before)
      Without.push_back(New);
  }
  step(CheckKind::Alias, First);
  undefine(Without);
}

void CheckProgramBuilder::undefine(const MachineOperand &MO) {
  Values All;
  for (auto [Value, Lanes] : valuesOf(MO))
    All.push_back(Value);
  undefine(All);
}

/// What reads a register that changes is another expression from now on.
void CheckProgramBuilder::redefineExpressions(const MachineOperand &MO) {
  if (!MO.getReg().isVirtual())
    return;
  size_t First = Pairs.size();
  for (unsigned E : Readers.lookup(MO.getReg().virtRegIndex()))
    pair(expression(E), valueOfExpression(E));
  step(CheckKind::Write, First);
}

/// The lanes beside an undefined subregister's are not defined any more.
static bool leavesRestUndefined(const MachineOperand &MO) {
  return MO.isDef() && MO.isUndef() && MO.getSubReg() && MO.getReg().isVirtual();
}

void CheckProgramBuilder::addCopy(const BeforeInstr &Known, const MachineInstr *After) {
  const MachineOperand &To = Known.Operands[0], &From = Known.Operands[1];
  Instrs.push_back(After);
  if (leavesRestUndefined(To))
    undefine(MachineOperand::CreateReg(To.getReg(), true));
  if (From.isUndef())
    return undefine(To);
  bool Copies = After && After->isCopy();
  Parts Target, Source;
  if (Copies) {
    Target = partsOf(After->getOperand(0).getReg());
    Source = partsOf(After->getOperand(1).getReg());
    size_t First = Pairs.size();
    if (isFollowed(From.getReg()))
      hold(From, Source);
    step(CheckKind::Read, First);
  }
  redefineExpressions(To);
  if (isReserved(To.getReg()))
    return;
  if (isFollowed(From.getReg())) {
    alias(To, From);
    if (Copies) {
      move(Target, Source);
      size_t First = Pairs.size();
      hold(To, Target);
      step(CheckKind::Hold, First);
    }
  } else if (Copies) {
    size_t First = Pairs.size();
    Values Without = hold(To, Target);
    step(CheckKind::Write, First);
    undefine(Without);
  } else {
    undefine(To);
  }
}

/// The units that the instruction overwrites without naming a value.
void CheckProgramBuilder::clobber(const MachineInstr &MI) {
  size_t First = Pairs.size();
  for (const MachineOperand &MO : const_mi_bundle_ops(MI)) {
    if (!MO.isRegMask())
      continue;
    auto [Units, New] = Clobbered.try_emplace(MO.getRegMask());
    if (New)
      for (unsigned Unit = 0; Unit != TRI.getNumRegUnits(); ++Unit)
        for (MCRegUnitRootIterator Root(static_cast<MCRegUnit>(Unit), &TRI); Root.isValid(); ++Root)
          if (MO.clobbersPhysReg(*Root)) {
            Units->second.push_back(Unit);
            break;
          }
    for (uint32_t Unit : Units->second)
      pair(Unit, 0);
  }
  step(CheckKind::Clobber, First);
}

void CheckProgramBuilder::define(const BeforeInstr &Known, const MachineOperand &MO,
                                 const Parts &Where) {
  if (Known.Expression < 0 || !MO.getReg().isVirtual()) {
    hold(MO, Where);
    return;
  }
  uint32_t E = Known.Expression;
  size_t First = Pairs.size();
  for (auto [Value, Lanes] : valuesOf(MO))
    pair(Value, valueOfExpression(E));
  step(CheckKind::Alias, First);
  move(Where, {{expression(E), LaneBitmask::getAll()}});
}

/// The operands in memory that \p Are, with the values that they name.
void CheckProgramBuilder::holdInMemory(const Fold *Folded,
                                       function_ref<bool(const MachineOperand &)> Are) {
  if (!Folded)
    return;
  for (const auto &[MO, Slot] : Folded->InSlots)
    if (Are(MO))
      hold(MO, partsOfSlot(Slot, {{0, LaneBitmask::getAll()}}));
  for (const auto &[MO, E] : Folded->Computed)
    if (Are(MO))
      hold(MO, {{expression(E), LaneBitmask::getAll()}});
}

/// Whether an instruction of the snapshot reads the register.
bool CheckProgramBuilder::isRead(Register Reg) const {
  return any_of(Before.Blocks, [&](const BeforeBlock &Block) {
    return any_of(Block.Instrs, [&](const BeforeInstr &MI) {
      return any_of(MI.Operands, [&](auto &MO) { return reads(MO) && MO.getReg() == Reg; });
    });
  });
}

/// \p Folded tells what of the instruction is in memory, \p Or another way to read it.
std::string CheckProgramBuilder::addInstr(const BeforeInstr &Known, const MachineInstr &After,
                                          const Fold *Folded, const Fold *Or) {
  if (Known.Opcode == TargetOpcode::IMPLICIT_DEF || Known.Opcode == TargetOpcode::KILL) {
    Instrs.push_back(&After);
    if (Known.Opcode == TargetOpcode::IMPLICIT_DEF && !isReserved(Known.Operands[0].getReg()))
      undefine(Known.Operands[0]);
    return "";
  }
  Operands Now = operandsOf(After);
  if (Now.size() < Known.Operands.size())
    return "an instruction lost operands";
  for (size_t Op = 0; Op != Known.Operands.size(); ++Op)
    if (Known.Operands[Op].isReg() != Now[Op].isReg())
      return "an instruction changed its operands";
  // Allocators assign no reserved registers: a pass between two rounds of allocation did.
  for (size_t Op = 0; Op != Known.Operands.size(); ++Op)
    if (Known.Operands[Op].isReg() && Known.Operands[Op].getReg().isVirtual() &&
        isReserved(Now[Op].getReg()) && Known.Operands[Op].isDef() &&
        isRead(Known.Operands[Op].getReg()))
      return "a result was given to a reserved register";
  Instrs.push_back(&After);
  // What is written to a constant register is lost.
  auto PartsAt = [&](size_t Op) -> Parts {
    if (Now[Op].isDef() && isReserved(Now[Op].getReg()))
      return {{nowhere(), LaneBitmask::getAll()}};
    return partsOf(Now[Op].getReg().asMCReg());
  };
  auto Matters = [&](size_t Op) {
    const MachineOperand &MO = Known.Operands[Op];
    return MO.isReg() && MO.getReg() && Now[Op].getReg().isPhysical() && !isReserved(MO.getReg());
  };
  size_t First = Pairs.size();
  for (size_t Op = 0; Op != Known.Operands.size(); ++Op)
    if (Matters(Op) && Known.Operands[Op].isDef() && Known.Operands[Op].isEarlyClobber() &&
        !Known.Operands[Op].isTied())
      for (const Part &P : PartsAt(Op))
        pair(P.Location, 0);
  step(CheckKind::Clobber, First);
  auto HoldUses = [&](const BeforeInstr &Form, const Fold *InMemory) {
    SpanRow Span = {uint32_t(Pairs.size()), 0};
    for (size_t Op = 0; Op != Form.Operands.size(); ++Op)
      if (Matters(Op) && reads(Form.Operands[Op]) && !Now[Op].isUndef())
        hold(Form.Operands[Op], PartsAt(Op));
    holdInMemory(InMemory, reads);
    Span.end = Pairs.size();
    return Span;
  };
  First = HoldUses(Known, Folded).start;
  step(CheckKind::Read, First);
  if (Or && Pairs.size() != size_t(First)) {
    SpanRow Other = HoldUses(Or->Form, Or);
    Steps.back().kind = CheckKind::ReadEither;
    Steps.back().inputs = Other;
  }
  clobber(After);
  if (Known.Opcode == TargetOpcode::STATEPOINT) {
    // The operands behind the call's are read when it is over.
    StatepointOpers Opers(&After);
    First = Pairs.size();
    if (!(Opers.getFlags() & uint64_t(StatepointFlags::DeoptLiveIn)))
      for (size_t Op = Opers.getNumDeoptArgsIdx() + 1; Op != Known.Operands.size(); ++Op)
        if (Matters(Op) && reads(Known.Operands[Op]) && !Now[Op].isUndef())
          hold(Known.Operands[Op], PartsAt(Op));
    step(CheckKind::Read, First);
  }
  if (&After == Thrower)
    step(CheckKind::Throw, Pairs.size());
  if (Folded)
    for (const auto &[MO, Slot] : Folded->InSlots)
      if (writes(MO))
        redefineExpressions(MO);
  for (const MachineOperand &MO : Known.Operands) {
    if (!writes(MO))
      continue;
    redefineExpressions(MO);
    if (leavesRestUndefined(MO))
      undefine(MachineOperand::CreateReg(MO.getReg(), true));
  }
  First = Pairs.size();
  Values Without;
  for (size_t Op = 0; Op != Known.Operands.size(); ++Op)
    if (Matters(Op) && Known.Operands[Op].isDef() &&
        (Known.Expression < 0 || Known.Operands[Op].getReg().isPhysical()))
      Without.append(hold(Known.Operands[Op], PartsAt(Op)));
  if (Known.Expression < 0)
    holdInMemory(Folded, writes);
  step(CheckKind::Write, First);
  undefine(Without);
  if (Known.Expression >= 0) {
    auto InSlot = Folded ? ArrayRef(Folded->InSlots) : ArrayRef<std::pair<MachineOperand, int>>();
    auto Stored = find_if(InSlot, [](const auto &Pair) { return writes(Pair.first); });
    if (Stored == InSlot.end())
      define(Known, Known.Operands[0], PartsAt(0));
    else
      define(Known, Stored->first, partsOfSlot(Stored->second, {{0, LaneBitmask::getAll()}}));
  }
  return "";
}

/// An instruction that is gone: a copy that became idle, or one whose results nobody reads, or that
/// are computed again where they are read.
void CheckProgramBuilder::addMissing(const BeforeInstr &Known) {
  if (Known.Opcode == TargetOpcode::COPY)
    return addCopy(Known, nullptr);
  Instrs.push_back(nullptr);
  if (Known.Opcode == TargetOpcode::KILL)
    return;
  for (const MachineOperand &MO : Known.Operands) {
    if (!MO.isReg() || !MO.isDef() || !MO.getReg().isVirtual())
      continue;
    redefineExpressions(MO);
    if (Known.Opcode == TargetOpcode::IMPLICIT_DEF) {
      undefine(MO);
    } else if (Known.Expression >= 0) {
      define(Known, MO, {});
    } else {
      size_t First = Pairs.size();
      hold(MO, {{nowhere(), LaneBitmask::getAll()}});
      step(CheckKind::Write, First);
      addMissingLoad(Known);
    }
  }
}

/// An instruction of the allocator's own: a copy, a spill, a reload, or a value computed again.
void CheckProgramBuilder::addOwn(const MachineInstr &MI) {
  Instrs.push_back(&MI);
  if (MI.isCopy())
    return move(partsOf(MI.getOperand(0).getReg()), partsOf(MI.getOperand(1).getReg()));
  int To, From;
  if (TII.isStackSlotCopy(MI, To, From) && std::min(To, From) >= Before.FirstSpillSlot) {
    Parts Held = partsOfSlot(From, {{0, LaneBitmask::getAll()}});
    return move(partsOfSlot(To, Held), Held);
  }
  if (auto Transfer = transferOf(MI)) {
    Parts Held = partsOf(Transfer->second), Memory = partsOfSlot(Transfer->first, Held);
    return MI.mayStore() ? move(Memory, Held) : move(Held, Memory);
  }
  if (!MI.mayStore() || !addStoredExpression(MI))
    addOther(MI);
}

/// What moves no value may compute one again. The result may take the place of the inputs, so it is
/// held aside until those were looked at.
void CheckProgramBuilder::addOther(const MachineInstr &MI) {
  Operands Now = operandsOf(MI);
  std::optional<int64_t> Constant = constantOf(MI, TII);
  size_t First = Pairs.size();
  pair(aside(), 0);
  step(CheckKind::Clobber, First);
  for (auto [Block, Place] : Before.Expressions) {
    const BeforeInstr &Known = Before.Blocks[Block].Instrs[Place];
    // A constant may be built by another instruction where flags must not change.
    bool SameConstant = Known.Constant && Known.Constant == Constant;
    bool Same = Known.Opcode == MI.getOpcode() && computesTheSame(Known.Operands, Now, false);
    if (!Same && !SameConstant)
      continue;
    SpanRow Inputs = {uint32_t(Pairs.size()), 0};
    for (auto [Was, Is] : zip(Known.Operands, Now))
      if (Same && reads(Was) && Was.getReg().isVirtual())
        hold(Was, partsOf(Is.getReg()));
    Inputs.end = Pairs.size();
    First = Pairs.size();
    pair(aside(), expression(Known.Expression));
    step(CheckKind::Recompute, First);
    Steps.back().inputs = Inputs;
  }
  for (const auto &[Known, Location] : FoldedExpressions)
    if (Known.Opcode == MI.getOpcode() && computesTheSame(Known.Operands, Now, false)) {
      First = Pairs.size();
      pair(aside(), Location);
      step(CheckKind::Recompute, First);
    }
  First = Pairs.size();
  for (const MachineOperand &MO : Now)
    if (MO.isReg() && MO.isDef() && MO.getReg())
      for (const Part &P : partsOf(MO.getReg()))
        pair(P.Location, 0);
  step(CheckKind::Clobber, First);
  clobber(MI);
  if (!Now.empty() && Now[0].isReg() && Now[0].isDef() && Now[0].getReg())
    move(partsOf(Now[0].getReg()), {{aside(), LaneBitmask::getAll()}});
}

} // namespace limit
