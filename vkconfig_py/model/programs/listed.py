"""The programs that a configuration is applied to when nobody says otherwise. No Qt."""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.loader.host import Host
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.documents.configuration import Configuration, ProgramEntry
from vkconfig_py.model.programs.executables import ProgramMatch, ProgramState, describe_program


class Listed(NamedTuple):
    """The list of a configuration as the loader knows its programs.

    Attributes:
        programs: real paths of those that are turned on and can be started, each once.
        notes: what is to be known about those that are turned on, one sentence each.
        entries: programs of the list, turned on or off; without any it is for every program.
        enabled: those that are turned on.
    """

    programs: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    entries: int = 0
    enabled: int = 0

    @property
    def leaves_nobody(self) -> bool:
        """Return whether there is a list and none of it can be applied to."""
        return bool(self.entries) and not self.programs

    @property
    def why_nobody(self) -> str:
        """Return why the list leaves nobody, as a sentence; "" if it leaves somebody."""
        if not self.leaves_nobody:
            return ""
        if self.enabled:
            return "None of the programs that are turned on can be started."
        return "None of its programs is turned on."


class Reach(NamedTuple):
    """Whom a configuration can be applied to, besides every program."""

    target: ProgramMatch = ProgramMatch(state=ProgramState.NONE)
    listed: Listed = Listed()


def find_reach(configuration: Configuration, host: Host) -> Reach:
    """Return the target program and the list as the loader knows them."""
    target = describe_program(configuration.target.program, host)
    return Reach(target, find_listed(configuration.programs, host))


def find_listed(programs: Sequence[ProgramEntry], host: Host) -> Listed:
    """Return the programs of a list that what is applied acts on."""
    matches = [describe_program(entry.path, host) for entry in programs if entry.enabled]
    notes = [f"{match.error}; it is left out." for match in matches if not match.runs]
    notes += [f"{m.name} {m.sentence}." for m in matches if m.runs and m.sentence]
    real = tuple(dict.fromkeys(match.real for match in matches if match.runs))
    return Listed(real, tuple(dict.fromkeys(notes)), len(programs), len(matches))
