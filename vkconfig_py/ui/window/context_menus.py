"""The menus of device and row."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.chain.picture_values import (
    CONTROL_WORDS,
    MOVED_KINDS,
    ChainSnapshot,
    Row,
    RowKind,
)
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import DriverControl
from vkconfig_py.model.session.session import Session
from vkconfig_py.ui.widgets.actions import Actions
from vkconfig_py.ui.widgets.basic import menu_text


def device_menu(
    session: Session, picture: ChainSnapshot, actions: Actions, parent: QWidget
) -> QMenu:
    menu = actions.menu(parent)
    group = QActionGroup(menu)
    drivers = [row for row in picture.rows if row.kind is RowKind.DRIVER]
    chosen = any(row.control == DriverControl.ONLY for row in drivers)

    def add(text: str, act: Callable[[], object], *, checked: bool) -> None:
        action = menu.addAction(menu_text(text), act)
        action.setCheckable(True)
        action.setChecked(checked)
        group.addAction(action)

    def leave() -> None:
        for row in drivers:
            if row.control == DriverControl.ONLY:
                session.edits.do(
                    workspace_edits.set_driver_control, _driver(row), DriverControl.AUTO
                )

    add(tr("Every driver the loader finds"), leave, checked=not chosen)
    names = [row.name for row in drivers]
    for row in drivers:
        only = partial(
            session.edits.do, workspace_edits.set_driver_control, _driver(row), DriverControl.ONLY
        )
        text = tr("Only {name}", name=row.name)
        if names.count(row.name) > 1:  # such as those for programs of 64 and of 32 bits
            text = tr("Only {name} ({file})", name=row.name, file=_driver(row))
        add(text, only, checked=row.control == DriverControl.ONLY)
    menu.addSeparator()
    menu.addAction(actions["loader_options"])
    menu.addAction(actions["devices"])
    menu.addAction(actions["devices_all"])
    return menu


def _driver(row: Row) -> str:
    return row.key.partition(":")[2].rpartition("/")[2]


_LAYERS = (RowKind.LAYER, RowKind.OFF_LAYER)
# Actions that rows of some kinds have beside the others, in groups.
_OF_KINDS: tuple[tuple[Collection[RowKind], tuple[str, ...]], ...] = (
    ((*MOVED_KINDS, RowKind.OFF_LAYER), ("row_up", "row_down", "row_move", "forget_order")),
    (_LAYERS, ("documentation", "website", "generate_layer")),
    ((RowKind.UNLISTED,), ("other_layers",)),
    ((RowKind.MISSING,), ("forget_layer",)),
    ((RowKind.PROGRAM,), ("choose_program", "launch_options", "forget_requests")),
    ((*_LAYERS, RowKind.DRIVER, RowKind.DEVICE), ("probe_this", "probe_all")),
    ((RowKind.DEVICE,), ("row_up", "row_down", "device_only", "device_first")),
    ((RowKind.LOADER, RowKind.DRIVER), ("loader_options",)),
    ((RowKind.LOADER, RowKind.DRIVER, RowKind.DEVICE), ("devices", "devices_all")),
    ((RowKind.DEVICE,), ("compare", "device_copy", "device_export")),
)


def row_menu(
    row: Row, actions: Actions, parent: QWidget, set_control: Callable[[str], None]
) -> QMenu:
    """Menu with all actions of a row, including those that the pointer does by dragging."""
    menu = actions.menu(parent)
    group = QActionGroup(menu)
    for control in row.controls:
        action = _control_action(menu, actions, control)
        group.addAction(action)
        action.setCheckable(True)
        action.setChecked(control == row.control)
        action.triggered.connect(lambda _=False, w=control: set_control(w))
    for kinds, names in _OF_KINDS:
        if row.kind in kinds:
            menu.addSeparator()
            for name in names:
                menu.addAction(actions[name])
    menu.addSeparator()
    menu.addAction(actions["copy"])
    menu.addAction(actions["copy_reason"])
    menu.addSeparator()
    menu.addAction(actions["check"])
    menu.addAction(actions["look_again"])
    return menu


def _control_action(menu: QMenu, actions: Actions, control: str) -> QAction:
    known = actions.named().get(f"wish_{control}")
    action = menu.addAction(known.text() if known else CONTROL_WORDS.get(control, control))
    if known is not None:
        # Shown in the menu; the chain takes the key itself.
        action.setShortcut(known.shortcut())
        action.setShortcutContext(known.shortcutContext())
    return action
