"""Renders verdicts and results as words and lines for the user.

The window shows these texts; they start in lower case and have no full stop.
"""

from __future__ import annotations

from collections.abc import Callable

from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import Kind, Outcome, Reason, Verdict
from vkconfig_py.loader.files.read_file import PIPE
from vkconfig_py.loader.files.search_paths import BUILT_IN
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME, LayerManifest
from vkconfig_py.loader.platforms.rules import base_name, folder_name, rules_of
from vkconfig_py.loader.rules.activation import (
    ALLOW,
    DISABLE,
    DRIVERS_DISABLE,
    DRIVERS_SELECT,
    ENABLE,
)
from vkconfig_py.loader.rules.loader_report import FoundDriver, FoundLayer, LoaderReport
from vkconfig_py.loader.rules.outcome import (
    CRASH,
    EXTENSION_NOT_PRESENT,
    HANG,
    INCOMPATIBLE_DRIVER,
    SUCCESS,
)

_WORDS = {
    Outcome.LOADS: "Loads",
    Outcome.OFF: "Off",
    Outcome.SKIPPED: "Skipped",
    Outcome.FAILS: "Fails",
    Outcome.UNKNOWN: "Unknown",
    Outcome.ACTS: "Acts",
    Outcome.IGNORED: "Ignored",
}


def word(outcome: Outcome) -> str:
    return _WORDS[outcome]


def sentence(verdict: Verdict, report: LoaderReport) -> str:
    """Render the reason of a verdict as one line."""
    if report.sentences and (told := report.sentences.get(verdict)):
        return told
    if verdict.kind is Kind.VARIABLE and verdict.reason in _OF_VARIABLES:
        return _OF_VARIABLES[verdict.reason].format(detail=verdict.detail)
    computed = _COMPUTED.get(verdict.reason)
    if computed is not None:
        return computed(verdict, report)
    return _FIXED[verdict.reason].format(detail=verdict.detail, line=verdict.line)


