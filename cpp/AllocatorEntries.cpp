//===- AllocatorEntries.cpp - where the passes of allocators begin --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AllocatorEntries.h"
#include "AllocatorRegistry.h"
#include "Options.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>
#include <dlfcn.h>
#include <memory>

using namespace llvm;

namespace {

/// Lets the protected member be named.
struct AnyPass : MachineFunctionPass {
  static bool (MachineFunctionPass::*run())(MachineFunction &) {
    return &AnyPass::runOnMachineFunction;
  }
};

/// The address of \p P's runOnMachineFunction. In the Itanium C++ ABI (2.3) the first word of a
/// pointer to a virtual member function is its offset in the table, marked with 1 on most machines.
const void *entryOf(const FunctionPass &P) {
  auto Member = AnyPass::run();
  uintptr_t Offset;
  std::memcpy(&Offset, &Member, sizeof(Offset));
  const char *Table;
  std::memcpy(&Table, &P, sizeof(Table));
  const void *Entry;
  std::memcpy(&Entry, Table + (Offset & ~uintptr_t(1)), sizeof(Entry));
  return Entry;
}

} // namespace

void limit::writeAllocatorEntries() {
  if (options().Entries.empty())
    return;
  std::error_code Error;
  raw_fd_ostream File(options().Entries, Error);
  if (Error)
    reportFatalUsageError("-limit-entries: cannot write " + Twine(options().Entries) + ": " +
                          Error.message());
  for (RegisterRegAlloc *R = RegisterRegAlloc::getList(); R; R = R->getNext()) {
    // The one that stands for the default makes no pass.
    std::unique_ptr<FunctionPass> P(R->getCtor()());
    Dl_info Library;
    if (!P || !dladdr(entryOf(*P), &Library))
      continue;
    auto Distance = uintptr_t(entryOf(*P)) - uintptr_t(Library.dli_fbase);
    File << R->getName() << ' ' << format_hex(Distance, 18) << '\n';
  }
}
