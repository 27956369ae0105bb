"""The window on the sample machine: panels, edits, inspector, applying and finding."""

from __future__ import annotations

import shlex
import subprocess

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QRadioButton, QWidget

from tests.framework.cases import trying_cases
from tests.ui.sample import first_row
from tests.ui.saving import answer_open_dialogs
from tests.ui.searching import list_all_entries, open_search
from vkconfig_py.model.chain import snapshot as snapshot_module
from vkconfig_py.model.chain.row_details import LabeledFact
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, RowKind
from vkconfig_py.model.configuration import chosen_program, workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl, Target
from vkconfig_py.model.configuration.preferences import HIGH
from vkconfig_py.model.formats import shells
from vkconfig_py.model.formats.shells import ShellKind
from vkconfig_py.model.items.palette_search import EntryIndex, EntryKind
from vkconfig_py.model.plan.plan import Limitation, Mechanism
from vkconfig_py.model.session.launcher import NO_LAUNCH_IN_DEMO
from vkconfig_py.model.timeline.entries import ShownEntries
from vkconfig_py.ui.dialogs.apply_popover import ApplyPopover
from vkconfig_py.ui.dialogs.help import KeysDialog, list_key_sections
from vkconfig_py.ui.widgets.actions import ACTION_SPECS
from vkconfig_py.ui.widgets.buttons import Button
from vkconfig_py.ui.window.banner import NOTHING_APPLIED
from vkconfig_py.ui.window.bars import PANEL_BUTTONS
from vkconfig_py.ui.window.message_history import ToastAction

# the offscreen platform says so about every popup
POPUPS = pytest.mark.qt_log_ignore("This plugin does not support")
PANEL_NAMES = [name for name, _text, _icon in PANEL_BUTTONS]


def chain_of(window):
    return [
        row.name for _index, row in window.chain.view.iterate_rows() if row.kind is RowKind.LAYER
    ]


def settle(qtbot, window):
    qtbot.waitUntil(lambda: not window.session.snapshots.refresher.pending)


# the parts


def test_the_first_picture_is_in_chain_sentence_inspector_and_strip(qtbot, window):
    assert window.chain.view.model().rowCount() > 5
    assert "will load" in window.chain.sentence.accessibleName()
    assert "libvulkan" in window.status_bar._facts.toolTip()
    qtbot.waitUntil(lambda: window.inspector.why.explanation.steps.rowCount() > 0)
    assert window.inspector.name.accessibleName() == chain_of(window)[0]


def test_the_title_names_the_configuration(window):
    assert window.windowTitle().startswith("My configuration – ")
    window.session.edits.do(workspace_edits.add_configuration, "Games")
    assert window.windowTitle().startswith("Games – ")


def test_the_title_says_that_it_is_the_sample_machine(window):
    assert "sample machine" in window.windowTitle()


def test_a_panel_opens_and_closes_from_strip_and_keys(qtbot, window):
    with trying_cases() as trying:
        for name in PANEL_NAMES:
            with trying(name):
                button = window.status_bar.buttons[name]
                qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
                assert window.docks.panels[name].isVisible()
                assert button.isChecked()
                window.actions_[f"panel_{name}"].trigger()
                assert not window.docks.panels[name].isVisible()
                assert not button.isChecked()


def test_opening_a_panel_takes_the_place_of_the_other(window):
    window.docks.open("problems")
    window.docks.open("preview")
    assert window.docks.get_current() == "preview"
    assert not window.docks.panels["problems"].isVisible()
    assert not window.actions_["panel_problems"].isChecked()


def test_the_close_button_of_a_panel_closes_it(window):
    panel = window.docks.open("journal")
    panel.header.close_requested.emit()
    assert window.docks.get_current() == ""


def list_offers(panel):
    """Return what an empty panel offers as the next step."""
    buttons = panel._empty_page.findChildren(Button)
    return [button.text() for button in buttons if not button.isHidden()]


def test_what_an_empty_panel_offers_follows_its_action(window):
    panel = window.docks.open("problems")
    window.actions_["undo"].setEnabled(False)
    panel.show_empty("No problems.", "keys", "undo")
    assert list_offers(panel) == ["Keyboard shortcuts"]
    window.actions_["undo"].setEnabled(True)
    assert list_offers(panel) == ["Keyboard shortcuts", "Undo"]
    panel.show_empty("No problems.")
    assert list_offers(panel) == []


