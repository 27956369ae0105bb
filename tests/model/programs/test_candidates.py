"""What the picker of programs offers."""

from __future__ import annotations

from pathlib import Path

import pytest

from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.model.configuration.configuration import Configuration, Target, Variable
from vkconfig_py.model.configuration.option_sets import DEFAULT_SETS
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.programs.candidates import (
    BY_STEAM,
    IN_SANDBOX,
    ChosenPrograms,
    ProgramCandidate,
    ProgramSection,
    Tool,
    find_candidates,
    find_matching,
    find_tools,
)


def executable(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\x7fELF")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def host(tmp_path):
    environment = {
        "HOME": f"{tmp_path}/home",
        "PATH": f"{tmp_path}/bin",
        "XDG_DATA_DIRS": f"{tmp_path}/share",
        "VULKAN_SDK": f"{tmp_path}/sdk",
    }
    return Host(environment=environment, prefix=str(tmp_path))


@pytest.fixture
def full(host, tmp_path):
    cube, info = (executable(tmp_path / "bin" / name) for name in ("vkcube", "vulkaninfo"))
    game = executable(tmp_path / "opt/game")
    applications = tmp_path / "share/applications"
    applications.mkdir(parents=True)
    head = "[Desktop Entry]\nType=Application\n"
    (applications / "game.desktop").write_text(f"{head}Name=A Game\nExec=env A=b {game} %U\n")
    (applications / "cube.desktop").write_text(f"{head}Name=Cube\nExec={cube}\n")
    (applications / "box.desktop").write_text(f"{head}Name=Boxed\nExec={game} x\nX-Flatpak=y\n")
    steam = tmp_path / "home/.local/share/Steam/steamapps"
    steam.mkdir(parents=True)
    (steam / "appmanifest_620.acf").write_text(
        '"AppState" { "appid" "620" "name" "Portal 2" "installdir" "p" }'
    )
    return cube, info, game


def sections(candidates):
    return [(one.section, one.name) for one in candidates]


def test_every_program_is_offered_once_in_the_order_of_the_sections(host, full):
    cube, info, game = full
    found = find_candidates(ChosenPrograms((Target(cube), Target("/gone/x"))), host)
    assert sections(found) == [
        (ProgramSection.RECENT, "vkcube"),
        (ProgramSection.RECENT, "x"),
        *((ProgramSection.OPTION_SETS, f"vkcube: {one.name}") for one in DEFAULT_SETS["vkcube"]),
        (ProgramSection.TOOLS, "vulkaninfo"),
        *((ProgramSection.TOOLS, f"vulkaninfo: {one.name}") for one in DEFAULT_SETS["vulkaninfo"]),
        (ProgramSection.GAMES, "Portal 2"),
        (ProgramSection.APPLICATIONS, "A Game"),
        (ProgramSection.APPLICATIONS, "Boxed"),
    ]
    named = {one.name: one for one in found}
    assert (named["vkcube"].note, named["x"].note) == ("", "does not exist")
    summary = Target(info, ("--summary",), options="Summary")
    assert named["vulkaninfo: Summary"].target == summary
    assert named["A Game"].target == Target(game)
    assert named["A Game"].variables == (Variable("A", "b"),)
    assert named["Boxed"].note == f"Flatpak: {IN_SANDBOX}"
    assert (named["Portal 2"].steam_number, named["Portal 2"].note) == ("620", BY_STEAM)
    assert len({one.key for one in found}) == len(found)


def test_an_empty_machine_offers_nothing(host):
    assert find_candidates(ChosenPrograms(), host) == ()


def test_chosen_programs_are_the_last_one_recent_ones_and_those_of_configurations():
    own = Configuration("b", "B", target=Target("/own"))
    workspace = Workspace((Configuration("a", "A"), own), "a", (), (), Target("/last"))
    workspace = workspace._replace(recent_programs=(Target("/before"), Target("/last")))
    programs = [one.program for one in ChosenPrograms.from_workspace(workspace).programs]
    assert programs == ["/last", "/before", "/own"]


def test_tools_of_an_sdk_stand_beside_those_of_the_system(host, tmp_path):
    cube = executable(tmp_path / "bin/vkcube")
    own = executable(tmp_path / "sdk/bin/vkcube")
    (tmp_path / "sdk/bin/vulkaninfo").symlink_to(executable(tmp_path / "bin/vulkaninfo"))
    found = [tool.program for tool in find_tools(host)]
    assert found == [cube, own, f"{tmp_path}/bin/vulkaninfo"]
    assert all(isinstance(tool, Tool) and tool.description for tool in find_tools(host))


def test_the_capability_viewer_is_offered_where_it_is_installed(host, tmp_path):
    assert not list(find_tools(host))
    viewer = executable(tmp_path / "sdk/bin/vulkanCapsViewer")
    found = sections(find_candidates(ChosenPrograms(), host))
    assert found == [(ProgramSection.TOOLS, "vulkanCapsViewer")]
    assert [tool.program for tool in find_tools(host)] == [viewer]


def test_a_search_finds_words_of_name_and_command():
    cube = ProgramCandidate.from_target(
        ProgramSection.TOOLS, "vkcube", Target("/usr/bin/vkcube", ("--c", "5"))
    )
    game = ProgramCandidate(ProgramSection.GAMES, "Portal 2", steam_number="620")
    assert find_matching((cube, game), "BIN --c") == [cube]
    assert find_matching((cube, game), "steam portal") == [game]
    assert find_matching((cube, game), "") == [cube, game]
    assert find_matching((cube, game), "gone") == []
    named = game._replace(name="Bin Racer")
    assert find_matching((cube, named), "bin") == [named, cube]  # begins with it


def test_on_other_systems_only_what_was_chosen_is_offered(host, full):
    windows = host._replace(platform=Platform.WINDOWS)
    assert sections(find_candidates(ChosenPrograms((Target("C:\\game.exe"),)), windows)) == [
        (ProgramSection.RECENT, "C:\\game.exe")
    ]
