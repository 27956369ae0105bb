"""Safe mode from the menu beside Launch, with real programs under both loaders."""

from __future__ import annotations

from tests.e2e.session import DEVICE_SELECT, VALIDATION, Session
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, Target


def ended(state):
    return any("Exited with code" in line for line in state["log"])


def test_a_launch_without_any_layer_is_shown_run_and_left(session: Session) -> None:
    target = Target(str(session.program("game")), ("--summary",))
    configuration = Configuration(key="d", name="Debugging", target=target)
    session.save(configuration.with_control(VALIDATION, LayerControl.ON))
    documents = session.saved()
    with session.window() as window:
        usual = window.wait("the chain", lambda s: VALIDATION in s["chain"])["chain"]
        assert DEVICE_SELECT in usual
        window.press("More ways to launch")
        window.wait("the menu", lambda s: s["popup"])
        session.desktop.keys("Down", "Down", "Down", "Return")
        state = window.wait("the end", ended)
        assert state["sentence"].startswith(
            "Safe mode, without any layers: game will load no layer"
        )
        assert state["chain"] == []
        assert any("safe mode, without any layers" in line for line in state["log"])
        assert any("matches the prediction" in line for line in state["log"]), state["log"]
        assert state["undo"] == ""
        window.press("Leave safe mode")
        window.wait("the chain again", lambda s: s["chain"] == usual)
    assert session.saved() == documents
