//===- ScratchFunction.cpp - a function that is thrown away ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "target/ScratchFunction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineConstantPool.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

std::unique_ptr<MachineFunction> limit::makeScratchFunction(const MachineFunction &MF) {
  const TargetSubtargetInfo &STI = MF.getSubtarget();
  // A machine function wants an IR function that it may change; nothing here does.
  auto Scratch =
      std::make_unique<MachineFunction>(const_cast<Function &>(MF.getFunction()), MF.getTarget(),
                                        STI, MF.getContext(), MF.getFunctionNumber());
  Scratch->initTargetMachineFunctionInfo(STI);
  Scratch->push_back(Scratch->CreateMachineBasicBlock());
  return Scratch;
}

bool limit::namesTargetsConstant(iterator_range<const MachineOperand *> Operands,
                                 const MachineFunction &MF) {
  const auto &Constants = MF.getConstantPool()->getConstants();
  return any_of(Operands, [&](const MachineOperand &MO) {
    return MO.isCPI() && Constants[MO.getIndex()].isMachineConstantPoolEntry();
  });
}
