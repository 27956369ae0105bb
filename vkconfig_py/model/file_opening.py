"""FileOpening: the part of the Store that opens and makes files of other programs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from vkconfig_py.model.knowing import Knowing

if TYPE_CHECKING:
    from collections.abc import Callable

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
        inventory = self.picture.inventory if self.picture is not None else None
        job = partial(self.doors.open_foreign, path, self.machine.host, inventory)
        self._errands.submit(job, partial(self._on_file_opened, path))

    def _on_file_opened(self, path: str, opened: Opened) -> None:
        from vkconfig_py.model.foreign.adopting import adopt
        from vkconfig_py.model.foreign.telling import tell_opened

        before = {one.name for one in self.workspace.configurations}
        changed = None if opened.refused else adopt(self.workspace, opened, path, self.shipped)
        self._commit(changed)
        is_new = changed is not None
        sentence = tell_opened(path, opened, before, self.workspace.current, is_new=is_new)
        tone = "warn" if opened.refused or opened.notes else "neutral"
        self.message.emit(sentence, tone)
        self.file_opened.emit(path, opened, is_new)

    def export_to_vkconfig(self, key: str, deliver: Callable[[Rendered], None]) -> None:
        """Make a file of a configuration that VkConfig imports, off the GUI thread."""
        found = self.workspace.find(key)
        if found is not None:
            inventory = self.picture.inventory if self.picture is not None else None
            job = partial(self.doors.export_to_vkconfig, found, self.machine.host, inventory)
            self._errands.submit(job, deliver)
