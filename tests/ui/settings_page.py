"""What tests of the settings page share: rows that are pressed, values that are kept."""

from __future__ import annotations

from PySide6.QtCore import Qt

from tests.framework.settings import (
    make_setting,
)
from vkconfig_py.ui.settings.setting_delegate import ClickablePart
from vkconfig_py.ui.settings.setting_field import SettingField

NUMBER = make_setting("n", "INT", default=10, range={"min": 0})
FLAGS = make_setting("f", "FLAGS", flags=("A", "B"), default=["A"])
PATH = make_setting("log", "SAVE_FILE", default="stdout", filter="*.txt")


def kept(page):
    entry = page.editing.entry
    return {one.key: one.value for one in entry.settings} if entry else {}


def shown(page):
    return [page.model.node_at(index).id for index in page.model.walk()]


def press(qtbot, page, node_id, part):
    """Press a part of a row with the mouse."""
    index = page.model.index_of(node_id)
    page.view.scrollTo(index)
    layout = page.view.delegate.compute_layout(page.view.visualRect(index), index)
    rects = {
        ClickablePart.ARROW: layout.arrow,
        ClickablePart.CHECK: layout.check,
        ClickablePart.FIELD: layout.field,
        ClickablePart.BROWSE: layout.browse,
        ClickablePart.NEXT: layout.next_button,
        ClickablePart.RESET: layout.reset,
        ClickablePart.LINK: layout.notes[0].link if layout.notes else None,
    }
    at = rects[part].center().toPoint()
    qtbot.mouseClick(page.view.viewport(), Qt.MouseButton.LeftButton, pos=at)


def field_of(page):
    return page.view.findChild(SettingField)


def go(page, node_id):
    page.view.setCurrentIndex(page.model.index_of(node_id))
