//===- VirtRegs.cpp - virtual registers as plain tables -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where each virtual register is live, what may become of it, where its value can be computed
/// again and which registers the target wants for it.
///
//===----------------------------------------------------------------------===//

#include "flatten/Flatten.h"
#include "flatten/StackMaps.h"
#include "prepare/Arguments.h"
#include "llvm/CodeGen/CalcSpillWeights.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/LiveRegMatrix.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/RegisterClassInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace limit::core;

namespace limit {

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
bool FlatFunction::mustHaveRegister(const FlattenInput &In, const LiveInterval &LI) const {
  if (In.Facts[LI.reg()].MustHaveRegister || !LI.isSpillable() ||
      is_contained(Unspillable, LI.reg()))
    return true;
  if (!LI.isZeroLength(In.LIS.getSlotIndexes()))
    return false;
  // A call that it lives across, or an operand that may be in memory, still leaves it a choice.
  ArrayRef<SlotIndex> Calls = In.LIS.getRegMaskSlots();
  for (const LiveRange::Segment &S : LI)
    if (const SlotIndex *Call = lower_bound(Calls, S.start); Call != Calls.end() && *Call < S.end)
      return false;
  for (const MachineOperand &MO : In.MF.getRegInfo().use_nodbg_operands(LI.reg())) {
    const MachineInstr &MI = *MO.getParent();
    if (hasStackMap(MI.getOpcode()))
      return false;
    if (MI.isInlineAsm() && MI.mayFoldInlineAsmRegOp(MO.getOperandNo()))
      return false;
  }
  return true;
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

/// The instruction that defines the value, or null if none does.
static const MachineInstr *definitionOf(const VNInfo &Value, const LiveIntervals &LIS) {
  return Value.isPHIDef() || Value.isUnused() ? nullptr : LIS.getInstructionFromIndex(Value.def);
}

/// Where the values of \p LI that an instruction can compute again have what it needs for that:
/// LLVM recomputes a value by the instruction that defined it in the range it was split from.
SpanRow FlatFunction::addRecomputable(const FlattenInput &In, const LiveInterval &LI) {
  const MachineRegisterInfo &MRI = In.MF.getRegInfo();
  const TargetInstrInfo &TII = *In.MF.getSubtarget().getInstrInfo();
  const LiveInterval &Original = In.LIS.getInterval(In.VRM.getOriginal(LI.reg()));
  auto Varies = [&](const MachineOperand &MO) {
    return MO.readsReg() && MO.getReg().isPhysical() && !MRI.isConstantPhysReg(MO.getReg()) &&
           !TII.isIgnorableUse(MO);
  };
  auto FindDef = [&](const VNInfo &Value) -> const MachineInstr * {
    const MachineInstr *Def = definitionOf(Value, In.LIS);
    bool Repeats = Def && TII.isReMaterializable(*Def) && none_of(Def->all_uses(), Varies);
    return Repeats ? Def : nullptr;
  };
  size_t Start = Segments.size();
  // Most ranges have one value, and most values cannot be computed again.
  if (Original.getNumValNums() == 1 && !FindDef(*Original.getValNumInfo(0)))
    return since(Start, Start);
  // A value may have many segments.
  SmallVector<std::optional<const MachineInstr *>, 8> Defs(Original.getNumValNums());
  for (const LiveRange::Segment &S : LI) {
    const VNInfo *Value = &LI == &Original ? S.valno : Original.getVNInfoAt(S.start);
    if (!Value)
      continue;
    std::optional<const MachineInstr *> &Known = Defs[Value->id];
    if (!Known)
      Known = FindDef(*Value);
    const MachineInstr *Def = *Known;
    if (!Def)
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

/// How many machine instructions the instruction becomes, as far as it can be told where all of
/// them have one size. Not every target tells the size of its pseudo-instructions; an address takes
/// two, and an immediate that is dearer than a move more than that.
static unsigned machineInstsOf(const MachineInstr &MI, const TargetInstrInfo &TII) {
  if (!MI.isPseudo())
    return 1;
  constexpr unsigned InstSize = 4, LargestSize = 64;
  unsigned Size = TII.getInstSizeInBytes(MI);
  if (Size > LargestSize)
    return 1;
  bool NamesAddress = any_of(MI.operands(), [](const MachineOperand &MO) {
    return MO.isGlobal() || MO.isCPI() || MO.isJTI() || MO.isBlockAddress() || MO.isSymbol();
  });
  unsigned Least = NamesAddress ? 2 : MI.isMoveImmediate() && !TII.isAsCheapAsAMove(MI) ? 3 : 1;
  return std::max(unsigned(divideCeil(Size, InstSize)), Least);
}

/// How many machine instructions compute a value of \p Reg again, at most: those of the definitions
/// of the range that it was split from.
unsigned FlatFunction::recomputeInstsOf(const FlattenInput &In, Register Reg) {
  Register Original = In.VRM.getOriginal(Reg);
  std::optional<unsigned> &Known = In.Facts[Original].RecomputeInsts;
  if (Known)
    return *Known;
  Known = 1;
  const TargetInstrInfo &TII = *In.MF.getSubtarget().getInstrInfo();
  for (const VNInfo *Value : In.LIS.getInterval(Original).valnos) {
    const MachineInstr *Def = definitionOf(*Value, In.LIS);
    if (Def && TII.isReMaterializable(*Def))
      Known = std::max(*Known, machineInstsOf(*Def, TII) + Reach.instsBeyond(*Def));
  }
  return *Known;
}

/// Whether all instructions are still there by which LLVM would compute the values of \p LI again:
/// those that defined them in the range it was split from. LLVM removes one that reads other ranges
/// as soon as nobody reads its result.
static bool hasOriginalDefs(const FlattenInput &In, const LiveInterval &LI) {
  Register Original = In.VRM.getOriginal(LI.reg());
  if (Original == LI.reg())
    return true;
  const LiveInterval &From = In.LIS.getInterval(Original);
  return all_of(LI.valnos, [&](const VNInfo *Value) {
    if (Value->isUnused())
      return true;
    const VNInfo *OriginalValue = From.getVNInfoAt(Value->def);
    return OriginalValue && definitionOf(*OriginalValue, In.LIS);
  });
}

bool FlatFunction::isRematerialisable(const FlattenInput &In, const LiveInterval &LI) {
  std::optional<bool> &Known = In.Facts[LI.reg()].Rematerialisable;
  if (Known)
    return *Known;
  const MachineRegisterInfo &MRI = In.MF.getRegInfo();
  const TargetInstrInfo &TII = *In.MF.getSubtarget().getInstrInfo();
  bool Is =
      In.Arguments.contains(LI.reg()) ||
      (VirtRegAuxInfo::isRematerializable(LI, In.LIS, In.VRM, MRI, TII) && hasOriginalDefs(In, LI));
  auto ReadsRange = [&](const VNInfo *Value) {
    const MachineInstr *Def = definitionOf(*Value, In.LIS);
    return Def && any_of(Def->all_uses(), [](auto &MO) { return MO.getReg().isVirtual(); });
  };
  // A range that it is computed from may be cut in a later round, and then live elsewhere.
  if (!Is || none_of(In.LIS.getInterval(In.VRM.getOriginal(LI.reg())).valnos, ReadsRange))
    Known = Is;
  return Is;
}

void FlatFunction::addVirtRegs(const FlattenInput &In) {
  const MachineRegisterInfo &MRI = In.MF.getRegInfo();
  sort(LiveThroughUses, [](auto &A, auto &B) {
    return std::pair(A.second.id(), A.first) < std::pair(B.second.id(), B.first);
  });
  for (Register Reg : VirtRegs) {
    LiveInterval &LI = In.LIS.getInterval(Reg);
    VRegRow Row = {};
    Row.name = Reg.virtRegIndex();
    const TargetRegisterClass *RC = MRI.getRegClass(Reg);
    // What an allocator in front of this one gave a register keeps it.
    bool KeepsRegister = In.VRM.hasPhys(Reg);
    Row.class_ = KeepsRegister ? soleClassOf(RC, In.VRM.getPhys(Reg)) : classOf(In, RC);
    Row.must_have_register = KeepsRegister || mustHaveRegister(In, LI);
    Row.rematerialisable = !Row.must_have_register && isRematerialisable(In, LI);
    bool InPart = !Row.must_have_register && !Row.rematerialisable;
    Row.recomputable = InPart ? addRecomputable(In, LI) : SpanRow();
    bool Recomputes = Row.rematerialisable || Row.recomputable.start != Row.recomputable.end;
    Row.recompute_insts = Recomputes ? recomputeInstsOf(In, Reg) : 1;
    Row.reads_ranges = Row.rematerialisable && !In.Facts[Reg].Rematerialisable.has_value();
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
    if (!KeepsRegister)
      addHints(In, Reg, Row);
    if (Row.rematerialisable)
      addFolds(In, LI);
    VRegRows.push_back(Row);
    if (In.Widens && !Row.must_have_register)
      addWidening(In, Reg);
  }
}

/// Which instructions could take in the load that computes the range, if one load does. Of LLVM's
/// targets only x86 does that.
void FlatFunction::addFolds(const FlattenInput &In, const LiveInterval &LI) {
  if (!In.MF.getTarget().getTargetTriple().isX86())
    return;
  const LiveInterval &Original = In.LIS.getInterval(In.VRM.getOriginal(LI.reg()));
  const MachineInstr *Load =
      Original.getNumValNums() == 1 ? definitionOf(*Original.getValNumInfo(0), In.LIS) : nullptr;
  if (!Load || !Load->canFoldAsLoad())
    return;
  for (const MachineOperand &MO : In.MF.getRegInfo().use_nodbg_operands(LI.reg()))
    if (In.Foldable.isTakenIn(*Load, MO))
      FoldRows.push_back({instOf(In, *MO.getParent()), virtRegOf(LI.reg())});
}

void FlatFunction::addHints(const FlattenInput &In, Register Reg, VRegRow &Row) {
  const TargetRegisterInfo &TRI = *In.MF.getSubtarget().getRegisterInfo();
  ArrayRef<MCPhysReg> Order = In.Classes.getOrder(In.MF.getRegInfo().getRegClass(Reg));
  bool &HasNoHints = In.Facts[Reg].HasNoHints;
  SmallVector<MCPhysReg, 16> Wanted;
  Row.hints_only =
      !HasNoHints && TRI.getRegAllocationHints(Reg, Order, Wanted, In.MF, &In.VRM, &In.Matrix);
  HasNoHints = Wanted.empty() && !Row.hints_only;
  size_t Start = Hints.size();
  for (MCPhysReg Hint : Wanted)
    if (is_contained(Order, Hint))
      Hints.push_back(regOf(Hint));
  Row.hints = since(Start, Hints.size());
  if (!Row.hints_only)
    addTwoAddress(In, Reg, Wanted);
}

} // namespace limit
