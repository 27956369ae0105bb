"""Layer settings: vk_layer_settings.txt for a launch or for the system, or variables.

Layers search the file in the user's settings folder, then at VK_LAYER_SETTINGS_PATH, then in the
working directory. Only the first one is read. So a file in the settings folder is read by every
program, and hides a launch's own file. In layers that support variables, these override the file.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence

from vkconfig_py.language.sentences import join_words, message, render, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.formats.layer_settings_txt import is_ours, render_copy, render_layer_settings
from vkconfig_py.model.formats.setting_lines import (
    LayerSettings,
    Scope,
    decide_lines,
    list_elsewhere_notes,
)
from vkconfig_py.model.layer_settings.encoding import TextTarget
from vkconfig_py.model.layer_settings.layer_values import adapt_entry_to_copy
from vkconfig_py.model.layer_settings.setting_names import (
    find_hiding_source,
    find_overriding_variable,
    list_settable_variables,
    render_variable_doubt,
)
from vkconfig_py.model.layer_settings.setting_paths import (
    make_program_environment,
    make_program_path_variables,
)
from vkconfig_py.model.plan.inventory import (
    SETTINGS_FILE_NAME,
    InventoryIndex,
    SettingsInputs,
    SettingsPlan,
    find_settings_path,
    list_layers_with_settings,
)
from vkconfig_py.model.plan.loader_family import LAUNCH_FROM_HERE
from vkconfig_py.model.plan.plan import AppliedConfiguration, Limitation, PlannedFile
from vkconfig_py.model.plan.variable_changes import RunPlan
from vkconfig_py.model.plan.windows_files import is_registered
from vkconfig_py.model.text.wording import lower_first_letter, quote_name

SETTINGS_PATH_VARIABLE = "VK_LAYER_SETTINGS_PATH"
SETTINGS_PLATFORM = "LINUX"
NO_DECLARATION = message(
    "its manifest does not declare settings that vkconfig-py can read, so none are written"
)
NOT_LIMITED_TO_PROGRAMS = message(
    "layer settings cannot be limited to specific programs: every program reads the same file"
)
VARIABLE_REPLACED = message("the variable is set to this configuration's file")
FILE_USED_UNCHANGED = message("its settings file cannot be merged with other settings")


def plan_settings_file(
    applied_configurations: Sequence[AppliedConfiguration],
    inventory_index: InventoryIndex,
    host: Host,
    inputs: SettingsInputs,
) -> SettingsPlan:
    """Plan the vk_layer_settings.txt for everything applied.

    The last configuration's values win.
    """
    path = find_settings_path(host)
    latest_configurations = [entry.configuration for entry in reversed(applied_configurations)]
    content, limits = _render_file(latest_configurations, inventory_index, host, inputs)
    if not content:
        return SettingsPlan((), tuple(limits))
    if not path:
        unset = "LOCALAPPDATA", "USERPROFILE"
        if not is_registered(host):
            unset = "HOME", "XDG_DATA_HOME"
        text = tr(
            "{names} are not set, so there is no folder for layer settings",
            names=join_words(unset),
        )
        return SettingsPlan((), (*limits, Limitation("", text, render(LAUNCH_FROM_HERE))))
    if inputs.existing_content is not None and not is_ours(inputs.existing_content):
        text = tr(
            "{path} was not written by vkconfig-py and is left unchanged, so layer "
            "settings are not written",
            path=path,
        )
        return SettingsPlan((), (*limits, Limitation("", text, tr("remove that file"))))
    # Only overrides and loader settings have app_keys; layers of all programs read one file.
    if any(entry.programs for entry in applied_configurations):
        limits.append(Limitation("", render(NOT_LIMITED_TO_PROGRAMS), render(LAUNCH_FROM_HERE)))
    limits += _list_session_limits(host, path, tr("layers read {path} first", path=path))
    return SettingsPlan((PlannedFile(path, content, has_fixed_name=True),), tuple(limits))


def plan_launch_settings(run: RunPlan, inputs: SettingsInputs, folder: str) -> SettingsPlan:
    """Plan one launch's layer settings: a file of its own, and variables if that file is hidden."""
    configuration, host = run.configuration, run.host
    variable_value = _get_settings_path(configuration)
    # Layers check the home first and read the variable's file only if there is none.
    is_hidden = inputs.existing_content is not None
    program = host.with_environment(
        (variable.name, variable.value) for variable in configuration.environment
    )
    content, limits = _render_file(
        [configuration], run.inventory_index, program, inputs, adds_limits=not is_hidden
    )
    if not content:
        return SettingsPlan((), tuple(limits))
    if variable_value:
        text = tr(
            "{variable}={value} is set in this configuration and takes precedence",
            variable=SETTINGS_PATH_VARIABLE,
            value=variable_value,
        )
        return SettingsPlan((), (*limits, Limitation("", text, tr("unset that variable"))))
    if is_hidden:
        _set_variables(run, inputs)
        text = tr(
            "{path} is found before the launch's settings file, so the values are also "
            "set as variables, which not every layer reads",
            path=find_settings_path(host),
        )
        limits.append(Limitation("", text, tr("remove that file")))
    users_file = configuration.settings_file
    path = users_file or posixpath.join(folder, SETTINGS_FILE_NAME)
    if not is_hidden:
        limits += _list_session_limits(host, path, render(VARIABLE_REPLACED))
    run.variables.set(SETTINGS_PATH_VARIABLE, path)
    files = () if users_file else (PlannedFile(path, content, has_fixed_name=True),)
    return SettingsPlan(files, tuple(limits))


