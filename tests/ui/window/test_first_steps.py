"""The first page: beside the chain in the first start, gone for good with a click or an action."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea

from tests.framework.cut_text import find_cut_texts
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.ui.panels.first_page import FIRST_STEPS
from vkconfig_py.ui.window.first_steps import FirstSteps


@pytest.fixture
def first(window):
    """Return the first steps of a window, opened from Help."""
    found = window.findChild(FirstSteps)
    window.actions_["first_steps"].trigger()
    assert found.page.isVisible()
    return found


def test_help_shows_it_beside_the_chain_and_not_over_it(window, first):
    chain, page = window.chain, first.page
    assert page.accessibleDescription() == " ".join(FIRST_STEPS)
    assert (
        page.mapTo(window, page.rect().topLeft()).x()
        >= chain.mapTo(window, chain.rect().topRight()).x()
    )
    assert page.close_button.hasFocus()


def test_a_click_ends_it_and_the_keyboard_goes_on_in_the_chain(window, first):
    first.page.close_button.click()
    assert first.page is None
    assert window.chain.view.hasFocus()
    assert window.state.get_text("window/first_page") == "done"
    window.state.wait_until_saved()


def test_a_panel_that_leaves_no_room_hides_it_and_it_is_never_cut(qtbot, window, first):
    page = first.page
    page.sample_button.show()
    page.menu.show()
    window.resize(1280, 600)
    window.docks.open("problems")
    qtbot.waitUntil(page.isHidden)
    window.actions_["first_steps"].trigger()
    assert window.docks.get_current() == ""
    qtbot.waitUntil(page.isVisible)
    qtbot.waitUntil(lambda: page.height() == page.compute_height(page.width()))
    assert not find_cut_texts(page)


def test_it_scrolls_where_large_text_leaves_no_room(qtbot, window, first):
    window.resize(900, 560)
    page = first.page
    page.sample_button.show()
    needed_height = page.compute_height(page.width())
    page.set_room(page.width(), needed_height - 20)
    bar = page.findChild(QScrollArea).verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() >= 20)
    assert page.findChild(QScrollArea).focusPolicy() is Qt.FocusPolicy.StrongFocus


def test_the_first_edit_ends_it(window, first):
    window.session.edits.do(workspace_edits.add_configuration, "Mine")
    assert first.page is None
    window.state.wait_until_saved()


@pytest.mark.parametrize(
    ("kept", "is_first"),
    [
        ({}, True),
        ({"window/first_page": "shown", "window/placement": "0,0"}, True),
        ({"window/first_page": "done"}, False),
        ({"window/placement": "0,0"}, False),  # of a version without a first page
    ],
)
def test_it_is_there_until_something_was_done(window, monkeypatch, kept, is_first):
    first = window.findChild(FirstSteps)

    class Ordinary:
        demo = False

    class Session:
        machine = Ordinary()

    class Kept:
        def get_text(self, key):
            return kept.get(key, "")

    class Parts:
        session, state = Session(), Kept()

    monkeypatch.setattr(first, "_parts", Parts())
    assert first._is_first() is is_first
