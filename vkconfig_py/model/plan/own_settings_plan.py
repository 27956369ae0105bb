"""Settings of layers that read files or variables of their own, such as MangoHud.conf.

A launch gets a copy of the file that the layer would read, with the chosen values in it, and the
variable that names it. Applying edits the user's file itself: the one of each program where the
configuration is for programs, else the one for all. What a configuration does not choose is not
written, so the user's own values stay.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from vkconfig_py.language.sentences import (
    counted,
    join_some,
    join_words,
    message,
    render,
    tr,
)
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
    SettingType,
)
from vkconfig_py.model.formats.layer_files import (
    edit_own_file,
    find_file_faults,
    parse_own_file,
)
from vkconfig_py.model.formats.mangohud_conf import (
    MAX_VARIABLE_LENGTH,
    fits_variable,
    render_variable,
)
from vkconfig_py.model.formats.shells import ShellKind, render_run_line
from vkconfig_py.model.formats.toml_profiles import UneditableFileError
from vkconfig_py.model.layer_settings.declared import (
    DeclaredLayer,
    OwnFormat,
    OwnSettings,
    VariableMode,
)
from vkconfig_py.model.layer_settings.described_layers import find_description
from vkconfig_py.model.layer_settings.encoding import encode_own_value, split_list
from vkconfig_py.model.layer_settings.layer_values import adapt_entry_to_copy, list_lost_values
from vkconfig_py.model.layer_settings.mangohud_values import find_value_faults
from vkconfig_py.model.layer_settings.own_file import EFFECT_FILES_NAME as EFFECT_FILES
from vkconfig_py.model.layer_settings.own_file import (
    NO_READING_PROGRAM,
    OwnFile,
    ReadingProgram,
    find_general_file,
    find_named_file,
    find_program_file,
    find_reading_program,
    get_own_file_name,
    is_file_read,
    list_own_files,
    make_effect_lines,
    make_launch_host,
    read_session_values,
    remove_file_variable,
)
from vkconfig_py.model.layer_settings.setting_paths import (
    PathVariables,
    make_program_path_variables,
)
from vkconfig_py.model.layer_settings.toml_values import render_variable_text
from vkconfig_py.model.plan.inventory import (
    InventoryIndex,
    SettingsInputs,
    SettingsPlan,
    list_entries,
    list_layers_with_settings,
)
from vkconfig_py.model.plan.layer_settings_plan import explain_not_written
from vkconfig_py.model.plan.loader_family import LAUNCH_FROM_HERE
from vkconfig_py.model.plan.plan import AppliedConfiguration, Limitation, PlannedFile
from vkconfig_py.model.plan.variable_changes import RunPlan
from vkconfig_py.model.programs.program_paths import find_windows_program

ReadFile = Callable[[str], bytes | None]
EMPTY_CONFIGURATION = Configuration("", "")  # what is applied sets no variables
REACHES_LAUNCHES_ONLY = message("its variables affect only programs launched from here")
_CHOOSE_PROGRAMS = message("choose the programs that it is for")
_MAX_NAMES = 3


class _OwnLayer(NamedTuple):
    """A layer such as MangoHud, with what a configuration chooses, as texts by setting.

    Attributes:
        variables: what is given by a variable of its own. None: by its absence.
        effects: paths of chosen effects, by their names.
        setting_names: names of settings, which no effect has.
    """

    name: str
    declared_layer: DeclaredLayer
    values: Mapping[str, str]
    variables: Mapping[str, str | None]
    effects: Mapping[str, str]
    setting_names: frozenset[str]
    limits: tuple[Limitation, ...] = ()

    @property
    def own_settings(self) -> OwnSettings:
        """Where the layer reads its settings."""
        assert self.declared_layer.own_settings is not None, "only a layer of its own ways is one"
        return self.declared_layer.own_settings

    @property
    def is_written(self) -> bool:
        """True if a configuration chooses anything that goes into the layer's file."""
        return bool(self.values or self.effects)

    @property
    def values_at_start(self) -> tuple[tuple[str, str], ...] | None:
        """The values that the layer reads only once; None if it reads the whole file only once."""
        if not self.own_settings.is_live:
            return None
        names = {
            setting.own_name for setting in self.declared_layer.walk_settings() if setting.at_start
        }
        return tuple(sorted(item for item in self.values.items() if item[0] in names))


