"""The parser of a command, and the arguments that several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.argument_parser import Parser


class CommandParser(Parser):
    """Parser of one command or action.

    Attributes:
        preface: a paragraph above the examples.
        examples: what each command line does, "" where it says so itself.
        notes: paragraphs below the examples.
    """

    preface = ""
    examples: Mapping[str, str] = {}
    notes: Sequence[str] = ()

    @property
    def takes_program(self) -> bool:
        """True if what follows -- is a program's; argparse cannot say that in a usage line."""
        return self.usage is not None

    @property
    def subparsers(self) -> Mapping[str, CommandParser]:
        """The commands or actions; argparse has no public list of them."""
        kinds = (
            action for action in self._actions if isinstance(action, argparse._SubParsersAction)
        )
        return next((kind.choices for kind in kinds), {})

    def help_below(self) -> str:
        """Return preface, examples and notes; HelpFormatter lays them out."""
        rows = (f"  {line}\t{effect}" for line, effect in self.examples.items())
        examples = "\n".join((tr("examples:"), *rows)) if self.examples else ""
        return "\n\n".join(filter(None, (self.preface, examples, *self.notes)))

    def format_help(self) -> str:
        if self.examples:
            codes = "\n".join((tr("exit codes:"), exit_codes()))
            self.epilog = f"{self.help_below()}\n\n{codes}"
        return super().format_help()


def exit_codes() -> str:
    """A row for each exit code, and what run does besides."""
    meanings = {
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
    of_run = tr(
        "run otherwise ends with the exit code of the program, or 128 + the number of its signal."
    )
    return "\n".join(
        (*(f"  {code}\t{'; '.join(meaning)}" for code, meaning in meanings.items()), of_run)
    )


def add_json(parser: argparse._ActionsContainer, text: str = "") -> None:
    # Not False where it is left out: it may stand before an action or behind it.
    parser.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help=text or tr("print JSON")
    )


def add_demo(parser: CommandParser) -> None:
    parser.add_argument("--demo", action="store_true", help=tr("use the sample machine instead"))


def add_host(parser: CommandParser) -> None:
    # For --help alone: a command line with it goes to that machine as it is (cli.main).
    parser.add_argument(
        "--host",
        metavar="ADDRESS",
        help=tr("another machine: ssh:USER@BOX or ssh:BOX:PORT; nothing is installed there"),
    )


def add_target(parser: CommandParser) -> None:
    """Add the arguments for the output file of a command."""
    parser.add_argument(
        "--output",
        default="-",
        metavar="FILE",
        help=tr("write a file, or into a folder (default: print it)"),
    )
    parser.add_argument(
        "--replace", action="store_true", help=tr("overwrite a file that holds something else")
    )


def add_configuration(parser: CommandParser, member: str = "configuration") -> None:
    """Add the name of a configuration, which becomes that member of the options."""
    parser.add_argument(member, metavar="NAME", help=tr("name or key of a configuration"))


def add_option_set(parser: CommandParser) -> None:
    parser.add_argument(
        "--options",
        default="",
        metavar="SET",
        help=tr("an option set of the program; what is typed behind it follows its arguments"),
    )


def add_list_edits(parser: CommandParser, **helps: str) -> None:
    """Add options that take a path, also several times; their names and their help."""
    for name, text in helps.items():
        option = f"--{name.replace('_', '-')}"
        parser.add_argument(option, action="append", default=[], metavar="PATH", help=text)
