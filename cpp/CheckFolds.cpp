//===- CheckFolds.cpp - instructions with an operand in memory ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The spiller puts a register operand, or two that are tied, into memory by building another
/// instruction. It is taken for the one that is missing if all other operands are the same.
///
//===----------------------------------------------------------------------===//

#include "CheckProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/StackMaps.h"
#include "llvm/CodeGen/TargetInstrInfo.h"

using namespace llvm;
using namespace limit::core;

namespace limit {

namespace {

/// Which operands of an instruction went where.
struct Fold {
  /// Per operand before, the operand after, or one of the three below.
  SmallVector<int, 8> Now;
  /// Per operand before, its slot.
  SmallVector<int, 8> Slot;
  /// The load that became part of the instruction, and where its address begins.
  const BeforeInstr *Load = nullptr;
  size_t Address = 0;
};

/// The operand is in the slot, is loaded where it is used, is loaded there as it could be anywhere,
/// or is implicit.
constexpr int InMemory = -1, Loaded = -2, Computed = -3, Implicit = -4;

bool isSameKind(const MachineOperand &A, const MachineOperand &B) {
  if (A.isReg() != B.isReg())
    return false;
  if (!A.isReg())
    return A.isIdenticalTo(B);
  return A.isDef() == B.isDef() && A.getReg().isValid() == B.getReg().isValid();
}

bool isMapped(unsigned Opcode) {
  return Opcode == TargetOpcode::STATEPOINT || Opcode == TargetOpcode::STACKMAP ||
         Opcode == TargetOpcode::PATCHPOINT;
}

/// Stack maps name any number of slots, each in four operands.
bool matchStackMap(ArrayRef<MachineOperand> Was, ArrayRef<MachineOperand> Is, Fold &Result) {
  size_t J = 0;
  for (size_t I = 0; I != Was.size(); ++I) {
    bool Mapped = J + 3 < Is.size() && Was[I].isReg() && Is[J].isImm() && Is[J + 2].isFI();
    if (!Mapped && (J >= Is.size() || !isSameKind(Was[I], Is[J])))
      return false;
    Result.Now.push_back(Mapped ? InMemory : int(J));
    Result.Slot.push_back(Mapped ? Is[J + 2].getIndex() : 0);
    J += Mapped ? 4 : 1;
  }
  return true;
}

bool hasAddress(const BeforeInstr &Load, ArrayRef<MachineOperand> Address) {
  ArrayRef<MachineOperand> Was = ArrayRef(Load.Operands).drop_front();
  while (!Was.empty() && Was.back().isReg() && Was.back().isImplicit())
    Was = Was.drop_back();
  // A comparison with itself becomes one with the constant 0, which stands behind the address.
  return Was.size() <= Address.size() &&
         computesTheSame(Was, Address.take_front(Was.size()), false);
}

/// The load that is the only one to define a register, if the operands are its address.
const BeforeInstr *loadOf(const Snapshot &Before, Register Reg, ArrayRef<MachineOperand> Address) {
  auto Place = Before.Loads.find(Reg.virtRegIndex());
  if (Place == Before.Loads.end())
    return nullptr;
  const BeforeInstr &Load = Before.Blocks[Place->second.first].Instrs[Place->second.second];
  return hasAddress(Load, Address) ? &Load : nullptr;
}

/// The load that may be repeated anywhere and has this address, if there is one.
int expressionOf(const Snapshot &Before, ArrayRef<MachineOperand> Address) {
  for (size_t E = 0; E != Before.Expressions.size(); ++E) {
    auto [Block, Place] = Before.Expressions[E];
    const BeforeInstr &Load = Before.Blocks[Block].Instrs[Place];
    if (Load.Loads && hasAddress(Load, Address))
      return E;
  }
  return -1;
}

/// Tries operand \p Folded, and the next one if that is the same register, as the one that is in
/// memory.
bool matchFold(ArrayRef<MachineOperand> Was, ArrayRef<MachineOperand> Is, size_t Folded,
               bool WithTied, const Snapshot &Before, Fold &Result) {
  size_t Gone = Folded + 1;
  auto IsGone = [&](size_t Op) { return Op == Folded || (WithTied && Op == Gone); };
  // Explicit operands only: implicit ones may be added.
  auto NumExplicit = [](ArrayRef<MachineOperand> Ops) {
    return size_t(count_if(Ops, [](auto &MO) { return !MO.isReg() || !MO.isImplicit(); }));
  };
  size_t Kept = NumExplicit(Was) - (WithTied ? 2 : 1), Explicit = NumExplicit(Is);
  if (Explicit <= Kept)
    return false;
  size_t Group = Explicit - Kept;
  size_t J = 0;
  for (size_t I = 0; I != Was.size(); ++I) {
    if (IsGone(I)) {
      const MachineOperand *Frame = nullptr;
      if (Folded + Group > Is.size())
        return false;
      ArrayRef<MachineOperand> Address = Is.slice(Folded, Group);
      for (const MachineOperand &MO : Address)
        if (MO.isFI() && MO.getIndex() >= Before.FirstSpillSlot)
          Frame = &MO;
      int Expression = Frame || Was[Folded].isDef() ? -1 : expressionOf(Before, Address);
      if (!Frame && Expression < 0 && Was[Folded].isUse())
        Result.Load = loadOf(Before, Was[Folded].getReg(), Address);
      if (!Frame && Expression < 0 && !Result.Load)
        return false;
      Result.Address = Folded;
      Result.Now.push_back(Frame ? InMemory : Expression < 0 ? Loaded : Computed);
      Result.Slot.push_back(Frame ? Frame->getIndex() : Expression);
      J = Folded + Group;
      continue;
    }
    if (Was[I].isReg() && Was[I].isImplicit()) {
      // Flags may come and go with the form, values in registers not.
      Result.Now.push_back(Implicit);
      Result.Slot.push_back(0);
      continue;
    }
    if (J >= Is.size() || !isSameKind(Was[I], Is[J]))
      return false;
    Result.Now.push_back(J++);
    Result.Slot.push_back(0);
  }
  return true;
}

bool match(const BeforeInstr &Known, ArrayRef<MachineOperand> Is, const Snapshot &Before,
           Fold &Result) {
  ArrayRef<MachineOperand> Was = Known.Operands;
  if (isMapped(Known.Opcode))
    return matchStackMap(Was, Is, Result);
  for (size_t Op = 0; Op != Was.size(); ++Op) {
    if (!Was[Op].isReg() || !Was[Op].getReg().isVirtual())
      continue;
    bool HasTied =
        Op + 1 < Was.size() && Was[Op + 1].isReg() && Was[Op + 1].getReg() == Was[Op].getReg();
    for (bool WithTied : {true, false}) {
      Result = Fold();
      if ((!WithTied || HasTied) && matchFold(Was, Is, Op, WithTied, Before, Result))
        return true;
    }
  }
  return false;
}

} // namespace

/// The form with an operand in memory is the same operation, so its name begins the same way; a
/// comparison may become another one.
static bool isSameOperation(const TargetInstrInfo &TII, unsigned A, unsigned B) {
  return TII.getName(A).take_front(3) == TII.getName(B).take_front(3) ||
         (TII.get(A).isCompare() && TII.get(B).isCompare());
}

bool CheckProgramBuilder::addFolded(const BeforeInstr &Known, const MachineInstr &After) {
  if (isMapped(Known.Opcode) != isMapped(After.getOpcode()) ||
      !(isSameOperation(TII, Known.Opcode, After.getOpcode()) ||
        (Known.IsUnary && After.mayLoad())))
    return false;
  SmallVector<MachineOperand, 8> Is(After.operands_begin(), After.operands_end());
  Fold Found;
  if (!match(Known, Is, Before, Found))
    return false;
  Instrs.push_back(&After);
  auto PartsAt = [&](size_t Op, const MachineOperand &MO) -> Parts {
    if (Found.Now[Op] >= 0)
      return partsOf(Is[Found.Now[Op]].getReg().asMCReg());
    if (Found.Now[Op] == Computed)
      return {{expression(Found.Slot[Op]), LaneBitmask::getAll()}};
    if (Found.Now[Op] == Implicit)
      return partsOf(MO.getReg().asMCReg());
    return partsOfSlot(Found.Slot[Op], {{0, LaneBitmask::getAll()}});
  };
  auto ForEach = [&](bool Defs) {
    size_t First = Pairs.size();
    for (auto [Op, MO] : enumerate(Known.Operands)) {
      if (!MO.isReg() || !MO.getReg() || isReserved(MO.getReg()) || MO.isDef() != Defs ||
          (!Defs && MO.isUndef()))
        continue;
      if (Defs && Known.Expression >= 0 && MO.getReg().isVirtual())
        continue;
      if (Found.Now[Op] == Loaded || (Found.Now[Op] == Implicit && !MO.getReg().isPhysical()))
        continue;
      hold(MO, PartsAt(Op, MO));
    }
    return First;
  };
  size_t First = ForEach(false);
  if (Found.Load)
    for (size_t Op = 1; Op != Found.Load->Operands.size(); ++Op) {
      const MachineOperand &MO = Found.Load->Operands[Op];
      if (MO.isReg() && MO.getReg().isVirtual() && !MO.isImplicit())
        hold(MO, partsOf(Is[Found.Address + Op - 1].getReg().asMCReg()));
    }
  step(CheckKind::Read, First);
  clobber(After);
  if (&After == Thrower)
    step(CheckKind::Throw, Pairs.size());
  for (const MachineOperand &MO : Known.Operands)
    if (MO.isReg() && MO.isDef() && MO.getReg())
      redefineExpressions(MO);
  step(CheckKind::Write, ForEach(true));
  if (Known.Expression >= 0)
    define(Known, Known.Operands[0], PartsAt(0, Known.Operands[0]));
  return true;
}

/// A constant may be stored where a copy of it would have been spilled.
bool CheckProgramBuilder::addStoredExpression(const MachineInstr &MI) {
  SmallVector<MachineOperand, 8> Is(MI.operands_begin(), MI.operands_end());
  for (size_t E = 0; E != Before.Expressions.size(); ++E) {
    auto [Block, Place] = Before.Expressions[E];
    const BeforeInstr &Known = Before.Blocks[Block].Instrs[Place];
    Fold Found;
    bool Fits = isSameOperation(TII, Known.Opcode, MI.getOpcode()) &&
                none_of(drop_begin(Known.Operands),
                        [](auto &MO) { return MO.isReg() && MO.getReg().isVirtual(); }) &&
                match(Known, Is, Before, Found) && Found.Now[0] == InMemory;
    if (!Fits)
      continue;
    move(partsOfSlot(Found.Slot[0], {{0, LaneBitmask::getAll()}}),
         {{expression(E), LaneBitmask::getAll()}});
    return true;
  }
  return false;
}

} // namespace limit
