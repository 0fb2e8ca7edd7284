//===- EntryCopies.cpp - where arguments leave their registers ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "prepare/EntryCopies.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/LiveRegUnits.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/RegisterClassInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"

using namespace llvm;

bool limit::isEntryCrowded(const MachineFunction &MF, const RegisterClassInfo &Classes) {
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  const MachineBasicBlock &Entry = MF.front();
  LiveRegUnits Arguments(*MRI.getTargetRegisterInfo());
  Arguments.addLiveIns(Entry);
  auto IsTaken = [&](MCPhysReg Reg) { return !Arguments.available(Reg); };
  bool Crowded = false;
  for (const MachineInstr &MI : Entry) {
    if (MI.isFullCopy() && MI.getOperand(1).getReg().isPhysical() &&
        Entry.isLiveIn(MI.getOperand(1).getReg())) {
      if (Crowded)
        return true;
      Arguments.removeReg(MI.getOperand(1).getReg());
      continue;
    }
    if (MI.isCall())
      return false;
    for (const MachineOperand &MO : MI.all_defs())
      if (MO.getReg().isVirtual())
        Crowded |= all_of(Classes.getOrder(MRI.getRegClass(MO.getReg())), IsTaken);
  }
  return false;
}

bool limit::hoistArgumentCopies(MachineFunction &MF, LiveIntervals &LIS, const VirtRegMap &VRM) {
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  const TargetRegisterInfo &TRI = *MRI.getTargetRegisterInfo();
  MachineBasicBlock &Entry = MF.front();
  MachineBasicBlock::iterator Top = Entry.SkipPHIsLabelsAndDebug(Entry.begin());
  LiveRegUnits Changed(TRI);
  bool Moved = false;
  for (MachineInstr &MI : make_early_inc_range(make_range(Top, Entry.end()))) {
    bool IsArgument = MI.isFullCopy() && MI.getOperand(0).getReg().isVirtual() &&
                      MI.getOperand(1).getReg().isPhysical() &&
                      Entry.isLiveIn(MI.getOperand(1).getReg()) &&
                      Changed.available(MI.getOperand(1).getReg()) &&
                      VRM.getOriginal(MI.getOperand(0).getReg()) == MI.getOperand(0).getReg() &&
                      MRI.hasOneDef(MI.getOperand(0).getReg());
    if (MI.isDebugOrPseudoInstr())
      continue;
    if (!IsArgument) {
      Changed.accumulate(MI);
    } else if (&MI == &*Top) {
      ++Top;
    } else {
      Entry.splice(Top, &Entry, MI.getIterator());
      LIS.handleMove(MI);
      Moved = true;
    }
  }
  return Moved;
}
