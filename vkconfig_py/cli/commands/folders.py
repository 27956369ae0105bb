"""folders: folders and manifests of your own that are searched for layers."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_json, add_list_edits, add_not_found
from vkconfig_py.cli.context import Machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.workspace import edit_only, load, save
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.workspace import CollectionSource, Workspace
from vkconfig_py.model.configuration.workspace_edits import (
    Changed,
    add_sources,
    leave_out,
    remove_source,
    switch_kind,
    take_in,
    turn_source,
)
from vkconfig_py.model.exchange.open_file import find_kind
from vkconfig_py.model.files.paths import is_folder, is_gone, read_regular, reason_of
from vkconfig_py.model.formats.foreign_files import ForeignKind

_KINDS = {  # of implicit and of enabled ones
    (True, True): tr("implicit layers"),
    (True, False): tr("implicit layers, off"),
    (False, True): tr("explicit layers"),
    (False, False): tr("explicit layers, off"),
}
Sources = tuple[CollectionSource, ...]
_Edit = Callable[..., Changed | None]


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py folders": "",
        "vkconfig-py folders --add ~/sdk/share/vulkan/explicit_layer.d": "",
        "vkconfig-py folders --off ~/sdk/share/vulkan/explicit_layer.d": "",
        "vkconfig-py folders --leave-out ~/sdk/share/vulkan/explicit_layer.d/old.json": "",
    }
    add_not_found(parser)
    add_json(parser)
    add_list_edits(
        parser,
        add=tr("a folder or a manifest; also several times"),
        remove=tr("stop searching one"),
        on=tr("search one again that was turned off"),
        off=tr("leave one out, but remember it"),
    )
    add_list_edits(
        parser,
        switch_kind=tr("treat the layers of one as implicit instead of explicit, or the other way"),
        leave_out=tr("leave out a manifest of a folder"),
        take_in=tr("include a manifest of a folder again"),
    )
    parser.add_argument(
        "--implicit", action="store_true", help=tr("those that are added contain implicit layers")
    )


def run(options: argparse.Namespace, output: Output) -> int:
    machine = edit_only()
    sources = load(machine, output).workspace.collection
    for path in options.add:
        _require_source(path)
    for path in options.add:
        new = CollectionSource(_full(path), options.implicit)
        sources = _commit(machine, partial(add_sources, sources=(new,)), output)
    edits: tuple[tuple[Sequence[str], _Edit], ...] = (
        (options.remove, remove_source),
        (options.switch_kind, switch_kind),
        (options.on, partial(turn_source, on=True)),
        (options.off, partial(turn_source, on=False)),
    )
    for paths, edit in edits:
        for path in paths:
            source_path = _known(path, sources)
            sources = _commit(machine, partial(edit, path=source_path), output)
    for files, change in ((options.leave_out, leave_out), (options.take_in, take_in)):
        for file in files:
            source = _find_source_of(file, sources)
            sources = _commit(machine, partial(change, path=source, file=_full(file)), output)
    _print_folders(sources, output)
    return Exit.OK


def _require_source(path: str) -> None:
    """End the command unless a path is a folder or a layer manifest."""
    if is_folder(Path(path)):
        return
    try:
        content = read_regular(Path(path))
    except OSError as error:
        code = Exit.NOT_FOUND if is_gone(Path(path)) else Exit.FAILED
        raise CommandError(
            tr("{path} could not be read: {reason}", path=path, reason=reason_of(error)), code
        ) from error
    if find_kind(path, content) is not ForeignKind.LAYER_MANIFEST:
        raise CommandError(
            tr("{path} is neither a folder nor a layer manifest.", path=path), Exit.USAGE
        )


def _print_folders(sources: Sources, output: Output) -> None:
    rows = [
        {
            "path": source.path,
            "kind": _kind(source),
            "enabled": source.enabled,
            "left_out": source.without,
        }
        for source in sources
    ]
    output.outcome({"folders": rows})
    if not sources:
        output.line(tr("No folders of your own are searched."))
    for source in sources:
        output.line(f"{plain(source.path)}  ({_KINDS[source.implicit, source.enabled]})")
        for file in source.without:
            text = tr("without {path}", path=plain(file))
            output.line(f"    {text}")


def _commit(
    machine: Machine, change: Callable[[Workspace], Changed | None], output: Output
) -> Sources:
    loaded = load(machine, output)
    changed = change(loaded.workspace)
    if changed is None:
        return loaded.workspace.collection
    return save(machine, loaded, changed, output).collection


def _full(path: str) -> str:
    return str(Path(path).absolute())


def _known(path: str, sources: Sources) -> str:
    for source in sources:
        if source.path.rstrip("/") in (path.rstrip("/"), _full(path)):
            return source.path
    raise CommandError(tr("“{path}” is not a folder that was added.", path=path), Exit.NOT_FOUND)


def _find_source_of(file: str, sources: Sources) -> str:
    """Return the folder of the user that a manifest lies in."""
    for source in sources:
        if Path(source.path) == Path(_full(file)).parent and Path(file).exists():
            return source.path
    raise CommandError(
        tr("“{file}” is not a manifest in a folder that was added.", file=file), Exit.NOT_FOUND
    )


def _kind(source: CollectionSource) -> str:
    return "implicit" if source.implicit else "explicit"
