# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What came of the runs, for people: progress on a terminal, a table, the failures."""

import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from .runner import CLEAN, FAILED, NO_ALLOCATION, TIMED_OUT, Judgement

HEADINGS = ("target", "run", "passed", "only limit fails", "greedy fails", "skipped", "greedy s", "limit s")
SAVE_EVERY = 2000
# What a run with greedy shows, in the words of the list of skipped commands.
DYNAMIC_SKIPS = {NO_ALLOCATION: "stops before register allocation"}


@dataclass
class Row:
    """The counts of one target."""

    run: int = 0
    failures: list[Judgement] = field(default_factory=list)
    greedy_fails: int = 0
    skipped: Counter = field(default_factory=Counter)
    greedy_seconds: float = 0
    limit_seconds: float = 0

    def add(self, judgement: Judgement) -> None:
        """Counts one command."""
        if judgement.greedy.status in (FAILED, TIMED_OUT):
            self.greedy_fails += 1
        elif judgement.greedy.status != CLEAN:
            self.skipped[DYNAMIC_SKIPS[judgement.greedy.status]] += 1
        else:
            self.run += 1
            self.greedy_seconds += judgement.greedy.seconds
            self.limit_seconds += judgement.limit.seconds
            if judgement.fails_only_with_limit:
                self.failures.append(judgement)

    def merge(self, other: "Row") -> None:
        """Adds the counts of another row."""
        self.run += other.run
        self.failures += other.failures
        self.greedy_fails += other.greedy_fails
        self.skipped += other.skipped
        self.greedy_seconds += other.greedy_seconds
        self.limit_seconds += other.limit_seconds

    def cells(self, name: str) -> tuple[str, ...]:
        """The row of the table."""
        return (name, str(self.run), str(self.run - len(self.failures)), str(len(self.failures)),
                str(self.greedy_fails), str(self.skipped.total()),
                f"{self.greedy_seconds:.1f}", f"{self.limit_seconds:.1f}")


class Progress:
    """One line on a terminal, nothing elsewhere, and failures into a file as they happen."""

    def __init__(self, total: int, list_failures: Path | None):
        self._total = total
        self._list = list_failures.open("w", buffering=1) if list_failures else None
        self._done = 0
        self._failures = 0
        self._shown = sys.stderr.isatty()

    def advance(self, judgements: list[Judgement]) -> bool:
        """Counts one test file. True now and then: time to save what is known."""
        self._done += 1
        failures = [judgement for judgement in judgements if judgement.fails_only_with_limit]
        self._failures += len(failures)
        if self._list:
            self._list.write(listing(failures))
        if self._shown:
            target = judgements[0].target
            print(f"\r\033[K{self._done}/{self._total} tests, {self._failures} failures, {target}",
                  end="", file=sys.stderr, flush=True)
        return self._done % SAVE_EVERY == 0

    def close(self) -> None:
        """Takes the line away."""
        if self._list:
            self._list.close()
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def describe(failure: Judgement) -> str:
    """Message and reproducing command of one failure."""
    stress = f" with -stress-regalloc={failure.stress}" if failure.stress else ""
    return f"{failure.command.test.name}{stress}: {failure.limit.message}\n  {failure.reproducer}"


def listing(failures: list[Judgement]) -> str:
    """Describes all of them."""
    return "".join(describe(failure) + "\n" for failure in failures)


def table(rows: dict[str, Row]) -> str:
    """The counts of all targets, aligned, with their total."""
    total = Row()
    for row in rows.values():
        total.merge(row)
    cells = [HEADINGS, *(row.cells(name) for name, row in sorted(rows.items())), total.cells("total")]
    widths = [max(map(len, column)) for column in zip(*cells)]
    return "\n".join(
        "  ".join(cell.rjust(width) if index else cell.ljust(width)
                  for index, (cell, width) in enumerate(zip(line, widths)))
        for line in cells
    )


def skips(rows: dict[str, Row]) -> str:
    """Why commands were skipped, most frequent first."""
    reasons = Counter()
    for row in rows.values():
        reasons += row.skipped
    return "\n".join(f"{count:7}  {reason}" for reason, count in reasons.most_common())


def sorted_failures(rows: dict[str, Row]) -> list[Judgement]:
    """All failures in an order that does not depend on which run ended first."""
    failures = [failure for row in rows.values() for failure in row.failures]
    return sorted(failures, key=lambda f: (str(f.command.test), f.stress, f.reproducer))
