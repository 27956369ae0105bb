"""Which files were changed, and the test modules that mirror them."""

from __future__ import annotations

import subprocess
from pathlib import Path, PurePosixPath

from devtools.console import ROOT

_BASE_BRANCH = "main"


def list_changed_files() -> tuple[str, ...]:
    """Return what differs from the branch main, or from the last commit there, and what is new."""
    base = _run_git("merge-base", "HEAD", _BASE_BRANCH) or ["HEAD"]
    return (
        *_run_git("diff", "--name-only", *base),
        *_run_git("ls-files", "--others", "--exclude-standard"),
    )


def find_mirrored_tests(path: str, root: Path = ROOT) -> tuple[str, ...]:
    """Return the test modules of a file: itself, or those named after it."""
    file = PurePosixPath(path)
    if file.suffix != ".py":
        return ()
    if file.parts[0] == "tests":
        return (path,) if file.name.startswith("test_") and (root / path).exists() else ()
    folder = root / "tests" / PurePosixPath(*file.parts[1:-1])
    names = (f"test_{file.stem}.py", f"test_{file.stem}_*.py")
    found = {test for name in names for test in folder.glob(name)}
    return tuple(str(test.relative_to(root)) for test in sorted(found))


def _run_git(*arguments: str) -> list[str]:
    """Return the lines of an answer; none where there is no git or no such thing."""
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=False)
    except OSError:
        return []
    return done.stdout.decode().splitlines() if done.returncode == 0 else []
