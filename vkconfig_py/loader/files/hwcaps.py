"""Folders of libraries for newer processors that the dynamic linker looks into first.

Follows ld.so(8), "glibc-hwcaps": below every folder that is searched, by levels of the processor.
"""

from __future__ import annotations

from functools import cache

from vkconfig_py.loader.host import Host

_FOLDER = "glibc-hwcaps"
_PROCESSOR = "/proc/cpuinfo"
# Flags as /proc/cpuinfo names them; each level has those of the levels before it.
_LEVELS = (
    ("x86-64-v2", "cx16 lahf_lm popcnt pni sse4_1 sse4_2 ssse3"),
    ("x86-64-v3", "avx avx2 bmi1 bmi2 f16c fma abm movbe xsave"),
    ("x86-64-v4", "avx512f avx512bw avx512cd avx512dq avx512vl"),
)


def with_levels(host: Host, folder: str) -> tuple[str, ...]:
    """Return a folder with those below it that are searched before it."""
    if (host.machine, host.pointer_bits) != ("x86_64", 64):
        return (folder,)
    return (
        *(f"{folder}/{_FOLDER}/{level}" for level in _levels(host.built_in(_PROCESSOR))),
        folder,
    )


def is_of_a_level(path: str) -> bool:
    """Return whether a library is for newer processors alone."""
    return f"/{_FOLDER}/" in path


@cache
def _levels(processor: str) -> tuple[str, ...]:
    """Return the levels of the processor that a file describes, the highest first."""
    try:
        with open(processor, encoding="ascii", errors="replace") as file:
            line = next((line for line in file if line.startswith("flags")), "")
    except OSError:
        return ()
    flags = set(line.partition(":")[2].split())
    found = []
    for level, needed in _LEVELS:
        if not flags.issuperset(needed.split()):
            break
        found.append(level)
    return tuple(reversed(found))
