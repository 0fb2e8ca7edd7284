//===- Flatten.cpp - a machine function as plain tables -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The function's side of the tables: blocks, loops and instructions. Virtual registers are in
/// VirtRegs.cpp, the target's side is in Target.cpp.
///
//===----------------------------------------------------------------------===//

#include "flatten/Flatten.h"
#include "prepare/AsmOutputs.h"
#include "target/FirstSlot.h"
#include "target/KnownValue.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/StackMaps.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Statepoint.h"

using namespace llvm;
using namespace limit::core;

namespace limit {

static bool mayThrow(const MachineInstr &MI) {
  if (MI.isInlineAsm())
    return MI.getOperand(InlineAsm::MIOp_ExtraInfo).getImm() & InlineAsm::Extra_MayUnwind;
  return MI.isCall() && !MI.isTerminator();
}

const MachineInstr *throwerOf(const MachineBasicBlock &MBB) {
  if (none_of(MBB.successors(), [](const MachineBasicBlock *Succ) { return Succ->isEHPad(); }))
    return nullptr;
  auto Last = find_if(reverse(MBB), mayThrow);
  return Last == MBB.rend() ? nullptr : &*Last;
}

SmallVector<unsigned, 1> untiedOperands(const MachineInstr &MI) {
  SmallVector<unsigned, 1> Untied;
  for (auto [Op, MO] : enumerate(MI.explicit_operands()))
    if (MO.isReg() && MO.getReg() && MO.isUse() && MO.isTied() &&
        MO.getReg() != MI.getOperand(MI.findTiedOperandIdx(Op)).getReg())
      Untied.push_back(Op);
  return Untied;
}

bool mayThrowInAsm(const MachineFunction &MF) {
  return any_of(MF, [](const MachineBasicBlock &MBB) {
    const MachineInstr *Thrower = throwerOf(MBB);
    return Thrower && Thrower->isInlineAsm();
  });
}

MachineBasicBlock::iterator lastSplitPoint(MachineBasicBlock &MBB) {
  if (auto Asm = asmGotoOf(MBB); Asm != MBB.end())
    return Asm;
  const MachineInstr *Thrower = throwerOf(MBB);
  return Thrower ? MachineBasicBlock::iterator(const_cast<MachineInstr &>(*Thrower))
                 : MBB.getFirstTerminator();
}

void FlatFunction::begin(const FlattenInput &In) {
  First = In.LIS.getSlotIndexes()->getZeroIndex();
  Name = In.MF.getName().str();
  Reach.begin();
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
  // With a frame for the whole function nothing else matters.
  Saved.select(In.MF);
  Needs.emplace(In.MF, Saved);
  if (Needs->isNeededIn(In.MF.front()))
    return;
  for (size_t B = 0; B != Blocks.size(); ++B)
    BlockRows[B].may_touch_stack = mayTouchStack(*Blocks[B]);
  if (MachineBasicBlock *Return = splittableReturn(In.MF, *Needs))
    BlockRows[BlockNumbers[Return->getNumber()]].splittable_return = true;
}

void FlatFunction::addLoops(const FlattenInput &In) {
  LoopRows.clear();
  SmallVector<MachineLoop *, 8> Preorder = In.Loops.getLoopsInPreorder();
  DenseMap<const MachineLoop *, uint32_t> Numbers;
  for (MachineLoop *L : Preorder) {
    MachineLoop *Parent = L->getParentLoop();
    Numbers[L] = LoopRows.size();
    LoopRows.push_back({Parent ? Numbers[Parent] : None});
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
  TwoAddressRows.clear(), FoldRows.clear(), CostlyUseRows.clear(), WideningRows.clear(),
      NarrowInsts.clear(), SlotAccessRows.clear();
}

void FlatFunction::flatten(const FlattenInput &In) {
  clearCode();
  const TargetRegisterInfo &TRI = *In.MF.getSubtarget().getRegisterInfo();
  VirtRegNumbers.assign(In.MF.getRegInfo().getNumVirtRegs(), None);
  PhysRegNumbers.assign(TRI.getNumRegs(), None);
  UnitNumbers.assign(TRI.getNumRegUnits(), None);
  Units.select(TRI);
  Costly.select(In.MF);
  NamedRegs.clear(), NamedRegs.resize(TRI.getNumRegs());
  NamedUnits.clear(), NamedUnits.resize(TRI.getNumRegUnits());
  ClassNumbers.assign(TRI.getNumRegClasses(), None);

  FirstSlotInstrs = firstSlotInstrs(In.MF);
  PadsEvenSaves = padsEvenSaves(In.MF);
  FillsOddSaves = fillsOddSaves(In.MF);
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
    MachineBasicBlock::iterator Last = lastSplitPoint(MBB);
    Row.last_split = PointOf(MBB, Last);
    // What stands behind an asm goto, which is no terminator, is not there on its other ways out.
    bool Throws = Last != MBB.end() && !Last->isTerminator() &&
                  Last->getOpcode() != TargetOpcode::INLINEASM_BR;
    Row.end_split = Throws ? PointOf(MBB, MBB.getFirstTerminator()) : Row.last_split;
    Row.is_landing_pad = MBB.isEHPad();
  }
}

void FlatFunction::addInstrs(const FlattenInput &In) {
  const SlotIndexes &Indexes = *In.LIS.getSlotIndexes();
  // Behind a second return registers and slots are those of another time.
  bool HasSlots = !In.MF.exposesReturnsTwice() && hasSpillSlots(In.MF.getFrameInfo());
  for (size_t B = 0; B != Blocks.size(); ++B) {
    size_t Start = InstRows.size();
    // What needed one in an earlier round still does. If the entry needs one, the frame is that of
    // the whole function.
    NeedsFrame = BlockRows[B].needs_frame || BlockRows.front().needs_frame ||
                 Needs->isNeededAtStart(*Blocks[B]);
    // Indexes are in the order of instructions: to go along is faster than to look each one up.
    SlotIndex At = Indexes.getMBBStartIdx(Blocks[B]);
    for (MachineInstr &MI : *Blocks[B]) {
      if (MI.isDebugOrPseudoInstr())
        continue;
      if (addOperands(In, MI)) {
        while (Indexes.getInstructionFromIndex(At) != &MI)
          At = At.getNextIndex();
        addInstr(In, MI, B, At);
      }
      if (HasSlots && NamesFrame)
        addSlotAccess(In, MI);
    }
    BlockRows[B].insts = since(Start, InstRows.size());
    BlockRows[B].needs_frame = NeedsFrame;
  }
}

/// Calls \p Visit with each operand of \p MI, and of the instructions bundled with it.
template <typename Visitor> static void visitOperands(const MachineInstr &MI, Visitor Visit) {
  if (LLVM_UNLIKELY(MI.isBundled()))
    for_each(const_mi_bundle_ops(MI), function_ref<void(const MachineOperand &)>(Visit));
  else
    for_each(MI.operands(), Visit);
}

/// Adds the operands of \p MI that the core asks about, and notes what others say of registers and
/// the frame. Returns whether there are any.
bool FlatFunction::addOperands(const FlattenInput &In, const MachineInstr &MI) {
  size_t Start = OperandRows.size();
  IsCopy = MI.isCopy() && !MI.isBundled();
  bool ListsFixed = IsCopy && any_of(MI.operands(), [](const MachineOperand &MO) {
                      return MO.isReg() && MO.getReg().isVirtual();
                    });
  bool NeedsIt = NeedsFrame || Needs->setsUpCall(MI);
  NamesFrame = false;
  visitOperands(MI, [&](const MachineOperand &MO) __attribute__((always_inline)) {
    if (MO.isReg() && MO.getReg().isVirtual()) {
      addOperand(MO, virtRegOf(MO.getReg()));
      return;
    }
    NeedsIt = NeedsIt || Needs->isNeededFor(MO);
    NamesFrame = NamesFrame || MO.isFI();
    if (!MO.isReg() || !MO.getReg())
      return;
    MCRegister Reg = MO.getReg().asMCReg();
    noteNamed(In, Reg);
    // What no class can hold is no register one could want.
    if (ListsFixed && In.MF.getRegInfo().isAllocatable(Reg))
      addOperand(MO, regOf(Reg));
  });
  // A constant would like a register that is known to hold it: a copy whose source is not read.
  if ((ListsFixed || MI.isMoveImmediate()) && OperandRows.size() == Start + 1)
    if (auto [Equal, Sub] = registerKnownEqual(MI); Equal) {
      OperandRows.push_back({virtRegOf(Equal), false, Sub ? partOf(Sub) : None, false, false});
      IsCopy = true;
    }
  NeedsFrame = NeedsIt;
  return OperandRows.size() != Start;
}

/// The number of a subregister.
uint32_t FlatFunction::partOf(unsigned Sub) {
  auto Known = find(SubIndices, Sub);
  uint32_t Number = Known - SubIndices.begin();
  if (Known == SubIndices.end())
    SubIndices.push_back(Sub);
  return Number;
}

void FlatFunction::addOperand(const MachineOperand &MO, uint32_t Name) {
  OperandRow &Row = OperandRows.emplace_back();
  Row.name = Name;
  Row.fixed = MO.getReg().isPhysical();
  unsigned Sub = MO.getSubReg();
  Row.part = Sub && IsCopy ? partOf(Sub) : None;
  Row.reads = MO.readsReg();
  Row.writes = MO.isDef();
}

/// Adds \p MI, whose operands were just added.
void FlatFunction::addInstr(const FlattenInput &In, MachineInstr &MI, uint32_t Block,
                            SlotIndex At) {
  if (MI.getOpcode() == TargetOpcode::STATEPOINT)
    addLiveThroughUses(MI, In);
  if (MI.isTerminator() && In.MF.getSubtarget().getInstrInfo()->isUnspillableTerminator(&MI))
    for (const MachineOperand &MO : MI.all_defs())
      Unspillable.push_back(MO.getReg());
  Instrs.push_back(&MI);
  InstRow &Row = InstRows.emplace_back();
  Row.point = point(At);
  Row.block = Block;
  uint32_t Start = InstRows.size() == 1 ? 0 : InstRows[InstRows.size() - 2].operands.end;
  Row.operands = since(Start, OperandRows.size());
  Row.is_copy = IsCopy;
  if (auto [Base, Index] = Costly.useBy(MI); Base)
    CostlyUseRows.push_back(
        {uint32_t(InstRows.size() - 1), virtRegOf(Base), Index ? virtRegOf(Index) : None});
}

bool hasSpillSlots(const MachineFrameInfo &Frame) {
  return any_of(seq(0, Frame.getObjectIndexEnd()),
                [&](int FI) { return Frame.isSpillSlotObjectIndex(FI); });
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

/// Notes what \p MI, whose operands were just added, does to spill slots.
void FlatFunction::addSlotAccess(const FlattenInput &In, MachineInstr &MI) {
  const MachineFrameInfo &Frame = In.MF.getFrameInfo();
  visitOperands(MI, [&](const MachineOperand &MO) {
    if (!MO.isFI() || MO.getIndex() < 0 || !Frame.isSpillSlotObjectIndex(MO.getIndex()))
      return;
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
  });
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

FunctionView FlatFunction::view() const {
  auto Slice = [](const auto &Rows) {
    using Row = typename std::decay_t<decltype(Rows)>::value_type;
    return rust::Slice<const Row>(Rows.data(), Rows.size());
  };
  return {Name,
          FirstSlotInstrs,
          PadsEvenSaves,
          FillsOddSaves,
          Slice(BlockRows),
          Slice(Successors),
          Slice(LoopRows),
          Slice(InstRows),
          Slice(OperandRows),
          Slice(VRegRows),
          Slice(LaneRows),
          Slice(Segments),
          Slice(Hints),
          Slice(TwoAddressRows),
          Slice(FoldRows),
          Slice(CostlyUseRows),
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
