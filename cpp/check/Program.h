//===- Program.h - what an allocation moves where ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_CHECK_PROGRAM_H
#define LIMIT_CHECK_PROGRAM_H

#include "check/Conditions.h"
#include "check/Forms.h"
#include "regalloc-limit/src/bridge/ffi.rs.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include <optional>
#include <string>

namespace limit {

/// An instruction that has operands of the snapshot's in memory.
struct Fold {
  /// The instruction as LLVM makes it of the snapshot's.
  BeforeInstr Form;
  /// The operands that it lacks, each with its slot or with the expression that is part of it.
  llvm::SmallVector<std::pair<llvm::MachineOperand, int>, 2> InSlots;
  llvm::SmallVector<std::pair<llvm::MachineOperand, unsigned>, 2> Computed;
};

/// An instruction of the snapshot, or a form of it, beside the one that stands there now.
struct KnownInstr {
  const BeforeInstr &Known;
  const llvm::MachineInstr &After;
  Operands Now;
  /// What of it is in memory, or none.
  const Fold *Folded;
};

/// The checker's program for a function: its values are the parts of registers as the snapshot
/// names them, its locations the units of registers, the parts of spill slots and the expressions
/// that may be computed again.
class CheckProgramBuilder {
public:
  CheckProgramBuilder(const Snapshot &Before, llvm::MachineFunction &MF);

  /// Builds the program. Returns why that cannot be done, or nothing.
  std::string build();

  core::CheckProgram program() const;
  std::string nameOfValue(uint32_t Value) const;
  std::string nameOfLocation(uint32_t Location) const;
  /// The instruction of a place.
  const llvm::MachineInstr *instr(uint32_t Place) const { return Instrs[Place]; }
  size_t numInstrs() const { return Instrs.size(); }

private:
  /// A location and the lanes of the register in it that are meant. None are what two parts of the
  /// register share, as on VE: it has the value of the part that was written last, or of both.
  struct Part {
    uint32_t Location;
    llvm::LaneBitmask Lanes;
  };
  using Parts = llvm::SmallVector<Part, 8>;
  using Values = llvm::SmallVector<uint32_t, 4>;
  /// Per slot the parts of each register that is spilled there.
  using SlotShapes = llvm::MapVector<int, llvm::SmallVector<Parts, 2>>;

  // Names.
  void cutUnits();
  void findPlacedLanes();
  static llvm::LaneBitmask lanesOf(const Parts &Of);
  void cutExpressions();
  llvm::SmallVector<uint32_t, 2> locationsOf(unsigned Unit) const;
  Parts partsOf(llvm::MCRegister Reg) const;
  Parts &partsOfSlot(int Slot, const Parts &Like);
  /// The parts of an expression's result, with their lanes as well.
  const Parts &partsOfExpression(unsigned Number) const { return Results[Number]; }
  /// Where a value is that was lost, and where one waits within an instruction.
  uint32_t nowhere() const { return FirstExpression + NumResults; }
  uint32_t aside() const { return nowhere() + 1; }
  uint32_t valueOfUnit(uint32_t Unit) const { return Unit; }
  /// The value that is in such a part.
  uint32_t valueOfResult(uint32_t Location) const {
    return FirstExpressionValue + Location - FirstExpression;
  }
  unsigned expressionOf(uint32_t Location) const;
  /// The values that an operand named before allocation, each with its lanes.
  llvm::SmallVector<std::pair<uint32_t, llvm::LaneBitmask>, 4>
  valuesOf(const llvm::MachineOperand &MO) const;
  llvm::SmallVector<std::pair<uint32_t, llvm::LaneBitmask>, 4>
  valuesOfResult(const llvm::MachineOperand &MO) const;
  bool isReserved(llvm::Register Reg) const;
  /// Whether it is known what the register holds: reserved ones change unseen, but for constants.
  bool isFollowed(llvm::Register Reg) const;
  bool isRead(llvm::Register Reg) const;

  // Steps.
  void pair(uint32_t First, uint32_t Second) { Pairs.push_back({First, Second}); }
  void step(core::CheckKind Kind, size_t FirstPair);
  Values hold(const llvm::MachineOperand &Before, const Parts &Where, bool OfWhole = false);
  void holdInMemory(const Fold *Folded, llvm::function_ref<bool(const llvm::MachineOperand &)> Are);
  void move(const Parts &To, const Parts &From);
  void alias(const llvm::MachineOperand &To, const llvm::MachineOperand &From);
  void undefine(llvm::ArrayRef<uint32_t> Undefined);
  void undefine(const llvm::MachineOperand &MO);
  void undefineLanes(const RegLanes &Undefined);
  void redefineExpressions(const llvm::MachineOperand &MO);
  void define(const BeforeInstr &Before, const llvm::MachineOperand &MO, const Parts &Where);

