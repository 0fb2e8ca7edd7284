//===- Log.cpp - what limit decided, and why ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Log.h"
#include "Flatten.h"
#include "JsonLine.h"
#include "Options.h"
#include "SourceNames.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

bool limit::isLogWanted() { return !options().Log.empty(); }

limit::core::DescriptionRows limit::describe(const FlatFunction &Flat, const MachineFunction &MF,
                                             const VirtRegMap &VRM, const SourceNames &Names) {
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
    unsigned Line = Def && Def->getDebugLoc() ? Def->getDebugLoc().getLine() : 0;
    StringRef Variable;
    if (const DILocalVariable *Known = Names.of(VRM.getOriginal(Reg)))
      Variable = Known->getName();
    if (Line || !Variable.empty())
      Rows.ranges.push_back(
          {Reg.virtRegIndex(), rust::String::lossy(Variable.data(), Variable.size()), Line});
  }
  return Rows;
}

void limit::writeLog(const core::Session &Session, MachineFunction &MF) {
  if (!isLogWanted())
    return;
  StringRef Module = MF.getFunction().getParent()->getName(), Name = MF.getName();
  auto Str = [](StringRef Text) { return rust::Str(Text.data(), Text.size()); };
  bool IsText = options().LogFormat == LogForm::Text;
  std::string Lines(IsText ? Session.log_text() : Session.log_lines(Str(Module), Str(Name)));
  if (IsText)
    Lines = ("function " + Name + "\n").str() + Lines;
  appendLines(MF, "limit-log", options().Log, Lines);
}
