//===- EntryCopies.cpp - where arguments leave their registers ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "prepare/EntryCopies.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/LiveRegUnits.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/RegisterClassInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"

using namespace llvm;

namespace {

/// Whether \p MI, of the entry block \p Entry, copies an argument from the register that it came
/// in.
bool copiesArgument(const MachineInstr &MI, const MachineBasicBlock &Entry) {
  return MI.isFullCopy() && MI.getOperand(1).getReg().isPhysical() &&
         Entry.isLiveIn(MI.getOperand(1).getReg());
}

/// Whether \p MI needs more registers of some class at once than there are beside those of
/// \p Arguments and the fixed registers that it names itself.
bool lacksRegisters(const MachineInstr &MI, const LiveRegUnits &Arguments,
                    const RegisterClassInfo &Classes) {
  const MachineRegisterInfo &MRI = MI.getMF()->getRegInfo();
  LiveRegUnits Taken = Arguments;
  Taken.accumulate(MI);
  SmallSetVector<const TargetRegisterClass *, 4> Of;
  SmallSetVector<Register, 8> Defs, Uses;
  for (const MachineOperand &MO : MI.operands()) {
    if (!MO.isReg() || !MO.getReg().isVirtual() || MO.isDebug())
      continue;
    Of.insert(MRI.getRegClass(MO.getReg()));
    if (MO.isDef())
      Defs.insert(MO.getReg());
    if (MO.readsReg())
      Uses.insert(MO.getReg());
  }
  return any_of(Of, [&](const TargetRegisterClass *Class) {
    auto IsOfClass = [&](Register Reg) { return MRI.getRegClass(Reg) == Class; };
    // A result may take the register of what is read for the last time, so it is not their sum.
    size_t Needed = std::max(count_if(Defs, IsOfClass), count_if(Uses, IsOfClass));
    size_t Free =
        count_if(Classes.getOrder(Class), [&](MCPhysReg Reg) { return Taken.available(Reg); });
    return Free < Needed;
  });
}

} // namespace

bool limit::isEntryCrowded(const MachineFunction &MF, const RegisterClassInfo &Classes) {
  const MachineBasicBlock &Entry = MF.front();
  auto IsArgument = [&](const MachineInstr &MI) { return copiesArgument(MI, Entry); };
  // In most functions all copies of arguments stand in front of everything else.
  auto Other = find_if_not(Entry, IsArgument);
  if (std::none_of(Other, Entry.end(), IsArgument))
    return false;
  LiveRegUnits Arguments(*MF.getSubtarget().getRegisterInfo());
  Arguments.addLiveIns(Entry);
  bool Crowded = false;
  for (const MachineInstr &MI : Entry) {
    if (IsArgument(MI)) {
      if (Crowded)
        return true;
      Arguments.removeReg(MI.getOperand(1).getReg());
      continue;
    }
    if (MI.isCall())
      return false;
    Crowded = Crowded || lacksRegisters(MI, Arguments, Classes);
  }
  return false;
}

bool limit::hoistArgumentCopies(MachineFunction &MF, LiveIntervals &LIS, const VirtRegMap &VRM) {
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  MachineBasicBlock &Entry = MF.front();
  MachineBasicBlock::iterator Top = Entry.SkipPHIsLabelsAndDebug(Entry.begin());
  // Other instructions may define the range, too: those that it is tied to.
  auto IsUnusedBefore = [&](const MachineInstr &MI) {
    return !LIS.getInterval(MI.getOperand(0).getReg())
                .overlaps(LIS.getMBBStartIdx(&Entry), LIS.getInstructionIndex(MI));
  };
  LiveRegUnits Changed(TRI);
  bool Moved = false;
  for (MachineInstr &MI : make_early_inc_range(make_range(Top, Entry.end()))) {
    bool IsArgument = copiesArgument(MI, Entry) && MI.getOperand(0).getReg().isVirtual() &&
                      Changed.available(MI.getOperand(1).getReg()) &&
                      VRM.getOriginal(MI.getOperand(0).getReg()) == MI.getOperand(0).getReg() &&
                      IsUnusedBefore(MI);
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
