"""English texts that came from elsewhere as text alone, noted again: by the texts they are made of.

A child that opens drivers, another machine and a saved report send English. What is one of a list
of known texts, with any values, is told in the language of the user; all else is shown as it came.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from vkconfig_py.language.sentences import ENGLISH, noted, spoken

_VALUE = re.compile(r"\{(\w+)\}")


def recognised(text: str, known: tuple[str, ...]) -> str:
    """A text, noted if it is one of the known ones.

    Args:
        text: as it came.
        known: noted texts without their values; of several that fit, the one that says most.
    """
    if spoken() == ENGLISH or not text:
        return text
    for pattern, template in _patterns(known):
        if found := pattern.fullmatch(text):
            return noted(template, **found.groupdict())
    return text


@cache
def _patterns(known: Iterable[str]) -> tuple[tuple[re.Pattern[str], str], ...]:
    def said(template: str) -> int:
        return len(_VALUE.sub("", template))

    return tuple((_pattern(one), one) for one in sorted(known, key=said, reverse=True))


def _pattern(template: str) -> re.Pattern[str]:
    parts = _VALUE.split(template)
    return re.compile(
        "".join(f"(?P<{part}>.+)" if at % 2 else re.escape(part) for at, part in enumerate(parts)),
        re.DOTALL,
    )
