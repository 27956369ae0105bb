"""A configuration with the layers that it needs from added folders, as one zip file.

Members: configuration.json, as it is exported without layers, and below layers/ a manifest and a
library for each layer, beside each other and named without folders. An archive that holds anything
else is refused as a whole, so no member can leave the folder that it is unpacked into. Unpacking
writes files; nothing loads them before a configuration turns a layer on.
"""

from __future__ import annotations

import hashlib
import io
import re
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePath

from vkconfig_py.language.sentences import message, render, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.own_files import write_file
from vkconfig_py.loader.files.safe_paths import read_beginning
from vkconfig_py.loader.json.text_edits import edit_document
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.platforms.local_paths import resolve_below_root
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.configuration.configuration import UNLISTED, Configuration, LayerControl
from vkconfig_py.model.configuration.configuration_json import export_configuration
from vkconfig_py.model.configuration.workspace import CollectionSource
from vkconfig_py.model.files.atomic_files import has_same_content
from vkconfig_py.model.files.paths import StatePaths, describe_error, is_file
from vkconfig_py.model.formats.foreign_files import (
    ForeignError,
    ImportNote,
    OpenedFile,
    RenderedFile,
)
from vkconfig_py.model.text.wording import render_size

ARCHIVE_SUFFIX = ".vkconfig-py.zip"
ARCHIVE_START = b"PK\x03\x04"
_CONFIGURATION_MEMBER = "configuration.json"
_LAYERS_FOLDER = "layers/"
_NAME_PATTERN = re.compile(r"[A-Za-z0-9_+-][A-Za-z0-9._+-]*")
_MAX_NAME = 100  # characters, of a file
_MAX_FILES = 200
_MAX_BYTES = 1 << 30  # of all files together
_MAX_CONFIGURATION = 32 << 20
_MAX_MANIFEST = 1 << 20
_MEMBER_TIME = (
    1980,
    1,
    1,
    0,
    0,
    0,
)  # the earliest of a zip file: equal contents make equal archives
_DAMAGED_ARCHIVE = message("the archive is damaged: {reason}")

ReadFile = Callable[[str], bytes]


class ArchivedConfiguration(NamedTuple):
    """What an archive holds.

    Attributes:
        configuration: its JSON.
        manifests: contents of the manifests, by file name.
        digest: tells archives with different layers apart.
    """

    configuration: bytes
    manifests: Mapping[str, bytes]
    digest: str


def list_added_layers(
    configuration: Configuration, sources: Iterable[CollectionSource], inventory: LoaderReport
) -> tuple[LayerManifest, ...]:
    """Return the layers of a configuration that were found in folders that the user added."""
    added_paths = [source.path for source in sources if source.enabled]
    added_paths += [*configuration.sources, *configuration.implicit_sources]
    copies = {entry.name: entry.copy for entry in configuration.layers}
    needed_names = {
        entry.name
        for entry in configuration.layers
        if entry.name != UNLISTED and (entry.control is LayerControl.ON or entry.settings)
    }
    manifests: dict[str, LayerManifest] = {}
    for layer in inventory.found_layers:
        manifest = layer.manifest
        if manifest is None or manifest.name not in needed_names:
            continue
        if any(
            manifest.file == path or manifest.file.startswith(f"{path}/") for path in added_paths
        ):
            is_chosen = copies[manifest.name] == manifest.file
            if is_chosen or manifest.name not in manifests:
                manifests[manifest.name] = manifest
    return tuple(manifests.values())


def make_layer_reader(host: Host) -> ReadFile:
    """Return what reads manifests and libraries of a machine."""
    return lambda path: read_beginning(resolve_below_root(host.root, path), _MAX_BYTES)


