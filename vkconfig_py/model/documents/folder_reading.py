"""What the folder of configurations says: files read, and put in order. Nothing is written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from vkconfig_py.loader.own_files import NewerFormatError, check_format
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.documents.collection_file import parse_collection
from vkconfig_py.model.documents.configuration import Configuration
from vkconfig_py.model.documents.configuration_file import configuration_from_document
from vkconfig_py.model.documents.members import Object, parse_json
from vkconfig_py.model.documents.own_files import READ_ERRORS, problem_of, read_own
from vkconfig_py.model.documents.workspace import DocumentProblem, Source, Workspace

ORDER_FILE = "order.json"
COLLECTION_FILE = "collection.json"
ORDER_FORMAT = 1
_SOURCES_MOVED = 2  # the first format whose folders and manifests are those of the collection


class Order(NamedTuple):
    """What ORDER_FILE says."""

    keys: tuple[str, ...] = ()
    selected: str = ""
    put_away: tuple[tuple[str, int], ...] = ()


class Files(NamedTuple):
    """What was read.

    Attributes:
        names: files that are there.
        found: configurations that could be read, by key.
        order, collection: None if there is no such file or it cannot be read.
        has_newer_order: a newer version of this program keeps the order.
        moved: what configurations of an older format search.
    """

    names: tuple[str, ...]
    found: dict[str, Configuration]
    order: Order | None
    collection: tuple[Source, ...] | None
    moved: tuple[Source, ...]
    problems: tuple[DocumentProblem, ...]
    has_newer_order: bool = False


def parse_order(content: bytes) -> Object:
    """Read an order file.

    Raises:
        DocumentError: it cannot be understood, or is of a newer format.
    """
    document = parse_json(content)
    check_format(document, ORDER_FORMAT)
    return document


def read_folder(folder: Path) -> Files:
    """Read every file of ours in a folder."""
    problems: list[DocumentProblem] = []
    found: dict[str, Configuration] = {}
    moved: list[Source] = []
    names = _names(folder, problems)
    for name in names:
        path = folder / name
        if name in (ORDER_FILE, COLLECTION_FILE):
            continue
        try:
            document = parse_json(read_own(path))
            one = configuration_from_document(document, path.stem)
        except READ_ERRORS as error:
            problems.append(problem_of(path, error))
            continue
        found[one.key] = one
        if document.get("format", 0) < _SOURCES_MOVED:
            moved += _sources_of(one)
    order, has_newer = _load_order(folder, problems) if ORDER_FILE in names else (None, False)
    collection = _load_collection(folder, problems) if COLLECTION_FILE in names else None
    return Files(tuple(names), found, order, collection, tuple(moved), tuple(problems), has_newer)


def arranged(
    found: dict[str, Configuration],
    order: Order,
    shipped: Sequence[Configuration],
    collection: tuple[Source, ...],
) -> Workspace:
    """Put the user's own first, as the order says, and the built-in ones behind them."""
    newer = {one.key for one in shipped if dict(order.put_away).get(one.key, 0) < one.built_in}
    offered = {one.key: one for one in shipped if one.key in newer}
    everyone = {**offered, **found}
    alone = sorted(found.keys() - offered.keys(), key=lambda key: (found[key].name.casefold(), key))
    keys = dict.fromkeys((*order.keys, *alone, *offered))
    listed = [everyone[key] for key in keys if key in everyone]
    own = (one for one in listed if not one.built_in)
    built_in = (one for one in listed if one.built_in)
    space = Workspace(
        (*own, *built_in),
        order.selected,
        collection,
        tuple(entry for entry in order.put_away if entry[0] not in newer),
    )
    if listed and not space.find(order.selected):
        return space.with_selected(space.current.key)
    return space


def order_of(workspace: Workspace) -> Order:
    """Return what ORDER_FILE is to say of a workspace."""
    keys = tuple(configuration.key for configuration in workspace.configurations)
    return Order(keys, workspace.selected, workspace.put_away)


def _sources_of(one: Configuration) -> list[Source]:
    found = [Source(path) for path in one.sources]
    return [*found, *(Source(path, implicit=True) for path in one.implicit_sources)]


def _names(folder: Path, problems: list[DocumentProblem]) -> list[str]:
    try:
        return sorted(path.name for path in folder.iterdir() if path.suffix == ".json")
    except FileNotFoundError:
        return []
    except OSError as error:
        problems.append(problem_of(folder, error))
        return []


def _load_order(folder: Path, problems: list[DocumentProblem]) -> tuple[Order | None, bool]:
    """Return the order, None if it cannot be read, and whether that is because it is newer."""
    path = folder / ORDER_FILE
    try:
        document = parse_order(read_own(path))
    except READ_ERRORS as error:
        problems.append(problem_of(path, error))
        return None, isinstance(error, NewerFormatError)
    keys, selected, away = (document.get(name) for name in ("order", "selected", "put_away"))
    order = Order(
        tuple(dict.fromkeys(key for key in _list(keys) if isinstance(key, str))),
        selected if isinstance(selected, str) else "",
        tuple(
            (key, version)
            for key, version in (away if isinstance(away, dict) else {}).items()
            if isinstance(version, int)
        ),
    )
    return order, False


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _load_collection(folder: Path, problems: list[DocumentProblem]) -> tuple[Source, ...] | None:
    path = folder / COLLECTION_FILE
    try:
        return parse_collection(read_own(path))
    except READ_ERRORS as error:
        problems.append(problem_of(path, error))
        return None