def test_the_journal_of_a_fresh_machine_has_its_first_look_alone(qtbot, window):
    panel = window.docks.open("journal")
    qtbot.waitUntil(lambda: panel.model.rowCount() == 1)
    assert str(panel.model.index(0).data()) == "First scan of this machine"
    panel.filter_entries(ShownEntries.OURS)
    assert panel._empty.text().startswith("Nothing has been applied yet. ")
    assert list_offers(panel) == ["Apply…"]


def test_the_launcher_says_how_to_begin(window):
    panel, session = window.docks.open("launcher"), window.session
    assert panel._empty.text() == NO_LAUNCH_IN_DEMO
    session.requests.machine = session.machine._replace(demo=False)
    panel.refresh()
    assert "Choose a program at the top" in panel._empty.text()
    assert list_offers(panel) == ["Choose program…"]
    session.edits.do(chosen_program.choose_program, Target("/usr/bin/vkcube"))
    assert "F5 launches vkcube" in panel._empty.text()
    assert "Runs lists earlier launches" in panel._empty.text()
    assert panel.header.summary.text() == "vkcube"
    assert panel.header.summary.toolTip() == "/usr/bin/vkcube"


def test_the_arguments_of_the_program_are_in_view(window, qtbot):
    view, target = window.chain.view, Target("/usr/bin/vkcube", ("--c", "60 s"))
    window.session.edits.do(chosen_program.choose_program, target)
    command = "vkcube --c '60 s'"
    assert window.header.program.text() == command
    rows = lambda: [row.secondary for _index, row in view.iterate_rows()]  # noqa: E731
    qtbot.waitUntil(lambda: f"/usr/bin/{command}" in rows())


def test_a_chosen_program_is_that_of_the_next_configuration_too(window):
    edits = window.session.edits
    edits.do(chosen_program.choose_program, Target("/usr/bin/vkcube"))
    edits.do(workspace_edits.add_configuration, "Another")
    assert window.header.program.text() == "vkcube"
    edits.do(chosen_program.clear_program)
    assert window.header.program.text() == "Choose a program"


def test_escape_closes_the_search_of_the_chain(qtbot, window):
    window.actions_["filter"].trigger()
    field = window.chain.filter
    qtbot.keyClicks(field, "mango")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert not field.isVisible()
    assert not field.text()
    assert not window.chain._filter_button.isChecked()
    assert window.chain.view.hasFocus()


@POPUPS
def test_the_keys_are_listed_by_place_and_scroll_on_a_small_screen(window):
    window.actions_["undo"].setText("&Undo: Turn off")  # what it would undo is no matter here
    window.actions_["keys"].trigger()
    box = window.findChild(KeysDialog)
    listed = dict(list_key_sections(window.actions_))
    assert [*listed][:4] == [
        "In the chain", "In the configurations", "In the settings", "Configuration",
    ]  # fmt: skip
    assert LabeledFact("Ctrl+Z", "Undo") in listed["Edit"]
    assert sum(map(len, listed.values())) >= sum(bool(spec.keys) for spec in ACTION_SPECS)
    assert box.page.widget().sizeHint().height() > box.page.viewport().height()
    window.actions_["keys"].trigger()
    assert window.findChildren(KeysDialog) == [box]
    box.close()


# editing


def test_every_edit_can_be_undone_and_redone(qtbot, window):
    before = chain_of(window)
    window.chain.view.select_key(f"layer:{before[0]}")
    window.chain.view.set_control("off")
    settle(qtbot, window)
    qtbot.waitUntil(lambda: before[0] not in chain_of(window))
    assert window.actions_["undo"].text().startswith("&Undo: Turn off")
    window.actions_["undo"].trigger()
    qtbot.waitUntil(lambda: chain_of(window) == before)
    window.actions_["redo"].trigger()
    qtbot.waitUntil(lambda: before[0] not in chain_of(window))


