# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the selected commands, with greedy first and, where greedy is clean, with limit.

What greedy makes of a command is kept in a file, so that only limit runs again after a change.
"""

import hashlib
import json
import os
import re
import shlex
import subprocess
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

from .runlines import LlcCommand

CLEAN, FAILED, TIMED_OUT, NO_ALLOCATION = "clean", "failed", "timed out", "no allocation"

# Names in the listing of -debug-pass=Structure.
GREEDY_PASS = "Greedy Register Allocator"
LIMIT_PASS = "LIMIT Register Allocator"
STOP_AFTER_ALLOCATION = "-stop-after=stack-slot-coloring"
TELLING_LINE = re.compile(
    r"\*\*\* Bad machine code|\berror:|LLVM ERROR|panicked at|Assertion|limit-check|Cannot find option")


@dataclass(frozen=True)
class Outcome:
    """How one run of llc ended."""

    status: str
    seconds: float
    message: str = ""


@dataclass
class Judgement:
    """One command with both allocators. `limit` is None where greedy does not get through."""

    command: LlcCommand
    target: str
    greedy: Outcome
    limit: Outcome | None = None
    stress: int = 0
    reproducer: str = ""

    @property
    def fails_only_with_limit(self) -> bool:
        """The one thing that this script is about."""
        return self.limit is not None and self.limit.status != CLEAN


@dataclass(frozen=True)
class Job:
    """A command with its arguments for either allocator."""

    command: LlcCommand
    target: str
    greedy_arguments: list[str]
    limit_arguments: list[str]

    @property
    def runs_to_the_end(self) -> bool:
        """False if the command itself chooses its passes."""
        return not any(re.match("--?(run-pass|stop-)", word) for word in self.greedy_arguments)


class Baseline:
    """What greedy makes of each command, in a JSON file."""

    def __init__(self, path: Path, version: str):
        self._path = path
        self._version = version
        self._all = json.loads(path.read_text()) if path.exists() else {}
        self._outcomes = self._all.setdefault(version, {})

    def get(self, key: str) -> Outcome | None:
        """The remembered outcome."""
        found = self._outcomes.get(key)
        return Outcome(*found) if found else None

    def put(self, key: str, outcome: Outcome) -> None:
        """Remembers an outcome."""
        self._outcomes[key] = [outcome.status, round(outcome.seconds, 3), outcome.message]

    def save(self) -> None:
        """Writes the file, never half of it."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        partial = self._path.with_suffix(".partial")
        partial.write_text(json.dumps(self._all, indent=0, sort_keys=True))
        partial.replace(self._path)


