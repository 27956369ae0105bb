"""Renders verdicts and results as words and lines for the user.

The window shows these texts; they start in lower case and have no full stop.
"""

from __future__ import annotations

from collections.abc import Callable

from vkconfig_py.language.sentences import Message, join_choices, message, render, tr
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import (
    OUTCOME_WORDS,
    ChangeProfile,
    Kind,
    Outcome,
    Reason,
    Severity,
    Verdict,
)
from vkconfig_py.loader.files.binaries import DEFAULT_FOLDER
from vkconfig_py.loader.files.safe_paths import PIPE_REASON
from vkconfig_py.loader.files.search_paths import (
    APP_PACKAGE,
    BUILT_IN_SOURCE,
    BUNDLE_SOURCE,
    SERVICE_SOURCE,
)
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME, LayerManifest
from vkconfig_py.loader.platforms.rules import get_base_name, get_folder_name, get_platform_rules
from vkconfig_py.loader.rules.loader_report import FoundDriver, FoundLayer, LoaderReport
from vkconfig_py.loader.rules.ordering import INSTANCE_LAYERS_VARIABLE
from vkconfig_py.loader.rules.outcome import (
    CRASH_RESULT,
    EXTENSION_NOT_PRESENT,
    HANG_RESULT,
    INCOMPATIBLE_DRIVER,
    SUCCESS,
)

# As OUTCOME_WORDS, within a sentence.
STATE_WORDS = {
    Outcome.LOADS: message("loads"),
    Outcome.OFF: message("off"),
    Outcome.SKIPPED: message("skipped"),
    Outcome.FAILS: message("fails"),
    Outcome.UNKNOWN: message("unknown"),
    Outcome.ACTS: message("active"),
    Outcome.IGNORED: message("ignored"),
}

