"""Durations as people write and read them: 15m, 1h30m, "1 hour 30 minutes", a countdown."""

from __future__ import annotations

import re
from collections.abc import Callable

from vkconfig_py.language.sentences import counted, tr

_DAY, _HOUR, _MINUTE = 86_400, 3_600, 60
_UNITS: tuple[tuple[int, Callable[[int], str]], ...] = (
    (_DAY, lambda n: counted("{n:,} days", "{n:,} day", n)),
    (_HOUR, lambda n: counted("{n:,} hours", "{n:,} hour", n)),
    (_MINUTE, lambda n: counted("{n:,} minutes", "{n:,} minute", n)),
    (1, lambda n: counted("{n:,} seconds", "{n:,} second", n)),
)
_WRITTEN = re.compile(
    r"(?:(\d{1,9})\s*d(?:ays?)?)?\s*(?:(\d{1,9})\s*h(?:ours?)?)?\s*"
    r"(?:(\d{1,9})\s*m(?:in(?:utes?)?)?)?\s*(?:(\d{1,9})\s*s(?:ec(?:onds?)?)?)?",
    re.IGNORECASE,
)
LONGEST = 365 * _DAY
EXPECTED = tr("a duration such as 15m, 2h, 1h30m or 90s, of a year at most")


def parse_duration(text: str) -> int:
    """Seconds of a written duration; 0 if it is none, or longer than a year.

    A number without a unit is none: nobody can tell minutes from seconds.
    """
    found = _WRITTEN.fullmatch(text.strip())
    if found is None:
        return 0
    numbers = (int(number or 0) for number in found.groups())
    total = sum(number * size for number, (size, _) in zip(numbers, _UNITS, strict=True))
    return total if total <= LONGEST else 0


def duration_text(seconds: float) -> str:
    """Two units at most: "15 minutes", "1 hour 30 minutes", "2 days"."""
    rest = max(0, round(seconds))
    parts: list[str] = []
    for size, told in _UNITS:
        number, rest = divmod(rest, size)
        if number or (size == 1 and not parts):
            parts.append(told(number))
    return " ".join(parts[:2])


def milliseconds_text(milliseconds: float) -> str:
    """Duration such as "112 ms" or "2.4 s", "" if unknown."""
    if milliseconds < 0:
        return ""
    if milliseconds >= 1000:
        return tr("{seconds:,.1f} s", seconds=milliseconds / 1000)
    return f"{milliseconds:.0f} ms" if milliseconds >= 1 else "< 1 ms"


def countdown_text(seconds: float) -> str:
    """Time left, as a clock shows it: 0:42, 12:41, 1:02:05; in days and hours from a day on."""
    # Rounded up: it says 0:01 until nothing is left.
    whole = max(0, int(-(-seconds // 1)))
    if whole >= _DAY:
        return duration_text(whole)
    hours, rest = divmod(whole, _HOUR)
    minutes, left = divmod(rest, _MINUTE)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"
