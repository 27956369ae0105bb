"""Explanations lead to their files, and the environment that matters is told."""

from __future__ import annotations

import json
import os

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from tests.ui.supposing import (
    MANGOHUD,
    MESA,
    POPUPS,
    VKBASALT,
    chain_of,
    press,
    rows,
    wait_until_answered,
)
from vkconfig_py.loader.api.what_if import WhatIf
from vkconfig_py.loader.explain.explanation import explain_component
from vkconfig_py.model.chain.layer_order import explain_layer_order
from vkconfig_py.model.chain.layer_rows import attribute_to_configuration
from vkconfig_py.model.chain.loader_variables import (
    ExplainedVariable,
    VariableRow,
    VariableSetter,
)
from vkconfig_py.model.chain.probe_rows import add_probe_failure_step
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.ui.inspector.head import InspectorPage
from vkconfig_py.ui.inspector.source_pages import EnvironmentPage

# the story


def test_every_link_of_a_story_opens_the_file_at_its_line(qtbot, window):
    inspector = window.inspector
    page, steps = inspector.manifest, inspector.why.explanation.steps
    linked = 0
    for row in [row for row in window.session.snapshots.current.rows if row.manifest]:
        if row.kind is RowKind.LOADER:
            continue
        told = explain_component(window.session.snapshots.current.report, row.key.partition(":")[2])
        snapshot = window.session.snapshots.current
        told = add_probe_failure_step(snapshot.rows, row.key, told)
        told = (
            *told,
            *explain_layer_order(snapshot.list_chain_names(), row.key.partition(":")[2]),
        )
        window.chain.view.select_key(row.key)
        inspector.show_tab(InspectorPage.WHY)
        qtbot.waitUntil(lambda told=told: [one.step for one in steps.values()] == list(told))
        for number, step in enumerate(told):
            if not step.file:
                continue
            inspector.show_tab(InspectorPage.WHY)
            inspector.why.explanation.setCurrentIndex(steps.index(number))
            press(inspector.why.explanation, Qt.Key.Key_Return)
            assert inspector.tabs.current_page() is InspectorPage.MANIFEST
            qtbot.waitUntil(
                lambda step=step: (page._file, page.text._marked_line) == (step.file, step.line)
            )
            linked += 1
    assert linked > 30


def test_the_story_of_another_row_goes_when_that_of_this_one_takes_long(qtbot, window, monkeypatch):
    steps = window.inspector.why.explanation.steps
    qtbot.waitUntil(lambda: steps.rowCount() > 0)
    monkeypatch.setattr(
        window.session.explanations, "compute_explanation", lambda _key, _deliver: None
    )
    shown = window.inspector._row.key
    window.chain.view.select_key(
        next(row.key for row in rows(window).values() if row.manifest and row.key != shown)
    )
    assert window.inspector._row.key != shown
    qtbot.waitUntil(lambda: steps.rowCount() == 0)


def deciding_step(qtbot, window, name):
    """Select a row that is off and return the step that decided, once it is told."""
    qtbot.waitUntil(lambda: name in rows(window) and rows(window)[name].status == "Off")
    window.chain.view.select_key(f"layer:{name}")
    steps = window.inspector.why.explanation.steps

    def told():
        return [one.step for one in steps.values()]

    snapshot = window.session.snapshots.current
    expected = attribute_to_configuration(
        snapshot, f"layer:{name}", explain_component(snapshot.report, name)
    )
    qtbot.waitUntil(lambda: told() == list(expected))
    return next(step for step in expected if step.decisive)


def opened_line(qtbot, window, step):
    """Open the link of a step and return the line that is marked."""
    window.inspector.why.explanation.file_requested.emit(step.file, step.line)
    page = window.inspector.manifest
    qtbot.waitUntil(lambda: page._file == step.file)
    return page.text.toPlainText().split("\n")[page.text._marked_line - 1]


def test_a_step_about_an_override_opens_it_also_before_it_is_written(qtbot, window):
    window.session.edits.do(workspace_edits.set_control, MESA, LayerControl.OFF)
    window.actions_["view_every"].trigger()
    wait_until_answered(qtbot, window)
    step = deciding_step(qtbot, window, MESA)
    assert step.text == "Kept off by this configuration"
    assert step.file == window.session.snapshots.current.plan.files[0].path
    assert "blacklisted_layers" in opened_line(qtbot, window, step)
    assert "not written yet" in window.inspector.manifest._path.text()


def test_a_step_about_the_settings_file_opens_it(qtbot, window, demo):
    folder = demo.folder / "home/demo/.local/share/vulkan/loader_settings.d"
    folder.mkdir(parents=True)
    manifest = rows(window)[MESA].manifest
    settings = {
        "file_format_version": "1.0.0",
        "settings": {
            "layers": [
                {"name": MESA, "path": manifest, "control": "off"},
                {"control": "unordered_layer_location"},
            ]
        },
    }
    (folder / "vk_loader_settings.json").write_text(json.dumps(settings, indent=1))
    window.session.snapshots.refresh()
    step = deciding_step(qtbot, window, MESA)
    assert os.path.samefile(step.file, folder / "vk_loader_settings.json")
    opened_line(qtbot, window, step)
    assert window.inspector.tabs.current_page() is InspectorPage.MANIFEST
    assert '"off"' in window.inspector.manifest.text.toPlainText()


