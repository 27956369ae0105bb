"""Launcher: the running program, its output, and whether its chain matched the prediction."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from vkconfig_py.model.items.keyed_list import Index
from vkconfig_py.model.items.log_model import EVERY_SEVERITY, LogFilter
from vkconfig_py.model.items.roles import LogRole
from vkconfig_py.model.session.launcher import NO_LAUNCH_IN_DEMO, Launcher, LaunchState
from vkconfig_py.model.session.session import Session
from vkconfig_py.ui.panels.docks import Panel
from vkconfig_py.ui.theme.look import Look, draw_text
from vkconfig_py.ui.widgets.actions import Actions
from vkconfig_py.ui.widgets.basic import Chip, Field, Ink, Label, SlimBar, Surface, below
from vkconfig_py.ui.widgets.buttons import Button, Frame

_GLYPHS = {"error": "error", "warning": "warn"}


class LogDelegate(QStyledItemDelegate):
    """Paints lines of LogModel."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        # As wide as the text: long lines scroll.
        theme = self._look.theme
        # Not through the width cache of the face: lines of a log hardly come twice.
        width = theme.px(284) + theme.code.metrics.horizontalAdvance(str(index.data()))
        return QSize(width, theme.px(20))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = self._look.theme
        px, colors = theme.px, theme.colors
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        severity = str(index.data(int(LogRole.SEVERITY)))
        tone = {"error": "error", "warning": "warn"}.get(severity, "neutral")
        painter.save()
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if selected:
            painter.fillRect(rect, colors.selected_base)
        elif severity == "error":
            painter.fillRect(rect, colors.error_tint)
        top, height, left = rect.top(), rect.height(), rect.left()
        painter.setPen(colors.secondary)
        time = str(index.data(int(LogRole.TIME)))
        draw_text(painter, theme.code, time, left + px(16), top, px(80), height)
        if severity in _GLYPHS:
            size = px(14)
            spot = QRectF(left + px(96), top + (height - size) / 2, size, size)
            self._look.icons.paint(painter, _GLYPHS[severity], colors.tone(tone), spot)
        painter.setPen(colors.tone(tone))
        face = theme.small if tone == "neutral" else theme.small_strong
        draw_text(painter, face, severity, left + px(116), top, px(60), height)
        painter.setPen(colors.secondary)
        source = str(index.data(int(LogRole.SOURCE)))
        draw_text(painter, theme.small, source, left + px(180), top, px(90), height)
        painter.setPen(colors.text)
        # Never elided: the view scrolls sideways.
        draw_text(painter, theme.code, str(index.data()), left + px(276), top, 1 << 20, height)
        painter.restore()


_LABELS = {"error": "Errors", "warning": "Warnings", "info": "Info"}
_TONES = {"error": "error", "warning": "warn", "info": ""}


