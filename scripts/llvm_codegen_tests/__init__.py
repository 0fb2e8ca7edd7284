# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the llc commands of LLVM's own CodeGen tests through -regalloc=limit.

The steps, one module each: `source` finds or fetches the tests, `runlines` reads the llc commands
out of their RUN lines, `selection` decides which of them an allocator can be judged by, `runner`
runs them with greedy and with limit, and `report` says what came of it.
"""
