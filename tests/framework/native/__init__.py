"""The fake driver, the recording layer and the asking program, built from C once per source."""

from __future__ import annotations

import hashlib
import os
import subprocess
from pathlib import Path
from typing import NamedTuple

from tests.framework.cache import cache_folder

_SOURCES = Path(__file__).parent
_LIBRARY = ("-shared", "-fPIC", "-fvisibility=hidden")


class Native(NamedTuple):
    """What was built.

    Attributes:
        both: a library that is driver and layer.
    """

    layer: Path
    driver: Path
    both: Path
    asker: Path


def build_native() -> Native:
    """Build what is not in the cache yet."""
    sources = b"".join(path.read_bytes() for path in sorted(_SOURCES.glob("*.[ch]")))
    folder = cache_folder(f"native/{hashlib.sha256(sources).hexdigest()[:16]}")
    return Native(
        layer=_built(folder / "layer.so", "layer.c", _LIBRARY),
        driver=_built(folder / "driver.so", "driver.c", _LIBRARY),
        both=_built(folder / "both.so", "layer.c", (str(_SOURCES / "driver.c"), *_LIBRARY)),
        asker=_built(folder / "asker", "asker.c", ("-ldl",)),
    )


def build_with_headers(source: str) -> Path:
    """Build a library from a source that needs the Vulkan headers, if it is not in the cache."""
    text = (_SOURCES / source).read_bytes()
    folder = cache_folder(f"native/{hashlib.sha256(text).hexdigest()[:16]}")
    return _built(folder / f"lib{Path(source).stem}.so", source, (*_LIBRARY, "-lpthread"))


def build_program(source: str) -> Path:
    """Build a program that uses the Vulkan loader of the system, if it is not in the cache."""
    text = (_SOURCES / source).read_bytes()
    folder = cache_folder(f"native/{hashlib.sha256(text).hexdigest()[:16]}")
    return _built(folder / Path(source).stem, source, ("-lvulkan", "-ldl"))


def build_for_32_bit() -> Path:
    """Return an ELF file of the other class; the dynamic linker refuses it by its header."""
    path = cache_folder("native") / "foreign-class.so"
    header = b"\x7fELF\x01\x01\x01" + bytes(9) + b"\x03\x00\x03\x00\x01\x00\x00\x00"
    path.write_bytes(header + bytes(64))
    return path


def _built(target: Path, source: str, options: tuple[str, ...]) -> Path:
    if not target.exists():
        partial = target.with_name(f"{target.name}.{os.getpid()}")
        subprocess.run(
            [
                "gcc",
                "-O1",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-o",
                partial,
                _SOURCES / source,
                *options,
            ],
            check=True,
        )
        partial.replace(target)
    return target
