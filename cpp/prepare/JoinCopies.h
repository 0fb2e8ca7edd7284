//===- JoinCopies.h - copies that the scheduler made needless --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_PREPARE_JOIN_COPIES_H
#define LIMIT_PREPARE_JOIN_COPIES_H

#include "llvm/CodeGen/MachineFunctionPass.h"

namespace limit {

/// Joins ranges by their copies once more, and lets those that stay execute where they are needed.
class JoinCopies : public llvm::MachineFunctionPass {
public:
  static char ID;
  JoinCopies() : MachineFunctionPass(ID) {}

  llvm::StringRef getPassName() const override { return "LIMIT Joining of Copies"; }
  void getAnalysisUsage(llvm::AnalysisUsage &AU) const override;
  bool runOnMachineFunction(llvm::MachineFunction &MF) override;
};

void initializeJoinCopiesPass(llvm::PassRegistry &Registry);

} // namespace limit

#endif // LIMIT_PREPARE_JOIN_COPIES_H
