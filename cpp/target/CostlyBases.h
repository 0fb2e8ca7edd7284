//===- CostlyBases.h - bases that addresses had better not have -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_TARGET_COSTLY_BASES_H
#define LIMIT_TARGET_COSTLY_BASES_H

#include "llvm/ADT/BitVector.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/Register.h"
#include "llvm/MC/MCRegister.h"

namespace llvm {
class MachineFunction;
class TargetSubtargetInfo;
} // namespace llvm

namespace limit {

/// The registers that are costly bases for a processor. x86 encodes an address with RBP or R13 as
/// its base by a displacement, if only one of zero. Where an LEA of base, index and displacement is
/// slow, LLVM makes it two instructions. Found once for each processor; a pass, which has one of
/// these, ends before the target's description of the processor does.
class CostlyBases {
public:
  /// Makes the processor of \p MF the one that is asked about.
  void select(const llvm::MachineFunction &MF);

  /// Whether \p Reg is such a register.
  bool contains(llvm::MCRegister Reg) const {
    return !Registers.empty() && Registers.test(Reg.id());
  }

  /// The virtual registers that an address is computed from, where it depends on them how many
  /// instructions that takes.
  struct Use {
    /// The base of an address, if one more instruction is taken with a costly one.
    llvm::Register Base;
    /// The index, if that is taken only if it is costly too.
    llvm::Register Index;
  };

  /// The use by \p MI, which computes an address. Without a base if it has none that may be costly.
  Use useBy(const llvm::MachineInstr &MI) const {
    const llvm::MCInstrDesc &Desc = MI.getDesc();
    bool MayBe = !Registers.empty() && Desc.getNumOperands() == Operands && !Desc.mayLoad() &&
                 !Desc.mayStore();
    return MayBe ? useBySum(MI) : Use();
  }

private:
  enum { Result, Base, Scale, Index, Displacement, Segment, Operands };

  static Use useBySum(const llvm::MachineInstr &MI);

  const llvm::TargetSubtargetInfo *Known = nullptr;
  /// Empty if there is none.
  llvm::BitVector Registers;
};

} // namespace limit

#endif // LIMIT_TARGET_COSTLY_BASES_H
