"""Until when something is applied: a choice among times and events."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.plan.leases import (
    STAYS,
    WITH_THIS_PROCESS,
    ForSeconds,
    Term,
    UntilLoggedOut,
)
from vkconfig_py.model.text.durations import parse_duration
from vkconfig_py.model.text.wording import tooltip
from vkconfig_py.ui.theme.look import ThemeContext
from vkconfig_py.ui.widgets.basic import Field, Label, TextRole, row_of, set_margins
from vkconfig_py.ui.widgets.buttons import Radio

_QUARTER, _HOUR = 15 * 60, 60 * 60
_EXPECTED = tr("Such as 15m, 2h or 1h30m; a year at most")


class UntilChoice(QWidget):
    """Radio buttons, with a field for a duration of the user's own.

    Signals:
        changed: another choice, or another duration.
    """

    changed = Signal()

    def __init__(
        self, look: ThemeContext, *, why_no_logout: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Until"))
        self.quarter = Radio(look, tr("15 minutes"))
        self.hour = Radio(look, tr("1 hour"))
        self.other = Radio(look, tr("Another time:"))
        self.duration = Field(look, name=tr("Duration"))
        self.duration.setMaxLength(40)
        self.duration.setFixedHeight(look.theme.px(26))
        self.close_ = Radio(look, tr("This window closes"))
        self.logout = Radio(look, tr("I log out"))
        self.withdrawn = Radio(look, tr("I withdraw it manually"))
        # Always shown: what came and went while a time is typed would move the buttons below.
        self.expected = Label(look, _EXPECTED, face="small", ink=TextRole.SECONDARY, wrap=True)
        self.duration.setAccessibleDescription(_EXPECTED)
        self._describe()
        set_margins(self.expected, look.theme.px(24), 0, 0, 0)
        self._lay_out(look)
        self.logout.setEnabled(not why_no_logout)
        self.logout.setToolTip(tooltip(why_no_logout))
        if why_no_logout:
            self.logout.setAccessibleDescription(why_no_logout)
        self.close_.setChecked(True)
        self._show_whether_right()
        self._connect()

    def _describe(self) -> None:
        """Say to a screen reader what follows from a choice."""
        for timed in (self.quarter, self.hour, self.other):
            timed.setAccessibleDescription(tr("Withdrawn by itself when this time is over"))
        self.close_.setAccessibleDescription(tr("Withdrawn when this window closes"))
        self.logout.setAccessibleDescription(tr("Withdrawn when you log out"))
        self.withdrawn.setAccessibleDescription(
            tr("Stays until you withdraw it, after a restart as well")
        )

    def _lay_out(self, look: ThemeContext) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.theme.px(6))
        column.addLayout(row_of(self.quarter, self.hour, None, spacing=look.theme.px(16)))
        column.addLayout(row_of(self.other, self.duration))
        column.addWidget(self.expected)
        column.addLayout(row_of(self.close_, self.logout, None, spacing=look.theme.px(16)))
        column.addWidget(self.withdrawn)

    def _connect(self) -> None:
        # In rows of several layouts the buttons are still one group, for the arrow keys too.
        group = QButtonGroup(self)
        for button in (
            self.quarter,
            self.hour,
            self.other,
            self.close_,
            self.logout,
            self.withdrawn,
        ):
            group.addButton(button)
        group.buttonToggled.connect(self._on_changed)
        self.duration.textEdited.connect(self._on_edited)

    def term(self) -> Term | None:
        """What is chosen; None for a duration that is none."""
        if self.quarter.isChecked():
            return ForSeconds(_QUARTER)
        if self.hour.isChecked():
            return ForSeconds(_HOUR)
        if self.other.isChecked():
            seconds = parse_duration(self.duration.text())
            return ForSeconds(seconds) if seconds else None
        if self.logout.isChecked():
            return UntilLoggedOut()
        return STAYS if self.withdrawn.isChecked() else WITH_THIS_PROCESS

    def _on_edited(self) -> None:
        self.other.setChecked(True)
        self._on_changed()

    def _on_changed(self) -> None:
        self._show_whether_right()
        self.changed.emit()

    def _show_whether_right(self) -> None:
        self.expected.set_ink(TextRole.SECONDARY if self.term() is not None else TextRole.ERROR)
