"""Physical devices chosen with a real mouse: dragged, unchecked, and back to all of them."""

from __future__ import annotations

from tests.e2e.session import Session, Window

LIST = "Devices in this configuration"
LAVAPIPE = "llvmpipe (LLVM 19.1.7, 256 bits)"
RADEON = "AMD Radeon RX 7800 XT (RADV NAVI32)"
RYZEN = "AMD Ryzen 7 7700 (RADV RAPHAEL_MENDOCINO)"


def _place(window: Window, name: str) -> list[int]:
    return window.resting("list", name=LIST, text=name)


def _order(window: Window) -> list[str]:
    """Return the names of the list, top first."""
    names = (LAVAPIPE, RADEON, RYZEN)
    return sorted(names, key=lambda name: _place(window, name)[1])


def _wait_for(window: Window, names: list[str]) -> None:
    """Wait until the list has this order: it follows the picture."""
    window.wait(f"the order {names}", lambda _s: _order(window) == names)


def _words(state: dict[str, object]) -> dict[str, str]:
    rows = state["rows"]
    assert isinstance(rows, list)
    return {row["name"]: row["word"] for row in rows if row["kind"] == "device"}


def test_devices_are_dragged_into_an_order_and_unchecked(plain: Session) -> None:
    with plain.window("--demo") as window:
        window.wait("the devices", lambda s: s["ready"] and _words(s))
        window.trigger("devices")
        window.press_list(LIST, LAVAPIPE)
        first = _order(window)
        low, top = _place(window, first[-1]), _place(window, first[0])
        window.drag((low[0] + 90, low[1] + 12), (top[0] + 90, top[1] + 2))
        window.wait("the drop", lambda s: s["undo"] == f"Move {first[-1]}")
        dragged = [first[-1], *first[:-1]]
        _wait_for(window, dragged)
        out = dragged[1]
        window.click(out, lambda: window.ask(ask="list", name=LIST, text=out), right=25)
        window.wait("one less", lambda s: s["undo"] == f"Leave out {dragged[1]}")
        words = {dragged[0]: "1st choice", dragged[2]: "2nd choice", dragged[1]: "Off"}
        window.wait("what programs get", lambda s: _words(s) == words)
        _wait_for(window, [dragged[0], dragged[2], dragged[1]])
        window.press("Use all devices, in the loader's order")
        window.wait("all of them", lambda s: set(_words(s).values()) == {""})
        _wait_for(window, first)


def test_surfaces_of_the_screen_are_read_when_their_page_is_opened(plain: Session) -> None:
    """With the real driver: X11 is there, Wayland is not."""
    with plain.window() as window:
        window.wait("the rows", lambda s: s["ready"])
        window.trigger("probe_all")
        window.wait("the question", lambda s: s["modal"])
        window.press("Probe")
        device = window.wait("the device", _words)
        window.click_row(next(iter(_words(device))))
        window.click("the tab", lambda: window.ask(ask="tab", name="surfaces"))
        for title in ("X11 surface", "Wayland surface", "Headless surface"):
            window.resting("list", name="Surfaces of the device", text=title)
        window.press("Read again")
        window.resting("list", name="Surfaces of the device", text="X11 surface")
