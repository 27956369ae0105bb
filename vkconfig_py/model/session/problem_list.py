"""Problems of the machine, hidden notes, and explanations and offers of a row, off the GUI thread.

Problems are determined for the desktop session with the variables and the program of the current
configuration, without the files that one launch would write: a problem stays until it is fixed on
the machine.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vkconfig_py.loader.base.verdicts import Severity
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration.preferences import HIDDEN_NOTES

if TYPE_CHECKING:
    from vkconfig_py.loader.base.verdicts import Problem, Step
    from vkconfig_py.loader.profiles.profile import LoaderProfile
    from vkconfig_py.model.chain.quick_fix import QuickFix
    from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, Row
    from vkconfig_py.model.configuration.workspace import DocumentProblem
    from vkconfig_py.model.plan.plan import PredictionRequest
    from vkconfig_py.model.problems.summary import Diagnostic, ProblemAction
    from vkconfig_py.model.session.background import SessionMemory, SharedServices
    from vkconfig_py.model.session.probes import Probes
    from vkconfig_py.model.session.snapshots import ChainSnapshots
    from vkconfig_py.model.session.startup_snapshot import FirstWork
    from vkconfig_py.model.session.system_state import SystemState

_HIDDEN_NOTES_KEY = HIDDEN_NOTES.key
_MAX_HIDDEN = 500  # of as many files, the oldest are forgotten and shown again


class ProblemList(QObject):
    """The problems of the machine, as found last.

    Signals:
        changed: problems or their actions changed.
    """

    changed = Signal()

    def __init__(self, shared_services: SharedServices, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._cache, self._reads = shared_services.cache, shared_services.reads
        self._request_key: object = None
        self.problems: tuple[Diagnostic, ...] = ()
        self.is_known = False

    def look(
        self,
        request: PredictionRequest,
        loaders: tuple[LoaderProfile, ...],
        *,
        force: bool = False,
        find_first: Callable[[], FirstWork] | None = None,
    ) -> None:
        """Find problems on a worker if the request has changed, or always with `force`.

        `find_first` returns what another process has found.
        """
        current_configuration = request.configuration
        inputs = (
            request.host,
            request.profile,
            loaders,
            current_configuration.environment,
            current_configuration.target,
        )
        if force or inputs != self._request_key:
            self._request_key = inputs
            self._reads.submit(
                partial(self._find_problems, request, loaders, find_first), self._on_found
            )

    def _find_problems(
        self,
        request: PredictionRequest,
        loaders: tuple[LoaderProfile, ...],
        find_first: Callable[[], FirstWork] | None,
    ) -> tuple[Diagnostic, ...]:
        """Return the problems for a request, on the worker."""
        if find_first is not None:
            return find_first().problems
        from vkconfig_py.model.problems.actionable import lint_request

        return lint_request(request, loaders, self._cache())

    def _on_found(self, problems: tuple[Diagnostic, ...]) -> None:
        """Keep the problems that were found."""
        if problems != self.problems or not self.is_known:
            self.problems, self.is_known = problems, True
            self.changed.emit()


class Problems(QObject):
    """Problems of the machine, and notices about vkconfig-py's own files.

    Signals:
        changed: problems or notices changed.
    """

    changed = Signal()

    def __init__(
        self,
        shared_services: SharedServices,
        system: SystemState,
        snapshots: ChainSnapshots,
        probes: Callable[[], Probes | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        machine, self._cache, self._reads, _changes = shared_services
        self._paths = machine.paths
        self._root = machine.host.root
        self._system = system
        self._snapshots = snapshots
        self._probes = probes
        self._start_notices: tuple[Problem, ...] = ()
        self._remedies: Mapping[str, tuple[ProblemAction, ...]] = {}
        self._remedies_key: object = None
        self._has_culprit = False
        self.problem_list = ProblemList(shared_services, self)
        self.problem_list.changed.connect(self.changed)
        system.overrides_changed.connect(self.changed)
        snapshots.probe_results_shown.connect(self._on_probe_results_shown)

    @property
    def notices(self) -> tuple[Problem, ...]:
        """Notices about vkconfig-py's own files, and about overrides of other programs."""
        from vkconfig_py.model.apply.notices import list_machine_notices

        return (
            *self._start_notices,
            *list_machine_notices(self._system.overrides, self._system.running),
        )

    @property
    def all_problems(self) -> tuple[Diagnostic, ...]:
        """Every problem and notice with its actions, failed probes first."""
        snapshot, probes = self._snapshots.current, self._probes()
        diagnostics = self._list_without_probes()
        if snapshot is None:
            return diagnostics
        if any(row.kind is RowKind.MISSING for row in snapshot.unprobed_rows):
            from vkconfig_py.model.problems.missing_layers import list_missing_layers

            diagnostics = (*list_missing_layers(snapshot), *diagnostics)
        if any(row.is_culprit for row in snapshot.rows):
            from vkconfig_py.model.problems.probe_problems import list_culprit_problems

            diagnostics = (*list_culprit_problems(snapshot.rows, self._remedies), *diagnostics)
        if probes is None or probes.answers.findings.is_empty:
            return diagnostics
        from vkconfig_py.model.problems.probe_problems import list_probe_problems

        return (*list_probe_problems(snapshot.rows, probes.answers, self._remedies), *diagnostics)

    @property
    def found_problems(self) -> tuple[Diagnostic, ...]:
        """The problems of the machine, each with its actions in their order."""
        if not self._system.overrides:  # as on most machines
            return self.problem_list.problems
        from vkconfig_py.model.problems.actionable import sort_moving_aside_first

        return sort_moving_aside_first(self.problem_list.problems, self._system.overrides)

    @property
    def loader_obstacle(self) -> str:
        """What keeps programs from an installed loader, as a sentence, or ""."""
        from vkconfig_py.loader.lint.lint_context import ProblemCode

        blocking_problems = (
            diagnostic.problem
            for diagnostic in self.all_problems
            if diagnostic.problem.code == ProblemCode.LOADER_BLOCKED
        )
        return next((problem.consequence for problem in blocking_problems), "")

    def find_notices(self, problems: Sequence[DocumentProblem]) -> None:
        """Find the notices about vkconfig-py's own files now, and show them."""
        self._show_notices(self._find_notices(tuple(problems)))

    def look_for_notices(self, problems: Sequence[DocumentProblem]) -> None:
        """Find the notices about vkconfig-py's own files on a worker."""
        self._reads.submit(partial(self._find_notices, tuple(problems)), self._show_notices)

    def _find_notices(self, problems: tuple[DocumentProblem, ...]) -> tuple[Problem, ...]:
        """Return the notices about vkconfig-py's own files."""
        from vkconfig_py.model.apply.notices import find_notices

        return find_notices(self._paths, problems)

    def _show_notices(self, notices: tuple[Problem, ...]) -> None:
        self._start_notices = notices
        self.changed.emit()

    def _list_without_probes(self) -> tuple[Diagnostic, ...]:
        """Return the problems and notices without those of failed probes."""
        if not self.notices:  # as on most machines
            return self.found_problems
        from vkconfig_py.model.problems.actionable import add_actions, drop_repeated_notices

        notices = drop_repeated_notices(self.notices, self.problem_list.problems)
        return (*add_actions(notices, self._root), *self.found_problems)

    def _on_probe_results_shown(self) -> None:
        """Show the problems of failed probes and of culprits, and find remedies for them."""
        snapshot = self._snapshots.current
        has_culprit = snapshot is not None and any(row.is_culprit for row in snapshot.rows)
        if has_culprit or self._has_culprit or self._probes() is not None:
            self._has_culprit = has_culprit
            self.changed.emit()  # what is known of a layer counts while it is in the chain
            self._find_remedies()

    def _find_remedies(self) -> None:
        """Find on a worker how to keep programs from broken drivers and layers."""
        snapshot, probes = self._snapshots.current, self._probes()
        if snapshot is None:
            return
        from vkconfig_py.model.problems.probe_problems import list_broken_keys, list_culprit_keys

        keys = list_culprit_keys(snapshot.rows)
        if probes is not None:
            broken_keys = list_broken_keys(snapshot.rows, probes.answers)
            keys = tuple(dict.fromkeys((*keys, *broken_keys)))
        if self._remedies_key == (id(snapshot.unprobed_rows), keys):
            return
        self._remedies_key = (id(snapshot.unprobed_rows), keys)
        if not keys:
            self._remedies = {}
            return

        def find() -> Mapping[str, tuple[ProblemAction, ...]]:
            """Return the remedies by row key, on the worker."""
            from vkconfig_py.model.problems.probe_remedies import find_remedies

            return find_remedies(snapshot, keys, self._cache())

        self._reads.submit(find, self._on_remedies_found)

    def _on_remedies_found(self, remedies: Mapping[str, tuple[ProblemAction, ...]]) -> None:
        """Show the remedies for failed probes."""
        self._remedies = remedies
        self.changed.emit()


