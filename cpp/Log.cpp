//===- Log.cpp - what limit decided, and why ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Log.h"
#include "Flatten.h"
#include "JsonLine.h"
#include "Options.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Module.h"

using namespace llvm;

limit::core::DescriptionRows limit::describe(const FlatFunction &Flat, const MachineFunction &MF) {
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  core::DescriptionRows Rows;
  for (MCRegister Reg : Flat.physRegs())
    Rows.regs.push_back({Reg.id(), rust::String(TRI.getName(Reg)), 0});
  for (const TargetRegisterClass *RC : Flat.classes())
    Rows.classes.push_back(rust::String(TRI.getRegClassName(RC)));
  for (const MachineInstr *MI : Flat.instrs())
    Rows.lines.push_back(MI->getDebugLoc() ? MI->getDebugLoc().getLine() : 0);
  for (Register Reg : Flat.virtRegs()) {
    const MachineInstr *Def =
        MF.getRegInfo().getOneDef(Reg) ? MF.getRegInfo().getOneDef(Reg)->getParent() : nullptr;
    if (Def && Def->getDebugLoc())
      Rows.ranges.push_back({Reg.virtRegIndex(), rust::String(), Def->getDebugLoc().getLine()});
  }
  return Rows;
}

void limit::writeLog(const core::Session &Session, MachineFunction &MF) {
  if (options().Log.empty())
    return;
  StringRef Module = MF.getFunction().getParent()->getName(), Name = MF.getName();
  auto Str = [](StringRef Text) { return rust::Str(Text.data(), Text.size()); };
  bool IsText = options().LogFormat == LogForm::Text;
  std::string Lines(IsText ? Session.log_text() : Session.log_lines(Str(Module), Str(Name)));
  if (IsText)
    Lines = ("function " + Name + "\n").str() + Lines;
  appendLines(MF, "limit-log", options().Log, Lines);
}
