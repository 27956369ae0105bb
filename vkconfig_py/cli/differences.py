"""Differences of two reports, as text or JSON, for the commands that compare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from vkconfig_py.cli.output import Exit, Output, place_of, plain
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.releases import ReleaseChange, others_text
from vkconfig_py.loader.base.verdicts import Kind
from vkconfig_py.loader.explain.compare import Key, ReportDifference, compared_name, compared_text

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
