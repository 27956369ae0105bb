"""Apply and withdraw, shared by the window and the command line.

Both call it inside `changes()`, so that no other process of vkconfig-py changes what is applied
between reading, planning and writing. Both show the returned ApplyOutcome. Paths in requests and
outcomes are those of the machine: for a sample machine, without the folder that contains it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from vkconfig_py.language.sentences import join_words, render, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.model.apply import lease_facts
from vkconfig_py.model.apply.apply_plan import (
    NOTHING_PLANNED,
    WHAT_STANDS,
    apply_plan,
    change_leases,
    read_applied_state,
)
from vkconfig_py.model.apply.journal import changing
from vkconfig_py.model.apply.lease_facts import LeaseError, make_lease
from vkconfig_py.model.apply.record import read_record
from vkconfig_py.model.chain.snapshot_values import Tone
from vkconfig_py.model.files.atomic_files import error_sentence
from vkconfig_py.model.files.paths import StatePaths, is_there, reason_of
from vkconfig_py.model.plan.leases import (
    UNTIL_WITHDRAWN,
    Lease,
    Term,
    UntilTime,
    extend_lease,
    needs_guard,
)
from vkconfig_py.model.plan.plan import (
    AppliedConfiguration,
    AppliedState,
    Plan,
    PredictionRequest,
    with_applied,
    with_mechanism,
    without_applied,
)
from vkconfig_py.model.programs.program_paths import ProgramMatch, compared_program
from vkconfig_py.model.text.wording import is_typed, quoted


class FileChangeKind(NamedTuple):
    """Kind of change to a file: "new", "change", "remove" or "restore"."""

    file: str
    change: str


class ApplyOutcome(NamedTuple):
    """Result of a command. A refusal has the tone ERROR.

    Attributes:
        sentence: "" or a message for the user.
        path: active file after applying.
        withdrawn: configurations that were applied before and no longer are.
        files: changes to files of vkconfig-py, or of an override.
    """

    sentence: str = ""
    tone: Tone = Tone.NEUTRAL
    path: str = ""
    withdrawn: tuple[AppliedConfiguration, ...] = ()
    files: tuple[FileChangeKind, ...] = ()

    @property
    def is_refused(self) -> bool:
        """True if it did not succeed. The sentence tells why, and what stands all the same."""
        return self.tone is Tone.ERROR


class MatchedPrograms(NamedTuple):
    """Programs by the paths that the loader compares.

    Attributes:
        notes: messages for the user, one sentence each.
        refused: the first program that no override could ever match. `programs` ends before it.
    """

    programs: tuple[str, ...]
    notes: tuple[str, ...] = ()
    refused: ProgramMatch | None = None


def refusal(sentence: str) -> ApplyOutcome:
    """Return the outcome of a command that changed nothing, with the reason as its sentence."""
    return ApplyOutcome(sentence, Tone.ERROR)


def match_programs(names: Sequence[str], host: Host) -> MatchedPrograms:
    """Determine the path that the loader compares for each program, up to an unmatchable one."""
    programs: list[str] = []
    notes: list[str] = []
    for name in names:
        match = compared_program(name, host)
        if not match.runs or not match.real:
            return MatchedPrograms(tuple(programs), tuple(notes), match)
        if match.sentence:
            notes.append(match.sentence)
        programs.append(match.real)
    return MatchedPrograms(tuple(programs), tuple(notes))


class ApplyService:
    """The applied configurations of one machine, and the commands that change them.

    Args:
        root: folder of a sample machine. Nothing may be written outside it.
        cache: documents that were read before. Shared by all steps of a command.
    """

    def __init__(
        self,
        paths: StatePaths,
        root: str = "",
        cache: DocumentCache | None = None,
    ) -> None:
        self._paths = paths
        self._root = root
        self._cache = cache or DocumentCache()

    @contextmanager
    def changes(self) -> Iterator[ApplyOutcome | None]:
        """Keep other processes of vkconfig-py from changing what is applied meanwhile.

        Yields the refusal if the lock is not available. Errors of the with-block propagate.
        """
        with ExitStack() as stack:
            busy = None
            try:
                stack.enter_context(changing(self._paths))
            except OSError as error:
                sentence = tr("Nothing was changed: {reason}.", reason=reason_of(error))
                if error.filename:
                    sentence = error_sentence(tr("Nothing was changed"), "", error)
                busy = refusal(sentence)
            yield busy
            if busy is None:
                # An earlier one may have been killed; and a command may have changed leases.
                self.see_to_guard()

    def applied_state(self) -> AppliedState:
        return read_applied_state(self._paths).without_root(self._root)

    def find_applied(self, name: str) -> AppliedConfiguration | ApplyOutcome:
        """Find an applied configuration by its name or key, or return why it is not applied."""
        for entry in self.applied_state().configurations:
            configuration = entry.configuration
            if is_typed(name, configuration.name, render(configuration.title), configuration.key):
                return entry
        _, damage = read_record(self._paths)
        if damage:
            return refusal(
                tr(
                    "Not everything could be withdrawn: {reason} {advice}",
                    reason=damage,
                    advice=WHAT_STANDS,
                )
            )
        return ApplyOutcome(tr("“{name}” is not applied", name=name))

    def apply(
        self, request: PredictionRequest, programs: Sequence[str], term: Term = UNTIL_WITHDRAWN
    ) -> ApplyOutcome:
        """Apply the request's configuration to programs, or to every program with ()."""
        matched = match_programs(programs, request.host)
        if matched.refused is not None:
            return refusal(
                tr("Nothing was applied: {reason}.", reason=matched.refused.why_unmatched)
            )
        view = request.view._replace(programs=matched.programs)
        request = with_in_force(request._replace(view=view), self.applied_state())
        from vkconfig_py.model.chain.compute import plan_to_apply

        return self.write(request, plan_to_apply(request, self._cache), term)

    def write(
        self, request: PredictionRequest, plan: Plan, term: Term = UNTIL_WITHDRAWN
    ) -> ApplyOutcome:
        """Write the plan of a request that names the active set (see with_in_force).

        The configuration is applied to the programs of the request's view.
        """
        moment = lease_facts.read_moment()
        try:
            lease = make_lease(term, self._paths, moment)
        except LeaseError as error:
            return refusal(tr("Nothing was applied: {reason}.", reason=error))
        applied = with_applied(
            request.applied_configurations,
            request.configuration,
            request.view.programs,
            moment.wall_time,
            plan.mechanism,
            lease,
        )
        # Before the first file: whatever happens to this process then, somebody ends the lease.
        unguarded = self._see_to_guard(applied)
        return _with_note(self._write(plan, applied), unguarded)

    def withdraw(self, request: PredictionRequest, keys: Sequence[str] = ()) -> ApplyOutcome:
        """Withdraw the configurations of these keys, or everything with ()."""
        return self._withdraw(request, keys, self.applied_state(), ended=False)

    def end_leases(self, request: PredictionRequest) -> ApplyOutcome:
        """Withdraw the configurations whose lease has ended, if there are any."""
        before = self.applied_state()
        if not before.ended_keys:
            return ApplyOutcome()
        return self._withdraw(request, before.ended_keys, before, ended=True)

    def _withdraw(
        self, request: PredictionRequest, keys: Sequence[str], before: AppliedState, *, ended: bool
    ) -> ApplyOutcome:
        remaining = before.configurations if keys else ()
        for key in keys:
            remaining = without_applied(remaining, key)
        # The record alone says how everything is withdrawn: no folder is asked that may not answer.
        plan = NOTHING_PLANNED
        if remaining:
            from vkconfig_py.model.chain.compute import applied_plan

            plan = applied_plan(with_in_force(request, before), remaining, self._cache)
        if not plan.files:  # what is left says nothing
            remaining = ()
        outcome = self._write(plan, with_mechanism(remaining, plan.mechanism), ended=ended)
        remaining_keys = {entry.configuration.key for entry in remaining}
        stands = self.applied_state().files
        return outcome._replace(
            withdrawn=tuple(
                entry
                for entry in before.configurations
                if entry.configuration.key not in remaining_keys
            ),
            files=tuple(self._withdrawn_file(file, stands) for file in before.files),
        )

    def extend(self, key: str, seconds: float) -> ApplyOutcome:
        """Add seconds to what is left until the deadline of an applied configuration."""
        entry = next(
            (
                entry
                for entry in self.applied_state().configurations
                if entry.configuration.key == key
            ),
            None,
        )
        if entry is None:
            return refusal(tr("Nothing was extended: it is no longer applied."))
        if not isinstance(entry.lease, UntilTime):
            name = entry.configuration.title
            return refusal(
                tr("“{name}” has no end time to move: apply it again with one.", name=name)
            )
        lease = extend_lease(entry.lease, seconds, lease_facts.read_moment())
        return self._change_leases({key: lease})

    def keep(self, keys: Sequence[str]) -> ApplyOutcome:
        """Keep configurations applied until they are withdrawn."""
        return self._change_leases(dict.fromkeys(keys, UNTIL_WITHDRAWN))

    def _change_leases(self, leases: Mapping[str, Lease]) -> ApplyOutcome:
        error = change_leases(leases, self._paths)
        return refusal(error) if error else ApplyOutcome()

    def see_to_guard(self) -> str:
        """Start a guard if something applied needs one and return "" or the error."""
        return self._see_to_guard(self.applied_state().configurations)

    def _see_to_guard(self, applied: Sequence[AppliedConfiguration]) -> str:
        # A sample machine goes with its window.
        if self._root or not any(needs_guard(entry.lease) for entry in applied):
            return ""
        from vkconfig_py.model.apply.lease_guard import start_guard

        return start_guard(self._paths)

    def remove_override(self, path: str, *, sections: bool = False) -> ApplyOutcome:
        """Remove an override. The journal keeps its content.

        Args:
            path: as the machine names it.
            sections: remove only vkconfig-py's sections from a file of another program.
        """
        from vkconfig_py.model.apply.found_overrides import remove_override

        real_path = self._root + path
        if failure := remove_override(real_path, self._paths):
            return refusal(failure)
        is_back = is_there(Path(real_path))
        change = "change" if sections else "restore" if is_back else "remove"
        return ApplyOutcome(files=(FileChangeKind(path, change),))

    def restore_override(self, path: str) -> ApplyOutcome:
        from vkconfig_py.model.apply.found_overrides import restore_override

        if failure := restore_override(self._root + path, self._paths):
            return refusal(failure)
        return ApplyOutcome(files=(FileChangeKind(path, "restore"),))

    def _write(
        self, plan: Plan, applied: tuple[AppliedConfiguration, ...], *, ended: bool = False
    ) -> ApplyOutcome:
        files = tuple(file._replace(path=self._root + file.path) for file in plan.files)
        placed_plan = plan._replace(files=files)
        result = apply_plan(placed_plan, applied, self._paths, ended=ended)
        if result.error:
            return refusal(result.error)
        tone = Tone.WARN if result.note else Tone.NEUTRAL
        return ApplyOutcome(result.note, tone, result.path.removeprefix(self._root))

    def _withdrawn_file(self, file: str, stands: Sequence[str]) -> FileChangeKind:
        if file in stands:
            return FileChangeKind(file, "change")
        return FileChangeKind(file, "restore" if is_there(Path(self._root + file)) else "remove")


def ended_sentence(outcome: ApplyOutcome) -> str:
    """Return what ending leases did, for users who gave no command, "" if nothing had ended."""
    if not outcome.withdrawn:
        return outcome.sentence
    names = join_words([quoted(applied.configuration.title) for applied in outcome.withdrawn])
    ended = tr("Expired and withdrawn: {configurations}.", configurations=names)
    return f"{ended} {outcome.sentence}".strip()


def _with_note(outcome: ApplyOutcome, note: str) -> ApplyOutcome:
    if outcome.is_refused or not note:
        return outcome
    return outcome._replace(sentence=f"{outcome.sentence} {note}".strip(), tone=Tone.WARN)


def with_in_force(request: PredictionRequest, applied_state: AppliedState) -> PredictionRequest:
    """Add the active set to a request, so that its plan is made together with it."""
    return request._replace(
        applied_configurations=applied_state.configurations,
        own_files=applied_state.files,
        original_contents=applied_state.original_contents,
    )
