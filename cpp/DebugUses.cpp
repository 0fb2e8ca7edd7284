//===- DebugUses.cpp - debug instructions of a cut range ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugUses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

using namespace llvm;

void limit::DebugUses::rename(Register Old, ArrayRef<Register> Pieces) {
  auto PieceAt = [&](SlotIndex At) {
    auto *Piece = find_if(Pieces, [&](Register Reg) { return LIS.getInterval(Reg).liveAt(At); });
    return Piece == Pieces.end() ? Register() : *Piece;
  };
  SlotIndexes &Indexes = *LIS.getSlotIndexes();
  // Debug instructions have no points of their own.
  for (MachineOperand &MO : make_early_inc_range(MF.getRegInfo().reg_operands(Old)))
    if (MO.isDebug())
      MO.setReg(PieceAt(Indexes.getIndexBefore(*MO.getParent()).getRegSlot()));
  collectPhis();
  for (MachineFunction::DebugPHIRegallocPos *Phi : Phis.lookup(Old))
    if (Register Piece = PieceAt(LIS.getMBBStartIdx(Phi->MBB)))
      Phi->Reg = Piece;
}

void limit::DebugUses::collectPhis() {
  if (HasPhis)
    return;
  HasPhis = true;
  for (auto &Phi : MF.DebugPHIPositions)
    Phis[Phi.second.Reg].push_back(&Phi.second);
}
