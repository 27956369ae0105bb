"""LogKinds: the kinds of messages in the log, to act on each once."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.model.items.lines_model import LinesModel
from vkconfig_py.model.launch.kind_lines import (
    KindAction,
    KindRow,
    kind_key,
    list_kinds,
    present_kind,
)
from vkconfig_py.model.launch.log_filter import LogFilter
from vkconfig_py.model.launch.log_store import LogStore
from vkconfig_py.ui.theme.look import ThemeContext
from vkconfig_py.ui.widgets.basic import Label, TextRole
from vkconfig_py.ui.widgets.lines_list import LinesView


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

    def __init__(self, look: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = LinesModel(kind_key, present_kind, self)
        self.view = LinesView(look, self.model, tr("Kinds of messages"))
        self.view.acted.connect(self._on_acted)
        self.view.menu_asked.connect(self.menu_asked)
        self.summary = Label(look, face="small", ink=TextRole.SECONDARY)
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
        self.model.update_to(list_kinds(store, muted, wanted))
        kinds = store.kinds()
        shown = self.model.rowCount()
        some = counted("{n} shown", "{n} shown", shown) if shown < len(kinds) else ""
        self.summary.setText(" · ".join(filter(None, (summary, some))))

    def _on_acted(self, row: KindRow, does: KindAction) -> None:
        (self.mute_asked if does is KindAction.MUTE else self.show_asked).emit(row)