def plan_settings_variables(run: RunPlan, inputs: SettingsInputs) -> Sequence[Limitation]:
    """Set layer settings as variables of a run, and return what these cannot express."""
    file = run.configuration.settings_file
    if not file:
        return _set_variables(run, inputs)
    # A layer would block on a pipe, and search a folder for a file of another name.
    _content, limitations = _copy_file(file, inputs)
    if limitations:
        return limitations
    variable_value = _get_settings_path(run.configuration)
    if not variable_value:
        run.variables.set(SETTINGS_PATH_VARIABLE, file)
    if inputs.existing_content is not None:
        text = tr("{path} is found before {file}", path=find_settings_path(run.host), file=file)
        return (Limitation("", text, tr("remove that file")),)
    return () if variable_value else _list_session_limits(run.host, file, render(VARIABLE_REPLACED))


_MAY_IGNORE_VARIABLES = message("it is unknown whether this layer reads variables")


def _set_variables(run: RunPlan, inputs: SettingsInputs) -> list[Limitation]:
    """Set a variable of a run for every layer setting that differs from its default."""
    limits = []
    configuration = run.configuration
    # Variables of the configuration were set by the user: none is overwritten.
    user_variables = {variable.name: variable.value or "" for variable in configuration.environment}
    environment = make_program_environment(run.host, configuration.environment)
    paths = make_program_path_variables(run.host, configuration.environment)
    for entry, declaration in list_layers_with_settings(configuration, run.inventory_index):
        declared_layer = inputs.declared_layers.get(declaration)
        if declared_layer is None:
            limits.append(Limitation(entry.name, render(NO_DECLARATION)))
            continue
        if declared_layer.own_settings is not None:
            continue
        layer = LayerSettings.from_entry(
            declared_layer, adapt_entry_to_copy(configuration, declared_layer, entry), paths
        )
        limits += [_make_refusal_limit(entry.name, *note) for note in layer.lost_values]
        limits += [
            _make_refusal_limit(entry.name, *note)
            for note in list_elsewhere_notes(layer, SETTINGS_PLATFORM)
        ]
        limits += _list_ineffective_limits(layer, environment, user_variables)
        lines = tuple(decide_lines(layer, Scope.CHANGED, SETTINGS_PLATFORM, TextTarget.VARIABLE))
        for line in lines:
            if line.loss_sentence:
                limits.append(
                    _make_refusal_limit(
                        entry.name, line.setting.key, line.loss_sentence, line.partial_reason
                    )
                )
            if line.is_active:
                for name in list_settable_variables(declared_layer, line.setting):
                    if name not in user_variables:
                        run.variables.set(name, line.text)
        if any(
            line.is_active and render_variable_doubt(declared_layer, line.setting) for line in lines
        ):
            limits.append(Limitation(entry.name, render(_MAY_IGNORE_VARIABLES)))
    return limits


