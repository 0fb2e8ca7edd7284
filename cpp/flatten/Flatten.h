//===- Flatten.h - a machine function as plain tables -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_FLATTEN_FLATTEN_H
#define LIMIT_FLATTEN_FLATTEN_H

#include "flatten/JoinedUnits.h"
#include "flatten/RegisterUnits.h"
#include "flatten/ShrinkWrap.h"
#include "regalloc-limit/src/bridge/ffi.rs.h"
#include "target/CostlyBases.h"
#include "target/FoldableLoads.h"
#include "target/FrameReach.h"
#include "target/Spillable.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IndexedMap.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/Register.h"
#include "llvm/CodeGen/SlotIndexes.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include <optional>
#include <vector>

namespace llvm {
class LiveInterval;
class LiveIntervals;
class LiveRange;
class LiveRegMatrix;
class MachineBlockFrequencyInfo;
class MachineFrameInfo;
class MachineFunction;
class MachineLoopInfo;
class MachineRegisterInfo;
class RegisterClassInfo;
class TargetInstrInfo;
class VirtRegMap;
} // namespace llvm

namespace limit {

class StackArguments;

/// What holds of a virtual register in every round.
struct VRegFacts {
  /// It is what the spiller left, or nothing can spill it.
  bool MustHaveRegister = false;
  /// Whether its values can be computed again, once that was asked; never known of those that are
  /// computed from other virtual registers, which later rounds may cut.
  std::optional<bool> Rematerialisable;
  /// Of an original: how many machine instructions compute a value of it again, at most, once that
  /// was asked.
  std::optional<unsigned> RecomputeInsts;
  /// Of an original: its pieces may have no other class (target/FrameSetup.h).
  bool KeepsClass = false;
  /// The target was asked, and has no hints for it.
  bool HasNoHints = false;
  /// The operands whose registers the target would like for it, as bits, once that was asked; known
  /// of what several instructions define only if there are none.
  std::optional<uint32_t> LikedOperands;
};
using VRegFactsMap = llvm::IndexedMap<VRegFacts, llvm::VirtReg2IndexFunctor>;

/// The analyses that the flattening reads.
struct FlattenInput {
  llvm::MachineFunction &MF;
  llvm::LiveIntervals &LIS;
  llvm::VirtRegMap &VRM;
  llvm::LiveRegMatrix &Matrix;
  llvm::MachineBlockFrequencyInfo &MBFI;
  llvm::MachineLoopInfo &Loops;
  const llvm::RegisterClassInfo &Classes;
  VRegFactsMap &Facts;
  SpillableClasses &Spillable;
  FoldableLoads &Foldable;
  const StackArguments &Arguments;
  /// Whether to tell which instructions keep registers from larger classes.
  bool Widens;
};

/// A machine function as tables of rows for the core, and the way back from the rows to LLVM's
/// objects. Physical registers, classes and units are numbered densely: only what the function can
/// use gets a number.
class FlatFunction {
public:
  /// Makes the tables that no plan changes: the graph of \p In.MF's blocks and its loops. The
  /// memory of an earlier function's tables is reused.
  void begin(const FlattenInput &In);

  /// Makes the others, as \p In.MF stands now.
  void flatten(const FlattenInput &In);

  core::FunctionView view() const;

  llvm::MCRegister physReg(uint32_t Reg) const { return PhysRegs[Reg]; }
  llvm::Register virtReg(uint32_t VReg) const { return VirtRegs[VReg]; }
  llvm::MachineInstr &instr(uint32_t Inst) const { return *Instrs[Inst]; }
  llvm::MachineBasicBlock &block(uint32_t Block) const { return *Blocks[Block]; }
  llvm::ArrayRef<core::SlotAccessRow> slotAccesses() const { return SlotAccessRows; }
  uint32_t numVirtRegs() const { return VirtRegs.size(); }
  llvm::ArrayRef<llvm::Register> virtRegs() const { return VirtRegs; }
  llvm::ArrayRef<llvm::MCRegister> physRegs() const { return PhysRegs; }
  llvm::ArrayRef<const llvm::TargetRegisterClass *> classes() const { return RegClasses; }
  llvm::ArrayRef<llvm::MachineInstr *> instrs() const { return Instrs; }
  /// Whether a register of \p RC came without one of the target's.
  bool allocates(const llvm::TargetRegisterClass &RC) const {
    return ClassNumbers[RC.getID()] != None;
  }

  /// The core's NONE.
  static constexpr uint32_t None = ~0u;

private:
  static core::SpanRow since(size_t Start, size_t End) { return {uint32_t(Start), uint32_t(End)}; }