def plan_own_launch(run: RunPlan, inputs: SettingsInputs, folder: str) -> SettingsPlan:
    """Plan copies of layers' own settings files for one launch, and variables that name them."""
    files: list[PlannedFile] = []
    limits: list[Limitation] = []
    for layer in _list_own_layers(run.configuration, run.inventory_index, run.host, inputs):
        limits += layer.limits
        own_settings = layer.own_settings
        variable_value = _find_configured_value(run.configuration, own_settings.variable)
        limits += _set_variables(run, layer)
        if not own_settings.has_file:
            continue
        if variable_value is not None:
            limits.append(_make_variable_wins_limit(layer, variable_value))
        elif layer.is_written:
            target = run.configuration.target
            host = make_launch_host(run.host, target)
            windows = find_windows_program(target.program, target.arguments)
            paths = list_own_files(own_settings, host, host.executable, windows)
            if own_settings.merges:  # the others count beside it
                named_path = find_named_file(own_settings, host)
                paths = (named_path,) if named_path else ()
            base_path, base_content = _find_content(paths, inputs)
            path = posixpath.join(folder, get_own_file_name(own_settings))
            reader = _make_launch_reader(own_settings, host, run.configuration)
            content, edit_limits = _edit_file(layer, base_path, base_content, reader)
            limits += edit_limits
            if content is None:
                continue
            faults = find_file_faults(
                layer.declared_layer, content, lambda path: path not in inputs.unreadable_files
            )
            limits += [Limitation(layer.name, fault.reason) for fault in faults]
            files.append(
                PlannedFile(
                    path, content, has_fixed_name=True, values_at_start=layer.values_at_start
                )
            )
            run.variables.set(own_settings.variable, path)
            limits += _list_overriding_limits(layer, run.configuration, run.host)
    return SettingsPlan(tuple(files), tuple(limits))


def _make_launch_reader(
    own_settings: OwnSettings, host: Host, configuration: Configuration
) -> ReadingProgram:
    """Return the program that a launch is of, as a layer knows it. Without a target it is none."""
    target = configuration.target
    windows = find_windows_program(target.program, target.arguments)
    program = host.executable if target.program else ""
    host = host.with_environment(
        [(variable.name, variable.value) for variable in configuration.environment]
    )
    return find_reading_program(own_settings, host, program, windows)


def _edit_file(
    layer: _OwnLayer, path: str, content: bytes, reader: ReadingProgram
) -> tuple[bytes | None, list[Limitation]]:
    """Return the content of a layer's file with what is chosen, and limitations.

    It is None where nothing can be written. `path`: of the user's file, "" if there is none.
    """
    values, limits, tables = layer.values, [], layer.own_settings.profiles
    if tables is not None and reader == NO_READING_PROGRAM:
        keys = [key for key in values if key not in tables.general_keys]
        values = {key: text for key, text in values.items() if key in tables.general_keys}
        if keys:
            sentence = _render_only_programs(keys)
            limits.append(Limitation(layer.name, sentence, render(_CHOOSE_PROGRAMS)))
        if not values:
            return None, limits
    try:
        edited = edit_own_file(
            layer.own_settings, content, values, layer.effects, layer.setting_names, reader
        )
    except UneditableFileError as error:
        return None, [_make_uneditable_limit(layer, error, path)]
    return edited, limits


def _make_uneditable_limit(layer: _OwnLayer, error: UneditableFileError, path: str) -> Limitation:
    """Return the limitation that nothing is written, as the layer's file cannot be edited."""
    text = tr(
        "its settings are not set, line {line} of {file}: {reason}",
        line=error.line,
        file=path,
        reason=error.reason,
    )
    return Limitation(layer.name, text, tr("correct that file"))


def plan_own_variables(run: RunPlan, inputs: SettingsInputs) -> list[Limitation]:
    """Set settings of layers such as MangoHud as variables, and return the limitations."""
    limits: list[Limitation] = []
    for layer in _list_own_layers(run.configuration, run.inventory_index, run.host, inputs):
        limits += layer.limits
        own_settings = layer.own_settings
        limits += _set_variables(run, layer)
        if not own_settings.has_file:
            continue
        if own_settings.format is OwnFormat.MANGOHUD:
            limits += _set_overriding(run, layer)
        elif own_settings.variable_mode is not None and layer.is_written:
            limits += _set_mode_variables(run, layer, own_settings.variable_mode, inputs)
        elif layer.is_written:
            keys = [*layer.values, *([EFFECT_FILES] if layer.effects else [])]
            limits.append(_make_file_limit(layer, keys, run.configuration))
    return limits


