"""The open what-if, and its snapshot beside the current one.

The current snapshot stays `ChainSnapshots.current`: all code that applies, launches, checks and
edits uses that one. The hypothetical one is computed on a separate thread, so that the two never
wait for each other; its rows are marked as differing from the current snapshot when it arrives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vkconfig_py.loader.api.what_if import NOTHING_ASSUMED, WhatIf
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
from vkconfig_py.model.plan.plan import PredictionRequest

if TYPE_CHECKING:
    from vkconfig_py.loader.base.verdicts import Remedy
    from vkconfig_py.model.session.background import Refresher

    Compute = Callable[[PredictionRequest], ChainSnapshot]
    Ask = Callable[[WhatIf], PredictionRequest]
    AddProbeResults = Callable[[ChainSnapshot], ChainSnapshot]


class OpenWhatIf(QObject):
    """The assumptions, and their picture.

    Signals:
        changed: opened, closed, the assumptions changed, or their snapshot arrived.
        asked: a snapshot of the assumptions arrived; None when the what-if was closed.
    """

    changed = Signal()
    asked = Signal(object)

    def __init__(
        self,
        compute: Compute,
        ask: Ask,
        with_probe_results: AddProbeResults,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._compute = compute
        self._ask = ask
        self._with_probe_results = with_probe_results
        self._refresher: Refresher | None = None  # made when something is supposed first
        self._today: ChainSnapshot | None = None
        self._answer: ChainSnapshot | None = None  # as the engine gave it
        self.is_open = False
        self.assumptions = NOTHING_ASSUMED
        self.snapshot: ChainSnapshot | None = None

    @property
    def pending(self) -> bool:
        """True if the newest assumptions are not answered yet."""
        return self._refresher is not None and self._refresher.pending

    @property
    def is_hypothetical(self) -> bool:
        """True if the displayed machine is, or is about to be, hypothetical."""
        return self.is_open and not self.assumptions.is_empty

    def open(self) -> None:
        """Open the what-if with the last assumptions."""
        if not self.is_open:
            self.is_open = True
            self._recompute()
            self.changed.emit()

    def close(self) -> None:
        """Return to the current snapshot; the assumptions are kept until the window closes."""
        if self.is_open:
            self.is_open = False
            self._forget()
            self.changed.emit()

    def suppose(self, assumptions: WhatIf) -> None:
        """Replace the assumptions."""
        if assumptions != self.assumptions or not self.is_open:
            self.is_open = True
            self.assumptions = assumptions
            self._recompute()
            self.changed.emit()

    def set_variable(self, name: str, value: str | None) -> None:
        from vkconfig_py.model.chain.what_if_snapshot import with_variable

        self.suppose(with_variable(self.assumptions, name, value, self._environment()))

    def try_variable(self, name: str, value: str | None) -> None:
        """Assume a variable; without other assumptions if the what-if is closed."""
        if not self.is_open:
            self.assumptions = NOTHING_ASSUMED
        self.set_variable(name, value)

    def forget_variable(self, name: str) -> None:
        """Reset a variable to its current value."""
        rest = tuple(pair for pair in self.assumptions.variables if pair[0] != name)
        self.suppose(self.assumptions._replace(variables=rest))

    def try_remedy(self, remedy: Remedy) -> None:
        """Assume that a remedy is applied; without other assumptions if the what-if is closed."""
        from vkconfig_py.model.chain.what_if_snapshot import with_remedy

        before = self.assumptions if self.is_open else NOTHING_ASSUMED
        self.suppose(with_remedy(before, remedy, self._environment()))

    def _environment(self) -> Mapping[str, str]:
        """Environment of the program at present, before the configuration turns anything on."""
        return self._today.inventory.host.environment if self._today else {}

    def forget_remedy(self, remedy: Remedy) -> None:
        """Stop assuming that a remedy is applied."""
        rest = tuple(other for other in self.assumptions.remedies if other != remedy)
        self.suppose(self.assumptions._replace(remedies=rest))

    def reset(self) -> None:
        self.suppose(NOTHING_ASSUMED)

    def follow(self, today: ChainSnapshot | None) -> None:
        self._today = today
        self._recompute()

    def show_probe_results(self, today: ChainSnapshot) -> None:
        self._today = today
        if self._answer is not None:
            self._show(self._answer, today)

    def stop(self) -> None:
        if self._refresher is not None:
            self._refresher.close()

    def _recompute(self) -> None:
        if not self.is_hypothetical:
            self._forget()
        elif self._today is not None:
            if self._refresher is None:
                from vkconfig_py.model.session.background import Refresher

                self._refresher = Refresher(self._compute, self)
                self._refresher.answered.connect(self._on_answered)
            self._refresher.ask(self._ask(self.assumptions))

    def _forget(self) -> None:
        if self._answer is not None:
            self.asked.emit(None)
        self.snapshot = self._answer = None
        if self._refresher is not None:
            self._refresher.forget()

    def _on_answered(self, snapshot: ChainSnapshot) -> None:
        if self._today is not None:
            self._answer = snapshot
            self._show(snapshot, self._today)
            self.asked.emit(snapshot)

    def _show(self, snapshot: ChainSnapshot, today: ChainSnapshot) -> None:
        from vkconfig_py.model.chain.what_if_snapshot import mark_differences

        self.snapshot = mark_differences(today, self._with_probe_results(snapshot))
        self.changed.emit()
