//===- Snapshot.cpp - a function before allocation ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "check/Snapshot.h"
#include "apply/UndefinedLanes.h"
#include "flatten/Flatten.h"
#include "prepare/Arguments.h"
#include "prepare/AsmOutputs.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

namespace limit {

Operands operandsOf(const MachineInstr &MI) {
  Operands Result;
  for (const MachineOperand &MO : const_mi_bundle_ops(MI))
    Result.push_back(MO);
  return Result;
}

bool reads(const MachineOperand &MO) {
  return MO.isReg() && MO.getReg() && MO.isUse() && !MO.isUndef() && !MO.isInternalRead();
}

bool writes(const MachineOperand &MO) { return MO.isReg() && MO.getReg() && MO.isDef(); }

bool computesTheSame(ArrayRef<MachineOperand> A, ArrayRef<MachineOperand> B, bool CompareUses) {
  auto IsImplicit = [](const MachineOperand &MO) { return MO.isReg() && MO.isImplicit(); };
  if (A.size() > B.size() || !all_of(B.drop_front(A.size()), IsImplicit))
    return false;
  // RISC-V's pass for vector lengths takes the register of the length away: the instruction reads
  // the length implicitly from then on.
  size_t NowImplicit = CompareUses ? 0 : B.size() - A.size();
  auto IsNowImplicit = [&](const MachineOperand &Was, const MachineOperand &Is) {
    return reads(Was) && Was.getReg().isVirtual() && !Is.getReg().isValid() && NowImplicit-- != 0;
  };
  for (size_t Op = 0; Op != A.size(); ++Op) {
    if (A[Op].isReg() != B[Op].isReg())
      return false;
    if (!A[Op].isReg()) {
      if (!A[Op].isIdenticalTo(B[Op]))
        return false;
      continue;
    }
    if (A[Op].isDef() != B[Op].isDef() ||
        (A[Op].getReg().isValid() != B[Op].getReg().isValid() && !IsNowImplicit(A[Op], B[Op])))
      return false;
    bool Fixed = A[Op].getReg().isPhysical() && B[Op].getReg().isPhysical();
    if (A[Op].isUse() && (CompareUses || Fixed) &&
        (A[Op].getReg() != B[Op].getReg() || A[Op].getSubReg() != B[Op].getSubReg()))
      return false;
  }
  return true;
}

static bool namesTheSame(const MachineOperand &A, const MachineOperand &B) {
  return A.getReg() == B.getReg() && A.getSubReg() == B.getSubReg();
}

std::optional<unsigned> copiedIfGone(const BeforeInstr &Known, const TargetInstrInfo &TII) {
  const MCInstrDesc &Desc = TII.get(Known.Opcode);
  if (Desc.isBitcast() && Desc.getNumDefs() == 1 && Desc.getNumOperands() > 1)
    return 1;
  if (!Desc.isPseudo() || Desc.getNumDefs() != 1 || Desc.hasUnmodeledSideEffects() ||
      Desc.mayLoad() || Desc.mayStore())
    return std::nullopt;
  std::optional<unsigned> Copied;
  for (unsigned Op = 1; Op != Desc.getNumOperands(); ++Op) {
    if (Desc.operands()[Op].RegClass < 0 ||
        Desc.operands()[Op].RegClass != Desc.operands()[0].RegClass)
      continue;
    const MachineOperand &MO = Known.Operands[Op];
    // The address of a frame object may stand in a register's place.
    if (!MO.isReg())
      continue;
    if (!Copied || Known.Operands[*Copied].isUndef())
      Copied = Op;
    else if (!MO.isUndef() && !namesTheSame(MO, Known.Operands[*Copied]))
      return std::nullopt;
  }
  return Copied;
}

bool Snapshot::isOf(const MachineFunction &MF) const {
  return Function == &MF && FunctionNumber == MF.getFunctionNumber();
}

void Snapshot::take(MachineFunction &MF, const LiveIntervals &LIS) {
  // Taken once more, it has numbers already.
  unsigned Numbers = isOf(MF) ? NumbersBefore : MF.DebugInstrNumberingCount;
  *this = Snapshot();
  Function = &MF;
  FunctionNumber = MF.getFunctionNumber();
  NumbersBefore = Numbers;
  FirstSpillSlot = MF.getFrameInfo().getObjectIndexEnd();
  Blocks.resize(MF.getNumBlockIDs());
  for (MachineBasicBlock &MBB : MF) {
    for (const auto &LiveIn : MBB.liveins())
      Blocks[MBB.getNumber()].LiveIns.push_back(LiveIn.PhysReg);
    for (MachineInstr &MI : MBB)
      if (!MI.isDebugOrPseudoInstr() && !MI.isCFIInstruction())
        number(MI, MF, LIS);
  }
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  for (unsigned Reg = 0; Reg != MRI.getNumVirtRegs(); ++Reg)
    Classes.push_back(MRI.getRegClassOrNull(Register::index2VirtReg(Reg)));
  findUndefined(MF, LIS);
  findWrittenBehind(MF, LIS);
  splitLanes(MF);
}

/// Calls \p Visit with the live range of each virtual register, its number and lanes: one for each
/// part if parts live and die apart.
template <typename Visitor>
static void visitLiveRanges(const MachineFunction &MF, const LiveIntervals &LIS, Visitor Visit) {
  for (unsigned Index = 0; Index != MF.getRegInfo().getNumVirtRegs(); ++Index) {
    Register Reg = Register::index2VirtReg(Index);
    if (!LIS.hasInterval(Reg))
      continue;
    const LiveInterval &Interval = LIS.getInterval(Reg);
    if (!Interval.hasSubRanges())
      Visit(Interval, Reg, LaneBitmask::getAll());
    for (const LiveInterval::SubRange &Part : Interval.subranges())
      Visit(Part, Reg, Part.LaneMask);
  }
}

/// Where a live range joins others in front of a block, a predecessor may have none to join.
void Snapshot::findUndefined(const MachineFunction &MF, const LiveIntervals &LIS) {
  auto Find = [&](const LiveRange &Range, Register Reg, LaneBitmask Lanes) {
    for (const VNInfo *Value : Range.valnos) {
      if (Value->isUnused() || !Value->isPHIDef())
        continue;
      for (const MachineBasicBlock *Pred : LIS.getMBBFromIndex(Value->def)->predecessors())
        if (!Range.getVNInfoBefore(LIS.getMBBEndIdx(Pred)))
          Blocks[Pred->getNumber()].Undefined.push_back({Reg, Lanes});
    }
  };
  visitLiveRanges(MF, LIS, Find);
}

/// Liveness ends at the end of a block also where an asm goto or what raises leaves it earlier.
/// What is only written behind that has no value on that way, and so it has no register.
void Snapshot::findWrittenBehind(MachineFunction &MF, const LiveIntervals &LIS) {
  auto Find = [&](const MachineInstr &MI, auto LeadsTo) {
    const MachineBasicBlock &MBB = *MI.getParent();
    auto Place = Places.lookup(MI.peekDebugInstrNum());
    SlotIndex Leaves = LIS.getInstructionIndex(MI).getDeadSlot(), End = LIS.getMBBEndIdx(&MBB);
    auto Note = [&](const LiveRange &Range, Register Reg, LaneBitmask Lanes) {
      auto Reads = [&](const MachineBasicBlock *Succ) {
        return LeadsTo(*Succ) && LIS.isLiveInToMBB(Range, Succ);
      };
      const VNInfo *Last = Range.getVNInfoBefore(End);
      if (Last && Last->def > Leaves && !Range.liveAt(Leaves) && any_of(MBB.successors(), Reads))
        Blocks[Place.first].Instrs[Place.second].WrittenBehind.push_back({Reg, Lanes});
    };
    visitLiveRanges(MF, LIS, Note);
  };
  for (MachineBasicBlock &MBB : MF) {
    if (auto Asm = asmGotoOf(MBB); Asm != MBB.end())
      Find(*Asm, [&](const MachineBasicBlock &Succ) { return jumpsTo(*Asm, Succ); });
    // Around calls nothing moves before allocation, but the machine scheduler moves copies behind
    // inline assembly. To ask this of all calls would take too long.
    if (const MachineInstr *Thrower = throwerOf(MBB); Thrower && Thrower->isInlineAsm())
      Find(*Thrower, [](const MachineBasicBlock &Succ) { return Succ.isEHPad(); });
  }
}

void Snapshot::removeNumbers(MachineFunction &MF) const {
  // What replaces an instruction gets a later number, and the entries stand in that order.
  DenseSet<unsigned> Own;
  auto IsOwn = [&](unsigned Number) {
    return (Number > NumbersBefore && Places.contains(Number)) || Own.contains(Number);
  };
  for (const auto &Entry : MF.DebugValueSubstitutions)
    if (IsOwn(Entry.Src.first))
      Own.insert(Entry.Dest.first);
  erase_if(MF.DebugValueSubstitutions, [&](const auto &Entry) { return IsOwn(Entry.Src.first); });
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : MBB.instrs())
      if (IsOwn(MI.peekDebugInstrNum()))
        MI.dropDebugNumber();
}

