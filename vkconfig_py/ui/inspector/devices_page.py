"""The page "Devices": which physical devices programs get under a configuration."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QListView,
    QMenu,
    QSizePolicy,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.chain.chosen_devices import DeviceLine
from vkconfig_py.model.chain.device_page import (
    NO_NOTE,
    device_choice_text,
    devices_page,
    short_choice_text,
)
from vkconfig_py.model.configuration.configuration import DeviceChoice, DeviceSelectionMethod
from vkconfig_py.model.items.devices_model import DeviceAction, DevicesModel, ShownDevice
from vkconfig_py.model.items.keyed_list import Index
from vkconfig_py.model.plan.device_values import METHOD_TITLES, DevicePlan
from vkconfig_py.model.plan.plan import Limitation, render_limits
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.lines import ListLine
from vkconfig_py.model.text.wording import capitalised, ordinal, tooltip, visible
from vkconfig_py.ui.theme.context import ThemeContext, paint_check
from vkconfig_py.ui.theme.theme import Theme
from vkconfig_py.ui.widgets.basic import (
    Label,
    TextRole,
    accept_step_keys,
    escape_menu_text,
    get_step,
    make_row,
)
from vkconfig_py.ui.widgets.buttons import Button
from vkconfig_py.ui.widgets.choosers import ChoiceButton
from vkconfig_py.ui.widgets.layouts import FooterPage, Page
from vkconfig_py.ui.widgets.lines_list import LinesDelegate, LinesView, NoEditorEvents

# The choice of a graphics processor: which one, by which means, and what proves it.

NOT_CHECKED = tr("Not checked yet: Check asks the real loader, with just what this choice sets.")


class DeviceMethodBox(QWidget):
    """Which device, by which means, why by these, and the proof."""

    def __init__(
        self, context: ThemeContext, session: Session, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._plan: DevicePlan | None = None
        self.which = ChoiceButton(context, tr("Graphics processor"), arrow=True)
        self.by = ChoiceButton(context, tr("Method"), arrow=True)
        self.reason = Label(context, text_style="small", text_role=TextRole.SECONDARY, wrap=True)
        self.result = Label(context, text_style="small", text_role=TextRole.SECONDARY, wrap=True)
        self.prove = Button(context, tr("Check"), height=28)
        for box in (self.which, self.by):  # as narrow as the page
            box.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        px = context.theme.px
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(6))
        column.addLayout(make_row(self.which, None))
        column.addLayout(make_row(self.by, None))
        column.addWidget(self.reason)
        proof = make_row(self.result, self.prove)
        proof.setStretch(0, 1)
        column.addLayout(proof)
        self.which.clicked.connect(lambda: self.which_menu().exec(_find_position_below(self.which)))
        self.by.clicked.connect(lambda: self.by_menu().exec(_find_position_below(self.by)))
        self.prove.clicked.connect(session.checks.prove)
        session.checks.proved.connect(self._show_proof)

    def show_choice(self, choice: DeviceChoice, plan: DevicePlan | None) -> None:
        """Show a choice, and how the shown snapshot carries it out. None if it is not known yet."""
        self._plan = plan
        text = short_choice_text(choice)
        self.which.show_value(text, changed=False, tip=device_choice_text(choice))
        for part in (self.by, self.reason, self.result, self.prove):
            part.setVisible(choice.chooses and plan is not None)
        if plan is None:
            return
        method = (
            METHOD_TITLES[plan.selected_verdict.method]
            if plan.selected_verdict is not None
            else tr("none fits")
        )
        # What is applied has one way, whatever is chosen for launches.
        automatic = plan.requested_method is DeviceSelectionMethod.AUTOMATIC
        self.by.show_value(
            tr("Automatic: {taken}", taken=method)
            if automatic
            else METHOD_TITLES[plan.requested_method],
            changed=False,
        )
        self.reason.setText(visible(plan.sentence))
        self.reason.set_text_role(TextRole.SECONDARY if plan.is_exact else TextRole.WARN)
        self._show_proof(None)

    def _show_proof(self, _proof: object) -> None:
        proof = self._session.checks.proof
        self.result.setText(visible(proof.text) if proof is not None else NOT_CHECKED)
        is_wrong = proof is not None and not proof.proved
        self.result.set_text_role(TextRole.WARN if is_wrong else TextRole.SECONDARY)

    def which_menu(self) -> QMenu:
        """Return the menu with every device alone, then every device first."""
        menu, devices = QMenu(self), self._session.edits.devices
        choice = self._session.edits.workspace.current.devices
        current_text = device_choice_text(choice)
        lines = [line for line in devices.lines() if line.can_be_chosen]
        _add(menu, tr("Automatic"), devices.leave, checked=not choice.chooses)
        menu.addSeparator()
        for line in lines:
            _add_device(menu, line, "only", partial(devices.use_only, line.key), current_text)
        menu.addSeparator()
        for line in lines if len(lines) > 1 else ():
            _add_device(menu, line, "first", partial(devices.put_first, line.key), current_text)
        menu.addSeparator()
        custom = menu.addAction(tr("Custom order: check and drag them below"))
        custom.setEnabled(False)
        return menu

    def by_menu(self) -> QMenu:
        """Return the menu with automatic, then every method, refused ones with the reason."""
        menu, devices = QMenu(self), self._session.edits.devices
        menu.setToolTipsVisible(True)
        current_method = self._session.edits.workspace.current.devices.by
        automatic = DeviceSelectionMethod.AUTOMATIC
        _add(
            menu,
            tr("Automatic (recommended)"),
            partial(devices.choose_by, automatic),
            checked=current_method is automatic,
        )
        menu.addSeparator()
        for method in self._plan.verdicts if self._plan is not None else ():
            choose = partial(devices.choose_by, method.method)
            action = _add(
                menu, METHOD_TITLES[method.method], choose, checked=current_method is method.method
            )
            action.setEnabled(not method.is_refused or current_method is method.method)
            action.setToolTip(tooltip(f"{METHOD_TITLES[method.method]} {method.sentence}."))
        return menu


def _add_device(
    menu: QMenu, line: DeviceLine, suffix: str, choose: Callable[[], None], current_text: str
) -> None:
    text = f"{line.name} {suffix}"
    _add(menu, text, choose, checked=text == current_text)


def _add(menu: QMenu, text: str, act: Callable[[], None], *, checked: bool) -> QAction:
    action = menu.addAction(escape_menu_text(visible(text)), act)
    action.setCheckable(True)
    action.setChecked(checked)
    return action


def _find_position_below(widget: QWidget) -> QPoint:
    return widget.mapToGlobal(QPoint(0, widget.height()))


class DeviceLinesDelegate(NoEditorEvents, LinesDelegate):
    """A check box in front of each line."""

    def _find_text_left(self, theme: Theme, line: ListLine) -> int:
        # The check box stands where other lists have their icon.
        return theme.px(46)

    def check_rect(self, rect: QRect) -> QRectF:
        px = self._context.theme.px
        box = QRectF(rect.left() + px(17), rect.top() + px(6), px(16), px(16))
        return self._flipped(box, rect)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        # A device that cannot be chosen (it reports no UUID, for one) has no check box.
        if not index.flags() & Qt.ItemFlag.ItemIsUserCheckable:
            return
        checked = index.data(Qt.ItemDataRole.CheckStateRole) is Qt.CheckState.Checked
        # The view goes on painting with this painter.
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_check(painter, self._context, self.check_rect(option.rect), checked=checked)
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
        self._boxes = DeviceLinesDelegate(context)
        name = tr("Devices of this configuration")
        super().__init__(context, model, name, parent, delegate=self._boxes)
        self._devices = model
        self._box_pressed = QModelIndex()
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

    def _box_at(self, event: QMouseEvent) -> QModelIndex:
        point = event.position()
        index = self.indexAt(point.toPoint())
        # 16 and twice 6 are 28: easier to hit than the box that is seen.
        box = self._boxes.check_rect(self.visualRect(index)).adjusted(-6, -6, 6, 6)
        return index if index.isValid() and box.contains(point) else QModelIndex()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        left = event.button() is Qt.MouseButton.LeftButton
        self._box_pressed = self._box_at(event) if left else QModelIndex()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self._box_at(event)
        if index.isValid() and index == self._box_pressed:
            self._devices.toggle(index)
        self._box_pressed = QModelIndex()


EVERY_DEVICE = tr("All devices, in the loader's order")
FOLLOWING_LOADERS = tr("Which loaders follow it when applied")
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
        self.every = Button(context, EVERY_DEVICE, icon="reset", height=28)
        super().__init__(context, self._page, make_row(self.every, None), parent)
        self.model = DevicesModel(session.edits.devices, self)
        self.view = DevicesView(context, self.model)
        self.choice = DeviceMethodBox(context, session)
        self.head = Label(context, wrap=True)
        self.limits = Label(context, text_style="small", text_role=TextRole.WARN, wrap=True)
        self.notes = Label(context, text_style="small", text_role=TextRole.SECONDARY, wrap=True)
        self.unprobed = Label(context, text_style="small", text_role=TextRole.SECONDARY, wrap=True)
        self.probe = Button(context, tr("Probe all"), height=28)
        self.loaders = Label(context, text_style="small", text_role=TextRole.SECONDARY, wrap=True)
        self._lay_out()
        self.every.clicked.connect(session.edits.devices.leave)
        self.probe.clicked.connect(self.probe_requested)
        self.view.stepped.connect(self._on_stepped)
        self.view.removed.connect(self._on_removed)
        self.view.acted.connect(self.use)
        self.view.menu_requested.connect(
            lambda device, position: self.menu_of(device).exec(position)
        )
        session.edits.workspace_changed.connect(self.refresh)
        session.snapshots.shown_changed.connect(self.refresh)

    def _lay_out(self) -> None:
        context, px = self._context, self._context.theme.px
        body = self._page.fresh_body()
        column = QVBoxLayout(body)
        column.setContentsMargins(px(16), px(10), px(16), px(12))
        column.setSpacing(px(8))
        caption = Label(
            context,
            FOLLOWING_LOADERS,
            text_style="small_strong",
            text_role=TextRole.SECONDARY,
            wrap=True,
        )
        probe = make_row(self.unprobed, self.probe)
        probe.setStretch(0, 1)
        for widget in (self.choice, self.head, self.view):
            column.addWidget(widget)
        column.addLayout(probe)
        for widget in (self.limits, self.notes):
            column.addWidget(widget)
        column.addSpacing(px(8))
        column.addWidget(caption)
        column.addWidget(self.loaders)
        column.addStretch(1)
        self._page.setWidget(body)

    # ---- what is shown

    def refresh(self) -> None:
        snapshot = self._session.snapshots.shown
        # Signals come while another page is shown: showEvent makes up for them.
        if snapshot is None or not self.isVisible():
            return
        probed, lines = self._session.probes.answers.probed, self._session.edits.devices.lines()
        choice = self._session.edits.workspace.current.devices
        page = devices_page(choice, snapshot, probed, lines)
        self.model.update_to(
            [
                ShownDevice(line, page.places.get(line.key, 0), page.notes.get(line.key, NO_NOTE))
                for line in lines
            ]
        )
        self._fit()
        is_answered = snapshot.request.configuration.devices == choice
        self.choice.show_choice(choice, snapshot.plan.devices if is_answered else None)
        self.head.setText(page.head)
        self.head.set_text_role(TextRole.WARN if page.warns else TextRole.TEXT)
        _show_label(
            self.limits,
            _join_sentences([limitation for limitation in page.limits if not limitation.is_note]),
        )
        _show_label(self.notes, _join_sentences([limit for limit in page.limits if limit.is_note]))
        _show_label(self.unprobed, page.unprobed)
        self.probe.setVisible(bool(page.unprobed))
        self.loaders.setText("\n".join(page.loaders))
        self.every.setEnabled(choice.chooses)

    def showEvent(self, event: object) -> None:
        self.refresh()

    def _fit(self) -> None:
        px = self._context.theme.px
        # A list inside a page that scrolls: as high as its rows, up to a limit.
        heights = [self.view.sizeHintForRow(row) for row in range(self.model.rowCount())]
        # An empty list would still be a stop of Tab.
        self.view.setVisible(bool(heights))
        self.view.setFixedHeight(min(px(_MAX_LIST_HEIGHT), sum(heights) + px(10)))

    # ---- what is done

    def _current(self) -> ShownDevice | None:
        device: ShownDevice | None = self.view.current()
        return device

    def _on_stepped(self, step: int) -> None:
        device = self._current()
        if device is not None:
            self._session.edits.devices.step(device.line.key, step)
            self._announce()

    def _announce(self) -> None:
        self.refresh()
        device = self._current()
        if device is not None and device.place:
            chosen = sum(1 for line in self.model.values() if line.place)
            # A moved row says nothing by itself: its index is current before and after.
            self.announced.emit(
                tr(
                    "{name}, {place} of {count}",
                    name=device.line.name,
                    place=ordinal(device.place),
                    count=chosen,
                )
            )

    def _on_removed(self) -> None:
        device = self._current()
        if device is not None:
            self._session.edits.devices.use(device.line.key, on=False)

    def use(self, device: ShownDevice, action: DeviceAction | None) -> None:
        if action is DeviceAction.RENEW:
            self._session.edits.devices.renew(device.line.key)
        elif action is DeviceAction.REMOVE:
            self._session.edits.devices.use(device.line.key, on=False)

    def menu_of(self, device: ShownDevice) -> QMenu:
        menu, devices, line = QMenu(self), self._session.edits.devices, device.line
        if line.can_be_chosen:
            use = menu.addAction(
                tr("Use this device"), partial(devices.use, line.key, on=not line.chosen)
            )
            use.setCheckable(True)
            use.setChecked(line.chosen)
            menu.addAction(tr("Use only this device"), partial(devices.use_only, line.key))
            menu.addAction(tr("Put this device first"), partial(devices.put_first, line.key))
            menu.addSeparator()
            menu.addAction(tr("Move up"), partial(devices.step, line.key, -1))
            menu.addAction(tr("Move down"), partial(devices.step, line.key, 1))
            menu.addSeparator()
        for action in device.actions:
            menu.addAction(action.label, partial(self.use, device, action.does))
        menu.addAction(EVERY_DEVICE, devices.leave).setEnabled(self.every.isEnabled())
        return menu


def _join_sentences(limits: Sequence[Limitation]) -> str:
    return "\n".join(f"{capitalised(line)}." for line in render_limits(limits))


def _show_label(label: Label, text: str) -> None:
    label.setText(text)
    label.setVisible(bool(text))
