//===- Notes.cpp - what passes change behind the snapshot -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Limit's own passes say what they do to an instruction. What those of targets have moved or
/// replaced is found in the function.
///
//===----------------------------------------------------------------------===//

#include "check/Snapshot.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"
#include <algorithm>

using namespace llvm;

namespace limit {

/// Whether the instruction writes its first operand alone, from nothing but registers that are
/// compared, constants and memory.
static bool computesOneValue(const BeforeInstr &Known, const MachineInstr &MI) {
  if (MI.isBundled() || MI.isInlineAsm() || MI.isCall() || MI.isTerminator() || MI.mayStore() ||
      MI.hasUnmodeledSideEffects() || MI.getNumExplicitDefs() != 1)
    return false;
  const MachineRegisterInfo &MRI = MI.getMF()->getRegInfo();
  auto IsFixed = [&](const MachineOperand &MO) { return MRI.isReserved(MO.getReg()); };
  return !IsFixed(MI.getOperand(0)) && all_of(drop_begin(Known.Operands), [&](const auto &MO) {
    if (!MO.isReg() || !MO.getReg())
      return true;
    return MO.isDef() ? MO.isDead() : MO.getReg().isVirtual() || IsFixed(MO);
  });
}

void Snapshot::noteCommuted(const MachineInstr &MI, unsigned Tied, unsigned Other) {
  auto Place = Places.find(MI.peekDebugInstrNum());
  if (Place == Places.end())
    return;
  BeforeInstr &Known = Blocks[Place->second.first].Instrs[Place->second.second];
  Known.Opcode = MI.getOpcode();
  for (auto [Op, MO] : enumerate(MI.operands()))
    if (!MO.isReg())
      Known.Operands[Op] = MO;
  // The instruction itself may name registers that were joined since.
  Register Result = Known.Operands[0].getReg(), Addend = Known.Operands[Other].getReg();
  Known.CopiedTo = Result;
  for (auto [Op, Reg] : {std::pair(0u, Addend), std::pair(Tied, Addend), std::pair(Other, Result)})
    Known.name(Op, Reg);
}

/// Whether \p MI copies a virtual register to another one, and \p Passed changes the first one.
static bool isCopyOfChanged(const BeforeInstr &MI, ArrayRef<BeforeInstr> Passed) {
  if (MI.Opcode != TargetOpcode::COPY || !MI.Operands[0].getReg().isVirtual())
    return false;
  Register From = MI.Operands[1].getReg();
  return From.isVirtual() && any_of(Passed, [From](const BeforeInstr &Other) {
           return any_of(Other.Operands, [From](const MachineOperand &MO) {
             return writes(MO) && MO.getReg() == From;
           });
         });
}

void Snapshot::noteSunk(const MachineInstr &MI) {
  auto Place = Places.find(MI.peekDebugInstrNum());
  // What leaves a register undefined has no number, and nobody names that register on the way.
  if (Place == Places.end())
    return;
  auto [Block, First] = Place->second;
  // What other passes have put in front of it since has no place.
  auto IsKnown = [&, Block = Block](const MachineInstr &Other) {
    auto Known = Places.find(Other.peekDebugInstrNum());
    return Known != Places.end() && Known->second.first == Block;
  };
  auto Above = make_range(std::next(MI.getReverseIterator()), MI.getParent()->instr_rend());
  auto Previous = find_if(Above, IsKnown);
  if (Previous == Above.end())
    return;
  unsigned Last = Places.lookup(Previous->peekDebugInstrNum()).second;
  if (Last <= First)
    return;
  std::vector<BeforeInstr> &Instrs = Blocks[Block].Instrs;
  // Passes that parted ranges since may have given what a copy reads another name, so that what
  // changes it here is not in its way. Then it is gone where it was, and the one moved is new.
  bool IsRenamed = MI.isCopy() && MI.getOperand(1).getReg() != Instrs[First].Operands[1].getReg();
  if (IsRenamed &&
      isCopyOfChanged(Instrs[First], ArrayRef(Instrs).slice(First + 1, Last - First))) {
    Places.erase(Instrs[First].Number);
    Instrs[First].Number = 0;
    return;
  }
  auto Renumber = [&, Block = Block, First = First](std::pair<unsigned, unsigned> &Of) {
    if (Of.first == Block && First <= Of.second && Of.second <= Last)
      Of.second = Of.second == First ? Last : Of.second - 1;
  };
  SmallDenseSet<int, 8> Computed;
  for (const BeforeInstr &Known : ArrayRef(Instrs).slice(First, Last + 1 - First)) {
    if (Known.Number)
      Renumber(Places[Known.Number]);
    if (Known.Expression >= 0 && Computed.insert(Known.Expression).second)
      Renumber(Expressions[Known.Expression]);
    if (Known.Operands.empty() || !writes(Known.Operands[0]) ||
        !Known.Operands[0].getReg().isVirtual())
      continue;
    // A load that may stand elsewhere is the only definition of its register.
    if (auto Load = Loads.find(Known.Operands[0].getReg().virtRegIndex()); Load != Loads.end())
      Renumber(Load->second);
  }
  std::rotate(Instrs.begin() + First, Instrs.begin() + First + 1, Instrs.begin() + Last + 1);
}

void Snapshot::noteReadOfCopy(const MachineInstr &MI, unsigned Op, const MachineInstr &Copy) {
  auto Place = Places.find(MI.peekDebugInstrNum()), Above = Places.find(Copy.peekDebugInstrNum());
  if (Place == Places.end() || Above == Places.end() ||
      Place->second.first != Above->second.first || Place->second <= Above->second)
    return;
  std::vector<BeforeInstr> &Instrs = Blocks[Place->second.first].Instrs;
  BeforeInstr &Known = Instrs[Place->second.second];
  const BeforeInstr &Copied = at(Above->second);
  // Passes that joined ranges since may have given the copy's registers other names.
  Register To = Copied.Operands[0].getReg(), From = Copied.Operands[1].getReg();
  const MachineOperand &MO = Known.Operands[Op];
  auto IsChanged = [&](const BeforeInstr &Between) {
    return any_of(Between.Operands, [&](const MachineOperand &Other) {
      return writes(Other) && (Other.getReg() == To || Other.getReg() == From);
    });
  };
  unsigned First = Above->second.second + 1;
  if (Known.Expression >= 0 || !reads(MO) || (MO.getReg() != To && MO.getReg() != From) ||
      any_of(ArrayRef(Instrs).slice(First, Place->second.second - First), IsChanged))
    return;
  Known.name(Op, MO.getReg() == To ? From : To);
}

void Snapshot::noteMoved(const MachineFunction &MF) {
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB) {
      auto Place = Places.find(MI.peekDebugInstrNum());
      if (Place == Places.end() || Place->second.first == unsigned(MBB.getNumber()) || MI.isCopy())
        continue;
      BeforeInstr &Known = Blocks[Place->second.first].Instrs[Place->second.second];
      if (Known.Expression >= 0 || !computesOneValue(Known, MI) || changesItsResult(Known))
        continue;
      Known.Expression = Expressions.size();
      Expressions.push_back(Place->second);
    }
}