/// Lanes that the operands read although nothing was written to them.
static RegLanes undefinedLanes(const MachineInstr &MI, const LiveIntervals &LIS) {
  RegLanes Undefined;
  for (const MachineOperand &MO : const_mi_bundle_ops(MI))
    if (LaneBitmask Lanes = undefinedLanes(MO, LIS); Lanes.any())
      Undefined.push_back({MO.getReg(), Lanes});
  return Undefined;
}

static bool definesOneVirtReg(const MachineInstr &MI) {
  return !MI.isBundled() && MI.getNumExplicitDefs() == 1 && MI.getOperand(0).isReg() &&
         MI.getOperand(0).getReg().isVirtual();
}

/// Whether an allocator may execute \p MI again elsewhere instead of keeping its result. Of one
/// that defines a part of a register, that part is the result, whatever the rest holds.
static bool canBeRepeated(MachineInstr &MI) {
  if (!definesOneVirtReg(MI))
    return false;
  MachineOperand &Result = MI.getOperand(0);
  bool IsUndef = Result.isUndef();
  Result.setIsUndef(Result.getSubReg() != 0);
  bool Can = canComputeAgain(MI);
  Result.setIsUndef(IsUndef);
  return Can;
}

bool changesItsResult(const BeforeInstr &MI) {
  return any_of(drop_begin(MI.Operands), [&](const MachineOperand &MO) {
    return reads(MO) && MO.getReg() == MI.Operands[0].getReg();
  });
}

