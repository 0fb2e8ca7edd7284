//===- Plugin.cpp - what happens when the plugin is loaded ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Registers the allocator under the name `limit` and the passes under the names that -run-pass,
/// -stop-before and -print-after take, and makes limit the default allocator if asked to.
///
//===----------------------------------------------------------------------===//

#include "AllocatedFunction.h"
#include "AllocatorEntries.h"
#include "AllocatorRegistry.h"
#include "LimitPressure.h"
#include "Options.h"
#include "RegAllocLimit.h"
#include "apply/FrameCopies.h"
#include "check/Passes.h"
#include "prepare/ArgumentOrder.h"
#include "prepare/CommuteTied.h"
#include "prepare/JoinCopies.h"
#include "prepare/SinkConstants.h"
#include "prepare/UpdateOrder.h"
#include "report/PlacementReport.h"
#include "report/Score.h"
#include "report/SourceNames.h"
#include "target/SlotOrder.h"
#include "llvm-c/Core.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/InitializePasses.h"
#include "llvm/PassRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"
#include "llvm/Target/TargetMachine.h"
#include <cstdio>
#include <dlfcn.h>
#include <optional>
#include <string>

using namespace llvm;

// LLVM before 16 does not have it.
extern "C" void LLVMGetVersion(unsigned *, unsigned *, unsigned *) __attribute__((weak));

namespace {

/// The host's own default, found by the name it is registered under: null stands for "not yet
/// chosen" in the registry and must not be put back.
RegisterRegAlloc::FunctionPassCtor hostsDefault() {
  for (RegisterRegAlloc *R = RegisterRegAlloc::getList(); R; R = R->getNext())
    if (R->getName() == "default")
      return R->getCtor();
  return nullptr;
}

/// True if -regalloc is on the command line. LLVM reads the option only when it builds its first
/// pipeline, too late to see the choice in the registry's default.
bool isNamedByUser() {
  const auto &Known = cl::getRegisteredOptions();
  auto Option = Known.find("regalloc");
  return Option != Known.end() && Option->second->getNumOccurrences() > 0;
}

/// Runs before the passes of each code generation pipeline are added. The registry is process
/// wide, so it is set for every pipeline, optimised or not.
void chooseDefaultAllocator(TargetMachine &TM, PassManagerBase &, TargetPassConfig *) {
  if (!limit::isDefaultAllocator() || isNamedByUser())
    return;
  RegisterRegAlloc::FunctionPassCtor Default = hostsDefault();
  RegisterRegAlloc::FunctionPassCtor Current = RegisterRegAlloc::getDefault();
  bool ChosenByUser = Current && Current != Default && Current != limit::createRegAllocLimit;
  if (!Default || ChosenByUser)
    return;
  bool Optimised = TM.getOptLevel() != CodeGenOptLevel::None;
  RegisterRegAlloc::setDefault(Optimised ? limit::createRegAllocLimit : Default);
}

void addPasses(TargetMachine &, PassManagerBase &, TargetPassConfig *Config) {
  limit::insertPlacementPasses(*Config);
  limit::insertScorePass(*Config);
  // In front of the slots' order, which takes AllocatedFunction's note.
  limit::insertFrameCopiesPass(*Config);
  limit::insertSlotOrderPass(*Config);
  limit::insertCheckPasses(*Config);
  limit::insertLimitPressurePass(*Config);
  limit::writeAllocatorEntries();
}

struct Registration {
  RegisterRegAlloc Allocator{"limit", "pressure-driven register allocator",
                             limit::createRegAllocLimit};
  RegisterTargetPassConfigCallback DefaultChoice{chooseDefaultAllocator};
  RegisterTargetPassConfigCallback PassChoice{addPasses};

  Registration() {
    limit::options();
    limit::initializeAllocatedFunctionPass(*PassRegistry::getPassRegistry());
    limit::initializeSourceNamesPass(*PassRegistry::getPassRegistry());
    limit::initializeOrderArgumentsPass(*PassRegistry::getPassRegistry());
    limit::initializeJoinCopiesPass(*PassRegistry::getPassRegistry());
    limit::initializeOrderUpdatesPass(*PassRegistry::getPassRegistry());
    limit::initializeCommuteTiedPass(*PassRegistry::getPassRegistry());
    limit::initializeSinkConstantsPass(*PassRegistry::getPassRegistry());
    limit::initializeRegAllocLimitPass(*PassRegistry::getPassRegistry());
    limit::initializeLimitPressurePass(*PassRegistry::getPassRegistry());
    limit::initializeFrameCopiesPass(*PassRegistry::getPassRegistry());
    limit::initializeSlotOrderPass(*PassRegistry::getPassRegistry());
    limit::initializePlacementPasses(*PassRegistry::getPassRegistry());
    limit::initializeScorePass(*PassRegistry::getPassRegistry());
    limit::initializeCheckPasses(*PassRegistry::getPassRegistry());
  }
};

/// Another LLVM has other class layouts, so nothing of it may be touched before this check.
bool hostIsTheRightLLVM() {
  unsigned Major = 0, Minor = 0, Patch = 0;
  if (&LLVMGetVersion)
    LLVMGetVersion(&Major, &Minor, &Patch);
  if (Major == LLVM_VERSION_MAJOR && Minor == LLVM_VERSION_MINOR)
    return true;
  std::string Host = Major ? std::to_string(Major) + "." + std::to_string(Minor) : "15 or older";
  std::fprintf(stderr,
               "regalloc-limit: built for LLVM %d.%d, host is LLVM %s: not loaded; use a plugin "
               "built for the host's version\n",
               LLVM_VERSION_MAJOR, LLVM_VERSION_MINOR, Host.c_str());
  return false;
}

/// The file that the code or data at \p Address was loaded from.
std::string fileOf(const void *Address) {
  Dl_info Found;
  return dladdr(Address, &Found) && Found.dli_fname ? Found.dli_fname : "an unknown file";
}

/// LLVM aborts when an option is registered twice. The loader itself loads the same file only once.
void refuseSecondCopy() {
  static const char InThisCopy = 0;
  const auto &Known = cl::getRegisteredOptions();
  if (auto First = Known.find("limit-default"); First != Known.end())
    reportFatalUsageError(Twine("regalloc-limit is loaded already, from ") + fileOf(First->second) +
                          "; do not load " + fileOf(&InThisCopy) + " too");
}

struct OnLoad {
  std::optional<Registration> Registered;

  OnLoad() {
    if (!hostIsTheRightLLVM())
      return;
    refuseSecondCopy();
    Registered.emplace();
  }
} Plugin;

} // namespace
