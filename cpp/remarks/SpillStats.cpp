//===- SpillStats.cpp - greedy's remarks on spill code --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The remarks of LLVM's greedy allocator for what limit allocates. Readers of remarks know their
/// names, keys and texts, so all of these, their order and the rules of counting are greedy's, down
/// to single-precision costs that are summed from the inner loops outwards.
///
//===----------------------------------------------------------------------===//

#include "SpillStats.h"
#include "Assigned.h"
#include "flatten/StackMaps.h"
#include "report/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include <array>

using namespace llvm;

namespace {

using NV = DiagnosticInfoOptimizationBase::Argument;

/// The kinds of spill code in the order in which a remark names them.
enum Kind { Spill, FoldedSpill, Reload, FoldedReload, FreeFoldedReload, Copy, NumKinds };

/// How a remark names one kind.
struct Words {
  const char *CountKey;
  const char *CountText;
  /// Null for a kind that costs nothing.
  const char *CostKey;
  const char *CostText;
};

constexpr std::array<Words, NumKinds> KindWords = {{
    {"NumSpills", " spills ", "TotalSpillsCost", " total spills cost "},
    {"NumFoldedSpills", " folded spills ", "TotalFoldedSpillsCost", " total folded spills cost "},
    {"NumReloads", " reloads ", "TotalReloadsCost", " total reloads cost "},
    {"NumFoldedReloads", " folded reloads ", "TotalFoldedReloadsCost",
     " total folded reloads cost "},
    {"NumZeroCostFoldedReloads", " zero cost folded reloads ", nullptr, nullptr},
    {"NumVRCopies", " virtual registers copies ", "TotalCopiesCost", " total copies cost "},
}};

/// The spill code of a part of a function.
struct Stats {
  /// Instructions in the text, or accesses where they are folded into other instructions.
  std::array<unsigned, NumKinds> Counts = {};
  /// The same, times the frequency of the block relative to the entry block.
  std::array<float, NumKinds> Costs = {};

  bool isEmpty() const {
    return all_of(Counts, [](unsigned Count) { return Count == 0; });
  }

  void weigh(float Frequency) {
    for (unsigned K = 0; K != NumKinds; ++K)
      Costs[K] = Frequency * static_cast<float>(Counts[K]);
  }

  void add(const Stats &Part) {
    for (unsigned K = 0; K != NumKinds; ++K) {
      Counts[K] += Part.Counts[K];
      Costs[K] += Part.Costs[K];
    }
  }

  void write(MachineOptimizationRemarkMissed &Remark) const {
    for (unsigned K = 0; K != NumKinds; ++K) {
      if (!Counts[K])
        continue;
      const Words &Named = KindWords[K];
      Remark << NV(Named.CountKey, Counts[K]) << Named.CountText;
      if (Named.CostKey)
        Remark << NV(Named.CostKey, Costs[K]) << Named.CostText;
    }
  }
};

class SpillStats {
public:
  SpillStats(MachineFunction &MF, const VirtRegMap &VRM, const MachineBlockFrequencyInfo &MBFI,
             const MachineLoopInfo &Loops, MachineOptimizationRemarkEmitter &ORE)
      : MF(MF), VRM(VRM), MBFI(MBFI), Loops(Loops), ORE(ORE), Frame(MF.getFrameInfo()),
        TII(*MF.getSubtarget().getInstrInfo()), TRI(*MF.getSubtarget().getRegisterInfo()) {}

  /// Reports all loops, each after those in it, and then the function.
  void reportFunction() {
    Stats Total;
    for (const MachineLoop *Loop : Loops)
      Total.add(reportLoop(*Loop));
    for (const MachineBasicBlock &MBB : MF)
      if (!Loops.getLoopFor(&MBB))
        Total.add(count(MBB));
    DebugLoc Start;
    if (const DISubprogram *Source = MF.getFunction().getSubprogram())
      Start = DILocation::get(Source->getContext(), Source->getLine(), 1,
                              const_cast<DISubprogram *>(Source));
    emit(Total, "SpillReloadCopies", Start, MF.front(), "generated in function");
  }

private:
  Stats reportLoop(const MachineLoop &Loop) {
    Stats Total;
    for (const MachineLoop *Inner : Loop)
      Total.add(reportLoop(*Inner));
    for (const MachineBasicBlock *MBB : Loop.getBlocks())
      if (Loops.getLoopFor(MBB) == &Loop)
        Total.add(count(*MBB));
    emit(Total, "LoopSpillReloadCopies", Loop.getStartLoc(), *Loop.getHeader(),
         "generated in loop");
    return Total;
  }

