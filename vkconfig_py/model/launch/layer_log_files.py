"""Files into which layers of a launch write what they would print."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.model.files.paths import read_regular
from vkconfig_py.model.formats.layer_settings_txt import FILE_NAME, parse_layer_settings
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.layer_settings.setting_names import file_key, variable_names
from vkconfig_py.model.plan.inventory import Declaration, find_declaration, settings_path
from vkconfig_py.model.plan.layer_settings_plan import PATH_VARIABLE
from vkconfig_py.model.plan.plan import Plan, PredictionRequest

VALIDATION_LAYER = "VK_LAYER_KHRONOS_validation"
LOG_FILE = "log_filename"
PRINTED = frozenset({"", "stdout"})
# Layers that make a file of the name “stderr” (seen with the validation layer 1.3.239).
_NO_STDERR = frozenset({VALIDATION_LAYER})


class LayerLogFile(NamedTuple):
    """A file that a layer fills; its path is absolute."""

    layer: str
    path: str


def messages_file(files: Iterable[LayerLogFile]) -> str:
    """Path of the file that gets the messages of the validation layer, or ""."""
    return next((file.path for file in files if file.layer == VALIDATION_LAYER), "")


def launch_log_files(
    request: PredictionRequest,
    plan: Plan,
    layers: Iterable[Declaration],
    cache: Callable[[], DocumentCache],
) -> tuple[LayerLogFile, ...]:
    """The log files of these layers in a launch.

    Manifests are read only if a setting or variable names such a file.
    """
    environment = dict(request.host.environment)
    for variable in plan.variables:
        environment[variable.name] = variable.value or ""
    planned = {file.path: file.content or b"" for file in plan.files}
    folder = request.configuration.target.working_directory or request.host.working_directory
    settings = settings_in_force(request.host, environment, planned, folder)
    if not may_have_log_files(settings, environment):
        return ()
    scanner = Scanner(request.host, cache())
    declared = (find_declaration(layer, scanner) for layer in layers)
    return find_log_files(
        [layer for layer in declared if layer is not None], settings, environment, folder
    )


def settings_in_force(
    host: Host, environment: Mapping[str, str], planned: Mapping[str, bytes], folder: str
) -> bytes:
    """Content of the one settings file that layers of a program read; b"" if there is none.

    `environment` and `folder` are the program's, `planned` files of its launch.
    """
    named = environment.get(PATH_VARIABLE, "")
    places = [settings_path(host)]
    if named:
        places += [named, posixpath.join(named, FILE_NAME)]
    if not named or not Path(named).is_dir():
        places.append(posixpath.join(folder, FILE_NAME))
    for place in filter(None, places):
        if place in planned:
            return planned[place]
        try:
            return read_regular(Path(place))
        except OSError:
            continue
    return b""


def may_have_log_files(settings: bytes, environment: Mapping[str, str]) -> bool:
    """False for most launches: then no manifest needs to be read."""
    return LOG_FILE.encode() in settings or any(LOG_FILE.upper() in name for name in environment)


def find_log_files(
    layers: Iterable[DeclaredLayer], settings: bytes, environment: Mapping[str, str], folder: str
) -> tuple[LayerLogFile, ...]:
    """The log files of layers; paths that are not absolute begin in the program's folder."""
    lines = parse_layer_settings(settings)
    written = {line.key: line.value for line in lines if line.is_active}
    found = []
    for layer in layers:
        setting = layer.setting(LOG_FILE)
        if setting is None:
            continue
        variables = (environment.get(name, "") for name in variable_names(layer, setting))
        value = next(filter(None, variables), written.get(file_key(layer.name, LOG_FILE), ""))
        is_printed = value in PRINTED or (value == "stderr" and layer.name not in _NO_STDERR)
        if not is_printed:
            found.append(LayerLogFile(layer.name, posixpath.join(folder, value)))
    return tuple(found)
