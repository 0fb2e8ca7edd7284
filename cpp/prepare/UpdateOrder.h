//===- UpdateOrder.h - one register for a value and the next one -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_PREPARE_UPDATE_ORDER_H
#define LIMIT_PREPARE_UPDATE_ORDER_H

#include "llvm/CodeGen/MachineFunctionPass.h"

namespace limit {

/// Orders instructions so that the value a range is updated to is computed where its old one has
/// been read for the last time, and both can have the same register.
class OrderUpdates : public llvm::MachineFunctionPass {
public:
  static char ID;
  OrderUpdates() : MachineFunctionPass(ID) {}

  llvm::StringRef getPassName() const override { return "LIMIT Order of Updates"; }
  void getAnalysisUsage(llvm::AnalysisUsage &AU) const override;
  bool runOnMachineFunction(llvm::MachineFunction &MF) override;
};

void initializeOrderUpdatesPass(llvm::PassRegistry &Registry);

} // namespace limit

#endif // LIMIT_PREPARE_UPDATE_ORDER_H
