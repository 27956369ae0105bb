"""The workspace on the disk: a file per configuration, one for their order, one for the collection.

Reading never writes. A file of ours that cannot be read is reported and left where it is; only
when it would have to be written over is it kept aside as NAME.bad first. A built-in configuration
has a file only while it differs from what is shipped, so a newer version of the program shows its
own newer one, and never touches an edited one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.documents.collection_file import collection_to_document, parse_collection
from vkconfig_py.model.documents.configuration import Configuration
from vkconfig_py.model.documents.configuration_file import (
    configuration_from_document,
    configuration_to_document,
    parse_configuration,
    render_configuration,
)
from vkconfig_py.model.documents.members import Object, parse_json, render_json
from vkconfig_py.model.documents.own_files import (
    READ_ERRORS,
    problem_of,
    read_own,
    remove_own,
    sentence_of,
    sweep_own,
    write_own,
)
from vkconfig_py.model.documents.workspace import DocumentProblem, Loaded, Source, Workspace
from vkconfig_py.model.presence import is_gone, is_there

__all__ = [
    "configuration_from_document",
    "configuration_to_document",
    "load_workspace",
    "save_workspace",
]

ORDER_FILE = "order.json"
COLLECTION_FILE = "collection.json"
DEFAULT_NAME = "Default"
DEFAULT_KEY = "default"
_SOURCES_MOVED = 2  # the first format whose folders and manifests are those of the collection


class _Order(NamedTuple):
    """What ORDER_FILE says."""

    keys: tuple[str, ...] = ()
    selected: str = ""
    put_away: tuple[tuple[str, int], ...] = ()


def load_workspace(folder: Path, shipped: Sequence[Configuration] = ()) -> Loaded:
    """Read everything; with no configuration of the user, a new one that is written when edited.

    `shipped` are the built-in configurations of this version of the program.
    """
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
    order = _load_order(folder, problems) if ORDER_FILE in names else _Order()
    collection = _load_collection(folder, problems) if COLLECTION_FILE in names else ()
    on_disk = _arranged(found, order, shipped, folder)._replace(collection=collection)
    if not moved:
        return Loaded(on_disk, tuple(problems), shipped=tuple(shipped))
    return Loaded(_with_moved(on_disk, moved), tuple(problems), on_disk, tuple(shipped))


def save_workspace(
    folder: Path, before: Workspace, after: Workspace, shipped: Iterable[Configuration] = ()
) -> tuple[str, ...]:
    """Write what changed since `before`; return one sentence for each file that failed.

    Files are replaced atomically, so a failure leaves the old one whole.
    """
    if after == before:
        return ()
    errors: list[str] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        return (sentence_of(folder, "could not be made", error),)
    try:
        next(folder.iterdir(), None)
    except OSError as error:  # what was never seen there must not be written over
        return (sentence_of(folder, "could not be read, so nothing is saved there", error),)
    sweep_own(folder)
    _save_collection(folder / COLLECTION_FILE, before, after, errors)
    _save_configurations(folder, before, after, shipped, errors)
    path = folder / ORDER_FILE
    order = _order(after)
    if _order(before) != order or not is_there(path):
        document = {
            "format": 1,
            "order": list(order.keys),
            "selected": order.selected,
            "put_away": dict(order.put_away),
        }
        write_own(path, render_json(_with_unknown(path, document)), parse_json, errors)
    return tuple(errors)


def _save_configurations(
    folder: Path,
    before: Workspace,
    after: Workspace,
    shipped: Iterable[Configuration],
    errors: list[str],
) -> None:
    untouched = {one.key: one for one in shipped}
    old = {one.key: one for one in before.configurations}
    kept = set()
    for one in after.configurations:
        if one == untouched.get(one.key):
            continue
        kept.add(one.key)
        path = folder / f"{one.key}.json"
        if one != old.get(one.key) or not is_there(path):
            write_own(
                path, render_configuration(one), partial(parse_configuration, one.key), errors
            )
    for key, one in old.items():
        if key not in kept and one != untouched.get(key):
            remove_own(folder / f"{key}.json", errors)


def _save_collection(path: Path, before: Workspace, after: Workspace, errors: list[str]) -> None:
    if before.collection != after.collection or (after.collection and not is_there(path)):
        document = collection_to_document(after.collection)
        write_own(path, render_json(_with_unknown(path, document)), parse_collection, errors)


def _with_unknown(path: Path, document: Object) -> Object:
    """Keep the members of a file that this version does not know."""
    try:
        old = parse_json(read_own(path))
    except READ_ERRORS:
        return document
    return {**document, **{name: value for name, value in old.items() if name not in document}}


def _arranged(
    found: dict[str, Configuration], order: _Order, shipped: Sequence[Configuration], folder: Path
) -> Workspace:
    """Put the user's own first, as the order says, and the built-in ones behind them."""
    newer = {one.key for one in shipped if dict(order.put_away).get(one.key, 0) < one.built_in}
    offered = {one.key: one for one in shipped if one.key in newer}
    everyone = {**offered, **found}
    alone = sorted(found.keys() - offered.keys(), key=lambda key: (found[key].name.casefold(), key))
    keys = dict.fromkeys((*order.keys, *alone, *offered))
    listed = [everyone[key] for key in keys if key in everyone]
    own = [one for one in listed if not one.built_in]
    if not own and not any(key in everyone for key in order.keys):
        own = [_new_default(folder)]
    configurations = (*own, *(one for one in listed if one.built_in))
    known = {one.key for one in configurations}
    return Workspace(
        configurations,
        order.selected if order.selected in known else configurations[0].key,
        put_away=tuple(entry for entry in order.put_away if entry[0] not in newer),
    )


