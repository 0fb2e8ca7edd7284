# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which llc commands an allocator is judged by, and how it is put into them."""

import unittest

from llvm_codegen_tests import selection
from llvm_codegen_tests.runner import telling_line


class Selection(unittest.TestCase):
    def skipped(self, line: str) -> str:
        with self.assertRaises(selection.Skip) as caught:
            selection.select(line.split())
        return str(caught.exception)

    def test_output_and_verification_are_left_to_the_runner(self):
        line = "-mtriple=x86_64 -o - -filetype=obj --verify-machineinstrs -O2 a.ll"
        kept = ["-mtriple=x86_64", "-O2", "a.ll"]
        self.assertEqual(selection.select(line.split()), (kept, kept))

    def test_a_named_allocator_gives_way(self):
        self.assertEqual(selection.select(["-regalloc=pbqp", "a.ll"]), (["a.ll"], ["a.ll"]))
        self.assertEqual(selection.select(["-regalloc", "basic"]), ([], []))
        self.assertEqual(self.skipped("-regalloc=fast a.ll"), selection.FAST_NAMED)

    def test_unoptimised_code_has_its_own_allocator(self):
        for line in ("-O0 a.ll", "--O0", "-O=0"):
            self.assertEqual(self.skipped(line), selection.UNOPTIMISED)

    def test_targets_without_the_option(self):
        self.assertEqual(self.skipped("-mtriple=amdgcn-amd-amdhsa"), selection.NO_SELECTABLE_ALLOCATOR)
        self.assertEqual(self.skipped("-march nvptx64"), selection.NO_SELECTABLE_ALLOCATOR)
        selection.select(["-mtriple=r600"])

    def test_limit_takes_the_place_of_named_allocation_passes(self):
        greedy, limit = selection.select(["-run-pass=greedy,virtregrewriter", "-stop-after", "greedy"])
        self.assertEqual(greedy, ["-run-pass=greedy,virtregrewriter", "-stop-after", "greedy"])
        self.assertEqual(limit, ["-run-pass=regalloc-limit,virtregrewriter", "-stop-after=regalloc-limit"])

    def test_runs_of_other_passes_say_nothing(self):
        self.assertEqual(self.skipped("-run-pass=machine-cse"), selection.OTHER_PASSES)
        selection.select(["-run-pass=liveintervals", "-run-pass=greedy"])

    def test_the_new_pass_manager_does_not_know_the_option(self):
        self.assertEqual(self.skipped("-enable-new-pm"), selection.NEW_PASS_MANAGER)
        self.assertEqual(self.skipped("-passes=finalize-isel"), selection.NEW_PASS_MANAGER)
        selection.select(["-enable-new-pm=false"])


class Messages(unittest.TestCase):
    def test_the_verifiers_verdict_is_picked_out(self):
        errors = "# After X\nbb.0:\n\n*** Bad machine code: Using an undefined register ***\n- function: f\n"
        self.assertEqual(telling_line(errors, 1), "*** Bad machine code: Using an undefined register ***")

    def test_silence_is_described_by_the_exit_status(self):
        self.assertEqual(telling_line("", -11), "killed by signal 11")
        self.assertEqual(telling_line("Stack dump:", 3), "exit status 3")


if __name__ == "__main__":
    unittest.main()
