# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Decides which llc commands an allocator can be judged by, and puts the allocator in.

Decided here is only what the command line shows. Whether a command that looks all right gets as far
as register allocation is seen from its run with greedy (`runner`).
"""

import re
from collections.abc import Iterator, Sequence

# Options whose value may be the next word.
TAKES_VALUE = {
    "o", "filetype", "regalloc", "march", "mtriple", "run-pass", "passes",
    "stop-after", "stop-before", "start-after", "start-before",
}
# Only about the output, or given again by the runner.
DROPPED = {"o", "filetype", "verify-machineinstrs"}
PASS_NAMES = {"run-pass", "stop-after", "stop-before", "start-after", "start-before"}
# Register allocation passes that limit can stand in for where a test names one.
REPLACEABLE = {"greedy": "regalloc-limit", "regallocbasic": "regalloc-limit",
               "regallocpbqp": "regalloc-limit"}
ALLOCATORS = {"greedy", "basic", "pbqp", "default"}
NO_ALLOCATOR_OPTION = re.compile(r"amdgcn|nvptx|wasm|spirv|dxil")

UNOPTIMISED = "unoptimised (-O0)"
FAST_NAMED = "names the fast allocator"
OTHER_PASSES = "runs other passes only (-run-pass)"
NEW_PASS_MANAGER = "new pass manager"
NO_SELECTABLE_ALLOCATOR = "target without -regalloc"


class Skip(Exception):
    """The command cannot be judged; the message says why."""


def options(arguments: Sequence[str]) -> Iterator[tuple[str, str | None, list[str]]]:
    """Yields name, value and words of each argument; the name of an operand is empty."""
    words = iter(arguments)
    for word in words:
        if not word.startswith("-") or word == "-":
            yield "", None, [word]
            continue
        name, equals, value = word.lstrip("-").partition("=")
        if not equals and name in TAKES_VALUE:
            following = next(words, "")
            yield name, following, [word, following]
        else:
            yield name, value if equals else None, [word]


def select(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """The arguments to be used with greedy and with limit, or Skip."""
    greedy, limit = [], []
    run_passes = []
    for name, value, words in options(arguments):
        if name == "O0" or (name == "O" and value == "0"):
            raise Skip(UNOPTIMISED)
        if name == "passes" or name.startswith("enable-new-pm") and value != "false":
            raise Skip(NEW_PASS_MANAGER)
        if name in ("mtriple", "march") and NO_ALLOCATOR_OPTION.match(value or ""):
            raise Skip(NO_SELECTABLE_ALLOCATOR)
        if name in DROPPED:
            continue
        if name == "regalloc":
            if value not in ALLOCATORS:
                raise Skip(FAST_NAMED)
            continue
        if name == "run-pass":
            run_passes += value.split(",")
        greedy += words
        limit += [f"-{name}={_replace_passes(value)}"] if name in PASS_NAMES else words
    if run_passes and not any(name in REPLACEABLE for name in run_passes):
        raise Skip(OTHER_PASSES)
    return greedy, limit


def _replace_passes(names: str) -> str:
    """Puts limit's pass in place of others in a list such as `greedy,1,virtregrewriter`."""
    return ",".join(REPLACEABLE.get(name, name) for name in names.split(","))
