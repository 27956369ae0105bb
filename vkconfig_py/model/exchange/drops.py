"""What files dropped on a part of the window would become there, and what they became."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from pathlib import PurePath

from vkconfig_py.language.sentences import counted, join_words, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.chosen_program import choose_program
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
    Target,
)
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.configuration.workspace_edits import Changed
from vkconfig_py.model.exchange.import_report import adopt_all
from vkconfig_py.model.formats.foreign_files import ForeignKind, Opened
from vkconfig_py.model.programs.program_paths import ProgramMatch, ProgramState, describe_program
from vkconfig_py.model.text.wording import called, capitalised

OpenedFiles = tuple[tuple[str, Opened], ...]  # files with their paths


class DropPlace(Enum):
    """Part of the window that files are dropped on."""

    CONFIGURATIONS = "configurations"
    CHAIN = "chain"  # and the inspector: the selected configuration
    LAYERS = "layers"
    PROGRAM = "program"


class Arrived(NamedTuple):
    """Dropped paths, read.

    Attributes:
        folders: to be searched for layers.
        program: the first path, as a program.
    """

    folders: tuple[str, ...] = ()
    found: OpenedFiles = ()
    program: ProgramMatch | None = None


class Preview(NamedTuple):
    """What a drop would do: where (a heading), what (sentences without a full stop)."""

    where: str
    what: tuple[str, ...]
    refused: bool = False


def read_program(paths: Sequence[str], host: Host) -> ProgramMatch | None:
    return describe_program(paths[0], host) if paths else None


def chosen_program(arrived: Arrived, place: DropPlace) -> ProgramMatch | None:
    """Return the dropped program if it is to be chosen, in the chain only an executable file."""
    program = arrived.program
    if program is None or not program.runs:
        return None
    only = len(arrived.found) == 1 and not arrived.folders
    is_binary = only and program.state is ProgramState.BINARY
    return program if place is DropPlace.PROGRAM or is_binary else None


# ---- before


def preview_drop(arrived: Arrived, place: DropPlace, current: Configuration) -> Preview:
    """Return the sentences about what a drop would do."""
    if place is DropPlace.PROGRAM and chosen_program(arrived, place) is None:
        error = arrived.program.why_unmatched if arrived.program else ""
        return Preview(
            tr("This is not a program"), (error or tr("Drop an executable file here"),), True
        )
    program = chosen_program(arrived, place)
    if program is not None:
        return Preview(tr("Program"), (tr("Chooses {program}", program=program.name),))
    effects = tuple(_describe_effects(arrived, place, current))
    if not effects and any(not opened.refused for _path, opened in arrived.found):
        effects = (tr("Changes nothing: every value in it is the default"),)
    refused = [opened for _path, opened in arrived.found if opened.refused]
    if len(refused) == 1:
        effects = (*effects, tr("Cannot open it: {reason}", reason=refused[0].refused))
    elif refused:
        effects = (*effects, counted("Cannot open {n} files", "Cannot open {n} file", len(refused)))
    nothing = len(refused) == len(arrived.found) and not arrived.folders
    return Preview(_render_place(arrived, place, current), effects, nothing)


def _render_place(arrived: Arrived, place: DropPlace, current: Configuration) -> str:
    kinds = {opened.kind for _path, opened in arrived.found if not opened.refused}
    if kinds == {ForeignKind.REPORT}:
        return tr("Another machine")
    searched = kinds <= {ForeignKind.LAYER_MANIFEST, ForeignKind.LAYER_FOLDER}
    if place is DropPlace.CHAIN and kinds and kinds <= _INTO:
        return tr("Into “{name}”", name=current.title)
    if kinds and not searched:
        return tr("Your configurations")
    return tr("Layers of every configuration")


_SETTINGS = frozenset({ForeignKind.LAYER_SETTINGS, ForeignKind.LAYER_FILE})
_INTO = {ForeignKind.LAYER_MANIFEST, *_SETTINGS}


def _describe_effects(arrived: Arrived, place: DropPlace, current: Configuration) -> Iterator[str]:
    into = place is DropPlace.CHAIN
    files, layers, settings = _group_by_effect(arrived.found, into=into)
    if layers and into:
        yield counted(
            "Adds the layers {layers} and turns them on",
            "Adds the layer {layers} and turns it on",
            len(layers),
            layers=join_words(called(layers)),
        )
    elif layers:
        yield counted(
            "Adds the layers {layers} to the search; nothing turns them on",
            "Adds the layer {layers} to the search; nothing turns it on",
            len(layers),
            layers=join_words(called(layers)),
        )
    for entry in settings:
        yield counted(
            "Imports {n} settings of {layer}",
            "Imports {n} setting of {layer}",
            len(entry.settings),
            layer=called([entry.name])[0],
        )
    configurations = [
        configuration.title for _path, opened in files for configuration in opened.configurations
    ]
    if len(configurations) == 1:
        yield tr("Adds the configuration “{name}”", name=configurations[0])
    elif configurations:
        yield counted("Adds {n} configurations", "Adds {n} configuration", len(configurations))
    places = {source.path for _path, opened in files for source in opened.sources}
    if places:
        yield counted(
            "Adds {n} places to the search for layers",
            "Adds {n} place to the search for layers",
            len(places),
        )
    if any(opened.kind is ForeignKind.REPORT for _path, opened in files):
        yield tr("Shows that machine in this window, read-only")
    for folder in arrived.folders:
        yield tr("Searches {folder} for layers", folder=f"{PurePath(folder).name}/")


def _group_by_effect(
    opened_files: OpenedFiles, *, into: bool
) -> tuple[OpenedFiles, tuple[str, ...], tuple[LayerEntry, ...]]:
    """Return the files that become configurations, the names of layers, and the settings taken."""
    files: list[tuple[str, Opened]] = []
    layers: list[str] = []
    settings: list[LayerEntry] = []
    for path, opened in opened_files:
        if opened.refused:
            continue
        if opened.kind is ForeignKind.LAYER_MANIFEST:
            layers += opened.layers
        elif opened.kind in _SETTINGS and into:
            settings += [
                entry for configuration in opened.configurations for entry in configuration.layers
            ]
        else:
            files.append((path, opened))
    return tuple(files), tuple(dict.fromkeys(layers)), tuple(settings)


# ---- after


def drop(
    workspace: Workspace,
    arrived: Arrived,
    place: DropPlace,
    shipped: Iterable[Configuration] = (),
) -> Changed | None:
    """Return everything that a drop changes, as one undo step, or None if it changes nothing."""
    program = chosen_program(arrived, place)
    if program is not None:
        return choose_program(workspace, Target(program.path))
    if place is DropPlace.PROGRAM:
        return None
    into = place is DropPlace.CHAIN
    files, layers, settings = _group_by_effect(arrived.found, into=into)
    opened = tuple(file for file in arrived.found if file in files or file[1].sources)
    adopted = adopt_all(workspace, opened, shipped)
    base = adopted.workspace if adopted else workspace
    label = adopted.label if adopted else ""
    if into:
        key = workspace.current.key
        changed = base.find(key)
        if changed is None:  # deleted with what VkConfig had deleted
            return adopted
        for name in layers:
            changed = changed.with_control(name, LayerControl.ON)
        for entry in settings:
            changed = changed.with_entry(_with_settings(changed, entry))
        base = base.with_configuration(changed)
        if settings and not adopted:
            names = join_words(called([setting.name for setting in settings]))
            label = tr("Import settings of {layers}", layers=names)
        elif layers and not files:
            label = counted(
                "Add the layers {layers}",
                "Add the layer {layers}",
                len(layers),
                layers=join_words(called(layers)),
            )
    return None if base == workspace else Changed(base, label)


def _with_settings(configuration: Configuration, imported: LayerEntry) -> LayerEntry:
    entry = configuration.entry(imported.name) or LayerEntry(imported.name)
    for setting in imported.settings:
        entry = entry.with_value(setting.key, setting.type, setting.value)
    return entry


def dropped_message(
    arrived: Arrived, place: DropPlace, current: Configuration, *, is_new: bool
) -> str:
    """Return a sentence about a drop into the selected configuration or on the program, or ""."""
    program = chosen_program(arrived, place)
    if program is not None:
        return tr("Launch starts {program} now.", program=program.name)
    if place is DropPlace.PROGRAM:
        reason = arrived.program.why_unmatched if arrived.program else ""
        return tr("No program was chosen. {reason}", reason=reason)
    files, layers, settings = _group_by_effect(arrived.found, into=place is DropPlace.CHAIN)
    refused = any(opened.refused for _path, opened in arrived.found)
    into = place is DropPlace.CHAIN and is_new and not files and not refused
    if not into or not (layers or settings):
        return ""
    parts = []
    if layers:
        parts.append(
            counted(
                "Added the layers {layers} to “{name}”, turned on.",
                "Added the layer {layers} to “{name}”, turned on.",
                len(layers),
                layers=join_words(called(layers)),
                name=current.title,
            )
        )
    for entry in settings:
        parts.append(
            counted(
                "Imported {n} settings of {layer} into “{name}”.",
                "Imported {n} setting of {layer} into “{name}”.",
                len(entry.settings),
                layer=called([entry.name])[0],
                name=current.title,
            )
        )
    return " ".join(parts)


def dropped_layers(arrived: Arrived) -> frozenset[str]:
    """Return the layers of the dropped manifests and settings files, by name and by manifest."""
    _rest, layers, settings = _group_by_effect(arrived.found, into=True)
    manifests = [path for path, opened in arrived.found if opened.layers]
    return frozenset((*layers, *(entry.name for entry in settings), *manifests))


def layers_with_idle_settings(
    opened: Iterable[Opened], current: Configuration, off: Iterable[str]
) -> tuple[str, ...]:
    """Return the layers of opened settings files that are off, so their settings do nothing yet."""
    names = [
        entry.name
        for file in opened
        if file.kind in _SETTINGS and not file.refused
        for configuration in file.configurations
        for entry in configuration.layers
        if entry.settings
    ]
    unused = set(off)
    return tuple(
        name
        for name in dict.fromkeys(names)
        if name in unused and current.control(name) is not LayerControl.ON
    )


def idle_message(names: Sequence[str]) -> str:
    """Return the sentence about layers whose settings do nothing yet."""
    return counted(
        "{layers} are off: their settings do nothing yet.",
        "{layers} is off: its settings do nothing yet.",
        len(names),
        layers=capitalised(join_words(called(names))),
    )


def turn_on(workspace: Workspace, names: Sequence[str]) -> Changed | None:
    """Turn on layers of the selected configuration, as one undo step."""
    changed = workspace.current
    for name in names:
        changed = changed.with_control(name, LayerControl.ON)
    changed_workspace = workspace.with_configuration(changed)
    if changed_workspace == workspace:
        return None
    return Changed(changed_workspace, tr("Turn on {name}", name=join_words(called(names))))
