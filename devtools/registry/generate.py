"""Run by dev.py registry, in an environment that has vulkan-object."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from vulkan_object import get_vulkan_object

from devtools.registry import commands
from devtools.registry.structures import Structures
from devtools.registry.types import Types


def main(folder: Path) -> None:
    """Write the tables."""
    registry = get_vulkan_object()
    types = Types(registry)
    structures = Structures(types)

    def write(name: str, lines: Iterable[str]) -> None:
        head = f"# Vulkan registry {registry.headerVersionComplete}; made by dev.py registry"
        text = "".join(f"{line}\n" for line in (head, *lines))
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")

    write("commands", commands.commands(types))
    write("extensions", commands.extensions(types))
    write("structures", structures.structures())
    write("enumerations", structures.enumerations())
    write("formats", structures.formats())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
