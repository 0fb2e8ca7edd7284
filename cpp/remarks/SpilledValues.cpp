//===- SpilledValues.cpp - remarks on values that left registers ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The reasons come from the core's log, by which a value may have left in several pieces: the
/// dearest one says why. What that came to, and what it costs, is read off the code. A value that
/// is neither loaded nor stored in the end, nor recomputed, has no remark.
///
//===----------------------------------------------------------------------===//

#include "SpilledValues.h"
#include "Assigned.h"
#include "flatten/Flatten.h"
#include "report/MoveCost.h"
#include "report/Report.h"
#include "report/SourceNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/LiveStacks.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

using NV = DiagnosticInfoOptimizationBase::Argument;

/// The reloads that the text of a remark places; all are in its arguments.
static constexpr unsigned MaxPlaces = 4;

bool limit::areRemarksWanted(const MachineFunction &MF) {
  return OptimizationRemarkEmitter::allowExtraAnalysis(MF.getFunction(), RemarkPass);
}

/// What became of a value that left registers.
struct limit::SpilledValues::Departure {
  Register Original;
  /// The dearest of its pieces that left.
  core::DepartureRow Reason;
  unsigned Reloads = 0, Stores = 0;
  /// What these cost per call.
  double Cost = 0;
  /// The places of the reloads, as far as they are known; each line once.
  SmallVector<DebugLoc, 4> ReloadedAt;
  /// Executions of its hottest reload, or else store, per call, and the block of that.
  double Hotness = 0;
  const MachineBasicBlock *Hottest = nullptr;

  /// Of a value that is neither loaded nor stored what it was expected to cost to recompute it.
  double cost() const { return Reloads || Stores ? Cost : Reason.price; }

  void addReload(const DebugLoc &At) {
    ++Reloads;
    if (At && none_of(ReloadedAt, [&](const DebugLoc &Known) {
          return Known.getLine() == At.getLine() && Known->getFile() == At->getFile();
        }))
      ReloadedAt.push_back(At);
  }
};

limit::SpilledValues::SpilledValues(MachineFunction &MF, const LiveIntervals &LIS,
                                    const LiveStacks &Stacks, const VirtRegMap &VRM,
                                    const SourceNames &Names)
    : MF(MF), LIS(LIS), Stacks(Stacks), VRM(VRM), Names(Names) {
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      for (const MachineOperand &MO : MI.all_defs())
        if (MO.getReg().isVirtual() && MI.getDebugLoc())
          Definitions.try_emplace(MO.getReg(), MI.getDebugLoc());
}

void limit::SpilledValues::noteRound(const core::Session &Session, const FlatFunction &Flat) {
  for (core::OverloadRow &Row : Session.overloads()) {
    SlotIndex At = Row.inst == ~0u ? LIS.getMBBStartIdx(&Flat.block(Row.block))
                                   : LIS.getInstructionIndex(Flat.instr(Row.inst));
    At = Row.writes ? At.getRegSlot() : At.getBaseIndex();
    Overloads.push_back({At, std::move(Row)});
  }
}

std::string limit::SpilledValues::nameOf(Register Reg) const {
  Register Original = VRM.getOriginal(Reg);
  StringRef Variable = Names.nameOf(Original);
  return Variable.empty() ? ("%" + Twine(Original.virtRegIndex())).str() : Variable.str();
}

/// Where the value is defined; an argument's place is that of its variable.
DebugLoc limit::SpilledValues::definitionOf(Register Original) const {
  if (DebugLoc Known = Definitions.lookup(Original))
    return Known;
  const DILocalVariable *Variable = Names.of(Original);
  if (!Variable || !Variable->getLine())
    return DebugLoc();
  return DILocation::get(MF.getFunction().getContext(), Variable->getLine(), 0,
                         Variable->getScope());
}

/// The place that a reload is for: its own, if it is folded into an instruction, else that of the
/// first use behind it in its block.
static DebugLoc placeOfReload(const MachineInstr &MI, Register Loaded) {
  if (MI.getDebugLoc() || !Loaded)
    return MI.getDebugLoc();
  auto Behind = make_range(std::next(MI.getIterator()), MI.getParent()->instr_end());
  for (const MachineInstr &User : Behind)
    if (!User.isDebugInstr() && User.readsRegister(Loaded, nullptr))
      return User.getDebugLoc();
  return DebugLoc();
}

