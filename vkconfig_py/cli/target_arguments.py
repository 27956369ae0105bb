"""Arguments that say where a command writes."""

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
