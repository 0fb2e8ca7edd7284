//===- Score.cpp - what the generated code of a function costs ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The judge: with -limit-score=FILE, one JSON line per function about the code as it leaves the
/// code generator, by the same rules for every allocator. Each instruction counts as often as its
/// block is executed per call of the function, and where there is a profile the totals are given
/// for all calls of the function too. The move cost is what allocation adds:
///
///   4 x reloads + 1 x stores + 0.2 x copies + 1 x saves and restores of callee-saved registers
///
/// One instruction is counted once for each of its parts: a paired load of two spill slots is one
/// reload, an instruction that updates a spill slot in place is one reload and one store. Nothing
/// is known of where an instruction came from: a copy of the program's own counts like one that
/// the allocator made, and is the same for all allocators if it is none of theirs.
///
//===----------------------------------------------------------------------===//

#include "report/Score.h"
#include "Assigned.h"
#include "Options.h"
#include "RegisterPass.h"
#include "report/JsonLine.h"
#include "report/MoveCost.h"
#include "target/Moves.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineBranchProbabilityInfo.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Function.h"
#include <optional>

using namespace llvm;

namespace {

/// Instructions of one kind: in the text, and executed per call of the function.
struct Count {
  unsigned Static = 0;
  double Weighted = 0;

  void add(double Frequency) {
    ++Static;
    Weighted += Frequency;
  }
};

struct Score {
  Count Reloads, Stores, Copies, CalleeSaved, Instructions;
  /// None where the target leaves the sizes of its instructions to the assembler.
  std::optional<uint64_t> CodeBytes = 0;

  double moveCost() const {
    return limit::ReloadWeight * Reloads.Weighted + limit::StoreWeight * Stores.Weighted +
           limit::CopyWeight * Copies.Weighted + limit::CalleeSavedWeight * CalleeSaved.Weighted;
  }
  bool isPressured() const { return Reloads.Static || Stores.Static; }
};

class Judge {
public:
  Judge(const MachineFunction &MF)
      : TII(*MF.getSubtarget().getInstrInfo()), Frame(MF.getFrameInfo()) {}

  void count(const MachineInstr &MI, double Frequency) {
    // What a bundle holds is counted one by one.
    if (MI.isMetaInstruction() || MI.isBundle())
      return;
    Total.Instructions.add(Frequency);
    addSize(TII.getInstSizeInBytes(MI));
    if (MI.getFlag(MachineInstr::FrameSetup) || MI.getFlag(MachineInstr::FrameDestroy)) {
      // The others move the stack pointer or set up the frame pointer.
      if (MI.mayLoadOrStore() && !MI.isCall())
        Total.CalleeSaved.add(Frequency);
      return;
    }
    if (reloads(MI))
      Total.Reloads.add(Frequency);
    if (stores(MI))
      Total.Stores.add(Frequency);
    if (limit::isMove(MI))
      Total.Copies.add(Frequency);
  }

  const Score &score() const { return Total; }

private:
  void addSize(unsigned Bytes) {
    constexpr unsigned Unknown = ~0U;
    if (Bytes == Unknown)
      Total.CodeBytes.reset();
    if (Total.CodeBytes)
      *Total.CodeBytes += Bytes;
  }

  // The memory operands and not the addressing are asked, since frame indices are gone.
  bool reloads(const MachineInstr &MI) const {
    return any_of(MI.memoperands(), [&](const MachineMemOperand *Access) {
      return Access->isLoad() && limit::spillSlotOf(*Access, Frame);
    });
  }
  bool stores(const MachineInstr &MI) const {
    return any_of(MI.memoperands(), [&](const MachineMemOperand *Access) {
      return Access->isStore() && limit::spillSlotOf(*Access, Frame);
    });
  }

