"""The user's own file of the layer whose settings are shown, read off the GUI thread.

Its values take the place of the layer's defaults on the page: what a configuration does not choose
is what the file says.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vkconfig_py.model.layer_settings.declared import DeclaredLayer, OwnSettings
from vkconfig_py.model.layer_settings.own_file import NO_FILE, OwnFile, with_file
from vkconfig_py.model.session.background import Worker

if TYPE_CHECKING:
    from vkconfig_py.model.chain.picture_values import ChainSnapshot


class OwnFiles(QObject):
    """The file of one layer at a time.

    Signals:
        changed: another file, or another content of it, is known.
    """

    changed = Signal()

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._own: OwnSettings | None = None
        self._merged: tuple[DeclaredLayer, OwnFile, DeclaredLayer] | None = None
        self.file = NO_FILE

    def look(self, declared: DeclaredLayer | None, picture: ChainSnapshot | None) -> None:
        """Read what a layer reads in a picture's program; what is known stays until then."""
        own = declared.own if declared else None
        if own is None or own != self._own:
            self._take(NO_FILE)
        self._own = own
        if declared is not None and own is not None and picture is not None:
            # Imported here, as few sessions have such a layer.
            from vkconfig_py.model.plan.users_file import read_users_file

            program = picture.report.host.executable
            wanted = partial(read_users_file, declared, picture.question, program)
            self._worker.submit(wanted, partial(self._on_read, own))

    def merged(self, declared: DeclaredLayer | None) -> DeclaredLayer | None:
        """A layer with the values of its file as defaults; the same object for the same both."""
        if declared is None or declared.own is None or self.file is NO_FILE:
            return declared
        known = self._merged
        if known is None or known[0] is not declared or known[1] is not self.file:
            self._merged = known = (declared, self.file, with_file(declared, self.file))
        return known[2]

    def _on_read(self, own: OwnSettings, file: OwnFile) -> None:
        if own == self._own:
            self._take(file)

    def _take(self, file: OwnFile) -> None:
        if file != self.file:
            self.file = file
            self.changed.emit()
