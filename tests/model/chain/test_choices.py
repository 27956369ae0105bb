"""What can be supposed, chosen and typed; other roots on the machine."""

import os
from pathlib import Path

import pytest

from vkconfig_py.loader.api.what_if import NOTHING_ASSUMED
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE, LoaderProfile, Release
from vkconfig_py.model.chain.loader_variables import VariableRow, VariableSetter
from vkconfig_py.model.chain.what_if_choices import (
    WhatIfChoice,
    assume_loader,
    assume_view,
    describe_loader_text,
    describe_root_text,
    describe_variable,
    describe_variable_text,
    find_programs,
    find_roots,
    find_views,
    format_loader,
    list_loader_choices,
    list_program_choices,
    list_variable_choices,
    parse_variable,
)
from vkconfig_py.model.configuration.configuration import Configuration, Target
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.files.paths import is_folder


def test_installed_loaders_come_first_and_no_version_twice():
    mine = LoaderProfile((1, 3, 239), "/usr/lib/libvulkan.so.1")
    changed = LoaderProfile((1, 3, 234), "/opt/libvulkan.so.1")
    offered = list(list_loader_choices((mine, mine, changed), Platform.LINUX))
    assert offered[0] == WhatIfChoice(
        "/usr/lib/libvulkan.so.1",
        "1.3.239",
        "installed, 64-bit: /usr/lib/libvulkan.so.1",
        "loader",
    )
    values = [one.value for one in offered]
    assert len(values) == len(set(values))
    assert {NEWEST_PROFILE.version_text, "1.3.275"} <= set(values)
    assert "1.3.234" not in values  # the one that is installed stands for it
    narrow = mine._replace(pointer_bits=32, library="/usr/lib32/libvulkan.so.1")
    both = [one.value for one in list_loader_choices((mine, narrow), Platform.LINUX)]
    assert both[:2] == [mine.library, narrow.library]


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("1.3.239", "assume this version"),
        ("1.0.39", "assume this version"),
        (" v1.4.304 ", "assume this version"),
        ("1.3", "assume this version"),
        ("1.3.999", ""),
        ("1.3.x", ""),
        ("1.3.239.1", ""),
        ("sdk-1.3.239", "assume this version"),
        ("vulkan-sdk-1.3.268.0", "assume this version"),
        ("sdk-1.3.239.0.1", ""),
        ("sdk-", ""),
        ("١.٣.٢", ""),
        ("/opt/lib/libvulkan.so.1", "assume this loader library"),
        ("/opt/lib/", ""),
        ("libvulkan.so.1", ""),
        ("", ""),
    ],
)
def test_a_loader_is_a_version_or_a_path(text, meaning):
    assert describe_loader_text(text) == meaning


def test_a_version_that_brought_a_change_says_which():
    notes = {one.value: one.note for one in list_loader_choices((), Platform.LINUX)}
    assert "VK_LOADER_LAYERS_ENABLE" in notes["1.3.234"]


def test_changes_of_another_system_are_not_offered():
    linux, windows = (
        {one.value: one.note for one in list_loader_choices((), platform)}
        for platform in (Platform.LINUX, Platform.WINDOWS)
    )
    assert "1.3.279" in windows
    assert set(linux) < set(windows)
    assert not any("(Windows)" in note or "(macOS)" in note for note in linux.values())


def test_a_version_that_people_know_says_where_it_is_installed():
    notes = {one.value: one.note for one in list_loader_choices((), Platform.LINUX)}
    assert notes["1.0.39"] == "in Debian 9"
    assert notes["1.1.70"] == "in Ubuntu 18.04"
    assert notes["1.4.357"] == "in Vulkan SDK 1.4.357"
    assert notes["sdk-1.3.204"] == "in Ubuntu 22.04"
    assert notes["sdk-1.3.239"] == "in Debian 12"


def test_the_library_of_the_sdk_is_another_than_the_release_of_that_number():
    assumptions = assume_loader(NOTHING_ASSUMED, "sdk-1.3.204")
    assert assumptions.release == Release((1, 3, 204), is_branch=True)
    assert format_loader(assumptions, NEWEST_PROFILE) == "sdk-1.3.204"
    assert format_loader(assume_loader(assumptions, "1.3.204"), NEWEST_PROFILE) == "1.3.204"
    assert assume_loader(assumptions, "") == NOTHING_ASSUMED


@pytest.mark.parametrize(
    ("text", "variable", "meaning"),
    [
        ("A=1", ("A", "1"), "set the variable"),
        ("A=", ("A", ""), "set the variable"),
        ("A=b=c", ("A", "b=c"), "set the variable"),
        ("A", ("A", None), "unset the variable"),
        (" A =1", ("A", "1"), "set the variable"),
        ("=1", None, ""),
        ("", None, ""),
        ("A=\0", None, ""),
    ],
)
def test_a_variable_as_people_type_it(text, variable, meaning):
    assert parse_variable(text) == variable
    assert describe_variable_text(text) == meaning