# Effect of a layer's own variable; the detail is the layer.
_OF_VARIABLES = {
    Reason.ENABLE_VARIABLE: "turns {detail} on",
    Reason.ENABLE_VARIABLE_OTHER_VALUE: "{detail} waits for another value",
    Reason.DISABLE_VARIABLE: "keeps {detail} off",
    Reason.DEVICE_SELECTED: "puts {detail} first",
    Reason.DEVICE_ID_FILTER: "keeps devices of {detail}",
    Reason.DEVICE_AS_NAMED: "keeps devices in the order that their drivers report",
}
_FIXED = {
    Reason.IMPLICIT_ALWAYS: "always on",
    # loader_add_environment_layers.
    Reason.INSTANCE_LAYERS: "VK_INSTANCE_LAYERS names it",
    # loader_enable_device_layers, until 1.0.12.
    Reason.DEVICE_LAYERS: "VK_DEVICE_LAYERS names it",
    Reason.ENABLE_FILTER: f"{ENABLE}={{detail}} matches",
    Reason.ALLOW_FILTER: f"{ALLOW}={{detail}} matches",
    # settings.c, enable_correct_layers_from_settings.
    Reason.SETTINGS_FILE_ON: "the loader settings file turns it on",
    # loader_implicit_layer_is_enabled.
    Reason.ENABLE_VARIABLE_UNSET: "{detail} is not set",
    Reason.DISABLE_VARIABLE: "{detail} is set",
    # loader_layer_is_available.
    Reason.DISABLE_FILTER: f"{DISABLE}={{detail}} matches",
    # loader_enable_instance_layers.
    Reason.NOT_REQUESTED: "not requested",
    # remove_all_non_valid_override_layers.
    Reason.OVERRIDE_NOT_FIRST: "another override is found first",
    # settings.c, get_settings_layers.
    Reason.SETTINGS_FILE_OFF: "the loader settings file keeps it off",
    Reason.SETTINGS_FILE_HIDES: "the loader settings file does not list it",
    # loader_add_meta_layer.
    Reason.META_EXPANDED: "its components stand for it",
    # loader_add_implicit_layers: strstr on the whole value.
    Reason.NAME_INSIDE_ANOTHER: "its name is part of another name in VK_INSTANCE_LAYERS",
    # loader_add_implicit_layer, before 1.3.228.
    Reason.OLDER_THAN_APPLICATION: "its API version is below the program's",
    # library_arch, in loader_read_layer_json.
    Reason.WRONG_ARCHITECTURE: "for {detail}-bit programs",
    # The loader's own message names the file alone.
    Reason.INVALID_JSON: "line {line}: {detail}",
    # loader_read_layer_json, loader_parse_icd_manifest.
    Reason.MISSING_KEY: 'line {line}: "{detail}" is missing',
    Reason.BAD_VALUE: "line {line}: {detail}",
    Reason.NOT_A_MANIFEST: "line {line}: {detail}",
    # LoaderLayerInterface, "Device Layers".
    Reason.DEVICE_LAYER: "line {line}: device layers are no longer loaded",
    Reason.VARIANT: "line {line}: for the API variant {detail}",
    # windows_get_registry_files, windows_add_json_entry.
    Reason.REGISTRY_LEFT_OUT: "{detail}",
    # dlopen(3), ld.so(8).
    Reason.LIBRARY_FOREIGN: "{detail} is not a library that this program can open",
    Reason.LIBRARY_NEEDS_MISSING: "{detail}",
    Reason.LIBRARY_UNLINKABLE: "its library does not open: {detail}",
    Reason.LIBRARY_CUT_SHORT: "it crashes the program: {detail}",
    Reason.FILE_NOT_HERE: "only its place is known, its file is not here",
    Reason.LIBRARY_UNKNOWN: "unknown until probed",
    # loader_scanned_icd_add, loader_create_instance_chain.
    Reason.LIBRARY_REFUSED: "its library does not open: {detail}",
    Reason.INTERFACE_REFUSED: "it and the loader do not agree: {detail}",
    # terminator_CreateInstance.
    Reason.CREATE_FAILS: "it cannot be used: {detail}",
    Reason.LIBRARY_CRASHES: "it crashes the program: {detail}",
    Reason.LIBRARY_HANGS: "it hangs: {detail}",
    Reason.LIBRARY_EXCESSIVE: "it uses too much: {detail}",
    Reason.LIBRARY_EXITS: "it ends the program: {detail}",
    # verify_meta_layer_component_layers.
    Reason.META_COMPONENT_MISSING: "its component {detail} is not there",
    Reason.META_COMPONENT_OLDER: "its component {detail} has a lower API version",
    Reason.META_COMPONENT_OTHER_VERSION: "its component {detail} has another API version",
    Reason.META_RECURSIVE: "its component {detail} leads back to it",
    # loader_add_layer_properties.
    Reason.MULTIPLE_LAYER_NODES: 'line {line}: "{detail}" follows "layer"',
    # loader_scan_for_layers, before 1.3.234.
    Reason.ENDS_SEARCH: "line {line}: {detail}; this loader reads no layer behind it",
    Reason.NOT_REACHED: "the loader stopped reading at {detail}",
    Reason.ABORTS_ALL: "line {line}: {detail}; every call fails on this loader",
    Reason.KEPT: "library found",
    # loader_icd_scan.
    Reason.DRIVER_SELECT_FILTER: f"not chosen by {DRIVERS_SELECT}",
    Reason.DRIVER_DISABLE_FILTER: f"{DRIVERS_DISABLE}={{detail}} matches",
    # loader_parse_icd_manifest.
    Reason.PORTABILITY: "only for programs that ask for portability drivers",
    # add_data_files.
    Reason.SEARCHED: "searched",
    Reason.FOLDER_ABSENT: "there is no such folder",
    Reason.FOLDER_UNREADABLE: "the loader cannot read the folder: {detail}",
    # read_data_files_in_search_paths.
    Reason.REPLACES_SEARCH: "nothing else is searched",
    Reason.ADDS_TO_SEARCH: "searched before everything else",
    Reason.SHADOWED: "ignored because of {detail}",
    # loader_secure_getenv.
    Reason.ELEVATED: "ignored, because the program runs with more rights than its user",
    Reason.MATCHES_NOTHING: "{detail} matches nothing",
    # loader_environment.c, MAX_ADDITIONAL_FILTERS.
    Reason.TOO_MANY_TOKENS: "{detail} is ignored: only 16 patterns count",
    # settings.c, get_unix_settings_path.
    Reason.SETTINGS_FILE_IN_FORCE: "in force",
    Reason.BASE_FOLDER: "names folders that are searched: {detail}",
    # loader_validate_layers.
    Reason.REQUESTED: "the program asks for it",
    # loader_validate_instance_extensions.
    Reason.EXTENSION_KNOWN: "the loader knows it; whether a driver offers it is another question",
    Reason.EXTENSION_UNKNOWN: "the loader does not know it and refuses it",
    Reason.EXTENSION_FILTER_OFF: "extensions that the loader does not know pass",
    Reason.PROGRAM_PATH: "compared with the programs that {detail} name",
    Reason.WORD_SIZE: "the word size of the program: libraries and manifests must fit it",
    # settings.c, get_settings_layers, before 1.4.347.
    Reason.SETTINGS_TAKEN_ALONG: "the entry behind it names another layer than its manifest",
    Reason.SETTINGS_NO_LAYER: "{detail} holds no layer of that name",
    Reason.SETTINGS_NOT_JSON: "{detail} does not end in .json",
    Reason.SETTINGS_LIST_DROPPED: "one bad element, and the loader drops the whole list: {detail}",
    # settings.c, parse_additional_drivers.
    Reason.SETTINGS_EXCLUSIVE: "no driver counts that is installed",
    # loader_linux.c, linux_env_var_default_device.
    Reason.DEVICE_SELECTED: "VK_LOADER_DEVICE_SELECT={detail} puts it first",
    # loader_linux.c, compare_devices.
    Reason.DEVICE_TYPE: "its type gives it its place: {detail}",
    Reason.DEVICE_BUS: "its PCI address gives it its place: {detail}",
    Reason.DEVICE_NUMBERS: "its vendor and device numbers give it its place: {detail}",
    # setup_loader_term_phys_devs.
    Reason.DEVICE_AS_NAMED: "its driver reports it at this position",
    Reason.DEVICE_ALONE: "it is the only one",
    Reason.DEVICE_CONFIGURED: "the loader settings file chooses it",
    Reason.DEVICE_MOVED_BY_LAYER: "a layer gives it its place",
    # loader_apply_settings_device_configurations.
    Reason.DEVICE_NOT_CONFIGURED: "the loader settings file does not choose it",
    # loader_filter_enumerated_physical_device.
    Reason.DEVICE_ID_FILTER: "{detail} takes it out",
    Reason.DEVICE_HIDDEN_BY_LAYER: "a layer hides it",
}