def _list_ineffective_limits(
    layer: LayerSettings, environment: Mapping[str, str], winning_values: Mapping[str, str]
) -> Iterator[Limitation]:
    """Yield limitations for written settings in whose place a layer reads another value.

    `environment`: of the program. `winning_values`: the variables in it that are not set by the
    plan.
    """
    declared_layer = layer.declared
    for line in decide_lines(layer, Scope.CHANGED, SETTINGS_PLATFORM, TextTarget.FILE):
        if not (line.is_chosen and line.is_active):
            continue
        winning_variable = find_overriding_variable(declared_layer, line.setting, winning_values)
        if winning_variable is not None and not (
            winning_variable.adds_entries or winning_variable.is_doubtful
        ):
            name = winning_variable.name
        else:
            name = find_hiding_source(declared_layer, line.setting, layer.values, environment)
        if name:
            text = tr(
                "“{key}” has no effect, because {name} is set and takes precedence",
                key=line.setting.key,
                name=quote_name(name) if name in layer.values else name,
            )
            yield Limitation(declared_layer.name, text, tr("unset it"))


def _get_settings_path(configuration: Configuration) -> str:
    """Return the VK_LAYER_SETTINGS_PATH that a configuration sets, or ""."""
    for variable in configuration.environment:
        if variable.name == SETTINGS_PATH_VARIABLE:
            return variable.value or ""
    return ""


def _list_session_limits(host: Host, used_path: str, reason: str) -> list[Limitation]:
    """Report that the settings file named by a variable of the session is not read.

    `used_path` is the file that is read, and `reason` why.
    """
    variable_value = host.getenv(SETTINGS_PATH_VARIABLE)
    if not variable_value:
        return []
    # The variable may name the file, whatever it is called, or its folder.
    settings_paths = (variable_value, posixpath.join(variable_value, SETTINGS_FILE_NAME))
    if posixpath.normpath(used_path) in map(posixpath.normpath, settings_paths):
        return []
    text = tr(
        "{variable}={value} from your session will have no effect: {reason}",
        variable=SETTINGS_PATH_VARIABLE,
        value=variable_value,
        reason=reason,
    )
    return [Limitation("", text)]


def _render_file(
    configurations: Sequence[Configuration],
    inventory_index: InventoryIndex,
    host: Host,
    inputs: SettingsInputs,
    *,
    adds_limits: bool = True,
) -> tuple[bytes, list[Limitation]]:
    """Return the content of a settings file, b"" without any settings, and its limitations.

    Args:
        configurations: whose settings are written.
        inventory_index: the layers of the machine.
        host: the machine.
        inputs: what was read for layer settings.
        adds_limits: also return limitations, and not only the content.
    """
    # A file used unchanged takes no values of others: the first configuration with content for
    # the file decides whether it is such a file or values.
    file_owner = next(
        (configuration for configuration in configurations if configuration.settings_file), None
    )
    if file_owner is None:
        return _render_values(
            configurations, inventory_index, host, inputs, adds_limits=adds_limits
        )
    configurations_without_file = [
        configuration for configuration in configurations if not configuration.settings_file
    ]
    earlier_configurations = configurations[: configurations.index(file_owner)]
    content, limitations = _render_values(
        earlier_configurations, inventory_index, host, inputs, adds_limits=adds_limits
    )
    if content:
        content, limits = _render_values(
            configurations_without_file, inventory_index, host, inputs, adds_limits=adds_limits
        )
        files = (configuration for configuration in configurations if configuration.settings_file)
        return content, [
            *limits,
            *(_make_ignored_limit(file, render(FILE_USED_UNCHANGED)) for file in files),
        ]
    content, limits = _copy_file(file_owner.settings_file, inputs)
    reason = tr("“{name}” uses an existing settings file", name=file_owner.title)
    ignored_configurations = (
        configuration
        for configuration in configurations[len(earlier_configurations) + 1 :]
        if _has_settings(configuration, inventory_index)
    )
    return content, [
        *limitations,
        *limits,
        *(_make_ignored_limit(configuration, reason) for configuration in ignored_configurations),
    ]


