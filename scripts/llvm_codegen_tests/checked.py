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


@dataclass
class Checked:
    """What the checker reports of one command."""

    command: LlcCommand
    target: str
    outcome: Outcome
    functions: int = 0
    faulty: list[str] = field(default_factory=list)
    not_followed: Counter = field(default_factory=Counter)
    reproducer: str = ""


@dataclass
class CheckRunner(Runner):
    """Runs jobs with the checker behind `allocator`."""

    allocator: str = "limit"

    def _judge(self, job: Job, stdin: bytes | None, digest: str, stress: int) -> Checked:
        with tempfile.TemporaryDirectory() as directory:
            report = Path(directory) / "report"
            stressed = [f"-stress-regalloc={stress}"] if stress else []
            line = [self.llc, "-load", str(self.plugin), f"-regalloc={self.allocator}", "-limit-check",
                    f"-limit-check-report={report}", *self.extra, *stressed, *job.greedy_arguments,
                    "-o", os.devnull]
            outcome = self._llc(line, job.command, stdin, allocator="")
            rows = [json.loads(row) for row in report.read_text().splitlines()] if report.exists() else []
        return Checked(job.command, job.target, outcome, len(rows),
                       [row["function"] for row in rows if row["faults"]],
                       Counter(row["not_followed"] for row in rows if row["not_followed"]),
                       self._shell_text([word for word in line if "-report=" not in word], job.command))


def summary(results: Iterable[Checked]) -> str:
    """Per target what was checked, then each command with faults, then what was not followed."""
    columns = ("commands", "llc failed", "functions", "with faults", "not followed")
    rows, faulty, reasons = defaultdict(Counter), [], Counter()
    for result in results:
        row = rows[result.target]
        row["commands"] += 1
        row["llc failed"] += result.outcome.status != CLEAN and not result.faulty
        row["functions"] += result.functions
        row["with faults"] += len(result.faulty)
        row["not followed"] += result.not_followed.total()
        reasons.update(result.not_followed)
        if result.faulty:
            faulty.append(f"{result.reproducer}\n  {' '.join(result.faulty)}\n  {result.outcome.message}")
    lines = sorted(faulty)
    lines.append(" " * 16 + "".join(f"{column:>14}" for column in columns))
    for target in sorted(rows):
        lines.append(f"{target:16}" + "".join(f"{rows[target][column]:14,}" for column in columns))
    lines += [f"not followed: {reason}: {count}" for reason, count in sorted(reasons.items())]
    return "\n".join(lines)
