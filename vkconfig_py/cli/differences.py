"""Differences as text or JSON, for the commands that compare: of two reports, or line by line."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from itertools import groupby
from types import MappingProxyType

from vkconfig_py.cli.output import Exit, Output, plain, render_location
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.releases import ReleaseChange, render_other_rules
from vkconfig_py.loader.base.verdicts import Kind
from vkconfig_py.loader.explain.compare import (
    ComparisonKey,
    ReportDifference,
    render_property_name,
    render_property_value,
)
from vkconfig_py.model.comparison.sides import (
    ComparedValue,
    Comparison,
    ComparisonFormat,
    make_json,
    render_comparison,
)

_NO_DIFFERENCES: Mapping[ComparisonKey, tuple[ReleaseChange, ...]] = MappingProxyType({})
_TONE_BY_OUTCOME_WORD = {
    "loads": "ok",
    "acts": "ok",
    "yes": "ok",
    "fails": "error",
}


def show_differences(
    differences: Sequence[ReportDifference],
    output: Output,
    *,
    as_json: bool,
    releases: Mapping[ComparisonKey, tuple[ReleaseChange, ...]] = _NO_DIFFERENCES,
    other_rules: int = 0,
) -> Exit:
    """Print differences of two reports.

    Return 1 if there are some, like diff(1).

    Args:
        differences: what to print.
        output: where to.
        as_json: print JSON.
        releases: for a decision, the loader releases that changed it.
        other_rules: how many rules of both loaders differ without an effect.
    """
    code = Exit.FAILED if differences else Exit.OK
    if as_json:
        rows = [
            _difference_to_json(difference, releases.get(difference.key, ()))
            for difference in differences
        ]
        output.outcome({"differences": rows}, code)
    elif not differences:
        output.line(tr("No differences."))
    printed_releases: set[ComparisonKey] = set()
    component_files = {
        report_difference.file
        for report_difference in differences
        if report_difference.kind in (Kind.LAYER, Kind.DRIVER)
    }
    for difference in () if as_json else differences:
        if difference.kind is Kind.LIBRARY and difference.file in component_files:
            continue  # it follows from its manifest
        _print_difference(
            difference,
            () if difference.key in printed_releases else releases.get(difference.key, ()),
            output,
        )
        printed_releases.add(difference.key)
    if other_rules and not as_json:
        output.line(render_other_rules(other_rules))
    return code


def _difference_to_json(
    difference: ReportDifference, releases: tuple[ReleaseChange, ...]
) -> dict[str, object]:
    return {
        "subject": difference.subject,
        "kind": difference.kind.value,
        "what": difference.what,
        "before": difference.before,
        "after": difference.after,
        "reason": difference.reason.value if difference.reason is not None else None,
        "sentence": difference.sentence,
        "file": difference.file,
        "line": difference.line,
        "releases": [release.to_json() for release in releases],
    }


def _print_difference(
    difference: ReportDifference, releases: tuple[ReleaseChange, ...], output: Output
) -> None:
    """Print one difference with its reason, and the releases that changed the rule."""
    text_before, text_after = (
        plain(render_property_value(value)) or "–"
        for value in (difference.before, difference.after)
    )
    change = output.paint(
        f"{text_before} → {text_after}", _TONE_BY_OUTCOME_WORD.get(difference.after, "warn")
    )
    member_name = render_property_name(difference.what)
    output.line(f"{output.paint(plain(difference.subject), 'strong')}  {member_name}: {change}")
    output.paragraph(difference.sentence)
    for release in releases:
        output.paragraph(release.render())
    rule = difference.reason.value if difference.reason is not None else ""
    for text in filter(
        None,
        (rule and tr("rule: {rule}", rule=rule), render_location(difference.file, difference.line)),
    ):
        output.line(f"    {output.paint(plain(text), 'faint')}")


def show_comparison(comparison: Comparison, options: argparse.Namespace, output: Output) -> Exit:
    """Print the differences of two sides, or with --all every value.

    Return 1 if they differ, like diff(1).
    """
    lines = comparison.values if options.all else comparison.differences
    code = Exit.FAILED if comparison.differences else Exit.OK
    if output.as_json:
        output.outcome(make_json(comparison, lines), code)
    elif options.markdown:
        output.document(render_comparison(ComparisonFormat.MARKDOWN, comparison, lines))
    else:
        _print_comparison(comparison, lines, output)
    return code


def _print_comparison(
    comparison: Comparison, lines: Sequence[ComparedValue], output: Output
) -> None:
    output.line(
        f"{plain(comparison.left_title)} → {plain(comparison.right_title)}: {comparison.summary}"
    )
    for group, members in groupby(lines, key=lambda line: line.group):
        output.line()
        output.line(output.paint(plain(group), "strong"))
        for line in members:
            left, right = (plain("; ".join(text.split("\n"))) for text in line.displayed_values)
            if line.is_equal:
                output.line(f"  {plain(line.name)}: {left}")
            else:
                output.line(f"  {plain(line.name)}: {output.paint(f'{left} → {right}', 'warn')}")
            if line.note:
                output.paragraph(line.note)
