//===- Folds.cpp - instructions with an operand in memory -----------------===//
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

#include "check/Program.h"
#include "flatten/StackMaps.h"
#include "prepare/Arguments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/StackMaps.h"
#include "llvm/CodeGen/TargetInstrInfo.h"

using namespace llvm;
using namespace limit::core;

namespace limit {

/// Notes how the instruction gets a register of which it names a place on the stack: from a spill
/// slot, or by a load from an argument's place that became a part of it. Returns whether it does.
static bool noteMapped(Fold &Result, const MachineOperand &Was, int Place, const Snapshot &Before) {
  if (Place >= Before.FirstSpillSlot) {
    Result.InSlots.push_back({Was, Place});
    return true;
  }
  const MachineFrameInfo &Frame = Before.Function->getFrameInfo();
  if (!Was.getReg().isVirtual() || !isArgumentSlot(Frame, Place))
    return false;
  auto LoadsIt = [&](const BeforeInstr &Load) {
    return any_of(Load.Operands,
                  [&](const MachineOperand &MO) { return MO.isFI() && MO.getIndex() == Place; });
  };
  unsigned Reg = Was.getReg().virtRegIndex();
  for (unsigned E : Before.Computing.lookup(Reg))
    if (LoadsIt(Before.at(Before.Expressions[E]))) {
      Result.Computed.push_back({Was, E});
      return true;
    }
  auto Load = Before.Loads.find(Reg);
  return Load != Before.Loads.end() && LoadsIt(Before.at(Load->second));
}

/// Stack maps name any number of slots, each in four operands where a register was one. A result
/// that is tied to such a register is in the slot too and no operand any more.
static std::optional<Fold> matchStackMap(const BeforeInstr &Known, const MachineInstr &After,
                                         const Snapshot &Before) {
  if (After.getOpcode() != Known.Opcode)
    return std::nullopt;
  auto IsResult = [](const MachineOperand &MO) {
    return MO.isReg() && MO.isDef() && !MO.isImplicit();
  };
  Fold Result;
  Operands Rest;
  DenseMap<Register, int> SlotOf;
  // The description of a patchpoint has a result, which not every one has.
  unsigned Results = count_if(After.operands(), IsResult), J = Results;
  unsigned End = After.getNumOperands();
  for (const MachineOperand &Was : Known.Operands) {
    if (IsResult(Was))
      continue;
    bool Mapped =
        J + 3 < End && Was.isReg() && After.getOperand(J).isImm() && After.getOperand(J + 2).isFI();
    if (!Mapped && (J >= End || Was.getType() != After.getOperand(J).getType() ||
                    (!Was.isReg() && !Was.isIdenticalTo(After.getOperand(J)))))
      return std::nullopt;
    if (Mapped) {
      SlotOf[Was.getReg()] = After.getOperand(J + 2).getIndex();
      if (!noteMapped(Result, Was, After.getOperand(J + 2).getIndex(), Before))
        return std::nullopt;
    }
    for (unsigned Next = J + (Mapped ? 4 : 1); J != Next; ++J)
      Rest.push_back(Mapped ? After.getOperand(J) : Was);
  }
  for (const MachineOperand &Was : make_filter_range(Known.Operands, IsResult))
    if (auto Slot = SlotOf.find(Was.getReg()); Slot != SlotOf.end())
      Result.InSlots.push_back({Was, Slot->second});
    else
      Result.Form.Operands.push_back(Was);
  if (Result.Form.Operands.size() != Results)
    return std::nullopt;
  Result.Form.Operands.append(Rest);
  Result.Form.Opcode = Known.Opcode;
  return Result;
}

/// Whether a load from here may be part of the instruction: what is not a register is in it too.
static bool mayBePartOf(const BeforeInstr &Load, const MachineInstr &After) {
  return all_of(Load.Operands, [&](const MachineOperand &Was) {
    return Was.isReg() || any_of(After.operands(),
                                 [&](const MachineOperand &Is) { return Was.isIdenticalTo(Is); });
  });
}

/// What the form overwrites and the instruction did not, such as the flags, gets no value.
static void markClobbers(BeforeInstr &Form, const BeforeInstr &Known) {
  for (MachineOperand &MO : Form.Operands)
    if (MO.isReg() && MO.isDef() && MO.isImplicit() && MO.getReg().isPhysical() &&
        none_of(Known.Operands, [&](const MachineOperand &Was) {
          return writes(Was) && Was.getReg() == MO.getReg();
        }))
      MO.setIsDead();
}

/// The ways in which the instruction may be the one of the snapshot with an operand in memory.
/// There are two where operands can be exchanged.
std::vector<Fold> CheckProgramBuilder::foldsOf(const BeforeInstr &Known,
                                               const MachineInstr &After) {
  std::vector<Fold> Found;
  if (!Known.Number) {
    Found.push_back({Known, {}, {}});
    return Found;
  }
  if (hasStackMap(Known.Opcode)) {
    if (std::optional<Fold> Mapped = matchStackMap(Known, After, Before))
      Found.push_back(std::move(*Mapped));
    return Found;
  }
  if (After.isBundled() || !After.mayLoadOrStore())
    return Found;
  std::optional<int> Slot;
  for (const MachineOperand &MO : After.operands())
    if (MO.isFI() && MO.getIndex() >= Before.FirstSpillSlot)
      Slot = MO.getIndex();
  SmallVector<Register, 4> Regs;
  for (const MachineOperand &MO : Known.Operands)
    if (MO.isReg() && MO.getReg().isVirtual() && !MO.isImplicit() &&
        !is_contained(Regs, MO.getReg()))
      Regs.push_back(MO.getReg());
  auto Accept = [&](std::optional<BeforeInstr> Form) {
    if (!Form || !Forms.is(*Form, After))
      return false;
    Found.emplace_back();
    Found.back().Form = std::move(*Form);
    markClobbers(Found.back().Form, Known);
    return true;
  };
  // Of two registers that are compared the first stays where it is, or both are exchanged.
  std::optional<bool> IsExchanged = isReadExchanged(After);
  for (Register Reg : Regs) {
    if (IsExchanged && *IsExchanged != (Regs.size() == 2 && Reg == Regs.front()))
      continue;
    auto IsFolded = [&](const MachineOperand &MO) {
      return MO.isReg() && MO.getReg() == Reg && !MO.isImplicit();
    };
    if (Slot) {
      if (Accept(Forms.inSlot(Known, Reg, *Slot, After)))
        for (const MachineOperand &MO : make_filter_range(Known.Operands, IsFolded))
          Found.back().InSlots.push_back({MO, *Slot});
      continue;
    }
    auto Load = Before.Loads.find(Reg.virtRegIndex());
    if (Load != Before.Loads.end() && Accept(Forms.computed(Known, Reg, Before.at(Load->second))))
      continue;
    // Several may look the same as a part of it: those that compute the register come first.
    SmallVector<unsigned, 8> Candidates(Before.Computing.lookup(Reg.virtRegIndex()));
    size_t NumOwn = Candidates.size();
    append_range(Candidates, seq<unsigned>(0, Before.Expressions.size()));
    for (auto [Number, E] : enumerate(Candidates)) {
      const BeforeInstr &Computed = Before.at(Before.Expressions[E]);
      // What is another's value computed again, and not more than that, is not this instruction.
      bool IsOthers = Number >= NumOwn && After.getOpcode() == Computed.Opcode &&
                      computesTheSame(Computed.Operands, operandsOf(After), false);
      if (IsOthers || !mayBePartOf(Computed, After) ||
          !Accept(Forms.computed(Known, Reg, Computed)))
        continue;
      for (const MachineOperand &MO : make_filter_range(Known.Operands, IsFolded))
        Found.back().Computed.push_back({MO, E});
      break;
    }
  }
  return Found;
}

/// The number of the snapshot's instruction of which this one was made, if that was written down:
/// it is for those that define a register.
std::optional<unsigned> CheckProgramBuilder::originOf(const MachineInstr &MI) const {
  unsigned Origin = MI.peekDebugInstrNum();
  for (auto Next = Origins.find(Origin); Next != Origins.end() && !Before.Places.contains(Origin);
       Next = Origins.find(Origin))
    Origin = Next->second;
  return Before.Places.contains(Origin) ? std::optional(Origin) : std::nullopt;
}

/// Whether the spiller may have made the instruction of the snapshot's.
bool CheckProgramBuilder::mayBe(const BeforeInstr &Known, const MachineInstr &After) const {
  if (After.isCopy())
    return false;
  if (!Known.Number || After.isMetaInstruction())
    return Known.Opcode == After.getOpcode() && Known.Operands.size() <= operandsOf(After).size();
  if (std::optional<unsigned> Origin = originOf(After))
    return *Origin == Known.Number;
  bool Defines = !Known.Operands.empty() && Known.Operands[0].isReg() && Known.Operands[0].isDef();
  // It is not written down where the register is also read, and the description does not tie both.
  bool Changes = Defines && any_of(drop_begin(Known.Operands), [&](const MachineOperand &MO) {
                   return reads(MO) && !MO.isTied() && MO.getReg() == Known.Operands[0].getReg();
                 });
  bool InSlot = any_of(After.operands(), [&](const MachineOperand &MO) {
    return MO.isFI() && MO.getIndex() >= Before.FirstSpillSlot;
  });
  return hasStackMap(Known.Opcode) || !Defines || Changes || !InSlot;
}

bool CheckProgramBuilder::addFolded(const BeforeInstr &Known, const MachineInstr &After) {
  std::vector<Fold> Folds = foldsOf(Known, After);
  if (Folds.empty() || isConditionWrong(Known, After))
    return false;
  if (!addInstr(Folds[0].Form, After, &Folds[0], Folds.size() > 1 ? &Folds[1] : nullptr).empty())
    return false;
  holdReloaded(Folds[0], After);
  if (Folds[0].InSlots.empty() && TII.isReMaterializable(After))
    addFoldedExpression(Folds[0].Form);
  return true;
}

/// A move between kinds of registers whose operand is in a slot is a plain reload: the slot holds
/// the result as well. Stack slot coloring drops a store of it to that slot.
void CheckProgramBuilder::holdReloaded(const Fold &Folded, const MachineInstr &After) {
  int Slot = INT_MIN;
  Register Loaded = TII.isLoadFromStackSlot(After, Slot);
  if (!Loaded || Folded.InSlots.size() != 1 || Folded.InSlots.front().second != Slot)
    return;
  const MachineOperand &Result = Folded.Form.Operands.front();
  if (!writes(Result) || !Result.getReg().isVirtual() || Result.getSubReg() ||
      valuesOf(Result).size() != 1)
    return;
  // A reload of more than this would find something else behind it.
  const TargetRegisterClass *Class = Before.Classes[Result.getReg().virtRegIndex()];
  if (!Class || !After.hasOneMemOperand() ||
      After.memoperands()[0]->getSize() != LocationSize::precise(TRI.getSpillSize(*Class)))
    return;
  size_t First = Pairs.size();
  hold(Result, partsOfSlot(Slot, {{0, LaneBitmask::getAll()}}));
  step(CheckKind::Hold, First);
}

/// With a load as a part of it an instruction may read nothing that changes any more. If so, adds a
/// location for the result that such an instruction computes.
std::optional<uint32_t> CheckProgramBuilder::addFoldedForm(const BeforeInstr &Form) {
  bool Depends = any_of(drop_begin(Form.Operands), [](const MachineOperand &MO) {
    return MO.isReg() && MO.getReg().isVirtual();
  });
  if (Depends || !Form.Operands[0].isReg() || !Form.Operands[0].isDef())
    return std::nullopt;
  uint32_t Location = NumLocations++;
  SlotOfLocation.push_back(NoSlot);
  addForm(Form, {{Location, LaneBitmask::getAll()}});
  return Location;
}

void CheckProgramBuilder::addFoldedExpression(const BeforeInstr &Form) {
  if (std::optional<uint32_t> Location = addFoldedForm(Form)) {
    size_t First = Pairs.size();
    hold(Form.Operands[0], {{*Location, LaneBitmask::getAll()}});
    step(CheckKind::Hold, First);
  }
}

/// An instruction that is gone may have got a load as a part and then been computed elsewhere. That
/// is its result if the register has what the load computes, and not another definition's value.
void CheckProgramBuilder::addMissingLoad(const BeforeInstr &Known) {
  for (const MachineOperand &MO : Known.Operands) {
    if (!reads(MO) || !MO.getReg().isVirtual())
      continue;
    for (unsigned E : Before.Computing.lookup(MO.getReg().virtRegIndex())) {
      auto Form = Forms.computed(Known, MO.getReg(), Before.at(Before.Expressions[E]));
      auto Location = Form ? addFoldedForm(*Form) : std::nullopt;
      if (!Location)
        continue;
      clobberParts({{aside(), LaneBitmask::getAll()}});
      size_t First = Pairs.size();
      hold(Known.Operands[0], {{aside(), LaneBitmask::getAll()}});
      step(CheckKind::Hold, First);
      SpanRow Inputs = {uint32_t(Pairs.size()), 0};
      hold(MO, partsOfExpression(E));
      Inputs.end = Pairs.size();
      First = Pairs.size();
      pair(*Location, aside());
      step(CheckKind::Recompute, First);
      Steps.back().inputs = Inputs;
    }
  }
}

/// A constant may be stored where a copy of it would have been spilled. Several expressions may
/// compute it, such as x86's zero by a move and by an operation that overwrites the flags.
bool CheckProgramBuilder::addStoredExpression(const MachineInstr &MI) {
  for (const MachineOperand &MO : MI.operands()) {
    if (!MO.isFI() || MO.getIndex() < Before.FirstSpillSlot)
      continue;
    SmallVector<unsigned, 2> Stored;
    for (unsigned E = 0; E != Before.Expressions.size(); ++E) {
      const BeforeInstr &Known = Before.at(Before.Expressions[E]);
      if (!mayBePartOf(Known, MI))
        continue;
      // The same constant may be part of a larger register elsewhere.
      BeforeInstr Whole = Known;
      Whole.Operands[0].setSubReg(0);
      auto Form = Forms.inSlot(Whole, Known.Operands[0].getReg(), MO.getIndex(), MI);
      bool Same = Form && Forms.is(*Form, MI);
      if (Same && none_of(Form->Operands, [](const MachineOperand &Op) {
            return Op.isReg() && Op.getReg().isVirtual();
          }))
        Stored.push_back(E);
    }
    if (Stored.empty())
      continue;
    Parts Slot = partsOfSlot(MO.getIndex(), {{0, LaneBitmask::getAll()}});
    clobberParts(Slot);
    for (unsigned E : Stored) {
      size_t First = Pairs.size();
      pairParts(Slot, partsOfExpression(E));
      step(CheckKind::Recompute, First);
    }
    return true;
  }
  return false;
}

} // namespace limit
