"""No module is longer than people read at once; run as a program, this names those that are."""

from __future__ import annotations

import sys
from pathlib import Path

from devtools.console import ROOT

MOST_LINES = 600
FOLDERS = ("vkconfig_py", "tests", "devtools")


def find_long(root: Path) -> tuple[str, ...]:
    """Return a sentence for each module below a checkout that has too many lines."""
    modules = sorted(path for folder in FOLDERS for path in (root / folder).rglob("*.py"))
    counts = {path: len(path.read_bytes().splitlines()) for path in modules}
    return tuple(
        f"{path.relative_to(root)} has {count} lines; split it: a module has {MOST_LINES} at most."
        for path, count in counts.items()
        if count > MOST_LINES
    )


def main() -> int:
    """Print the modules that are too long; return the exit code."""
    sentences = find_long(ROOT)
    sys.stdout.writelines(f"{sentence}\n" for sentence in sentences)
    return 1 if sentences else 0


if __name__ == "__main__":
    sys.exit(main())
