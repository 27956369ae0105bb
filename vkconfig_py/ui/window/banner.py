"""The banner below the header: whether overrides are applied, and buttons for them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.apply.lease_facts import LAST_MINUTE_SECONDS
from vkconfig_py.model.apply.notices import Banner, BannerCommand, BannerKind
from vkconfig_py.model.plan.leases import Moment
from vkconfig_py.model.plan.plan import AppliedConfiguration
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import escape_invisible, make_tooltip
from vkconfig_py.ui.theme.context import ThemeContext, mirror
from vkconfig_py.ui.widgets.basic import BackgroundPane, Label, TextRole, offer_tip, set_margins
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.desktop import announce
from vkconfig_py.ui.window.bars import BANNER_HEIGHT

_LINK_COMMANDS = (BannerCommand.SHOW, BannerCommand.APPLY_AGAIN)
_PADDING = 8  # above and below the text together, in pixels
_WIDE_WIDTH = 1120  # below this the time of day is left out
MINUTE_MS = 60_000
SECOND_MS = 1_000
WITHDRAWN_NOTE = tr("Withdrawn. Nothing is applied to the system.")
NOTHING_APPLIED = tr(
    "Nothing is applied to the system. Only programs launched from this window use the "
    "configuration."
)
_NOTHING_APPLIED_BRIEF = tr("Nothing is applied to the system.")


class BannerBar(BackgroundPane):
    """The line that says what is applied, always there: what is below it never moves.

    Attributes:
        shown_banner: the banner of the session, None while nothing is applied.

    Signals:
        command_used: a button was pressed, with its banner.
        refreshed: the banner was updated.
    """

    command_used = Signal(BannerCommand, object)
    refreshed = Signal()

    def __init__(
        self, context: ThemeContext, session: Session, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, "window", parent)
        self._session = session
        self.shown_banner: Banner | None = None
        self._warned_lease: AppliedConfiguration | None = None  # whose last minute was announced
        self._announced_applied = session.system.applied  # what screen readers know to be applied
        self._is_last_minute = False
        self._lead_label = Label(context, text_style="strong")
        self._text = Label(context, elide=Qt.TextElideMode.ElideRight, two_lines=True)
        self._countdown_label = Label(context, text_style="strong")
        self._buttons: list[Button] = []
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._lead_label)
        self._row.addWidget(self._text, 1)
        self._row.addWidget(self._countdown_label)
        self.setAccessibleName(tr("Applied to this system"))
        context.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()
        self._show_content()
        self._second_timer = QTimer(self)
        self._second_timer.setInterval(SECOND_MS)
        self._second_timer.timeout.connect(self.refresh_countdown)
        minute = QTimer(self)
        minute.setInterval(MINUTE_MS)
        minute.timeout.connect(self.refresh)
        minute.start()  # it says for how long something has been applied
        session.edits.workspace_changed.connect(self.refresh)
        session.system.applied_changed.connect(self.refresh)
        session.system.applied_changed.connect(self._announce_applied)

    def refresh(self) -> None:
        """Show which configurations are applied now."""
        banner = self._session.make_banner()
        self.show_banner(banner)
        if banner is None or banner.timed_configuration is None:
            self._second_timer.stop()
        else:
            self._second_timer.start()
            self.refresh_countdown()
        self.refreshed.emit()

    def refresh_countdown(self) -> None:
        """Show how long a configuration is still applied, and announce the last minute."""
        banner, now = self.shown_banner, self._session.find_moment()
        if banner is None or banner.timed_configuration is None:
            return
        self._show_countdown(banner, now)
        if (
            banner.get_seconds_left(now) <= LAST_MINUTE_SECONDS
            and banner.timed_configuration != self._warned_lease
        ):
            self._warned_lease = banner.timed_configuration
            announce(self.window(), f"{banner} {banner.render_countdown(now)}", is_urgent=True)

    def _announce_applied(self) -> None:
        """Tell screen readers what is applied now, as the banner does not take the focus."""
        previous_configurations, self._announced_applied = (
            self._announced_applied,
            self._session.system.applied,
        )
        banner = self._session.make_banner()
        if self._announced_applied == previous_configurations:
            return
        if self._announced_applied and banner is not None:
            announce(self.window(), str(banner))
        elif not self._announced_applied:
            announce(self.window(), WITHDRAWN_NOTE)

    def _on_metrics_changed(self) -> None:
        px = self._context.theme.px
        set_margins(self._row, px(40), 0, px(12), 0)
        self._row.setSpacing(px(6))
        self._fit_height()

    def event(self, event: QEvent) -> bool:
        return offer_tip(self, event) or super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()

    def _fit_height(self) -> None:
        """Be as high as a line, or as two lines where the text needs them, with their padding.

        That nothing is applied is not worth a second line.
        """
        theme = self._context.theme
        labels = [part for part in (self._lead_label, self._countdown_label) if not part.isHidden()]
        # New buttons are hidden until the next layout.
        shown_parts = [self._text, *labels, *self._buttons]
        margins = self._row.contentsMargins()
        used_width = margins.left() + margins.right() + self._row.spacing() * (len(shown_parts) - 1)
        used_width += sum(part.sizeHint().width() for part in shown_parts if part is not self._text)
        available_width = self.width() - used_width
        if self.shown_banner is None:
            is_cut = theme.body.width(NOTHING_APPLIED) > available_width
            self._text.setText(_NOTHING_APPLIED_BRIEF if is_cut else NOTHING_APPLIED)
            self.setToolTip(make_tooltip(NOTHING_APPLIED) if is_cut else "")
        wraps_text = theme.body.width(self._text.text()) > available_width
        needed_height = (2 if wraps_text else 1) * theme.body.height + theme.px(_PADDING)
        height = max(theme.px(BANNER_HEIGHT), needed_height)
        if height != self.maximumHeight():
            self.setFixedHeight(height)
            # While it is resized, its layout still has the height of before.
            self._row.setGeometry(self.rect())

    def show_banner(self, banner: Banner | None) -> None:
        """Show a banner with its buttons, None to say that nothing is applied."""
        if banner != self.shown_banner:
            self.shown_banner = banner
            self._show_content()

    def _show_content(self) -> None:
        """Show texts and buttons of the present banner."""
        banner = self.shown_banner
        for button in self._buttons:
            self._row.removeWidget(button)
            # deleteLater() waits for the event loop; until then the old buttons would stand beside
            # the new ones.
            button.hide()
            button.deleteLater()
        self._buttons = []
        self._is_last_minute = False
        self.set_role("window" if banner is None else "warn_band")
        self._lead_label.setText(escape_invisible(banner.prefix) if banner else "")
        self._lead_label.setVisible(bool(banner and banner.prefix))
        self._text.setText(escape_invisible(banner.text) if banner else NOTHING_APPLIED)
        self.setToolTip("")
        text_role = TextRole.TEXT if banner else TextRole.SECONDARY
        if banner and banner.kind is BannerKind.STALE:
            text_role = TextRole.ERROR
        self._text.set_text_role(text_role)
        self._countdown_label.set_text_role(TextRole.TEXT)
        self._countdown_label.setVisible(bool(banner and banner.timed_configuration))
        self.setAccessibleDescription(str(banner) if banner else NOTHING_APPLIED)
        for action in banner.actions if banner else ():
            frame = Frame.LINK if action.command in _LINK_COMMANDS else Frame.OUTLINE
            button = Button(self._context, action.label, frame=frame, height=24)
            button.setToolTip(make_tooltip(action.tooltip))
            button.setAccessibleDescription(action.tooltip)
            command = action.command
            button.clicked.connect(
                lambda _=False, command=command: self.command_used.emit(command, self.shown_banner)
            )
            self._row.addWidget(button)
            self._buttons.append(button)
        self._fit_height()

    def _show_countdown(self, banner: Banner, now: Moment) -> None:
        """Show how long a configuration is still applied, and repaint nothing else."""
        is_brief = self.width() < self._context.theme.px(_WIDE_WIDTH)
        self._countdown_label.setText(banner.render_countdown(now, is_brief=is_brief))
        is_last = banner.get_seconds_left(now) <= LAST_MINUTE_SECONDS
        if is_last is not self._is_last_minute:
            self._is_last_minute = is_last
            self._countdown_label.set_text_role(TextRole.ERROR if is_last else TextRole.TEXT)
            self.set_role("error_tint" if is_last else "warn_band")

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._context.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Window))
        size = theme.px(16)
        mirror(painter, self, QRectF(self.rect()))
        icon_rect = QRectF(theme.px(16), (self.height() - size) / 2, size, size)
        is_applied = self.shown_banner is not None
        icon, color = (
            ("clock", theme.colors.warn) if is_applied else ("apply", theme.colors.secondary)
        )
        self._context.icons.paint(painter, icon, color, icon_rect)
        line_width = 2 if theme.high_contrast and is_applied else 1
        line = QRectF(0, self.height() - line_width, self.width(), line_width)
        shows_frame = theme.high_contrast and is_applied
        painter.fillRect(line, theme.colors.warn if shows_frame else theme.colors.divider)
        painter.end()
