//===- FrameCopies.cpp - copies at the frame's end stay there -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A value that is in a callee-saved register where the function needs its frame is copied out of
/// it where the frame ends. PostRAMachineSinking would move that copy behind a branch, to the block
/// that reads the value: then that block needs the frame too, and ShrinkWrap may find no place for
/// the prologue but the function's beginning. It moves only what is marked as renamable, so the
/// mark is taken away where that is so.
///
/// What the two passes to come do is assumed from their sources. Where that is wrong a copy stays
/// that could have been moved, or a prologue at the beginning, nothing else.
///
//===----------------------------------------------------------------------===//

#include "apply/FrameCopies.h"
#include "AllocatedFunction.h"
#include "RegisterPass.h"
#include "flatten/ShrinkWrap.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachinePostDominators.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"

using namespace llvm;

namespace {

using Blocks = SmallPtrSet<MachineBasicBlock *, 16>;

/// The only successor of \p MBB that \p Reg is live into, if a copy can be moved there; else null.
MachineBasicBlock *soleReader(MachineBasicBlock &MBB, MCRegister Reg,
                              const TargetRegisterInfo &TRI) {
  MachineBasicBlock *Reader = nullptr;
  for (MachineBasicBlock *Succ : MBB.successors()) {
    bool IsLiveIn = any_of(Succ->liveins(), [&](const MachineBasicBlock::RegisterMaskPair &In) {
      return TRI.regsOverlap(In.PhysReg, Reg);
    });
    if (IsLiveIn && Reader)
      return nullptr;
    if (IsLiveIn)
      Reader = Succ;
  }
  return Reader && Reader->pred_size() == 1 ? Reader : nullptr;
}

class FrameCopies : public MachineFunctionPass {
  limit::CalleeSaved Saved;
  /// The copies out of callee-saved registers that can be moved, with the blocks where they go.
  SmallVector<std::pair<MachineInstr *, MachineBasicBlock *>, 4> Copies;
  /// Where the function needs its frame.
  Blocks InFrame;

public:
  static char ID;

  FrameCopies() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "LIMIT Frame Copies"; }

  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    AU.addRequired<limit::AllocatedFunction>();
    MachineFunctionPass::getAnalysisUsage(AU);
  }

  bool runOnMachineFunction(MachineFunction &MF) override {
    if (!getAnalysis<limit::AllocatedFunction>().is(MF))
      return false;
    Saved.select(MF);
    limit::FrameNeeds Needs(MF, Saved);
    if (Needs.isNeededIn(MF.front()))
      return false;
    findCopies(MF);
    if (Copies.empty())
      return false;
    findFrame(MF, Needs);
    if (InFrame.contains(&MF.front()) || !losesFrame(MF))
      return false;
    for (auto [Copy, Reader] : Copies)
      if (!InFrame.contains(Reader))
        Copy->getOperand(0).setIsRenamable(false);
    return true;
  }

private:
  /// Whether one of the instructions refers to a callee-saved register.
  template <typename Range> bool namesSaved(Range Instrs) const {
    return any_of(Instrs, [this](const MachineInstr &MI) {
      return any_of(MI.operands(), [this](const MachineOperand &MO) { return Saved.overlaps(MO); });
    });
  }

  void findCopies(MachineFunction &MF) {
    Copies.clear();
    const TargetRegisterInfo &TRI = *MF.getRegInfo().getTargetRegisterInfo();
    for (MachineBasicBlock &MBB : MF) {
      if (MBB.succ_size() < 2)
        continue;
      for (MachineInstr &MI : MBB) {
        if (!MI.isCopy() || !Saved.overlaps(MI.getOperand(1)))
          continue;
        // Some targets have registers left that another allocator is to assign.
        const MachineOperand &To = MI.getOperand(0);
        if (!To.getReg().isPhysical() || !To.isRenamable() || Saved.overlaps(To))
          continue;
        if (MachineBasicBlock *Reader = soleReader(MBB, To.getReg().asMCReg(), TRI))
          Copies.push_back({&MI, Reader});
      }
    }
  }

  void findFrame(MachineFunction &MF, const limit::FrameNeeds &Needs) {
    InFrame.clear();
    for (MachineBasicBlock &MBB : MF)
      if (Needs.isNeededIn(MBB) || namesSaved(MBB.instrs()))
        InFrame.insert(&MBB);
  }

  /// Whether the prologue can stand behind the function's beginning, but not if the copies are
  /// moved.
  bool losesFrame(MachineFunction &MF) {
    Blocks Readers;
    for (auto [Copy, Reader] : Copies)
      Readers.insert(Reader);
    MachineDominatorTree Dominators(MF);
    MachinePostDominatorTree PostDominators(MF);
    auto CanMove = [&](const Blocks &Also) {
      return canMovePrologue(MF, Dominators, PostDominators, Also);
    };
    return CanMove({}) && !CanMove(Readers);
  }

  /// Whether there are places for the prologue and the epilogue around \p Also and all that needs
  /// the frame, the first of which is not the function's beginning.
  bool canMovePrologue(MachineFunction &MF, MachineDominatorTree &Dominators,
                       MachinePostDominatorTree &PostDominators, const Blocks &Also) {
    MachineBasicBlock *Save = nullptr, *Restore = nullptr;
    // Behind what needs the frame an address may be one of the stack, as ShrinkWrap sees it.
    BitVector IsBehind(MF.getNumBlockIDs(), true);
    for (MachineBasicBlock *MBB : ReversePostOrderTraversal<MachineFunction *>(&MF)) {
      auto WasInFrame = [&](MachineBasicBlock *Pred) { return IsBehind[Pred->getNumber()]; };
      bool Behind = any_of(MBB->predecessors(), WasInFrame);
      bool Needs =
          InFrame.contains(MBB) || Also.contains(MBB) || (Behind && limit::mayTouchStack(*MBB));
      IsBehind[MBB->getNumber()] = Behind || Needs;
      if (!Needs)
        continue;
      Save = Save ? Dominators.findNearestCommonDominator(Save, MBB) : MBB;
      Restore = Restore ? PostDominators.findNearestCommonDominator(Restore, MBB) : MBB;
      if (!Save || !Restore)
        return false;
    }
    // The epilogue stands in front of terminators, which may need the frame themselves.
    if (Restore && namesSaved(Restore->terminators()))
      return false;
    return Save && Save != &MF.front() && Dominators.dominates(Save, Restore) &&
           PostDominators.dominates(Restore, Save);
  }
};

char FrameCopies::ID = 0;

} // namespace

void limit::initializeFrameCopiesPass(PassRegistry &Registry) {
  limit::registerPass<FrameCopies>(Registry, "LIMIT Frame Copies", "limit-frame-copies");
}

void limit::insertFrameCopiesPass(TargetPassConfig &Config) {
  Config.insertPass(&StackSlotColoringID, &FrameCopies::ID);
}