def _sources_of(one: Configuration) -> list[Source]:
    found = [Source(path) for path in one.sources]
    return [*found, *(Source(path, implicit=True) for path in one.implicit_sources)]


def _with_moved(workspace: Workspace, moved: list[Source]) -> Workspace:
    """Move what configurations of an older format search to what all of them search."""
    known = {source.path: source for source in workspace.collection}
    for source in moved:
        known.setdefault(source.path, source)
    paths = {source.path for source in moved}
    return workspace._replace(
        configurations=tuple(
            one._replace(
                sources=tuple(path for path in one.sources if path not in paths),
                implicit_sources=tuple(p for p in one.implicit_sources if p not in paths),
            )
            for one in workspace.configurations
        ),
        collection=tuple(known.values()),
    )


def _new_default(folder: Path) -> Configuration:
    """Return the first configuration, with a key that no file of ours can have."""
    if is_gone(folder / f"{DEFAULT_KEY}.json"):
        return Configuration(key=DEFAULT_KEY, name=DEFAULT_NAME)
    return Configuration.new(DEFAULT_NAME)


def _names(folder: Path, problems: list[DocumentProblem]) -> list[str]:
    try:
        return sorted(path.name for path in folder.iterdir() if path.suffix == ".json")
    except FileNotFoundError:
        return []
    except OSError as error:
        problems.append(problem_of(folder, error))
        return []


def _load_order(folder: Path, problems: list[DocumentProblem]) -> _Order:
    path = folder / ORDER_FILE
    try:
        document = parse_json(read_own(path))
    except READ_ERRORS as error:
        problems.append(problem_of(path, error))
        return _Order()
    keys, selected, away = (document.get(name) for name in ("order", "selected", "put_away"))
    return _Order(
        tuple(dict.fromkeys(key for key in _list(keys) if isinstance(key, str))),
        selected if isinstance(selected, str) else "",
        tuple(
            (key, version)
            for key, version in (away if isinstance(away, dict) else {}).items()
            if isinstance(version, int)
        ),
    )


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _load_collection(folder: Path, problems: list[DocumentProblem]) -> tuple[Source, ...]:
    path = folder / COLLECTION_FILE
    try:
        return parse_collection(read_own(path))
    except READ_ERRORS as error:
        problems.append(problem_of(path, error))
        return ()


def _order(workspace: Workspace) -> _Order:
    keys = tuple(configuration.key for configuration in workspace.configurations)
    return _Order(keys, workspace.selected, workspace.put_away)
