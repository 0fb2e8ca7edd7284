//===- Fallback.h - allocation by LLVM's own means --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_FALLBACK_FALLBACK_H
#define LIMIT_FALLBACK_FALLBACK_H

namespace llvm {
class AnalysisUsage;
class MachineFunction;
class MachineFunctionPass;
} // namespace llvm

namespace limit {

class SpillableClasses;

/// Declares the analyses that runFallback() hands on and that its caller would not need itself.
void addFallbackAnalyses(llvm::AnalysisUsage &AU);

/// Allocates what is left virtual in \p MF with LLVM's greedy allocator, which is built for this
/// one function and given the analyses of \p Owner. Splits and spills of an earlier attempt are
/// taken back where that can be done. Nothing may be assigned in VirtRegMap.
void runFallback(llvm::MachineFunctionPass &Owner, llvm::MachineFunction &MF,
                 SpillableClasses &Spillable);

} // namespace limit

#endif // LIMIT_FALLBACK_FALLBACK_H