def source_text(source: str) -> str:
    """Name the source of a searched folder: a variable, or the built-in paths."""
    return "default search path" if source == BUILT_IN else source


def program_name(report: LoaderReport) -> str:
    """Name of the program: from VkApplicationInfo, else its file name."""
    path = report.host.executable
    return report.application.name or base_name(path) or "the program"


def override_owner(report: LoaderReport, file: str) -> str:
    """Name the tool that wrote an override, judged by its description."""
    for layer in report.found:
        if layer.file == file and layer.name == OVERRIDE_NAME and layer.manifest:
            return layer.manifest.description or base_name(file)
    return base_name(file)


def _manifest(verdict: Verdict, report: LoaderReport) -> LayerManifest | None:
    for layer in report.found:
        if layer.verdict is verdict or (
            layer.name == verdict.subject and layer.verdict.reason is verdict.reason
        ):
            return layer.manifest
    return None


def _enable_variable(verdict: Verdict, report: LoaderReport) -> str:
    value = report.host.plain_env(verdict.detail)
    return f"{verdict.detail}={value or ''} is set"


def _other_value(verdict: Verdict, report: LoaderReport) -> str:
    manifest = _manifest(verdict, report)
    wanted = manifest.enable_environment if manifest else None
    value = report.host.plain_env(verdict.detail)
    return f"{verdict.detail} is {value}, not {wanted[1] if wanted else 'the required value'}"


def _crashes(verdict: Verdict, _report: LoaderReport) -> str:
    if verdict.detail.startswith('"'):  # a key of the manifest, not a component
        return f"line {verdict.line}: {verdict.detail}; this loader crashes on it"
    return f"its component {verdict.detail} leads back to it; this loader crashes on it"


def _application(_verdict: Verdict, report: LoaderReport) -> str:
    return f"{program_name(report)} asks for it"


def _not_for_program(_verdict: Verdict, report: LoaderReport) -> str:
    return f"{program_name(report)} is not one of its programs"


def _override_lists(verdict: Verdict, report: LoaderReport) -> str:
    return f'turned on by the override "{override_owner(report, verdict.file)}"'


def _override_blocks(verdict: Verdict, report: LoaderReport) -> str:
    return f"the override of {override_owner(report, verdict.file)} blocks it"


