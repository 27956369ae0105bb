"""Apply and withdraw, for the window and the command line alike.

Both ask it inside `changes()`, so that no other copy of the program changes what is applied between
reading it, planning and writing; both show the ApplyOutcome that they get. Paths in questions and
outcomes are those of the machine: of a sample machine they are without the folder it stands in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Protocol

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.model.apply.apply_plan import NOTHING_PLANNED, WHAT_STANDS, ApplyResult
from vkconfig_py.model.apply.record import read_record
from vkconfig_py.model.chain.picture_values import Tone
from vkconfig_py.model.files.atomic_files import error_sentence
from vkconfig_py.model.files.paths import StatePaths, is_there
from vkconfig_py.model.plan.plan import (
    Applied,
    InForce,
    Plan,
    Question,
    with_applied,
    with_mechanism,
    without_applied,
)
from vkconfig_py.model.programs.program_paths import ProgramMatch


class ApplyBackend(Protocol):
    """What the service asks of the machine; session.backend.Backend is the real one."""

    def read_in_force(self, paths: StatePaths, /) -> InForce:
        """Read the record of what is applied."""

    def describe(self, path: str, host: Host, /) -> ProgramMatch:
        """Find out what the loader compares with a program's path."""

    def plan_applied(self, question: Question, cache: DocumentCache, /) -> Plan:
        """Plan the question's configuration beside what is applied already."""

    def plan_rest(
        self, question: Question, applied: tuple[Applied, ...], cache: DocumentCache, /
    ) -> Plan:
        """Plan what is left after a withdrawal."""

    def apply(
        self, plan: Plan, applied: tuple[Applied, ...], paths: StatePaths, lasting: bool, /
    ) -> ApplyResult:
        """Write a plan with the journal, or restore everything where nothing stays applied."""

    def keep(self, paths: StatePaths, /) -> str:
        """Note that what is applied outlives this process."""

    def remove_override(self, path: str, paths: StatePaths, /) -> str:
        """Take an override of anybody away."""

    def restore_override(self, path: str, paths: StatePaths, /) -> str:
        """Put back an override that was removed last."""

    def changing(self, paths: StatePaths, /) -> AbstractContextManager[None]:
        """Hold the lock of changes."""

    def clock(self) -> float:
        """Seconds since the epoch."""


class FileChange(NamedTuple):
    """What became of a file: "new", "change", "remove" or "restore"."""

    file: str
    change: str


class ApplyOutcome(NamedTuple):
    """How a command went. A refusal has the tone ERROR, and nothing was changed.

    Attributes:
        sentence: "" or what the user has to know.
        path: of the file in force after applying.
        withdrawn: what was applied before and is not any more.
        files: what became of files of ours, or of an override.
    """

    sentence: str = ""
    tone: Tone = Tone.NEUTRAL
    path: str = ""
    withdrawn: tuple[Applied, ...] = ()
    files: tuple[FileChange, ...] = ()

    @property
    def is_refused(self) -> bool:
        """Nothing was changed, and the sentence says why."""
        return self.tone is Tone.ERROR


class MatchedPrograms(NamedTuple):
    """Programs by the paths that the loader compares.

    Attributes:
        notes: what their users have to know, one sentence each.
        refused: the first one that nothing applied could ever match; the programs end before it.
    """

    programs: tuple[str, ...]
    notes: tuple[str, ...] = ()
    refused: ProgramMatch | None = None


def refusal(sentence: str) -> ApplyOutcome:
    """Nothing was changed, for the reason of the sentence."""
    return ApplyOutcome(sentence, Tone.ERROR)


def match_programs(
    names: Sequence[str], host: Host, describe: Callable[[str, Host], ProgramMatch]
) -> MatchedPrograms:
    """Find what the loader compares with each program, up to one that it cannot match."""
    programs: list[str] = []
    notes: list[str] = []
    for name in names:
        match = describe(name, host)
        if not match.runs or not match.real:
            return MatchedPrograms(tuple(programs), tuple(notes), match)
        if match.sentence:
            notes.append(f"{match.name} {match.sentence}")
        programs.append(match.real)
    return MatchedPrograms(tuple(programs), tuple(notes))


