"""The window on the sample machine, whose drivers and layers were probed."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel

from vkconfig_py.model.chain.snapshot_values import RowKind

MANGOHUD = "layer:VK_LAYER_MANGOHUD_overlay_x86_64"


def open_probed(qtbot, open_window):
    """Return the window once it shows its devices."""
    window = open_window()
    qtbot.waitUntil(lambda: bool(devices(window)))
    return window


def devices(window):
    return [row for _index, row in window.chain.view.iterate_rows() if row.kind is RowKind.DEVICE]


def driver(window, name):
    return next(
        row
        for _index, row in window.chain.view.iterate_rows()
        if row.kind is RowKind.DRIVER and name in row.key
    )


def texts(page):
    return [label.text().replace("\u200b", "") for label in page.findChildren(QLabel)]