def test_a_story_says_which_step_is_only_supposed(qtbot, supposing):
    supposing.chain.view.select_key(f"layer:{MESA}")
    explanation = supposing.inspector.why.explanation
    qtbot.waitUntil(lambda: explanation.steps.rowCount() > 0)
    steps = [one.step for one in explanation.steps.values()]
    assert steps[-1].decisive
    assert steps[-1].note == "what-if"


def test_the_loaders_row_tells_everything_that_changes(qtbot, supposing):
    supposing.chain.view.select_key("loader")
    inspector = supposing.inspector
    assert inspector.tabs.current_page() in (InspectorPage.CHANGES, InspectorPage.LIBRARY)
    inspector.show_tab(InspectorPage.CHANGES)
    steps = inspector.why.explanation.steps

    def told():
        return [one.step.text for one in steps.values()]

    said = "MESA_device_select: before: loads"
    qtbot.waitUntil(lambda: any(text.startswith(said) for text in told()))
    supposing.actions_["what_if"].trigger()
    assert InspectorPage.CHANGES not in [
        inspector.tabs.tabText(n) for n in range(inspector.tabs.count())
    ]


# the environment that matters


def test_the_menu_leads_to_the_environment(qtbot, window):
    window.actions_["environment"].trigger()
    assert window.inspector.tabs.current_page() is InspectorPage.ENVIRONMENT


def environment(qtbot, window, key="loader"):
    window.chain.view.select_key(key)
    window.inspector.show_tab(InspectorPage.ENVIRONMENT)
    page = window.inspector.environment
    qtbot.waitUntil(lambda: bool(page.list_lines()))
    return {line.entry.row.name: line for line in page.list_lines()}


@pytest.mark.parametrize("key", ["loader", "program"])
def test_variables_that_matter_are_listed_with_who_and_what(qtbot, window, key):
    lines = environment(qtbot, window, key)
    assert lines["MANGOHUD"].entry.row.effects == ("turns MANGOHUD_overlay_x86_64 on",)
    assert lines["MANGOHUD"].entry.origin == "set on the sample machine"
    assert lines["DISABLE_OBS_VKCAPTURE"].entry.row.effects == ("turns OBS_vkcapture_64 off",)
    assert lines["ENABLE_VKBASALT"].entry.row.value is None


def test_a_variable_can_be_tried_away(qtbot, window):
    line = environment(qtbot, window)["MANGOHUD"]
    line.try_requested.emit("MANGOHUD", None)
    wait_until_answered(qtbot, window)
    assert rows(window)[MANGOHUD].delta == "currently loads"
    said = "not set in the what-if; in your session it is 1"
    qtbot.waitUntil(lambda: environment(qtbot, window)["MANGOHUD"].entry.origin == said)


def test_a_variable_that_a_layer_waits_for_can_be_tried(qtbot, window):
    line = environment(qtbot, window)["ENABLE_VKBASALT"]
    line._on_try_clicked()
    wait_until_answered(qtbot, window)
    assert VKBASALT in chain_of(window)


@POPUPS
def test_a_value_that_cannot_be_guessed_is_typed(window):
    window.controllers.what_if.ask_variable("VK_ICD_FILENAMES")
    popup = window.chain.what_if.popups.popup
    assert popup.field.text() == "VK_ICD_FILENAMES="
    popup.close()


def test_a_variable_is_copied_for_a_shell(qtbot, window):
    line = environment(qtbot, window)["VK_LOADER_LAYERS_DISABLE"]
    line._on_copy_clicked()
    assert QGuiApplication.clipboard().text() == "VK_LOADER_LAYERS_DISABLE='*fossilize*'"


def test_a_start_file_opens_at_its_line_from_the_loaders_row(qtbot, window, demo):
    profile = demo.folder / "home/demo/.profile"
    profile.write_text("# mine\nexport MANGOHUD=1\n")
    environment(qtbot, window)
    window.inspector.environment.file_requested.emit(str(profile), 2)
    assert window.inspector.tabs.current_page() is InspectorPage.FILE
    qtbot.waitUntil(lambda: "export MANGOHUD" in window.inspector.manifest.text.toPlainText())
    assert window.inspector.manifest.text._marked_line == 2
    window.chain.view.select_key("program")
    assert InspectorPage.FILE not in [
        window.inspector.tabs.tabText(place) for place in range(window.inspector.tabs.count())
    ]


def test_a_start_file_is_that_of_this_machine_whatever_root_is_supposed(qtbot, window, demo):
    profile = demo.folder / "home/demo/.profile"
    profile.write_text("export MANGOHUD=1\n")
    other = demo.folder / "other"
    other.mkdir()
    environment(qtbot, window)
    window.session.what_if.set_assumptions(WhatIf(root=str(other)))
    wait_until_answered(qtbot, window)
    window.inspector.environment.file_requested.emit(str(profile), 1)
    qtbot.waitUntil(lambda: "export MANGOHUD" in window.inspector.manifest.text.toPlainText())


def test_hundreds_of_variables_are_listed_in_parts_while_the_window_goes_on(qtbot, context):
    page = EnvironmentPage(context)
    qtbot.addWidget(page)
    names = [f"DISABLE_LAYER_{number}" for number in range(100)]
    page.go_to(names[-1])
    page.show_variables(
        [
            ExplainedVariable(VariableRow(name, None, ("read",), VariableSetter.NOBODY), "")
            for name in names
        ]
    )
    assert 0 < len(page.list_lines()) < 100
    qtbot.waitUntil(lambda: [line.entry.row.name for line in page.list_lines()] == names)
    qtbot.waitUntil(lambda: not page._pending_name)  # it came to the line that is sought