class ApplyService:
    """What is applied on one machine, and the ways to change it.

    Args:
        root: folder of a sample machine; nothing may be written outside it.
        cache: documents that were read before; one for everything that a command asks.
    """

    def __init__(
        self,
        backend: ApplyBackend,
        paths: StatePaths,
        root: str = "",
        cache: DocumentCache | None = None,
    ) -> None:
        self._backend = backend
        self._paths = paths
        self._root = root
        self._cache = cache or DocumentCache()

    @contextmanager
    def changes(self) -> Iterator[ApplyOutcome | None]:
        """Keep other copies of the program from changing what is applied meanwhile.

        Yields the refusal if the lock cannot be had; errors of the block are its own.
        """
        with ExitStack() as stack:
            busy = None
            try:
                stack.enter_context(self._backend.changing(self._paths))
            except OSError as error:
                doing, reason = "Nothing was changed", error.strerror or error
                told = error_sentence(doing, "", error) if error.filename else f"{doing}: {reason}."
                busy = refusal(told)
            yield busy

    def in_force(self) -> InForce:
        return self._backend.read_in_force(self._paths).seen_from(self._root)

    def find_applied(self, name: str) -> Applied | ApplyOutcome:
        """Find what is applied by the name or key of its configuration, or say why it is not."""
        for one in self.in_force().applied:
            if name in (one.configuration.name, one.configuration.key):
                return one
        _, damage = read_record(self._paths)
        if damage:
            return refusal(f"Not everything could be withdrawn: {damage} {WHAT_STANDS}")
        return ApplyOutcome(f"“{name}” is not applied")

    def apply(self, question: Question, programs: Sequence[str]) -> ApplyOutcome:
        """Apply the question's configuration to programs, or to every program with ()."""
        matched = match_programs(programs, question.host, self._backend.describe)
        if matched.refused is not None:
            return refusal(f"Nothing was applied: {matched.refused.why_unmatched}.")
        view = question.view._replace(programs=matched.programs)
        question = with_in_force(question._replace(view=view), self.in_force())
        return self.write(question, self._backend.plan_applied(question, self._cache))

    def write(self, question: Question, plan: Plan, *, lasting: bool = False) -> ApplyOutcome:
        """Write the plan of a question that names what is in force (see with_in_force).

        The configuration is applied to the programs of the question's view. What is `lasting` is
        meant to outlive this process; otherwise a start after a kill finds it left behind.
        """
        applied = with_applied(
            question.applied,
            question.configuration,
            question.view.programs,
            self._backend.clock(),
            plan.mechanism,
        )
        return self._write(plan, applied, lasting)

    def withdraw(self, question: Question, keys: Sequence[str] = ()) -> ApplyOutcome:
        """Withdraw the configurations of these keys, or everything with ().

        What is left stays as it did: until its process ends, or for good.
        """
        before = self.in_force()
        rest = before.applied if keys else ()
        for key in keys:
            rest = without_applied(rest, key)
        # The record alone says how everything is withdrawn: no folder is asked that may not answer.
        plan = NOTHING_PLANNED
        if rest:
            plan = self._backend.plan_rest(with_in_force(question, before), rest, self._cache)
        if not plan.files:  # what is left says nothing
            rest = ()
        outcome = self._write(plan, with_mechanism(rest, plan.mechanism), lasting=False)
        left = {one.configuration.key for one in rest}
        stands = self.in_force().files
        return outcome._replace(
            withdrawn=tuple(one for one in before.applied if one.configuration.key not in left),
            files=tuple(self._withdrawn_file(file, stands) for file in before.files),
        )

    def keep(self) -> str:
        """Let what is applied outlive this process; return "" or why it cannot."""
        return self._backend.keep(self._paths)

    def remove_override(self, path: str, *, sections: bool = False) -> ApplyOutcome:
        """Take an override away; the journal keeps it.

        Args:
            path: as the machine names it.
            sections: only sections of ours leave a file of somebody else.
        """
        placed = self._root + path
        if told := self._backend.remove_override(placed, self._paths):
            return refusal(told)
        is_back = is_there(Path(placed))
        change = "change" if sections else "restore" if is_back else "remove"
        return ApplyOutcome(files=(FileChange(path, change),))

    def restore_override(self, path: str) -> ApplyOutcome:
        if told := self._backend.restore_override(self._root + path, self._paths):
            return refusal(told)
        return ApplyOutcome(files=(FileChange(path, "restore"),))

    def _write(self, plan: Plan, applied: tuple[Applied, ...], lasting: bool) -> ApplyOutcome:
        files = tuple(file._replace(path=self._root + file.path) for file in plan.files)
        placed = plan._replace(files=files)
        result = self._backend.apply(placed, applied, self._paths, lasting)
        if result.error:
            return refusal(result.error)
        tone = Tone.WARN if result.note else Tone.NEUTRAL
        return ApplyOutcome(result.note, tone, result.path.removeprefix(self._root))

    def _withdrawn_file(self, file: str, stands: Sequence[str]) -> FileChange:
        if file in stands:
            return FileChange(file, "change")
        return FileChange(file, "restore" if is_there(Path(self._root + file)) else "remove")


def with_in_force(question: Question, in_force: InForce) -> Question:
    """Let a question name what is applied now, so that its plan stands beside that."""
    return question._replace(
        applied=in_force.applied, own_files=in_force.files, originals=in_force.originals
    )
