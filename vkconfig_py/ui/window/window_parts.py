"""The objects that the window's commands use, and the saved state of the window.

WindowState is a file in the program's own state folder. Not QSettings: it follows links, blocks if
its file is a pipe, and may overwrite the file of a newer version.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from vkconfig_py.model.configuration.own_documents import WINDOW_FILE, read_values, write_values

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import SignalInstance
    from PySide6.QtWidgets import QMainWindow, QWidget

    from vkconfig_py.model.session.background import Worker
    from vkconfig_py.model.session.launcher import Launcher
    from vkconfig_py.model.session.problem_list import HiddenNotes
    from vkconfig_py.model.session.session import Session
    from vkconfig_py.ui.chain.pane import ChainPane
    from vkconfig_py.ui.inspector.inspector import Inspector
    from vkconfig_py.ui.panels.configurations_pane import ConfigurationsPane
    from vkconfig_py.ui.panels.docks import Docks
    from vkconfig_py.ui.theme.context import ThemeContext
    from vkconfig_py.ui.widgets.actions import Actions
    from vkconfig_py.ui.widgets.panes import Splitter
    from vkconfig_py.ui.window.banner import BannerBar
    from vkconfig_py.ui.window.bars import Header, StatusBar

StateValue = int | str


class WindowState:
    """Typed access to the saved geometry and choices.

    Values are written by a thread that ends after writing: nothing waits for the disk, and a kill
    soon after loses nothing. Another window may have written meanwhile, so only values that changed
    here are put into the file.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / WINDOW_FILE
        self._values = read_values(self._file) or {}
        self._changed_values: dict[str, StateValue] = {}
        self._lock = threading.Lock()
        self._writer: threading.Thread | None = None

    def number(self, key: str, default: int) -> int:
        """Return the saved number of a key, the default if there is none."""
        value = self._values.get(key)
        return value if isinstance(value, int) else default

    def get_text(self, key: str, default: str = "") -> str:
        """Return the saved text of a key, the default if there is none."""
        value = self._values.get(key)
        return value if isinstance(value, str) else default

    def get_selected_row(self, configuration: str) -> str:
        """Return the key of the row that was selected in a configuration last, "" for none."""
        return self.get_text(f"selected/{configuration}")

    def set_selected_row(self, configuration: str, row: str) -> None:
        """Remember the key of the row that is selected in a configuration."""
        self.set_value(f"selected/{configuration}", row)

    def set_value(self, key: str, value: StateValue) -> None:
        """Remember a value for the next start. A thread writes it."""
        with self._lock:
            if self._values.get(key) == value:
                return
            self._values[key] = self._changed_values[key] = value
            # One thread at a time, which takes all that is changed while it writes.
            if self._writer is None:
                # No daemon: at exit the interpreter waits for it.
                self._writer = threading.Thread(target=self._write, name="window state")
                self._writer.start()

    def wait_until_saved(self) -> None:
        """Wait until everything is written, or has failed."""
        writer = self._writer
        if writer is not None:
            writer.join()

    def _write(self) -> None:
        """Write changed values on a thread until none is left."""
        while True:
            with self._lock:
                changed_values, self._changed_values = self._changed_values, {}
                # Under the lock: a value kept just now either is in changed, or starts the next
                # thread.
                if not changed_values:
                    self._writer = None
                    return
            write_values(self._file, changed_values)


class WindowServices(Protocol):
    """Functions of the window for its commands."""

    @property
    def closed(self) -> SignalInstance:
        """Signal: the window is closed for good, and threads must end."""

    @property
    def demo_requested(self) -> SignalInstance:
        """Signal: open the sample machine."""

    def insert_parts(self, banner: BannerBar, inspector: Inspector) -> None:
        """Insert banner and inspector, which are made after the first paint."""

    def inspect(self, key: str) -> None:
        """Show the row with this key in the inspector."""

    def show_inspector(self) -> None:
        """Bring the inspector into view, over the chain if the window is narrow."""

    def go_to_inspector(self) -> None:
        """Focus the inspector."""

    def show_instead(self, replaced_widget: QWidget | None) -> None:
        """Show a widget in the place of header and panes, or with None show these again."""

    def hide_when_closed(self, hide: Callable[[], bool] | None) -> None:
        """Set a function that hides the window instead of closing it.

        Args:
            hide: returns whether it has hidden the window, None for no such function.
        """

    @property
    def restart_requested(self) -> SignalInstance:
        """Signal: close the window and start the program again."""

    def quit(self, *, erases_data: bool = False) -> bool:
        """Close the window for good, and return whether it is closed.

        `erases_data`: all data of vkconfig-py goes afterwards.
        """

    def rescan(self) -> None:
        """Search for loaders, layers and drivers again."""


@dataclass(eq=False, slots=True)
class WindowParts:
    """The session and the widgets of the window.

    Attributes:
        window: parent of dialogs, menus and commands.
        launcher: created with the second half of the window, like all attributes after it.
    """

    window: QMainWindow
    services: WindowServices
    context: ThemeContext
    session: Session
    state: WindowState
    hidden_notes: HiddenNotes
    worker: Worker
    actions: Actions
    splitter: Splitter
    header: Header
    configurations: ConfigurationsPane
    chain: ChainPane
    status_bar: StatusBar
    launcher: Launcher = field(init=False)
    banner: BannerBar = field(init=False)
    inspector: Inspector = field(init=False)
    docks: Docks = field(init=False)