  void addBlocks(const FlattenInput &In);
  void addLoops(const FlattenInput &In);
  void clearCode();
  void placeBlocks(const FlattenInput &In);
  void addInstrs(const FlattenInput &In);
  bool addOperands(const FlattenInput &In, const llvm::MachineInstr &MI);
  void addInstr(const FlattenInput &In, llvm::MachineInstr &MI, uint32_t Block, llvm::SlotIndex At);
  void addSlotAccess(const FlattenInput &In, llvm::MachineInstr &MI);
  uint32_t partOf(unsigned Sub);
  void addOperand(const llvm::MachineOperand &MO, uint32_t Name);
  void addLiveThroughUses(const llvm::MachineInstr &MI, const FlattenInput &In);
  void addVirtRegs(const FlattenInput &In);
  void addHints(const FlattenInput &In, llvm::Register Reg, core::VRegRow &Row);
  void addTwoAddress(const FlattenInput &In, llvm::Register Result,
                     llvm::ArrayRef<llvm::MCPhysReg> Hints);
  void addFolds(const FlattenInput &In, const llvm::LiveInterval &LI);
  /// The number of an instruction, found by its point.
  uint32_t instOf(const FlattenInput &In, const llvm::MachineInstr &MI) const;
  void addWidening(const FlattenInput &In, llvm::Register Reg);
  bool mustHaveRegister(const FlattenInput &In, const llvm::LiveInterval &LI) const;
  void addRegisters(const FlattenInput &In);
  void addUnitsOf(const FlattenInput &In, llvm::MCRegister Reg, const JoinedUnits::Groups &Joined);
  uint32_t numberOfGroup(const FlattenInput &In, const JoinedUnits::Groups &Joined, uint32_t Group);
  void findPartlyNamed(const FlattenInput &In, const JoinedUnits::Groups &Groups);
  void addUnits(const FlattenInput &In);
  /// Where fixed values take \p Unit; null if nowhere.
  const llvm::LiveRange *fixedRangeOf(const FlattenInput &In, llvm::MCRegUnit Unit) const;
  bool isTakenAsOne(const FlattenInput &In, llvm::ArrayRef<llvm::MCRegUnit> Group) const;
  /// The first unit of \p Group that the same fixed values take as \p Unit.
  llvm::MCRegUnit firstTakenAs(const FlattenInput &In, llvm::MCRegUnit Unit,
                               llvm::ArrayRef<llvm::MCRegUnit> Group) const;
  /// Notes that an operand names \p Reg.
  void noteNamed(const FlattenInput &In, llvm::MCRegister Reg) {
    if (!NamedRegs[Reg.id()])
      addNamed(In, Reg);
  }
  void addNamed(const FlattenInput &In, llvm::MCRegister Reg);
  void findSavedRegisters(const llvm::MachineFunction &MF);
  void addParts(const FlattenInput &In);
  void addClobbers(const FlattenInput &In);

  uint32_t classOf(const FlattenInput &In, const llvm::TargetRegisterClass *RC);
  /// Adds a class of the registers \p Order. Returns its number.
  uint32_t addClass(const llvm::TargetRegisterClass *RC, llvm::ArrayRef<llvm::MCPhysReg> Order);
  /// A class of \p Reg alone, which an allocator in front of this one gave to a register of \p RC.
  uint32_t soleClassOf(const llvm::TargetRegisterClass *RC, llvm::MCRegister Reg);
  /// The number of \p Item in \p Numbers, at \p Place there, which is the next one if it has none.
  template <typename T>
  static uint32_t numberOf(std::vector<uint32_t> &Numbers, size_t Place, std::vector<T> &Items,
                           T Item) {
    uint32_t &Number = Numbers[Place];
    if (Number == None) {
      Number = Items.size();
      Items.push_back(Item);
    }
    return Number;
  }
  uint32_t regOf(llvm::MCRegister Reg) { return numberOf(PhysRegNumbers, Reg.id(), PhysRegs, Reg); }
  uint32_t unitOf(llvm::MCRegUnit Unit) {
    return numberOf(UnitNumbers, static_cast<unsigned>(Unit), RegUnits, Unit);
  }
  uint32_t virtRegOf(llvm::Register Reg) {
    return numberOf(VirtRegNumbers, Reg.virtRegIndex(), VirtRegs, Reg);
  }
  uint32_t point(llvm::SlotIndex Index) const { return First.distance(Index); }
  bool isRematerialisable(const FlattenInput &In, const llvm::LiveInterval &LI);
  unsigned recomputeInstsOf(const FlattenInput &In, llvm::Register Reg);
  core::SpanRow addRecomputable(const FlattenInput &In, const llvm::LiveInterval &LI);
  core::SpanRow addSegments(const llvm::LiveRange &Range, std::vector<core::SegmentRow> &To);

