//===- KnownValue.cpp - registers of which a branch says the value --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Instructions are told by name, since the targets' headers are not installed.
///
//===----------------------------------------------------------------------===//

#include "target/KnownValue.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"
#include <optional>

using namespace llvm;

namespace {

/// A virtual register with its value.
struct Known {
  Register Reg;
  int64_t Value = 0;
};

} // namespace

static StringRef nameOf(const MachineInstr &MI) {
  return MI.getMF()->getSubtarget().getInstrInfo()->getName(MI.getOpcode());
}

/// The virtual register of a branch that reads nothing else but the zero register.
static Register comparedWithZero(const MachineInstr &Branch, const MachineRegisterInfo &MRI) {
  Register Compared;
  for (const MachineOperand &MO : Branch.all_uses()) {
    if (MO.getReg().isPhysical() && MRI.isConstantPhysReg(MO.getReg()))
      continue;
    if (Compared || !MO.getReg().isVirtual() || MO.getSubReg())
      return Register();
    Compared = MO.getReg();
  }
  return Compared;
}

/// What is known where flags say that the result of an AArch64 instruction is zero.
static Known knownIfResultIsZero(const MachineInstr &MI) {
  StringRef Name = nameOf(MI);
  bool Adds = Name.consume_front("ADDS"), Subtracts = !Adds && Name.consume_front("SUBS");
  const MachineOperand &Result = MI.getOperand(0);
  if (!Adds && !Subtracts && !Name.starts_with("ANDS"))
    return {};
  if (Result.getReg().isVirtual() && !Result.isDead())
    return {Result.getReg()};
  if ((Name != "Wri" && Name != "Xri") || !MI.getOperand(1).isReg() || !MI.getOperand(2).isImm())
    return {};
  const MachineOperand &Compared = MI.getOperand(1);
  if (!Compared.getReg().isVirtual() || Compared.getSubReg())
    return {};
  int64_t Value = MI.getOperand(2).getImm() << MI.getOperand(3).getImm();
  return {Compared.getReg(), Adds ? -Value : Value};
}

/// What is known where AArch64's flags, as the branch reads them, say equal.
static Known knownIfEqual(const MachineInstr &Branch) {
  const MachineBasicBlock &MBB = *Branch.getParent();
  const TargetRegisterInfo &TRI = *MBB.getParent()->getSubtarget().getRegisterInfo();
  auto ReadsFlags = [](const MachineOperand &MO) {
    return MO.isReg() && MO.isImplicit() && MO.isUse();
  };
  auto Flags = find_if(Branch.operands(), ReadsFlags);
  if (Flags == Branch.operands_end())
    return {};
  for (const MachineInstr &MI :
       reverse(make_range(MBB.begin(), MachineBasicBlock::const_iterator(Branch))))
    if (MI.modifiesRegister(Flags->getReg(), &TRI))
      return MI.isCall() ? Known() : knownIfResultIsZero(MI);
  return {};
}

/// What is known where the branch to the block leads there.
static Known knownAtStart(const MachineBasicBlock &MBB) {
  if (MBB.pred_size() != 1)
    return {};
  const MachineFunction &MF = *MBB.getParent();
  bool IsAArch64 = MF.getTarget().getTargetTriple().isAArch64();
  const MachineBasicBlock &Pred = **MBB.pred_begin();
  auto IsConditional = [](const MachineInstr &MI) { return MI.isConditionalBranch(); };
  auto Branch = find_if(Pred.terminators(), IsConditional);
  if (Branch == Pred.end() || Pred.succ_size() != 2)
    return {};
  const MachineOperand &Target = Branch->getOperand(Branch->getNumExplicitOperands() - 1);
  if (!Target.isMBB())
    return {};
  bool IsTaken = Target.getMBB() == &MBB;
  StringRef Name = nameOf(*Branch);
  if (IsAArch64 && Name == "Bcc") {
    constexpr int64_t Equal = 0, NotEqual = 1;
    return Branch->getOperand(0).getImm() == (IsTaken ? Equal : NotEqual) ? knownIfEqual(*Branch)
                                                                          : Known();
  }
  bool IfZero = Name == "BEQ" || (IsAArch64 && (Name == "CBZW" || Name == "CBZX"));
  bool IfNot = Name == "BNE" || (IsAArch64 && (Name == "CBNZW" || Name == "CBNZX"));
  return (IsTaken ? IfZero : IfNot) ? Known{comparedWithZero(*Branch, MF.getRegInfo())} : Known();
}

/// The constant that the instruction puts into a virtual register.
static std::optional<int64_t> constantOf(const MachineInstr &MI) {
  const MachineRegisterInfo &MRI = MI.getMF()->getRegInfo();
  // What leaves a register undefined reads nothing.
  if (MI.getNumExplicitOperands() < 2)
    return std::nullopt;
  const MachineOperand &To = MI.getOperand(0), &From = MI.getOperand(1);
  if (!To.getReg().isVirtual() || To.getSubReg())
    return std::nullopt;
  if (MI.isCopy())
    return From.getReg().isPhysical() && MRI.isConstantPhysReg(From.getReg())
               ? std::optional<int64_t>(0)
               : std::nullopt;
  StringRef Name = nameOf(MI);
  bool IsMove = (Name == "MOVi32imm" || Name == "MOVi64imm") && From.isImm();
  return IsMove ? std::optional(From.getImm()) : std::nullopt;
}

/// The subregister at the beginning of \p Whole that has the size of \p Part, 0 if they are alike;
/// nothing if there is none.
static std::optional<unsigned> lowerPart(const TargetRegisterClass &Whole,
                                         const TargetRegisterClass &Part,
                                         const TargetRegisterInfo &TRI) {
  unsigned Size = TRI.getRegSizeInBits(Part);
  if (TRI.getRegSizeInBits(Whole) == Size)
    return 0;
  for (unsigned Sub = 1; Sub != TRI.getNumSubRegIndices(); ++Sub)
    if (TRI.getSubRegIdxSize(Sub) == Size && TRI.getSubRegIdxOffset(Sub) == 0 &&
        TRI.getMatchingSuperRegClass(&Whole, &Part, Sub))
      return Sub;
  return std::nullopt;
}

std::pair<Register, unsigned> limit::registerKnownEqual(const MachineInstr &MI) {
  const MachineFunction &MF = *MI.getMF();
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  const Triple &Target = MF.getTarget().getTargetTriple();
  if (!Target.isAArch64() && !Target.isRISCV())
    return {};
  std::optional<int64_t> Constant = constantOf(MI);
  if (!Constant)
    return {};
  auto [Reg, Value] = knownAtStart(*MI.getParent());
  Register To = MI.getOperand(0).getReg();
  if (!Reg || Reg == To || Value != *Constant)
    return {};
  std::optional<unsigned> Sub =
      lowerPart(*MRI.getRegClass(Reg), *MRI.getRegClass(To), *MRI.getTargetRegisterInfo());
  // Of a number below zero the upper half is not zero, as it is behind a move of the lower one.
  bool IsOther = !Sub || (*Sub != 0 && Value < 0);
  return IsOther ? std::pair(Register(), 0u) : std::pair(Reg, *Sub);
}
