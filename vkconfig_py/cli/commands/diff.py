"""diff: changes between two reports, and the rule that causes each change."""

from __future__ import annotations

import argparse
from pathlib import Path

from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import Exit, Output, Stop, place_of, plain
from vkconfig_py.cli.what_if import assume
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.options import WhatIfError, application_of, parse_what_if
from vkconfig_py.loader.explain.compare import (
    Difference,
    Snapshot,
    compare_snapshots,
    saved_snapshot,
    snapshot,
)
from vkconfig_py.loader.files.own_files import SIZE_LIMIT, DocumentError, parse_object
from vkconfig_py.model.files.paths import is_gone, read_regular, reason_of

NOW = "now"
_TONES = {"loads": "ok", "acts": "ok", "yes": "ok", "fails": "error", "skipped": "error"}


def run(options: argparse.Namespace, output: Output) -> int:
    """Compare two sides; the exit code is 1 if they differ, like diff(1)."""
    sides = _sides(options)
    with open_machine(demo=options.demo) as machine:
        before, after = (_snapshot(side, options, machine, output) for side in sides)
    found = compare_snapshots(before, after)
    if options.json:
        output.json([_members(one) for one in found])
    elif not found:
        output.line("Nothing differs.")
    for one in () if options.json else found:
        _tell(one, output)
    return Exit.FAILED if found else Exit.OK


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


def _members(one: Difference) -> dict[str, object]:
    return {
        "subject": one.subject,
        "kind": one.kind.value,
        "what": one.what,
        "before": one.before,
        "after": one.after,
        "reason": one.reason.value if one.reason is not None else None,
        "sentence": one.sentence,
        "file": one.file,
        "line": one.line,
    }


def _tell(one: Difference, output: Output) -> None:
    change = f"{plain(one.before) or '–'} → {plain(one.after) or '–'}"
    change = output.paint(change, _TONES.get(one.after, "warn"))
    output.line(f"{output.paint(plain(one.subject), 'strong')}  {one.what}: {change}")
    output.paragraph(one.sentence)
    rule = one.reason.value if one.reason is not None else ""
    for text in filter(None, (rule and f"rule: {rule}", place_of(one.file, one.line))):
        output.line(f"    {output.paint(plain(text), 'faint')}")