_WORD_BY_SEVERITY = {
    Severity.ERROR: message("error", "a severity"),
    Severity.WARNING: message("warning", "a severity"),
    Severity.NOTE: message("note", "a severity"),
}
# These tell values of variables, which no report has.
_VALUE_REASONS = frozenset({Reason.ENABLE_VARIABLE_OTHER_VALUE})
# Effect of a layer's own variable; the detail is the layer.
_VARIABLE_SENTENCES = {
    Reason.ENABLE_VARIABLE: message("turns {detail} on"),
    Reason.ENABLE_VARIABLE_OTHER_VALUE: message("{detail} requires a different value"),
    Reason.DISABLE_VARIABLE: message("turns {detail} off"),
    Reason.DEVICE_SELECTED: message("puts {detail} first"),
    Reason.DEVICE_ID_FILTER: message("selects only devices whose ID matches {detail}"),
    Reason.DEVICE_AS_NAMED: message("uses the drivers' device order"),
}
_DETAIL_ALONE = Message("{detail}", ())  # it says everything
_FIXED_SENTENCES = {
    Reason.IMPLICIT_ALWAYS: message("always on"),
    # loader_add_environment_layers.
    Reason.INSTANCE_LAYERS: message("VK_INSTANCE_LAYERS lists it"),
    # loader_enable_device_layers, until 1.0.11.
    Reason.DEVICE_LAYERS: message("VK_DEVICE_LAYERS lists it"),
    Reason.ENABLE_FILTER: message("VK_LOADER_LAYERS_ENABLE={detail} matches"),
    Reason.ALLOW_FILTER: message("VK_LOADER_LAYERS_ALLOW={detail} matches"),
    # settings.c, enable_correct_layers_from_settings.
    Reason.SETTINGS_FILE_ON: message("the loader settings file turns it on"),
    # loader_implicit_layer_is_enabled.
    Reason.ENABLE_VARIABLE_UNSET: message("{detail} is not set"),
    Reason.DISABLE_VARIABLE: message("{detail} is set"),
    # loader_layer_is_available.
    Reason.DISABLE_FILTER: message("VK_LOADER_LAYERS_DISABLE={detail} matches"),
    # loader_enable_instance_layers.
    Reason.NOT_REQUESTED: message("not requested"),
    # loaderRemoveLayersNotInOverride, before 1.1.106.
    Reason.OUTSIDE_OVERRIDE: message("the override does not list it"),
    # remove_all_non_valid_override_layers.
    Reason.OVERRIDE_NOT_FIRST: message("another override is found first"),
    # check_expiration, before 1.3.233.
    Reason.EXPIRED: message("its expiration_date has passed"),
    # settings.c, get_settings_layers.
    Reason.SETTINGS_FILE_OFF: message("the loader settings file turns it off"),
    Reason.SETTINGS_FILE_HIDES: message("the loader settings file does not list it"),
    # loader_add_meta_layer.
    Reason.META_EXPANDED: message("its components load in its place"),
    # loader_add_implicit_layers: strstr on the whole value.
    Reason.NAME_INSIDE_ANOTHER: message("its name is part of another name in VK_INSTANCE_LAYERS"),
    # loader_add_implicit_layer, before 1.3.228.
    Reason.OLDER_THAN_APPLICATION: message("its API version is lower than the program's"),
    # loader_icd_scan, 1.3.227 to 1.3.234.
    Reason.PROGRAM_AS_DRIVER: message(
        "this loader opens the program instead of a library and crashes"
    ),
    # library_arch, in loader_read_layer_json.
    Reason.WRONG_ARCHITECTURE: message("for {detail}-bit programs"),
    # loader_read_layer_json, loader_parse_icd_manifest.
    Reason.MISSING_KEY: message("line {line}: “{detail}” is missing"),
    # LoaderLayerInterface, "Device Layers".
    Reason.DEVICE_LAYER: message("line {line}: device layers are no longer loaded"),
    Reason.VARIANT: message("line {line}: the API variant is {detail}, not 0"),
    # windows_get_registry_files, windows_add_json_entry.
    Reason.REGISTRY_LEFT_OUT: _DETAIL_ALONE,
    # dlopen(3), ld.so(8).
    Reason.LIBRARY_FOREIGN: message("{detail} is not a library that this program can open"),
    Reason.LIBRARY_NEEDS_MISSING: _DETAIL_ALONE,
    Reason.LIBRARY_UNLINKABLE: message("its library cannot be opened: {detail}"),
    # loader_create_instance_chain, loader_scanned_icd_add.
    Reason.LAYER_WITHOUT_ENTRY_POINT: message("its library does not export {detail}"),
    Reason.DRIVER_WITHOUT_ENTRY_POINT: message("its library does not export {detail}"),
    Reason.LIBRARY_CUT_SHORT: message("it crashes the program: {detail}"),
    Reason.FILE_NOT_HERE: message("only its path is known; the file is not available"),
    Reason.LIBRARY_UNKNOWN: message("not probed"),
    # loader_scanned_icd_add, loader_create_instance_chain.
    Reason.LIBRARY_REFUSED: message("its library cannot be opened: {detail}"),
    Reason.INTERFACE_REFUSED: message("incompatible with the loader: {detail}"),
    # terminator_CreateInstance.
    Reason.CREATE_FAILS: message("cannot be used: {detail}"),
    Reason.LIBRARY_CRASHES: message("it crashes the program: {detail}"),
    Reason.LIBRARY_HANGS: message("it hangs: {detail}"),
    Reason.LIBRARY_EXCESSIVE: message("it uses too many resources: {detail}"),
    Reason.LIBRARY_EXITS: message("it terminates the program: {detail}"),
    # verify_meta_layer_component_layers.
    Reason.META_COMPONENT_OLDER: message("its component {detail} has a lower API version"),
    Reason.META_COMPONENT_OTHER_VERSION: message(
        "its component {detail} has a different API version"
    ),
    # loader_add_layer_properties.
    Reason.MULTIPLE_LAYER_NODES: message("line {line}: “{detail}” follows “layer”"),
    # loader_scan_for_layers, before 1.3.234.
    Reason.NOT_REACHED: message("the loader stopped reading at {detail}"),
    Reason.KEPT: message("library found"),
    # loader_icd_scan.
    Reason.DRIVER_DISABLE_FILTER: message("VK_LOADER_DRIVERS_DISABLE={detail} matches"),
    # loader_parse_icd_manifest.
    Reason.PORTABILITY: message("only for programs that request portability drivers"),
    # add_data_files.
    Reason.SEARCHED: message("searched"),
    Reason.FOLDER_ABSENT: message("the folder does not exist"),
    Reason.FOLDER_UNREADABLE: message("the loader cannot read the folder: {detail}"),
    # read_data_files_in_search_paths.
    Reason.REPLACES_SEARCH: message("nothing else is searched"),
    Reason.ADDS_TO_SEARCH: message("searched before everything else"),
    Reason.SHADOWED: message("{detail} takes precedence"),
    # loader_secure_getenv.
    Reason.ELEVATED: message("the program is elevated"),
    Reason.MATCHES_NOTHING: message("{detail} matches nothing"),
    # loader_environment.c, MAX_ADDITIONAL_FILTERS.
    Reason.TOO_MANY_TOKENS: message("{detail} is ignored: only the first 16 entries are used"),
    # settings.c, get_unix_settings_path.
    Reason.SETTINGS_FILE_IN_FORCE: message("this loader reads it"),
    Reason.BASE_FOLDER: message("the loader searches folders under {detail}"),
    # loader_validate_layers.
    Reason.REQUESTED: message("the program requests it"),
    # loader_validate_instance_extensions.
    Reason.EXTENSION_KNOWN: message("the loader recognizes it; a driver must support it, too"),
    Reason.EXTENSION_UNKNOWN: message("the loader does not recognize it and rejects it"),
    Reason.EXTENSION_FILTER_OFF: message("extensions unknown to the loader are accepted"),
    Reason.PROGRAM_PATH: message("compared with the programs listed in {detail}"),
    Reason.WORD_SIZE: message("the program's word size, which libraries and manifests must match"),
    # settings.c, get_settings_layers, before 1.4.347.
    Reason.SETTINGS_TAKEN_ALONG: message(
        "the loader drops it together with the next entry, whose name does not match its manifest"
    ),
    Reason.SETTINGS_NO_LAYER: message("{detail} does not contain a layer of that name"),
    Reason.SETTINGS_NOT_JSON: message("{detail} does not end in .json"),
    Reason.SETTINGS_LIST_DROPPED: message(
        "an invalid element makes the loader drop the whole list: {detail}"
    ),
    # settings.c, parse_additional_drivers.
    Reason.SETTINGS_EXCLUSIVE: message("installed drivers are not used"),
    # loader_linux.c, linux_env_var_default_device.
    Reason.DEVICE_SELECTED: message("VK_LOADER_DEVICE_SELECT={detail} puts it first"),
    # loader_linux.c, compare_devices.
    Reason.DEVICE_TYPE: message("ordered by device type: {detail}"),
    Reason.DEVICE_BUS: message("ordered by PCI address: {detail}"),
    Reason.DEVICE_NUMBERS: message("ordered by vendor and device ID: {detail}"),
    # setup_loader_term_phys_devs.
    Reason.DEVICE_AS_NAMED: message("its driver reports it at this position"),
    Reason.DEVICE_ALONE: message("the only device"),
    Reason.DEVICE_CONFIGURED: message("selected by the loader settings file"),
    Reason.DEVICE_MOVED_BY_LAYER: message("moved to this position by a layer"),
    # loader_apply_settings_device_configurations.
    Reason.DEVICE_NOT_CONFIGURED: message("not selected by the loader settings file"),
    # loader_filter_enumerated_physical_device.
    Reason.DEVICE_ID_FILTER: message("removed by {detail}"),
    Reason.DEVICE_HIDDEN_BY_LAYER: message("hidden by a layer"),
}
_MESSAGE_BY_SOURCE = {
    BUILT_IN_SOURCE: message("default search path"),
    APP_PACKAGE: message("app package"),
    BUNDLE_SOURCE: message("bundle"),
    SERVICE_SOURCE: message("loader service"),
    DEFAULT_FOLDER: message("a default linker folder"),
}
_CREATE_INSTANCE = "vkCreateInstance"
_ENUMERATE_EXTENSIONS = "vkEnumerateInstanceExtensionProperties"
_USED_OUTCOMES = (Outcome.LOADS, Outcome.UNKNOWN)
RESULT_CAUSES = {
    "VK_ERROR_INCOMPATIBLE_DRIVER": message("no usable driver"),
    "VK_ERROR_LAYER_NOT_PRESENT": message("the program requests a layer that was not found"),
    # loader_json.c, loader_get_json, before 1.3.268.
    "VK_ERROR_OUT_OF_HOST_MEMORY": message("a manifest makes every call to this loader fail"),
}
_FATAL_CAUSES = {
    CRASH_RESULT: message("{manifest} crashes this loader"),
    HANG_RESULT: message("{manifest} makes this loader wait forever"),
}
_GIVES_UP = message("{manifest} cannot be read, so this loader gives up")


