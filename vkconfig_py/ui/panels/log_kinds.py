"""LogKinds: the kinds of messages in the log, to act on each once."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.model.items.keyed_list import Index
from vkconfig_py.model.items.kinds_model import KindRow, KindsModel
from vkconfig_py.model.items.roles import KindRole
from vkconfig_py.model.launch.log_filter import LogFilter
from vkconfig_py.model.launch.log_store import LogStore
from vkconfig_py.ui.theme.look import Look
from vkconfig_py.ui.widgets.basic import Ink, Label
from vkconfig_py.ui.widgets.lines_list import Lines, LinesDelegate, LinesView

SHOW, MUTE = tr("Show"), tr("Mute")
_GLYPHS = {"error": ("error", "error"), "warning": ("warn", "warn")}
_PREFIXES = ("VUID-", "UNASSIGNED-")


class KindDelegate(LinesDelegate):
    """Identifier and number, what it says, and its buttons."""

    def lines_of(self, index: Index) -> Lines:
        severity = str(index.data(int(KindRole.SEVERITY)))
        icon, tone = _GLYPHS.get(severity, ("info", "neutral"))
        title = str(index.data() or "")
        is_muted = bool(index.data(int(KindRole.IS_MUTED)))
        return Lines(
            title=title,
            prefix=next((prefix for prefix in _PREFIXES if title.startswith(prefix)), ""),
            note=str(index.data(int(KindRole.NOTE)) or ""),
            text=str(index.data(int(KindRole.SENTENCE)) or ""),
            icon=icon,
            tone=tone,
            actions=(SHOW,) if is_muted else (SHOW, MUTE),
        )


class LogKinds(QWidget):
    """The list of kinds below a sentence that counts them.

    Signals:
        show_asked: show the messages of a kind (KindRow).
        mute_asked: mute a kind.
        menu_asked: the menu of a kind, at a point of the screen.
    """

    show_asked = Signal(object)
    mute_asked = Signal(object)
    menu_asked = Signal(object, QPoint)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = KindsModel()
        self.model.setParent(self)
        self._delegate = KindDelegate(look)
        self.view = LinesView(look, self.model, self._delegate, tr("Kinds of messages"))
        self.view.acted.connect(self._on_acted)
        self.view.menu_asked.connect(self._on_menu_asked)
        self.summary = Label(look, face="small", ink=Ink.SECONDARY)
        px = look.theme.px
        self.summary.setContentsMargins(px(16), px(6), px(16), px(2))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.summary)
        column.addWidget(self.view, 1)

    def show_kinds(
        self, store: LogStore, muted: frozenset[str], wanted: LogFilter, summary: str
    ) -> None:
        """Show the kinds that a filter takes; `muted` are not printed at the next launch."""
        self.model.show(store, muted, wanted)
        kinds = store.kinds()
        shown = self.model.rowCount()
        some = counted("{n} shown", "{n} shown", shown) if shown < len(kinds) else ""
        self.summary.setText(" · ".join(filter(None, (summary, some))))

    def _on_acted(self, index: QModelIndex, number: int) -> None:
        row = self.model.value_at(index)
        actions = self._delegate.lines_of(index).actions
        if row is None or number >= len(actions):
            return
        (self.mute_asked if actions[number] == MUTE else self.show_asked).emit(row)

    def _on_menu_asked(self, index: QModelIndex, at: QPoint) -> None:
        row: KindRow | None = self.model.value_at(index)
        if row is not None:
            self.menu_asked.emit(row, at)
