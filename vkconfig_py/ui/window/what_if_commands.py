"""Commands of the what-if bar, and of launches in safe mode without layers or other drivers."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.files.paths import is_folder
from vkconfig_py.model.plan.plan import NO_SAFE_MODE, SafeMode, SafeModeLayers
from vkconfig_py.ui.widgets.basic import escape_menu_text, find_position_below
from vkconfig_py.ui.widgets.desktop import announce
from vkconfig_py.ui.widgets.menus import PopupMenu

if TYPE_CHECKING:
    from vkconfig_py.model.chain.quick_fix import QuickFix
    from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
    from vkconfig_py.model.chain.what_if_choices import WhatIfOrError
    from vkconfig_py.ui.window.commands import Commands
    from vkconfig_py.ui.window.window_parts import WindowParts


MOVE_REFUSED = tr("Layers cannot be moved in a what-if. Close What-if (F9) to move them.")
CLOSED_BY_APPLY = tr("Apply does not use what-ifs, so What-if was closed. F9 reopens it.")
CLOSED_BY_LAUNCH = tr("Launched as configured, without the what-if. F9 reopens What-if.")
NO_DRIVERS = tr("No driver found")


class WhatIfCommands(QObject):
    """Opens and closes the what-if, and closes it before real actions."""

    def __init__(self, parts: WindowParts, commands: Commands) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._window = parts.window
        self._commands = commands
        self._session = parts.session
        self._what_if = parts.session.what_if
        self._announced_snapshot: ChainSnapshot | None = None
        self._checked_root: str | None = None
        parts.chain.what_if_bar_created.connect(self._on_bar_made)
        parts.chain.view.mover.refused.connect(self._on_move_refused)
        self._session.snapshots.shown_changed.connect(self.follow)
        self.follow()

    def follow(self) -> None:
        """Enable the actions of the what-if, and announce what it leads to."""
        actions, what_if = self._parts.actions, self._what_if
        actions["what_if"].setChecked(what_if.is_open)
        actions["what_if_adopt"].setEnabled(self._session.find_adoption() is not None)
        actions["what_if_reset"].setEnabled(what_if.is_hypothetical)
        self._announce_outcome()
        self._check_root()

    def _check_root(self) -> None:
        """Check off the GUI thread that the root folder exists."""
        # is_folder() on a thread: a folder of a dead network mount may block for minutes.
        root, self._checked_root = self._checked_root, self._what_if.assumptions.root
        if self._checked_root is not None and self._checked_root != root:
            new_root = self._checked_root
            self._parts.worker.submit(
                lambda: is_folder(Path(new_root)), partial(self._on_root, new_root)
            )

    def _on_root(self, root: str, exists: bool) -> None:
        """Say that the assumed root folder does not exist, if so."""
        bar = self._parts.chain.what_if
        if bar is not None:
            bar.show_missing_folder("" if exists else root)
        if not exists:
            self._parts.status_bar.show_toast(
                tr("Folder not found: {root}", root=root), tone="warn"
            )

    def _announce_outcome(self) -> None:
        """Tell screen readers what an assumption leads to, once per snapshot."""
        snapshot, bar = self._what_if.snapshot, self._parts.chain.what_if
        # shown_changed comes for other reasons too, and must not repeat the sentence.
        if snapshot is not None and snapshot is not self._announced_snapshot and bar is not None:
            announce(bar, bar.announcement)
        self._announced_snapshot = snapshot

    def toggle(self) -> None:
        """Open or close the what-if."""
        parts = self._parts
        if self._what_if.is_open:
            self._what_if.close()
            # The bar had the keyboard, and is hidden now.
            parts.chain.view.setFocus()
            announce(self._window, tr("What-if closed."))
        else:
            self._what_if.open()
            bar = parts.chain.what_if
            if bar is not None:
                bar.loader.setFocus(Qt.FocusReason.ShortcutFocusReason)
                description = bar.accessibleDescription()
            announce(self._window, tr("What-if: {about}", about=description))

    def close_for_action(self, sentence: str) -> None:
        """Close the what-if before something is really done, and show a sentence about it."""
        if self._what_if.is_hypothetical:
            self._parts.status_bar.show_toast(sentence)
        self._what_if.close()

    def apply(self) -> None:
        """Close the what-if, and open the popover that applies the configuration."""
        self.close_for_action(CLOSED_BY_APPLY)
        self._commands.open_apply()

    def adopt(self) -> None:
        """Put what the what-if assumes into the configuration, as far as that is possible."""
        sentence = self._session.adopt_what_if()
        if sentence:
            self._parts.status_bar.show_toast(sentence, undo=True)

    def try_offer(self, quick_fix: QuickFix) -> None:
        """Show what a fix would change as a what-if."""
        if quick_fix.remedy is not None:
            self._what_if.try_remedy(quick_fix.remedy)

    def ask_variable(self, name: str) -> None:
        """Open the what-if for the value of a variable, which the user types."""
        if not self._what_if.is_open:
            self._what_if.reset()
        bar = self._parts.chain.what_if
        if bar is not None:
            bar.popups.choose_variable(bar.variable, f"{name}=")

    def _on_bar_made(self) -> None:
        """Connect the bar of the what-if once it is made."""
        bar = self._parts.chain.what_if
        if bar is not None:
            from vkconfig_py.model.chain.what_if_choices import find_programs, find_views_and_roots

            popups, submit = bar.popups, self._parts.worker.submit
            host = self._parts.session.machine.host
            popups.view_requested.connect(self.show_view)
            popups.roots_requested.connect(
                lambda: submit(partial(find_views_and_roots, host), popups.offer_roots)
            )
            popups.programs_requested.connect(
                lambda known_programs: submit(
                    partial(find_programs, known_programs, host), popups.offer_programs
                )
            )

    def show_view(self, text: str) -> None:
        """Open the what-if with another view of the machine, such as "process:12"."""
        from vkconfig_py.model.chain.what_if_choices import assume_view

        # On a thread: it reads what processes there were started with.
        host = self._session.machine.host
        self._parts.worker.submit(
            partial(assume_view, self._what_if.assumptions, text, host), self._on_view
        )

    def _on_view(self, what_if: WhatIfOrError) -> None:
        """Assume another view of the machine, or show why that is not possible."""
        if isinstance(what_if, str):
            self._parts.status_bar.show_toast(what_if, tone="warn")
        else:
            self._what_if.set_assumptions(what_if)

    def _on_move_refused(self) -> None:
        """Say that layers cannot be moved in a what-if."""
        self._parts.status_bar.show_toast(MOVE_REFUSED)

    def launch(self, safe_mode: SafeMode = NO_SAFE_MODE) -> None:
        """Launch the program as configured or in safe mode, and close the what-if."""
        self._commands.launch(safe_mode)
        # Only if it started: a cancelled file dialog leaves the what-if open.
        if self._parts.launcher.is_starting:
            self.close_for_action(CLOSED_BY_LAUNCH)


class SafeModeCommands(QObject):
    """Launches that leave out layers or drivers, and the menus that offer them."""

    def __init__(self, parts: WindowParts, commands: Commands, what_if: WhatIfCommands) -> None:
        super().__init__(parts.window)
        self._parts, self._commands = parts, commands
        self.launch = what_if.launch
        parts.header.safe_mode_requested.connect(self.show_menu)
        parts.chain.safe_mode_bar_created.connect(self._on_bar_made)

    def launch_without(self, left_out: SafeModeLayers) -> None:
        """Launch the program without some of its layers."""
        self.launch(SafeMode(left_out))

    def show_menu(self, position: QPoint) -> None:
        """Open the menu of launches: as configured, with less, and by other launchers."""
        self.make_menu().exec(position)

    def make_menu(self) -> PopupMenu:
        """Return that menu. Other launchers start programs themselves, with a text to copy."""
        actions = self._parts.actions
        menu = actions.make_menu(self._parts.window)
        if game := self._commands.game:
            label = escape_menu_text(tr("Copy for {game}", game=game))
            menu.addAction(label, partial(self._commands.program_commands.copy_for_game, game))
            menu.addSeparator()
        menu.addAction(actions["launch"])
        menu.addSeparator()
        menu.addAction(actions["safe_implicit"])
        menu.addAction(actions["safe_layers"])
        drivers = menu.add_submenu(tr("Launch with only one driver"))
        drivers.setEnabled(actions["safe_driver"].isEnabled())
        self._add_drivers(drivers)
        menu.addSeparator()
        for name in ("export_steam", "entry_lutris", "entry_heroic"):
            menu.addAction(actions[name])
        return menu

    def choose_driver(self) -> None:
        """Open the menu of drivers for a launch with one of them alone."""
        menu = self._parts.actions.make_menu(self._parts.window)
        self._add_drivers(menu)
        menu.exec(find_position_below(self._parts.header.launch))

    def _add_drivers(self, menu: PopupMenu) -> None:
        """Add one entry per driver, which launches with it alone."""
        snapshot = self._parts.session.snapshots.current
        files = snapshot.inventory.drivers if snapshot is not None else ()
        names = dict.fromkeys(driver.file.rpartition("/")[2] for driver in files)
        for name in names:
            safe_mode = SafeMode(driver=name)
            menu.addAction(
                escape_menu_text(name.removesuffix(".json")), partial(self.launch, safe_mode)
            )
        if not names:
            menu.addAction(NO_DRIVERS).setEnabled(False)

    def _on_bar_made(self) -> None:
        """Connect the bar of safe mode once it is made."""
        bar = self._parts.chain.safe_mode
        if bar is not None:
            bar.relaunch_requested.connect(self.launch)
