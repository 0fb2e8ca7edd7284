//===- MutateWalk.cpp - what instructions read along paths ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "check/MutateWalk.h"
#include "prepare/AsmOutputs.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include <map>
#include <random>

using namespace llvm;

namespace limit {

static constexpr unsigned NumPaths = 48, BlocksBehind = 120;

std::vector<std::vector<const MachineBasicBlock *>> pathsThrough(MachineFunction &MF,
                                                                 const MachineBasicBlock &Through) {
  std::minstd_rand Random(1);
  std::vector<std::vector<const MachineBasicBlock *>> Paths;
  for (unsigned P = 0; P != NumPaths; ++P) {
    // Breadth first, the successors of each block in an order of chance.
    DenseMap<const MachineBasicBlock *, const MachineBasicBlock *> From;
    std::vector<const MachineBasicBlock *> Queue = {&MF.front()}, Path;
    From[&MF.front()] = nullptr;
    for (size_t Next = 0; Next != Queue.size() && !From.contains(&Through); ++Next) {
      std::vector<const MachineBasicBlock *> Succs(Queue[Next]->succ_begin(),
                                                   Queue[Next]->succ_end());
      std::shuffle(Succs.begin(), Succs.end(), Random);
      for (const MachineBasicBlock *Succ : Succs)
        if (From.try_emplace(Succ, Queue[Next]).second)
          Queue.push_back(Succ);
    }
    if (!From.contains(&Through))
      return {};
    for (const MachineBasicBlock *MBB = &Through; MBB; MBB = From[MBB])
      Path.insert(Path.begin(), MBB);
    for (unsigned B = 0; B != BlocksBehind && Path.back()->succ_size(); ++B)
      Path.push_back(*std::next(Path.back()->succ_begin(), Random() % Path.back()->succ_size()));
    Paths.push_back(std::move(Path));
  }
  return Paths;
}

namespace {

using Hash = uint64_t;

/// What units of registers and slots hold, by hashes; what was never written has one of its own.
struct Held {
  std::map<unsigned, Hash> Units;
  std::map<int, std::vector<Hash>> Slots;

