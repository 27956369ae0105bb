"""FileOpening: the part of the Store that opens and makes files of other programs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from vkconfig_py.model.knowing import Knowing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vkconfig_py.loader.host import Host
    from vkconfig_py.loader.report import LoaderReport
    from vkconfig_py.model.foreign.values import Opened, Rendered


class FileOpening(Knowing):
    """Override manifests, settings files and VkConfig's own files become configurations.

    Signals:
        file_opened: a file was opened or refused, and `message` has said so: its path, what
            it became (foreign.values.Opened), and whether that changed anything.
    """

    file_opened = Signal(str, object, bool)

    def open_file(self, path: str) -> None:
        """Read a file off the GUI thread and add what it says as one step of undo."""
        self.open_files((path,))

    def open_files(self, paths: Sequence[str]) -> None:
        """Read several files and add what they say, all as one step of undo."""
        inventory = self.picture.inventory if self.picture is not None else None
        job = partial(_open_all, self.doors.open_foreign, paths, self.machine.host, inventory)
        self._errands.submit(job, self._on_files_opened)

    def _on_files_opened(self, found: tuple[tuple[str, Opened], ...]) -> None:
        from vkconfig_py.model.foreign.adopting import adopt_all
        from vkconfig_py.model.foreign.telling import tell_all_opened

        before = {one.name for one in self.workspace.configurations}
        changed = adopt_all(self.workspace, found, self.shipped)
        self._commit(changed)
        is_new = changed is not None
        sentence = tell_all_opened(found, before, self.workspace.current, is_new=is_new)
        is_odd = any(opened.refused or opened.notes for _path, opened in found)
        self.message.emit(sentence, "warn" if is_odd else "neutral")
        for path, opened in found:
            self.file_opened.emit(path, opened, is_new)

    def export_to_vkconfig(self, key: str, deliver: Callable[[Rendered], None]) -> None:
        """Make a file of a configuration that VkConfig imports, off the GUI thread."""
        found = self.workspace.find(key)
        if found is not None:
            inventory = self.picture.inventory if self.picture is not None else None
            job = partial(self.doors.export_to_vkconfig, found, self.machine.host, inventory)
            self._errands.submit(job, deliver)


def _open_all(
    open_one: Callable[[str, Host, LoaderReport | None], Opened],
    paths: Sequence[str],
    host: Host,
    inventory: LoaderReport | None,
) -> tuple[tuple[str, Opened], ...]:
    return tuple((path, open_one(path, host, inventory)) for path in paths)
