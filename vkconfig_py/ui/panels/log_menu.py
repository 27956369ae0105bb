"""The context menu of the log: what can be done with an entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtWidgets import QMenu, QWidget

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.launch.log_entries import LogEntry
from vkconfig_py.ui.widgets.basic import menu_text

_SEVERITY_WORDS = {"error": "errors", "warning": "warnings", "info": "information"}


class LogCommands(Protocol):
    """What the panel does for its menu."""

    def copy_selected(self) -> None:
        """Copy the texts of the selected entries."""

    def copy_all(self) -> None:
        """Copy all rows, with time, severity and source."""

    def save(self) -> None:
        """Save the whole log to a file."""

    def show_only_source(self, source: str) -> None:
        """Show the entries of one source."""

    def show_only_severity(self, severity: str) -> None:
        """Show the entries of one severity."""

    def show_everything(self) -> None:
        """Drop all filters."""

    def go_to_first_error(self) -> None:
        """Show the first error of the launch."""


class MenuItem(NamedTuple):
    """A line of the menu; without a label a separator."""

    label: str = ""
    act: Callable[[], None] | None = None
    keys: str = ""
    enabled: bool = True


def entry_items(
    entry: LogEntry | None, commands: LogCommands, *, filtered: bool, has_error: bool
) -> list[MenuItem]:
    """The menu of an entry; None for a click beside the rows."""
    items: list[MenuItem] = []
    if entry is not None:
        source, severity = entry.source, entry.severity
        items += (
            MenuItem("Copy", commands.copy_selected, "Ctrl+C"),
            MenuItem(),
            MenuItem(f"Only {source}", lambda: commands.show_only_source(source)),
            MenuItem(
                f"Only {_SEVERITY_WORDS.get(severity, severity)}",
                lambda: commands.show_only_severity(severity),
            ),
        )
    return [
        *items,
        MenuItem("Show everything", commands.show_everything, enabled=filtered),
        MenuItem("Go to the first error", commands.go_to_first_error, enabled=has_error),
        MenuItem(),
        MenuItem("Copy all rows", commands.copy_all),
        MenuItem("Save the whole log…", commands.save),
    ]


def make_menu(items: list[MenuItem], parent: QWidget) -> QMenu:
    menu = QMenu(parent)
    for item in items:
        if item.act is None:
            menu.addSeparator()
            continue
        text = menu_text(item.label) + (f"\t{item.keys}" if item.keys else "")
        menu.addAction(text, item.act).setEnabled(item.enabled)
    return menu
