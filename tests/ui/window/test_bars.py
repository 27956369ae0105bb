"""The status bar: checks of the loader and what it says about them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from vkconfig_py.model.apply.verify import SUCCESS_RESULT, Verification
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
from vkconfig_py.model.configuration.preferences import CHECK_APPLIED, OFF
from vkconfig_py.model.plan.plan import Mechanism, PlanView
from vkconfig_py.model.session.loader_checks import AppliedCheck
from vkconfig_py.ui.inspector.inspector import make_footer


def test_a_launch_that_loaded_the_predicted_chain_counts_as_checked(window, qtbot):
    session, status_bar = window.session, window.status_bar
    session.requests.machine = session.machine._replace(demo=False)
    session.checks.record_launch(
        session.snapshots.current, session.snapshots.current.list_loading_layers(), ""
    )
    assert status_bar.verified.text().startswith("Verified ")
    assert status_bar.verified.toolTip() == "The launched program loaded the predicted chain."
    qtbot.waitUntil(lambda: "loaded this chain" in window.inspector.why._footer.text())
    session.checks.record_launch(
        session.snapshots.current, (), "Chain differs from the prediction: no layers."
    )
    assert status_bar.verified.text() == "Differs"


@pytest.fixture
def unprobed(window, monkeypatch):
    """The window on a machine that is not the sample one, with nothing probed."""
    session = window.session
    session.requests.machine = session.machine._replace(demo=False)
    for name in ("chain_probe", "earlier_chain_probe"):
        monkeypatch.setattr(type(session), name, property(lambda _session: None))
    window.status_bar.hide_toast()
    return window


def applied_check(window, **more):
    snapshot = window.session.snapshots.current
    request = snapshot.request._replace(view=PlanView(Mechanism.OVERRIDE))
    shown = ChainSnapshot(
        request=request, rows=snapshot.rows, summary=snapshot.summary, find=lambda: None
    )
    return AppliedCheck(shown, Verification(predicted=(), result=SUCCESS_RESULT, when=1.0, **more))


def test_a_check_of_what_was_applied_says_nothing_of_another_chain(unprobed):
    session, status_bar = unprobed.session, unprobed.status_bar
    session.checks._on_applied_checked(applied_check(unprobed, agreed=True))
    assert status_bar.verified.text() == "Not checked"
    assert make_footer(session, None).text == "Not checked with the real loader yet."
    assert "the real loader behaves as predicted" in status_bar.verified.toolTip()
    assert not status_bar.toast.isVisible()


def test_the_check_of_the_shown_chain_is_told_alike_in_both_places(unprobed, qtbot):
    session, footer = unprobed.session, unprobed.inspector.why._footer
    snapshot = session.snapshots.current
    answer = Verification(agreed=True, predicted=(), result=SUCCESS_RESULT, when=1.0)
    session.checks._on_applied_checked(AppliedCheck(snapshot, answer))
    assert unprobed.status_bar.verified.text().startswith("Verified ")
    qtbot.waitUntil(lambda: "confirmed this chain" in footer.text())


def test_a_check_of_what_was_applied_that_differs_is_told_and_shown(unprobed):
    session, status_bar = unprobed.session, unprobed.status_bar
    session.checks._on_applied_checked(
        applied_check(unprobed, agreed=False, difference="The loader also loads VK_LAYER_x.")
    )
    assert status_bar.verified.text() == "Applied chain differs"
    assert "This is a bug in vkconfig-py." in status_bar.toast.text()
    assert status_bar.toast.command_button.text() == "Show the applied chain"
    status_bar.toast.command_button.click()
    assert session.requests.view == PlanView(Mechanism.OVERRIDE)


def test_that_what_is_applied_is_not_checked_by_itself_is_kept(window):
    action = window.actions_["check_applied"]
    assert action.isChecked()
    action.trigger()
    assert not window.session.checks.checks_after_apply
    assert window.session.preferences.values.get_value(CHECK_APPLIED) == OFF


def test_the_path_of_the_program_gives_way_to_the_name_of_the_configuration(open_window):
    window = open_window(960, 640)
    header = window.header
    header.show_configuration("Debugging a game")
    header.show_program("vkcube", "/opt/a/long/way/to/the/program/vkcube")
    QApplication.processEvents()
    assert header.configuration.width() >= header.configuration.sizeHint().width()
    assert header.program.width() >= header.program.sizeHint().width()
    window.resize(1600, 640)
    QApplication.processEvents()
    assert (
        header.program.width() > header.program.compute_size(compact=False, with_note=False).width()
    )


def test_apply_and_launch_are_icons_before_a_name_is_elided(open_window, qtbot):
    header = open_window(800, 640).header
    header.show_configuration("My other configuration")
    header.show_program("A program with its name", "")
    qtbot.waitUntil(lambda: header.apply.is_compact and header.apply.width() <= 40)
    for chooser in (header.configuration, header.program):
        assert chooser.width() >= chooser.sizeHint().width()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_names_of_panels_stay_before_the_counts_beside_them(open_window):
    window = open_window()
    bar = window.status_bar
    preview = bar.buttons["preview"]
    preview.omit_note(True)
    for button in bar.buttons.values():
        button.omit_icon(True)
        button.reserve_note("")
    for button in (bar.probe, bar.verified):
        button.set_compact(True)
    names_width = bar._compute_buttons_width()
    preview.set_note("12 files · 34 variables · and some more that nobody would read to its end")
    bar.resize(names_width, bar.height())
    bar._fit_buttons()
    assert bar._compute_buttons_width() == names_width
    assert not any(button.is_compact for button in bar.buttons.values())
    tip = QHelpEvent(QEvent.Type.ToolTip, QPoint(4, 4), preview.mapToGlobal(QPoint(4, 4)))
    QApplication.sendEvent(preview, tip)
    assert "12 files" in QToolTip.text()


def test_counts_of_the_panels_move_no_button(window):
    bar = window.status_bar
    left = [button.x() for button in bar.buttons.values()]
    for panel in ("problems", "preview"):
        for count in ("", "3", "17"):
            bar._set_count(panel, count)
            bar.layout().activate()
            assert [button.x() for button in bar.buttons.values()] == left


def test_room_for_a_count_is_shared_by_both_sides_of_a_button(window):
    button = window.status_bar.buttons["preview"]
    for count in ("", "3"):
        window.status_bar._set_count("preview", count)
        button.resize(button.sizeHint())
        image = button.grab().toImage()
        ground, middle = image.pixelColor(1, 1), range(4, image.height() - 4)
        inked = [
            x
            for x in range(4, image.width() - 4)
            if any(image.pixelColor(x, y) != ground for y in middle)
        ]
        assert abs(inked[0] - (image.width() - 1 - inked[-1])) <= 4
