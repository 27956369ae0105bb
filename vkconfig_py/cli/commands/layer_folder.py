"""layer folder: folders and manifests of your own that are searched for layers."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_not_found, add_paths, add_verbs
from vkconfig_py.cli.context import Machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.workspace import load, make_editing_machine, save
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.workspace import CollectionSource, Workspace
from vkconfig_py.model.configuration.workspace_edits import (
    WorkspaceChange,
    add_sources,
    enable_source,
    exclude_manifest,
    include_manifest,
    remove_source,
    switch_source_kind,
)
from vkconfig_py.model.exchange.open_file import find_kind
from vkconfig_py.model.files.paths import describe_error, is_folder, is_gone, read_regular
from vkconfig_py.model.formats.foreign_files import ForeignKind

_KIND_LABELS = {  # of implicit and of enabled ones
    (True, True): tr("implicit layers"),
    (True, False): tr("implicit layers, off"),
    (False, True): tr("explicit layers"),
    (False, False): tr("explicit layers, off"),
}
Sources = tuple[CollectionSource, ...]
_EditSources = Callable[..., WorkspaceChange | None]
_EDIT_BY_ACTION: Mapping[str, _EditSources] = {
    "remove": remove_source,
    "on": partial(enable_source, is_on=True),
    "off": partial(enable_source, is_on=False),
    "switch-kind": switch_source_kind,
}
_FILE_EDITS: Mapping[str, _EditSources] = {"exclude": exclude_manifest, "include": include_manifest}


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py layer folder": "",
        "vkconfig-py layer folder add /usr/share/vulkan/explicit_layer.d": "",
        "vkconfig-py layer folder off /usr/share/vulkan/explicit_layer.d": "",
        "vkconfig-py layer folder exclude /usr/share/vulkan/explicit_layer.d/old.json": "",
    }
    add_not_found(parser)
    verbs = {
        "list": tr("list the added folders and manifests"),
        "add": tr("search folders or manifests for layers"),
        "remove": tr("stop searching folders or manifests"),
        "on": tr("turn folders or manifests on again"),
        "off": tr("turn folders or manifests off without removing them"),
        "exclude": tr("exclude manifests in a folder"),
        "include": tr("include excluded manifests again"),
        "switch-kind": tr("treat explicit layers as implicit, or implicit layers as explicit"),
    }
    for verb, verb_parser in add_verbs(parser, verbs, None).items():
        if verb in _FILE_EDITS:
            add_paths(verb_parser, "FILE", tr("a manifest in an added folder"))
        elif verb != "list":
            add_paths(verb_parser, "PATH", tr("a folder or a manifest"))
        if verb == "add":
            verb_parser.add_argument(
                "--implicit", action="store_true", help=tr("treat the layers as implicit")
            )


def run(options: argparse.Namespace, output: Output) -> int:
    machine = make_editing_machine()
    sources = load(machine, output).workspace.sources
    paths = [] if options.verb == "list" else options.paths
    for path in paths if options.verb == "add" else ():  # all of them or none
        _require_source(path)
    for path in paths:
        sources = _save_change(machine, _make_edit(options, path, sources), output)
    _print_folders(sources, output)
    return Exit.OK


def _make_edit(options: argparse.Namespace, path: str, sources: Sources) -> _EditSources:
    """Return the edit of one layer folder or manifest.

    Raises:
        CommandError: the verb does not fit the path.
    """
    if options.verb == "add":
        return partial(
            add_sources, sources=(CollectionSource(_make_absolute(path), options.implicit),)
        )
    if options.verb in _FILE_EDITS:
        source = _find_source_of(path, sources)
        return partial(_FILE_EDITS[options.verb], path=source, file=_make_absolute(path))
    return partial(_EDIT_BY_ACTION[options.verb], path=_find_added_folder(path, sources))


def _require_source(path: str) -> None:
    """End the command unless a path is a folder or a layer manifest."""
    if is_folder(Path(path)):
        return
    try:
        content = read_regular(Path(path))
    except OSError as error:
        code = Exit.NOT_FOUND if is_gone(Path(path)) else Exit.FAILED
        raise CommandError(
            tr("{path} could not be read: {reason}", path=path, reason=describe_error(error)), code
        ) from error
    if find_kind(path, content) is not ForeignKind.LAYER_MANIFEST:
        raise CommandError(
            tr("{path} is neither a folder nor a layer manifest.", path=path), Exit.USAGE
        )


def _print_folders(sources: Sources, output: Output) -> None:
    rows = [
        {
            "path": source.path,
            "kind": _get_kind(source),
            "enabled": source.enabled,
            "left_out": source.without,
        }
        for source in sources
    ]
    output.outcome({"folders": rows})
    if not sources:
        output.line(tr("No layer folders added yet."))
    for source in sources:
        output.line(f"{plain(source.path)}  ({_KIND_LABELS[source.implicit, source.enabled]})")
        for file in source.without:
            text = tr("excluding {path}", path=plain(file))
            output.line(f"    {text}")


def _save_change(
    machine: Machine, change: Callable[[Workspace], WorkspaceChange | None], output: Output
) -> Sources:
    """Save an edit of the layer folders, and return all folders."""
    load_result = load(machine, output)
    workspace_change = change(load_result.workspace)
    if workspace_change is None:
        return load_result.workspace.sources
    return save(machine, load_result, workspace_change, output).sources


def _make_absolute(path: str) -> str:
    return str(Path(path).absolute())


def _find_added_folder(path: str, sources: Sources) -> str:
    """Return an added folder as it is stored.

    Raises:
        CommandError: it is not added.
    """
    for source in sources:
        if source.path.rstrip("/") in (path.rstrip("/"), _make_absolute(path)):
            return source.path
    raise CommandError(tr("“{path}” is not an added folder.", path=path), Exit.NOT_FOUND)


def _find_source_of(file: str, sources: Sources) -> str:
    """Return the added folder that contains a manifest."""
    for source in sources:
        if Path(source.path) == Path(_make_absolute(file)).parent and Path(file).exists():
            return source.path
    raise CommandError(
        tr("“{file}” is not a manifest in an added folder.", file=file), Exit.NOT_FOUND
    )


def _get_kind(source: CollectionSource) -> str:
    return "implicit" if source.implicit else "explicit"
