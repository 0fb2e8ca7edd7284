//===- Forms.cpp - forms with an operand in memory ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the spiller passes to TargetInstrInfo::foldMemoryOperand is passed to it again: an
/// instruction of the snapshot, built in a function with registers of the same classes and the same
/// frame objects. What comes back names virtual registers, so it says which value is where.
///
//===----------------------------------------------------------------------===//

#include "check/Forms.h"
#include "check/Conditions.h"
#include "target/Moves.h"
#include "target/ScratchFunction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineConstantPool.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachinePassManager.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/SlotIndexes.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace limit {

FoldedForms::~FoldedForms() = default;

void FoldedForms::makeScratch() {
  Scratch = makeScratchFunction(MF);
  Block = &Scratch->front();
  for (const TargetRegisterClass *Class : Before.Classes)
    if (Class)
      Scratch->getRegInfo().createVirtualRegister(Class);
    else
      Scratch->getRegInfo().createIncompleteVirtualRegister();
  // Objects get the numbers that they have in the function: fixed ones count down, others up.
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  MachineFrameInfo &Objects = Scratch->getFrameInfo();
  for (int Object = -1; Object >= MFI.getObjectIndexBegin(); --Object)
    Objects.CreateFixedObject(MFI.getObjectSize(Object), MFI.getObjectOffset(Object), true);
  for (int Object = 0; Object < MFI.getObjectIndexEnd(); ++Object) {
    bool Dead = MFI.isDeadObjectIndex(Object);
    Objects.CreateStackObject(Dead ? 1 : std::max<int64_t>(MFI.getObjectSize(Object), 1),
                              MFI.getObjectAlign(Object), true, nullptr, MFI.getStackID(Object));
  }
  // So do constants, those included that LLVM's folds added.
  LLVMContext &Context = MF.getFunction().getContext();
  for (auto [Number, Entry] : enumerate(MF.getConstantPool()->getConstants())) {
    const Constant *Value = Entry.isMachineConstantPoolEntry() ? nullptr : Entry.Val.ConstVal;
    if (!Value)
      Value = ConstantInt::get(IntegerType::get(Context, 2048 + Number), 0);
    Scratch->getConstantPool()->getConstantPoolIndex(Value, Entry.getAlign());
  }
  Assigned.init(*Scratch);
}

MachineInstr *FoldedForms::build(const BeforeInstr &Known) {
  if (!Scratch)
    makeScratch();
  const MCInstrDesc &Desc = MF.getSubtarget().getInstrInfo()->get(Known.Opcode);
  MachineInstr *MI = Scratch->CreateMachineInstr(Desc, DebugLoc(), /*NoImplicit=*/true);
  Block->push_back(MI);
  for (const MachineOperand &MO : Known.Operands) {
    MachineOperand Copy = MO;
    Copy.clearParent();
    MI->addOperand(*Scratch, Copy);
  }
  for (auto [Def, Use] : Known.Tied)
    if (!MI->getOperand(Use).isTied())
      MI->tieOperands(Def, Use);
  MI->setFlags(Known.Flags);
  MI->setMemRefs(*Scratch, Known.MemRefs);
  return MI;
}

/// The operands of the register that the spiller asks for. Returns whether it asks at all.
bool FoldedForms::operandsOf(const MachineInstr &MI, Register Reg,
                             SmallVectorImpl<unsigned> &Ops) const {
  bool WithSubRegs = MF.getSubtarget().getInstrInfo()->isSubregFoldable();
  for (auto [Op, MO] : enumerate(MI.operands())) {
    if (!MO.isReg() || MO.getReg() != Reg || MO.isImplicit() ||
        (MO.isUse() && !MO.readsReg() && !MO.isTied()))
      continue;
    if (MO.getSubReg() && !WithSubRegs)
      return false;
    if (!MI.isRegTiedToDefOperand(Op))
      Ops.push_back(Op);
  }
  return !Ops.empty();
}

/// The form that was made, if one was; leaves the scratch function empty.
std::optional<BeforeInstr> FoldedForms::taken(const BeforeInstr &Known, MachineInstr *Folded,
                                              Register Reg) {
  std::optional<BeforeInstr> Form;
  if (Folded) {
    Form.emplace();
    Form->Number = Known.Number;
    Form->Opcode = Folded->getOpcode();
    Form->Expression = Known.Expression;
    Form->Undefined = Known.Undefined;
    for (const MachineOperand &MO : Folded->operands())
      if (!MO.isReg() || !MO.isImplicit() || MO.getReg() != Reg) {
        Form->Operands.push_back(MO);
        Form->Operands.back().clearParent();
      }
  }
  Block->clear();
  return Form;
}

