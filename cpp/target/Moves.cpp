//===- Moves.cpp - moves between registers that LLVM does not name --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "target/Moves.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

/// AArch64InstrInfo::copyPhysReg makes these of copies. They are told by name, since the target's
/// headers are not installed.
static bool isMoveOfVectors(const MachineInstr &MI, StringRef Name) {
  bool IsSame = MI.getNumExplicitOperands() == 3 && MI.getOperand(1).isReg() &&
                MI.getOperand(2).isReg() && MI.getOperand(1).getReg() == MI.getOperand(2).getReg();
  return StringSwitch<bool>(Name)
      .Cases({"FMOVHr", "FMOVSr", "FMOVDr"}, true)
      .Cases({"ORRv8i8", "ORRv16i8", "ORR_ZZZ"}, IsSame)
      .Default(false);
}

/// ExecutionDomainFix makes these of moves of vectors of floating point, without a mask and with
/// one name for each width and kind of element.
static bool isMoveOfIntegers(StringRef Name) {
  Name.consume_front("V");
  return (Name.starts_with("MOVDQA") || Name.starts_with("MOVDQU")) && Name.ends_with("rr");
}

bool limit::isMove(const MachineInstr &MI) {
  const MachineFunction &MF = *MI.getMF();
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  if (TII.isCopyInstr(MI))
    return true;
  const Triple &Target = MF.getTarget().getTargetTriple();
  StringRef Name = TII.getName(MI.getOpcode());
  return (Target.isAArch64() && isMoveOfVectors(MI, Name)) ||
         (Target.isX86() && isMoveOfIntegers(Name));
}

bool limit::hasExtensionsTakenForCopies(const MachineFunction &MF) {
  return MF.getTarget().getTargetTriple().isMIPS64();
}

bool limit::isExtensionTakenForCopy(const MachineInstr &MI) {
  const MachineFunction &MF = *MI.getMF();
  return hasExtensionsTakenForCopies(MF) &&
         MF.getSubtarget().getInstrInfo()->getName(MI.getOpcode()) == "SLL64_64";
}
