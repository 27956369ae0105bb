"""The text tables of the Vulkan registry, which native code and the look at loaders read."""

from __future__ import annotations

from functools import cache
from os.path import dirname, join

FOLDER = join(dirname(dirname(__file__)), "native", "registry")
_NEVER = (1 << 31,)


def read_text(name: str) -> str:
    """Text of a registry table; its first line names the source."""
    with open(join(FOLDER, f"{name}.txt"), encoding="ascii") as table:
        return table.read()


def read_table(name: str) -> list[str]:
    """Lines of a registry table, without the first."""
    return read_text(name).splitlines()[1:]


@cache
def commands_since() -> dict[str, tuple[int, ...]]:
    """First loader version with each command that the oldest loader did not know."""
    since: dict[str, tuple[int, ...]] = {}
    for line in read_table("since"):
        # A version and the commands that loaders know since then; "never" for those that no loader
        # knew so far.
        version, *names = line.split(" ")
        numbers = _NEVER if version == "never" else tuple(map(int, version.split(".")))
        since.update(dict.fromkeys(names, numbers))
    return since
