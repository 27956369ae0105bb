"""Rows of the runs that are remembered, and of what differs between two of them."""

from __future__ import annotations

import shlex

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.launch.run_comparison import Difference, run_text
from vkconfig_py.model.launch.run_history import Run
from vkconfig_py.model.text.lines import ListLine
from vkconfig_py.model.text.moments import moment_text


def run_key(run: Run) -> str:
    return f"{run.started}\n{run.program}"


def command_of(run: Run) -> str:
    return shlex.join((run.name, *run.arguments))


def present_run(run: Run) -> ListLine:
    """Command, time, and what became of it."""
    icon, tone = _glyph(run)
    command, time, text = command_of(run), moment_text(run.started), run_text(run)
    return ListLine(
        command,
        text,
        icon=icon,
        tone=tone,
        note=time,
        tip=f"{run.program}\n{text}",
        spoken=f"{command}, {time}, {text}",
    )


def _glyph(run: Run) -> tuple[str, str]:
    if not run.ended:
        return "play", "ok"
    if run.code == 0:
        return "check", "ok"
    return ("error", "error") if run.signal or run.code else ("stop", "neutral")


def difference_key(difference: Difference) -> str:
    return difference.subject


def present_difference(difference: Difference) -> ListLine:
    """What differs, and what it was in both."""
    subject, first, second = difference.subject, difference.first, difference.second
    return ListLine(
        subject,
        f"{first}  →  {second}",
        tip=f"{first}\n→ {second}",
        spoken=tr("{subject}: {first}, then {second}", subject=subject, first=first, second=second),
    )
