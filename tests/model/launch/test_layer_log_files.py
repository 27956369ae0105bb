"""Which layers of a launch write into a file, and where it is."""

from __future__ import annotations

from pathlib import Path

from tests.framework.settings import declare_layer, make_setting
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.launch.layer_log_files import (
    LayerLogFile,
    find_log_files,
    may_have_log_files,
    read_effective_settings,
)

VALIDATION = "VK_LAYER_KHRONOS_validation"
LOG = make_setting("log_filename", "SAVE_FILE", default="stdout")
LAYER = declare_layer(LOG, name=VALIDATION, api_version="1.4.335")  # older ones read no variable
OTHER = declare_layer(make_setting("other", "BOOL"), name="VK_LAYER_other")


def found(settings: str, **environment: str) -> tuple[LayerLogFile, ...]:
    return find_log_files((LAYER, OTHER), settings.encode(), environment, "/games")


def test_a_file_of_the_settings_is_found():
    line = "khronos_validation.log_filename = /tmp/my log.txt\n"
    assert found(line) == (LayerLogFile(VALIDATION, "/tmp/my log.txt"),)


def test_a_relative_path_begins_where_the_program_runs():
    line = "khronos_validation.log_filename = log.txt\n"
    assert found(line)[0].path == "/games/log.txt"


def test_what_a_layer_prints_is_no_file():
    for value in ("stdout", ""):
        assert found(f"khronos_validation.log_filename = {value}\n") == ()
    assert found("#khronos_validation.log_filename = /tmp/x\n") == ()
    assert found("") == ()
    # The validation layer makes a file of this name.
    assert found("khronos_validation.log_filename = stderr\n")[0].path == "/games/stderr"


def test_a_variable_comes_before_the_file():
    line = "khronos_validation.log_filename = /tmp/x\n"
    assert found(line, VK_LAYER_LOG_FILENAME="/tmp/y")[0].path == "/tmp/y"
    assert found(line, VK_LAYER_LOG_FILENAME="stdout") == ()


def test_most_launches_need_no_manifest():
    assert not may_have_log_files(b"khronos_validation.validate_sync = true\n", {"HOME": "/x"})
    assert may_have_log_files(b"a.log_filename = x\n", {})
    assert may_have_log_files(b"", {"VK_APIDUMP_LOG_FILENAME": "x"})


def test_the_settings_of_the_home_come_first_and_those_of_the_folder_last(tmp_path: Path):
    home, folder = tmp_path / "home", tmp_path / "folder"
    host = Host(environment={"HOME": str(home)})
    name = "vk_layer_settings.txt"

    def content(named: str = "", **planned: bytes) -> bytes:
        files = {f"{tmp_path}/{key}": data for key, data in planned.items()}
        return read_effective_settings(host, {"VK_LAYER_SETTINGS_PATH": named}, files, str(folder))

    assert content() == b""
    folder.mkdir()
    (folder / name).write_text("folder")
    assert content() == b"folder"
    (tmp_path / "named").mkdir()
    assert content(str(tmp_path / "named")) == b""
    (tmp_path / "named" / name).write_text("named")
    assert content(str(tmp_path / "named")) == b"named"
    assert content(str(tmp_path / "plan"), plan=b"planned") == b"planned"
    assert content(str(tmp_path / "missing")) == b"folder"
    first = home / ".local/share/vulkan/settings.d" / name
    first.parent.mkdir(parents=True)
    first.write_text("home")
    assert content(str(tmp_path / "plan"), plan=b"planned") == b"home"