static bool isExplicitRegister(const MachineOperand &MO) {
  return MO.isReg() && !MO.isImplicit() && MO.getReg().isPhysical();
}

/// Registers stay in their order when one of them makes way for an address; all get \p One if it is
/// given.
void FoldedForms::assign(const MachineInstr &MI, Register Folded, const MachineInstr &After,
                         MCRegister One) {
  auto Next = After.operands_begin(), End = After.operands_end();
  for (const MachineOperand &MO : MI.explicit_operands()) {
    if (!MO.isReg() || !MO.getReg() || MO.getReg() == Folded)
      continue;
    MCRegister To = One;
    if (!To) {
      Next = std::find_if(Next, End, isExplicitRegister);
      if (Next == End)
        return;
      To = (Next++)->getReg().asMCReg();
    }
    if (MO.getReg().isVirtual() && !Assigned.hasPhys(MO.getReg()))
      Assigned.assignVirt2Phys(MO.getReg(), To);
  }
}

/// LLVM makes other forms for larger slots. A slot that was shared since may have become larger;
/// the instruction still says how much of it is meant. It may also make one only if the result has
/// an operand's register, as SystemZ does, and the allocator may have given either another one
/// since.
std::optional<BeforeInstr> FoldedForms::inSlot(const BeforeInstr &Known, Register Reg, int Slot,
                                               const MachineInstr &After) {
  std::optional<BeforeInstr> Form;
  SmallSetVector<MCRegister, 4> Ones;
  Ones.insert(MCRegister());
  for (const MachineOperand &MO : make_filter_range(After.operands(), isExplicitRegister))
    Ones.insert(MO.getReg().asMCReg());
  // Not all of a class may do: of SystemZ's halves only lower ones, and what is here now may be an
  // upper one.
  if (!Known.Operands.empty() && Known.Operands[0].isReg() &&
      Known.Operands[0].getReg().isVirtual())
    if (auto *Class = Before.Classes[Known.Operands[0].getReg().virtRegIndex()])
      Ones.insert(*Class->begin());
  for (MCRegister One : Ones) {
    Form = foldInto(Known, Reg, Slot, After, One);
    if (Form && is(*Form, After))
      return Form;
  }
  if (After.memoperands_empty())
    return Form;
  MachineFrameInfo &Objects = Scratch->getFrameInfo();
  int64_t Size = Objects.getObjectSize(Slot);
  LocationSize Meant = After.memoperands()[0]->getSize();
  if (!Meant.hasValue() || int64_t(Meant.getValue().getKnownMinValue()) >= Size)
    return Form;
  Objects.setObjectSize(Slot, Meant.getValue().getKnownMinValue());
  Form = foldInto(Known, Reg, Slot, After, MCRegister());
  Objects.setObjectSize(Slot, Size);
  return Form;
}

/// Whether the instruction overwrites a fixed register for nothing that the other leaves alone,
/// such as the flags: a target must know that nobody reads it to fold like that.
static bool overwritesMore(const BeforeInstr &Known, const MachineInstr &After) {
  return any_of(After.implicit_operands(), [&](const MachineOperand &Is) {
    return Is.isReg() && Is.isDef() && Is.isDead() &&
           none_of(Known.Operands, [&](const MachineOperand &Was) {
             return Was.isReg() && Was.isDef() && Was.getReg() == Is.getReg();
           });
  });
}

/// Gives the registers that the instruction reads a definition in front of it.
void FoldedForms::defineInputs(MachineInstr &MI) {
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  SmallSetVector<Register, 4> Inputs;
  for (const MachineOperand &MO : MI.operands())
    if (MO.isReg() && MO.getReg() && MO.readsReg())
      Inputs.insert(MO.getReg());
  for (Register Input : Inputs)
    BuildMI(*Block, MI, DebugLoc(), TII.get(TargetOpcode::IMPLICIT_DEF), Input);
}