  // Instructions.
  std::optional<std::pair<int, llvm::MCRegister>> transferOf(const llvm::MachineInstr &MI) const;
  Parts partsLike(const Parts &Held, int Slot, Parts &Rest);
  void reload(const Parts &Held, int Slot);
  std::optional<std::pair<int, int>> slotCopyOf(const llvm::MachineInstr &MI) const;
  void shapeCopiedSlots(SlotShapes &Shapes) const;
  void shapeSlots();
  void addEdges(const llvm::MachineBasicBlock &MBB,
                const llvm::DenseMap<const llvm::MachineBasicBlock *, uint32_t> &Numbers);
  void enter(const llvm::MachineBasicBlock &MBB);
  std::string addBlock(const llvm::MachineBasicBlock &MBB);
  bool isHoisted(const llvm::MachineInstr &MI, std::pair<unsigned, unsigned> Place) const;
  std::string addChoice(llvm::ArrayRef<BeforeInstr> Missing,
                        llvm::ArrayRef<const llvm::MachineInstr *> Own);
  void addTransfer(const BeforeInstr &Before, unsigned Op, const llvm::MachineInstr *After);
  void addCopy(const BeforeInstr &Before, const llvm::MachineInstr *After);
  std::string addInstr(const BeforeInstr &Before, const llvm::MachineInstr &After,
                       const Fold *Folded = nullptr, const Fold *Or = nullptr);
  llvm::MCRegister registerAt(const KnownInstr &I, size_t Op) const;
  Parts partsAt(const KnownInstr &I, size_t Op) const;
  bool matters(const KnownInstr &I, size_t Op) const;
  std::string whyNotFollowed(const KnownInstr &I) const;
  void clobberEarly(const KnownInstr &I);
  void holdUses(const KnownInstr &I, const BeforeInstr &Form, size_t From = 0);
  void readOperands(const KnownInstr &I, const Fold *Or);
  void readAfterCall(const KnownInstr &I);
  void endOldValues(const KnownInstr &I);
  void clobberOtherKinds(const KnownInstr &I);
  void clobberMore(const KnownInstr &I);
  void writeUndefined(const KnownInstr &I);
  void writeResults(const KnownInstr &I);
  bool isNeverAlone(uint32_t Unit) const;
  void holdRest(const KnownInstr &I);
  void addMissing(const BeforeInstr &Before);
  void addCopyOfResult(const BeforeInstr &Before);
  void clobberParts(const Parts &Where);
  void clobberResults(const llvm::MachineInstr &MI, llvm::MCRegister Reg);
  void addOwn(const llvm::MachineInstr &MI);
  void pairParts(const Parts &Result, const Parts &Value);
  Parts asideFor(Parts Result);
  Parts partsWithRest(llvm::ArrayRef<llvm::MachineOperand> Now);
  void addForm(const BeforeInstr &Form, const Parts &Value);
  void pairConstants(unsigned Opcode, llvm::ArrayRef<llvm::MachineOperand> Operands,
                     const Parts &Result);
  void indexExpressions();
  void addOther(const llvm::MachineInstr &MI);
  bool addStoredExpression(const llvm::MachineInstr &MI);
  std::vector<Fold> foldsOf(const BeforeInstr &Before, const llvm::MachineInstr &After);
  std::optional<uint32_t> addFoldedForm(const BeforeInstr &Form);
  void addFoldedExpression(const BeforeInstr &Form);
  void holdReloaded(const Fold &Folded, const llvm::MachineInstr &After);
  void addMissingLoad(const BeforeInstr &Before);
  std::optional<unsigned> originOf(const llvm::MachineInstr &MI) const;
  const BeforeInstr *knownOf(const llvm::MachineInstr &MI) const;
  ConditionChange conditionChange(const BeforeInstr &Before, const llvm::MachineInstr &After) const;
  /// Whether the conditions that read the comparison are those for exchanged operands; nothing if
  /// none tells.
  std::optional<bool> isReadExchanged(const llvm::MachineInstr &Comparison) const;
  /// Whether the instruction acts on other results of a comparison than it did.
  bool isConditionWrong(const BeforeInstr &Before, const llvm::MachineInstr &After) const;
  void readNowhere(const BeforeInstr &Before, const llvm::MachineInstr &After);
  bool mayBe(const BeforeInstr &Before, const llvm::MachineInstr &After) const;
  bool addFolded(const BeforeInstr &Before, const llvm::MachineInstr &After);
  llvm::ArrayRef<const llvm::MachineInstr *>
  addOwnBefore(const BeforeInstr &Copy, llvm::ArrayRef<const llvm::MachineInstr *> Own);
  BeforeInstr asStored(const BeforeInstr &Copy,
                       llvm::ArrayRef<const llvm::MachineInstr *> Own) const;
  std::string addGap(llvm::ArrayRef<BeforeInstr> Missing,
                     llvm::ArrayRef<const llvm::MachineInstr *> Own);
  void clobber(const llvm::MachineInstr &MI);