def test_moving_down_by_key_is_the_engines_answer(qtbot, window):
    before = chain_of(window)
    window.chain.view.select_key(f"layer:{before[0]}")
    window.actions_["row_down"].trigger()
    qtbot.waitUntil(lambda: chain_of(window) != before)
    assert chain_of(window) == [before[1], before[0], *before[2:]]
    assert window.chain.view.current_row().name == before[0]


def test_deleting_a_configuration_offers_undo_and_asks_nothing(qtbot, window):
    window.actions_["configuration_new"].trigger()
    key = window.session.edits.workspace.selected_configuration.key
    window.actions_["configuration_delete"].trigger()
    assert key not in {c.key for c in window.session.edits.workspace.configurations}
    current = (
        window.session.edits.workspace.selected_configuration
    )  # the neighbour, not the row that moved up
    assert not current.built_in
    assert window.configurations._model.key_at(window.configurations.list.currentIndex()) == (
        current.key
    )
    assert window.status_bar.toast.undo_button.isVisible()
    window.status_bar.toast.undo_button.click()
    assert key in {c.key for c in window.session.edits.workspace.configurations}


def test_selecting_in_the_list_selects_the_configuration(qtbot, window):
    window.actions_["configuration_new"].trigger()
    pane = window.configurations
    pane.list.setCurrentIndex(pane._model.index(0))
    assert window.session.edits.workspace.selected_configuration.key == pane._model.key_at(
        pane._model.index(0)
    )


def test_another_view_shows_another_plan(qtbot, window):
    window.actions_["view_every"].trigger()
    qtbot.waitUntil(lambda: window.session.snapshots.current.plan.mechanism is Mechanism.OVERRIDE)
    assert window.chain.view_button.text() == "Every program"
    assert window.chain.view_button.accessibleName() == "View: Every program"


@pytest.mark.parametrize(
    ("view", "end", "words"),
    [
        ("view_launch", "vk_layer_settings.txt", "khronos_validation.validate_sync = true"),
        ("view_every", "VkLayer_override.json", '"component_layers"'),
    ],
)
def test_the_preview_shows_each_file_with_its_text(qtbot, window, view, end, words):
    session, preview = window.session, window.docks.open("preview")
    session.edits.select_configuration("built-in-synchronization")
    window.actions_[view].trigger()
    qtbot.waitUntil(lambda: any(change.subject.endswith(end) for change in session.plan.changes))
    row = next(
        row for row in range(preview.model.rowCount())
        if preview.model.get_value(preview.model.index(row)).subject.endswith(end)
    )  # fmt: skip
    preview.view.setCurrentIndex(preview.model.index(row))
    qtbot.waitUntil(lambda: words in preview.text.toPlainText())
    header, path = preview.header.summary.text(), preview.view.get_current_value().subject
    assert (path in header) == (row > 0)  # the plan's own sentence is about its first file


def test_a_closed_preview_shows_the_new_plan_only_once_it_is_open_again(qtbot, window):
    session, preview = window.session, window.docks.open("preview")
    qtbot.waitUntil(lambda: preview.model.values() == tuple(session.plan.changes))
    before = preview.model.values()
    window.actions_["panel_preview"].setChecked(False)
    window.chain.view.select_key(f"layer:{chain_of(window)[0]}")
    window.chain.view.set_control("off")
    qtbot.waitUntil(lambda: tuple(session.plan.changes) != before)
    assert preview.model.values() == before
    window.docks.open("preview")
    assert preview.model.values() == tuple(session.plan.changes)


def test_the_preview_of_what_is_applied_says_that_it_is_in_force(qtbot, window):
    session, preview = window.session, window.docks.open("preview")
    window.actions_["view_every"].trigger()
    layer = first_row(window, RowKind.OFF_LAYER).key.partition(":")[2]
    session.edits.do(workspace_edits.set_control, layer, LayerControl.ON)
    qtbot.waitUntil(lambda: preview.model.rowCount() > 0)
    session.apply(())
    window.actions_["view_every"].trigger()
    said = "Already applied to every program: nothing to write."
    qtbot.waitUntil(lambda: preview._empty.text() == said)
    session.withdraw()
    window.actions_["view_every"].trigger()
    qtbot.waitUntil(lambda: preview.model.rowCount() > 0)


