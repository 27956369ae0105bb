"""Why a row has its state, and how to change it; computed off the GUI thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vkconfig_py.loader.base.verdicts import Step
    from vkconfig_py.model.chain.quick_fix import QuickFix
    from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, Row
    from vkconfig_py.model.problems.summary import Diagnostic
    from vkconfig_py.model.session.background import Shared
    from vkconfig_py.model.session.probes import Probes
    from vkconfig_py.model.session.problem_list import ProblemList
    from vkconfig_py.model.session.snapshots import ChainSnapshots
    from vkconfig_py.model.session.startup_snapshot import FirstWork


class RowExplanations:
    """Explanation and offers of a row for the inspector."""

    def __init__(
        self,
        shared: Shared,
        snapshots: ChainSnapshots,
        found: ProblemList,
        probes: Callable[[], Probes],
    ) -> None:
        self._cache, self._reads = shared.cache, shared.reads
        self._snapshots = snapshots
        self._found = found
        self._probes = probes
        self._first: tuple[ChainSnapshot, Callable[[], FirstWork]] | None = None
        self._asked: object = None  # row and problems whose offers are looked for
        self._explained: ChainSnapshot | None = None
        self._offers: dict[
            object, tuple[QuickFix, ...]
        ] = {}  # of that snapshot, by row and problems

    def start_with(self, snapshot: ChainSnapshot, find: Callable[[], FirstWork]) -> None:
        """Use what another process finds about a row of this picture."""
        self._first = (snapshot, find)

    def _known(self, snapshot: ChainSnapshot, row: Row | None) -> FirstWork | None:
        """What was found about a row by another process, for which this may wait."""
        if self._first is None or not snapshot.is_same(self._first[0]):
            return None
        look = self._first[1]()
        return look if row is not None and look.row == row else None

    def explanation(self, key: str, deliver: Callable[[tuple[object, ...]], None]) -> None:
        """Compute the explanation (loader.verdicts.Step values) of a row off the GUI thread."""
        snapshot = self._snapshots.shown
        if snapshot is not None:
            kind = key.partition(":")[0]
            if kind == "device":
                deliver(self._probes().place_explanation(snapshot, key))
                return
            today = self._snapshots.current if kind == "loader" else None

            def find() -> tuple[Step, ...]:
                row = next((row for row in snapshot.rows if row.key == key), None)
                known = self._known(snapshot, row)
                if known is not None:
                    return known.steps
                from vkconfig_py.loader.explain.explanation import explanation
                from vkconfig_py.model.chain.row_details import explain_row

                return explain_row(snapshot, key, explanation, today)

            self._reads.submit(find, deliver)

    def find_offers(self, row: Row, deliver: Callable[[tuple[QuickFix, ...]], None]) -> None:
        """Compute the offers for a row off the GUI thread; cached ones are delivered at once."""
        snapshot = self._snapshots.shown
        if snapshot is None:
            deliver(())
            return
        problems = tuple(
            problem for problem in self._found.problems if problem.problem.file == row.manifest
        )
        key = (row, problems)
        if not snapshot.is_same(self._explained):
            self._explained, self._offers, self._asked = snapshot, {}, None
        offers = self._offers
        known = offers.get(key)
        if known is not None:
            deliver(known)
            return
        if key == self._asked:
            return  # they are on their way
        self._asked = key

        def find() -> tuple[QuickFix, ...] | None:
            if self._offers is not offers or self._asked != key:
                return None  # another snapshot or row was asked for meanwhile
            return self._find_offers(snapshot, row, problems)

        def keep(quick_fixes: tuple[QuickFix, ...] | None) -> None:
            if quick_fixes is None or self._offers is not offers:
                return
            if self._asked == key:
                self._asked = None
            offers[key] = quick_fixes
            deliver(quick_fixes)

        self._reads.submit(find, keep)

    def _find_offers(
        self, snapshot: ChainSnapshot, row: Row, problems: tuple[Diagnostic, ...]
    ) -> tuple[QuickFix, ...]:
        known = self._known(snapshot, row)
        if known is not None and problems == known.own_problems:
            return known.offers
        from vkconfig_py.model.problems.offers import find_offers

        return find_offers(snapshot, row, problems, self._cache())
