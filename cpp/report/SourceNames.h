//===- SourceNames.h - the variables that ranges hold -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_REPORT_SOURCE_NAMES_H
#define LIMIT_REPORT_SOURCE_NAMES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/Register.h"
#include "llvm/IR/DebugLoc.h"

namespace llvm {
class DILocalVariable;
} // namespace llvm

namespace limit {

/// Reads the names of virtual registers from debug instructions, if somebody asks for a log, for
/// remarks or for placements. It has to run in front of LiveDebugVariables, which takes them out of
/// the code.
class SourceNames : public llvm::MachineFunctionPass {
public:
  static char ID;
  SourceNames() : MachineFunctionPass(ID) {}

  llvm::StringRef getPassName() const override { return "LIMIT Source Names"; }
  void getAnalysisUsage(llvm::AnalysisUsage &AU) const override;
  bool runOnMachineFunction(llvm::MachineFunction &MF) override;

  /// The variable that the register holds, the first that the code names; null if none is known.
  const llvm::DILocalVariable *of(llvm::Register Reg) const { return Variables.lookup(Reg); }

  /// Says that \p New holds the variable of \p Old, unless it holds another one: a pass made one
  /// range of the two.
  void nameLike(llvm::Register New, llvm::Register Old) {
    if (const llvm::DILocalVariable *Variable = of(Old))
      Variables.try_emplace(New, Variable);
  }

  /// The name of that variable; empty if none is known.
  llvm::StringRef nameOf(llvm::Register Reg) const;

private:
  llvm::DenseMap<llvm::Register, const llvm::DILocalVariable *> Variables;
};

/// The source line; 0 if none is known.
inline unsigned lineOf(const llvm::DebugLoc &Loc) { return Loc ? Loc.getLine() : 0; }

void initializeSourceNamesPass(llvm::PassRegistry &Registry);

} // namespace limit

#endif // LIMIT_REPORT_SOURCE_NAMES_H
