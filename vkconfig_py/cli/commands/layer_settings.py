"""layer show, set, preset and reset: the settings of a layer in a configuration."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable, Mapping

from vkconfig_py.cli.arguments import CommandParser, add_json, add_selected
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, find_similar, plain, quote_names
from vkconfig_py.cli.output_files import make_name_members
from vkconfig_py.cli.planning import list_off_layers, make_launch_request, print_idle_layer
from vkconfig_py.cli.subjects import find_absent_layer, find_layer
from vkconfig_py.cli.workspace import Editing, make_inventory, make_program_configuration
from vkconfig_py.language.sentences import join_words, render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.scan import Scanner
from vkconfig_py.model.chain.run_engine import make_placeholder_program
from vkconfig_py.model.configuration.configuration import (
    VALIDATION,
    LayerControl,
    LayerEntry,
    SettingType,
    Value,
    list_disabled_checks,
)
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.configuration.workspace_edits import WorkspaceChange
from vkconfig_py.model.layer_settings import setting_edits
from vkconfig_py.model.layer_settings.checks import (
    InvalidValue,
    check_value,
    parse_text,
    render_value,
)
from vkconfig_py.model.layer_settings.declared import (
    DeclaredLayer,
    Preset,
    Setting,
    make_absent_layer,
)
from vkconfig_py.model.layer_settings.described_layers import find_described_layer
from vkconfig_py.model.layer_settings.known_layers import find_entry_reading
from vkconfig_py.model.layer_settings.layer_values import (
    compute_effective_values,
    is_default,
    list_chosen_values,
    list_items,
    list_presets,
    remove_part,
    set_flag,
    set_part_enabled,
)
from vkconfig_py.model.layer_settings.machine_values import (
    MachineValueKind,
    SuggestionFileReader,
    find_machine_value_kind,
    list_vuid_paths,
)
from vkconfig_py.model.layer_settings.own_file import NO_FILE, OwnFile, apply_own_file
from vkconfig_py.model.layer_settings.own_notes import find_unknown_effect
from vkconfig_py.model.layer_settings.setting_conditions import find_triggered_message
from vkconfig_py.model.layer_settings.setting_names import get_platform_token, render_elsewhere
from vkconfig_py.model.layer_settings.setting_paths import (
    make_program_environment,
    make_program_path_variables,
)
from vkconfig_py.model.layer_settings.setting_rows import (
    SET_TO_DEFAULT,
    NodeKind,
    SettingRow,
    render_versions,
)
from vkconfig_py.model.layer_settings.settings_page import (
    SettingFilters,
    SettingsRequest,
    compute_state,
)
from vkconfig_py.model.plan.inventory import (
    LayerDeclaration,
    find_chosen_copy,
    find_declaration,
    index_inventory,
    insert_chosen_copies,
)
from vkconfig_py.model.plan.users_file import read_users_file
from vkconfig_py.model.programs.program_paths import find_compared_program

Change = Callable[[Workspace], WorkspaceChange | None]
# Options of which one says what a setting becomes.
_EDIT_ACTIONS = ("value", "add", "remove", "on", "off")
_TONE_BY_SEVERITY = {"error": "error", "warn": "warn", "info": "faint"}


class _Page(NamedTuple):
    """The settings of one layer in one configuration."""

    editing: Editing
    declared_layer: DeclaredLayer
    platform: str
    own_file: OwnFile = NO_FILE

    @property
    def entry(self) -> LayerEntry | None:
        return self.editing.configuration.find_entry(self.declared_layer.name)

    def value(self, setting: Setting) -> Value:
        return compute_effective_values(self.declared_layer, self.entry)[setting.key]


def add_arguments(parser: CommandParser) -> None:
    parser.examples = _examples()[parser.action]
    add_json(parser)
    add_selected(parser)
    parser.add_argument("layer", metavar="LAYER", help=tr("layer name or part of it"))
    parser.set_defaults(**dict.fromkeys(("key", "value", "preset", "written", *_EDIT_ACTIONS)))
    if parser.action == "preset":
        parser.add_argument("preset", metavar="PRESET", help=tr("preset name"))
    elif parser.action == "set":
        _add_change_arguments(parser)
    else:
        setting_help = tr("setting key or label (default: all settings)")
        parser.add_argument("key", nargs="?", metavar="KEY", help=setting_help)


def _add_change_arguments(parser: CommandParser) -> None:
    parser.add_argument(
        "key", nargs="?", metavar="KEY", help=tr("setting key or label, or KEY=VALUE")
    )
    change = parser.add_mutually_exclusive_group()
    change.add_argument(
        "value",
        nargs="?",
        metavar="VALUE",
        help=tr("new value; separate flags and list entries with commas"),
    )
    change.add_argument("--add", metavar="PART", help=tr("add a flag or list entry"))
    change.add_argument("--remove", metavar="PART", help=tr("remove a flag or list entry"))
    change.add_argument("--off", metavar="PART", help=tr("keep a list entry, but do not write it"))
    change.add_argument("--on", metavar="PART", help=tr("write a list entry again"))
    change.add_argument(
        "--written",
        action=argparse.BooleanOptionalAction,
        help=tr("write this layer's settings, or only save them in the configuration"),
    )


def _examples() -> dict[str, dict[str, str]]:
    mute_label = tr("mute this message")
    return {
        "show": {
            "vkconfig-py layer show KHRONOS_validation": "",
            "vkconfig-py layer show mangohud fps_limit": "",
        },
        "set": {
            "vkconfig-py layer set KHRONOS_validation fine_grained_locking false": "",
            "vkconfig-py layer set mangohud fps_limit --add 60": "",
            "vkconfig-py layer set KHRONOS_validation message_id_filter --add VUID-x": mute_label,
            "vkconfig-py layer set KHRONOS_validation --no-written -c Validation": "",
        },
        "preset": {"vkconfig-py layer preset KHRONOS_validation Synchronization": ""},
        "reset": {
            "vkconfig-py layer reset KHRONOS_validation": tr("reset all settings"),
            "vkconfig-py layer reset mangohud fps_limit": "",
        },
    }


def run(options: argparse.Namespace, output: Output) -> int:
    if options.action == "set":
        _read_change(options)
    with open_machine() as machine:
        editing = Editing.of(options.configuration, output, machine)
        declared_layer = _find_declared_layer(options, editing, machine)
        own_file = _read_own_file(declared_layer, editing, machine)
        declared_layer = apply_own_file(declared_layer, own_file)
        page = _Page(editing, declared_layer, get_platform_token(machine.host.platform), own_file)
        key = _find_key(options, page)
        change = _make_edit(options, key, page)
        if change is not None:
            values_before = compute_effective_values(declared_layer, page.entry)
            page = page._replace(editing=editing.edit(change, output))
            values_after = compute_effective_values(declared_layer, page.entry)
            message = find_triggered_message(
                declared_layer, values_after, page.platform, {}, values_before
            )
            if message is not None and values_after != values_before:
                output.error(f"{message.title}: {message.description}")
            _print_effects(options, page, machine, output)
        nodes = [
            node for top in _compute_rows(page, machine) for node in top.walk() if node.setting
        ]
    path = page.editing.configuration.settings_file
    warnings = (
        [
            tr(
                "The configuration uses {path}; values set in the configuration have no effect.",
                path=path,
            )
        ]
        if path
        else []
    )
    is_written = page.entry is None or page.entry.writes_settings
    shown_nodes = [node for node in nodes if key is None or node.setting == key]
    lost_nodes = [node for node in shown_nodes if node.kind is NodeKind.LOST]
    output.outcome(
        {
            "configuration": make_name_members(page.editing.configuration),
            "layer": declared_layer.name,
            "is_installed": declared_layer.is_installed,
            "is_written": is_written,
            "presets": [preset.label for preset in list_presets(declared_layer, page.platform)],
            "settings": [
                _setting_to_json(page, setting) for setting in _list_settings(declared_layer, key)
            ],
            "unknown_values": [{"key": node.setting, "value": node.hint} for node in lost_nodes],
            "messages": [*warnings, *(note.text for node in shown_nodes for note in node.notes)],
        }
    )
    if not declared_layer.is_installed:
        absent = tr("{layer} is not installed.", layer=plain(declared_layer.name))
        output.line(output.paint(absent, "warn"))
        if page.entry is not None and not page.entry.settings:
            output.line(tr("No settings are saved for this layer."))
    for sentence in warnings:
        output.line(output.paint(plain(sentence), "warn"))
    if not is_written:
        output.line(output.paint(render(setting_edits.SAVED_NOT_WRITTEN), "warn"))
    for node in shown_nodes:
        if node.part:  # flags and entries stand in the line of their setting
            _print_notes(node, output)
        else:
            _print_setting(node, page, output, is_single_setting=key is not None)
    return Exit.OK


def _print_effects(
    options: argparse.Namespace, page: _Page, machine: Machine, output: Output
) -> None:
    """Say which checks are off after a preset, and that the changed layer does not load."""
    configuration, layer = page.editing.configuration, page.declared_layer.name
    if options.preset is not None and layer == VALIDATION:
        disabled = list_disabled_checks(configuration)
        if disabled:
            output.error(tr("Checks that are now off: {names}", names=join_words(disabled)))
    if options.action == "reset" or configuration.get_control(layer) is LayerControl.ON:
        return
    started_configuration = make_program_configuration(
        machine, configuration, page.editing.workspace
    )
    if layer in list_off_layers(machine, started_configuration):
        print_idle_layer(layer, configuration, output)


def _read_change(options: argparse.Namespace) -> None:
    """Split KEY=VALUE, and refuse a line that changes nothing."""
    if options.value is not None and "=" in options.key:
        options.parser.error(
            tr(
                "set one setting at a time: {first}, then {second}",
                first=options.key,
                second=options.value,
            )
        )
    if options.value is None and options.key is not None and "=" in options.key:
        options.key, _equals, options.value = options.key.partition("=")
    is_setting = any(getattr(options, name) is not None for name in _EDIT_ACTIONS)
    if options.written is None and not (options.key is not None and is_setting):
        options.parser.error(tr("specify KEY and VALUE, or an option such as --add"))


def _find_declared_layer(
    options: argparse.Namespace, editing: Editing, machine: Machine
) -> DeclaredLayer:
    """Return the settings that a layer declares, of the copy that the configuration uses.

    `layer show` has those that we describe also of a layer that is not installed.

    Raises:
        CommandError: there is no such layer, or its manifest declares no settings.
    """
    report = make_inventory(machine, editing.workspace.sources)
    try:
        layer = find_layer(options.layer, editing.configuration, report)
    except CommandError:
        absent_layer = find_absent_layer(options.layer, report)
        if options.action != "show" or absent_layer is None:
            raise
        layer = absent_layer
    inventory_index = insert_chosen_copies(index_inventory(report), editing.configuration)
    entry = editing.configuration.find_entry(layer)
    # What a manifest declares is known even where its library is missing.
    candidates = (
        candidate
        for candidate in report.found_layers
        if candidate.name == layer and candidate.manifest is not None
    )
    layer_found = inventory_index.usable_layers.get(layer) or next(candidates, None)
    if entry is not None:
        layer_found = find_chosen_copy(entry, inventory_index) or layer_found
    if layer_found is None:
        described_layer = find_described_layer(layer) if options.action == "show" else None
        if described_layer is not None:
            return described_layer._replace(is_installed=False)
        if entry is not None:
            return make_absent_layer(layer)
        raise _make_absence_error(layer)
    scanner = Scanner(report.host, machine.cache)
    declared_layer = find_declaration(LayerDeclaration(layer_found.file, layer), scanner)
    has_values = entry is not None and bool(entry.settings)
    if declared_layer is None or not (
        has_values or any(True for _ in declared_layer.walk_settings())
    ):
        raise CommandError(
            tr("The manifest of {layer} declares no settings.", layer=layer), Exit.NOT_FOUND
        )
    return declared_layer


def _make_absence_error(layer: str) -> CommandError:
    """Return the error that a layer is not installed: what it has for settings may be known."""
    sentence = (
        tr("{layer} is not installed, so its settings are unknown.", layer=layer)
        if find_described_layer(layer) is None
        else tr("{layer} is not installed, so its settings cannot be changed.", layer=layer)
    )
    return CommandError(sentence, Exit.NOT_FOUND)


def _read_own_file(declared_layer: DeclaredLayer, editing: Editing, machine: Machine) -> OwnFile:
    """Return the settings file of a layer with its own format, such as MangoHud."""
    if declared_layer.own_settings is None:
        return NO_FILE
    started_configuration = make_program_configuration(
        machine, editing.configuration, editing.workspace
    )
    request = make_launch_request(machine, started_configuration)
    target = started_configuration.target
    program = find_compared_program(target.program, machine.host, target.arguments)
    return read_users_file(
        declared_layer, request, program.real_path or make_placeholder_program(machine.host)
    )


def _find_key(options: argparse.Namespace, page: _Page) -> str | None:
    """Return the key that the command line names, of a setting or a saved value.

    None stands for all.

    Raises:
        CommandError: there is no such setting.
    """
    name: str | None = options.key
    if name is None or (page.entry is not None and page.entry.get_value(name)):
        return name
    return _find_setting(name, page.declared_layer).key


def _find_setting(name: str, declared_layer: DeclaredLayer) -> Setting:
    """Return the setting that a key or label means.

    Raises:
        CommandError: there is no such setting.
    """
    settings = [
        setting
        for setting in declared_layer.walk_settings()
        if setting.type is not SettingType.GROUP
    ]
    if not (declared_layer.is_installed or settings):
        raise _make_absence_error(declared_layer.name)
    for fits in (
        lambda setting: setting.key == name,
        lambda setting: setting.label.casefold() == name.casefold(),
    ):
        match = next(filter(fits, settings), None)
        if match is not None:
            return match
    near_keys = [setting.key for setting in settings if name.casefold() in setting.key.casefold()]
    sentence = tr(
        "{layer} has no setting “{key}”. To list its settings: vkconfig-py layer show {layer}",
        layer=declared_layer.name,
        key=name,
    )
    if near_keys:
        sentence = tr(
            "{layer} has no setting “{key}”. Available: {keys}",
            layer=declared_layer.name,
            key=name,
            keys=", ".join(near_keys[:8]),
        )
    elif similar_key := find_similar(name, (setting.key for setting in settings)):
        sentence = tr(
            "{layer} has no setting “{key}”. Did you mean “{similar}”?",
            layer=declared_layer.name,
            key=name,
            similar=similar_key,
        )
    raise CommandError(sentence, Exit.NOT_FOUND)


def _make_edit(options: argparse.Namespace, key: str | None, page: _Page) -> Change | None:
    """Return the edit that the command line asks for, or None if it only prints values."""
    declared_layer = page.declared_layer
    if options.written is not None:
        if key is not None:
            options.parser.error(
                tr("--written applies to all settings of a layer; do not specify KEY")
            )
        name, is_written = declared_layer.name, options.written
        return lambda space: setting_edits.set_settings_written(space, name, is_written=is_written)
    if options.preset is not None:
        preset = _find_preset(options.preset, page)
        return lambda space: setting_edits.choose_preset(space, declared_layer, preset)
    resets_settings = options.action == "reset"
    if resets_settings and key is None:
        return lambda space: setting_edits.reset_settings(space, declared_layer)
    if key is None:
        return None
    if resets_settings:
        return lambda space: setting_edits.reset_setting(space, declared_layer, key)
    if all(getattr(options, name) is None for name in _EDIT_ACTIONS):
        return None
    value = _parse_value(options, _find_setting(key, declared_layer), page)
    return lambda space: setting_edits.set_setting(space, declared_layer, key, value)


def _find_preset(label: str, page: _Page) -> Preset:
    """Return the preset with this label or key, ignoring case."""
    presets = list_presets(page.declared_layer, page.platform)
    folded_text = label.casefold()
    candidates = (
        preset
        for preset in presets
        if folded_text in (preset.label.casefold(), preset.key.casefold())
    )
    match = next(candidates, None)
    if match is None:
        names = quote_names(preset.label for preset in presets)
        raise CommandError(
            tr("No preset named “{label}”. Available: {names}", label=label, names=names),
            Exit.NOT_FOUND,
        )
    return match


def _parse_value(options: argparse.Namespace, setting: Setting, page: _Page) -> Value:
    """Return the new value of a setting, from a whole value or from one changed part.

    Raises:
        CommandError: the text is no value of this setting.
    """
    if options.value is not None:
        return _require_platform(setting, _parse_setting_value(setting, options.value, page), page)
    inverted = options.off if options.on is None else options.on
    if inverted is not None:
        return _switch_entry(setting, page.value(setting), inverted, is_on=options.on is not None)
    value = page.value(setting)
    part = options.remove if options.add is None else options.add
    if setting.type is SettingType.FLAGS:
        return _switch_flags(setting, part, page, is_on=options.add is not None)
    if setting.type is not SettingType.LIST:
        raise CommandError(
            tr(
                "{key} has a single value; --add and --remove only work with flags and lists.",
                key=setting.key,
            ),
            Exit.USAGE,
        )
    if options.add is not None:
        new = _parse_setting_value(setting, part, page)
        return _require_valid(setting, (*list_items(value), *list_items(new)))
    _require_part(setting, value, part)
    return remove_part(value, part)


def _switch_flags(setting: Setting, part: str, page: _Page, *, is_on: bool) -> Value:
    """Return the flags with those that `part` names set or cleared.

    `part` has keys or labels, separated by commas.
    """
    value = page.value(setting)
    is_flag_set = isinstance(value, tuple) and part in value
    flags = (part,) if is_flag_set else _parse_setting_value(setting, part, page)
    assert isinstance(flags, tuple)
    if is_on:
        _require_platform(setting, flags, page)
    for flag in flags:
        value = set_flag(setting, value, str(flag), is_on=is_on)
    return value


def _switch_entry(setting: Setting, value: Value, part: str, *, is_on: bool) -> Value:
    """Return a list with one entry written, or kept without being written."""
    if setting.type is not SettingType.LIST:
        raise CommandError(
            tr("{key} is not a list; only list entries can be turned on or off.", key=setting.key),
            Exit.USAGE,
        )
    _require_part(setting, value, part)
    return set_part_enabled(value, part, is_on=is_on)


def _require_part(setting: Setting, value: Value, part: str) -> None:
    """End the command if a list does not contain an entry."""
    if all(str(item.value) != part for item in list_items(value)):
        raise CommandError(
            tr("{key} does not contain “{part}”.", key=setting.key, part=part), Exit.NOT_FOUND
        )


def _parse_setting_value(setting: Setting, text: str, page: _Page) -> Value:
    """Return the value that a text stands for.

    Raises:
        CommandError: it is no value of this setting.
    """
    declared_layer = page.declared_layer
    entries = find_entry_reading(declared_layer.name, declared_layer.api_version, setting.key)
    parsed_value = parse_text(setting, text, entries)
    if isinstance(parsed_value, InvalidValue):
        refusal = _make_refusal(setting, parsed_value)
        if not text:
            reset = tr("To reset it: {command}", command=_render_reset(setting, page))
            sentence = refusal.sentence.removesuffix(".")
            raise CommandError(f"{sentence}. {reset}", refusal.code)
        raise refusal
    values = compute_effective_values(declared_layer, page.entry)
    unknown_effect = find_unknown_effect(
        declared_layer, page.own_file, setting, parsed_value, values
    )
    if unknown_effect is not None:
        raise _make_refusal(setting, unknown_effect)
    return parsed_value


def _render_reset(setting: Setting, page: _Page) -> str:
    """Return the command that resets a setting."""
    configuration = render(page.editing.configuration.title)
    reset = ("vkconfig-py", "layer", "reset", page.declared_layer.name, setting.key)
    return shlex.join((*reset, "-c", configuration))


def _require_platform(setting: Setting, value: Value, page: _Page) -> Value:
    """Return the value.

    Raises:
        CommandError: a flag or choice in it is for another platform.
    """
    parts = value if isinstance(value, tuple) else (value,)
    for choice in setting.choices:
        if choice.key in parts and (reason := render_elsewhere(choice, page.platform)):
            raise CommandError(f"{choice.key}: {reason}", Exit.USAGE)
    return value


def _require_valid(setting: Setting, value: Value) -> Value:
    """Return the value.

    Raises:
        CommandError: the setting does not allow it.
    """
    invalid = check_value(setting, value)
    if invalid is not None:
        raise _make_refusal(setting, invalid)
    return value


def _make_refusal(setting: Setting, invalid: InvalidValue) -> CommandError:
    """Return the error about a value that a setting does not allow."""
    sentence = f"{setting.key}: {invalid.reason}"
    if invalid.allowed_text:
        sentence = " ".join((sentence, tr("Allowed: {values}", values=invalid.allowed_text)))
    return CommandError(sentence, Exit.USAGE)


def _compute_rows(page: _Page, machine: Machine) -> tuple[SettingRow, ...]:
    """Return the rows of the window's settings page, with their notes."""
    variables = page.editing.configuration.environment
    environment = make_program_environment(machine.host, variables)
    state_request = SettingsRequest(
        declared=page.declared_layer,
        entry=page.entry,
        initial_entry=page.entry,
        platform=page.platform,
        environment=environment,
        path_variables=make_program_path_variables(machine.host, variables),
        prefix=machine.host.prefix,
        own_variables=frozenset(variable.name for variable in variables),
        filters=SettingFilters(shows_all=True),
        own_file=page.own_file,
        known_messages=_read_known_messages(page, environment, machine.host.prefix),
    )
    return compute_state(state_request).rows


