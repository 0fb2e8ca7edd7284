//===- ArgumentOrder.cpp - arguments leave their registers in time --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM copies arguments to their registers in the order of these. In
///
///     define void @f(ptr %a, ptr %b) { call void @g(ptr null, ptr %a, ptr %b) }
///
/// the first register is taken before %a has left it, and the second before %b has. In the reverse
/// order each of them stays where it came in until its copy, which is the only one.
///
//===----------------------------------------------------------------------===//

#include "prepare/ArgumentOrder.h"
#include "RegisterPass.h"
#include "prepare/Reordering.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"

using namespace llvm;

namespace {

/// How many instructions in front of a call are looked at.
constexpr size_t MostInstrs = 48;
/// How many copies are looked at so that one of them can move.
constexpr unsigned MostCopies = 16;

/// The instructions of a block between two calls, the last of them.
using Window = SmallVector<MachineInstr *, MostInstrs>;

class ArgumentOrder {
public:
  ArgumentOrder(MachineFunction &MF, LiveIntervals &LIS)
      : MF(MF), MRI(MF.getRegInfo()), TRI(*MRI.getTargetRegisterInfo()), LIS(LIS) {}

  bool run();

private:
  void findIncoming();
  bool setsArgument(const MachineInstr &MI) const;
  MCRegister homeOf(const MachineInstr &MI) const;
  bool staysHome(Register Reg, MCRegister Home) const;
  Window windowAround(MachineInstr &Inside, MachineBasicBlock::iterator &End) const;
  bool orderWindow(Window &Instrs);
  size_t deadlineOf(const Window &Instrs, const MachineInstr &Copy) const;
  bool readsIncoming(const MachineInstr &MI, Register Reg) const;
  bool canMove(const Window &Instrs, size_t From, size_t To) const;
  bool moveUp(Window &Instrs, MachineInstr &Copy, MachineInstr &Before, unsigned &Copies);

  MachineFunction &MF;
  const MachineRegisterInfo &MRI;
  const TargetRegisterInfo &TRI;
  LiveIntervals &LIS;
  /// The registers in which ranges came into the function.
  DenseMap<Register, MCRegister> Incoming;
};

} // namespace

/// Whether \p MI copies a value to a fixed register. Of a reserved one, as the stack pointer,
/// readers need not be named, and under a mask of lanes a copy does not mean the same elsewhere.
bool ArgumentOrder::setsArgument(const MachineInstr &MI) const {
  return MI.isFullCopy() && MI.getOperand(0).getReg().isPhysical() &&
         MI.getOperand(1).getReg().isVirtual() && !MRI.isReserved(MI.getOperand(0).getReg()) &&
         !TRI.isDivergentRegClass(MRI.getRegClass(MI.getOperand(1).getReg()));
}

/// Finds in which registers values came in, in front of the first call.
void ArgumentOrder::findIncoming() {
  const MachineBasicBlock &Entry = MF.front();
  for (const MachineInstr &MI : Entry) {
    if (MI.isCall())
      break;
    if (MI.isFullCopy() && MI.getOperand(0).getReg().isVirtual() &&
        MI.getOperand(1).getReg().isPhysical() && Entry.isLiveIn(MI.getOperand(1).getReg()))
      Incoming.insert({MI.getOperand(0).getReg(), MI.getOperand(1).getReg().asMCReg()});
  }
}

/// The register in which what an argument is set to came in, if it is another one than it is to
/// have.
MCRegister ArgumentOrder::homeOf(const MachineInstr &MI) const {
  if (!setsArgument(MI))
    return MCRegister();
  MCRegister Home = Incoming.lookup(MI.getOperand(1).getReg());
  return Home && !TRI.regsOverlap(Home, MI.getOperand(0).getReg()) ? Home : MCRegister();
}

/// Whether no call keeps the range from staying where it came in.
bool ArgumentOrder::staysHome(Register Reg, MCRegister Home) const {
  BitVector Usable;
  return !LIS.checkRegMaskInterference(LIS.getInterval(Reg), Usable) || Usable.test(Home);
}

/// Which instruction is the first that wants the register that the copied value came in: it writes
/// it, or computes what is copied to it.
size_t ArgumentOrder::deadlineOf(const Window &Instrs, const MachineInstr &Copy) const {
  MCRegister Home = homeOf(Copy);
  size_t Deadline = Instrs.size();
  for (size_t At = Instrs.size(); At-- != 0;) {
    const MachineInstr &MI = *Instrs[At];
    if (!MI.modifiesRegister(Home, &TRI))
      continue;
    Deadline = At;
    if (!setsArgument(MI) || Incoming.contains(MI.getOperand(1).getReg()))
      continue;
    auto Computes = [&](const MachineInstr *Def) {
      return Def->modifiesRegister(MI.getOperand(1).getReg(), &TRI);
    };
    Deadline = std::min<size_t>(Deadline, find_if(Instrs, Computes) - Instrs.begin());
  }
  return Deadline;
}

/// Whether \p MI reads a value that came in \p Reg.
bool ArgumentOrder::readsIncoming(const MachineInstr &MI, Register Reg) const {
  return any_of(MI.all_uses(), [&](const MachineOperand &MO) {
    MCRegister Home = Incoming.lookup(MO.getReg());
    return Home && TRI.regsOverlap(Home, Reg);
  });
}