SmallVector<limit::SpilledValues::Departure, 0>
limit::SpilledValues::departures(const core::Session &Session,
                                 const MachineBlockFrequencyInfo &MBFI) const {
  SmallVector<Departure, 0> All;
  DenseMap<Register, unsigned> Numbers;
  for (core::DepartureRow &Row : Session.departures()) {
    Register Original = VRM.getOriginal(Register::index2VirtReg(Row.range));
    auto [Known, IsNew] = Numbers.try_emplace(Original, All.size());
    if (IsNew)
      All.emplace_back().Original = Original;
    Departure &Left = All[Known->second];
    if (IsNew || Row.price > Left.Reason.price)
      Left.Reason = std::move(Row);
  }
  DenseMap<int, unsigned> BySlot;
  for (const auto &[Original, Number] : Numbers)
    if (int Slot = VRM.getStackSlot(Original); Slot != VirtRegMap::NO_STACK_SLOT)
      BySlot[Slot] = Number;

  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  for (const MachineBasicBlock &MBB : MF) {
    double Frequency = MBFI.getBlockFreqRelativeToEntryBlock(&MBB);
    for (const MachineInstr &MI : MBB)
      for (const MachineMemOperand *Access : MI.memoperands()) {
        std::optional<int> Slot = spillSlotOf(*Access, MF.getFrameInfo());
        auto Known = Slot ? BySlot.find(*Slot) : BySlot.end();
        if (Known == BySlot.end())
          continue;
        Departure &Left = All[Known->second];
        int Loaded;
        if (Access->isLoad()) {
          Left.addReload(placeOfReload(MI, TII.isLoadFromStackSlot(MI, Loaded)));
          Left.Cost += ReloadWeight * Frequency;
        } else {
          ++Left.Stores;
          Left.Cost += StoreWeight * Frequency;
        }
        if (!Left.Hottest || Frequency > Left.Hotness)
          std::tie(Left.Hotness, Left.Hottest) = std::pair(Frequency, &MBB);
      }
  }
  erase_if(All, [](const Departure &Left) {
    return !Left.Reloads && !Left.Stores && !Left.Reason.recomputed;
  });
  stable_sort(All, [](const Departure &A, const Departure &B) { return A.cost() > B.cost(); });
  return All;
}

static StringRef text(const rust::String &Text) { return {Text.data(), Text.size()}; }

/// A price or a frequency as text that is short enough to read.
static NV number(StringRef Key, double Value) {
  std::string Text;
  // No minus in front of nothing.
  raw_string_ostream(Text) << format("%.4g", Value == 0 ? 0 : Value);
  return NV(Key, Text);
}

/// A noun behind its number.
static StringRef counted(const NV &Number, const char *One, const char *Several) {
  return Number.Val == "1" ? One : Several;
}

/// Why something left registers, and what that costs.
static void describeCause(MachineOptimizationRemarkMissed &Remark,
                          const limit::core::DepartureRow &Reason, double Cost) {
  Remark << " left registers: " << NV("Cause", text(Reason.why));
  for (const limit::core::OverloadRow &Over : Reason.overload) {
    Remark << " (" << NV("Held", Over.held) << " live in " << NV("Capacity", Over.capacity) << " "
           << NV("Registers", text(Over.class_name));
    if (Over.line)
      Remark << ", line " << NV("CauseLine", Over.line);
    Remark << ")";
  }
  Remark << "; costs " << number("Price", Cost);
}

void limit::SpilledValues::report(const Departure &Left, StringRef Pass,
                                  MachineOptimizationRemarkEmitter &ORE) const {
  ORE.emit([&] {
    DebugLoc Definition = definitionOf(Left.Original);
    DebugLoc At = Definition || Left.ReloadedAt.empty() ? Definition : Left.ReloadedAt.front();
    MachineOptimizationRemarkMissed Remark(RemarkPass, "SpilledValue", At,
                                           Left.Hottest ? Left.Hottest : &MF.front());
    const core::DepartureRow &Reason = Left.Reason;
    Remark << NV("Value", nameOf(Left.Original));
    describeCause(Remark, Reason, Left.cost());
    if (Definition)
      Remark << "; defined in line " << NV("DefinitionLine", Definition.getLine());
    if (Reason.recomputed)
      Remark << "; " << NV("Recomputed", "recomputed") << " where it is read";
    NV Reloads("NumReloads", Left.Reloads);
    Remark << "; " << Reloads << counted(Reloads, " reload", " reloads");
    auto Line = [](const DebugLoc &At) {
      NV Line("ReloadLine", At.getLine());
      Line.Loc = DiagnosticLocation(At);
      return Line;
    };
    auto Places = ArrayRef(Left.ReloadedAt);
    for (const auto &[Number, At] : enumerate(Places.take_front(MaxPlaces)))
      Remark << (Number ? ", " : " in line ") << Line(At);
    if (Places.size() > MaxPlaces)
      Remark << " and more";
    NV Stores("NumStores", Left.Stores);
    Remark << ", " << Stores << counted(Stores, " store", " stores");
    if (Left.Hottest) {
      NV Hotness = number("Hotness", Left.Hotness);
      Remark << ", up to " << Hotness << counted(Hotness, " time", " times") << " per call";
    }
    // What others would have cost is to be held against what was expected of the value itself.
    if (!Reason.others.empty())
      Remark << "; instead of " << number("ExpectedPrice", Reason.price) << ": ";
    for (const auto &[Number, Other] : enumerate(Reason.others)) {
      Remark << (Number ? ", " : "") << NV("Other", nameOf(Register::index2VirtReg(Other.range)));
      if (!Other.with.empty())
        Remark << " and " << NV("OtherMore", Other.with.size()) << " more";
      Remark << " for " << number("OtherPrice", Other.price);
    }
    Remark << "; decided ";
    if (!Pass.empty())
      Remark << "by " << NV("DecidedBy", Pass) << " ";
    Remark << "in phase " << NV("Phase", text(Reason.phase));
    Remark << DiagnosticInfoOptimizationBase::setExtraArgs();
    for (const DebugLoc &At : Places.drop_front(std::min<size_t>(MaxPlaces, Places.size())))
      Remark << Line(At);
    return Remark;
  });
}

