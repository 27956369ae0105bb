"""Sentences under settings that layers read from files of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.configuration import LayerEntry, Value
from vkconfig_py.model.layer_settings.checks import InvalidValue, parse_text
from vkconfig_py.model.layer_settings.conversion import list_enabled_texts
from vkconfig_py.model.layer_settings.declared import (
    DeclaredLayer,
    OwnFormat,
    OwnSettings,
    Setting,
    parse_version_numbers,
)
from vkconfig_py.model.layer_settings.layer_values import list_items
from vkconfig_py.model.layer_settings.mangohud_values import ValueFault, ends_program
from vkconfig_py.model.layer_settings.own_file import (
    EFFECT_FILES_NAME,
    EFFECTS_NAME,
    INCLUDE_PATH_NAME,
    LUT,
    LUT_FILE,
    EffectFault,
    EffectState,
    FileValue,
    OwnFile,
    UnreadReason,
    find_effect_faults,
    is_file_read,
    list_effect_paths,
    make_effect_lines,
    parse_variable_settings,
    read_value,
)
from vkconfig_py.model.layer_settings.setting_names import render_winning_variable
from vkconfig_py.model.layer_settings.setting_rows import SettingNote, find_draft_problem
from vkconfig_py.model.text.wording import abbreviate_home

_MAX_SHOWN_LENGTH = 60


def make_file_note(
    own_settings: OwnSettings, file: OwnFile, setting: Setting, home: str
) -> SettingNote:
    """Return the note that a value stands in the user's file or a variable of the session."""
    value = file.values[setting.own_name]
    if value.variable == setting.variable != "":
        return SettingNote(
            "info",
            "terminal",
            tr(
                "Your session sets {variable}={value}.",
                variable=value.variable,
                value=_shorten(value.text),
            ),
        )
    if value.variable_text:
        text = tr(
            "Your session sets {variable}={value}.",
            variable=value.variable,
            value=_shorten(value.variable_text),
        )
        return SettingNote("info", "terminal", text)
    if value.variable:
        text = tr(
            "{variable} in your session sets {setting}={value}.",
            variable=value.variable,
            setting=setting.own_name,
            value=_shorten(value.text),
        )
        return SettingNote("info", "terminal", text)
    if file.is_from_presets(value) and own_settings.presets is not None:
        text = tr(
            "Preset {preset} from {file}, line {line}.",
            preset=file.preset_number,
            file=abbreviate_home(file.presets_path, home),
            line=value.line,
        )
        if file.release:  # which reads them, or they would not be here
            return SettingNote("info", "file", text)
        text = tr(
            "Preset {preset} from {file}, line {line}; versions before {since} ignore it.",
            preset=file.preset_number,
            file=abbreviate_home(file.presets_path, home),
            line=value.line,
            since=own_settings.presets.since,
        )
        return SettingNote("info", "file", text)
    return SettingNote(
        "info",
        "file",
        tr(
            "Set in {file}, line {line}.",
            file=abbreviate_home(value.path or file.path, home),
            line=value.line,
        ),
    )


def list_value_notes(
    own_settings: OwnSettings, file: OwnFile, setting: Setting, home: str, text_in_use: str
) -> Iterator[SettingNote]:
    """Yield notes that a text in the user's file is no valid value, and may end the program.

    Args:
        own_settings: how the layer reads settings.
        file: what it reads now.
        setting: with a text in the file.
        home: the home folder, shortened to ~ in sentences.
        text_in_use: what the layer takes the text for, as displayed.
    """
    value = file.values[setting.own_name]
    read_result = read_value(own_settings, setting, value.text)
    reason = read_result.reason
    if own_settings.format is OwnFormat.MANGOHUD and ends_program(
        setting, value.text, own_settings.release
    ):
        yield SettingNote("error", "error", f"{ValueFault(setting.own_name, value.text).reason}.")
    elif reason and (text_in_use == value.text or read_result.ignores_file):
        text = tr(
            "{place} specifies “{value}”. {reason}",
            place=_render_place(file, value, home),
            value=_shorten(value.text),
            reason=reason,
        )
        yield SettingNote("warn", "warn", text)
    elif reason:
        text = tr(
            "{place} specifies “{value}”, but the layer uses {used}. {reason}",
            place=_render_place(file, value, home),
            value=_shorten(value.text),
            used=text_in_use or tr("nothing"),
            reason=reason,
        )
        yield SettingNote("warn", "warn", text)


def _render_place(file: OwnFile, file_value: FileValue, home: str) -> str:
    """Return where a value stands: the variable, or the line and path of the file."""
    if file_value.variable:
        return file_value.variable
    path = abbreviate_home(file_value.path or file.path, home)
    return tr("Line {line} of {file}", line=file_value.line, file=path)


