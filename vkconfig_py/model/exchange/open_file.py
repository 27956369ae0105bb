"""Files and folders that a user opens or drops, converted to configurations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path, PurePath

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.files.own_files import SIZE_LIMIT
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.files.search_paths import is_json
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.catalog.folder_scan import FolderScan
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    Configuration,
    LayerControl,
    make_key,
)
from vkconfig_py.model.configuration.configuration_json import read_exported, render_configuration
from vkconfig_py.model.configuration.own_documents import DocumentError
from vkconfig_py.model.configuration.workspace import CollectionSource
from vkconfig_py.model.configuration.workspace_files import parse_collection
from vkconfig_py.model.exchange.layer_archive import ArchivedConfiguration, is_archive, read_archive
from vkconfig_py.model.files.paths import describe_error, is_file, is_folder, is_gone, read_regular
from vkconfig_py.model.formats.foreign_files import (
    ForeignError,
    ForeignKind,
    ImportNote,
    JsonFile,
    OpenedFile,
    ReadDeclaredLayers,
    RenderedFile,
    get_items,
    get_members,
    get_text,
    list_no_layers,
)
from vkconfig_py.model.formats.layer_files import describe_file, open_layer_file
from vkconfig_py.model.formats.layer_settings_txt import FILE_NAME, is_ours, open_layer_settings
from vkconfig_py.model.formats.loader_settings_json import open_loader_settings
from vkconfig_py.model.formats.meta_layer_manifests import open_override
from vkconfig_py.model.formats.variable_scripts import open_script
from vkconfig_py.model.formats.vkconfig_configuration import open_vkconfig, render_vkconfig
from vkconfig_py.model.formats.vkconfig_document import is_old_configuration
from vkconfig_py.model.formats.vkconfig_state import (
    CONFIGURATIONS_FOLDER,
    STATE_FILE,
    BesideFile,
    open_state,
)
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.layer_settings.encoding import BLANKS, BYTE_ORDER_MARK
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.model.layer_settings.setting_paths import (
    NO_VARIABLES,
    PathVariables,
    make_path_variables,
)

ReadSiblings = Callable[[], Sequence[BesideFile]]

_MAX_NOTES = 200
_SCRIPT_SUFFIXES = frozenset((".sh", ".bash", ".bat", ".cmd", ".fish", ".ps1"))
# A line of a settings file, a line naming a layer, and a line of a script of any name.
_ASSIGNMENT_LINE_PATTERN = re.compile(rb"(?:\xef\xbb\xbf)?[^\s=<>(){};]+[ \t]*=")
_LAYER_SETTING_LINE_PATTERN = re.compile(
    rb"(?:\xef\xbb\xbf)?[^\s=.<>(){};]*\.[^\s=<>(){};]*[ \t]*="
)
_VARIABLE_LINE_PATTERN = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\$env:\w+\s*=|export\s+\w+=|set\s+-\w+\s+\w+\s|@?set\s+\"?\w+=)", re.I
)
# Keys that only documents of one kind have.
_KINDS_BY_KEYS = (
    ({"verdicts", "callstack"}, ForeignKind.REPORT),
    ({"interface", "executables"}, ForeignKind.VKCONFIG_STATE),
    ({"settings", "settings_array"}, ForeignKind.LOADER_SETTINGS),
)
_DRIVER_REASON = tr("it is a driver manifest, which cannot be opened as a configuration")
_UNKNOWN_REASON = tr("it is not a configuration, an override, a settings file or a layer manifest")
_EMPTY_REASON = tr("it is empty")
_UTF16_REASON = tr("it is UTF-16 text, which Vulkan programs cannot read")
_ORDER_FILE_REASON = tr(
    "it contains only the order of vkconfig-py configurations, not the configurations themselves"
)


def list_no_siblings() -> tuple[BesideFile, ...]:
    """Return no files, where VkConfig's folder cannot be read."""
    return ()


def find_kind(path: str, content: bytes) -> ForeignKind:
    """Find out from its content, and its name, what a file is."""
    start = content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    if start not in (b"{", b"["):
        return _find_text_kind(path, content)
    try:
        root = JsonFile(content, as_loader=True).root
    except ForeignError:
        return ForeignKind.UNKNOWN
    return _find_json_kind(root)


