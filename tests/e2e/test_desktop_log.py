"""The log of a program that runs, followed, left, searched and copied as by a user."""

from __future__ import annotations

from tests.e2e.session import Session
from vkconfig_py.model.configuration.configuration import Configuration, Target

LINES = 300
HITS = 11  # 25, 250 to 259
PROGRAM = f"seq -f 'line %.0f' {LINES}; sleep 600"


def test_the_log_is_followed_left_searched_and_copied(plain: Session) -> None:
    target = Target("/bin/sh", ("-c", PROGRAM))
    plain.save(Configuration(key="d", name="Debugging", target=target))
    desktop = plain.desktop
    with plain.window() as window:
        desktop.keys("ctrl+1")
        window.wait("the panel", lambda s: s["following"])
        desktop.keys("F5")
        last = f"line {LINES}"
        window.wait("the output", lambda s: any(line.endswith(last) for line in s["log"]))
        desktop.keys("ctrl+1", "ctrl+1")
        window.wait("the rows", lambda s: s["focus"] == "LogView")
        desktop.keys("Home")
        window.wait("it left", lambda s: s["following"] is False)
        desktop.keys("End")
        window.wait("it back", lambda s: s["following"])
        desktop.keys("shift+Up", "shift+Up", "ctrl+c")
        copied = "\n".join(f"line {number}" for number in range(LINES - 2, LINES + 1))
        window.wait("the lines", lambda s: s["clipboard"] == copied)
        desktop.keys("ctrl+f")
        desktop.text("line 25")
        window.wait("what is found", lambda s: s["hits"] == HITS)
        desktop.keys("F3", "Down", "Home", "ctrl+c")
        window.wait("the first hit", lambda s: s["clipboard"] == "line 25")
        desktop.keys("shift+F5")
        window.wait("the end", lambda s: any("Stopped" in line for line in s["log"]))
