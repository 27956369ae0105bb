"""Arguments of bisect."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import Commands, add_command
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.argument_parser import Parser


def add_bisect(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "bisect",
        tr("find the layer, driver, setting or variable that breaks a program"),
        {
            "vkconfig-py bisect -- vkcube --c 100": tr("a run works if it exits with 0"),
            "vkconfig-py bisect --time 20 -- game": tr("or still runs after 20 seconds"),
            "vkconfig-py bisect --text FPS -- game": tr("or prints this"),
            "vkconfig-py bisect --ask Debugging -- game": tr("or you say so, after each run"),
            "vkconfig-py bisect --continue --pin": tr("go on, and keep it off"),
        },
        notes=(tr("Each trial is a launch of its own; nothing on the system changes."),),
    )
    # argparse knows nothing of what parse() takes off behind "--".
    parser.usage = "vkconfig-py bisect [OPTIONS] [NAME] [-- PROGRAM ...]"
    parser.add_argument(
        "name", nargs="?", metavar="NAME", help=tr("a configuration (default: the selected one)")
    )
    _add_success(parser)
    parser.add_argument(
        "--only", choices=("layers", "drivers", "settings"), help=tr("what is tried (default: all)")
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--continue", dest="go_on", action="store_true", help=tr("go on with an interrupted search")
    )
    how.add_argument("--forget", action="store_true", help=tr("give up an interrupted search"))
    parser.add_argument(
        "--pin",
        action="store_true",
        help=tr(
            "keep what is found off: in the configuration NAME, or in a new one for the program"
        ),
    )


def _add_success(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--exit", type=int, default=0, metavar="N", help=tr("exit code of a run that works")
    )
    parser.add_argument(
        "--time",
        type=_seconds,
        metavar="SECONDS",
        help=tr("end a run after this time; 0: never (default: 10, with --ask 0)"),
    )
    parser.add_argument(
        "--still-running",
        choices=("passes", "fails"),
        default="passes",
        help=tr("what a run is that lasts until then (default: passes)"),
    )
    text = parser.add_mutually_exclusive_group()
    text.add_argument("--text", metavar="T", help=tr("a run that works prints this"))
    text.add_argument("--not-text", metavar="T", help=tr("a run that works does not print this"))
    parser.add_argument(
        "--ask", action="store_true", help=tr("ask after each run whether it worked")
    )
    parser.add_argument(
        "--repeat",
        type=_repetitions,
        default=1,
        metavar="N",
        help=tr("run each trial up to N times, for a program that fails only now and then"),
    )


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < 1e6:
        raise argparse.ArgumentTypeError(tr("“{text}” is not a number of seconds", text=text))
    return seconds


def _repetitions(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 100:
        raise argparse.ArgumentTypeError(tr("“{text}” is not a number from 1 to 100", text=text))
    return int(text)
