//===- FoldableLoads.cpp - loads that become parts of others --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "target/FoldableLoads.h"
#include "flatten/StackMaps.h"
#include "target/ScratchFunction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineConstantPool.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

/// Whether the spiller asks the target about the operand at all.
static bool isAskedFor(const MachineOperand &Use) {
  const MachineInstr &MI = *Use.getParent();
  auto IsOther = [&](const MachineOperand &MO) {
    return &MO != &Use && MO.isReg() && MO.getReg() == Use.getReg();
  };
  return Use.readsReg() && !Use.isImplicit() && !Use.getSubReg() && !Use.isTied() && !MI.isCopy() &&
         !MI.isBundled() && !MI.isInlineAsm() && !MI.isMetaInstruction() &&
         !limit::hasStackMap(MI.getOpcode()) && none_of(MI.operands(), IsOther);
}

namespace {

/// Instructions of a function copied into one that is thrown away, with virtual registers, frame
/// objects and constants of its own: the target may look them up.
class Trial {
public:
  explicit Trial(const MachineFunction &Of) : Of(Of), Scratch(limit::makeScratchFunction(Of)) {}
  ~Trial() { Scratch->front().clear(); }

  MachineInstr &copy(const MachineInstr &MI) {
    MachineInstr *Copy = Scratch->CloneMachineInstr(&MI);
    for (MachineOperand &MO : Copy->operands()) {
      if (MO.isReg() && MO.getReg().isVirtual())
        MO.setReg(copyOf(MO.getReg()));
      else if (MO.isFI())
        MO.setIndex(copyOfObject(MO.getIndex()));
      else if (MO.isCPI())
        MO.setIndex(copyOfConstant(MO.getIndex()));
    }
    Scratch->front().push_back(Copy);
    return *Copy;
  }

  /// Lets \p Reg be called what is \p Other in the copies.
  void rename(Register Reg, Register Other) { Regs[Reg] = Other; }

private:
  Register copyOf(Register Reg) {
    Register &Copy = Regs[Reg];
    if (!Copy)
      Copy = Scratch->getRegInfo().createVirtualRegister(Of.getRegInfo().getRegClass(Reg));
    return Copy;
  }

  int copyOfObject(int Object) {
    const MachineFrameInfo &Objects = Of.getFrameInfo();
    return Scratch->getFrameInfo().CreateStackObject(
        std::max<int64_t>(Objects.getObjectSize(Object), 1), Objects.getObjectAlign(Object),
        Objects.isSpillSlotObjectIndex(Object), nullptr, Objects.getStackID(Object));
  }

  int copyOfConstant(unsigned Number) {
    const MachineConstantPoolEntry &Entry = Of.getConstantPool()->getConstants()[Number];
    assert(!Entry.isMachineConstantPoolEntry() && "entries of the target's own kind are not tried");
    return Scratch->getConstantPool()->getConstantPoolIndex(Entry.Val.ConstVal, Entry.getAlign());
  }

  const MachineFunction &Of;
  std::unique_ptr<MachineFunction> Scratch;
  DenseMap<Register, Register> Regs;
};

} // namespace

bool limit::FoldableLoads::isTakenIn(const MachineInstr &Load, const MachineOperand &Use) {
  if (!isAskedFor(Use))
    return false;
  const MachineInstr &MI = *Use.getParent();
  const MachineFunction &MF = *MI.getMF();
  const TargetSubtargetInfo &STI = MF.getSubtarget();
  unsigned Op = Use.getOperandNo();
  auto [Entry, IsNew] = Known.try_emplace(
      {&STI, unsigned(MF.getFunction().hasOptSize()), Load.getOpcode(), MI.getOpcode(), Op});
  if (!IsNew)
    return Entry->second;
  if (namesTargetsConstant(Load.operands(), MF) || namesTargetsConstant(MI.operands(), MF))
    return false;
  Trial Trial(MF);
  MachineInstr &Loading = Trial.copy(Load);
  // The range may be a part of the one that the load computes.
  Trial.rename(Use.getReg(), Loading.getOperand(0).getReg());
  MachineInstr &Reading = Trial.copy(MI);
  Entry->second = STI.getInstrInfo()->foldMemoryOperand(Reading, {Op}, Loading) != nullptr;
  return Entry->second;
}
