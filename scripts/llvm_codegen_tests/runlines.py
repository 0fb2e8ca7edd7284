# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the llc commands out of the RUN lines of a test, the way lit would.

Of a pipeline only the part up to llc matters: what feeds it and its arguments. The checks behind
it are about greedy's output. Commands that make llc's input in other ways (split-file, sed or llc
itself into a file under %t) are kept as the preparation of the llc commands that come after them.
"""

import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

DIRECTIVE = re.compile(r"\b(RUN|DEFINE|REDEFINE|END)(?::|\.)(.*)$")
DEFINITION = re.compile(r"\s*(%\{[\w:-]+\})\s*=\s*(.*)$")
LINE_NUMBER = re.compile(r"%\(\s*line\s*(?:([+-])\s*(\d+)\s*)?\)")
CONDITIONAL = re.compile(r"%if\s+.*?%\{(.*?)%\}(?:\s*%else\s*%\{(.*?)%\})?")
TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<operator>\|\||&&|\|&|\d?>&\d?|&>>?|\d?>>?|<<?|[|;&()])
      | (?P<word>(?:[^\s|&;<>()'"\\]|'[^']*'|"(?:[^"\\]|\\.)*"|\\.)+)""",
    re.VERBOSE,
)
WORD_PART = re.compile(r"""'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^'"\\]+)""")
OUTPUT_REDIRECTION = re.compile(r"\d?>>?|&>>?|\d?>&\d?")
SEPARATORS = ("&&", "||", ";")

# lit runs these in front of the command that is judged by its exit status.
FAILURE_EXPECTED = "expected to fail (not)"
NEEDS_SHELL = "needs a shell to understand"


class NotUnderstood(Exception):
    """The line uses shell syntax that lit's tests of llc hardly ever need."""


@dataclass(frozen=True)
class LlcCommand:
    """One llc command of a test, with paths filled in."""

    test: Path
    arguments: tuple[str, ...]
    stdin: str | None = None
    # The stages of the pipeline before llc, as shell text, where llc reads from a pipe.
    producer: str | None = None
    # Shell commands that make the files under %t which this command reads.
    preparation: tuple[str, ...] = ()


@dataclass
class ParsedTest:
    """The llc commands of one test file and why others of its commands are not among them."""

    path: Path
    commands: list[LlcCommand] = field(default_factory=list)
    skipped: Counter = field(default_factory=Counter)


@dataclass
class Stage:
    """One command of a pipeline."""

    words: list[str] = field(default_factory=list)
    stdin: str | None = None
    start: int = 0
    end: int = 0


def script_lines(text: str) -> list[str]:
    """The RUN lines in order, continuations joined, DEFINE'd substitutions and %(line) expanded."""
    lines, definitions, open_line = [], {}, None
    for number, raw in enumerate(text.splitlines(), 1):
        match = DIRECTIVE.search(raw)
        if not match:
            continue
        keyword, rest = match.group(1), match.group(2).strip()
        if keyword == "END":
            break
        rest = LINE_NUMBER.sub(lambda m: str(_offset_line(number, m)), rest)
        if open_line is not None:
            keyword, rest = open_line[0], open_line[1] + rest
            open_line = None
        if rest.endswith("\\"):
            open_line = (keyword, rest[:-1])
        elif keyword == "RUN":
            lines.append(_expand(rest, definitions))
        elif definition := DEFINITION.match(rest):
            definitions[definition.group(1)] = definition.group(2)
    return lines


def _offset_line(number: int, match: re.Match) -> int:
    offset = int(match.group(2) or 0)
    return number - offset if match.group(1) == "-" else number + offset


def _expand(line: str, definitions: dict[str, str]) -> str:
    """Expands definitions within definitions; the bound stops a definition that names itself."""
    for _ in range(8):
        before = line
        for name, value in definitions.items():
            line = line.replace(name, value)
        if line == before:
            break
    return line


