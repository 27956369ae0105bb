"""The sample machine in the same window, and odd surroundings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.e2e.session import VALIDATION, Session
from tests.framework.amount import choose_amount
from vkconfig_py.model.configuration.configuration import Configuration, Target, make_key
from vkconfig_py.model.files.paths import APPLICATION_ID


def test_the_sample_machine_writes_nothing_outside_its_own_folder(plain: Session) -> None:
    before = plain.snapshot()
    with plain.window("--demo", alone=True) as window:
        state = window.wait("the rows", lambda s: s["ready"] and s["rows"])
        # What StartupWMClass of the desktop file names: docks find icon and entry by it.
        assert plain.desktop.windows_of(re.escape(APPLICATION_ID))
        words = {row["word"] for row in state["rows"]}
        assert {"Loads", "Off", "Skipped"} <= words
        window.turn(VALIDATION, "on")
        window.wait("it in the chain", lambda s: VALIDATION in s["chain"])
        window.trigger("view_every")
        window.open_apply()
        window.press_apply()
        window.wait("it applied", lambda s: s["applied"])
    assert plain.snapshot() == before
    own = (plain.home / ".config/vkconfig-py", plain.home / ".local/state/vkconfig-py")
    assert not [path for path in own if path.exists()]


@pytest.mark.long
def test_broken_files_are_named_and_the_rest_keeps_working(session: Session) -> None:
    folder = session.home / ".local/share/vulkan/implicit_layer.d"
    folder.mkdir(parents=True)
    (folder / "truncated.json").write_text('{"file_format_version": "1.0.0", "layer": {"name"')
    (folder / "empty.json").write_bytes(b"")
    (folder / "binary.json").write_bytes(bytes(range(256)) * 64)
    (folder / "dangling.json").symlink_to(folder / "gone")
    (folder / "large.json").write_bytes(b" " * choose_amount(5_000_000, long=50_000_000))
    (folder / "folder.json").mkdir()
    corrupt = session.home / ".config/vkconfig-py/configurations/broken.json"
    corrupt.parent.mkdir(parents=True)
    corrupt.write_text('{"format": 1, "name": "Bro')
    before = session.snapshot()
    with session.window() as window:
        state = window.wait("the rows", lambda s: s["ready"] and s["rows"])
        # One unreadable document makes every program fail on loaders before 1.3.268.
        broken = {row["name"] for row in state["rows"] if row["word"] in ("Skipped", "Fails")}
        for name in ("truncated.json", "binary.json", "large.json", "folder.json"):
            assert name in broken, broken
        assert any(row["kind"] == "driver" for row in state["rows"])
        window.wait("it told", lambda s: any(str(corrupt) in one for one in s["notices"]))
    assert session.snapshot() == before
    kept = [path.read_text() for path in corrupt.parent.glob("broken.json*")]
    assert '{"format": 1, "name": "Bro' in kept


def test_a_program_that_is_not_there_is_said_to_be_missing(plain: Session, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    plain.save(Configuration(key=make_key(), name="Gone", target=Target(program=str(gone))))
    with plain.window() as window:
        window.wait(
            "the row",
            lambda s: any(str(gone) in r["deviation"] for r in s["rows"] if r["kind"] == "program"),
        )
