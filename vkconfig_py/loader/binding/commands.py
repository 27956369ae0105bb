"""Every command of the Vulkan registry: what its first argument is, and what its arguments are.

The tables are made by `dev.py registry`, with --since that of what each loader knows.
"""

from __future__ import annotations

from functools import cache
from os.path import dirname, join

from vkconfig_py.loader.records import NamedTuple

FOLDER = join(dirname(__file__), "registry")


class Command(NamedTuple):
    """A command.

    Attributes:
        first: what it is dispatched by: "I" VkInstance, "P" VkPhysicalDevice, "D" VkDevice,
            "Q" VkQueue, "C" VkCommandBuffer, "" nothing (a global command).
        signature: a letter for what is returned and one for each parameter; abi.LETTERS has the
            ctypes type of each. An array that is a parameter is a pointer.
        version: of the core that has it; None for a command of an extension.
        extension: the first that has it, in the order of the registry; "" for a core command.
        alias: the command that it is another name of; "" for a command of its own.
    """

    name: str
    first: str
    signature: str
    version: tuple[int, int] | None
    extension: str
    alias: str

    @property
    def level(self) -> str:
        """Return "device" for what a device's dispatch table holds, else "instance"."""
        return "device" if self.first in DEVICE_FIRST else "instance"


INSTANCE_FIRST = frozenset("IP")
DEVICE_FIRST = frozenset("DQC")
_NEVER = (1 << 31,)


def read_text(name: str) -> str:
    """Return a table of the registry; its first line says where it is from."""
    with open(join(FOLDER, f"{name}.txt"), encoding="ascii") as table:
        return table.read()


def read_table(name: str) -> list[str]:
    """Return the lines of a table of the registry, without the first."""
    return read_text(name).splitlines()[1:]


@cache
def commands() -> dict[str, Command]:
    """Return every command by its name; the one dictionary is shared."""
    return {command.name: command for command in map(_parse, read_table("commands"))}


def known_command(name: str, loader: tuple[int, int, int]) -> Command | None:
    """Return a command if a loader of this version knows its name.

    An instance extension's command counts as known: its extension is not, to an older loader.
    """
    command = commands().get(name)
    if command is None or (command.version or (0, 0)) > loader[:2]:
        return None
    return command if _since().get(name, loader) <= loader else None


@cache
def _since() -> dict[str, tuple[int, ...]]:
    """Return the first loader that knew a command, for those that the oldest did not know."""
    since: dict[str, tuple[int, ...]] = {}
    for line in read_table("since"):
        version, *names = line.split(" ")
        numbers = _NEVER if version == "never" else tuple(map(int, version.split(".")))
        since.update(dict.fromkeys(names, numbers))
    return since


def _parse(line: str) -> Command:
    name, first, signature, version, extension, alias = line.split(" ")
    return Command(
        name,
        "" if first == "-" else first,
        signature,
        _core(version),
        "" if extension == "-" else extension,
        "" if alias == "-" else alias,
    )


@cache
def _core(version: str) -> tuple[int, int] | None:
    major, _, minor = version.partition(".")
    return None if version == "-" else (int(major), int(minor))


def _slots(first: frozenset[str]) -> dict[str, int]:
    """Number commands from 1; the first word of a dispatch table is its magic word."""
    names = (name for name, command in commands().items() if command.first in first)
    return {name: slot for slot, name in enumerate(names, 1)}


INSTANCE_SLOTS: dict[str, int] = _slots(INSTANCE_FIRST)
DEVICE_SLOTS: dict[str, int] = _slots(DEVICE_FIRST)


@cache
def extension_kinds() -> dict[str, str]:
    """Return the kind of each extension of the registry, "instance" or "device"; shared."""
    kinds = {"I": "instance", "D": "device"}
    return {name: kinds[kind] for name, kind, _ in map(str.split, read_table("extensions"))}
