//===- LimitPressure.h - LIMIT as a pass of its own -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_LIMITPRESSURE_H
#define LIMIT_LIMITPRESSURE_H

namespace llvm {
class PassRegistry;
class TargetPassConfig;
} // namespace llvm

namespace limit {

/// Registers the pass `limit-pressure`.
void initializeLimitPressurePass(llvm::PassRegistry &Registry);

/// Puts the pass where the options say. Must come after the check passes are put in, whose snapshot
/// is of the function before it.
void insertLimitPressurePass(llvm::TargetPassConfig &Config);

} // namespace limit

#endif // LIMIT_LIMITPRESSURE_H
