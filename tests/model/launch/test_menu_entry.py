"""Whether the window offers to put the program into the menu."""

from pathlib import Path

import pytest

from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.files.paths import APPLICATION_ID, StatePaths
from vkconfig_py.model.launch import menu_entry
from vkconfig_py.model.launch.menu_entry import (
    MenuState,
    change_entry,
    find_state,
    is_for_one_run,
)

PROGRAM = "/home/me/.local/bin/vkconfig-py"
ENTRY = f"applications/{APPLICATION_ID}.desktop"


@pytest.fixture
def paths(tmp_path) -> StatePaths:
    return StatePaths(tmp_path / "config", tmp_path / "state", tmp_path / "run")


@pytest.fixture
def host(tmp_path) -> Host:
    environment = {"HOME": str(tmp_path / "home"), "XDG_DATA_DIRS": str(tmp_path / "share")}
    return Host(environment=environment)


def shell_files(data: Path) -> dict[str, bytes]:
    return {str(data / "man/man1/vkconfig-py.1"): b".TH"}


def change(host: Host, paths: StatePaths, **more: bool):
    data = Path(host.environment["HOME"], ".local/share")
    options = {"is_removal": False, "dry_run": False, **more}
    return change_entry(data, paths, PROGRAM, shell_files, **options)


def test_what_is_added_is_shown_before_and_taken_out_again(host, paths, tmp_path):
    planned = change(host, paths, dry_run=True)
    assert not (tmp_path / "home").exists()
    assert find_state(host, paths, PROGRAM, shell_files) is MenuState.MISSING
    assert change(host, paths) == planned
    assert any(path.endswith("man/man1/vkconfig-py.1") for path in planned.files)
    assert find_state(host, paths, PROGRAM, shell_files) is MenuState.OURS
    assert change(host, paths, is_removal=True, dry_run=True) == planned
    assert change(host, paths, is_removal=True) == planned
    assert find_state(host, paths, PROGRAM, shell_files) is MenuState.MISSING
    assert not (tmp_path / "home").exists()


def test_an_entry_of_an_older_version_is_updated_and_taken_out_whole(
    host, paths, tmp_path, monkeypatch
):
    data = tmp_path / "home/.local/share"

    def old(data: Path) -> dict[str, bytes]:
        return shell_files(data) | {str(data / "man/man1/old.1"): b".TH"}

    monkeypatch.setattr(menu_entry, "__version__", "0.0.9")
    change_entry(data, paths, PROGRAM, old, is_removal=False, dry_run=False)
    monkeypatch.undo()
    assert find_state(host, paths, PROGRAM, shell_files) is MenuState.OUTDATED
    planned = change(host, paths, dry_run=True)
    assert (planned.files, planned.obsolete_files) == ((), (str(data / "man/man1/old.1"),))
    assert change(host, paths) == planned
    assert find_state(host, paths, PROGRAM, shell_files) is MenuState.OURS
    assert not (data / "man/man1/old.1").exists()
    change(host, paths, is_removal=True)
    assert not (tmp_path / "home").exists()


def test_another_installation_or_other_words_are_told_apart(host, paths):
    change(host, paths)
    moved = "/home/me/.local/share/uv/tools/vkconfig-py/bin/vkconfig-py"
    assert find_state(host, paths, moved, shell_files) is MenuState.OUTDATED

    def german(data: Path) -> dict[str, bytes]:
        return dict.fromkeys(shell_files(data), b".TH DE")

    assert find_state(host, paths, PROGRAM, german) is MenuState.OURS


@pytest.mark.parametrize("folder", ["share", "home/.local/share"])
def test_an_entry_of_somebody_else_is_left_to_them(host, paths, tmp_path, folder):
    entry = tmp_path / folder / ENTRY
    entry.parent.mkdir(parents=True)
    entry.touch()
    assert find_state(host, paths, PROGRAM, shell_files) is MenuState.OTHER


def test_nothing_is_offered_where_a_menu_could_start_nothing(host, paths):
    assert find_state(host, paths, "", shell_files) is MenuState.OTHER


def test_a_damaged_record_offers_nothing(host, paths):
    paths.state.mkdir()
    (paths.state / "desktop.json").write_text("{")
    assert find_state(host, paths, PROGRAM, shell_files) is MenuState.OTHER


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("/home/me/.local/share/pipx/venvs/vkconfig-py/bin/vkconfig-py", False),
        ("/home/me/.local/share/uv/tools/vkconfig-py/bin/vkconfig-py", False),
        ("/home/me/.cache/uv/archive-v0/A-8/bin/vkconfig-py", True),
        ("/home/me/.local/pipx/.cache/1f3/bin/vkconfig-py", True),
        ("/caches/pipx/1f3/bin/vkconfig-py", True),
    ],
)
def test_a_program_in_the_cache_is_there_for_one_run(program, expected):
    assert is_for_one_run(program, {"HOME": "/home/me", "XDG_CACHE_HOME": "/caches"}) is expected
