"""Rows of the runs that are remembered."""

from __future__ import annotations

import shlex

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.model.launch.run_history import STOPPED, PastRun
from vkconfig_py.model.text.lines import ListLine
from vkconfig_py.model.text.moments import moment_text


def run_key(run: PastRun) -> str:
    return f"{run.started}\n{run.program}"


def command_of(run: PastRun) -> str:
    return shlex.join((run.name, *run.arguments))


def present_run(run: PastRun) -> ListLine:
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


def _glyph(run: PastRun) -> tuple[str, str]:
    if not run.ended:
        return "play", "ok"
    if run.code == 0:
        return "check", "ok"
    return ("error", "error") if run.signal or run.code else ("stop", "neutral")


def run_text(run: PastRun) -> str:
    """A run in one line: what it was started with, and how it ended or since when it runs."""
    started = tr("“{name}”", name=run.configuration)
    if run.options:
        started = tr("“{name}” ({options})", name=run.configuration, options=run.options)
    safe = tr("safe mode {safe}", safe=run.safe) if run.safe else ""
    layers = counted("{n} layers predicted", "{n} layer predicted", len(run.chain))
    if run.is_seen:
        layers = counted("{n} layers", "{n} layer", len(run.chain))
    end, lasted = end_text(run), duration_text(run.seconds)
    ended = tr("running for {duration}", duration=lasted)
    if end:
        ended = tr("{end} after {duration}", end=end, duration=lasted)
    return " · ".join(filter(None, (started, safe, layers, _counted(run), ended)))


def end_text(run: PastRun) -> str:
    """How a run ended: "exit 0", "ended by SIGSEGV"; "" while it goes on."""
    if run.ended.startswith(STOPPED):
        return tr("stopped")
    if run.signal:
        return tr("ended by {signal}", signal=run.signal)
    return run.ended if run.code is None else tr("exit {code}", code=run.code)


def _counted(run: PastRun) -> str:
    if run.messages is None:
        return ""
    return counted("{n:,} messages", "{n} message", sum(message.total for message in run.messages))


def duration_text(seconds: float) -> str:
    if seconds < 60:
        return tr("{seconds:.1f} s", seconds=seconds)
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02} h" if hours else f"{minutes}:{rest:02} min"
