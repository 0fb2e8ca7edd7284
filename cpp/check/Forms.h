//===- Forms.h - forms with an operand in memory ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_CHECK_FORMS_H
#define LIMIT_CHECK_FORMS_H

#include "check/Snapshot.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include <memory>
#include <optional>

namespace limit {

/// Asks LLVM for the instructions that it makes of those of a snapshot when it puts an operand into
/// memory. That is done in a function that is thrown away, so it changes no code.
class FoldedForms {
public:
  FoldedForms(const Snapshot &Before, llvm::MachineFunction &MF) : Before(Before), MF(MF) {}
  ~FoldedForms();

  /// \p Known with its operands of \p Reg in the slot, or nothing if LLVM has no such form. What
  /// forms there are may depend on the registers assigned, which are those of \p After.
  std::optional<BeforeInstr> inSlot(const BeforeInstr &Known, llvm::Register Reg, int Slot,
                                    const llvm::MachineInstr &After);

  /// \p Known with its operands of \p Reg computed by \p Load in place.
  std::optional<BeforeInstr> computed(const BeforeInstr &Known, llvm::Register Reg,
                                      const BeforeInstr &Load);

  /// What the target computes the result of \p Known again with where the fixed registers that
  /// Known overwrites for nothing, such as the flags, are needed; nothing if it overwrites none.
  std::optional<BeforeInstr> sparing(const BeforeInstr &Known);

  /// \p Known with operands exchanged, if that makes the constants those of \p After: a target may
  /// exchange them when it knows the registers.
  std::optional<BeforeInstr> exchanged(const BeforeInstr &Known, const llvm::MachineInstr &After);

  /// \p Known with its two operands exchanged, if the target makes \p After of that because one of
  /// the registers is constant: RISC-V compares with zero by other instructions.
  std::optional<BeforeInstr> simplified(const BeforeInstr &Known, const llvm::MachineInstr &After);

  /// What the target makes of \p Known since one of its operands is a constant register, if that
  /// has the opcode of \p After: RISC-V's sum with zero becomes a copy, a product the constant 0.
  std::optional<BeforeInstr> reduced(const BeforeInstr &Known, const llvm::MachineInstr &After);

  /// Whether an operand is an entry of the constant pool of the target's own kind.
  bool namesTargetsConstant(const BeforeInstr &Known) const;

  /// Whether \p After loads the constant that \p Known loads, from another entry of the constant
  /// pool: targets may give each load that is relative to its own address one of theirs. Nothing if
  /// the target does not tell.
  std::optional<bool> loadsTheSameConstant(const BeforeInstr &Known,
                                           const llvm::MachineInstr &After);

  /// Whether \p After is that form, with registers that were assigned.
  bool is(const BeforeInstr &Form, const llvm::MachineInstr &After) const;

private:
  void makeScratch();
  std::optional<BeforeInstr> foldInto(const BeforeInstr &Known, llvm::Register Reg, int Slot,
                                      const llvm::MachineInstr &After, llvm::MCRegister One);
  void defineInputs(llvm::MachineInstr &MI);
  void assign(const llvm::MachineInstr &MI, llvm::Register Folded, const llvm::MachineInstr &After,
              llvm::MCRegister One);
  llvm::MachineInstr *build(const BeforeInstr &Known);
  bool operandsOf(const llvm::MachineInstr &MI, llvm::Register Reg,
                  llvm::SmallVectorImpl<unsigned> &Ops) const;
  std::optional<BeforeInstr> taken(const BeforeInstr &Known, llvm::MachineInstr *Folded,
                                   llvm::Register Reg);

  const Snapshot &Before;
  llvm::MachineFunction &MF;
  std::unique_ptr<llvm::MachineFunction> Scratch;
  llvm::VirtRegMap Assigned;
  llvm::MachineBasicBlock *Block = nullptr;
};

} // namespace limit

#endif // LIMIT_CHECK_FORMS_H
