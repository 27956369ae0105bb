"""LogMessageBar: what can be done with the message that the details show."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.ui.theme.look import ThemeContext
from vkconfig_py.ui.widgets.buttons import Button, Frame


class MessageOffers(NamedTuple):
    """What can be done with a message.

    Attributes:
        is_muted: the next launch will not have it.
        has_rule, has_setting: it leads to the specification, and to a setting of the layer.
    """

    is_muted: bool = False
    has_rule: bool = False
    has_setting: bool = False


class LogMessageBar(QWidget):
    """Buttons in a row.

    Signals:
        mute_asked, rule_asked, setting_asked: for the message that is shown.
    """

    mute_asked = Signal()
    rule_asked = Signal()
    setting_asked = Signal()

    def __init__(self, look: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mute = Button(look, tr("Mute this"), frame=Frame.OUTLINE, height=24)
        self.mute.setToolTip(
            tr("Leave this message out from the next launch on (message_id_filter)")
        )
        self.rule = Button(look, tr("Specification"), frame=Frame.LINK, height=24)
        self.rule.setToolTip(tr("Open the rule in the specification"))
        self.setting = Button(look, tr("Setting"), frame=Frame.LINK, height=24)
        self.setting.setToolTip(tr("Go to the setting with which the layer prints this message"))
        self.mute.clicked.connect(lambda: self.mute_asked.emit())
        self.rule.clicked.connect(lambda: self.rule_asked.emit())
        self.setting.clicked.connect(lambda: self.setting_asked.emit())
        px = look.theme.px
        row = QHBoxLayout(self)
        row.setContentsMargins(px(12), px(2), px(12), px(4))
        row.setSpacing(px(8))
        for button in (self.mute, self.rule, self.setting):
            row.addWidget(button)
        row.addStretch(1)

    def show_offers(self, offers: MessageOffers | None) -> None:
        """Show what can be done; None for an entry that is no message."""
        self.setVisible(offers is not None)
        if offers is None:
            return
        self.mute.setEnabled(not offers.is_muted)
        self.mute.setText(tr("Muted") if offers.is_muted else tr("Mute this"))
        self.rule.setVisible(offers.has_rule)
        self.setting.setVisible(offers.has_setting)