  const Snapshot &Before;
  llvm::MachineFunction &MF;
  const llvm::MachineRegisterInfo &MRI;
  const llvm::TargetRegisterInfo &TRI;
  const llvm::TargetInstrInfo &TII;
  FoldedForms Forms;
  /// Per virtual register its first value.
  std::vector<uint32_t> FirstValue;
  /// Per virtual register the lanes that registers of its class have a place for.
  std::vector<llvm::LaneBitmask> PlacedLanes;
  /// Units, and the further locations of those that are cut.
  uint32_t NumFixed;
  /// Per unit that is cut the first of its further locations, and its lanes.
  llvm::DenseMap<unsigned, std::pair<uint32_t, llvm::LaneBitmask>> CutUnits;
  /// Per further location its unit.
  llvm::SmallVector<unsigned, 0> UnitOfCut;
  uint32_t FirstExpression, FirstExpressionValue, NumValues, NumLocations;
  /// Per expression the parts of its result, and how many there are of all.
  std::vector<Parts> Results;
  uint32_t NumResults = 0;
  /// Where the parts of a value wait within an instruction that computes it again.
  llvm::SmallVector<uint32_t, 8> Asides;
  llvm::DenseMap<int, Parts> Slots;
  /// Per slot that registers of several kinds share the lanes of each kind.
  llvm::DenseMap<int, llvm::SmallVector<llvm::LaneBitmask, 2>> SlotKinds;
  /// Per location behind those that are known from the start its slot, or `NoSlot`.
  std::vector<int> SlotOfLocation;
  static constexpr int NoSlot = INT_MIN;
  /// Per hash of their opcode and constants the forms in which something may be computed again,
  /// each with the locations that stand for the result: of expressions, and of instructions with a
  /// load as a part.
  llvm::DenseMap<uint64_t, std::vector<std::pair<BeforeInstr, Parts>>> Recomputed;
  /// Expressions with a constant of the target's own.
  std::vector<unsigned> OfTargetsConstants;
  /// Of expressions that load constants which later passes of the target may load in parts, the
  /// locations by the bits that are there.
  llvm::DenseMap<llvm::APInt, llvm::SmallVector<uint32_t, 1>> Constants;
  bool IsIndexed = false;
  /// Why the program says nothing about the function, if something of it cannot be told.
  std::string NotFollowed;
  /// The block of the snapshot of which the current one is a part, and the place in it that comes
  /// next.
  unsigned Block = 0;
  size_t Next = 0;
  /// The choice that the block before the current one ends in, and whether its copy was seen.
  const BeforeInstr *Choice = nullptr;
  bool InRest = false;
  /// The instruction of the current block at which its exceptional edges leave.
  const llvm::MachineInstr *Thrower = nullptr;
  /// Per virtual register the expressions that read it.
  llvm::DenseMap<unsigned, llvm::SmallVector<unsigned, 2>> Readers;
  /// Per register mask the units that it clobbers.
  llvm::DenseMap<const uint32_t *, std::vector<uint32_t>> Clobbered;
  /// Per debug number that the spiller gave to an instruction the one that it stands for.
  llvm::DenseMap<unsigned, unsigned> Origins;
  std::vector<const llvm::MachineInstr *> Instrs;
  std::vector<core::CheckStep> Steps;
  std::vector<core::CheckPair> Pairs;
  std::vector<core::CheckBlock> Blocks;
  std::vector<core::CheckEdge> Edges;
};

} // namespace limit

#endif // LIMIT_CHECK_PROGRAM_H
