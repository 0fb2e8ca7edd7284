//===- LimitPressure.cpp - LIMIT as a pass of its own ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Spill code is finished when the pass ends. VirtRegMap is handed on to an allocator that follows
/// at once: if that spills a piece, the piece's slot is the one that the range has already, and
/// what the pass stored there is not stored again. If something comes between that drops
/// VirtRegMap, the pieces are registers like those of the input.
///
//===----------------------------------------------------------------------===//

#include "LimitPressure.h"
#include "Options.h"
#include "RegisterPass.h"
#include "apply/Apply.h"
#include "fallback/FixedRegisters.h"
#include "flatten/Flatten.h"
#include "prepare/Arguments.h"
#include "prepare/AsmOutputs.h"
#include "remarks/SpilledValues.h"
#include "report/Log.h"
#include "report/Report.h"
#include "report/SourceNames.h"
#include "llvm/CodeGen/CalcSpillWeights.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/LiveRegMatrix.h"
#include "llvm/CodeGen/LiveStacks.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/RegisterClassInfo.h"
#include "llvm/CodeGen/SlotIndexes.h"
#include "llvm/CodeGen/Spiller.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace {

class LimitPressure : public MachineFunctionPass {
public:
  static char ID;

  LimitPressure() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "LIMIT Register Pressure"; }

  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesCFG();
    limit::requirePreserved<MachineBlockFrequencyInfoWrapperPass, LiveIntervalsWrapperPass,
                            SlotIndexesWrapperPass, LiveStacksWrapperLegacy,
                            MachineDominatorTreeWrapperPass, MachineLoopInfoWrapperPass,
                            VirtRegMapWrapperLegacy>(AU);
    AU.addRequired<LiveRegMatrixWrapperLegacy>();
    AU.addRequired<MachineOptimizationRemarkEmitterPass>();
    AU.addRequired<limit::SourceNames>();
    MachineFunctionPass::getAnalysisUsage(AU);
  }

  MachineFunctionProperties getRequiredProperties() const override {
    return MachineFunctionProperties().setNoPHIs();
  }

  MachineFunctionProperties getClearedProperties() const override {
    return MachineFunctionProperties().setIsSSA();
  }

  bool runOnMachineFunction(MachineFunction &MF) override {
    MachineRegisterInfo &MRI = MF.getRegInfo();
    if (skipFunction(MF.getFunction()) || MRI.getNumVirtRegs() == 0)
      return false;
    auto &LIS = getAnalysis<LiveIntervalsWrapperPass>().getLIS();
    auto &VRM = getAnalysis<VirtRegMapWrapperLegacy>().getVRM();
    auto &Matrix = getAnalysis<LiveRegMatrixWrapperLegacy>().getLRM();
    auto &MBFI = getAnalysis<MachineBlockFrequencyInfoWrapperPass>().getMBFI();
    auto &Loops = getAnalysis<MachineLoopInfoWrapperPass>().getLI();
    MRI.freezeReservedRegs();
    Classes.runOnMachineFunction(MF);
    LIS.getSlotIndexes()->packIndexes();
    limit::VRegFactsMap Facts;
    Facts.grow(Register::index2VirtReg(MRI.getNumVirtRegs() - 1));
    bool Carries = limit::carryAsmOutputs(MF, LIS, VRM, nullptr, Facts);
    limit::StackArguments Arguments(MF, LIS, VRM, Spillable);
    limit::FlattenInput In = {MF,      LIS,   VRM,       Matrix,   MBFI,      Loops,
                              Classes, Facts, Spillable, Foldable, Arguments, false};
    Flat.begin(In);
    Flat.flatten(In);
    rust::Box<limit::core::Session> Session = Core->session();
    const limit::SourceNames &Names = getAnalysis<limit::SourceNames>();
    LiveStacks &Stacks = getAnalysis<LiveStacksWrapperLegacy>().getLS();
    auto &ORE = getAnalysis<MachineOptimizationRemarkEmitterPass>().getORE();
    std::optional<limit::SpilledValues> Remarks;
    if (limit::areRemarksWanted(MF))
      Remarks.emplace(MF, LIS, Stacks, VRM, Names);
    if (limit::isLogWanted() || Remarks) {
      Session->keep_log();
      Session->describe(limit::describe(Flat, MF, LIS, VRM, Names));
    }
    limit::core::PlanRows Plan = Session->limit_pressure(Flat.view());
    if (Plan.status == limit::core::Status::Panicked)
      limit::reportLeftAlone(std::string(Session->outcome().refusal), MF, ORE);
    if (Plan.status != limit::core::Status::Edit) {
      limit::writeLog(*Session, MF, "limit-pressure");
      return Carries;
    }

    VirtRegAuxInfo Aux(MF, LIS, VRM, Loops, MBFI);
    Spiller::RequiredAnalyses Analyses = {
        LIS, Stacks, getAnalysis<MachineDominatorTreeWrapperPass>().getDomTree(), MBFI};
    std::unique_ptr<Spiller> InlineSpiller(createInlineSpiller(Analyses, MF, VRM, Aux));
    SmallPtrSet<MachineInstr *, 32> DeadRemats;
    limit::ApplyTarget On = {MF,         LIS,   VRM,      nullptr,   *InlineSpiller,
                             DeadRemats, Facts, *Session, Spillable, Arguments};
    unsigned NumVirtRegs = MRI.getNumVirtRegs();
    limit::applyEdits(Plan, Flat, On);
    limit::writeLog(*Session, MF, "limit-pressure");
    limit::finishSpills(On);
    if (Remarks)
      Remarks->reportValues(*Session, MBFI, "-limit-pressure", ORE);
    limit::separateFromArguments(MF, VRM);
    if (limit::pressurePlace() == limit::PressurePlace::BeforeScheduler) {
      unfoldCopies(MF, LIS);
      allowSpills(MRI, LIS);
    } else {
      // Registers from this number on are the spiller's and those of pieces.
      limit::computeInFixedRegisters(MF, LIS, NumVirtRegs, limit::FixedCopies::SoleAndNext);
    }
    return true;
  }