def _meta_lists(verdict: Verdict, report: LoaderReport) -> str:
    names = (layer.name for layer in report.found if layer.file == verdict.file)
    return f"turned on by the meta-layer {next(names, verdict.file)}"


def _unreadable(verdict: Verdict, _report: LoaderReport) -> str:
    # fifo(7): opening one waits for a writer.
    if verdict.detail == PIPE:
        return f"the loader hangs on {verdict.file}, {verdict.detail}"
    return f"the loader cannot open {verdict.file or 'an empty path'}: {verdict.detail}"


def _other_type(verdict: Verdict, _report: LoaderReport) -> str:
    kind = "layer" if verdict.kind is Kind.DRIVER else "driver"
    return f"a {kind} manifest in a folder for {verdict.kind.value}s"


def _library_missing(verdict: Verdict, report: LoaderReport) -> str:
    rules = rules_of(report.host.platform)
    if not rules.is_searched(verdict.detail):
        return f"{verdict.detail} does not exist"
    variable = f" ({rules.library_variable})" if rules.library_variable else ""
    return f"{verdict.detail} is in no folder that is searched for libraries{variable}"


def _duplicate(verdict: Verdict, report: LoaderReport) -> str:
    folder = folder_name(verdict.detail) or verdict.detail
    home = report.host.environment.get("HOME", "")
    if len(home) > 1 and folder.startswith(f"{home}/"):
        return f"your copy in ~{folder[len(home) :]} is found first"
    return f"the copy in {folder} is found first"


def _other_size(_verdict: Verdict, report: LoaderReport) -> str:
    bits = min(report.host.pointer_bits, report.profile.pointer_bits)
    return f"for {32 if bits == 64 else 64}-bit programs"


def _not_decisive(verdict: Verdict, _report: LoaderReport) -> str:
    about = f" for {verdict.detail}" if verdict.detail else ""
    return f"makes no difference{about}"


def _library_found(verdict: Verdict, _report: LoaderReport) -> str:
    if verdict.kind is Kind.VARIABLE:
        return "a library is found in a folder that it names"
    return f"opened; found by {verdict.detail}" if verdict.detail else "opened"


def _not_present(verdict: Verdict, report: LoaderReport) -> str:
    why = f" ({verdict.detail})" if verdict.detail else ""
    call = _CREATE if verdict.subject in report.application.layers else "vkCreateDevice"
    return f"the loader has no such layer{why}: {call} fails"


def _settings_entry(verdict: Verdict, _report: LoaderReport) -> str:
    return f"taken: {verdict.detail}" if verdict.detail else "taken"


def _not_honoured(verdict: Verdict, report: LoaderReport) -> str:
    return f"the loader {report.profile.version_text} does not honour it: {verdict.detail}"


_COMPUTED: dict[Reason, Callable[[Verdict, LoaderReport], str]] = {
    Reason.ENABLE_VARIABLE: _enable_variable,
    Reason.ENABLE_VARIABLE_OTHER_VALUE: _other_value,
    # loader_add_layer_names_to_list.
    Reason.APPLICATION: _application,
    # cJSON_GetObjectItem before 1.3.302, verify_meta_layer_component_layers before 1.4.304.
    Reason.CRASHES_ALL: _crashes,
    # remove_all_non_valid_override_layers.
    Reason.OVERRIDE_NOT_FOR_PROGRAM: _not_for_program,
    Reason.OVERRIDE_COMPONENT: _override_lists,
    # loader_remove_layers_in_blacklist.
    Reason.BLACKLISTED: _override_blocks,
    Reason.META_COMPONENT: _meta_lists,
    # loader_json.c, loader_get_json.
    Reason.UNREADABLE: _unreadable,
    Reason.OTHER_MANIFEST_TYPE: _other_type,
    Reason.LIBRARY_MISSING: _library_missing,
    Reason.LIBRARY_OTHER_SIZE: _other_size,
    # loader_scan_for_layers.
    Reason.DUPLICATE: _duplicate,
    Reason.NOT_HONOURED: _not_honoured,
    Reason.NOT_DECISIVE: _not_decisive,
    Reason.LIBRARY_FOUND: _library_found,
    Reason.NOT_PRESENT: _not_present,
    Reason.SETTINGS_ENTRY: _settings_entry,
}


_CREATE = "vkCreateInstance"
_EXTENSIONS = "vkEnumerateInstanceExtensionProperties"
_USED = (Outcome.LOADS, Outcome.UNKNOWN)


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