def is_layer_settings(file: str, content: bytes) -> bool:
    """Return whether a file is a layer settings file, by its content or name."""
    kind = find_kind(file, content)
    if kind is ForeignKind.LAYER_SETTINGS or is_ours(content):
        return True
    text = content.decode("utf-8", "replace").lstrip(BLANKS + BYTE_ORDER_MARK)
    if PurePath(file).name == FILE_NAME:
        return not text.startswith(("{", "["))
    is_candidate = kind is ForeignKind.UNKNOWN and not is_json(file) and bool(text.strip())
    return is_candidate and all(line.strip()[:1] in ("", "#") for line in text.splitlines())


def open_foreign_content(
    path: str,
    content: bytes,
    read_declared_layers: ReadDeclaredLayers = list_no_layers,
    variables: PathVariables = NO_VARIABLES,
    read_siblings: ReadSiblings = list_no_siblings,
) -> OpenedFile:
    """Convert a file to configurations. Never raises because of its content.

    Args:
        path: of the file.
        content: of the file.
        read_declared_layers: returns the settings that layers declare.
        variables: variables of paths such as ${HOME}.
        read_siblings: returns the configurations in the folder next to VkConfig's state file.
    """
    kind = find_kind(path, content)
    if kind is ForeignKind.REPORT:  # it is shown, and nothing of it becomes a configuration
        return OpenedFile(kind)
    try:
        return _limit_all_notes(
            _check_size(
                _open_kind(kind, path, content, read_declared_layers, variables, read_siblings)
            )
        )
    except DocumentError as error:
        location = f"{path}:{error.line}" if error.line else path
        return OpenedFile(kind, refusal=f"{location}: {error.sentence}.")


def _open_kind(
    kind: ForeignKind,
    path: str,
    content: bytes,
    read_declared_layers: ReadDeclaredLayers,
    variables: PathVariables,
    read_siblings: ReadSiblings,
) -> OpenedFile:
    """Convert a file of a known kind.

    Args:
        kind: what the file is.
        path: of the file.
        content: of the file.
        read_declared_layers: returns the settings that layers declare.
        variables: variables of paths such as ${HOME}.
        read_siblings: returns the configurations in the folder next to VkConfig's state file.

    Raises:
        ForeignError: it cannot be converted.
    """
    match kind:
        case ForeignKind.OWN:
            exported = read_exported(content, path)
            return OpenedFile(kind, (exported._replace(key=make_key()),))
        case ForeignKind.OWN_COLLECTION:
            return OpenedFile(kind, sources=parse_collection(content))
        case ForeignKind.VKCONFIG:
            # Not as the loader reads it: VkConfig uses Qt's JSON parser, which is case-sensitive.
            return open_vkconfig(JsonFile(content), variables, read_declared_layers)
        case ForeignKind.VKCONFIG_STATE:
            return open_state(JsonFile(content), read_siblings(), variables, read_declared_layers)
        case ForeignKind.OVERRIDE:
            return open_override(path, content)
        case ForeignKind.LOADER_SETTINGS:
            return open_loader_settings(JsonFile(content, as_loader=True), read_declared_layers)
        case ForeignKind.LAYER_MANIFEST:
            names = _list_layer_names(JsonFile(content, as_loader=True).root)
            return OpenedFile(
                kind, sources=(CollectionSource(path),), manifest_layers=tuple(filter(None, names))
            )
    return _open_text(kind, path, content, read_declared_layers)


def _open_text(
    kind: ForeignKind, path: str, content: bytes, read_declared_layers: ReadDeclaredLayers
) -> OpenedFile:
    """Convert a file that is not JSON: of a layer, layer settings or a script.

    Raises:
        ForeignError: it is of no known kind.
    """
    layer = describe_file(path, content) if kind is ForeignKind.LAYER_FILE else None
    if layer is not None:
        return open_layer_file(
            path, content, layer, read_declared_layers, partial(read_sibling_file, path)
        )
    match kind:
        case ForeignKind.LAYER_SETTINGS:
            return open_layer_settings(content, read_declared_layers)
        case ForeignKind.SCRIPT:
            return open_script(content, read_declared_layers)
    raise ForeignError(_explain_unknown_file(content))


