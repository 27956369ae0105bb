"""The program through the bus of accessibility, with nothing but what a screen reader has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.desktop import Desktop
from tests.e2e.screen_reader import ScreenReader, spoken
from tests.e2e.session import DEVICE_SELECT, VALIDATION, Session
from tests.framework.reference import debian_loader
from vkconfig_py.model.configuration.configuration import Configuration, Target

Reading = tuple[Session, ScreenReader]


@pytest.fixture
def reading(tmp_path: Path, desktop: Desktop) -> Iterator[Reading]:
    """Return a fresh home and a screen reader beside it."""
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o700)
    with spoken(desktop, runtime) as (screen, reader):
        yield Session(tmp_path, screen, debian_loader()), reader


def faults(reader: ScreenReader) -> list[str]:
    """Return what takes the keyboard without a name, or as something that no reader can tell."""
    return [
        f"{one['role']} “{one['name']}” in {one['within']}"
        for one in reader.tree("FOCUSABLE")
        if not one["name"] or one["role"] in ("filler", "unknown")
    ]


@pytest.mark.long
def test_all_that_takes_the_keyboard_has_a_name_and_a_role(reading: Reading) -> None:
    session, reader = reading
    with session.window("--demo") as shown:
        reader.find("list item", "MESA_device_select, layer 1 of 2, Loads: always on. Set to Auto.")
        found = faults(reader)
        for panel in ("Launcher", "Problems", "Preview", "History", "Layers", "Running"):
            reader.press(panel, "check box")
            reader.find("panel", panel)
            found += faults(reader)
        for menu, entry, window in (
            ("Help", "About", "About vkconfig-py"),
            ("Help", "Bug report", "Bug report"),
        ):
            reader.choose(menu, entry)
            reader.find("dialog", window)
            shown.wait("it at the front", lambda s, name=window: name in s["title"])
            found += faults(reader)
            session.desktop.keys("Escape")
            shown.wait("it closed", lambda s, name=window: s["title"] and name not in s["title"])
    assert found == []


def test_validation_ordered_applied_read_and_withdrawn(reading: Reading) -> None:
    session, reader = reading
    game = session.program("game")
    session.save(Configuration(key="d", name="Debugging", target=Target(str(game), ("--summary",))))
    with session.window():
        for layer in ("KHRONOS_validation", "MESA_overlay"):
            reader.select(f"{layer}, layer, not in the chain")
            reader.find("label", f"VK_LAYER_{layer}")
            reader.press("Set On: Turn on in this configuration")
            reader.find("list item", f"{layer}, layer ")
        reader.select("MESA_overlay, layer 3 of 3, Loads")
        reader.choose("Chain", "Move up")
        reader.find("list item", "MESA_overlay, layer 2 of 3, Loads")
        reader.wait_for("announced", "MESA_overlay, 2 of 3")
        reader.press("Apply")
        reader.find("radio button", "Every program")
        reader.press("Apply")
        reader.wait_for("announced", "Applied")
        assert session.run(game) == ("VK_LAYER_MESA_overlay", VALIDATION, DEVICE_SELECT)
        reader.press("Launch")
        reader.wait_for("announced", "game ended: exit 0")
        reader.find("list item", "info, game: ")
        reader.press("Withdraw now")
        reader.wait_for("announced", "Withdrawn. Nothing is applied")
        assert VALIDATION not in session.run(game)
