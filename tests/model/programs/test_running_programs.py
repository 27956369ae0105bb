"""Programs that run with Vulkan now."""

from __future__ import annotations

from pathlib import Path

from vkconfig_py.model.programs.candidates import (
    RunningProgram,
    find_running,
    find_vulkan_programs,
)

VULKAN = "7f00-7f01 r-xp 0 08:01 5 /usr/lib/libvulkan.so.1.3.239\n"


def process(
    proc: Path, number: str, program: str, maps: str = VULKAN, words: str = "", space: str = "1"
) -> None:
    folder = proc / number
    (folder / "ns").mkdir(parents=True)
    (folder / "maps").write_text(maps)
    (folder / "exe").symlink_to(program)
    (folder / "cwd").symlink_to("/home/u")
    (folder / "cmdline").write_text(words)
    (folder / "root").symlink_to("/")
    (folder / "ns/mnt").symlink_to(f"mnt:[{space}]")
    (folder / "stat").write_text(f"{number} (x) S {' '.join('1' * 24)}\n")
    (folder / "status").write_text("Name:\tx\nUid:\t1000\n")


def test_running_programs_are_those_with_the_loader_in_them(tmp_path):
    process(tmp_path, "self", "/usr/bin/python3")
    process(tmp_path, "10", "/usr/bin/vkcube")
    process(tmp_path, "11", "/opt/game")
    process(tmp_path, "12", "/usr/bin/vkcube")
    process(tmp_path, "13", "/usr/bin/bash", "7f00 r-xp /usr/lib/libc.so.6\n")
    process(tmp_path, "14", "/old/game (deleted)")
    (tmp_path / "15").mkdir()
    assert find_vulkan_programs(tmp_path) == ("/opt/game", "/usr/bin/vkcube")
    assert [one.pid for one in find_running(tmp_path)] == [11, 10, 12]
    assert find_vulkan_programs(tmp_path / "gone") == ()


def test_a_running_program_brings_its_arguments_and_its_folder(tmp_path):
    process(tmp_path, "self", "/usr/bin/python3")
    process(tmp_path, "10", "/usr/bin/wine", words="wine\0C:\\a game.exe\0-w\0")
    assert find_running(tmp_path) == (
        RunningProgram(10, "/usr/bin/wine", ("C:\\a game.exe", "-w"), "/home/u"),
    )


def test_a_running_program_does_not_bring_a_folder_that_is_gone(tmp_path):
    process(tmp_path, "self", "/usr/bin/python3")
    process(tmp_path, "10", "/usr/bin/vkcube")
    (tmp_path / "10" / "cwd").unlink()
    (tmp_path / "10" / "cwd").symlink_to(f"{tmp_path}/work (deleted)")
    assert [one.folder for one in find_running(tmp_path)] == [""]
    (tmp_path / "work (deleted)").mkdir()
    assert [one.folder for one in find_running(tmp_path)] == [f"{tmp_path}/work (deleted)"]


def test_one_in_a_file_system_of_its_own_is_known_as_such(tmp_path):
    process(tmp_path, "self", "/usr/bin/python3")
    process(tmp_path, "10", "/app/bin/game", space="2")
    (found,) = find_running(tmp_path)
    assert found.is_in_container
