"""Messages of the validation layer in the log: read, grouped, muted, and followed to their rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from tests.framework.mistakes import CASES, read_recorded
from tests.framework.settings_run import Reader
from tests.model.launch.test_validation_messages import BUFFER, FILL, of_text
from vkconfig_py.model.configuration.configuration import ListItem, Target
from vkconfig_py.model.launch.layer_log_files import LayerLogFile
from vkconfig_py.model.launch.log_store import LogStore
from vkconfig_py.model.launch.message_kinds import KindAction
from vkconfig_py.model.layer_settings.setting_edits import FILTER_KEY
from vkconfig_py.model.session.run_values import LaunchState
from vkconfig_py.ui.panels.log_details import make_entry_items

VALIDATION = "VK_LAYER_KHRONOS_validation"
PLAIN = read_recorded(Reader.NEWER, CASES[0])


class Browser(QObject):
    """Remembers what was opened."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    @Slot(QUrl)
    def open(self, url: QUrl) -> None:
        self.opened.append(url.toString())


@pytest.fixture
def browser():
    browser = Browser()
    QDesktopServices.setUrlHandler("https", browser, "open")
    yield browser
    QDesktopServices.unsetUrlHandler("https")


@pytest.fixture
def panel(window, qtbot):
    """Return the open panel with a recorded output in its log; the layer's settings are read."""
    window.launcher.add_run(Target("/usr/bin/vkcube")).state = LaunchState.RUNNING
    panel = window.docks.open("launcher")
    panel.current_pane.log.store.append(of_text(PLAIN))
    panel.current_pane.log.sync()
    panel.refresh()
    qtbot.waitUntil(lambda: panel.current_pane._messages._find_declared() is not None)
    return panel


def row_of(panel, identifier: str) -> int:
    log = panel.current_pane.log
    for row in range(log.rowCount()):
        entry = log.entry_at(row)
        if entry.message and entry.message.identifier == identifier:
            return row
    raise AssertionError(identifier)


def muted(window) -> list[str]:
    entry = window.session.edits.workspace.selected_configuration.find_entry(VALIDATION)
    value = entry.get_value(FILTER_KEY) if entry else None
    return [item.value for item in value.value if isinstance(item, ListItem)] if value else []


def toast(window) -> str:
    return window.status_bar.toast.text().strip()


def menu(panel, identifier: str) -> dict[str, object]:
    entry = panel.current_pane.log.entry_at(row_of(panel, identifier))
    items = make_entry_items(
        entry, panel.current_pane, is_filtered=False, has_error=True, folds=True
    )
    return {item.label: item for item in items if item.label}


def group(panel):
    panel.current_pane.group.setChecked(True)
    return panel.current_pane.kinds


def test_a_message_is_one_row_with_what_it_says(panel):
    log = panel.current_pane.log
    row = row_of(panel, BUFFER)
    assert log.index(row).data() == f"{BUFFER}: vkCreateBuffer(): pCreateInfo->size is zero."
    texts = [log.index(row).data() for row in range(log.rowCount())]
    assert texts[0] == "first line of the program"
    assert not any(text.startswith("Objects:") for text in texts)


def test_muting_from_the_menu_is_one_step_that_can_be_undone(window, panel):
    before = window.session.edits.workspace
    menu(panel, BUFFER)["Mute this"].act()
    assert muted(window) == [BUFFER]
    assert toast(window).startswith(f"{BUFFER} will be muted in “")
    assert window.status_bar.toast.undo_button.isVisible()
    assert "Unmute" in menu(panel, BUFFER)
    window.status_bar.toast.undo_button.click()
    assert window.session.edits.workspace == before


def test_a_message_is_muted_and_unmuted_with_the_same_button(window, panel, qtbot):
    view = panel.current_pane.view
    rect = view.visualRect(panel.current_pane.log.index(row_of(panel, FILL)))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    bar = panel.current_pane.details.message
    assert bar.isVisible()
    qtbot.mouseClick(bar.mute, Qt.MouseButton.LeftButton)
    assert muted(window) == [FILL]
    assert (bar.mute.text(), bar.mute.isEnabled()) == ("Unmute", True)
    menu(panel, BUFFER)["Mute this"].act()
    qtbot.mouseClick(bar.mute, Qt.MouseButton.LeftButton)
    assert (bar.mute.text(), muted(window)) == ("Mute this", [BUFFER])
    assert "is no longer muted in “" in toast(window)
    menu(panel, BUFFER)["Unmute"].act()
    assert muted(window) == []


def test_a_line_of_the_program_offers_nothing_of_a_message(panel):
    panel.current_pane.view.go_to(0)
    assert not panel.current_pane.details.message.isVisible()
    items = make_entry_items(
        panel.current_pane.log.entry_at(0),
        panel.current_pane,
        is_filtered=False,
        has_error=True,
        folds=True,
    )
    assert "Mute this" not in [item.label for item in items]


def test_the_specification_opens_at_the_rule(panel, browser):
    menu(panel, BUFFER)["Open the rule in the specification"].act()
    assert [address.endswith(f"#{BUFFER}") for address in browser.opened] == [True]


def test_the_link_to_the_rule_is_copied(panel):
    copied: list[str] = []
    panel.copied.connect(copied.append)
    menu(panel, BUFFER)["Copy link to the specification"].act()
    assert [address.endswith(f"#{BUFFER}") for address in copied] == [True]


def test_the_setting_of_a_message_is_shown(window, panel):
    menu(panel, "CURRENT-VALIDATION-ENABLED")["Go to the setting"].act()
    assert window.inspector.isVisible()
    node = window.inspector.settings.view.current_node()
    assert node.setting == "report_flags"


