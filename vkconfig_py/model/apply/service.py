"""Apply and withdraw, shared by the window and the command line.

Both call it inside `changes()`, so that no other process of vkconfig-py changes what is applied
between reading, planning and writing; both show the returned ApplyOutcome. Paths in questions and
outcomes are those of the machine: for a sample machine, without the folder that contains it.
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
    """Port to the machine that the service needs; session.backend.Backend implements it."""

    def read_in_force(self, paths: StatePaths, /) -> InForce:
        """Read the record of what is applied."""

    def describe(self, path: str, host: Host, /) -> ProgramMatch:
        """Determine the path that the loader compares with the program names of an override."""

    def plan_applied(self, question: Question, cache: DocumentCache, /) -> Plan:
        """Plan the question's configuration together with those already applied."""

    def plan_rest(
        self, question: Question, applied: tuple[Applied, ...], cache: DocumentCache, /
    ) -> Plan:
        """Plan the configurations that remain after a withdrawal."""

    def apply(
        self, plan: Plan, applied: tuple[Applied, ...], paths: StatePaths, lasting: bool, /
    ) -> ApplyResult:
        """Write a plan with the journal, or restore every file if nothing stays applied."""

    def keep(self, paths: StatePaths, /) -> str:
        """Make the applied configurations persist after this process."""

    def remove_override(self, path: str, paths: StatePaths, /) -> str:
        """Remove an override of any owner."""

    def restore_override(self, path: str, paths: StatePaths, /) -> str:
        """Restore the override that was removed last."""

    def changing(self, paths: StatePaths, /) -> AbstractContextManager[None]:
        """Lock the applied configurations."""

    def clock(self) -> float:
        """Seconds since the epoch."""


class FileChange(NamedTuple):
    """Kind of change to a file: "new", "change", "remove" or "restore"."""

    file: str
    change: str


class ApplyOutcome(NamedTuple):
    """Result of a command. A refusal has the tone ERROR, and nothing was changed.

    Attributes:
        sentence: "" or a message for the user.
        path: active file after applying.
        withdrawn: configurations that were applied before and no longer are.
        files: changes to files of vkconfig-py, or of an override.
    """

    sentence: str = ""
    tone: Tone = Tone.NEUTRAL
    path: str = ""
    withdrawn: tuple[Applied, ...] = ()
    files: tuple[FileChange, ...] = ()

    @property
    def is_refused(self) -> bool:
        """True if nothing was changed; the sentence gives the reason."""
        return self.tone is Tone.ERROR


class MatchedPrograms(NamedTuple):
    """Programs by the paths that the loader compares.

    Attributes:
        notes: messages for the user, one sentence each.
        refused: the first program that no override could ever match; `programs` ends before it.
    """

    programs: tuple[str, ...]
    notes: tuple[str, ...] = ()
    refused: ProgramMatch | None = None


def refusal(sentence: str) -> ApplyOutcome:
    """Outcome of a command that changed nothing, with the reason as its sentence."""
    return ApplyOutcome(sentence, Tone.ERROR)


def match_programs(
    names: Sequence[str], host: Host, describe: Callable[[str, Host], ProgramMatch]
) -> MatchedPrograms:
    """Determine the path that the loader compares for each program, up to an unmatchable one."""
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
    """The applied configurations of one machine, and the commands that change them.

    Args:
        root: folder of a sample machine; nothing may be written outside it.
        cache: documents that were read before; shared by all steps of a command.
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
        """Keep other processes of vkconfig-py from changing what is applied meanwhile.

        Yields the refusal if the lock is not available; errors of the with-block propagate.
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
        """Find an applied configuration by its name or key, or return why it is not applied."""
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
        """Write the plan of a question that names the active set (see with_in_force).

        The configuration is applied to the programs of the question's view. A `lasting`
        configuration persists after this process; otherwise the next start after a kill finds it
        left behind.
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

        The remaining ones keep their lifetime: until their process ends, or persistent.
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
        """Make the applied configurations persist after this process; return "" or the error."""
        return self._backend.keep(self._paths)

    def remove_override(self, path: str, *, sections: bool = False) -> ApplyOutcome:
        """Remove an override; the journal keeps its content.

        Args:
            path: as the machine names it.
            sections: remove only vkconfig-py's sections from a file of another program.
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
    """Add the active set to a question, so that its plan is made together with it."""
    return question._replace(
        applied=in_force.applied, own_files=in_force.files, originals=in_force.originals
    )
