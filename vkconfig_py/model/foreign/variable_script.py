"""Scripts that set variables (for bash, fish, PowerShell or cmd), as configurations of ours.

Only assignments are read; nothing is run. Variables that turn layers on become wishes, those that a
layer reads become its settings, all others are set for the program as they are.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

from vkconfig_py.model.documents.configuration import (
    Configuration,
    LayerEntry,
    Variable,
    Wish,
    new_key,
)
from vkconfig_py.model.foreign.json_text import ForeignError
from vkconfig_py.model.foreign.layer_settings import SettingsReader, TextValue
from vkconfig_py.model.foreign.values import Declared, ForeignKind, Opened
from vkconfig_py.model.settings.declared import DeclaredLayer
from vkconfig_py.model.settings.names import variable_names

_NAME = "Variables"
_LAYERS = "VK_INSTANCE_LAYERS"
_ASSIGNMENT = re.compile(r"(?:(?:export|declare -x)\s+)?([A-Za-z_]\w*)=(.*)", re.ASCII)
_CMD = re.compile(r"(?:@?set\s+)(\"?)([A-Za-z_]\w*)=(.*?)\1\s*", re.ASCII | re.IGNORECASE)
_FISH = re.compile(r"set\s+(?:-\S+\s+)+([A-Za-z_]\w*)\s+(.*)", re.ASCII)
_POWERSHELL = re.compile(r"\$env:([A-Za-z_]\w*)\s*=\s*(.*)", re.ASCII | re.IGNORECASE)
# VkConfig joins layers with commas, at which no loader splits.
_SEPARATORS = re.compile(r"[:;,]")


def open_script(content: bytes, declared: Declared) -> Opened:
    """Read the variables that a script sets.

    Raises:
        ForeignError: it sets none.
    """
    values = {value.key: value for value in _assignments(content)}
    if not values:
        raise ForeignError("it sets no variable")
    reader = SettingsReader(declared)
    readers = _readers(declared)
    wanted: list[str] = []
    rest: list[Variable] = []
    for name, value in values.items():
        if name == _LAYERS:
            wanted += [part for part in _SEPARATORS.split(value.text) if part]
        elif name in readers:
            for layer, key in readers[name]:
                reader.set(layer, key, value)
        else:
            rest.append(Variable(name, value.text))
    entries = {name: LayerEntry(name, Wish.ON, placed=True) for name in dict.fromkeys(wanted)}
    for name, entry in reader.entries.items():
        entries[name] = entries.get(name, entry)._replace(settings=entry.settings)
    found = Configuration(new_key(), _NAME, tuple(entries.values()), environment=tuple(rest))
    return Opened(ForeignKind.SCRIPT, (found,), notes=tuple(reader.notes))


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


def _assignments(content: bytes) -> Iterator[TextValue]:
    text = content.decode("utf-8-sig", "surrogateescape")
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if found := _CMD.fullmatch(stripped):
            yield TextValue(found[2], found[3], number)
            continue
        for pattern in (_ASSIGNMENT, _FISH, _POWERSHELL):
            if found := pattern.fullmatch(stripped):
                yield TextValue(found[1], _unquoted(found[2]), number)
                break


def _unquoted(text: str) -> str:
    """Return the first word of a shell, quotes taken away."""
    try:
        words = shlex.split(text, comments=True)
    except ValueError:  # a quote that nothing closes
        return text
    return words[0] if words else ""