  Hash unit(unsigned Unit) const {
    auto Known = Units.find(Unit);
    return Known == Units.end() ? Hash(hash_combine(1, Unit)) : Known->second;
  }
  std::vector<Hash> slot(int Slot) const {
    auto Known = Slots.find(Slot);
    return Known == Slots.end() ? std::vector<Hash>{hash_combine(2, Slot)} : Known->second;
  }
};

/// Part \p Number of a value that may have been cut otherwise.
Hash part(const std::vector<Hash> &Value, size_t Number, size_t Parts) {
  if (Value.size() == Parts)
    return Value[Number];
  return hash_combine(hash_combine_range(Value.begin(), Value.end()), Number);
}

} // namespace

/// The register of a plain spill or reload.
static const MachineOperand *transferredReg(const MachineInstr &MI) {
  int Slot;
  const TargetInstrInfo &TII = *MI.getMF()->getSubtarget().getInstrInfo();
  Register Reg = TII.isStoreToStackSlot(MI, Slot);
  if (!Reg)
    Reg = TII.isLoadFromStackSlot(MI, Slot);
  if (!Reg)
    return nullptr;
  return find_if(MI.operands(),
                 [&](const MachineOperand &MO) { return MO.isReg() && MO.getReg() == Reg; });
}

std::vector<uint64_t> readsAlong(MachineFunction &MF, const Snapshot &Before,
                                 const std::vector<const MachineBasicBlock *> &Path) {
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  std::vector<uint64_t> Reads;
  Held State;
  auto UnitsOf = [&](Register Reg) {
    std::vector<unsigned> Units;
    if (Reg.isPhysical() && !MRI.isReserved(Reg) && !MRI.isConstantPhysReg(Reg))
      for (MCRegUnit Unit : TRI.regunits(Reg.asMCReg()))
        Units.push_back(static_cast<unsigned>(Unit));
    return Units;
  };
  auto ValueOf = [&](Register Reg) {
    std::vector<Hash> Value;
    for (unsigned Unit : UnitsOf(Reg))
      Value.push_back(State.unit(Unit));
    return Value;
  };
  auto Write = [&](Register Reg, const std::vector<Hash> &Value) {
    std::vector<unsigned> Units = UnitsOf(Reg);
    for (size_t U = 0; U != Units.size(); ++U)
      State.Units[Units[U]] = part(Value, U, Units.size());
  };
  auto IsSlot = [&](const MachineOperand &MO) {
    return MO.isFI() && MO.getIndex() >= Before.FirstSpillSlot;
  };
  // Neither copies, spills nor reloads: a function of the operands.
  auto Compute = [&](const MachineInstr &MI, bool Throws) {
    Hash Result = hash_combine(3, MI.getOpcode());
    for (const MachineOperand &MO : MI.operands())
      if (IsSlot(MO) && MI.mayLoad())
        for (Hash Part : State.slot(MO.getIndex()))
          Result = hash_combine(Result, Part);
      else if (MO.isReg() && MO.readsReg() && !MO.isUndef())
        for (Hash Part : ValueOf(MO.getReg()))
          Result = hash_combine(Result, Part);
      else if (!MO.isReg() && !MO.isFI() && !MO.isRegMask())
        Result = hash_combine(Result, MO);
    bool StoresElsewhere = MI.mayStore() && none_of(MI.operands(), IsSlot);
    if (Before.Places.contains(MI.peekDebugInstrNum()) || MI.isCall() || StoresElsewhere)
      Reads.push_back(Result);
    for (auto [Number, MO] : enumerate(MI.operands())) {
      if (MO.isRegMask())
        for (unsigned Unit = 0; Unit != TRI.getNumRegUnits(); ++Unit)
          for (MCRegUnitRootIterator Root(static_cast<MCRegUnit>(Unit), &TRI); Root.isValid();
               ++Root)
            if (MO.clobbersPhysReg(*Root))
              State.Units[Unit] = hash_combine(Result, 4, Unit);
      if (IsSlot(MO) && MI.mayStore())
        State.Slots[MO.getIndex()] = {hash_combine(Result, 5)};
    }
    if (!Throws)
      for (auto [Number, MO] : enumerate(MI.operands()))
        if (MO.isReg() && MO.isDef() && MO.getReg())
          Write(MO.getReg(), {hash_combine(Result, 6, Number)});
  };
  auto Step = [&](const MachineInstr &MI, bool Throws) {
    const MachineOperand *Slot = find_if(MI.operands(), IsSlot);
    bool Known = Before.Places.contains(MI.peekDebugInstrNum());
    if (MI.isCopy()) {
      if (Known)
        Reads.push_back(part(ValueOf(MI.getOperand(1).getReg()), 0, ~size_t(0)));
      std::vector<Hash> Copied = ValueOf(MI.getOperand(1).getReg());
      // The rest of a register of which a part is copied holds anything.
      for (const MachineOperand &MO : MI.implicit_operands())
        if (MO.isReg() && MO.isDef())
          Write(MO.getReg(), {hash_combine(8, MO.getReg().id())});
      return Write(MI.getOperand(0).getReg(), Copied);
    }
    const MachineOperand *Reg = transferredReg(MI);
    if (Slot == MI.operands_end() || !Reg || Known)
      return Compute(MI, Throws);
    if (Reg->isDef())
      return Write(Reg->getReg(), State.slot(Slot->getIndex()));
    State.Slots[Slot->getIndex()] = ValueOf(Reg->getReg());
  };
  for (size_t B = 0; B != Path.size(); ++B) {
    bool Leaves = B + 1 != Path.size() && Path[B + 1]->isEHPad();
    const MachineInstr *Thrower = Leaves ? throwerOf(*Path[B]) : nullptr;
    if (Path[B]->isEHPad())
      for (MCRegister LiveIn : Before.Blocks[Path[B]->getNumber()].LiveIns)
        Write(LiveIn, {hash_combine(7, B)});
    for (const MachineInstr &MI : *Path[B]) {
      if (!MI.isDebugOrPseudoInstr() && !MI.isCFIInstruction() && !MI.isKill() &&
          !MI.isImplicitDef())
        Step(MI, &MI == Thrower);
      if (&MI == Thrower || (B + 1 != Path.size() && jumpsTo(MI, *Path[B + 1])))
        break;
    }
  }
  return Reads;
}

} // namespace limit
