"""Persistence: saves the workspace, and brings in what others wrote to its files."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vkconfig_py.model.session.autosave import Autosave
from vkconfig_py.model.session.folder_watch import FolderWatch

if TYPE_CHECKING:
    from vkconfig_py.model.configuration.workspace import DocumentProblem, Loaded
    from vkconfig_py.model.session.autosave import Joined
    from vkconfig_py.model.session.background import Shared
    from vkconfig_py.model.session.edits import Edits

UNREADABLE_NOW = "Cannot be read from its file any more: {}. Problems says why."
SAVED_NOW = "What could not be saved is saved now."


class Persistence(QObject):
    """The workspace and its files; other processes may change these too.

    Signals:
        joined: what others changed is in the workspace; it is on the disk already.
        problems_changed: other files than before cannot be read.
        message: a sentence for the user (text, tone).

    Attributes:
        problems: why files of the workspace cannot be read.
    """

    joined = Signal()
    problems_changed = Signal()
    message = Signal(str, str)

    def __init__(self, shared: Shared, edits: Edits, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._backend = shared.backend
        self._folder = shared.machine.paths.configurations
        self._edits = edits
        self._saver: Autosave | None = None
        self._watch: FolderWatch | None = None
        self.problems: tuple[DocumentProblem, ...] = ()

    def open(self, loaded: Loaded) -> None:
        """Begin with what the files say; edits are saved from now on."""
        self._edits.open(loaded.workspace, loaded.shipped)
        self._saver = Autosave(partial(self._backend.save, self._folder), loaded, self)
        self._saver.failed.connect(self._on_saver_failed)
        self._saver.kept_again.connect(self._on_saver_kept_again)
        self._saver.joined.connect(self._on_saver_joined)
        self._saver.problems_changed.connect(self._on_saver_problems_changed)
        self.problems = loaded.problems

    def watch(self, since: float | None = None) -> None:
        """Bring in what others write from now on, or from a moment on (epoch seconds)."""
        from vkconfig_py.model.configuration.workspace_files import COLLECTION_FILE, ORDER_FILE

        if self._watch is None:
            self._watch = FolderWatch(self)
            self._watch.changed.connect(self._on_files_changed)
        names = (f"{one.key}.json" for one in self._edits.workspace.configurations)
        files = (str(self._folder / name) for name in (ORDER_FILE, COLLECTION_FILE, *names))
        self._watch.watch((str(self._folder),), files, since)

    def keep(self) -> None:
        if self._saver is not None:
            self._saver.keep(self._edits.workspace)

    def flush(self) -> tuple[str, ...]:
        """Save now; return why that failed."""
        return () if self._saver is None else self._saver.flush()

    def close(self) -> None:
        if self._watch is not None:
            self._watch.close()
        if self._saver is not None:
            self._saver.close()

    def _on_files_changed(self) -> None:
        if self._saver is not None:
            self._saver.look(partial(self._backend.read_again, self._folder))
        self.watch()

    def _on_saver_joined(self, joined: Joined) -> None:
        from vkconfig_py.model.configuration.merge import carry, tell_current

        take_over = partial(carry, before=joined.before, after=joined.after, beside=joined.beside)
        edits = self._edits
        history = edits.history.carried(joined.after, take_over, dict(joined.beside))
        edits.replace_history(history, take_over(edits.began))
        self.joined.emit()
        sentences = joined.notes or filter(None, (tell_current(joined.before, joined.after),))
        if sentence := " ".join(sentences):
            self.message.emit(sentence, "warn")

    def _on_saver_problems_changed(self, problems: tuple[DocumentProblem, ...]) -> None:
        workspace = self._edits.workspace
        known = {f"{one.key}.json": f"“{one.name}”" for one in workspace.configurations}
        files = [Path(one.path).name for one in problems if one not in self.problems]
        self.problems = problems
        self.problems_changed.emit()
        if files:
            names = ", ".join(known.get(file, file) for file in files)
            self.message.emit(UNREADABLE_NOW.format(names), "warn")

    def _on_saver_failed(self, sentence: str) -> None:
        self.message.emit(sentence, "error")

    def _on_saver_kept_again(self) -> None:
        self.message.emit(SAVED_NOW, "neutral")
