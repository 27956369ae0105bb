"""What the loader finds out, told to the application's messengers as well (log.c, loader_log)."""

from __future__ import annotations

from vkconfig_py.loader.binding.messages import ERROR, INFO, WARNING, Messages
from vkconfig_py.loader.binding.observer import Finding, Observer
from vkconfig_py.loader.results import result_name

_SEVERITIES = {"warning": WARNING, "missing": WARNING}
_ERRORS = frozenset({"refused", "failed", "aborts", "exception"})


class Herald(Observer):
    """Passes everything on to another observer, and findings to those who listen to an instance.

    Attributes:
        instance: handle that messages are about; 0 as long as there is none.
    """

    __slots__ = ("_messages", "_observer", "instance")

    def __init__(self, observer: Observer, messages: Messages) -> None:
        self._observer = observer
        self._messages = messages
        self.instance = 0

    def about(self, step: str) -> None:
        """Pass on which call into foreign code comes next."""
        self._observer.about(step)

    def found(self, finding: Finding) -> None:
        """Pass on what a step came to."""
        self._observer.found(finding)
        if self._messages.are_heard:
            outcome = finding.outcome
            severity = ERROR if outcome in _ERRORS else _SEVERITIES.get(outcome, INFO)
            self._messages.say(severity, describe(finding), self.instance)


def describe(finding: Finding) -> str:
    """Return a finding as one line of text."""
    subject, step, outcome, code, detail = finding
    result = f" ({result_name(code)})" if code else ""
    return f"{subject}: {step}: {outcome}{result}" + (f": {detail}" if detail else "")
