"""What a plan rests on, the plan and the applied set as values, and what would change on disk."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import PurePath
from typing import TYPE_CHECKING

from vkconfig_py.loader.base.host import Application, OverlayFile, Position
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Remedy
from vkconfig_py.loader.profiles.profile import NEWEST
from vkconfig_py.model.configuration.configuration import Configuration, Variable

if TYPE_CHECKING:
    from vkconfig_py.loader.base.host import Host
    from vkconfig_py.loader.files.opened_loader import OpenedLoader
    from vkconfig_py.loader.profiles.profile import LoaderProfile
    from vkconfig_py.model.configuration.workspace import Workspace


class Mechanism(StrEnum):
    """How a configuration reaches a program."""

    LAUNCH = "launch"  # one launch: a private folder and variables; nothing else changes
    OVERRIDE = "override"  # VK_LAYER_LUNARG_override, for every program or for chosen ones
    SETTINGS = "settings"  # vk_loader_settings.json, for every program or for chosen ones
    AUTOMATIC = "automatic"  # applied: the one of the two above that says more of it
    ENVIRONMENT = "environment"  # variables alone, to be copied


class View(NamedTuple):
    """Which of its plans a configuration is looked at through.

    Attributes:
        programs: real paths that what is applied is limited to; empty is every program.
        listed: they are those of the configuration's list, and follow it.
    """

    mechanism: Mechanism = Mechanism.LAUNCH
    programs: tuple[str, ...] = ()
    listed: bool = False

    @property
    def is_applied(self) -> bool:
        return self.mechanism not in (Mechanism.LAUNCH, Mechanism.ENVIRONMENT)


class Applied(NamedTuple):
    """One configuration that is applied to the system, in one file with the others.

    Attributes:
        since: seconds since the epoch.
        mechanism: OVERRIDE or SETTINGS; the same for everything that is applied.
    """

    configuration: Configuration
    programs: tuple[str, ...]
    since: float
    mechanism: Mechanism = Mechanism.OVERRIDE


class InForce(NamedTuple):
    """What this program has applied.

    Attributes:
        files: paths at which files of ours stand now.
        originals: what stood at such a path before, if there was anything.
        left_behind: a process that was killed applied it.
        stays: it is meant to outlive whoever applied it, until it is withdrawn.
    """

    applied: tuple[Applied, ...] = ()
    files: tuple[str, ...] = ()
    left_behind: bool = False
    originals: tuple[tuple[str, bytes], ...] = ()
    stays: bool = False

    def seen_from(self, root: str) -> InForce:
        """The same with the files as the host names them, without a sample's folder."""
        return self._replace(
            files=tuple(path.removeprefix(root) for path in self.files),
            originals=tuple((path.removeprefix(root), old) for path, old in self.originals),
        )


NOTHING_IN_FORCE = InForce()


class PlannedFile(NamedTuple):
    """A file to write: content None means to take it away.

    Attributes:
        position: where a manifest has to stand among those of its folder.
        named: it is found by its name, so it may have no other; then its position says nothing.
    """

    path: str
    content: bytes | None
    position: Position = Position.FIRST
    named: bool = False


class Limit(NamedTuple):
    """A choice that this mechanism cannot express on this loader.

    Attributes:
        subject: layer or driver name, or "" for the plan as a whole.
        text: one sentence with rule and loader version, as the row shows it.
        alternative: what would allow it ("Launch", "the loader 1.3.247 or newer"), or "".
        blocking: Apply must be refused (a foreign settings file would hide the override, ...).
    """

    subject: str
    text: str
    alternative: str = ""
    blocking: bool = False

    @property
    def is_note(self) -> bool:
        return not (self.subject or self.alternative or self.blocking)


class Plan(NamedTuple):
    """What would be written and set.

    Attributes:
        command: what an administrator can run to reach programs that see nothing of this, or "".
    """

    mechanism: Mechanism
    files: tuple[PlannedFile, ...] = ()
    variables: tuple[Variable, ...] = ()
    limits: tuple[Limit, ...] = ()
    summary: str = ""
    notes: tuple[str, ...] = ()
    command: str = ""

    @property
    def sentences(self) -> tuple[str, ...]:
        way = f"An override in a system folder reaches it: {self.command}"
        return (*self.notes, way) if self.command else self.notes

    def overlay(self) -> dict[str, OverlayFile | None]:
        return {
            file.path: None if file.content is None else OverlayFile(file.content, file.position)
            for file in self.files
        }


def with_applied(
    applied: Sequence[Applied],
    configuration: Configuration,
    programs: Sequence[str],
    since: float,
    mechanism: Mechanism = Mechanism.OVERRIDE,
) -> tuple[Applied, ...]:
    """The set after one configuration is applied; it stands last.

    A program has one configuration and every program has one: what was applied to the same
    programs before gives them up, and vanishes when none is left. What stays goes by the new
    one's mechanism: two at once would hide parts of each other.
    """
    taken = set(programs)
    kept = []
    for one in without_applied(applied, configuration.key):
        rest = tuple(program for program in one.programs if program not in taken)
        if one.programs and rest:
            kept.append(one._replace(programs=rest))
        elif not one.programs and programs:
            kept.append(one)
    kept.append(Applied(configuration, tuple(dict.fromkeys(programs)), since))
    return with_mechanism(kept, mechanism)


def with_mechanism(applied: Sequence[Applied], mechanism: Mechanism) -> tuple[Applied, ...]:
    return tuple(one._replace(mechanism=mechanism) for one in applied)


