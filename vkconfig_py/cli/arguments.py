"""Arguments of configurations and of apply, and those that say where a command writes."""

from __future__ import annotations

import argparse


def add_target(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say where a command writes."""
    parser.add_argument(
        "--output",
        default="-",
        metavar="FILE",
        help="write a file, or into a folder (default: print it)",
    )
    parser.add_argument(
        "--replace", action="store_true", help="also if the file is there and holds something else"
    )


CONFIGURATIONS_TEXT = "list, import, export, make, rename, delete and reset configurations"
CONFIGURATIONS_EXAMPLES = """  vkconfig-py configurations
  vkconfig-py configurations export Debugging --output debugging.json
  vkconfig-py configurations export Debugging --format vkconfig
  vkconfig-py configurations import debugging.json ~/vkconfig/Validation.json
  vkconfig-py configurations rename Debugging "My checks"
  vkconfig-py configurations reset --all      the built-in ones, as they are shipped
"""


def add_actions(parser: argparse.ArgumentParser) -> None:
    """Add the second words and their arguments."""
    _json(parser)
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    _json(actions.add_parser("list", help="list them (this is what happens without an action)"))
    reader = actions.add_parser("import", help="add those in files, VkConfig's too")
    reader.add_argument("file", nargs="+", metavar="FILE")
    _json(reader)
    writer = actions.add_parser("export", help="write one for another machine")
    _named(writer)
    add_target(writer)
    writer.add_argument(
        "--format",
        choices=("own", "vkconfig"),
        default="own",
        help="who is to read it (default: this program)",
    )
    maker = actions.add_parser("new", help="add an empty one")
    maker.add_argument("name", metavar="NAME", help="its name; one that is taken gets a number")
    _json(maker)
    for action, text in (
        ("duplicate", "add a copy of one"),
        ("delete", "remove one; a built-in one comes back with a newer version, or with reset"),
    ):
        _named(actions.add_parser(action, help=text))
    _add_rename(actions.add_parser("rename", help="give one another name"))
    _add_reset(actions.add_parser("reset", help="make a built-in one what is shipped"))


def _add_rename(parser: argparse.ArgumentParser) -> None:
    _named(parser)
    parser.add_argument("to", metavar="NEW_NAME")


def _add_reset(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("name", nargs="?", metavar="NAME", help="name or key of a configuration")
    which.add_argument("--all", action="store_true", help="every built-in one, deleted ones too")
    _json(parser)


def _named(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="name or key of a configuration")
    _json(parser)


def _json(parser: argparse.ArgumentParser) -> None:
    # Not False where it is left out: it may stand before the action or behind it.
    parser.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print JSON")


APPLY_TEXT = "apply a configuration to the system until it is withdrawn"
APPLY_EXAMPLES = """  vkconfig-py apply Debugging --dry-run
  vkconfig-py apply Debugging --program /usr/bin/vkcube --program /usr/bin/game
  vkconfig-py apply Debugging --every-program
  vkconfig-py apply Debugging --by settings
  vkconfig-py apply Debugging --program /usr/bin/gamescope --output override.json
"""


def add_ways(parser: argparse.ArgumentParser) -> None:
    """Add by which means it is applied, and to whom."""
    parser.add_argument(
        "--by",
        choices=("best", "override", "settings"),
        default="best",
        help="an override layer, a loader settings file, or what fits best (default: best)",
    )
    whom = parser.add_mutually_exclusive_group()
    whom.add_argument(
        "--program",
        action="append",
        default=[],
        metavar="P",
        help="only for this program, also several times (default: the programs of the "
        "configuration; every program if it lists none)",
    )
    whom.add_argument(
        "--every-program",
        action="store_true",
        help="for every program, whatever the configuration lists",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="print what would be written; write nothing"
    )
    parser.add_argument(
        "--output",
        metavar="FILE",
        help="write the override that goes into a folder of the system, which elevated programs "
        "read too, to this file (- prints it); apply nothing",
    )
    parser.add_argument("--replace", action="store_true", help="replace another FILE that is there")