/// The operand that holds the vector type, if the instruction is one of RISC-V's that set the
/// vector length. Its target does not export their numbers, so they are known by name.
static std::optional<unsigned> vectorTypeOperand(const MachineInstr &MI) {
  const MachineFunction &MF = *MI.getMF();
  if (!MF.getTarget().getTargetTriple().isRISCV() ||
      !MF.getSubtarget().getInstrInfo()->getName(MI.getOpcode()).starts_with("PseudoVSET"))
    return std::nullopt;
  unsigned Last = MI.getNumExplicitOperands() - 1;
  return MI.getOperand(Last).isImm() ? std::optional(Last) : std::nullopt;
}

/// The width of an element by the registers in a group, as a power of two: what the length depends
/// on (RISC-V "V" 1.0, sections 3.4 and 6.3). Bits 0 to 2 of a vector type are the group's
/// exponent, which has a sign, and bits 3 to 5 the width's.
static int lengthRatio(int64_t VectorType) {
  int Group = VectorType & 7, Width = VectorType >> 3 & 7;
  return Width - (Group < 4 ? Group : Group - 8);
}

/// RISC-V's pass for vector lengths lets one instruction set the length for two that need it, with
/// the type that the second one needs: the same length if widths and groups are in the same ratio.
static void takeVectorType(BeforeInstr &Known, const MachineInstr &MI) {
  std::optional<unsigned> Op = vectorTypeOperand(MI);
  if (Op && *Op < Known.Operands.size() && Known.Operands[*Op].isImm() &&
      lengthRatio(Known.Operands[*Op].getImm()) == lengthRatio(MI.getOperand(*Op).getImm()))
    Known.Operands[*Op] = MI.getOperand(*Op);
}

void Snapshot::noteReplaced(const MachineFunction &MF) {
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  auto ChangesUnseen = [&](const MachineOperand &MO) {
    return writes(MO) && MO.isImplicit() && MO.getReg().isPhysical() &&
           MRI.isReserved(MO.getReg()) && !MRI.isConstantPhysReg(MO.getReg().asMCReg());
  };
  for (const MachineBasicBlock &MBB : MF) {
    if (size_t(MBB.getNumber()) >= Blocks.size())
      continue;
    std::vector<BeforeInstr> &Instrs = Blocks[MBB.getNumber()].Instrs;
    std::optional<DenseSet<unsigned>> There;
    for (const MachineInstr &MI : MBB) {
      if (Places.contains(MI.peekDebugInstrNum()) || MI.isCall() || MI.mayStore() ||
          MI.getNumExplicitDefs() != 1 || none_of(MI.operands(), ChangesUnseen))
        continue;
      if (!There) {
        There.emplace();
        for (const MachineInstr &Other : MBB)
          There->insert(Other.peekDebugInstrNum());
      }
      for (auto [Number, Known] : enumerate(Instrs)) {
        if (Known.Expression >= 0 || Known.Opcode != MI.getOpcode() ||
            There->contains(Known.Number) || changesItsResult(Known))
          continue;
        takeVectorType(Known, MI);
        if (!computesTheSame(Known.Operands, operandsOf(MI), /*CompareUses=*/false))
          continue;
        Known.Expression = Expressions.size();
        Expressions.push_back({unsigned(MBB.getNumber()), unsigned(Number)});
      }
    }
  }
}

} // namespace limit
