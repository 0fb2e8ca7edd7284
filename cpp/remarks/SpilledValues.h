//===- SpilledValues.h - remarks on values that left registers --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_REMARKS_SPILLEDVALUES_H
#define LIMIT_REMARKS_SPILLEDVALUES_H

#include "regalloc-limit/src/bridge/ffi.rs.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/CodeGen/Register.h"
#include "llvm/CodeGen/SlotIndexes.h"
#include "llvm/IR/DebugLoc.h"
#include <string>

namespace llvm {
class LiveIntervals;
class LiveStacks;
class MachineBlockFrequencyInfo;
class MachineFunction;
class MachineLoop;
class MachineLoopInfo;
class MachineOptimizationRemarkEmitter;
class VirtRegMap;
} // namespace llvm

namespace limit {

class FlatFunction;
class SourceNames;

/// Whether somebody reads remarks on the allocation of \p MF.
bool areRemarksWanted(const llvm::MachineFunction &MF);

/// The remarks that only limit has: which values left registers and why (`SpilledValue`, missed),
/// and what a loop over capacity keeps in registers and in memory (`LoopPressure`, analysis).
/// Values are called by their variables, or else by their virtual registers before allocation.
class SpilledValues {
public:
  SpilledValues(llvm::MachineFunction &MF, const llvm::LiveIntervals &LIS,
                const llvm::LiveStacks &Stacks, const llvm::VirtRegMap &VRM,
                const SourceNames &Names);

  /// Takes note of where the round is over capacity, before its edit is carried out.
  void noteRound(const core::Session &Session, const FlatFunction &Flat);

  /// Emits the remarks on values, when all edits are carried out. \p Pass is what decided, if it is
  /// not the allocator.
  void reportValues(const core::Session &Session, const llvm::MachineBlockFrequencyInfo &MBFI,
                    llvm::StringRef Pass, llvm::MachineOptimizationRemarkEmitter &ORE) const;

  /// Emits the remarks on loops of the allocated function, in which registers are still virtual.
  void reportLoops(const llvm::MachineLoopInfo &Loops, llvm::MachineOptimizationRemarkEmitter &ORE);

private:
  /// A cell over capacity.
  struct Overload {
    llvm::SlotIndex At;
    core::OverloadRow Row;

    int excess() const { return Row.held - Row.capacity; }
  };
  /// What became of a value.
  struct Departure;
  struct Occupancy;

  std::string nameOf(llvm::Register Reg) const;
  llvm::DebugLoc definitionOf(llvm::Register Original) const;
  llvm::SmallVector<Departure, 0> departures(const core::Session &Session,
                                             const llvm::MachineBlockFrequencyInfo &MBFI) const;
  void report(const Departure &Left, llvm::StringRef Pass,
              llvm::MachineOptimizationRemarkEmitter &ORE) const;
  const Overload *highestOf(const llvm::MachineLoop &Loop) const;
  Occupancy occupancyAt(const Overload &Over) const;

  llvm::MachineFunction &MF;
  const llvm::LiveIntervals &LIS;
  const llvm::LiveStacks &Stacks;
  const llvm::VirtRegMap &VRM;
  const SourceNames &Names;
  /// Where values are defined, before the code is edited.
  llvm::DenseMap<llvm::Register, llvm::DebugLoc> Definitions;
  /// In layout order once all rounds are noted.
  llvm::SmallVector<Overload, 0> Overloads;
};

} // namespace limit

#endif // LIMIT_REMARKS_SPILLEDVALUES_H