def test_the_view_of_this_program_needs_a_program(window):
    window.actions_["view_program"].trigger()
    assert window.session.requests.view.mechanism is Mechanism.LAUNCH
    assert window.actions_["view_launch"].isChecked()
    assert window.status_bar.toast.text().strip() == "Choose a program first."


# apply


@POPUPS
def test_apply_names_files_and_limits_before_it_writes(qtbot, window):
    window.chain.view.select_key(f"layer:{chain_of(window)[0]}")
    window.chain.view.set_control("on")
    settle(qtbot, window)
    window.actions_["apply"].trigger()
    popover = next(w for w in window.findChildren(QWidget) if type(w).__name__ == "ApplyPopover")
    assert not popover.this_program_button.isEnabled()
    qtbot.waitUntil(popover.apply_button.isEnabled)
    assert "1 file" in popover._file_label.text()
    assert popover.duration.until_close_button.isChecked()
    assert window.banner.isVisible()
    assert window.banner.accessibleDescription() == NOTHING_APPLIED
    places = [part.geometry() for part in (window.banner, window.splitter, window.chain.view)]
    with qtbot.waitSignal(window.session.system.applied_changed):
        popover.apply_button.click()
    qtbot.waitUntil(lambda: window.banner.shown_banner is not None)
    window.banner.grab()  # with the layout of its buttons
    for part, place in zip(
        (window.banner, window.splitter, window.chain.view), places, strict=True
    ):
        assert part.geometry() == place
    assert "every program" in window.banner.accessibleDescription()
    window.actions_["withdraw"].trigger()
    qtbot.waitUntil(lambda: not window.session.system.applied)
    assert window.banner.shown_banner is None


@POPUPS
def test_keys_apply_and_withdraw(qtbot, window):
    view, system = window.chain.view, window.session.system
    view.select_key(f"layer:{chain_of(window)[0]}")
    view.set_control("on")
    settle(qtbot, window)
    qtbot.keyClick(view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    (popover,) = window.findChildren(ApplyPopover)
    qtbot.waitUntil(popover.apply_button.isEnabled)
    assert not system.applied
    qtbot.keyClick(popover, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(system.applied))
    qtbot.keyClick(view, Qt.Key.Key_Backspace, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: not system.applied)


def test_keys_of_find_open_and_reload_act(qtbot, window, monkeypatch):
    view, held = window.chain.view, Qt.KeyboardModifier.ControlModifier
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_F, held)
    assert window.chain.filter.hasFocus()
    questions = answer_open_dialogs(monkeypatch)
    qtbot.keyClick(view, Qt.Key.Key_O, held)
    assert [question.mode for question in questions] == [QFileDialog.FileMode.ExistingFiles]
    with qtbot.waitSignal(window.session.snapshots.current_changed):
        qtbot.keyClick(view, Qt.Key.Key_R, held)


@POPUPS
def test_the_scope_takes_no_room_until_applying_is_asked_for(qtbot, window):
    def scopes():
        buttons = window.findChildren(QRadioButton)
        return [b for b in buttons if b.text() == "Every program" and b.isVisible()]

    assert scopes() == []
    window.actions_["apply"].trigger()
    (scope,) = scopes()
    scope.window().close()
    qtbot.waitUntil(lambda: scopes() == [])


@POPUPS
def test_closing_the_popover_shows_the_view_as_before(qtbot, window):
    window.actions_["apply"].trigger()
    popover = next(w for w in window.findChildren(QWidget) if type(w).__name__ == "ApplyPopover")
    assert window.session.requests.view.mechanism is Mechanism.AUTOMATIC
    popover.close()
    assert window.session.requests.view.mechanism is Mechanism.LAUNCH


def test_another_look_makes_one_new_theme(window):
    changes = []
    window.context.changed.connect(lambda: changes.append(window.context.theme))
    appearance = window.context.appearance
    appearance.set_choices(appearance.choices._replace(contrast=HIGH))
    QCoreApplication.processEvents()
    assert len(changes) == 1
    assert changes[0].high_contrast


# finding, copying


