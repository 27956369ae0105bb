"""What a plan changes, file by file and variable by variable, for the preview. No Qt."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from enum import StrEnum

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.documents.configuration import Variable
from vkconfig_py.model.plan import Plan, PlannedFile

ReadFile = Callable[[str], bytes | None]


class ChangeKind(StrEnum):
    """What happens to a file or variable."""

    NEW = "New"
    CHANGE = "Change"
    REMOVE = "Remove"
    SET = "Set"
    UNSET = "Unset"


class Change(NamedTuple):
    """One line of the preview.

    Attributes:
        subject: path of the file, or name of the variable.
        text: the difference (lines begin with "+", "-" or " "), or the variable's value.
    """

    kind: ChangeKind
    subject: str
    text: str

    @property
    def is_file(self) -> bool:
        """Tell files from variables."""
        return self.kind in (ChangeKind.NEW, ChangeKind.CHANGE, ChangeKind.REMOVE)


def find_changes(
    plan: Plan, environment: Mapping[str, str], read_file: ReadFile
) -> tuple[Change, ...]:
    """Return what would be different once the plan is in force; equal files are left out."""
    files = (_file_change(file, read_file(file.path)) for file in plan.files)
    variables = (_variable_change(variable, environment) for variable in plan.variables)
    return tuple(change for change in (*files, *variables) if change)


def render_difference(old: bytes | None, new: bytes | None) -> str:
    """Return the lines of a file with the sign of what happens to each."""
    lines = difflib.ndiff(_lines(old), _lines(new))
    return "\n".join(line[0] + line[2:] for line in lines if not line.startswith("?"))


def _file_change(file: PlannedFile, existing: bytes | None) -> Change | None:
    if file.content == existing:
        return None
    if file.content is None:
        kind = ChangeKind.REMOVE
    else:
        kind = ChangeKind.NEW if existing is None else ChangeKind.CHANGE
    return Change(kind, file.path, render_difference(existing, file.content))


def _variable_change(variable: Variable, environment: Mapping[str, str]) -> Change | None:
    present = environment.get(variable.name)
    if variable.value is not None:
        return Change(ChangeKind.SET, variable.name, variable.value)
    return None if present is None else Change(ChangeKind.UNSET, variable.name, present)


def _lines(content: bytes | None) -> list[str]:
    return [] if content is None else content.decode("utf-8", "replace").splitlines()