def _check_size(opened_file: OpenedFile) -> OpenedFile:
    """Return the opened file, or raise ForeignError if a configuration is too large to be saved."""
    for configuration in opened_file.configurations:
        if len(render_configuration(configuration)) > SIZE_LIMIT:
            size_error = tr(
                "as a configuration, it would be larger than {limit} MB and could not be read back",
                limit=SIZE_LIMIT >> 20,
            )
            raise ForeignError(size_error)
    return opened_file


def _limit_all_notes(opened_file: OpenedFile) -> OpenedFile:
    """Limit the notes about a file that has very many of them."""
    return opened_file._replace(
        notes=_limit_notes(opened_file.notes), remarks=_limit_notes(opened_file.remarks)
    )


def _limit_notes(notes: tuple[ImportNote, ...]) -> tuple[ImportNote, ...]:
    """Cut a list of notes, and append the number of the others."""
    omitted_count = len(notes) - _MAX_NOTES
    if omitted_count <= 0:
        return notes
    omitted_text = counted("{n} more notes.", "{n} more note.", omitted_count)
    return (*notes[:_MAX_NOTES], ImportNote(omitted_text))


def _find_json_kind(root: dict[str, Any]) -> ForeignKind:
    """Find out what a JSON file is, by its members."""
    if isinstance(root.get("format"), int) and not root.keys() & {"name", "layers"}:
        if "sources" in root:
            return ForeignKind.OWN_COLLECTION
        if "order" in root:
            return ForeignKind.UNKNOWN
    if isinstance(root.get("format"), int) or {"name", "layers"} <= root.keys():
        return ForeignKind.OWN
    if isinstance(root.get("configuration"), dict):
        return ForeignKind.VKCONFIG
    for keys, kind in _KINDS_BY_KEYS:
        if keys & root.keys():
            return kind
    names = _list_layer_names(root)
    if OVERRIDE_NAME in names:
        return ForeignKind.OVERRIDE
    if any(names):
        return ForeignKind.LAYER_MANIFEST
    return ForeignKind.VKCONFIG if is_old_configuration(root) else ForeignKind.UNKNOWN


def _list_layer_names(root: dict[str, Any]) -> list[str]:
    """Return the names of the layers that a manifest declares."""
    layers = [get_members(root.get("layer")), *map(get_members, get_items(root.get("layers")))]
    return [get_text(layer.get("name")) for layer in layers]


def _find_text_kind(path: str, content: bytes) -> ForeignKind:
    """Find out what a file that is not JSON is, by its name and lines."""
    if PurePath(path).suffix.lower() in _SCRIPT_SUFFIXES or content.startswith(b"#!"):
        return ForeignKind.SCRIPT
    if b"\0" in content:
        return ForeignKind.UNKNOWN
    if PurePath(path).name != FILE_NAME and describe_file(path, content) is not None:
        return ForeignKind.LAYER_FILE
    texts = [text for line in content.splitlines() if (text := line.strip())]
    lines = [line for text in texts if (line := text.partition(b"#")[0])]
    has_layer_lines = any(map(_LAYER_SETTING_LINE_PATTERN.match, lines))
    if has_layer_lines and (
        PurePath(path).name == FILE_NAME or _matches_most_lines(_ASSIGNMENT_LINE_PATTERN, lines)
    ):
        return ForeignKind.LAYER_SETTINGS
    if not lines:  # a script may only contain layer defaults, as comments
        lines = [text.lstrip(b"# ") for text in texts]
        return (
            ForeignKind.SCRIPT
            if any(map(_VARIABLE_LINE_PATTERN.match, lines))
            else ForeignKind.UNKNOWN
        )
    return (
        ForeignKind.SCRIPT
        if _matches_most_lines(_VARIABLE_LINE_PATTERN, lines)
        else ForeignKind.UNKNOWN
    )


def read_sibling_file(path: str, file: str) -> bytes | None:
    """Return a file that another one names, relative to its folder, None if it cannot be read."""
    try:
        return read_regular(Path(path).parent / file)
    except (OSError, ValueError):  # ValueError: a NUL in the path
        return None


def _matches_most_lines(pattern: re.Pattern[bytes], lines: Sequence[bytes]) -> bool:
    """Return whether at least half of the lines match a pattern."""
    return sum(1 for line in lines if pattern.match(line)) * 2 >= len(lines)


