//===- AllocatedFunction.cpp - which function limit has allocated ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AllocatedFunction.h"
#include "RegisterPass.h"

using namespace llvm;

char limit::AllocatedFunction::ID = 0;

void limit::initializeAllocatedFunctionPass(PassRegistry &Registry) {
  registerPass<AllocatedFunction>(Registry, "LIMIT Allocated Function", "limit-allocated-function");
}