  llvm::SlotIndex First;
  RegisterUnits Units;
  JoinedUnits Joined;
  CalleeSaved Saved;
  FrameReach Reach;
  CostlyBases Costly;
  std::optional<FrameNeeds> Needs;
  /// Whether the instruction whose operands are being added is a copy for the core.
  bool IsCopy = false;
  /// Whether that instruction refers to the frame.
  bool NamesFrame = false;
  /// Whether the block whose instructions are being added needs a frame.
  bool NeedsFrame = false;
  std::vector<llvm::MachineBasicBlock *> Blocks;
  std::vector<llvm::MachineInstr *> Instrs;
  std::vector<llvm::Register> VirtRegs;
  std::vector<llvm::MCRegister> PhysRegs;
  std::vector<llvm::MCRegUnit> RegUnits;
  std::vector<const llvm::TargetRegisterClass *> RegClasses;
  std::vector<unsigned> SubIndices;
  /// Numbers by LLVM's own, None where there is none.
  std::vector<uint32_t> BlockNumbers, VirtRegNumbers, PhysRegNumbers, UnitNumbers, ClassNumbers;
  /// The physical registers that operands name, and their units.
  llvm::BitVector NamedRegs, NamedUnits;
  /// Per callee-saved register, counted from 1, its group, which is 0 if the function changes it
  /// anyway, and its file.
  llvm::SmallVector<std::pair<uint32_t, uint32_t>, 32> SavedRows;
  /// Per group of units its number, once one of its registers was listed, or one of these two.
  static constexpr uint32_t Several = None - 1;
  static constexpr uint32_t Covered = None - 2;
  std::vector<uint32_t> GroupNumbers;
  /// Per group of units whether operands or live-ins name a part of it.
  llvm::BitVector PartlyNamed;
  /// Registers that an instruction writes after which no code can be put to store them.
  std::vector<llvm::Register> Unspillable;
  /// Registers that a statepoint needs unharmed beyond its call, by the call's point.
  std::vector<std::pair<uint32_t, llvm::Register>> LiveThroughUses;

  std::string Name;
  std::vector<core::BlockRow> BlockRows;
  std::vector<uint32_t> Successors;
  std::vector<core::LoopRow> LoopRows;
  std::vector<core::InstRow> InstRows;
  std::vector<core::OperandRow> OperandRows;
  std::vector<core::VRegRow> VRegRows;
  std::vector<core::LaneRow> LaneRows;
  std::vector<core::SegmentRow> Segments;
  std::vector<uint32_t> Hints;
  std::vector<core::TwoAddressRow> TwoAddressRows;
  std::vector<core::FoldRow> FoldRows;
  std::vector<core::CostlyUseRow> CostlyUseRows;
  std::vector<core::WideningRow> WideningRows;
  std::vector<uint32_t> NarrowInsts;
  std::vector<core::SlotAccessRow> SlotAccessRows;
  std::vector<core::RegRow> RegRows;
  std::vector<core::RegUnitRow> RegUnitRows;
  std::vector<core::SpanRow> UnitRows;
  std::vector<core::SegmentRow> Fixed;
  std::vector<core::SpanRow> ClassRows;
  std::vector<uint32_t> Orders;
  std::vector<uint64_t> Masks;
  std::vector<core::ClobberRow> Clobbers;
  std::vector<uint32_t> Parts;
  /// How many callee-saved registers of each file are saved in any case; file 0 is those saved one
  /// by one.
  std::vector<uint32_t> SavedAnyway;
  uint32_t FirstSlotInstrs = 0;
  bool PadsEvenSaves = false;
  bool FillsOddSaves = false;
};

/// The instruction of \p MBB at which its exceptional edges leave: the last one that may throw, a
/// call or inline assembly that may unwind. Null if no such edge leaves or nothing may throw.
const llvm::MachineInstr *throwerOf(const llvm::MachineBasicBlock &MBB);

/// The numbers of the operands of \p MI that are tied to a result in another register.
llvm::SmallVector<unsigned, 1> untiedOperands(const llvm::MachineInstr &MI);

/// Whether inline assembly in \p MF may throw to a landing pad of it.
bool mayThrowInAsm(const llvm::MachineFunction &MF);

/// Where any copy may go at the end of \p MBB: before its terminators, and before an asm goto or,
/// if an exceptional edge leaves it, before what may throw, since what lives into the target of
/// such an edge has to be in place by then.
llvm::MachineBasicBlock::iterator lastSplitPoint(llvm::MachineBasicBlock &MBB);

/// Whether a function has a spill slot.
bool hasSpillSlots(const llvm::MachineFrameInfo &Frame);

/// Whether \p MI moves a virtual register to or from all of stack slot \p Slot, one that any other
/// of its class can be copied to.
bool transfersAll(const llvm::MachineInstr &MI, int Slot, bool Loads, SpillableClasses &Spillable);

} // namespace limit

#endif // LIMIT_FLATTEN_FLATTEN_H
