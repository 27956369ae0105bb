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
    LIST_APPLIED_HINT,
    NOTHING_PLANNED,
    apply_plan,
    change_leases,
    read_applied_state,
)
from vkconfig_py.model.apply.found_overrides import remove_override, restore_override
from vkconfig_py.model.apply.journal import lock_applied
from vkconfig_py.model.apply.lease_facts import LeaseError, make_lease
from vkconfig_py.model.apply.record import read_record
from vkconfig_py.model.chain.compute import plan_applied_set, plan_for_applying
from vkconfig_py.model.chain.snapshot_values import Tone
from vkconfig_py.model.files.atomic_files import render_error
from vkconfig_py.model.files.paths import StatePaths, describe_error, path_exists
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
    add_applied_configuration,
    remove_applied_configuration,
    replace_mechanism,
)
from vkconfig_py.model.programs.program_paths import ProgramMatch, find_compared_program
from vkconfig_py.model.text.wording import is_displayed_name, quote_name


class FileChange(NamedTuple):
    """Kind of change to a file: "new", "change", "remove" or "restore"."""

    file: str
    kind: str


class ApplyOutcome(NamedTuple):
    """Result of a command. A refusal has the tone ERROR.

    Attributes:
        sentence: "" or a message for the user.
        path: active file after applying.
        withdrawn_configurations: configurations that were applied before and no longer are.
        files: changes to files of vkconfig-py, or of an override.
    """

    sentence: str = ""
    tone: Tone = Tone.NEUTRAL
    path: str = ""
    withdrawn_configurations: tuple[AppliedConfiguration, ...] = ()
    files: tuple[FileChange, ...] = ()

    @property
    def is_refused(self) -> bool:
        """Whether the command failed. The sentence tells why, and what changed all the same."""
        return self.tone is Tone.ERROR

    def describe_ended(self) -> str:
        """Return what ending leases did, for users who gave no command, "" if nothing had ended."""
        names = self._join_withdrawn_names()
        expired_text = (
            tr("Expired and withdrawn: {configurations}.", configurations=names) if names else ""
        )
        return f"{expired_text} {self.sentence}".strip()

    def describe_withdrawn(self) -> str:
        """Return what withdrawing did, or why it did nothing."""
        names = self._join_withdrawn_names()
        if self.is_refused or not names:
            return self.sentence
        withdrawn_text = tr("Withdrew {configurations}.", configurations=names)
        return f"{withdrawn_text} {self.sentence}".strip()

    def _join_withdrawn_names(self) -> str:
        """Return the names of the configurations that were withdrawn, "" for none."""
        return join_words(
            [
                quote_name(applied_configuration.configuration.title)
                for applied_configuration in self.withdrawn_configurations
            ]
        )


class MatchedPrograms(NamedTuple):
    """Programs by the paths that the loader compares.

    Attributes:
        notes: messages for the user, one sentence each.
        refused_program: the first program that no override could ever match. `programs` ends
            before it.
    """

    programs: tuple[str, ...]
    notes: tuple[str, ...] = ()
    refused_program: ProgramMatch | None = None


def make_refusal(sentence: str) -> ApplyOutcome:
    """Return the outcome of a command that changed nothing, with the reason as its sentence."""
    return ApplyOutcome(sentence, Tone.ERROR)


