"""Regular expressions that search a log, each match of which ends in bounded time.

Python's `re` can take years for a line of thirty letters, and holds the interpreter's lock
meanwhile: the window would stand still, whatever thread it runs on. PCRE2, behind
QRegularExpression, counts its steps and gives up at a limit that the pattern itself may set. With
the longest line that is looked at, a tenth of a second is the most that one line can take.
"""

from __future__ import annotations

from PySide6.QtCore import QRegularExpression

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.launch.log_filter import MOST_SPANS, Finder, LogFilter, PlainFinder

# A pattern may lower a limit that stands before it, but not raise it (pcre2pattern, "Setting match
# resource limits").
_LIMIT = "(*LIMIT_MATCH=10000)"
LONGEST = 4000  # characters of a line; what is behind them is not looked at
_Option = QRegularExpression.PatternOption
# \w and \b know the letters of every language.
_OPTIONS = _Option.UseUnicodePropertiesOption


def finder_of(wanted: LogFilter) -> Finder:
    if wanted.is_expression and wanted.text:
        return ExpressionFinder(wanted)
    return PlainFinder.of(wanted)


def problem_of_expression(text: str) -> str:
    """Why a text is no regular expression; "" if it is one."""
    expression = QRegularExpression(text, _OPTIONS)
    if expression.isValid():
        return ""
    at = expression.patternErrorOffset()
    if at <= 0:
        return tr("Not a regular expression: {reason}.", reason=expression.errorString())
    return tr(
        "Not a regular expression: {reason} after character {position}.",
        reason=expression.errorString(),
        position=at,
    )


class ExpressionFinder:
    """Finds what a valid regular expression means, line by line."""

    def __init__(self, wanted: LogFilter) -> None:
        text = rf"\b(?:{wanted.text})\b" if wanted.whole_words else wanted.text
        options = _OPTIONS
        if not wanted.match_case:
            options |= _Option.CaseInsensitiveOption
        self._expression = QRegularExpression(_LIMIT + text, options)
        self._expression.optimize()

    def finds(self, text: str) -> bool | None:
        for line in _plain(text).split("\n"):
            match = self._expression.match(line[:LONGEST])
            if match.hasMatch():
                return True
            if not match.isValid():  # it gave up: the expression itself is valid
                return None
        return False

    def spans(self, text: str, most: int = MOST_SPANS) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        start = 0
        for line in _plain(text).split("\n"):
            room = most - len(found)
            found += ((start + b, start + e) for b, e in self._line_spans(line[:LONGEST], room))
            start += len(line) + 1
        return found

    def _line_spans(self, line: str, most: int) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        places = None if line.isascii() else _places(line)
        at = 0
        while len(found) < most:
            match = self._expression.match(line, at)
            if not match.hasMatch():
                break
            begin, end = match.capturedStart(), match.capturedEnd()
            at = max(end, at + 1)  # nothing but an empty text may be found
            if begin < end:
                found.append((places[begin], places[end]) if places else (begin, end))
        return found


def _plain(text: str) -> str:
    """A text of the same length without halves of letters, which a program may print."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def _places(line: str) -> list[int]:
    """For each place as Qt counts, in UTF-16, the place in a line; and for its end."""
    places = [at for at, letter in enumerate(line) for _ in range(1 + (letter > "\uffff"))]
    return [*places, len(line)]
