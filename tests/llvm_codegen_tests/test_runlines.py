# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reading RUN lines: what the script takes for a command, and what it leaves out."""

import tempfile
import unittest
from pathlib import Path

from llvm_codegen_tests.runlines import (
    FAILURE_EXPECTED, NEEDS_SHELL, NotUnderstood, parse_test, pipelines, script_lines, substitute, unquote)


class RunLines(unittest.TestCase):
    def parse(self, *lines: str):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.test = Path(directory.name, "a.ll")
        self.test.write_text("\n".join(lines) + "\n")
        self.scratch = Path(directory.name, "a.ll.tmp")
        return parse_test(self.test, self.scratch)

    def test_the_input_may_be_redirected_or_named(self):
        parsed = self.parse("; RUN: llc < %s -mtriple=x86_64 | FileCheck %s", "; RUN: llc %s -o - 2>&1")
        redirected, named = parsed.commands
        self.assertEqual(redirected.arguments, ("-mtriple=x86_64",))
        self.assertEqual(redirected.stdin, str(self.test))
        self.assertEqual(named.arguments, (str(self.test), "-o", "-"))
        self.assertIsNone(named.stdin)

    def test_continuations_join(self):
        self.assertEqual(script_lines("; RUN: llc -a \\\n; RUN:   -b\n"), ["llc -a -b"])

    def test_lines_after_end_do_not_count(self):
        self.assertEqual(script_lines("; RUN: llc a\n; END.\n; RUN: llc b\n"), ["llc a"])

    def test_the_line_number_is_that_of_the_line_it_stands_in(self):
        self.assertEqual(script_lines("\n; RUN: llc -x=%(line) -y=%(line-1) -z=%(line + 2)"),
                         ["llc -x=2 -y=1 -z=4"])

    def test_definitions_expand_within_definitions(self):
        text = "; DEFINE: %{cpu} = -mcpu=a\n; DEFINE: %{go} = llc %{cpu}\n; RUN: %{go}\n" \
               "; REDEFINE: %{cpu} = -mcpu=b\n; RUN: %{go}\n"
        self.assertEqual(script_lines(text), ["llc -mcpu=a", "llc -mcpu=b"])

    def test_substitutions(self):
        line = substitute("%s %S %t.o %basename_t %%s", Path("/x/a.ll"), Path("/w/a.ll.tmp"))
        self.assertEqual(line, "/x/a.ll /x /w/a.ll.tmp.o a.ll.tmp %s")

    def test_features_of_conditionals_are_absent(self):
        line = substitute("%if f %{ llc a %} %else %{ llc b %}", Path("a.ll"), Path("t"))
        self.assertEqual(line.split(), ["llc", "b"])
        self.assertEqual(self.parse("; RUN: %if f %{ llc %s %}").commands, [])

    def test_what_feeds_a_pipe_is_kept_and_what_checks_is_not(self):
        command, = self.parse("; RUN: sed 's/i|X/<i32>/g' %s | llc -a | FileCheck %s").commands
        self.assertEqual(command.producer, f"sed 's/i|X/<i32>/g' {self.test}")
        self.assertEqual(command.arguments, ("-a",))

    def test_files_made_by_earlier_lines_are_prepared(self):
        first, second, third = self.parse(
            "; RUN: split-file %s %t && llc %t/a.ll", "; RUN: llc %t/b.ll", "; RUN: llc %s").commands
        self.assertEqual(first.preparation, (f"split-file {self.test} {self.scratch}",))
        self.assertEqual(second.preparation,
                         (f"split-file {self.test} {self.scratch} && llc {self.scratch}/a.ll",))
        self.assertEqual(third.preparation, ())

    def test_expected_failures_are_counted_not_run(self):
        parsed = self.parse("; RUN: not llc < %s", "; RUN: not --crash llc < %s 2>&1 | FileCheck %s")
        self.assertEqual(parsed.commands, [])
        self.assertEqual(parsed.skipped[FAILURE_EXPECTED], 2)

    def test_what_is_not_understood_is_counted(self):
        parsed = self.parse("; RUN: (llc %s)", "; RUN: echo $(opt) | FileCheck %s")
        self.assertEqual(parsed.commands, [])
        self.assertEqual(dict(parsed.skipped), {NEEDS_SHELL: 1})

    def test_other_tools_are_no_commands(self):
        self.assertEqual(self.parse("; RUN: opt %s -o llc", "; RUN: FileCheck %s").commands, [])

    def test_operators_need_no_space(self):
        first, second = pipelines("llc <a -x|FileCheck b;llc >o 2>&1 c")
        self.assertEqual([stage.words for stage in first], [["llc", "-x"], ["FileCheck", "b"]])
        self.assertEqual(first[0].stdin, "a")
        self.assertEqual([stage.words for stage in second], [["llc", "c"]])

    def test_a_redirection_without_a_file_is_refused(self):
        with self.assertRaises(NotUnderstood):
            pipelines("llc <")

    def test_quotes(self):
        self.assertEqual(unquote("""-a='b "c'"d 'e\\"\\f\""""), "-a=b \"cd 'e\"\\f")
        with self.assertRaises(NotUnderstood):
            unquote("$HOME")


if __name__ == "__main__":
    unittest.main()