void Snapshot::number(MachineInstr &MI, const MachineFunction &MF, const LiveIntervals &LIS) {
  unsigned Block = MI.getParent()->getNumber();
  std::vector<BeforeInstr> &Instrs = Blocks[Block].Instrs;
  BeforeInstr Before;
  if (!MI.isMetaInstruction())
    Before.Number = MI.getDebugInstrNum();
  Before.Opcode = MI.getOpcode();
  Before.Operands = operandsOf(MI);
  if (canBeRepeated(MI) && !changesItsResult(Before))
    Computing[MI.getOperand(0).getReg().virtRegIndex()].push_back(
        Before.Expression = expressionOf(Before, Block, Instrs.size()));
  Before.Flags = MI.getFlags();
  Before.MemRefs.assign(MI.memoperands_begin(), MI.memoperands_end());
  if (MI.isInlineAsm())
    for (unsigned Op = 0, Def; Op != MI.getNumOperands(); ++Op)
      if (MI.isRegTiedToDefOperand(Op, &Def))
        Before.Tied.push_back({Def, Op});
  Before.Undefined = undefinedLanes(MI, LIS);
  // Nobody but the load itself says what was stored since, so another may take its place only if
  // that makes no difference.
  bool Moves = MI.isDereferenceableInvariantLoad() || (MI.mayLoad() && Before.Expression >= 0);
  if (Moves && definesOneVirtReg(MI) && MF.getRegInfo().hasOneDef(MI.getOperand(0).getReg()))
    Loads[MI.getOperand(0).getReg().virtRegIndex()] = {Block, Instrs.size()};
  if (Before.Number)
    Places[Before.Number] = {Block, Instrs.size()};
  Instrs.push_back(std::move(Before));
}

int Snapshot::expressionOf(const BeforeInstr &MI, unsigned Block, unsigned Place) {
  hash_code Hash = hash_value(MI.Opcode);
  for (const MachineOperand &MO : MI.Operands)
    if (!MO.isReg() || MO.isUse())
      Hash = hash_combine(Hash, MO);
  SmallVector<unsigned, 1> &Candidates = Hashed[static_cast<size_t>(Hash) >> 2];
  for (unsigned E : Candidates) {
    const BeforeInstr &Known = Blocks[Expressions[E].first].Instrs[Expressions[E].second];
    if (Known.Opcode == MI.Opcode && computesTheSame(Known.Operands, MI.Operands, true))
      return E;
  }
  Candidates.push_back(Expressions.size());
  Expressions.push_back({Block, Place});
  return Expressions.size() - 1;
}

