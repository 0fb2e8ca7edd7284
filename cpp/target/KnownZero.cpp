//===- KnownZero.cpp - registers that a branch says are zero --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "target/KnownZero.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

/// Whether the branch is taken if a register is zero, or if it is not; nothing for others. They are
/// told by name, since the targets' headers are not installed.
static std::optional<bool> isTakenIfZero(const MachineInstr &Branch) {
  const MachineFunction &MF = *Branch.getMF();
  bool IsAArch64 = MF.getTarget().getTargetTriple().isAArch64();
  StringRef Name = MF.getSubtarget().getInstrInfo()->getName(Branch.getOpcode());
  if (Name == "BEQ" || (IsAArch64 && (Name == "CBZW" || Name == "CBZX")))
    return true;
  if (Name == "BNE" || (IsAArch64 && (Name == "CBNZW" || Name == "CBNZX")))
    return false;
  return std::nullopt;
}

/// The virtual register of a branch that reads nothing else but the zero register.
static Register comparedWithZero(const MachineInstr &Branch, const MachineRegisterInfo &MRI) {
  Register Compared;
  for (const MachineOperand &MO : Branch.all_uses()) {
    if (MO.getReg().isPhysical() && MRI.isConstantPhysReg(MO.getReg()))
      continue;
    if (Compared || !MO.getReg().isVirtual() || MO.getSubReg())
      return Register();
    Compared = MO.getReg();
  }
  return Compared;
}

/// The subregister at the beginning of \p Whole that has the size of \p Part, 0 if they are alike;
/// nothing if there is none.
static std::optional<unsigned> lowerPart(const TargetRegisterClass &Whole,
                                         const TargetRegisterClass &Part,
                                         const TargetRegisterInfo &TRI) {
  unsigned Size = TRI.getRegSizeInBits(Part);
  if (TRI.getRegSizeInBits(Whole) == Size)
    return 0;
  for (unsigned Sub = 1; Sub != TRI.getNumSubRegIndices(); ++Sub)
    if (TRI.getSubRegIdxSize(Sub) == Size && TRI.getSubRegIdxOffset(Sub) == 0 &&
        TRI.getMatchingSuperRegClass(&Whole, &Part, Sub))
      return Sub;
  return std::nullopt;
}

/// The register that the branch to the block compares with zero and finds equal.
static Register knownZeroAtStart(const MachineBasicBlock &MBB) {
  if (MBB.pred_size() != 1)
    return Register();
  const MachineBasicBlock &Pred = **MBB.pred_begin();
  auto IsConditional = [](const MachineInstr &MI) { return MI.isConditionalBranch(); };
  auto Branch = find_if(Pred.terminators(), IsConditional);
  if (Branch == Pred.end() || Pred.succ_size() != 2)
    return Register();
  std::optional<bool> IfZero = isTakenIfZero(*Branch);
  const MachineOperand &Taken = Branch->getOperand(Branch->getNumExplicitOperands() - 1);
  if (!IfZero || !Taken.isMBB() || *IfZero != (Taken.getMBB() == &MBB))
    return Register();
  return comparedWithZero(*Branch, MBB.getParent()->getRegInfo());
}

std::pair<Register, unsigned> limit::registerKnownZero(const MachineInstr &Copy) {
  const MachineFunction &MF = *Copy.getMF();
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  const Triple &Target = MF.getTarget().getTargetTriple();
  const MachineOperand &To = Copy.getOperand(0), &From = Copy.getOperand(1);
  if (!(Target.isAArch64() || Target.isRISCV()) || !To.getReg().isVirtual() || To.getSubReg() ||
      !From.getReg().isPhysical() || !MRI.isConstantPhysReg(From.getReg()))
    return {};
  Register Zero = knownZeroAtStart(*Copy.getParent());
  if (!Zero || Zero == To.getReg())
    return {};
  std::optional<unsigned> Sub = lowerPart(*MRI.getRegClass(Zero), *MRI.getRegClass(To.getReg()),
                                          *MRI.getTargetRegisterInfo());
  return Sub ? std::pair(Zero, *Sub) : std::pair(Register(), 0u);
}
