//===- JoinedUnits.cpp - units that no register tells apart ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "flatten/JoinedUnits.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace limit {

/// Most modules need a handful.
static constexpr size_t MaxKnown = 64;

const JoinedUnits::Groups &JoinedUnits::of(const TargetRegisterInfo &TRI, RegisterUnits &Units,
                                           ArrayRef<MCRegister> Regs, bool LanesMatter) {
  if (Target.select(TRI))
    Known.clear();
  Wanted.reset();
  Wanted.resize(TRI.getNumRegs());
  for (MCRegister Reg : Regs)
    Wanted.set(Reg.id());
  auto Found = find_if(Known, [&](const std::unique_ptr<Groups> &Of) {
    return Of->LanesMatter == LanesMatter && Of->Regs == Wanted;
  });
  if (Found == Known.end()) {
    if (Known.size() == MaxKnown)
      Known.pop_back();
    Found = Known.insert(Known.end(), make(TRI, Units, Wanted, LanesMatter));
  }
  std::rotate(Known.begin(), Found, Found + 1);
  return *Known.front();
}

void JoinedUnits::findHolders(Groups &Made) {
  // Per group how many registers have it, and which groups all of them have.
  struct Common {
    unsigned Count = 0;
    SmallVector<uint32_t, 4> Groups;
  };
  std::vector<Common> OfGroup(Made.size());
  for (unsigned Reg : Made.Regs.set_bits()) {
    ArrayRef<Part> Parts = Made.of(MCRegister(Reg));
    auto Has = [&](uint32_t Group) {
      return any_of(Parts, [&](const Part &P) { return P.Group == Group; });
    };
    for (const Part &P : Parts) {
      Common &Of = OfGroup[P.Group];
      if (Of.Count++ == 0)
        append_range(Of.Groups, map_range(Parts, [](const Part &P) { return P.Group; }));
      else
        erase_if(Of.Groups, [&](uint32_t Group) { return !Has(Group); });
    }
  }
  for (uint32_t Group = 0; Group != Made.size(); ++Group)
    for (uint32_t Other : OfGroup[Group].Groups) {
      std::optional<uint32_t> &Holder = Made.Holders[Group];
      if (OfGroup[Other].Count > OfGroup[Holder.value_or(Group)].Count)
        Holder = Other;
    }
}

std::unique_ptr<JoinedUnits::Groups> JoinedUnits::make(const TargetRegisterInfo &TRI,
                                                       RegisterUnits &Units, const BitVector &Regs,
                                                       bool LanesMatter) {
  auto Made = std::make_unique<Groups>();
  Made->Regs = Regs;
  Made->LanesMatter = LanesMatter;
  // Each register splits the groups of its units (partition refinement, Paige and Tarjan 1987).
  struct Split {
    uint32_t From;
    uint64_t Lanes;
    uint32_t To;
  };
  SmallVector<Split, 8> Splits;
  std::vector<uint32_t> Refined(TRI.getNumRegUnits(), 0);
  uint32_t Last = 0;
  for (unsigned Reg : Regs.set_bits()) {
    Splits.clear();
    for (auto [Unit, AllLanes] : Units.of(TRI, Reg)) {
      uint32_t &Group = Refined[static_cast<unsigned>(Unit)];
      uint64_t Lanes = LanesMatter ? AllLanes : 0;
      auto Known =
          find_if(Splits, [&](const Split &S) { return S.From == Group && S.Lanes == Lanes; });
      if (Known == Splits.end()) {
        Splits.push_back({Group, Lanes, ++Last});
        Known = std::prev(Splits.end());
      }
      Group = Known->To;
    }
  }
  std::vector<uint32_t> Numbers(Last + 1, ~0u);
  Made->Units.reserve(Last);
  Made->OfUnit.assign(TRI.getNumRegUnits(), Groups::None);
  for (size_t Unit = 0; Unit != Refined.size(); ++Unit) {
    if (Refined[Unit] == 0)
      continue;
    uint32_t &Number = Numbers[Refined[Unit]];
    if (Number == ~0u) {
      Number = Made->Units.size();
      Made->Units.emplace_back();
    }
    Made->OfUnit[Unit] = Number;
    Made->Units[Number].push_back(static_cast<MCRegUnit>(Unit));
  }
  Made->Parts.reserve(2 * Regs.count());
  Made->OfReg.resize(TRI.getNumRegs());
  for (unsigned Reg : Regs.set_bits()) {
    uint32_t Start = Made->Parts.size();
    for (auto [Unit, Lanes] : Units.of(TRI, Reg)) {
      uint32_t Group = Made->groupOf(Unit);
      auto Part = std::find_if(Made->Parts.begin() + Start, Made->Parts.end(),
                               [&](const JoinedUnits::Part &P) { return P.Group == Group; });
      if (Part == Made->Parts.end())
        Made->Parts.push_back({Group, Lanes});
      else
        Part->Lanes |= Lanes;
    }
    Made->OfReg[Reg] = {Start, uint32_t(Made->Parts.size()) - Start};
  }
  Made->Holders.resize(Made->size());
  if (!LanesMatter)
    findHolders(*Made);
  return Made;
}

} // namespace limit
