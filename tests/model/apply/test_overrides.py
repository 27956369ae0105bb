"""Overrides of any owner are found with what they still do, and can be taken away and put back."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.framework.manifests import list_layers, override_layer
from tests.framework.snapshot import take_snapshot
from tests.framework.system import ManifestKind, Place
from tests.model.apply.desk import OLD_TIME, applied_as, plan_of
from tests.model.apply.found import find_only
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.apply.apply_plan import apply_plan, read_applied
from vkconfig_py.model.apply.found_overrides import (
    find_overrides,
    remove_override,
    restore_override,
)
from vkconfig_py.model.apply.journal import read_journal
from vkconfig_py.model.apply.lease_facts import mark_this_process
from vkconfig_py.model.apply.record import get_record_file, read_record, save_record
from vkconfig_py.model.formats.layer_settings_txt import OWN_FILE_MARKER
from vkconfig_py.model.formats.loader_settings_json import (
    ListedLayer,
    SectionControl,
    SettingsSection,
    render_loader_settings,
)
from vkconfig_py.model.formats.meta_layer_manifests import OverrideLayer, render_override
from vkconfig_py.model.plan.leases import ProcessMark, WhileRunning
from vkconfig_py.model.plan.plan import Mechanism, Plan, PlannedFile

OURS = OverrideLayer(title="mine", api_version="1.0.0", components=("VK_LAYER_a",))


def test_a_machine_without_overrides_has_none(machine, paths):
    assert find_overrides(discover(machine.host()), paths) == ()


def test_an_override_says_what_it_turns_on_and_blocks(machine, paths):
    machine.add_override(("VK_LAYER_a",), blacklisted_layers=["VK_LAYER_b", "VK_LAYER_c"])
    found = find_only(machine, paths)
    assert found.effect == "It blocks b and c and turns on a."
    assert found.is_valid
    assert not found.is_expired
    assert found.programs == ()
    assert found.path == str(machine.manifest("VK_LAYER_LUNARG_override"))


def test_an_override_with_paths_says_that_it_replaces_the_search(machine, paths):
    machine.add_override((), override_paths=["/nowhere"])
    assert find_only(machine, paths).effect == (
        "It replaces the folders searched for explicit layers."
    )


def test_an_empty_override_changes_nothing(machine, paths):
    machine.add_override(())
    assert find_only(machine, paths).effect == "It changes nothing."


def test_an_override_for_another_program_names_it(machine, paths):
    other = machine.root / "bin/other"
    machine.add_program(other)
    machine.add_override(("VK_LAYER_a",), app_keys=[str(other)])
    found = find_only(machine, paths)
    assert found.effect == "It turns on a. It applies only to other."
    assert found.programs == (str(other),)
    assert not found.is_expired


def test_an_override_whose_programs_are_gone_is_stale(machine, paths):
    machine.add_override(("VK_LAYER_a",), app_keys=["/gone/game"])
    assert find_only(machine, paths).is_expired


def test_an_override_of_a_missing_layer_is_not_used(machine, paths):
    machine.add_override(("VK_LAYER_gone",))
    found = find_only(machine, paths)
    assert not found.is_valid
    assert found.effect.startswith("It is not used")
    assert "VK_LAYER_gone" in found.reason


def test_an_unused_override_with_paths_still_hides_layers(machine, paths):
    machine.add_override(("VK_LAYER_gone",), override_paths=["/nowhere"])
    assert "It hides the system's explicit layers" in find_only(machine, paths).effect


@pytest.mark.parametrize("cut", [40, 200])
def test_a_broken_file_that_names_the_override_is_found(machine, paths, cut):
    machine.add_override(("VK_LAYER_a",), description="LunarG Override Layer" + "x" * 200)
    file = machine.manifest("VK_LAYER_LUNARG_override")
    whole = file.read_bytes()
    assert b"VK_LAYER_LUNARG_override" in whole
    file.write_bytes(whole[whole.index(b"VK_LAYER_LUNARG_override") :][:cut])
    found = find_only(machine, paths)
    assert not found.is_valid
    assert found.effect.startswith("It is not used: line ")


@pytest.mark.parametrize(
    ("description", "owner"),
    [
        ("LunarG Override Layer", "VkConfig 2"),
        ("ReShade for games", "A ReShade installer"),
        ("vkconfig-py: debugging", "vkconfig-py"),
        ("by hand", "An unknown program"),
    ],
)
def test_the_owner_is_told_by_what_the_file_says(machine, paths, description, owner):
    machine.add_override(("VK_LAYER_a",), description=description)
    assert find_only(machine, paths).owner == owner


def test_a_settings_file_in_force_is_found(machine, paths):
    layer = machine.manifest("VK_LAYER_a")
    settings = {
        "file_format_version": "1.0.0",
        "settings": {
            "layers": [{"name": "VK_LAYER_a", "path": str(layer), "control": "on"}],
        },
    }
    path = Path(machine.environment["XDG_DATA_HOME"])
    file = path / "vulkan/loader_settings.d/vk_loader_settings.json"
    machine.add_file(file, settings)
    found = find_only(machine, paths, LoaderProfile((1, 4, 309)))
    assert (os.path.normpath(found.path), found.owner) == (str(file), "An unknown program")
    assert found.effect.startswith("It turns on a.")
    machine.add_file(path / "vulkan/lunarg-vkconfig/vkconfig.json", {})
    assert find_only(machine, paths, LoaderProfile((1, 4, 309))).owner == "VkConfig 3"


def _apply_ours(machine, paths, content: bytes = render_override((OURS,))) -> Path:
    folder = machine.folder(ManifestKind.IMPLICIT, Place.CONFIG_HOME)
    plan = plan_of(folder / "VkLayer_override.json", content)
    result = apply_plan(plan, (applied_as("mine"),), paths)
    assert result.error == ""
    return Path(result.path)


AS_A_LIST = json.dumps(
    {"file_format_version": "1.1.2", "layers": list_layers(render_override((OURS,)))}
).encode()


@pytest.mark.parametrize("content", [render_override((OURS,)), AS_A_LIST], ids=["layer", "layers"])
def test_what_we_applied_is_ours(machine, paths, content):
    path = _apply_ours(machine, paths, content)
    found = find_only(machine, paths)
    assert (found.path, found.owner, found.is_own, found.is_expired) == (
        str(path),
        "vkconfig-py",
        True,
        False,
    )


def test_what_a_killed_run_of_ours_applied_is_stale(machine, paths):
    _apply_ours(machine, paths)
    record, _ = read_record(paths)
    (applied,) = record.applied
    dead = WhileRunning(ProcessMark(mark_this_process().pid, 1, mark_this_process().boot))
    save_record(paths, record._replace(applied=(applied._replace(lease=dead),)))
    found = find_only(machine, paths)
    assert found.is_own
    assert found.is_expired


@pytest.mark.parametrize("content", [render_override((OURS,)), AS_A_LIST], ids=["layer", "layers"])
def test_what_we_applied_and_lost_the_record_of_is_stale_and_removed(machine, paths, content):
    path = _apply_ours(machine, paths, content)
    get_record_file(paths).unlink()
    found = find_only(machine, paths)
    assert (found.owner, found.is_own, found.is_expired) == ("vkconfig-py", False, True)
    assert remove_override(found.path, paths) == ""
    assert not path.exists()


def test_a_settings_file_that_we_applied_is_ours(machine, paths):
    home = Path(machine.environment["XDG_DATA_HOME"])
    file = home / "vulkan/loader_settings.d/vk_loader_settings.json"
    listed = ListedLayer("VK_LAYER_a", str(machine.manifest("VK_LAYER_a")), SectionControl.ON)
    content = render_loader_settings([SettingsSection("mine", (listed,))])
    planned = PlannedFile(str(file), content, has_fixed_name=True)
    plan = Plan(mechanism=Mechanism.SETTINGS, files=(planned,))
    assert apply_plan(plan, (applied_as("mine"),), paths).error == ""
    for version in ((1, 4, 309), (1, 4, 364)):
        found = find_only(machine, paths, LoaderProfile(version))
        assert (found.path, found.owner, found.is_own, found.is_expired) == (
            str(file),
            "vkconfig-py",
            True,
            False,
        )
    get_record_file(paths).unlink()
    found = find_only(machine, paths, LoaderProfile((1, 4, 364)))
    assert (found.owner, found.is_own, found.is_expired) == ("vkconfig-py", False, True)
    assert remove_override(found.path, paths) == ""
    assert not file.exists()


def test_a_file_of_ours_that_replaced_another_gives_it_back_without_its_record(machine, paths):
    file = _settings_file(machine, "theirs.x = 1\n")
    text = f"{OWN_FILE_MARKER}\na.b = 1\n"
    plan = Plan(Mechanism.OVERRIDE, (PlannedFile(str(file), text.encode(), has_fixed_name=True),))
    assert apply_plan(plan, (applied_as("mine"),), paths).error == ""
    get_record_file(paths).unlink()
    assert remove_override(str(file), paths) == ""
    assert file.read_text() == "theirs.x = 1\n"


def test_a_removed_override_comes_back_byte_for_byte(machine, paths):
    machine.add_override(("VK_LAYER_a",))
    file = machine.manifest("VK_LAYER_LUNARG_override")
    file.chmod(0o640)
    os.utime(file, ns=(OLD_TIME, OLD_TIME))
    os.utime(file.parent, ns=(OLD_TIME, OLD_TIME))
    before = take_snapshot(machine.root)
    assert remove_override(str(file), paths) == ""
    assert not file.exists()
    assert find_overrides(discover(machine.host()), paths) == ()
    assert restore_override(str(file), paths) == ""
    assert take_snapshot(machine.root) == before
    assert [entry.what for entry in read_journal(paths)] == ["restored", "removed"]


@pytest.mark.parametrize("key", ["", "7"])
def test_an_override_is_kept_aside_under_its_name_until_it_is_restored(machine, paths, key):
    machine.add_override(("VK_LAYER_a",))
    file = machine.manifest("VK_LAYER_LUNARG_override")
    content = file.read_bytes()
    assert remove_override(str(file), paths, key) == ""
    (entry,) = read_journal(paths)
    kept = paths.state / "aside" / (key or entry.fix) / file.name
    assert kept.read_bytes() == content
    assert restore_override(str(file), paths) == ""
    assert not kept.exists()


def test_many_layers_of_an_override_are_named_up_to_two(machine, paths):
    names = [f"VK_LAYER_{letter}" for letter in "bcd"]
    machine.add_override((), blacklisted_layers=names)
    assert find_only(machine, paths).effect == "It blocks b and 2 more."


def _settings_file(system, content: str) -> Path:
    file = Path(system.environment["XDG_DATA_HOME"]) / "vulkan/settings.d/vk_layer_settings.txt"
    system.add_file(file, content)
    return file


def test_a_settings_file_that_layers_of_every_program_read_is_found_and_can_be_removed(
    machine, paths
):
    file = _settings_file(machine, "khronos_validation.report_flags = error\n")
    found = find_only(machine, paths)
    assert (found.path, found.owner) == (str(file), "Somebody else")
    assert found.has_layer_settings
    assert (found.is_own, found.is_expired, found.is_valid) == (False, False, True)
    assert found.effect == "Layers in every program read it instead of any other settings file."
    assert remove_override(found.path, paths) == ""
    assert not file.exists()
    assert restore_override(found.path, paths) == ""
    assert file.exists()


@pytest.mark.parametrize(
    ("text", "owner"),
    [
        (
            "# Copyright\n# \n# This code was generated by Vulkan Configurator 3.4.1\n\n",
            "VkConfig 3",
        ),
        ("\n# VK_LAYER_KHRONOS_validation\n\n# Core\n", "VkConfig 2"),
        ("# This file was not generated by Vulkan Configurator 3.4.1\n", "Somebody else"),
        ("# VK_LAYER_KHRONOS_validation\n", "Somebody else"),
    ],
)
def test_a_settings_file_of_vkconfig_names_it(machine, paths, text, owner):
    _settings_file(machine, f"{text}khronos_validation.validate_core = true\n")
    assert find_only(machine, paths).owner == owner


def test_what_vkconfig_wrote_is_left_behind_once_it_does_not_run(machine, paths, tmp_path):
    machine.add_override(("VK_LAYER_a",), description="LunarG Override Layer")
    report = discover(machine.host())
    process = tmp_path / "proc" / "34"
    process.mkdir(parents=True)
    (process / "comm").write_text("vkconfig-gui\n")
    (found,) = find_overrides(report, paths, tmp_path / "proc")
    assert (found.is_expired, found.is_orphan) == (False, False)
    (found,) = find_overrides(report, paths, tmp_path / "none")
    assert (found.is_expired, found.is_orphan, found.is_valid) == (True, True, True)
    elsewhere = report._replace(host=report.host._replace(platform=Platform.WINDOWS))
    assert not any(one.is_expired for one in find_overrides(elsewhere, paths, tmp_path / "none"))


@pytest.mark.parametrize(
    ("version", "why"),
    [
        ((1, 3, 239), "loader 1.3.239 does not read it; a newer loader is required"),
        ((1, 4, 309), "it does not contain anything that loader 1.4.309 can use"),
    ],
)
def test_a_loader_settings_file_without_effect_is_found_too(machine, paths, version, why):
    file = _add_loader_settings(machine, {"app_keys": [], "layers": []})
    found = find_only(machine, paths, LoaderProfile(version))
    assert (found.path, found.is_valid) == (str(file), False)
    assert found.effect == f"It is not used: {why}."
    assert remove_override(found.path, paths) == ""
    assert not file.exists()
    assert restore_override(found.path, paths) == ""
    assert file.exists()


def _add_loader_settings(machine, *sections: dict[str, object]) -> Path:
    path = Path(machine.environment["XDG_DATA_HOME"])
    file = path / "vulkan/loader_settings.d/vk_loader_settings.json"
    machine.add_file(file, {"file_format_version": "1.0.0", "settings_array": list(sections)})
    return file


def test_a_loader_settings_file_for_some_programs_names_them(machine, paths):
    game, other = machine.root / "game", machine.root / "other"
    machine.add_file(game, "")
    layer = {"name": "VK_LAYER_a", "path": "/a.json", "control": "on"}
    rest = {"control": "unordered_layer_location"}
    file = _add_loader_settings(
        machine,
        {"app_keys": [str(game)], "layers": [layer, rest]},
        {"app_keys": [str(other)], "layers": [layer, rest]},
        {"app_keys": ["/no/settings"]},
    )
    found = find_only(machine, paths, LoaderProfile((1, 4, 324)))
    assert (found.path, found.is_valid, found.reason) == (str(file), True, "")
    assert found.programs == (str(game), str(other))
    assert found.effect == "It turns on a. It applies only to game and other."
    assert not found.is_expired
    game.unlink()
    assert find_only(machine, paths, LoaderProfile((1, 4, 324))).is_expired
    old = find_only(machine, paths, LoaderProfile((1, 3, 239)))
    assert (old.is_valid, old.programs) == (False, ())


def test_a_loader_settings_file_for_one_program_hides_layers_there_alone(machine, paths):
    _add_loader_settings(machine, {"app_keys": ["/gone/game"], "layers": []})
    found = find_only(machine, paths, LoaderProfile((1, 4, 309)))
    assert found.effect == ("It hides every layer that it does not list. It applies only to game.")
    assert (found.is_valid, found.is_expired) == (True, True)


def test_a_settings_file_of_ours_is_own_while_applied_and_left_behind_otherwise(machine, paths):
    text = f"{OWN_FILE_MARKER}\na.b = 1\n"
    file = _settings_file(machine, text)
    found = find_only(machine, paths)
    assert (found.owner, found.is_own, found.is_expired) == ("vkconfig-py", False, True)
    file.unlink()
    plan = Plan(Mechanism.OVERRIDE, (PlannedFile(str(file), text.encode(), has_fixed_name=True),))
    assert apply_plan(plan, (applied_as("mine"),), paths).error == ""
    found = find_only(machine, paths)
    assert (found.owner, found.is_own, found.is_expired) == ("vkconfig-py", True, False)


def test_a_machine_without_a_home_has_no_settings_file_of_every_program(machine, paths):
    _settings_file(machine, "a.b = 1\n")
    machine.with_env(HOME=None, XDG_DATA_HOME=None)
    assert find_overrides(discover(machine.host()), paths) == ()


def test_a_removed_link_comes_back_as_a_link(machine, paths):
    machine.add_override(("VK_LAYER_a",))
    file = machine.manifest("VK_LAYER_LUNARG_override")
    moved = file.rename(machine.root / "elsewhere.json")
    file.symlink_to(moved)
    assert remove_override(str(file), paths) == ""
    assert moved.exists()
    assert restore_override(str(file), paths) == ""
    assert file.readlink() == moved


def test_removing_our_own_withdraws_it(machine, paths):
    path = _apply_ours(machine, paths)
    assert remove_override(str(path), paths) == ""
    assert read_applied(paths) == ()
    assert not path.exists()


def test_our_own_comes_back_as_applied(machine, paths):
    path = _apply_ours(machine, paths)
    applied, content = read_applied(paths), path.read_bytes()
    assert remove_override(str(path), paths) == ""
    assert restore_override(str(path), paths) == ""
    assert path.read_bytes() == content
    assert read_applied(paths) == applied
    assert find_only(machine, paths).is_own


def test_removing_what_is_gone_says_so(paths, tmp_path):
    file = tmp_path / "gone.json"
    assert remove_override(str(file), paths) == (f"Nothing was removed: {file} does not exist.")


def test_removing_a_folder_says_so(paths, tmp_path):
    assert remove_override(str(tmp_path), paths) == (
        f"Nothing was removed: {tmp_path}: it is a folder."
    )


def test_restoring_never_writes_over_what_stands_there_now(machine, paths):
    machine.add_override(("VK_LAYER_a",))
    file = machine.manifest("VK_LAYER_LUNARG_override")
    remove_override(str(file), paths)
    file.write_bytes(b"new")
    assert "is now a different file" in restore_override(str(file), paths)
    assert file.read_bytes() == b"new"


def test_restoring_what_was_never_removed_says_so(paths):
    assert restore_override("/x.json", paths) == (
        "Nothing was restored: the history does not list /x.json as removed."
    )


def test_several_overrides_in_one_file_are_one_finding(machine, paths):
    machine.add_overrides(
        override_layer(("VK_LAYER_a",), app_keys=[str(machine.program)]),
        override_layer(("VK_LAYER_b",)),
    )
    found = find_only(machine, paths)
    assert found.programs == ()
    assert found.effect.startswith("It turns on ")