def substitute(line: str, test: Path, scratch: Path) -> str:
    """Fills in lit's substitutions. Features of a conditional (%if) count as absent."""
    line = CONDITIONAL.sub(lambda m: m.group(2) or "", line)
    base = str(scratch)
    for name, value in (
        ("%%", "\0"),
        ("%basename_t", scratch.name),
        ("%{t:stem}", scratch.stem),
        ("%{s:basename}", test.name),
        ("%{pathsep}", ":"),
        ("%llc_dwarf", "llc"),
        ("%python", sys.executable),
        ("%s", str(test)),
        ("%S", str(test.parent)),
        ("%p", str(test.parent)),
        ("%t", base),
        ("%T", str(scratch.parent)),
        ("\0", "%"),
    ):
        line = line.replace(name, value)
    return line


def pipelines(line: str) -> list[list[Stage]]:
    """Splits shell text into pipelines of stages."""
    result, pipeline, stage = [], [], Stage()
    position, target = 0, None

    def finish_stage():
        nonlocal stage
        if target is not None:
            raise NotUnderstood(line)
        if stage.words:
            pipeline.append(stage)
        stage = Stage(start=position, end=position)

    while position < len(line):
        match = TOKEN.match(line, position)
        if not match:
            raise NotUnderstood(line)
        position = match.end()
        kind, text = match.lastgroup, match.group()
        if kind == "space":
            continue
        if kind == "word":
            stage.end = position
            if target is None:
                stage.words.append(text)
            elif target == "<":
                stage.stdin = unquote(text)
            target = None
        elif text in ("|", "|&"):
            finish_stage()
        elif text in SEPARATORS:
            finish_stage()
            result.append(pipeline)
            pipeline = []
        elif text == "<" or OUTPUT_REDIRECTION.fullmatch(text):
            # `2>&1` is complete in itself, the others take the next word.
            target = None if text[-1].isdigit() else text
            stage.end = position
        else:
            raise NotUnderstood(line)
    finish_stage()
    result.append(pipeline)
    return [stages for stages in result if stages]


def unquote(word: str) -> str:
    """What the shell makes of a word without expansions."""
    parts = []
    for single, double, escaped, plain in WORD_PART.findall(word):
        if "$" in plain or "`" in plain or "`" in double:
            raise NotUnderstood(word)
        parts.append(single or re.sub(r'\\(["\\$`])', r"\1", double) or escaped or plain)
    return "".join(parts)


def parse_test(path: Path, scratch: Path) -> ParsedTest:
    """Reads the llc commands of the test at `path`, whose %t is to be `scratch`."""
    parsed = ParsedTest(path)
    earlier: list[str] = []
    text = path.read_text(encoding="utf-8", errors="replace")
    for raw in script_lines(text):
        line = substitute(raw, path, scratch)
        try:
            _parse_line(line, parsed, earlier, str(scratch))
        except NotUnderstood:
            if re.search(r"\bllc\b", line):
                parsed.skipped[NEEDS_SHELL] += 1
        earlier.append(line)
    return parsed


def _parse_line(line: str, parsed: ParsedTest, earlier: list[str], scratch: str) -> None:
    for stages in pipelines(line):
        names = [stage.words[0] for stage in stages]
        if "llc" not in names:
            if any(name == "not" and "llc" in stage.words
                   for name, stage in zip(names, stages)):
                parsed.skipped[FAILURE_EXPECTED] += 1
            continue
        index = names.index("llc")
        stage = stages[index]
        producer = line[stages[0].start : stages[index - 1].end].strip() if index else None
        arguments = tuple(unquote(word) for word in stage.words[1:])
        reads_scratch = any(scratch in word for word in (*arguments, producer or "", stage.stdin or ""))
        # What comes before on the same line (`split-file ... && llc ...`) prepares as well.
        same_line = line[: stages[0].start].rstrip().removesuffix("&&").removesuffix(";").rstrip()
        before = [*earlier, same_line] if same_line else earlier
        parsed.commands.append(
            LlcCommand(parsed.path, arguments, stage.stdin, producer,
                       tuple(before) if reads_scratch else ())
        )
