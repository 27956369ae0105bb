"""Configurations on the disk: one JSON file each, and one for order and selection.

Reading never writes. A file of ours that cannot be read is reported and left where it is; only
when it would have to be written over is it kept aside as NAME.bad first.
"""

from __future__ import annotations

import stat
from pathlib import Path

from vkconfig_py.model.configuration import Configuration
from vkconfig_py.model.configuration_file import (
    DocumentError,
    configuration_from_document,
    configuration_to_document,
    parse_configuration,
    parse_json,
    render_configuration,
    render_json,
)
from vkconfig_py.model.file_states import write_whole
from vkconfig_py.model.workspace import DocumentProblem, Loaded, Workspace

__all__ = [
    "configuration_from_document",
    "configuration_to_document",
    "load_workspace",
    "save_workspace",
]

ORDER_FILE = "order.json"
DEFAULT_NAME = "Default"
DEFAULT_KEY = "default"
SIZE_LIMIT = 8 << 20
_READ_ERRORS = (OSError, DocumentError)


def load_workspace(folder: Path) -> Loaded:
    """Read all configurations; with none, a new one that is written when it is edited."""
    problems: list[DocumentProblem] = []
    found: dict[str, Configuration] = {}
    for path in _documents(folder, problems):
        try:
            found[path.stem] = parse_configuration(path.stem, _read(path))
        except _READ_ERRORS as error:
            problems.append(_problem(path, error))
    order, selected = _load_order(folder, problems)
    rest = sorted(found.keys() - set(order), key=lambda key: (found[key].name.casefold(), key))
    configurations = tuple(found[key] for key in (*order, *rest) if key in found)
    if not configurations:
        configurations = (_new_default(folder),)
    known = {configuration.key for configuration in configurations}
    if selected not in known:
        selected = configurations[0].key
    return Loaded(Workspace(configurations, selected), tuple(problems))


def save_workspace(folder: Path, before: Workspace, after: Workspace) -> tuple[str, ...]:
    """Write what changed since `before`; return one sentence for each file that failed.

    Files are replaced atomically, so a failure leaves the old one whole.
    """
    if after == before:
        return ()
    errors: list[str] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        return (_sentence(folder, "could not be made", error),)
    old = {configuration.key: configuration for configuration in before.configurations}
    for configuration in after.configurations:
        path = folder / f"{configuration.key}.json"
        if configuration != old.get(configuration.key) or not path.exists():
            _write(path, render_configuration(configuration), errors)
    for key in old.keys() - {configuration.key for configuration in after.configurations}:
        _remove(folder / f"{key}.json", errors)
    if _order(before) != _order(after) or not (folder / ORDER_FILE).exists():
        order, selected = _order(after)
        document = {"format": 1, "order": list(order), "selected": selected}
        _write(folder / ORDER_FILE, render_json(document), errors)
    return tuple(errors)


def _new_default(folder: Path) -> Configuration:
    """Return the first configuration, with a key that no unreadable file of ours has."""
    try:
        taken = (folder / f"{DEFAULT_KEY}.json").exists()
    except OSError:  # the folder may not be looked into
        taken = False
    return (
        Configuration.new(DEFAULT_NAME)
        if taken
        else Configuration(key=DEFAULT_KEY, name=DEFAULT_NAME)
    )


def _documents(folder: Path, problems: list[DocumentProblem]) -> list[Path]:
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == ".json")
    except FileNotFoundError:
        return []
    except OSError as error:
        problems.append(_problem(folder, error))
        return []
    return [path for path in paths if path.name != ORDER_FILE]


def _load_order(folder: Path, problems: list[DocumentProblem]) -> tuple[tuple[str, ...], str]:
    path = folder / ORDER_FILE
    try:
        document = parse_json(_read(path))
    except FileNotFoundError:
        return (), ""
    except _READ_ERRORS as error:
        if folder.is_dir():
            problems.append(_problem(path, error))
        return (), ""
    order = document.get("order")
    keys = order if isinstance(order, list) else []
    selected = document.get("selected")
    return (
        tuple(dict.fromkeys(key for key in keys if isinstance(key, str))),
        selected if isinstance(selected, str) else "",
    )


def _read(path: Path) -> bytes:
    """Read a document of ours; pipes and devices would never end.

    Raises:
        OSError: it cannot be read.
        DocumentError: it is none of ours.
    """
    found = path.stat()
    if not stat.S_ISREG(found.st_mode):
        raise DocumentError("it is not a file")
    if found.st_size > SIZE_LIMIT:
        raise DocumentError(f"it is larger than {SIZE_LIMIT >> 20} MB")
    return path.read_bytes()


def _problem(path: Path, error: OSError | DocumentError) -> DocumentProblem:
    if isinstance(error, DocumentError):
        return DocumentProblem(str(path), f"{path} could not be read: {error.sentence}", error.line)
    return DocumentProblem(str(path), _sentence(path, "could not be read", error))


def _sentence(path: Path, what: str, error: OSError) -> str:
    return f"{path} {what}: {error.strerror or error}"


def _order(workspace: Workspace) -> tuple[tuple[str, ...], str]:
    keys = tuple(configuration.key for configuration in workspace.configurations)
    return keys, workspace.selected


def _write(path: Path, content: bytes, errors: list[str]) -> None:
    try:
        real = path.resolve()  # a link to the user's own store of settings stays a link
        _keep_aside(real)
        write_whole(real, content)
    except (OSError, RuntimeError) as error:  # RuntimeError: links that lead in a circle
        reason = error if isinstance(error, OSError) else OSError(str(error))
        errors.append(_sentence(path, "could not be saved", reason))


def _keep_aside(path: Path) -> None:
    """Rename what stands in the way and is not readable as ours.

    Raises:
        OSError: it cannot be renamed.
    """
    try:
        content = _read(path)
        parse_json(content) if path.name == ORDER_FILE else parse_configuration("", content)
    except FileNotFoundError:
        return
    except _READ_ERRORS:
        aside = path.with_name(f"{path.name}.bad")
        number = 1
        while aside.exists():
            number += 1
            aside = path.with_name(f"{path.name}.bad{number}")
        path.rename(aside)


def _remove(path: Path, errors: list[str]) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        errors.append(_sentence(path, "could not be deleted", error))