def render_outcome(outcome: Outcome) -> str:
    """Render an outcome as a word on its own."""
    return render(OUTCOME_WORDS[outcome])


def render_state(outcome: Outcome) -> str:
    """Render an outcome as a word within a sentence."""
    return render(STATE_WORDS[outcome])


def render_severity(severity: Severity) -> str:
    """Render the word in front of a problem."""
    return render(_WORD_BY_SEVERITY[severity])


def render_verdict(verdict: Verdict, report: LoaderReport) -> str:
    """Render the reason of a verdict as one line."""
    return report.sentences.get(verdict) or _render_sentence(verdict, report)


def render_fatal_cause(verdict: Verdict, report: LoaderReport) -> str:
    """Render why a file makes every call fail, without what the loader does then."""
    if verdict.reason is Reason.CRASHES_ALL:
        return _render_crash_cause(verdict, report)
    if verdict.reason is Reason.ABORTS_ALL:
        return _render_fault(verdict, report)
    return render_verdict(verdict, report)


def render_from_facts(verdict: Verdict, report: LoaderReport) -> str:
    """Render the reason of a verdict of a saved report, or "" if the report lacks a fact."""
    try:
        return "" if verdict.reason in _VALUE_REASONS else _render_sentence(verdict, report)
    # Somebody may have changed the report.
    except (LookupError, ValueError, AttributeError, TypeError, StopIteration):
        return ""


