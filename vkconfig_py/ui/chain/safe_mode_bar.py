"""The bar above the chain of a launch in safe mode: what it leaves out, again, and the way back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.plan.plan import SafeMode, View
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import visible
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import BackgroundPane, Label, TextRole, set_margins
from vkconfig_py.ui.widgets.buttons import Button, Frame

_NOTHING_SAVED = tr("Nothing is saved")
_ONE_LAUNCH = tr("It is for a launch of its own; the configuration is unchanged.")


class SafeModeBar(BackgroundPane):
    """Says what the shown launch leaves out.

    Signals:
        again_requested: launch once more in the same mode (SafeMode).
    """

    again_requested = Signal(object)

    def __init__(
        self, context: ThemeContext, session: Session, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, "warn_band", parent)
        self._session = session
        self.setAccessibleName(tr("Safe mode"))
        self._title = Label(context, text_style="strong", elide=Qt.TextElideMode.ElideRight)
        note = Label(context, _NOTHING_SAVED, text_style="small", text_role=TextRole.SECONDARY)
        note.setToolTip(_ONE_LAUNCH)
        self.again = Button(context, tr("Launch again"), icon="play", height=24)
        self.again.clicked.connect(self._on_again_clicked)
        self.leave = Button(context, tr("Leave safe mode"), frame=Frame.LINK, height=24)
        self.leave.clicked.connect(lambda: session.snapshots.set_view(View()))
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._title, 1)
        self._row.addWidget(note)
        self._row.addWidget(self.again)
        self._row.addWidget(self.leave)
        context.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def show_mode(self, safe: SafeMode) -> None:
        title = tr("Safe mode: {text}", text=visible(safe.text))
        self._title.setText(title)
        self.setAccessibleDescription(f"{title}. {_NOTHING_SAVED}.")

    def _on_again_clicked(self) -> None:
        self.again_requested.emit(self._session.requests.view.safe)

    def _on_metrics_changed(self) -> None:
        px = self._context.theme.px
        set_margins(self._row, px(16), px(4), px(12), px(4))
        self._row.setSpacing(px(12))