def _has_settings(configuration: Configuration, inventory_index: InventoryIndex) -> bool:
    """True if a configuration has settings of installed layers, or uses a file unchanged."""
    return bool(configuration.settings_file) or any(
        list_layers_with_settings(configuration, inventory_index)
    )


def _make_ignored_limit(configuration: Configuration, reason: str) -> Limitation:
    """Return the limitation that another applied configuration's settings are ignored."""
    text = tr(
        "layer settings of “{name}”, which is also applied, have no effect: {reason}",
        name=configuration.title,
        reason=reason,
    )
    return Limitation("", text, render(LAUNCH_FROM_HERE))


def _render_values(
    configurations: Sequence[Configuration],
    inventory_index: InventoryIndex,
    host: Host,
    inputs: SettingsInputs,
    *,
    adds_limits: bool = True,
) -> tuple[bytes, list[Limitation]]:
    """Return the values of a settings file and their limitations.

    Args:
        configurations: whose settings are written, for each layer the first that has any.
        inventory_index: the layers of the machine.
        host: the machine.
        inputs: what was read for layer settings.
        adds_limits: also return limitations, and not only the content.
    """
    layers: dict[str, LayerSettings] = {}
    limits: list[Limitation] = []
    for configuration in configurations:
        for entry, declaration in list_layers_with_settings(configuration, inventory_index):
            declared_layer = inputs.declared_layers.get(declaration)
            if declared_layer is None:
                limits.append(Limitation(entry.name, render(NO_DECLARATION)))
            elif declared_layer.own_settings is not None:
                continue
            # Of duplicate lines layers silently use the last; so only one is written.
            elif entry.name in layers:
                text = tr(
                    "layer settings of “{name}”, which is also applied, have no effect",
                    name=configuration.title,
                )
                limits.append(Limitation(entry.name, text))
            else:
                layer_entry = adapt_entry_to_copy(configuration, declared_layer, entry)
                layers[entry.name] = LayerSettings.from_entry(
                    declared_layer, layer_entry, make_program_path_variables(host)
                )
    title = ", ".join(configuration.name for configuration in configurations)
    rendered_settings = render_layer_settings(tuple(layers.values()), title=title)
    limits += [
        _make_refusal_limit(setting.layer, setting.key, setting.reason, setting.partial_reason)
        for setting in rendered_settings.unwritten
    ]
    for name, layer in layers.items():
        limits += [
            _make_refusal_limit(name, *note)
            for note in list_elsewhere_notes(layer, SETTINGS_PLATFORM)
        ]
        if adds_limits:
            limits += _list_ineffective_limits(layer, host.environment, host.environment)
    return (b"" if rendered_settings.is_empty else rendered_settings.content), limits


def _copy_file(path: str, inputs: SettingsInputs) -> tuple[bytes, list[Limitation]]:
    """Return a settings file that is used unchanged, b"" with a limitation if it is unreadable."""
    content = inputs.copied_files.get(path)
    if content is None:
        text = tr("{path} cannot be read, so layer settings are not written", path=path)
        return b"", [Limitation("", text, tr("choose another file"))]
    return render_copy(content, path), []


def _make_refusal_limit(layer: str, key: str, reason: str, left_out: str = "") -> Limitation:
    """Return the limitation that a setting, or what is left out of it, is not written."""
    return Limitation(layer, explain_not_written(key, reason, is_partial=bool(left_out)))


def explain_not_written(key: str, reason: str, *, is_partial: bool) -> str:
    """Return the sentence that a setting or, if `is_partial`, a part of it is not written."""
    lowered_reason = lower_first_letter(reason.rstrip("."))
    if is_partial:
        return tr("“{key}” is only partly written: {reason}", key=key, reason=lowered_reason)
    return tr("“{key}” is not written: {reason}", key=key, reason=lowered_reason)
