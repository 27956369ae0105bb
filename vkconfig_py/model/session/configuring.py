"""Configuring: commands of the Session about whole configurations; each is one step of undo."""

from __future__ import annotations

from vkconfig_py.model.configuration import workspace_edits as commands
from vkconfig_py.model.configuration.configuration import Configuration, ProgramEntry
from vkconfig_py.model.configuration.workspace import is_edited, is_outdated
from vkconfig_py.model.session.editing import Editor


class Configuring(Editor):
    """What the user does to the list of configurations, and to what one is for."""

    def is_edited(self, key: str) -> bool:
        """Tell whether a built-in configuration is not as it is shipped."""
        found = self.workspace.find(key)
        return found is not None and is_edited(found, self.shipped)

    def is_outdated(self, key: str) -> bool:
        """Tell whether a built-in configuration was edited, and a newer one is shipped since."""
        found = self.workspace.find(key)
        return found is not None and is_outdated(found, self.shipped)

    def delete_configuration(self, key: str) -> None:
        """Remove a configuration; there is always one left."""
        self._commit(commands.delete_configuration(self.workspace, key, self.shipped))

    def reset_configuration(self, key: str) -> None:
        """Make a built-in configuration what is shipped; leave all to the loader in another."""
        self._commit(commands.reset_configuration(self.workspace, key, self.shipped))

    def reset_built_in(self) -> None:
        """Make every built-in configuration what is shipped; deleted ones come back."""
        self._commit(commands.reset_built_in(self.workspace, self.shipped))

    def import_configuration(self, content: bytes, path: str) -> str:
        """Add a configuration that was exported; return "" or why it cannot be read."""
        from vkconfig_py.model.configuration.configuration_json import read_exported
        from vkconfig_py.model.configuration.own_documents import DocumentError

        try:
            imported = read_exported(content, path)
        except DocumentError as error:
            return f"{path} could not be read: {error.sentence}"
        self.take_in(imported)
        return ""

    def take_in(self, imported: Configuration) -> None:
        """Add a configuration that was read from a file, and select it."""
        self._commit(commands.import_configuration(self.workspace, imported))

    def export_configuration(self, key: str) -> bytes:
        """Return the file of a configuration for another machine; b"" if there is none."""
        from vkconfig_py.model.configuration.configuration_json import export_configuration

        found = self.workspace.find(key)
        return b"" if found is None else export_configuration(found)

    def set_programs(self, key: str, programs: tuple[ProgramEntry, ...]) -> None:
        """Say which programs a configuration is for; none is every program."""
        self._commit(commands.set_programs(self.workspace, key, programs))

    def add_program(self, key: str, path: str) -> None:
        """Add a program that a configuration is for."""
        self._commit(commands.add_program(self.workspace, key, path))

    def remove_program(self, key: str, path: str) -> None:
        """Forget a program that a configuration was for."""
        self._commit(commands.remove_program(self.workspace, key, path))

    def enable_program(self, key: str, path: str, *, on: bool) -> None:
        """Use a configuration for a program, or only remember the program."""
        self._commit(commands.enable_program(self.workspace, key, path, on=on))

    def set_settings_file(self, key: str, path: str) -> None:
        """Use a settings file of the user's own as it is, or with "" what the editor says."""
        self._commit(commands.set_settings_file(self.workspace, key, path))

    def show_unlisted(self, *, shown: bool) -> None:
        """Give layers without an entry a row and a place, or take both away."""
        self._commit(commands.show_unlisted(self.workspace, shown=shown))