private:
  /// The spiller folds copies of fixed registers into its loads and stores. The scheduler keeps
  /// copies where fixed registers are live shortly, but not those: they become copies again. Where
  /// nothing else can have the fixed register, it may be live for long, and a copy might not find a
  /// register.
  void unfoldCopies(MachineFunction &MF, LiveIntervals &LIS) const {
    const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
    const MachineFrameInfo &Frame = MF.getFrameInfo();
    for (MachineBasicBlock &MBB : MF)
      for (MachineInstr &MI : make_early_inc_range(MBB)) {
        int Slot;
        Register Loaded = TII.isLoadFromStackSlot(MI, Slot);
        Register Fixed = Loaded ? Loaded : TII.isStoreToStackSlot(MI, Slot);
        if (Fixed.isPhysical() && Frame.isSpillSlotObjectIndex(Slot) && !MI.isBundled())
          unfoldCopy(MI, Fixed, /*Loads=*/Loaded.isValid(), LIS);
      }
  }

  void unfoldCopy(MachineInstr &MI, Register Fixed, bool Loads, LiveIntervals &LIS) const {
    MachineFunction &MF = *MI.getMF();
    const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
    auto Op = find_if(MI.operands(),
                      [&](const MachineOperand &MO) { return MO.isReg() && MO.getReg() == Fixed; });
    const TargetRegisterClass *RC = TII.getRegClass(MI.getDesc(), MI.getOperandNo(&*Op));
    if (!RC || !RC->isAllocatable() || !is_contained(Classes.getOrder(RC), Fixed) || Op->isDead() ||
        Op->isUndef())
      return;
    Register New = MF.getRegInfo().createVirtualRegister(RC);
    MachineBasicBlock::iterator At = Loads ? std::next(MI.getIterator()) : MI.getIterator();
    auto Copy = BuildMI(*MI.getParent(), At, MI.getDebugLoc(), TII.get(TargetOpcode::COPY),
                        Loads ? Fixed : New)
                    .addReg(Loads ? New : Fixed, getKillRegState(!Loads && Op->isKill()));
    Op->setReg(New);
    if (!Loads)
      Op->setIsKill();
    // The copy has the place of the fixed register, so that this one's live range is as it was.
    LIS.ReplaceMachineInstrInMaps(MI, *Copy);
    LIS.InsertMachineInstrInMaps(MI);
    LIS.createAndComputeVirtRegInterval(New);
  }

  /// The spiller keeps what it made from being spilled again. The scheduler stretches those ranges,
  /// so that the allocator behind it has to be free to spill them.
  static void allowSpills(const MachineRegisterInfo &MRI, LiveIntervals &LIS) {
    for (unsigned V = 0; V != MRI.getNumVirtRegs(); ++V)
      if (Register Reg = Register::index2VirtReg(V); LIS.hasInterval(Reg))
        LIS.getInterval(Reg).setWeight(0);
  }

  rust::Box<limit::core::Allocator> Core = limit::startCore();
  RegisterClassInfo Classes;
  limit::SpillableClasses Spillable;
  limit::FoldableLoads Foldable;
  limit::FlatFunction Flat;
};

char LimitPressure::ID = 0;

} // namespace

void limit::initializeLimitPressurePass(PassRegistry &Registry) {
  limit::registerPass<LimitPressure>(Registry, "LIMIT Register Pressure", "limit-pressure");
}

void limit::insertLimitPressurePass(TargetPassConfig &Config) {
  PressurePlace Place = pressurePlace();
  if (Place == PressurePlace::Allocator)
    return;
  if (!Config.getOptimizeRegAlloc())
    reportFatalUsageError("limit-pressure has no place in code generation without optimisation; "
                          "compile with -O1 or more or leave -limit-pressure out");
  bool BeforeScheduler = Place == PressurePlace::BeforeScheduler;
  Config.insertPass(BeforeScheduler ? &RenameIndependentSubregsID : &MachineSchedulerID,
                    &LimitPressure::ID);
}
