"""Layer settings files (vk_layer_settings.txt) found on the disk, as configurations of ours."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.documents.configuration import Configuration, LayerEntry, new_key
from vkconfig_py.model.foreign.json_text import ForeignError
from vkconfig_py.model.foreign.values import Declared, ForeignKind, Note, Opened
from vkconfig_py.model.settings.checking import check_value
from vkconfig_py.model.settings.declared import DeclaredLayer, SettingType
from vkconfig_py.model.settings.encoding import Refused, decode
from vkconfig_py.model.settings.flags import repaired, unknown_parts
from vkconfig_py.model.settings.names import layer_key
from vkconfig_py.model.settings.values import entry_with
from vkconfig_py.model.writers.held_back import find_unwritten
from vkconfig_py.model.writers.layer_settings import (
    FileLine,
    file_comments,
    find_held_back,
    parse_layer_settings,
)

_NAME = "Layer settings"
# VkConfig makes a setting without effect a comment, and says so behind the value.
_HELD_BACK = re.compile(r"\s*\(Commented out.*", re.DOTALL)


class TextValue(NamedTuple):
    """A value as text, and where it stands.

    Attributes:
        separator: of paths on the platform that the file is for; lists are split at it.
    """

    key: str
    text: str
    line: int
    separator: str = ":"


def open_layer_settings(content: bytes, declared: Declared) -> Opened:
    """Read the settings that layers find in a file; those that are the default say nothing.

    Raises:
        ForeignError: no layer finds anything in it.
    """
    reader = SettingsReader(declared)
    for value in _values(content):
        reader.add(value)
    if not reader.entries and not reader.understood:
        raise ForeignError("no layer of this machine reads any of its settings")
    configuration = Configuration(new_key(), _NAME, tuple(reader.entries.values()))
    lost = (Note(one.sentence, one.line) for one in find_unwritten(file_comments(content)))
    return Opened(ForeignKind.LAYER_SETTINGS, (configuration,), notes=(*reader.notes, *lost))


class KnownLayers:
    """The layers of a machine by the names that they have in settings files."""

    def __init__(self, declared: Declared) -> None:
        self._copies: dict[str, list[DeclaredLayer]] = {}
        for layer in declared():
            self._copies.setdefault(layer_key(layer.name), []).append(layer)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all layers, such as khronos_validation."""
        return tuple(self._copies)

    def find(self, name: str, key: str) -> DeclaredLayer | None:
        """Return the copy of a layer that has a setting, else its first; None if there is none."""
        copies = self._copies.get(name, [])
        knowing = (copy for copy in copies if copy.setting(key) is not None)
        return next(knowing, copies[0] if copies else None)


class SettingsReader:
    """Makes entries of values that stand as text.

    Attributes:
        understood: how many values were read, defaults too.
    """

    def __init__(self, declared: Declared) -> None:
        self._known = KnownLayers(declared)
        self.entries: dict[str, LayerEntry] = {}
        self.notes: list[Note] = []
        self.understood = 0

    def add(self, value: TextValue) -> None:
        """Take a value over whose key names the layer too."""
        name, _, key = value.key.partition(".")
        layer = self._known.find(name, key)
        if layer is None:
            self._note(f"No layer of this machine reads {value.key}.", value)
        else:
            self.set(layer, key, value)

    def set(self, layer: DeclaredLayer, key: str, value: TextValue) -> None:
        """Take over the value of a layer's setting."""
        setting = layer.setting(key)
        if setting is None:
            self._note(f"{layer.name} has no setting {key}.", value)
            return
        read = decode(setting, value.text, value.separator)
        if isinstance(read, Refused):
            self._note(f"{layer.name}: {key} is left at its default. {read.reason}", value)
            return
        if setting.type is SettingType.FLAGS and (unknown := unknown_parts(setting, read)):
            named = ", ".join(f"“{part}”" for part in unknown)
            self._note(f"{layer.name}: {key} has no {named}, which is left out.", value)
            read = repaired(setting, read)
        invalid = check_value(setting, read)
        if invalid is not None:
            self._note(f"{layer.name}: {key} is left at its default. {invalid.reason}", value)
            return
        self.understood += 1
        entry = entry_with(layer, self.entries.get(layer.name, LayerEntry(layer.name)), key, read)
        if entry.is_worth_keeping:
            self.entries[layer.name] = entry

    def _note(self, sentence: str, value: TextValue) -> None:
        self.notes.append(Note(sentence, value.line))


def _values(content: bytes) -> Iterator[TextValue]:
    """Yield the values: of each name the last that layers see, else one that was held back."""
    lines = parse_layer_settings(content)
    theirs = [one for one in lines if not one.is_active and _HELD_BACK.search(one.value)]
    values = {line.key: _value(line) for line in (*theirs, *find_held_back(content))}
    values |= {line.key: _value(line) for line in lines if line.is_active}
    yield from sorted((value for key, value in values.items() if key), key=lambda one: one.line)


def _value(line: FileLine) -> TextValue:
    return TextValue(line.key, _HELD_BACK.sub("", line.value), line.line)
