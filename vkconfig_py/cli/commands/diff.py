"""diff: changes between two reports, and the rule that causes each change."""

from __future__ import annotations

import argparse
from pathlib import Path

from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.differences import show_differences
from vkconfig_py.cli.output import Exit, Output, Stop
from vkconfig_py.cli.what_if import assume
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.options import WhatIfError, application_of, parse_what_if
from vkconfig_py.loader.explain.compare import (
    Snapshot,
    compare_snapshots,
    saved_snapshot,
    snapshot,
)
from vkconfig_py.loader.files.own_files import SIZE_LIMIT, DocumentError, parse_object
from vkconfig_py.model.files.paths import is_gone, read_regular, reason_of

NOW = "now"


def run(options: argparse.Namespace, output: Output) -> int:
    """Compare two sides; the exit code is 1 if they differ, like diff(1)."""
    sides = _sides(options)
    with open_machine(demo=options.demo) as machine:
        before, after = (_snapshot(side, options, machine, output) for side in sides)
    return show_differences(compare_snapshots(before, after), output, as_json=options.json)


def _sides(options: argparse.Namespace) -> list[str]:
    """Both sides as text; a missing side is the present state of this machine."""
    sides = [*options.sides, *options.what_if]
    if not sides or len(sides) > 2:
        raise Stop(
            "name one or two sides: a saved report, a what-if like loader-version=1.3.239, or now",
            Exit.USAGE,
        )
    if len(sides) == 1:
        # A saved report is what was; a what-if is what would be.
        sides.insert(1 if _is_file(sides[0]) else 0, NOW)
    return sides


def _is_file(side: str) -> bool:
    return side.endswith(".json") or not is_gone(Path(side))


def _snapshot(side: str, options: argparse.Namespace, machine: Machine, output: Output) -> Snapshot:
    if side != NOW and _is_file(side):
        return _saved(side)
    try:
        hypothesis = parse_what_if("" if side == NOW else side)
    except WhatIfError as refused:
        raise Stop(f"“{side}”: {refused}", Exit.USAGE) from None
    assumed = assume(hypothesis, machine, output)
    return snapshot(discover(assumed.host, application_of(options), assumed.profile, machine.cache))


def _saved(path: str) -> Snapshot:
    try:
        saved = parse_object(_content(Path(path)))
    except OSError as refused:
        raise Stop(f"{path} cannot be read: {reason_of(refused)}", Exit.USAGE) from None
    except DocumentError as refused:
        text = f"{path} is not a report: {refused}; vkconfig-py report --json writes one"
        raise Stop(text, Exit.USAGE) from None
    try:
        return saved_snapshot(saved)
    # JSON of another kind, or of another version, can fail anywhere in the reading.
    except (ValueError, KeyError, TypeError, AttributeError):
        text = f"{path} is not a report; vkconfig-py report --json writes one"
        raise Stop(text, Exit.USAGE) from None


def _content(path: Path) -> bytes:
    if path.is_fifo():  # "diff <(vkconfig-py report --json)" of a shell
        with path.open("rb") as pipe:
            return pipe.read(SIZE_LIMIT)
    return read_regular(path)