def test_a_supposed_variable_reads_as_it_would_be():
    assert describe_variable("A", "1") == "A=1"
    assert describe_variable("A", None) == "A not set"


def test_programs_of_configurations_are_offered_once():
    configurations = [
        Configuration(key=str(number), name=name, target=Target(program))
        for number, (name, program) in enumerate(
            [("One", "/bin/a"), ("Two", "/bin/a"), ("Three", "")]
        )
    ]
    workspace = Workspace(
        tuple(configurations), recent_programs=(Target("/bin/b"), Target("/bin/a"))
    )
    assert list(list_program_choices(workspace)) == [
        WhatIfChoice("/bin/a", "a", "/bin/a · from “One”", "program"),
        WhatIfChoice("/bin/b", "b", "/bin/b · previously chosen", "program"),
    ]


def test_a_program_says_where_it_was_found_in_words(tmp_path):
    tool = tmp_path / "vulkaninfo"
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    host = Host(environment={"PATH": str(tmp_path)})
    (choice,) = (one for one in find_programs((), host) if one.title == "vulkaninfo")
    assert choice.note == f"{tool} · Vulkan tools"


def test_variables_that_are_set_can_be_taken_away_unless_the_launch_makes_them():
    rows = [
        VariableRow("A", "1", (), VariableSetter.SESSION),
        VariableRow("B", None, (), VariableSetter.NOBODY),
        VariableRow("C", "", (), VariableSetter.SESSION),
        VariableRow("D", "/run/launch-XXXXXXXX", (), VariableSetter.PLAN),
    ]
    assert list(list_variable_choices(rows)) == [
        WhatIfChoice("A", "without A", "currently 1"),
        WhatIfChoice("C", "without C", "currently empty"),
    ]


def process(machine, number, namespace, *, name="game", root=True):
    folder = machine / "proc" / number
    (folder / "ns").mkdir(parents=True)
    (folder / "ns" / "mnt").symlink_to(f"mnt:[{namespace}]")
    (folder / "comm").write_text(f"{name}\n")
    if root:
        (folder / "root" / "usr").mkdir(parents=True)
    return folder


def test_each_container_of_a_running_program_is_one_root(tmp_path):
    process(tmp_path, "self", 1)
    process(tmp_path, "7", 1)  # sees what this process sees
    process(tmp_path, "90", 2)
    process(tmp_path, "100", 2)
    process(tmp_path, "101", 3, root=False)  # somebody else's
    odd = process(tmp_path, "102", 4, root=False)
    (odd / "root").symlink_to("x" * 300)
    (process(tmp_path, "103", 5) / "comm").unlink()
    roots = find_roots(tmp_path)
    assert [(one.value, one.title) for one in roots] == [
        (str(tmp_path / "proc/90/root"), "game, process 90"),
        (str(tmp_path / "proc/103/root"), "a program, process 103"),
    ]


def test_a_mounted_system_is_a_root_and_a_disk_of_pictures_is_none(tmp_path):
    (tmp_path / "mnt/old/usr").mkdir(parents=True)
    (tmp_path / "media/me/photos/2020").mkdir(parents=True)
    assert [one.value for one in find_roots(tmp_path)] == [str(tmp_path / "mnt/old")]


def test_looking_for_roots_of_this_machine_does_not_fail():
    assert all(os.path.isabs(one.value) for one in find_roots())


def test_a_root_is_a_folder_that_can_be_named(tmp_path):
    assert is_folder(tmp_path)
    assert not is_folder(tmp_path / "gone")
    assert not is_folder(Path("/" + "x" * 300))
    assert not is_folder(Path("/a\0b"))


def test_views_are_offered_of_programs_that_run_and_of_root(tmp_path):
    for process, variables in (("7", b"SNAP_NAME=player\0"), ("9", b"FLATPAK_ID=org.App\0")):
        (tmp_path / "proc" / process / "root").mkdir(parents=True)
        (tmp_path / "proc" / process / "environ").write_bytes(variables)
    host = Host({"HOME": "/nowhere"}, prefix=str(tmp_path))
    assert [one.value for one in find_views(host)] == [
        "flatpak:org.App",
        "snap:player",
        "root",
    ]
    assumptions = assume_view(NOTHING_ASSUMED, "snap:player", host)
    assert str(assumptions.runtime_view) == "snap:player"
    assert assume_view(NOTHING_ASSUMED, "snap:none", host).startswith("No snap “none” is installed")


@pytest.mark.parametrize(
    ("text", "meaning"),
    [("/mnt/disk", "use this folder as the root"), ("/", ""), ("mnt", ""), ("", ""),
     ("flatpak:org.App", "show the machine as programs in this view see it"),
     ("root", "show the machine as programs in this view see it")],
)  # fmt: skip
def test_typed_text_for_a_root_is_a_folder_or_a_view(text, meaning):
    assert describe_root_text(text) == meaning
