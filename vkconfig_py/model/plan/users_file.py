"""What a layer of its own ways reads in a program now: file of the user, presets, session."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from functools import partial

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.model.configuration.configuration import LayerEntry, Target
from vkconfig_py.model.formats.layer_files import add_preset_values, parse_own_file
from vkconfig_py.model.formats.reshade_settings import find_effects, find_unreadable
from vkconfig_py.model.formats.vksumi_conf import expand_path
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, OwnSettings
from vkconfig_py.model.layer_settings.own_file import (
    NO_FILE,
    OwnFile,
    UnreadReason,
    add_effect_settings,
    add_installed_release,
    find_general_file,
    find_named_file,
    find_presets_file,
    find_reading_program,
    is_file_read,
    list_candidate_files,
    list_own_files,
    make_launch_host,
    merge_own_files,
    read_session_values,
)
from vkconfig_py.model.layer_settings.own_notes import find_preset_in_force
from vkconfig_py.model.plan.plan import PredictionRequest, hide_own_files
from vkconfig_py.model.programs.program_paths import find_windows_program


def read_users_file(
    declared_layer: DeclaredLayer, request: PredictionRequest, program: str
) -> OwnFile:
    """Read what a layer such as MangoHud reads in a program, without what we applied.

    The file that we applied is only named.
    """
    configuration = request.configuration
    changes = [(variable.name, variable.value) for variable in configuration.environment]
    host = hide_own_files(request, request.host).with_environment(changes)
    entry = configuration.find_entry(declared_layer.name)
    configured_names = frozenset(variable.name for variable in configuration.environment)
    target = configuration.target
    host = host._replace(executable=program)
    file = read_layer_file(declared_layer, host, target, entry, configured_names)
    own_settings = declared_layer.own_settings
    if own_settings is None or file.unread_reason is not UnreadReason.NOTHING:
        return file
    windows = find_windows_program(target.program, target.arguments)
    own_paths = list_own_files(own_settings, make_launch_host(host, target), program, windows)
    applied_paths = (path for path in own_paths if path in request.own_files)
    return file._replace(applied_path=next(applied_paths, ""))


def read_layer_file(
    declared_layer: DeclaredLayer,
    host: Host,
    target: Target,
    entry: LayerEntry | None = None,
    configured_names: frozenset[str] = frozenset(),
) -> OwnFile:
    """Read what a layer such as MangoHud reads in the program of a host.

    Args:
        declared_layer: the layer.
        host: the machine, with the variables and the path of the program.
        target: how the program is started.
        entry: what is chosen for the layer.
        configured_names: variables that the configuration sets, and not the session.
    """
    own_settings = add_installed_release(declared_layer, host).own_settings
    if own_settings is None:
        return NO_FILE
    program, host = host.executable, make_launch_host(host, target)
    windows = find_windows_program(target.program, target.arguments)
    scanner = Scanner(host, DocumentCache())
    paths = list_own_files(own_settings, host, program, windows)
    contents = ((path, scanner.read(path)) for path in paths)
    existing_files = ((path, content) for path, content in contents if content is not None)
    if own_settings.merges:
        return _read_merged_files(own_settings, host, existing_files, scanner)
    path, content = next(existing_files, ("", None))
    known_program = program if target.program else ""  # else a path that stands for any
    reader = find_reading_program(own_settings, host, known_program, windows)
    file = _find_ignored_file(own_settings, host, path) or parse_own_file(
        own_settings, path, content, reader
    )
    file = file._replace(release=own_settings.release)
    presets = find_presets_file(own_settings, host)
    if presets and (content := scanner.read(presets)) is not None:
        number = find_preset_in_force(declared_layer, file, entry, host.environment)
        file = add_preset_values(file, presets, content, number)
    variables = {
        name: text for name, text in host.environment.items() if name not in configured_names
    }
    if own_settings.overrides in configured_names:  # it has settings itself, whoever sets it
        variables[own_settings.overrides] = host.environment.get(own_settings.overrides, "")
    if session := read_session_values(declared_layer, variables):
        file = file._replace(values={**file.values, **session})
    if own_settings.built_in_effects:
        entries, read = (entry,) if entry else (), partial(read_program_file, scanner, host)
        file = file._replace(
            effects=find_effects(own_settings, file, entries, read),
            unreadable_effects=find_unreadable(file, entries, read),
        )
    return file


def _read_merged_files(
    own_settings: OwnSettings,
    host: Host,
    existing_files: Iterable[tuple[str, bytes]],
    scanner: Scanner,
) -> OwnFile:
    """Read files that all count, given with their content, the strongest first."""
    general_path = find_general_file(own_settings, host)
    files = []
    for path, content in existing_files:
        file = parse_own_file(own_settings, path, content)
        redirect = file.values.get(own_settings.redirect)
        if path == general_path and redirect is not None:
            path = posixpath.join(
                host.working_directory, expand_path(redirect.text, host.environment)
            )
            file = parse_own_file(own_settings, path, scanner.read(path))
        if file is not NO_FILE:
            files.append(file)
    return merge_own_files(files)._replace(release=own_settings.release)


def read_effects(
    declared_layer: DeclaredLayer,
    entries: tuple[LayerEntry, ...],
    host: Host,
    own_files: Mapping[str, bytes],
    scanner: Scanner,
) -> tuple[DeclaredLayer, frozenset[str]]:
    """Return vkBasalt with the settings of its effects, and the effect files that are unreadable.

    Args:
        declared_layer: the layer.
        entries: of configurations, which name effects.
        host: the machine.
        own_files: content of its settings files.
        scanner: reads files.
    """
    if declared_layer.own_settings is None or not declared_layer.own_settings.built_in_effects:
        return declared_layer, frozenset()
    own_paths = list_own_files(declared_layer.own_settings, host, host.executable)
    path = next((own_path for own_path in own_paths if own_path in own_files), "")
    file = parse_own_file(declared_layer.own_settings, path, own_files.get(path))
    read = partial(read_program_file, scanner, host)
    effects = find_effects(declared_layer.own_settings, file, entries, read)
    return add_effect_settings(declared_layer, effects), find_unreadable(file, entries, read)


def read_own_files(
    declared_layers: Iterable[DeclaredLayer],
    host: Host,
    programs: Iterable[str],
    windows: str,
    scanner: Scanner,
) -> Mapping[str, bytes]:
    """Return the content of the settings files of layers such as MangoHud, by path.

    Args:
        declared_layers: the layers.
        host: the machine.
        programs: real paths of the programs.
        windows: name of a Windows program in Wine, or "".
        scanner: reads files.
    """
    settings = [
        layer.own_settings
        for layer in declared_layers
        if layer.own_settings is not None and layer.own_settings.has_file
    ]
    executables = (
        (host.executable, windows),
        *((program, find_windows_program(program, ())) for program in programs),
    )
    paths = {
        path
        for own_settings in settings
        for program, executable in executables
        for path in list_candidate_files(own_settings, host, program, executable)
    }
    return {path: content for path in paths if (content := scanner.read(path)) is not None}


def read_program_file(scanner: Scanner, host: Host, path: str) -> bytes | None:
    """Read a file as a program opens it from its working directory, or return None."""
    return scanner.read(posixpath.join(host.working_directory, path))


def _find_ignored_file(own_settings: OwnSettings, host: Host, path: str) -> OwnFile | None:
    """Return why a variable keeps a layer from reading a file, None if none does."""
    if not is_file_read(own_settings, host.environment):
        return OwnFile(unread_reason=UnreadReason.OVERRIDDEN)
    is_only_file = own_settings.only_variable and find_named_file(own_settings, host) is not None
    variable_value = host.environment.get(own_settings.variable) if is_only_file else None
    if variable_value is None or path:
        return None
    return OwnFile(
        unread_reason=UnreadReason.NAMED_MISSING if variable_value else UnreadReason.NAMED_NOTHING,
        named_path=variable_value,
    )