@POPUPS
def test_search_finds_actions_layers_settings_and_configurations(qtbot, window):
    box = open_search(qtbot, window)
    kinds = {str(entry.kind) for entry in box.entries}
    assert kinds >= {"action", "layer", "configuration", "file", "setting", "value"}
    box.field.setText("mangohud")
    qtbot.keyClick(box.field, Qt.Key.Key_Return)
    assert "MANGOHUD" in window.chain.view.current_row().name


@POPUPS
@pytest.mark.parametrize(
    ("query", "kind", "title"),
    [
        ("khronos valid", EntryKind.LAYER, "VK_LAYER_KHRONOS_validation"),
        ("launch opt", EntryKind.ACTION, "Launch options"),
        ("max dup", EntryKind.SETTING, "Max Duplicated Messages"),
    ],
)
def test_among_many_settings_layers_and_actions_stay_at_hand(qtbot, window, query, kind, title):
    first = EntryIndex(list_all_entries(qtbot, window)).find(query)[0]
    assert (first.kind, first.title) == (kind, title)


def test_copying_gives_the_full_name(window):
    name = chain_of(window)[0]
    window.chain.view.select_key(f"layer:{name}")
    window.actions_["copy"].trigger()
    assert QGuiApplication.clipboard().text() == name
    window.actions_["copy_reason"].trigger()
    assert "Loads" in QGuiApplication.clipboard().text()


def test_program_and_variables_are_copied_for_a_launcher(qtbot, window):
    window.session.edits.do(
        chosen_program.choose_program, Target(window.session.machine.host.executable)
    )
    window.chain.view.select_key(f"layer:{chain_of(window)[0]}")
    window.chain.view.set_control("off")
    settle(qtbot, window)
    QGuiApplication.clipboard().clear()
    window.actions_["entry_desktop"].trigger()
    qtbot.waitUntil(lambda: "[Desktop Entry]" in QGuiApplication.clipboard().text())
    program = window.session.edits.workspace.program.program
    assert f" {program}" in QGuiApplication.clipboard().text()


def test_what_is_copied_for_a_launcher_is_shown_with_each_thing_that_it_lacks(qtbot, window):
    best = "built-in-best-practices"
    window.session.edits.select_configuration(best)
    settle(qtbot, window)
    QGuiApplication.clipboard().clear()
    window.actions_["export_steam"].trigger()
    qtbot.waitUntil(lambda: "%command%" in QGuiApplication.clipboard().text())
    toast = window.status_bar.toast
    assert toast.text() == (
        "Copied. In Steam, paste it into the game's Properties, under Launch Options."
    )
    assert toast.entry.code == QGuiApplication.clipboard().text()
    heading, *notes = toast.entry.notes
    assert heading == "Not carried over:"
    assert {note.partition(":")[0] for note in notes} == {"KHRONOS_validation"}
    assert max(note.count("has no effect") for note in notes) == 1
    assert toast._notes.text().replace("\u200b", "") == f"{heading} {notes[0]}"
    assert toast.details_button.text() == f"Show {len(notes) - 1} more"
    height = toast.height()
    toast.details_button.click()
    assert not toast.details_button.isVisible()
    assert toast._code.isVisible()
    assert toast._notes.text().replace("\u200b", "") == "\n• ".join((heading, *notes))
    assert toast.height() > height
    QGuiApplication.clipboard().clear()
    assert window.status_bar.messages.list_actions(toast.entry) == [ToastAction.COPY]
    window.status_bar.messages.use_action(toast.entry, ToastAction.COPY)
    assert QGuiApplication.clipboard().text() == toast.entry.code
    window.actions_["export_bash"].trigger()
    qtbot.waitUntil(lambda: toast.text() == "Copied.")


def test_a_copied_line_starts_this_program_where_its_command_is_not_on_path(monkeypatch):
    line = "vkconfig-py run -c Validation %command%"
    monkeypatch.setattr(shells, "which", lambda name: f"/usr/bin/{name}")
    assert shells.complete_run_line(line) == line
    monkeypatch.setattr(shells, "which", lambda _name: None)
    *own, run, _c, _title, command = shlex.split(shells.complete_run_line(line))
    assert (run, command) == ("run", "%command%")
    assert subprocess.check_output([*own, "--version"], cwd="/", text=True).startswith(
        "vkconfig-py"
    )