/// Whether a copy can be moved in front of an instruction that stands above it, and nothing that is
/// read behind has to leave its register for that.
bool ArgumentOrder::canMove(const Window &Instrs, size_t From, size_t To) const {
  Register Argument = Instrs[From]->getOperand(0).getReg();
  Register Value = Instrs[From]->getOperand(1).getReg();
  auto Between = make_range(Instrs.begin() + To, Instrs.begin() + From);
  return none_of(Between, [&](const MachineInstr *MI) {
    return MI->readsRegister(Argument, &TRI) || MI->modifiesRegister(Argument, &TRI) ||
           MI->modifiesRegister(Value, &TRI) || readsIncoming(*MI, Argument);
  });
}

/// Moves a copy in front of another instruction, and before it those whose values came in the
/// register that it sets. Returns whether it stands there.
bool ArgumentOrder::moveUp(Window &Instrs, MachineInstr &Copy, MachineInstr &Before,
                           unsigned &Copies) {
  auto At = [&](MachineInstr &MI) -> size_t { return find(Instrs, &MI) - Instrs.begin(); };
  if (At(Copy) <= At(Before))
    return true;
  if (Copies == 0 || !staysHome(Copy.getOperand(1).getReg(), homeOf(Copy)))
    return false;
  --Copies;
  auto IsInTheWay = [&](MachineInstr *MI) {
    MCRegister Home = homeOf(*MI);
    return Home && TRI.regsOverlap(Home, Copy.getOperand(0).getReg());
  };
  for (MachineInstr *MI : Window(make_filter_range(Instrs, IsInTheWay)))
    if (!moveUp(Instrs, *MI, Before, Copies))
      return false;
  if (!canMove(Instrs, At(Copy), At(Before)))
    return false;
  size_t From = At(Copy), To = At(Before);
  limit::moveUp(Copy, Before, LIS);
  Instrs.erase(Instrs.begin() + From);
  Instrs.insert(Instrs.begin() + To, &Copy);
  return true;
}

/// Moves the copies of a window whose values would have to leave their registers before. One that
/// waits for another that cannot be moved stays: what that one copies had better have its register
/// from the beginning.
bool ArgumentOrder::orderWindow(Window &Instrs) {
  bool Changed = false;
  SmallVector<MachineInstr *, 8> Stuck;
  for (MachineInstr *Copy : Window(Instrs)) {
    if (!homeOf(*Copy))
      continue;
    size_t Deadline = deadlineOf(Instrs, *Copy);
    if (Deadline == Instrs.size() || Instrs.begin() + Deadline > find(Instrs, Copy))
      continue;
    unsigned Copies = MostCopies;
    if (!is_contained(Stuck, Instrs[Deadline]) && moveUp(Instrs, *Copy, *Instrs[Deadline], Copies))
      Changed = true;
    else
      Stuck.push_back(Copy);
  }
  return Changed;
}

/// Whether no copy moves past \p MI.
static bool isBarrier(const MachineInstr &MI) {
  return MI.isCall() || MI.isPosition() || MI.isBundled() || MI.isInlineAsm() || MI.isTerminator();
}

/// The instructions around \p Inside between two of those that no copy moves past, without debug
/// instructions. There is one behind them at \p End, or the block ends there.
Window ArgumentOrder::windowAround(MachineInstr &Inside, MachineBasicBlock::iterator &End) const {
  MachineBasicBlock &MBB = *Inside.getParent();
  End = std::find_if(std::next(MachineBasicBlock::iterator(Inside)), MBB.end(), isBarrier);
  Window Instrs;
  for (auto MI = End; MI != MBB.begin() && Instrs.size() != MostInstrs;) {
    if (isBarrier(*--MI))
      break;
    if (!MI->isDebugOrPseudoInstr())
      Instrs.push_back(&*MI);
  }
  std::reverse(Instrs.begin(), Instrs.end());
  return Instrs;
}

bool ArgumentOrder::run() {
  findIncoming();
  if (Incoming.empty())
    return false;
  bool Changed = false;
  for (MachineBasicBlock &MBB : MF)
    for (auto MI = MBB.begin(); MI != MBB.end(); ++MI) {
      if (!MI->isCopy() || !homeOf(*MI))
        continue;
      MachineBasicBlock::iterator End;
      Window Instrs = windowAround(*MI, End);
      Changed |= orderWindow(Instrs);
      MI = std::prev(End);
    }
  return Changed;
}

char limit::OrderArguments::ID = 0;

void limit::OrderArguments::getAnalysisUsage(AnalysisUsage &AU) const {
  AU.addRequired<LiveIntervalsWrapperPass>();
  AU.setPreservesAll();
  MachineFunctionPass::getAnalysisUsage(AU);
}

bool limit::OrderArguments::runOnMachineFunction(MachineFunction &MF) {
  // Once some ranges have registers they stand where these allow it.
  if (getAnalysisIfAvailable<VirtRegMapWrapperLegacy>())
    return false;
  return ArgumentOrder(MF, getAnalysis<LiveIntervalsWrapperPass>().getLIS()).run();
}

void limit::initializeOrderArgumentsPass(PassRegistry &Registry) {
  registerPass<OrderArguments>(Registry, "LIMIT Order of Arguments", "limit-order-arguments");
}
