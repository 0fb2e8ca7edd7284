//===- JoinedUnits.h - units that no register tells apart -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_FLATTEN_JOINED_UNITS_H
#define LIMIT_FLATTEN_JOINED_UNITS_H

#include "flatten/RegisterUnits.h"
#include "llvm/ADT/BitVector.h"
#include <memory>
#include <optional>

namespace limit {

/// The register units of a target in groups: those of a group are parts of the same registers of a
/// function, with the same lanes where lanes matter. A register of x86 then mostly has one group
/// where LLVM counts three units.
///
/// The groups are kept for later functions. They depend on the target, the function's registers and
/// whether lanes matter, and on nothing else; all three are compared.
class JoinedUnits {
public:
  struct Part {
    uint32_t Group;
    /// The lanes of the register that live in the group's units.
    uint64_t Lanes;
  };

  /// The groups for one set of registers.
  class Groups {
  public:
    /// The group of a unit that no register of the set has.
    static constexpr uint32_t None = ~0u;

    size_t size() const { return Units.size(); }
    /// The units of a group.
    llvm::ArrayRef<llvm::MCRegUnit> units(uint32_t Group) const { return Units[Group]; }
    uint32_t groupOf(llvm::MCRegUnit Unit) const { return OfUnit[static_cast<unsigned>(Unit)]; }
    /// A group that each register with \p Group has too, and other registers beside: two registers
    /// that share \p Group share that one. None if there is none, or lanes matter.
    std::optional<uint32_t> holderOf(uint32_t Group) const { return Holders[Group]; }
    /// The groups that a register of the set consists of.
    llvm::ArrayRef<Part> of(llvm::MCRegister Reg) const {
      auto [Start, Size] = OfReg[Reg.id()];
      return llvm::ArrayRef(Parts).slice(Start, Size);
    }

  private:
    friend class JoinedUnits;
    llvm::BitVector Regs;
    bool LanesMatter;
    std::vector<llvm::SmallVector<llvm::MCRegUnit, 4>> Units;
    std::vector<uint32_t> OfUnit;
    std::vector<std::optional<uint32_t>> Holders;
    /// Per register where its parts begin, and how many there are.
    std::vector<std::pair<uint32_t, uint32_t>> OfReg;
    std::vector<Part> Parts;
  };

  /// The groups for the registers \p Regs of the target that \p TRI describes. They stay until this
  /// is called again.
  const Groups &of(const llvm::TargetRegisterInfo &TRI, RegisterUnits &Units,
                   llvm::ArrayRef<llvm::MCRegister> Regs, bool LanesMatter);

private:
  static void findHolders(Groups &Made);
  static std::unique_ptr<Groups> make(const llvm::TargetRegisterInfo &TRI, RegisterUnits &Units,
                                      const llvm::BitVector &Regs, bool LanesMatter);

  TargetTable Target;
  /// What was asked for last comes first.
  std::vector<std::unique_ptr<Groups>> Known;
  llvm::BitVector Wanted;
};

} // namespace limit

#endif // LIMIT_FLATTEN_JOINED_UNITS_H
