//===- MoveCost.h - what a move costs ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_REPORT_MOVE_COST_H
#define LIMIT_REPORT_MOVE_COST_H

namespace limit {

// By these allocators are judged, whichever made the code. They are per execution.
constexpr double ReloadWeight = 4;
constexpr double StoreWeight = 1;
constexpr double CopyWeight = 0.2;
constexpr double CalleeSavedWeight = 1;

} // namespace limit

#endif // LIMIT_REPORT_MOVE_COST_H
