//===- Passes.cpp - is the right value in every register? -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "check/Passes.h"
#include "Options.h"
#include "RegisterPass.h"
#include "check/Mutate.h"
#include "check/Program.h"
#include "flatten/Flatten.h"
#include "report/JsonLine.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/PassInfo.h"
#include "llvm/PassRegistry.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace {

/// The snapshot of the function that this thread is generating code for. All three passes run on
/// one function before any runs on the next.
thread_local limit::Snapshot Current;

/// Takes the number from an instruction that becomes no code, such as a copy of a register to
/// itself: LLVM's verifier wants that, but what changes it leaves the number.
class NumberGuard : public MachineFunction::Delegate {
  void MF_HandleInsertion(MachineInstr &) override {}
  void MF_HandleRemoval(MachineInstr &) override {}
  void MF_HandleChangeDesc(MachineInstr &MI, const MCInstrDesc &Becomes) override {
    if (Becomes.isMetaInstruction())
      MI.dropDebugNumber();
  }
};

thread_local NumberGuard Guard;

class CheckBefore : public MachineFunctionPass {
public:
  static char ID;
  CheckBefore() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override { return "LIMIT Check Snapshot"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<LiveIntervalsWrapperPass>();
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override {
    if (Current.isOf(MF) && !Current.Compared)
      MF.resetDelegate(&Guard);
    Current.take(MF, getAnalysis<LiveIntervalsWrapperPass>().getLIS());
    MF.setDelegate(&Guard);
    return false;
  }
};

/// Compares the function as it is now with the snapshot, and says what is wrong.
class Comparison {
public:
  Comparison(MachineFunction &MF, limit::CheckStage Stage) : MF(MF), Stage(Stage) {}

  /// Makes a mutation too, if one is asked for at this stage. Returns whether the code changed.
  bool run() {
    std::optional<limit::Mutation> Mutation;
    StringRef Which = limit::options().Mutate;
    if (!Which.empty() && limit::stageOf(Which) == Stage)
      Mutation = limit::mutate(MF, Current, Which);
    if (Stage == limit::CheckStage::Cleaned)
      Current.noteMoved(MF);
    else
      Current.noteReplaced(MF);
    limit::CheckProgramBuilder Builder(Current, MF);
    Reason = Builder.build();
    if (Reason.empty()) {
      limit::core::CheckResult Result = limit::core::check_allocation(Builder.program());
      Reason = std::string(Result.panic);
      // Allocators make no other instruction of one, but passes that targets put in front of them
      // do.
      if (Stage == limit::CheckStage::Assigned &&
          any_of(Result.faults, [&](const auto &Fault) { return isAnother(Builder, Fault); })) {
        Reason = "a pass in front of the allocator changed an instruction";
        Result.faults.clear();
      }
      Faults = Result.faults.size();
      for (const limit::core::CheckFault &Fault : Result.faults)
        report(Builder, Fault);
      reportUntied();
    }
    if (!Reason.empty() && limit::options().CheckStrict)
      MF.getFunction().getContext().emitError("limit-check: function '" + MF.getName() +
                                              "' cannot be compared behind " + place() + ": " +
                                              Reason);
    if (!limit::options().CheckReport.empty())
      writeRow(Mutation);
    return Mutation.has_value();
  }

  bool isRight() const { return Reason.empty() && Faults == 0; }

private:
  /// The pass behind which the function is compared.
  StringRef place() const {
    return Stage == limit::CheckStage::Assigned ? "VirtRegRewriter" : "post-RA MachineLICM";
  }

  void writeRow(const std::optional<limit::Mutation> &Mutation) const {
    limit::appendJsonLine(
        MF, "limit-check-report", limit::options().CheckReport, [&](json::OStream &J) {
          J.attribute("faults", int64_t(Faults));
          J.attribute("not_followed", Reason.empty() ? json::Value(nullptr) : json::Value(Reason));
          J.attribute("after", place());
          if (Mutation) {
            J.attribute("mutation", Mutation->What);
            J.attribute("changes_a_read", Mutation->Changes);
          }
        });
  }

  /// Refuses results that are not in the register of the operand that is tied to them: the
  /// instruction has one register for both.
  void reportUntied() {
    for (const MachineBasicBlock &MBB : MF)
      for (const MachineInstr &MI : MBB)
        for (unsigned Op : limit::untiedOperands(MI)) {
          if (MI.getOperand(Op).isUndef())
            continue;
          ++Faults;
          MF.getFunction().getContext().emitError(
              "limit-check: in function '" + MF.getName() + "', " + text(&MI) +
              " has a result in another register than the operand that is tied to it");
        }
  }

  /// Whether the instruction that reads something wrong was another one in the snapshot.
  static bool isAnother(const limit::CheckProgramBuilder &Builder,
                        const limit::core::CheckFault &Fault) {
    const MachineInstr *MI = Builder.instr(Fault.place);
    auto Known = MI ? Current.Places.find(MI->peekDebugInstrNum()) : Current.Places.end();
    return Known != Current.Places.end() && Current.at(Known->second).Opcode != MI->getOpcode();
  }

  static std::string text(const MachineInstr *MI) {
    std::string Text;
    raw_string_ostream OS(Text);
    if (MI)
      MI->print(OS, /*IsStandalone=*/true, /*SkipOpers=*/false, /*SkipDebugLoc=*/true,
                /*AddNewLine=*/false);
    return MI ? Text : "an instruction that is gone";
  }

