//===- Spillable.h - which registers can be stored --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_SPILLABLE_H
#define LIMIT_SPILLABLE_H

#include "llvm/ADT/DenseMap.h"

namespace llvm {
class MachineFunction;
class TargetRegisterClass;
class TargetSubtargetInfo;
} // namespace llvm

namespace limit {

/// The register classes that the target can store to the stack and reload. LLVM does not say which
/// those are, and some targets build broken instructions for the others (MIPS for the condition
/// registers of release 6), so each class that is to be spilled is tried once in a function that is
/// thrown away.
class SpillableClasses {
public:
  bool contains(const llvm::TargetRegisterClass &Class, const llvm::MachineFunction &MF);

private:
  llvm::DenseMap<std::pair<const llvm::TargetSubtargetInfo *, unsigned>, bool> Known;
};

} // namespace limit

#endif // LIMIT_SPILLABLE_H
