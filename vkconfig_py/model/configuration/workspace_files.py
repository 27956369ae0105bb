"""The workspace on disk: a file per configuration, one for their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.own_files import (
    COLLECTION_FILE,
    NewerFormatError,
    check_format,
    make_folder,
    remove_temporary_files,
    write_file,
)
from vkconfig_py.model.configuration.configuration import (
    NO_PROGRAM,
    Configuration,
    ProgramOptions,
    Target,
)
from vkconfig_py.model.configuration.configuration_json import (
    CODEC,
    decode_configuration,
    encode_configuration,
    parse_configuration,
    render_configuration,
)
from vkconfig_py.model.configuration.own_documents import (
    READ_ERRORS,
    Codec,
    DocumentError,
    JsonObject,
    WriteOutcome,
    make_problem,
    parse_json,
    read_each,
    read_own_document,
    remove_document,
    render_json,
    write_document,
)
from vkconfig_py.model.configuration.workspace import (
    FIRST_CONFIGURATION_NAME,
    CollectionSource,
    DocumentProblem,
    LoadResult,
    SaveResult,
    Workspace,
)
from vkconfig_py.model.files.atomic_files import BusyError, hold_if_possible, hold_lock
from vkconfig_py.model.files.paths import describe_error, path_exists

if TYPE_CHECKING:
    from vkconfig_py.model.configuration.merge import MergedWorkspace


T = TypeVar("T")
OnDeleted = Callable[[Path, Configuration, tuple[str, ...]], None]
COLLECTION_FORMAT = 1


def encode_collection(collection: tuple[CollectionSource, ...]) -> JsonObject:
    """Return the JSON document with the layer search paths."""
    return {"format": COLLECTION_FORMAT, "sources": Codec().encode(collection)}


def parse_collection(content: bytes) -> tuple[CollectionSource, ...]:
    """Read the file with layer search paths.

    Raises:
        DocumentError: the document is invalid. The message names the member.
    """
    document = parse_json(content)
    check_format(document, COLLECTION_FORMAT)
    return read_each(document, "sources", partial(Codec().decode, CollectionSource))


OPTIONS_FORMAT_VERSION = 1


def encode_option_sets(options: tuple[ProgramOptions, ...]) -> JsonObject:
    """Return the JSON document with the option sets of programs."""
    return {"format": OPTIONS_FORMAT_VERSION, "programs": Codec().encode(options)}


def parse_options(content: bytes) -> tuple[ProgramOptions, ...]:
    """Read a file of option sets.

    Raises:
        DocumentError: the document is invalid. The message names the member.
    """
    document = parse_json(content)
    check_format(document, OPTIONS_FORMAT_VERSION)
    return read_each(document, "programs", partial(Codec().decode, ProgramOptions))


ORDER_FILE = "order.json"
OPTIONS_FILE = "options.json"
_OTHER_FILES = (ORDER_FILE, COLLECTION_FILE, OPTIONS_FILE)  # files that are no configurations
ORDER_FORMAT = 1
_COLLECTION_FORMAT_START = (
    2  # the first format in which searched folders and manifests are in the collection
)


class OrderDocument(NamedTuple):
    """Content of ORDER_FILE.

    Attributes:
        last_program: None in files of versions that had programs in configurations alone.
    """

    keys: tuple[str, ...] = ()
    selected_key: str = ""
    deleted_built_ins: tuple[tuple[str, int], ...] = ()
    last_program: Target | None = None
    recent_programs: tuple[Target, ...] = ()
    command_choice_time: float = 0.0


class FolderContent(NamedTuple):
    """Content of all files.

    Attributes:
        order, sources, program_options: None if the file is missing or cannot be read.
        has_newer_order: the order file was written by a newer version of this program.
        moved_sources: search folders and manifests in configurations of an older format.
    """

    names: tuple[str, ...]
    configurations: dict[str, Configuration]
    order: OrderDocument | None
    sources: tuple[CollectionSource, ...] | None
    moved_sources: tuple[CollectionSource, ...]
    problems: tuple[DocumentProblem, ...]
    has_newer_order: bool = False
    program_options: tuple[ProgramOptions, ...] | None = None


def parse_order(content: bytes) -> JsonObject:
    """Read an order file.

    Raises:
        DocumentError: it is invalid, or of a newer format.
    """
    document = parse_json(content)
    check_format(document, ORDER_FORMAT)
    return document


def read_folder(folder: Path) -> FolderContent:
    """Read all files of the folder of configurations. Unreadable ones become problems."""
    problems: list[DocumentProblem] = []
    configurations: dict[str, Configuration] = {}
    moved_sources: list[CollectionSource] = []
    names = _list_json_files(folder, problems)
    for name in names:
        path = folder / name
        if name in _OTHER_FILES:
            continue
        try:
            document = parse_json(read_own_document(path))
            configuration = decode_configuration(document, path.stem)
        except READ_ERRORS as error:
            problems.append(make_problem(path, error))
            continue
        configurations[configuration.key] = configuration
        if document.get("format", 0) < _COLLECTION_FORMAT_START:
            moved_sources += _list_sources(configuration)
    order, has_newer_order = _load_order(folder, problems) if ORDER_FILE in names else (None, False)
    collection = _load_document(folder / COLLECTION_FILE, parse_collection, names, problems)
    options = _load_document(folder / OPTIONS_FILE, parse_options, names, problems)
    return FolderContent(
        tuple(names),
        configurations,
        order,
        collection,
        tuple(moved_sources),
        tuple(problems),
        has_newer_order,
        options,
    )


def make_workspace(
    configurations: dict[str, Configuration],
    order: OrderDocument,
    built_ins: Sequence[Configuration],
    collection: tuple[CollectionSource, ...],
    options: tuple[ProgramOptions, ...] = (),
) -> Workspace:
    """Return the user's configurations in the order of the order file, then the built-in ones.

    Args:
        configurations: those in files, by key.
        order: content of the order file.
        built_ins: built-in configurations of this version of the program.
        collection: layer search paths.
        options: option sets of programs.
    """
    newer = {
        configuration.key
        for configuration in built_ins
        if dict(order.deleted_built_ins).get(configuration.key, 0) < configuration.built_in
    }
    offered_built_ins = {
        configuration.key: configuration
        for configuration in built_ins
        if configuration.key in newer
    }
    configuration_by_key = {**offered_built_ins, **configurations}
    # A file added by hand, or by a process that ended before it wrote the order.
    unordered_configurations = sorted(
        configurations.keys() - offered_built_ins.keys(),
        key=lambda key: (configurations[key].name.casefold(), key),
    )
    keys = dict.fromkeys((*order.keys, *unordered_configurations, *offered_built_ins))
    ordered_configurations = [
        configuration_by_key[key] for key in keys if key in configuration_by_key
    ]
    user_configurations = (
        configuration for configuration in ordered_configurations if not configuration.built_in
    )
    built_in = (configuration for configuration in ordered_configurations if configuration.built_in)
    workspace = Workspace(
        (*user_configurations, *built_in),
        order.selected_key,
        collection,
        tuple(
            entry for entry in order.deleted_built_ins if entry[0] not in newer | {*configurations}
        ),
        recent_programs=order.recent_programs,
        program_options=options,
    )
    if ordered_configurations and not workspace.find_configuration(order.selected_key):
        workspace = workspace._replace(selected_key=workspace.selected_configuration.key)
    # An older version's file: the program that the user saw last is that of the selected one.
    last_target = order.last_program or (
        workspace.selected_configuration.target if ordered_configurations else NO_PROGRAM
    )
    return workspace._replace(
        last_program=last_target, command_choice_time=order.command_choice_time
    )


def make_order_document(workspace: Workspace) -> OrderDocument:
    """Return what the order file holds: order, selection, programs, deleted built-ins."""
    keys = tuple(configuration.key for configuration in workspace.configurations)
    last_target, recent_targets = workspace.last_program, workspace.recent_programs
    choice_time = workspace.command_choice_time
    return OrderDocument(
        keys,
        workspace.selected_key,
        workspace.deleted_built_ins,
        last_target,
        recent_targets,
        choice_time,
    )


def _list_sources(configuration: Configuration) -> list[CollectionSource]:
    """Return the search folders in a configuration of an older format."""
    sources = [CollectionSource(path) for path in configuration.sources]
    return [
        *sources,
        *(CollectionSource(path, implicit=True) for path in configuration.implicit_sources),
    ]


def _list_json_files(folder: Path, problems: list[DocumentProblem]) -> list[str]:
    """Return the JSON files of a folder, () if it is missing. `problems` gets an error."""
    try:
        return sorted(path.name for path in folder.iterdir() if path.suffix == ".json")
    except FileNotFoundError:
        return []
    except OSError as error:
        problems.append(make_problem(folder, error))
        return []


def _load_order(folder: Path, problems: list[DocumentProblem]) -> tuple[OrderDocument | None, bool]:
    """Read the order file, None if it cannot be read. Return also whether its format is newer."""
    path = folder / ORDER_FILE
    try:
        document = parse_order(read_own_document(path))
    except READ_ERRORS as error:
        problems.append(make_problem(path, error))
        return None, isinstance(error, NewerFormatError)
    keys, selected, deleted_built_ins = (
        document.get(name) for name in ("order", "selected", "put_away")
    )
    choice_time = document.get("chosen_by_command")
    order = OrderDocument(
        tuple(dict.fromkeys(key for key in _get_list(keys) if isinstance(key, str))),
        selected if isinstance(selected, str) else "",
        tuple(
            (key, version)
            for key, version in (
                deleted_built_ins if isinstance(deleted_built_ins, dict) else {}
            ).items()
            if isinstance(version, int)
        ),
        _parse_target(document.get("program")),
        tuple(filter(None, map(_parse_target, _get_list(document.get("recent"))))),
        float(choice_time) if isinstance(choice_time, int | float) else 0.0,
    )
    return order, False


def _get_list(value: object) -> list[object]:
    """Return a value that should be a list, or []."""
    return value if isinstance(value, list) else []


def _parse_target(value: object) -> Target | None:
    """Return the program of a JSON value, None if it is invalid."""
    try:
        target: Target = CODEC.decode(Target, value, "program")
    except DocumentError:
        return None
    return target


def _load_document(
    path: Path,
    parse: Callable[[bytes], T],
    names: Sequence[str],
    problems: list[DocumentProblem],
) -> T | None:
    """Read a document, None if it is missing or cannot be read.

    `names`: the files of the folder. `problems` gets an error.
    """
    if path.name not in names:
        return None
    try:
        return parse(read_own_document(path))
    except READ_ERRORS as error:
        problems.append(make_problem(path, error))
        return None


__all__ = [
    "decode_configuration",
    "encode_configuration",
    "load_workspace",
    "merge_foreign_changes",
    "save_workspace",
]

LOCK_FILE = "lock"
DEFAULT_KEY = "default"
FIRST_CONFIGURATION = Configuration(key=DEFAULT_KEY, name=FIRST_CONFIGURATION_NAME)


def load_workspace(folder: Path, built_ins: Sequence[Configuration] = ()) -> LoadResult:
    """Read the workspace. Without a configuration of the user, a new one is added (saved on edit).

    `built_ins` are the built-in configurations of this version of the program.
    """
    files = read_folder(folder)
    order = files.order or OrderDocument()
    collection, options = files.sources or (), files.program_options or ()
    stored_workspace = make_workspace(files.configurations, order, built_ins, collection, options)
    workspace = stored_workspace
    if not any(
        not configuration.built_in for configuration in stored_workspace.configurations
    ) and not any(stored_workspace.find_configuration(key) for key in order.keys):
        workspace = _add_first_configuration(stored_workspace, order, files)
    if files.moved_sources:
        workspace = _move_sources_to_collection(workspace, files.moved_sources)
    differs = stored_workspace if workspace != stored_workspace else None
    return LoadResult(workspace, files.problems, differs, tuple(built_ins))


def save_workspace(
    folder: Path,
    workspace_before: Workspace,
    workspace_after: Workspace,
    built_ins: Iterable[Configuration] = (),
    on_deleted: OnDeleted | None = None,
) -> SaveResult:
    """Save what this process changed, and merge what other processes changed.

    Files are replaced atomically, so a failure leaves the old one intact.

    Args:
        folder: of the files.
        workspace_before: state of the files when this process last read or wrote them.
        workspace_after: the workspace to save.
        built_ins: configurations of this version of the program.
        on_deleted: is called with each configuration that this process deleted: its file, it,
            and the keys of those that stood above it.
    """
    if workspace_after == workspace_before:
        return SaveResult(workspace_before, workspace_after)
    try:
        make_folder(str(folder))
    except OSError as error:
        # A document that was never read must not be overwritten.
        return SaveResult(
            workspace_before, workspace_after, (_render_no_folder(folder, describe_error(error)),)
        )
    try:
        with hold_if_possible(hold_lock(folder / LOCK_FILE)):
            return _save_files(
                folder, workspace_before, workspace_after, tuple(built_ins), on_deleted
            )
    except BusyError as error:
        busy_note = tr("Cannot save to {path}: {reason}", path=folder, reason=describe_error(error))
        return SaveResult(workspace_before, workspace_after, (busy_note,))


def _render_no_folder(folder: Path, reason: str) -> str:
    """Return the sentence that nothing is saved because the folder cannot be used."""
    if path_exists(folder):
        return tr(
            "Cannot read {path}, so nothing is saved there: {reason}",
            path=folder,
            reason=reason,
        )
    return tr(
        "Cannot create {path}, so nothing is saved there: {reason}",
        path=folder,
        reason=reason,
    )


def merge_foreign_changes(
    folder: Path,
    workspace_before: Workspace,
    workspace_after: Workspace,
    built_ins: Iterable[Configuration] = (),
) -> SaveResult:
    """Merge what other processes changed since `workspace_before`, without writing."""
    try:
        # Reading must not create the lock file, as the folder may not exist.
        with hold_if_possible(hold_lock(folder / LOCK_FILE, make=False)):
            files = read_folder(folder)
    except BusyError:  # a process writing now will be noticed by its writes
        return SaveResult(workspace_before, workspace_after)
    if not files.names:  # missing folder: nothing saved yet
        return SaveResult(workspace_before, workspace_after)
    their_workspace = _arrange_their_side(files, workspace_before, tuple(built_ins))
    merge_result = _merge_files(files, workspace_before, workspace_after, their_workspace)
    return SaveResult(
        their_workspace,
        merge_result.workspace,
        (),
        merge_result.notes,
        merge_result.our_copies,
        files.problems,
    )


def _save_files(
    folder: Path,
    workspace_before: Workspace,
    workspace_after: Workspace,
    built_ins: tuple[Configuration, ...],
    on_deleted: OnDeleted | None,
) -> SaveResult:
    """Merge with what the files hold now, and write the files that differ."""
    files = read_folder(folder)
    their_workspace = _arrange_their_side(files, workspace_before, built_ins)
    merge_result = _merge_files(files, workspace_before, workspace_after, their_workspace)
    outcome = WriteOutcome([], [])
    # We hold the lock, so a temporary file is left over from a killed process.
    remove_temporary_files(str(folder))
    _save_list(
        folder / COLLECTION_FILE,
        files.sources,
        workspace_before.sources if COLLECTION_FILE in files.names else (),
        merge_result.workspace.sources,
        encode_collection,
        parse_collection,
        outcome,
    )
    _save_list(
        folder / OPTIONS_FILE,
        files.program_options,
        workspace_before.program_options if OPTIONS_FILE in files.names else (),
        merge_result.workspace.program_options,
        encode_option_sets,
        parse_options,
        outcome,
    )
    _save_configurations(
        folder, files, workspace_before, merge_result.workspace, built_ins, outcome
    )
    _save_order(folder / ORDER_FILE, files, workspace_before, merge_result.workspace, outcome)
    merged_workspace = merge_result.workspace
    if outcome.errors:
        merged_workspace = _arrange_their_side(read_folder(folder), their_workspace, built_ins)
    elif on_deleted is not None:
        keys = [configuration.key for configuration in their_workspace.configurations]
        for number, configuration in enumerate(their_workspace.configurations):
            if merged_workspace.find_configuration(configuration.key) is None:
                file = folder / f"{configuration.key}.json"
                on_deleted(file, configuration, tuple(keys[:number]))
    renamed_paths = {str(path) for path, _kept in outcome.renamed_files}
    return SaveResult(
        merged_workspace,
        merge_result.workspace,
        tuple(outcome.errors),
        (*merge_result.notes, *outcome.notes),
        merge_result.our_copies,
        tuple(problem for problem in files.problems if problem.path not in renamed_paths),
    )


def _arrange_their_side(
    files: FolderContent, workspace_before: Workspace, built_ins: tuple[Configuration, ...]
) -> Workspace:
    """Return the workspace of the files. An unreadable file has its state of `workspace_before`."""
    unreadable_configurations = [
        configuration
        for configuration in workspace_before.configurations
        if _is_unreadable(files, configuration.key)
    ]
    configurations = {
        **files.configurations,
        **{configuration.key: configuration for configuration in unreadable_configurations},
    }
    order = make_order_document(workspace_before) if files.order is None else files.order
    collection = workspace_before.sources if files.sources is None else files.sources
    options = (
        workspace_before.program_options if files.program_options is None else files.program_options
    )
    return make_workspace(configurations, order, built_ins, collection, options)


def _merge_files(
    files: FolderContent,
    workspace_before: Workspace,
    workspace_after: Workspace,
    their_workspace: Workspace,
) -> MergedWorkspace:
    """Merge our changes between two workspaces with the workspace of the files."""
    # In a folder without the order file (emptied or another folder), nothing is treated as deleted.
    from vkconfig_py.model.configuration.merge import (
        merge_workspaces,  # only a read: works without the lock
    )

    if ORDER_FILE not in files.names:
        present_configurations = tuple(
            configuration
            for configuration in workspace_before.configurations
            if their_workspace.find_configuration(configuration.key)
        )
        workspace_before = workspace_before._replace(
            configurations=present_configurations,
            deleted_built_ins=their_workspace.deleted_built_ins,
        )
    # The first configuration is in no file before it is edited; who edits it elsewhere wins.
    is_unchanged = (
        workspace_after.find_configuration(FIRST_CONFIGURATION.key) == FIRST_CONFIGURATION
        and workspace_before.find_configuration(FIRST_CONFIGURATION.key) is None
    )
    if is_unchanged and their_workspace.find_configuration(FIRST_CONFIGURATION.key) is not None:
        workspace_before = workspace_before._replace(
            configurations=(FIRST_CONFIGURATION, *workspace_before.configurations)
        )
    return merge_workspaces(workspace_before, workspace_after, their_workspace)


def _is_unreadable(files: FolderContent, key: str) -> bool:
    """Return whether a configuration has a file that could not be read."""
    return f"{key}.json" in files.names and key not in files.configurations


def _save_configurations(
    folder: Path,
    files: FolderContent,
    workspace_before: Workspace,
    workspace_after: Workspace,
    built_ins: Iterable[Configuration],
    outcome: WriteOutcome,
) -> None:
    """Write changed configurations, and delete the files of deleted ones.

    Args:
        folder: of the files.
        files: what they hold now.
        workspace_before: the workspace when they were last read.
        workspace_after: the workspace to save.
        built_ins: built-in configurations, which have a file only if they are edited.
        outcome: gets errors and renamed files.
    """
    built_in_by_key = {configuration.key: configuration for configuration in built_ins}
    kept_paths = set()
    for configuration in workspace_after.configurations:
        if configuration == built_in_by_key.get(configuration.key):
            continue
        kept_paths.add(configuration.key)
        existing_configuration = (
            workspace_before.find_configuration(configuration.key)
            if _is_unreadable(files, configuration.key)
            else files.configurations.get(configuration.key)
        )
        if configuration != existing_configuration:
            parse = partial(parse_configuration, configuration.key)
            write_document(
                folder / f"{configuration.key}.json",
                render_configuration(configuration),
                parse,
                outcome,
            )
    deleted_keys = {
        configuration.key
        for configuration in workspace_before.configurations
        if _is_unreadable(files, configuration.key)
        and configuration != built_in_by_key.get(configuration.key)
    }
    for key in sorted((files.configurations.keys() | deleted_keys) - kept_paths):
        remove_document(folder / f"{key}.json", partial(parse_configuration, key), outcome)


def _save_list(
    path: Path,
    existing: tuple[T, ...] | None,
    before: tuple[T, ...],
    after: tuple[T, ...],
    encode: Callable[[tuple[T, ...]], JsonObject],
    parse: Callable[[bytes], tuple[T, ...]],
    outcome: WriteOutcome,
) -> None:
    """Write the file of a list of the workspace if the list differs from it.

    Args:
        path: of the file.
        existing: what the file holds now, None if it is unreadable.
        before: what it held when the workspace was last read, () without a file.
        after: the list to save.
        encode: makes the document of a list.
        parse: reads the list of a document.
        outcome: gets errors and renamed files.
    """
    # An unreadable file is not touched until its list is edited.
    if after != (before if existing is None else existing):
        content = render_json(_add_unknown_members(path, encode(after)))
        write_document(path, content, parse, outcome)


def _save_order(
    path: Path,
    files: FolderContent,
    workspace_before: Workspace,
    workspace_after: Workspace,
    outcome: WriteOutcome,
) -> None:
    """Write the order file if order, selection or programs differ from it.

    Args:
        path: of the file.
        files: what all files hold now.
        workspace_before: the workspace when they were last read.
        workspace_after: the workspace to save.
        outcome: gets errors and renamed files.
    """
    if (
        files.has_newer_order
    ):  # reported as a problem; the selection alone is not worth an error on each save
        return
    order = make_order_document(workspace_after)
    existing_order = files.order
    if existing_order is None and ORDER_FILE in files.names:
        existing_order = make_order_document(workspace_before)
    if order != existing_order:
        document = {
            "format": ORDER_FORMAT,
            "order": list(order.keys),
            "selected": order.selected_key,
            "put_away": dict(order.deleted_built_ins),
            "program": CODEC.encode(workspace_after.last_program),
            "recent": CODEC.encode(workspace_after.recent_programs),
        }
        if order.command_choice_time:
            document["chosen_by_command"] = order.command_choice_time
        write_document(
            path, render_json(_add_unknown_members(path, document)), parse_order, outcome
        )


def restore_place(folder: Path, key: str, keys_above: Sequence[str]) -> None:
    """Put a configuration below the last of those in the order that stood above it.

    Raises:
        OSError, DocumentError: the order cannot be read or written.
    """
    path = folder / ORDER_FILE
    with hold_if_possible(hold_lock(folder / LOCK_FILE)):
        document = parse_order(read_own_document(path))
        keys = [other_key for other_key in _get_list(document.get("order")) if other_key != key]
        places = [place for place, other_key in enumerate(keys) if other_key in keys_above]
        keys.insert(max(places, default=-1) + 1, key)
        write_file(str(path), render_json({**document, "order": keys}))


def _add_unknown_members(path: Path, document: JsonObject) -> JsonObject:
    """Add to a document the members of the existing file that this version does not know."""
    try:
        existing_members = parse_json(read_own_document(path))
    except READ_ERRORS:
        return document
    return {
        **document,
        **{name: value for name, value in existing_members.items() if name not in document},
    }


def _move_sources_to_collection(
    workspace: Workspace, moved_sources: Iterable[CollectionSource]
) -> Workspace:
    """Move the search places of configurations of an older format to the collection."""
    source_by_path = {source.path: source for source in workspace.sources}
    for source in moved_sources:
        source_by_path.setdefault(source.path, source)
    paths = {source.path for source in moved_sources}
    return workspace._replace(
        configurations=tuple(
            configuration._replace(
                sources=tuple(path for path in configuration.sources if path not in paths),
                implicit_sources=tuple(
                    path for path in configuration.implicit_sources if path not in paths
                ),
            )
            for configuration in workspace.configurations
        ),
        sources=tuple(source_by_path.values()),
    )


def _add_first_configuration(
    workspace: Workspace, order: OrderDocument, files: FolderContent
) -> Workspace:
    """Add the first configuration, with a key that no file seen or left unread can have.

    Another process may have written the same one since: saving merges both.
    """
    configuration = FIRST_CONFIGURATION
    if files.problems or f"{DEFAULT_KEY}.json" in files.names:
        configuration = Configuration.create(FIRST_CONFIGURATION_NAME)
    extended_workspace = workspace._replace(
        configurations=(configuration, *workspace.configurations)
    )
    return extended_workspace._replace(
        selected_key=order.selected_key
        if extended_workspace.find_configuration(order.selected_key)
        else configuration.key
    )
