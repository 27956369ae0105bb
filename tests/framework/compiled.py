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


def compile_cached(source: Path, *options: str, compiler: str = "gcc") -> Path:
    """Return what the compiler makes of the source."""
    sources = b"".join(path.read_bytes() for path in sorted(source.parent.glob("*.[ch]")))
    text = "\0".join((compiler, *options)).encode() + sources
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
    words = [
        *map(str, command),
        *(f"{source.name}\0{source.read_text()}" for source in _sources(folder, command)),
    ]
    key = hashlib.sha256("\0".join(words).encode()).hexdigest()[:16]
    cached = cache_folder(f"compiled/{key}") / target
    if cached.exists():
        shutil.copy(cached, folder / target)
        return ""
    completed = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if completed.returncode or completed.stderr:
        return completed.stderr or f"exit {completed.returncode}"
    partial = cached.with_name(f"{target}.{os.getpid()}")
    shutil.copy(folder / target, partial)
    partial.replace(cached)
    return ""


def _sources(folder: Path, command: Sequence[str | Path]) -> list[Path]:
    """Return the headers of the folder, and the sources that the command names."""
    named = (folder / word for word in command if str(word).endswith((".c", ".cpp")))
    return [*sorted(folder.glob("*.h")), *named]
