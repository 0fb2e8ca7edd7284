//===- SlotOrder.cpp - which spill slots are neighbours -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// AArch64 makes one LDP or STP of two accesses to neighbouring slots, late: AArch64LoadStoreOpt
/// stands behind the layout of the frame. Which slots are neighbours is left to chance by
/// StackSlotColoring, which sorts them by how often they are accessed. This pass asks the core for
/// a better order and exchanges frame indices, since the frame is laid out in their order.
///
/// What the two passes to come do is assumed from their sources: which accesses are made one, and
/// from which end of the frame a slot is addressed. Where that is wrong a pair is missed, nothing
/// else.
///
//===----------------------------------------------------------------------===//

#include "target/SlotOrder.h"
#include "AllocatedFunction.h"
#include "Options.h"
#include "RegisterPass.h"
#include "regalloc-limit/src/bridge/ffi.rs.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/LiveRegUnits.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/CodeGen/PseudoSourceValueManager.h"
#include "llvm/CodeGen/TargetFrameLowering.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"
#include <optional>

using namespace llvm;
using namespace limit::core;

namespace {

/// Instructions that AArch64LoadStoreOpt looks ahead for a partner, by default.
constexpr unsigned Window = 20;
/// Offsets below the frame pointer that an access may have.
constexpr uint64_t FurthestFromFramePointer = 256;

struct Access {
  const MachineInstr *MI;
  /// The place of its slot among the spill slots.
  uint32_t Slot;
  Register Reg;
  bool IsLoad;
  double Frequency;
  SmallVector<uint32_t, 4> Partners = {};
};

/// An instruction, with the number of the access that it is.
using Step = std::pair<const MachineInstr *, std::optional<uint32_t>>;

/// The spill slots of a function and their accesses.
class SpillSlots {
  MachineFunction &MF;
  MachineFrameInfo &Frame;
  const TargetInstrInfo &TII;
  const TargetRegisterInfo &TRI;
  /// Frame indices, in order.
  std::vector<int> Slots;
  std::vector<Access> Accesses;

public:
  explicit SpillSlots(MachineFunction &MF)
      : MF(MF), Frame(MF.getFrameInfo()), TII(*MF.getSubtarget().getInstrInfo()),
        TRI(*MF.getSubtarget().getRegisterInfo()) {
    for (int Slot = 0; Slot < Frame.getObjectIndexEnd(); ++Slot)
      if (Frame.isSpillSlotObjectIndex(Slot) && isOnFrame(Slot))
        Slots.push_back(Slot);
  }

  /// Returns whether it changed anything.
  bool order(const MachineBlockFrequencyInfo &Frequencies, const Allocator &Core) {
    for (const MachineBasicBlock &MBB : MF)
      collect(MBB, Frequencies.getBlockFreqRelativeToEntryBlock(&MBB));
    if (none_of(Accesses, [](const Access &A) { return !A.Partners.empty(); }))
      return false;
    std::vector<SlotRow> SlotRows;
    for (int Slot : Slots)
      SlotRows.push_back({uint64_t(Frame.getObjectSize(Slot)), Frame.getObjectAlign(Slot).value()});
    std::vector<PairableRow> Rows;
    std::vector<uint32_t> Partners;
    for (const Access &A : Accesses) {
      uint32_t Start = Partners.size();
      append_range(Partners, A.Partners);
      Rows.push_back({A.Slot, A.IsLoad, A.Frequency, {Start, uint32_t(Partners.size())}});
    }
    auto [Above, Near] = aboveAndNear();
    rust::Vec<uint32_t> Order = Core.order_slots({{SlotRows.data(), SlotRows.size()},
                                                  {Rows.data(), Rows.size()},
                                                  {Partners.data(), Partners.size()},
                                                  Above,
                                                  Near});
    if (Order.size() != Slots.size() || is_sorted(Order))
      return false;
    exchange(Order);
    return true;
  }

private:
  bool isOnFrame(int Object) const {
    return !Frame.isDeadObjectIndex(Object) && !Frame.isVariableSizedObjectIndex(Object) &&
           Frame.getStackID(Object) == TargetStackID::Default;
  }

  /// None if \p MI is no access to a whole spill slot: one that is shared may be larger than a
  /// value.
  std::optional<Access> access(const MachineInstr &MI, double Frequency) const {
    int Slot = -1;
    Register Reg = TII.isLoadFromStackSlot(MI, Slot);
    bool IsLoad = Reg.isValid();
    if (!IsLoad)
      Reg = TII.isStoreToStackSlot(MI, Slot);
    auto At = lower_bound(Slots, Slot);
    if (!Reg || At == Slots.end() || *At != Slot || !MI.hasOneMemOperand() ||
        (*MI.memoperands_begin())->getSize() != LocationSize::precise(Frame.getObjectSize(Slot)))
      return std::nullopt;
    return Access{&MI, uint32_t(At - Slots.begin()), Reg, IsLoad, Frequency};
  }

  void collect(const MachineBasicBlock &MBB, double Frequency) {
    // What stands between an access and the last call.
    SmallVector<Step, 32> Run;
    for (const MachineInstr &MI : MBB) {
      if (MI.isDebugOrPseudoInstr())
        continue;
      if (MI.isCall()) {
        Run.clear();
        continue;
      }
      std::optional<uint32_t> Number;
      if (std::optional<Access> Found = access(MI, Frequency)) {
        Number = Accesses.size();
        Accesses.push_back(*Found);
        findPartners(*Number, Run);
      }
      Run.emplace_back(&MI, Number);
    }
  }

