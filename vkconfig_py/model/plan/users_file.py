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
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, OwnSettings
from vkconfig_py.model.layer_settings.own_file import (
    NO_FILE,
    OwnFile,
    UnreadReason,
    add_effects,
    add_installed_release,
    find_presets_file,
    is_file_read,
    list_candidate_files,
    list_own_files,
    make_launch_host,
    read_session_values,
)
from vkconfig_py.model.layer_settings.own_notes import find_preset_in_force
from vkconfig_py.model.plan.plan import PredictionRequest, hide_own_files
from vkconfig_py.model.programs.program_paths import find_windows_program


def read_users_file(declared: DeclaredLayer, request: PredictionRequest, program: str) -> OwnFile:
    """Read what a layer such as MangoHud reads in a program, without what we applied.

    The file that we applied is only named.
    """
    configuration = request.configuration
    changes = [(variable.name, variable.value) for variable in configuration.environment]
    host = hide_own_files(request, request.host).with_environment(changes)
    entry = configuration.find_entry(declared.name)
    set_here = frozenset(variable.name for variable in configuration.environment)
    target = configuration.target
    host = host._replace(executable=program)
    file = read_layer_file(declared, host, target, entry, set_here)
    own = declared.own_settings
    if own is None or file.unread_reason is not UnreadReason.NOTHING:
        return file
    windows = find_windows_program(target.program, target.arguments)
    places = list_own_files(own, make_launch_host(host, target), program, windows)
    applied = (place for place in places if place in request.own_files)
    return file._replace(applied_path=next(applied, ""))


def read_layer_file(
    declared: DeclaredLayer,
    host: Host,
    target: Target,
    entry: LayerEntry | None = None,
    set_here: frozenset[str] = frozenset(),
) -> OwnFile:
    """Read what a layer such as MangoHud reads in the program of a host.

    Args:
        declared: the layer.
        host: the machine, with the variables and the path of the program.
        target: how the program is started.
        entry: what is chosen for the layer.
        set_here: variables that the configuration sets, and not the session.
    """
    own = add_installed_release(declared, host).own_settings
    if own is None:
        return NO_FILE
    program, host = host.executable, make_launch_host(host, target)
    scanner = Scanner(host, DocumentCache())
    places = list_own_files(
        own, host, program, find_windows_program(target.program, target.arguments)
    )
    contents = ((path, scanner.read(path)) for path in places)
    path, content = next((place for place in contents if place[1] is not None), ("", None))
    file = _find_ignored_file(own, host, path) or parse_own_file(own, path, content)
    file = file._replace(release=own.release)
    presets = find_presets_file(own, host)
    if presets and (content := scanner.read(presets)) is not None:
        number = find_preset_in_force(declared, file, entry, host.environment)
        file = add_preset_values(file, presets, content, number)
    variables = {name: text for name, text in host.environment.items() if name not in set_here}
    if own.overrides in set_here:  # it has settings itself, whoever sets it
        variables[own.overrides] = host.environment.get(own.overrides, "")
    if session := read_session_values(declared, variables):
        file = file._replace(values={**file.values, **session})
    if own.built_in_effects:
        entries, read = (entry,) if entry else (), partial(read_program_file, scanner, host)
        file = file._replace(
            effects=find_effects(own, file, entries, read),
            unreadable_effects=find_unreadable(file, entries, read),
        )
    return file


def read_effects(
    declared: DeclaredLayer,
    entries: tuple[LayerEntry, ...],
    host: Host,
    own_files: Mapping[str, bytes],
    scanner: Scanner,
) -> tuple[DeclaredLayer, frozenset[str]]:
    """Return vkBasalt with the settings of its effects, and the effect files that are unreadable.

    Args:
        declared: the layer.
        entries: of configurations, which name effects.
        host: the machine.
        own_files: content of its settings files.
        scanner: reads files.
    """
    if declared.own_settings is None or not declared.own_settings.built_in_effects:
        return declared, frozenset()
    places = list_own_files(declared.own_settings, host, host.executable)
    path = next((place for place in places if place in own_files), "")
    file = parse_own_file(declared.own_settings, path, own_files.get(path))
    read = partial(read_program_file, scanner, host)
    effects = find_effects(declared.own_settings, file, entries, read)
    return add_effects(declared, effects), find_unreadable(file, entries, read)


def read_own_files(
    declared: Iterable[DeclaredLayer],
    host: Host,
    programs: Iterable[str],
    windows: str,
    scanner: Scanner,
) -> Mapping[str, bytes]:
    """Return the content of the settings files of layers such as MangoHud, by path.

    Args:
        declared: the layers.
        host: the machine.
        programs: real paths of the programs.
        windows: name of a Windows program in Wine, or "".
        scanner: reads files.
    """
    settings = [
        layer.own_settings
        for layer in declared
        if layer.own_settings is not None and layer.own_settings.has_file
    ]
    executables = (
        (host.executable, windows),
        *((program, find_windows_program(program, ())) for program in programs),
    )
    paths = {
        path
        for own in settings
        for program, exe in executables
        for path in list_candidate_files(own, host, program, exe)
    }
    return {path: content for path in paths if (content := scanner.read(path)) is not None}


def read_program_file(scanner: Scanner, host: Host, path: str) -> bytes | None:
    """Read a file as a program opens it from its working directory, or return None."""
    return scanner.read(posixpath.join(host.working_directory, path))


def _find_ignored_file(own: OwnSettings, host: Host, path: str) -> OwnFile | None:
    """Return why a variable keeps a layer from reading a file, None if none does."""
    if not is_file_read(own, host.environment):
        return OwnFile(unread_reason=UnreadReason.OVERRIDDEN)
    variable_value = host.environment.get(own.variable) if own.only_variable else None
    if variable_value is None or path:
        return None
    return OwnFile(
        unread_reason=UnreadReason.NAMED_MISSING if variable_value else UnreadReason.NAMED_NOTHING,
        named_path=variable_value,
    )
