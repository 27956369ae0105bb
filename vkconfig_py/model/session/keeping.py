"""Keeping: the part of the Session that saves the workspace, and brings in what others wrote."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from vkconfig_py.model.session.autosave import Autosave
from vkconfig_py.model.session.file_opening import FileOpening
from vkconfig_py.model.session.folder_watch import FolderWatch
from vkconfig_py.model.session.history import History

if TYPE_CHECKING:
    from vkconfig_py.model.configuration.workspace import DocumentProblem, Loaded
    from vkconfig_py.model.session.autosave import Joined

UNREADABLE_NOW = "Cannot be read from its file any more: {}. Problems says why."
SAVED_NOW = "What could not be saved is saved now."


class Keeping(FileOpening):
    """The workspace and its files; other processes may change these too."""

    _saver: Autosave | None = None
    _files_watch: FolderWatch | None = None

    def _open(self, loaded: Loaded) -> None:
        self._history = History(loaded.workspace)
        self.shipped = loaded.shipped
        self.began = loaded.workspace
        save = partial(self.backend.save, self.machine.paths.configurations)
        self._saver = Autosave(save, loaded, self)
        self._saver.failed.connect(self._on_saver_failed)
        self._saver.kept_again.connect(self._on_saver_kept_again)
        self._saver.joined.connect(self._on_saver_joined)
        self._saver.problems_changed.connect(self._on_saver_problems_changed)
        self._problems = loaded.problems

    def _watch_files(self, since: float | None = None) -> None:
        """Bring in what others write from now on, or from a moment on (epoch seconds)."""
        from vkconfig_py.model.configuration.workspace_files import COLLECTION_FILE, ORDER_FILE

        if self._files_watch is None:
            self._files_watch = FolderWatch(self)
            self._files_watch.changed.connect(self._on_files_changed)
        folder = self.machine.paths.configurations
        names = (f"{one.key}.json" for one in self.workspace.configurations)
        files = (str(folder / name) for name in (ORDER_FILE, COLLECTION_FILE, *names))
        self._files_watch.watch((str(folder),), files, since)

    def flush(self) -> tuple[str, ...]:
        """Save now; return why that failed."""
        return () if self._saver is None else self._saver.flush()

    def _stop_keeping(self) -> None:
        """Save what is not saved, and end."""
        if self._files_watch is not None:
            self._files_watch.close()
        if self._saver is not None:
            self._saver.close()

    def _keep(self) -> None:
        """Save the workspace soon."""
        if self._saver is not None:
            self._saver.keep(self.workspace)

    def _show_joined(self) -> None:
        """Show what others changed; it is on the disk already."""
        raise NotImplementedError  # the Session does

    def _on_files_changed(self) -> None:
        if self._saver is not None:
            self._saver.look(partial(self.backend.read_again, self.machine.paths.configurations))
        self._watch_files()

    def _on_saver_joined(self, joined: Joined) -> None:
        from vkconfig_py.model.configuration.merge import carry, tell_current

        take_over = partial(carry, before=joined.before, after=joined.after, beside=joined.beside)
        self._history = self._history.carried(joined.after, take_over, dict(joined.beside))
        self.began = take_over(self.began)
        self._show_joined()
        told = joined.notes or filter(None, (tell_current(joined.before, joined.after),))
        if sentence := " ".join(told):
            self.message.emit(sentence, "warn")

    def _on_saver_problems_changed(self, problems: tuple[DocumentProblem, ...]) -> None:
        known = {f"{one.key}.json": f"“{one.name}”" for one in self.workspace.configurations}
        files = [Path(one.path).name for one in problems if one not in self._problems]
        self._problems = problems
        self._look_for_notices()
        if files:
            names = ", ".join(known.get(file, file) for file in files)
            self.message.emit(UNREADABLE_NOW.format(names), "warn")

    def _on_saver_failed(self, sentence: str) -> None:
        self.message.emit(sentence, "error")

    def _on_saver_kept_again(self) -> None:
        self.message.emit(SAVED_NOW, "neutral")