void limit::SpilledValues::reportValues(const core::Session &Session,
                                        const MachineBlockFrequencyInfo &MBFI, StringRef Pass,
                                        MachineOptimizationRemarkEmitter &ORE) const {
  for (const Departure &Left : departures(Session, MBFI))
    report(Left, Pass, ORE);
}

/// The cell of a loop that is most over capacity; null if all fit.
const limit::SpilledValues::Overload *
limit::SpilledValues::highestOf(const MachineLoop &Loop) const {
  const Overload *Highest = nullptr;
  for (const MachineBasicBlock *MBB : Loop.getBlocks()) {
    const Overload *First = partition_point(
        Overloads, [&](const Overload &Over) { return Over.At < LIS.getMBBStartIdx(MBB); });
    for (const Overload &Over : make_range(First, Overloads.end())) {
      if (Over.At >= LIS.getMBBEndIdx(MBB))
        break;
      if (!Highest || Over.excess() > Highest->excess())
        Highest = &Over;
    }
  }
  return Highest;
}

/// The values of a class that are live in the most crowded cell of a loop in the end.
struct limit::SpilledValues::Occupancy {
  SetVector<Register> InRegisters, InMemory;
};

/// Which values of the class of \p Over are live there in a register, and which have a spill slot
/// alone.
limit::SpilledValues::Occupancy limit::SpilledValues::occupancyAt(const Overload &Over) const {
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  auto Classes = TRI.regclasses();
  auto Class = find_if(Classes, [&](const TargetRegisterClass *RC) {
    return TRI.getRegClassName(RC) == text(Over.Row.class_name);
  });
  // Registers of other classes may be parts of the class's, or have them as parts.
  auto IsOfClass = [&](MCRegister Reg) {
    return Class != Classes.end() &&
           any_of(**Class, [&](MCPhysReg Other) { return TRI.regsOverlap(Reg, Other); });
  };
  auto AllValues = map_range(seq(MRI.getNumVirtRegs()), Register::index2VirtReg);
  Occupancy There;
  for (Register Reg : AllValues)
    if (VRM.hasPhys(Reg) && LIS.hasInterval(Reg) && LIS.getInterval(Reg).liveAt(Over.At) &&
        IsOfClass(VRM.getPhys(Reg)))
      There.InRegisters.insert(VRM.getOriginal(Reg));
  for (Register Reg : AllValues) {
    Register Original = VRM.getOriginal(Reg);
    int Slot = VRM.getStackSlot(Original);
    if (Slot != VirtRegMap::NO_STACK_SLOT && Stacks.hasInterval(Slot) &&
        Stacks.getInterval(Slot).liveAt(Over.At) && !There.InRegisters.contains(Original) &&
        any_of(*MRI.getRegClass(Original), IsOfClass))
      There.InMemory.insert(Original);
  }
  return There;
}

void limit::SpilledValues::reportLoops(const MachineLoopInfo &Loops,
                                       MachineOptimizationRemarkEmitter &ORE) {
  stable_sort(Overloads, [](const Overload &A, const Overload &B) { return A.At < B.At; });
  for (const MachineLoop *Loop : Loops.getLoopsInPreorder()) {
    const Overload *Highest = highestOf(*Loop);
    if (!Highest)
      continue;
    ORE.emit([&] {
      const core::OverloadRow &Row = Highest->Row;
      MachineOptimizationRemarkAnalysis Remark(RemarkPass, "LoopPressure", Loop->getStartLoc(),
                                               Loop->getHeader());
      Remark << "loop over capacity: " << NV("Held", Row.held) << " live in "
             << NV("Capacity", Row.capacity) << " " << NV("Registers", text(Row.class_name));
      if (Row.line)
        Remark << " in line " << NV("Line", Row.line);
      auto List = [&](const char *Title, StringRef Key, const SetVector<Register> &Values) {
        for (const auto &[Number, Value] : enumerate(Values))
          Remark << (Number ? ", " : Title) << NV(Key, nameOf(Value));
      };
      Occupancy There = occupancyAt(*Highest);
      List("; kept in registers there: ", "Kept", There.InRegisters);
      List("; in memory there: ", "InMemory", There.InMemory);
      return Remark;
    });
  }
}
