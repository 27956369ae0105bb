"""Arguments of the commands that apply, and look after what is applied."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import Commands, add_command, add_name
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.argument_parser import Parser


def add_apply(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "apply",
        tr("apply a configuration to the system, until it is withdrawn or for a time"),
        {
            "vkconfig-py apply Debugging --dry-run": "",
            "vkconfig-py apply Debugging --for 15m": tr("a guard withdraws it then"),
            "vkconfig-py apply Debugging --while $$; game": tr("until this shell ends"),
            "vkconfig-py apply Debugging --program /usr/bin/vkcube --program /usr/bin/game": "",
            "vkconfig-py apply Debugging --every-program": "",
            "vkconfig-py apply Debugging --by settings": "",
            "vkconfig-py apply Debugging --program /usr/bin/gamescope --output override.json": "",
            "vkconfig-py apply Debugging --every-program --machine pc --output files-for-pc": "",
        },
    )
    add_name(parser)
    _add_ways(parser)
    _add_term(parser)


def _add_ways(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--by",
        choices=("best", "override", "settings"),
        default="best",
        help=tr("an override layer, a loader settings file, or what fits best (default: best)"),
    )
    whom = parser.add_mutually_exclusive_group()
    whom.add_argument(
        "--program",
        action="append",
        default=[],
        metavar="P",
        help=tr(
            "only for this program, also several times (default: the programs of "
            "the configuration; every program if it lists none)"
        ),
    )
    whom.add_argument(
        "--every-program",
        action="store_true",
        help=tr("for every program, whatever the configuration lists"),
    )
    parser.add_argument(
        "--dry-run", action="store_true", help=tr("print what would be written; write nothing")
    )
    parser.add_argument(
        "--verify",
        action=argparse.BooleanOptionalAction,
        default=True,
        help=tr(
            "then ask the real loader in a child process whether it does what is "
            "predicted (default; not with --json)"
        ),
    )
    parser.add_argument(
        "--output",
        metavar="FILE",
        help=tr(
            "write the override that goes into a folder of the system, which "
            "elevated programs read too, to this file (- prints it); apply "
            "nothing"
        ),
    )
    parser.add_argument(
        "--machine",
        metavar="FOLDER",
        help=tr(
            "for the machine that this folder's machine.json describes, such as "
            "one with Windows; its files are written into the folder of --output, "
            "to be copied there"
        ),
    )
    parser.add_argument("--replace", action="store_true", help=tr("replace an existing FILE"))


def _add_term(parser: argparse.ArgumentParser) -> None:
    term = parser.add_mutually_exclusive_group()
    term.add_argument(
        "--for",
        dest="seconds",
        type=_duration,
        default=0,
        metavar="TIME",
        help=tr("withdraw it after 15m, 2h, 1h30m or 90s, also over a reboot"),
    )
    term.add_argument(
        "--until",
        choices=("withdrawn", "logout"),
        default="withdrawn",
        help=tr("until you withdraw it (default), or until you have logged out"),
    )
    term.add_argument(
        "--while",
        dest="process",
        type=_process,
        default=0,
        metavar="PID",
        help=tr("as long as this process runs"),
    )


def _duration(text: str) -> int:
    from vkconfig_py.model.text.durations import EXPECTED, parse_duration

    seconds = parse_duration(text)
    if not seconds:
        raise argparse.ArgumentTypeError(
            tr("“{text}” is not a duration: {expected}", text=text, expected=EXPECTED)
        )
    return seconds


def _process(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 1 << 22:
        raise argparse.ArgumentTypeError(tr("“{text}” is not a process ID", text=text))
    return int(text)


def add_extend(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "extend",
        tr("let what is applied for a time end later"),
        {
            "vkconfig-py extend --for 15m": tr("15 minutes later than now planned"),
            "vkconfig-py extend Debugging --for 2h": "",
            "vkconfig-py extend Debugging --keep": tr("until you withdraw it"),
        },
    )
    parser.add_argument(
        "name",
        nargs="?",
        metavar="NAME",
        help=tr("one configuration (default: all with a deadline)"),
    )
    until = parser.add_mutually_exclusive_group(required=True)
    until.add_argument(
        "--for",
        dest="seconds",
        type=_duration,
        metavar="TIME",
        help=tr("by how much: 15m, 2h, 1h30m, 90s"),
    )
    until.add_argument("--keep", action="store_true", help=tr("it stays until you withdraw it"))


def add_withdraw(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "withdraw",
        tr("undo what was applied and restore the previous files"),
        {
            "vkconfig-py withdraw": tr("everything that is applied"),
            "vkconfig-py withdraw Debugging": tr("one configuration; the others stay applied"),
            "vkconfig-py withdraw --ended": tr("what has expired"),
        },
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "name", nargs="?", metavar="NAME", help=tr("one configuration (default: everything)")
    )
    what.add_argument(
        "--ended",
        action="store_true",
        help=tr("only what has expired; every command does that first"),
    )


def add_overrides(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "overrides",
        tr("the overrides on this machine, of any program, and what they do"),
        {
            "vkconfig-py overrides --remove ~/.local/share/vulkan/implicit_layer.d/x.json": "",
        },
    )
    parser.add_argument("--remove", metavar="PATH", help=tr("remove one; the journal keeps it"))
    parser.add_argument("--restore", metavar="PATH", help=tr("restore one that was removed"))
