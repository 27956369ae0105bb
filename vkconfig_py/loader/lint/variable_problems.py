"""Problems of environment variables: conflicting, without effect, or misspelt."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from vkconfig_py.language.sentences import join_some, message, render, tr
from vkconfig_py.loader.base.verdicts import Problem, Remedy, SetVariable, Together, UnsetVariable
from vkconfig_py.loader.explain.remedies import list_variables
from vkconfig_py.loader.files.search_paths import (
    VARIABLES_BY_MANIFEST_TYPE,
    find_replacing_variable,
    is_json,
)
from vkconfig_py.loader.lint.lint_context import (
    LintContext,
    ProblemCode,
    find_nearest_word,
    make_problem,
)
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.platforms.rules import ManifestType
from vkconfig_py.loader.profiles.profile import Gate
from vkconfig_py.loader.rules.activation import (
    DRIVERS_DISABLE_VARIABLE,
    DRIVERS_SELECT_VARIABLE,
    LAYERS_ALLOW_VARIABLE,
    LAYERS_DISABLE_VARIABLE,
    LAYERS_ENABLE_VARIABLE,
    read_layer_filters,
)
from vkconfig_py.loader.rules.ordering import INSTANCE_LAYERS_VARIABLE

_SEARCH_VARIABLES = tuple(
    name
    for rules in VARIABLES_BY_MANIFEST_TYPE.values()
    for name in (*(name for name, _ in rules.replacing_variables), rules.adding_variable[0])
)
ONLY_IN_BUNDLE_VARIABLE = "VK_LOADER_SEARCH_ONLY_IN_BUNDLE"  # macOS and iOS only
# Every variable that loaders up to the newest read.
LOADER_VARIABLES = (
    *_SEARCH_VARIABLES,
    LAYERS_ENABLE_VARIABLE,
    LAYERS_DISABLE_VARIABLE,
    LAYERS_ALLOW_VARIABLE,
    DRIVERS_SELECT_VARIABLE,
    DRIVERS_DISABLE_VARIABLE,
    INSTANCE_LAYERS_VARIABLE,
    "VK_LOADER_DEBUG",
    "VK_LOADER_DEVICE_SELECT",
    "VK_LOADER_DISABLE_SELECT",
    "VK_LOADER_DISABLE_INST_EXT_FILTER",
    # Read once, when the loader is loaded, as VK_LOADER_DEBUG is.
    "VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING",
    "VK_LOADER_DEVICE_ID_FILTER",
    "VK_LOADER_VENDOR_ID_FILTER",
    "VK_LOADER_DRIVER_ID_FILTER",
    ONLY_IN_BUNDLE_VARIABLE,
)
# Used by layers and tools; some differ only in a letter or two from the loader's own.
_OTHER_TOOL_VARIABLES = (
    "VK_LAYER_SETTINGS_PATH",
    "VK_LAYER_ENABLES",
    "VK_LAYER_DISABLES",
    "VK_SDK_PATH",
)
_COMMON_VARIABLES = frozenset(
    (
        "DBUS_SESSION_BUS_ADDRESS",
        "DISPLAY",
        "EDITOR",
        "HOME",
        "HOSTNAME",
        "LANG",
        "LOGNAME",
        "PATH",
        "PWD",
        "SHELL",
        "TERM",
        "TMPDIR",
        "USER",
        "WAYLAND_DISPLAY",
        "XDG_CURRENT_DESKTOP",
        "XDG_RUNTIME_DIR",
        "XDG_SESSION_TYPE",
    )
)
# Layers for different word sizes share their variables on purpose.
_WORD_SIZE_SUFFIX_PATTERN = re.compile(
    r"[_-]?(x86_64|x86|i[3-6]86|amd64|arm64|aarch64|32|64)(bit)?$"
)
_IMPORT_LAYERS_VARIABLE = "PRESSURE_VESSEL_IMPORT_VULKAN_LAYERS"
_LIBRARY_PATH_VARIABLE = "LD_LIBRARY_PATH"
_MESSAGE_BY_MANIFEST_TYPE = {
    ManifestType.DRIVER: message(
        "It replaces the default search paths, so the loader does not find any drivers."
    ),
    ManifestType.EXPLICIT: message(
        "It replaces the default search paths, so the loader does not find any explicit layers."
    ),
    ManifestType.IMPLICIT: message(
        "It replaces the default search paths, so the loader does not find any implicit layers."
    ),
}


def find_variable_problems(context: LintContext) -> Iterator[Problem]:
    """Yield problems of environment variables."""
    if context.host.hides_variables:
        return  # the loader reads none of these variables then
    yield from _find_search_problems(context)
    yield from _find_unknown_variables(context)
    yield from _find_filter_conflicts(context)
    yield from _find_switch_problems(context)
    yield from _find_steam_problems(context)


def _find_search_problems(context: LintContext) -> Iterator[Problem]:
    """Yield problems of variables that replace or extend the search for manifests."""
    host, profile = context.host, context.profile
    for kind, rules in VARIABLES_BY_MANIFEST_TYPE.items():
        replacing_variable = find_replacing_variable(host, profile, kind)
        # read_data_files_in_search_paths checks whether it is defined, not its value.
        if replacing_variable and not host.getenv(replacing_variable):
            yield make_problem(
                ProblemCode.VARIABLE_EMPTY,
                tr("{variable} is set, but empty", variable=replacing_variable),
                render(_MESSAGE_BY_MANIFEST_TYPE[kind]),
                remedies=(UnsetVariable(replacing_variable),),
                detail=replacing_variable,
            )
        # LoaderDriverInterface calls it deprecated.
        if replacing_variable == "VK_ICD_FILENAMES" and profile.has(Gate.ADD_VARIABLES):
            value = host.getenv(replacing_variable) or ""
            yield make_problem(
                ProblemCode.VARIABLE_DEPRECATED,
                tr("{variable} is the old name of VK_DRIVER_FILES", variable=replacing_variable),
                tr("It still works unless VK_DRIVER_FILES is set."),
                remedies=(
                    Together(
                        (SetVariable("VK_DRIVER_FILES", value), UnsetVariable(replacing_variable))
                    ),
                ),
                detail=replacing_variable,
            )
        # Where a replacing variable is defined, the adding one is not read.
        for name in dict.fromkeys(filter(None, (replacing_variable or rules.adding_variable[0],))):
            no_match_text = render(_MESSAGE_BY_MANIFEST_TYPE[kind]) if replacing_variable else ""
            yield from _find_missing_parts(context, name, no_match_text)


def _find_missing_parts(context: LintContext, name: str, no_match_text: str) -> Iterator[Problem]:
    """Yield the paths in a variable that do not exist.

    `no_match_text`: what follows if none exists, as a sentence.
    """
    parts = (context.host.getenv(name) or "").split(context.platform.separator)
    none_exists = not any(part and context.exists(part) for part in parts)
    for part in dict.fromkeys(filter(None, parts)):
        if is_json(part) and context.platform.paths.is_bare(part):
            continue  # relative to the working directory of each program
        if context.exists(part):
            continue
        title = tr("{variable} names {path}, which does not exist", variable=name, path=part)
        home = context.host.getenv("HOME") or ""
        expanded_part = part.replace("~", home, 1) if part.startswith("~/") else ""
        if expanded_part:
            title = tr(
                "{variable} names {path}, which starts with ~: only shells expand ~",
                variable=name,
                path=part,
            )
        remaining_parts = [
            expanded_part if p == part else p for p in parts if p and (p != part or expanded_part)
        ]
        value = context.platform.separator.join(remaining_parts)
        yield make_problem(
            ProblemCode.SEARCH_PATH_GONE,
            title,
            no_match_text
            if no_match_text and none_exists
            else tr("The loader silently ignores it."),
            remedies=(SetVariable(name, value) if value else UnsetVariable(name),),
            detail=part,
        )


def _find_unknown_variables(context: LintContext) -> Iterator[Problem]:
    """Yield VK_ variables that no loader reads and that look like a misspelled one."""
    layer_variables = {
        name
        for layer in context.iterate_layers()
        for name in (layer.disable_environment, *(layer.enable_environment or ())[:1])
    }
    for name, value in context.host.environment.items():
        # Names of variables keep their case on Linux: vk_layer_path is another one.
        if (
            not name.upper().startswith("VK_")
            or name in LOADER_VARIABLES
            or name in _OTHER_TOOL_VARIABLES
        ):
            continue
        unset_variables = [
            variable for variable in LOADER_VARIABLES if variable not in context.host.environment
        ]
        likely_name = "" if name in layer_variables else find_nearest_word(name, unset_variables)
        if likely_name:
            yield make_problem(
                ProblemCode.VARIABLE_UNKNOWN,
                tr("{name} is set; you probably meant {meant}", name=name, meant=likely_name),
                tr("No loader reads {name}: it has no effect.", name=name),
                remedies=(
                    Together((SetVariable(likely_name, value), UnsetVariable(name))),
                    UnsetVariable(name),
                ),
                detail=name,
            )


def _find_steam_problems(context: LintContext) -> Iterator[Problem]:
    """Yield what variables of Steam's runtimes do to programs started with them."""
    # pressure-vessel-wrap(1), --import-vulkan-layers.
    if context.host.getenv(_IMPORT_LAYERS_VARIABLE) == "0":
        yield make_problem(
            ProblemCode.STEAM_WITHOUT_LAYERS,
            tr(
                "{variable}=0 keeps layers out of Steam containers",
                variable=_IMPORT_LAYERS_VARIABLE,
            ),
            tr(
                "Games that run in a Steam Linux Runtime container cannot find this system's "
                "layers."
            ),
            remedies=(UnsetVariable(_IMPORT_LAYERS_VARIABLE),),
            detail=_IMPORT_LAYERS_VARIABLE,
        )
    parts = (context.host.getenv(_LIBRARY_PATH_VARIABLE) or "").split(":")
    # The first Steam runtime ("scout") is used by LD_LIBRARY_PATH, not in a container.
    remaining_parts = [part for part in parts if "/steam-runtime/" not in f"{part}/"]
    if len(remaining_parts) < len(parts):
        value = ":".join(remaining_parts)
        remedy = (
            SetVariable(_LIBRARY_PATH_VARIABLE, value)
            if value
            else UnsetVariable(_LIBRARY_PATH_VARIABLE)
        )
        yield make_problem(
            ProblemCode.STEAM_LIBRARY_PATH,
            tr("{variable} names Steam runtime folders", variable=_LIBRARY_PATH_VARIABLE),
            tr(
                "This system's drivers and layers then use the runtime's older libraries "
                "and may fail to open."
            ),
            remedies=(remedy,),
            detail=_LIBRARY_PATH_VARIABLE,
        )


