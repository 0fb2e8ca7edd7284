//===- Arguments.h - arguments that arrive on the stack ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_PREPARE_ARGUMENTS_H
#define LIMIT_PREPARE_ARGUMENTS_H

#include "target/Spillable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/Register.h"

namespace llvm {
class LiveIntervals;
class LiveRangeEdit;
class MachineFrameInfo;
class MachineFunction;
class MachineInstr;
class VirtRegMap;
} // namespace llvm

namespace limit {

/// Whether the slot is one of the caller's frame with an argument that nothing stores to.
bool isArgumentSlot(const llvm::MachineFrameInfo &Frame, int Slot);

/// The register to which \p MI loads an argument that nothing stores to, with its \p Slot in the
/// caller's frame, or no register.
llvm::Register loadedArgument(const llvm::MachineInstr &MI, int &Slot);

/// Whether \p MI may be executed again elsewhere, as far as what it computes or loads goes.
bool canComputeAgain(const llvm::MachineInstr &MI);

/// The ranges that hold what the caller put on the stack, on targets whose loads LLVM does not
/// recompute by itself: where such a range is not in a register, its slot in the caller's frame is
/// read again, and nothing is ever stored.
class StackArguments {
public:
  /// Looks at the loads of \p MF's entry block, which is where LLVM puts those of arguments.
  StackArguments(llvm::MachineFunction &MF, llvm::LiveIntervals &LIS, llvm::VirtRegMap &VRM,
                 SpillableClasses &Spillable);
  ~StackArguments();
  StackArguments(const StackArguments &) = delete;

  /// Whether \p Reg is such a range or a piece of one.
  bool contains(llvm::Register Reg) const;

  /// Takes the piece that \p Edit is of out of registers: each instruction that reads it gets a
  /// load of its own. Returns false, with nothing changed, if one of them cannot. The new registers
  /// are those of \p Edit.
  bool spill(llvm::LiveRangeEdit &Edit);

private:
  bool canReload(const llvm::MachineInstr &MI, llvm::Register Reg) const;
  llvm::MachineInstr &insertLoad(llvm::MachineInstr &Before, llvm::Register To,
                                 const llvm::MachineInstr &Load);

  llvm::MachineFunction &MF;
  llvm::LiveIntervals &LIS;
  llvm::VirtRegMap &VRM;
  /// By the range as it was in the beginning a copy of its load, which is in no block.
  llvm::DenseMap<llvm::Register, llvm::MachineInstr *> Loads;
};

/// Makes ranges of their own of what is loaded instead of a range that is in its slot in the
/// caller's frame. LLVM's spiller would take that slot, of which LiveStacks knows nothing, for
/// their spill slot.
void separateFromArguments(llvm::MachineFunction &MF, llvm::VirtRegMap &VRM);

} // namespace limit

#endif // LIMIT_PREPARE_ARGUMENTS_H
