//===- EntryCopies.h - where arguments leave their registers ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_PREPARE_ENTRY_COPIES_H
#define LIMIT_PREPARE_ENTRY_COPIES_H

namespace llvm {
class LiveIntervals;
class MachineFunction;
class RegisterClassInfo;
class VirtRegMap;
} // namespace llvm

namespace limit {

/// Moves the copies of argument registers in the entry block to its beginning, so that what they
/// copy can be split or spilled and no longer takes the very register it came in. Returns whether
/// any copy moved. Inline assembly that leaves just the registers it needs asks for this when the
/// scheduler has put such a copy below it. Pieces of a split range stay where they are: the spiller
/// knows the values of the range that they are pieces of only where that range was live.
bool hoistArgumentCopies(llvm::MachineFunction &MF, llvm::LiveIntervals &LIS,
                         const llvm::VirtRegMap &VRM);

/// Whether an instruction above such a copy needs more registers of a class than are left beside
/// the arguments that came in: whatever becomes of its ranges, it needs them there.
bool isEntryCrowded(const llvm::MachineFunction &MF, const llvm::RegisterClassInfo &Classes);

} // namespace limit

#endif // LIMIT_PREPARE_ENTRY_COPIES_H
