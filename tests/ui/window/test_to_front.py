"""A second start raises the window: its token is there while Qt asks for that, and gone then."""

from __future__ import annotations

import ctypes
import os

import pytest
from PySide6.QtWidgets import QWidget

from vkconfig_py.ui.window.tray import bring_to_front

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
TOKEN = "XDG_ACTIVATION_TOKEN"


def seen_by_qt():
    getenv = ctypes.CDLL(None).getenv
    getenv.restype = ctypes.c_char_p
    return getenv(TOKEN.encode())


class Watched(QWidget):
    """A window that writes down what Qt reads where it is to come to the front."""

    seen = b""

    def activateWindow(self):  # noqa: N802 - Qt's name
        self.seen = seen_by_qt()
        super().activateWindow()


def test_the_token_of_the_second_start_is_taken_for_its_request_alone(qtbot):
    window = Watched()
    qtbot.addWidget(window)
    bring_to_front(window, "of-the-launcher")
    assert window.isVisible()
    assert window.seen == b"of-the-launcher"
    assert seen_by_qt() is None
    assert TOKEN not in os.environ
    bring_to_front(window)
    assert window.seen is None
