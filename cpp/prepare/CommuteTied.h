//===- CommuteTied.h - sums that stay where they are added to ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_PREPARE_COMMUTE_TIED_H
#define LIMIT_PREPARE_COMMUTE_TIED_H

#include "llvm/CodeGen/MachineFunctionPass.h"

namespace limit {

/// Commutes two-address instructions whose result is copied to their other operand's range, so that
/// the two ranges become one and the copy goes: as in p = p + f(p) in a loop, where the sum was put
/// into the register of f's result. It has to run in front of LiveDebugVariables, which names
/// ranges.
class CommuteTied : public llvm::MachineFunctionPass {
public:
  static char ID;
  CommuteTied() : MachineFunctionPass(ID) {}

  llvm::StringRef getPassName() const override { return "LIMIT Commuting of Tied Operands"; }
  void getAnalysisUsage(llvm::AnalysisUsage &AU) const override;
  bool runOnMachineFunction(llvm::MachineFunction &MF) override;
};

void initializeCommuteTiedPass(llvm::PassRegistry &Registry);

} // namespace limit

#endif // LIMIT_PREPARE_COMMUTE_TIED_H
