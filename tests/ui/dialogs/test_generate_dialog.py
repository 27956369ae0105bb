"""The dialog Generate on the sample machine."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from shiboken6 import isValid

from tests.ui.saving import answer_save_dialogs
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl, SettingType, SettingValue
from vkconfig_py.model.exchange.generated_files import GeneratedKind
from vkconfig_py.ui.dialogs import generate_dialog as module
from vkconfig_py.ui.dialogs.generate_dialog import LAYER_DEFAULTS, GenerateDialog
from vkconfig_py.ui.window import commands

# the offscreen platform says so about menus that are open
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
VALIDATION = "VK_LAYER_KHRONOS_validation"
MANGOHUD = "VK_LAYER_MANGOHUD_overlay_x86_64"


def settled(qtbot, dialog: GenerateDialog) -> str:
    """Wait for what is chosen last; return the text."""
    qtbot.waitUntil(
        lambda: (
            dialog.output is not None and dialog.output.generate_request is dialog.pending_request
        )
    )
    assert dialog.generated is not None
    return dialog.generated.text


def choose(dialog: GenerateDialog, kind: GeneratedKind) -> None:
    rows = [dialog.model.index(row) for row in range(dialog.model.rowCount())]
    index = next(i for i in rows if dialog.model.get_value(i).key == kind.value)
    dialog.kind_list.setCurrentIndex(index)


@pytest.fixture
def window(open_window):
    return open_window()


@pytest.fixture
def dialog(qtbot, window):
    """Return the dialog, opened by its action, with its first text."""
    window.actions_["generate"].trigger()
    found = window.findChild(GenerateDialog)
    settled(qtbot, found)
    yield found
    if isValid(found):
        found.close()


def test_every_kind_is_listed_and_shown(qtbot, dialog):
    assert dialog.model.rowCount() == len(GeneratedKind)
    for kind in GeneratedKind:
        choose(dialog, kind)
        text = settled(qtbot, dialog)
        assert dialog.text.toPlainText().split() == text.removeprefix("\ufeff").split()
        assert dialog.selected_kind is kind


def test_the_keyboard_goes_through_the_kinds_and_escape_closes(qtbot, window):
    dialog = window.controllers.generate.open()
    settled(qtbot, dialog)
    assert dialog.selected_kind is GeneratedKind.HTML
    qtbot.keyClick(dialog.kind_list, Qt.Key.Key_Down)
    assert dialog.selected_kind is GeneratedKind.MARKDOWN
    assert settled(qtbot, dialog).startswith("# ")
    with qtbot.waitSignal(dialog.destroyed):
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)


def test_the_menu_of_a_configuration_generates_for_the_clicked_one(qtbot, window):
    session = window.session
    first = session.edits.workspace.selected_configuration
    session.edits.do(workspace_edits.add_configuration, "Second")
    assert session.edits.workspace.selected_configuration.key != first.key
    menu = window.controllers.configurations.make_menu(first.key)
    next(action for action in menu.actions() if action.text() == "Generate…").trigger()
    dialog = window.findChild(GenerateDialog)
    assert settled(qtbot, dialog).count(f"<title>{first.name}</title>") == 1
    assert dialog.configuration_button.text() == first.name
    assert session.edits.workspace.selected_configuration.name == "Second"
    menu.deleteLater()
    dialog.close()


def test_the_values_are_those_of_the_configuration_and_follow_an_edit(qtbot, window, dialog):
    choose(dialog, GeneratedKind.CPP)
    settled(qtbot, dialog)
    window.session.edits.do(workspace_edits.set_control, VALIDATION, LayerControl.ON)
    entry = window.session.edits.workspace.selected_configuration.find_entry(VALIDATION)
    value = SettingValue("enable_message_limit", SettingType.BOOL, False)
    changed = window.session.edits.workspace.selected_configuration.with_entry(
        entry._replace(settings=(value,))
    )
    window.session.edits.do(workspace_edits.make_change, changed, "Set")
    assert "enable_message_limit = false;" in settled(qtbot, dialog)
    dialog.choose_configuration(LAYER_DEFAULTS)
    assert "enable_message_limit;" in settled(qtbot, dialog)
    assert dialog.configuration_button.text() == "No configuration"


def test_single_layers_can_be_chosen(qtbot, dialog):
    menu = dialog.make_layer_menu()
    texts = [action.text() for action in menu.actions() if action.text()]
    assert texts[0] == "All layers that load"
    assert "KHRONOS_validation" in texts
    next(a for a in menu.actions() if a.text() == "KHRONOS_validation").trigger()
    text = settled(qtbot, dialog)
    assert f'id="{VALIDATION}"' in text
    assert f'id="{MANGOHUD}"' not in text
    assert dialog.layers_button.accessibleName() == "Layers: KHRONOS_validation"
    menu.deleteLater()


def test_a_layer_of_the_chain_is_generated_alone_from_its_menu(qtbot, window):
    view = window.chain.view
    view.select_key(f"layer:{VALIDATION}")
    menu = commands.make_row_menu(view.current_row(), window.actions_, window, lambda control: None)
    next(a for a in menu.actions() if a.text() == "&Generate files for this layer…").trigger()
    dialog = window.findChild(GenerateDialog)
    text = settled(qtbot, dialog)
    assert f'id="{VALIDATION}"' in text
    assert MANGOHUD not in text
    assert dialog.layers_button.accessibleName() == "Layers: KHRONOS_validation"
    menu.deleteLater()
    dialog.close()


def test_a_layer_that_is_not_here_is_told_and_no_other_takes_its_place(qtbot, window):
    dialog = window.controllers.generate.open(layers=("VK_LAYER_GONE",), kind=GeneratedKind.JSON)
    text = settled(qtbot, dialog)
    assert VALIDATION not in text
    assert "VK_LAYER_GONE: not installed on this machine" in dialog.notes.text()
    dialog.close()


def test_a_copy_asked_for_too_early_gets_what_was_chosen_last(qtbot, window, dialog):
    choose(dialog, GeneratedKind.BASH)
    dialog.copy.click()  # the preview still shows the kind before
    text = settled(qtbot, dialog)
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == text)
    assert text.startswith("#")


def test_several_layers_are_chosen_without_the_menu_closing(qtbot, dialog):
    menu = dialog.make_layer_menu()
    menu.popup(dialog.mapToGlobal(QPoint(10, 10)))
    qtbot.waitUntil(menu.isVisible)
    by_text = {action.text(): action for action in menu.actions()}
    everything = by_text["All layers that load"]
    for name in (VALIDATION, MANGOHUD):
        at = menu.actionGeometry(by_text[name.removeprefix("VK_LAYER_")]).center()
        qtbot.mouseMove(menu, at)
        qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=at)
    assert menu.isVisible()
    assert not everything.isChecked()
    text = settled(qtbot, dialog)
    assert dialog.output.layers == (VALIDATION, MANGOHUD)
    assert f'id="{MANGOHUD}"' in text
    menu.setActiveAction(everything)
    qtbot.keyClick(menu, Qt.Key.Key_Space)
    assert menu.isVisible()
    assert everything.isChecked()
    qtbot.keyClick(menu, Qt.Key.Key_Escape)
    assert not menu.isVisible()
    menu.deleteLater()


def test_the_place_in_the_text_stays_while_only_values_change(qtbot, window, dialog):
    settled(qtbot, dialog)
    bar = dialog.text.verticalScrollBar()
    bar.setValue(5)
    window.session.edits.do(workspace_edits.set_control, MANGOHUD, LayerControl.OFF)
    settled(qtbot, dialog)
    assert bar.value() == 5
    choose(dialog, GeneratedKind.MARKDOWN)
    settled(qtbot, dialog)
    assert bar.value() == 0


def test_copying_puts_the_whole_text_on_the_clipboard(qtbot, window, dialog, monkeypatch):
    monkeypatch.setattr(module, "_MAX_SHOWN", 1000)
    choose(dialog, GeneratedKind.JSON)
    text = settled(qtbot, dialog)
    assert len(dialog.text.toPlainText()) < len(text)
    assert "not shown; Copy and Save include them" in dialog.text.toPlainText()
    qtbot.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == text
    assert dialog._file.text() == "Copied to the clipboard"


def test_saving_writes_the_whole_text(qtbot, window, dialog, tmp_path, monkeypatch):
    text = settled(qtbot, dialog)
    asked = answer_save_dialogs(monkeypatch, tmp_path / "page.html")
    qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil((tmp_path / "page.html").exists)
    qtbot.waitUntil(lambda: (tmp_path / "page.html").read_text() == text)
    assert asked[0].endswith(dialog.generated.name)
    qtbot.waitUntil(lambda: dialog._file.text() == f"Saved {tmp_path / 'page.html'}")


def test_what_cannot_be_written_is_said(qtbot, window, dialog, tmp_path, monkeypatch):
    target = str(tmp_path / "gone/page.html")
    answer_save_dialogs(monkeypatch, target)
    dialog.save.click()
    qtbot.waitUntil(lambda: "Nothing was written" in dialog.notes.text())
    assert dialog.notes.isVisible()
    assert not window.status_bar.messages.entries  # the dialog would cover a message


def test_a_second_opening_shows_the_same_dialog(qtbot, window, dialog):
    assert window.controllers.generate.open() is dialog
    settled(qtbot, dialog)


def test_a_configuration_that_is_deleted_gives_way_to_the_selected_one(qtbot, window, dialog):
    session = window.session
    session.edits.do(workspace_edits.add_configuration, "Short lived")
    key = session.edits.workspace.selected_configuration.key
    dialog.choose_configuration(key)
    settled(qtbot, dialog)
    session.edits.do(workspace_edits.delete_configuration, key, session.edits.shipped)
    settled(qtbot, dialog)
    assert dialog.configuration_button.text() == session.edits.workspace.selected_configuration.name


def test_a_text_that_is_ready_after_the_dialog_was_closed_goes_nowhere(window, dialog):
    choose(dialog, list(GeneratedKind)[-1])
    dialog.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not isValid(dialog)
    window.worker.drain()
    QCoreApplication.processEvents()
