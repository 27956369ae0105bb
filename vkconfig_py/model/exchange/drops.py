"""What files dropped on a part of the window would become there, and what they became."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from pathlib import PurePath

from vkconfig_py.language.sentences import tr
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
from vkconfig_py.model.exchange.take_over import adopt_all
from vkconfig_py.model.formats.foreign_files import ForeignKind, Opened
from vkconfig_py.model.programs.program_paths import ProgramMatch, ProgramState, describe_program
from vkconfig_py.model.text.wording import called, capitalised, count_of, join_words

Found = tuple[tuple[str, Opened], ...]  # files with their paths


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
    found: Found = ()
    program: ProgramMatch | None = None


class Preview(NamedTuple):
    """What a drop would do: where (a heading), what (sentences without a full stop)."""

    where: str
    what: tuple[str, ...]
    refused: bool = False


def read_program(paths: Sequence[str], host: Host) -> ProgramMatch | None:
    return describe_program(paths[0], host) if paths else None


def chosen_program(arrived: Arrived, place: DropPlace) -> ProgramMatch | None:
    """The dropped program if it is to be chosen; in the chain only an executable file is."""
    program = arrived.program
    if program is None or not program.runs:
        return None
    only = len(arrived.found) == 1 and not arrived.folders
    is_binary = only and program.state is ProgramState.BINARY
    return program if place is DropPlace.PROGRAM or is_binary else None


# ---- before


def preview_drop(arrived: Arrived, place: DropPlace, current: Configuration) -> Preview:
    """Sentences about what a drop would do."""
    if place is DropPlace.PROGRAM and chosen_program(arrived, place) is None:
        error = arrived.program.why_unmatched if arrived.program else ""
        return Preview(
            tr("This is no program"), (error or tr("Drop an executable file here"),), True
        )
    program = chosen_program(arrived, place)
    if program is not None:
        return Preview("Program", (tr("Chooses {name}", name=program.name),))
    what = tuple(_effects(arrived, place, current))
    if not what and any(not opened.refused for _path, opened in arrived.found):
        what = (tr("Changes nothing: every value in it is the default"),)
    refused = [opened for _path, opened in arrived.found if opened.refused]
    if refused:
        sentence = refused[0].refused if len(refused) == 1 else ""
        number = count_of(len(refused), "file")
        what = (
            *what,
            tr("Cannot open it: {sentence}", sentence=sentence)
            if sentence
            else tr("Cannot open {number}", number=number),
        )
    nothing = len(refused) == len(arrived.found) and not arrived.folders
    return Preview(_where(arrived, place, current), what, nothing)


def _where(arrived: Arrived, place: DropPlace, current: Configuration) -> str:
    kinds = {opened.kind for _path, opened in arrived.found if not opened.refused}
    if kinds == {ForeignKind.REPORT}:
        return tr("Another machine")
    searched = kinds <= {ForeignKind.LAYER_MANIFEST, ForeignKind.LAYER_FOLDER}
    if place is DropPlace.CHAIN and kinds and kinds <= _INTO:
        return tr("Into “{name}”", name=current.name)
    if kinds and not searched:
        return tr("Your configurations")
    return tr("Layers of every configuration")


_INTO = {ForeignKind.LAYER_MANIFEST, ForeignKind.LAYER_SETTINGS}


def _effects(arrived: Arrived, place: DropPlace, current: Configuration) -> Iterator[str]:
    into = place is DropPlace.CHAIN
    rest, layers, settings = _by_effect(arrived.found, into=into)
    if layers and into:
        yield tr(
            "Adds {layers} and turns {layers_2} on", layers=_layers(layers), layers_2=_them(layers)
        )
    elif layers:
        yield tr(
            "Adds {layers} to the search; nothing turns {layers_2} on",
            layers=_layers(layers),
            layers_2=_them(layers),
        )
    for entry in settings:
        number = count_of(len(entry.settings), "setting")
        yield tr("Takes {number} of {value}", number=number, value=called([entry.name])[0])
    made = [one.name for _path, opened in rest for one in opened.configurations]
    if len(made) == 1:
        yield tr("Adds the configuration “{made}”", made=made[0])
    elif made:
        yield tr("Adds {made}", made=count_of(len(made), "configuration"))
    places = {one.path for _path, opened in rest for one in opened.sources}
    if places:
        yield tr("Adds {places} to the search for layers", places=count_of(len(places), "place"))
    if any(opened.kind is ForeignKind.REPORT for _path, opened in rest):
        yield tr("Shows that machine in this window, read-only")
    for folder in arrived.folders:
        yield tr("Searches {name}/ for layers", name=PurePath(folder).name)


def _by_effect(
    found: Found, *, into: bool
) -> tuple[Found, tuple[str, ...], tuple[LayerEntry, ...]]:
    """Files that become configurations, names of layers, and settings that are taken."""
    rest: list[tuple[str, Opened]] = []
    layers: list[str] = []
    settings: list[LayerEntry] = []
    for path, opened in found:
        if opened.refused:
            continue
        if opened.kind is ForeignKind.LAYER_MANIFEST:
            layers += opened.layers
        elif opened.kind is ForeignKind.LAYER_SETTINGS and into:
            settings += [entry for one in opened.configurations for entry in one.layers]
        else:
            rest.append((path, opened))
    return tuple(rest), tuple(dict.fromkeys(layers)), tuple(settings)


def _layers(names: Sequence[str]) -> str:
    short = called(names)
    return (
        tr("the layer {short}", short=short[0])
        if len(names) == 1
        else tr("the layers {short}", short=join_words(short))
    )


def _them(names: Sequence[str]) -> str:
    return "it" if len(names) == 1 else "them"


# ---- after


def drop(
    workspace: Workspace,
    arrived: Arrived,
    place: DropPlace,
    shipped: Iterable[Configuration] = (),
) -> Changed | None:
    """Everything that a drop changes, as one undo step; None: nothing."""
    program = chosen_program(arrived, place)
    if program is not None:
        return choose_program(workspace, Target(program.path))
    if place is DropPlace.PROGRAM:
        return None
    into = place is DropPlace.CHAIN
    rest, layers, settings = _by_effect(arrived.found, into=into)
    opened = tuple(one for one in arrived.found if one in rest or one[1].sources)
    adopted = adopt_all(workspace, opened, shipped)
    after = adopted.workspace if adopted else workspace
    label = adopted.label if adopted else ""
    if into:
        key = workspace.current.key
        changed = after.find(key)
        if changed is None:  # deleted with what VkConfig had deleted
            return adopted
        for name in layers:
            changed = changed.with_control(name, LayerControl.ON)
        for entry in settings:
            changed = changed.with_entry(_with_settings(changed, entry))
        after = after.with_configuration(changed)
        if settings and not adopted:
            label = tr(
                "Take settings of {name}", name=join_words(called([one.name for one in settings]))
            )
        elif layers and not rest:
            label = tr("Add {layers}", layers=_layers(layers))
    return None if after == workspace else Changed(after, label)


def _with_settings(configuration: Configuration, taken: LayerEntry) -> LayerEntry:
    entry = configuration.entry(taken.name) or LayerEntry(taken.name)
    for setting in taken.settings:
        entry = entry.with_value(setting.key, setting.type, setting.value)
    return entry


def dropped_message(
    arrived: Arrived, place: DropPlace, current: Configuration, *, is_new: bool
) -> str:
    """Sentence about a drop into the selected configuration or on the program; "" for others."""
    program = chosen_program(arrived, place)
    if program is not None:
        return tr("Launch starts {name} now.", name=program.name)
    if place is DropPlace.PROGRAM:
        return tr(
            "No program was chosen. {why_unmatched}",
            why_unmatched=arrived.program.why_unmatched if arrived.program else "",
        )
    rest, layers, settings = _by_effect(arrived.found, into=place is DropPlace.CHAIN)
    refused = any(opened.refused for _path, opened in arrived.found)
    into = place is DropPlace.CHAIN and is_new and not rest and not refused
    if not into or not (layers or settings):
        return ""
    parts = []
    if layers:
        parts.append(
            tr("Added {layers} to “{name}”, turned on.", layers=_layers(layers), name=current.name)
        )
    for entry in settings:
        number = count_of(len(entry.settings), "setting")
        parts.append(
            tr(
                "Took {number} of {value} into “{name}”.",
                number=number,
                value=called([entry.name])[0],
                name=current.name,
            )
        )
    return " ".join(parts)


def dropped_layers(arrived: Arrived) -> frozenset[str]:
    """Layers of the dropped manifests and settings files, by name and by manifest."""
    _rest, layers, settings = _by_effect(arrived.found, into=True)
    manifests = [path for path, opened in arrived.found if opened.layers]
    return frozenset((*layers, *(entry.name for entry in settings), *manifests))


def layers_with_idle_settings(
    opened: Iterable[Opened], current: Configuration, off: Iterable[str]
) -> tuple[str, ...]:
    """Layers of opened settings files that are off, so that their settings do nothing yet."""
    names = [
        entry.name
        for one in opened
        if one.kind is ForeignKind.LAYER_SETTINGS and not one.refused
        for made in one.configurations
        for entry in made.layers
        if entry.settings
    ]
    unused = set(off)
    return tuple(
        name
        for name in dict.fromkeys(names)
        if name in unused and current.control(name) is not LayerControl.ON
    )


def idle_message(names: Sequence[str]) -> str:
    """Sentence about layers whose settings do nothing yet."""
    verb, whose = ("is", "its") if len(names) == 1 else ("are", "their")
    return tr(
        "{names} {verb} off: {whose} settings do nothing yet.",
        names=capitalised(join_words(called(names))),
        verb=verb,
        whose=whose,
    )


def turn_on(workspace: Workspace, names: Sequence[str]) -> Changed | None:
    """Turn on layers of the selected configuration, as one undo step."""
    changed = workspace.current
    for name in names:
        changed = changed.with_control(name, LayerControl.ON)
    after = workspace.with_configuration(changed)
    return (
        None
        if after == workspace
        else Changed(after, tr("Turn on {names}", names=join_words(called(names))))
    )