def is_older(one: Applied, now: Configuration, *, with_sources: bool = True) -> bool:
    """Tell whether a configuration says something else than what is applied of it.

    Only what its mechanism expresses counts. Sources do not where manifests of a folder are left
    out: what is applied then names the others one by one.
    """
    by_settings = _BY_SETTINGS if one.mechanism is Mechanism.SETTINGS else frozenset()
    members = _COMPARED | by_settings | (_SOURCES if with_sources else frozenset())
    return any(getattr(one.configuration, name) != getattr(now, name) for name in members)


_COMPARED = frozenset({"name", "layers", "settings_file"})
_SOURCES = frozenset({"sources", "implicit_sources"})
_BY_SETTINGS = frozenset({"drivers", "devices", "loader_log"})


def without_applied(applied: Sequence[Applied], key: str) -> tuple[Applied, ...]:
    return tuple(one for one in applied if one.configuration.key != key)


def find_replaced(before: Sequence[Applied], after: Sequence[Applied]) -> tuple[Applied, ...]:
    """What loses programs when one more is applied: each with those that it loses.

    `after` names what was applied last at its end; where nothing is new, something was withdrawn.
    """
    if not after or after[-1] in before:
        return ()
    left = {one.configuration.key: one for one in after}
    replaced = []
    for one in before:
        now = left.get(one.configuration.key)
        if now is None:
            replaced.append(one)
        elif now is not after[-1]:
            lost = tuple(program for program in one.programs if program not in now.programs)
            if lost:
                replaced.append(one._replace(programs=lost))
    return tuple(replaced)


def replaced_sentences(replaced: Iterable[Applied]) -> tuple[str, ...]:
    return tuple(
        f"This takes the place of “{one.configuration.name}”, which is applied to "
        f"{_whom(one.programs)} now."
        for one in replaced
    )


def describe_applied(applied: Iterable[Applied], replaced: Iterable[Applied] = ()) -> str:
    """Who is in force, and in whose place, for the journal."""
    who = ", ".join(f"“{one.configuration.name}”" for one in applied)
    gone = ", ".join(f"“{one.configuration.name}” for {_whom(one.programs)}" for one in replaced)
    return f"{who} in place of {gone}" if gone else who


def _whom(programs: Sequence[str]) -> str:
    return ", ".join(PurePath(program).name for program in programs) or "every program"


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
        text: the difference (lines begin with "+", "-" or " "), or the variable's value.
    """

    kind: ChangeKind
    subject: str
    text: str

    @property
    def is_file(self) -> bool:
        return self.kind in (ChangeKind.NEW, ChangeKind.CHANGE, ChangeKind.REMOVE)


def find_changes(
    plan: Plan, environment: Mapping[str, str], read_file: ReadFile
) -> tuple[Change, ...]:
    """What would be different once the plan is in force; equal files are left out."""
    files = (_file_change(file, read_file(file.path)) for file in plan.files)
    variables = (_variable_change(variable, environment) for variable in plan.variables)
    return tuple(change for change in (*files, *variables) if change)


def render_difference(old: bytes | None, new: bytes | None) -> str:
    """The lines of a file with the sign of what happens to each."""
    lines = difflib.ndiff(_lines(old), _lines(new))
    # Lines of ndiff that begin with "?" only point at characters of the line above.
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


NO_APPLICATION = Application()
FIRST_VIEW = View()  # one launch


class Supposition(NamedTuple):
    """What is supposed of loader, program and machine; None leaves a thing as it is.

    Attributes:
        library: path of the loader library that the program opens.
        variables: names with their values, None for a variable that is not set.
        root: folder that stands for "/".
        remedies: tried in this order, on the machine as the rest supposes it.
    """

    version: tuple[int, int, int] | None = None
    pointer_bits: int | None = None
    program: str | None = None
    elevated: bool | None = None
    variables: tuple[tuple[str, str | None], ...] = ()
    root: str | None = None
    remedies: tuple[Remedy, ...] = ()
    library: str | None = None

    @property
    def is_empty(self) -> bool:
        return self == NOTHING_SUPPOSED


NOTHING_SUPPOSED = Supposition()


class Question(NamedTuple):
    """Everything a picture rests on; equal questions have equal pictures.

    Attributes:
        host: the session; the target's path is found out from the configuration or the view.
        profile: the loader that programs use; without a library, none is installed.
        applied: what this program has applied to the system, other configurations included.
        own_files: override files of ours that stand now (apply.applied_files).
        folder: private folder that the plan of a launch names; "" until it is made.
        supposed: what if; empty for everything that applies, launches or edits.
        left_out: manifests of the configuration's folders that are not searched.
        originals: what stood where files of ours stand now, if there was anything.
        opened: how the program comes to the loader of `profile`; None until its file was looked at.
    """

    host: Host
    profile: LoaderProfile
    configuration: Configuration
    view: View
    applied: tuple[Applied, ...] = ()
    application: Application = NO_APPLICATION
    own_files: tuple[str, ...] = ()
    folder: str = ""
    supposed: Supposition = NOTHING_SUPPOSED
    left_out: tuple[str, ...] = ()
    originals: tuple[tuple[str, bytes], ...] = ()
    loaders: tuple[LoaderProfile, ...] = ()
    opened: OpenedLoader | None = None


def ask(
    host: Host,
    loaders: Sequence[LoaderProfile],
    workspace: Workspace,
    in_force: InForce = NOTHING_IN_FORCE,
    view: View = FIRST_VIEW,
) -> Question:
    """The question that a window asks; without a loader, as the newest would answer."""
    from vkconfig_py.model.configuration.workspace import effective, left_out

    profile = loaders[0] if loaders else NEWEST
    return Question(
        host=host,
        profile=profile,
        configuration=effective(workspace),
        view=view,
        applied=in_force.applied,
        own_files=in_force.files,
        left_out=left_out(workspace.collection),
        originals=in_force.originals,
        loaders=tuple(loaders),
    )
