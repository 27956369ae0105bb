"""The command that erases all data: a list, a question, a backup, then the window closes.

The folders go when the event loop has ended (gui.py): a closing window still writes its state.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.text.wording import abbreviate_home
from vkconfig_py.ui.widgets import messages

if TYPE_CHECKING:
    from pathlib import Path

    from vkconfig_py.model.launch.own_data import OwnData
    from vkconfig_py.ui.window.window_parts import WindowParts


class EraseCommands:
    """Asks before all data of vkconfig-py is erased, and saves it in one file."""

    def __init__(self, parts: WindowParts) -> None:
        self._parts = parts

    def start(self) -> None:
        """Find what there is to erase, then ask."""
        session = self._parts.session
        if session.machine.demo:
            toast = tr(
                "The sample machine is a temporary copy: it is deleted when its window closes."
            )
            self._parts.status_bar.show_toast(toast)
            return
        session.shared.changes.submit(self._find_data, self._on_found)

    def _find_data(self) -> tuple[OwnData, Path | None]:
        """List the data and find a path for their backup, on the worker."""
        from vkconfig_py.model.apply.service import ApplyService
        from vkconfig_py.model.launch import menu_entry, own_data

        machine = self._parts.session.machine
        service = ApplyService(machine.paths, machine.host.root)
        menu_folder = menu_entry.find_menu_folder(machine.host)
        data = own_data.find_own_data(service, machine.paths, menu_folder)
        return data, own_data.make_backup_path({"HOME": machine.home})

    def _on_found(self, found: tuple[OwnData, Path | None]) -> None:
        """Ask, with everything that goes. Withdraw it after a yes, then save it."""
        parts, session = self._parts, self._parts.session
        data, backup = found
        if backup is None:
            parts.status_bar.show_toast(tr("Cannot back up your data: no home folder found."))
            return
        home = session.machine.home
        backup_path = abbreviate_home(str(backup), home)
        if not messages.ask_erase(parts.window, data.describe(home), backup_path):
            return
        session.persistence.flush()
        error = session.withdraw_now(is_going_on=True)
        if error:
            parts.status_bar.show_toast(error, tone="error")
            return
        session.shared.changes.submit(partial(self._save, backup), partial(self._on_saved, backup))

    def _save(self, backup: Path) -> str:
        """Write the backup, on the worker. Return "" or the error."""
        from vkconfig_py.model.files.atomic_files import render_error
        from vkconfig_py.model.launch.own_data import write_backup

        try:
            write_backup(self._parts.session.machine.paths, backup)
        except OSError as error:
            return render_error(tr("No data was removed"), str(backup), error)
        return ""

    def _on_saved(self, backup: Path, error: str) -> None:
        """Close the window, after which everything goes, or show why nothing was saved."""
        parts = self._parts
        if error:
            parts.status_bar.show_toast(error, tone="error")
        elif not parts.services.quit(erasing=True):
            sentence = tr("No data was removed. Backup of your data: {path}", path=backup)
            parts.status_bar.show_toast(sentence)