def _read_known_messages(
    page: _Page, environment: Mapping[str, str], prefix: str
) -> tuple[str, ...]:
    """Return the known message IDs, none where no set value has any."""
    chosen_values = list_chosen_values(page.declared_layer, page.entry)
    if not any(
        find_machine_value_kind(setting) is MachineValueKind.VUIDS
        and list_items(chosen_values.get(setting.key))
        for setting in page.declared_layer.walk_settings()
    ):
        return ()
    paths = list_vuid_paths(environment, page.declared_layer.manifest, prefix)
    return SuggestionFileReader().read_vuids(paths)


def _list_settings(declared_layer: DeclaredLayer, key: str | None) -> list[Setting]:
    """Return the settings of a layer without groups, or only that of a key."""
    settings = (
        setting
        for setting in declared_layer.walk_settings()
        if setting.type is not SettingType.GROUP
    )
    return [setting for setting in settings if key in (None, setting.key)]


def _setting_to_json(page: _Page, setting: Setting) -> dict[str, object]:
    value = page.value(setting)
    return {
        "key": setting.key,
        "label": setting.label,
        "type": setting.type.value,
        "value": render_value(setting, value),
        "default": render_value(setting, setting.default),
        "changed": setting.key in list_chosen_values(page.declared_layer, page.entry),
        "left_out": _list_left_out(value),
    }


