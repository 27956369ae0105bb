"""The dialog with the report for a bug, on the sample machine."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QGuiApplication
from shiboken6 import isValid

from tests.ui.saving import answer_save_dialogs
from vkconfig_py.model.problems.bug_report import PART_TEXTS, ReportFormat, ReportPart


@pytest.fixture
def window(open_window):
    return open_window()


@pytest.fixture
def dialog(qtbot, window):
    """Return the dialog, opened by its action, with its first text."""
    window.actions_["bug_report"].trigger()
    found = window.controllers.bug_report().dialog
    qtbot.waitUntil(lambda: bool(found.rendered_text))
    yield found
    if window.controllers.bug_report().dialog is found:
        found.close()


def press(qtbot, dialog, control):
    with qtbot.waitSignal(dialog.shown):
        control.click()
    return dialog.rendered_text


def test_it_tells_of_the_shown_chain_and_offers_what_there_is_to_tell(dialog):
    assert "VK_LAYER_MANGOHUD_overlay_x86_64" in dialog.rendered_text
    assert dialog.text.toPlainText() == dialog.rendered_text
    off = {part for part, box in dialog.part_boxes.items() if not box.isEnabled()}
    assert off == {ReportPart.LOADER_LOG, ReportPart.OUTPUT}  # a sample machine runs nothing
    output = dialog.part_boxes[ReportPart.OUTPUT]
    assert output.text() == "Program output (none)"
    assert dialog.output_note.text() == "The sample machine cannot run programs."
    assert dialog.output_note.text() in output.toolTip()
    assert dialog.output_note.isVisible()


def test_it_is_said_in_words_why_there_is_no_output(qtbot, dialog):
    dialog.show_evidence(dialog.evidence._replace(is_sample=False), is_asking=False)
    assert "no earlier launch of the program has a log file" in dialog.output_note.text()
    dialog.show_evidence(dialog.evidence._replace(program_output="x"), is_asking=False)
    assert dialog.output_note.isHidden()


def test_each_check_box_leaves_its_part_out(qtbot, dialog):
    for part, box in dialog.part_boxes.items():
        if box.isEnabled():
            heading = f"\n## {PART_TEXTS[part][0]}\n"
            assert heading in dialog.rendered_text
            assert heading not in press(qtbot, dialog, box)


def test_every_format_can_be_chosen(qtbot, dialog):
    assert press(qtbot, dialog, dialog.format_buttons[ReportFormat.HTML]).startswith(
        "<!DOCTYPE html>"
    )
    assert json.loads(press(qtbot, dialog, dialog.format_buttons[ReportFormat.JSON]))["callstack"]


def test_names_are_left_out_until_they_are_wanted(qtbot, dialog):
    home = dialog.evidence.snapshot.request.host.environment["HOME"]
    assert home not in dialog.rendered_text
    assert home in press(qtbot, dialog, dialog.omit_names)


def test_copy_and_save_take_what_is_shown(qtbot, window, dialog, tmp_path, monkeypatch):
    dialog.copy.click()
    assert QGuiApplication.clipboard().text() == dialog.rendered_text
    file = tmp_path / "saved.md"
    asked = answer_save_dialogs(monkeypatch, file)
    dialog.save.click()
    qtbot.waitUntil(file.exists)
    assert asked[0].endswith("/vulkan-report.md")
    qtbot.waitUntil(lambda: file.read_text() == dialog.rendered_text)


def test_escape_closes_it_and_a_second_one_is_about_the_chain_shown_then(qtbot, window, dialog):
    with qtbot.waitSignal(dialog.finished):
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert window.controllers.bug_report().dialog is None
    window.actions_["bug_report"].trigger()
    again = window.controllers.bug_report().dialog
    qtbot.waitUntil(lambda: bool(again.rendered_text))
    again.close()


def test_a_report_that_is_ready_after_the_dialog_was_closed_goes_nowhere(window, dialog):
    dialog.format_buttons[ReportFormat.HTML].click()
    dialog.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not isValid(dialog)
    window.worker.drain()
    QCoreApplication.processEvents()