def _set_mode_variables(
    run: RunPlan, layer: _OwnLayer, mode: VariableMode, inputs: SettingsInputs
) -> list[Limitation]:
    """Set a layer's settings as variables that it reads instead of its file.

    So what the user's file says to the program is set too, and what the session's variables say if
    these are read already. Nothing is set if the configuration sets the switch.
    """
    if _find_configured_value(run.configuration, mode.switch) is not None:
        return _list_overriding_limits(layer, run.configuration, run.host)
    target = run.configuration.target
    windows = find_windows_program(target.program, target.arguments)
    host, own_settings = make_launch_host(run.host, target), layer.own_settings
    path, content = _find_content(
        list_own_files(own_settings, host, host.executable, windows), inputs
    )
    reader = _make_launch_reader(own_settings, host, run.configuration)
    texts: dict[str, str] = {}
    if path and mode.switch not in host.environment:
        file = parse_own_file(own_settings, path, content, reader)
        texts = {name: value.text for name, value in file.values.items()}
    texts |= layer.values
    user_variables = {variable.name for variable in run.configuration.environment}
    run.variables.set(mode.switch, "1")
    unset_keys = []
    for setting in layer.declared_layer.walk_settings():
        name = setting.own_name
        variable, text = mode.find_variable(name), texts.get(name)
        rendered_variable = render_variable_text(mode, setting, text) if variable and text else None
        if rendered_variable is not None and variable not in user_variables:
            run.variables.set(variable, rendered_variable)
        elif rendered_variable is None and name in layer.values:
            unset_keys.append(name)
    return [_make_file_limit(layer, unset_keys, run.configuration)] if unset_keys else []


def _make_file_limit(
    layer: _OwnLayer, keys: Sequence[str], configuration: Configuration
) -> Limitation:
    """Return the limitation that settings are not set, as the layer reads them only from a file."""
    text = counted(
        "{settings} are not set: this layer reads them only from a file",
        "{settings} is not set: this layer reads it only from a file",
        len(keys),
        settings=join_words(keys),
    )
    return Limitation(layer.name, text, _render_run_command(configuration), is_launched=True)


def _render_run_command(configuration: Configuration) -> str:
    """Return the remedy where variables do not help: a command that runs a program."""
    command = render_run_line(configuration.name, ShellKind.STEAM)
    return tr("launch from here; in Steam, set the launch options to {command}", command=command)


def _set_overriding(run: RunPlan, layer: _OwnLayer) -> list[Limitation]:
    """Set a layer's list of settings in one variable, such as MANGOHUD_CONFIG.

    Nothing is set if the configuration sets it. What it cannot hold is returned as limitations.
    """
    name = layer.own_settings.overrides
    if _find_configured_value(run.configuration, name) is not None:
        return _list_overriding_limits(layer, run.configuration, run.host)
    fitting_texts = {key: text for key, text in layer.values.items() if fits_variable(text)}
    if fitting_texts:
        run.variables.set(name, render_variable(fitting_texts, run.variables.get(name)))
    unfitting_keys = [key for key in layer.values if key not in fitting_texts]
    run_command = _render_run_command(run.configuration)
    return [
        Limitation(layer.name, _render_too_long(key, name), run_command, is_launched=True)
        for key in unfitting_keys
    ]


def _render_too_long(key: str, variable: str) -> str:
    """Return the sentence that a value is too long for a variable."""
    return tr(
        "{key} is not set: {variable} holds at most {limit:,} bytes per value",
        key=key,
        variable=variable,
        limit=MAX_VARIABLE_LENGTH,
    )


