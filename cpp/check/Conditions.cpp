//===- Conditions.cpp - SystemZ's conditions of instructions --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "check/Conditions.h"
#include "check/Program.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace limit::core;

namespace limit {

static bool isFlags(const MachineOperand &MO, const TargetRegisterInfo &TRI) {
  return MO.isReg() && MO.isImplicit() && MO.getReg().isPhysical() &&
         StringRef(TRI.getName(MO.getReg().asMCReg())) == "CC";
}

std::optional<unsigned> conditionOf(ArrayRef<MachineOperand> Operands, const MachineFunction &MF) {
  if (!MF.getTarget().getTargetTriple().isSystemZ())
    return std::nullopt;
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  if (none_of(Operands, [&](const MachineOperand &MO) { return isFlags(MO, TRI) && MO.isUse(); }))
    return std::nullopt;
  for (size_t Op = Operands.size(); Op-- > 1;)
    if (Operands[Op].isImm()) {
      bool IsCondition = Operands[Op - 1].isImm() && Operands[Op - 1].getImm() < 16 &&
                         !(Operands[Op].getImm() & ~Operands[Op - 1].getImm());
      return IsCondition ? std::optional(unsigned(Op)) : std::nullopt;
    }
  return std::nullopt;
}

ConditionChange::ConditionChange(ArrayRef<MachineOperand> Was, const MachineInstr &Is,
                                 bool MayInvert) {
  const MachineFunction &MF = *Is.getMF();
  ArrayRef<MachineOperand> Operands(Is.operands_begin(), Is.operands_end());
  std::optional<unsigned> Before = conditionOf(Was, MF), Now = conditionOf(Operands, MF);
  if (!Before || !Now)
    return;
  unsigned Condition = Was[*Before].getImm(), Valid = Was[*Before - 1].getImm();
  auto IsNow = [&](unsigned Expected) {
    unsigned Found = Operands[*Now].getImm();
    return Found == Expected || (MayInvert && Found == (Valid ^ Expected));
  };
  IsSame = IsNow(Condition);
  IsExchanged = IsNow(exchangedCondition(Condition));
}

/// The snapshot's instruction of which this one was made, if it is known.
const BeforeInstr *CheckProgramBuilder::knownOf(const MachineInstr &MI) const {
  std::optional<unsigned> Origin = originOf(MI);
  return Origin ? &Before.at(Before.Places.lookup(*Origin)) : nullptr;
}

ConditionChange CheckProgramBuilder::conditionChange(const BeforeInstr &Known,
                                                     const MachineInstr &After) const {
  return ConditionChange(Known.Operands, After, TII.get(Known.Opcode).isCommutable());
}

static bool writesFlags(const MachineInstr &MI, const TargetRegisterInfo &TRI) {
  return any_of(MI.operands(),
                [&](const MachineOperand &MO) { return writes(MO) && isFlags(MO, TRI); });
}

std::optional<bool> CheckProgramBuilder::isReadExchanged(const MachineInstr &Comparison) const {
  if (!MF.getTarget().getTargetTriple().isSystemZ() || !Comparison.isCompare())
    return std::nullopt;
  const MachineBasicBlock &MBB = *Comparison.getParent();
  for (const MachineInstr &MI : make_range(std::next(Comparison.getIterator()), MBB.instr_end())) {
    if (const BeforeInstr *Known = knownOf(MI)) {
      ConditionChange Change = conditionChange(*Known, MI);
      if (Change.IsSame != Change.IsExchanged)
        return Change.IsExchanged;
    }
    if (writesFlags(MI, TRI))
      break;
  }
  return std::nullopt;
}

bool CheckProgramBuilder::isConditionWrong(const BeforeInstr &Known,
                                           const MachineInstr &After) const {
  ConditionChange Change = conditionChange(Known, After);
  if (Change.IsSame || !Change.IsExchanged)
    return !Change.IsSame;
  // A comparison that was folded has no number; see foldsOf().
  const MachineBasicBlock &MBB = *After.getParent();
  for (const MachineInstr &MI : reverse(make_range(MBB.instr_begin(), After.getIterator())))
    if (writesFlags(MI, TRI))
      return Before.Places.contains(MI.peekDebugInstrNum());
  return true;
}

/// Reads the flags from where they are not, which is reported.
void CheckProgramBuilder::readNowhere(const BeforeInstr &Known, const MachineInstr &After) {
  Instrs.push_back(&After);
  const Parts Nowhere = {{nowhere(), LaneBitmask::getAll()}};
  clobberParts(Nowhere);
  size_t First = Pairs.size();
  for (const MachineOperand &MO : Known.Operands)
    if (reads(MO) && isFlags(MO, TRI))
      hold(MO, Nowhere);
  step(CheckKind::Read, First);
}

} // namespace limit
