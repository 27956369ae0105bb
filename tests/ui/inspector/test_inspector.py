"""The pages of the inspector in the window: what they show of a row, and what is edited there."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QAbstractButton, QFileDialog

from tests.ui.sample import first_row
from tests.ui.saving import FileQuestion, answer_open_dialogs
from vkconfig_py.model.chain.row_details import LabeledFact, list_library_facts
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration import chosen_program
from vkconfig_py.model.configuration.configuration import LayerControl, Target
from vkconfig_py.ui.inspector.head import InspectorPage


def test_a_broken_manifest_is_shown_with_its_line(qtbot, window):
    window.chain.view.select_key(first_row(window, RowKind.BROKEN).key)
    assert window.inspector.tabs.current_page() is InspectorPage.WHY
    window.inspector.show_tab(InspectorPage.MANIFEST)
    qtbot.waitUntil(lambda: window.inspector.manifest.text.toPlainText() != "")
    assert window.inspector.manifest.text._marked_line > 0
    assert window.inspector.manifest._finding.text().startswith("Skipped")


def test_the_library_page_lists_facts(qtbot, window):
    window.chain.view.select_key(first_row(window, RowKind.LAYER).key)
    window.inspector.show_tab(InspectorPage.LIBRARY)
    qtbot.waitUntil(lambda: window.inspector.library.widget() is not None)


def test_the_description_of_a_layer_is_among_its_facts(window):
    row = first_row(window, RowKind.LAYER)
    snapshot = window.session.snapshots.current
    (layer,) = [
        found.manifest for found in snapshot.report.found_layers if found.file == row.manifest
    ]
    assert layer.description
    assert LabeledFact("Description", layer.description) in list_library_facts(snapshot, row)


@pytest.mark.parametrize(
    ("name", "kind", "opens"),
    [
        ("VK_LAYER_DEMO_colour_filter", "unusable layer", "no (file not found)"),
        (
            "VK_LAYER_KHRONOS_validation",
            "hidden copy",
            "not tested; its header matches this word size",
        ),
    ],
)
def test_the_library_of_a_file_that_is_not_used_is_told(window, name, kind, opens):
    snapshot = window.session.snapshots.current
    row = next(row for row in snapshot.rows if (row.name, row.secondary) == (name, kind))
    told = {fact.label: fact.value for fact in list_library_facts(snapshot, row)}
    assert told["Opens"] == opens
    assert told["library_path"]


def test_settings_that_cannot_be_read_show_the_reason_alone(qtbot, window):
    broken = next(r for r in window.session.snapshots.current.rows if r.name == "game_capture.json")
    window.chain.view.select_key(broken.key)
    window.inspector.show_tab(InspectorPage.SETTINGS)
    page = window.inspector.settings
    qtbot.waitUntil(
        lambda: page._empty_label.text().startswith("The settings in this manifest cannot")
    )
    assert not page.search.isVisible()
    assert not page.preset_button.isVisible()
    name = next(
        row.key
        for row in window.session.snapshots.current.rows
        if row.name == "VK_LAYER_KHRONOS_validation"
    )
    window.chain.view.select_key(name)
    qtbot.waitUntil(page.search.isVisible)
    assert page.footer.accessibleName() == "Select a setting to see its description."


def test_the_loader_row_tells_where_it_looks(window):
    window.chain.view.select_key(first_row(window, RowKind.LOADER).key)
    assert window.inspector.tabs.current_page() is InspectorPage.LIBRARY


def test_launch_options_change_the_target_as_one_step(qtbot, window):
    window.actions_["launch_options"].trigger()
    assert window.inspector.tabs.current_page() is InspectorPage.OPTIONS
    options = window.inspector.options
    qtbot.waitUntil(lambda: bool(options._shown))
    options.arguments.setText("--c 5 'two words'")
    options.arguments.editingFinished.emit()
    assert window.session.edits.workspace.program == Target("", ("--c", "5", "two words"))
    options.arguments.setText("'open")
    options.arguments.editingFinished.emit()
    assert options.argument_note.isVisible()
    assert options.argument_note.text() == "Not used: the closing quotation mark is missing."
    assert window.session.edits.workspace.program.arguments == ("--c", "5", "two words")


def test_the_program_chosen_last_becomes_the_own_one_and_back(qtbot, window):
    edits = window.session.edits
    edits.do(chosen_program.choose_program, Target("/usr/bin/vkcube"))
    window.actions_["launch_options"].trigger()
    options = window.inspector.options
    qtbot.waitUntil(lambda: options.owner_note.isVisible())
    assert "Last chosen program" in options.owner_note.text()
    options.change_owner.click()
    assert edits.workspace.selected_configuration.target == Target("/usr/bin/vkcube")
    qtbot.waitUntil(lambda: "This is the program for" in options.owner_note.text())
    options.change_owner.click()
    assert not edits.workspace.selected_configuration.target.program
    assert edits.undo_label() == "Use the last program"


def test_a_working_folder_is_looked_for_where_programs_would_start(qtbot, window, monkeypatch):
    window.actions_["launch_options"].trigger()
    options = window.inspector.options
    qtbot.waitUntil(lambda: bool(options._shown))
    questions = answer_open_dialogs(monkeypatch)
    options._choose_folder()
    folder = window.session.machine.host.working_directory
    assert questions == [FileQuestion(QFileDialog.FileMode.Directory, folder, ())]


def test_variables_are_set_unset_and_removed(qtbot, window):
    window.actions_["launch_options"].trigger()
    options = window.inspector.options
    qtbot.waitUntil(lambda: bool(options._shown))
    for text in ("A=1", "B"):
        options.variables.field.setText(text)
        options.variables.add()
    values = [
        (v.name, v.value) for v in window.session.edits.workspace.selected_configuration.environment
    ]
    assert values == [("A", "1"), ("B", None)]
    options.variables.view.setCurrentIndex(options.variables.view.model().index(0, 0))
    options.variables.remove()
    assert [v.name for v in window.session.edits.workspace.selected_configuration.environment] == [
        "B"
    ]


def test_the_buttons_of_remedies_act(qtbot, window):
    name = first_row(window, RowKind.LAYER).name
    window.chain.view.select_key(f"layer:{name}")
    buttons = window.inspector.why.findChildren(QAbstractButton)
    next(b for b in buttons if b.text() == "Set Off").click()
    assert (
        window.session.edits.workspace.selected_configuration.get_control(name) is LayerControl.OFF
    )


def test_a_chosen_tab_stays_for_rows_of_its_kind_and_others_open_on_why(window):
    view, tabs = window.chain.view, window.inspector.tabs
    layer, off = first_row(window, RowKind.LAYER), first_row(window, RowKind.OFF_LAYER)
    view.select_key(layer.key)
    window.inspector.show_tab(InspectorPage.MANIFEST)
    view.select_key(off.key)
    assert tabs.current_page() is InspectorPage.MANIFEST
    view.select_key(first_row(window, RowKind.DRIVER).key)
    assert tabs.current_page() is InspectorPage.WHY
    assert window.inspector.why.isVisible()
    window.inspector.show_tab(InspectorPage.LIBRARY)
    view.select_key(layer.key)
    assert tabs.current_page() is InspectorPage.MANIFEST
    assert window.inspector.manifest.isVisible()
