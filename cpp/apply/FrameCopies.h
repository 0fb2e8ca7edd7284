//===- FrameCopies.h - copies at the frame's end stay there -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_APPLY_FRAME_COPIES_H
#define LIMIT_APPLY_FRAME_COPIES_H

namespace llvm {
class PassRegistry;
class TargetPassConfig;
} // namespace llvm

namespace limit {

/// Registers the pass under the name `limit-frame-copies`.
void initializeFrameCopiesPass(llvm::PassRegistry &Registry);

/// Puts the pass behind StackSlotColoring in the pipeline of \p Config. It leaves functions alone
/// that another allocator had.
void insertFrameCopiesPass(llvm::TargetPassConfig &Config);

} // namespace limit

#endif // LIMIT_APPLY_FRAME_COPIES_H
