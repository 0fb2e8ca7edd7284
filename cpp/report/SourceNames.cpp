//===- SourceNames.cpp - the variables that ranges hold -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/SourceNames.h"
#include "Options.h"
#include "RegisterPass.h"
#include "remarks/SpilledValues.h"
#include "report/Log.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;

char limit::SourceNames::ID = 0;

void limit::SourceNames::getAnalysisUsage(AnalysisUsage &AU) const {
  AU.setPreservesAll();
  MachineFunctionPass::getAnalysisUsage(AU);
}

/// The virtual registers by the numbers that DBG_INSTR_REF has for them: an instruction's own
/// number and the operand that defines the register, or the number of a DBG_PHI.
static DenseMap<std::pair<unsigned, unsigned>, Register> numbered(const MachineFunction &MF) {
  DenseMap<std::pair<unsigned, unsigned>, Register> Regs;
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB) {
      if (MI.isDebugPHI()) {
        if (MI.getOperand(0).isReg())
          Regs[{unsigned(MI.getOperand(1).getImm()), 0}] = MI.getOperand(0).getReg();
      } else if (unsigned Number = MI.peekDebugInstrNum()) {
        for (const auto &[Index, MO] : enumerate(MI.operands()))
          if (MO.isReg() && MO.isDef())
            Regs[{Number, unsigned(Index)}] = MO.getReg();
      }
    }
  for (const MachineFunction::DebugSubstitution &Sub : MF.DebugValueSubstitutions)
    if (auto Known = Regs.find(Sub.Dest); Known != Regs.end())
      Regs.try_emplace(Sub.Src, Known->second);
  return Regs;
}

/// The virtual registers that arguments are copied to where the function begins, by the argument's
/// own.
static DenseMap<Register, Register> arguments(const MachineFunction &MF) {
  DenseMap<Register, Register> Copies;
  for (const MachineInstr &MI : MF.front())
    if (MI.isCopy() && MF.front().isLiveIn(MI.getOperand(1).getReg()))
      Copies.try_emplace(MI.getOperand(1).getReg(), MI.getOperand(0).getReg());
  return Copies;
}

StringRef limit::SourceNames::nameOf(Register Reg) const {
  const DILocalVariable *Variable = of(Reg);
  return Variable ? Variable->getName() : StringRef();
}

bool limit::SourceNames::runOnMachineFunction(MachineFunction &MF) {
  Variables.clear();
  bool IsAsked = isLogWanted() || areRemarksWanted(MF) || !options().Placements.empty();
  if (!IsAsked || !MF.getFunction().getSubprogram())
    return false;
  auto Numbered = numbered(MF);
  auto Arguments = arguments(MF);
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB) {
      if (!MI.isDebugValueLike())
        continue;
      for (const MachineOperand &MO : MI.debug_operands()) {
        Register Reg;
        if (MO.isReg())
          Reg = MO.getReg();
        else if (MO.isDbgInstrRef())
          Reg = Numbered.lookup({MO.getInstrRefInstrIndex(), MO.getInstrRefOpIndex()});
        if (Reg.isPhysical() && &MBB == &MF.front())
          Reg = Arguments.lookup(Reg);
        if (Reg.isVirtual())
          Variables.try_emplace(Reg, MI.getDebugVariable());
      }
    }
  return false;
}

void limit::initializeSourceNamesPass(PassRegistry &Registry) {
  registerPass<SourceNames>(Registry, "LIMIT Source Names", "limit-source-names");
}
