"""Several programs with several configurations, applied at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.e2e.session import MANGOHUD, VALIDATION, VKBASALT, Session, Window
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
    Target,
    make_key,
)

NAMES = ("one", "two", "three")
CHOICES = ((VALIDATION,), (MANGOHUD,), (VKBASALT, VALIDATION))


def _told(state: dict[str, Any]) -> str:
    """Return what the row of the program says."""
    program = next(row for row in state["rows"] if row["kind"] == "program")
    return f"{program['reason']} {program['deviation']}"


def _configurations(session: Session) -> list[Configuration]:
    return [
        Configuration(
            key=make_key(),
            name=name,
            layers=tuple(LayerEntry(layer, LayerControl.ON, placed=True) for layer in layers),
            target=Target(program=str(session.program(name)), arguments=("--summary",)),
        )
        for name, layers in zip(NAMES, CHOICES, strict=True)
    ]


def _apply_to_its_program(window: Window, configuration: Configuration) -> tuple[str, ...]:
    window.choose(configuration.name)
    window.trigger("view_program")
    window.wait("its picture", lambda s: s["configuration"] == configuration.name)
    window.open_apply()
    window.press_apply()
    window.wait("it applied", lambda s: configuration.name in s["applied"])
    return _chain_applied(window)


def _chain_applied(window: Window) -> tuple[str, ...]:
    """Return the chain that is shown for what is applied, as it is after Apply."""
    state = window.wait(
        "what is applied", lambda s: s["answered"] and s["sentence"].startswith("Applied")
    )
    return tuple(state["chain"])


@pytest.mark.long
def test_three_programs_run_their_own_chains_and_a_fourth_none(session: Session) -> None:
    configurations = _configurations(session)
    session.save(*configurations)
    fourth = session.program("fourth")
    untouched = session.run(fourth)
    before = session.snapshot()
    with session.window() as window:
        shown = {c.name: _apply_to_its_program(window, c) for c in configurations}
        for name in NAMES:
            assert session.run(session.program(name)) == shown[name], f"{name}, {session.loader}"
        assert session.run(fourth) == untouched
        window.choose("two")
        window.trigger("withdraw")
        window.wait("the middle one withdrawn", lambda s: s["applied"] == ["one", "three"])
        assert session.run(session.program("two")) == untouched
        for name in ("one", "three"):
            assert session.run(session.program(name)) == shown[name], f"{name}, {session.loader}"
        for name in ("one", "three"):
            window.choose(name)
            window.trigger("withdraw")
            window.wait(f"{name} withdrawn", lambda s, n=name: n not in s["applied"])
    assert session.snapshot() == before


@pytest.mark.long
def test_a_symbolic_link_matches_and_a_script_does_not_and_the_window_is_right(
    session: Session,
) -> None:
    real = session.program("one")
    link = real.with_name("link")
    link.symlink_to(real)
    script = real.with_name("script")
    script.write_text(f"#!/bin/sh\nexec {real} --summary\n")
    script.chmod(0o755)
    for start, expected in ((link, "loader checks"), (script, "script")):
        session.save(
            Configuration(
                key=make_key(),
                name="Started otherwise",
                layers=(LayerEntry(VALIDATION, LayerControl.ON, placed=True),),
                target=Target(program=str(start)),
            )
        )
        untouched = session.run(real)
        with session.window() as window:
            window.trigger("view_program")
            window.wait(f"the row saying {expected}", lambda s, e=expected: e in _told(s))
            window.open_apply()
            if start == link:
                window.press_apply()
                window.wait("it applied", lambda s: s["applied"])
                assert session.run(Path(start)) == _chain_applied(window)
                window.trigger("withdraw")
                window.wait("it withdrawn", lambda s: not s["applied"])
            else:
                # The interpreter is what the loader sees; the program run by it is not matched.
                session.desktop.keys("Escape")
                assert session.run(Path(start)) == untouched
