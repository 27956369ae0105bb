"""Configurations put in order by a real mouse."""

from __future__ import annotations

import pytest

from tests.e2e.session import Session, Window
from vkconfig_py.model.configuration.configuration import Configuration

NAMES = ("One", "Two", "Three")


def _middle(window: Window, name: str) -> tuple[int, int]:
    x, y, width, height = window.resting("list", name="Configurations", text=name)
    return x + width // 2, y + height // 2


def _own(session: Session) -> list[str]:
    return [one.name for one in session.saved() if not one.built_in]


@pytest.mark.parametrize(
    ("moved", "beside", "down", "after"),
    [
        ("Three", "One", -12, ["Three", "One", "Two"]),
        ("One", "Two", 12, ["Two", "One", "Three"]),
        ("One", "Validation", 0, ["One", "Two", "Three"]),  # a built-in one: no place for it
    ],
)
def test_a_drag_puts_a_configuration_elsewhere(
    plain: Session, moved: str, beside: str, down: int, after: list[str]
) -> None:
    plain.save(*(Configuration(name.casefold(), name) for name in NAMES))
    with plain.window() as window:
        start, (x, y) = _middle(window, moved), _middle(window, beside)
        window.drag(start, (x, y + down))
        window.wait("the selection", lambda state: state["configuration"] == moved)
        if after != list(NAMES):
            window.wait("the drop", lambda state: state["undo"] == f"Move “{moved}”")
        assert window.state()["configuration"] == moved
        rows = sorted(NAMES, key=lambda name: _middle(window, name)[1])
        assert rows == after
    assert _own(plain) == after
