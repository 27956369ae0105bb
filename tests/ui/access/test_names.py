"""Every control says what it is, and which of those beside it, to who does not see it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from tests.framework.amount import take_share
from tests.framework.german import speak
from tests.ui.access.boxes import BOXES, VALIDATION, opened
from tests.ui.access.names import faults, undescribed
from vkconfig_py.ui.window.bars import PANEL_BUTTONS

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture(params=take_share(("en", "de"), 2))
def language(request):
    """Speak a language from here on."""
    with speak(request.param):
        yield request.param


def test_names_that_are_missing_or_there_twice_are_found(qtbot):
    box = QWidget()
    qtbot.addWidget(box)
    column = QVBoxLayout(box)
    for text in ("", "Open", "Open"):
        column.addWidget(QPushButton(text))
    assert faults(box) == ["Button “Open” is there 2 times", "QPushButton has no name"]


def test_every_control_of_dialogs_and_popups_has_a_name_of_its_own(qtbot, language, window):
    found = []
    for name in BOXES:
        with opened(qtbot, window, name) as box:
            found += [f"{name}: {one}" for one in faults(box)]
    assert found == []


def test_every_choice_and_field_of_dialogs_tells_what_follows_or_is_expected(qtbot, window):
    found = []
    for name in BOXES:
        with opened(qtbot, window, name) as box:
            found += [f"{name}: {one}" for one in undescribed(box)]
    assert found == []


def test_every_choice_and_field_of_the_window_tells_what_follows_or_is_expected(window):
    window.chain.view.select_key(VALIDATION)
    found = set()
    for number, (name, _text, _icon) in enumerate(PANEL_BUTTONS):
        window.docks.open(name)
        window.inspector.tabs.setCurrentIndex(number)  # as many pages as panels
        found |= {f"{name}: {one}" for one in undescribed(window)}
    assert sorted(found) == []


def test_every_control_of_the_window_has_a_name_of_its_own(language, window):
    found = set()
    for name, _text, _icon in PANEL_BUTTONS:
        window.docks.open(name)
        found |= {f"{name}: {one}" for one in faults(window)}
    assert sorted(found) == []