def find_typed_problem(
    declared_layer: DeclaredLayer,
    file: OwnFile,
    setting: Setting,
    draft: str,
    values: Mapping[str, Value],
) -> InvalidValue | None:
    """Return why a typed text is not taken, such as half the name of an effect, or None.

    Args:
        declared_layer: the layer of the setting.
        file: the user's file that the layer reads.
        setting: the text is typed into its field.
        draft: the text; it may be an entry to be added to a LIST.
        values: of all settings, without the text.
    """
    problem = find_draft_problem(setting, draft, values.get(setting.key))
    if problem:
        return problem
    typed_value = parse_text(setting, draft)
    if isinstance(typed_value, InvalidValue):
        return None
    return find_unknown_effect(declared_layer, file, setting, typed_value, values)


def find_unknown_effect(
    declared_layer: DeclaredLayer,
    file: OwnFile,
    setting: Setting,
    new_value: Value,
    values: Mapping[str, Value],
) -> InvalidValue | None:
    """Return that a new value names an effect that the layer does not have, or None.

    Args:
        declared_layer: the layer of the setting.
        file: the user's file that the layer reads.
        setting: the value is for it.
        new_value: it may have only the entries to be added. Those that are set are not refused.
        values: of all settings, without the new value.
    """
    own_settings = declared_layer.own_settings
    if own_settings is None or not own_settings.built_in_effects or setting.key != EFFECTS_NAME:
        return None
    listed_names = list_enabled_texts(list_items(values[EFFECTS_NAME]))
    new_names = [
        name for name in list_enabled_texts(list_items(new_value)) if name not in listed_names
    ]
    for fault in _find_effect_faults(own_settings, file, values, new_names):
        if fault.state is EffectState.UNKNOWN:
            sentence = tr("No effect or effect file named “{name}”.", name=fault.name)
            known_names = [
                *own_settings.built_in_effects,
                *_list_file_effects(own_settings, values),
            ]
            return InvalidValue(sentence, ", ".join(known_names))
    return None


def _list_file_effects(own_settings: OwnSettings, values: Mapping[str, Value]) -> Mapping[str, str]:
    """Return the paths of the effect files that are set, by the names of their effects."""
    return make_effect_lines(
        list_enabled_texts(list_items(values.get(EFFECT_FILES_NAME))),
        own_settings.built_in_effects,
    )


def _find_effect_faults(
    own_settings: OwnSettings, file: OwnFile, values: Mapping[str, Value], names: Sequence[str]
) -> tuple[EffectFault, ...]:
    """Return which of the effects of these names end the program with these values, and why."""
    paths = dict(list_effect_paths({key: value.text for key, value in file.values.items()}))
    paths |= _list_file_effects(own_settings, values)
    # Where it is empty, what is written has one.
    paths[INCLUDE_PATH_NAME] = str(values.get(INCLUDE_PATH_NAME) or ".")
    paths[LUT] = str(values.get(LUT_FILE) or "")
    return find_effect_faults(
        names,
        paths,
        own_settings.built_in_effects,
        lambda path: path not in file.unreadable_effects,
    )


def list_effect_notes(
    own_settings: OwnSettings, file: OwnFile, setting: Setting, values: Mapping[str, Value]
) -> Iterator[SettingNote]:
    """Yield notes that effects end the program, or that a shader variable is named like one."""
    if not own_settings.built_in_effects:
        return
    value = file.values.get(setting.own_name)
    if setting.key == EFFECTS_NAME:
        listed_names = list_enabled_texts(list_items(values[EFFECTS_NAME]))
        faults = _find_effect_faults(own_settings, file, values, listed_names)
        yield from (SettingNote("error", "error", f"{fault.reason}.") for fault in faults)
    elif value is not None and setting.own_name in {
        effect_setting.label for effect_setting in file.effects
    }:
        text = tr(
            "Line {line} of {file} defines an effect named “{name}”, so the setting of "
            "the same name is read as 0.",
            line=value.line,
            file=file.name,
            name=setting.own_name,
        )
        yield SettingNote("warn", "warn", text)


def _shorten(text: str) -> str:
    """Return a text cut at the length that a note shows."""
    return text if len(text) <= _MAX_SHOWN_LENGTH else f"{text[:_MAX_SHOWN_LENGTH]}…"