@dataclass
class Runner:
    """Runs jobs with one llc and one plugin."""

    bindir: Path
    plugin: Path
    work: Path
    baseline: Baseline
    timeout: float
    extra: list[str] = field(default_factory=list)
    limit_extra: list[str] = field(default_factory=list)
    stresses: tuple[int, ...] = (0,)

    def __post_init__(self):
        self.llc = str(self.bindir / "llc")
        self._environment = dict(
            os.environ,
            PATH=f"{self.bindir}:{os.environ['PATH']}",
            LLVM_DISABLE_SYMBOLIZATION="1",
            LLVM_DISABLE_CRASH_REPORT="1",
        )

    def run(self, tests: Iterable[list[Job]], workers: int) -> Iterator[list[Judgement]]:
        """Judges the jobs of each test, one test after the other per worker."""
        self.work.mkdir(parents=True, exist_ok=True)
        with ThreadPoolExecutor(workers) as pool:
            futures = [pool.submit(self._run_test, jobs) for jobs in tests]
            try:
                for future in as_completed(futures):
                    yield future.result()
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise

    def _run_test(self, jobs: list[Job]) -> list[Judgement]:
        digest = hashlib.sha256(jobs[0].command.test.read_bytes()).hexdigest()
        prepared: set[str] = set()
        judgements = []
        for job in jobs:
            for line in job.command.preparation:
                if line not in prepared:
                    self._shell(line)
                    prepared.add(line)
            stdin = self._shell(job.command.producer) if job.command.producer else None
            for stress in self.stresses:
                judgements.append(self._judge(job, stdin, digest, stress))
        return judgements

    def _judge(self, job: Job, stdin: bytes | None, digest: str, stress: int) -> Judgement:
        common = ["-verify-machineinstrs", *self.extra]
        if stress:
            common.append(f"-stress-regalloc={stress}")
        # A test that asks for the pass structure itself would be given the option twice.
        if not any(a.lstrip("-").startswith("debug-pass=") for a in job.greedy_arguments):
            common.append("-debug-pass=Structure")
        ends = ["-o", os.devnull]
        greedy = self._greedy([*common, *job.greedy_arguments, *ends], job.command, stdin, digest)
        if greedy.status == FAILED and job.runs_to_the_end:
            # Some targets' late passes do not satisfy the verifier: judge allocation alone.
            ends.append(STOP_AFTER_ALLOCATION)
            early = self._greedy([*common, *job.greedy_arguments, *ends], job.command, stdin, digest)
            greedy = early if early.status == CLEAN else greedy
        judgement = Judgement(job.command, job.target, greedy, stress=stress)
        if greedy.status != CLEAN:
            return judgement

        limit_line = [self.llc, "-load", str(self.plugin), "-regalloc=limit", *common,
                      *self.limit_extra, *job.limit_arguments, *ends]
        judgement.limit = self._llc(limit_line, job.command, stdin, LIMIT_PASS)
        if judgement.fails_only_with_limit:
            judgement.reproducer = self._shell_text(limit_line, job.command)
        return judgement

    def _greedy(self, arguments: list[str], command: LlcCommand, stdin: bytes | None, digest: str):
        """What greedy makes of the command, remembered for the test's present text."""
        line = [self.llc, "-regalloc=greedy", *arguments]
        reads = [command.stdin or "", command.producer or ""]
        key = hashlib.sha256("\0".join([digest, *line, *reads]).encode()).hexdigest()[:24]
        outcome = self.baseline.get(key)
        if outcome is None:
            outcome = self._llc(line, command, stdin, GREEDY_PASS)
            self.baseline.put(key, outcome)
        return outcome

    def _llc(self, line: list[str], command: LlcCommand, stdin: bytes | None, allocator: str):
        """Runs llc. A run in which the allocator is not among the passes says nothing of it."""
        begin = time.monotonic()
        feed = {"stdin": subprocess.DEVNULL} if stdin is None else {"input": stdin}
        try:
            if command.stdin:
                feed = {"stdin": open(command.stdin, "rb")}
            done = subprocess.run(line, cwd=self.work, env=self._environment, timeout=self.timeout,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **feed)
        except subprocess.TimeoutExpired:
            return Outcome(TIMED_OUT, self.timeout, f"still running after {self.timeout:g} s")
        except OSError as error:
            return Outcome(FAILED, 0, str(error))
        finally:
            if hasattr(feed.get("stdin"), "close"):
                feed["stdin"].close()
        seconds = time.monotonic() - begin
        errors = done.stderr.decode(errors="replace")
        if done.returncode != 0:
            return Outcome(FAILED, seconds, telling_line(errors, done.returncode))
        if allocator not in errors:
            return Outcome(NO_ALLOCATION, seconds, f"{allocator} is not among the passes")
        return Outcome(CLEAN, seconds)

    def _shell(self, text: str) -> bytes:
        """The output of a preparing command; whether it fails shows in what llc reads."""
        done = subprocess.run(["bash", "-c", text], cwd=self.work, env=self._environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, timeout=self.timeout, check=False)
        return done.stdout

    @staticmethod
    def _shell_text(line: list[str], command: LlcCommand) -> str:
        text = shlex.join(word for word in line if word != "-debug-pass=Structure")
        if command.stdin:
            text += f" < {shlex.quote(command.stdin)}"
        return f"{command.producer} | {text}" if command.producer else text


def telling_line(errors: str, returncode: int) -> str:
    """The first line of LLVM's messages that says what is wrong."""
    for line in errors.splitlines():
        if TELLING_LINE.search(line):
            return line.strip()
    return f"killed by signal {-returncode}" if returncode < 0 else f"exit status {returncode}"

