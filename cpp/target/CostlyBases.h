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

  /// The virtual register that is the base of the address that \p MI computes, if \p MI takes one
  /// more instruction with a costly one.
  llvm::Register baseOf(const llvm::MachineInstr &MI) const {
    const llvm::MCInstrDesc &Desc = MI.getDesc();
    bool MayBe = !Registers.empty() && Desc.getNumOperands() == Operands && !Desc.mayLoad() &&
                 !Desc.mayStore();
    return MayBe ? baseOfSum(MI) : llvm::Register();
  }

private:
  enum { Result, Base, Scale, Index, Displacement, Segment, Operands };

  static llvm::Register baseOfSum(const llvm::MachineInstr &MI);

  const llvm::TargetSubtargetInfo *Known = nullptr;
  /// Empty if there is none.
  llvm::BitVector Registers;
};

} // namespace limit

#endif // LIMIT_TARGET_COSTLY_BASES_H