def list_override_notes(
    own_settings: OwnSettings,
    setting: Setting,
    environment: Mapping[str, str],
    configured_names: frozenset[str],
    *,
    is_changed: bool,
) -> Iterator[SettingNote]:
    """Yield the note that a variable wins over the layer's settings file.

    Args:
        own_settings: how the layer reads settings.
        setting: that the note stands below.
        environment: of the program.
        configured_names: variables that the configuration sets.
        is_changed: the user set the setting.
    """
    if (mode := own_settings.variable_mode) is not None and mode.switch in environment:
        explanation = render_file_unread(
            own_settings,
            _shorten(environment[mode.switch]),
            is_configured=mode.switch in configured_names,
        )
        yield SettingNote("warn" if is_changed else "info", "terminal", explanation)
    value = environment.get(own_settings.overrides) if own_settings.overrides else None
    if value is None:
        return
    is_configured = own_settings.overrides in configured_names
    if setting.own_name in parse_variable_settings(own_settings, value):
        sentence = render_winning_variable(
            own_settings.overrides, _shorten(value), is_configured=is_configured
        )
        yield SettingNote("warn", "terminal", sentence)
    elif not is_file_read(own_settings, environment):
        explanation = render_file_unread(own_settings, _shorten(value), is_configured=is_configured)
        yield SettingNote("warn" if is_changed else "info", "terminal", explanation)


def render_file_unread(own_settings: OwnSettings, value: str, *, is_configured: bool) -> str:
    """Return the sentence that a variable keeps a layer from reading its file.

    `is_configured`: the configuration sets it, not the session.
    """
    if (mode := own_settings.variable_mode) is not None:
        if is_configured:
            return tr(
                "This configuration sets {name}={value}, so the layer reads variables "
                "instead of its settings file.",
                name=mode.switch,
                value=value,
            )
        return tr(
            "Your session sets {name}={value}, so the layer reads variables instead of its "
            "settings file.",
            name=mode.switch,
            value=value,
        )
    if is_configured:
        return tr(
            "This configuration sets {name}={value} without {switch}, so the layer does "
            "not read a settings file.",
            name=own_settings.overrides,
            value=value,
            switch=own_settings.overrides_read_file,
        )
    return tr(
        "Your session sets {name}={value} without {switch}, so the layer does not read a "
        "settings file.",
        name=own_settings.overrides,
        value=value,
        switch=own_settings.overrides_read_file,
    )


def render_missing_named_file(own_settings: OwnSettings, file: OwnFile) -> str:
    """Return the sentence that the variable for the file names a missing file, or ""."""
    match file.unread_reason:
        case UnreadReason.NAMED_NOTHING:
            return tr(
                "{variable} is empty, so the layer does not read a settings file.",
                variable=own_settings.variable,
            )
        case UnreadReason.NAMED_MISSING if file.named_path.startswith("~"):
            return tr(
                "{variable} names {file}, but “~” is not expanded, so the file is not "
                "found. The layer does not read a settings file.",
                variable=own_settings.variable,
                file=file.named_path,
            )
        case UnreadReason.NAMED_MISSING:
            return tr(
                "{variable} names {file}, which does not exist, so the layer does not "
                "read a settings file.",
                variable=own_settings.variable,
                file=file.named_path,
            )
    return ""


def make_version_note(setting: Setting, file: OwnFile) -> SettingNote | None:
    """Return the note that the installed version of a layer does not know a setting, or None."""
    if setting.is_known(file.release):
        return None
    if setting.since and parse_version_numbers(file.release) < parse_version_numbers(setting.since):
        text = tr(
            "Requires version {since} or newer; {release} is installed.",
            since=setting.since,
            release=file.release,
        )
    else:
        text = tr(
            "Supported only up to version {until}; {release} is installed.",
            until=setting.until,
            release=file.release,
        )
    return SettingNote("warn", "warn", text)


def find_preset_in_force(
    declared_layer: DeclaredLayer,
    file: OwnFile,
    entry: LayerEntry | None,
    environment: Mapping[str, str],
) -> str:
    """Return the number of the preset with which MangoHud begins, as text, "" without presets."""
    own_settings = declared_layer.own_settings
    setting = (
        declared_layer.find_setting(own_settings.presets.setting)
        if own_settings and own_settings.presets
        else None
    )
    if own_settings is None or setting is None:
        return ""
    settings_in_variable = parse_variable_settings(
        own_settings, environment.get(own_settings.overrides, "")
    )
    chosen_value = entry.get_value(setting.key) if entry else None
    if setting.own_name in settings_in_variable:
        value: object = settings_in_variable[setting.own_name]
    elif chosen_value is not None:
        value = chosen_value.value
    elif setting.own_name in file.values:
        value = file.values[setting.own_name].text
    else:
        value = setting.default
    return str(value).partition(",")[0].strip()  # of several presets the first one
