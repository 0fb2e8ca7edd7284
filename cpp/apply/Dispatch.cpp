//===- Dispatch.cpp - what goes on to a computed goto ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Until registers are allocated LLVM has one block for all computed gotos of a function, such as
/// an interpreter's jumps to the code of the next instruction. Behind that tail duplication copies
/// it to each block that goes on to it. In between branch folding merges blocks whose ends are
/// alike, and what is left of these has one jump. The fewer registers and spills there are, the
/// more ends are alike.
///
//===----------------------------------------------------------------------===//

#include "apply/Dispatch.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Function.h"
#include <array>

using namespace llvm;

/// The registers that name the digits of a mark's number.
using Digits = std::array<MCPhysReg, 2>;

/// Puts an instruction at the end of \p MBB that has no code and is not the same for two values of
/// \p Number. It names registers, but does not read them.
static void mark(MachineBasicBlock &MBB, size_t Number, const Digits &Names, LiveIntervals &LIS) {
  const TargetInstrInfo &TII = *MBB.getParent()->getSubtarget().getInstrInfo();
  MachineInstrBuilder Mark =
      BuildMI(MBB, MBB.getFirstTerminator(), DebugLoc(), TII.get(TargetOpcode::KILL));
  for (size_t Rest = Number + 1; Rest != 0; Rest /= Names.size())
    Mark.addReg(Names[Rest % Names.size()], RegState::Implicit | RegState::Undef);
  LIS.InsertMachineInstrInMaps(*Mark);
}

void limit::keepDispatchesApart(MachineFunction &MF, LiveIntervals &LIS) {
  // Where size counts one block for what is alike is right.
  if (MF.getFunction().hasOptSize())
    return;
  // Reserved registers, which no range has, so that no name is taken for a use of one.
  const BitVector &Reserved = MF.getRegInfo().getReservedRegs();
  int Zero = Reserved.find_first(), One = Zero < 0 ? -1 : Reserved.find_next(Zero);
  if (One < 0)
    return;
  Digits Names = {MCPhysReg(Zero), MCPhysReg(One)};
  size_t Marks = 0;
  for (MachineBasicBlock &MBB : MF) {
    if (MBB.empty() || !MBB.terminatorIsComputedGotoWithSuccessors())
      continue;
    for (MachineBasicBlock *Pred : MBB.predecessors()) {
      // Where the block has another way out LLVM copies nothing to it; one that only jumps goes.
      bool Jumps = Pred->getFirstTerminator() == Pred->getFirstNonDebugInstr();
      if (Pred->succ_size() == 1 && !Jumps)
        mark(*Pred, Marks++, Names, LIS);
    }
  }
}