class LogView(QListView):
    """The log lines; follows the end until the user scrolls up."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(LogDelegate(look, self))
        self.setFrameShape(QListView.Shape.NoFrame)
        # A log has thousands of lines, which are not measured one by one.
        self.setUniformItemSizes(True)
        # Several lines can be copied at once.
        self.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBar(SlimBar(look, self))
        self.setHorizontalScrollBar(SlimBar(look, self, horizontal=True))
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setAccessibleName("Output of the program")


class LauncherPanel(Panel):
    """Chip, command, filters, log.

    Signals:
        copied: a text for the clipboard.
    """

    copied = Signal(str)

    def __init__(
        self,
        look: Look,
        session: Session,
        actions: Actions,
        launcher: Launcher,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(look, "Launcher", parent)
        self._session = session
        self._launcher = launcher
        self._lines = LogFilter(self)
        self._lines.setSourceModel(launcher.log)
        self._shown: set[str] = set(EVERY_SEVERITY)
        self.chip = Chip(look)
        self._options = Button(look, "Options", icon="sliders", frame=Frame.FLAT, height=28)
        self._options.setToolTip("Program, arguments, working folder, environment")
        self._options.clicked.connect(actions["launch_options"].trigger)
        self._copy = Button(look, "Copy log", icon="copy", frame=Frame.FLAT, height=28)
        self._copy.clicked.connect(lambda: self.copied.emit(launcher.log.text()))
        self.verdict = Label(look, face="small")
        self.head.add(self.verdict, self.chip, self._options, self._copy)
        self.view = LogView(look)
        self.view.setModel(self._lines)
        self.search = Field(
            look, name="Search the log", hint="Search the log", icon="search", keys="Ctrl+F"
        )
        self.search.setMaximumWidth(look.theme.px(260))
        self.search.textChanged.connect(self._lines.set_text)
        self._toggles = {name: self._toggle(look, name) for name in _LABELS}
        self._source = Button(look, "All sources", height=28)
        self._source.set_arrow()
        self._source.clicked.connect(self._on_source_clicked)
        self._follow = Button(look, "Follow", icon="chevron-down", height=28)
        self._follow.setCheckable(True)
        self._follow.setChecked(True)
        self._follow.setToolTip("Keep the newest line in view")
        self._follow.toggled.connect(lambda on: self.view.scrollToBottom() if on else None)
        self.set_body(self._make_body(look), self.view)
        self._connect(session, launcher)
        self.refresh()

    def _make_body(self, look: Look) -> QWidget:
        bar = Surface(look, "window")
        row = QHBoxLayout(bar)
        px = look.theme.px
        row.setContentsMargins(px(16), 0, px(12), px(6))
        row.setSpacing(px(8))
        row.addWidget(self.search, 1)
        for toggle in self._toggles.values():
            row.addWidget(toggle)
        row.addWidget(self._source)
        row.addStretch(1)
        row.addWidget(self._follow)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(4))
        column.addWidget(bar)
        column.addWidget(self.view, 1)
        return body

    def _toggle(self, look: Look, severity: str) -> Button:
        icon = {"error": "error", "warning": "warn"}.get(severity, "info")
        button = Button(look, _LABELS[severity], icon=icon, height=28, tone=_TONES[severity])
        button.setCheckable(True)
        button.setChecked(True)
        button.toggled.connect(lambda on: self._on_toggled(severity, on=on))
        return button

    def _connect(self, session: Session, launcher: Launcher) -> None:
        launcher.state_changed.connect(self.refresh)
        launcher.compared.connect(self._on_compared)
        launcher.log.counts_changed.connect(self._on_counts_changed)
        launcher.log.rowsInserted.connect(self._on_rows_inserted)
        self.view.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        session.edits.workspace_changed.connect(self.refresh)
        self._timer = QTimer(self)
        # The chip counts seconds; nothing else is repainted.
        self._timer.setInterval(1000)
        self._timer.timeout.connect(self._show_chip)

    def refresh(self) -> None:
        launcher = self._launcher
        self._show_chip()
        self.head.summary.setText(_summary(launcher))
        running = launcher.state in (LaunchState.RUNNING, LaunchState.STOPPING)
        if running != self._timer.isActive():
            self._timer.start() if running else self._timer.stop()
        # Planning and starting take a moment: the last program's output would look like this one's.
        if launcher.starting:
            self.verdict.setText("")
            self.show_empty("Starting…")
        elif launcher.state is None and not launcher.log.rowCount():
            self.show_empty(self._how_to_begin())
        else:
            self.show_empty("")
        self._on_counts_changed()

    def _how_to_begin(self) -> str:
        if self._session.machine.demo:
            return NO_LAUNCH_IN_DEMO
        program = self._session.edits.workspace.program.program
        if not program:
            return "No program is chosen. Choose one at the top, then F5 starts it."
        name = program.rpartition("/")[2]
        return f"Nothing launched yet. F5 starts {name} with this configuration."

    def _on_compared(self, equal: bool, sentence: str) -> None:
        self.verdict.set_ink(Ink.OK if equal else Ink.WARN)
        self.verdict.setText(sentence)

    def _show_chip(self) -> None:
        launcher = self._launcher
        tone = "ok" if launcher.state is LaunchState.RUNNING else "neutral"
        result = launcher.result
        if launcher.state is LaunchState.ENDED and result is not None and not result.stopped:
            tone = "ok" if result.code == 0 else "error"
        icon = {LaunchState.RUNNING: "play"}.get(launcher.state, "") if launcher.state else ""
        self.chip.show_state(launcher.chip(), tone, icon)

    def _on_counts_changed(self) -> None:
        for severity, number in self._launcher.log.counts().items():
            self._toggles[severity].set_note(str(number) if number else "")

    def _on_toggled(self, severity: str, *, on: bool) -> None:
        (self._shown.add if on else self._shown.discard)(severity)
        self._lines.set_severities(frozenset(self._shown))

    def _on_source_clicked(self) -> None:
        menu = QMenu(self)
        menu.addAction("All sources", lambda: self._choose_source(""))
        for source in self._launcher.log.sources():
            menu.addAction(source, lambda s=source: self._choose_source(s))
        menu.exec(below(self._source))

    def _choose_source(self, source: str) -> None:
        self._source.setText(source or "All sources")
        self._source.setAccessibleName(f"Source: {source or 'all'}")
        self._source.updateGeometry()
        self._lines.set_source(source)

    def _on_rows_inserted(self) -> None:
        if self._follow.isChecked():
            # The view lays new rows out later; until then its end is the old one.
            QTimer.singleShot(0, self.view, self.view.scrollToBottom)

    def _on_scrolled(self, value: int) -> None:
        # New lines and a filter move the bar too: only with the mouse over the list it was the
        # user.
        if value < self.view.verticalScrollBar().maximum() and self.view.underMouse():
            self._follow.setChecked(False)

    def focus_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _summary(launcher: Launcher) -> str:
    pid = f"pid {launcher.pid}" if launcher.pid else ""
    return " · ".join(part for part in (launcher.command(), pid) if part)
