//===- TwoAddress.cpp - operands that results had better share ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the instructions that the target encodes better if their result has the register of one of
/// their operands, though nothing ties the two: a short form (RISC-V's compressed instructions), or
/// one without a MOVPRFX in front (SVE).
///
/// A target tells that only while registers are assigned, by the hints that it has for one range
/// once others have their registers. So each operand that the result could follow is given a
/// register for a moment, and the target is asked what it would like for the result.
///
//===----------------------------------------------------------------------===//

#include "flatten/Flatten.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/RegisterClassInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace limit::core;

namespace limit {

/// Operands from this number on are not looked at.
static constexpr unsigned MaxOperands = 32;

/// Whether the target may like an operand's register for a result of class \p RC. x86's NDD forms
/// are left out: they only save a byte of some prefixes.
static bool mayLikeOperands(const MachineFunction &MF, const TargetRegisterClass &RC) {
  const Triple &Target = MF.getTarget().getTargetTriple();
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  return Target.isRISCV() || (Target.isAArch64() && TRI.isTypeLegalForClass(RC, MVT::nxv2i64));
}

/// The operands whose register \p Result could have, since their ranges end where it is written.
static SmallVector<const MachineOperand *, 4> endingOperands(const FlattenInput &In,
                                                             Register Result) {
  SmallVector<const MachineOperand *, 4> Ending;
  for (const MachineOperand &Def : In.MF.getRegInfo().def_operands(Result)) {
    const MachineInstr &MI = *Def.getParent();
    if (Def.isImplicit() || Def.getSubReg() || Def.isTied() || MI.isCopy() || MI.mayLoadOrStore())
      continue;
    SlotIndex At = In.LIS.getInstructionIndex(MI);
    for (const MachineOperand &MO : MI.explicit_operands())
      if (MO.isReg() && MO.isUse() && MO.getReg().isVirtual() && MO.getReg() != Result &&
          !MO.getSubReg() && !MO.isTied() && MO.getOperandNo() < MaxOperands &&
          In.LIS.getInterval(MO.getReg()).Query(At).isKill())
        Ending.push_back(&MO);
  }
  return Ending;
}

/// Those of \p Operands whose registers the target would like for \p Result, as bits by their
/// numbers. What is among \p Hints, which it has in any case, says nothing of an operand.
static uint32_t likedOperands(const FlattenInput &In, Register Result,
                              ArrayRef<const MachineOperand *> Operands,
                              ArrayRef<MCPhysReg> Hints) {
  const MachineRegisterInfo &MRI = In.MF.getRegInfo();
  ArrayRef<MCPhysReg> Order = In.Classes.getOrder(MRI.getRegClass(Result));
  SmallVector<std::pair<const MachineOperand *, MCPhysReg>, 4> Given;
  for (const MachineOperand *MO : Operands) {
    ArrayRef<MCPhysReg> Own = In.Classes.getOrder(MRI.getRegClass(MO->getReg()));
    // The first registers are those that most instructions can encode.
    const MCPhysReg *Free = find_if(Order, [&](MCPhysReg Reg) {
      return !is_contained(Hints, Reg) && !is_contained(make_second_range(Given), Reg) &&
             is_contained(Own, Reg);
    });
    if (Free == Order.end() || In.VRM.hasPhys(MO->getReg()))
      continue;
    In.VRM.assignVirt2Phys(MO->getReg(), *Free);
    Given.push_back({MO, *Free});
  }
  const TargetRegisterInfo &TRI = *MRI.getTargetRegisterInfo();
  SmallVector<MCPhysReg, 16> Liked;
  TRI.getRegAllocationHints(Result, Order, Liked, In.MF, &In.VRM, &In.Matrix);
  uint32_t Bits = 0;
  for (auto [MO, Reg] : Given) {
    In.VRM.clearVirt(MO->getReg());
    if (is_contained(Liked, Reg))
      Bits |= 1u << MO->getOperandNo();
  }
  return Bits;
}

void FlatFunction::addTwoAddress(const FlattenInput &In, Register Result,
                                 ArrayRef<MCPhysReg> Hints) {
  const MachineRegisterInfo &MRI = In.MF.getRegInfo();
  std::optional<uint32_t> &Known = In.Facts[Result].LikedOperands;
  if (Known == 0 || !mayLikeOperands(In.MF, *MRI.getRegClass(Result)))
    return;
  auto Operands = endingOperands(In, Result);
  if (Operands.empty())
    return;
  uint32_t Liked = Known ? *Known : likedOperands(In, Result, Operands, Hints);
  if (Liked == 0 || MRI.hasOneDef(Result))
    Known = Liked;
  bool SavesInst = In.MF.getTarget().getTargetTriple().isAArch64();
  for (const MachineOperand *MO : Operands)
    if (Liked >> MO->getOperandNo() & 1)
      TwoAddressRows.push_back(
          {instOf(In, *MO->getParent()), virtRegOf(Result), virtRegOf(MO->getReg()), SavesInst});
}

} // namespace limit