  /// Notes at the accesses in \p Run, up to the window's beginning, that the one behind it could be
  /// one with them.
  void findPartners(uint32_t Last, ArrayRef<Step> Run) {
    const Access &B = Accesses[Last];
    LiveRegUnits Modified(TRI), Used(TRI);
    for (auto &[MI, Number] : reverse(Run.take_back(std::min<size_t>(Window, Run.size())))) {
      if (Number && canBeOne(Accesses[*Number], B, Modified, Used))
        Accesses[*Number].Partners.push_back(Last);
      LiveRegUnits::accumulateUsedDefed(*MI, Modified, Used, &TRI);
    }
  }

  /// Whether \p A can be moved down to \p B or \p B up to \p A, past what modifies and uses
  /// registers between them. Of two loads to one register the first gets another.
  static bool canBeOne(const Access &A, const Access &B, const LiveRegUnits &Modified,
                       const LiveRegUnits &Used) {
    if (A.Slot == B.Slot || A.MI->getOpcode() != B.MI->getOpcode())
      return false;
    if (B.IsLoad && A.Reg == B.Reg)
      return Modified.available(B.Reg);
    auto CanMove = [&](Register Reg) {
      return Modified.available(Reg) && (!B.IsLoad || Used.available(Reg));
    };
    return CanMove(A.Reg) || CanMove(B.Reg);
  }

  /// Bytes of the frame above the spill slots, and the distance from the frame pointer below which
  /// it is the base: the frame's half, as far as the offset can be encoded.
  std::pair<uint64_t, uint64_t> aboveAndNear() const {
    uint64_t Saved = 0;
    MCRegister FramePointer = TRI.getFrameRegister(MF);
    bool IsBelow = false;
    // Those that follow the frame pointer in the convention's list are saved below it.
    for (const MCPhysReg *Reg = MF.getRegInfo().getCalleeSavedRegs(); *Reg; ++Reg) {
      if (IsBelow && MF.getRegInfo().isPhysRegModified(*Reg))
        Saved += TRI.getSpillSize(*TRI.getMinimalPhysRegClass(*Reg));
      IsBelow |= *Reg == FramePointer;
    }
    const TargetFrameLowering &Lowering = *MF.getSubtarget().getFrameLowering();
    Saved = alignTo(Saved, Lowering.getStackAlign());
    uint64_t Above = Saved;
    for (int Object = 0; Object < Slots.front(); ++Object)
      if (isOnFrame(Object))
        Above = alignTo(Above + Frame.getObjectSize(Object), Frame.getObjectAlign(Object));
    uint64_t Half = (Saved + Frame.estimateStackSize(MF)) / 2;
    return {Above, Lowering.hasFP(MF) ? std::min(Half, FurthestFromFramePointer + 1) : 0};
  }

  /// Gives the slots the frame indices of one another, so that those of \p Order are in sequence.
  void exchange(ArrayRef<uint32_t> Order) {
    DenseMap<int, int> Becomes;
    SmallVector<std::pair<int64_t, Align>> Shapes;
    for (uint32_t Old : Order) {
      Becomes[Slots[Old]] = Slots[Shapes.size()];
      Shapes.emplace_back(Frame.getObjectSize(Slots[Old]), Frame.getObjectAlign(Slots[Old]));
    }
    for (auto [Slot, Shape] : zip_equal(Slots, Shapes)) {
      Frame.setObjectSize(Slot, Shape.first);
      Frame.setObjectAlignment(Slot, Shape.second);
    }
    // Instructions may share what describes their access.
    SmallPtrSet<MachineMemOperand *, 32> Done;
    for (MachineBasicBlock &MBB : MF)
      for (MachineInstr &MI : MBB.instrs()) {
        for (MachineOperand &MO : MI.operands())
          if (MO.isFI() && Becomes.contains(MO.getIndex()))
            MO.setIndex(Becomes.at(MO.getIndex()));
        for (MachineMemOperand *MMO : MI.memoperands()) {
          auto *Slot = dyn_cast_or_null<FixedStackPseudoSourceValue>(MMO->getPseudoValue());
          if (Slot && Becomes.contains(Slot->getFrameIndex()) && Done.insert(MMO).second)
            MMO->setValue(MF.getPSVManager().getFixedStack(Becomes.at(Slot->getFrameIndex())));
        }
      }
  }
};

class SlotOrder : public MachineFunctionPass {
public:
  static char ID;

  SlotOrder() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "LIMIT Slot Order"; }

  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    AU.addRequired<MachineBlockFrequencyInfoWrapperPass>();
    AU.addRequired<limit::AllocatedFunction>();
    MachineFunctionPass::getAnalysisUsage(AU);
  }

  bool runOnMachineFunction(MachineFunction &MF) override {
    if (!getAnalysis<limit::AllocatedFunction>().take(MF) ||
        !MF.getTarget().getTargetTriple().isAArch64())
      return false;
    auto &Frequencies = getAnalysis<MachineBlockFrequencyInfoWrapperPass>().getMBFI();
    return SpillSlots(MF).order(Frequencies, *Core);
  }

private:
  rust::Box<Allocator> Core = limit::startCore();
};

char SlotOrder::ID = 0;

} // namespace

void limit::initializeSlotOrderPass(PassRegistry &Registry) {
  limit::registerPass<SlotOrder>(Registry, "LIMIT Slot Order", "limit-slot-order");
}

void limit::insertSlotOrderPass(TargetPassConfig &Config) {
  Config.insertPass(&StackSlotColoringID, &SlotOrder::ID);
}
