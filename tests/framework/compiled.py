"""C sources beside the tests, built once for each text of the folder and each way of building."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.framework.cache import cache_folder

LIBRARY = ("-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC")


def compiled(source: Path, *options: str, compiler: str = "gcc") -> Path:
    """Return what the compiler makes of the source."""
    beside = b"".join(path.read_bytes() for path in sorted(source.parent.glob("*.[ch]")))
    text = "\0".join((compiler, *options)).encode() + beside
    folder = cache_folder(f"compiled/{hashlib.sha256(text).hexdigest()[:16]}")
    target = folder / source.stem
    if not target.exists():
        partial = target.with_name(f"{target.name}.{os.getpid()}")
        subprocess.run([compiler, "-o", partial, source, *options], check=True)
        partial.replace(target)
    return target


def compile_once(folder: Path, target: str, *command: str | Path) -> str:
    """Run a compiler in a folder, unless it made this target of the same files before.

    Args:
        target: what it makes, by its name in the folder.
        command: names files of the folder as they are from there.

    Returns:
        What it complained about; it made nothing then.
    """
    words = [*map(str, command), *(f"{x.name}\0{x.read_text()}" for x in _sources(folder, command))]
    key = hashlib.sha256("\0".join(words).encode()).hexdigest()[:16]
    known = cache_folder(f"compiled/{key}") / target
    if known.exists():
        shutil.copy(known, folder / target)
        return ""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode or done.stderr:
        return done.stderr or f"exit {done.returncode}"
    partial = known.with_name(f"{target}.{os.getpid()}")
    shutil.copy(folder / target, partial)
    partial.replace(known)
    return ""


def _sources(folder: Path, command: Sequence[str | Path]) -> list[Path]:
    """Return the headers of the folder, and the sources that the command names."""
    named = (folder / word for word in command if str(word).endswith((".c", ".cpp")))
    return [*sorted(folder.glob("*.h")), *named]
