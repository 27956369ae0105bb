"""Comments of our files that say what was chosen and is not in force: written, and found again.

All other comments are documentation and examples for people.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.settings.dependence import NO_EFFECT
from vkconfig_py.model.settings.offered import ELSEWHERE

_REASONS = (NO_EFFECT, ELSEWHERE)
_UNWRITTEN = re.compile(r"([\w.]+) is not (?:written|set)( whole)?\. ", re.ASCII)


class Unwritten(NamedTuple):
    """A comment which says that a value, or a part of it, could not be written.

    Attributes:
        line: 1-based.
    """

    line: int
    name: str
    is_part: bool

    @property
    def sentence(self) -> str:
        """Say it to somebody who opens the file."""
        if self.is_part:
            return f"Not all of {self.name} could be written there; what is missing is not known."
        return f"{self.name} could not be written there; its value is not known."


def tell_unwritten(name: str, reason: str, *, written: str, is_part: bool = False) -> str:
    """Return the comment for it; `written` is "written" or "set"."""
    return f"{name} is not {written}{' whole' if is_part else ''}. {reason}"


def has_reason(comments: Mapping[int, str], named: Container[int], number: int) -> bool:
    """Return whether the comment right above a line is why it is held back.

    Args:
        comments: texts by their lines, without the mark of the comment.
        named: lines at which another setting stands, where the comment ends.
        number: the line.
    """
    for above in range(number - 1, 0, -1):
        text = comments.get(above)
        if text is None or above in named:
            return False
        if text.startswith(_REASONS):
            return True
    return False


def find_unwritten(comments: Mapping[int, str]) -> Iterator[Unwritten]:
    """Yield what the comments of a file say could not be written."""
    for number, text in comments.items():
        # A long name lets the words behind it begin the next line.
        found = _UNWRITTEN.match(f"{text} {comments.get(number + 1, '')} ")
        if found:
            yield Unwritten(number, found[1], is_part=bool(found[2]))
