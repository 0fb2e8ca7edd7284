//===- PlacementReport.cpp - where each value is, at each instruction -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// With -limit-placements=FILE, one JSON line per function: its instructions once registers are
/// assigned, the register and the live segments of each range, and the values that were live in
/// front of the allocator with their spill slots. It is the same for every allocator. A pass in
/// front of the allocator notes the values, as the allocator cuts and erases them.
/// docs/explain.md has the fields.
///
//===----------------------------------------------------------------------===//

#include "report/PlacementReport.h"
#include "Assigned.h"
#include "Options.h"
#include "RegisterPass.h"
#include "report/JsonLine.h"
#include "report/SourceNames.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/SlotIndexes.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/Path.h"
#include <optional>

using namespace llvm;

namespace {

/// Points as numbers, two for each segment.
using Segments = SmallVector<int64_t, 4>;

/// A virtual register in front of the allocator.
struct Value {
  Register Reg;
  StringRef Class;
  StringRef Variable;
  unsigned Line = 0;
  Segments Live;
};

/// What a function was in front of the allocator. All passes run on one function before any runs
/// on the next.
struct Before {
  const MachineFunction *Of = nullptr;
  std::vector<Value> Values;
  /// Of each instruction in layout order, with its point then. An index stays with its instruction
  /// and in its order, while the points change.
  std::vector<std::pair<SlotIndex, int64_t>> Points;

  /// The point that the instruction at \p Index had; none if it is new.
  std::optional<int64_t> pointOf(SlotIndex Index) const {
    auto Found = partition_point(Points, [&](const auto &Was) { return Was.first < Index; });
    if (Found == Points.end() || Found->first != Index)
      return std::nullopt;
    return Found->second;
  }
};

thread_local Before Known;

int64_t point(SlotIndexes &Indexes, SlotIndex Index) {
  return Indexes.getZeroIndex().distance(Index);
}

Segments segments(SlotIndexes &Indexes, const LiveRange &Range) {
  Segments All;
  for (const LiveRange::Segment &S : Range) {
    int64_t Start = point(Indexes, S.start), End = point(Indexes, S.end);
    if (!All.empty() && All.back() == Start)
      All.back() = End;
    else
      All.append({Start, End});
  }
  return All;
}

/// Notes the register if it has a range.
void noteValue(Register Reg, const MachineRegisterInfo &MRI, LiveIntervals &LIS,
               const limit::SourceNames &Names) {
  if (MRI.reg_nodbg_empty(Reg) || !LIS.hasInterval(Reg))
    return;
  const TargetRegisterInfo &TRI = *MRI.getTargetRegisterInfo();
  const MachineOperand *Def = MRI.getOneDef(Reg);
  Known.Values.push_back({Reg, TRI.getRegClassName(MRI.getRegClass(Reg)), Names.nameOf(Reg),
                          Def ? limit::lineOf(Def->getParent()->getDebugLoc()) : 0,
                          segments(*LIS.getSlotIndexes(), LIS.getInterval(Reg))});
}

class PlacementsBefore : public MachineFunctionPass {
public:
  static char ID;
  PlacementsBefore() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override { return "LIMIT Placements Before"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<LiveIntervalsWrapperPass>();
    AU.addRequired<limit::SourceNames>();
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override {
    LiveIntervals &LIS = getAnalysis<LiveIntervalsWrapperPass>().getLIS();
    auto &Names = getAnalysis<limit::SourceNames>();
    const MachineRegisterInfo &MRI = MF.getRegInfo();
    SlotIndexes &Indexes = *LIS.getSlotIndexes();
    // As limit does when it begins, so that the points are those of its log.
    Indexes.packIndexes();
    Known = Before();
    Known.Of = &MF;
    for (unsigned I = 0; I != MRI.getNumVirtRegs(); ++I)
      noteValue(Register::index2VirtReg(I), MRI, LIS, Names);
    for (const MachineBasicBlock &MBB : MF)
      for (const MachineInstr &MI : MBB)
        if (!MI.isDebugOrPseudoInstr() && !MI.isBundledWithPred())
          Known.Points.push_back(
              {Indexes.getInstructionIndex(MI), point(Indexes, Indexes.getInstructionIndex(MI))});
    return false;
  }
};

/// Writes the line about one function.
class Writer {
public:
  Writer(json::OStream &J, const MachineFunction &MF, LiveIntervals &LIS, const VirtRegMap &VRM,
         const MachineBlockFrequencyInfo &MBFI, const MachineLoopInfo &Loops)
      : J(J), MF(MF), LIS(LIS), VRM(VRM), MBFI(MBFI), Loops(Loops), Indexes(*LIS.getSlotIndexes()),
        MRI(MF.getRegInfo()), TRI(*MF.getSubtarget().getRegisterInfo()),
        TII(*MF.getSubtarget().getInstrInfo()) {}

