//===- Score.h - what the generated code of a function costs ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_REPORT_SCORE_H
#define LIMIT_REPORT_SCORE_H

namespace llvm {
class PassRegistry;
class TargetPassConfig;
} // namespace llvm

namespace limit {

/// Registers the pass under the name `limit-score`.
void initializeScorePass(llvm::PassRegistry &Registry);

/// Puts the pass at the end of the pipeline of \p Config if -limit-score is given, whichever
/// allocator runs before it.
void insertScorePass(llvm::TargetPassConfig &Config);

} // namespace limit

#endif // LIMIT_REPORT_SCORE_H
