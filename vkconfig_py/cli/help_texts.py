"""What stands below the options in a help text: examples, notes, the exit codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from vkconfig_py.language.sentences import tr

Examples = Mapping[str, str]  # what each command line does, "" where it says so itself

NONE: Examples = MappingProxyType({})


def epilog(examples: Examples = NONE, notes: Sequence[str] = ()) -> str:
    """Examples, then paragraphs, then the exit codes; HelpFormatter lays them out."""
    rows = (f"  {line}\t{does}" for line, does in examples.items())
    parts = ["\n".join((tr("examples:"), *rows))] if examples else []
    return "\n\n".join((*parts, *notes, tr("exit codes:"))) + f"\n{exit_codes()}"


def exit_codes() -> str:
    """A row for each exit code, and what run does besides."""
    rows = (f"  {code}\t{'; '.join(meanings)}" for code, meanings in _EXIT_CODES.items())
    return "\n".join((*rows, _OF_RUN))


_EXIT_CODES = {
    "0": (
        tr("done"),
        tr("for verify: the loader did what was predicted"),
        tr("for diff: nothing differs"),
    ),
    "1": (
        tr("failed or refused, with a sentence on the error output"),
        tr("for verify and diff: a difference"),
        tr("for doctor: something is not all right"),
        tr("for devices --prove: not verified"),
        tr("for problems: one of them is an error"),
        tr("for probe: something fails, crashes or hangs"),
        tr("for processes: one has loaded something else than predicted, or cannot be read"),
        tr("for lint: an error, with --strict a warning too"),
        tr("for bisect: nothing that breaks the program"),
    ),
    "2": (tr("the command line cannot be understood"),),
    "3": (
        tr("no configuration, layer, driver, override, problem or file of that name"),
        tr("for undo, redo and extend: nothing to undo, redo or extend"),
        tr("for processes: no process of that number with Vulkan"),
        tr("for bisect: nothing to continue"),
    ),
    "125": (
        tr("for run: whatever is wrong before the program is started, in place of 1, 2 and 3"),
    ),
    "126": (tr("for run and bisect: the program cannot be executed"),),
    "127": (tr("for run and bisect: there is no such program"),),
    "130": (tr("interrupted; bisect --continue goes on"),),
}
_OF_RUN = tr(
    "run otherwise ends with the exit code of the program, or 128 + the number of its signal."
)
