"""Scripts that set variables (for bash, fish, PowerShell or cmd), as configurations of ours.

Only assignments are read; nothing is run. Variables that turn layers on become wishes, those that a
layer reads become its settings, all others are set for the program as they are. Of a script of ours
the values that it holds back as comments are read too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from vkconfig_py.model.documents.configuration import (
    Configuration,
    LayerEntry,
    Variable,
    Wish,
    new_key,
)
from vkconfig_py.model.foreign.json_text import ForeignError
from vkconfig_py.model.foreign.layer_settings import SettingsReader, TextValue
from vkconfig_py.model.foreign.script_lines import Assignment, read_script
from vkconfig_py.model.foreign.values import Declared, ForeignKind, Note, Opened
from vkconfig_py.model.settings.declared import DeclaredLayer
from vkconfig_py.model.settings.names import variable_names

_NAME = "Variables"
_LAYERS = "VK_INSTANCE_LAYERS"
# VkConfig joins layers with commas, at which no loader splits.
_SEPARATORS = re.compile(r"[:;,]")


def open_script(content: bytes, declared: Declared) -> Opened:
    """Read the variables that a script sets.

    Raises:
        ForeignError: it sets none.
    """
    script = read_script(content)
    if not script.assignments and not script.held_back:
        raise ForeignError("it sets no variable")
    reading = _Reading(declared)
    active = _last(script.assignments)
    for name, one in (_last(script.held_back) | active).items():
        reading.add(one, is_held_back=name not in active)
    notes = [*reading.notes, *(Note(one.sentence, one.line) for one in script.unwritten)]
    return Opened(ForeignKind.SCRIPT, (reading.configuration(),), notes=tuple(notes))


def _last(assignments: Iterable[Assignment]) -> dict[str, Assignment]:
    """Return of each variable what counts."""
    return {one.name: one for one in assignments}


class _Reading:
    """Makes a configuration of variables."""

    def __init__(self, declared: Declared) -> None:
        self._reader = SettingsReader(declared)
        self._readers = _readers(declared)
        self._wanted: list[str] = []
        self._rest: list[Variable] = []

    @property
    def notes(self) -> list[Note]:
        """What could not be taken over so far."""
        return self._reader.notes

    def add(self, one: Assignment, *, is_held_back: bool) -> None:
        """Take a variable over."""
        read_by = self._readers.get(one.name, ())
        if not one.is_whole:
            self.notes.append(Note(f"{one.name} is left out: not all of it can be read.", one.line))
        elif is_held_back and not read_by:
            said = f"{one.name} is a comment there, and no layer of this machine reads it."
            self.notes.append(Note(said, one.line))
        elif one.value is not None and one.name == _LAYERS:
            self._wanted += [part for part in _SEPARATORS.split(one.value) if part]
        elif one.value is not None and read_by:
            for layer, key in read_by:
                value = TextValue(one.name, one.value, one.line, one.separator)
                self._reader.set(layer, key, value)
        else:
            self._rest.append(Variable(one.name, one.value))

    def configuration(self) -> Configuration:
        """Return what was taken over."""
        names = dict.fromkeys(self._wanted)
        entries = {name: LayerEntry(name, Wish.ON, placed=True) for name in names}
        for name, entry in self._reader.entries.items():
            entries[name] = entries.get(name, entry)._replace(settings=entry.settings)
        rest = tuple(self._rest)
        return Configuration(new_key(), _NAME, tuple(entries.values()), environment=rest)


def _readers(declared: Declared) -> dict[str, list[tuple[DeclaredLayer, str]]]:
    """Return what reads each variable; several layers may read one of a short name."""
    found: dict[str, list[tuple[DeclaredLayer, str]]] = {}
    names = set()
    for layer in declared():
        if layer.name in names:
            continue
        names.add(layer.name)
        for setting in layer.walk():
            for name in variable_names(layer, setting):
                found.setdefault(name, []).append((layer, setting.key))
    return found
