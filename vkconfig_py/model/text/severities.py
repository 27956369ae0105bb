"""Severities of problems and messages in words."""

from __future__ import annotations

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.verdicts import Severity
from vkconfig_py.loader.explain import sentences
from vkconfig_py.model.text.wording import count_of

# Those of problems; and those of the lines of a log and of validation messages alone.
_WORDS_BY_VALUE = {one.value: sentences.severity_word(one) for one in Severity}
_WORDS_BY_VALUE["info"] = tr("info", "a severity")


def severity_word(severity: str) -> str:
    """Return a severity as it is shown: "error"."""
    return _WORDS_BY_VALUE.get(severity, severity)


def severity_count(number: int, severity: str) -> str:
    """Return how many there are of a severity: "1 error", "3 warnings"."""
    return count_of(number, "note" if severity == "info" else severity)
