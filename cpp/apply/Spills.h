//===- Spills.h - putting live ranges into memory ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_APPLY_SPILLS_H
#define LIMIT_APPLY_SPILLS_H

#include "apply/Apply.h"

namespace limit {

/// Has LLVM's spiller put ranges into memory, and mends what it leaves behind.
class Spills {
public:
  explicit Spills(const ApplyTarget &On);

  /// Puts \p Reg into memory, unless it is there already or cannot be.
  void spill(llvm::Register Reg);

  /// LLVM keeps what later values may be computed again from as a dead definition, which it begins
  /// at the slot of an ordinary one even if the instruction writes it early. It also keeps one that
  /// changes a register, whose old value it renames with the new one: that is read from nowhere.
  void mendDeadDefs();

private:
  void setMustHaveRegister(llvm::Register Reg);
  /// Removing a dead definition leaves its value in the interval, unused and without a position.
  /// The spiller looks up the position of every value of the small relatives it may take along. Of
  /// copies from and to them it makes stores and reloads, which may not take all of the class.
  void prepareRelatives(llvm::Register Reg);
  /// The spiller would make a plain store or reload of an extension: copies take its place there.
  void separateExtensions(llvm::Register Reg);
  /// Gives the operand a register of its own, with a copy beside the instruction.
  void separate(llvm::MachineInstr &MI, llvm::MachineOperand &MO);
  /// The spiller takes small relatives of the range along.
  void separateExtensionsOfRelatives(llvm::Register Reg);

  const ApplyTarget &On;
  llvm::MachineRegisterInfo &MRI;
};

} // namespace limit

#endif // LIMIT_APPLY_SPILLS_H
