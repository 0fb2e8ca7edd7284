# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds LLVM's CodeGen tests, or fetches them as Debian source package.

apt is asked with the machine's own archives, but with deb-src lines and package lists of our own,
so that nothing of the system changes and no root is needed.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from build_paths import LLVM

# The archive does not serve the source of every release it has binaries of.
PACKAGES = (f"llvm-toolchain-{LLVM}", "llvm-toolchain-19")
TESTS = Path("test", "CodeGen")
APT = Path("/etc/apt")
REQUIRED_TARGET = re.compile(r"""["'](\w+)["'] in config\.root\.targets""")
SUFFIXES = {".ll", ".mir", ".test", ".s", ".txt", ".py"}


class NoSource(Exception):
    """No tests were found or fetched; the message says what to do."""


def tests_of(source: Path) -> Path:
    """The directory of the CodeGen tests in `source`, which may be llvm/ or what contains it."""
    for root in (source, source / "llvm"):
        if (root / TESTS).is_dir():
            return root / TESTS
    raise NoSource(f"{source} has no llvm/{TESTS}; point --llvm-source at an LLVM source tree")


def fetched(directory: Path) -> Path:
    """The tests below `directory`, fetched first if they are not there."""
    for package in PACKAGES:
        tree = directory / package
        if (tree / ".complete").exists():
            return tests_of(tree)
    directory.mkdir(parents=True, exist_ok=True)
    options = _own_apt_lists(directory)
    for package in PACKAGES:
        print(f"fetching the source of {package} with apt", file=sys.stderr)
        done = subprocess.run(["apt-get", *options, "source", "--download-only", package],
                              cwd=directory, capture_output=True, text=True, check=False)
        tarballs = sorted(directory.glob(f"{package}_*.orig.tar.xz"))
        if done.returncode == 0 and tarballs:
            return _unpack(tarballs[-1], directory / package)
        print(f"{package}: {_last_line(done.stderr)}", file=sys.stderr)
    raise NoSource("no archive serves LLVM's source; give a source tree with --llvm-source")


def _own_apt_lists(directory: Path) -> list[str]:
    """Writes deb-src entries for the archives apt knows and returns the options that use them."""
    parts, lists = directory / "apt" / "sources", directory / "apt" / "lists"
    for needed in (parts, lists / "partial"):
        needed.mkdir(parents=True, exist_ok=True)
    for known in [APT / "sources.list", *sorted((APT / "sources.list.d").glob("*"))]:
        if known.is_file() and known.suffix in (".list", ".sources"):
            (parts / known.name).write_text(source_entries(known.read_text()))
    options = ["-oDir::Etc::SourceList=/dev/null", f"-oDir::Etc::SourceParts={parts}",
               f"-oDir::State::Lists={lists}", f"-oDir::Cache={directory / 'apt'}",
               "-oAPT::Sandbox::User="]
    subprocess.run(["apt-get", *options, "update"], capture_output=True, check=False)
    return options


def source_entries(text: str) -> str:
    """apt's entries for binaries as entries for sources, in either of apt's two formats."""
    text = re.sub(r"^Types:.*$", "Types: deb-src", text, flags=re.MULTILINE)
    return re.sub(r"^deb(-src)?(?=\s)", "deb-src", text, flags=re.MULTILINE)


def _unpack(tarball: Path, tree: Path) -> Path:
    """Unpacks the tests only: the whole source is two gigabytes."""
    tree.mkdir(parents=True, exist_ok=True)
    subprocess.run(["tar", "-xf", tarball, "-C", tree, "--strip-components=1", "--wildcards",
                    "*/llvm/test/CodeGen"], check=True)
    tarball.unlink()
    (tree / ".complete").touch()
    return tests_of(tree)


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["no message"])[-1]


def test_files(tests: Path) -> Iterator[tuple[str, str, Path]]:
    """Yields (target directory, target that must be built, file), sorted by path.

    The target directory of MIR/X86/a.mir is X86: what the tests are about, not where they are.
    """
    required: dict[Path, str] = {tests: ""}
    for path in sorted(tests.rglob("*")):
        if path.is_dir():
            required[path] = _required_target(path) or required[path.parent]
        elif path.suffix in SUFFIXES and "Inputs" not in path.parts:
            parts = path.relative_to(tests).parts
            named = parts[1] if parts[0] == "MIR" and len(parts) > 2 else parts[0]
            yield named, required[path.parent], path


def _required_target(directory: Path) -> str:
    local = directory / "lit.local.cfg"
    match = REQUIRED_TARGET.search(local.read_text()) if local.exists() else None
    return match.group(1) if match else ""
