"""install-desktop: previewed, written, taken away, and told."""

import json
from pathlib import Path

import pytest

from tests.cli.test_what_if import run
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.launch import menu_entry


@pytest.fixture
def installed(monkeypatch, tmp_path):
    """A Python with the command of the program beside it."""
    (tmp_path / "vkconfig-py").touch()
    monkeypatch.setattr(menu_entry.sys, "executable", str(tmp_path / "python"))


def changes(capsys, *arguments: str) -> dict[str, str]:
    code, out, _ = run(capsys, "install-desktop", *arguments, "--json")
    assert code == 0
    return {one["file"]: one["change"] for one in json.loads(out)["files"]}


def test_a_preview_names_what_is_written_and_changes_nothing(capsys, installed):
    planned = changes(capsys, "--dry-run")
    assert {*planned.values()} == {"written"}
    names = {Path(one).name for one in planned}
    assert {"vkconfig-py", "_vkconfig-py", "vkconfig-py.fish", "vkconfig-py.1"} <= names
    assert not any(Path(one).exists() for one in planned)
    assert changes(capsys) == planned
    assert all(Path(one).exists() for one in planned)
    assert changes(capsys, "--remove") == dict.fromkeys(planned, "removed")
    assert not any(Path(one).exists() for one in planned)


def test_a_preview_says_what_would_be_done_and_the_real_run_what_was_done(capsys, installed):
    def begin(*arguments: str) -> set[str]:
        lines = run(capsys, "install-desktop", *arguments)[1].splitlines()
        return {line.partition(" /")[0] for line in lines[:-1]}

    assert begin("--dry-run") == {"write"}
    assert begin() == {"Written:"}
    assert begin("--remove", "--dry-run") == {"remove"}
    assert begin("--remove") == {"Removed:"}


def test_a_checkout_is_told_to_be_installed_first(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(menu_entry.sys, "executable", str(tmp_path / "python"))
    code, out, err = run(capsys, "install-desktop")
    assert (code, out) == (1, "")
    assert "Install vkconfig-py first: pipx install ." in err


def test_a_damaged_record_stops_the_command(capsys, installed):
    home = Path(Host.read_current().environment["HOME"])
    record = home / ".local/state/vkconfig-py/desktop.json"
    record.parent.mkdir(parents=True, exist_ok=True)
    record.write_text("{")
    code, _, err = run(capsys, "install-desktop", "--remove")
    assert code == 1
    assert "The record of installed files is damaged" in err
