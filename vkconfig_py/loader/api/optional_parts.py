"""Finds the optional parts, `machines` and `fleet`, and what they contribute.

Either folder may be deleted. What a part adds is the CONTRIBUTION of its package; everything else
asks here, and says so where nothing answers. Modules are named there and imported when needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from vkconfig_py.loader.rules.loader_report import LoaderReport
    from vkconfig_py.loader.wire.results import Cancellation

# What looks like an address is one, even where a file has that name: the fleet is asked first.
PARTS = ("fleet", "machines")


class MissingPartError(LookupError):
    """What was requested needs a part that is not installed. The message is a sentence."""

    def __init__(self, words: str) -> None:
        super().__init__(
            tr("“{asked}” needs a part of vkconfig-py that is not installed", asked=words)
        )


class OpenMachineError(ValueError):
    """A path or address stands for no machine. The message is a sentence with what would."""


class OpenedMachine(NamedTuple):
    """Another machine, as far as it can be known here.

    Attributes:
        name: of the machine, or the path by which it was opened.
        description: kind and origin, as the end of a sentence ("a root folder with Linux").
        report: what its loader finds, with its problems.
        document: its report as JSON where that says more than `report`: a saved report as it was
            written, Fuchsia's with its service; None for others.
        notes: what was assumed, or what else is known, as sentences.
    """

    name: str
    description: str
    report: LoaderReport
    document: Mapping[str, Any] | None = None
    notes: tuple[str, ...] = ()


class MachineKind(NamedTuple):
    """A kind of machine that a path or an address may stand for.

    Attributes:
        recognizes: whether a text stands for one.
        open: its report. Raises OpenMachineError: it stands for none, or cannot be read.
    """

    recognizes: Callable[[str], bool]
    open: Callable[[str, Cancellation | None], OpenedMachine]


class PlatformReport(NamedTuple):
    """A report on a machine that is no Host: with a loader or a service of its own.

    Attributes:
        document: the report as JSON.
        text: what stands above the report of `program_report`, or alone.
        program_report: what a program there finds, if it has a loader as here.
    """

    document: dict[str, Any]
    text: str
    program_report: LoaderReport | None = None


class MenuEntry(NamedTuple):
    """An entry of the first menu of the window.

    Attributes:
        commands: its class, made with the parts of the window; `start` is what the entry does.
        topics: sections of the help by the classes of its widgets.
    """

    name: str
    text: str
    keys: str
    icon: str
    tool_tip: str
    commands: str
    topics: Mapping[str, str]


class PartCommand(NamedTuple):
    """An action of a group of commands: its module, as those of cli/commands, and its help."""

    module: str
    help: str


class CommandGroup(NamedTuple):
    """A command with actions of its own, by their names, and its help."""

    help: str
    actions: Mapping[str, PartCommand]


class Contribution(NamedTuple):
    """What a part adds. Objects are named as entry points are: "module:name".

    Attributes:
        commands: groups of sub-commands of the command line, by name.
        functions: what is asked for by the words of the command line that need it.
        machine_kinds: a tuple of MachineKind.
        addresses: how texts begin that are addresses and no paths.
        waiting_text: what to say while a machine at an address answers.
    """

    commands: Mapping[str, CommandGroup] = {}
    functions: Mapping[str, str] = {}
    machine_kinds: str = ""
    addresses: tuple[str, ...] = ()
    waiting_text: str = ""
    menu: tuple[MenuEntry, ...] = ()


@cache
def list_contributions() -> tuple[Contribution, ...]:
    """Return what the installed optional parts (machines, fleet) add to the program."""
    return tuple(_import_contributions())


def _import_contributions() -> Iterator[Contribution]:
    """Yield what each optional part adds, unless its folder is missing."""
    for part in PARTS:
        name = f"vkconfig_py.{part}"
        try:
            yield import_module(name).CONTRIBUTION
        except ModuleNotFoundError as missing:
            if missing.name != name:
                raise


def list_part_commands() -> dict[str, CommandGroup]:
    """Return the groups of sub-commands that optional parts add, by name."""
    return {
        name: command
        for contribution in list_contributions()
        for name, command in contribution.commands.items()
    }


def list_menu_entries() -> tuple[MenuEntry, ...]:
    """Return the menu entries that optional parts add."""
    return tuple(entry for contribution in list_contributions() for entry in contribution.menu)


def list_machine_kinds() -> tuple[MachineKind, ...]:
    """Return the kinds of machines that parts can open. The first that knows a text opens it."""
    kinds_by_part = (
        import_object(contribution.machine_kinds)
        for contribution in list_contributions()
        if contribution.machine_kinds
    )
    return tuple(kind for kinds in kinds_by_part for kind in kinds)


def find_waiting_text(origin: str) -> str:
    """Return what to show until the machine at an address answers, or "" for a path."""
    return next(
        (
            contribution.waiting_text
            for contribution in list_contributions()
            if origin.startswith(contribution.addresses)
        ),
        "",
    )


def find_function(words: str) -> Any:
    """Return the function that an optional part adds for these words of a command line.

    Raises:
        MissingPartError: its part is not installed.
    """
    for contribution in list_contributions():
        if words in contribution.functions:
            return import_object(contribution.functions[words])
    raise MissingPartError(words)


def import_object(name: str) -> Any:
    """Import the object that "module:name" stands for."""
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)
