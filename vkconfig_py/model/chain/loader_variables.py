"""Every variable that loaders, layers or their settings read: its origin and its effect.

Effects come from the report's verdicts. The origin is known for the plan and the configuration. For
a variable of the session it is inferred: from shell startup files that set the value, and from the
ancestor processes: the value was set by the last one started without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from pathlib import Path

from vkconfig_py.language.sentences import counted, join_some, message, render, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Kind, Outcome, Reason, Verdict
from vkconfig_py.loader.explain.verdict_sentences import render_verdict
from vkconfig_py.loader.lint.variable_problems import LOADER_VARIABLES, ONLY_IN_BUNDLE_VARIABLE
from vkconfig_py.loader.platforms.rules import get_base_name, get_platform_rules
from vkconfig_py.loader.rules import activation
from vkconfig_py.loader.rules.activation import (
    DRIVER_FILTERS,
    LAYERS_ALLOW_VARIABLE,
    LAYERS_DISABLE_VARIABLE,
    LAYERS_ENABLE_VARIABLE,
)
from vkconfig_py.loader.rules.loader_report import FoundLayer, LoaderReport
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
from vkconfig_py.model.configuration.configuration import VALIDATION
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, OwnSettings
from vkconfig_py.model.layer_settings.described_layers import find_description
from vkconfig_py.model.layer_settings.known_layers import find_variable_stems
from vkconfig_py.model.layer_settings.setting_names import list_common_stems
from vkconfig_py.model.programs.shell.syntax import ANY_VARIABLE, ScriptVariable, Unknown
from vkconfig_py.model.text.wording import strip_layer_prefix

SET_IN_SESSION = message("set in the session that started vkconfig-py")
_PROC_FOLDER = Path("/proc")
_MAX_BYTES = 1 << 20
_MAX_PARENTS = 64
# In the order in which a session reads them; later files override earlier ones.
_START_FILES = (
    "/etc/environment",
    "/etc/security/pam_env.conf",
    "{home}/.pam_environment",
    "/usr/lib/environment.d/*.conf",
    "/usr/local/lib/environment.d/*.conf",
    "/etc/environment.d/*.conf",
    "{config}/environment.d/*.conf",
    "/etc/profile",
    "/etc/profile.d/*.sh",
    "/etc/X11/Xsession.d/*",
    "{home}/.profile",
    "{home}/.bash_profile",
    "{home}/.bash_login",
    "{home}/.xprofile",
    "{home}/.xsessionrc",
    "{config}/plasma-workspace/env/*.sh",
    "/etc/bash.bashrc",
    "{home}/.bashrc",
    "/etc/zsh/zshenv",
    "{home}/.zshenv",
    "{home}/.zprofile",
    "{home}/.zshrc",
    "{config}/fish/config.fish",
    "{config}/fish/conf.d/*.fish",
)
# POSIX shells, fish, csh and pam_env.conf(5).
_ASSIGNMENT_PATTERN = re.compile(
    r"\s*(?:export\s+|declare\s+-x\s+|typeset\s+-x\s+)?(?P<name>\w+)=(?P<value>.*)"
    r"|\s*set\s+(?:-\w+\s+)*(?P<fish>\w+)\s+(?P<fish_value>.*)"
    r"|\s*setenv\s+(?P<csh>\w+)\s+(?P<csh_value>.*)"
    r"|(?P<pam>\w+)\s+(?:DEFAULT|OVERRIDE)=(?P<pam_value>.*)",
    re.ASCII,
)
LOADER_DEBUG_VARIABLE = "VK_LOADER_DEBUG"
_FILTER_VARIABLES = {
    Reason.ENABLE_FILTER: LAYERS_ENABLE_VARIABLE,
    Reason.DISABLE_FILTER: LAYERS_DISABLE_VARIABLE,
    Reason.ALLOW_FILTER: LAYERS_ALLOW_VARIABLE,
    **DRIVER_FILTERS,
}
_SEARCH_VARIABLES = ("XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS", "HOME")
_OTHER_EFFECTS = {
    LOADER_DEBUG_VARIABLE: message("turns on the loader log"),
    "VK_LOADER_DEVICE_SELECT": message("puts one device first"),
    "VK_LOADER_DISABLE_SELECT": message("stops the loader from sorting devices"),
    "VK_LOADER_DISABLE_INST_EXT_FILTER": message(
        "stops the loader from filtering out unknown instance extensions"
    ),
    "VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING": message(
        "stops the loader from unloading libraries"
    ),
    "VK_LOADER_DEVICE_ID_FILTER": message("lists only devices with these device IDs"),
    "VK_LOADER_VENDOR_ID_FILTER": message("lists only devices with these vendor IDs"),
    "VK_LOADER_DRIVER_ID_FILTER": message("lists only devices with these driver IDs"),
    "LD_LIBRARY_PATH": message("lists the folders to search first for libraries"),
}
_REASON_EFFECTS = {
    Reason.REPLACES_SEARCH: message("replaces the search path: nothing else is searched"),
    Reason.ADDS_TO_SEARCH: message("adds paths that are searched first"),
}
# The layers that a variable matches, or whose manifest names it, are more specific.
_LAYER_REASONS = frozenset(
    {
        Reason.ENABLE_VARIABLE,
        Reason.ENABLE_VARIABLE_OTHER_VALUE,
        Reason.DISABLE_VARIABLE,
        Reason.NOT_DECISIVE,
        Reason.BASE_FOLDER,
    }
)
_MAX_NAMES = 3
_SETTINGS_PATH_VARIABLE = "VK_LAYER_SETTINGS_PATH"
# Of layers with code of their own, by the names that their manifests give their settings.
_LAYER_PREFIXES = {VALIDATION: ("VK_LAYER",), "VK_LAYER_LUNARG_gfxreconstruct": ("GFXRECON",)}


class VariableOrigin(NamedTuple):
    """Origin of a variable, as part of a sentence; with file and line if known."""

    text: str
    file: str = ""
    line: int = 0


class _Assignment(NamedTuple):
    file: str
    line: int
    value: str


def find_origins(
    host: Host, names: Iterable[str], processes: Path = _PROC_FOLDER
) -> dict[str, VariableOrigin]:
    """Return who set each variable: a start file of the session, a process, or unknown.

    `names`: those that are not set are left out. `processes`: the folder /proc.
    """
    values = {name: host.environment[name] for name in names if name in host.environment}
    assignments_by_name: dict[str, list[_Assignment]] = {}
    for file in _list_start_files(host):
        for number, name, value in _read_assignments(host, file):
            if name in values:
                assignments_by_name.setdefault(name, []).append(
                    _Assignment(file, number, _strip_value(value, host))
                )
    parents = _Ancestors(processes)
    return {
        name: _find_origin(
            value, assignments_by_name.get(name, ()), parents.find_setter(name, value)
        )
        for name, value in values.items()
    }


def _find_origin(value: str, assignments: Iterable[_Assignment], process: str) -> VariableOrigin:
    """Return the origin of a value.

    `assignments`: to this variable in start files of the session, in order. `process`: the parent
    process that set it, "" if unknown.
    """
    assignments = tuple(assignments)
    matching_assignments = [assignment for assignment in assignments if assignment.value == value]
    computed_assignments = [
        assignment
        for assignment in assignments
        if "$" in assignment.value or "`" in assignment.value
    ]
    if matching_assignments:
        return VariableOrigin(
            tr("set in"), matching_assignments[-1].file, matching_assignments[-1].line
        )
    if computed_assignments:
        return VariableOrigin(
            tr("probably set in"), computed_assignments[-1].file, computed_assignments[-1].line
        )
    origin_text = tr("set by {process}", process=process) if process else render(SET_IN_SESSION)
    if assignments:
        return VariableOrigin(
            tr("{origin}; a different value is set in", origin=origin_text),
            assignments[-1].file,
            assignments[-1].line,
        )
    return VariableOrigin(origin_text)


def _list_start_files(host: Host) -> Iterator[str]:
    """Yield the files that set variables when the user logs in, whether or not they exist."""
    home = host.environment.get("HOME", "")
    config = host.environment.get("XDG_CONFIG_HOME") or f"{home}/.config"
    for pattern in _START_FILES:
        if not home and "{" in pattern:
            continue
        path = pattern.format(home=home, config=config)
        if pattern.startswith("/"):
            path = host.add_prefix(path)
        if "*" not in path:
            yield path
            continue
        folder, _slash, name = path.rpartition("/")
        for entry in _list_entries(Path(host.root + folder), name):
            yield f"{folder}/{entry}"


def _list_entries(folder: Path, pattern: str) -> list[str]:
    """Return the names in a folder that match a pattern, sorted, [] if it cannot be read."""
    try:
        return sorted(entry.name for entry in folder.glob(pattern))
    except (OSError, ValueError):  # the home folder cannot be read or named
        return []


def _read_assignments(host: Host, file: str) -> Iterator[tuple[int, str, str]]:
    """Yield line number, name and value of each assignment in a start file."""
    path = Path(host.root + file)
    try:
        if not path.is_file() or path.stat().st_size > _MAX_BYTES:
            return
        text = path.read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):  # ValueError: a NUL in HOME
        return
    for number, line in enumerate(text.split("\n"), 1):
        match = _ASSIGNMENT_PATTERN.match(line)
        if match is not None:
            name, value = [part for part in match.groups() if part is not None]
            yield number, name, value


def _strip_value(value: str, host: Host) -> str:
    """Return a value without quotes and comments, with the home folder expanded."""
    value = value.strip()
    for quote in "'\"":
        if value.startswith(quote) and value.count(quote) >= 2:
            value = value[1 : value.index(quote, 1)]
            break
    else:
        value = value.split(" #")[0].split(";")[0].split(" && ")[0].strip()
    home = host.environment.get("HOME", "")
    for name in ("${HOME}", "$HOME", "@{HOME}"):
        value = value.replace(name, home)
    return home + value[1:] if value.startswith("~/") else value


class _Ancestors:
    """The ancestors of this process, with their initial environments."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ancestors: list[tuple[str, dict[str, str]]] | None = None

    def find_setter(self, name: str, value: str) -> str:
        """Return the ancestor process that set a variable to this value, "" if none did.

        It is the nearest one that itself started with another value.
        """
        if self._ancestors is None:
            self._ancestors = list(self._walk_ancestors())
        chain = self._ancestors
        if not chain or chain[0][1].get(name) != value:
            return ""  # not inherited by this process, or changed since
        for process, environment in chain[1:]:
            if environment.get(name) != value:
                return process
        return ""

    def _walk_ancestors(self) -> Iterator[tuple[str, dict[str, str]]]:
        """Yield this process and its ancestors: title, and environment at its start."""
        number = "self"
        for _step in range(_MAX_PARENTS):
            environment = self._read_environment(number)
            if environment is None:
                return
            name, number, parent = self._read_status(number)
            yield tr("{program}, process {number}", program=name, number=number), environment
            if parent in ("0", ""):
                return
            number = parent

    def _read_environment(self, number: str) -> dict[str, str] | None:
        """Return the environment with which a process started, None if it cannot be read."""
        try:
            # Environment at process start; later changes are not visible (proc(5)).
            data = (self._folder / number / "environ").read_bytes()
        except OSError:  # the process belongs to another user, or has ended
            return None
        text = data.decode("utf-8", "surrogateescape")
        pairs = (part.partition("=") for part in text.split("\0"))
        return {name: value for name, equals_sign, value in pairs if equals_sign}

    def _read_status(self, number: str) -> tuple[str, str, str]:
        """Return name, process id and parent process id, each "" if they cannot be read."""
        try:
            text = (self._folder / number / "status").read_text(errors="replace")
        except OSError:
            return "", "", ""
        facts = dict(line.split(":\t", 1) for line in text.split("\n") if ":\t" in line)
        return facts.get("Name", ""), facts.get("Pid", ""), facts.get("PPid", "")


