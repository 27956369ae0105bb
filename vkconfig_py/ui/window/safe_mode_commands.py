"""SafeModeCommands: launches that leave out layers or drivers, and the menus that offer them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.plan.plan import SafeMode, Without
from vkconfig_py.ui.widgets.basic import below, menu_text

if TYPE_CHECKING:
    from vkconfig_py.ui.window.what_if_commands import WhatIfCommands
    from vkconfig_py.ui.window.window_parts import WindowParts

NO_DRIVERS = tr("No driver found")


class SafeModeCommands(QObject):
    """The menu of the Launch button, and the bar above the chain."""

    def __init__(self, parts: WindowParts, what_if: WhatIfCommands) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self.launch = what_if.launch
        parts.header.safe_asked.connect(self.show_menu)
        parts.chain.safe_mode_made.connect(self._on_bar_made)

    def without(self, what: Without) -> None:
        self.launch(SafeMode(what))

    def show_menu(self, at: QPoint) -> None:
        actions = self._parts.actions
        menu = actions.menu(self._parts.window)
        menu.addAction(actions["safe_implicit"])
        menu.addAction(actions["safe_layers"])
        drivers = menu.addMenu(tr("Launch with only"))
        drivers.setEnabled(actions["safe_driver"].isEnabled())
        self._add_drivers(drivers)
        menu.exec(at)

    def choose_driver(self) -> None:
        menu = self._parts.actions.menu(self._parts.window)
        self._add_drivers(menu)
        menu.exec(below(self._parts.header.launch))

    def _add_drivers(self, menu: QMenu) -> None:
        picture = self._parts.session.pictures.current
        files = picture.inventory.drivers if picture is not None else ()
        names = dict.fromkeys(driver.file.rpartition("/")[2] for driver in files)
        for name in names:
            only = SafeMode(driver=name)
            menu.addAction(menu_text(name.removesuffix(".json")), partial(self.launch, only))
        if not names:
            menu.addAction(NO_DRIVERS).setEnabled(False)

    def _on_bar_made(self) -> None:
        bar = self._parts.chain.safe_mode
        if bar is not None:
            bar.again_asked.connect(self.launch)