def _render_sentence(verdict: Verdict, report: LoaderReport) -> str:
    """Render the reason of a verdict by the table or function for it."""
    if verdict.kind is Kind.VARIABLE and verdict.reason in _VARIABLE_SENTENCES:
        return render(_VARIABLE_SENTENCES[verdict.reason], detail=verdict.detail)
    renderer = _SENTENCE_RENDERERS.get(verdict.reason)
    if renderer is not None:
        return renderer(verdict, report)
    return render(_FIXED_SENTENCES[verdict.reason], detail=verdict.detail, line=verdict.line)


def render_source_name(source: str) -> str:
    """Render where a searched folder or a library comes from: a variable or built-in paths."""
    return render(_MESSAGE_BY_SOURCE.get(source, source))


def find_program_name(report: LoaderReport) -> str:
    """Return the program's name from VkApplicationInfo, else its file name."""
    path = report.host.executable
    return report.application.name or get_base_name(path) or tr("the program")


def find_override_owner(report: LoaderReport, file: str) -> str:
    """Return the name of the tool that wrote an override, judged by its description."""
    for layer in report.found_layers:
        if layer.file == file and layer.name == OVERRIDE_NAME and layer.manifest:
            return layer.manifest.description or get_base_name(file)
    return get_base_name(file)


def _find_manifest(verdict: Verdict, report: LoaderReport) -> LayerManifest | None:
    """Return the manifest of the layer that a verdict is about, or None."""
    for layer in report.found_layers:
        if layer.verdict is verdict or (
            layer.name == verdict.subject and layer.verdict.reason is verdict.reason
        ):
            return layer.manifest
    return None


def _render_enable_variable(verdict: Verdict, report: LoaderReport) -> str:
    """Render that the layer's enable variable is set."""
    value = report.host.getenv(str(verdict.detail))
    if value is None:  # a report that was read back has no values
        return tr("{detail} is set", detail=verdict.detail)
    return tr("{variable}={value} is set", variable=verdict.detail, value=value)


