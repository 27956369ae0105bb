"""Text twice as large: nothing is cut, and every dialog is on a screen of 1280 by 720."""

from __future__ import annotations

from contextlib import suppress

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from devtools.stage import SMALL_SCREEN
from tests.framework.amount import take_share
from tests.framework.cut_text import find_cut_texts
from tests.framework.german import speak
from tests.ui.access.boxes import BOXES, opened
from tests.ui.access.reach import out_of_reach
from vkconfig_py.ui.window.bars import PANEL_BUTTONS

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
SCREEN = QSize(1280, 720)


@pytest.fixture
def large(qapp):
    """Let the font of the system be twice as large."""
    plain, font = qapp.font(), qapp.font()
    font.setPointSizeF(2 * plain.pointSizeF())
    qapp.setFont(font)
    yield
    qapp.setFont(plain)


@pytest.fixture
def window(large, context, open_window):
    context.recompute()
    return open_window()


def laid_out():
    for _round in range(3):  # layouts ask for another where a height depends on a new width
        QApplication.processEvents()


@pytest.mark.long
def test_every_dialog_is_readable_and_fits_the_screen(qtbot, window):
    found = []
    for name in BOXES:
        with opened(qtbot, window, name) as box:
            for _time in range(2):  # what leaves words out where there is little room needs less
                box.resize(box.size().boundedTo(SCREEN))
                laid_out()
            if box.size().boundedTo(SCREEN) != box.size():
                found.append(f"{name}: is {box.width()}x{box.height()} at least")
            found += [f"{name}: {cut}" for cut in find_cut_texts(box)]
    assert found == []


VALIDATION = "layer:VK_LAYER_KHRONOS_validation"


@pytest.fixture(params=take_share(("de", "en"), 2))
def small_window(request, window):
    """Return the window on a screen of 1280 by 720, in English or German."""
    with speak(request.param):
        yield from _on_small_screen(window)


def _on_small_screen(window):
    screen = next(one for one in QGuiApplication.screens() if one.name() == SMALL_SCREEN)
    window.setScreen(screen)
    window.move(screen.geometry().topLeft())
    window.resize(SCREEN)
    yield window


def expect_no_faults(qtbot, window, at):
    """Expect that all of a window on the small screen can be read and reached, now or soon.

    It fails at the first place: what stays cut would be waited for in vain at each that follows.
    """
    found = []

    def is_fine():
        laid_out()
        least = window.layout().minimumSize()
        fits = window.size() == SCREEN and least.boundedTo(SCREEN) == least
        found[:] = () if fits else (f"is {window.size()}, {least} at least",)
        found.extend((*find_cut_texts(window), *out_of_reach(window)))
        return not found

    # A page fills while it is looked at: what is cut for a moment is not meant.
    with suppress(qtbot.TimeoutError):
        qtbot.waitUntil(is_fine)
    assert {f"{at}: {one}" for one in found} == set()


def test_everything_in_the_window_is_readable_and_in_reach_on_a_small_screen(qtbot, small_window):
    window = small_window
    assert window.minimumSize().boundedTo(SCREEN) == window.minimumSize()
    expect_no_faults(qtbot, window, "the chain")
    rows = {row.kind: row.key for row in window.session.snapshots.shown.rows if row.key}
    tabs, looked_at = window.inspector.tabs, set()
    for key in (VALIDATION, *rows.values()):
        window.chain.view.select_key(key)
        window.go_to_inspector()
        for number, name in enumerate(tabs.pages):
            if name not in looked_at and tabs.isTabEnabled(number):
                looked_at.add(name)
                tabs.setCurrentIndex(number)
                expect_no_faults(qtbot, window, name)
    window.docks.open("problems")
    window.go_to_inspector()
    expect_no_faults(qtbot, window, "the inspector above a panel")
    window.actions_["inspector"].setChecked(False)
    window.chain.show_filter(is_shown=True)
    window.status_bar.show_toast("A sentence. " * 6, undo=True)
    window.actions_["what_if"].trigger()
    for name in (*(panel for panel, _text, _icon in PANEL_BUTTONS), "culprit"):
        window.docks.open(name)
        expect_no_faults(qtbot, window, name)


def test_the_sheet_of_apply_is_as_wide_as_its_words_also_beside_a_scroll_bar(qtbot, window):
    small_window = next(_on_small_screen(window))
    small_window.session.edits.select_configuration("built-in-best-practices")
    with speak("de"), opened(qtbot, small_window, "apply") as popover:
        popover._advanced_button.setChecked(True)
        page = popover._page
        qtbot.waitUntil(popover.apply_button.isEnabled)
        laid_out()
        assert page.verticalScrollBar().maximum() > 0
        body = page.widget()
        assert body.width() == page.viewport().width()
        assert small_window.screen().availableGeometry().contains(popover.frameGeometry())


def test_icons_of_menus_grow_with_the_text(window):
    menu = window.actions_.make_menu(window)
    menu.aboutToShow.emit()  # without a screen Qt warns of a real one
    menu.deleteLater()
    size = window.context.theme.px(16)
    assert size > 20
    icon = window.actions_["configuration_new"].icon()
    assert size in {pixmap_size.width() for pixmap_size in icon.availableSizes()}