LaneBitmask lanesOfPart(const TargetRegisterInfo &TRI, unsigned Sub, LaneBitmask Lanes) {
  if (!Sub)
    return Lanes;
  LaneBitmask Named = TRI.getSubRegIndexLaneMask(Sub);
  return (Named & ~Lanes).none() ? LaneBitmask::getAll()
                                 : TRI.reverseComposeSubRegIndexLaneMask(Sub, Lanes & Named);
}

/// The lanes that all registers of a class have. Those that only some have, such as the second byte
/// on x86, stand for the same part of a value as others do elsewhere, and are not told apart.
static LaneBitmask commonLanes(const TargetRegisterClass &Class, const TargetRegisterInfo &TRI) {
  LaneBitmask Common = LaneBitmask::getAll();
  for (MCPhysReg Reg : Class) {
    LaneBitmask Own;
    for (MCRegUnitMaskIterator Unit(Reg, &TRI); Unit.isValid(); ++Unit)
      Own |= (*Unit).second;
    Common &= Own;
  }
  return Common;
}

/// Cuts the lanes of each register along the parts that some operand names, of it or of a register
/// that it is copied to or from, and along those that hold nothing where an operand reads them all.
void Snapshot::splitLanes(const MachineFunction &MF) {
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  const TargetRegisterInfo &TRI = *MRI.getTargetRegisterInfo();
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  Lanes.assign(MRI.getNumVirtRegs(), {LaneBitmask::getAll()});
  std::vector<std::pair<const MachineOperand *, const MachineOperand *>> Copies;
  // Lanes of a register as those of the part that an operand names, and the other way round.
  auto LanesOf = [&](const MachineOperand &MO, LaneBitmask Part) {
    return lanesOfPart(TRI, MO.getSubReg(), Part);
  };
  auto LanesIn = [&](const MachineOperand &MO, LaneBitmask Part) {
    unsigned Sub = MO.getSubReg();
    return Sub && !Part.all() ? TRI.composeSubRegIndexLaneMask(Sub, Part) : Part;
  };
  DenseMap<const TargetRegisterClass *, LaneBitmask> Common;
  auto Cut = [&](Register Reg, LaneBitmask Named) {
    LaneBitmask All = MRI.getMaxLaneMaskForVReg(Reg);
    // Allocators may give a part of the live range any register that its instructions allow.
    const TargetRegisterClass *Class = TRI.getLargestLegalSuperClass(MRI.getRegClass(Reg), MF);
    auto [Lanes, New] = Common.try_emplace(Class);
    if (New)
      Lanes->second = commonLanes(*Class, TRI);
    LaneBitmask Rest = All & ~Lanes->second;
    if ((Named & Rest).any())
      Named |= Rest;
    SmallVector<LaneBitmask, 2> &Parts = this->Lanes[Reg.virtRegIndex()], Pieces;
    for (LaneBitmask Part : Parts)
      for (LaneBitmask Piece : {Part & All & Named, Part & All & ~Named})
        if (Piece.any())
          Pieces.push_back(Piece);
    bool Changed = Pieces.size() != Parts.size();
    if (Changed)
      Parts = Pieces;
    return Changed;
  };
  for (const BeforeBlock &Block : Blocks)
    for (const BeforeInstr &MI : Block.Instrs) {
      for (const MachineOperand &MO : MI.Operands)
        if (MO.isReg() && MO.getReg().isVirtual() && MO.getSubReg())
          Cut(MO.getReg(), TRI.getSubRegIndexLaneMask(MO.getSubReg()));
      for (auto [Reg, Undefined] : MI.Undefined)
        Cut(Reg, Undefined);
      std::optional<unsigned> Copied =
          MI.Opcode == TargetOpcode::COPY ? std::optional(1u) : copiedIfGone(MI, TII);
      if (!Copied)
        continue;
      const MachineOperand &To = MI.Operands[0], &From = MI.Operands[*Copied];
      if (To.getReg().isVirtual() && From.getReg().isVirtual())
        Copies.push_back({&To, &From});
    }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto [To, From] : Copies)
      for (auto [A, B] : {std::pair(To, From), std::pair(From, To)})
        for (LaneBitmask Part : SmallVector<LaneBitmask, 2>(Lanes[B->getReg().virtRegIndex()]))
          if (LaneBitmask Same = LanesIn(*A, LanesOf(*B, Part)); Same.any() && !Same.all())
            Changed |= Cut(A->getReg(), Same);
  }
}

} // namespace limit
