//===- Blocks.cpp - the instructions of a block, in their order ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is there of a block of the snapshot, what is gone and what is new. A block may have become
/// several: targets make branches of a choice between two registers where no instruction can make
/// it.
///
//===----------------------------------------------------------------------===//

#include "check/Program.h"
#include "flatten/Flatten.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"

using namespace llvm;
using namespace limit::core;

namespace limit {

/// Registers are live into the entry and, set by the runtime, into landing pads.
void CheckProgramBuilder::enter(const MachineBasicBlock &MBB) {
  bool IsEntry = &MBB == &MF.front();
  if (!IsEntry && !MBB.isEHPad())
    return;
  Instrs.push_back(nullptr);
  size_t First = Pairs.size();
  for (MCRegister Reg : Before.Blocks[MBB.getNumber()].LiveIns)
    for (const Part &P : partsOf(Reg))
      pair(P.Location, valueOfUnit(P.Location));
  if (IsEntry)
    for (unsigned Reg = 1; Reg != TRI.getNumRegs(); ++Reg)
      if (MRI.isConstantPhysReg(MCRegister(Reg)))
        for (const Part &P : partsOf(Reg))
          pair(P.Location, valueOfUnit(P.Location));
  if (IsEntry)
    for (const Parts &Result : Results)
      for (const Part &P : Result)
        pair(P.Location, valueOfResult(P.Location));
  step(CheckKind::Write, First);
}

/// Whether the two blocks behind this one were made of its end for a choice: the first of them is
/// one copy, around which a branch leads to the second.
static bool endsInChoice(const MachineBasicBlock &MBB, size_t KnownBlocks) {
  auto Arm = std::next(MBB.getIterator()), End = MBB.getParent()->end();
  if (Arm == End || std::next(Arm) == End)
    return false;
  const MachineBasicBlock &Rest = *std::next(Arm);
  auto IsNew = [&](const MachineBasicBlock &Block) {
    return size_t(Block.getNumber()) >= KnownBlocks;
  };
  return IsNew(*Arm) && IsNew(Rest) && MBB.succ_size() == 2 && MBB.isSuccessor(&*Arm) &&
         MBB.isSuccessor(&Rest) && Arm->succ_size() == 1 && Arm->isSuccessor(&Rest) &&
         Arm->pred_size() == 1 && Rest.pred_size() == 2 && Arm->size() == 1 &&
         Arm->front().isCopy();
}

/// Whether the result is the operand that is tied to it or, under a condition, the next one.
static bool isChoice(const BeforeInstr &Known, const TargetInstrInfo &TII) {
  const MCInstrDesc &Desc = TII.get(Known.Opcode);
  return Known.Number && Desc.isPseudo() && Desc.getNumDefs() == 1 && Desc.getNumOperands() > 2 &&
         !Desc.mayLoad() && !Desc.mayStore() && !Desc.hasUnmodeledSideEffects() &&
         Desc.getOperandConstraint(1, MCOI::TIED_TO) == 0 && Desc.operands()[0].RegClass >= 0 &&
         Desc.operands()[0].RegClass == Desc.operands()[2].RegClass;
}

/// The end of a block up to a choice that became branches: on the way around the copy the result is
/// the tied operand.
std::string CheckProgramBuilder::addChoice(ArrayRef<BeforeInstr> Missing,
                                           ArrayRef<const MachineInstr *> Own) {
  auto IsThere = [&](const BeforeInstr &Known) {
    return any_of(MF, [&](const MachineBasicBlock &MBB) {
      return any_of(MBB,
                    [&](const MachineInstr &MI) { return MI.peekDebugInstrNum() == Known.Number; });
    });
  };
  auto Found = find_if(
      Missing, [&](const BeforeInstr &Known) { return isChoice(Known, TII) && !IsThere(Known); });
  if (Found == Missing.end())
    return "the allocator added a block";
  Choice = &*Found;
  Next += Found - Missing.begin() + 1;
  std::string Reason = addGap(Missing.take_front(Found - Missing.begin()), Own);
  addTransfer(*Choice, 1, nullptr);
  return Reason;
}

std::string CheckProgramBuilder::addBlock(const MachineBasicBlock &MBB) {
  bool IsNew = size_t(MBB.getNumber()) >= Before.Blocks.size();
  if (IsNew && Choice && !InRest) {
    addTransfer(*Choice, 2, &MBB.front());
    InRest = true;
    return "";
  }
  if (IsNew && !InRest)
    return "the allocator added a block";
  if (!IsNew) {
    Block = MBB.getNumber();
    Next = 0;
  }
  Choice = nullptr;
  InRest = false;
  ArrayRef<BeforeInstr> Known = Before.Blocks[Block].Instrs;
  Thrower = throwerOf(MBB);
  SmallVector<const MachineInstr *, 8> Own;
  for (const MachineInstr &MI : MBB) {
    // What only says where a register dies, or that it holds anything, changes nothing.
    if (MI.isDebugOrPseudoInstr() || MI.isCFIInstruction() || MI.isKill() || MI.isImplicitDef())
      continue;
    auto Place = Before.Places.find(MI.peekDebugInstrNum());
    if (Place == Before.Places.end() || isHoisted(MI, Place->second)) {
      std::optional<unsigned> Origin = originOf(MI);
      if (Place == Before.Places.end() && Origin && Before.Places.lookup(*Origin).first != Block)
        return "an instruction was moved";
      Own.push_back(&MI);
      continue;
    }
    auto [Home, Number] = Place->second;
    if (Home != Block || Number < Next)
      return "an instruction was moved";
    std::string Reason = addGap(Known.slice(Next, Number - Next), Own);
    if (!Reason.empty())
      return Reason;
    Own.clear();
    Next = Number + 1;
    if (Known[Number].Opcode == TargetOpcode::COPY) {
      addCopy(Known[Number], &MI);
      continue;
    }
    if (isConditionWrong(Known[Number], MI))
      readNowhere(Known[Number], MI);
    std::optional<BeforeInstr> Form = Forms.exchanged(Known[Number], MI);
    if (!Form)
      Form = Forms.reduced(Known[Number], MI);
    std::optional<BeforeInstr> Simplified = Forms.simplified(Known[Number], MI);
    Fold Other;
    bool IsEither = Simplified && Forms.is(Known[Number], MI);
    if (IsEither)
      Other.Form = *Simplified;
    else if (Simplified)
      Form = Simplified;
    Reason =
        addInstr(Form ? *Form : Known[Number], MI, /*Folded=*/nullptr, IsEither ? &Other : nullptr);
    if (!Reason.empty())
      return Reason;
    addCopyOfResult(Known[Number]);
  }
  if (endsInChoice(MBB, Before.Blocks.size()))
    return addChoice(Known.drop_front(Next), Own);
  std::string Reason = addGap(Known.drop_front(Next), Own);
  Instrs.push_back(nullptr);
  undefineLanes(Before.Blocks[Block].Undefined);
  return Reason;
}

/// Whether the instruction is in another block now and may be: it computes its value again there,
/// or copies what is there, and is gone where it was.
bool CheckProgramBuilder::isHoisted(const MachineInstr &MI,
                                    std::pair<unsigned, unsigned> Place) const {
  return Place.first != Block && (Before.at(Place).Expression >= 0 || MI.isCopy());
}

/// Of a copy from or to a register in memory the spiller makes a store or a reload, which tells
/// where the copy was: what precedes that happens first, and is left out of what is returned.
ArrayRef<const MachineInstr *>
CheckProgramBuilder::addOwnBefore(const BeforeInstr &Copy, ArrayRef<const MachineInstr *> Own) {
  auto IsMadeOf = [&](const MachineInstr *MI) { return originOf(*MI) == Copy.Number; };
  auto Made = find_if(Own, IsMadeOf);
  if (Made == Own.end())
    return Own;
  for (const MachineInstr *MI : make_range(Own.begin(), Made))
    addOwn(*MI);
  return Own.drop_front(Made - Own.begin());
}

/// A copy of a part of a constant register, of which LLVM may make a store of the whole register:
/// then it copies the whole one, all of which is the same.
BeforeInstr CheckProgramBuilder::asStored(const BeforeInstr &Copy,
                                          ArrayRef<const MachineInstr *> Own) const {
  Register From = Copy.Operands[1].getReg();
  bool IsConstant = From.isPhysical() && MRI.isConstantPhysReg(From.asMCReg());
  if (!IsConstant || Own.empty() || originOf(*Own.front()) != Copy.Number)
    return Copy;
  BeforeInstr Stored = Copy;
  if (auto Transfer = transferOf(*Own.front());
      Transfer && TRI.isSuperRegister(From.asMCReg(), Transfer->second))
    Stored.name(1, Transfer->second);
  return Stored;
}

/// What the result of an instruction is called whose operands were exchanged.
void CheckProgramBuilder::addCopyOfResult(const BeforeInstr &Known) {
  if (!Known.CopiedTo)
    return;
  BeforeInstr Copy;
  Copy.Opcode = TargetOpcode::COPY;
  Copy.Operands = {MachineOperand::CreateReg(Known.CopiedTo, /*isDef=*/true),
                   MachineOperand::CreateReg(Known.Operands[0].getReg(), /*isDef=*/false)};
  addMissing(Copy);
}

/// What the snapshot has between two instructions that are still there, and what is there now.
std::string CheckProgramBuilder::addGap(ArrayRef<BeforeInstr> Missing,
                                        ArrayRef<const MachineInstr *> Own) {
  for (const BeforeInstr &Gone : Missing) {
    if (Gone.Opcode == TargetOpcode::COPY) {
      Own = addOwnBefore(Gone, Own);
      addMissing(asStored(Gone, Own));
      continue;
    }
    bool Found = false;
    for (size_t O = 0; O != Own.size() && !Found; ++O) {
      if (!mayBe(Gone, *Own[O]))
        continue;
      // What precedes it happens first, but only if it is the one: try on a copy of the tables.
      size_t StepsBefore = Steps.size(), PairsBefore = Pairs.size();
      size_t InstrsBefore = Instrs.size();
      for (const MachineInstr *MI : Own.take_front(O))
        addOwn(*MI);
      Found = addFolded(Gone, *Own[O]);
      if (Found) {
        Own = Own.drop_front(O + 1);
        break;
      }
      Steps.resize(StepsBefore, CheckStep());
      Pairs.resize(PairsBefore, CheckPair());
      Instrs.resize(InstrsBefore);
    }
    if (!Found)
      addMissing(Gone);
    addCopyOfResult(Gone);
  }
  for (const MachineInstr *MI : Own)
    addOwn(*MI);
  return "";
}

} // namespace limit