def render_archive(
    configuration: Configuration, layers: Sequence[LayerManifest], read: ReadFile
) -> RenderedFile:
    """Return a configuration with its layers as an archive. Notes say what it lacks.

    `layers`: those to take along. `read` returns a file of the machine.
    """
    writer = _ArchiveWriter(read)
    for layer in layers:
        writer.add_layer(layer)
    entries = tuple(
        entry._replace(copy=writer.members.get(entry.copy, entry.copy))
        for entry in configuration.layers
    )
    content = export_configuration(configuration._replace(layers=entries))
    return RenderedFile(writer.render(content), tuple(writer.notes))


class _ArchiveWriter:
    """Collects the files of an archive.

    Attributes:
        members: by the path of a manifest, its member of the archive.
        notes: what could not be taken along.
    """

    def __init__(self, read: ReadFile) -> None:
        self._read = read
        self._files: dict[str, bytes] = {}
        self.members: dict[str, str] = {}
        self.notes: list[ImportNote] = []

    def add_layer(self, layer: LayerManifest) -> None:
        """Add the manifest of a layer, with its library beside it."""
        library = layer.library_path or ""
        if library and "/" not in library:
            self._note(layer, tr("the dynamic linker finds its library {file}", file=library))
            return
        try:
            member = self.members.get(layer.file, "")
            manifest = self._files[member] if member else self._read(layer.file)
            if library:
                content = self._read(layer.library)
                name = self._choose_name(layer.library)
                manifest = edit_document(manifest, (*layer.key_path, "library_path"), f"./{name}")
                self._files[_LAYERS_FOLDER + name] = content
        except (OSError, ValueError) as error:
            reason = describe_error(error) if isinstance(error, OSError) else str(error)
            self._note(layer, reason)
            return
        member = member or _LAYERS_FOLDER + self._choose_name(layer.file)
        self.members[layer.file] = member
        self._files[member] = manifest

    def _note(self, layer: LayerManifest, reason: str) -> None:
        """Note why a layer is not taken along."""
        sentence = tr("{name} is not included: {reason}.", name=layer.name, reason=reason)
        self.notes.append(ImportNote(sentence))

    def _choose_name(self, path: str) -> str:
        """Return a name for a file that no other file of the archive has."""
        base = re.sub(r"[^A-Za-z0-9._+-]", "_", PurePath(path).name)[-_MAX_NAME:].lstrip(".")
        name, number = base or "file", 1
        while _LAYERS_FOLDER + name in self._files:
            number += 1
            name = f"{number}_{base}"
        return name

    def render(self, configuration: bytes) -> bytes:
        """Return the archive with a configuration and the collected files."""
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zip_file:
            for name, content in (
                (_CONFIGURATION_MEMBER, configuration),
                *sorted(self._files.items()),
            ):
                member = zipfile.ZipInfo(name, _MEMBER_TIME)
                member.compress_type = zipfile.ZIP_DEFLATED
                member.external_attr = (stat.S_IFREG | 0o644) << 16
                zip_file.writestr(member, content)
        return archive.getvalue()


def is_archive(path: str) -> bool:
    """Return whether a file is a zip file."""
    try:
        return read_beginning(path, len(ARCHIVE_START)) == ARCHIVE_START
    except (OSError, ValueError):
        return False


def read_archive(path: str) -> ArchivedConfiguration:
    """Read the configuration of an archive, and check what else it holds. Nothing is written.

    Raises:
        ForeignError: it is damaged, or holds what an export does not.
    """
    with _open_archive(path) as archive:
        members = _check_members(archive.infolist())
        configuration = members.pop(_CONFIGURATION_MEMBER, None)
        if configuration is None:
            raise ForeignError(
                tr(
                    "it has no {file}, so it is not an exported configuration",
                    file=_CONFIGURATION_MEMBER,
                )
            )
        if configuration.file_size > _MAX_CONFIGURATION:
            raise ForeignError(_render_too_large(_CONFIGURATION_MEMBER))
        content = archive.read(configuration)
        manifests = {
            name.removeprefix(_LAYERS_FOLDER): archive.read(info)
            for name, info in members.items()
            if name.endswith(".json") and info.file_size <= _MAX_MANIFEST
        }
    contents = "\n".join(f"{name} {info.file_size} {info.CRC}" for name, info in members.items())
    return ArchivedConfiguration(
        content, manifests, hashlib.sha256(contents.encode()).hexdigest()[:12]
    )


