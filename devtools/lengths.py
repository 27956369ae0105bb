"""No module is longer than people read at once; run as a program, this names those that are.

A module that is one subject and cannot be shorter says so in a comment: `# Long: one table.`
"""

from __future__ import annotations

import sys
from pathlib import Path

from devtools.console import ROOT

MAX_LINES = 800
_WAIVER = b"\n# Long: "
FOLDERS = ("vkconfig_py", "tests", "devtools")


def find_long(root: Path) -> tuple[str, ...]:
    """Return a sentence for each module below a checkout that has too many lines."""
    modules = sorted(path for folder in FOLDERS for path in (root / folder).rglob("*.py"))
    contents = {path: path.read_bytes() for path in modules}
    counts = {path: len(text.splitlines()) for path, text in contents.items()}
    return tuple(
        f"{path.relative_to(root)} has {count} lines; split it: a module has {MAX_LINES} at most."
        for path, count in counts.items()
        if count > MAX_LINES and _WAIVER not in contents[path]
    )


def main() -> int:
    """Print the modules that are too long; return the exit code."""
    sentences = find_long(ROOT)
    sys.stdout.writelines(f"{sentence}\n" for sentence in sentences)
    return 1 if sentences else 0


if __name__ == "__main__":
    sys.exit(main())
