//===- Cleaning.cpp - spill code that is not needed -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes away the reloads and stores that the core found to be of no use. What it found holds for
/// the code that it saw, so whatever the spiller has changed since is left alone.
///
//===----------------------------------------------------------------------===//

#include "apply/Cleaning.h"
#include "flatten/Flatten.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;
using namespace limit::core;

static size_t numDefs(const MachineRegisterInfo &MRI, Register Reg) {
  return range_size(MRI.def_instructions(Reg));
}

limit::Cleaning::Cleaning(const PlanRows &Plan, const FlatFunction &Flat, const ApplyTarget &On)
    : On(On), Eraser(On) {
  for (const PlanReuse &Row : Plan.reuses) {
    Register Holder = Flat.virtReg(Row.holder);
    Reuses.push_back({On.LIS.getInstructionIndex(Flat.instr(Row.inst)), Holder,
                      numDefs(On.MF.getRegInfo(), Holder)});
  }
  if (Plan.dead_stores.empty())
    return;
  for (const SlotAccessRow &Row : Flat.slotAccesses()) {
    if (Row.access != AccessRow::Store)
      continue;
    SlotIndex At = On.LIS.getInstructionIndex(Flat.instr(Row.inst));
    Stores[Row.slot].All.push_back(At);
    if (std::binary_search(Plan.dead_stores.begin(), Plan.dead_stores.end(), Row.inst))
      Stores[Row.slot].Dead.push_back(At);
  }
}

void limit::Cleaning::run() {
  auto IsThere = [&](SlotIndex At) { return On.LIS.getInstructionFromIndex(At) != nullptr; };
  size_t Found = Reuses.size();
  erase_if(Reuses, [&](const Reuse &Known) {
    return !IsThere(Known.Reload) || numDefs(On.MF.getRegInfo(), Known.Holder) != Known.Defs;
  });
  // Nobody reads a dead store only if all the reloads go.
  if (Reuses.size() != Found)
    Stores.clear();
  for (const Reuse &Known : Reuses)
    takeReload(Known);
  for (auto &[Slot, Known] : Stores) {
    // The spiller merges stores: then another one may need a store that was dead.
    if (!all_of(Known.All, IsThere))
      continue;
    for (SlotIndex At : Known.Dead)
      Eraser.erase(*On.LIS.getInstructionFromIndex(At));
  }
  Eraser.finish();
}

void limit::Cleaning::takeReload(const Reuse &Known) {
  MachineInstr &Reload = *On.LIS.getInstructionFromIndex(Known.Reload);
  Register To = Reload.getOperand(0).getReg();
  Eraser.noteChanged(Known.Holder);
  if (To == Known.Holder) {
    Eraser.erase(Reload);
    return;
  }
  const TargetInstrInfo &TII = *On.MF.getSubtarget().getInstrInfo();
  MachineInstr *Copy =
      BuildMI(*Reload.getParent(), Reload, Reload.getDebugLoc(), TII.get(TargetOpcode::COPY), To)
          .addReg(Known.Holder);
  On.LIS.ReplaceMachineInstrInMaps(Reload, *Copy);
  Reload.eraseFromParent();
}
