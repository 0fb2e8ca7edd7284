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

unsigned limit::firstSlotInstrs(const MachineFunction &MF) {
  if (!MF.getTarget().getTargetTriple().isAArch64())
    return 0;
  const MachineFrameInfo &Frame = MF.getFrameInfo();
  bool PassesOnStack = Frame.isMaxCallFrameSizeComputed() && Frame.getMaxCallFrameSize() != 0;
  auto IsInUse = [&](int FI) { return !Frame.isDeadObjectIndex(FI); };
  return !PassesOnStack && none_of(seq(0, Frame.getObjectIndexEnd()), IsInUse);
}
