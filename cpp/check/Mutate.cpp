//===- Mutate.cpp - allocations made wrong on purpose ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every kind first lists its places; the number chooses one, and only that is changed. A change is
/// a closure, so that the function can be watched before and after.
///
//===----------------------------------------------------------------------===//

#include "check/Mutate.h"
#include "check/Conditions.h"
#include "check/MutateWalk.h"
#include "flatten/Flatten.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>

using namespace llvm;

namespace limit {

namespace {

struct Place {
  MachineInstr *MI;
  std::function<void()> Change;
};

class Places {
public:
  Places(MachineFunction &MF, const Snapshot &Before)
      : MF(MF), Before(Before), MRI(MF.getRegInfo()), TRI(*MF.getSubtarget().getRegisterInfo()),
        TII(*MF.getSubtarget().getInstrInfo()) {}

  /// The places that \p Find, one of those below, finds.
  std::vector<Place> of(void (Places::*Find)(MachineInstr &MI)) {
    for (MachineBasicBlock &MBB : MF)
      for (MachineInstr &MI : MBB)
        if (!MI.isDebugOrPseudoInstr())
          (this->*Find)(MI);
    return std::move(Found);
  }

  void dropReload(MachineInstr &MI);
  void dropStore(MachineInstr &MI);
  void swapRegisters(MachineInstr &MI);
  void otherSlot(MachineInstr &MI);
  void shareSlot(MachineInstr &MI);
  void lateStore(MachineInstr &MI);
  void clobberCall(MachineInstr &MI);
  void staleValue(MachineInstr &MI);
  void computeTwice(MachineInstr &MI);
  void exchangeLanes(MachineInstr &MI);
  void exchangeCondition(MachineInstr &MI);
  void untie(MachineInstr &MI);

private:
  bool isOwn(const MachineInstr &MI) const {
    return !Before.Places.contains(MI.peekDebugInstrNum());
  }
  /// The spill slot of a reload or a spill of the allocator's.
  std::optional<int> reloads(const MachineInstr &MI) const {
    int Slot;
    return isOwn(MI) && TII.isLoadFromStackSlot(MI, Slot) && Slot >= Before.FirstSpillSlot
               ? std::optional(Slot)
               : std::nullopt;
  }
  bool spills(const MachineInstr &MI) const {
    int Slot;
    return isOwn(MI) && TII.isStoreToStackSlot(MI, Slot) && Slot >= Before.FirstSpillSlot;
  }
  bool isFree(const MachineOperand &MO) const {
    return MO.isReg() && MO.getReg() && !MO.isImplicit() && !MRI.isReserved(MO.getReg());
  }
  /// Whether the operand may be the register, as far as the instruction goes.
  bool fits(const MachineOperand &MO, MCRegister Reg) const {
    auto Size = [&](MCRegister R) { return TRI.getRegSizeInBits(*TRI.getMinimalPhysRegClass(R)); };
    const TargetRegisterClass *Class =
        MO.getParent()->getRegClassConstraint(MO.getOperandNo(), &TII, &TRI);
    return (!Class || Class->contains(Reg)) && Size(Reg) == Size(MO.getReg().asMCReg());
  }
  void add(MachineInstr &MI, std::function<void()> Change) {
    Found.push_back({&MI, std::move(Change)});
  }

  SmallVector<int, 8> slotsLike(int Slot) const;

