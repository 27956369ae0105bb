"""Differences of two reports, as text or JSON, for the commands that compare."""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.cli.output import Exit, Output, place_of, plain
from vkconfig_py.loader.explain.compare import Difference

_TONES = {"loads": "ok", "acts": "ok", "yes": "ok", "fails": "error", "skipped": "error"}


def show_differences(found: Sequence[Difference], output: Output, *, as_json: bool) -> Exit:
    """Print the differences; the exit code is 1 if there are some, like diff(1)."""
    if as_json:
        output.json([_members(one) for one in found])
    elif not found:
        output.line("Nothing differs.")
    for one in () if as_json else found:
        _tell(one, output)
    return Exit.FAILED if found else Exit.OK


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
