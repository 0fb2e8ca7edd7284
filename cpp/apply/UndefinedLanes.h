//===- UndefinedLanes.h - parts of registers without a value ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_APPLY_UNDEFINED_LANES_H
#define LIMIT_APPLY_UNDEFINED_LANES_H

#include "llvm/MC/LaneBitmask.h"

namespace llvm {
class LiveIntervals;
class MachineFunction;
class MachineOperand;
class VirtRegMap;
} // namespace llvm

namespace limit {

/// The lanes of a virtual register that \p MO reads although nothing was written to them.
llvm::LaneBitmask undefinedLanes(const llvm::MachineOperand &MO, const llvm::LiveIntervals &LIS);

/// Defines, by an instruction that becomes no code, what a spill stores although nothing was
/// written to it: the store of a pair of which only one half has a value yet may become two stores,
/// as RISC-V's does, or one that names both, as ARM's of two doubles does, and LLVM does not mark
/// what is read there as undefined. A store that names each half now, as ARM's of a pair does, has
/// those without a value marked. \p MF has all its registers.
void defineSpilledLanes(llvm::MachineFunction &MF, llvm::LiveIntervals &LIS,
                        const llvm::VirtRegMap &VRM);

} // namespace limit

#endif // LIMIT_APPLY_UNDEFINED_LANES_H
