//===- SinkConstants.h - constants near their first reader ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_PREPARE_SINK_CONSTANTS_H
#define LIMIT_PREPARE_SINK_CONSTANTS_H

#include "llvm/CodeGen/MachineFunctionPass.h"

namespace limit {

/// Moves instructions that put a constant or an argument of the stack into a register down their
/// block, to their first reader or to the block's end, where that spares a register. It has to run
/// in front of LiveDebugVariables, which would go on to say that the value is there where it is not
/// yet.
class SinkConstants : public llvm::MachineFunctionPass {
public:
  static char ID;
  SinkConstants() : MachineFunctionPass(ID) {}

  llvm::StringRef getPassName() const override { return "LIMIT Constant Sinking"; }
  void getAnalysisUsage(llvm::AnalysisUsage &AU) const override;
  bool runOnMachineFunction(llvm::MachineFunction &MF) override;
};

void initializeSinkConstantsPass(llvm::PassRegistry &Registry);

} // namespace limit

#endif // LIMIT_PREPARE_SINK_CONSTANTS_H
