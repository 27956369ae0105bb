"""Real layers ordered by real mouse drags: the run equals the picture shown before it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.e2e.session import MANGOHUD, VALIDATION, VKBASALT, Session, Window
from tests.framework.amount import choose_amount, take_share
from vkconfig_py.model.configuration.configuration import Configuration, Target, make_key

LAYERS = (VALIDATION, MANGOHUD, VKBASALT)


def _configuration(session: Session) -> Configuration:
    program = str(session.program("one"))
    return Configuration(
        key=make_key(), name="Ordered", target=Target(program=program, arguments=("--summary",))
    )


def _above(chain: list[str], upper: str, lower: str) -> bool:
    return chain.index(upper) < chain.index(lower)


def _drag_above(window: Window, upper: str, lower: str) -> list[str]:
    """Put `upper` just above `lower` and return the chain that was drawn."""
    before = window.state()["chain"]
    drawn = [name for name in before if name != upper]
    drawn.insert(drawn.index(lower), upper)
    _drag(window, upper, drawn.index(upper))
    return drawn


def _drag(window: Window, layer: str, place: int) -> None:
    if window.state()["chain"].index(layer) == place:
        return  # it stands there by itself: a drag to its own place is no move
    window.drag_layer(layer, place)
    window.wait(
        "the drop", lambda s: s["undo"].startswith("Move") and not s["moving"] | s["previewing"]
    )


def _drag_to_the_bottom(window: Window, name: str) -> list[str]:
    chain = [layer for layer in window.state()["chain"] if layer != name]
    _drag(window, name, len(chain))
    return [*chain, name]


CASES: dict[str, Callable[[Window], list[str]]] = {
    "validation above vkBasalt": lambda w: _drag_above(w, VALIDATION, VKBASALT),
    "MangoHud above validation": lambda w: _drag_above(w, MANGOHUD, VALIDATION),
    "vkBasalt above MangoHud": lambda w: _drag_above(w, VKBASALT, MANGOHUD),
    "validation to the bottom": lambda w: _drag_to_the_bottom(w, VALIDATION),
}


def _forget_order(window: Window) -> None:
    """Begin a case without the places of the one before, which a loader may not have followed."""
    if any(row["placed"] for row in window.state()["rows"]):
        window.trigger("forget_order")
        window.wait(
            "no places", lambda s: s["ready"] and not any(row["placed"] for row in s["rows"])
        )


# The other loader of a machine: what it does with the same files is said on the rows too.
OTHER_LOADER = "loader 1.3.239"


def _settled(window: Window, drawn: list[str], view: str) -> list[str]:
    """Wait for the picture of a drag; where it is not what was drawn, a row must say so."""

    def honest(state: dict[str, object]) -> bool:
        rows = state["rows"]
        assert isinstance(rows, list)
        said = [row["deviation"] for row in rows if row["deviation"]]
        deviates = any(not sentence.startswith(OTHER_LOADER) for sentence in said)
        return bool(state["ready"]) and (state["chain"] == drawn) is not deviates

    state = window.wait(f"the picture of {drawn} or a reason ({view})", honest)
    chain: list[str] = state["chain"]
    return chain


# In every run each view has one of them; in a long run it has all.
GESTURES = {
    view: tuple(CASES)[choose_amount(number, long=0) :: choose_amount(len(CASES), long=1)]
    for number, view in enumerate(("view_launch", "view_program", "view_every"))
}
# And one of the loaders: the newer one follows each order in what is applied, too.
VIEWS = (
    *(("view_launch", "debian"), ("view_launch", "chromium")),
    *(("view_program", "chromium"), ("view_program", "debian")),
    *(("view_every", "chromium"), ("view_every", "debian")),
)


@pytest.mark.long
@pytest.mark.parametrize(("view", "loader"), take_share(VIEWS, 2), indirect=["loader"])
def test_the_loader_does_what_the_picture_showed(session: Session, view: str) -> None:
    program, other = session.program("one"), session.program("other")
    session.save(_configuration(session))
    untouched = session.run(program)
    before = session.snapshot()
    with session.window() as window:
        window.trigger(view)
        for layer in LAYERS:
            window.turn(layer, "on")
        for name in GESTURES[view]:
            window.trigger(view)  # what was applied and withdrawn left it
            window.wait("the view", lambda s: s["answered"])
            _forget_order(window)
            drawn = CASES[name](window)
            shown = _settled(window, drawn, view)
            if view == "view_launch":
                assert shown == drawn, f"{name}: one launch gives every order on {session.loader}"
                window.trigger("launch")
                window.wait(
                    f"the run of {name}",
                    lambda s: any("matches the prediction" in line for line in s["log"]),
                )
                _ended(window)
            else:
                _apply(window, view)
                assert session.run(program) == tuple(shown), f"{name} on {session.loader}"
                expected = tuple(shown) if view == "view_every" else untouched
                assert session.run(other) == expected, f"{name}: the other program"
                window.trigger("withdraw")
                window.wait("nothing applied", lambda s: not s["applied"])
            assert session.run(program) == untouched
            assert session.snapshot() == before, f"{name}: something was left behind"
        window.trigger("undo")
    assert session.snapshot() == before


def _ended(window: Window) -> None:
    window.wait("the end", lambda s: any("Exited with code" in line for line in s["log"]))


def _apply(window: Window, view: str) -> None:
    window.open_apply()
    window.press_apply()
    window.wait("it applied", lambda state: state["applied"] and state["banner"])


def test_the_older_loader_is_said_not_to_follow_before_anything_is_applied(
    plain: Session,
) -> None:
    plain.save(_configuration(plain))
    with plain.window() as window:
        window.trigger("view_every")
        for layer in LAYERS:
            window.turn(layer, "on")
        drawn = _drag_above(window, MANGOHUD, VALIDATION)
        state = window.wait("the reason", lambda s: any(row["deviation"] for row in s["rows"]))
        reasons = [row["deviation"] for row in state["rows"] if row["deviation"]]
        assert any("1.3.239" in reason and "launch" in reason for reason in reasons), reasons
        assert state["chain"] != drawn
        assert state["chain"][0] == VALIDATION, "explicit layers stand above implicit ones"
        assert not state["applied"]


def test_escape_ends_a_drag_without_a_change(plain: Session) -> None:
    plain.save(_configuration(plain))
    with plain.window() as window:
        for layer in (VALIDATION, VKBASALT):
            window.turn(layer, "on")
        before = window.state()
        window.drag_layer(VALIDATION, len(before["chain"]) - 1, cancel=True)
        after = window.wait("the drag over", lambda s: not s["moving"] and not s["previewing"])
        assert after["chain"] == before["chain"]
        assert after["undo"] == before["undo"]


def test_dragging_into_the_chain_turns_a_layer_on_and_undo_takes_it_back(plain: Session) -> None:
    plain.save(_configuration(plain))
    with plain.window() as window:
        first = window.state()["chain"]
        window.drag_layer(VALIDATION, 0)
        window.wait("it on top", lambda s: s["chain"] == [VALIDATION, *first])
        plain.desktop.keys("ctrl+z")
        window.wait("the first chain", lambda s: s["chain"] == first)
        plain.desktop.keys("ctrl+shift+z")
        window.wait("it again", lambda s: s["chain"] == [VALIDATION, *first])


def test_the_keyboard_alone_orders_layers(plain: Session) -> None:
    plain.save(_configuration(plain))
    with plain.window() as window:
        window.turn(VALIDATION, "on")
        chain = window.state()["chain"]
        window.click_row(VALIDATION)
        place = chain.index(VALIDATION)
        plain.desktop.keys("alt+Up" if place else "alt+Down")
        window.wait("it moved", lambda s: s["chain"] != chain and len(s["chain"]) == len(chain))