def _explain_unknown_file(content: bytes) -> str:
    """Return why a file of an unknown kind is not opened.

    Raises:
        ForeignError: it looks like JSON and is not valid.
    """
    if not content.lstrip(b"\xef\xbb\xbf \t\r\n"):
        return _EMPTY_REASON
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _UTF16_REASON
    if content.lstrip()[:1] not in (b"{", b"["):
        return _UNKNOWN_REASON
    root = JsonFile(content, as_loader=True).root  # its own error if it is not JSON
    if "icd" in root:
        return _DRIVER_REASON
    if "order" in root and "format" in root:
        return _ORDER_FILE_REASON
    return _UNKNOWN_REASON


class DroppedPaths(NamedTuple):
    """Dropped paths by how they are handled, each kind in its original order.

    Attributes:
        files: files to open. A missing or unreadable path is refused on opening.
        folders: folders to search for layers.
    """

    files: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()


def sort_dropped_paths(paths: Sequence[str]) -> DroppedPaths:
    """Sort dropped paths into files and folders.

    The folder of VkConfig's state file is treated as that file.
    """
    files: list[str] = []
    folders: list[str] = []
    for path in paths:
        if not is_folder(Path(path)):
            files.append(path)
        elif is_file(state := Path(path, STATE_FILE)):
            files.append(str(state))
        else:
            folders.append(path)
    return DroppedPaths(tuple(files), tuple(folders))


_MAX_SIBLINGS = 1000


def open_file(path: str, host: Host, inventory: LoaderReport | None) -> OpenedFile:
    """Convert a file to configurations. If it cannot be read, the result has the reason.

    `inventory`: the installed layers. Without it, values have the types given in the file.
    """
    archive = None
    try:
        if is_archive(path):
            archive = read_archive(path)
        content = archive.configuration if archive else read_regular(Path(path))
    except OSError as error:
        return OpenedFile(ForeignKind.UNKNOWN, refusal=f"{path}: {describe_error(error)}.")
    except DocumentError as error:
        return OpenedFile(ForeignKind.UNKNOWN, refusal=f"{path}: {error.sentence}.")
    opened_file = open_foreign_content(
        path,
        content,
        make_declared_reader(inventory) if inventory is not None else list_no_layers,
        make_path_variables(host.environment, host.platform, host.prefix),
        lambda: tuple(_read_sibling_files(Path(path).parent / CONFIGURATIONS_FOLDER)),
    )
    if archive is not None:
        opened_file = _add_archived_layers(path, opened_file, archive)
    if opened_file.kind is ForeignKind.VKCONFIG:
        opened_file = _remove_missing_folders(opened_file)
    if inventory is None:
        return opened_file
    installed_names = {layer.name for layer in inventory.found_layers}
    absent_layers = [
        name
        for name in _list_needed_layers(opened_file.configurations)
        if name not in installed_names
    ]
    if absent_layers:
        offered_layers = {
            name for source in opened_file.sources for name in _list_layers_of_source(source)
        }
        offered_layers |= {*opened_file.archived_layers}
        absent_layers = [name for name in absent_layers if name not in offered_layers]
    return opened_file._replace(missing_layers=tuple(absent_layers))


def _add_archived_layers(
    path: str, opened_file: OpenedFile, archive: ArchivedConfiguration
) -> OpenedFile:
    """Return the configuration of an archive with the names of the layers beside it."""
    if opened_file.kind is not ForeignKind.OWN:
        reason = opened_file.refusal or f"{path}: {_UNKNOWN_REASON}."
        return OpenedFile(ForeignKind.OWN_ARCHIVE, refusal=reason)
    names: list[str] = []
    for content in archive.manifests.values():
        with suppress(ForeignError):
            names += filter(None, _list_layer_names(JsonFile(content, as_loader=True).root))
    return opened_file._replace(
        kind=ForeignKind.OWN_ARCHIVE,
        archived_layers=tuple(dict.fromkeys(names)),
        archive_digest=archive.digest if archive.manifests else "",
    )