def test_kinds_are_counted_the_worst_first(panel):
    kinds = group(panel)
    model = kinds.model
    titles = [model.index(row).data() for row in range(model.rowCount())]
    assert titles[:2] == [BUFFER, FILL]
    assert model.line_at(model.index(0)).note == "2 messages"
    assert kinds.summary.text() == "6 messages, 4 kinds: 4 errors, 2 notes"
    assert panel.current_pane.group._note == "4"
    assert not panel.current_pane.details.isVisible()


def test_a_kind_is_muted_with_one_click_and_says_so(window, panel, qtbot):
    kinds = group(panel)
    index = kinds.model.index(0)
    rect = kinds.view.visualRect(index)
    mute = kinds.view._delegate.get_action_rects(rect, index)[1]
    qtbot.mouseClick(kinds.view.viewport(), Qt.MouseButton.LeftButton, pos=mute.center().toPoint())
    assert muted(window) == [BUFFER]
    assert kinds.model.line_at(index).note == "2 messages · muted starting with the next launch"
    labels = [action.label for action in kinds.model.line_at(index).actions]
    assert labels == ["Show messages", "Unmute", "Specification"]
    kinds.view.action_used.emit(kinds.model.values()[0], KindAction.MUTE)
    assert muted(window) == []
    assert kinds.model.line_at(index).actions[1].label == "Mute"


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_kind_leads_to_its_rule(panel, qtbot):
    kinds = group(panel)
    with qtbot.waitSignal(panel.current_pane.web_requested) as opened:
        kinds.view.action_used.emit(kinds.model.values()[0], KindAction.OPEN_RULE)
    assert opened.args[0].endswith(f"#{BUFFER}")


def test_a_kind_shows_its_messages(panel, qtbot):
    kinds = group(panel)
    kinds.view.action_used.emit(kinds.model.values()[0], KindAction.SHOW)
    log = panel.current_pane.log
    assert not panel.current_pane.group.isChecked()
    qtbot.waitUntil(lambda: log.rowCount() == 2)
    assert {log.entry_at(row).message.identifier for row in range(2)} == {BUFFER}
    only = panel.current_pane.all_kinds_button
    assert (only.text(), only.isVisible()) == ("Only VkBufferCreateInfo-size-00912", True)
    qtbot.mouseClick(only, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: log.rowCount() > 2)
    assert not only.isVisible()


def test_kinds_are_filtered_as_rows_are(panel):
    kinds = group(panel)
    panel.current_pane.toggles["info"].setChecked(False)
    assert kinds.model.rowCount() == 2
    panel.current_pane.search.field.setText("fillbuffer")
    panel.current_pane.search.changed.emit()
    assert [row.head.identifier for row in kinds.model.values()] == [FILL]
    assert kinds.summary.text() == "6 messages, 4 kinds: 4 errors, 2 notes · 1 shown"


def test_new_messages_are_counted_while_kinds_are_shown(panel):
    kinds = group(panel)
    panel.current_pane.log.store.append(of_text(PLAIN))
    panel.current_pane.log.sync()
    assert kinds.summary.text() == "12 messages, 4 kinds: 8 errors, 4 notes"


def test_the_file_of_a_layer_is_named_and_followed_into_the_log(window, panel, qtbot, tmp_path):
    bar, files, log = (
        panel.current_pane.file_bar,
        window.launcher.shown_run.files,
        panel.current_pane.log,
    )
    assert not bar.isVisible()
    path = tmp_path / "validation.txt"
    log.set_store(LogStore(None))
    files.begin(log.store)
    files.show_files((LayerLogFile(VALIDATION, str(path)),))
    assert bar.isVisible()
    assert bar.sentence.text() == f"KHRONOS_validation writes to {path}"
    assert bar.follow.isChecked()
    qtbot.waitUntil(lambda: bar.state.text() == "does not exist yet")
    path.write_text(PLAIN)
    qtbot.waitUntil(lambda: len(log.store.list_message_groups()) == 4)
    qtbot.waitUntil(lambda: bar.state.text() == "" and log.rowCount() == 9)
    assert {log.entry_at(row).source for row in range(log.rowCount())} == {"log file"}
    qtbot.mouseClick(bar.follow, Qt.MouseButton.LeftButton)
    assert (files.followed, bar.follow.isChecked()) == ("", False)
    qtbot.mouseClick(bar.follow, Qt.MouseButton.LeftButton)
    assert (files.followed, bar.follow.isChecked()) == (str(path), True)


def test_the_file_of_a_layer_without_messages_is_followed_too(window, panel, tmp_path):
    bar, files = panel.current_pane.file_bar, window.launcher.shown_run.files
    calls = LayerLogFile("VK_LAYER_LUNARG_api_dump", str(tmp_path / "calls"))
    files.show_files((calls,))
    assert (bar.isVisible(), files.followed, bar.follow.isChecked()) == (True, calls.path, True)
    files.show_files((calls, LayerLogFile(VALIDATION, str(tmp_path / "messages"))))
    assert files.followed == str(tmp_path / "messages")


def test_the_folder_of_the_file_opens(window, panel, tmp_path):
    told = []
    panel.message_reported.connect(lambda text, tone: told.append((text, tone)))
    opened = Browser()
    QDesktopServices.setUrlHandler("file", opened, "open")
    panel.current_pane.file_bar.open_requested.emit(str(tmp_path / "log"))
    QDesktopServices.unsetUrlHandler("file")
    assert [Path(QUrl(one).toLocalFile()) for one in opened.opened] == [tmp_path]
    assert told == []