def _list_left_out(value: Value) -> list[str]:
    """Return the entries of a list that are kept and not written."""
    return [str(item.value) for item in list_items(value) if not item.enabled]


def _print_setting(
    node: SettingRow, page: _Page, output: Output, *, is_single_setting: bool
) -> None:
    """Print a setting with its value, default and notes.

    `is_single_setting`: with its description.
    """
    setting = page.declared_layer.find_setting(node.setting)
    if node.kind is NodeKind.LOST:
        line = output.paint(f"{plain(node.setting)} = {plain(node.hint)}", "strong")
        output.line(f"{line}  {' '.join(note.text for note in node.notes)}")
        return
    # Groups have no value.
    if setting is None or setting.type is SettingType.GROUP:
        return
    value = page.value(setting)
    is_changed = setting.key in list_chosen_values(page.declared_layer, page.entry)
    text = render_value(setting, value) or tr("(empty)")
    line = f"{node.setting} = {plain(text)}"
    file_value = page.own_file.values.get(setting.own_name)
    default = plain(render_value(setting, setting.default) or tr("empty"))
    if file_value is not None:
        origin = f"({page.own_file.render_source(file_value)}: {default})"
    elif is_default(setting, value):
        origin = f"({SET_TO_DEFAULT})"
    else:
        origin = tr("(default {value})", value=default)
    output.line(f"{output.paint(line, 'strong')}  {origin}" if is_changed else line)
    for part in _list_left_out(value):
        text = tr("not written: {value}", value=plain(part))
        output.line(f"    {text}")
    if versions := render_versions(setting, page.declared_layer.name, page.own_file.release):
        output.paragraph(versions, tone="faint")
    if is_single_setting and setting.description:
        output.paragraph(f"{setting.label}: {setting.description}", tone="faint")
    _print_notes(node, output)


def _print_notes(node: SettingRow, output: Output) -> None:
    """Print warnings and remarks about a setting below its line."""
    for note in node.notes:
        text = f"{plain(node.part)}: {note.text}" if node.part else note.text
        output.paragraph(text, tone=_TONE_BY_SEVERITY.get(note.tone, "faint"))