class VariableSetter(StrEnum):
    """Source that set a variable."""

    NOBODY = "nobody"  # unset, but not by the configuration
    WHAT_IF = "what if"
    CONFIGURATION = "configuration"  # the configuration's variables for the program
    PLAN = "plan"  # set by the plan to turn layers on and off
    SCRIPT = "script"  # set by the script that starts the program
    SESSION = "session"


_SETTER_TEXTS = {
    VariableSetter.NOBODY: message("not set"),
    VariableSetter.WHAT_IF: message("set in the what-if"),
    VariableSetter.CONFIGURATION: message("set in this configuration"),
    VariableSetter.PLAN: message("set by this configuration to turn layers on and off"),
    VariableSetter.SCRIPT: message("set by"),
    VariableSetter.SESSION: SET_IN_SESSION,
}
_UNSETTER_TEXTS = {
    VariableSetter.NOBODY: message("not set"),
    VariableSetter.WHAT_IF: message("not set in the what-if"),
    VariableSetter.CONFIGURATION: message("unset in this configuration"),
    VariableSetter.PLAN: message("unset by this configuration to turn layers on and off"),
    VariableSetter.SCRIPT: message("unset by"),
    VariableSetter.SESSION: message("not set"),
}


class VariableRow(NamedTuple):
    """One relevant variable.

    Attributes:
        value: None if unset.
        effects: what it does, overrides, or would do; sentences starting in lower case.
        is_ignored: it is set, but the loader ignores it.
        suggestion: a value that would have an effect, "" if unknown.
    """

    name: str
    value: str | None
    effects: tuple[str, ...]
    setter: VariableSetter
    is_ignored: bool = False
    suggestion: str = ""


