"""A running VkConfig is found by its process and by its socket, without being disturbed."""

import os
import socket
from pathlib import Path

import pytest

from tests.model.formats.samples import sample
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.model.apply.found_overrides import (
    VKCONFIG_SOCKET,
    RunningVkConfig,
    find_running_vkconfig,
)
from vkconfig_py.model.apply.notices import make_running_notice
from vkconfig_py.model.formats.layer_settings_txt import render_layer_settings
from vkconfig_py.model.formats.loader_settings_json import SettingsSection, render_loader_settings


def host(tmp_path, **more):
    return Host(environment={"HOME": str(tmp_path / "home")}, **more)


def process(tmp_path, number, name):
    folder = tmp_path / "proc" / str(number)
    folder.mkdir(parents=True)
    (folder / "comm").write_text(f"{name}\n")
    return tmp_path / "proc"


def test_it_is_found_by_its_process_with_the_files_that_act(tmp_path):
    process(tmp_path, 12, "vkconfig-py")
    (tmp_path / "proc" / "self").mkdir()
    proc = process(tmp_path, 34, "vkconfig-gui")
    file = tmp_path / "home/.local/share/vulkan/settings.d/vk_layer_settings.txt"
    file.parent.mkdir(parents=True)
    file.touch()
    found = find_running_vkconfig(host(tmp_path), proc)
    assert found == RunningVkConfig(34, (str(file),))
    (notice,) = make_running_notice(found)
    assert notice.title == "VkConfig is running (process 34)"
    assert notice.consequence.startswith("Its vk_layer_settings.txt now affects every program. It ")


def test_files_that_we_wrote_ourselves_are_not_called_its_own(tmp_path):
    proc = process(tmp_path, 34, "vkconfig-gui")
    layers = tmp_path / "home/.local/share/vulkan/settings.d/vk_layer_settings.txt"
    loader = tmp_path / "home/.local/share/vulkan/loader_settings.d/vk_loader_settings.json"
    for file in (layers, loader):
        file.parent.mkdir(parents=True)
    layers.write_bytes(render_layer_settings([]).content)
    loader.write_bytes(render_loader_settings([SettingsSection("x", log_flags=("error",))]))
    assert find_running_vkconfig(host(tmp_path), proc) == RunningVkConfig(34)
    loader.write_bytes(sample("vk_loader_settings.json"))
    assert find_running_vkconfig(host(tmp_path), proc) == RunningVkConfig(34, (str(loader),))
    loader.unlink()
    os.mkfifo(loader)
    assert find_running_vkconfig(host(tmp_path), proc) == RunningVkConfig(34, (str(loader),))


def test_our_own_program_is_another(tmp_path):
    proc = process(tmp_path, 12, "vkconfig-py")
    assert find_running_vkconfig(host(tmp_path), proc) is None
    assert make_running_notice(None) == ()


def test_it_is_found_by_a_socket_that_really_listens(tmp_path, monkeypatch):
    with socket.socket(socket.AF_UNIX) as server:
        monkeypatch.chdir(tmp_path)  # the path of a socket has to be short
        server.bind(f"./{VKCONFIG_SOCKET}")
        server.listen()
        table = Path("/proc/net/unix").read_bytes()
    proc = tmp_path / "proc"
    (proc / "net").mkdir(parents=True)
    (proc / "net" / "unix").write_bytes(table)
    found = find_running_vkconfig(host(tmp_path), proc)
    assert found == RunningVkConfig()
    assert make_running_notice(found)[0].title == "VkConfig is running"


def test_a_machine_without_proc_and_a_sample_machine_say_nothing(tmp_path):
    assert find_running_vkconfig(host(tmp_path), tmp_path / "none") is None
    proc = process(tmp_path, 12, "vkconfig")
    assert find_running_vkconfig(host(tmp_path), proc) == RunningVkConfig(12)
    assert find_running_vkconfig(host(tmp_path, root="/sample"), proc) is None
    assert find_running_vkconfig(host(tmp_path, platform=Platform.WINDOWS), proc) is None


def test_both_files_are_named_in_one_sentence():
    both = RunningVkConfig(1, ("/a/vk_loader_settings.json", "/b/vk_layer_settings.txt"))
    assert both.sentence.startswith(
        "Its vk_loader_settings.json and vk_layer_settings.txt now affect every program. It "
    )


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_that_of_another_user_is_none_of_ours(tmp_path, monkeypatch):
    proc = process(tmp_path, 34, "vkconfig-gui")
    os.chown(proc / "34", 54321, 54321)
    assert find_running_vkconfig(host(tmp_path), proc) is None
    with socket.socket(socket.AF_UNIX) as server:
        monkeypatch.chdir(tmp_path)
        server.bind(f"./{VKCONFIG_SOCKET}")
        server.listen()
        table = Path("/proc/net/unix").read_bytes()
    (proc / "net").mkdir()
    (proc / "net" / "unix").write_bytes(table)
    assert find_running_vkconfig(host(tmp_path), proc) == RunningVkConfig()
    os.chown(VKCONFIG_SOCKET, 54321, 54321)
    assert find_running_vkconfig(host(tmp_path), proc) is None
