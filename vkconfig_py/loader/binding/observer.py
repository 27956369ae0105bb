"""Observer: hears what is about to happen, and what was found out.

`about` comes before every call into foreign code. If the process dies there, the last sentence
names the culprit. `found` reports what a loader would log; nothing reads log text.
"""

from __future__ import annotations

from vkconfig_py.loader.records import NamedTuple


class Finding(NamedTuple):
    """What one step came to.

    Attributes:
        subject: path of a library, name of a layer, name of a command.
        step: what was done: "open", "negotiate", "vkCreateInstance", ...
        outcome: "ok", "skipped", "refused", "missing", "warning", ...
        code: VkResult, where there is one.
        detail: the words of the dynamic linker, the missing symbol, ...
    """

    subject: str
    step: str
    outcome: str
    code: int = 0
    detail: str = ""


class Observer:
    """Hears nothing; a base for those who listen."""

    __slots__ = ()

    def about(self, step: str) -> None:
        """Hear which call into foreign code comes next."""

    def found(self, finding: Finding) -> None:
        """Hear what a step came to."""