def _render_other_value(verdict: Verdict, report: LoaderReport) -> str:
    """Render that an enable variable has another value than the layer requires."""
    manifest = _find_manifest(verdict, report)
    required = manifest.enable_environment if manifest else None
    variable, value = verdict.detail, report.host.getenv(str(verdict.detail))
    if required is None:
        return tr("{variable} is {value}, not the required value", variable=variable, value=value)
    if not value:
        return tr("{variable} is empty, not {wanted}", variable=variable, wanted=required[1])
    return tr(
        "{variable} is {value}, not {wanted}", variable=variable, value=value, wanted=required[1]
    )


def _render_fault(verdict: Verdict, _report: LoaderReport) -> str:
    """Render what is wrong with a file, and in which line if it is not the file as a whole."""
    # A saved report has a sentence of the parser as text.
    saved_detail = verdict.detail if isinstance(verdict.detail, str) else ""
    detail = render(Message(saved_detail, ()) if saved_detail else verdict.detail)
    if not verdict.line:
        return detail
    # The loader's own message names the file alone.
    return tr("line {line}: {detail}", line=verdict.line, detail=detail)


def _render_abort(verdict: Verdict, report: LoaderReport) -> str:
    """Render what in a file makes every call fail."""
    return tr("{detail}; every call fails on this loader", detail=_render_fault(verdict, report))


def _render_search_end(verdict: Verdict, report: LoaderReport) -> str:
    """Render what in a file makes the loader stop reading layers."""
    fault = _render_fault(verdict, report)
    return tr("{detail}; this loader does not read the layers after it", detail=fault)


def _render_crash(verdict: Verdict, report: LoaderReport) -> str:
    """Render which value or place in a file makes the loader crash."""
    if verdict.kind is Kind.VARIABLE:
        return tr("it names too many layers; this loader crashes on it")
    return tr("{detail}; this loader crashes on it", detail=_render_crash_cause(verdict, report))


def _render_crash_cause(verdict: Verdict, report: LoaderReport) -> str:
    """Render what is wrong with the file on which the loader crashes.

    The detail is a message that says it, or the name of a component that is reached again.
    """
    if isinstance(verdict.detail, Message):
        return _render_fault(verdict, report)
    return _render_repeated_component(verdict, report)


def _render_missing_component(verdict: Verdict, report: LoaderReport) -> str:
    """Render that a component of a meta-layer is missing, or found but refused or hidden."""
    if any(layer.name == verdict.detail for layer in report.found_layers):
        return tr("its component {detail} cannot be used", detail=verdict.detail)
    return tr("its component {detail} is missing", detail=verdict.detail)


def _render_repeated_component(verdict: Verdict, report: LoaderReport) -> str:
    """Render by which component a meta-layer reaches a layer again."""
    name = str(verdict.detail)
    components = {
        layer.name: layer.manifest.component_layers
        for layer in reversed(report.found_layers)
        if layer.manifest is not None
    }
    reached_names: set[str] = set()
    pending_names = [name]
    while pending_names:
        component = pending_names.pop()
        if component not in reached_names:
            reached_names.add(component)
            pending_names += components.get(component, ())
    # A saved report may lack the manifests.
    if verdict.subject in reached_names or name not in components:
        return tr("its component {detail} refers back to it", detail=name)
    if verdict.reason is Reason.CRASHES_ALL:
        return tr(
            "its component {detail} leads to meta-layers that include each other", detail=name
        )
    return tr("its component {detail} is included more than once", detail=name)


def _render_application(_verdict: Verdict, report: LoaderReport) -> str:
    """Render that the program requests the layer."""
    return tr("{program} requests it", program=find_program_name(report))


def _render_not_for_program(_verdict: Verdict, report: LoaderReport) -> str:
    """Render that an override is not for the program."""
    return tr("does not apply to {program}", program=find_program_name(report))


def _render_override_lists(verdict: Verdict, report: LoaderReport) -> str:
    """Render which override turns the layer on."""
    return tr(
        "turned on by the override “{owner}”", owner=find_override_owner(report, verdict.file)
    )


def _render_override_blocks(verdict: Verdict, report: LoaderReport) -> str:
    """Render which override blocks the layer."""
    return tr("blocked by the override “{owner}”", owner=find_override_owner(report, verdict.file))