  MachineFunction &MF;
  const Snapshot &Before;
  const MachineRegisterInfo &MRI;
  const TargetRegisterInfo &TRI;
  const TargetInstrInfo &TII;
  std::vector<Place> Found;
};

void Places::dropReload(MachineInstr &MI) {
  if (reloads(MI))
    add(MI, [&MI] { MI.eraseFromParent(); });
}

void Places::dropStore(MachineInstr &MI) {
  if (spills(MI))
    add(MI, [&MI] { MI.eraseFromParent(); });
}

void Places::swapRegisters(MachineInstr &MI) {
  if (isOwn(MI) || MI.isBundled())
    return;
  for (MachineOperand &A : MI.explicit_uses())
    for (MachineOperand &B : MI.explicit_uses())
      if (&A < &B && isFree(A) && isFree(B) && !A.isTied() && !B.isTied() && !A.isUndef() &&
          !B.isUndef() && A.getReg() != B.getReg() && fits(A, B.getReg()) && fits(B, A.getReg()))
        add(MI, [&A, &B] {
          Register Was = A.getReg();
          A.setReg(B.getReg());
          B.setReg(Was);
        });
}

/// The other spill slots of the same size.
SmallVector<int, 8> Places::slotsLike(int Slot) const {
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  SmallVector<int, 8> Like;
  for (int Other = Before.FirstSpillSlot; Other != MFI.getObjectIndexEnd(); ++Other)
    if (Other != Slot && !MFI.isDeadObjectIndex(Other) &&
        MFI.getObjectSize(Other) == MFI.getObjectSize(Slot))
      Like.push_back(Other);
  return Like;
}

void Places::otherSlot(MachineInstr &MI) {
  std::optional<int> Slot = reloads(MI);
  if (!Slot)
    return;
  for (int Other : slotsLike(*Slot))
    add(MI, [&MI, Other] {
      for (MachineOperand &MO : MI.operands())
        if (MO.isFI())
          MO.setIndex(Other);
    });
}

/// The slot of a spill is another's too, everywhere.
void Places::shareSlot(MachineInstr &MI) {
  int Slot;
  if (!spills(MI) || !TII.isStoreToStackSlot(MI, Slot))
    return;
  for (int Other : slotsLike(Slot))
    add(MI, [this, Slot, Other] {
      for (MachineBasicBlock &MBB : MF)
        for (MachineInstr &User : MBB)
          for (MachineOperand &MO : User.operands())
            if (MO.isFI() && MO.getIndex() == Slot)
              MO.setIndex(Other);
    });
}

/// A store in front of what may throw, put behind it.
void Places::lateStore(MachineInstr &MI) {
  MachineBasicBlock &MBB = *MI.getParent();
  const MachineInstr *Thrower = throwerOf(MBB);
  auto IsThrower = [Thrower](const MachineInstr &Next) { return &Next == Thrower; };
  auto Last = find_if(make_range(MI.getIterator(), MBB.instr_end()), IsThrower);
  if (Last != MBB.instr_end() && spills(MI))
    add(MI, [&MBB, &MI, Call = &*Last] {
      MBB.splice(std::next(MachineBasicBlock::iterator(Call)), &MBB,
                 MachineBasicBlock::iterator(MI));
    });
}

/// A register that lives on behind a call which preserves it no longer is.
void Places::clobberCall(MachineInstr &MI) {
  auto Mask = find_if(MI.operands(), [](const MachineOperand &MO) { return MO.isRegMask(); });
  if (!MI.isCall() || MI.isBundled() || Mask == MI.operands_end())
    return;
  SmallVector<MCRegister, 8> Live;
  for (const MachineBasicBlock *Succ : MI.getParent()->successors())
    for (const auto &LiveIn : Succ->liveins())
      if (!MRI.isReserved(LiveIn.PhysReg) && !Mask->clobbersPhysReg(LiveIn.PhysReg) &&
          !is_contained(Live, LiveIn.PhysReg))
        Live.push_back(LiveIn.PhysReg);
  for (MCRegister Reg : Live)
    add(MI, [this, Mask, Reg] {
      unsigned Words = MachineOperand::getRegMaskSize(TRI.getNumRegs());
      uint32_t *New = MF.allocateRegMask();
      std::copy_n(Mask->getRegMask(), Words, New);
      for (MCRegAliasIterator Alias(Reg, &TRI, true); Alias.isValid(); ++Alias)
        New[(*Alias).id() / 32] &= ~(1u << (*Alias).id() % 32);
      Mask->setRegMask(New);
    });
}

/// A value that is computed again with another constant than the one that it has now.
void Places::staleValue(MachineInstr &MI) {
  if (!isOwn(MI) || MI.isCopy() || reloads(MI) || MI.mayStore() || MI.isCall() ||
      MI.isTerminator() || MI.getNumExplicitDefs() != 1)
    return;
  for (MachineOperand &MO : reverse(MI.explicit_operands()))
    if (MO.isImm())
      return add(MI, [&MO] { MO.setImm(MO.getImm() + 8); });
}

/// An instruction that changes a register is executed once more, as if that were the value that it
/// computed before.
void Places::computeTwice(MachineInstr &MI) {
  if (isOwn(MI) || MI.isBundled() || MI.isCopy() || MI.isCall() || MI.isTerminator() ||
      MI.mayStore() || MI.getNumExplicitDefs() != 1)
    return;
  Register Changed = MI.getOperand(0).getReg();
  auto IsRead = [&](const MachineOperand &MO) { return isFree(MO) && MO.getReg() == Changed; };
  if (any_of(MI.explicit_uses(), IsRead))
    add(MI, [this, &MI] { MI.getParent()->insertAfter(MI, MF.CloneMachineInstr(&MI)); });
}

/// A use of a part of a register reads another part of it.
void Places::exchangeLanes(MachineInstr &MI) {
  auto Known = Before.Places.find(MI.peekDebugInstrNum());
  if (Known == Before.Places.end() || MI.isBundled())
    return;
  for (auto [Was, MO] : zip(Before.at(Known->second).Operands, MI.operands())) {
    if (!Was.isReg() || !Was.getSubReg() || !Was.getReg().isVirtual() || !Was.isUse() ||
        Was.isUndef() || !isFree(MO) || MO.isTied())
      continue;
    for (MCPhysReg Whole : TRI.superregs(MO.getReg().asMCReg())) {
      if (TRI.getSubReg(Whole, Was.getSubReg()) != MO.getReg().asMCReg())
        continue;
      MachineOperand *Use = &MO;
      for (MCPhysReg Part : TRI.subregs(Whole))
        if (!TRI.regsOverlap(Part, MO.getReg()) && fits(MO, Part))
          add(MI, [Use, Part] { Use->setReg(Part); });
      break;
    }
  }
}

/// A condition has less in the place of greater, as if the comparison's operands were exchanged.
void Places::exchangeCondition(MachineInstr &MI) {
  ArrayRef<MachineOperand> Operands(MI.operands_begin(), MI.operands_end());
  std::optional<unsigned> Op = conditionOf(Operands, MF);
  if (!Op)
    return;
  MachineOperand &Condition = MI.getOperand(*Op);
  unsigned Exchanged = exchangedCondition(Condition.getImm());
  if (Exchanged != Condition.getImm())
    add(MI, [&Condition, Exchanged] { Condition.setImm(Exchanged); });
}

/// An operand that is tied to a result is read from another register, to which its value is copied.
void Places::untie(MachineInstr &MI) {
  if (isOwn(MI) || MI.isBundled())
    return;
  for (MachineOperand &MO : MI.explicit_uses()) {
    if (!isFree(MO) || !MO.isTied())
      continue;
    const TargetRegisterClass *Class = MI.getRegClassConstraint(MO.getOperandNo(), &TII, &TRI);
    if (!Class)
      continue;
    auto IsNamed = [&](MCPhysReg Reg) {
      return any_of(MI.operands(), [&](const MachineOperand &Other) {
        return Other.isReg() && Other.getReg() && TRI.regsOverlap(Reg, Other.getReg());
      });
    };
    auto CanHave = [&](MCPhysReg Reg) {
      return !MRI.isReserved(Reg) && fits(MO, Reg) && !IsNamed(Reg);
    };
    if (auto Other = find_if(*Class, CanHave); Other != Class->end())
      add(MI, [this, &MI, &MO, Reg = *Other] {
        BuildMI(*MI.getParent(), MI, MI.getDebugLoc(), TII.get(TargetOpcode::COPY), Reg)
            .addReg(MO.getReg());
        MO.setReg(Reg);
      });
  }
}

struct Kind {
  StringLiteral Name;
  void (Places::*Find)(MachineInstr &MI);
  CheckStage Stage = CheckStage::Assigned;
};

constexpr Kind Kinds[] = {
    {"drop-reload", &Places::dropReload},
    {"drop-store", &Places::dropStore},
    {"swap-registers", &Places::swapRegisters},
    {"other-slot", &Places::otherSlot},
    {"share-slot", &Places::shareSlot, CheckStage::Cleaned},
    {"late-store", &Places::lateStore},
    {"clobber-call", &Places::clobberCall},
    {"stale-value", &Places::staleValue},
    {"compute-twice", &Places::computeTwice},
    {"exchange-lanes", &Places::exchangeLanes},
    {"exchange-condition", &Places::exchangeCondition},
    {"untie", &Places::untie},
};

/// The kind and the number of \p Which, or no kind if it does not say both.
std::pair<const Kind *, unsigned> parse(StringRef Which) {
  auto [Name, Seed] = Which.split(':');
  unsigned Number = 0;
  auto Is = [Name = Name](const Kind &K) { return K.Name == Name; };
  const Kind *Found = find_if(Kinds, Is);
  if (Found == std::end(Kinds) || Seed.getAsInteger(10, Number))
    return {nullptr, 0};
  return {Found, Number};
}

} // namespace

bool isMutation(StringRef Which) { return parse(Which).first; }

std::string mutationKinds() {
  return join(map_range(Kinds, [](const Kind &K) { return K.Name.str(); }), ", ");
}

CheckStage stageOf(StringRef Which) { return parse(Which).first->Stage; }

std::optional<Mutation> mutate(MachineFunction &MF, const Snapshot &Before, StringRef Which) {
  auto [Kind, Number] = parse(Which);
  // The changes refer to it.
  Places Sites(MF, Before);
  std::vector<Place> Possible = Sites.of(Kind->Find);
  if (Possible.empty())
    return std::nullopt;
  // Neighbouring numbers are to choose places that lie apart.
  const Place &Chosen = Possible[Number * 2654435761u % Possible.size()];
  Mutation Result;
  raw_string_ostream OS(Result.What);
  OS << printMBBReference(*Chosen.MI->getParent()) << ": ";
  Chosen.MI->print(OS, true, false, true, false);
  auto Paths = pathsThrough(MF, *Chosen.MI->getParent());
  std::vector<std::vector<uint64_t>> Reads;
  for (const auto &Path : Paths)
    Reads.push_back(readsAlong(MF, Before, Path));
  Chosen.Change();
  Result.Changes = false;
  for (size_t P = 0; P != Paths.size() && !Result.Changes; ++P)
    Result.Changes = readsAlong(MF, Before, Paths[P]) != Reads[P];
  return Result;
}

} // namespace limit