def plan_own_files(
    applied_configurations: Sequence[AppliedConfiguration],
    inventory_index: InventoryIndex,
    host: Host,
    inputs: SettingsInputs,
) -> SettingsPlan:
    """Plan edits of the settings files of layers such as MangoHud for all that is applied.

    The last configuration wins.
    """
    layer_edits: dict[tuple[str, str], _OwnLayer] = {}  # by path, and program that has a table
    programs: dict[str, str] = {}
    limits: list[Limitation] = []
    for entry in applied_configurations:
        for layer in _list_own_layers(entry.configuration, inventory_index, host, inputs):
            limits += layer.limits
            if layer.variables or not layer.own_settings.has_file:
                limits.append(
                    Limitation(layer.name, render(REACHES_LAUNCHES_ONLY), render(LAUNCH_FROM_HERE))
                )
            if not layer.own_settings.has_file:
                continue
            for program in entry.programs or ("",):
                path, program_limits = _find_applied_file(layer, host, program, inputs)
                limits += program_limits
                if path and layer.is_written:
                    limits += _list_overriding_limits(layer, EMPTY_CONFIGURATION, host)
                    programs[path] = program
                    edit = (path, program if layer.own_settings.profiles else "")
                    layer_edits[edit] = _merge_layers(layer_edits.get(edit), layer)
    contents: dict[str, bytes] = {}
    for (path, program), layer in layer_edits.items():
        base_content = contents.get(path)
        if base_content is None:
            base_content = _find_base(path, programs[path], layer.own_settings, host, inputs)
        content, edit_limits = _edit_applied_file(layer, path, base_content, program)
        limits += edit_limits
        if content is not None:
            contents[path] = content
    files = tuple(
        PlannedFile(path, content, has_fixed_name=True) for path, content in contents.items()
    )
    return SettingsPlan(files, tuple(dict.fromkeys(limits)))


def _find_base(
    path: str, program: str, own_settings: OwnSettings, host: Host, inputs: SettingsInputs
) -> bytes:
    """Return the content with which a file begins that a program is to read."""
    if own_settings.merges:  # the others count beside it
        return inputs.own_files.get(path, b"")
    windows = find_windows_program(program, ())
    host = remove_file_variable(own_settings, host)
    return _find_content([path, *list_own_files(own_settings, host, program, windows)], inputs)[1]


def _edit_applied_file(
    layer: _OwnLayer, path: str, base_content: bytes, program: str
) -> tuple[bytes | None, list[Limitation]]:
    """Return the edited content of the user's file, None if it stays, and limitations."""
    reader = ReadingProgram(program, find_windows_program(program, ()))
    content, limits = _edit_file(layer, path, base_content, reader)
    tables = layer.own_settings.profiles
    if tables is None or not program or content is None:
        return content, limits
    if general_keys := [key for key in layer.values if key in tables.general_keys]:
        limits.append(Limitation(layer.name, _render_every_program(general_keys)))
    file = parse_own_file(layer.own_settings, path, content, reader)
    if len(file.profile_programs) > 1:
        limits.append(Limitation(layer.name, _render_shared_profile(file)))
    return content, limits


def _render_only_programs(keys: Sequence[str]) -> str:
    """Return the sentence that a file has settings only for programs that it names."""
    return counted(
        "{settings} are not set: the layer's file has them only for programs that it names",
        "{settings} is not set: the layer's file has it only for programs that it names",
        len(keys),
        settings=join_words(keys),
    )


def _render_every_program(keys: Sequence[str]) -> str:
    """Return the sentence that settings of a file are for every program."""
    return counted(
        "{settings} apply to every program: the layer's file has them once",
        "{settings} applies to every program: the layer's file has it once",
        len(keys),
        settings=join_words(keys),
    )


def _render_shared_profile(file: OwnFile) -> str:
    """Return the sentence that a profile is for several programs."""
    return tr(
        "the profile “{profile}” is changed for all of its programs: {programs}",
        profile=file.profile,
        programs=join_some(file.profile_programs, _MAX_NAMES),
    )