def _render_meta_lists(verdict: Verdict, report: LoaderReport) -> str:
    """Render which meta-layer turns the layer on."""
    names = (layer.name for layer in report.found_layers if layer.file == verdict.file)
    return tr("turned on by the meta-layer {layer}", layer=next(names, verdict.file))


def _render_unreadable(verdict: Verdict, _report: LoaderReport) -> str:
    """Render why the loader cannot open a file."""
    # fifo(7): opening one waits for a writer.
    if verdict.detail == PIPE_REASON:
        return tr("the loader hangs on the pipe {file}", file=verdict.file)
    if not verdict.file:
        return tr("the loader cannot open an empty path: {reason}", reason=render(verdict.detail))
    return tr(
        "the loader cannot open {file}: {reason}", file=verdict.file, reason=render(verdict.detail)
    )


def _render_other_type(verdict: Verdict, _report: LoaderReport) -> str:
    """Render that a manifest is of the other kind."""
    if verdict.kind is Kind.DRIVER:
        return tr("a layer manifest, not a driver manifest")
    return tr("a driver manifest, not a layer manifest")


def _render_library_missing(verdict: Verdict, report: LoaderReport) -> str:
    """Render that a library was not found, and where it was searched."""
    if not verdict.detail:
        detail = message("“library_path” is empty")
        return _render_fault(verdict._replace(detail=detail), report)
    rules = get_platform_rules(report.host.platform)
    if verdict.outcome is Outcome.FAILS:
        return tr(
            "{library} does not exist; the loader reports an out-of-memory error",
            library=verdict.detail,
        )
    if not rules.is_searched(str(verdict.detail)):
        return tr("{library} does not exist", library=verdict.detail)
    library, variable = verdict.detail, rules.library_variable
    if not variable:
        return tr("{library} was not found in the library search path", library=library)
    # LoaderDriverInterface and LoaderLayerInterface ask to look at the variable.
    if not report.host.getenv(variable):
        return tr(
            "{library} was not found in the library search path; {variable} is not set",
            library=library,
            variable=variable,
        )
    return tr(
        "{library} was not found in the library search path ({variable})",
        library=library,
        variable=variable,
    )


def _render_duplicate(verdict: Verdict, report: LoaderReport) -> str:
    """Render that another copy of a layer is found first."""
    folder = get_folder_name(str(verdict.detail)) or str(verdict.detail)
    home = report.host.environment.get("HOME", "")
    if len(home) > 1 and folder.startswith(f"{home}/"):
        return tr("your copy in {folder} is found first", folder=f"~{folder[len(home) :]}")
    return tr("the copy in {folder} is found first", folder=folder)


def _render_other_size(_verdict: Verdict, report: LoaderReport) -> str:
    """Render that a library is for programs of the other word size."""
    bits = min(report.host.pointer_bits, report.profile.pointer_bits)
    return tr("for {bits}-bit programs", bits=32 if bits == 64 else 64)


def _render_not_decisive(verdict: Verdict, _report: LoaderReport) -> str:
    """Render that something makes no difference."""
    if verdict.detail:
        return tr("makes no difference for {layer}", layer=verdict.detail)
    return tr("makes no difference")


def _render_library_found(verdict: Verdict, _report: LoaderReport) -> str:
    """Render that a library was found or opened."""
    if verdict.kind is Kind.VARIABLE:
        return tr("a library was found in one of its folders")
    if not verdict.detail:
        return tr("opened")
    return tr("opened; found via {source}", source=render_source_name(str(verdict.detail)))


def _render_not_present(verdict: Verdict, report: LoaderReport) -> str:
    """Render that a requested layer does not exist for the loader."""
    call = _CREATE_INSTANCE if verdict.subject in report.application.layers else "vkCreateDevice"
    if verdict.detail:
        return tr(
            "the loader does not recognize this layer ({reason}): {call} fails",
            reason=render(verdict.detail),
            call=call,
        )
    return tr("the loader does not recognize this layer: {call} fails", call=call)


def _render_settings_entry(verdict: Verdict, _report: LoaderReport) -> str:
    """Render that an entry of the settings file is used."""
    return tr("used: {entry}", entry=render(verdict.detail)) if verdict.detail else tr("used")