  void write() {
    J.attribute("schema", 1);
    if (const DISubprogram *Program = MF.getFunction().getSubprogram()) {
      J.attribute("file", pathOf(*Program->getFile()));
      J.attribute("line", int64_t(Program->getLine()));
    }
    J.attributeArray("blocks", [&] {
      for (const MachineBasicBlock &MBB : MF)
        J.object([&] { block(MBB); });
    });
    J.attributeArray("instructions", [&] {
      for (const MachineBasicBlock &MBB : MF)
        for (const MachineInstr &MI : MBB)
          if (!MI.isDebugOrPseudoInstr() && !MI.isBundledWithPred())
            J.object([&] { instruction(MI); });
    });
    J.attributeArray("ranges", [&] { ranges(); });
    J.attributeArray("values", [&] {
      for (const Value &V : Known.Values)
        J.object([&] { value(V); });
    });
  }

private:
  static std::string pathOf(const DIFile &File) {
    SmallString<128> Path(File.getFilename());
    if (!sys::path::is_absolute(Path)) {
      Path = File.getDirectory();
      sys::path::append(Path, File.getFilename());
    }
    return std::string(Path);
  }

  void block(const MachineBasicBlock &MBB) {
    J.attribute("block", MBB.getNumber());
    J.attribute("frequency", MBFI.getBlockFreqRelativeToEntryBlock(&MBB));
    J.attribute("start", point(Indexes, Indexes.getMBBStartIdx(&MBB)));
    J.attribute("end", point(Indexes, Indexes.getMBBEndIdx(&MBB)));
    const MachineLoop *L = Loops.getLoopFor(&MBB);
    J.attribute("depth", int64_t(L ? L->getLoopDepth() : 0));
    if (L)
      J.attribute("header", L->getHeader()->getNumber());
    if (L && limit::lineOf(L->getStartLoc()))
      J.attribute("loop_line", int64_t(limit::lineOf(L->getStartLoc())));
  }

  void instruction(const MachineInstr &MI) {
    J.attribute("point", point(Indexes, Indexes.getInstructionIndex(MI)));
    if (auto Was = Known.pointOf(Indexes.getInstructionIndex(MI)))
      J.attribute("before", *Was);
    J.attribute("block", MI.getParent()->getNumber());
    if (unsigned Line = limit::lineOf(MI.getDebugLoc()))
      J.attribute("line", int64_t(Line));
    const DISubprogram *Program = MF.getFunction().getSubprogram();
    if (MI.getDebugLoc() && Program)
      if (const DIFile *File = MI.getDebugLoc()->getFile(); File && File != Program->getFile())
        J.attribute("file", pathOf(*File));
    J.attribute("text", text(MI));
    operands("reads", MI, [](const MachineOperand &MO) { return MO.readsReg(); });
    operands("writes", MI, [](const MachineOperand &MO) { return MO.isDef(); });
    slots("loads", MI, [](const MachineMemOperand &Access) { return Access.isLoad(); });
    slots("stores", MI, [](const MachineMemOperand &Access) { return Access.isStore(); });
    if (isMove(MI))
      J.attribute("copy", true);
    if (MI.isCall())
      J.attribute("call", true);
  }

  MCRegister assigned(const MachineOperand &MO) const {
    return limit::assignedRegister(MO, VRM, TRI);
  }

  /// Whether it is a copy between two different registers.
  bool isMove(const MachineInstr &MI) const {
    return MI.isCopy() && assigned(MI.getOperand(0)) != assigned(MI.getOperand(1));
  }

  std::string text(const MachineInstr &MI) const {
    std::string Text, Uses;
    raw_string_ostream Defs(Text), Others(Uses);
    for (const MachineOperand &MO : MI.explicit_operands()) {
      bool IsDef = MO.isReg() && MO.isDef();
      raw_string_ostream &To = IsDef ? Defs : Others;
      if (!(IsDef ? Text : Uses).empty())
        To << ", ";
      if (MO.isReg() && MO.getReg())
        To << StringRef(nameOf(assigned(MO)));
      else if (MO.isReg())
        To << '_';
      else
        MO.print(To, &TRI);
    }
    return (Text.empty() ? "" : Text + " = ") + TII.getName(MI.getOpcode()).str() +
           (Uses.empty() ? "" : " " + Uses);
  }

  std::string nameOf(MCRegister Reg) const {
    return Reg ? StringRef(TRI.getName(Reg)).lower() : "?";
  }

  template <typename TestT> void operands(StringRef Name, const MachineInstr &MI, TestT Test) {
    SmallVector<unsigned, 4> Found;
    for (const MachineOperand &MO : MI.operands())
      if (MO.isReg() && MO.getReg().isVirtual() && Test(MO) &&
          !is_contained(Found, MO.getReg().virtRegIndex()))
        Found.push_back(MO.getReg().virtRegIndex());
    list(Name, Found);
  }