class HiddenNotes(QObject):
    """The notes (the mildest problems) that the user hid.

    Signals:
        changed: the set of hidden notes changed.
    """

    changed = Signal()

    def __init__(self, memory: SessionMemory, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._memory = memory
        self._hidden_keys = dict.fromkeys(_parse_names(memory.get_text(_HIDDEN_NOTES_KEY)))

    def filter_visible(self, problems: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Return the problems without hidden notes. Warnings and errors are always visible."""
        return tuple(problem for problem in problems if not self._is_hidden(problem))

    def count_hidden(self, problems: Sequence[Diagnostic]) -> int:
        return len(problems) - len(self.filter_visible(problems))

    def hide(self, problems: Iterable[Diagnostic]) -> None:
        """Hide notes, in this and later sessions."""
        self._hidden_keys |= dict.fromkeys(
            _make_note_key(problem) for problem in problems if is_note(problem)
        )
        self._store_hidden()

    def show_all(self) -> None:
        """Hide no notes any more."""
        self._hidden_keys = {}
        self._store_hidden()

    def _is_hidden(self, problem: Diagnostic) -> bool:
        return is_note(problem) and _make_note_key(problem) in self._hidden_keys

    def _store_hidden(self) -> None:
        """Store which notes are hidden, and report the change."""
        self._memory.set_value(
            _HIDDEN_NOTES_KEY, json.dumps(list(self._hidden_keys)[-_MAX_HIDDEN:])
        )
        self.changed.emit()


def is_note(problem: Diagnostic) -> bool:
    return problem.problem.severity is Severity.NOTE


def _make_note_key(problem: Diagnostic) -> str:
    """Return the key by which a hidden note is stored."""
    fact = problem.problem
    return f"{fact.code} {fact.detail} {fact.file}"


def _parse_names(text: str) -> list[str]:
    """Parse a stored list of texts. Anything else is an empty list."""
    try:
        names = json.loads(text or "[]")
    except (ValueError, RecursionError):
        return []
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


class RowExplanations:
    """Computes the explanation of a row, and offers to change it, for the inspector."""

    def __init__(
        self,
        shared_services: SharedServices,
        snapshots: ChainSnapshots,
        problems: Problems,
        probes: Callable[[], Probes],
    ) -> None:
        self._cache, self._reads = shared_services.cache, shared_services.reads
        self._snapshots = snapshots
        self._problems = problems
        self._probes = probes
        self._first_work: tuple[ChainSnapshot, Callable[[], FirstWork]] | None = None
        self._request_key: object = None  # row and problems whose offers are looked for
        self._offers_snapshot: ChainSnapshot | None = None
        self._offers: dict[
            object, tuple[QuickFix, ...]
        ] = {}  # of that snapshot, by row and problems

    def start_with(self, snapshot: ChainSnapshot, find_first: Callable[[], FirstWork]) -> None:
        """Use what `find_first` returns about a row of this snapshot, from another process."""
        self._first_work = (snapshot, find_first)

    def _find_first_work(self, snapshot: ChainSnapshot, row: Row | None) -> FirstWork | None:
        """Return what another process found about a row, or None. This may wait for it."""
        if self._first_work is None or not snapshot.has_same_answer(self._first_work[0]):
            return None
        work = self._first_work[1]()
        return work if row is not None and work.row == row else None

    def compute_explanation(self, key: str, deliver: Callable[[tuple[object, ...]], None]) -> None:
        """Compute on a worker why a row is as it is, as the loader's steps (Step)."""
        snapshot = self._snapshots.shown
        if snapshot is not None:
            kind = key.partition(":")[0]
            if kind == "device":
                deliver(self._probes().place_explanation(snapshot, key))
                return
            current_snapshot = self._snapshots.current if kind == "loader" else None

            def find() -> tuple[Step, ...]:
                """Return why the row is as it is, on the worker."""
                row = next((row for row in snapshot.rows if row.key == key), None)
                work = self._find_first_work(snapshot, row)
                if work is not None:
                    return work.steps
                from vkconfig_py.loader.explain.explanation import explain_component
                from vkconfig_py.model.chain.row_details import explain_row

                return explain_row(snapshot, key, explain_component, current_snapshot)

            self._reads.submit(find, deliver)

    def find_offers(self, row: Row, deliver: Callable[[tuple[QuickFix, ...]], None]) -> None:
        """Compute on a worker the ways to change a row. Cached ones are delivered at once."""
        snapshot = self._snapshots.shown
        if snapshot is None:
            deliver(())
            return
        files = {row.manifest, snapshot.summary.file}  # the latter keeps programs from starting
        problems = tuple(
            problem for problem in self._problems.found_problems if problem.problem.file in files
        )
        key = (row, problems)
        if not snapshot.has_same_answer(self._offers_snapshot):
            self._offers_snapshot, self._offers, self._request_key = snapshot, {}, None
        offers = self._offers
        offers_of_row = offers.get(key)
        if offers_of_row is not None:
            deliver(offers_of_row)
            return
        if key == self._request_key:
            return  # they are on their way
        self._request_key = key

        def find() -> tuple[QuickFix, ...] | None:
            """Return the offers, on the worker, None if another row was asked for meanwhile."""
            if self._offers is not offers or self._request_key != key:
                return None  # another snapshot or row was asked for meanwhile
            return self._find_offers(snapshot, row, problems)

        def keep(quick_fixes: tuple[QuickFix, ...] | None) -> None:
            """Cache the offers of the row, and deliver them."""
            if quick_fixes is None or self._offers is not offers:
                return
            if self._request_key == key:
                self._request_key = None
            offers[key] = quick_fixes
            deliver(quick_fixes)

        self._reads.submit(find, keep)

    def _find_offers(
        self, snapshot: ChainSnapshot, row: Row, problems: tuple[Diagnostic, ...]
    ) -> tuple[QuickFix, ...]:
        """Return the offers for a row, on the worker."""
        work = self._find_first_work(snapshot, row)
        if work is not None and problems == work.own_problems:
            return work.offers
        from vkconfig_py.model.problems.offers import find_offers

        return find_offers(snapshot, row, problems, self._cache())
