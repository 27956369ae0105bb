"""LogPane: the log of a launch with its search, filters, details and menu."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QFileDialog, QMenu, QSizePolicy, QStackedWidget, QWidget

from vkconfig_py.model.items.log_model import LogModel
from vkconfig_py.model.launch.log_filter import EVERY_SEVERITY, LogFilter
from vkconfig_py.model.text.wording import visible
from vkconfig_py.ui.panels.log_details import LogDetails
from vkconfig_py.ui.panels.log_menu import entry_items, make_menu
from vkconfig_py.ui.panels.log_search import LogSearch
from vkconfig_py.ui.panels.log_view import LogView
from vkconfig_py.ui.theme.look import Look
from vkconfig_py.ui.widgets.basic import Ink, Label, Surface, below, column_of, menu_text
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.layouts import FlowLayout
from vkconfig_py.ui.widgets.panes import Splitter

if TYPE_CHECKING:
    from vkconfig_py.model.launch.log_text import CopiedText
    from vkconfig_py.model.session.launcher import Launcher

_LABELS = {"error": "Errors", "warning": "Warnings", "info": "Info"}
_TONES = {"error": "error", "warning": "warn", "info": ""}
_ICONS = {"error": "error", "warning": "warn", "info": "info"}
ALL_SOURCES = "All sources"
_WIDE = 720  # below this the details stand under the rows


class LogPane(QWidget):
    """Search and filters above the rows; the details of the current one beside them.

    Signals:
        copied: a text for the clipboard.
        told: a sentence and its tone.
    """

    copied = Signal(str)
    told = Signal(str, str)

    def __init__(self, look: Look, launcher: Launcher, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._launcher = launcher
        self.log: LogModel = launcher.log
        self._seen = 0  # entries that had come when following ended
        self.view = LogView(look, self.log)
        self.details = LogDetails(look)
        self.search = LogSearch(look)
        self.toggles = {name: self._toggle(look, name) for name in _LABELS}
        self.source = Button(look, ALL_SOURCES, height=28)
        self.source.set_arrow()
        self.source.clicked.connect(self._on_source_clicked)
        self.show_details = Button(look, "Details", height=28)
        self.show_details.setCheckable(True)
        self.show_details.setChecked(True)
        self.show_details.setToolTip("All lines of the current entry (Enter)")
        self.follow = Button(look, "Following", icon="chevron-down", height=28)
        self.follow.setCheckable(True)
        self.follow.setChecked(True)
        self.nothing = _Nothing(look)
        self._rows = QStackedWidget()
        self._rows.addWidget(self.view)
        self._rows.addWidget(self.nothing)
        self._splitter = Splitter(look)
        self._splitter.addWidget(self._rows)
        self._splitter.addWidget(self.details)
        self._splitter.setStretchFactor(0, 3)
        self._splitter.setStretchFactor(1, 2)
        self._build(look)
        self._connect()
        self._on_follow_changed(follows=True)
        self._show_details()
        self.refresh()

    def _build(self, look: Look) -> None:
        px = look.theme.px
        bar = Surface(look, "window")
        # Unlike a row it wraps in a narrow window.
        flow = FlowLayout(bar)
        flow.setContentsMargins(px(16), 0, px(12), px(6))
        flow.setSpacing(px(8))
        self._bar = flow
        parts = (self.search, *self.toggles.values(), self.source, self.show_details, self.follow)
        for part in parts:
            flow.addWidget(part)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        bar.setSizePolicy(policy)
        column = column_of(self)
        column.addWidget(bar)
        column.addWidget(self._splitter, 1)

    def _toggle(self, look: Look, severity: str) -> Button:
        button = Button(
            look, _LABELS[severity], icon=_ICONS[severity], height=28, tone=_TONES[severity]
        )
        button.setCheckable(True)
        button.setChecked(True)
        button.toggled.connect(self._on_toggled)
        return button

    def _connect(self) -> None:
        log, view = self.log, self.view
        log.counts_changed.connect(self.refresh)
        log.search_changed.connect(self._show_found)
        log.modelReset.connect(self._show_details)
        log.dataChanged.connect(self._show_details)
        view.selectionModel().currentChanged.connect(self._on_current_changed)
        view.follow_changed.connect(lambda on: self._on_follow_changed(follows=on))
        view.copy_asked.connect(self.copy_selected)
        view.menu_asked.connect(self._on_menu_asked)
        view.entered.connect(lambda: self.show_details.setChecked(True))
        self.search.text_changed.connect(lambda text: self._filter(text=text))
        self.search.only_hits_changed.connect(lambda on: self._filter(only_hits=on))
        self.search.step_asked.connect(self.step)
        self.search.left.connect(lambda: view.setFocus(Qt.FocusReason.TabFocusReason))
        self.follow.clicked.connect(view.set_follow)
        self.show_details.toggled.connect(self._show_details)
        self.details.closed.connect(lambda: self.show_details.setChecked(False))
        self.nothing.clear.clicked.connect(self.show_everything)
        for keys, back in (("F3", False), ("Shift+F3", True)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(lambda back=back: self.step(back=back))

    # filters

    def _filter(self, **changes: Any) -> None:
        wanted = self.log.filter._replace(**changes)
        self.view.delegate.needle = wanted.text
        self.log.set_filter(wanted)
        self.view.viewport().update()
        self._show_details()

    def _on_toggled(self) -> None:
        on = frozenset(name for name, toggle in self.toggles.items() if toggle.isChecked())
        self._filter(severities=on)

    def show_only_severity(self, severity: str) -> None:
        for name, toggle in self.toggles.items():
            toggle.setChecked(name == severity)

    def _on_source_clicked(self) -> None:
        menu = QMenu(self)
        menu.addAction(ALL_SOURCES, lambda: self.show_only_source(""))
        for source in self.log.store.sources():
            menu.addAction(menu_text(source), lambda s=source: self.show_only_source(s))
        menu.exec(below(self.source))

    def show_only_source(self, source: str) -> None:
        self.source.setText(visible(source) or ALL_SOURCES)
        self.source.setAccessibleName(f"Source: {visible(source) or 'all'}")
        self.source.updateGeometry()
        self._filter(source=source)

    def show_everything(self) -> None:
        self.search.field.clear()
        for toggle in self.toggles.values():
            toggle.setChecked(True)
        self.show_only_source("")
        self._filter(message=None)

    # search

    def step(self, back: bool = False) -> None:
        row = self.log.next_hit(self.view.currentIndex().row(), back=back)
        if row >= 0:
            self.view.go_to(row)

    def go_to_first_error(self) -> None:
        number = self.log.store.first_error
        if number is None:
            return
        if self.log.row_of(number) < 0:
            self.show_everything()
        row = self.log.row_of(number)
        if row >= 0:
            self.view.go_to(row)

    def _show_found(self) -> None:
        log = self.log
        at = log.hit_number(self.view.currentIndex().row())
        self.search.show_hits(log.hits, at, searching=log.searching)
        count = log.rowCount()
        nothing = not count and not log.searching and log.store.shape.total > 0
        if nothing:
            self.nothing.show_filter(log.filter)
        self._rows.setCurrentIndex(1 if nothing else 0)

    # following

    def _on_follow_changed(self, *, follows: bool) -> None:
        self._seen = self.log.store.shape.total
        self.follow.setChecked(follows)
        self.follow.setText("Following" if follows else "Not following")
        self.follow.setToolTip(
            "The newest entry is kept in view until you scroll up"
            if follows
            else "The view stays where it is. Click here, press End or scroll down to follow again"
        )
        self._show_news()

    def _show_news(self) -> None:
        new = 0 if self.view.follows else self.log.store.shape.total - self._seen
        self.follow.set_note(f"{new:,} new" if new > 0 else "")

    # what is shown

    def refresh(self) -> None:
        for severity, number in self.log.store.counts().items():
            self.toggles[severity].set_note(f"{number:,}" if number else "")
        self._show_news()
        self._show_found()

    def _on_current_changed(self) -> None:
        self._show_details()
        self._show_found()

    def _show_details(self) -> None:
        row = self.view.currentIndex().row()
        entry = self.log.entry_at(row)
        wanted = self.show_details.isChecked() and entry is not None
        if wanted and entry is not None:
            number = self.log.number_at(row) + 1
            self.details.show_entry(entry, number, self.log.filter.text)
        self.details.setVisible(wanted)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= self._look.theme.px(_WIDE)
        way = Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical
        if self._splitter.orientation() != way:
            self._splitter.setOrientation(way)

    # copying and saving

    def copy_selected(self) -> None:
        self._launcher.copy_log(self.view.selected_ranges(), self._on_copied, whole=False)

    def copy_all(self) -> None:
        rows = [range(self.log.rowCount())]
        self._launcher.copy_log(rows, self._on_copied, whole=True)

    def _on_copied(self, made: CopiedText) -> None:
        if made.refusal:
            self.told.emit(made.refusal, "warn")
        elif made.text:
            self.copied.emit(made.text)

    def save(self) -> None:
        folder = Path(self._launcher.folder)
        path, _filter = QFileDialog.getSaveFileName(self, "Save the log", str(folder / "log.txt"))
        if path:
            self._launcher.save_log(path, lambda error: self._on_saved(path, error))

    def _on_saved(self, path: str, error: str) -> None:
        self.told.emit(error or f"Saved {path}", "error" if error else "neutral")

    def _on_menu_asked(self, index: QModelIndex, at: QPoint) -> None:
        items = entry_items(
            self.log.entry_at(index.row()),
            self,
            filtered=bool(self.log.filter.text) or not self.log.filter.takes_all,
            has_error=self.log.store.first_error is not None,
        )
        make_menu(items, self).exec(at)


class _Nothing(QWidget):
    """What stands where no row fits the filters."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.sentence = Label(look, ink=Ink.SECONDARY, wrap=True)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.clear = Button(look, "Clear", frame=Frame.OUTLINE, height=28)
        column = column_of(self)
        column.setSpacing(look.theme.px(8))
        column.addStretch(1)
        column.addWidget(self.sentence)
        column.addWidget(self.clear, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)

    def show_filter(self, wanted: LogFilter) -> None:
        """Say what nothing matches."""
        among = [visible(wanted.source)] if wanted.source else []
        if wanted.severities != EVERY_SEVERITY:
            names = [label.lower() for name, label in _LABELS.items() if name in wanted.severities]
            among.append(" and ".join(names))
        where = f" among {', '.join(part for part in among if part)}" if any(among) else ""
        if wanted.text:
            self.sentence.setText(f"Nothing matches “{visible(wanted.text)}”{where}.")
        else:
            self.sentence.setText("Nothing matches these filters.")
