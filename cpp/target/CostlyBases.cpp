//===- CostlyBases.cpp - bases that addresses had better not have ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "target/CostlyBases.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

bool limit::hasCostlyBases(const MachineFunction &MF) {
  return MF.getTarget().getTargetTriple().getArch() == Triple::x86_64 &&
         MF.getSubtarget().checkFeatures("+slow-3ops-lea");
}

bool limit::isCostlyBase(const TargetRegisterInfo &TRI, MCRegister Reg) {
  return StringSwitch<bool>(TRI.getName(Reg))
      .Cases({"RBP", "EBP", "R13", "R13D"}, true)
      .Default(false);
}

Register limit::costlyBase(const MachineInstr &MI) {
  enum { Result, Base, Scale, Index, Displacement, Segment, Operands };
  if (MI.getNumExplicitOperands() != Operands || MI.mayLoadOrStore() ||
      !MI.getOperand(Base).isReg())
    return Register();
  auto IsVirtual = [&](unsigned Op) {
    return MI.getOperand(Op).isReg() && MI.getOperand(Op).getReg().isVirtual();
  };
  // Without a scale the index can be the base; another displacement is a third summand in any case.
  bool IsSum = IsVirtual(Base) && IsVirtual(Index) && MI.getOperand(Scale).isImm() &&
               MI.getOperand(Scale).getImm() != 1 && MI.getOperand(Displacement).isImm() &&
               MI.getOperand(Displacement).getImm() == 0;
  const TargetInstrInfo &TII = *MI.getMF()->getSubtarget().getInstrInfo();
  bool IsAddress = IsSum && TII.getName(MI.getOpcode()).starts_with("LEA");
  return IsAddress ? MI.getOperand(Base).getReg() : Register();
}
