# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the scripts find the repository and what cargo has built, and which LLVM it is for."""

import os
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
LLVM = (REPOSITORY / "cpp" / "llvm-version").read_text().split(".")[0]
BUILD = Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target")).absolute()
PLUGIN = BUILD / "release" / "libregalloc_limit.so"
COMMAND = BUILD / "release" / "regalloc-limit"


def need_built(path: Path) -> None:
    """Ends the script with status 2 and a line that says what to do if the file is not there."""
    if not path.exists():
        print(f"error: {path} does not exist; run `cargo build --release` first", file=sys.stderr)
        sys.exit(2)