def _find_filter_conflicts(context: LintContext) -> Iterator[Problem]:
    """Yield layers that one variable turns on and another turns off."""
    filters = read_layer_filters(context.host, context.profile)
    names = {layer.name: layer.implicit for layer in context.iterate_layers()}
    conflicting_names = []
    for name, is_implicit in names.items():
        # loader_layer_is_available lets the enable filter win, enable_correct_layers_from_settings
        # the disable filter.
        if filters.enable.find_match(name) and filters.find_disabling_token(name, is_implicit):
            conflicting_names.append(name)
    if conflicting_names:
        yield make_problem(
            ProblemCode.FILTERS_CONFLICT,
            tr(
                "{enable} and {disable} both match {layers}",
                enable=LAYERS_ENABLE_VARIABLE,
                disable=LAYERS_DISABLE_VARIABLE,
                layers=join_some(conflicting_names, 3),
            ),
            tr(
                "{enable} wins: layers that match both are turned on unless a loader "
                "settings file lists them.",
                enable=LAYERS_ENABLE_VARIABLE,
            ),
            remedies=(
                UnsetVariable(LAYERS_DISABLE_VARIABLE),
                UnsetVariable(LAYERS_ENABLE_VARIABLE),
            ),
            detail=conflicting_names[0],
        )
    requested = set(context.platform.split_list(context.host.getenv(INSTANCE_LAYERS_VARIABLE)))
    # LoaderInterfaceArchitecture says that VK_INSTANCE_LAYERS overrides the filter; the loader has
    # taken the layer out of its list by then.
    lost_layers = [
        name
        for name in dict.fromkeys(names)
        if name in requested and filters.find_hiding_token(name, names[name])
    ]
    for name in lost_layers:
        yield make_problem(
            ProblemCode.FILTERS_CONFLICT,
            tr(
                "{variable} requests {layer}, but {disable} hides it",
                variable=INSTANCE_LAYERS_VARIABLE,
                layer=name,
                disable=LAYERS_DISABLE_VARIABLE,
            ),
            tr("{disable} wins: the layer is not even listed.", disable=LAYERS_DISABLE_VARIABLE),
            remedies=(UnsetVariable(LAYERS_DISABLE_VARIABLE),),
            detail=name,
        )


