//===- Snapshot.h - a function before allocation ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_CHECK_SNAPSHOT_H
#define LIMIT_CHECK_SNAPSHOT_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/MachineOperand.h"
#include "llvm/CodeGen/Register.h"
#include <optional>
#include <vector>

namespace llvm {
class LiveIntervals;
class MachineFunction;
class MachineInstr;
class MachineMemOperand;
class TargetInstrInfo;
class TargetRegisterClass;
class TargetRegisterInfo;
} // namespace llvm

namespace limit {

using Operands = llvm::SmallVector<llvm::MachineOperand, 6>;

/// Lanes of virtual registers.
using RegLanes = llvm::SmallVector<std::pair<llvm::Register, llvm::LaneBitmask>, 0>;

/// An instruction as it was before allocation.
struct BeforeInstr {
  /// LLVM's debug number of the instruction, which nothing else ever gets; 0 for those that become
  /// no code, which LLVM wants without one.
  unsigned Number = 0;
  unsigned Opcode = 0;
  /// The operands of the whole bundle; registers may be virtual.
  limit::Operands Operands;
  /// The first instruction that computes the same value from nothing that changes, if this one can
  /// be computed again elsewhere; else -1.
  int Expression = -1;
  uint32_t Flags = 0;
  llvm::SmallVector<llvm::MachineMemOperand *, 1> MemRefs;
  /// Operands that are tied though their descriptions do not say so: those of inline assembly.
  llvm::SmallVector<std::pair<unsigned, unsigned>, 1> Tied;
  /// Lanes that operands name but that hold nothing: those of a register that took in another.
  RegLanes Undefined;
  /// Of an asm goto, and of inline assembly that may raise, lanes that blocks where it leads to
  /// read but that only what stands behind it writes. LLVM's coalescer and scheduler leave such
  /// copies there.
  RegLanes WrittenBehind;
  /// Since its operands were exchanged the result is where the other operand was, which was read
  /// there for the last time: the register that the result had before.
  llvm::Register CopiedTo;

  /// An operand names another register. Its instruction of the function keeps its own, and with it
  /// the function's lists of uses.
  void name(unsigned Op, llvm::Register Reg) {
    Operands[Op].clearParent();
    Operands[Op].setReg(Reg);
  }
};

struct BeforeBlock {
  std::vector<BeforeInstr> Instrs;
  llvm::SmallVector<llvm::MCRegister, 4> LiveIns;
  /// Lanes of virtual registers that a successor reads but that hold nothing at the end of this
  /// one: there was an undefined value once, of which no instruction tells any more.
  RegLanes Undefined;
};

/// A function as it was before allocation, recognisable afterwards by the numbers of its
/// instructions.
struct Snapshot {
  const llvm::MachineFunction *Function = nullptr;
  unsigned FunctionNumber = 0;
  /// Whether the function was compared with it.
  bool Compared = false;
  /// By the blocks' numbers.
  std::vector<BeforeBlock> Blocks;
  /// Per number of an instruction its block and its place there.
  llvm::DenseMap<unsigned, std::pair<unsigned, unsigned>> Places;
  /// Per virtual register its class, or none.
  std::vector<const llvm::TargetRegisterClass *> Classes;
  /// Per virtual register the parts of it that are named apart.
  std::vector<llvm::SmallVector<llvm::LaneBitmask, 2>> Lanes;
  /// Instructions that can be computed again, one per expression, and the next expression's number.
  std::vector<std::pair<unsigned, unsigned>> Expressions;
  /// Per virtual register that is defined by a load alone, and one that can be executed elsewhere
  /// as well, that load's block and place.
  llvm::DenseMap<unsigned, std::pair<unsigned, unsigned>> Loads;
  /// Per virtual register the expressions that compute it.
  llvm::DenseMap<unsigned, llvm::SmallVector<unsigned, 1>> Computing;
  /// The expressions by the hash of their operands.
  llvm::DenseMap<uint64_t, llvm::SmallVector<unsigned, 1>> Hashed;
  /// Frame objects from here on are the allocator's.
  int FirstSpillSlot = 0;

