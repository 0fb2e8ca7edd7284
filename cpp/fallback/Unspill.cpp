//===- Unspill.cpp - spills and splits taken back -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Pieces of a range and its spill slot hold one variable: wherever one of them is live it has the
/// variable's value at that point. So one register may stand for all of them again.
///
//===----------------------------------------------------------------------===//

#include "fallback/Unspill.h"
#include "target/Spillable.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/CodeGen/LiveDebugVariables.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/LiveRangeEdit.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"

using namespace llvm;

namespace {

/// Takes back what was done to the ranges of one function.
class Unspiller {
  MachineFunction &MF;
  LiveIntervals &LIS;
  VirtRegMap &VRM;
  LiveDebugVariables &DebugVars;
  limit::SpillableClasses &Spillable;
  MachineRegisterInfo &MRI;
  const TargetInstrInfo &TII;
  const TargetRegisterInfo &TRI;

  /// What became of a range.
  struct Variable {
    SmallVector<Register, 4> Pieces;
    /// Its spill slot, or NO_STACK_SLOT.
    int Slot;
    /// Instructions that name the slot.
    SmallVector<MachineInstr *, 4> Accesses;
  };
  /// By the range as it was in the beginning.
  MapVector<Register, Variable> Variables;

public:
  Unspiller(MachineFunction &MF, LiveIntervals &LIS, VirtRegMap &VRM, LiveDebugVariables &DebugVars,
            limit::SpillableClasses &Spillable)
      : MF(MF), LIS(LIS), VRM(VRM), DebugVars(DebugVars), Spillable(Spillable),
        MRI(MF.getRegInfo()), TII(*MF.getSubtarget().getInstrInfo()),
        TRI(*MRI.getTargetRegisterInfo()) {}

  void run() {
    collectPieces();
    collectAccesses();
    SmallVector<Register, 8> Restored;
    for (auto &[Original, Var] : Variables) {
      if (isCallers(Var.Slot))
        continue;
      const TargetRegisterClass *Class = commonClass(Var);
      auto IsTransfer = [&](MachineInstr *MI) { return transferred(*MI, *Class); };
      if (Class && all_of(Var.Accesses, IsTransfer))
        restore(Var, *Class, Restored);
      else if (Var.Slot != VirtRegMap::NO_STACK_SLOT)
        allowSpills(Var);
    }
    removeDeadDefs(Restored);
  }

private:
  void collectPieces() {
    auto All = map_range(seq(MRI.getNumVirtRegs()), Register::index2VirtReg);
    for (Register Reg : All)
      if (Register Original = VRM.getOriginal(Reg);
          Original != Reg || VRM.getStackSlot(Reg) != VirtRegMap::NO_STACK_SLOT)
        Variables[Original].Slot = VRM.getStackSlot(Original);
    for (Register Reg : All)
      if (auto Found = Variables.find(VRM.getOriginal(Reg));
          Found != Variables.end() && LIS.hasInterval(Reg))
        Found->second.Pieces.push_back(Reg);
    Variables.remove_if([](auto &Known) { return Known.second.Pieces.empty(); });
  }

  /// Whether an argument is in the slot, which is of the caller's frame.
  bool isCallers(int Slot) const { return MF.getFrameInfo().isFixedObjectIndex(Slot); }

  void collectAccesses() {
    DenseMap<int, Variable *> Slots;
    for (auto &[Original, Var] : Variables)
      if (Var.Slot != VirtRegMap::NO_STACK_SLOT)
        Slots[Var.Slot] = &Var;
    for (MachineBasicBlock &MBB : MF)
      for (MachineInstr &MI : MBB.instrs())
        for (const MachineOperand &MO : MI.operands())
          if (auto Known = MO.isFI() ? Slots.find(MO.getIndex()) : Slots.end();
              Known != Slots.end())
            Known->second->Accesses.push_back(&MI);
  }

  /// The class of registers that all instructions of the pieces take, or null.
  const TargetRegisterClass *commonClass(const Variable &Var) const {
    const TargetRegisterClass *Class = MRI.getRegClass(Var.Pieces.front());
    for (Register Piece : Var.Pieces)
      if (Class)
        Class = TRI.getCommonSubClass(Class, MRI.getRegClass(Piece));
    return Class;
  }

