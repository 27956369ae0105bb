"""Moments as people read them: a time of day, a date, "at 10:12", written as the language does."""

from __future__ import annotations

import time

from vkconfig_py.language.sentences import tr

_CLOCK = tr("%H:%M", "a time of day, as strftime writes it")
_CLOCK_SECONDS = tr("%H:%M:%S", "a time of day, as strftime writes it")
_DATE = tr("%Y-%m-%d", "a date, as strftime writes it")


def clock_text(seconds: float) -> str:
    """A time of day, such as 15:28."""
    return time.strftime(_CLOCK, time.localtime(seconds))


def clock_seconds_text(seconds: float) -> str:
    """A time of day to the second, such as 15:28:07."""
    return time.strftime(_CLOCK_SECONDS, time.localtime(seconds))


def moment_text(seconds: float) -> str:
    """A date with its time of day to the second: 2026-11-21 15:28:07."""
    return time.strftime(f"{_DATE} {_CLOCK_SECONDS}", time.localtime(seconds))


def when_text(seconds: float, now: float | None = None) -> str:
    """When something was, within a sentence: "at 15:28" of the current day, else with its date."""
    then, clock = time.localtime(seconds), clock_text(seconds)
    if then[:3] == time.localtime(now)[:3]:
        return tr("at {time}", time=clock)
    return tr("on {date} at {time}", date=time.strftime(_DATE, then), time=clock)