def _find_switch_problems(context: LintContext) -> Iterator[Problem]:
    """Yield problems of the variables by which layers are switched."""
    users: dict[str, list[str]] = defaultdict(list)
    for layer in context.iterate_layers():
        # Explicit layers have no enable or disable variable.
        if not layer.implicit or layer.is_override:
            continue
        enable = layer.enable_environment[0] if layer.enable_environment else ""
        for name in filter(None, dict.fromkeys((enable, layer.disable_environment or ""))):
            if layer.name not in users[name]:
                users[name].append(layer.name)
        yield from _find_set_switches(context, layer, enable)
    for name, layers in users.items():
        if len({_WORD_SIZE_SUFFIX_PATTERN.sub("", layer) for layer in layers}) > 1:
            yield make_problem(
                ProblemCode.LAYER_VARIABLE_SHARED,
                tr(
                    "{variable} turns several layers on or off at once: {layers}",
                    variable=name,
                    layers=join_some(layers, 3),
                ),
                tr(
                    "Several layers use the same variable, so they cannot be turned on or off "
                    "separately."
                ),
                detail=name,
            )


def _find_line(context: LintContext, layer: LayerManifest) -> int:
    """Return the line of a layer's disable variable in its manifest."""
    return context.find_line(layer.file, *context.make_key_path(layer, "disable_environment"))


