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
#include <optional>

using namespace llvm;

/// The bytes of what the frame of \p MF holds beside saved registers; none if it holds something
/// whose size is not known.
static std::optional<uint64_t> bytesBesideSaves(const MachineFunction &MF) {
  const MachineFrameInfo &Frame = MF.getFrameInfo();
  uint64_t Bytes = Frame.isMaxCallFrameSizeComputed() ? Frame.getMaxCallFrameSize() : 0;
  for (int FI : seq(0, Frame.getObjectIndexEnd())) {
    if (Frame.isDeadObjectIndex(FI))
      continue;
    if (Frame.isVariableSizedObjectIndex(FI) || Frame.getStackID(FI) != TargetStackID::Default)
      return std::nullopt;
    Bytes = alignTo(Bytes, Frame.getObjectAlign(FI)) + Frame.getObjectSize(FI);
  }
  return Bytes;
}

/// Whether nothing moves the stack pointer but what saves registers.
static bool hasSavesOnly(const MachineFunction &MF) { return bytesBesideSaves(MF) == 0; }

unsigned limit::firstSlotInstrs(const MachineFunction &MF) {
  return MF.getTarget().getTargetTriple().isAArch64() && hasSavesOnly(MF);
}

bool limit::padsEvenSaves(const MachineFunction &MF) {
  const Triple &Target = MF.getTarget().getTargetTriple();
  // Windows has a callee store its arguments in the caller's frame.
  return Target.getArch() == Triple::x86_64 && !Target.isOSWindows() && hasSavesOnly(MF);
}

bool limit::fillsOddSaves(const MachineFunction &MF) {
  const MachineFrameInfo &Frame = MF.getFrameInfo();
  if (!MF.getTarget().getTargetTriple().isAArch64())
    return false;
  // With a spill slot in it the room is gone.
  auto IsSlot = [&](int FI) {
    return Frame.isSpillSlotObjectIndex(FI) && !Frame.isDeadObjectIndex(FI);
  };
  std::optional<uint64_t> Bytes = bytesBesideSaves(MF);
  return Bytes && *Bytes != 0 && *Bytes <= 8 && none_of(seq(0, Frame.getObjectIndexEnd()), IsSlot);
}
