//===- AsmOutputs.cpp - what an asm goto computes -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "prepare/AsmOutputs.h"
#include "apply/DebugUses.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/CodeGen/LiveDebugVariables.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/LiveRangeEdit.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"

using namespace llvm;

bool limit::namesBlock(const MachineInstr &MI, const MachineBasicBlock &MBB) {
  return any_of(MI.operands(),
                [&](const MachineOperand &MO) { return MO.isMBB() && MO.getMBB() == &MBB; });
}

bool limit::jumpsTo(const MachineInstr &MI, const MachineBasicBlock &To) {
  return MI.getOpcode() == TargetOpcode::INLINEASM_BR && namesBlock(MI, To);
}

MachineBasicBlock::iterator limit::asmGotoOf(MachineBasicBlock &MBB) {
  return MBB.mayHaveInlineAsmBr() ? find_if(MBB,
                                            [](const MachineInstr &MI) {
                                              return MI.getOpcode() == TargetOpcode::INLINEASM_BR;
                                            })
                                  : MBB.end();
}

namespace {

/// One result of an asm goto.
class Output {
public:
  Output(MachineInstr &Asm, Register Reg, LiveIntervals &LIS, VirtRegMap &VRM)
      : Asm(Asm), Reg(Reg), MF(*Asm.getMF()), LIS(LIS), VRM(VRM) {
    for (MachineBasicBlock *Succ : Asm.getParent()->successors())
      if (LIS.isLiveInToMBB(LIS.getInterval(Reg), Succ))
        Readers.push_back(Succ);
  }

  bool isReadWhereItJumps() const {
    return any_of(Readers, [&](MachineBasicBlock *To) { return limit::jumpsTo(Asm, *To); });
  }

  /// A block that is entered from elsewhere too has no place of its own for the copy. Where the asm
  /// does not jump there, the copy stands behind the asm.
  bool canBeCarried() const {
    return all_of(Readers, [&](MachineBasicBlock *To) {
      return hasOwnCopy(*To) || !limit::jumpsTo(Asm, *To);
    });
  }

  /// Returns the register that carries it. The spiller would put what it stores of a piece of the
  /// same range right behind the asm, so this one is a range of its own. So is the rest: the
  /// spiller takes all stores of pieces of one range for one, and would drop that of a way out.
  Register carry(LiveDebugVariables *DebugVars) {
    SmallVector<Register, 4> New;
    // Notes every register that is made from here on.
    LiveRangeEdit Edit(&LIS.getInterval(Reg), New, MF, LIS, &VRM);
    MachineRegisterInfo &MRI = MF.getRegInfo();
    Register Rest = MRI.cloneVirtualRegister(Reg), Carried = MRI.cloneVirtualRegister(Reg);
    rename(Carried, Rest);
    for (MachineBasicBlock *To : Readers)
      if (hasOwnCopy(*To))
        copy(*To, To->SkipPHIsLabelsAndDebug(To->begin(), Rest), Rest, Carried);
    if (any_of(Readers, [](MachineBasicBlock *To) { return !hasOwnCopy(*To); }))
      copy(*Asm.getParent(), std::next(Asm.getIterator()), Rest, Carried);
    if (Asm.readsVirtualRegister(Carried))
      copy(*Asm.getParent(), Asm.getIterator(), Carried, Rest);
    computeIntervals(New);
    if (DebugVars)
      DebugVars->splitRegister(Reg, New, LIS);
    else
      limit::DebugUses(MF, LIS).rename(Reg, New);
    return Carried;
  }

private:
  static bool hasOwnCopy(const MachineBasicBlock &To) { return To.pred_size() == 1; }

  /// The asm and what stands behind it in its block name the one register, all others the rest.
  void rename(Register Carried, Register Rest) {
    MachineRegisterInfo &MRI = MF.getRegInfo();
    MRI.clearKillFlags(Reg);
    for (MachineInstr &MI : make_range(Asm.getIterator(), Asm.getParent()->instr_end()))
      for (MachineOperand &MO : MI.operands())
        if (MO.isReg() && MO.getReg() == Reg && !MI.isDebugInstr() &&
            (&MI != &Asm || MO.isDef() || MO.isTied()))
          MO.setReg(Carried);
    for (MachineOperand &MO : make_early_inc_range(MRI.reg_nodbg_operands(Reg)))
      MO.setReg(Rest);
  }

  void copy(MachineBasicBlock &MBB, MachineBasicBlock::iterator At, Register To, Register From) {
    const MCInstrDesc &Desc = MF.getSubtarget().getInstrInfo()->get(TargetOpcode::COPY);
    MachineInstr *Copy = BuildMI(MBB, At, DebugLoc(), Desc, To).addReg(From);
    LIS.InsertMachineInstrInMaps(*Copy);
  }

  void computeIntervals(SmallVectorImpl<Register> &New) {
    for (size_t I = 0, E = New.size(); I != E; ++I) {
      SmallVector<LiveInterval *, 4> Parts;
      LIS.splitSeparateComponents(LIS.createAndComputeVirtRegInterval(New[I]), Parts);
    }
  }

  MachineInstr &Asm;
  Register Reg;
  MachineFunction &MF;
  LiveIntervals &LIS;
  VirtRegMap &VRM;
  /// The successors into which the result lives.
  SmallVector<MachineBasicBlock *, 2> Readers;
};

} // namespace

bool limit::carryAsmOutputs(MachineFunction &MF, LiveIntervals &LIS, VirtRegMap &VRM,
                            LiveDebugVariables *DebugVars, VRegFactsMap &Facts) {
  bool Carries = false;
  for (MachineBasicBlock &MBB : MF) {
    auto Asm = limit::asmGotoOf(MBB);
    if (Asm == MBB.end())
      continue;
    SmallSetVector<Register, 4> Results;
    for (const MachineOperand &MO : Asm->all_defs())
      if (MO.getReg().isVirtual())
        Results.insert(MO.getReg());
    for (Register Reg : Results) {
      Output Result(*Asm, Reg, LIS, VRM);
      if (!Result.isReadWhereItJumps())
        continue;
      bool Carried = Result.canBeCarried();
      Register Kept = Carried ? Result.carry(DebugVars) : Reg;
      Facts.grow(Register::index2VirtReg(MF.getRegInfo().getNumVirtRegs() - 1));
      Facts[Kept].MustHaveRegister = true;
      Carries |= Carried;
    }
  }
  return Carries;
}