def _find_set_switches(
    context: LintContext, layer: LayerManifest, enable: str
) -> Iterator[Problem]:
    """Yield that a variable which is set turns a layer on or off.

    `enable`: the enable variable, or "".
    """
    host, disable = context.host, layer.disable_environment or ""
    is_disabled = bool(disable) and host.getenv(disable) is not None
    # loader_implicit_layer_is_enabled requires exactly the value in the manifest.
    is_enabled = bool(enable) and layer.enable_environment == (enable, host.getenv(enable))
    common_names = [name for name in (disable, enable) if name in _COMMON_VARIABLES]
    for name in dict.fromkeys(common_names):
        yield make_problem(
            ProblemCode.LAYER_VARIABLE_COMMON,
            tr(
                "{layer} uses the system variable {variable} as its switch",
                layer=layer.name,
                variable=name,
            ),
            tr("{variable} is set in every session and turns the layer off.", variable=name)
            if name == disable
            else tr(
                "{variable} is set in every session and decides whether the layer loads.",
                variable=name,
            ),
            layer.file,
            _find_line(context, layer),
            detail=name,
        )
    if common_names or not (is_disabled or is_enabled):
        return
    line = _find_line(context, layer)
    # loader_implicit_layer_is_enabled checks the disable variable later.
    if is_disabled and is_enabled:
        yield make_problem(
            ProblemCode.ENABLED_AND_DISABLED,
            tr(
                "{enable} turns {layer} on, but {disable} turns it off",
                enable=enable,
                layer=layer.name,
                disable=disable,
            ),
            tr("{disable} wins, whatever its value: the layer does not load.", disable=disable),
            layer.file,
            line,
            (UnsetVariable(disable), UnsetVariable(enable)),
            disable,
        )
    else:
        name = disable if is_disabled else enable
        remedies: list[Remedy] = [UnsetVariable(name)]
        # Without the variable it may still lack another one.
        if is_disabled:
            layer_remedies = (
                found_layer.verdict.remedy
                for found_layer in context.report.found_layers
                if found_layer.manifest is layer
            )
            remedies += [
                remedy
                for remedy in layer_remedies
                if list_variables(remedy) and remedy not in remedies
            ]
        yield make_problem(
            ProblemCode.LAYER_VARIABLE_SET,
            tr("{variable} is set: it turns {layer} off", variable=name, layer=layer.name)
            if is_disabled
            else tr("{variable} is set: it turns {layer} on", variable=name, layer=layer.name),
            tr("Any value has this effect, even an empty value.")
            if is_disabled
            else tr("The layer loads in every program that runs with this variable set."),
            layer.file,
            line,
            tuple(remedies),
            name,
        )