  /// The register that \p MI stores to a spill slot or reloads, if it does nothing else, or null.
  MachineOperand *transferred(MachineInstr &MI, const TargetRegisterClass &Class) {
    auto IsRegister = [&](const MachineOperand &MO) {
      return MO.isReg() && MO.getReg() && MO.isDef() == MI.mayLoad();
    };
    if (MI.mayLoad() == MI.mayStore() || MI.isBundled() ||
        count_if(MI.explicit_operands(), IsRegister) != 1)
      return nullptr;
    MachineOperand &MO = *find_if(MI.explicit_operands(), IsRegister);
    const TargetRegisterClass *Moved =
        MO.getReg().isVirtual() ? MRI.getRegClass(MO.getReg()) : &Class;
    return !MO.getSubReg() && Spillable.wholeSlotOf(MI, *Moved) ? &MO : nullptr;
  }

  /// Puts one register in the place of all pieces, and adds what that falls into to \p Restored.
  void restore(const Variable &Var, const TargetRegisterClass &Class,
               SmallVectorImpl<Register> &Restored) {
    Register Reg = MRI.createVirtualRegister(&Class);
    for (MachineInstr *MI : Var.Accesses)
      makeCopy(*MI, Reg, *transferred(*MI, Class));
    if (Var.Slot != VirtRegMap::NO_STACK_SLOT)
      MF.getFrameInfo().RemoveStackObject(Var.Slot);
    for (Register Piece : Var.Pieces)
      for (MachineOperand &MO : make_early_inc_range(MRI.reg_nodbg_operands(Piece))) {
        MO.setReg(Reg);
        if (MO.isDef())
          MO.setIsDead(false);
      }
    MRI.clearKillFlags(Reg);
    removeIdentities(Reg);
    size_t First = Restored.size();
    if (!MRI.reg_nodbg_empty(Reg)) {
      LiveInterval &LI = LIS.createAndComputeVirtRegInterval(Reg);
      SmallVector<LiveInterval *, 4> Components;
      LIS.splitSeparateComponents(LI, Components);
      Restored.push_back(Reg);
      for (LiveInterval *Part : Components)
        Restored.push_back(Part->reg());
    }
    VRM.grow();
    for (Register Piece : Var.Pieces) {
      DebugVars.splitRegister(Piece, ArrayRef(Restored).drop_front(First), LIS);
      LIS.removeInterval(Piece);
    }
  }

  /// Has greedy spill the pieces again if it likes, also those that the spiller left: now that
  /// others have registers more may be folded. What it leaves itself stays.
  void allowSpills(const Variable &Var) {
    for (Register Piece : Var.Pieces)
      LIS.getInterval(Piece).setWeight(0);
  }

  void makeCopy(MachineInstr &MI, Register Reg, const MachineOperand &MO) {
    Register Other = MO.getReg();
    MachineInstrBuilder Copy =
        BuildMI(*MI.getParent(), MI, MI.getDebugLoc(), TII.get(TargetOpcode::COPY));
    if (MO.isDef())
      Copy.addReg(Other, RegState::Define).addReg(Reg);
    else
      Copy.addReg(Reg, RegState::Define).addReg(Other, getUndefRegState(MO.isUndef()));
    LIS.ReplaceMachineInstrInMaps(MI, *Copy);
    MI.eraseFromParent();
  }

  void removeIdentities(Register Reg) {
    for (MachineInstr &MI : make_early_inc_range(MRI.def_instructions(Reg)))
      if (MI.isFullCopy() && MI.getOperand(1).getReg() == Reg && !MI.getOperand(1).isUndef() &&
          !MI.isBundled()) {
        LIS.RemoveMachineInstrFromMaps(MI);
        MI.eraseFromParent();
      }
  }

  void removeDeadDefs(ArrayRef<Register> Regs) {
    SmallSetVector<MachineInstr *, 8> Dead;
    for (Register Reg : Regs)
      for (MachineInstr &MI : MRI.def_instructions(Reg))
        if (MI.allDefsAreDead())
          Dead.insert(&MI);
    SmallVector<MachineInstr *, 8> Instrs = Dead.takeVector();
    SmallVector<Register, 8> New;
    LiveRangeEdit(nullptr, New, MF, LIS, &VRM).eliminateDeadDefs(Instrs);
  }
};

} // namespace

void limit::unspill(MachineFunction &MF, LiveIntervals &LIS, VirtRegMap &VRM,
                    LiveDebugVariables &DebugVars, SpillableClasses &Spillable) {
  Unspiller(MF, LIS, VRM, DebugVars, Spillable).run();
}
