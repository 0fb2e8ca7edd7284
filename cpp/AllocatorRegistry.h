//===- AllocatorRegistry.h - LLVM's list of allocators ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_ALLOCATORREGISTRY_H
#define LIMIT_ALLOCATORREGISTRY_H

#include "llvm/CodeGen/RegAllocRegistry.h"

// Hosts whose libLLVM is linked with -Bsymbolic (rustc's) read their own copy of this template
// static; left undefined here, the plugin reads the same one.
extern template llvm::MachinePassRegistry<llvm::RegisterRegAlloc::FunctionPassCtor>
    llvm::RegisterRegAllocBase<llvm::RegisterRegAlloc>::Registry;

#endif // LIMIT_ALLOCATORREGISTRY_H
