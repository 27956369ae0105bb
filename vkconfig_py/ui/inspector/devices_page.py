"""The page "Devices": which physical devices programs get under a configuration."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QListView, QSizePolicy, QStyleOptionViewItem, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.chain.chosen_devices import ListedDevice
from vkconfig_py.model.chain.device_page import (
    NO_NOTE,
    describe_choice_briefly,
    describe_device_choice,
    make_device_page,
    name_device_choice,
)
from vkconfig_py.model.configuration.configuration import (
    DeviceChoice,
    DeviceMode,
    DeviceSelectionMethod,
)
from vkconfig_py.model.items.devices_model import DeviceAction, DevicesModel, ShownDevice
from vkconfig_py.model.items.keyed_list import ModelIndex
from vkconfig_py.model.plan.plan import Limitation, render_limits
from vkconfig_py.model.plan.planned_devices import METHOD_TITLES, DevicePlan
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import (
    capitalise,
    escape_invisible,
    make_tooltip,
    render_ordinal,
)
from vkconfig_py.ui.theme.context import ThemeContext, paint_check
from vkconfig_py.ui.theme.theme import Theme
from vkconfig_py.ui.widgets.basic import (
    Label,
    TextRole,
    accept_step_keys,
    escape_menu_text,
    get_step,
    make_column,
    make_row,
)
from vkconfig_py.ui.widgets.buttons import Button
from vkconfig_py.ui.widgets.choosers import ChoiceButton
from vkconfig_py.ui.widgets.layouts import Box, FooterPage, Page
from vkconfig_py.ui.widgets.lines_list import LinesDelegate, LinesView, NoEditorEvents
from vkconfig_py.ui.widgets.menus import PopupMenu

# The choice of a graphics processor: which one, by which means, and what proves it.

NOT_CHECKED = tr("Not checked yet. Check runs the real loader with only this selection applied.")


class DeviceMethodBox(QWidget):
    """Which device, by which means, why by these, and the proof."""

    def __init__(
        self, context: ThemeContext, session: Session, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context, self._session = context, session
        self._plan: DevicePlan | None = None
        self.device_choice = ChoiceButton(context, tr("Device"), arrow=True)
        self.method_choice = ChoiceButton(context, tr("Method"), arrow=True)
        self.reason_label = Label(
            context, text_style="small", text_role=TextRole.SECONDARY, wrap=True
        )
        self.result_label = Label(
            context, text_style="small", text_role=TextRole.SECONDARY, wrap=True
        )
        self.check_button = Button(context, tr("Check"), height=28)
        for box in (self.device_choice, self.method_choice):  # as wide as the list above them
            box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        px = context.theme.px
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(6))
        for part in (self.device_choice, self.method_choice, self.reason_label):
            column.addWidget(part)
        column.addSpacing(px(6))
        proof_row = make_row(self.result_label, self.check_button)
        proof_row.setStretch(0, 1)
        column.addLayout(proof_row)
        self.device_choice.clicked.connect(
            lambda: self.make_device_menu().exec(_find_position_below(self.device_choice))
        )
        self.method_choice.clicked.connect(
            lambda: self.make_method_menu().exec(_find_position_below(self.method_choice))
        )
        self.check_button.clicked.connect(session.checks.check_devices)
        session.checks.choice_proved.connect(self._show_proof)

    def show_choice(self, choice: DeviceChoice, plan: DevicePlan | None) -> None:
        """Show which device is chosen, and by which method the shown snapshot carries it out.

        `plan` is None if the method is not known yet.
        """
        self._plan = plan
        text = describe_choice_briefly(choice)
        self.device_choice.show_value(
            text, is_changed=False, tooltip=describe_device_choice(choice)
        )
        for part in (self.method_choice, self.reason_label, self.result_label, self.check_button):
            part.setVisible(choice.is_choosing and plan is not None)
        if plan is None:
            return
        method = (
            METHOD_TITLES[plan.selected_verdict.method]
            if plan.selected_verdict is not None
            else tr("no suitable method")
        )
        # What is applied has one way, whatever is chosen for launches.
        automatic = plan.requested_method is DeviceSelectionMethod.AUTOMATIC
        self.method_choice.show_value(
            tr("Automatic: {taken}", taken=method)
            if automatic
            else METHOD_TITLES[plan.requested_method],
            is_changed=False,
        )
        self.reason_label.setText(escape_invisible(plan.sentence))
        self.reason_label.set_text_role(TextRole.SECONDARY if plan.is_exact else TextRole.WARN)
        self._show_proof(None)

    def _show_proof(self, _proof: object) -> None:
        """Show whether the real loader gave a program these devices, if that was checked."""
        proof = self._session.checks.proof
        self.result_label.setText(
            escape_invisible(proof.text) if proof is not None else NOT_CHECKED
        )
        is_disproved = proof is not None and not proof.is_proved
        self.result_label.set_text_role(TextRole.WARN if is_disproved else TextRole.SECONDARY)

    def make_device_menu(self) -> PopupMenu:
        """Return the menu that selects one device alone, or one that is listed first."""
        menu, devices = PopupMenu(self._context, self), self._session.edits.devices
        choice = self._session.edits.workspace.selected_configuration.devices
        lines = [line for line in devices.list_devices() if line.can_be_chosen]
        _add(menu, tr("Automatic"), devices.clear_choice, is_checked=not choice.is_choosing)
        menu.addSeparator()
        for line in lines:
            choose = partial(devices.use_only, line.key)
            _add_device(menu, line, DeviceMode.LISTED, choose, choice)
        menu.addSeparator()
        for line in lines if len(lines) > 1 else ():
            choose = partial(devices.move_first, line.key)
            _add_device(menu, line, DeviceMode.FIRST, choose, choice)
        menu.addSeparator()
        custom_action = menu.addAction(tr("Custom order: check and drag devices in the list"))
        custom_action.setEnabled(False)
        return menu

    def make_method_menu(self) -> PopupMenu:
        """Return the menu of methods that select devices, impossible ones with the reason."""
        menu, devices = PopupMenu(self._context, self), self._session.edits.devices
        menu.setToolTipsVisible(True)
        current_method = self._session.edits.workspace.selected_configuration.devices.by
        automatic = DeviceSelectionMethod.AUTOMATIC
        _add(
            menu,
            tr("Automatic (recommended)"),
            partial(devices.set_method, automatic),
            is_checked=current_method is automatic,
        )
        menu.addSeparator()
        for method in self._plan.verdicts if self._plan is not None else ():
            choose = partial(devices.set_method, method.method)
            action = _add(
                menu,
                METHOD_TITLES[method.method],
                choose,
                is_checked=current_method is method.method,
            )
            action.setEnabled(not method.is_refused or current_method is method.method)
            action.setToolTip(make_tooltip(f"{METHOD_TITLES[method.method]} {method.sentence}."))
        return menu


def _add_device(
    menu: PopupMenu,
    line: ListedDevice,
    mode: DeviceMode,
    choose: Callable[[], None],
    choice: DeviceChoice,
) -> None:
    """Add a menu entry that chooses a device.

    Args:
        menu: of the entry.
        line: the device.
        mode: whether it is used alone, or listed first.
        choose: called when the user selects it.
        choice: the present one, whose entry is checked.
    """
    is_current = choice.mode is mode and len(choice.devices) == 1 and line.is_chosen
    _add(menu, name_device_choice(mode, line.name), choose, is_checked=is_current)


def _add(menu: PopupMenu, text: str, act: Callable[[], None], *, is_checked: bool) -> QAction:
    """Add one of the choices of a menu.

    `act` is called when the user selects it.
    """
    return menu.add_choice(escape_menu_text(escape_invisible(text)), act, is_chosen=is_checked)


def _find_position_below(widget: QWidget) -> QPoint:
    """Return the global point below the left corner of a widget."""
    return widget.mapToGlobal(QPoint(0, widget.height()))


class DeviceLinesDelegate(NoEditorEvents, LinesDelegate):
    """A check box in front of each line."""

    def _find_text_left(self, theme: Theme, index: ModelIndex) -> int:
        # The check box stands where other lists have their icon.
        return theme.px(46)

    def check_rect(self, rect: QRect) -> QRectF:
        """Return the rectangle of the check box in a row with this rectangle."""
        px = self._context.theme.px
        box = QRectF(rect.left() + px(17), rect.top() + px(6), px(16), px(16))
        return self._mirror_rect(box, rect)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        super().paint(painter, option, index)
        # A device that cannot be chosen (it reports no UUID, for one) has no check box.
        if not index.flags() & Qt.ItemFlag.ItemIsUserCheckable:
            return
        is_checked = index.data(Qt.ItemDataRole.CheckStateRole) is Qt.CheckState.Checked
        # The view goes on painting with this painter.
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_check(painter, self._context, self.check_rect(option.rect), is_checked=is_checked)
        painter.restore()


class DevicesView(LinesView):
    """List of devices; the model turns check boxes and drops into edits.

    Signals:
        stepped: move the current device up (-1) or down (+1).
        removed: hide the current device from programs.
    """

    stepped = Signal(int)
    removed = Signal()

    def __init__(
        self, context: ThemeContext, model: DevicesModel, parent: QWidget | None = None
    ) -> None:
        self._box_delegate = DeviceLinesDelegate(context, wraps_text=True)
        name = tr("Devices in this configuration")
        super().__init__(context, model, name, parent, delegate=self._box_delegate)
        self._devices = model
        self._pressed_box = QModelIndex()
        self.setDragDropMode(QListView.DragDropMode.InternalMove)
        self.setSelectionMode(QListView.SelectionMode.SingleSelection)

    def event(self, event: QEvent) -> bool:
        return accept_step_keys(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if not index.isValid():
            super().keyPressEvent(event)
        elif get_step(event):
            self.stepped.emit(get_step(event))
        elif event.key() == Qt.Key.Key_Space:
            self._devices.toggle(index)
        elif event.key() == Qt.Key.Key_Delete:
            self.removed.emit()
        else:
            super().keyPressEvent(event)

    def _find_box(self, event: QMouseEvent) -> QModelIndex:
        """Return the row whose check box the mouse is on, an invalid index for none."""
        point = event.position()
        index = self.indexAt(point.toPoint())
        row = QRectF(self.visualRect(index))
        # 16 and twice 6 are 28, and as high as the row: easier to hit than the box that is seen.
        box = self._box_delegate.check_rect(row.toRect()).adjusted(-6, 0, 6, 0)
        box.setTop(row.top())
        box.setBottom(row.bottom())
        return index if index.isValid() and box.contains(point) else QModelIndex()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        left = event.button() is Qt.MouseButton.LeftButton
        self._pressed_box = self._find_box(event) if left else QModelIndex()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self._find_box(event)
        if index.isValid() and index == self._pressed_box:
            self._devices.toggle(index)
        self._pressed_box = QModelIndex()


USE_EVERY_DEVICE = tr("Use all devices, in the loader's order")
SUPPORTING_LOADERS_TITLE = tr("What loaders do with this selection")
_MAX_LIST_HEIGHT = 300  # height of the list; it scrolls then


class DevicesPage(FooterPage):
    """Devices with check boxes, and the limitations of the selection.

    Signals:
        probe_requested: probe everything.
        announced: a sentence for screen readers.
    """

    probe_requested = Signal()
    announced = Signal(str)

    def __init__(
        self, context: ThemeContext, session: Session, parent: QWidget | None = None
    ) -> None:
        self._session = session
        self._page = Page(context, tr("Choose devices"))
        self.use_all_button = Button(
            context, tr("Use all devices"), icon="reset", height=28, name=USE_EVERY_DEVICE
        )
        self.use_all_button.setToolTip(make_tooltip(USE_EVERY_DEVICE))
        super().__init__(context, self._page, make_row(self.use_all_button, None), parent)
        self.model = DevicesModel(session.edits.devices, self)
        self.view = DevicesView(context, self.model)
        self.choice = DeviceMethodBox(context, session)
        self.headline = Label(context, wrap=True)
        self.limit_note = Label(context, text_style="small", text_role=TextRole.WARN, wrap=True)
        self.notes = Label(context, text_style="small", text_role=TextRole.SECONDARY, wrap=True)
        self.unprobed_note = Label(
            context, text_style="small", text_role=TextRole.SECONDARY, wrap=True
        )
        self.probe = Button(context, tr("Probe all"), height=28)
        self.loader_note = Label(
            context, text_style="small", text_role=TextRole.SECONDARY, wrap=True
        )
        self._lay_out()
        self.use_all_button.clicked.connect(session.edits.devices.clear_choice)
        self.probe.clicked.connect(self.probe_requested)
        self.view.stepped.connect(self._on_stepped)
        self.view.removed.connect(self._on_removed)
        self.view.action_used.connect(self.apply_action)
        self.view.menu_requested.connect(
            lambda device, position: self.make_menu(device).exec(position)
        )
        session.edits.workspace_changed.connect(self.refresh)
        session.snapshots.shown_changed.connect(self.refresh)

    def _lay_out(self) -> None:
        context, px = self._context, self._context.theme.px
        body = self._page.make_body()
        column = QVBoxLayout(body)
        column.setContentsMargins(px(16), px(10), px(16), px(12))
        column.setSpacing(px(12))
        self.loader_caption = Label(
            context,
            SUPPORTING_LOADERS_TITLE,
            text_style="small_strong",
            text_role=TextRole.SECONDARY,
            wrap=True,
        )
        probe = make_row(self.unprobed_note, self.probe)
        probe.setStretch(0, 1)
        self._box = Box(context, self.view, has_own_rows=True)
        for widget in (self.headline, self._box):
            column.addWidget(widget)
        column.addLayout(probe)
        for note in (self.limit_note, self.notes):
            column.addWidget(note)
        column.addWidget(self.choice)
        loaders = make_column()
        loaders.addWidget(self.loader_caption)
        loaders.addWidget(self.loader_note)
        column.addLayout(loaders)
        column.addStretch(1)
        self._page.setWidget(body)

    # ---- what is shown

    def refresh(self) -> None:
        """Show the devices, and how the chosen ones are given to programs."""
        snapshot = self._session.snapshots.shown
        # Signals come while another page is shown: showEvent makes up for them.
        if snapshot is None or not self.isVisible():
            return
        findings, lines = (
            self._session.probes.answers.findings,
            self._session.edits.devices.list_devices(),
        )
        choice = self._session.edits.workspace.selected_configuration.devices
        page = make_device_page(choice, snapshot, findings, lines)
        self.model.update_to(
            [
                ShownDevice(
                    line, page.position_by_key.get(line.key, 0), page.notes.get(line.key, NO_NOTE)
                )
                for line in lines
            ]
        )
        self._fit()
        is_choice_predicted = snapshot.request.configuration.devices == choice
        self.choice.show_choice(choice, snapshot.plan.devices if is_choice_predicted else None)
        self.headline.setText(page.choice_sentence)
        self.headline.set_text_role(TextRole.WARN if page.is_warning else TextRole.TEXT)
        _show_label(
            self.limit_note,
            _join_sentences([limitation for limitation in page.limits if not limitation.is_note]),
        )
        _show_label(self.notes, _join_sentences([limit for limit in page.limits if limit.is_note]))
        _show_label(self.unprobed_note, page.unprobed_sentence)
        self.probe.setVisible(bool(page.unprobed_sentence))
        self.loader_caption.setVisible(bool(page.loader_sentences))
        _show_label(self.loader_note, "\n".join(page.loader_sentences))
        self.use_all_button.setEnabled(choice.is_choosing)

    def showEvent(self, event: object) -> None:
        self.refresh()

    def _fit(self) -> None:
        """Make the list as high as its rows, up to a limit."""
        px = self._context.theme.px
        # A list inside a page that scrolls: as high as its rows, up to a limit.
        heights = [self.view.sizeHintForRow(row) for row in range(self.model.rowCount())]
        # An empty list would still be a stop of Tab.
        self._box.setVisible(bool(heights))
        self.view.setFixedHeight(min(px(_MAX_LIST_HEIGHT), sum(heights) + px(10)))

    # ---- what is done

    def _get_current(self) -> ShownDevice | None:
        """Return the device of the selected row, None without one."""
        device: ShownDevice | None = self.view.get_current_value()
        return device

    def _on_stepped(self, step: int) -> None:
        """Move the selected device.

        Args:
            step: -1 is one position up, 1 is one down.
        """
        device = self._get_current()
        if device is not None:
            self._session.edits.devices.move_by(device.line.key, step)
            self._announce()

    def _announce(self) -> None:
        """Tell screen readers the new position of a moved device."""
        self.refresh()
        device = self._get_current()
        if device is not None and device.position:
            chosen_count = sum(1 for line in self.model.values() if line.position)
            # A moved row says nothing by itself: its index is current before and after.
            self.announced.emit(
                tr(
                    "{name}, {place} of {count}",
                    name=device.line.name,
                    place=render_ordinal(device.position),
                    count=chosen_count,
                )
            )

    def _on_removed(self) -> None:
        """Hide the selected device from programs."""
        device = self._get_current()
        if device is not None:
            self._session.edits.devices.set_use(device.line.key, is_on=False)

    def apply_action(self, device: ShownDevice, action: DeviceAction | None) -> None:
        """Do what the button of a device says: renew its identity, or remove it."""
        if action is DeviceAction.RENEW:
            self._session.edits.devices.renew_identity(device.line.key)
        elif action is DeviceAction.REMOVE:
            self._session.edits.devices.set_use(device.line.key, is_on=False)

    def make_menu(self, device: ShownDevice) -> PopupMenu:
        """Return the context menu of a device."""
        menu, devices, line = (
            PopupMenu(self._context, self),
            self._session.edits.devices,
            device.line,
        )
        if line.can_be_chosen:
            use = menu.addAction(
                tr("Use this device"), partial(devices.set_use, line.key, is_on=not line.is_chosen)
            )
            use.setCheckable(True)
            use.setChecked(line.is_chosen)
            menu.addAction(tr("Use only this device"), partial(devices.use_only, line.key))
            menu.addAction(tr("Put this device first"), partial(devices.move_first, line.key))
            menu.addSeparator()
            menu.addAction(tr("Move up"), partial(devices.move_by, line.key, -1))
            menu.addAction(tr("Move down"), partial(devices.move_by, line.key, 1))
            menu.addSeparator()
        for action in device.actions:
            menu.addAction(action.label, partial(self.apply_action, device, action.action))
        menu.addAction(USE_EVERY_DEVICE, devices.clear_choice).setEnabled(
            self.use_all_button.isEnabled()
        )
        return menu


def _join_sentences(limits: Sequence[Limitation]) -> str:
    """Return one line per limitation, each as a sentence."""
    return "\n".join(f"{capitalise(line)}." for line in render_limits(limits))


def _show_label(label: Label, text: str) -> None:
    """Set the text of a label, and hide it if the text is ""."""
    label.setText(text)
    label.setVisible(bool(text))