class ExplainedVariable(NamedTuple):
    """One variable as the inspector shows it.

    Attributes:
        origin: who set it, as part of a sentence; with file and line if known.
    """

    row: VariableRow
    origin: str
    file: str = ""
    line: int = 0


def make_variable_json(entry: ExplainedVariable) -> dict[str, str | int | list[str] | None]:
    """Return the variable in the output of commands and in reports."""
    row = entry.row
    return {
        "name": row.name,
        "value": row.value,
        "origin": entry.origin,
        "file": entry.file,
        "line": entry.line,
        "effects": list(row.effects),
    }


def describe_environment(
    snapshot: ChainSnapshot, *, demo: bool = False
) -> tuple[ExplainedVariable, ...]:
    """Return the variables that matter to the loader or layers, with who set them.

    It reads files, so it is not for the GUI thread. `demo`: the machine is a sample, which is then
    named as the origin.
    """
    rows = find_variables(snapshot)
    names = [row.name for row in rows if row.setter is VariableSetter.SESSION]
    if demo:
        origins = dict.fromkeys(names, VariableOrigin(tr("set on the sample machine")))
    elif any(row.is_elsewhere for row in snapshot.rows):  # no process of this one has set them
        origins = dict.fromkeys(names, VariableOrigin(tr("set on the other machine")))
    elif process := snapshot.request.assumptions.process:
        origins = dict.fromkeys(names, VariableOrigin(tr("set in process {pid}", pid=process)))
    else:
        origins = find_origins(snapshot.request.host, names)
    origins |= {change.name: _make_script_origin(change) for change in snapshot.script_variables}
    assumptions = dict(snapshot.request.assumptions.variables)
    session = snapshot.request.host.environment
    entries = []
    for row in rows:
        texts = _UNSETTER_TEXTS if row.value is None else _SETTER_TEXTS
        possible_origin = origins.get(ANY_VARIABLE) if row.setter is VariableSetter.NOBODY else None
        origin = (
            origins.get(row.name) or possible_origin or VariableOrigin(render(texts[row.setter]))
        )
        is_planned = row.name in assumptions and row.setter is not VariableSetter.WHAT_IF
        other_value = (assumptions if is_planned else session).get(row.name)
        if row.setter is not VariableSetter.SESSION and other_value not in (None, row.value):
            contrast = _describe_other_value(other_value or tr("empty"), is_planned=is_planned)
            origin = VariableOrigin(f"{origin.text}; {contrast}")
        entries.append(ExplainedVariable(row, *origin))
    return tuple(entries)


