//===- Splits.h - cutting live ranges as the core plans ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_APPLY_SPLITS_H
#define LIMIT_APPLY_SPLITS_H

#include "apply/Apply.h"
#include "apply/DebugUses.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include <utility>
#include <vector>

namespace limit {

/// Cuts the ranges that one plan cuts, and knows what became of them.
class Splits {
public:
  Splits(const core::PlanRows &Plan, const FlatFunction &Flat, const ApplyTarget &On);

  /// Cuts all of them. The intervals of every register that changed are exact afterwards.
  void run();

  /// The registers of the pieces, in the order of their numbers in the plan.
  llvm::ArrayRef<llvm::Register> pieces() const { return Pieces; }
  /// What pieces fell into.
  llvm::ArrayRef<core::PartRow> parts() const { return Parts; }
  /// The register of a range of the function or of a piece; none if nothing is left of it.
  llvm::Register registerOf(uint32_t VReg) const {
    return VReg < Flat.numVirtRegs() ? Flat.virtReg(VReg) : Pieces[VReg - Flat.numVirtRegs()];
  }

private:
  void cut(const core::PlanSplit &Split);
  /// Those at one site execute in their order, those of an earlier split first.
  void insertMoves(const core::SpanRow &Moves);
  std::pair<llvm::MachineBasicBlock *, llvm::MachineBasicBlock::iterator>
  position(const core::PlanMove &Move);
  /// The remainder may fall into parts that have nothing to do with each other: each becomes a
  /// register of its own.
  void computeIntervals(llvm::Register Old, llvm::SmallVectorImpl<llvm::Register> &New);
  /// Gives a piece the largest class that its instructions take.
  void widen(llvm::Register Reg);
  void noteDeadDefs(const llvm::LiveInterval &LI);
  /// A range that is live around a loop nobody reads it in falls apart when it is cut. The spiller
  /// would turn the copies that are left into reloads without saying that they are dead.
  void removeDeadDefs();

  const core::PlanRows &Plan;
  const FlatFunction &Flat;
  const ApplyTarget &On;
  llvm::MachineRegisterInfo &MRI;
  std::vector<llvm::Register> Pieces;
  std::vector<core::PartRow> Parts;
  DebugUses Uses;
  /// The last one that was inserted at each site.
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, llvm::MachineInstr *> LastMoves;
  /// Instructions of which a cut left no result that is read.
  llvm::SmallSetVector<llvm::MachineInstr *, 8> Dead;
};

} // namespace limit

#endif // LIMIT_APPLY_SPLITS_H
