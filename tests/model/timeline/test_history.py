"""What others did since the last look, from the report of a machine."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.framework.system import SystemBuilder
from tests.model.apply.desk import NOTHING, ONE, plan_of
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.files.own_files import forbid_writing
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.model.apply.apply_plan import apply_plan, read_applied_state
from vkconfig_py.model.apply.found_overrides import find_overrides, remove_override
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.timeline import history as history_module
from vkconfig_py.model.timeline.entries import (
    find_moment_before,
    list_foreign_entries,
    merge_entries,
    present_entry,
    read_actions,
)
from vkconfig_py.model.timeline.history import (
    MachineHistory,
    ScanResult,
    find_packages,
    parse_log,
    read_history,
    record_scan,
)

LAYER = "VK_LAYER_TEST_one"


@pytest.fixture
def paths(tmp_path: Path) -> StatePaths:
    own = tmp_path / "own"
    return StatePaths(own / "configurations", own / "state", own / "run")


class Watcher:
    """Looks at a machine at moments that are given."""

    def __init__(self, system: SystemBuilder, paths: StatePaths) -> None:
        self.system = system
        self.paths = paths
        self.now = 2_000_000_000.0

    def look(self, **variables: str | None) -> MachineHistory:
        self.now += 100
        report = discover(self.system.with_env(**variables).host(), cache=DocumentCache())
        applied_state = read_applied_state(self.paths)
        overrides = find_overrides(report, self.paths)
        return record_scan(
            ScanResult(report, overrides, frozenset(applied_state.files)), self.paths, self.now
        )

    def titles(self, **variables: str | None) -> list[str]:
        return [one.title for one in list_foreign_entries(self.look(**variables))]


@pytest.fixture
def watcher(system: SystemBuilder, paths: StatePaths) -> Watcher:
    system.add_driver("gpu").add_implicit_layer(LAYER)
    return Watcher(system, paths)


def test_the_first_look_lists_nothing_but_itself(watcher):
    (first,) = list_foreign_entries(watcher.look())
    assert first.title == "First scan of this machine"
    assert first.description.startswith("1 layer and 1 driver; ")
    spoken = present_entry(first).accessible_text
    assert ": First scan of this machine, 1 layer and 1 driver; " in spoken
    assert watcher.titles() == ["First scan of this machine"]


def test_what_was_installed_changed_and_removed_is_listed_with_its_moments(watcher, system):
    watcher.look()
    last = watcher.now
    system.add_explicit_layer("VK_LAYER_TEST_two")
    history = watcher.look()
    installed = list_foreign_entries(history)[0]
    assert installed.title.startswith("Installed VK_LAYER_TEST_two 1.")
    assert (installed.change.earliest, installed.time) == (last, watcher.now)
    assert installed.path == str(system.manifest("VK_LAYER_TEST_two"))
    assert installed.description.startswith("between 2033-05-18 ")
    driver = system.manifest("gpu")
    document = json.loads(driver.read_bytes())
    document["ICD"]["api_version"] = "1.3.255"
    driver.write_text(json.dumps(document))
    system.manifest(LAYER).unlink()
    titles = watcher.titles()
    assert titles[0].startswith("Driver gpu changed: 1.")
    assert titles[0].endswith(" to 1.3.255")
    assert titles[1].startswith(f"Removed {LAYER} 1.")
    assert titles[2] == installed.title
    history = watcher.look()
    assert read_history(watcher.paths) == history


def test_a_manifest_written_again_as_it_was_is_not_listed(watcher, system):
    watcher.look()
    os.utime(system.manifest(LAYER), ns=(5, 5))
    assert watcher.titles() == ["First scan of this machine"]


def test_a_library_that_was_replaced_is_listed(watcher, system):
    watcher.look()
    library = Path(json.loads(system.manifest(LAYER).read_bytes())["layer"]["library_path"])
    library.write_bytes(library.read_bytes() + b"\0")
    assert watcher.titles()[0] == f"{LAYER} changed: its library was replaced"


def test_a_library_that_the_linker_finds_by_its_name_is_followed_too(watcher, system, tmp_path):
    manifest = system.manifest(LAYER)
    document = json.loads(manifest.read_bytes())
    library = Path(document["layer"]["library_path"])
    document["layer"]["library_path"] = library.name
    manifest.write_text(json.dumps(document))
    system.with_env(LD_LIBRARY_PATH=str(library.parent))
    watcher.look()
    library.write_bytes(library.read_bytes() + b"\0")
    assert watcher.titles()[0] == f"{LAYER} changed: its library was replaced"


def test_a_search_by_variables_of_one_terminal_lists_nothing(watcher, system, tmp_path):
    watcher.look()
    other = tmp_path / "other"
    other.mkdir()
    system.add_explicit_layer("VK_LAYER_TEST_mine", folder=other)
    assert watcher.titles(VK_DRIVER_FILES="/nowhere.json", VK_ADD_LAYER_PATH=str(other)) == [
        "First scan of this machine"
    ]
    assert watcher.titles(VK_DRIVER_FILES=None, VK_ADD_LAYER_PATH=None) == [
        "First scan of this machine"
    ]


def test_what_this_program_wrote_is_not_listed_and_what_others_wrote_is(watcher, system):
    folder = system.manifest(LAYER).parent
    override = folder / "VkLayer_override.json"
    layer = json.dumps(
        {
            "file_format_version": "1.1.2",
            "layer": {
                "name": "VK_LAYER_LUNARG_override",
                "type": "GLOBAL",
                "api_version": "1.3.230",
                "implementation_version": "1",
                "description": "LunarG Override Layer",
                "component_layers": [LAYER],
                "disable_environment": {"DISABLE_IT": "1"},
            },
        }
    ).encode()
    watcher.look()
    assert apply_plan(plan_of(override, layer), (ONE,), watcher.paths).error == ""
    assert watcher.titles() == ["First scan of this machine"]
    assert apply_plan(NOTHING, (), watcher.paths).error == ""
    assert watcher.titles() == ["First scan of this machine"]
    override.write_bytes(layer)
    assert watcher.titles()[0].endswith(" was added")
    assert remove_override(str(override), watcher.paths) == ""
    assert watcher.titles()[0].endswith(" was added")
    entries = merge_entries(read_actions(watcher.paths), read_history(watcher.paths))
    assert {type(entry).__name__ for entry in entries} == {
        "OwnAction",
        "ForeignChange",
        "BaselineLook",
    }


def test_the_picture_before_a_change_is_the_machine_as_it_was(watcher, system):
    first = watcher.look().newest_state
    system.manifest(LAYER).unlink()
    second = watcher.look().newest_state
    system.add_explicit_layer("VK_LAYER_TEST_two")
    history = watcher.look()
    assert [history.state_at(n).parts for n in range(3)] == [
        history.newest_state.parts,
        second.parts,
        first.parts,
    ]
    installed, removed, _ = list_foreign_entries(history)
    assert find_moment_before(installed, history) == history.moments[1].first
    assert find_moment_before(removed, history) == history.moments[2].first


def test_the_oldest_moments_are_forgotten(watcher, system, monkeypatch):
    monkeypatch.setattr(history_module, "MAX_MOMENTS", 2)
    watcher.look()
    for name in ("VK_LAYER_TEST_2", "VK_LAYER_TEST_3", "VK_LAYER_TEST_4"):
        system.add_explicit_layer(name)
        history = watcher.look()
    assert len(history.moments) == 2
    titles = [one.title for one in list_foreign_entries(history)]
    assert titles[0].startswith("Installed VK_LAYER_TEST_4 ")
    assert titles[1:] == ["First scan of this machine"]


def test_a_dry_run_and_a_newer_document_leave_the_state_folder_as_it_is(watcher):
    with forbid_writing():
        watcher.look()
    assert not watcher.paths.state.exists()
    watcher.look()
    file = watcher.paths.state / "timeline.json"
    file.write_text('{"format": 99}')
    assert watcher.look() == MachineHistory()
    assert file.read_text() == '{"format": 99}'
    file.write_text("{")
    assert watcher.titles() == ["First scan of this machine"]
    assert file.with_name("timeline.json.bad").read_text() == "{"


LOG = """\
2033-05-18 03:00:00 upgrade mesa:amd64 22.3.6-1 23.1-1
2033-05-18 03:00:01 status installed mesa:amd64 23.1-1
2033-05-18 03:10:00 install obs:all <none> 1.5
nonsense
"""


def test_the_log_of_dpkg_names_the_package_that_owns_a_file(tmp_path):
    lists = tmp_path / "var/lib/dpkg/info"
    lists.mkdir(parents=True)
    (tmp_path / "var/log").mkdir()
    (tmp_path / "var/log/dpkg.log").write_text(LOG)
    (lists / "mesa:amd64.list").write_text("/.\n/usr/share/vulkan/icd.d/lvp.json\n")
    (lists / "obs.list").write_text("/lib/obs.json\n")
    every = (0.0, 3e9)
    asked = {"/usr/share/vulkan/icd.d/lvp.json", "/usr/lib/obs.json", "/etc/other.json"}
    found = find_packages(asked, *every, tmp_path)
    assert {path: str(one.sentence) for path, one in found.items()} == {
        "/usr/share/vulkan/icd.d/lvp.json": "dpkg upgraded mesa 22.3.6-1 to 23.1-1",
        "/usr/lib/obs.json": "dpkg installed obs 1.5",
    }
    time = found["/usr/lib/obs.json"].time
    assert [one.package for one in parse_log(LOG, time, time)] == ["obs:all"]
    assert find_packages(asked, *every, tmp_path / "nowhere") == {}
