//===- Spillable.cpp - which registers can be stored ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "target/Spillable.h"
#include "Assigned.h"
#include "target/ScratchFunction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

/// The opcode of the only instruction that \p Build puts into \p Block.
static std::optional<unsigned> opcodeOf(MachineBasicBlock &Block, function_ref<void()> Build) {
  Block.clear();
  Build();
  return Block.size() == 1 ? std::optional(Block.front().getOpcode()) : std::nullopt;
}

/// The part of \p Class that the instructions of \p Block take \p Reg from, if that is not all of
/// it.
static const TargetRegisterClass *narrowerClass(const MachineBasicBlock &Block, Register Reg,
                                                const TargetRegisterClass &Class,
                                                const TargetRegisterInfo &TRI,
                                                const TargetInstrInfo &TII) {
  const TargetRegisterClass *Taken = &Class;
  for (const MachineInstr &MI : Block)
    for (unsigned I = 0; I != MI.getNumOperands() && Taken; ++I)
      if (const MachineOperand &MO = MI.getOperand(I);
          MO.isReg() && MO.getReg() == Reg && !MO.getSubReg())
        if (const TargetRegisterClass *OfOperand = MI.getRegClassConstraint(I, &TII, &TRI))
          Taken = TRI.getCommonSubClass(Taken, OfOperand);
  return Taken == &Class ? nullptr : Taken;
}

const limit::SpillableClasses::Tried &
limit::SpillableClasses::tried(const TargetRegisterClass &Class, const MachineFunction &MF) {
  const TargetSubtargetInfo &STI = MF.getSubtarget();
  auto [Entry, IsNew] = Known.try_emplace({&STI, Class.getID()});
  Tried &Result = Entry->second;
  if (!IsNew)
    return Result;
  const TargetRegisterInfo &TRI = *STI.getRegisterInfo();
  const TargetInstrInfo &TII = *STI.getInstrInfo();
  std::unique_ptr<MachineFunction> Scratch = limit::makeScratchFunction(MF);
  MachineBasicBlock &Block = Scratch->front();
  Register Reg = Scratch->getRegInfo().createVirtualRegister(&Class);
  int Slot = Scratch->getFrameInfo().CreateSpillStackObject(TRI.getSpillSize(Class),
                                                            TRI.getSpillAlign(Class));
  Result.Store = opcodeOf(Block, [&] {
    TII.storeRegToStackSlot(Block, Block.end(), Reg, /*isKill=*/true, Slot, &Class, Register());
  });
  // Opcode 0, a phi, is what a target builds that found no instruction.
  auto IsPhi = [](const MachineInstr &MI) { return MI.isPHI(); };
  Result.CanStore = !Block.empty() && none_of(Block, IsPhi);
  if (!Result.CanStore)
    return Result;
  Result.Narrower = narrowerClass(Block, Reg, Class, TRI, TII);
  Result.Reload = opcodeOf(
      Block, [&] { TII.loadRegFromStackSlot(Block, Block.end(), Reg, Slot, &Class, Register()); });
  return Result;
}

bool limit::SpillableClasses::isTransfer(const MachineInstr &MI, const TargetRegisterClass &Class) {
  const Tried &Built = tried(Class, *MI.getMF());
  return Built.Store == MI.getOpcode() || Built.Reload == MI.getOpcode();
}

std::optional<int> limit::SpillableClasses::wholeSlotOf(const MachineInstr &MI,
                                                        const TargetRegisterClass &Class) {
  const MachineFunction &MF = *MI.getMF();
  const MachineFrameInfo &Frame = MF.getFrameInfo();
  const TargetSubtargetInfo &STI = MF.getSubtarget();
  auto IsSlot = [](const MachineOperand &MO) { return MO.isFI(); };
  auto Named = find_if(MI.operands(), IsSlot);
  if (Named == MI.operands_end() || count_if(MI.operands(), IsSlot) != 1 || MI.isBundled() ||
      !isTransfer(MI, Class) || STI.getInstrInfo()->isPredicated(MI))
    return std::nullopt;
  int Slot = Named->getIndex();
  int64_t Size = Frame.getObjectSize(Slot);
  if (!Frame.isSpillSlotObjectIndex(Slot) || Size != STI.getRegisterInfo()->getSpillSize(Class))
    return std::nullopt;
  // Some targets name no access; what they build for as many bytes as the slot has is one to all
  // of it.
  auto IsWhole = [&](const MachineMemOperand *Access) {
    return spillSlotOf(*Access, Frame) == Slot && !Access->getOffset() &&
           Access->getSize() == uint64_t(Size);
  };
  return all_of(MI.memoperands(), IsWhole) ? std::optional(Slot) : std::nullopt;
}
