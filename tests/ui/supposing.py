"""What the tests of what if share."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from vkconfig_py.model.chain.snapshot_values import RowKind

# the offscreen platform says so about every popup
POPUPS = pytest.mark.qt_log_ignore("This plugin does not support")
DISABLE = "VK_LOADER_LAYERS_DISABLE"
MESA = "VK_LAYER_MESA_device_select"
MANGOHUD = "VK_LAYER_MANGOHUD_overlay_x86_64"
VKBASALT = "VK_LAYER_VKBASALT_post_processing"


def rows(window):
    return {row.name: row for _index, row in window.chain.view.iterate_rows()}


def chain_of(window):
    return [row.name for row in rows(window).values() if row.kind is RowKind.LAYER]


def wait_until_answered(qtbot, window):
    what_if = window.session.what_if
    qtbot.waitUntil(lambda: not what_if.is_hypothetical or what_if.snapshot is not None)
    qtbot.waitUntil(lambda: not what_if.pending and not window.session.snapshots.refresher.pending)


def press(widget, key, modifiers=Qt.KeyboardModifier.NoModifier):
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(widget, QKeyEvent(kind, key, modifiers))
