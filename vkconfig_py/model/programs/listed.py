"""The programs that a configuration is applied to when nobody says otherwise. No Qt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vkconfig_py.loader.host import Host
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.documents.configuration import Configuration, ProgramEntry
from vkconfig_py.model.programs.executables import ProgramMatch, ProgramState, describe_program
from vkconfig_py.model.programs.wrappers import ONLY_A_RUN, Followed, compared_program, follow


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
    target = compared_program(configuration.target.program, host)
    return Reach(target, find_listed(configuration.programs, host))


def find_listed(programs: Sequence[ProgramEntry], host: Host) -> Listed:
    """Return the programs of a list that what is applied acts on."""
    enabled = [entry.path for entry in programs if entry.enabled]
    found = [follow(describe_program(path, host), host) for path in enabled]
    notes = [note for path, one in zip(enabled, found, strict=True) for note in _notes(path, one)]
    real = tuple(one.run.real for one in found if one.run.runs and not one.is_open)
    every = (tuple(dict.fromkeys(real)), tuple(dict.fromkeys(notes)))
    return Listed(*every, len(programs), len(enabled))


def _notes(path: str, followed: Followed) -> Iterator[str]:
    if not followed.run.runs:
        yield f"{followed.run.error}; it is left out."
    elif followed.is_open:
        yield f"{path} is a script: {ONLY_A_RUN}; it is left out."
    else:
        yield from followed.notes
        if followed.run.sentence:
            yield f"{followed.run.name} {followed.run.sentence}."