std::optional<BeforeInstr> FoldedForms::foldInto(const BeforeInstr &Known, Register Reg, int Slot,
                                                 const MachineInstr &After, MCRegister One) {
  MachineInstr *MI = build(Known);
  SmallVector<unsigned, 2> Ops;
  bool Asked = operandsOf(*MI, Reg, Ops) && !isExtensionTakenForCopy(*MI);
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  if (!Asked)
    return taken(Known, nullptr, Reg);
  assign(*MI, Reg, After, One);
  SmallVector<Register, 4> Used;
  for (const MachineOperand &MO : MI->explicit_operands())
    if (MO.isReg() && MO.getReg().isVirtual())
      Used.push_back(MO.getReg());
  MachineInstr *Folded = nullptr;
  if (overwritesMore(Known, After)) {
    defineInputs(*MI);
    MachineFunctionAnalysisManager Analyses;
    Analyses.registerPass([] { return PassInstrumentationAnalysis(); });
    Analyses.registerPass([] { return SlotIndexesAnalysis(); });
    Analyses.registerPass([] { return MachineDominatorTreeAnalysis(); });
    Analyses.registerPass([] { return LiveIntervalsAnalysis(); });
    auto &Liveness = Analyses.getResult<LiveIntervalsAnalysis>(*Scratch);
    Folded = TII.foldMemoryOperand(*MI, Ops, Slot, &Liveness, &Assigned);
  } else {
    Folded = TII.foldMemoryOperand(*MI, Ops, Slot, nullptr, &Assigned);
  }
  for (Register Virtual : Used)
    if (Assigned.hasPhys(Virtual))
      Assigned.clearVirt(Virtual);
  return taken(Known, Folded, Reg);
}

/// A target may ask for the class of the register that is loaded: that is the load's own, or the
/// one of \p Reg where another load computes the same.
std::optional<BeforeInstr> FoldedForms::computed(const BeforeInstr &Known, Register Reg,
                                                 const BeforeInstr &Load) {
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  for (Register Loaded : {Load.Operands[0].getReg(), Reg}) {
    MachineInstr *Loading = build(Load), *MI = build(Known);
    Loading->getOperand(0).setReg(Loaded);
    Loading->getOperand(0).setSubReg(0);
    SmallVector<unsigned, 2> Ops;
    bool Asked = Loading->canFoldAsLoad() && operandsOf(*MI, Reg, Ops) &&
                 none_of(Ops, [&](unsigned Op) { return MI->getOperand(Op).isDef(); });
    auto Form = taken(Known, Asked ? TII.foldMemoryOperand(*MI, Ops, *Loading) : nullptr, Reg);
    if (Form)
      return Form;
  }
  return std::nullopt;
}

std::optional<BeforeInstr> FoldedForms::sparing(const BeforeInstr &Known) {
  auto Overwrites = [](const MachineOperand &MO) {
    return MO.isReg() && MO.isDef() && MO.isDead() && MO.getReg().isPhysical();
  };
  if (none_of(Known.Operands, Overwrites))
    return std::nullopt;
  MachineInstr *MI = build(Known);
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  MachineInstrBuilder Reader =
      BuildMI(*Block, Block->end(), DebugLoc(), TII.get(TargetOpcode::KILL));
  for (const MachineOperand &MO : make_filter_range(Known.Operands, Overwrites))
    Reader.addReg(MO.getReg(), RegState::Implicit);
  TII.reMaterialize(*Block, Reader, MI->getOperand(0).getReg(), 0, *MI);
  return taken(Known, Reader->getPrevNode(), Register());
}

std::optional<BeforeInstr> FoldedForms::exchanged(const BeforeInstr &Known,
                                                  const MachineInstr &After) {
  // The condition comes last, and the comparison it reads may have been exchanged, see is().
  bool HasConditions = MF.getTarget().getTargetTriple().isSystemZ();
  auto IsCondition = [&](const MachineOperand &MO) {
    return HasConditions && &MO == &After.getOperand(After.getNumExplicitOperands() - 1);
  };
  auto SameConstants = [&](ArrayRef<MachineOperand> Was) {
    return all_of(zip(Was, After.operands()), [&](const auto &Pair) {
      const auto &[A, B] = Pair;
      if (A.isImm() != B.isImm())
        return false;
      return !A.isImm() || A.getImm() == B.getImm() ||
             (IsCondition(B) && exchangedCondition(A.getImm()) == B.getImm());
    });
  };
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  if (SameConstants(Known.Operands) || !TII.get(Known.Opcode).isCommutable())
    return std::nullopt;
  MachineInstr *MI = build(Known);
  auto Form = taken(Known, TII.commuteInstruction(*MI), Register());
  return Form && SameConstants(Form->Operands) ? Form : std::nullopt;
}

/// Whether \p MO is a register that always holds one value.
static bool isConstant(const MachineOperand &MO, const MachineRegisterInfo &MRI) {
  return MO.isReg() && MO.getReg().isPhysical() && MRI.isConstantPhysReg(MO.getReg().asMCReg());
}

