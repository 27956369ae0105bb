"""Moments as people read them: a time of day, a date, "at 10:12", written as the language does.

Files and JSON have moments as ISO 8601 or as seconds.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from vkconfig_py.language.sentences import Message, counted, message, render, tr


def render_clock(seconds: float) -> str:
    """Return a time of day such as 15:28. `seconds`: since the epoch."""
    return tr("{hour}:{minute}", **_format_moment_parts(seconds))


def render_clock_seconds(seconds: float) -> str:
    """Return a time of day to the second, such as 15:28:07. `seconds`: since the epoch."""
    return tr("{hour}:{minute}:{second}", **_format_moment_parts(seconds))


def render_date_clock(seconds: float) -> str:
    """Return a date with its time of day: 2026-11-21 15:28. `seconds`: since the epoch."""
    return tr("{year}-{month}-{day} {hour}:{minute}", **_format_moment_parts(seconds))


def render_moment(seconds: float) -> str:
    """Return a date with its time to the second: 2026-11-21 15:28:07.

    `seconds`: since the epoch.
    """
    return render(make_moment_message(seconds))


def make_moment_message(seconds: float) -> Message | str:
    """Return a date with its time of day, to the second, as a message.

    `seconds`: since the epoch.
    """
    return message("{year}-{month}-{day} {hour}:{minute}:{second}", **_format_moment_parts(seconds))


def render_when(seconds: float, reference: float | None = None) -> str:
    """Return when something was, for a sentence: "at 15:28" or, if not today, with the date.

    `seconds` and `reference`, which is now by default, are since the epoch.
    """
    clock = render_clock(seconds)
    if time.localtime(seconds)[:3] == time.localtime(reference)[:3]:
        return tr("at {time}", time=clock)
    date = tr("{year}-{month}-{day}", **_format_moment_parts(seconds))
    return tr("on {date} at {time}", date=date, time=clock)


def _format_moment_parts(seconds: float) -> dict[str, str]:
    """Return year, month, day, hour, minute and second of a local time, as texts by name."""
    local_time = time.localtime(seconds)
    names = ("year", "month", "day", "hour", "minute", "second")
    return {name: f"{number:02}" for name, number in zip(names, local_time, strict=False)}


# Durations as people write and read them: 15m, 1h30m, "1 hour 30 minutes", a countdown.

_DAY_SECONDS, _HOUR_SECONDS, _MINUTE_SECONDS = 86_400, 3_600, 60
_DURATION_UNITS: tuple[tuple[int, Callable[[int], str]], ...] = (
    (_DAY_SECONDS, lambda n: counted("{n:,} days", "{n:,} day", n)),
    (_HOUR_SECONDS, lambda n: counted("{n:,} hours", "{n:,} hour", n)),
    (_MINUTE_SECONDS, lambda n: counted("{n:,} minutes", "{n:,} minute", n)),
    (1, lambda n: counted("{n:,} seconds", "{n:,} second", n)),
)
_DURATION_PATTERN = re.compile(
    r"(?:(\d{1,9})\s*d(?:ays?)?)?\s*(?:(\d{1,9})\s*h(?:ours?)?)?\s*"
    r"(?:(\d{1,9})\s*m(?:in(?:utes?)?)?)?\s*(?:(\d{1,9})\s*s(?:ec(?:onds?)?)?)?",
    re.IGNORECASE,
)
MAX_DURATION = 365 * _DAY_SECONDS
DURATION_FORMAT = tr("a duration such as 15m, 2h, 1h30m or 90s, up to one year")


def parse_duration(text: str) -> int:
    """Return the seconds of a duration such as "15m", 0 if it is none or over a year.

    A number without a unit is no duration: nobody can tell minutes from seconds.
    """
    match = _DURATION_PATTERN.fullmatch(text.strip())
    if match is None:
        return 0
    numbers = (int(number or 0) for number in match.groups())
    total = sum(number * size for number, (size, _) in zip(numbers, _DURATION_UNITS, strict=True))
    return total if total <= MAX_DURATION else 0


def render_duration(seconds: float) -> str:
    """Return a duration in two units at most: "15 minutes", "1 hour 30 minutes", "2 days"."""
    remaining = max(0, round(seconds))
    parts: list[str] = []
    for size, amount in _DURATION_UNITS:
        number, remaining = divmod(remaining, size)
        if number or (size == 1 and not parts):
            parts.append(amount(number))
    return " ".join(parts[:2])


def render_milliseconds(milliseconds: float) -> str:
    """Return a duration such as "112 ms" or "2.4 s", or "" if unknown."""
    if milliseconds < 0:
        return ""
    if milliseconds >= 1000:
        return tr("{seconds:,.1f} s", seconds=milliseconds / 1000)
    return f"{milliseconds:.0f} ms" if milliseconds >= 1 else "< 1 ms"


def render_countdown(seconds: float) -> str:
    """Return the seconds left as 0:42, 12:41 or 1:02:05, or in days and hours from a day on."""
    # Rounded up: it says 0:01 until nothing is left.
    whole_seconds = max(0, int(-(-seconds // 1)))
    if whole_seconds >= _DAY_SECONDS:
        return render_duration(whole_seconds)
    hours, below_hour = divmod(whole_seconds, _HOUR_SECONDS)
    minutes, seconds_left = divmod(below_hour, _MINUTE_SECONDS)
    return f"{hours}:{minutes:02}:{seconds_left:02}" if hours else f"{minutes}:{seconds_left:02}"