def _make_script_origin(change: ScriptVariable) -> VariableOrigin:
    """Return where a script sets or unsets a variable on the way to the program."""
    texts = _UNSETTER_TEXTS if change.value is None else _SETTER_TEXTS
    text = render(texts[VariableSetter.SCRIPT])
    if isinstance(change.value, Unknown):
        text = tr("set (value known only at run time) by")
        if change.name == ANY_VARIABLE:
            text = tr("may be set by")
    return VariableOrigin(text, change.file, change.line)


def _describe_other_value(value: str, *, is_planned: bool) -> str:
    """Return the value that a variable has besides the shown one: in the session or what-if."""
    if is_planned:
        return tr("in the what-if it is {value}", value=value)
    return tr("in your session it is {value}", value=value)


def find_variables(snapshot: ChainSnapshot) -> tuple[VariableRow, ...]:
    """Return the relevant variables: effective ones first, then ignored, then unset ones."""
    report = snapshot.report
    effects: dict[str, list[str]] = {}
    for name, effect in _find_effects(snapshot):
        texts = effects.setdefault(name, [])
        if effect and effect not in texts:
            texts.append(effect)
    ignored_variables, suggestions = _find_ignored(report), dict(_find_suggestions(report))
    environment = report.host.environment
    rows = []
    for name, texts in effects.items():
        value = environment.get(name)
        setter = _find_setter(snapshot, name)
        suggestion = suggestions.get(name, "")
        rows.append(
            VariableRow(name, value, tuple(texts), setter, name in ignored_variables, suggestion)
        )
    return tuple(sorted(rows, key=_rank_row))