std::optional<BeforeInstr> FoldedForms::simplified(const BeforeInstr &Known,
                                                   const MachineInstr &After) {
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  SmallVector<unsigned, 4> Read;
  bool ReadsConstant = false;
  for (auto [Op, MO] : enumerate(After.explicit_operands()))
    if (MO.isReg() && MO.isUse() && MO.getReg() && !MO.isTied()) {
      Read.push_back(Op);
      ReadsConstant |= isConstant(MO, MRI);
    }
  auto IsRead = [&](unsigned Op) {
    return Op < Known.Operands.size() && limit::reads(Known.Operands[Op]);
  };
  if (!ReadsConstant || Read.size() != 2 || !all_of(Read, IsRead) ||
      After.getOperand(Read[0]).isIdenticalTo(After.getOperand(Read[1])))
    return std::nullopt;
  // The instruction as it was, if its operands were exchanged since.
  MachineInstr *MI = build(Known);
  for (auto [Op, MO] : enumerate(MI->explicit_operands()))
    if (MO.isReg() && MO.getReg() && After.getOperand(Op).isReg()) {
      unsigned From = Op == Read[0] ? Read[1] : Op == Read[1] ? Read[0] : Op;
      MO.setReg(After.getOperand(From).getReg());
      MO.setSubReg(0);
    }
  // RISC-V does not always say that it changed something.
  TII.simplifyInstruction(*MI);
  bool Is = MI->isIdenticalTo(After);
  Block->clear();
  if (!Is)
    return std::nullopt;
  BeforeInstr Form = Known;
  Form.Opcode = After.getOpcode();
  std::swap(Form.Operands[Read[0]], Form.Operands[Read[1]]);
  return Form;
}

std::optional<BeforeInstr> FoldedForms::reduced(const BeforeInstr &Known,
                                                const MachineInstr &After) {
  auto IsConstant = [&](const MachineOperand &MO) { return isConstant(MO, MF.getRegInfo()); };
  if (Known.Opcode == After.getOpcode() || none_of(Known.Operands, IsConstant))
    return std::nullopt;
  MachineInstr *MI = build(Known);
  MF.getSubtarget().getInstrInfo()->simplifyInstruction(*MI);
  std::optional<BeforeInstr> Form = taken(Known, MI, Register());
  return Form->Opcode == After.getOpcode() ? Form : std::nullopt;
}

bool FoldedForms::namesTargetsConstant(const BeforeInstr &Known) const {
  return limit::namesTargetsConstant(make_range(Known.Operands.begin(), Known.Operands.end()), MF);
}

std::optional<bool> FoldedForms::loadsTheSameConstant(const BeforeInstr &Known,
                                                      const MachineInstr &After) {
  bool Loads = Known.Opcode == After.getOpcode() && namesTargetsConstant(Known) &&
               none_of(Known.Operands, [](const MachineOperand &MO) {
                 return limit::reads(MO) && MO.getReg().isVirtual();
               });
  if (!Loads)
    return false;
  // The target looks the entries up in the function of its first argument. It may not know entries
  // to be the same that are, such as addresses of blocks on ARM.
  bool Same = MF.getSubtarget().getInstrInfo()->produceSameValue(After, *build(Known));
  Block->clear();
  return Same ? std::optional(true) : std::nullopt;
}

bool FoldedForms::is(const BeforeInstr &Form, const MachineInstr &After) const {
  // SystemZ folds to instructions of three operands that it replaces when it knows the registers.
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  StringRef Name = TII.getName(Form.Opcode);
  Name.consume_back("_MemFoldPseudo");
  if ((Form.Opcode != After.getOpcode() && Name != TII.getName(After.getOpcode())) ||
      After.getNumOperands() < Form.Operands.size())
    return false;
  // It also exchanges the operands of a comparison to fold one of them, and less with greater in
  // the conditions that read its result. Of those a load on condition may be folded itself.
  bool IsLoadOnCondition = MF.getTarget().getTargetTriple().isSystemZ() && Name.starts_with("LOC");
  auto MayBeExchanged = [&](const MachineOperand &Was, const MachineOperand &Is) {
    return IsLoadOnCondition && &Is == &After.getOperand(After.getNumExplicitOperands() - 1) &&
           Is.getImm() == exchangedCondition(Was.getImm());
  };
  for (auto [Was, Is] : zip(Form.Operands, After.operands())) {
    if (Was.getType() != Is.getType())
      return false;
    if (!Was.isReg() && !Was.isIdenticalTo(Is) && !(Was.isImm() && MayBeExchanged(Was, Is)))
      return false;
    if (Was.isReg() && (Was.isDef() != Is.isDef() || Was.isImplicit() != Is.isImplicit() ||
                        Was.getReg().isValid() != Is.getReg().isValid() ||
                        (Was.getReg().isPhysical() && Was.getReg() != Is.getReg())))
      return false;
  }
  return true;
}

} // namespace limit
