"""RunTabs: one tab for each run, with its state and a button that stops or closes it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QMenu, QTabBar, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.session.launched_run import LaunchedRun
from vkconfig_py.model.session.launcher import Launcher
from vkconfig_py.model.session.run_values import LaunchState
from vkconfig_py.model.text.moments import clock_seconds_text
from vkconfig_py.model.text.wording import tooltip, visible
from vkconfig_py.ui.theme.look import ThemeContext, draw_text, paint_focus
from vkconfig_py.ui.theme.theme import Theme
from vkconfig_py.ui.widgets.actions import Actions
from vkconfig_py.ui.widgets.basic import BackgroundPane, Tabs, row_of
from vkconfig_py.ui.widgets.buttons import Button, Frame

_ICON, _BUTTON = 20, 24  # room for the glyph of the state, and for the button
_WIDE = 900  # below this tabs need the room of the texts
_RIGHT = QTabBar.ButtonPosition.RightSide
_GLYPHS = {"ok": "check", "warn": "warn", "error": "error"}


class RunTabs(BackgroundPane):
    """The tabs, and what acts on several runs; hidden while there is one run only."""

    def __init__(
        self,
        look: ThemeContext,
        launcher: Launcher,
        actions: Actions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(look, "window", parent)
        self._launcher = launcher
        self.bar = _RunBar(look, launcher)
        self.stop_all = Button(look, tr("Stop all"), icon="stop", frame=Frame.FLAT, height=28)
        self.close_ended = Button(
            look, tr("Close ended"), icon="close", frame=Frame.FLAT, height=28
        )
        named = ((self.stop_all, "stop_all"), (self.close_ended, "close_ended"))
        for button, name in named:
            button.setToolTip(tooltip(actions[name].toolTip()))
            button.clicked.connect(actions[name].trigger)
        px = look.theme.px
        row = row_of(self.bar, self.stop_all, self.close_ended, spacing=px(4))
        # All the room there is: a bar that is given what its tabs had before would scroll them.
        row.setStretchFactor(self.bar, 1)
        row.setContentsMargins(px(16), 0, px(12), px(4))
        self.setLayout(row)
        launcher.runs_changed.connect(self.refresh)
        launcher.state_changed.connect(self.refresh)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < self._look.theme.px(_WIDE)
        for button in (self.stop_all, self.close_ended):
            button.set_compact(narrow)

    def refresh(self) -> None:
        launcher = self._launcher
        self.setVisible(len(launcher.runs) > 1)
        self.bar.show_runs()
        self.stop_all.setVisible(len(launcher.running) > 1)
        self.close_ended.setVisible(any(run.is_over for run in launcher.runs))


class _RunBar(Tabs):
    """The tabs alone."""

    def __init__(self, look: ThemeContext, launcher: Launcher) -> None:
        super().__init__(look, tr("Runs"))
        self._launcher = launcher
        self._runs: list[LaunchedRun] = []
        # Unlike pages of the inspector there may be more than the window has room for.
        self.setUsesScrollButtons(True)
        self.currentChanged.connect(self._on_current_changed)

    def show_runs(self) -> None:
        """Show the runs of the launcher, each with its state."""
        self.blockSignals(True)  # what is shown follows the launcher here, not the other way round
        for at in reversed(range(len(self._runs))):
            if self._runs[at] not in self._launcher.runs:
                del self._runs[at]
                self.removeTab(at)
        for run in self._launcher.runs[len(self._runs) :]:
            self._runs.append(run)
            self.addTab("")
        for at, run in enumerate(self._runs):
            self._show_run(at, run)
        if self._launcher.shown in self._runs:
            self.setCurrentIndex(self._runs.index(self._launcher.shown))
        self.blockSignals(False)

    def _show_run(self, at: int, run: LaunchedRun) -> None:
        text = f"{visible(str(run.name))} · {run.outcome()}"
        if self.tabText(at) == text and self.tabButton(at, _RIGHT) is not None:
            return
        self.setTabText(at, text)
        self.setTabToolTip(at, tooltip("\n".join(filter(None, _facts(run)))))
        self.setAccessibleTabName(at, text)
        before = self.tabButton(at, _RIGHT)
        self.setTabButton(at, _RIGHT, self._button(run))
        if before is not None:  # Qt only hides it
            before.deleteLater()

    def _button(self, run: LaunchedRun) -> Button:
        name = visible(str(run.name))
        if run.is_over:
            button = Button(
                self._look,
                icon="close",
                frame=Frame.FLAT,
                name=tr("Close {name}", name=name),
                height=_BUTTON,
            )
            button.clicked.connect(partial(self._launcher.close_run, run))
        else:
            button = Button(
                self._look,
                icon="stop",
                frame=Frame.FLAT,
                name=tr("Stop {name}", name=name),
                tone="error",
                height=_BUTTON,
            )
            button.clicked.connect(run.stop)
            button.setEnabled(run.state is LaunchState.RUNNING)
        button.setToolTip(tooltip(button.accessibleName()))
        # The bar is one stop of the Tab key; Delete and the menu do the same.
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return button

    def _on_current_changed(self, at: int) -> None:
        if 0 <= at < len(self._runs):
            self._launcher.show_run(self._runs[at])

    # size and look

    def tabSizeHint(self, index: int) -> QSize:
        px = self._look.theme.px
        return super().tabSizeHint(index) + QSize(px(_ICON + _BUTTON), 0)

    def _paint_tab(self, painter: QPainter, theme: Theme, index: int, rect: QRectF) -> None:
        px, run = theme.px, self._runs[index]
        colors = theme.colors
        current = index == self.currentIndex()
        size = px(12)
        spot = QRectF(rect.left() + px(2), rect.center().y() - size / 2, size, size)
        glyph = "play" if run.state is LaunchState.RUNNING else _GLYPHS.get(run.tone, "stop")
        self._look.icons.paint(painter, glyph, colors.tone(run.tone), spot)
        painter.setPen(colors.text if current else colors.secondary)
        face = theme.strong if current else theme.body
        left = rect.left() + px(_ICON)
        draw_text(painter, face, self.tabText(index), left, rect.top(), 999, rect.height())
        if current:
            width = rect.width() - px(8)
            painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, width, 2), colors.accent)
            if self.hasFocus():
                ring = QRectF(rect.left(), rect.top() + 3, width, rect.height() - 8)
                paint_focus(painter, theme, ring, px(4))

    # keys and menu

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self._launcher.shown is not None:
            self._launcher.close_run(self._launcher.shown)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        at = self.tabAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.MiddleButton and at >= 0:
            self._launcher.close_run(self._runs[at])
        else:
            super().mouseReleaseEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        at = self.currentIndex() if by_key else self.tabAt(event.pos())
        if at >= 0:
            place = self.tabRect(at).bottomLeft() if by_key else event.pos()
            self._open_menu(self._runs[at], self.mapToGlobal(place))

    def _open_menu(self, run: LaunchedRun, place: QPoint) -> None:
        menu = QMenu(self)
        menu.addAction(tr("Stop"), run.stop).setEnabled(run.state is LaunchState.RUNNING)
        menu.addAction(tr("Kill now"), run.kill).setEnabled(run.state is LaunchState.STOPPING)
        close = menu.addAction(tr("Close"), partial(self._launcher.close_run, run))
        close.setEnabled(run.is_over)
        menu.exec(place)


def _facts(run: LaunchedRun) -> list[str]:
    """What tells a run from others of the same program."""
    return [
        run.command,
        tr("Configuration: {configuration}", configuration=run.configuration)
        if run.configuration
        else "",
        tr("Option set: {options}", options=run.options) if run.options else "",
        tr("Safe mode: {text}", text=run.safe.text) if run.safe.is_on else "",
        tr("Started: {time}", time=clock_seconds_text(run.began.timestamp())),
        run.chip() if run.is_over else "",
    ]