  template <typename TestT> void slots(StringRef Name, const MachineInstr &MI, TestT Test) {
    SmallVector<unsigned, 4> Found;
    for (const MachineMemOperand *Access : MI.memoperands())
      if (std::optional<int> Slot = limit::spillSlotOf(*Access, MF.getFrameInfo()))
        if (Test(*Access) && !is_contained(Found, unsigned(*Slot)))
          Found.push_back(*Slot);
    list(Name, Found);
  }

  void list(StringRef Name, ArrayRef<unsigned> Numbers) {
    if (!Numbers.empty())
      J.attributeArray(Name, [&] {
        for (unsigned Number : Numbers)
          J.value(int64_t(Number));
      });
  }

  void segmentsOf(ArrayRef<int64_t> Points) {
    J.attributeArray("segments", [&] {
      for (int64_t Point : Points)
        J.value(Point);
    });
  }

  void ranges() {
    for (unsigned I = 0; I != MRI.getNumVirtRegs(); ++I) {
      Register Reg = Register::index2VirtReg(I);
      if (MRI.reg_nodbg_empty(Reg) || !LIS.hasInterval(Reg) || !VRM.hasPhys(Reg))
        continue;
      J.object([&] {
        J.attribute("range", int64_t(I));
        J.attribute("of", int64_t(VRM.getOriginal(Reg).virtRegIndex()));
        J.attribute("register", nameOf(VRM.getPhys(Reg)));
        segmentsOf(segments(Indexes, LIS.getInterval(Reg)));
      });
    }
  }

  void value(const Value &V) {
    J.attribute("range", int64_t(V.Reg.virtRegIndex()));
    J.attribute("class", V.Class);
    if (!V.Variable.empty())
      J.attribute("variable", json::fixUTF8(V.Variable));
    if (V.Line)
      J.attribute("line", int64_t(V.Line));
    if (int Slot = VRM.getStackSlot(V.Reg); Slot != VirtRegMap::NO_STACK_SLOT)
      J.attribute("slot", Slot);
    segmentsOf(V.Live);
  }

  json::OStream &J;
  const MachineFunction &MF;
  LiveIntervals &LIS;
  const VirtRegMap &VRM;
  const MachineBlockFrequencyInfo &MBFI;
  const MachineLoopInfo &Loops;
  SlotIndexes &Indexes;
  const MachineRegisterInfo &MRI;
  const TargetRegisterInfo &TRI;
  const TargetInstrInfo &TII;
};

class Placements : public MachineFunctionPass {
public:
  static char ID;
  Placements() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override { return "LIMIT Placements"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<LiveIntervalsWrapperPass>();
    AU.addRequired<VirtRegMapWrapperLegacy>();
    AU.addRequired<MachineBlockFrequencyInfoWrapperPass>();
    AU.addRequired<MachineLoopInfoWrapperPass>();
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override {
    if (Known.Of != &MF)
      Known = Before();
    limit::appendJsonLine(MF, "limit-placements", limit::options().Placements,
                          [&](json::OStream &J) {
                            Writer(J, MF, getAnalysis<LiveIntervalsWrapperPass>().getLIS(),
                                   getAnalysis<VirtRegMapWrapperLegacy>().getVRM(),
                                   getAnalysis<MachineBlockFrequencyInfoWrapperPass>().getMBFI(),
                                   getAnalysis<MachineLoopInfoWrapperPass>().getLI())
                                .write();
                          });
    return false;
  }
};

char PlacementsBefore::ID = 0;
char Placements::ID = 0;

} // namespace

void limit::initializePlacementPasses(PassRegistry &Registry) {
  limit::registerPass<PlacementsBefore>(Registry, "LIMIT Placements Before",
                                        "limit-placements-before");
  limit::registerPass<Placements>(Registry, "LIMIT Placements", "limit-placements");
}

void limit::noteChangedRanges(const MachineFunction &MF, LiveIntervals &LIS,
                              const SourceNames &Names, ArrayRef<Register> Regs) {
  if (Known.Of != &MF)
    return;
  erase_if(Known.Values, [&](const auto &V) { return is_contained(Regs, V.Reg); });
  for (Register Reg : Regs)
    noteValue(Reg, MF.getRegInfo(), LIS, Names);
  llvm::sort(Known.Values, [](const auto &A, const auto &B) { return A.Reg < B.Reg; });
}

void limit::insertPlacementPasses(TargetPassConfig &Config) {
  if (options().Placements.empty())
    return;
  Config.insertPass(&MachineSchedulerID, &PlacementsBefore::ID);
  for (StringRef Allocator : {"regalloc-limit", "greedy", "regallocbasic"})
    if (const PassInfo *Pass = PassRegistry::getPassRegistry()->getPassInfo(Allocator))
      Config.insertPass(Pass->getTypeInfo(), &Placements::ID);
}
