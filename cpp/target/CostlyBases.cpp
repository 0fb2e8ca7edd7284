//===- CostlyBases.cpp - bases that addresses had better not have ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "target/CostlyBases.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"
#include <utility>

using namespace llvm;

void limit::CostlyBases::select(const MachineFunction &MF) {
  const TargetSubtargetInfo &Processor = MF.getSubtarget();
  if (std::exchange(Known, &Processor) == &Processor)
    return;
  Registers.clear();
  if (MF.getTarget().getTargetTriple().getArch() != Triple::x86_64 ||
      !Processor.checkFeatures("+slow-3ops-lea"))
    return;
  const TargetRegisterInfo &TRI = *Processor.getRegisterInfo();
  Registers.resize(TRI.getNumRegs());
  for (unsigned Reg : seq(1u, TRI.getNumRegs()))
    Registers[Reg] = is_contained({"RBP", "EBP", "R13", "R13D"}, StringRef(TRI.getName(Reg)));
}

limit::CostlyBases::Use limit::CostlyBases::useBySum(const MachineInstr &MI) {
  auto IsVirtual = [&](unsigned Op) {
    return MI.getOperand(Op).isReg() && MI.getOperand(Op).getReg().isVirtual();
  };
  // Another displacement is a third summand in any case.
  bool IsSum = IsVirtual(Base) && IsVirtual(Index) && MI.getOperand(Scale).isImm() &&
               MI.getOperand(Displacement).isImm() && MI.getOperand(Displacement).getImm() == 0;
  const TargetInstrInfo &TII = *MI.getMF()->getSubtarget().getInstrInfo();
  if (!IsSum || !TII.getName(MI.getOpcode()).starts_with("LEA"))
    return {};
  Register First = MI.getOperand(Base).getReg(), Second = MI.getOperand(Index).getReg();
  if (MI.getOperand(Scale).getImm() != 1)
    return {First, Register()};
  // Without a scale the index can be the base, and what is added to itself needs none.
  return First == Second ? Use() : Use{First, Second};
}
