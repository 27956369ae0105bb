"""The choice of a graphics processor: which one, by which means, and what proves it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QSizePolicy, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.chain.chosen_devices import DeviceLine
from vkconfig_py.model.chain.device_page import device_choice_text, short_choice_text
from vkconfig_py.model.configuration.configuration import DeviceChoice, DeviceSelectionMethod
from vkconfig_py.model.plan.device_values import TITLES, DevicePlan
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import tooltip, visible
from vkconfig_py.ui.theme.look import ThemeContext
from vkconfig_py.ui.widgets.basic import Label, TextRole, menu_text, row_of
from vkconfig_py.ui.widgets.buttons import Button
from vkconfig_py.ui.widgets.choosers import ChoiceButton

NOT_PROVED = tr("Not checked yet: Check asks the real loader, with just what this choice sets.")


class DeviceWaysBox(QWidget):
    """Which device, by which means, why by these, and the proof."""

    def __init__(self, look: ThemeContext, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._plan: DevicePlan | None = None
        self.which = ChoiceButton(look, tr("Graphics processor"), arrow=True)
        self.by = ChoiceButton(look, tr("Method"), arrow=True)
        self.reason = Label(look, face="small", ink=TextRole.SECONDARY, wrap=True)
        self.result = Label(look, face="small", ink=TextRole.SECONDARY, wrap=True)
        self.prove = Button(look, tr("Check"), height=28)
        for box in (self.which, self.by):  # as narrow as the page
            box.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        px = look.theme.px
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(6))
        column.addLayout(row_of(self.which, None))
        column.addLayout(row_of(self.by, None))
        column.addWidget(self.reason)
        proof = row_of(self.result, self.prove)
        proof.setStretch(0, 1)
        column.addLayout(proof)
        self.which.clicked.connect(lambda: self.which_menu().exec(_below(self.which)))
        self.by.clicked.connect(lambda: self.by_menu().exec(_below(self.by)))
        self.prove.clicked.connect(session.checks.prove)
        session.checks.proved.connect(self._show_proof)

    def show_choice(self, choice: DeviceChoice, plan: DevicePlan | None) -> None:
        """Show a choice, and how the shown picture carries it out; None if it is not known yet."""
        self._plan = plan
        text = short_choice_text(choice)
        self.which.show_value(text, changed=False, tip=device_choice_text(choice))
        for part in (self.by, self.reason, self.result, self.prove):
            part.setVisible(choice.chooses and plan is not None)
        if plan is None:
            return
        taken = TITLES[plan.taken.way] if plan.taken is not None else tr("none fits")
        # What is applied has one way, whatever is chosen for launches.
        automatic = plan.by is DeviceSelectionMethod.AUTOMATIC
        self.by.show_value(
            tr("Automatic: {taken}", taken=taken) if automatic else TITLES[plan.by], changed=False
        )
        self.reason.setText(visible(plan.sentence))
        self.reason.set_ink(TextRole.SECONDARY if plan.fits else TextRole.WARN)
        self._show_proof(None)

    def _show_proof(self, _proof: object) -> None:
        proof = self._session.checks.proof
        self.result.setText(visible(proof.text) if proof is not None else NOT_PROVED)
        wrong = proof is not None and not proof.proved
        self.result.set_ink(TextRole.WARN if wrong else TextRole.SECONDARY)

    def which_menu(self) -> QMenu:
        """Every device alone, every device first; more is chosen in the list below."""
        menu, devices = QMenu(self), self._session.edits.devices
        choice = self._session.edits.workspace.current.devices
        now = device_choice_text(choice)
        lines = [line for line in devices.lines() if line.can_be_chosen]
        _add(menu, tr("Automatic"), devices.leave, checked=not choice.chooses)
        menu.addSeparator()
        for line in lines:
            _add_device(menu, line, "only", partial(devices.use_only, line.key), now)
        menu.addSeparator()
        for line in lines if len(lines) > 1 else ():
            _add_device(menu, line, "first", partial(devices.put_first, line.key), now)
        menu.addSeparator()
        custom = menu.addAction(tr("Custom order: check and drag them below"))
        custom.setEnabled(False)
        return menu

    def by_menu(self) -> QMenu:
        """Automatic, then every way; one that cannot be used says why."""
        menu, devices = QMenu(self), self._session.edits.devices
        menu.setToolTipsVisible(True)
        by = self._session.edits.workspace.current.devices.by
        automatic = DeviceSelectionMethod.AUTOMATIC
        _add(
            menu,
            tr("Automatic (recommended)"),
            partial(devices.choose_by, automatic),
            checked=by is automatic,
        )
        menu.addSeparator()
        for one in self._plan.ways if self._plan is not None else ():
            choose = partial(devices.choose_by, one.way)
            action = _add(menu, TITLES[one.way], choose, checked=by is one.way)
            action.setEnabled(not one.refused or by is one.way)
            action.setToolTip(tooltip(f"{TITLES[one.way]} {one.sentence}."))
        return menu


def _add_device(
    menu: QMenu, line: DeviceLine, word: str, choose: Callable[[], None], now: str
) -> None:
    text = f"{line.name} {word}"
    _add(menu, text, choose, checked=text == now)


def _add(menu: QMenu, text: str, act: Callable[[], None], *, checked: bool) -> QAction:
    action = menu.addAction(menu_text(visible(text)), act)
    action.setCheckable(True)
    action.setChecked(checked)
    return action


def _below(widget: QWidget) -> QPoint:
    return widget.mapToGlobal(QPoint(0, widget.height()))
