# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the selected commands with -limit-check and one allocator, whichever it is."""

import json
import os
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from .runlines import LlcCommand
from .runner import CLEAN, Job, Outcome, Runner

# Functions are looked at behind this pass and, where they were right and followed, behind a later one.
FIRST = "VirtRegRewriter"


@dataclass
class Checked:
    """What the checker reports of one command."""

    command: LlcCommand
    target: str
    outcome: Outcome
    functions: int = 0
    looked_at_again: int = 0
    faulty: list[str] = field(default_factory=list)
    not_followed: Counter = field(default_factory=Counter)
    not_followed_names: list[str] = field(default_factory=list)
    reproducer: str = ""


def arguments_with(allocator: str, job: Job) -> list[str]:
    """The command's arguments, of which some name the allocator's pass."""
    return job.limit_arguments if allocator == "limit" else job.greedy_arguments


@dataclass
class CheckRunner(Runner):
    """Runs jobs with the checker behind `allocator`."""

    allocator: str = "limit"

    def _judge(self, job: Job, stdin: bytes | None, digest: str, stress: int) -> Checked:
        with tempfile.TemporaryDirectory() as directory:
            report = Path(directory) / "report"
            stressed = [f"-stress-regalloc={stress}"] if stress else []
            line = [self.llc, "-load", str(self.plugin), f"-regalloc={self.allocator}", "-limit-check",
                    f"-limit-check-report={report}", *self.extra, *stressed,
                    *arguments_with(self.allocator, job), "-o", os.devnull]
            outcome = self._llc(line, job.command, stdin, allocator="")
            rows = [json.loads(row) for row in report.read_text().splitlines()] if report.exists() else []
        first = sum(row["after"] == FIRST for row in rows)
        return Checked(job.command, job.target, outcome, first, len(rows) - first,
                       [row["function"] for row in rows if row["faults"]],
                       Counter((row["after"], row["not_followed"]) for row in rows if row["not_followed"]),
                       [row["function"] for row in rows if row["not_followed"]],
                       self._shell_text([word for word in line if "-report=" not in word], job.command))


def summary(results: Iterable[Checked]) -> str:
    """Each command with faults or with functions not followed, then per target what was checked."""
    columns = ("commands", "llc failed", "functions", "not followed", "again", "not foll. again", "with faults")
    rows, described, reasons = defaultdict(Counter), [], Counter()
    for result in results:
        row = rows[result.target]
        row["commands"] += 1
        row["llc failed"] += result.outcome.status != CLEAN and not result.faulty
        row["functions"] += result.functions
        row["again"] += result.looked_at_again
        row["with faults"] += len(result.faulty)
        for (after, _), count in result.not_followed.items():
            row["not followed" if after == FIRST else "not foll. again"] += count
        reasons.update(result.not_followed)
        if result.faulty:
            described.append(f"{result.reproducer}\n  {' '.join(result.faulty)}\n  {result.outcome.message}")
        if result.not_followed:
            described.append(f"{result.reproducer}\n  not followed: {' '.join(result.not_followed_names)}")
    lines = sorted(described)
    lines.append(" " * 16 + "".join(f"{column:>16}" for column in columns))
    for target in sorted(rows):
        lines.append(f"{target:16}" + "".join(f"{rows[target][column]:16,}" for column in columns))
    lines += [f"not followed after {after}: {reason}: {count}" for (after, reason), count in sorted(reasons.items())]
    return "\n".join(lines)
