//===- Assigned.h - what instructions name once ranges are assigned -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_ASSIGNED_H
#define LIMIT_ASSIGNED_H

#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/MachineOperand.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include <optional>

namespace limit {

/// The spill slot that \p Access is to, or nothing.
inline std::optional<int> spillSlotOf(const llvm::MachineMemOperand &Access,
                                      const llvm::MachineFrameInfo &Frame) {
  auto *Place =
      llvm::dyn_cast_if_present<llvm::FixedStackPseudoSourceValue>(Access.getPseudoValue());
  if (Place && Frame.isSpillSlotObjectIndex(Place->getFrameIndex()))
    return Place->getFrameIndex();
  return std::nullopt;
}

/// The register that \p MO has once virtual registers are gone; none if nothing was assigned.
inline llvm::MCRegister assignedRegister(const llvm::MachineOperand &MO,
                                         const llvm::VirtRegMap &VRM,
                                         const llvm::TargetRegisterInfo &TRI) {
  if (!MO.getReg().isVirtual())
    return MO.getReg().asMCReg();
  llvm::MCRegister Reg = VRM.getPhys(MO.getReg());
  return Reg && MO.getSubReg() ? TRI.getSubReg(Reg, MO.getSubReg()) : Reg;
}

} // namespace limit

#endif // LIMIT_ASSIGNED_H
