"""Arguments of the commands that launch a program, or make what another launcher needs."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import Commands, add_command, add_name
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.argument_parser import Parser

SHELLS = ("bash", "fish", "powershell", "cmd", "steam")
LAUNCHERS = ("desktop", "systemd", "vscode", "lutris", "heroic")


def add_run(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "run",
        tr("run a program under a configuration; nothing on the system changes"),
        {
            "vkconfig-py run Debugging": tr("the program of the configuration"),
            "vkconfig-py run Debugging -- vkcube --c 9": tr("another one, with arguments"),
            "vkconfig-py run Debugging --safe layers": tr("once, without any layer"),
        },
        json=tr("print JSON once the program has ended; its own output goes to the error output"),
    )
    # argparse knows nothing of what parse() takes off behind "--".
    parser.usage = (
        "vkconfig-py run [-h] [--json] [-q] [--summary] [--options SET] [--log PATTERN] "
        "[--append] [--safe WITHOUT] [--driver DRIVER] NAME [-- PROGRAM ...]"
    )
    add_name(parser)
    _add_option_set(parser)
    parser.add_argument(
        "--log",
        default="",
        metavar="PATTERN",
        help=tr(
            "write the output to a file too; {program}, {configuration}, "
            "{options}, {date}, {time} and {n}, a number that is free, are "
            "replaced"
        ),
    )
    parser.add_argument("--append", action="store_true", help=tr("append to that file"))
    parser.add_argument(
        "--safe",
        choices=("implicit", "layers"),
        default="",
        help=tr(
            "this once without implicit layers, or without any layer; one that the program "
            "requests itself is then refused"
        ),
    )
    parser.add_argument(
        "--driver",
        default="",
        metavar="DRIVER",
        help=tr("this once with one driver only: its manifest, or a part of its name"),
    )
    parser.add_argument(
        "--summary",
        action="store_true",
        help=tr(
            "at the end, count the messages of the validation layer on the error "
            "output, and compare the loader's chain with the predicted one; the "
            "program's output goes through a pipe then, unchanged"
        ),
    )
    parser.add_argument(
        "-q", "--quiet", action="store_true", help=tr("do not warn where the loader cannot follow")
    )


def add_env(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "env",
        tr("the variables of a configuration for a shell, Steam or another launcher"),
        {
            'eval "$(vkconfig-py env Debugging)"': "",
            "vkconfig-py env Debugging --shell steam": "",
            "vkconfig-py env Debugging --launcher desktop -- vkcube --c 9 > cube.desktop": "",
        },
    )
    add_name(parser)
    # argparse knows nothing of what parse() takes off behind "--".
    parser.usage = (
        "vkconfig-py env [-h] [--json] [--shell S | --launcher L] [--options SET] NAME "
        "[-- PROGRAM ...]"
    )
    _add_option_set(parser)
    whom = parser.add_mutually_exclusive_group()
    whom.add_argument("--shell", choices=SHELLS, default="bash", help=tr("default: bash"))
    whom.add_argument(
        "--launcher",
        choices=LAUNCHERS,
        help=tr(
            "with the program, for a .desktop file, a user unit of systemd, VS "
            "Code's launch.json, Lutris or Heroic"
        ),
    )


def _add_option_set(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--options",
        default="",
        metavar="SET",
        help=tr("an option set of the program; what is typed behind it follows its arguments"),
    )


def add_runs(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "runs",
        tr("what was run from here, the latest first, and what differs between two runs"),
        {
            "vkconfig-py runs": "",
            "vkconfig-py runs vkcube": "",
            "vkconfig-py runs --compare 3f9c21d7 a07e5d19": tr("from the first to the second"),
            "vkconfig-py runs --stop a07e5d19": tr("end one that runs; all: every one"),
        },
    )
    parser.add_argument("program", nargs="?", metavar="PROGRAM", help=tr("only those of a program"))
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--stop",
        metavar="RUN|all",
        help=tr("end one that runs, with its children, or all that run"),
    )
    what.add_argument(
        "--compare",
        nargs=2,
        metavar=("RUN", "RUN"),
        help=tr("what differs between two of them"),
    )


def add_requests(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "requests",
        tr("what programs were seen to request from their loader by themselves"),
        {
            "vkconfig-py requests": "",
            "vkconfig-py requests --forget vkcube": tr(
                "predict it as if it had never been launched"
            ),
        },
    )
    parser.add_argument(
        "--forget",
        action="append",
        default=[],
        metavar="PROGRAM",
        help=tr(
            "forget what is known of a program, by its path or name; the next "
            "launch shows it again; may be repeated"
        ),
    )