def _render_not_honoured(verdict: Verdict, report: LoaderReport) -> str:
    """Render that this loader ignores something that others read."""
    version = report.profile.version_text
    if not isinstance(verdict.remedy, ChangeProfile):
        return tr(
            "loader {version} ignores it: {since}", version=version, since=render(verdict.detail)
        )
    since = ".".join(map(str, verdict.remedy.version))
    if verdict.subject == INSTANCE_LAYERS_VARIABLE:
        return tr(
            "loader {version} ignores {layer}: requires loader {since} or newer",
            version=version,
            layer=verdict.detail,
            since=since,
        )
    return tr(
        "loader {version} ignores it: requires loader {since} or newer",
        version=version,
        since=since,
    )


def _render_driver_select(verdict: Verdict, _report: LoaderReport) -> str:
    """Render what VK_LOADER_DRIVERS_SELECT does with a driver."""
    if verdict.kind is Kind.VARIABLE:
        return tr("only drivers that match {pattern} are used", pattern=verdict.detail)
    return tr("not selected by VK_LOADER_DRIVERS_SELECT")


_SENTENCE_RENDERERS: dict[Reason, Callable[[Verdict, LoaderReport], str]] = {
    Reason.ENABLE_VARIABLE: _render_enable_variable,
    Reason.ENABLE_VARIABLE_OTHER_VALUE: _render_other_value,
    # loader_add_layer_names_to_list.
    Reason.APPLICATION: _render_application,
    # cJSON_GetObjectItem before 1.3.302, verify_meta_layer_component_layers before 1.4.304.
    Reason.CRASHES_ALL: _render_crash,
    # remove_all_non_valid_override_layers.
    Reason.OVERRIDE_NOT_FOR_PROGRAM: _render_not_for_program,
    Reason.OVERRIDE_COMPONENT: _render_override_lists,
    # loader_remove_layers_in_blacklist.
    Reason.BLACKLISTED: _render_override_blocks,
    Reason.META_COMPONENT: _render_meta_lists,
    Reason.INVALID_JSON: _render_fault,
    # loader_read_layer_json, loader_parse_icd_manifest.
    Reason.BAD_VALUE: _render_fault,
    Reason.NOT_A_MANIFEST: _render_fault,
    Reason.ABORTS_ALL: _render_abort,
    # loader_scan_for_layers, before 1.3.234.
    Reason.ENDS_SEARCH: _render_search_end,
    # verify_meta_layer_component_layers.
    Reason.META_COMPONENT_MISSING: _render_missing_component,
    Reason.META_RECURSIVE: _render_repeated_component,
    # loader_json.c, loader_get_json.
    Reason.UNREADABLE: _render_unreadable,
    Reason.OTHER_MANIFEST_TYPE: _render_other_type,
    Reason.LIBRARY_MISSING: _render_library_missing,
    Reason.LIBRARY_OTHER_SIZE: _render_other_size,
    # loader_scan_for_layers.
    Reason.DUPLICATE: _render_duplicate,
    Reason.NOT_HONOURED: _render_not_honoured,
    # loader_icd_scan.
    Reason.DRIVER_SELECT_FILTER: _render_driver_select,
    Reason.NOT_DECISIVE: _render_not_decisive,
    Reason.LIBRARY_FOUND: _render_library_found,
    Reason.NOT_PRESENT: _render_not_present,
    Reason.SETTINGS_ENTRY: _render_settings_entry,
}


class Condition(NamedTuple):
    """An open question on which the predicted result depends.

    Attributes:
        unless: condition that changes the result, as the rest of a sentence.
        result: result in that case; "" for any result.
        asked: Vulkan command whose answer decides.
        libraries: libraries that answer it.
    """

    unless: str
    result: str
    asked: str
    libraries: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {**self._asdict(), "libraries": list(self.libraries)}