def find_fatal_limits(
    applied_configuration: AppliedConfiguration,
    inventory_index: InventoryIndex,
    host: Host,
    planned_files: Sequence[PlannedFile],
    read: ReadFile,
) -> list[Limitation]:
    """Return limitations for layers whose settings file would end every program.

    Args:
        applied_configuration: a configuration with its programs.
        inventory_index: the layers of the machine.
        host: the session.
        planned_files: the planned files.
        read: returns the content of a file.
    """
    limits: list[Limitation] = []
    contents = {file.path: file.content for file in planned_files if file.content is not None}
    for entry in list_entries(applied_configuration.configuration):
        described_layer = (
            find_description(entry.name) if entry.name in inventory_index.usable_layers else None
        )
        own_settings = described_layer.own_settings if described_layer else None
        if described_layer is None or own_settings is None or not own_settings.has_file:
            continue
        if entry.control is LayerControl.OFF:
            continue
        session_values = {
            name: setting.text
            for name, setting in read_session_values(described_layer, host.environment).items()
        }
        faults = (
            [*find_value_faults(described_layer, session_values)]
            if entry.control is LayerControl.ON
            else []
        )
        limits += [Limitation(entry.name, fault.reason, is_blocking=True) for fault in faults]
        if not is_file_read(own_settings, host.environment):
            continue
        for program in applied_configuration.programs or ("",):
            own_paths = list_own_files(
                own_settings, host, program, find_windows_program(program, ())
            )
            if entry.control is not LayerControl.ON and contents.keys().isdisjoint(own_paths):
                continue
            existing_contents = (contents.get(path) or read(path) for path in own_paths)
            content = next((content for content in existing_contents if content is not None), b"")
            found_faults = find_file_faults(
                described_layer, content, lambda path: read(path) is not None
            )
            limits += [
                Limitation(entry.name, setting.reason, is_blocking=True) for setting in found_faults
            ]
    return limits


def _merge_layers(earlier_layer: _OwnLayer | None, layer: _OwnLayer) -> _OwnLayer:
    """Return what two configurations choose for one layer's file, where the later one wins."""
    if earlier_layer is None:
        return layer
    return layer._replace(
        values={**earlier_layer.values, **layer.values},
        effects={**earlier_layer.effects, **layer.effects},
        setting_names=earlier_layer.setting_names | layer.setting_names,
    )


def _find_applied_file(
    layer: _OwnLayer, host: Host, program: str, inputs: SettingsInputs
) -> tuple[str, list[Limitation]]:
    """Return the user's file to edit for a program, and limitations.

    `program`: its real path, "" for every program.
    """
    own_settings = layer.own_settings
    named_path, host = find_named_file(own_settings, host), remove_file_variable(own_settings, host)
    path, windows = find_general_file(own_settings, host), find_windows_program(program, ())
    if program and own_settings.profiles is None:
        path = find_program_file(own_settings, host, program, windows)
    if program and not path:
        text = tr("this layer has no per-program files, so these settings apply to every program")
        return find_general_file(own_settings, host), [
            Limitation(layer.name, text, render(LAUNCH_FROM_HERE))
        ]
    if not path:
        text = tr("HOME and XDG_CONFIG_HOME are not set, so there is no folder for its file")
        return "", [Limitation(layer.name, text, render(LAUNCH_FROM_HERE))]
    if own_settings.merges:
        return path, _list_stronger_limits(layer, path, host, program, named_path, inputs)
    limits = []
    if (
        named_path is not None
        and named_path != path
        and (own_settings.only_variable or named_path in inputs.own_files)
    ):
        text = tr(
            "{variable}={value} from your session makes programs read that file instead of {path}",
            variable=own_settings.variable,
            value=named_path,
            path=path,
        )
        limits.append(Limitation(layer.name, text, tr("unset that variable")))
    tables = own_settings.profiles
    if tables and tables.name_variable and (name := host.environment.get(tables.name_variable)):
        text = tr(
            "{variable}={value} from your session makes programs use that profile",
            variable=tables.name_variable,
            value=name,
        )
        limits.append(Limitation(layer.name, text, tr("unset that variable")))
    if not program and own_settings.per_program and inputs.program_files:
        names = [posixpath.basename(program_file) for program_file in inputs.program_files]
        ellipsis = "…" if len(names) > _MAX_NAMES else ""
        text = counted(
            "{n} per-program files are read instead of {path}: {names}",
            "{n} per-program file is read instead of {path}: {names}",
            len(names),
            path=path,
            names=", ".join(names[:_MAX_NAMES]) + ellipsis,
        )
        is_single_name = len(names) == 1
        remedy = (
            tr("apply the configuration to that program")
            if is_single_name
            else tr("apply the configuration to each of those programs")
        )
        limits.append(Limitation(layer.name, text, remedy))
    own_paths = list_own_files(own_settings, host, program, windows)
    earlier_paths = own_paths[: own_paths.index(path)] if path in own_paths else ()
    for earlier_path in earlier_paths:
        if earlier_path in inputs.own_files:
            text = tr("{file} is read instead of {path}", file=earlier_path, path=path)
            limits.append(Limitation(layer.name, text, tr("remove that file")))
    return path, limits


