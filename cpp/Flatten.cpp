//===- Flatten.cpp - a machine function as plain tables -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The function's side of the tables: blocks, loops, instructions and virtual registers. The
/// target's side is in FlattenTarget.cpp.
///
//===----------------------------------------------------------------------===//

#include "Flatten.h"
#include "Arguments.h"
#include "llvm/CodeGen/CalcSpillWeights.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/LiveRegMatrix.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/RegisterClassInfo.h"
#include "llvm/CodeGen/StackMaps.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include "llvm/IR/Statepoint.h"

using namespace llvm;
using namespace limit::core;

namespace limit {

static constexpr uint32_t None = ~0u;

static SpanRow since(size_t Start, size_t End) { return {uint32_t(Start), uint32_t(End)}; }

MachineBasicBlock::iterator lastSplitPoint(MachineBasicBlock &MBB) {
  MachineBasicBlock::iterator Last = MBB.getFirstTerminator();
  bool Exceptional =
      any_of(MBB.successors(), [](const MachineBasicBlock *Succ) { return Succ->isEHPad(); });
  if (!Exceptional)
    return Last;
  for (MachineBasicBlock::iterator I = Last; I != MBB.begin();)
    if ((--I)->isCall())
      return I;
  return Last;
}

void FlatFunction::begin(const FlattenInput &In) {
  First = In.LIS.getSlotIndexes()->getZeroIndex();
  Name = In.MF.getName().str();
  addBlocks(In);
  addLoops(In);
}

void FlatFunction::addBlocks(const FlattenInput &In) {
  Blocks.clear(), BlockRows.clear(), Successors.clear();
  BlockNumbers.assign(In.MF.getNumBlockIDs(), None);
  for (MachineBasicBlock &MBB : In.MF) {
    BlockNumbers[MBB.getNumber()] = Blocks.size();
    Blocks.push_back(&MBB);
  }
  for (MachineBasicBlock *MBB : Blocks) {
    size_t Start = Successors.size();
    for (const MachineBasicBlock *Succ : MBB->successors())
      Successors.push_back(BlockNumbers[Succ->getNumber()]);
    BlockRow Row = {};
    Row.frequency = In.MBFI.getBlockFreqRelativeToEntryBlock(MBB);
    Row.innermost = None;
    Row.successors = since(Start, Successors.size());
    BlockRows.push_back(Row);
  }
}

void FlatFunction::addLoops(const FlattenInput &In) {
  LoopRows.clear();
  SmallVector<MachineLoop *, 8> Preorder = In.Loops.getLoopsInPreorder();
  DenseMap<const MachineLoop *, uint32_t> Numbers;
  for (MachineLoop *L : Preorder) {
    MachineLoop *Parent = L->getParentLoop();
    Numbers[L] = LoopRows.size();
    LoopRows.push_back({Parent ? Numbers[Parent] : None, L->getLoopDepth()});
  }
  if (Preorder.empty())
    return;
  for (size_t B = 0; B != Blocks.size(); ++B)
    if (const MachineLoop *L = In.Loops.getLoopFor(Blocks[B]))
      BlockRows[B].innermost = Numbers[L];
}

void FlatFunction::clearCode() {
  Instrs.clear(), VirtRegs.clear(), PhysRegs.clear(), RegUnits.clear(), RegClasses.clear();
  SubIndices.clear(), Unspillable.clear(), LiveThroughUses.clear(), InstRows.clear();
  OperandRows.clear(), VRegRows.clear(), LaneRows.clear(), Segments.clear(), Hints.clear();
  RegRows.clear(), RegUnitRows.clear(), UnitRows.clear(), Fixed.clear(), ClassRows.clear();
  Orders.clear(), Masks.clear(), Clobbers.clear(), Parts.clear(), SavedAnyway.clear();
  WideningRows.clear(), NarrowInsts.clear(), SlotAccessRows.clear();
}

void FlatFunction::flatten(const FlattenInput &In) {
  clearCode();
  const TargetRegisterInfo &TRI = *In.MF.getSubtarget().getRegisterInfo();
  VirtRegNumbers.assign(In.MF.getRegInfo().getNumVirtRegs(), None);
  PhysRegNumbers.assign(TRI.getNumRegs(), None);
  UnitNumbers.assign(TRI.getNumRegUnits(), None);
  ClassNumbers.assign(TRI.getNumRegClasses(), None);

  placeBlocks(In);
  addInstrs(In);
  addVirtRegs(In);
  addParts(In);
  addRegisters(In);
  addClobbers(In);
}

void FlatFunction::placeBlocks(const FlattenInput &In) {
  const SlotIndexes &Indexes = *In.LIS.getSlotIndexes();
  auto PointOf = [&](MachineBasicBlock &MBB, MachineBasicBlock::iterator I) {
    I = skipDebugInstructionsForward(I, MBB.end());
    return point(I == MBB.end() ? Indexes.getMBBEndIdx(&MBB) : Indexes.getInstructionIndex(*I));
  };
  for (size_t B = 0; B != Blocks.size(); ++B) {
    MachineBasicBlock &MBB = *Blocks[B];
    BlockRow &Row = BlockRows[B];
    Row.points = {point(Indexes.getMBBStartIdx(&MBB)), point(Indexes.getMBBEndIdx(&MBB))};
    Row.first_split = PointOf(MBB, MBB.SkipPHIsLabelsAndDebug(MBB.begin()));
    Row.last_split = PointOf(MBB, lastSplitPoint(MBB));
    // What needed one in an earlier round still does. If the entry needs one, the frame is that of
    // the whole function.
    Row.needs_frame = Row.needs_frame || BlockRows.front().needs_frame || needsFrame(MBB);
  }
}

void FlatFunction::addInstrs(const FlattenInput &In) {
  const MachineFrameInfo &Frame = In.MF.getFrameInfo();
  // Behind a second return registers and slots are those of another time.
  bool HasSlots = !In.MF.exposesReturnsTwice() &&
                  any_of(seq(0, Frame.getObjectIndexEnd()),
                         [&](int FI) { return Frame.isSpillSlotObjectIndex(FI); });
  for (size_t B = 0; B != Blocks.size(); ++B) {
    size_t Start = InstRows.size();
    for (MachineInstr &MI : *Blocks[B]) {
      if (MI.isDebugOrPseudoInstr())
        continue;
      addInstr(In, MI, B);
      if (HasSlots)
        addSlotAccess(In, MI);
    }
    BlockRows[B].insts = since(Start, InstRows.size());
  }
}

void FlatFunction::addInstr(const FlattenInput &In, MachineInstr &MI, uint32_t Block) {
  auto IsVirtual = [](const MachineOperand &MO) { return MO.isReg() && MO.getReg().isVirtual(); };
  size_t Start = OperandRows.size();
  bool IsCopy = MI.isCopy() && !MI.isBundled();
  if (IsCopy && none_of(MI.operands(), IsVirtual))
    return;
  auto Add = [&](const MachineOperand &MO) {
    if (IsVirtual(MO) || (IsCopy && MO.isReg()))
      addOperand(In, MO, IsCopy);
  };
  if (MI.isBundled())
    for_each(const_mi_bundle_ops(MI), Add);
  else
    for_each(MI.operands(), Add);
  if (OperandRows.size() == Start)
    return;
  if (MI.getOpcode() == TargetOpcode::STATEPOINT)
    addLiveThroughUses(MI, In);
  if (MI.isTerminator() && In.MF.getSubtarget().getInstrInfo()->isUnspillableTerminator(&MI))
    for (const MachineOperand &MO : MI.all_defs())
      Unspillable.push_back(MO.getReg());
  Instrs.push_back(&MI);
  InstRow Row;
  Row.point = point(In.LIS.getInstructionIndex(MI));
  Row.block = Block;
  Row.is_copy = IsCopy;
  Row.operands = since(Start, OperandRows.size());
  InstRows.push_back(Row);
}

bool transfersAll(const MachineInstr &MI, int Slot, bool Loads, SpillableClasses &Spillable) {
  const MachineFunction &MF = *MI.getMF();
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  int Named;
  Register Reg = Loads ? TII.isLoadFromStackSlot(MI, Named) : TII.isStoreToStackSlot(MI, Named);
  if (!Reg.isVirtual() || Named != Slot || MI.isBundled() || TII.isPredicated(MI) ||
      !MI.hasOneMemOperand())
    return false;
  LocationSize Size = (*MI.memoperands_begin())->getSize();
  bool IsWhole = Size.hasValue() && !Size.isScalable() &&
                 int64_t(Size.getValue().getFixedValue()) == MF.getFrameInfo().getObjectSize(Slot);
  auto IsOther = [&](const MachineOperand &MO) {
    return MO.isReg() && MO.getReg() && (MO.isImplicit() ? MO.isDef() : MO.getReg() != Reg);
  };
  auto IsPart = [](const MachineOperand &MO) { return MO.isReg() && MO.getSubReg(); };
  if (!IsWhole || any_of(MI.operands(), IsPart) || (Loads && any_of(MI.operands(), IsOther)))
    return false;
  // Lanes of divergent registers are stored and loaded under masks of their own.
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  const TargetRegisterClass *RC = MF.getRegInfo().getRegClass(Reg);
  bool CanCopy = !RC->expensiveOrImpossibleToCopy() && !TRI.isDivergentRegClass(RC);
  return CanCopy && Spillable.isTransfer(MI, *RC) &&
         TRI.getSpillSize(*RC) == MF.getFrameInfo().getObjectSize(Slot);
}

/// Notes what \p MI, which was just added if it has virtual registers, does to a spill slot.
void FlatFunction::addSlotAccess(const FlattenInput &In, MachineInstr &MI) {
  const MachineFrameInfo &Frame = In.MF.getFrameInfo();
  for (const MachineOperand &MO : const_mi_bundle_ops(MI)) {
    if (!MO.isFI() || MO.getIndex() < 0 || !Frame.isSpillSlotObjectIndex(MO.getIndex()))
      continue;
    SlotAccessRow Row;
    Row.point = point(In.LIS.getInstructionIndex(MI));
    Row.slot = MO.getIndex();
    Row.inst = InstRows.empty() ? None : InstRows.size() - 1;
    if (transfersAll(MI, MO.getIndex(), /*Loads=*/true, In.Spillable))
      Row.access = AccessRow::Reload;
    else if (transfersAll(MI, MO.getIndex(), /*Loads=*/false, In.Spillable))
      Row.access = AccessRow::Store;
    else if (MI.mayStore() || MI.isCall() || MI.isInlineAsm() || MI.isBundled())
      Row.access = AccessRow::Overwrite;
    else
      Row.access = AccessRow::Read;
    SlotAccessRows.push_back(Row);
  }
}

void FlatFunction::addOperand(const FlattenInput &In, const MachineOperand &MO, bool IsCopy) {
  OperandRow Row;
  Row.fixed = MO.getReg().isPhysical();
  if (Row.fixed) {
    // What no class can hold is no register one could want.
    if (!In.MF.getRegInfo().isAllocatable(MO.getReg()))
      return;
    Row.name = regOf(MO.getReg().asMCReg());
  } else {
    Row.name = virtRegOf(MO.getReg());
  }
  Row.part = None;
  if (unsigned Sub = MO.getSubReg(); Sub && IsCopy) {
    auto Known = find(SubIndices, Sub);
    Row.part = Known - SubIndices.begin();
    if (Known == SubIndices.end())
      SubIndices.push_back(Sub);
  }
  Row.reads = MO.readsReg();
  Row.writes = MO.isDef();
  OperandRows.push_back(Row);
}

/// The deoptimisation and garbage collection operands of a statepoint are read after its call
/// although their live ranges end at it.
void FlatFunction::addLiveThroughUses(const MachineInstr &MI, const FlattenInput &In) {
  StatepointOpers Opers(&MI);
  if (Opers.getFlags() & uint64_t(StatepointFlags::DeoptLiveIn))
    return;
  uint32_t Call = point(In.LIS.getInstructionIndex(MI).getRegSlot());
  for (unsigned Op = Opers.getNumDeoptArgsIdx() + 1; Op != MI.getNumOperands(); ++Op)
    if (const MachineOperand &MO = MI.getOperand(Op); MO.isReg() && MO.getReg().isVirtual())
      LiveThroughUses.push_back({Call, MO.getReg()});
}

uint32_t FlatFunction::virtRegOf(Register Reg) {
  uint32_t &Number = VirtRegNumbers[Reg.virtRegIndex()];
  if (Number == None) {
    Number = VirtRegs.size();
    VirtRegs.push_back(Reg);
  }
  return Number;
}

/// Adds to what \p To has from \p Start on. Values that follow each other without a gap are one
/// segment to the core.
static void addSegment(SegmentRow Row, size_t Start, std::vector<SegmentRow> &To) {
  if (To.size() > Start && To.back().end == Row.start)
    To.back().end = Row.end;
  else
    To.push_back(Row);
}

SpanRow FlatFunction::addSegments(const LiveRange &Range, std::vector<SegmentRow> &To) {
  size_t Start = To.size();
  for (const LiveRange::Segment &S : Range) {
    addSegment({point(S.start), point(S.end)}, Start, To);
  }
  return since(Start, To.size());
}

/// The same rules as LLVM's: what is as short as it can be and not needed in memory must have a
/// register.
FateRow FlatFunction::fate(const FlattenInput &In, const LiveInterval &LI) const {
  FateRow Known = In.Memos[LI.reg()].Fate;
  if (Known == FateRow::Register || !LI.isSpillable() || is_contained(Unspillable, LI.reg()))
    return FateRow::Register;
  if (!LI.isZeroLength(In.LIS.getSlotIndexes()))
    return Known;
  // A call that it lives across, or an operand that may be in memory, still leaves it a choice.
  ArrayRef<SlotIndex> Calls = In.LIS.getRegMaskSlots();
  for (const LiveRange::Segment &S : LI)
    if (const SlotIndex *Call = lower_bound(Calls, S.start); Call != Calls.end() && *Call < S.end)
      return Known;
  for (const MachineOperand &MO : In.MF.getRegInfo().use_nodbg_operands(LI.reg())) {
    const MachineInstr &MI = *MO.getParent();
    unsigned Opcode = MI.getOpcode();
    if (Opcode == TargetOpcode::STATEPOINT || Opcode == TargetOpcode::STACKMAP ||
        Opcode == TargetOpcode::PATCHPOINT)
      return Known;
    if (MI.isInlineAsm() && MI.mayFoldInlineAsmRegOp(MO.getOperandNo()))
      return Known;
  }
  return FateRow::Register;
}

using Stretch = std::pair<SlotIndex, SlotIndex>;

/// Keeps of \p Points what lies where \p Range has the value that it has at \p At.
static void keepWhereValueIsSame(SmallVectorImpl<Stretch> &Points, const LiveRange &Range,
                                 SlotIndex At) {
  const VNInfo *Value = Range.getVNInfoAt(At);
  if (!Value)
    return;
  SmallVector<Stretch, 8> Kept;
  for (auto [Start, End] : Points)
    for (auto S = Range.find(Start); S != Range.end() && S->start < End; ++S)
      if (S->valno == Value)
        Kept.push_back({std::max(Start, S->start), std::min(End, S->end)});
  Points = std::move(Kept);
}

/// Where the values of \p LI that an instruction can compute again have what it needs for that:
/// LLVM recomputes a value by the instruction that defined it in the range it was split from.
SpanRow FlatFunction::addRecomputable(const FlattenInput &In, const LiveInterval &LI) {
  const MachineRegisterInfo &MRI = In.MF.getRegInfo();
  const TargetInstrInfo &TII = *In.MF.getSubtarget().getInstrInfo();
  const LiveInterval &Original = In.LIS.getInterval(In.VRM.getOriginal(LI.reg()));
  size_t Start = Segments.size();
  for (const LiveRange::Segment &S : LI) {
    const VNInfo *Value = Original.getVNInfoAt(S.start);
    const MachineInstr *Def = Value && !Value->isPHIDef() && !Value->isUnused()
                                  ? In.LIS.getInstructionFromIndex(Value->def)
                                  : nullptr;
    auto Varies = [&](const MachineOperand &MO) {
      return MO.readsReg() && MO.getReg().isPhysical() && !MRI.isConstantPhysReg(MO.getReg()) &&
             !TII.isIgnorableUse(MO);
    };
    if (!Def || !TII.isReMaterializable(*Def) || any_of(Def->all_uses(), Varies))
      continue;
    SmallVector<Stretch, 8> Points = {{S.start, S.end}};
    for (const MachineOperand &MO : Def->all_uses())
      if (MO.getReg().isVirtual())
        keepWhereValueIsSame(Points, In.LIS.getInterval(MO.getReg()), Value->def.getRegSlot(true));
    for (auto [From, To] : Points)
      addSegment({point(From), point(To)}, Start, Segments);
  }
  return since(Start, Segments.size());
}

void FlatFunction::addVirtRegs(const FlattenInput &In) {
  const MachineRegisterInfo &MRI = In.MF.getRegInfo();
  const TargetInstrInfo &TII = *In.MF.getSubtarget().getInstrInfo();
  sort(LiveThroughUses, [](auto &A, auto &B) {
    return std::pair(A.second.id(), A.first) < std::pair(B.second.id(), B.first);
  });
  for (Register Reg : VirtRegs) {
    LiveInterval &LI = In.LIS.getInterval(Reg);
    VRegRow Row;
    Row.class_ = classOf(In, MRI.getRegClass(Reg));
    Row.fate = fate(In, LI);
    std::optional<bool> &Rematerialisable = In.Memos[Reg].Rematerialisable;
    if (Row.fate != FateRow::Register && !Rematerialisable)
      Rematerialisable = In.Arguments.contains(Reg) ||
                         VirtRegAuxInfo::isRematerializable(LI, In.LIS, In.VRM, MRI, TII);
    Row.rematerialisable = Row.fate != FateRow::Register && *Rematerialisable;
    bool InPart = Row.fate != FateRow::Register && !Row.rematerialisable;
    Row.recomputable = InPart ? addRecomputable(In, LI) : SpanRow();
    Row.live = addSegments(LI, Segments);
    auto Use = partition_point(LiveThroughUses, [&](auto &U) { return U.second.id() < Reg.id(); });
    for (; Use != LiveThroughUses.end() && Use->second == Reg; ++Use)
      for (uint32_t S = Row.live.start; S != Row.live.end; ++S)
        if (Segments[S].end == Use->first)
          Segments[S].end = Use->first + 1;
    size_t Start = LaneRows.size();
    for (const LiveInterval::SubRange &Sub : LI.subranges())
      LaneRows.push_back({Sub.LaneMask.getAsInteger(), addSegments(Sub, Segments)});
    Row.lane_ranges = since(Start, LaneRows.size());
    addHints(In, Reg, Row);
    MCRegister Assigned = In.Memos[Reg].Assigned;
    Row.assigned = Assigned ? regOf(Assigned) : None;
    VRegRows.push_back(Row);
    if (In.Widens && Row.fate == FateRow::Free)
      addWidening(In, Reg);
  }
}

void FlatFunction::addHints(const FlattenInput &In, Register Reg, VRegRow &Row) {
  const TargetRegisterInfo &TRI = *In.MF.getSubtarget().getRegisterInfo();
  ArrayRef<MCPhysReg> Order = In.Classes.getOrder(In.MF.getRegInfo().getRegClass(Reg));
  SmallVector<MCPhysReg, 16> Wanted;
  Row.hints_only = TRI.getRegAllocationHints(Reg, Order, Wanted, In.MF, &In.VRM, &In.Matrix);
  size_t Start = Hints.size();
  for (MCPhysReg Hint : Wanted)
    if (is_contained(Order, Hint))
      Hints.push_back(regOf(Hint));
  Row.hints = since(Start, Hints.size());
}

FunctionView FlatFunction::view(uint32_t Round) const {
  auto Slice = [](const auto &Rows) {
    using Row = typename std::decay_t<decltype(Rows)>::value_type;
    return rust::Slice<const Row>(Rows.data(), Rows.size());
  };
  return {Name,
          Round,
          Slice(BlockRows),
          Slice(Successors),
          Slice(LoopRows),
          Slice(InstRows),
          Slice(OperandRows),
          Slice(VRegRows),
          Slice(LaneRows),
          Slice(Segments),
          Slice(Hints),
          Slice(WideningRows),
          Slice(NarrowInsts),
          Slice(SlotAccessRows),
          Slice(RegRows),
          Slice(RegUnitRows),
          Slice(UnitRows),
          Slice(Fixed),
          Slice(ClassRows),
          Slice(Orders),
          Slice(Masks),
          Slice(Clobbers),
          Slice(Parts),
          Slice(SavedAnyway)};
}

} // namespace limit
