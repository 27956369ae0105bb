"""The dialog about an error of this program: what is safe, a report without names, ways on."""

import pytest
from PySide6.QtWidgets import QApplication, QWidget

import vkconfig_py
from vkconfig_py import gui
from vkconfig_py.ui.dialogs.bug_report_dialog import (
    CrashDialog,
    make_crash_dialog,
    make_error_dialog,
)
from vkconfig_py.ui.widgets.basic import Label
from vkconfig_py.ui.widgets.buttons import Button

# the offscreen platform says so about every window
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
ENVIRONMENT = {"HOME": "/home/jdoe", "USER": "jdoe"}


@pytest.fixture
def parent(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    return widget


def texts(dialog):
    return " ".join(label.text() for label in dialog.findChildren(Label))


def test_the_report_has_versions_place_and_log_but_no_names(context, parent):
    trace = 'File "/home/jdoe/vkconfig_py/a.py", line 3'
    dialog = make_error_dialog(context, "broken", trace, "of jdoe", ENVIRONMENT, parent)
    dialog.copy.click()
    report = QApplication.clipboard().text()
    assert f"vkconfig-py: {vkconfig_py.__version__}" in report
    assert 'File "~/vkconfig_py/a.py", line 3' in report
    assert "jdoe" not in report


def test_an_error_is_not_said_to_have_saved_the_edits(context, parent):
    told = texts(make_error_dialog(context, "broken", "", "", ENVIRONMENT, parent))
    assert "Your edits are safe" in told
    assert "saved" not in told


def test_a_crash_that_is_found_later_offers_no_restart(context, parent):
    dialog = make_crash_dialog(context, "SIGSEGV", "", ENVIRONMENT, parent)
    assert [one.text() for one in dialog.findChildren(Button)] == ["Copy report", "Close"]


def raised(error):
    try:
        raise error
    except type(error) as caught:
        return type(caught), caught, caught.__traceback__


def test_an_error_that_comes_again_and_again_is_shown_once(context, parent, caplog):
    hook = gui._make_hook(parent, context, gui._LogLines(), ENVIRONMENT)
    found = raised(ValueError("broken"))
    hook(*found)
    hook(*found)
    (dialog,) = parent.findChildren(CrashDialog)
    assert "broken" in texts(dialog)
    dialog.close()
    hook(*found)
    assert not [one for one in parent.findChildren(CrashDialog) if one.isVisible()]
    assert len(caplog.records) == 3


@pytest.mark.parametrize(("button", "arguments"), [("Quit", []), ("Restart", [("--demo",)])])
def test_quit_and_restart_close_the_window_first(
    context, parent, monkeypatch, caplog, button, arguments
):
    started = []
    monkeypatch.setattr(gui, "_start_process", lambda *given: started.append(given))
    gui._make_hook(parent, context, gui._LogLines(), ENVIRONMENT, ("--demo",))(
        *raised(ValueError("x"))
    )
    (dialog,) = parent.findChildren(CrashDialog)
    next(one for one in dialog.findChildren(Button) if one.text() == button).click()
    assert not parent.isVisible()
    assert started == arguments
    assert "unexpected error" in caplog.text
