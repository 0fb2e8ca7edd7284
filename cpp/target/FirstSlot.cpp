//===- FirstSlot.cpp - what the first stack slot adds to a frame ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "target/FirstSlot.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

/// Whether nothing moves the stack pointer but what saves registers.
static bool hasSavesOnly(const MachineFunction &MF) {
  const MachineFrameInfo &Frame = MF.getFrameInfo();
  bool PassesOnStack = Frame.isMaxCallFrameSizeComputed() && Frame.getMaxCallFrameSize() != 0;
  auto IsInUse = [&](int FI) { return !Frame.isDeadObjectIndex(FI); };
  return !PassesOnStack && none_of(seq(0, Frame.getObjectIndexEnd()), IsInUse);
}

unsigned limit::firstSlotInstrs(const MachineFunction &MF) {
  return MF.getTarget().getTargetTriple().isAArch64() && hasSavesOnly(MF);
}

bool limit::padsEvenSaves(const MachineFunction &MF) {
  const Triple &Target = MF.getTarget().getTargetTriple();
  // Windows has a callee store its arguments in the caller's frame.
  return Target.getArch() == Triple::x86_64 && !Target.isOSWindows() && hasSavesOnly(MF);
}
