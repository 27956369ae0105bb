from __future__ import annotations

from PySide6.QtWidgets import QMenu

from vkconfig_py.ui import menus


def test_every_row_has_a_menu_that_can_be_opened(window):
    rows = window.store.shown.rows
    assert len(rows) > 10
    for row in rows:
        menu = menus.row_menu(row, window.actions_, window, lambda wish: None)
        assert menu.actions(), row.key
        menu.deleteLater()


def test_the_menus_of_program_and_device_can_be_opened_on_any_configuration(window):
    for make in (
        lambda: menus.program_menu(window.store, window.actions_, window),
        lambda: menus.device_menu(window.store, window.store.shown, window),
    ):
        menu = make()
        assert isinstance(menu, QMenu)
        assert menu.actions()
        menu.deleteLater()
