"""Arguments of `apply`."""

from __future__ import annotations

import argparse

TEXT = "apply a configuration to the system until it is withdrawn"
EXAMPLES = """  vkconfig-py apply Debugging --dry-run
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