def match_programs(names: Sequence[str], host: Host) -> MatchedPrograms:
    """Determine the path that the loader compares for each program.

    Stop at the first program that cannot be matched, which the result names.
    """
    programs: list[str] = []
    notes: list[str] = []
    for name in names:
        match = find_compared_program(name, host)
        if not match.can_run or not match.real_path:
            return MatchedPrograms(tuple(programs), tuple(notes), match)
        if match.sentence:
            notes.append(match.sentence)
        programs.append(match.real_path)
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

    @staticmethod
    def conclude(sentence: str) -> ApplyOutcome:
        """Return the outcome of a command: refused with a sentence, or done with ""."""
        return make_refusal(sentence) if sentence else ApplyOutcome()

    @contextmanager
    def lock_changes(self) -> Iterator[ApplyOutcome | None]:
        """Keep other processes of vkconfig-py from changing what is applied meanwhile.

        Yields the refusal if the lock is not available. Errors of the with-block propagate.
        """
        with ExitStack() as stack:
            lock_refusal = None
            try:
                stack.enter_context(lock_applied(self._paths))
            except OSError as error:
                sentence = tr("Nothing was changed: {reason}.", reason=describe_error(error))
                if error.filename:
                    sentence = render_error(tr("Nothing was changed"), "", error)
                lock_refusal = make_refusal(sentence)
            yield lock_refusal
            if lock_refusal is None:
                # An earlier one may have been killed; and a command may have changed leases.
                self.ensure_guard()

    def read_applied_state(self) -> AppliedState:
        """Return what is applied, with paths as the machine names them."""
        return read_applied_state(self._paths).without_root(self._root)

    def find_applied(self, name: str) -> AppliedConfiguration | ApplyOutcome:
        """Find an applied configuration by its name or key, or return why it is not applied."""
        for entry in self.read_applied_state().configurations:
            configuration = entry.configuration
            if is_displayed_name(
                name, configuration.name, render(configuration.title), configuration.key
            ):
                return entry
        _, damage = read_record(self._paths)
        if damage:
            return make_refusal(
                tr(
                    "Not everything could be withdrawn: {reason} {advice}",
                    reason=damage,
                    advice=LIST_APPLIED_HINT,
                )
            )
        return ApplyOutcome(tr("“{name}” is not applied", name=name))

    def apply(
        self, request: PredictionRequest, programs: Sequence[str], term: Term = UNTIL_WITHDRAWN
    ) -> ApplyOutcome:
        """Apply the request's configuration to programs, or to every program with ()."""
        matched_programs = match_programs(programs, request.host)
        if matched_programs.refused_program is not None:
            return make_refusal(
                tr(
                    "Nothing was applied: {reason}.",
                    reason=matched_programs.refused_program.why_unmatched,
                )
            )
        view = request.view._replace(programs=matched_programs.programs)
        request = add_applied_state(request._replace(view=view), self.read_applied_state())
        return self.write_plan(request, plan_for_applying(request, self._cache), term)

    def write_plan(
        self, request: PredictionRequest, plan: Plan, term: Term = UNTIL_WITHDRAWN
    ) -> ApplyOutcome:
        """Write the plan of a request that names what is applied (see with_applied_state).

        The configuration is applied to the programs of the request's view.
        """
        moment = lease_facts.read_moment()
        try:
            lease = make_lease(term, self._paths, moment)
        except LeaseError as error:
            return make_refusal(tr("Nothing was applied: {reason}.", reason=error))
        applied_configurations = add_applied_configuration(
            request.applied_configurations,
            request.configuration,
            request.view.programs,
            moment.wall_time,
            plan.mechanism,
            lease,
        )
        # Before the first file: whatever happens to this process then, somebody ends the lease.
        guard_problem = self._ensure_guard(applied_configurations)
        return _add_note(self._write_plan(plan, applied_configurations), guard_problem)

    def withdraw(self, request: PredictionRequest, keys: Sequence[str] = ()) -> ApplyOutcome:
        """Withdraw the configurations of these keys, or everything with ()."""
        return self._withdraw(request, keys, self.read_applied_state(), is_expired=False)

    def end_leases(self, request: PredictionRequest) -> ApplyOutcome:
        """Withdraw the configurations whose lease has ended, if there are any."""
        state_before = self.read_applied_state()
        if not state_before.ended_keys:
            return ApplyOutcome()
        return self._withdraw(request, state_before.ended_keys, state_before, is_expired=True)

    def _withdraw(
        self,
        request: PredictionRequest,
        keys: Sequence[str],
        state_before: AppliedState,
        *,
        is_expired: bool,
    ) -> ApplyOutcome:
        """Write the plan of what stays applied and return which files changed.

        `keys`: configurations to withdraw, () for all. `state_before`: what was applied until now.
        `is_expired`: the journal calls it the end of leases.
        """
        remaining_configurations = state_before.configurations if keys else ()
        for key in keys:
            remaining_configurations = remove_applied_configuration(remaining_configurations, key)
        # The record alone says how everything is withdrawn: no folder is asked that may not answer.
        plan = NOTHING_PLANNED
        if remaining_configurations:
            plan = plan_applied_set(
                add_applied_state(request, state_before), remaining_configurations, self._cache
            )
        if not plan.files:  # what is left says nothing
            remaining_configurations = ()
        outcome = self._write_plan(
            plan, replace_mechanism(remaining_configurations, plan.mechanism), is_expired=is_expired
        )
        remaining_keys = {entry.configuration.key for entry in remaining_configurations}
        unreverted_files = self.read_applied_state().files
        return outcome._replace(
            withdrawn_configurations=tuple(
                entry
                for entry in state_before.configurations
                if entry.configuration.key not in remaining_keys
            ),
            files=tuple(
                self._make_withdrawn_change(file, unreverted_files) for file in state_before.files
            ),
        )

    def extend_lease(self, key: str, seconds: float) -> ApplyOutcome:
        """Add seconds to what is left until the deadline of an applied configuration."""
        entry = next(
            (
                entry
                for entry in self.read_applied_state().configurations
                if entry.configuration.key == key
            ),
            None,
        )
        if entry is None:
            return make_refusal(
                tr("The time limit was not extended: the configuration is no longer applied.")
            )
        if not isinstance(entry.lease, UntilTime):
            name = entry.configuration.title
            return make_refusal(
                tr(
                    "“{name}” has no end time to extend: apply it again with a time limit.",
                    name=name,
                )
            )
        lease = extend_lease(entry.lease, seconds, lease_facts.read_moment())
        return self._change_leases({key: lease})

    def remove_leases(self, keys: Sequence[str]) -> ApplyOutcome:
        """Keep configurations applied until they are withdrawn."""
        return self._change_leases(dict.fromkeys(keys, UNTIL_WITHDRAWN))

    def _change_leases(self, leases: Mapping[str, Lease]) -> ApplyOutcome:
        """Give applied configurations, by their keys, other leases."""
        error = change_leases(leases, self._paths)
        return self.conclude(error)

    def ensure_guard(self) -> str:
        """Start a guard if something applied needs one and return "" or the error."""
        return self._ensure_guard(self.read_applied_state().configurations)

    def _ensure_guard(self, applied_configurations: Sequence[AppliedConfiguration]) -> str:
        """Start a guard if one of these needs it. Return "" or why there is none."""
        # A sample machine goes with its window.
        if self._root or not any(needs_guard(entry.lease) for entry in applied_configurations):
            return ""
        from vkconfig_py.model.apply.lease_guard import start_guard

        return start_guard(self._paths)

    def remove_override(self, path: str, *, sections: bool = False, fix: str = "") -> ApplyOutcome:
        """Remove an override. The journal keeps its content.

        Args:
            path: as the machine names it.
            sections: remove only vkconfig-py's sections from a file of another program.
            fix: key by which undo finds the removal, "" for none.
        """
        real_path = self._root + path
        if failure := remove_override(real_path, self._paths, fix):
            return make_refusal(failure)
        was_rewritten = path_exists(Path(real_path))
        change = "change" if sections else "restore" if was_rewritten else "remove"
        return ApplyOutcome(files=(FileChange(path, change),))

    def restore_override(self, path: str) -> ApplyOutcome:
        """Restore the override that was removed last at this path."""
        if failure := restore_override(self._root + path, self._paths):
            return make_refusal(failure)
        return ApplyOutcome(files=(FileChange(path, "restore"),))

    def _write_plan(
        self,
        plan: Plan,
        applied_configurations: tuple[AppliedConfiguration, ...],
        *,
        is_expired: bool = False,
    ) -> ApplyOutcome:
        """Write a plan's files below the root of the machine.

        `is_expired`: the journal calls a withdrawal the end of leases.
        """
        files = tuple(file._replace(path=self._root + file.path) for file in plan.files)
        written_plan = plan._replace(files=files)
        result = apply_plan(
            written_plan, applied_configurations, self._paths, is_expired=is_expired
        )
        if result.error:
            return make_refusal(result.error)
        tone = Tone.WARN if result.note else Tone.NEUTRAL
        return ApplyOutcome(result.note, tone, result.path.removeprefix(self._root))

    def _make_withdrawn_change(self, file: str, unreverted_files: Sequence[str]) -> FileChange:
        """Return how withdrawing changed this file. `unreverted_files`: files still applied."""
        if file in unreverted_files:
            return FileChange(file, "change")
        return FileChange(file, "restore" if path_exists(Path(self._root + file)) else "remove")


def _add_note(outcome: ApplyOutcome, note: str) -> ApplyOutcome:
    """Add a note to the sentence of an outcome, unless it is a refusal or the note is ""."""
    if outcome.is_refused or not note:
        return outcome
    return outcome._replace(sentence=f"{outcome.sentence} {note}".strip(), tone=Tone.WARN)


def add_applied_state(request: PredictionRequest, applied_state: AppliedState) -> PredictionRequest:
    """Add what is applied to a request, so that its plan is made together with it."""
    return request._replace(
        applied_configurations=applied_state.configurations,
        own_files=applied_state.files,
        original_contents=applied_state.original_contents,
    )
