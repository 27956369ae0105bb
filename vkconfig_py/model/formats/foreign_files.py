"""Reading foreign files: JSON with the line of every member."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from enum import StrEnum
from functools import cached_property

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import KeyPath
from vkconfig_py.loader.files.own_files import DocumentError
from vkconfig_py.loader.json.decode import Members, Positions, find_positions, parse_json
from vkconfig_py.model.configuration.configuration import Configuration, ProgramOptions
from vkconfig_py.model.configuration.workspace import CollectionSource
from vkconfig_py.model.layer_settings.declared import DeclaredLayer

_MAX_NESTING = 64
_TOO_DEEP = tr("it is nested too deeply")
_TOO_LARGE = tr("a number in it is too large")


class ForeignError(DocumentError):
    """A file that cannot be converted to configurations."""


class JsonFile:
    """One JSON document and the positions of its members."""

    def __init__(self, content: bytes, *, as_loader: bool = False) -> None:
        """Parse a document, as Qt does or as the Vulkan loader does.

        The loader's parser is tolerant, ignores the case of keys (lower case here), and uses the
        first of duplicate keys.

        Raises:
            ForeignError: the document is not JSON.
        """
        self._content = content
        self.value = _read_as_loader(content) if as_loader else _read_as_qt(content)

    @property
    def root(self) -> dict[str, Any]:
        """The outermost object.

        Raises:
            ForeignError: the outermost value is not an object.
        """
        if not isinstance(self.value, dict):
            raise ForeignError(tr("expected an object"), 1)
        return self.value

    @cached_property
    def positions(self) -> Positions:
        """Where in the text each member is."""
        return find_positions(self._content)


def _read_as_qt(content: bytes) -> Any:
    """Parse JSON strictly, as Qt does.

    Raises:
        ForeignError: it is not JSON, is nested too deeply or has too large numbers.
    """
    try:
        value = json.loads(content.decode("utf-8-sig", "surrogateescape"))
    except json.JSONDecodeError as error:
        raise ForeignError(
            tr("it is not valid JSON: {reason}", reason=error.msg), error.lineno
        ) from error
    except RecursionError as error:
        raise ForeignError(_TOO_DEEP) from error
    except ValueError as error:  # int() refuses numbers of many thousand digits
        raise ForeignError(_TOO_LARGE) from error
    return _convert_to_plain(value, 0)


def _read_as_loader(content: bytes) -> Any:
    """Parse JSON as tolerantly as the loader.

    Raises:
        ForeignError: it is not JSON.
    """
    parsed_json = parse_json(content)
    if parsed_json.error:
        raise ForeignError(
            tr("it is not valid JSON: {reason}", reason=parsed_json.error), parsed_json.line
        )
    return _convert_to_plain(parsed_json.value, 0)


def _convert_to_plain(value: Any, depth: int) -> Any:
    """Return parsed JSON as dict, list and scalar values.

    Raises:
        ForeignError: it is nested too deeply, or a number is infinite.
    """
    if depth > _MAX_NESTING:
        raise ForeignError(_TOO_DEEP)
    if isinstance(value, Members):
        value = _select_first_members(value)
    if isinstance(value, dict):
        return {key: _convert_to_plain(member, depth + 1) for key, member in value.items()}
    if isinstance(value, list):
        return [_convert_to_plain(member, depth + 1) for member in value]
    if isinstance(value, float) and not math.isfinite(value):
        raise ForeignError(_TOO_LARGE)
    return value


def _select_first_members(pairs: Members) -> dict[str, Any]:
    """Return an object with keys in lower case, of equal keys the first one."""
    members: dict[str, Any] = {}
    for key, value in pairs:
        # The loader ignores case in ASCII letters alone.
        members.setdefault(key.lower() if key.isascii() else key, value)
    return members


def get_texts(value: Any) -> tuple[str, ...]:
    """Return the strings of a list without its other elements, () for any other value."""
    return (
        tuple(element for element in value if isinstance(element, str))
        if isinstance(value, list)
        else ()
    )


def get_text(value: Any) -> str:
    """Return a string, "" for any other value."""
    return value if isinstance(value, str) else ""


def get_members(value: Any) -> dict[str, Any]:
    """Return the members of an object, {} for any other value."""
    return value if isinstance(value, dict) else {}


def get_items(value: Any) -> list[Any]:
    """Return the elements of a list, [] for any other value."""
    return value if isinstance(value, list) else []


__all__ = [
    "ForeignError",
    "JsonFile",
    "KeyPath",
    "get_items",
    "get_members",
    "get_text",
    "get_texts",
]


# Every declared layer of the machine, the copy that the loader uses first. A function, since
# reading all manifests is work that most files do not need.
ReadDeclaredLayers = Callable[[], "tuple[DeclaredLayer, ...]"]


class ForeignKind(StrEnum):
    """Kind of file. `render_kind` has the words for the user."""

    OWN = "own"
    OWN_ARCHIVE = "own-archive"  # with layers
    OWN_COLLECTION = "own-collection"
    VKCONFIG = "vkconfig"
    VKCONFIG_STATE = "vkconfig-state"
    OVERRIDE = "override"
    LOADER_SETTINGS = "loader-settings"
    LAYER_SETTINGS = "layer-settings"
    LAYER_FILE = "layer-file"  # such as MangoHud.conf
    SCRIPT = "script"
    LAYER_MANIFEST = "layer-manifest"
    LAYER_FOLDER = "layer-folder"
    REPORT = "report"
    UNKNOWN = "unknown"


_NAME_BY_FOREIGN_KIND = {
    ForeignKind.OWN: tr("a vkconfig-py configuration"),
    ForeignKind.OWN_ARCHIVE: tr("a vkconfig-py configuration with its layers"),
    ForeignKind.OWN_COLLECTION: tr("a vkconfig-py collection"),
    ForeignKind.VKCONFIG: tr("a VkConfig configuration"),
    ForeignKind.VKCONFIG_STATE: tr("a VkConfig state file"),
    ForeignKind.OVERRIDE: tr("an override manifest"),
    ForeignKind.LOADER_SETTINGS: tr("a loader settings file"),
    ForeignKind.LAYER_SETTINGS: tr("a layer settings file"),
    ForeignKind.LAYER_FILE: tr("a settings file for one layer"),
    ForeignKind.SCRIPT: tr("a script that sets variables"),
    ForeignKind.LAYER_MANIFEST: tr("a layer manifest"),
    ForeignKind.LAYER_FOLDER: tr("a folder with layers"),
    ForeignKind.REPORT: tr("a machine report"),
    ForeignKind.UNKNOWN: tr("an unsupported file"),
}


def render_kind(kind: ForeignKind) -> str:
    """Return what a file is, in words of the user."""
    return _NAME_BY_FOREIGN_KIND[kind]


class ImportNote(NamedTuple):
    """Something that could not be imported, or only with changes.

    Attributes:
        line: 1-based line of `file`; 0 if unknown.
        file: "" means the opened file.
    """

    sentence: str
    line: int = 0
    file: str = ""

    def render_located(self, path: str) -> str:
        """Return "FILE:LINE: sentence". `path`: of the opened file."""
        file = self.file or path
        return f"{file}:{self.line}: {self.sentence}" if self.line else f"{file}: {self.sentence}"


class FileReader:
    """Reads one JSON file, and notes what is not imported and what was read as something else."""

    def __init__(self, file: JsonFile) -> None:
        self._file = file
        self.notes: list[ImportNote] = []
        self.remarks: list[ImportNote] = []

    def _add_note(self, sentence: str, *key_path: str | int) -> None:
        """Note that something is not imported, with the line of this member."""
        self.notes.append(ImportNote(sentence, self._file.positions.find_line(*key_path)))

    def _add_remark(self, sentence: str, *key_path: str | int) -> None:
        """Note that something was read as something else, with the line of this member."""
        self.remarks.append(ImportNote(sentence, self._file.positions.find_line(*key_path)))


class OpenedFile(NamedTuple):
    """A foreign file converted to configurations.

    Attributes:
        sources: folders and manifests that it adds to the search.
        deleted_built_ins: names of built-in configurations deleted in the other program.
        selected: name of the active configuration, or "".
        remarks: what members of the file were read as, where nothing is lost by it.
        refusal: why the file could not be converted, or "".
        manifest_layers: names of the layers of a manifest.
        program_options: option sets of programs.
        missing_layers: layers that its configurations turn on or set, and that are not installed.
        archived_layers: names of the layers in an archive, which are unpacked when it is added.
        archive_digest: of what an archive holds besides its configuration, "" without layers.
    """

    kind: ForeignKind
    configurations: tuple[Configuration, ...] = ()
    sources: tuple[CollectionSource, ...] = ()
    deleted_built_ins: tuple[str, ...] = ()
    selected: str = ""
    notes: tuple[ImportNote, ...] = ()
    remarks: tuple[ImportNote, ...] = ()
    refusal: str = ""
    manifest_layers: tuple[str, ...] = ()
    program_options: tuple[ProgramOptions, ...] = ()
    missing_layers: tuple[str, ...] = ()
    archived_layers: tuple[str, ...] = ()
    archive_digest: str = ""


class RenderedFile(NamedTuple):
    """A configuration as a file of another program."""

    content: bytes
    notes: tuple[ImportNote, ...] = ()


def list_no_layers() -> tuple[DeclaredLayer, ...]:
    """Return no layers, where the settings that layers declare are not known."""
    return ()


def find_declared(
    read_declared_layers: ReadDeclaredLayers, name: str, manifest: str = ""
) -> DeclaredLayer | None:
    """Find a layer by its name, of several copies the one of a manifest, or else the first."""
    copies = [layer for layer in read_declared_layers() if layer.name == name]
    for layer in copies:
        if manifest and layer.manifest == manifest:
            return layer
    return copies[0] if copies else None
