"""What Ctrl+K and `search` find; what a machine has many of is read off the GUI thread."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence

from vkconfig_py.language.sentences import render, tr
from vkconfig_py.model.chain.device_entries import list_dump_values
from vkconfig_py.model.chain.loader_variables import ExplainedVariable, describe_environment
from vkconfig_py.model.chain.probe_results import DeviceDetail
from vkconfig_py.model.chain.snapshot_values import GROUP_HEADER_KINDS, ChainSnapshot, Row, RowKind
from vkconfig_py.model.configuration.configuration import SettingType
from vkconfig_py.model.configuration.option_sets import get_sets
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.items.palette_search import EntryIndex, EntryKind, SearchEntry
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, Setting
from vkconfig_py.model.layer_settings.known_layers import find_source
from vkconfig_py.model.layer_settings.setting_names import is_offered, walk_offered
from vkconfig_py.model.problems.missing_layers import list_absent_layers
from vkconfig_py.model.text.lines import join_parts
from vkconfig_py.model.text.wording import capitalise, strip_layer_prefix

_ICON_BY_ROW_KIND = {
    RowKind.PROGRAM: "program",
    RowKind.LOADER: "loader",
    RowKind.DRIVER: "driver",
    RowKind.DEVICE: "device",
    RowKind.BROKEN: "file-broken",
}
_MAX_TEXT_LENGTH = 200  # of a variable with its value
# What people call the purpose of a layer, by a part of its name.
_WORDS_BY_LAYER = {
    "FROG_gamescope_wsi": tr("HDR", "words that find a layer"),
    "gfxreconstruct": tr("capture record replay trace", "words that find a layer"),
    "hdr_wsi": tr("HDR", "words that find a layer"),
    "KHRONOS_validation": tr("debug errors check", "words that find a layer"),
    "LUNARG_api_dump": tr("capture trace calls", "words that find a layer"),
    "LUNARG_monitor": tr("FPS frames", "words that find a layer"),
    "LUNARG_screenshot": tr("capture picture", "words that find a layer"),
    "MANGOHUD": tr("FPS frames overlay HUD", "words that find a layer"),
    "MESA_overlay": tr("FPS frames overlay HUD", "words that find a layer"),
    "obs_": tr("capture record stream", "words that find a layer"),
    "RENDERDOC_Capture": tr("capture debug frame", "words that find a layer"),
    "steam_overlay": tr("overlay FPS", "words that find a layer"),
    "VKBASALT_post_processing": tr("sharpen sharpness effects filter", "words that find a layer"),
}


def index_all(
    entries: Sequence[SearchEntry],
    snapshot: ChainSnapshot | None,
    devices: Mapping[str, DeviceDetail],
    *,
    demo: bool,
    declared_layers: Iterable[tuple[Row, DeclaredLayer]] = (),
    platform: str = "",
) -> EntryIndex:
    """Index these entries with those of settings, variables, extensions and devices of a machine.

    Args:
        entries: those that are known.
        snapshot: of the machine, None for none.
        devices: by the keys of their rows.
        demo: the machine is the sample machine.
        declared_layers: layers that declare settings, with their rows.
        platform: on which the settings are offered.
    """
    machine_entries = (
        list_machine_entries(snapshot, devices, demo=demo) if snapshot is not None else ()
    )
    absent_entries = list_absent_layer_entries(snapshot) if snapshot is not None else ()
    setting_entries = list_setting_entries(declared_layers, platform)
    return EntryIndex((*entries, *setting_entries, *absent_entries, *machine_entries))


def list_machine_entries(
    snapshot: ChainSnapshot, devices: Mapping[str, DeviceDetail], *, demo: bool
) -> Iterator[SearchEntry]:
    """Yield the entries of variables, extensions and devices of a machine.

    Their keys name a row, and what to find in it.
    """
    for entry in describe_environment(snapshot, demo=demo):
        yield _make_variable_entry(entry)
    yield from _list_layer_extensions(snapshot)
    names = {row.key: row.name for row in snapshot.rows}
    for key, device in devices.items():
        if key in names:
            yield from _list_device_entries(key, names[key], device)


def _make_variable_entry(entry: ExplainedVariable) -> SearchEntry:
    """Make the entry of a variable, with its value, origin and effects."""
    row = entry.row
    name = row.name if row.value is None else f"{row.name}={row.value}"[:_MAX_TEXT_LENGTH]
    if row.value == "":
        name += tr("empty", "state of a variable")
    origin = entry.origin
    if entry.file:
        location = tr("{file}, line {line}", file=entry.file, line=entry.line)
        origin = f"{origin} ({location})"
    parts = (origin, *row.effects)
    subtitle = " · ".join(part for part in parts if part)
    return SearchEntry(name, capitalise(subtitle), EntryKind.VARIABLE, row.name)


def _list_layer_extensions(snapshot: ChainSnapshot) -> Iterator[SearchEntry]:
    """Yield an entry for each extension that a layer declares."""
    rows = {row.name: row.key for row in snapshot.rows}
    seen_keys = set()
    for layer in snapshot.inventory.found_layers:
        row = rows.get(layer.name)
        if layer.manifest is None or row is None:
            continue
        manifest = layer.manifest
        name = strip_layer_prefix(layer.name)
        for subtitle, extensions in (
            (
                tr("Instance extension provided by layer {name}", name=name),
                manifest.instance_extensions,
            ),
            (
                tr("Device extension provided by layer {name}", name=name),
                manifest.device_extensions,
            ),
        ):
            for extension in extensions:
                key = f"{row}\n{extension.name}"
                if key not in seen_keys:
                    seen_keys.add(key)
                    yield SearchEntry(extension.name, subtitle, EntryKind.EXTENSION, key)


def _list_device_entries(row: str, name: str, device: DeviceDetail) -> Iterator[SearchEntry]:
    """Yield an entry for each extension, feature and limit of a device."""
    for extension in device.summary.extensions:
        subtitle = tr(
            "Device extension of {name} · version {version}",
            name=name,
            version=extension.spec_version,
        )
        yield SearchEntry(extension.name, subtitle, EntryKind.EXTENSION, f"{row}\n{extension.name}")
    for dump_entry in list_dump_values(device.dump) if device.dump is not None else ():
        value = "; ".join(dump_entry.value.split("\n"))
        subtitle = " · ".join(part for part in (value, name, render(dump_entry.group)) if part)
        yield SearchEntry(dump_entry.name, subtitle, EntryKind.LIMIT, f"{row}\n{dump_entry.path}")


def list_row_entries(rows: Sequence[Row]) -> Iterator[SearchEntry]:
    """Yield an entry for each row of the layer chain."""
    for row in rows:
        if row.kind not in GROUP_HEADER_KINDS:
            subtitle = ": ".join(filter(None, (row.status, row.reason))) or row.secondary
            icon = _ICON_BY_ROW_KIND.get(row.kind, "")
            words = _find_layer_words(row.name)
            yield SearchEntry(row.name, subtitle, EntryKind.LAYER, row.key, icon, words=words)


def _find_layer_words(name: str) -> str:
    """Return other words for what the layer with this name does."""
    folded_name = name.casefold()
    return next(
        (words for part, words in _WORDS_BY_LAYER.items() if part.casefold() in folded_name), ""
    )


def list_absent_layer_entries(snapshot: ChainSnapshot) -> Iterator[SearchEntry]:
    """Yield an entry for each known layer that is not installed and has no row."""
    names = (row.name for row in snapshot.rows)
    installed_names = (layer.name for layer in snapshot.inventory.found_layers)
    for name in list_absent_layers((*names, *installed_names)):
        title = tr("{layer} (not installed)", layer=name)
        source = find_source(name)
        maker = source.maker if source is not None else ""
        subtitle = tr(source.purpose) if source is not None else ""
        words = join_parts(maker, _find_layer_words(name))
        yield SearchEntry(title, subtitle, EntryKind.ABSENT_LAYER, name, words=words)


def list_configuration_entries(workspace: Workspace) -> Iterator[SearchEntry]:
    """Yield an entry for each configuration."""
    for configuration in workspace.configurations:
        yield SearchEntry(
            render(configuration.title),
            tr("Configuration"),
            EntryKind.CONFIGURATION,
            configuration.key,
        )


def list_option_entries(workspace: Workspace) -> Iterator[SearchEntry]:
    """Yield the option sets: of the chosen program, of recent programs, of all others."""
    programs = (workspace.program, *workspace.recent_programs)
    programs_with_options = [target.program for target in programs if target.program]
    for program in dict.fromkeys(
        (*programs_with_options, *(option.program for option in workspace.program_options))
    ):
        for option_set in get_sets(workspace.program_options, program):
            subtitle = tr(
                "Option set · {command}", command=shlex.join((program, *option_set.arguments))
            )
            yield SearchEntry(
                option_set.name, subtitle, EntryKind.OPTIONS, f"{program}\n{option_set.name}"
            )


def list_setting_entries(
    declared_layers: Iterable[tuple[Row, DeclaredLayer]], platform: str
) -> Iterator[SearchEntry]:
    """Yield the settings of layers and their values, to be found by label, key and text."""
    for row, layer in declared_layers:
        group_labels = {
            member.key: group.label
            for group in layer.walk_settings()
            if group.type is SettingType.GROUP
            for member in group.settings
        }
        for setting in walk_offered(layer.settings, platform):
            places = (strip_layer_prefix(row.name), group_labels.get(setting.key, ""))
            subtitle = " · ".join(filter(None, (*places, setting.key, setting.description)))
            yield SearchEntry(
                setting.label, subtitle, EntryKind.SETTING, f"{row.key}\n{setting.key}"
            )
            yield from _list_values(row, setting, platform)


def _list_values(row: Row, setting: Setting, platform: str) -> Iterator[SearchEntry]:
    """Yield the flags of a setting, and the values to choose from."""
    for choice in setting.choices:
        if is_offered(choice, platform):
            layer_setting = f"{strip_layer_prefix(row.name)} · {setting.label}"
            subtitle = " · ".join(
                part for part in (layer_setting, choice.key, choice.description) if part
            )
            key = f"{row.key}\n{setting.key}\n{choice.key}"
            yield SearchEntry(choice.label, subtitle, EntryKind.VALUE, key)


def list_file_entries(rows: Sequence[Row]) -> Iterator[SearchEntry]:
    """Yield an entry for each manifest of the rows."""
    for path in dict.fromkeys(row.manifest for row in rows if row.manifest):
        folder, _slash, name = path.rpartition("/")
        yield SearchEntry(name, folder, EntryKind.FILE, path, words=path)
