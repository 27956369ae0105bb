"""Durations as people write and read them: 15m, 1h30m, "1 hour 30 minutes", a countdown."""

from __future__ import annotations

import re

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.text.wording import count_of

_UNITS = (("day", "d", 86_400), ("hour", "h", 3_600), ("minute", "m", 60), ("second", "s", 1))
_WRITTEN = re.compile(
    r"(?:(\d{1,9})\s*d(?:ays?)?)?\s*(?:(\d{1,9})\s*h(?:ours?)?)?\s*"
    r"(?:(\d{1,9})\s*m(?:in(?:utes?)?)?)?\s*(?:(\d{1,9})\s*s(?:ec(?:onds?)?)?)?",
    re.IGNORECASE,
)
LONGEST = 365 * 86_400
EXPECTED = tr("a duration such as 15m, 2h, 1h30m or 90s, of a year at most")


def parse_duration(text: str) -> int:
    """Seconds of a written duration; 0 if it is none, or longer than a year.

    A number without a unit is none: nobody can tell minutes from seconds.
    """
    found = _WRITTEN.fullmatch(text.strip())
    if found is None:
        return 0
    numbers = (int(number or 0) for number in found.groups())
    total = sum(number * unit[2] for number, unit in zip(numbers, _UNITS, strict=True))
    return total if total <= LONGEST else 0


def duration_text(seconds: float) -> str:
    """Two units at most: "15 minutes", "1 hour 30 minutes", "2 days"."""
    rest, parts = max(0, round(seconds)), []
    for name, _short, size in _UNITS:
        number, rest = divmod(rest, size)
        if number:
            parts.append(count_of(number, name))
    return " ".join(parts[:2]) or "0 seconds"


def countdown_text(seconds: float) -> str:
    """Time left, as a clock shows it: 0:42, 12:41, 1:02:05; in days and hours from a day on."""
    # Rounded up: it says 0:01 until nothing is left.
    whole = max(0, int(-(-seconds // 1)))
    if whole >= _UNITS[0][2]:
        return duration_text(whole)
    hours, rest = divmod(whole, 3_600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"
