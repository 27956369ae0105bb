"""Finding: one thing that is wrong with a file that somebody wants to have looked at."""

from __future__ import annotations

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.loader.verdicts import Severity


class Finding(NamedTuple):
    """One thing that is wrong with a file.

    Attributes:
        code: stable name of the kind of finding.
        line: 1-based, or 0.
    """

    severity: Severity
    code: str
    file: str
    line: int
    sentence: str


def sound(text: str) -> str:
    """Return a text with halves of characters escaped, which strict JSON does not have."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