def _list_stronger_limits(
    layer: _OwnLayer,
    path: str,
    host: Host,
    program: str,
    named_path: str | None,
    inputs: SettingsInputs,
) -> list[Limitation]:
    """Return limitations for files whose values win over those of a file, where all count.

    Args:
        layer: with its chosen values.
        path: of the file that is written.
        host: the session, without the variable that names a file.
        program: real path of the program, "" for every program.
        named_path: the file that the variable names, or None.
        inputs: content of files.
    """
    own_settings = layer.own_settings
    own_paths = list_own_files(own_settings, host, program, find_windows_program(program, ()))
    stronger_paths = own_paths[: own_paths.index(path)] if path in own_paths else ()
    if not program:
        stronger_paths = (*inputs.program_files, *stronger_paths)
    limits = []
    for stronger_path in dict.fromkeys((*([named_path] if named_path else []), *stronger_paths)):
        content = inputs.own_files.get(stronger_path)
        file = parse_own_file(own_settings, stronger_path, content)
        if keys := [key for key in layer.values if key in file.values]:
            text = tr(
                "{file} sets {settings}, which counts instead of {path}",
                file=stronger_path,
                settings=join_words(keys),
                path=path,
            )
            limits.append(Limitation(layer.name, text, tr("remove those lines")))
    general_path = find_general_file(own_settings, host)
    general_file = parse_own_file(own_settings, general_path, inputs.own_files.get(general_path))
    if path == general_path and (redirect := general_file.values.get(own_settings.redirect)):
        text = tr("{path} makes programs read {file} instead", path=path, file=redirect.text)
        limits.append(Limitation(layer.name, text, tr("remove those lines")))
    return limits


def _list_own_layers(
    configuration: Configuration,
    inventory_index: InventoryIndex,
    host: Host,
    inputs: SettingsInputs,
) -> Iterator[_OwnLayer]:
    """Yield the layers such as MangoHud for which a configuration has settings."""
    paths = make_program_path_variables(host, configuration.environment)
    for entry, declaration in list_layers_with_settings(configuration, inventory_index):
        declared_layer = inputs.declared_layers.get(declaration)
        if declared_layer is None or declared_layer.own_settings is None:
            continue
        layer_entry = adapt_entry_to_copy(configuration, declared_layer, entry)
        if layer_entry is not None:
            yield _make_own_layer(declared_layer, declared_layer.own_settings, layer_entry, paths)


def _make_own_layer(
    declared_layer: DeclaredLayer,
    own_settings: OwnSettings,
    layer_entry: LayerEntry,
    paths: PathVariables,
) -> _OwnLayer:
    """Return a layer with its chosen values as texts, and limitations for those that cannot be."""
    values: dict[str, str] = {}
    variables: dict[str, str | None] = {}
    effects: Mapping[str, str] = {}
    limits = _list_lost_limits(layer_entry.name, declared_layer, layer_entry)
    lost_keys = {note.key for note in list_lost_values(declared_layer, layer_entry)}
    for stored_value in layer_entry.settings:
        setting = declared_layer.find_setting(stored_value.key)
        if setting is None or setting.type is SettingType.GROUP or setting.key in lost_keys:
            continue
        encoded_value = encode_own_value(own_settings, setting, stored_value.value, paths)
        if reason := encoded_value.refusal or encoded_value.partial_reason:
            limits.append(
                _make_refusal_limit(
                    layer_entry.name, setting.key, reason, is_partial=not encoded_value.refusal
                )
            )
        if encoded_value.refusal:
            continue
        if setting.key == EFFECT_FILES:
            effects = make_effect_lines(
                split_list(encoded_value.text), own_settings.built_in_effects
            )
        elif not setting.variable:
            values[setting.own_name] = encoded_value.text
        else:
            # A layer takes a BOOL for true where the variable is there at all.
            is_absent = setting.type is SettingType.BOOL and not stored_value.value
            variables[setting.variable] = None if is_absent else encoded_value.text
    used_names = frozenset(
        (
            *own_settings.built_in_effects,
            *(setting.own_name for setting in declared_layer.walk_settings()),
        )
    )
    return _OwnLayer(
        layer_entry.name, declared_layer, values, variables, effects, used_names, tuple(limits)
    )


