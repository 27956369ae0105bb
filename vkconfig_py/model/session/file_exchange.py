"""Opens files of other programs, and exports configurations for VkConfig."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vkconfig_py.model.session.background import SlowTask
from vkconfig_py.model.text.wording import count_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vkconfig_py.loader.base.host import Host
    from vkconfig_py.loader.rules.loader_report import LoaderReport
    from vkconfig_py.model.formats.foreign_files import Opened, Rendered
    from vkconfig_py.model.session.backend import Backend
    from vkconfig_py.model.session.background import Shared
    from vkconfig_py.model.session.edits import Edits
    from vkconfig_py.model.session.pictures import Pictures

_Found = tuple[tuple[str, ...], tuple[tuple[str, "Opened"], ...]]


class FileExchange(QObject):
    """Override manifests, settings files and VkConfig's own files become configurations.

    Signals:
        file_opened: a file was opened or refused, after `message`: its path, the result
            (foreign.values.Opened), and whether the workspace changed.
        message: a sentence for the user (text, tone).
        folders_arrived: folders to search for layers were opened (a list of paths).
    """

    file_opened = Signal(str, object, bool)
    folders_arrived = Signal(list)
    message = Signal(str, str)

    def __init__(
        self,
        shared: Shared,
        edits: Edits,
        pictures: Pictures,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._backend, self._reads = shared.backend, shared.reads
        self._host = shared.machine.host
        self._edits = edits
        self._pictures = pictures

    def open_paths(self, paths: Sequence[str]) -> None:
        """Open files that were named, dropped or chosen; folders are reported by a signal.

        The disk is read on a separate thread: a network folder that does not respond blocks neither
        the window nor other jobs. Several files are one undo step.
        """
        job = partial(_open_all, self._backend, tuple(paths), self._host, self._inventory())
        task = SlowTask("files", self)
        task.slow.connect(lambda: self.message.emit(_slow_message(paths), "neutral"))
        task.run(job, self._on_opened)

    def _on_opened(self, opened: _Found) -> None:
        folders, found = opened
        if folders:
            self.folders_arrived.emit(list(folders))
        if found:
            self._add(found)

    def _add(self, found: tuple[tuple[str, Opened], ...]) -> None:
        from vkconfig_py.model.exchange.take_over import adopt_all, opened_files_message

        edits = self._edits
        before = {one.name for one in edits.workspace.configurations}
        changed = adopt_all(edits.workspace, found, edits.shipped)
        edits.commit(changed)
        is_new = changed is not None
        sentence = opened_files_message(found, before, edits.workspace.current, is_new=is_new)
        is_odd = any(opened.refused or opened.notes for _path, opened in found)
        self.message.emit(sentence, "warn" if is_odd else "neutral")
        for path, opened in found:
            self.file_opened.emit(path, opened, is_new)

    def export_to_vkconfig(self, key: str, deliver: Callable[[Rendered], None]) -> None:
        """Write a configuration to a file that VkConfig imports, off the GUI thread."""
        found = self._edits.workspace.find(key)
        if found is not None:
            export = self._backend.export_to_vkconfig
            self._reads.submit(partial(export, found, self._host, self._inventory()), deliver)

    def close(self) -> None:
        """Stop reading; blocked threads are abandoned."""
        for task in self.findChildren(SlowTask):
            task.close()

    def _inventory(self) -> LoaderReport | None:
        picture = self._pictures.current
        return None if picture is None else picture.inventory


def _open_all(
    backend: Backend, paths: tuple[str, ...], host: Host, inventory: LoaderReport | None
) -> _Found:
    arrived = backend.sort_dropped_paths(paths)
    found = tuple((path, backend.open_foreign(path, host, inventory)) for path in arrived.files)
    return arrived.folders, found


def _slow_message(paths: Sequence[str]) -> str:
    if len(paths) == 1:
        return f"{paths[0]} does not answer yet. It is opened when it does."
    more = count_of(len(paths) - 1, "other")
    return f"{paths[0]} and {more} do not answer yet. They are opened when they do."