def unpack_archive(path: str, folder: Path) -> None:
    """Write the manifests and libraries of an archive to a folder, which is created.

    Raises:
        ForeignError: see `read_archive`.
        OSError: a file cannot be written.
    """
    with _open_archive(path) as archive:
        members = _check_members(archive.infolist())
        for name, member in members.items():
            if name != _CONFIGURATION_MEMBER:
                file, content = folder / name.removeprefix(_LAYERS_FOLDER), archive.read(member)
                if not has_same_content(file, content):
                    write_file(str(file), content)


def place_layers(path: str, opened_file: OpenedFile, paths: StatePaths) -> OpenedFile:
    """Unpack the layers of an opened archive below the user's configuration folder.

    The folder is then a source, and copies of layers that the configuration selects are those in
    it. Other files are returned as they are.
    """
    if not opened_file.archive_digest:
        return opened_file
    name = re.sub(r"[^A-Za-z0-9_+-]", "_", PurePath(path).name.removesuffix(ARCHIVE_SUFFIX))
    folder = (
        paths.configurations.parent / "layers" / f"{name[:_MAX_NAME]}-{opened_file.archive_digest}"
    )
    try:
        unpack_archive(path, folder)
    except ForeignError as error:
        return opened_file._replace(configurations=(), refusal=f"{path}: {error.sentence}.")
    except OSError as error:
        return opened_file._replace(
            configurations=(), refusal=f"{folder}: {describe_error(error)}."
        )
    return opened_file._replace(
        sources=(CollectionSource(str(folder)),),
        configurations=tuple(
            configuration._replace(
                layers=tuple(
                    entry._replace(copy=f"{folder}/{entry.copy.removeprefix(_LAYERS_FOLDER)}")
                    if entry.copy.startswith(_LAYERS_FOLDER)
                    else entry
                    for entry in configuration.layers
                )
            )
            for configuration in opened_file.configurations
        ),
    )


@contextmanager
def _open_archive(path: str) -> Iterator[zipfile.ZipFile]:
    """Open a zip file for reading.

    Raises:
        ForeignError: it is not a file, or damaged.
    """
    if not is_file(Path(path)):
        raise ForeignError(tr("it is not a regular file"))
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise ForeignError(render(_DAMAGED_ARCHIVE.with_values(reason=str(error)))) from error


def _check_members(infos: Sequence[zipfile.ZipInfo]) -> dict[str, zipfile.ZipInfo]:
    """Return the members of an archive by name.

    Raises:
        ForeignError: one of them is not part of an export, or they are too many or too large.
    """
    if len(infos) > _MAX_FILES:
        raise ForeignError(tr("it holds more than {count} files", count=_MAX_FILES))
    members: dict[str, zipfile.ZipInfo] = {}
    for info in infos:
        name = info.filename
        file = name.removeprefix(_LAYERS_FOLDER)
        is_known = name == _CONFIGURATION_MEMBER or (
            name.startswith(_LAYERS_FOLDER)
            and len(file) <= 2 * _MAX_NAME
            and _NAME_PATTERN.fullmatch(file) is not None
        )
        kind = stat.S_IFMT(info.external_attr >> 16)
        if not is_known or kind not in (0, stat.S_IFREG) or info.flag_bits & 1 or name in members:
            raise ForeignError(tr("it holds “{name}”, which no export writes", name=name))
        members[name] = info
    if sum(info.file_size for info in infos) > _MAX_BYTES:
        raise ForeignError(_render_too_large(tr("all files together")))
    return members


def _render_too_large(size_text: str) -> str:
    """Return why an archive is refused: something in it is too large."""
    return tr("{what} would be larger than {size}", what=size_text, size=render_size(_MAX_BYTES))