  const TargetInstrInfo &TII;
  const MachineFrameInfo &Frame;
  Score Total;
};

void write(json::OStream &J, StringRef Name, const Count &Counted) {
  J.attributeObject(Name, [&] {
    J.attribute("static", Counted.Static);
    J.attribute("weighted", Counted.Weighted);
  });
}

/// The same for all calls together, where a profile says how many there were.
void writeProfile(json::OStream &J, const Score &S, const Function &F) {
  auto Entries = F.getEntryCount();
  if (!Entries) {
    J.attribute("profile", nullptr);
    return;
  }
  double Count = static_cast<double>(Entries->getCount());
  J.attributeObject("profile", [&] {
    J.attribute("entries", static_cast<int64_t>(Entries->getCount()));
    J.attribute("move_cost", Count * S.moveCost());
    J.attribute("instructions", Count * S.Instructions.Weighted);
  });
}

void write(json::OStream &J, const Score &S, const MachineFunction &MF) {
  J.attribute("move_cost", S.moveCost());
  J.attribute("pressured", S.isPressured());
  write(J, "reloads", S.Reloads);
  write(J, "stores", S.Stores);
  write(J, "copies", S.Copies);
  write(J, "callee_saved", S.CalleeSaved);
  write(J, "instructions", S.Instructions);
  J.attribute("stack_bytes", static_cast<int64_t>(MF.getFrameInfo().getStackSize()));
  J.attribute("code_bytes", S.CodeBytes ? json::Value(*S.CodeBytes) : nullptr);
  writeProfile(J, S, MF.getFunction());
}

/// The probability with which a block is left by none of its successors.
BranchProbability leaveProbability(const MachineBasicBlock &Block) {
  bool HasReturn =
      any_of(Block.terminators(), [](const MachineInstr &MI) { return MI.isReturn(); });
  if (!HasReturn || Block.succ_empty() || !Block.hasSuccessorProbabilities())
    return BranchProbability::getZero();
  // The sum stays at one where it would be above.
  auto Sum = BranchProbability::getZero();
  for (auto Successor = Block.succ_begin(); Successor != Block.succ_end(); ++Successor)
    Sum += Block.getSuccProbability(Successor);
  return Sum.getCompl();
}

/// The frequencies of the blocks. Where a branch to a tail call became a conditional tail call, the
/// block has one successor less, and the others keep their probabilities. LLVM scales these up to
/// one, as if the function never left there. So such blocks have one more successor for as long as
/// the frequencies are computed.
MachineBlockFrequencyInfo blockFrequencies(MachineFunction &MF,
                                           const MachineBranchProbabilityInfo &Probabilities,
                                           const MachineLoopInfo &Loops) {
  MachineBasicBlock *Outside = MF.CreateMachineBasicBlock();
  for (MachineBasicBlock &Block : MF)
    if (BranchProbability Leaves = leaveProbability(Block); !Leaves.isZero())
      Block.addSuccessor(Outside, Leaves);
  MF.push_back(Outside);
  MachineBlockFrequencyInfo Frequencies(MF, Probabilities, Loops);
  while (!Outside->pred_empty())
    (*Outside->pred_begin())->removeSuccessor(Outside);
  MF.erase(Outside);
  return Frequencies;
}

class ScorePass : public MachineFunctionPass {
public:
  static char ID;

  ScorePass() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "LIMIT Score"; }

  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    AU.addRequired<MachineBranchProbabilityInfoWrapperPass>();
    AU.addRequired<MachineLoopInfoWrapperPass>();
    MachineFunctionPass::getAnalysisUsage(AU);
  }

  bool runOnMachineFunction(MachineFunction &MF) override {
    auto &Probabilities = getAnalysis<MachineBranchProbabilityInfoWrapperPass>().getMBPI();
    auto &Loops = getAnalysis<MachineLoopInfoWrapperPass>().getLI();
    MachineBlockFrequencyInfo Frequencies = blockFrequencies(MF, Probabilities, Loops);
    Judge Judged(MF);
    for (const MachineBasicBlock &Block : MF) {
      double Frequency = Frequencies.getBlockFreqRelativeToEntryBlock(&Block);
      for (const MachineInstr &MI : Block.instrs())
        Judged.count(MI, Frequency);
    }
    StringRef Path = limit::options().Score;
    limit::appendJsonLine(MF, "limit-score", Path.empty() ? "-" : Path,
                          [&](json::OStream &J) { write(J, Judged.score(), MF); });
    return false;
  }
};

char ScorePass::ID = 0;

} // namespace

void limit::initializeScorePass(PassRegistry &Registry) {
  limit::registerPass<ScorePass>(Registry, "LIMIT Score", "limit-score");
}

void limit::insertScorePass(TargetPassConfig &Config) {
  if (!options().Score.empty())
    Config.insertPass(&MachineSanitizerBinaryMetadataID, &ScorePass::ID);
}
