//===- FrameSetup.h - ranges that the prologue reads ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_TARGET_FRAME_SETUP_H
#define LIMIT_TARGET_FRAME_SETUP_H

#include "llvm/CodeGen/Register.h"

namespace llvm {
class MachineRegisterInfo;
} // namespace llvm

namespace limit {

/// Whether an instruction that defines \p Reg, in front of allocation, belongs to the prologue,
/// which reads the result in the register that it gets. The class of that is the target's choice,
/// and no description of an instruction tells it: the address of x86's arguments is computed in
/// front of the saves, so it must be in a register that the caller does not keep. Its pieces must
/// be so as well, since copy propagation puts the instruction's result into the register that it is
/// copied to.
bool isForPrologue(llvm::Register Reg, const llvm::MachineRegisterInfo &MRI);

} // namespace limit

#endif // LIMIT_TARGET_FRAME_SETUP_H