def _rank_row(row: VariableRow) -> int:
    """Return the order of a row: other effects, search paths and the like, ignored, unset."""
    if row.value is None:
        return 3
    return (
        2 if row.is_ignored else 0 if row.name not in (*_SEARCH_VARIABLES, *_OTHER_EFFECTS) else 1
    )


def _find_ignored(report: LoaderReport) -> set[str]:
    """Return the variables that are set, but that the loader ignores."""
    outcomes: dict[str, set[Outcome]] = {}
    for verdict in report.verdicts:
        if verdict.kind is Kind.VARIABLE:
            outcomes.setdefault(verdict.subject, set()).add(verdict.outcome)
    return {
        name
        for name, variable_outcomes in outcomes.items()
        if variable_outcomes == {Outcome.IGNORED}
    }


def _find_setter(snapshot: ChainSnapshot, name: str) -> VariableSetter:
    """Return by what a variable is set: script, plan, what-if, session or nobody."""
    request = snapshot.request
    if any(change.name == name for change in snapshot.script_variables):
        return VariableSetter.SCRIPT
    if any(variable.name == name for variable in snapshot.plan.variables):
        is_own = any(variable.name == name for variable in request.configuration.environment)
        return VariableSetter.CONFIGURATION if is_own else VariableSetter.PLAN
    if name in dict(request.assumptions.variables):
        return VariableSetter.WHAT_IF
    return (
        VariableSetter.SESSION
        if name in snapshot.report.host.environment
        else VariableSetter.NOBODY
    )


def _find_effects(snapshot: ChainSnapshot) -> Iterator[tuple[str, str]]:
    """Yield each variable that matters with an effect, "" if it has none now."""
    report = snapshot.report
    planned_paths = {file.path for file in snapshot.plan.files}
    for layer in report.found_layers:
        if layer.file not in planned_paths:
            yield from _find_manifest_effects(layer, report.host.environment)
    yield from _find_filter_effects(report)
    for verdict in report.verdicts:
        if verdict.kind is Kind.VARIABLE:
            yield from _find_verdict_effects(verdict, report)
    yield from _count_folders(report)
    for name, effect in _OTHER_EFFECTS.items():
        if name in report.host.environment:
            yield name, render(effect)
    yield from _find_layer_variables(report)
    for name in LOADER_VARIABLES:
        if name != ONLY_IN_BUNDLE_VARIABLE or get_platform_rules(report.host.platform).has_bundles:
            yield name, ""


