//===- Spillable.h - which registers can be stored --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_TARGET_SPILLABLE_H
#define LIMIT_TARGET_SPILLABLE_H

#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace llvm {
class MachineFunction;
class MachineInstr;
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
  bool contains(const llvm::TargetRegisterClass &Class, const llvm::MachineFunction &MF) {
    return tried(Class, MF).CanStore;
  }

  /// The part of the class that the target's store takes, if that is not all of it: PowerPC's takes
  /// no register that reads as zero, which the class of an address has. Else none.
  const llvm::TargetRegisterClass *narrower(const llvm::TargetRegisterClass &Class,
                                            const llvm::MachineFunction &MF) {
    return tried(Class, MF).Narrower;
  }

  /// Whether \p MI is what the target builds to store or reload all of a register of the class.
  /// Others that name a slot may change the value on the way: RISC-V's LW extends a part of it.
  bool isTransfer(const llvm::MachineInstr &MI, const llvm::TargetRegisterClass &Class);

  /// The spill slot that \p MI loads to or stores from all of a register of \p Class, if it is
  /// what the target builds for that, or nothing.
  std::optional<int> wholeSlotOf(const llvm::MachineInstr &MI,
                                 const llvm::TargetRegisterClass &Class);

private:
  struct Tried {
    bool CanStore = false;
    const llvm::TargetRegisterClass *Narrower = nullptr;
    /// Opcodes, or none where the target builds several instructions.
    std::optional<unsigned> Store, Reload;
  };
  const Tried &tried(const llvm::TargetRegisterClass &Class, const llvm::MachineFunction &MF);

  llvm::DenseMap<std::pair<const llvm::TargetSubtargetInfo *, unsigned>, Tried> Known;
};

} // namespace limit

#endif // LIMIT_TARGET_SPILLABLE_H
