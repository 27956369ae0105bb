"""Severities of problems and messages in words."""

from __future__ import annotations

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.verdicts import Severity
from vkconfig_py.loader.explain import verdict_sentences
from vkconfig_py.model.text.wording import render_count

# Those of problems; and those of the lines of a log and of validation messages alone.
_SEVERITY_WORDS = {one.value: verdict_sentences.render_severity(one) for one in Severity}
_SEVERITY_WORDS["info"] = tr("info", "a severity")


def render_severity(severity: str) -> str:
    """Return a severity as it is shown: "error"."""
    return _SEVERITY_WORDS.get(severity, severity)


def render_severity_count(number: int, severity: str) -> str:
    """Return how many there are of a severity: "1 error", "3 warnings"."""
    return render_count(number, "note" if severity == "info" else severity)