def _remove_missing_folders(opened_file: OpenedFile) -> OpenedFile:
    """Return the content of a file without folders that do not exist. Notes name them."""
    missing_sources = [source for source in opened_file.sources if is_gone(Path(source.path))]
    sentences = (
        tr("{path} does not exist, so it is not searched for layers.", path=source.path)
        for source in missing_sources
    )
    return opened_file._replace(
        sources=tuple(source for source in opened_file.sources if source not in missing_sources),
        notes=(*opened_file.notes, *map(ImportNote, sentences)),
    )


def _list_needed_layers(configurations: Iterable[Configuration]) -> Iterator[str]:
    """Return the names of the layers that configurations turn on, or have settings of."""
    entries = (entry for configuration in configurations for entry in configuration.layers)
    needed_names = [
        entry.name
        for entry in entries
        if entry.name != UNLISTED
        and (
            entry.control is LayerControl.ON
            or (entry.settings and entry.control is LayerControl.AUTO)
        )
    ]
    yield from dict.fromkeys(needed_names)


def _list_layers_of_source(source: CollectionSource) -> Iterator[str]:
    """Yield the names of the layers of a manifest, or of the manifests in a folder."""
    path = Path(source.path)
    try:
        files = sorted(path.glob("*.json"))[:_MAX_SIBLINGS] if is_folder(path) else [path]
        contents = [read_regular(file) for file in files]
    except OSError:
        return
    for content in contents:
        try:
            yield from _list_layer_names(JsonFile(content, as_loader=True).root)
        except ForeignError:
            continue


def open_folder(path: str, host: Host, profile: LoaderProfile, cache: DocumentCache) -> OpenedFile:
    """Find the folders with layer manifests at or below a folder.

    Without any the result has a refusal. Notes name folders that cannot be read.
    """
    scan = FolderScan(host, profile, cache, lambda _progress: None, lambda: False)
    found_folders = scan.find_layer_folders(path)
    unreadable_note = found_folders.describe_unreadable()
    if found_folders.folders:
        sources = tuple(map(CollectionSource, found_folders.folders))
        return OpenedFile(
            ForeignKind.LAYER_FOLDER, sources=sources, notes=tuple(map(ImportNote, unreadable_note))
        )
    if found_folders.scanned_count:
        refusal = counted(
            "{path}: no layer manifest found in this folder or its subfolders ({n} "
            "folders searched).",
            "{path}: no layer manifest found in this folder or its subfolders ({n} folder "
            "searched).",
            found_folders.scanned_count,
            path=path,
        )
        unreadable_note = (refusal, *unreadable_note)
    return OpenedFile(ForeignKind.LAYER_FOLDER, refusal=" ".join(unreadable_note))


def export_to_vkconfig(
    configuration: Configuration, host: Host, inventory: LoaderReport | None
) -> RenderedFile:
    """Render a configuration as a file of VkConfig.

    `inventory`: the installed layers, which give settings their types, None if unknown.
    """
    read_declared_layers = (
        make_declared_reader(inventory) if inventory is not None else list_no_layers
    )
    variables = make_path_variables(host.environment, host.platform, host.prefix)
    return render_vkconfig(configuration, variables, read_declared_layers)


def make_declared_reader(inventory: LoaderReport) -> ReadDeclaredLayers:
    """Return a function that reads and caches the declared settings of every layer of a report."""
    cached_layers: list[tuple[DeclaredLayer, ...]] = []

    def list_declared() -> tuple[DeclaredLayer, ...]:
        if not cached_layers:
            cached_layers.append(tuple(_read_declared(inventory)))
        return cached_layers[0]

    return list_declared


def _read_declared(inventory: LoaderReport) -> Iterator[DeclaredLayer]:
    """Yield the layers of all manifests. Copies that the loader lists come first."""
    layers = [layer for layer in inventory.found_layers if layer.manifest is not None]
    layers.sort(key=lambda layer: not layer.is_listed)
    for layer in layers:
        try:
            content = read_regular(Path(inventory.host.root + layer.file))
        except OSError:
            continue
        yield from read_declared(content, layer.file, layer.name).layers


def _read_sibling_files(folder: Path) -> Iterator[BesideFile]:
    """Yield the JSON files of a folder that can be read, up to a limit."""
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == ".json")
    except OSError:
        return
    for path in paths[:_MAX_SIBLINGS]:
        try:
            yield BesideFile(str(path), read_regular(path))
        except OSError:
            continue