@pytest.mark.parametrize(
    ("action", "line"),
    [
        ("export_steam", "vkconfig-py run -c Validation %command%"),
        ("entry_heroic", "vkconfig-py run -c Validation"),
    ],
)
def test_where_variables_lose_a_choice_the_line_that_keeps_it_is_offered(
    qtbot, window, monkeypatch, action, line
):
    compute = snapshot_module.compute_snapshot
    window.session.edits.select_configuration("built-in-validation")
    settle(qtbot, window)

    def compute_for_older_loader(request, cache=None):
        """Compute a snapshot as of a loader that takes no order from variables."""
        found = compute(request, cache)
        if request.view.mechanism is not Mechanism.ENVIRONMENT:
            return found
        text, remedy = "variables cannot set this order", "launch from here"
        lost = Limitation("VK_LAYER_KHRONOS_validation", text, remedy, is_launched=True)
        plan = found.plan._replace(limits=(lost,))
        reports = found.reports._replace(plan=plan)
        return ChainSnapshot(
            request=found.request, rows=found.rows, summary=found.summary, find=lambda: reports
        )

    monkeypatch.setattr(snapshot_module, "compute_snapshot", compute_for_older_loader)
    monkeypatch.setattr(shells, "which", lambda name: f"/usr/bin/{name}")
    toast = window.status_bar.toast
    window.actions_[action].trigger()
    qtbot.waitUntil(lambda: toast.isVisible() and toast.entry.offer is not None)
    assert toast.entry.notes[0] == "Not carried over:"
    # The button is the remedy: a game is not launched from here.
    assert toast.entry.notes[1] == "KHRONOS_validation: variables cannot set this order"
    assert toast.command_button.text() == "Copy “vkconfig-py run”, which carries over everything"
    toast.command_button.click()
    assert QGuiApplication.clipboard().text() == line
    assert toast.entry.code == line
    assert toast.text().startswith("Copied. In ")
    assert toast.text().endswith(
        "It carries over everything, including order, settings files and later changes."
    )
    assert not toast.entry.notes


def test_the_line_that_carries_over_more_says_what_it_leaves_out(qtbot, window, monkeypatch):
    monkeypatch.setattr(shells, "which", lambda name: f"/usr/bin/{name}")
    commands, toast = window.controllers.commands, window.status_bar.toast
    line = "vkconfig-py run -c Validation %command%"
    commands._copy_run_line(line, ShellKind.STEAM, ["KHRONOS_validation: not installed"])
    assert toast.text().endswith("Later changes to the configuration take effect too.")
    assert toast.entry.notes == ("Not carried over:", "KHRONOS_validation: not installed")


def test_an_empty_configuration_says_that_a_layer_comes_first(qtbot, window):
    window.actions_["export_bash"].trigger()
    toast = window.status_bar.toast
    qtbot.waitUntil(lambda: toast.isVisible())
    assert toast.text() == "Nothing to copy yet. Turn on a layer first."


def test_a_configuration_without_variables_says_what_is_missing(qtbot, window):
    window.session.edits.select_configuration("built-in-frame-capture")
    settle(qtbot, window)
    QGuiApplication.clipboard().clear()
    window.actions_["entry_heroic"].trigger()
    qtbot.waitUntil(lambda: bool(window.status_bar.messages.entries))
    toast = window.status_bar.toast
    assert toast.text() == "Nothing to copy: variables carry over nothing of this configuration."
    assert toast.entry.notes[1].startswith("LUNARG_gfxreconstruct: not installed")
    assert not toast._code.isVisible()
    assert QGuiApplication.clipboard().text() == ""


def test_variables_are_copied_for_a_shell(qtbot, window):
    window.chain.view.select_key(f"layer:{chain_of(window)[0]}")
    window.chain.view.set_control("off")
    settle(qtbot, window)
    QGuiApplication.clipboard().clear()
    window.actions_["export_fish"].trigger()
    qtbot.waitUntil(lambda: "set -" in QGuiApplication.clipboard().text())
