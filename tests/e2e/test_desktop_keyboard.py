"""Keys as a keyboard sends them: letters find, signs edit, panels take and give the keyboard."""

from __future__ import annotations

from tests.e2e.session import MANGOHUD, VALIDATION, Session
from tests.framework.patience import PATIENCE
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, Target

OVERLAY = "VK_LAYER_MESA_overlay"
LONG = int(PATIENCE * 1000)  # milliseconds; how long a typed letter waits for the next one


def selected(state):
    return next((row["name"] for row in state["rows"] if row["selected"]), "")


def test_letters_find_and_signs_edit(plain: Session) -> None:
    plain.save(Configuration(key="d", name="Debugging"))
    desktop = plain.desktop
    with plain.window() as window:
        window.click_row("Any program")
        window.ask(ask="letter keys", milliseconds=LONG)
        desktop.text("mang")
        window.wait("MangoHud", lambda s: selected(s) == MANGOHUD)
        window.ask(ask="letter keys", milliseconds=0)  # each begins another name
        for letter in "aoxmp":
            window.click_row(MANGOHUD)
            desktop.text(letter)
            state = window.wait("the letter", lambda s, letter=letter: s["typed"] == letter)
        assert state["undo"] == ""
        assert not state["moving"]
        assert not state["modal"]
        window.click_row(MANGOHUD)
        desktop.keys("plus")
        window.wait("it on", lambda s: MANGOHUD in s["chain"])
        desktop.keys("minus")
        window.wait("it off", lambda s: MANGOHUD not in s["chain"])
        window.wait("the row", lambda s: selected(s) == MANGOHUD)
        desktop.keys("BackSpace")
        window.wait("it as it is", lambda s: window.row(MANGOHUD)["control"] == "auto")
        desktop.keys("ctrl+m")
        window.wait("the move", lambda s: s["moving"])
        desktop.keys("Escape")
        window.wait("no move", lambda s: not s["moving"])


def test_a_panel_takes_the_keyboard_and_esc_gives_it_back(plain: Session) -> None:
    plain.save(Configuration(key="d", name="Debugging"))
    desktop = plain.desktop
    with plain.window() as window:
        window.click_row("Any program")
        desktop.keys("ctrl+2")
        window.wait("the panel", lambda s: s["focus"] not in ("ChainView", "NoneType"))
        desktop.keys("Escape")
        window.wait("the chain", lambda s: s["focus"] == "ChainView")
        desktop.keys("ctrl+2")
        window.wait("it closed", lambda s: not s["panel"])
        desktop.keys("ctrl+4")
        window.wait("another one", lambda s: s["focus"] not in ("ChainView", "NoneType"))
        desktop.keys("ctrl+4")
        window.wait("the chain again", lambda s: s["focus"] == "ChainView")
        desktop.keys("Down")
        window.wait("the next row", lambda s: selected(s) != "Any program")


def test_launch_from_another_view_runs_what_it_shows(session: Session) -> None:
    program = session.program("game")
    target = Target(str(program), ("--summary",))
    configuration = Configuration(key="d", name="Debugging", target=target)
    session.save(configuration.with_control(VALIDATION, LayerControl.ON))
    with session.window() as window:
        window.trigger("view_every")
        window.wait("the view", lambda s: s["sentence"].startswith("When applied to every program"))
        session.desktop.keys("F5")
        state = window.wait(
            "the end", lambda s: any("Exited with code" in line for line in s["log"])
        )
        assert state["sentence"].startswith("game will load")
        assert any("matches the prediction" in line for line in state["log"]), state["log"]
        ours = [line for line in window.ask(ask="warnings") if "INSTANCE_LAYERS" in line]
        assert not ours
        window.wait("it checked", lambda s: s["verified"] == [True, ""])


def test_the_keyboard_alone_turns_on_orders_applies_reads_and_withdraws(plain: Session) -> None:
    game = plain.program("game")
    target = Target(str(game), ("--summary",))
    plain.save(Configuration(key="d", name="Debugging", target=target))
    desktop = plain.desktop
    with plain.window() as window:
        for letters, layer in (("khr", VALIDATION), ("mesa_o", OVERLAY)):
            window.ask(ask="letter keys", milliseconds=LONG)
            desktop.text(letters)
            window.wait(
                layer, lambda s, one=layer, all_=letters: (selected(s), s["typed"]) == (one, all_)
            )
            window.ask(ask="letter keys", milliseconds=0)
            desktop.keys("plus")
            window.wait("it on", lambda s, layer=layer: layer in s["chain"])
        desktop.keys("alt+Up")
        window.wait("the order", lambda s: s["chain"][-2:] == [OVERLAY, VALIDATION])
        desktop.keys("ctrl+Return")
        window.wait("the plan in the popover", lambda s: s["popup"] and s["answered"])
        desktop.keys("Return")
        window.wait("it applied", lambda s: s["applied"] == ["Debugging"] and not s["popup"])
        assert plain.run(game)[:2] == (OVERLAY, VALIDATION)
        desktop.keys("F5")
        window.wait("the end", lambda s: any("Exited with code" in line for line in s["log"]))
        desktop.keys("ctrl+1", "ctrl+1")
        window.wait("the log", lambda s: s["focus"] == "LogView")
        desktop.keys("Home", "ctrl+c")
        window.wait("a line", lambda s: "vkconfig" in s["clipboard"] or "game" in s["clipboard"])
        desktop.keys("Escape")
        window.wait("the chain", lambda s: s["focus"] == "ChainView")
        desktop.keys("ctrl+BackSpace")
        window.wait("it withdrawn", lambda s: s["applied"] == [])
        assert VALIDATION not in plain.run(game)
