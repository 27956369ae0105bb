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


class NativeBuilds(NamedTuple):
    """What was built.

    Attributes:
        layer_and_driver: a library that is driver and layer.
    """

    layer: Path
    driver: Path
    layer_and_driver: Path
    asking_program: Path


def build_native() -> NativeBuilds:
    """Build what is not in the cache yet."""
    sources = b"".join(path.read_bytes() for path in sorted(_SOURCES.glob("*.[ch]")))
    folder = cache_folder(f"native/{hashlib.sha256(sources).hexdigest()[:16]}")
    return NativeBuilds(
        layer=_build_file(folder / "layer.so", "layer.c", _LIBRARY),
        driver=_build_file(folder / "driver.so", "driver.c", _LIBRARY),
        layer_and_driver=_build_file(
            folder / "both.so", "layer.c", (str(_SOURCES / "driver.c"), *_LIBRARY)
        ),
        asking_program=_build_file(folder / "asker", "asker.c", ("-ldl",)),
    )


def build_with_headers(source: str) -> Path:
    """Build a library from a source that needs the Vulkan headers, if it is not in the cache."""
    text = (_SOURCES / source).read_bytes()
    folder = cache_folder(f"native/{hashlib.sha256(text).hexdigest()[:16]}")
    return _build_file(folder / f"lib{Path(source).stem}.so", source, (*_LIBRARY, "-lpthread"))


def build_program(source: str) -> Path:
    """Build a program that uses the Vulkan loader of the system, if it is not in the cache."""
    text = (_SOURCES / source).read_bytes()
    folder = cache_folder(f"native/{hashlib.sha256(text).hexdigest()[:16]}")
    return _build_file(folder / Path(source).stem, source, ("-lvulkan", "-ldl"))


def build_for_32_bit() -> Path:
    """Return an ELF file of the other class; the dynamic linker refuses it by its header."""
    path = cache_folder("native") / "foreign-class.so"
    header = b"\x7fELF\x01\x01\x01" + bytes(9) + b"\x03\x00\x03\x00\x01\x00\x00\x00"
    path.write_bytes(header + bytes(64))
    return path


def _build_file(target: Path, source: str, options: tuple[str, ...]) -> Path:
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
