"""The window "Compare", opened from the main window."""

from __future__ import annotations

import json

import pytest
from PySide6.QtGui import QGuiApplication

from tests.framework.german import speak_german
from tests.ui.probed import devices, open_probed
from tests.ui.saving import answer_save_dialogs
from tests.ui.supposing import POPUPS
from vkconfig_py.model.chain.device_entries import LIMITS_GROUP
from vkconfig_py.model.comparison.choices import (
    TODAY,
    ConfigurationChoice,
    DeviceSideChoice,
    LoaderChoice,
    SavedChoice,
)
from vkconfig_py.model.comparison.sides import LAYERS_GROUP

pytestmark = pytest.mark.qt_log_ignore(POPUPS)


@pytest.fixture
def window(qtbot, open_window):
    return open_probed(qtbot, open_window)


@pytest.fixture
def compare(window):
    return window.controllers.compare()


def shown(qtbot, compare) -> dict[str, tuple[str, str]]:
    """The lines that are shown, by name."""
    qtbot.waitUntil(lambda: compare.view.comparison is not None)
    return {line.name: line.displayed_values for line in compare.view.filtered_values}


def with_dump(window, key: str, size: int) -> None:
    probes = window.session.probes
    details = probes.answers.details
    dump = {"properties": {"limits": {"maxUniformBufferRange": size, "maxViewports": 16}}}
    detail = details.devices[key]._replace(dump=dump)
    details = details._replace(devices={**details.devices, key: detail})
    probes.answers = probes.answers._replace(details=details)
    probes.changed.emit()


def test_two_devices_stand_in_columns_with_what_differs(qtbot, window, compare):
    first, second = (row.key for row in devices(window)[:2])
    with_dump(window, first, 65536)
    with_dump(window, second, 16384)
    window.chain.view.select_key(first)
    window.actions_["compare"].trigger()
    assert isinstance(compare.view.sides[0], DeviceSideChoice)
    assert compare.view.sides[0].key == first
    other = next(
        x for x in compare.list_choices() if isinstance(x, DeviceSideChoice) and x.key == second
    )
    compare.view.choose(compare.view.sides[0], other)
    lines = shown(qtbot, compare)
    assert lines["maxUniformBufferRange"] == ("65,536 bytes", "16,384 bytes")
    assert "maxViewports" not in lines
    compare.view.only_differences.setChecked(False)
    assert shown(qtbot, compare)["maxViewports"] == ("16", "16")
    compare.view.search.setText("limits uniform")
    assert list(shown(qtbot, compare)) == ["maxUniformBufferRange"]
    assert compare.view.state.text().endswith("1 shown.")
    compare.view.copy.click()
    assert "| maxUniformBufferRange | 65,536 bytes | 16,384 bytes |" in (
        QGuiApplication.clipboard().text()
    )
    compare.view.swap.click()
    assert shown(qtbot, compare)["maxUniformBufferRange"] == ("16,384 bytes", "65,536 bytes")
    groups = [
        compare.view.model.index(row, 0).data() for row in range(compare.view.model.rowCount())
    ]
    assert groups == [str(LIMITS_GROUP)]


def test_two_configurations_are_compared_from_the_menu_of_one(qtbot, window, compare):
    found = {one.name: one.key for one in window.session.edits.workspace.configurations}
    compare.open_configuration(found["Validation"])
    left, right = compare.view.sides
    assert isinstance(left, ConfigurationChoice)
    assert right is not None
    shown(qtbot, compare)
    layers = [line.left for line in compare.view.filtered_values if line.group == LAYERS_GROUP]
    assert layers == ["On"]
    menu = compare.view.make_choices_menu(1)
    assert [action.text() for action in menu.actions()] == ["Configurations"]


def test_two_loaders_are_compared_with_the_rule_behind_each_difference(qtbot, window, compare):
    compare.open()
    assert compare.view.sides == [TODAY, None]
    compare.view.choose(LoaderChoice((1, 3, 204)), TODAY)
    lines = shown(qtbot, compare)
    assert lines["Version"][0] == "1.3.204"
    assert any("rule: " in line.note for line in compare.view.filtered_values)


def test_a_file_that_is_no_report_is_told(qtbot, window, compare, tmp_path):
    file = tmp_path / "odd.json"
    file.write_text("{}")
    compare.open()
    compare.view.choose(TODAY, SavedChoice(str(file)))
    qtbot.waitUntil(lambda: "is not a report" in compare.view.state.text())
    assert not compare.view.filtered_values
    assert not compare.view.export.isEnabled()


def test_what_is_shown_is_exported(qtbot, window, compare, tmp_path, monkeypatch):
    found = {one.name: one.key for one in window.session.edits.workspace.configurations}
    compare.open_configuration(found["Validation"])
    lines = shown(qtbot, compare)
    path = tmp_path / "two.json"
    answer_save_dialogs(monkeypatch, str(path))
    compare.view.export.click()
    qtbot.waitUntil(lambda: compare.view.state.text() == f"Saved {path}")
    document = json.loads(path.read_text())
    assert {line["name"] for line in document["lines"]} == set(lines)
    other = tmp_path / "again.json"
    answer_save_dialogs(monkeypatch, str(other))
    with speak_german():
        compare.view.export.click()
        qtbot.waitUntil(lambda: str(other) in compare.view.state.text())
    assert json.loads(other.read_text()) == document


def test_a_side_of_another_kind_replaces_both(window, compare):
    compare.open()
    choices = compare.list_choices()
    configuration = next(x for x in choices if isinstance(x, ConfigurationChoice))
    compare.view._on_chosen(1, configuration)
    assert compare.view.sides == [None, configuration]
