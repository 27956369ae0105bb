"""What is supposed is never written; adopting and trying are the ways to and fro."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from tests.ui.supposing import (
    DISABLE,
    MANGOHUD,
    MESA,
    POPUPS,
    VKBASALT,
    chain_of,
    press,
    rows,
    wait_until_answered,
)
from vkconfig_py.loader.api.what_if import NOTHING_ASSUMED, WhatIf
from vkconfig_py.loader.base.verdicts import RemoveFile
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl, Target, Variable
from vkconfig_py.model.plan.plan import Mechanism
from vkconfig_py.model.session.loader_checks import NO_CHECK_OF_WHAT_IF
from vkconfig_py.ui.panels.docks import TODAY_NOTE
from vkconfig_py.ui.window.what_if_commands import CLOSED_BY_APPLY, MOVE_REFUSED

# never written


def test_what_is_supposed_is_in_no_question_that_acts(supposing):
    session = supposing.session
    assert session.requests.make_request().assumptions is NOTHING_ASSUMED
    assert session.snapshots.current.request.assumptions is NOTHING_ASSUMED
    assert DISABLE not in {v.name for v in session.snapshots.current.plan.variables}
    assert session.edits.workspace.selected_configuration.environment == ()
    assert not session.edits.can_undo()


def test_nothing_of_it_is_saved(supposing, demo):
    supposing.session.persistence.flush()
    texts = [path.read_text() for path in demo.paths.configurations.rglob("*") if path.is_file()]
    assert not any("~implicit~" in text for text in texts)


@POPUPS
def test_applying_goes_back_to_today_first(qtbot, supposing):
    supposing.actions_["apply"].trigger()
    popover = next(
        widget
        for widget in QApplication.topLevelWidgets()
        if widget.accessibleName() == "Apply to the system" and widget.isVisible()
    )
    session = supposing.session
    assert session.snapshots.shown is session.snapshots.current
    assert supposing.status_bar.toast.text().strip() == CLOSED_BY_APPLY
    qtbot.waitUntil(lambda: session.snapshots.current.request.view.mechanism is Mechanism.AUTOMATIC)
    assert session.snapshots.current.request.assumptions is NOTHING_ASSUMED
    popover.close()
    qtbot.waitUntil(lambda: not session.snapshots.refresher.pending)


def test_variables_are_copied_without_it(qtbot, supposing):
    supposing.session.edits.do(workspace_edits.set_control, VKBASALT, LayerControl.ON)
    wait_until_answered(qtbot, supposing)
    QGuiApplication.clipboard().clear()
    supposing.actions_["export_bash"].trigger()
    qtbot.waitUntil(lambda: bool(QGuiApplication.clipboard().text()))
    assert "~implicit~" not in QGuiApplication.clipboard().text()


def test_the_real_loader_is_not_asked_about_it(qtbot, supposing):
    with qtbot.waitSignal(supposing.session.message) as caught:
        supposing.actions_["check"].trigger()
    assert caught.args == [NO_CHECK_OF_WHAT_IF, "neutral"]


def test_layers_are_not_moved_in_a_chain_that_is_only_supposed(qtbot, window, bar):
    window.session.what_if.set_variable("ENABLE_VKBASALT", "1")
    wait_until_answered(qtbot, window)
    view = window.chain.view
    view.select_key(f"layer:{MANGOHUD}")
    before = chain_of(window)
    for act in (lambda: view.move_current(1), view.mover.start_by_keyboard):
        window.status_bar.hide_toast()
        act()
        assert view.mover.move is None
        assert window.status_bar.toast.text().strip() == MOVE_REFUSED
    start = view.visualRect(view.currentIndex()).center()
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(200, start.y()))
    qtbot.mouseMove(view.viewport(), QPoint(200, start.y() + 40))
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton)
    assert chain_of(window) == before
    assert not window.session.edits.can_undo()


def test_a_wish_is_the_configurations_and_both_pictures_follow(qtbot, supposing):
    view = supposing.chain.view
    view.select_key(f"layer:{MESA}")
    view.set_control("on")
    session = supposing.session
    qtbot.waitUntil(lambda: rows(supposing)[MESA].kind is RowKind.LAYER)
    assert session.edits.workspace.selected_configuration.get_control(MESA) is LayerControl.ON
    assert session.edits.undo_label() == "Turn on MESA_device_select"
    assert session.what_if.snapshot is not None


# adopting


def test_adopting_is_one_step_that_can_be_undone(qtbot, supposing):
    session, bar = supposing.session, supposing.chain.what_if
    what_if = session.what_if
    what_if.set_assumptions(what_if.assumptions._replace(program="vulkaninfo", version=(1, 3, 275)))
    wait_until_answered(qtbot, supposing)
    assert "Not copied: the loader version" in bar.adopt_button.toolTip()
    bar.adopt_button.click()
    current = session.edits.workspace.selected_configuration
    assert current.environment == (Variable(DISABLE, "~implicit~"),)
    assert current.target == Target("vulkaninfo")
    assert what_if.assumptions == WhatIf(version=(1, 3, 275))
    wait_until_answered(qtbot, supposing)
    assert MESA not in session.snapshots.current.list_loading_layers()
    session.edits.undo()
    assert session.edits.workspace.selected_configuration.environment == ()
    assert not session.edits.can_undo()


def test_an_override_cannot_adopt_variables(qtbot, supposing):
    supposing.actions_["view_every"].trigger()
    wait_until_answered(qtbot, supposing)
    assert not supposing.chain.what_if.adopt_button.isVisible()
    assert not supposing.actions_["what_if_adopt"].isEnabled()


# remedies


def offer_button(qtbot, window, name):
    """Return a button of what can be done about the row, once that was found."""

    def found():
        kind, offers = type(window.inspector._copy), window.inspector.why._offers
        buttons = [button for offer in offers for button in offer.findChildren(kind)]
        return [button for button in buttons if button.accessibleName().startswith(name)]

    qtbot.waitUntil(lambda: bool(found()))
    return found()[0]


def test_trying_a_remedy_shows_its_effect_and_does_nothing(qtbot, window):
    window.chain.view.select_key(f"layer:{VKBASALT}")
    offer_button(qtbot, window, "Try: ").click()
    wait_until_answered(qtbot, window)
    assert window.chain.what_if.isVisible()
    assert rows(window)[VKBASALT].delta == "currently off"
    assert window.session.what_if.assumptions.variables == (("ENABLE_VKBASALT", "1"),)
    assert VKBASALT not in window.session.snapshots.current.list_loading_layers()


def test_a_file_is_supposed_to_be_gone_and_stays(qtbot, window):
    path = rows(window)[MESA].manifest
    window.session.what_if.try_remedy(RemoveFile(path))
    wait_until_answered(qtbot, window)
    assert MESA not in rows(window)
    assert window.chain.what_if.list_tags() == [f"without {path.rpartition('/')[2]}"]
    assert "1 gone" in window.chain.what_if.difference_label.text()
    assert MESA in window.session.snapshots.current.list_loading_layers()
    press(window.chain.what_if._tags[0], Qt.Key.Key_Delete)
    assert MESA in rows(window)


def test_trying_from_a_closed_bar_begins_afresh(qtbot, supposing):
    supposing.actions_["what_if"].trigger()
    supposing.session.what_if.try_variable("MANGOHUD", None)
    assert supposing.session.what_if.assumptions == WhatIf(variables=(("MANGOHUD", None),))


@pytest.mark.parametrize("name", ["problems", "preview"])
def test_panels_say_that_they_are_about_today(qtbot, window, name):
    panel = window.docks.open(name)
    qtbot.waitUntil(lambda: window.session.problems.problem_list.is_known)
    before = panel.header.summary.text()
    window.session.what_if.set_variable(DISABLE, "~implicit~")
    wait_until_answered(qtbot, window)
    assert panel.header.summary.text() == f"{before} · {TODAY_NOTE}".removeprefix(" · ")
    window.session.what_if.close()
    assert panel.header.summary.text() == before
