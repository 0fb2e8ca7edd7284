//===- ArgumentOrder.h - arguments leave their registers in time -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_PREPARE_ARGUMENT_ORDER_H
#define LIMIT_PREPARE_ARGUMENT_ORDER_H

#include "llvm/CodeGen/MachineFunctionPass.h"

namespace limit {

/// Puts the copies of arguments for a call in an order in which what came into the function in a
/// register has left it when another value takes it.
class OrderArguments : public llvm::MachineFunctionPass {
public:
  static char ID;
  OrderArguments() : MachineFunctionPass(ID) {}

  llvm::StringRef getPassName() const override { return "LIMIT Order of Arguments"; }
  void getAnalysisUsage(llvm::AnalysisUsage &AU) const override;
  bool runOnMachineFunction(llvm::MachineFunction &MF) override;
};

void initializeOrderArgumentsPass(llvm::PassRegistry &Registry);

} // namespace limit

#endif // LIMIT_PREPARE_ARGUMENT_ORDER_H