def _find_layer_variables(report: LoaderReport) -> Iterator[tuple[str, str]]:
    """Yield the variables that installed layers read their settings from."""
    environment = report.host.environment
    described_names: set[str] = set()
    stems: dict[str, str] = {}
    for layer in report.found_layers:
        if layer.manifest is None:
            continue
        declared_layer = find_description(layer.name)
        if declared_layer is not None and declared_layer.own_settings is not None:
            for name, effect in _find_declared_effects(declared_layer, declared_layer.own_settings):
                described_names.add(name)
                yield name, effect
            continue
        version = ".".join(map(str, layer.manifest.api_version))
        declared_stems = find_variable_stems(layer.name, version)
        own_stems = _LAYER_PREFIXES.get(layer.name, ()) if declared_stems == () else ()
        stems |= dict.fromkeys(
            (*own_stems, *(declared_stems or list_common_stems(layer.name))), layer.name
        )
    if stems:
        yield _SETTINGS_PATH_VARIABLE, tr("names the layer settings file")
    stems.pop("VK", None)  # every variable of the loader begins with it
    excluded_names = {_SETTINGS_PATH_VARIABLE, *LOADER_VARIABLES, *described_names}
    for name in environment:
        # The longest is the most specific: VK_LAYER_ begins others.
        matching_stems = [
            stem for stem in stems if name.startswith(f"{stem}_") and name not in excluded_names
        ]
        if matching_stems:
            stem = max(matching_stems, key=len)
            yield name, _describe_setting(name, name.removeprefix(f"{stem}_").lower(), stems[stem])


def _find_declared_effects(
    layer: DeclaredLayer, own_settings: OwnSettings
) -> Iterator[tuple[str, str]]:
    """Yield the variables from which a layer reads settings, each with its effect."""
    layer_name = strip_layer_prefix(layer.name)
    if own_settings.variable and own_settings.has_file:
        yield own_settings.variable, tr("names the {layer} settings file", layer=layer_name)
    elif own_settings.variable:
        yield own_settings.variable, tr("contains the {layer} settings", layer=layer_name)
    if own_settings.overrides:
        yield (
            own_settings.overrides,
            tr("contains {layer} settings that override its settings file", layer=layer_name),
        )
    if own_settings.presets is not None:
        yield (
            own_settings.presets.variable,
            tr("names the {layer} presets file", layer=layer_name),
        )
    yield from _find_profile_effects(own_settings, layer_name)
    mode = own_settings.variable_mode
    for setting in layer.walk_settings():
        variable = mode.find_variable(setting.own_name) if mode else setting.variable
        if variable:
            yield variable, _describe_setting(variable, setting.key, layer.name)


def _find_profile_effects(own_settings: OwnSettings, layer_name: str) -> Iterator[tuple[str, str]]:
    """Yield the variables that decide which table of its file a layer reads, or that it does."""
    tables, mode = own_settings.profiles, own_settings.variable_mode
    if tables is not None and tables.name_variable:
        yield tables.name_variable, tr("names the {layer} profile", layer=layer_name)
    if tables is not None and tables.program_variable:
        yield (
            tables.program_variable,
            tr("stands for the program in the {layer} settings file", layer=layer_name),
        )
    if mode is not None:
        yield (
            mode.switch,
            (tr("makes {layer} read variables instead of its settings file", layer=layer_name)),
        )


def _describe_setting(variable: str, setting: str, layer: str) -> str:
    """Return that a variable sets this setting of a layer."""
    if variable == setting:
        return tr("is a {layer} setting", layer=strip_layer_prefix(layer))
    return tr(
        "sets the {layer} setting {setting}", setting=setting, layer=strip_layer_prefix(layer)
    )


