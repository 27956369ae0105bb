"""Which layers Android finds for an application: libraries by their file names, no manifests.

Follows layers_extensions.cpp (DiscoverLayers, DiscoverLayersInPathList, LayerLibrary::Open and
EnumerateLayers) and GraphicsEnvironment.java (setupGpuLayers, getDebugLayerPathsFromSettings).
Android opens each library and calls its introspection functions. Nothing is opened here: exports
say which functions there are, and names are known where an export or a text of the library has
them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Kind, Outcome
from vkconfig_py.loader.rules.outcome import LAYER_NOT_PRESENT, SUCCESS
from vkconfig_py.machines.android.drivers import find_library_refusal
from vkconfig_py.machines.android.files import (
    IN_APK,
    PAGE,
    AndroidLibrary,
    FoundFile,
    find_app,
    find_data_folder,
)
from vkconfig_py.machines.android.properties import (
    DEBUG_APP_SETTING,
    ENABLE_LAYERS_SETTING,
    LAYER_APP,
    LAYERS_SETTING,
)
from vkconfig_py.machines.android.values import (
    AndroidDevice,
    AndroidVerdict,
    Layer,
    LayerReason,
    RequestedLayer,
    SearchedFolder,
)

DEBUG_FOLDER = "/data/local/debug/vulkan"
_LIBRARY_PREFIX, _LIBRARY_SUFFIX = "libVkLayer", ".so"
REQUIRED_FUNCTIONS = (
    "vkEnumerateInstanceLayerProperties",
    "vkEnumerateInstanceExtensionProperties",
)
_DEVICE_LAYERS = "vkEnumerateDeviceLayerProperties"
_ENTRY_POINT = "GetInstanceProcAddr"
_LAYER_FUNCTION_PATTERN = re.compile(r"(VK_LAYER_\w+?)Get(?:Instance|Device)ProcAddr", re.ASCII)
_LAYER_NAME_START = b"VK_LAYER_"
# Names of variables are in capitals throughout.
_LAYER_NAME_PATTERN = re.compile(r"VK_LAYER_(?=\w*[a-z])\w+", re.ASCII)
_MAX_NAME_LENGTH = 255  # VK_MAX_EXTENSION_NAME_SIZE, without its zero byte
_PLATFORM_FOLDERS = ("/system/{lib}/vulkan", "/product/{lib}/vulkan")


class LayerSearch(NamedTuple):
    """What was searched and found, in order.

    Attributes:
        hidden_names: layers in the debug folder, where that is not searched.
    """

    path: tuple[SearchedFolder, ...]
    layers: tuple[Layer, ...]
    findings: tuple[AndroidVerdict, ...]
    hidden_names: tuple[str, ...] = ()


def find_layers(device: AndroidDevice) -> LayerSearch:
    """Search for layers as Android does, and read the libraries that it would open."""
    findings = [*_decide_access(device)]
    path = tuple(search_path(device))
    layers: list[Layer] = []
    libraries: dict[str, str] = {}
    for searched_folder in path:
        listing = device.files.list_path(searched_folder.path)
        findings.append(_decide_folder(searched_folder, listing.error, listing.is_absent))
        for file in listing.files:
            layers += _examine_file(device, file, libraries)
    for folder in _PLATFORM_FOLDERS:
        layers += _list_platform_layers(device, folder.format(lib=device.abi.library_folder))
    hidden_names = () if device.is_debuggable else tuple(_yield_debuggable_layers(device))
    return LayerSearch(path, tuple(_mark_duplicates(layers)), tuple(findings), hidden_names)


def _yield_debuggable_layers(device: AndroidDevice) -> Iterator[str]:
    """Yield the names of layers that only a debuggable application would find."""
    libraries: dict[str, str] = {}
    for file in device.files.list_path(DEBUG_FOLDER).files:
        for layer in _examine_file(device, file, libraries):
            if layer.verdict.why is LayerReason.NOT_REQUESTED:
                yield layer.name


def is_debug_app(device: AndroidDevice) -> bool:
    """Return whether the settings for layers apply to the application (debugLayerEnabled)."""
    debug_app = device.settings.get_value(DEBUG_APP_SETTING)
    is_named = bool(debug_app) and debug_app == device.app.package
    return (
        device.is_debuggable and device.settings.get_number(ENABLE_LAYERS_SETTING) != 0 and is_named
    )


def search_path(device: AndroidDevice) -> Iterator[SearchedFolder]:
    """Yield the folders and archives that Android searches for layers, in order.

    A library that is found first hides others of the same name.
    """
    if device.is_debuggable:
        yield SearchedFolder(DEBUG_FOLDER, tr("for debuggable applications and devices"))
    app = device.app
    if is_debug_app(device):
        # The permitted paths of the class loader: the application's own files come first.
        yield SearchedFolder(
            app.data_folder or find_data_folder(device.files, app.package),
            tr("the application's files"),
        )
        for package in _list_layer_apps(device):
            layer_app = find_app(device.files, package, device.abi)
            for path in layer_app.list_library_paths(device.abi) if layer_app is not None else ():
                yield SearchedFolder(path, f"{LAYER_APP}={package}")
    for path in app.list_library_paths(device.abi):
        yield SearchedFolder(path, tr("the application's libraries"))


def is_layer_file(name: str) -> bool:
    """Return whether Android opens a file of that name as a library of layers."""
    return name.startswith(_LIBRARY_PREFIX) and name.endswith(_LIBRARY_SUFFIX)


def _list_layer_apps(device: AndroidDevice) -> tuple[str, ...]:
    """Return the packages that the global settings name as sources of layers."""
    return tuple(filter(None, device.settings.get_value(LAYER_APP).split(":")))


def _decide_access(device: AndroidDevice) -> Iterator[AndroidVerdict]:
    """Yield the verdicts on what lets layers from outside in, or keeps them out."""
    if not device.is_debuggable:
        yield AndroidVerdict(DEBUG_FOLDER, Kind.FOLDER, Outcome.IGNORED, LayerReason.NOT_DEBUGGABLE)
    settings = device.settings
    source = settings.get_source(ENABLE_LAYERS_SETTING)
    if not source.value:
        return
    outcome, reason, detail = Outcome.ACTS, LayerReason.SETTINGS_ENABLE, device.app.package
    debug_app = settings.get_value(DEBUG_APP_SETTING)
    if settings.get_number(ENABLE_LAYERS_SETTING) == 0:
        outcome, reason = Outcome.IGNORED, LayerReason.SETTINGS_OFF
    elif not device.app.package:
        outcome, reason, detail = Outcome.IGNORED, LayerReason.NO_APP, debug_app
    elif debug_app != device.app.package:
        outcome, reason, detail = Outcome.IGNORED, LayerReason.OTHER_APP, debug_app
    elif not device.is_debuggable:
        outcome, reason = Outcome.IGNORED, LayerReason.NOT_DEBUGGABLE
    yield AndroidVerdict(
        ENABLE_LAYERS_SETTING, Kind.SETTINGS, outcome, reason, detail, source.file, source.line
    )
    if reason is not LayerReason.SETTINGS_ENABLE:
        return
    source = settings.get_source(LAYER_APP)
    for package in _list_layer_apps(device):
        if find_app(device.files, package, device.abi) is None:
            yield AndroidVerdict(
                *(LAYER_APP, Kind.SETTINGS, Outcome.IGNORED, LayerReason.APP_NOT_INSTALLED),
                *(package, source.file, source.line),
            )


def _decide_folder(searched_folder: SearchedFolder, error: str, is_absent: bool) -> AndroidVerdict:
    """Return the verdict on a folder or archive of the search path.

    `error` is why it cannot be read, "" if it can.
    """
    outcome, reason = Outcome.ACTS, LayerReason.SEARCHED
    if is_absent:
        outcome, reason = Outcome.IGNORED, LayerReason.FOLDER_ABSENT
    elif error:
        outcome, reason = Outcome.SKIPPED, LayerReason.FOLDER_UNREADABLE
    detail = error or searched_folder.source
    return AndroidVerdict(
        searched_folder.path, Kind.FOLDER, outcome, reason, detail, searched_folder.path
    )


def _examine_file(
    device: AndroidDevice, file: FoundFile, libraries: dict[str, str]
) -> Iterator[Layer]:
    """Yield the layers of one file, with the verdicts on them.

    `libraries` has the paths of the libraries that are used, by file name.
    """
    if not is_layer_file(file.name):
        if file.name.endswith(_LIBRARY_SUFFIX) and "vklayer" in file.name.casefold():
            yield _make_refused_layer(file, LayerReason.MISNAMED)
        return
    if file.entry is not None and not file.entry.is_stored:
        yield _make_refused_layer(file, LayerReason.COMPRESSED)
    elif file.entry is not None and not file.entry.is_aligned(_get_page_size(device)):
        yield _make_refused_layer(file, LayerReason.UNALIGNED, str(file.entry.offset))
    elif file.name in libraries:
        yield _make_refused_layer(
            file, LayerReason.SAME_FILE_NAME, libraries[file.name], Outcome.OFF
        )
    else:
        layers = tuple(_open_library(device, file))
        if layers[0].verdict.outcome is not Outcome.SKIPPED:
            libraries[file.name] = file.path
        yield from layers


def _get_page_size(device: AndroidDevice) -> int:
    """Return the size of a memory page in bytes, to which entries of archives are aligned."""
    text = device.properties.get_value("ro.boot.hardware.cpu.pagesize")
    return int(text) if text in ("4096", "16384", "65536") else PAGE


def _open_library(device: AndroidDevice, file: FoundFile) -> Iterator[Layer]:
    """Yield the layers of a library, or one refused layer that says why it has none."""
    library = device.files.read_library(file, _LAYER_NAME_START)
    refusal = find_library_refusal(library, device.abi)
    if refusal is not None:
        yield _make_refused_layer(file, *refusal)
        return
    missing = find_missing_function(library)
    if missing:
        yield _make_refused_layer(file, LayerReason.NO_INTROSPECTION, missing)
        return
    yield from list_layers(library)


def find_missing_function(library: AndroidLibrary) -> str:
    """Return the export without which Android skips a library, "" if none is missing."""
    assert library.exports is not None
    exports = library.exports.addresses
    return next((name for name in REQUIRED_FUNCTIONS if name not in exports), "")


def list_layers(library: AndroidLibrary) -> Iterator[Layer]:
    """Yield the layers of a library, as far as the file tells them without being run."""
    assert library.exports is not None
    exports = library.exports.addresses
    certain_layers = tuple(
        dict.fromkeys(
            match[1] for match in map(_LAYER_FUNCTION_PATTERN.fullmatch, exports) if match
        )
    )
    names = certain_layers or _list_likely_names(library)
    # Without the function no layer of it is in the list of device layers.
    device_chain = _DEVICE_LAYERS in exports
    if not names:
        # One library without a name may hold any layer.
        name = library.path[library.path.rfind("/") + 1 :]
        verdict = _make_verdict(name, Outcome.UNKNOWN, LayerReason.NAME_UNKNOWN, "", library.path)
        yield Layer(name, library.path, verdict, False, device_chain, has_entry_point(library, ""))
    for name in names:
        verdict = _make_verdict(name, Outcome.OFF, LayerReason.NOT_REQUESTED, "", library.path)
        has_entry = has_entry_point(library, name)
        yield Layer(name, library.path, verdict, bool(certain_layers), device_chain, has_entry)


def has_entry_point(library: AndroidLibrary, name: str) -> bool:
    """Return whether an export leads to the functions of a layer (LayerRef, GetGPA)."""
    assert library.exports is not None
    exports = library.exports.addresses
    return f"{name}{_ENTRY_POINT}" in exports or f"vk{_ENTRY_POINT}" in exports


def _list_likely_names(library: AndroidLibrary) -> tuple[str, ...]:
    """Return the texts of a library that may be the names of its layers."""
    names = [
        text
        for text in library.texts
        if _LAYER_NAME_PATTERN.fullmatch(text) and len(text) <= _MAX_NAME_LENGTH
    ]
    names = [name for name in names if not _LAYER_FUNCTION_PATTERN.fullmatch(name)]
    # Libraries carry names of other layers, too; their own is in the file's name as a rule.
    stem = (
        library.path[library.path.rfind("/") + 1 :]
        .removeprefix(_LIBRARY_PREFIX)
        .removesuffix(_LIBRARY_SUFFIX)
    )
    matching_names = [
        name
        for name in names
        if _normalize_name(name.removeprefix("VK_LAYER_")) == _normalize_name(stem)
    ]
    return tuple(matching_names or names)


def _normalize_name(text: str) -> str:
    """Return a text without underscores and case, to compare names of functions."""
    return text.replace("_", "").casefold()


def _mark_duplicates(layers: Sequence[Layer]) -> Iterator[Layer]:
    """Yield the layers, with the verdict that another library has the name first (FindLayer)."""
    first: dict[str, str] = {}
    for layer in layers:
        is_layer = layer.verdict.why is LayerReason.NOT_REQUESTED
        if is_layer and layer.name in first:
            detail = first[layer.name]
            verdict = _make_verdict(
                layer.name, Outcome.OFF, LayerReason.DUPLICATE, detail, layer.library
            )
            yield layer._replace(verdict=verdict)
            continue
        if is_layer:
            first[layer.name] = layer.library
        yield layer


def _list_platform_layers(device: AndroidDevice, folder: str) -> Iterator[Layer]:
    """Yield the layers in a folder of the system, which the newest releases may add unasked."""
    for file in device.files.list_path(folder).files:
        if not is_layer_file(file.name):
            continue
        for layer in _open_library(device, file):
            verdict = layer.verdict
            if verdict.outcome is Outcome.OFF:
                verdict = _make_verdict(
                    layer.name, Outcome.UNKNOWN, LayerReason.PLATFORM_LAYER, "", layer.library
                )
            yield layer._replace(verdict=verdict)


def _make_refused_layer(
    file: FoundFile, reason: LayerReason, detail: str = "", outcome: Outcome = Outcome.SKIPPED
) -> Layer:
    """Return a layer that stands for a file that Android refuses."""
    verdict = _make_verdict(file.name, outcome, reason, detail, file.path)
    return Layer(file.name, file.path, verdict)


def _make_verdict(
    name: str, outcome: Outcome, reason: LayerReason, detail: str, path: str
) -> AndroidVerdict:
    """Return a verdict on a layer in a library or in an archive."""
    return AndroidVerdict(name, Kind.LAYER, outcome, reason, detail, path.partition(IN_APK)[0])


# Which layers of Android are in the chain: those that settings, properties and application name.
#
# Follows api.cpp (OverrideLayerNames, LayerChain::ActivateLayers and LoadLayer). One layer that is
# missing fails the whole call.

LIST_PROPERTY, NUMBERED_PROPERTY_PREFIX = "debug.vulkan.layers", "debug.vulkan.layer."
_CALLBACK = "debug.vulkan.enable_callback"
_FIRST_PRIORITY = -92  # -PROPERTY_VALUE_MAX
_LAST_ORDERED_NUMBER = 9


class Activation(NamedTuple):
    """The chain, or what keeps vkCreateInstance from making one.

    Attributes:
        layers: all layers, with the verdicts and places of those that are asked for.
    """

    create_result: str
    layers: tuple[Layer, ...]
    callstack: tuple[tuple[Layer, RequestedLayer], ...]
    findings: tuple[AndroidVerdict, ...]
    open_conditions: tuple[str, ...]


def find_requests(device: AndroidDevice) -> tuple[RequestedLayer, ...]:
    """Return the requested layers. The first is nearest to the application."""
    requested = tuple(_list_settings_requests(device)) or tuple(_list_property_requests(device))
    names = {request.name for request in requested}
    app_requests = (
        RequestedLayer(name, LayerReason.APPLICATION, tr("the application"))
        for name in device.requested
    )
    return (*requested, *(request for request in app_requests if request.name not in names))


def _list_settings_requests(device: AndroidDevice) -> Iterator[RequestedLayer]:
    """Yield the layers that the global setting for debug layers requests."""
    if not is_debug_app(device):
        return
    value, source = (
        device.settings.get_value(LAYERS_SETTING),
        device.settings.get_source(LAYERS_SETTING),
    )
    # An empty list counts as none, an empty name within it does not: it is looked up as it is.
    for name in value.split(":") if value else ():
        yield RequestedLayer(
            name, LayerReason.SETTING_LIST, LAYERS_SETTING, source.file, source.line
        )


def _list_property_requests(device: AndroidDevice) -> Iterator[RequestedLayer]:
    """Yield the layers that system properties request, in the order of the calls."""
    prioritized_layers = [*_yield_listed_requests(device), *_yield_numbered_requests(device)]
    yield from (request for _, request in sorted(prioritized_layers, key=lambda item: item[0]))


def _yield_listed_requests(device: AndroidDevice) -> Iterator[tuple[int, RequestedLayer]]:
    """Yield the layers that the list property requests, each with its priority."""
    source = device.properties.get_source(LIST_PROPERTY)
    for offset, name in enumerate(source.value.split(":")):
        if name:
            request = RequestedLayer(
                name, LayerReason.PROPERTY_LIST, LIST_PROPERTY, source.file, source.line
            )
            yield _FIRST_PRIORITY + offset, request


def _yield_numbered_requests(device: AndroidDevice) -> Iterator[tuple[int, RequestedLayer]]:
    """Yield the layers that numbered properties request, each with its priority."""
    # 0 to 9 may have gaps, from 10 on the first gap ends the list.
    number = 0
    while True:
        name = f"{NUMBERED_PROPERTY_PREFIX}{number}"
        source = device.properties.get_source(name)
        if source.value:
            request = RequestedLayer(
                source.value, LayerReason.PROPERTY_NUMBERED, name, source.file, source.line
            )
            yield number, request
        elif number >= _LAST_ORDERED_NUMBER:
            return
        number += 1


def activate(
    device: AndroidDevice, layers: Sequence[Layer], hidden_names: Sequence[str] = ()
) -> Activation:
    """Look up every requested layer, and build the call chain of them.

    `hidden_names` has the names of layers that exist in a folder that is not searched.
    """
    requests = find_requests(device)
    unknown_layers = tuple(
        layer for layer in layers if layer.verdict.why is LayerReason.NAME_UNKNOWN
    )
    callstack: list[tuple[Layer, RequestedLayer]] = []
    findings: list[AndroidVerdict] = []
    has_failed = False
    for request in requests:
        layer = _find_layer(layers, request.name)
        if layer is not None and layer.has_entry_point:
            findings.append(_make_request_verdict(request, Outcome.ACTS, request.why))
            callstack.append((layer._replace(position=len(callstack)), request))
        elif layer is None and unknown_layers and request.name:
            libraries = ", ".join(layer.library for layer in unknown_layers)
            findings.append(
                _make_request_verdict(request, Outcome.UNKNOWN, LayerReason.NAME_UNKNOWN, libraries)
            )
        else:
            has_failed = True
            findings.append(_decide_failed_request(request, layer, hidden_names))
    changed_layers = [_set_position(layer, callstack, has_failed) for layer in layers]
    return Activation(
        LAYER_NOT_PRESENT if has_failed else SUCCESS,
        tuple(changed_layers),
        () if has_failed else tuple(_list_chain(callstack)),
        (*findings, *_decide_callback(device), *_decide_unused_settings(device)),
        tuple(_list_conditions(callstack, findings)),
    )


def _find_layer(layers: Sequence[Layer], name: str) -> Layer | None:
    """Return the first layer of that name (FindLayer)."""
    reasons = (LayerReason.NOT_REQUESTED,)
    return next(
        (layer for layer in layers if layer.name == name and layer.verdict.why in reasons), None
    )


def _decide_failed_request(
    request: RequestedLayer, layer: Layer | None, hidden_names: Sequence[str]
) -> AndroidVerdict:
    """Return the verdict on a request that no layer can fulfil.

    `layer` is the layer of the requested name, None if there is none.
    """
    if not request.name:
        return _make_request_verdict(request, Outcome.FAILS, LayerReason.EMPTY_NAME)
    if layer is None:
        reason = LayerReason.NOT_SEARCHED if request.name in hidden_names else LayerReason.NOT_FOUND
        return _make_request_verdict(request, Outcome.FAILS, reason)
    return _make_request_verdict(request, Outcome.FAILS, LayerReason.NO_ENTRY_POINT, layer.library)


def _make_request_verdict(
    request: RequestedLayer, outcome: Outcome, reason: LayerReason, detail: str = ""
) -> AndroidVerdict:
    """Return the verdict on a request for a layer."""
    subject = request.name or request.source
    detail = detail or request.source
    return AndroidVerdict(
        subject, Kind.REQUEST, outcome, reason, detail, request.file, request.line
    )


def _list_chain(
    callstack: list[tuple[Layer, RequestedLayer]],
) -> Iterator[tuple[Layer, RequestedLayer]]:
    """Yield the layers of the call chain with verdicts that they load."""
    for layer, request in callstack:
        yield _make_loading_layer(layer, request), request


def _set_position(
    layer: Layer, callstack: list[tuple[Layer, RequestedLayer]], has_failed: bool
) -> Layer:
    """Return a layer with its position in the chain, the first if it is requested twice.

    `has_failed` says that vkCreateInstance fails, so nothing loads.
    """
    requested = (item for item in callstack if item[0].library == layer.library)
    for active_layer, request in requested:
        if active_layer.name == layer.name and layer.verdict.why is LayerReason.NOT_REQUESTED:
            loading = _make_loading_layer(active_layer, request)
            if not has_failed:
                return loading
            verdict = loading.verdict._replace(outcome=Outcome.OFF, why=LayerReason.NO_CHAIN)
            return layer._replace(verdict=verdict)
    return layer


def _make_loading_layer(layer: Layer, request: RequestedLayer) -> Layer:
    """Return a layer with the verdict that it loads for this request."""
    verdict = AndroidVerdict(
        *(layer.name, Kind.LAYER, Outcome.LOADS, request.why),
        *(request.source, request.file, request.line),
    )
    return layer._replace(verdict=verdict)


def _decide_callback(device: AndroidDevice) -> Iterator[AndroidVerdict]:
    """Yield the verdict on the property that turns on Android's debug callback."""
    source = device.properties.get_source(_CALLBACK)
    if not device.properties.is_true(_CALLBACK):
        return
    outcome, reason = Outcome.ACTS, LayerReason.CALLBACK
    if not device.is_debuggable:
        outcome, reason = Outcome.IGNORED, LayerReason.NOT_DEBUGGABLE
    yield AndroidVerdict(_CALLBACK, Kind.VARIABLE, outcome, reason, "", source.file, source.line)


def _decide_unused_settings(device: AndroidDevice) -> Iterator[AndroidVerdict]:
    """Yield properties that request layers in vain, since settings that do replace them."""
    if not any(_list_settings_requests(device)):
        return
    for _, request in (*_yield_listed_requests(device), *_yield_numbered_requests(device)):
        yield AndroidVerdict(
            *(request.source, Kind.VARIABLE, Outcome.IGNORED, LayerReason.LAYERS_FROM_SETTINGS),
            *(request.name, request.file, request.line),
        )


def _list_conditions(
    callstack: list[tuple[Layer, RequestedLayer]], findings: Sequence[AndroidVerdict]
) -> Iterator[str]:
    """Yield what only a run can tell about the result, each as a sentence."""
    for layer, _ in callstack:
        if not layer.is_certain:
            yield tr(
                "{library} does not report the layer name {name}",
                library=layer.library,
                name=layer.name,
            )
    for finding in findings:
        if finding.outcome is Outcome.UNKNOWN:
            yield tr(
                "{library} does not contain {layer}", library=finding.detail, layer=finding.subject
            )
