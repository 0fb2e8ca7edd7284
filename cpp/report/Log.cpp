//===- Log.cpp - what limit decided, and why ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Log.h"
#include "Options.h"
#include "flatten/Flatten.h"
#include "report/JsonLine.h"
#include "report/SourceNames.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

bool limit::isLogWanted() { return !options().Log.empty(); }

/// The source line of an instruction; 0 if none is known.
static unsigned lineAt(const MachineInstr *MI) { return MI ? limit::lineOf(MI->getDebugLoc()) : 0; }

/// The use of \p Reg that comes last in the code, which keeps it alive; null if it has none.
static const MachineInstr *lastUse(Register Reg, const MachineFunction &MF,
                                   const LiveIntervals &LIS) {
  const MachineInstr *Last = nullptr;
  SlotIndex At;
  for (const MachineInstr &MI : MF.getRegInfo().use_nodbg_instructions(Reg))
    if (SlotIndex Index = LIS.getInstructionIndex(MI); !Last || Index > At)
      std::tie(Last, At) = std::pair(&MI, Index);
  return Last;
}

limit::core::DescriptionRows limit::describe(const FlatFunction &Flat, const MachineFunction &MF,
                                             const LiveIntervals &LIS, const VirtRegMap &VRM,
                                             const SourceNames &Names) {
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  core::DescriptionRows Rows;
  for (MCRegister Reg : Flat.physRegs())
    Rows.regs.push_back({Reg.id(), rust::String(TRI.getName(Reg))});
  for (const TargetRegisterClass *RC : Flat.classes())
    Rows.classes.push_back(rust::String(TRI.getRegClassName(RC)));
  for (const MachineInstr *MI : Flat.instrs())
    Rows.lines.push_back(lineAt(MI));
  for (Register Reg : Flat.virtRegs()) {
    const MachineOperand *Def = MF.getRegInfo().getOneDef(Reg);
    unsigned Line = lineAt(Def ? Def->getParent() : nullptr);
    unsigned LastUse = lineAt(lastUse(Reg, MF, LIS));
    StringRef Variable = Names.nameOf(VRM.getOriginal(Reg));
    if (Line || LastUse || !Variable.empty())
      Rows.ranges.push_back({Reg.virtRegIndex(),
                             rust::String::lossy(Variable.data(), Variable.size()), Line, LastUse});
  }
  return Rows;
}

void limit::writeLog(const core::Session &Session, MachineFunction &MF, StringRef Pass) {
  if (!isLogWanted())
    return;
  StringRef Module = MF.getFunction().getParent()->getName(), Name = MF.getName();
  auto Str = [](StringRef Text) { return rust::Str(Text.data(), Text.size()); };
  bool IsText = options().LogFormat == LogForm::Text;
  std::string Lines(IsText ? Session.log_text()
                           : Session.log_lines(Str(Pass), Str(Module), Str(Name)));
  if (IsText)
    Lines =
        ("function " + Name + (Pass == AllocatorName ? "" : " in " + Pass) + "\n").str() + Lines;
  appendLines(MF, "limit-log", options().Log, Lines);
}
