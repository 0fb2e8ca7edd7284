# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a command is given when it runs under the checker."""

import unittest
from pathlib import Path

from llvm_codegen_tests.checked import arguments_with
from llvm_codegen_tests.runlines import LlcCommand
from llvm_codegen_tests.runner import Job
from llvm_codegen_tests.selection import select


class Arguments(unittest.TestCase):
    def test_a_pass_is_named_that_is_there(self):
        command = LlcCommand(Path("a.mir"), ("-start-before=greedy", "a.mir"))
        job = Job(command, "SystemZ", *select(command.arguments))
        self.assertEqual(arguments_with("limit", job), ["-start-before=regalloc-limit", "a.mir"])
        self.assertEqual(arguments_with("greedy", job), ["-start-before=greedy", "a.mir"])


if __name__ == "__main__":
    unittest.main()
