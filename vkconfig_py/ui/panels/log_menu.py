"""The context menu of the log: what can be done with an entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtWidgets import QMenu, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.launch.log_entries import LogEntry, MessageHead
from vkconfig_py.ui.panels.log_message_bar import MessageOffers
from vkconfig_py.ui.widgets.basic import menu_text

_ONLY = {
    "error": tr("Only errors"),
    "warning": tr("Only warnings"),
    "info": tr("Only information"),
}


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

    def offers_of(self, head: MessageHead) -> MessageOffers:
        """What can be done with a message of the validation layer."""

    def mute(self, head: MessageHead) -> None:
        """Leave a message out from the next launch on."""

    def open_rule(self, head: MessageHead) -> None:
        """Open the rule of a message in the specification."""

    def go_to_setting(self, head: MessageHead) -> None:
        """Show the setting with which the layer prints a message."""

    def show_only_kind(self, kind: str) -> None:
        """Show the messages of one kind."""

    def copy_text(self, text: str) -> None:
        """Copy a text."""


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
            MenuItem(tr("Copy"), commands.copy_selected, "Ctrl+C"),
            MenuItem(),
            *(message_items(entry.message, commands) if entry.message else ()),
            MenuItem(tr("Only {what}", what=source), lambda: commands.show_only_source(source)),
            MenuItem(
                _ONLY.get(severity, tr("Only {what}", what=severity)),
                lambda: commands.show_only_severity(severity),
            ),
        )
    return [
        *items,
        MenuItem(tr("Show everything"), commands.show_everything, enabled=filtered),
        MenuItem(tr("Go to the first error"), commands.go_to_first_error, enabled=has_error),
        MenuItem(),
        MenuItem(tr("Copy all rows"), commands.copy_all),
        MenuItem(tr("Save the whole log…"), commands.save),
    ]


def message_items(head: MessageHead, commands: LogCommands) -> list[MenuItem]:
    """What the menu has for a message, or for all of its kind."""
    offers = commands.offers_of(head)
    mute = tr("Muted from the next launch on") if offers.is_muted else tr("Mute this")
    items = [MenuItem(mute, lambda: commands.mute(head), enabled=not offers.is_muted)]
    if offers.has_rule:
        items.append(MenuItem(tr("Open in the specification"), lambda: commands.open_rule(head)))
    if offers.has_setting:
        items.append(MenuItem(tr("Go to the setting"), lambda: commands.go_to_setting(head)))
    if head.identifier:
        identifier = head.identifier
        items.append(MenuItem(tr("Copy the identifier"), lambda: commands.copy_text(identifier)))
    items.append(
        MenuItem(tr("Only messages of this kind"), lambda: commands.show_only_kind(head.kind))
    )
    return [*items, MenuItem()]


def make_menu(items: list[MenuItem], parent: QWidget) -> QMenu:
    menu = QMenu(parent)
    for item in items:
        if item.act is None:
            menu.addSeparator()
            continue
        text = menu_text(item.label) + (f"\t{item.keys}" if item.keys else "")
        menu.addAction(text, item.act).setEnabled(item.enabled)
    return menu
