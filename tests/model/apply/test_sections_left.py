"""Our sections in a loader settings file of somebody else, after what was applied is gone."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.model.apply.desk import applied_as
from tests.model.apply.found import find_only
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.apply.apply_plan import apply_plan
from vkconfig_py.model.apply.found_overrides import remove_override, restore_override
from vkconfig_py.model.apply.notices import list_override_notices
from vkconfig_py.model.apply.record import get_record_file
from vkconfig_py.model.formats.loader_settings_json import (
    ListedLayer,
    SectionControl,
    SettingsSection,
    merge_loader_settings,
)
from vkconfig_py.model.plan.plan import ChangeKind, Mechanism, Plan, PlannedFile
from vkconfig_py.model.problems.fixes import get_label, plan_fix
from vkconfig_py.model.timeline.entries import read_actions

THEIRS = """{
   "file_format_version": "1.0.0",
   "settings_array": [
      {"stderr_log": ["error"], "of_theirs": 7},
      {"app_keys": ["/bin/game"], "stderr_log": ["warn"]}
   ]
}
"""


def _merged(machine, paths) -> Path:
    """Apply ours into a settings file of somebody else and lose the record; return the file."""
    home = Path(machine.environment["XDG_DATA_HOME"])
    file = home / "vulkan/loader_settings.d/vk_loader_settings.json"
    machine.add_file(file, THEIRS)
    for name in ("mine", "another"):  # applied once more while it is applied
        listed = ListedLayer("VK_LAYER_a", str(machine.manifest("VK_LAYER_a")), SectionControl.ON)
        sections = [
            SettingsSection(name, (listed,)),
            SettingsSection("game", (), app_keys=("/bin/vkcube",)),
        ]
        merged = merge_loader_settings(sections, THEIRS.encode())
        planned = PlannedFile(str(file), merged.content, has_fixed_name=True)
        plan = Plan(mechanism=Mechanism.SETTINGS, files=(planned,))
        assert apply_plan(plan, (applied_as(name),), paths).error == ""
    get_record_file(paths).unlink()
    return file


def _forget(paths) -> None:
    shutil.rmtree(paths.state / "journal")


def test_our_sections_in_a_file_of_somebody_else_are_not_called_theirs(machine, paths):
    file = _merged(machine, paths)
    _forget(paths)
    found = find_only(machine, paths, LoaderProfile((1, 4, 364)))
    assert (found.path, found.owner, found.is_own, found.is_expired) == (
        str(file),
        "vkconfig-py",
        False,
        True,
    )
    assert found.sections == (("settings_array", 0), ("settings_array", 1))


def test_what_stood_there_before_us_comes_back_as_long_as_the_journal_knows_it(machine, paths):
    file = _merged(machine, paths)
    merged = file.read_bytes()
    assert remove_override(str(file), paths) == ""
    assert file.read_text() == THEIRS
    assert restore_override(str(file), paths) == ""
    assert file.read_bytes() == merged


def test_without_a_journal_our_sections_alone_are_taken_out(machine, paths):
    file = _merged(machine, paths)
    _forget(paths)
    merged = file.read_bytes()
    assert remove_override(str(file), paths) == ""
    assert json.loads(file.read_bytes()) == json.loads(THEIRS)
    assert b"vkconfig-py" not in file.read_bytes()
    assert find_only(machine, paths, LoaderProfile((1, 4, 364))).owner == "An unknown program"
    assert restore_override(str(file), paths) == ""
    assert file.read_bytes() == merged
    assert remove_override(str(file), paths) == ""
    file.write_text(THEIRS)
    assert "is now a different file" in restore_override(str(file), paths)


@pytest.mark.parametrize("is_known", [True, False])
def test_the_history_says_that_our_entries_alone_went(machine, paths, is_known):
    file = _merged(machine, paths)
    if not is_known:
        _forget(paths)
    assert remove_override(str(file), paths) == ""
    removal = read_actions(paths)[0]
    assert removal.title == "Removed the vkconfig-py entries from vk_loader_settings.json"
    assert removal.get_file_change(str(file)) is ChangeKind.CHANGE


def test_a_kept_copy_that_was_changed_is_not_put_back(machine, paths):
    file = _merged(machine, paths)
    for kept in (paths.state / "journal/contents").iterdir():
        if kept.read_text() == THEIRS:
            kept.write_text("{}")
    assert remove_override(str(file), paths) == ""
    assert json.loads(file.read_bytes()) == json.loads(THEIRS)


def test_what_others_changed_meanwhile_stays_when_our_sections_are_taken_out(machine, paths):
    file = _merged(machine, paths)
    file.write_bytes(file.read_bytes().replace(b'"of_theirs": 7', b'"of_theirs":   8'))
    assert remove_override(str(file), paths) == ""
    assert b'"of_theirs":   8' in file.read_bytes()
    assert b"vkconfig-py" not in file.read_bytes()


def test_a_link_to_a_shared_settings_file_stays_a_link(machine, paths):
    file = _merged(machine, paths)
    shared = file.with_name("shared.json")
    file.rename(shared)
    file.symlink_to(shared)
    merged = shared.read_bytes()
    assert remove_override(str(file), paths) == ""
    assert file.is_symlink()
    assert json.loads(shared.read_bytes()) == json.loads(THEIRS)
    assert restore_override(str(file), paths) == ""
    assert (file.is_symlink(), shared.read_bytes()) == (True, merged)


def test_the_problem_of_sections_left_behind_is_fixed_by_taking_them_out(machine, paths):
    file = _merged(machine, paths)
    (notice,) = list_override_notices([find_only(machine, paths, LoaderProfile((1, 4, 364)))])
    fix = plan_fix(notice.remedy, paths)
    assert get_label(notice.remedy) == "Remove entry"
    (change,) = fix.files
    assert change.path == str(file)
    assert json.loads(change.state_after.content) == json.loads(THEIRS)