def _list_lost_limits(
    name: str, declared_layer: DeclaredLayer, entry: LayerEntry | None
) -> list[Limitation]:
    """Return limitations for stored values of a layer that are not used."""
    return [
        _make_refusal_limit(name, note.key, note.sentence)
        for note in list_lost_values(declared_layer, entry)
    ]


def _make_refusal_limit(
    layer: str, key: str, reason: str, *, is_partial: bool = False
) -> Limitation:
    """Return the limitation that a setting or, if `is_partial`, a part of it is not written."""
    return Limitation(layer, explain_not_written(key, reason, is_partial=is_partial))


def _find_content(paths: Iterable[str], inputs: SettingsInputs) -> tuple[str, bytes]:
    """Return the first of these files that exists, with its content, else "" and b""."""
    existing_paths = (path for path in paths if path in inputs.own_files)
    path = next(existing_paths, "")
    return path, inputs.own_files.get(path, b"")


def _find_configured_value(configuration: Configuration, name: str) -> str | None:
    """Return the value that a configuration itself gives a variable, None if it does not."""
    values = (variable.value for variable in configuration.environment if variable.name == name)
    return next(values, None) if name else None


def _set_variables(run: RunPlan, layer: _OwnLayer) -> list[Limitation]:
    """Set the variables of a layer's settings, and return the limitations."""
    # Variables of the configuration were set by the user: none is overwritten.
    user_variables = {variable.name for variable in run.configuration.environment}
    for name, text in layer.variables.items():
        if name in user_variables:
            continue
        if text is None:
            run.variables.unset(name)
        else:
            run.variables.set(name, text)
    if layer.own_settings.has_file or not layer.values:
        return []
    variable_name = layer.own_settings.variable
    variable_value = _find_configured_value(run.configuration, variable_name)
    if variable_value is not None:
        return [_make_variable_wins_limit(layer, variable_value)]
    # Later entries win.
    existing_texts = [text] if (text := run.variables.get(variable_name)) else []
    assignments = [f"{name}={text}" for name, text in layer.values.items()]
    run.variables.set(variable_name, ",".join([*existing_texts, *assignments]))
    return []


def _make_variable_wins_limit(layer: _OwnLayer, variable_value: str) -> Limitation:
    """Return the limitation that the configuration's own variable names the layer's file."""
    text = tr(
        "{variable}={value} is set in this configuration and takes precedence",
        variable=layer.own_settings.variable,
        value=variable_value,
    )
    return Limitation(layer.name, text, tr("unset that variable"))


def _list_overriding_limits(
    layer: _OwnLayer, configuration: Configuration, host: Host
) -> list[Limitation]:
    """Return limitations for a variable whose settings win over those of the layer's file."""
    name, own_settings = layer.own_settings.overrides, layer.own_settings
    mode = own_settings.variable_mode
    if mode is not None:
        name = mode.switch
    configured_value = _find_configured_value(configuration, name)
    value = host.environment.get(name) if configured_value is None and name else configured_value
    if value is None:
        return []
    assignment, is_read = f"{name}={value}", is_file_read(own_settings, {name: value})
    if mode is not None:
        text = tr(
            "{variable} makes the layer read variables instead of its settings file",
            variable=assignment,
        )
    elif configured_value is not None and is_read:
        text = tr(
            "{variable} from this configuration takes precedence over the layer's file",
            variable=assignment,
        )
    elif configured_value is not None:
        text = tr(
            "{variable} from this configuration lacks {switch}, so the layer does not "
            "read a settings file",
            variable=assignment,
            switch=own_settings.overrides_read_file,
        )
    elif is_read:
        text = tr(
            "{variable} from your session takes precedence over the layer's file",
            variable=assignment,
        )
    else:
        text = tr(
            "{variable} from your session lacks {switch}, so the layer does not read a "
            "settings file",
            variable=assignment,
            switch=own_settings.overrides_read_file,
        )
    return [Limitation(layer.name, text, tr("unset that variable"))]
