//===- Passes.h - is the right value in every register? ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_CHECK_PASSES_H
#define LIMIT_CHECK_PASSES_H

namespace llvm {
class MachineInstr;
class PassRegistry;
class TargetPassConfig;
} // namespace llvm

namespace limit {

/// Registers the passes under the names `limit-check-before`, `limit-check` and
/// `limit-check-again`.
void initializeCheckPasses(llvm::PassRegistry &Registry);

/// With -limit-check, puts one pass in front of the allocator of \p Config, whichever it is, and
/// two behind it that compare: after VirtRegRewriter, and after the post-RA MachineLICM.
void insertCheckPasses(llvm::TargetPassConfig &Config);

/// Tells the snapshot, if one was taken, that a pass behind it exchanged two operands of \p MI: the
/// one that is tied to the result, and another one, which nobody reads behind it.
void noteCommuted(const llvm::MachineInstr &MI, unsigned Tied, unsigned Other);

/// The same of one that it moved down within its block, where nobody reads or writes on the way
/// what it writes, nor writes what it reads.
void noteSunk(const llvm::MachineInstr &MI);

/// The same of one that reads the other one of the two registers of \p Copy, which stands above it
/// in its block.
void noteReadOfCopy(const llvm::MachineInstr &MI, unsigned Op, const llvm::MachineInstr &Copy);

} // namespace limit

#endif // LIMIT_CHECK_PASSES_H
