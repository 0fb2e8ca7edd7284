//===- RegisterUnits.h - the units of physical registers --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_FLATTEN_REGISTER_UNITS_H
#define LIMIT_FLATTEN_REGISTER_UNITS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/MC/MCRegister.h"
#include <utility>
#include <vector>

namespace limit {

/// Which target it is, for tables that are the same for all functions of a target. It is known by
/// the address of its table of registers: a constant of the library, which stays as long as the
/// library does.
class TargetTable {
public:
  /// Makes it \p TRI's target. Returns whether it was another one.
  bool select(const llvm::TargetRegisterInfo &TRI) {
    const llvm::MCRegisterDesc *Table = &TRI.get(llvm::MCRegister::NoRegister);
    return std::exchange(Known, Table) != Table;
  }

private:
  const llvm::MCRegisterDesc *Known = nullptr;
};

/// The units of physical registers with their lanes, decoded from the target's tables once for each
/// register.
class RegisterUnits {
public:
  struct Part {
    llvm::MCRegUnit Unit;
    /// The lanes of the register that live in the unit.
    uint64_t Lanes;
  };

  /// Makes \p TRI's target the one that is asked about.
  void select(const llvm::TargetRegisterInfo &TRI) {
    if (Target.select(TRI))
      Parts.assign(TRI.getNumRegs(), {});
  }

  /// The units of \p Reg, a register of the target that \p TRI describes and that was selected.
  llvm::ArrayRef<Part> of(const llvm::TargetRegisterInfo &TRI, llvm::MCRegister Reg) {
    llvm::SmallVectorImpl<Part> &Of = Parts[Reg.id()];
    if (Of.empty())
      for (llvm::MCRegUnitMaskIterator Unit(Reg, &TRI); Unit.isValid(); ++Unit) {
        auto [Number, Lanes] = *Unit;
        // A register that is not made of parts has no lanes to tell apart.
        Of.push_back({Number, Lanes.any() ? Lanes.getAsInteger() : ~uint64_t(0)});
      }
    return Of;
  }

private:
  TargetTable Target;
  /// By register; most have one or two.
  std::vector<llvm::SmallVector<Part, 2>> Parts;
};

} // namespace limit

#endif // LIMIT_FLATTEN_REGISTER_UNITS_H
