//===- Instrs.cpp - what single instructions do to values -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "check/Program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/CodeGen/StackMaps.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Statepoint.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace limit::core;

namespace limit {

bool leavesRestUndefined(const MachineOperand &MO) {
  return MO.isDef() && MO.isUndef() && MO.getSubReg() && MO.getReg().isVirtual();
}

void CheckProgramBuilder::addCopy(const BeforeInstr &Known, const MachineInstr *After) {
  const MachineOperand &To = Known.Operands[0], &From = Known.Operands[1];
  Instrs.push_back(After);
  undefineLanes(Known.Undefined);
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
      // A register with one place for several parts, or with others, has them all: a later copy of
      // them may be gone.
      bool SameKind = (lanesOf(Target) & lanesOf(Source)).any();
      if (Source.size() > 1 && (Target.size() == 1 || !SameKind))
        for (const Part &P : Target)
          for (auto [Value, Lanes] : valuesOf(From))
            pair(P.Location, Value);
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

/// An instruction whose result is a copy of the operand.
void CheckProgramBuilder::addTransfer(const BeforeInstr &Known, unsigned Op,
                                      const MachineInstr *After) {
  BeforeInstr Transfer = Known;
  Transfer.Operands = {Known.Operands[0], Known.Operands[Op]};
  addCopy(Transfer, After);
}

/// Whether the register is one that never changes or a part of one. Masks that IPRA makes name the
/// upper half of AArch64's zero, which is not constant for LLVM by itself.
static bool isPartOfConstant(MCRegister Reg, const MachineRegisterInfo &MRI) {
  return any_of(MRI.getTargetRegisterInfo()->superregs_inclusive(Reg),
                [&](MCPhysReg Whole) { return MRI.isConstantPhysReg(Whole); });
}

/// Whether the mask preserves a larger register all the same. Masks that IPRA makes name only the
/// pair where the callee saves a pair, as on Hexagon. Those of x86's regcall name the larger
/// register of a result that is lost.
static bool isKeptAsPart(const MachineOperand &Mask, MCPhysReg Reg, const MachineFunction &MF) {
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  return !MF.getTarget().getTargetTriple().isX86() &&
         any_of(TRI.superregs(Reg), [&](MCPhysReg Whole) { return !Mask.clobbersPhysReg(Whole); });
}

/// The units that the instruction overwrites without naming a value.
void CheckProgramBuilder::clobber(const MachineInstr &MI) {
  size_t First = Pairs.size();
  for (const MachineOperand &MO : const_mi_bundle_ops(MI)) {
    if (!MO.isRegMask())
      continue;
    auto [Units, New] = Clobbered.try_emplace(MO.getRegMask());
    auto IsLost = [&](MCPhysReg Root) {
      return MO.clobbersPhysReg(Root) && !isPartOfConstant(Root, MRI) &&
             !isKeptAsPart(MO, Root, MF);
    };
    if (New)
      for (unsigned Unit = 0; Unit != TRI.getNumRegUnits(); ++Unit)
        for (MCRegUnitRootIterator Root(static_cast<MCRegUnit>(Unit), &TRI); Root.isValid(); ++Root)
          if (IsLost(*Root)) {
            append_range(Units->second, locationsOf(Unit));
            break;
          }
    for (uint32_t Unit : Units->second)
      pair(Unit, 0);
  }
  step(CheckKind::Clobber, First);
}

/// Whether an instruction of the snapshot reads the register.
bool CheckProgramBuilder::isRead(Register Reg) const {
  return any_of(Before.Blocks, [&](const BeforeBlock &Block) {
    return any_of(Block.Instrs, [&](const BeforeInstr &MI) {
      return any_of(MI.Operands, [&](auto &MO) { return reads(MO) && MO.getReg() == Reg; });
    });
  });
}

/// A fixed register that changes unseen and that the instruction writes now, but did not before.
static MCRegister addedResult(const KnownInstr &I, const MachineRegisterInfo &MRI) {
  for (const MachineOperand &MO : drop_begin(I.Now, I.Known.Operands.size()))
    if (writes(MO) && MRI.isReserved(MO.getReg()) && !MRI.isConstantPhysReg(MO.getReg().asMCReg()))
      return MO.getReg().asMCReg();
  return MCRegister();
}

/// The register of an operand. Where the instruction is the last one that reads all of a register,
/// LLVM drops an implicit operand that is a part of it, and the whole stands there instead.
MCRegister CheckProgramBuilder::registerAt(const KnownInstr &I, size_t Op) const {
  const MachineOperand &Was = I.Known.Operands[Op];
  MCRegister Reg = I.Now[Op].getReg().asMCReg();
  if (!Was.isImplicit() || !Was.getReg().isVirtual() || !Was.getSubReg())
    return Reg;
  const TargetRegisterClass *Class = Before.Classes[Was.getReg().virtRegIndex()];
  return Class && Class->contains(Reg) ? TRI.getSubReg(Reg, Was.getSubReg()) : Reg;
}

/// What is written to a constant register is lost, unless another register has it from then on.
CheckProgramBuilder::Parts CheckProgramBuilder::partsAt(const KnownInstr &I, size_t Op) const {
  if (I.Now[Op].isDef() && isReserved(I.Now[Op].getReg())) {
    MCRegister Added = addedResult(I, MRI);
    return Added ? partsOf(Added) : Parts{{nowhere(), LaneBitmask::getAll()}};
  }
  return partsOf(registerAt(I, Op));
}

bool CheckProgramBuilder::matters(const KnownInstr &I, size_t Op) const {
  const MachineOperand &MO = I.Known.Operands[Op];
  return MO.isReg() && MO.getReg() && I.Now[Op].getReg().isPhysical() && !isReserved(MO.getReg());
}

/// Why the instruction cannot be compared with the one that it was, or nothing.
std::string CheckProgramBuilder::whyNotFollowed(const KnownInstr &I) const {
  ArrayRef<MachineOperand> Was = I.Known.Operands;
  if (I.Now.size() < Was.size())
    return "an instruction lost operands";
  for (size_t Op = 0; Op != Was.size(); ++Op)
    if (Was[Op].isReg() != I.Now[Op].isReg())
      return "an instruction changed its operands";
  // Allocators assign no reserved registers: a pass between two rounds of allocation did.
  if (addedResult(I, MRI))
    return "";
  for (size_t Op = 0; Op != Was.size(); ++Op)
    if (writes(Was[Op]) && Was[Op].getReg().isVirtual() && isReserved(I.Now[Op].getReg()) &&
        isRead(Was[Op].getReg()))
      return "a result was given to a reserved register";
  return "";
}

/// Results that must not share a register with an operand are there before operands are read.
void CheckProgramBuilder::clobberEarly(const KnownInstr &I) {
  size_t First = Pairs.size();
  for (auto [Op, MO] : enumerate(I.Known.Operands))
    if (matters(I, Op) && MO.isDef() && MO.isEarlyClobber() && !MO.isTied())
      for (const Part &P : partsAt(I, Op))
        pair(P.Location, 0);
  step(CheckKind::Clobber, First);
}

/// Pairs of what the instruction reads, from operand \p From on, of \p Form.
void CheckProgramBuilder::holdUses(const KnownInstr &I, const BeforeInstr &Form, size_t From) {
  for (size_t Op = From; Op < Form.Operands.size(); ++Op)
    if (matters(I, Op) && reads(Form.Operands[Op]))
      hold(Form.Operands[Op], partsAt(I, Op));
}

void CheckProgramBuilder::readOperands(const KnownInstr &I, const Fold *Or) {
  size_t First = Pairs.size();
  holdUses(I, I.Known);
  holdInMemory(I.Folded, reads);
  step(CheckKind::Read, First);
  if (!Or || Pairs.size() == First)
    return;
  SpanRow Other = {uint32_t(Pairs.size()), 0};
  holdUses(I, Or->Form);
  holdInMemory(Or, reads);
  Other.end = Pairs.size();
  Steps.back().kind = CheckKind::ReadEither;
  Steps.back().inputs = Other;
}

/// The operands of a statepoint behind its call's are read when the call is over.
void CheckProgramBuilder::readAfterCall(const KnownInstr &I) {
  if (I.Known.Opcode != TargetOpcode::STATEPOINT)
    return;
  StatepointOpers Opers(&I.After);
  size_t First = Pairs.size();
  if (!(Opers.getFlags() & uint64_t(StatepointFlags::DeoptLiveIn)))
    holdUses(I, I.Known, Opers.getNumDeoptArgsIdx() + 1);
  step(CheckKind::Read, First);
}

/// What of the registers that the instruction writes is not what it was.
void CheckProgramBuilder::endOldValues(const KnownInstr &I) {
  if (I.Folded)
    for (const auto &[MO, Slot] : I.Folded->InSlots)
      if (writes(MO))
        redefineExpressions(MO);
  for (const MachineOperand &MO : I.Known.Operands) {
    if (!writes(MO))
      continue;
    redefineExpressions(MO);
    if (leavesRestUndefined(MO))
      undefine(MachineOperand::CreateReg(MO.getReg(), true));
  }
}

static bool isClobber(const KnownInstr &I, const MachineOperand &MO) {
  return I.Folded && MO.isDef() && MO.isImplicit() && MO.isDead() && MO.getReg().isPhysical();
}

/// A result in a slot leaves nothing of what registers of other kinds had there.
void CheckProgramBuilder::clobberOtherKinds(const KnownInstr &I) {
  if (!I.Folded)
    return;
  size_t First = Pairs.size();
  for (const auto &[MO, Slot] : make_filter_range(
           I.Folded->InSlots, [](const auto &InSlot) { return writes(InSlot.first); })) {
    LaneBitmask Written;
    for (auto [Value, Lanes] : valuesOf(MO))
      Written |= Lanes;
    for (LaneBitmask Kind : SlotKinds.lookup(Slot))
      for (const Part &P : Slots[Slot])
        if ((Kind & Written).none() && (P.Lanes & Kind).any())
          pair(P.Location, 0);
  }
  step(CheckKind::Clobber, First);
}

/// Registers that only the form with an operand in memory overwrites.
void CheckProgramBuilder::clobberMore(const KnownInstr &I) {
  size_t First = Pairs.size();
  for (auto [Op, MO] : enumerate(I.Known.Operands))
    if (matters(I, Op) && isClobber(I, MO))
      for (const Part &P : partsAt(I, Op))
        pair(P.Location, 0);
  step(CheckKind::Clobber, First);
}

void CheckProgramBuilder::writeResults(const KnownInstr &I) {
  if (I.Known.Opcode == TargetOpcode::INIT_UNDEF)
    return writeUndefined(I);
  clobberOtherKinds(I);
  clobberMore(I);
  bool Recomputable = I.Known.Expression >= 0;
  size_t First = Pairs.size();
  Values Without;
  for (auto [Op, MO] : enumerate(I.Known.Operands))
    if (matters(I, Op) && MO.isDef() && !isClobber(I, MO) && (!Recomputable || Op != 0))
      Without.append(hold(MO, partsAt(I, Op)));
  if (!Recomputable)
    holdInMemory(I.Folded, writes);
  step(CheckKind::Write, First);
  undefine(Without);
  if (!Recomputable)
    return;
  auto InSlot = I.Folded ? ArrayRef(I.Folded->InSlots) : ArrayRef<std::pair<MachineOperand, int>>();
  auto Stored = find_if(InSlot, [](const auto &Pair) { return writes(Pair.first); });
  bool IsStored = Stored != InSlot.end();
  const MachineOperand &Result = IsStored ? Stored->first : I.Known.Operands[0];
  Parts Where =
      IsStored ? partsOfSlot(Stored->second, {{0, LaneBitmask::getAll()}}) : partsAt(I, 0);
  define(I.Known, Result, Where);
  // One place may be there for several parts of the result.
  First = Pairs.size();
  hold(Result, Where, /*OfWhole=*/IsStored);
  step(CheckKind::Hold, First);
}

/// Whether no register that can be assigned is this unit alone.
bool CheckProgramBuilder::isNeverAlone(uint32_t Unit) const {
  if (Unit >= TRI.getNumRegUnits())
    return false;
  MCRegUnitRootIterator Root(static_cast<MCRegUnit>(Unit), &TRI);
  return Root.isValid() && !TRI.isInAllocatableClass(*Root);
}

/// Where the rest of a register is that an instruction leaves undefined: a copy of all of it to a
/// register of another kind may take it from there. Where no register names a part of the rest,
/// that may as well be what is written: another kind that has one place for all parts then has it,
/// as it would behind a copy.
void CheckProgramBuilder::holdRest(const KnownInstr &I) {
  size_t First = Pairs.size();
  for (auto [Op, MO] : enumerate(I.Known.Operands))
    if (matters(I, Op) && leavesRestUndefined(MO))
      for (const MachineOperand &Whole : drop_begin(I.Now, I.Known.Operands.size()))
        if (writes(Whole) && TRI.isSuperRegister(I.Now[Op].getReg(), Whole.getReg())) {
          Parts All = partsOf(Whole.getReg());
          hold(MachineOperand::CreateReg(MO.getReg(), true), All);
          for (const Part &P : All)
            if (isNeverAlone(P.Location))
              for (auto [Value, Lanes] : valuesOf(MO))
                pair(P.Location, Value);
        }
  step(CheckKind::Hold, First);
}

/// \p Folded tells what of the instruction is in memory, \p Or another way to read it.
std::string CheckProgramBuilder::addInstr(const BeforeInstr &Known, const MachineInstr &After,
                                          const Fold *Folded, const Fold *Or) {
  KnownInstr I = {Known, After, operandsOf(After), Folded};
  std::string Reason = whyNotFollowed(I);
  if (!Reason.empty())
    return Reason;
  Instrs.push_back(&After);
  undefineLanes(Known.Undefined);
  clobberEarly(I);
  readOperands(I, Or);
  clobber(After);
  readAfterCall(I);
  if (&After == Thrower) {
    undefineLanes(Known.WrittenBehind);
    step(CheckKind::Throw, Pairs.size());
  }
  endOldValues(I);
  writeResults(I);
  holdRest(I);
  if (After.getOpcode() == TargetOpcode::INLINEASM_BR) {
    undefineLanes(Known.WrittenBehind);
    step(CheckKind::Throw, Pairs.size());
  }
  return "";
}

/// An instruction that is gone: a copy that became idle, or one whose results nobody reads, or that
/// are computed again where they are read. One that leaves a register undefined counts as gone.
/// What it left in a fixed register, such as the flags, is nowhere.
void CheckProgramBuilder::addMissing(const BeforeInstr &Known) {
  if (Known.Opcode == TargetOpcode::COPY)
    return addCopy(Known, nullptr);
  // Of a transfer under a condition from a register to itself both are one value.
  if (std::optional<unsigned> Copied = copiedIfGone(Known, TII); Copied && Known.Expression < 0) {
    addTransfer(Known, *Copied, nullptr);
    return addMissingLoad(Known);
  }
  Instrs.push_back(nullptr);
  if (Known.Opcode == TargetOpcode::KILL)
    return;
  if (Known.Opcode == TargetOpcode::IMPLICIT_DEF) {
    const MachineOperand &Result = Known.Operands[0];
    redefineExpressions(Result);
    if (leavesRestUndefined(Result))
      undefine(MachineOperand::CreateReg(Result.getReg(), true));
    else if (!isReserved(Result.getReg()))
      undefine(Result);
    return;
  }
  for (auto [Op, MO] : enumerate(Known.Operands)) {
    bool Computed = Known.Expression >= 0 && Op == 0;
    bool IsFixed = writes(MO) && MO.getReg().isPhysical();
    if (!writes(MO) || (IsFixed && (MO.isDead() || isReserved(MO.getReg()))))
      continue;
    redefineExpressions(MO);
    if (leavesRestUndefined(MO))
      undefine(MachineOperand::CreateReg(MO.getReg(), true));
    if (Computed) {
      define(Known, MO, {});
    } else {
      size_t First = Pairs.size();
      hold(MO, {{nowhere(), LaneBitmask::getAll()}});
      step(CheckKind::Write, First);
      if (!IsFixed)
        addMissingLoad(Known);
    }
  }
}

} // namespace limit
