"""Games that Steam has installed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.steam_libraries import VdfError, find_libraries, parse_vdf
from vkconfig_py.model.programs.candidates import SteamGame, find_games, parse_manifest

NEW = """"libraryfolders"
{
	"0"
	{
		"path"		"/home/u/.local/share/Steam"
		"apps"
		{
			"620"		"12"
		}
	}
	"1"
	{
		"path"		"/games"
	}
}
"""
OLD = """"LibraryFolders"
{
	"TimeNextStatsReport"		"1"
	"1"		"/games"
}
"""


def manifest(number: str, name: str) -> str:
    return f'"AppState" {{ "appid" "{number}" "name" "{name}" "installdir" "{name}" }}'


def test_texts_of_valve_are_read():
    text = r"""
    // a comment
    "A" { plain "quoted \"x\" \\ \n" "b" { } "n" "1" [$LINUX] "N" "2" }
    """
    assert parse_vdf(text) == {"a": {"plain": 'quoted "x" \\ \n', "b": {}, "n": "2"}}


@pytest.mark.parametrize(
    "text", ['"a" {', "}", "{", '"a" }', '"a"', '"a" "open', '"a" { "b" }', '"a" {' * 100]
)
def test_broken_texts_are_refused(text):
    with pytest.raises(VdfError):
        parse_vdf(text)


@given(st.text(st.sampled_from('"{}\\ab \n/[]'), max_size=300))
def test_any_text_is_read_or_refused(text):
    try:
        found = parse_vdf(text)
    except VdfError:
        return
    assert isinstance(found, dict)
    find_libraries(found)
    parse_manifest(found, "/x")


TREES = st.recursive(
    st.text(max_size=5),
    lambda inner: st.dictionaries(st.text("abc", min_size=1, max_size=3), inner, max_size=3),
    max_leaves=8,
)


def written(tree: object) -> str:
    if isinstance(tree, dict):
        return "{" + " ".join(f'"{key}" {written(value)}' for key, value in tree.items()) + "}"
    return '"' + str(tree).replace("\\", "\\\\").replace('"', '\\"') + '"'


@given(TREES)
def test_what_is_written_is_what_is_read(tree):
    assert parse_vdf(f"root {written(tree)}") == {"root": tree}


def test_libraries_of_old_and_new_steam_are_found():
    assert find_libraries(parse_vdf(NEW)) == ["/home/u/.local/share/Steam", "/games"]
    assert find_libraries(parse_vdf(OLD)) == ["/games"]
    assert find_libraries(parse_vdf('"libraryfolders" "x"')) == []


@pytest.mark.parametrize(
    "name", ["Proton 9.0", "Proton Experimental", "Steam Linux Runtime 3.0 (sniper)",
             "Steamworks Common Redistributables"]
)  # fmt: skip
def test_what_runs_games_is_none(name):
    assert parse_manifest(parse_vdf(manifest("1", name)), "/x") is None


def test_games_of_all_libraries_are_found_once(tmp_path):
    steam, games = tmp_path / "home/u/.local/share/Steam/steamapps", tmp_path / "games/steamapps"
    for folder in (steam, games):
        folder.mkdir(parents=True)
    (steam / "libraryfolders.vdf").write_text(NEW.replace('"/', f'"{tmp_path}/'))
    (tmp_path / "home/u/.steam").mkdir()
    (tmp_path / "home/u/.steam/root").symlink_to("../.local/share/Steam")
    (steam / "appmanifest_620.acf").write_text(manifest("620", "Portal 2"))
    (steam / "appmanifest_1.acf").write_text('"AppState" {')
    (games / "appmanifest_570.acf").write_text(manifest("570", "Dota 2"))
    (games / "appmanifest_620.acf").write_text(manifest("620", "Portal 2"))
    found = find_games(Host(environment={"HOME": f"{tmp_path}/home/u"}))
    assert found == (
        SteamGame("570", "Dota 2", f"{games}/common/Dota 2"),
        SteamGame("620", "Portal 2", f"{steam}/common/Portal 2"),
    )


def test_without_steam_there_are_no_games(tmp_path):
    assert find_games(Host(environment={"HOME": str(tmp_path)})) == ()
    assert find_games(Host(environment={})) == ()
    (tmp_path / ".local/share/Steam").mkdir(parents=True)
    Path(tmp_path / ".local/share/Steam/steamapps").write_text("a file")
    assert find_games(Host(environment={"HOME": str(tmp_path)})) == ()
