"""Adds the configurations of opened foreign files to the workspace, and reports the result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from posixpath import normpath

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    Configuration,
    LayerControl,
    LayerEntry,
)
from vkconfig_py.model.configuration.option_set_edits import add_sets
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.configuration.workspace_edits import (
    Changed,
    add_sources,
    delete_configuration,
    import_configuration,
)
from vkconfig_py.model.formats.foreign_files import ForeignKind, Opened, Rendered
from vkconfig_py.model.text.wording import count_of, join_words


def adopt(
    workspace: Workspace, opened: Opened, path: str, shipped: Iterable[Configuration] = ()
) -> Changed | None:
    """Add configurations and places, and select the configuration that was active.

    Built-in configurations deleted in the other program are deleted here too, unless they were
    edited. None: nothing to add.
    """
    shipped = tuple(shipped)
    changed = _without_put_away(workspace, opened, shipped)
    selected = ""
    for configuration in opened.configurations:
        changed = import_configuration(changed, configuration).workspace
        if configuration.name == opened.selected or not selected:
            selected = changed.selected
    if selected:
        changed = changed.with_selected(selected)
    if opened.options:
        changed = add_sets(changed, opened.options)
    known = {source.path: source for source in changed.collection}
    if opened.kind in (ForeignKind.LAYER_MANIFEST, ForeignKind.LAYER_FOLDER):
        # Opening a manifest or folder means to search it, even if it was disabled or excluded
        # before.
        new = tuple(known.get(source.path, source) for source in opened.sources)
    else:
        places = set(map(normpath, known))
        new = tuple(one for one in opened.sources if normpath(one.path) not in places)
    edited = add_sources(changed.collection, new) if new else None
    if edited is not None:
        changed = changed._replace(collection=edited.sources)
    return (
        None
        if changed == workspace
        else Changed(changed, tr("Open “{name}”", name=PurePath(path).name))
    )


def adopt_all(
    workspace: Workspace,
    found: Sequence[tuple[str, Opened]],
    shipped: Iterable[Configuration] = (),
) -> Changed | None:
    """Add the content of several files, each with its path, as one undo step."""
    shipped = tuple(shipped)
    after, labels = workspace, []
    for path, opened in found:
        changed = None if opened.refused else adopt(after, opened, path, shipped)
        if changed is not None:
            after = changed.workspace
            labels.append(changed.label)
    if not labels:
        return None
    return Changed(
        after,
        labels[0]
        if len(labels) == 1
        else tr("Open {labels}", labels=count_of(len(labels), "file")),
    )


def _without_put_away(
    workspace: Workspace, opened: Opened, shipped: tuple[Configuration, ...]
) -> Workspace:
    unedited = {one.key: one for one in shipped}
    names = {name.casefold() for name in opened.put_away}
    for one in workspace.configurations:
        if one.name.casefold() in names and unedited.get(one.key) == one:
            gone = delete_configuration(workspace, one.key, shipped)
            workspace = gone.workspace if gone else workspace
    return workspace


_CONTROLS = {LayerControl.ON: "on", LayerControl.OFF: "off", LayerControl.AUTO: "auto"}
_UNLISTED = tr("every other layer")


def opened_message(
    path: str,
    opened: Opened,
    before: set[str],
    after: Configuration | None,
    *,
    is_new: bool = True,
) -> str:
    name = PurePath(path).name
    if opened.refused:
        return tr("{name} was not opened. {refused}", name=name, refused=opened.refused)
    if not is_new:
        return tr("Nothing was added: everything in {name} is here already.", name=name)
    parts = []
    names = [f"“{one.name}”" for one in opened.configurations]
    if len(names) == 1 and after is not None:
        renamed = opened.configurations[0].name in before
        shown = f"“{after.name}”" if renamed else names[0]
        parts.append(tr("{shown} was added from {name}.", shown=shown, name=name))
    elif names:
        parts.append(
            tr(
                "{names} were added from {name}.",
                names=count_of(len(names), "configuration"),
                name=name,
            )
        )
    if opened.sources:
        parts.append(_searched([one.path for one in opened.sources]))
    if opened.options:
        programs = count_of(len(opened.options), "program")
        parts.append(tr("Option sets of {programs} were added.", programs=programs))
    parts.append(notes_message(opened))
    return " ".join(part for part in parts if part)


def opened_files_message(
    found: Sequence[tuple[str, Opened]],
    before: set[str],
    after: Configuration | None,
    *,
    is_new: bool,
) -> str:
    """One message about the result for several files, each with its path."""
    if len(found) == 1:
        path, opened = found[0]
        return opened_message(path, opened, before, after, is_new=is_new)
    refused = [path for path, opened in found if opened.refused]
    files = count_of(len(found) - len(refused), "file")
    made = sum(len(opened.configurations) for _path, opened in found)
    sources = {source.path for _path, opened in found for source in opened.sources}
    parts = []
    if not is_new and len(refused) < len(found):
        parts.append(tr("Nothing was added: everything in {files} is here already.", files=files))
    elif made:
        parts.append(
            tr(
                "{made} {made_2} added from {files}.",
                made=count_of(made, "configuration"),
                made_2=_were(made),
                files=files,
            )
        )
    if is_new and sources:
        parts.append(_searched(sorted(sources)))
    if refused:
        number = len(refused)
        parts.append(
            tr(
                "{number} {number_2} not opened.",
                number=count_of(number, "file"),
                number_2=_were(number),
            )
        )
    return " ".join(parts)


def notes_message(opened: Opened) -> str:
    """Short message about what was not imported, or else about what it was read as."""
    notes = opened.notes or opened.remarks
    if not notes:
        return ""
    first = notes[0]
    line = tr(" (line {line})", line=first.line) if first.line and not first.file else ""
    sentence = _with_more(f"{first.sentence.removesuffix('.')}{line}.", len(notes) - 1)
    return (
        tr("Not everything was imported as it was: {sentence}", sentence=sentence)
        if opened.notes
        else sentence
    )


def exported_message(name: str, path: str, rendered: Rendered) -> str:
    sentence = tr("Exported “{name}” to {path}.", name=name, path=path)
    if not rendered.notes:
        return sentence
    return f"{sentence} {_with_more(rendered.notes[0].sentence, len(rendered.notes) - 1)}"


def _with_more(sentence: str, more: int) -> str:
    return (
        tr("{sentence} {more} like this.", sentence=sentence, more=count_of(more, "more note"))
        if more
        else sentence
    )


def describe_configuration(configuration: Configuration) -> Iterator[str]:
    for entry in configuration.layers:
        yield _layer(entry)
    programs = [x.path if x.enabled else f"{x.path} (off)" for x in configuration.programs]
    if programs:
        yield tr("for {programs}", programs=join_words(programs))
    if configuration.settings_file:
        yield tr("layer settings from {settings_file}", settings_file=configuration.settings_file)
    target = configuration.target
    if target.program:
        yield tr("starts {value}", value=" ".join((target.program, *target.arguments)))
    for variable in configuration.environment:
        yield f"{variable.name}={'' if variable.value is None else variable.value}"
    if configuration.loader_log:
        yield tr("loader log: {loader_log}", loader_log=", ".join(configuration.loader_log))
    for driver in configuration.added_drivers:
        yield tr(
            "adds the driver {path}{value}",
            path=driver.path,
            value="" if driver.enabled else " (off)",
        )
    if configuration.devices.chooses:
        names = [device.name or device.device_uuid for device in configuration.devices.devices]
        yield tr("devices: {names}", names=", ".join(names) or "none")


def _layer(entry: LayerEntry) -> str:
    name = _UNLISTED if entry.name == UNLISTED else entry.name
    more = [count_of(len(entry.settings), "setting")] if entry.settings else []
    if entry.copy.startswith("/"):
        more.append(entry.copy)
    text = f"{_CONTROLS[entry.control]:4} {name}"
    return f"{text} ({', '.join(more)})" if more else text


def _were(number: int) -> str:
    return "was" if number == 1 else "were"


def _searched(paths: Sequence[str]) -> str:
    named = f"“{PurePath(paths[0]).name}”" if len(paths) == 1 else f"{len(paths)} places"
    return tr("Added {named} to the search for layers.", named=named)