def find_create_conditions(report: LoaderReport) -> tuple[Condition, ...]:
    """Return the conditions for vkCreateInstance to succeed, or () once libraries were opened."""
    if report.basis != "files" or report.create_result != SUCCESS:
        return ()
    drivers = tuple(
        driver.manifest.library
        for driver in report.drivers
        if driver.manifest is not None and driver.verdict.outcome in _USED_OUTCOMES
    )
    # terminator_CreateInstance skips a driver that fails; without any it is an error.
    conditions = [
        Condition(
            tr("no driver can create an instance"), INCOMPATIBLE_DRIVER, _CREATE_INSTANCE, drivers
        )
    ]
    if not get_platform_rules(report.host.platform).has_manifests:
        # Android's driver.cpp: the one driver's answer is returned; without one a stub succeeds.
        unless = tr("the driver returns an error")
        conditions = [Condition(unless, "", _CREATE_INSTANCE, drivers)] if drivers else []
    offered_names = {name for name, _ in report.loader_extensions}
    for layer in report.callstack:
        offered_names.update(name for name, _ in layer.manifest.instance_extensions)
    # loader_validate_instance_extensions: what neither the loader nor a layer in the chain offers
    # has to come from a driver.
    missing_names = [name for name in report.application.extensions if name not in offered_names]
    if missing_names:
        unless = tr("no driver offers {extensions}", extensions=", ".join(missing_names))
        conditions.append(Condition(unless, EXTENSION_NOT_PRESENT, _ENUMERATE_EXTENSIONS, drivers))
    if report.callstack:
        libraries = tuple(layer.manifest.library for layer in report.callstack)
        conditions.append(
            Condition(tr("a layer returns an error"), "", _CREATE_INSTANCE, libraries)
        )
    return tuple(conditions)


def render_create_result(report: LoaderReport) -> str:
    """Render the result of vkCreateInstance with its conditions or its cause."""
    conditions = find_create_conditions(report)
    if not conditions:
        layer = find_failing_layer(report)
        if not layer:
            return report.create_result
        return tr("{result} from {layer}", result=report.create_result, layer=layer)
    parts = [
        f"{condition.unless} ({condition.result})" if condition.result else condition.unless
        for condition in conditions
    ]
    return tr(
        "{result} unless {conditions}", result=report.create_result, conditions=join_choices(parts)
    )


def find_failing_layer(report: LoaderReport) -> str:
    """Return the name of the layer in which a probe saw vkCreateInstance fail, or ""."""
    for layer in report.found_layers:
        verdict = layer.verdict
        if verdict.reason is Reason.CREATE_FAILS and verdict.outcome is Outcome.FAILS:
            return layer.name
    return ""


def find_fatal_verdict(report: LoaderReport) -> Verdict | None:
    """Return the verdict on the first manifest that makes every call fail, if any."""
    verdicts = [layer.verdict for layer in report.found_layers]
    verdicts += [driver.verdict for driver in report.drivers]
    return next(
        (verdict for verdict in verdicts if verdict.outcome is Outcome.FAILS and verdict.file), None
    )


def explain_nothing_loads(report: LoaderReport) -> str:
    """Render why no layer loads if vkCreateInstance fails."""
    verdict = find_fatal_verdict(report)
    if verdict is None:
        cause = RESULT_CAUSES.get(report.create_result, report.create_result)
        return tr("nothing loads: {cause}", cause=cause)
    return render(
        _FATAL_CAUSES.get(report.create_result, _GIVES_UP), manifest=get_base_name(verdict.file)
    )


def is_in_device_chain(layer: FoundLayer, report: LoaderReport) -> bool:
    """Return whether a layer is in the chain that each device has in old loaders."""
    chain = report.device_callstack or ()
    return any(active_layer.manifest is layer.manifest for active_layer in chain)


def find_effective_outcome(
    component: FoundLayer | FoundDriver, report: LoaderReport
) -> tuple[Outcome, str]:
    """Return what becomes of a layer or driver, and a sentence why.

    Unlike its verdict, this accounts for a failing vkCreateInstance: then no layer loads.
    """
    outcome = component.verdict.outcome
    is_prevented = outcome in (Outcome.LOADS, Outcome.UNKNOWN) and report.create_result != SUCCESS
    if is_prevented and isinstance(component, FoundLayer) and component.position < 0:
        shown_outcome = Outcome.OFF if outcome is Outcome.LOADS else outcome
        return shown_outcome, explain_nothing_loads(report)
    return outcome, render_verdict(component.verdict, report)
