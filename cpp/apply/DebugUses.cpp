//===- DebugUses.cpp - debug instructions of a cut range ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "apply/DebugUses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

using namespace llvm;

namespace {

/// Where a register is named, and the first piece that is live there, if one is.
struct Mention {
  SlotIndex At;
  MachineOperand *Operand;
  MachineFunction::DebugPHIRegallocPos *Phi;
  Register Piece;
};

} // namespace

/// Each segment of a piece is looked up among the mentions, which are sorted: with many pieces and
/// many mentions not every piece is asked for every mention.
void limit::DebugUses::rename(Register Old, ArrayRef<Register> Pieces) {
  SmallVector<Mention, 4> Mentions;
  SlotIndexes &Indexes = *LIS.getSlotIndexes();
  // Debug instructions have no points of their own.
  for (MachineOperand &MO : MF.getRegInfo().reg_operands(Old))
    if (MO.isDebug())
      Mentions.push_back(
          {Indexes.getIndexBefore(*MO.getParent()).getRegSlot(), &MO, nullptr, Register()});
  collectPhis();
  for (MachineFunction::DebugPHIRegallocPos *Phi : Phis.lookup(Old))
    Mentions.push_back({LIS.getMBBStartIdx(Phi->MBB), nullptr, Phi, Register()});
  if (Mentions.empty())
    return;
  llvm::stable_sort(Mentions, [](const Mention &A, const Mention &B) { return A.At < B.At; });
  for (Register Piece : Pieces)
    for (const LiveRange::Segment &Segment : LIS.getInterval(Piece)) {
      auto *Next =
          partition_point(Mentions, [&](const Mention &M) { return M.At < Segment.start; });
      for (; Next != Mentions.end() && Next->At < Segment.end; ++Next)
        if (!Next->Piece)
          Next->Piece = Piece;
    }
  for (const Mention &M : Mentions)
    if (M.Operand)
      M.Operand->setReg(M.Piece);
    else if (M.Piece)
      M.Phi->Reg = M.Piece;
}

void limit::DebugUses::collectPhis() {
  if (HasPhis)
    return;
  HasPhis = true;
  for (auto &Phi : MF.DebugPHIPositions)
    Phis[Phi.second.Reg].push_back(&Phi.second);
}
