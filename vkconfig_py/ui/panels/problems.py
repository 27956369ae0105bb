"""Problems: everything wrong on the machine, with what the loader does about it and a fix."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QWidget

from vkconfig_py.model.items.keyed_list import Index
from vkconfig_py.model.items.problems_model import ProblemsModel
from vkconfig_py.model.items.roles import ProblemRole
from vkconfig_py.model.store import Store
from vkconfig_py.ui.actions import Actions
from vkconfig_py.ui.button import Button, Frame
from vkconfig_py.ui.delegates.lines_delegate import Lines, LinesDelegate
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.panels.lines_view import LinesView
from vkconfig_py.ui.panels.panel import Panel

_GLYPHS = {"error": ("error", "error"), "warning": ("warn", "warn"), "note": ("info", "neutral")}


class ProblemDelegate(LinesDelegate):
    """Title, consequence, place."""

    def lines_of(self, index: Index) -> Lines:
        """Return what a problem shows."""
        icon, tone = _GLYPHS.get(str(index.data(int(ProblemRole.SEVERITY))), _GLYPHS["note"])
        file, line = str(index.data(int(ProblemRole.FILE)) or ""), index.data(int(ProblemRole.LINE))
        return Lines(
            title=str(index.data()),
            text=str(index.data(int(ProblemRole.CONSEQUENCE)) or ""),
            place=f"{file}, line {line}" if file and line else file,
            icon=icon,
            tone=tone,
            action=str(index.data(int(ProblemRole.ACTION)) or ""),
        )


class ProblemsPanel(Panel):
    """The list of problems.

    Signals:
        file_asked: a problem's file is to be shown (path, line).
        action_used: the fix of a problem (loader.verdicts.Problem).
        copied: a text for the clipboard.
    """

    file_asked = Signal(str, int)
    action_used = Signal(object)
    copied = Signal(str)

    def __init__(
        self, look: Look, store: Store, actions: Actions, parent: QWidget | None = None
    ) -> None:
        super().__init__(look, "Problems", parent)
        self._store = store
        self.model = ProblemsModel(self)
        self.view = LinesView(look, self.model, ProblemDelegate(look), "Problems")
        self.view.acted.connect(self._on_acted)
        self.view.place_used.connect(self._on_place_used)
        again = Button(look, "Look again", icon="reset", frame=Frame.FLAT, height=28)
        again.clicked.connect(actions["look_again"].trigger)
        copy = Button(look, "Copy report", icon="copy", frame=Frame.FLAT, height=28)
        copy.clicked.connect(lambda: self.copied.emit(self.report()))
        self.head.add(again, copy)
        self.set_body(self.view)
        store.picture_changed.connect(self.refresh)

    def refresh(self) -> None:
        """Show the problems of the picture and those of the start."""
        picture = self._store.picture
        found = picture.report.problems if picture else ()
        self.model.show((*self._store.notices, *found))
        self.head.summary.setText(self.model.summary())
        files = len({f.file for f in picture.report.found}) if picture else 0
        empty = f"No problems found in {files} files." if picture else "Looking…"
        self.show_empty("" if self.model.rowCount() else empty)

    def report(self) -> str:
        """Return the problems as text."""
        lines: list[str] = []
        for number in range(self.model.rowCount()):
            index = self.model.index(number)
            problem = self.model.problem_at(index)
            if problem is not None:
                place = f" ({problem.file}:{problem.line})" if problem.file else ""
                lines.append(f"{problem.severity}: {problem.title}{place}. {problem.consequence}")
        return "\n".join(lines) + "\n"

    def _on_acted(self, index: QModelIndex) -> None:
        problem = self.model.problem_at(index)
        if problem is not None:
            self.action_used.emit(problem)

    def _on_place_used(self, index: QModelIndex) -> None:
        file, line = index.data(int(ProblemRole.FILE)), index.data(int(ProblemRole.LINE))
        self.file_asked.emit(str(file), int(line or 0))
