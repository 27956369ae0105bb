"""C sources beside the tests, built once for each text of the folder and each way of building."""

from __future__ import annotations

import hashlib
import os
import subprocess
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
