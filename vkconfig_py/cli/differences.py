"""Differences as text or JSON, for the commands that compare: of two reports, or line by line."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from itertools import groupby
from types import MappingProxyType

from vkconfig_py.cli.output import Exit, Output, place_of, plain
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.releases import ReleaseChange, others_text
from vkconfig_py.loader.base.verdicts import Kind
from vkconfig_py.loader.explain.compare import Key, ReportDifference, compared_name, compared_text
from vkconfig_py.model.comparison.table import (
    ComparedValue,
    Comparison,
    ComparisonForm,
    render_comparison,
    to_json,
)

_NONE: Mapping[Key, tuple[ReleaseChange, ...]] = MappingProxyType({})
_TONES = {"loads": "ok", "acts": "ok", "yes": "ok", "fails": "error", "skipped": "error"}


def show_differences(
    found: Sequence[ReportDifference],
    output: Output,
    *,
    as_json: bool,
    releases: Mapping[Key, tuple[ReleaseChange, ...]] = _NONE,
    others: int = 0,
) -> Exit:
    """Print the differences; the exit code is 1 if there are some, like diff(1).

    `others`: how many rules of the two loaders decide nothing.
    """
    if as_json:
        output.json([_members(one, releases.get(one.key, ())) for one in found])
    elif not found:
        output.line(tr("Nothing differs."))
    told: set[Key] = set()
    named = {one.file for one in found if one.kind in (Kind.LAYER, Kind.DRIVER)}
    for one in () if as_json else found:
        if one.kind is Kind.LIBRARY and one.file in named:
            continue  # it follows from its manifest
        _tell(one, () if one.key in told else releases.get(one.key, ()), output)
        told.add(one.key)
    if others and not as_json:
        output.line(others_text(others))
    return Exit.FAILED if found else Exit.OK


def _members(one: ReportDifference, releases: tuple[ReleaseChange, ...]) -> dict[str, object]:
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
        "releases": [release.to_json() for release in releases],
    }


def _tell(one: ReportDifference, releases: tuple[ReleaseChange, ...], output: Output) -> None:
    before, after = (plain(compared_text(value)) or "–" for value in (one.before, one.after))
    change = output.paint(f"{before} → {after}", _TONES.get(one.after, "warn"))
    what = compared_name(one.what)
    output.line(f"{output.paint(plain(one.subject), 'strong')}  {what}: {change}")
    output.paragraph(one.sentence)
    for release in releases:
        output.paragraph(release.sentence())
    rule = one.reason.value if one.reason is not None else ""
    for text in filter(
        None, (rule and tr("rule: {rule}", rule=rule), place_of(one.file, one.line))
    ):
        output.line(f"    {output.paint(plain(text), 'faint')}")


def show_comparison(found: Comparison, options: argparse.Namespace, output: Output) -> Exit:
    """Print what differs, or all lines; the exit code is 1 if something differs, like diff(1)."""
    lines = found.lines if options.all else found.differences
    if output.as_json:
        output.json(to_json(found, lines))
    elif options.markdown:
        output.document(render_comparison(ComparisonForm.MARKDOWN, found, lines))
    else:
        _draw_comparison(found, lines, output)
    return Exit.FAILED if found.differences else Exit.OK


def _draw_comparison(found: Comparison, lines: Sequence[ComparedValue], output: Output) -> None:
    output.line(f"{plain(found.left)} → {plain(found.right)}: {found.summary}")
    for group, members in groupby(lines, key=lambda line: line.group):
        output.line()
        output.line(output.paint(plain(group), "strong"))
        for line in members:
            left, right = (plain("; ".join(text.split("\n"))) for text in line.texts)
            if line.is_equal:
                output.line(f"  {plain(line.name)}: {left}")
            else:
                output.line(f"  {plain(line.name)}: {output.paint(f'{left} → {right}', 'warn')}")
            if line.note:
                output.paragraph(line.note)
