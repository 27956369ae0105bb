"""TrialsModel: the trials of a search, the latest first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from PySide6.QtCore import Qt

from vkconfig_py.language.sentences import told, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.bisect.investigation import Investigation, Tried
from vkconfig_py.model.bisect.search import Search, Trial
from vkconfig_py.model.bisect.wording import describe_trial
from vkconfig_py.model.items.keyed_list import KeyedListModel
from vkconfig_py.model.text.wording import tooltip, visible

RUNNING = tr("running…")
WAITING = tr("has ended; you say whether it worked")


class TrialLine(NamedTuple):
    """One row.

    Attributes:
        title: "Trial 3: without 6 of 12 layers".
        outcome: "Failed", or "" while it runs.
        detail: "SIGSEGV", and what was not as predicted.
        tone: of the outcome.
    """

    number: int
    title: str
    outcome: str
    detail: str
    tone: str


class TrialsModel(KeyedListModel[TrialLine]):
    """What was tried, and how it ended."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda line: line.title,
        Qt.ItemDataRole.ToolTipRole: lambda line: tooltip(f"{line.title}\n{line.detail}"),
        Qt.ItemDataRole.AccessibleTextRole: lambda line: _spoken(line),
    }

    def key_of(self, value: TrialLine) -> str:
        return str(value.number)

    def show(
        self, one: Investigation | None, trial: Trial | None, *, is_over: bool = False
    ) -> None:
        """Show the trials of a search; `is_over`: the program of the last one has ended."""
        lines = [] if one is None else lines_of(one)
        if one is not None and trial is not None:
            number = len(lines) + 1
            detail = WAITING if is_over else RUNNING
            title = tr("Trial {number}: {what}", number=number, what=describe_trial(one, trial))
            lines.append(TrialLine(number, visible(title), "", detail, "neutral"))
        self.update_to(lines[::-1])


def lines_of(one: Investigation) -> list[TrialLine]:
    """A line for each trial that was run: what each was is found by searching once more."""
    search: Search = one.search._replace(answers=())
    lines = []
    for number, tried in enumerate(one.tried, 1):
        step = search.step()
        if not isinstance(step, Trial):
            break
        lines.append(_line(number, describe_trial(one, step), tried))
        search = search.with_answer(tried.failed)
    return lines


def _line(number: int, what: str, tried: Tried) -> TrialLine:
    word = tr("Failed", "a run") if tried.failed else tr("Worked", "a run")
    detail = " ".join(map(told, (tried.why, *tried.notes)))
    tone = "error" if tried.failed else "ok"
    return TrialLine(
        number,
        visible(tr("Trial {number}: {what}", number=number, what=what)),
        word,
        visible(detail),
        tone,
    )


def _spoken(line: TrialLine) -> str:
    return ", ".join(part for part in (line.title, line.outcome, line.detail) if part)
