"""The settings page as a person sees it: rows, and the parts of them that are clicked."""

from __future__ import annotations

from typing import Any

from tests.e2e.session import Session, Window
from tests.framework.patience import wait_for


def setting(window: Window, node_id: str, part: str, value: object) -> dict[str, Any]:
    """Wait until a part of a row shows a value."""

    def find() -> dict[str, Any] | None:
        row: dict[str, Any] | None = window.ask(ask="setting", id=node_id)
        return row if row is not None and row[part] == value else None

    found = wait_for(find, f"{node_id} with {part} {value!r}")
    assert found is not None
    return found


def press_part(window: Window, node_id: str, part: str) -> None:
    """Click a part of a row, once it has come to rest: what is above it may come and go."""

    def look() -> list[int] | None:
        row = window.ask(ask="setting", id=node_id)
        return row["places"][part] if row else None

    window.click(f"{part} of {node_id}", look)


def settings_tab(window: Window) -> list[int]:
    """Wait for the tab "Settings" and return its place."""
    return window.resting("tab", name="settings")


def press_settings_tab(window: Window) -> None:
    """Click the tab "Settings" once it can be used."""
    window.click("the tab", lambda: window.ask(ask="tab", name="settings"))


def open_settings(window: Window, layer: str) -> None:
    """Show the settings of a layer with the mouse."""
    window.click_row(layer)
    press_settings_tab(window)


def kept(session: Session, layer: str) -> dict[str, object]:
    """Return the settings of a layer on the disk."""
    entry = session.saved()[0].find_entry(layer)
    return {one.key: one.value for one in entry.settings} if entry else {}