  void report(const limit::CheckProgramBuilder &Builder,
              const limit::core::CheckFault &Fault) const {
    std::string Message;
    raw_string_ostream OS(Message);
    const MachineInstr *Reader = Builder.instr(Fault.place);
    OS << "limit-check: in function '" << MF.getName() << "', " << text(Reader);
    if (Reader)
      OS << " of " << printMBBReference(*Reader->getParent());
    OS << " reads " << Builder.nameOfValue(Fault.expected) << " from "
       << Builder.nameOfLocation(Fault.location) << ", which holds ";
    if (Fault.held.empty())
      OS << "no known value";
    for (size_t H = 0; H != Fault.held.size(); ++H)
      OS << (H ? ", " : "") << Builder.nameOfValue(Fault.held[H]);
    if (Fault.lost_at < Builder.numInstrs())
      OS << "; not there since " << text(Builder.instr(Fault.lost_at));
    if (Fault.blocks.size() > 1) {
      OS << ", by the way of";
      for (uint32_t Block : reverse(Fault.blocks))
        OS << ' ' << printMBBReference(*std::next(MF.begin(), Block));
    }
    MF.getFunction().getContext().emitError(Message);
  }

  MachineFunction &MF;
  limit::CheckStage Stage;
  std::string Reason;
  size_t Faults = 0;
};

/// The snapshot is no longer needed, nor are the numbers.
void forget(MachineFunction &MF) {
  Current.removeNumbers(MF);
  Current = limit::Snapshot();
}

class Check : public MachineFunctionPass {
public:
  static char ID;
  Check() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override { return "LIMIT Check"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<TargetPassConfig>();
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override {
    // Targets that allocate in two rounds rewrite twice: the last time is the one.
    bool Rewritten = MF.getProperties().hasNoVRegs() || MF.getRegInfo().getNumVirtRegs() == 0;
    if (!Current.isOf(MF) || !Rewritten || Current.Compared)
      return false;
    Current.Compared = true;
    MF.resetDelegate(&Guard);
    // The compiler has said that registers ran out: there is no code to compare.
    if (MF.getProperties().hasFailedRegAlloc()) {
      forget(MF);
      return false;
    }
    Comparison Compared(MF, limit::CheckStage::Assigned);
    bool Changed = Compared.run();
    // Without that pass there is no second time.
    const auto &Config = getAnalysis<TargetPassConfig>();
    if (!Compared.isRight() || Config.isPassSubstitutedOrOverridden(&MachineLICMID))
      forget(MF);
    return Changed;
  }
};

class CheckAgain : public MachineFunctionPass {
public:
  static char ID;
  CheckAgain() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override { return "LIMIT Check Again"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override {
    if (!Current.isOf(MF))
      return false;
    bool Changed = Comparison(MF, limit::CheckStage::Cleaned).run();
    forget(MF);
    return Changed;
  }
};

char CheckBefore::ID = 0;
char Check::ID = 0;
char CheckAgain::ID = 0;

} // namespace

void limit::initializeCheckPasses(PassRegistry &Registry) {
  limit::registerPass<CheckBefore>(Registry, "LIMIT Check Snapshot", "limit-check-before");
  limit::registerPass<::Check>(Registry, "LIMIT Check", "limit-check");
  limit::registerPass<CheckAgain>(Registry, "LIMIT Check Again", "limit-check-again");
}

/// Whether there is a snapshot of the function that it will be compared with.
static bool isToBeCompared(const MachineFunction &MF) {
  return Current.isOf(MF) && !Current.Compared;
}

void limit::noteCommuted(const MachineInstr &MI, unsigned Tied, unsigned Other) {
  if (isToBeCompared(*MI.getMF()))
    Current.noteCommuted(MI, Tied, Other);
}

void limit::noteSunk(const MachineInstr &MI) {
  if (isToBeCompared(*MI.getMF()))
    Current.noteSunk(MI);
}

void limit::noteReadOfCopy(const MachineInstr &MI, unsigned Op, const MachineInstr &Copy) {
  if (isToBeCompared(*MI.getMF()))
    Current.noteReadOfCopy(MI, Op, Copy);
}

void limit::insertCheckPasses(TargetPassConfig &Config) {
  if (!options().Check && !options().CheckStrict && options().CheckReport.empty())
    return;
  bool BeforeScheduler = pressurePlace() == PressurePlace::BeforeScheduler;
  Config.insertPass(BeforeScheduler ? &RenameIndependentSubregsID : &MachineSchedulerID,
                    &CheckBefore::ID);
  // PowerPC's pass that makes another instruction of a multiplication and addition stands behind
  // the scheduler: without LIMIT's pass in front of it, the snapshot is taken once more.
  const PassInfo *Mutate =
      PassRegistry::getPassRegistry()->getPassInfo(StringRef("ppc-vsx-fma-mutate"));
  if (Mutate && pressurePlace() == PressurePlace::Allocator)
    Config.insertPass(Mutate->getTypeInfo(), &CheckBefore::ID);
  Config.insertPass(&VirtRegRewriterID, &::Check::ID);
  Config.insertPass(&MachineLICMID, &CheckAgain::ID);
}
