"""Open a file that another program wrote as configurations: the one entrance for all kinds."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import PurePath

from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME
from vkconfig_py.loader.own_files import SIZE_LIMIT
from vkconfig_py.loader.records import Any
from vkconfig_py.model.documents.collection_file import parse_collection
from vkconfig_py.model.documents.configuration import new_key
from vkconfig_py.model.documents.configuration_file import render_configuration
from vkconfig_py.model.documents.exchange import read_exported
from vkconfig_py.model.documents.members import DocumentError
from vkconfig_py.model.documents.workspace import Source
from vkconfig_py.model.foreign.json_text import ForeignError, JsonFile, items, members, text
from vkconfig_py.model.foreign.layer_settings import open_layer_settings
from vkconfig_py.model.foreign.loader_settings import open_loader_settings
from vkconfig_py.model.foreign.override_manifest import open_override
from vkconfig_py.model.foreign.values import Declared, ForeignKind, Note, Opened, no_layers
from vkconfig_py.model.foreign.variable_script import open_script
from vkconfig_py.model.foreign.vkconfig_configuration import open_vkconfig
from vkconfig_py.model.foreign.vkconfig_state import BesideFile, open_state
from vkconfig_py.model.picture.wording import count_of
from vkconfig_py.model.settings.path_variables import NO_VARIABLES, PathVariables
from vkconfig_py.model.writers.layer_settings import FILE_NAME

Beside = Callable[[], Sequence[BesideFile]]

_MOST_NOTES = 200
_SCRIPTS = frozenset((".sh", ".bash", ".bat", ".cmd", ".fish", ".ps1"))
# A line of a settings file, one that names a layer, and one of a script of any name.
_PAIR = re.compile(rb"(?:\xef\xbb\xbf)?[^\s=<>(){};]+[ \t]*=")
_OF_A_LAYER = re.compile(rb"(?:\xef\xbb\xbf)?[^\s=.<>(){};]*\.[^\s=<>(){};]*[ \t]*=")
_VARIABLE = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\$env:\w+\s*=|export\s+\w+=|set\s+-\w+\s+\w+\s|@?set\s+\"?\w+=)", re.I
)
_DRIVER = "it is the manifest of a driver, which cannot be opened as a configuration"
_UNKNOWN = "it is neither a configuration, an override, a settings file nor a layer manifest"
_EMPTY = "it is empty"
_WIDE = "it is text in UTF-16; no program of Vulkan reads that"
_ORDER = "it is the order of this program's configurations, which holds none of them"
_OLD = "it is a configuration of VkConfig 2.0, which this program does not read"


def nothing_beside() -> tuple[BesideFile, ...]:
    """Know no other files."""
    return ()


def find_kind(path: str, content: bytes) -> ForeignKind:
    """Return what a file is, by what it holds."""
    start = content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    if start not in (b"{", b"["):
        return _kind_of_text(path, content)
    try:
        root = JsonFile(content, as_loader=True).root
    except ForeignError:
        return ForeignKind.UNKNOWN
    return _kind_of_object(root)


def open_foreign(
    path: str,
    content: bytes,
    declared: Declared = no_layers,
    variables: PathVariables = NO_VARIABLES,
    beside: Beside = nothing_beside,
) -> Opened:
    """Make configurations of a file; never raises for what stands in it.

    `beside` gives the configurations in the folder next to VkConfig's state file.
    """
    kind = find_kind(path, content)
    try:
        return _readable(_keepable(_open(kind, path, content, declared, variables, beside)))
    except ForeignError as error:
        place = f"{path}:{error.line}" if error.line else path
        return Opened(kind, refused=f"{place}: {error.sentence}.")


def _open(
    kind: ForeignKind,
    path: str,
    content: bytes,
    declared: Declared,
    variables: PathVariables,
    beside: Beside,
) -> Opened:
    match kind:
        case ForeignKind.OWN:
            return _open_own(path, content)
        case ForeignKind.OWN_COLLECTION:
            return _open_collection(content)
        case ForeignKind.VKCONFIG:
            return open_vkconfig(JsonFile(content), variables, declared)
        case ForeignKind.VKCONFIG_STATE:
            return open_state(JsonFile(content), beside(), variables, declared)
        case ForeignKind.OVERRIDE:
            return open_override(path, content)
        case ForeignKind.LOADER_SETTINGS:
            return open_loader_settings(JsonFile(content, as_loader=True), declared)
        case ForeignKind.LAYER_SETTINGS:
            return open_layer_settings(content, declared)
        case ForeignKind.SCRIPT:
            return open_script(content, declared)
        case ForeignKind.LAYER_MANIFEST:
            return Opened(kind, sources=(Source(path),))
    raise ForeignError(_why_not(content))


def _keepable(opened: Opened) -> Opened:
    """Return what was opened, if it can be kept: what could not be read again is not taken in."""
    for one in opened.configurations:
        if len(render_configuration(one)) > SIZE_LIMIT:
            size = f"as a configuration it would be larger than {SIZE_LIMIT >> 20} MB"
            raise ForeignError(f"{size} and could not be read again")
    return opened


def _readable(opened: Opened) -> Opened:
    """Leave notes out that nobody would read; a file that is nothing but odd has an end."""
    more = len(opened.notes) - _MOST_NOTES
    if more <= 0:
        return opened
    last = Note(f"{count_of(more, 'more note')} like these.")
    return opened._replace(notes=(*opened.notes[:_MOST_NOTES], last))


def _open_own(path: str, content: bytes) -> Opened:
    try:
        found = read_exported(content, path)
        return Opened(ForeignKind.OWN, (found._replace(key=new_key()),))
    except DocumentError as error:
        raise ForeignError(error.sentence, error.line) from error


def _open_collection(content: bytes) -> Opened:
    try:
        return Opened(ForeignKind.OWN_COLLECTION, sources=parse_collection(content))
    except DocumentError as error:
        raise ForeignError(error.sentence, error.line) from error


def _kind_of_object(root: dict[str, Any]) -> ForeignKind:
    if isinstance(root.get("format"), int) and not root.keys() & {"name", "layers"}:
        if "sources" in root:
            return ForeignKind.OWN_COLLECTION
        if "order" in root:
            return ForeignKind.UNKNOWN
    if isinstance(root.get("format"), int) or {"name", "layers"} <= root.keys():
        return ForeignKind.OWN
    if isinstance(root.get("configuration"), dict):
        return ForeignKind.VKCONFIG
    if "interface" in root or "executables" in root:
        return ForeignKind.VKCONFIG_STATE
    if "settings" in root or "settings_array" in root:
        return ForeignKind.LOADER_SETTINGS
    layers = [members(root.get("layer")), *map(members, items(root.get("layers")))]
    names = [text(layer.get("name")) for layer in layers]
    if OVERRIDE_NAME in names:
        return ForeignKind.OVERRIDE
    return ForeignKind.LAYER_MANIFEST if any(names) else ForeignKind.UNKNOWN


def _kind_of_text(path: str, content: bytes) -> ForeignKind:
    if PurePath(path).suffix.lower() in _SCRIPTS or content.startswith(b"#!"):
        return ForeignKind.SCRIPT
    if b"\0" in content:
        return ForeignKind.UNKNOWN
    texts = [text for line in content.splitlines() if (text := line.strip())]
    lines = [line for text in texts if (line := text.partition(b"#")[0])]
    named = any(map(_OF_A_LAYER.match, lines))
    if named and (PurePath(path).name == FILE_NAME or _mostly(_PAIR, lines)):
        return ForeignKind.LAYER_SETTINGS
    if not lines:  # a script may hold nothing but what layers do by themselves, as comments
        lines = [text.lstrip(b"# ") for text in texts]
        return ForeignKind.SCRIPT if any(map(_VARIABLE.match, lines)) else ForeignKind.UNKNOWN
    return ForeignKind.SCRIPT if _mostly(_VARIABLE, lines) else ForeignKind.UNKNOWN


def _mostly(pattern: re.Pattern[bytes], lines: Sequence[bytes]) -> bool:
    return sum(1 for line in lines if pattern.match(line)) * 2 >= len(lines)


def _why_not(content: bytes) -> str:
    """Return why a file of no known kind cannot be opened."""
    if not content.lstrip(b"\xef\xbb\xbf \t\r\n"):
        return _EMPTY
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _WIDE
    if content.lstrip()[:1] not in (b"{", b"["):
        return _UNKNOWN
    root = JsonFile(content, as_loader=True).root  # its own error if it is no JSON
    if "icd" in root:
        return _DRIVER
    if "order" in root and "format" in root:
        return _ORDER
    if any("layer_options" in members(value) for value in root.values()):
        return _OLD
    return _UNKNOWN
