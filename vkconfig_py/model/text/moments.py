"""Moments as people read them: a time of day, a date, "at 10:12", written as the language does.

Files and JSON have moments as ISO 8601 or as seconds.
"""

from __future__ import annotations

import time

from vkconfig_py.language.sentences import Message, message, render, tr


def clock_text(seconds: float) -> str:
    """A time of day, such as 15:28."""
    return tr("{hour}:{minute}", **_parts(seconds))


def clock_seconds_text(seconds: float) -> str:
    """A time of day to the second, such as 15:28:07."""
    return tr("{hour}:{minute}:{second}", **_parts(seconds))


def date_clock_text(seconds: float) -> str:
    """A date with its time of day: 2026-11-21 15:28."""
    return tr("{year}-{month}-{day} {hour}:{minute}", **_parts(seconds))


def moment_text(seconds: float) -> str:
    """A date with its time of day to the second: 2026-11-21 15:28:07."""
    return render(moment_message(seconds))


def moment_message(seconds: float) -> Message | str:
    """The same as data: a value of a message."""
    return message("{year}-{month}-{day} {hour}:{minute}:{second}", **_parts(seconds))


def when_text(seconds: float, now: float | None = None) -> str:
    """When something was, within a sentence: "at 15:28" of the current day, else with its date."""
    clock = clock_text(seconds)
    if time.localtime(seconds)[:3] == time.localtime(now)[:3]:
        return tr("at {time}", time=clock)
    date = tr("{year}-{month}-{day}", **_parts(seconds))
    return tr("on {date} at {time}", date=date, time=clock)


def _parts(seconds: float) -> dict[str, str]:
    """The numbers of a moment here, each with two digits at least."""
    then = time.localtime(seconds)
    names = ("year", "month", "day", "hour", "minute", "second")
    return {name: f"{number:02}" for name, number in zip(names, then, strict=False)}
