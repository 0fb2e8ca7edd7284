//===- FrameReach.cpp - how far the stack's objects are -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "target/FrameReach.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

/// How many instructions add so many bytes to the stack pointer. AArch64 takes the lower and the
/// upper twelve bits, RISC-V two immediates, or a register that is set by two instructions.
static unsigned instsToReach(uint64_t Distance, const Triple &Target) {
  constexpr uint64_t Unsigned12 = 4095, Signed12 = 2047;
  if (Target.isAArch64())
    return Distance > Unsigned12 ? 2 : 1;
  if (!Target.isRISCV() || Distance <= Signed12)
    return 1;
  return Distance <= 2 * Signed12 ? 2 : 3;
}

uint64_t limit::FrameReach::distanceOf(const MachineFunction &MF, int Object) {
  const MachineFrameInfo &Frame = MF.getFrameInfo();
  if (Distances.empty()) {
    uint64_t Distance = 0;
    Distances.resize(Frame.getObjectIndexEnd());
    for (int I = Frame.getObjectIndexEnd(); I-- != 0;) {
      Distances[I] = Distance;
      if (!Frame.isDeadObjectIndex(I) && !Frame.isVariableSizedObjectIndex(I))
        Distance += Frame.getObjectSize(I);
    }
  }
  // What the caller has put on the stack has a negative number; what came since is close.
  return Object < 0 || size_t(Object) >= Distances.size() ? 0 : Distances[Object];
}

unsigned limit::FrameReach::instsBeyond(const MachineInstr &MI) {
  const MachineFunction &MF = *MI.getMF();
  unsigned Most = 1;
  for (const MachineOperand &MO : MI.operands())
    if (MO.isFI())
      Most = std::max(
          Most, instsToReach(distanceOf(MF, MO.getIndex()), MF.getTarget().getTargetTriple()));
  return Most - 1;
}