  void emit(const Stats &Total, StringRef Name, const DebugLoc &At, const MachineBasicBlock &Region,
            StringRef Where) {
    if (Total.isEmpty())
      return;
    ORE.emit([&] {
      MachineOptimizationRemarkMissed Remark(limit::RemarkPass, Name, At, &Region);
      Total.write(Remark);
      Remark << Where;
      return Remark;
    });
  }

  Stats count(const MachineBasicBlock &MBB) const {
    Stats Block;
    for (const MachineInstr &MI : MBB)
      count(MI, Block);
    Block.weigh(static_cast<float>(MBFI.getBlockFreqRelativeToEntryBlock(&MBB)));
    return Block;
  }

  void count(const MachineInstr &MI, Stats &Block) const {
    if (std::optional<DestSourcePair> Ends = TII.isCopyInstr(MI)) {
      Block.Counts[Copy] += isMove(*Ends);
      return;
    }
    int Slot;
    if (TII.isLoadFromStackSlot(MI, Slot) && Frame.isSpillSlotObjectIndex(Slot)) {
      ++Block.Counts[Reload];
      return;
    }
    if (TII.isStoreToStackSlot(MI, Slot) && Frame.isSpillSlotObjectIndex(Slot)) {
      ++Block.Counts[Spill];
      return;
    }
    // An instruction that reads and writes its slot is counted as a reload only.
    SmallVector<const MachineMemOperand *, 2> Accesses;
    if (TII.hasLoadFromStackSlot(MI, Accesses) && isAnyOnSpillSlot(Accesses)) {
      if (limit::hasStackMap(MI.getOpcode()))
        countPatchPoint(MI, Block);
      else
        Block.Counts[FoldedReload] += Accesses.size();
      return;
    }
    Accesses.clear();
    if (TII.hasStoreToStackSlot(MI, Accesses) && isAnyOnSpillSlot(Accesses))
      Block.Counts[FoldedSpill] += Accesses.size();
  }

  /// Whether a copy from or to a virtual register will move anything. Copies between physical
  /// registers are none of the allocator's.
  bool isMove(const DestSourcePair &Ends) const {
    Register Source = Ends.Source->getReg(), Destination = Ends.Destination->getReg();
    return (Source.isVirtual() || Destination.isVirtual()) &&
           limit::assignedRegister(*Ends.Source, VRM, TRI) !=
               limit::assignedRegister(*Ends.Destination, VRM, TRI);
  }

  bool isAnyOnSpillSlot(ArrayRef<const MachineMemOperand *> Accesses) const {
    return any_of(Accesses, [&](const MachineMemOperand *Access) {
      return limit::spillSlotOf(*Access, Frame).has_value();
    });
  }

  /// The slots that the instruction \p MI has to load, and those that it only has to name.
  void countPatchPoint(const MachineInstr &MI, Stats &Block) const {
    auto [Begin, End] = TII.getPatchpointUnfoldableRange(MI);
    SmallSet<int, 16> Loaded, Named;
    for (const auto &[Index, MO] : enumerate(MI.operands()))
      if (MO.isFI() && Frame.isSpillSlotObjectIndex(MO.getIndex()))
        (Begin <= Index && Index < End ? Loaded : Named).insert(MO.getIndex());
    for (int Slot : Loaded)
      Named.erase(Slot);
    Block.Counts[FoldedReload] += Loaded.size();
    Block.Counts[FreeFoldedReload] += Named.size();
  }

  MachineFunction &MF;
  const VirtRegMap &VRM;
  const MachineBlockFrequencyInfo &MBFI;
  const MachineLoopInfo &Loops;
  MachineOptimizationRemarkEmitter &ORE;
  const MachineFrameInfo &Frame;
  const TargetInstrInfo &TII;
  const TargetRegisterInfo &TRI;
};

} // namespace

void limit::reportSpillStats(MachineFunction &MF, const VirtRegMap &VRM,
                             const MachineBlockFrequencyInfo &MBFI, const MachineLoopInfo &Loops,
                             MachineOptimizationRemarkEmitter &ORE) {
  if (ORE.allowExtraAnalysis(limit::RemarkPass))
    SpillStats(MF, VRM, MBFI, Loops, ORE).reportFunction();
}
