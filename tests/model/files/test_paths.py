"""Where the program keeps its own files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from vkconfig_py.loader.base.host import Platform
from vkconfig_py.model.files.paths import StatePaths, find_state_paths, make_window_path


def test_the_folders_follow_the_base_directories(tmp_path):
    (tmp_path / "run").mkdir()
    paths = find_state_paths(
        {
            "HOME": "/home/me",
            "XDG_CONFIG_HOME": "/c",
            "XDG_STATE_HOME": "/s",
            "XDG_RUNTIME_DIR": str(tmp_path / "run"),
        }
    )
    assert paths.configurations == Path("/c/vkconfig-py/configurations")
    assert paths.state == Path("/s/vkconfig-py")
    assert paths.runtime == tmp_path / "run/vkconfig-py"
    assert paths.note == ""


def test_home_has_the_defaults(tmp_path):
    paths = find_state_paths({"HOME": "/home/me", "TMPDIR": str(tmp_path)})
    assert paths.configurations == Path("/home/me/.config/vkconfig-py/configurations")
    assert paths.state == Path("/home/me/.local/state/vkconfig-py")
    assert paths.runtime == tmp_path / f"vkconfig-py-{os.getuid()}/run"


def test_relative_values_are_ignored(tmp_path):
    paths = find_state_paths({"HOME": "/home/me", "XDG_CONFIG_HOME": "c", "TMPDIR": str(tmp_path)})
    assert paths.configurations == Path("/home/me/.config/vkconfig-py/configurations")


def test_a_runtime_folder_that_is_gone_is_not_used(tmp_path):
    environment = {
        "HOME": "/home/me",
        "XDG_RUNTIME_DIR": str(tmp_path / "gone"),
        "TMPDIR": str(tmp_path),
    }
    assert find_state_paths(environment).runtime.parent == tmp_path / f"vkconfig-py-{os.getuid()}"


def test_without_home_a_temporary_folder_stands_in_and_it_is_said(tmp_path):
    paths = find_state_paths({"TMPDIR": str(tmp_path)})
    folder = tmp_path / f"vkconfig-py-{os.getuid()}"
    assert paths.state == folder / "state"
    assert paths.configurations == folder / "configurations"
    assert paths.note.startswith("HOME is not set: ")
    assert str(folder) in paths.note


def test_nothing_is_created_by_asking(tmp_path):
    find_state_paths({"TMPDIR": str(tmp_path)})
    assert list(tmp_path.iterdir()) == []


def test_our_own_temporary_folder_is_used_again(tmp_path):
    folder = tmp_path / f"vkconfig-py-{os.getuid()}"
    folder.mkdir(mode=0o700)
    assert find_state_paths({"TMPDIR": str(tmp_path)}).state == folder / "state"


def test_a_temporary_folder_that_others_prepared_is_named_and_no_other_one_is_made(tmp_path):
    folder = tmp_path / f"vkconfig-py-{os.getuid()}"
    folder.symlink_to("/etc")
    for _ in range(2):
        assert f"{folder} is not a folder that you own" in (
            find_state_paths({"TMPDIR": str(tmp_path)}).note
        )
    assert list(tmp_path.iterdir()) == [folder]
    home = {"HOME": "/home/me", "TMPDIR": str(tmp_path)}
    assert find_state_paths(home).runtime == Path("/home/me/.local/state/vkconfig-py/run")


def test_a_cache_has_a_folder_of_its_own(tmp_path):
    assert find_state_paths({"HOME": "/h"}).loaders_file == "/h/.cache/vkconfig-py/loaders.json"
    assert find_state_paths({"HOME": "/h", "XDG_CACHE_HOME": "/c"}).cache == Path("/c/vkconfig-py")


def test_other_platforms_follow_platformdirs():
    paths = find_state_paths({}, Platform.MACOS)
    assert paths.configurations.name == "configurations"
    assert "vkconfig-py" in str(paths.state)


PATHS = StatePaths(Path("/c"), Path("/s"), Path("/r"))


@pytest.mark.parametrize(
    "name",
    [
        *("DISPLAY", "XDG_CONFIG_HOME", "VK_LAYER_PATH", "MANGOHUD", "ENABLE_VKBASALT"),
        *("DISABLE_LAYER_AMD_SWITCHABLE_GRAPHICS_1", "OBS_VKCAPTURE", "DRI_PRIME"),
        *("MESA_VK_DEVICE_SELECT", "__NV_PRIME_RENDER_OFFLOAD", "MY_LAYER_ON"),
    ],
)
def test_a_window_on_another_display_or_of_other_variables_is_another(name):
    here, there = (make_window_path({name: value}, PATHS, "1") for value in ("/a", "/b"))
    assert here != there


def test_versions_and_state_folders_have_windows_of_their_own_whatever_path_says():
    here = make_window_path({"PATH": "/bin"}, PATHS, "1")
    assert here == make_window_path({"PATH": "/usr/bin"}, PATHS, "1")
    assert here == make_window_path({"PATH": "/bin", "VKCONFIG_PY_LANGUAGE": "de"}, PATHS, "1")
    assert here != make_window_path({}, PATHS, "2")
    assert here != make_window_path({}, PATHS._replace(state=Path("/t")), "1")
