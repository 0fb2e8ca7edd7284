# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finding the tests, and asking apt for them."""

import tempfile
import unittest
from pathlib import Path

from llvm_codegen_tests import source


class AptEntries(unittest.TestCase):
    def test_one_line_entries(self):
        text = "# deb a\ndeb [signed-by=/k.gpg] http://a b main\ndeb-src http://a b main\n"
        self.assertEqual(source.source_entries(text),
                         "# deb a\ndeb-src [signed-by=/k.gpg] http://a b main\ndeb-src http://a b main\n")

    def test_stanzas(self):
        self.assertEqual(source.source_entries("Types: deb\nURIs: http://a\nSigned-By: /k\n"),
                         "Types: deb-src\nURIs: http://a\nSigned-By: /k\n")


class TestFiles(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = Path(directory.name)
        self.tests = self.root / "llvm" / "test" / "CodeGen"

    def write(self, name: str, text: str = "") -> Path:
        path = self.tests / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def test_the_tree_may_be_given_with_or_without_llvm(self):
        self.write("X86/a.ll")
        self.assertEqual(source.tests_of(self.root), self.tests)
        self.assertEqual(source.tests_of(self.root / "llvm"), self.tests)
        with self.assertRaises(source.NoSource):
            source.tests_of(self.tests)

    def test_files_go_with_their_target(self):
        self.write("Thumb/lit.local.cfg", 'if not "ARM" in config.root.targets:\n')
        self.write("MIR/X86/lit.local.cfg", "if not 'X86' in config.root.targets:\n")
        inner = self.write("Thumb/sub/a.ll")
        mir = self.write("MIR/X86/b.mir")
        generic = self.write("Generic/c.ll")
        self.write("Thumb/Inputs/d.ll")
        self.assertEqual(list(source.test_files(self.tests)),
                         [("Generic", "", generic), ("X86", "X86", mir), ("Thumb", "ARM", inner)])


if __name__ == "__main__":
    unittest.main()
