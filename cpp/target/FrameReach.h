//===- FrameReach.h - how far the stack's objects are -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_TARGET_FRAME_REACH_H
#define LIMIT_TARGET_FRAME_REACH_H

#include <cstdint>
#include <vector>

namespace llvm {
class MachineFunction;
class MachineInstr;
} // namespace llvm

namespace limit {

/// Where LLVM will put the objects on a function's stack, as far as that can be told before: in the
/// order of their numbers, the first one farthest from the stack pointer.
class FrameReach {
public:
  /// Makes another function the one that is asked about.
  void begin() { Distances.clear(); }

  /// How many instructions \p MI, of that function, takes more because an object that it names is
  /// farther from the stack pointer than its immediate reaches.
  unsigned instsBeyond(const llvm::MachineInstr &MI);

private:
  uint64_t distanceOf(const llvm::MachineFunction &MF, int Object);

  /// Per object its bytes from the stack pointer, once one was asked for.
  std::vector<uint64_t> Distances;
};

} // namespace limit

#endif // LIMIT_TARGET_FRAME_REACH_H
