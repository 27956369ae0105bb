"""What if with a real keyboard and mouse: looked at on the screen, and never written anywhere."""

from __future__ import annotations

import pytest

from tests.e2e.session import DEVICE_SELECT, VALIDATION, Session
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    Target,
    Variable,
)

FILTER = "VK_LOADER_LAYERS_DISABLE"


def deltas(state):
    return {row["name"]: row["delta"] for row in state["rows"] if row["delta"]}


def test_a_version_and_a_variable_are_typed_seen_and_taken_back(plain: Session) -> None:
    plain.save(Configuration(key="d", name="Debugging").with_control(VALIDATION, LayerControl.ON))
    before, documents = plain.snapshot(), plain.saved()
    with plain.window() as window:
        today = window.wait("the chain", lambda s: VALIDATION in s["chain"])
        keys, text = plain.desktop.keys, plain.desktop.text
        # the bar opens with the keyboard on the loader
        keys("F9")
        window.wait("the bar", lambda s: s["what_if"]["open"] and s["focus"] == "ChoiceButton")
        # a variable: Tab to the last part of the bar, or press it with the mouse
        window.press("Try a variable")
        window.wait("the popup", lambda s: s["popup"])
        text(f"{FILTER}=~implicit~")
        keys("Return")
        state = window.wait("the rows without implicit layers", lambda s: deltas(s))
        assert DEVICE_SELECT not in state["what_if"]["chain"]
        assert deltas(state)[DEVICE_SELECT] == "currently loads"
        assert state["chain"] == today["chain"]  # today's picture is what it was
        # a loader that does not know filters
        window.press("Loader, sdk-1.3.239")
        window.wait("the popup", lambda s: s["popup"])
        text("1.3.230")
        keys("Return")
        state = window.wait(
            "the rows of the old loader",
            lambda s: s["what_if"]["version"] == [1, 3, 230] and s["what_if"]["answered"],
        )
        state = window.wait("the layer back", lambda s: DEVICE_SELECT in s["what_if"]["chain"])
        assert deltas(state)["Loader 1.3.230"] == "currently 1.3.239"
        # back to today, and there is nothing to undo
        keys("F9")
        state = window.wait("today", lambda s: not s["what_if"]["open"])
        assert not deltas(state)
        assert state["chain"] == today["chain"]
        assert state["undo"] == ""
    assert plain.saved() == documents
    assert plain.snapshot() == before


def test_what_is_adopted_is_launched(plain: Session) -> None:
    plain.save(Configuration(key="d", name="Debugging"))
    with plain.window() as window:
        window.wait("the chain", lambda s: DEVICE_SELECT in s["chain"])
        plain.desktop.keys("F9")
        window.wait("the bar", lambda s: s["what_if"]["open"])
        window.press("Try a variable")
        window.wait("the popup", lambda s: s["popup"])
        plain.desktop.text("NODEVICE_SELECT=1")
        plain.desktop.keys("Return")
        window.wait("it off", lambda s: DEVICE_SELECT not in s["what_if"]["chain"])
        window.press("Adopt")
        window.wait("today's chain without it", lambda s: DEVICE_SELECT not in s["chain"])
        state = window.wait("no what if", lambda s: s["what_if"]["variables"] == [])
        assert state["undo"] == "Adopt what-if"
    assert plain.saved()[0].environment == (Variable("NODEVICE_SELECT", "1"),)


@pytest.mark.long
def test_launching_goes_back_to_today(plain: Session) -> None:
    program = str(plain.program("game"))
    plain.save(Configuration(key="d", name="Debugging", target=Target(program)))
    with plain.window() as window:
        today = window.wait("the chain", lambda s: DEVICE_SELECT in s["chain"])["chain"]
        plain.desktop.keys("F9")
        window.wait("the bar", lambda s: s["what_if"]["open"])
        window.press("Try a variable")
        window.wait("the popup", lambda s: s["popup"])
        plain.desktop.text("NODEVICE_SELECT=1")
        plain.desktop.keys("Return")
        window.wait("it off", lambda s: DEVICE_SELECT not in s["what_if"]["chain"])
        plain.desktop.keys("F5")
        state = window.wait(
            "the launch", lambda s: any("matches the prediction" in line for line in s["log"])
        )
        assert not state["what_if"]["open"]
        assert state["what_if"]["chain"] == today
        window.wait("the end", lambda s: any("Exited with code" in line for line in s["log"]))
        plain.desktop.keys("F9")  # and it is still there
        window.wait("it off again", lambda s: DEVICE_SELECT not in s["what_if"]["chain"])