def create_conditions(report: LoaderReport) -> tuple[Condition, ...]:
    """Return the conditions for vkCreateInstance to succeed; () once libraries were opened."""
    if report.basis != "files" or report.create != SUCCESS:
        return ()
    drivers = tuple(
        driver.manifest.library
        for driver in report.drivers
        if driver.manifest is not None and driver.verdict.outcome in _USED
    )
    # terminator_CreateInstance skips a driver that fails; without any it is an error.
    found = [Condition("no driver creates an instance", INCOMPATIBLE_DRIVER, _CREATE, drivers)]
    if not rules_of(report.host.platform).has_manifests:
        # Android's driver.cpp: the one driver's answer is returned; without one a stub succeeds.
        found = [Condition("the driver returns an error", "", _CREATE, drivers)] if drivers else []
    offered = {name for name, _ in report.loader_extensions}
    for layer in report.callstack:
        offered.update(name for name, _ in layer.manifest.instance_extensions)
    # loader_validate_instance_extensions: what neither the loader nor a layer in the chain offers
    # has to come from a driver.
    missing = [name for name in report.application.extensions if name not in offered]
    if missing:
        unless = f"no driver offers {', '.join(missing)}"
        found.append(Condition(unless, EXTENSION_NOT_PRESENT, _EXTENSIONS, drivers))
    if report.callstack:
        libraries = tuple(layer.manifest.library for layer in report.callstack)
        found.append(Condition("a layer returns an error", "", _CREATE, libraries))
    return tuple(found)


def create_sentence(report: LoaderReport) -> str:
    """Render the result of vkCreateInstance with its conditions or its cause."""
    conditions = create_conditions(report)
    if not conditions:
        blamed = failing_layer(report)
        return f"{report.create}, from {blamed}" if blamed else report.create
    parts = [f"{x.unless} ({x.result})" if x.result else x.unless for x in conditions]
    either = " or ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))
    return f"{report.create} unless {either}"


def failing_layer(report: LoaderReport) -> str:
    """Name of the layer in which a probe saw vkCreateInstance fail, or ""."""
    for layer in report.found:
        verdict = layer.verdict
        if verdict.reason is Reason.CREATE_FAILS and verdict.outcome is Outcome.FAILS:
            return layer.name
    return ""


CAUSES = {
    "VK_ERROR_INCOMPATIBLE_DRIVER": "no driver is left",
    "VK_ERROR_LAYER_NOT_PRESENT": "it asks for a layer that it would not find",
    # loader_json.c, loader_get_json, before 1.3.268.
    "VK_ERROR_OUT_OF_HOST_MEMORY": "a manifest makes every call of this loader fail",
}
_ENDS = {CRASH: "crashes this loader", HANG: "lets this loader wait for ever"}


def find_guilty(report: LoaderReport) -> Verdict | None:
    """Return the verdict on the first manifest that makes every call fail, if any."""
    verdicts = [found.verdict for found in report.found]
    verdicts += [driver.verdict for driver in report.drivers]
    return next((one for one in verdicts if one.outcome is Outcome.FAILS and one.file), None)


def why_nothing_loads(report: LoaderReport) -> str:
    """Why an otherwise active layer does not load when no instance is created."""
    guilty = find_guilty(report)
    if guilty is None:
        return f"nothing loads: {CAUSES.get(report.create, report.create)}"
    name = base_name(guilty.file)
    return f"{name} {_ENDS.get(report.create, 'cannot be read, and this loader then gives up')}"


def is_for_devices(found: FoundLayer, report: LoaderReport) -> bool:
    """Return whether a layer is in the chain that each device has of its own."""
    chain = report.device_callstack or ()
    return any(active.manifest is found.manifest for active in chain)


def standing(found: FoundLayer | FoundDriver, report: LoaderReport) -> tuple[Outcome, str]:
    """Return the effective outcome of a layer or driver, and the reason.

    Unlike its verdict, this accounts for a failing vkCreateInstance: then no layer loads.
    """
    outcome = found.verdict.outcome
    would_load = outcome in (Outcome.LOADS, Outcome.UNKNOWN) and report.create != SUCCESS
    if would_load and isinstance(found, FoundLayer) and found.position < 0:
        kept = Outcome.OFF if outcome is Outcome.LOADS else outcome
        return kept, why_nothing_loads(report)
    return outcome, sentence(found.verdict, report)
