"""Severities of problems and messages in words."""

from __future__ import annotations

from vkconfig_py.language.sentences import counted, tr

# Those of problems, those of the lines of a log, and those of validation messages.
_WORDS = {
    "error": tr("error", "a severity"),
    "warning": tr("warning", "a severity"),
    "note": tr("note", "a severity"),
    "info": tr("info", "a severity"),
}


def severity_word(severity: str) -> str:
    """A severity as it is shown: "error"."""
    return _WORDS.get(severity, severity)


def severity_count(number: int, severity: str) -> str:
    """How many there are of a severity: "1 error", "3 warnings"."""
    match severity:
        case "error":
            return counted("{n:,} errors", "{n} error", number)
        case "warning":
            return counted("{n:,} warnings", "{n} warning", number)
        case _:
            return counted("{n:,} notes", "{n} note", number)
