"""Built-in configurations: what is shipped, and what becomes of it on the user's disk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.framework.chromium import INSTALLED_VALIDATION
from tests.framework.german import speak_german
from vkconfig_py.language.sentences import Message, render
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.model.configuration import workspace_edits as commands
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    Configuration,
    LayerControl,
    LayerEntry,
    list_disabled_checks,
)
from vkconfig_py.model.configuration.configuration_json import (
    BUILT_IN_RESOURCE,
    decode_configuration,
    read_built_ins,
)
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.configuration.workspace_files import (
    ORDER_FILE,
    load_workspace,
    save_workspace,
)
from vkconfig_py.model.files import resources
from vkconfig_py.model.layer_settings.checks import check_value
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.layer_settings.layer_values import is_default, list_chosen_values
from vkconfig_py.model.layer_settings.parse_layer import read_declared

SDK = Path(__file__).parents[2] / "data" / "sdk"
VALIDATION = "VK_LAYER_KHRONOS_validation"
ALL = read_built_ins()
BY_KEY = {one.key.removeprefix("built-in-"): one for one in ALL}
NEWER = tuple(one._replace(built_in=one.built_in + 1, layers=()) for one in ALL)


def declared(path: Path) -> dict[str, DeclaredLayer]:
    return {layer.name: layer for layer in read_declared(path.read_bytes(), str(path)).layers}


SDK_LAYERS = {name: one for path in SDK.glob("*.json") for name, one in declared(path).items()}
OLDER = declared(INSTALLED_VALIDATION)[VALIDATION]
ENTRIES = [
    pytest.param(entry, layer, id=f"{key}-{layer.name}-{layer.api_version}")
    for key, one in BY_KEY.items()
    for entry in one.layers
    for layer in (SDK_LAYERS.get(entry.name), OLDER if entry.name == VALIDATION else None)
    if layer is not None
]


def test_there_are_the_ones_that_users_know_and_three_more() -> None:
    assert list(BY_KEY) == [
        "validation", "validation-api-dump", "synchronization", "gpu-assisted", "best-practices",
        "api-dump", "frame-capture", "crash-diagnostic", "portability", "all-layers-off",
        "loader-default",
    ]  # fmt: skip
    assert all(one.built_in >= 1 and one.name for one in ALL)
    assert len({one.name for one in ALL}) == len(ALL)


def test_a_platform_is_offered_what_is_meant_for_it() -> None:
    mac = {one.key for one in read_built_ins(Platform.MACOS)}
    assert {one.key for one in ALL} - mac == {"built-in-crash-diagnostic"}
    assert read_built_ins(Platform.WINDOWS) == ALL


def test_everything_in_the_resource_is_understood() -> None:
    for document in json.loads(resources.find_resource(BUILT_IN_RESOURCE).read_bytes()):
        assert decode_configuration(document).extra == ()


@pytest.mark.parametrize(("entry", "layer"), ENTRIES)
def test_values_fit_the_layer_and_are_no_defaults(entry: LayerEntry, layer: DeclaredLayer) -> None:
    for chosen in entry.settings:
        setting = layer.find_setting(chosen.key)
        if setting is None:
            continue  # of another version of the layer: kept, and not written
        assert setting.type is chosen.type
        if "${" not in str(chosen.value):
            assert check_value(setting, chosen.value) is None
        assert not is_default(setting, chosen.value) or chosen.key == "disables"


@pytest.mark.parametrize(
    ("key", "old", "new"),
    [
        ("synchronization", "ENABLE_SYNCHRONIZATION_VALIDATION_EXT", ("validate_sync", True)),
        (
            "gpu-assisted",
            "ENABLE_GPU_ASSISTED_EXT",
            ("validate_gpu_based", "GPU_BASED_GPU_ASSISTED"),
        ),
        ("best-practices", "ENABLE_BEST_PRACTICES_EXT", ("validate_best_practices", True)),
    ],
)
def test_a_check_is_turned_on_in_older_and_newer_validation(
    key: str, old: str, new: tuple[str, object]
) -> None:
    (entry,) = BY_KEY[key].layers
    older = list_chosen_values(OLDER, entry)
    assert f"VK_VALIDATION_FEATURE_{old}" in older["enables"]
    newer = list_chosen_values(SDK_LAYERS[VALIDATION], entry)
    assert newer[new[0]] == new[1]
    # What the list says is off is off in both, and nothing else is.
    core_is_off = "core checks" in list_disabled_checks(BY_KEY[key])
    assert core_is_off is (key != "synchronization")
    disabled = "VK_VALIDATION_FEATURE_DISABLE_CORE_CHECKS_EXT" in older.get("disables", ())
    assert disabled is core_is_off
    assert (newer.get("validate_core") is False) is core_is_off


def test_all_off_is_about_every_layer_and_loader_default_about_none() -> None:
    assert BY_KEY["all-layers-off"].unlisted_control is LayerControl.OFF
    assert [entry.name for entry in BY_KEY["all-layers-off"].layers] == [UNLISTED]
    assert BY_KEY["loader-default"].layers == ()


# on the disk


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.json"))


def start(folder: Path) -> Workspace:
    loaded = load_workspace(folder, ALL)
    assert loaded.problems == ()
    assert loaded.built_ins == ALL
    return loaded.workspace


def test_a_first_start_shows_an_own_one_and_the_built_in_ones_and_writes_nothing(
    tmp_path: Path,
) -> None:
    workspace = start(tmp_path / "none")
    assert workspace.configurations == (Configuration("default", "My configuration"), *ALL)
    assert workspace.selected_configuration.name == "My configuration"
    assert not (tmp_path / "none").exists()


def test_an_untouched_one_is_never_written(tmp_path: Path) -> None:
    before = start(tmp_path)
    after = before._replace(selected_key=ALL[3].key)
    assert save_workspace(tmp_path, before, after, ALL).errors == ()
    assert files(tmp_path) == ["default.json", ORDER_FILE]
    assert start(tmp_path) == after


def test_an_edited_one_is_a_file_until_it_is_reset(tmp_path: Path) -> None:
    before = start(tmp_path)._replace(selected_key=ALL[0].key)
    edited = before.with_configuration(
        before.selected_configuration.with_control("VK_LAYER_a", LayerControl.OFF)
    )
    assert save_workspace(tmp_path, before, edited, ALL).errors == ()
    assert files(tmp_path) == [f"{ALL[0].key}.json", "default.json", ORDER_FILE]
    assert start(tmp_path) == edited
    reset = commands.reset_configuration(edited, ALL[0].key, ALL)
    assert reset is not None
    assert save_workspace(tmp_path, edited, reset.workspace, ALL).errors == ()
    assert files(tmp_path) == ["default.json", ORDER_FILE]
    assert start(tmp_path) == before


def test_an_upgrade_changes_untouched_ones_and_leaves_edited_ones_alone(tmp_path: Path) -> None:
    before = start(tmp_path)
    mine = ALL[0].with_control("VK_LAYER_a", LayerControl.OFF)
    save_workspace(tmp_path, before, before.with_configuration(mine), ALL)
    content = (tmp_path / f"{ALL[0].key}.json").read_bytes()
    upgraded = load_workspace(tmp_path, NEWER).workspace
    assert upgraded.configurations[1:] == (mine, *NEWER[1:])
    changed = upgraded._replace(selected_key="default")
    save_workspace(tmp_path, upgraded, changed, NEWER)
    assert (tmp_path / f"{ALL[0].key}.json").read_bytes() == content


def test_a_deleted_one_stays_away_until_a_newer_one_is_shipped(tmp_path: Path) -> None:
    before = start(tmp_path)
    deleted = commands.delete_configuration(before, ALL[2].key, ALL)
    assert deleted is not None
    assert save_workspace(tmp_path, before, deleted.workspace, ALL).errors == ()
    assert start(tmp_path) == deleted.workspace
    upgraded = load_workspace(tmp_path, NEWER).workspace
    assert NEWER[2] in upgraded.configurations
    assert upgraded.deleted_built_ins == ()


def test_undoing_the_deletion_of_an_edited_one_brings_its_file_back(tmp_path: Path) -> None:
    before = start(tmp_path)
    edited = before.with_configuration(ALL[2]._replace(name="Mine"))
    save_workspace(tmp_path, before, edited, ALL)
    deleted = commands.delete_configuration(edited, ALL[2].key, ALL)
    assert deleted is not None
    save_workspace(tmp_path, edited, deleted.workspace, ALL)
    assert files(tmp_path) == ["default.json", ORDER_FILE]
    save_workspace(tmp_path, deleted.workspace, edited, ALL)
    assert start(tmp_path) == edited


def test_with_all_own_ones_deleted_no_new_one_appears(tmp_path: Path) -> None:
    before = start(tmp_path)
    deleted = commands.delete_configuration(before, "default", ALL)
    assert deleted is not None
    save_workspace(tmp_path, before, deleted.workspace, ALL)
    assert start(tmp_path).configurations == ALL


def test_a_damaged_copy_is_told_shown_as_shipped_and_never_deleted(tmp_path: Path) -> None:
    damaged = tmp_path / f"{ALL[0].key}.json"
    damaged.write_bytes(b"{")
    loaded = load_workspace(tmp_path, ALL)
    assert [problem.path for problem in loaded.problems] == [str(damaged)]
    assert loaded.workspace.configurations[1] == ALL[0]
    deleted = commands.delete_configuration(loaded.workspace, ALL[0].key, ALL)
    assert deleted is not None
    save_workspace(tmp_path, loaded.saved_workspace, deleted.workspace, ALL)
    assert damaged.read_bytes() == b"{"
    edited = loaded.workspace.with_configuration(ALL[0]._replace(name="Mine"))
    save_workspace(tmp_path, deleted.workspace, edited, ALL)
    assert damaged.with_name(f"{damaged.name}.bad").read_bytes() == b"{"


def test_own_ones_stand_before_built_in_ones(tmp_path: Path) -> None:
    before = start(tmp_path)
    save_workspace(tmp_path, before, before._replace(selected_key=ALL[0].key), ALL)
    (tmp_path / "by-hand.json").write_bytes(b'{"name": "By hand"}')
    assert [one.name for one in start(tmp_path).configurations][:3] == [
        "My configuration", "By hand", "Validation",
    ]  # fmt: skip


def test_one_that_is_shipped_no_more_is_kept_while_it_is_edited(tmp_path: Path) -> None:
    before = start(tmp_path)
    mine = ALL[0]._replace(name="Mine")
    save_workspace(tmp_path, before, before.with_configuration(mine), ALL)
    later = load_workspace(tmp_path, ALL[1:]).workspace
    assert later.configurations == (Configuration("default", "My configuration"), mine, *ALL[1:])


def test_supplied_names_are_told_in_the_language_of_the_user_and_written_in_english(
    tmp_path: Path,
) -> None:
    documents = json.loads(resources.find_resource(BUILT_IN_RESOURCE).read_bytes())
    assert {type(decode_configuration(one).title) for one in documents} == {Message}
    with speak_german():
        before = load_workspace(tmp_path, ALL).workspace._replace(
            selected_key="built-in-validation"
        )
        edited = commands.set_control(before, VALIDATION, LayerControl.OFF).workspace
        save_workspace(tmp_path, before, edited, ALL)
        found = load_workspace(tmp_path, ALL).workspace.find_configuration("built-in-validation")
        assert (found.name, render(found.title)) == ("Validation", "Validierung")
        copy = commands.duplicate_configuration(edited, found.key).workspace.selected_configuration
        assert copy.name == "Validierung (Kopie)"
    assert '"name": "Validation"' in (tmp_path / "built-in-validation.json").read_text()
    renamed = decode_configuration({**documents[0], "name": "Mine"})
    assert renamed.title == "Mine"