def _find_manifest_effects(
    layer: FoundLayer, environment: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield the effects on a layer of the variables that its manifest names."""
    manifest, reason = layer.manifest, layer.verdict.reason
    if manifest is None or not (layer.implicit and manifest.disable_environment):
        return  # every implicit layer declares one
    layer_name, disable = strip_layer_prefix(layer.name), manifest.disable_environment
    if manifest.enable_environment is not None:
        name, enabling_value = manifest.enable_environment
        if reason is Reason.ENABLE_VARIABLE:
            yield name, tr("turns {layer} on", layer=layer_name)
        elif environment.get(name) == enabling_value:
            yield (
                name,
                tr("would turn {layer} on, but another rule takes precedence", layer=layer_name),
            )
        else:
            yield (
                name,
                tr(
                    "turns {layer} on only if set to {value}",
                    layer=layer_name,
                    value=enabling_value,
                ),
            )
    if reason is Reason.DISABLE_VARIABLE:
        yield disable, tr("turns {layer} off", layer=layer_name)
    elif disable in environment:
        yield (
            disable,
            tr("would turn {layer} off, but another rule takes precedence", layer=layer_name),
        )
    elif layer.position >= 0:
        yield disable, tr("would turn {layer} off", layer=layer_name)
    else:
        yield disable, tr("can turn {layer} off", layer=layer_name)


def _find_suggestions(report: LoaderReport) -> Iterator[tuple[str, str]]:
    """Yield for each variable that a manifest names a value that would have an effect."""
    for layer in report.found_layers:
        manifest = layer.manifest
        if manifest is None or not (layer.implicit and manifest.disable_environment):
            continue
        yield manifest.disable_environment, manifest.off_value
        if manifest.enable_environment is not None:
            yield manifest.enable_environment


def _find_filter_effects(report: LoaderReport) -> Iterator[tuple[str, str]]:
    """Yield the effect of each filter variable on layers and drivers."""
    subjects_by_variable: dict[str, list[str]] = {}
    for layer in report.found_layers:
        if layer.verdict.reason in _FILTER_VARIABLES:
            subjects_by_variable.setdefault(_FILTER_VARIABLES[layer.verdict.reason], []).append(
                strip_layer_prefix(layer.name)
            )
    for driver in report.drivers:
        if driver.verdict.reason in _FILTER_VARIABLES:
            base = get_base_name(driver.file)
            subjects_by_variable.setdefault(_FILTER_VARIABLES[driver.verdict.reason], []).append(
                base
            )
    for variable, subjects in subjects_by_variable.items():
        yield (
            variable,
            _describe_filter(variable, join_some([*dict.fromkeys(subjects)], _MAX_NAMES)),
        )


def _describe_filter(variable: str, names: str) -> str:
    """Return what a filter variable does to layers or drivers: "turns on MangoHud"."""
    match variable:
        case activation.LAYERS_ENABLE_VARIABLE:
            return tr("turns on {names}", names=names)
        case activation.LAYERS_DISABLE_VARIABLE:
            return tr("turns off {names}", names=names)
        case activation.LAYERS_ALLOW_VARIABLE:
            return tr("allows {names}", names=names)
        case _:
            return tr("leaves out {names}", names=names)


def _find_verdict_effects(verdict: Verdict, report: LoaderReport) -> Iterator[tuple[str, str]]:
    """Yield the effects of a variable from a verdict, and variables that it overrides."""
    reason = verdict.reason
    if reason is Reason.SHADOWED and str(verdict.detail) in report.host.environment:
        yield str(verdict.detail), tr("takes precedence over {variable}", variable=verdict.subject)
    if reason is Reason.INSTANCE_LAYERS:
        yield verdict.subject, tr("requests {layer}", layer=strip_layer_prefix(str(verdict.detail)))
    elif reason in _REASON_EFFECTS:
        yield verdict.subject, render(_REASON_EFFECTS[reason])
    elif reason in _FILTER_VARIABLES or reason in _LAYER_REASONS:
        yield verdict.subject, ""
    else:
        yield verdict.subject, render_verdict(verdict, report)


def _count_folders(report: LoaderReport) -> Iterator[tuple[str, str]]:
    """Yield the number of searched folders that come from each variable."""
    searches = (report.implicit_search, report.explicit_search, report.driver_search)
    for name in _SEARCH_VARIABLES:
        folders = sum(source == name for search in searches for source in search.sources)
        if folders:
            yield (
                name,
                counted(
                    "lists {n:,} folders for the loader to search",
                    "lists {n:,} folder for the loader to search",
                    folders,
                ),
            )
