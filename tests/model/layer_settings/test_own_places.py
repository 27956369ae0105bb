"""Where layers of their own ways look for settings, by their version and variables."""

from __future__ import annotations

from pathlib import Path

import pytest

from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, OwnSettings
from vkconfig_py.model.layer_settings.described_layers import find_description
from vkconfig_py.model.layer_settings.own_file import (
    add_installed_release,
    find_general_file,
    find_presets_file,
    list_own_files,
)

HOST = Host(environment={"HOME": "/home/me"}, working_directory="/games")
CONFIG = "/home/me/.config"


def described(layer: str) -> DeclaredLayer:
    found = find_description(f"VK_LAYER_{layer}")
    assert found is not None
    return found


def mangohud(release: str = "") -> OwnSettings:
    own = described("MANGOHUD_overlay").own_settings
    assert own is not None
    return own._replace(release=release)


def session(**variables: str) -> Host:
    return HOST.with_environment(list(variables.items()))


@pytest.mark.parametrize(("release", "reads"), [("0.6.9", False), ("0.7.0", True), ("", True)])
def test_the_file_of_the_system_wins_over_the_users_from_one_version_on(
    release: str, reads: bool
) -> None:
    files = list_own_files(mangohud(release), HOST, "/opt/game/game")
    assert files[:2] == ("/opt/game/MangoHud.conf", f"{CONFIG}/MangoHud/game.conf")
    rest = ["/etc/MangoHud.conf"] if reads else []
    assert files[2:] == (*rest, f"{CONFIG}/MangoHud/MangoHud.conf")
    assert find_general_file(mangohud(release), HOST) == f"{CONFIG}/MangoHud/MangoHud.conf"


@pytest.mark.parametrize(
    ("named", "files"),
    [
        ("/my.conf", ("/my.conf",)),
        ("my.conf", ("/games/my.conf",)),
        ("~/my.conf", ("/games/~/my.conf",)),
        ("", ()),
    ],
)
def test_nothing_is_expanded_in_the_file_that_a_variable_names(
    named: str, files: tuple[str, ...]
) -> None:
    assert list_own_files(mangohud(), session(MANGOHUD_CONFIGFILE=named), "/game") == files


def test_vkbasalt_looks_on_where_the_named_file_may_not_be() -> None:
    own = described("VKBASALT_post_processing").own_settings
    assert own is not None
    files = list_own_files(own, session(VKBASALT_CONFIG_FILE="my.conf"), "/game")
    assert files[:2] == ("/games/my.conf", "/games/vkBasalt.conf")


@pytest.mark.parametrize(
    ("release", "place"),
    [
        ("0.6.8", ""),
        ("0.6.9", f"{CONFIG}/MangoHud/presets.conf"),
        ("0.7.0", f"{CONFIG}/MangoHud/presets.conf"),
        ("0.7.1", "/p"),
        ("", "/p"),
    ],
)
def test_presets_are_where_the_installed_version_looks(release: str, place: str) -> None:
    assert find_presets_file(mangohud(release), session(MANGOHUD_PRESETSFILE="/p")) == place


@pytest.mark.parametrize("library", ["./libhud.so", "{folder}/libhud.so", "{folder}/${LIB}"])
def test_the_library_says_which_version_is_installed(library: str, tmp_path: Path) -> None:
    (tmp_path / "libhud.so").write_bytes(b"\x7fELF\0MangoHud v0.7.2-rc1\0fps_limit\0")
    layer = described("MANGOHUD_overlay")._replace(
        library=library.replace("{folder}", str(tmp_path)), manifest=str(tmp_path / "m.json")
    )
    own = add_installed_release(layer, HOST).own_settings
    assert own is not None
    assert own.release == ("0.7.2" if library.endswith(".so") else "")


def test_a_base_folder_that_is_set_to_nothing_is_taken_as_each_layer_takes_it() -> None:
    host = session(XDG_CONFIG_HOME="", XDG_DATA_HOME="")
    assert list_own_files(mangohud("0.6.8"), host, "/usr/bin/vkcube") == ("/usr/bin/MangoHud.conf",)
    assert find_general_file(mangohud(), host) == ""
    vkbasalt = described("VKBASALT_post_processing").own_settings
    assert vkbasalt is not None
    assert list_own_files(vkbasalt, host, "/usr/bin/vkcube")[:2] == (
        "/games/vkBasalt.conf",
        "/vkBasalt/vkBasalt.conf",
    )
    assert find_general_file(vkbasalt, host) == ""


def test_a_base_folder_that_is_no_absolute_path_is_one_of_the_working_folder() -> None:
    places = list_own_files(mangohud("0.6.8"), session(XDG_CONFIG_HOME="rel"), "/usr/bin/vkcube")
    assert places[1] == "/games/rel/MangoHud/vkcube.conf"
