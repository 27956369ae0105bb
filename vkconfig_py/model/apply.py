"""Write a Plan, remember what was there, withdraw it, find what others left."""

from __future__ import annotations

from dataclasses import dataclass

from vkconfig_py.model.paths import StatePaths
from vkconfig_py.model.plan import Applied, Plan


@dataclass(frozen=True, slots=True)
class ApplyResult:
    """What happened: the path in force, or the sentence that says why nothing changed.

    Attributes:
        error: "" on success; otherwise one sentence with the path.
        note: "" or what the user should know (the place in the scan could not be reached, ...).
    """

    path: str = ""
    error: str = ""
    note: str = ""


def read_applied(paths: StatePaths) -> tuple[Applied, ...]:
    """Return what this program has applied and not withdrawn."""
    raise NotImplementedError


def apply_plan(plan: Plan, applied: tuple[Applied, ...], paths: StatePaths) -> ApplyResult:
    """Write the files of an override plan and record `applied` as the set now in force.

    With an empty `applied` everything is withdrawn: what was there before the first apply is
    restored byte for byte, with mode, times and link-ness.
    """
    raise NotImplementedError
