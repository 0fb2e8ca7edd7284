//===- AllocatorEntries.h - where the passes of allocators begin -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_ALLOCATORENTRIES_H
#define LIMIT_ALLOCATORENTRIES_H

namespace limit {

/// With -limit-entries=FILE writes one line per registered allocator: its name, and how far its
/// pass's runOnMachineFunction is from the beginning of the library that it is in. A profiler
/// that knows no symbol there finds the function by that distance.
void writeAllocatorEntries();

} // namespace limit

#endif // LIMIT_ALLOCATORENTRIES_H
