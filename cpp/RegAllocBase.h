//===- RegAllocBase.h - the base class of LLVM's allocators -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// libLLVM exports the code of `llvm::RegAllocBase` but installs no header for it. This one
/// declares what a subclass has to agree on: the order of the data members and of the virtual
/// functions, and the non-virtual members this plugin calls. It describes one version of LLVM only.
///
//===----------------------------------------------------------------------===//

#ifndef LIMIT_REGALLOCBASE_H
#define LIMIT_REGALLOCBASE_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/RegAllocCommon.h"
#include "llvm/CodeGen/RegisterClassInfo.h"
#include "llvm/CodeGen/Spiller.h"
#include "llvm/Config/llvm-config.h"
#include <memory>

// From `llvm-version` beside this file.
static_assert(LLVM_VERSION_MAJOR == LIMIT_LLVM_MAJOR, "this header describes another LLVM");

namespace llvm {

class LiveInterval;
class LiveIntervals;
class LiveRegMatrix;
class VirtRegMap;

class RegAllocBase {
  virtual void anchor();

protected:
  const TargetRegisterInfo *TRI = nullptr;
  MachineRegisterInfo *MRI = nullptr;
  VirtRegMap *VRM = nullptr;
  LiveIntervals *LIS = nullptr;
  LiveRegMatrix *Matrix = nullptr;
  RegisterClassInfo RegClassInfo;

private:
  const RegAllocFilterFunc Filter;

protected:
  /// Definitions whose value is dead because every use was rematerialised. They stay until
  /// postOptimization() so that later rematerialisations still find them.
  SmallPtrSet<MachineInstr *, 32> DeadRemats;
  SmallSet<Register, 2> FailedVRegs;

  explicit RegAllocBase(RegAllocFilterFunc F = nullptr) : Filter(std::move(F)) {}
  virtual ~RegAllocBase() = default;

  void init(VirtRegMap &Map, LiveIntervals &Intervals, LiveRegMatrix &RegMatrix);

  bool shouldAllocateRegister(Register Reg) { return !Filter || Filter(*TRI, *MRI, Reg); }

  /// Runs the spiller's own post optimisation and erases DeadRemats.
  virtual void postOptimization();

  virtual Spiller &spiller() = 0;
  virtual void enqueueImpl(const LiveInterval *LI) = 0;
  virtual const LiveInterval *dequeue() = 0;
  virtual MCRegister selectOrSplit(const LiveInterval &VirtReg,
                                   SmallVectorImpl<Register> &NewVRegs) = 0;
  virtual void aboutToRemoveInterval(const LiveInterval &LI) {}

public:
  /// Set by -verify-regalloc.
  static bool VerifyEnabled;
};

} // namespace llvm

namespace limit {

/// What an allocator takes from LLVM's base class: its analyses, the registers of each class, the
/// dead definitions that values are computed again from, and what erases those in the end. The
/// base's driver, which asks for one register after the other, is not used.
class AllocatorBase : protected llvm::RegAllocBase {
protected:
  std::unique_ptr<llvm::Spiller> InlineSpiller;

private:
  llvm::Spiller &spiller() final { return *InlineSpiller; }
  void enqueueImpl(const llvm::LiveInterval *) final { llvm_unreachable("no driver"); }
  const llvm::LiveInterval *dequeue() final { llvm_unreachable("no driver"); }
  llvm::MCRegister selectOrSplit(const llvm::LiveInterval &,
                                 llvm::SmallVectorImpl<llvm::Register> &) final {
    llvm_unreachable("no driver");
  }
};

} // namespace limit

#endif // LIMIT_REGALLOCBASE_H
