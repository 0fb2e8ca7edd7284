//===- RegisterPass.h - what the plugin's passes share -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_REGISTER_PASS_H
#define LIMIT_REGISTER_PASS_H

#include "llvm/Pass.h"
#include "llvm/PassInfo.h"
#include "llvm/PassRegistry.h"

namespace limit {

/// Makes the pass known by \p Argument, for -run-pass and the like. The registry owns what
/// describes it.
template <typename PassT>
void registerPass(llvm::PassRegistry &Registry, llvm::StringRef Name, llvm::StringRef Argument) {
  llvm::PassInfo::NormalCtor_t Make = [] { return static_cast<llvm::Pass *>(new PassT()); };
  Registry.registerPass(*new llvm::PassInfo(Name, Argument, &PassT::ID, Make, /*isCFGOnly=*/false,
                                            /*is_analysis=*/false),
                        /*ShouldFree=*/true);
}

/// Asks for analyses that the pass keeps up to date.
template <typename... AnalysisT> void requirePreserved(llvm::AnalysisUsage &AU) {
  (AU.addRequired<AnalysisT>().template addPreserved<AnalysisT>(), ...);
}

} // namespace limit

#endif // LIMIT_REGISTER_PASS_H
