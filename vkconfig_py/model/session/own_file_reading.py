"""The user's own file of the layer whose settings are shown, read off the GUI thread.

Its values take the place of the layer's defaults on the page: what a configuration does not choose
is what the file says.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, OwnSettings
from vkconfig_py.model.layer_settings.own_file import (
    NO_FILE,
    FileValue,
    OwnFile,
    session_values,
    with_file,
)
from vkconfig_py.model.plan.plan import without_own_files
from vkconfig_py.model.session.background import Worker

if TYPE_CHECKING:
    from vkconfig_py.loader.base.host import Host
    from vkconfig_py.model.chain.picture_values import Picture
    from vkconfig_py.model.configuration.configuration import LayerEntry


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

    def look(self, declared: DeclaredLayer | None, picture: Picture | None) -> None:
        """Read what a layer reads in a picture's program; what is known stays until then.

        A file that is applied counts as it was before.
        """
        own = declared.own if declared else None
        if own is None or own != self._own:
            self._take(NO_FILE)
        self._own = own
        if declared is not None and own is not None and picture is not None:
            from vkconfig_py.model.layer_settings.own_places import started
            from vkconfig_py.model.programs.program_paths import windows_program

            changes = [(one.name, one.value) for one in picture.question.configuration.environment]
            host = without_own_files(picture.question, picture.question.host)
            host = host.with_environment(changes).with_executable(picture.report.host.executable)
            target = picture.question.configuration.target
            host = started(host, target)
            windows = windows_program(target.program, target.arguments)
            said = session_values(declared, picture.question.host.environment)
            entry = picture.question.configuration.entry(declared.name)
            wanted = partial(_read, declared, own, host, windows, said, entry)
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


def _read(
    declared: DeclaredLayer,
    own: OwnSettings,
    host: Host,
    windows_program: str,
    session: Mapping[str, FileValue],
    entry: LayerEntry | None,
) -> OwnFile:
    # Imported here, as few sessions have such a layer.
    from vkconfig_py.model.formats.own_files import read_own, with_presets
    from vkconfig_py.model.formats.reshade_settings import find_effects
    from vkconfig_py.model.layer_settings.own_notes import preset_in_force
    from vkconfig_py.model.layer_settings.own_places import own_places, presets_place

    scanner = Scanner(host, DocumentCache())
    places = own_places(own, host, host.executable, windows_program)
    found = ((path, scanner.read(path)) for path in places)
    path, content = next((one for one in found if one[1] is not None), ("", None))
    file = read_own(own, path, content)
    presets = presets_place(own, host)
    if presets and (content := scanner.read(presets)) is not None:
        number = preset_in_force(declared, file, entry, host.environment)
        file = with_presets(file, presets, content, number)
    if session:
        file = file._replace(values={**file.values, **session})
    effects = find_effects(own, file, (entry,) if entry else (), scanner.read)
    return file._replace(effects=effects) if effects else file