  /// The function had this many numbers before.
  unsigned NumbersBefore = 0;

  /// Whether this is a snapshot of the function. Of one that was never compared, since the pipeline
  /// ended before, another may have the address by now.
  bool isOf(const llvm::MachineFunction &MF) const;

  /// Takes the function as it is now. Numbers its instructions, which changes no code.
  void take(llvm::MachineFunction &MF, const llvm::LiveIntervals &LIS);

  /// Makes an expression of each instruction that computes one value and stands in another block
  /// now. Who moved it has seen to memory; the registers that it reads are compared where it is.
  void noteMoved(const llvm::MachineFunction &MF);

  /// The same for an instruction that is gone, and computed more than a fixed register that changes
  /// unseen, where the block has another like it instead: a target's pass between two rounds of
  /// allocation put that there, as RISC-V's for vector lengths does.
  void noteReplaced(const llvm::MachineFunction &MF);

  /// Enters that two operands of an instruction were exchanged, one of which is tied to the result,
  /// and that nobody reads the other one behind it. It still computes what it did.
  void noteCommuted(const llvm::MachineInstr &MI, unsigned Tied, unsigned Other);

  /// Enters that an instruction was moved down within its block, behind what now precedes it.
  void noteSunk(const llvm::MachineInstr &MI);

  /// Enters that an instruction reads the other one of the two registers that hold the same by a
  /// copy above it, if neither is changed in between.
  void noteReadOfCopy(const llvm::MachineInstr &MI, unsigned Op, const llvm::MachineInstr &Copy);

  /// Takes the numbers away that were not there before, and what was written down of them.
  void removeNumbers(llvm::MachineFunction &MF) const;

  const BeforeInstr &at(std::pair<unsigned, unsigned> Place) const {
    return Blocks[Place.first].Instrs[Place.second];
  }

private:
  void number(llvm::MachineInstr &MI, const llvm::MachineFunction &MF,
              const llvm::LiveIntervals &LIS);
  int expressionOf(const BeforeInstr &MI, unsigned Block, unsigned Place);
  void findUndefined(const llvm::MachineFunction &MF, const llvm::LiveIntervals &LIS);
  void findWrittenBehind(llvm::MachineFunction &MF, const llvm::LiveIntervals &LIS);
  void splitLanes(const llvm::MachineFunction &MF);
};

/// The operands of the instruction and of those in its bundle.
Operands operandsOf(const llvm::MachineInstr &MI);

/// Whether the operand reads a register that has a value, outside of its bundle.
bool reads(const llvm::MachineOperand &MO);
bool writes(const llvm::MachineOperand &MO);
/// Whether the lanes beside those of the subregister that is written are not defined any more.
bool leavesRestUndefined(const llvm::MachineOperand &MO);

/// The lanes of a register as those of its part \p Sub, a register by itself: all of them if no
/// lane that
/// \p Sub names is missing, since the numbers of other lanes mean something else in each kind of
/// register.
llvm::LaneBitmask lanesOfPart(const llvm::TargetRegisterInfo &TRI, unsigned Sub,
                              llvm::LaneBitmask Lanes);

/// Whether the instruction reads the register that it defines: executed again it would compute
/// another value, and what it read is gone.
bool changesItsResult(const BeforeInstr &MI);

/// Whether two lists of operands are the same but for registers that are not fixed; with
/// \p CompareUses, but for those that are written. The second may have more implicit operands, also
/// in place of registers that the first one reads.
bool computesTheSame(llvm::ArrayRef<llvm::MachineOperand> A, llvm::ArrayRef<llvm::MachineOperand> B,
                     bool CompareUses);

/// The operand of which the result is a copy if the instruction turns out to become no code:
/// targets have such to keep the coalescer from joining registers, or to copy under a condition;
/// and nothing is left of a copy between kinds of registers if both were spilled to one slot.
/// Of a choice of which one operand is undefined, it is the other one, and of one between a
/// register and itself, that.
std::optional<unsigned> copiedIfGone(const BeforeInstr &Known, const llvm::TargetInstrInfo &TII);

} // namespace limit

#endif // LIMIT_CHECK_SNAPSHOT_H
