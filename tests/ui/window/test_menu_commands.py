"""The offer to put the program into the menu: on the first page and in the preferences."""

from __future__ import annotations

from functools import partial

import pytest

from vkconfig_py.model.launch.menu_entry import MenuChange, MenuState
from vkconfig_py.ui.dialogs.preferences_dialog import MenuDialog, PreferencesDialog
from vkconfig_py.ui.widgets.basic import Label
from vkconfig_py.ui.window.first_steps import FirstSteps

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
LEFT = "/home/me/.local/share/man/man1/vkconfig-py.1"


class Menu:
    """The menu of a desktop, in place of the machine."""

    def __init__(self, state: MenuState) -> None:
        self.state, self.error = state, ""
        self.changes: list[bool] = []

    def find(self, machine) -> MenuState:
        return self.state

    def change(self, machine, *, is_removal: bool, dry_run: bool) -> MenuChange:
        is_update = self.state is MenuState.OUTDATED and not is_removal
        if not dry_run and not self.error:
            self.changes.append(is_removal)
            self.state = MenuState.MISSING if is_removal else MenuState.OURS
        files = (f"{machine.home}/a.desktop",)
        return MenuChange(is_removal, files, (LEFT,), error=self.error, is_update=is_update)


@pytest.fixture
def menu(window, monkeypatch) -> Menu:
    found = Menu(MenuState.MISSING)
    entry = window.session.menu_entry
    machine = window.session.machine
    monkeypatch.setattr(entry, "_find_state", partial(found.find, machine))
    monkeypatch.setattr(entry, "_change", partial(found.change, machine))
    return found


@pytest.fixture
def row(qtbot, window, menu):
    window.actions_["preferences"].trigger()
    dialog = window.findChild(PreferencesDialog)
    qtbot.waitUntil(dialog.menu.isVisible)
    return dialog.menu


def preview(qtbot) -> MenuDialog:
    from PySide6.QtWidgets import QApplication

    def find():
        return [one for one in QApplication.topLevelWidgets() if isinstance(one, MenuDialog)]

    qtbot.waitUntil(lambda: any(one.isVisible() for one in find()))
    return next(one for one in find() if one.isVisible())


def test_preferences_add_it_after_a_preview_and_undo_takes_it_out(qtbot, window, menu, row):
    assert row.button.text() == "Add…"
    row.button.click()
    dialog = preview(qtbot)
    assert dialog.files.toPlainText() == "~/a.desktop"
    assert menu.changes == []
    dialog.action_button.click()
    qtbot.waitUntil(lambda: row.button.text() == "Remove…")
    assert LEFT in window.status_bar.toast.text()
    window.status_bar.toast.command_button.click()
    qtbot.waitUntil(lambda: row.button.text() == "Add…")
    assert menu.changes == [False, True]


def test_an_entry_of_an_older_version_is_updated(qtbot, window, menu):
    menu.state = MenuState.OUTDATED
    window.actions_["preferences"].trigger()
    row = window.findChild(PreferencesDialog).menu
    qtbot.waitUntil(row.update_button.isVisible)
    assert row.button.text() == "Remove…"
    row.update_button.click()
    preview(qtbot).action_button.click()
    qtbot.waitUntil(lambda: row.update_button.isHidden())
    assert menu.changes == [False]
    assert not window.status_bar.toast.command_button.isVisible()


def test_a_cancelled_preview_changes_nothing(qtbot, menu, row):
    row.button.click()
    preview(qtbot).reject()
    assert menu.changes == []


def test_what_could_not_be_written_is_told(qtbot, window, menu, row):
    menu.error = "Not everything was written: /home/me: no space left."
    with qtbot.waitSignal(window.session.menu_entry.planned):
        row.button.click()
    assert window.status_bar.toast.text().strip() == menu.error


def test_the_first_page_offers_it_until_it_is_there(qtbot, window, menu):
    window.actions_["first_steps"].trigger()
    page = window.findChild(FirstSteps).page
    qtbot.waitUntil(page.menu.isVisible)
    page.menu.click()
    preview(qtbot).action_button.click()
    qtbot.waitUntil(lambda: not page.menu.isVisible())
    assert menu.changes == [False]


def test_nothing_is_offered_where_somebody_else_put_it(qtbot, window, menu):
    menu.state = MenuState.OTHER
    with qtbot.waitSignal(window.session.menu_entry.found):
        window.actions_["preferences"].trigger()
    assert window.findChild(PreferencesDialog).menu.isHidden()
    with qtbot.waitSignal(window.session.menu_entry.found):
        window.actions_["first_steps"].trigger()
    assert window.findChild(FirstSteps).page.menu.isHidden()


@pytest.mark.parametrize(
    ("files", "obsolete_files", "sentence"),
    [
        (("/a", "/b"), (), "Updates 2 files to this version; your changes stay."),
        ((), ("/old",), "Removes 1 file that this version does not use."),
        (
            ("/a",),
            ("/old", "/older"),
            "Updates 1 file to this version; your changes stay. "
            "Removes 2 files that this version does not use.",
        ),
    ],
)
def test_an_update_counts_what_it_writes_and_what_it_removes(
    window, files, obsolete_files, sentence
):
    change = MenuChange(False, files, (), obsolete_files, is_update=True)
    dialog = MenuDialog(window.context, change, "/home/me", window)
    assert sentence in [label.text() for label in dialog.findChildren(Label)]
