"""Configuration + report -> Plan: files, variables, and what cannot be expressed.

Theory of operation: reference "recipe". Two families of loaders turn the same override into
different chains, so the plan is made for one LoaderProfile; what that loader will not follow is
said as a Limit instead of being silently different.
"""

from __future__ import annotations

from enum import StrEnum

from vkconfig_py.loader.host import OverlayFile, Position
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.documents.configuration import Configuration, Variable


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
        """Return whether it is looked at as applied to the system, not as one run."""
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
        """Return the same with the files as the host names them, without a sample's folder."""
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
    """A wish that this mechanism cannot express on this loader.

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
        """Return whether every wish is met all the same: it is only good to know."""
        return not (self.subject or self.alternative or self.blocking)


class Plan(NamedTuple):
    """What would be written and set.

    Attributes:
        notes: sentences about what becomes of other configurations that are applied.
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
    def told(self) -> tuple[str, ...]:
        """Return what is to be said besides the limits, as sentences."""
        way = f"An override in a system folder reaches it: {self.command}"
        return (*self.notes, way) if self.command else self.notes

    def overlay(self) -> dict[str, OverlayFile | None]:
        """Return the files as an overlay for a Host."""
        return {
            file.path: None if file.content is None else OverlayFile(file.content, file.position)
            for file in self.files
        }
