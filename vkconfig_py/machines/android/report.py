"""The report on an Android device, as sentences, problems and JSON.

The sentences start in lower case and have no full stop, like those of explain/verdict_sentences.py.

The order is that of vkCreateInstance on Android: open the driver, discover layers, look them up by
name. The JSON has the form of every other report: a library stands where others have a manifest,
and what only a running library tells is 0, "" or 0.0.0, which no release of Vulkan is. `reason` is
the nearest of the common reasons; that of Android is beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vkconfig_py.language.sentences import join_choices, tr
from vkconfig_py.loader.api.report_json import PROBLEM_SCHEMA, make_stamp
from vkconfig_py.loader.base.host import Application, Platform
from vkconfig_py.loader.base.records import Any, encode
from vkconfig_py.loader.base.verdicts import Kind, Outcome, Problem, Reason, Severity
from vkconfig_py.loader.explain.verdict_sentences import render_outcome, render_severity
from vkconfig_py.loader.profiles.profile import escape_unprintable
from vkconfig_py.machines.android.drivers import find_drivers
from vkconfig_py.machines.android.layers import DEBUG_FOLDER, activate, find_layers
from vkconfig_py.machines.android.properties import DEBUG_APP_SETTING, LAYERS_SETTING, UnreadLine
from vkconfig_py.machines.android.values import (
    AndroidDevice,
    AndroidDriver,
    AndroidReport,
    AndroidVerdict,
    Layer,
    LayerReason,
    RequestedLayer,
)

_SENTENCE_BY_WHY = {
    # driver.cpp, LoadDriver.
    LayerReason.FIRST_HIT: tr('found first; it is the hardware module "vulkan"'),
    LayerReason.ID_UNKNOWN: tr(
        'found first; only the device can show whether it is the module "vulkan"'
    ),
    LayerReason.NOT_REACHED: tr("not tried because {detail} was found first"),
    LayerReason.NOT_IN_FOLDERS: tr("not found in {detail}"),
    LayerReason.PROPERTY_EMPTY: tr("not set; the next property is tried"),
    LayerReason.PROPERTY_READ: tr("names vulkan.{detail}.so"),
    LayerReason.NO_MODULE: tr("it does not export HMI, and Android does not try another driver"),
    LayerReason.OTHER_MODULE: tr(
        'it is the hardware module "{detail}", and Android does not try another driver'
    ),
    # GraphicsEnvironment.java, chooseDriverInternal; driver.cpp, LoadUpdatedDriver.
    LayerReason.UPDATABLE: tr("the application uses the updatable driver in this package"),
    LayerReason.UPDATABLE_UNKNOWN: tr(
        "the application uses its updatable driver if {detail} is installed; the driver's "
        "files are not in this folder"
    ),
    # driver.cpp, LoadBuiltinDriver.
    LayerReason.APEX: tr("the driver is searched for only in /apex/{detail}"),
    LayerReason.APEX_UNKNOWN: tr("searched for in /apex/{detail}, which is not in this folder"),
    # GraphicsEnvironment.java, queryAngleChoice.
    LayerReason.ANGLE: tr("OpenGL ES runs on Vulkan through ANGLE, and so through these layers"),
    # layers_extensions.cpp, LayerLibrary::Open.
    LayerReason.OTHER_MACHINE: tr("its library is for another processor ({detail})"),
    LayerReason.NOT_A_LIBRARY: "{detail}",
    # LayerLibrary::EnumerateLayers.
    LayerReason.NO_INTROSPECTION: tr(
        "it does not export {detail}, so Android does not find any layers in it"
    ),
    # ForEachFileInZip.
    LayerReason.COMPRESSED: tr(
        "compressed in the APK, but Android loads only uncompressed libraries"
    ),
    LayerReason.UNALIGNED: tr("not page-aligned in the APK (starts at byte {detail})"),
    # DiscoverLayersInPathList.
    LayerReason.SAME_FILE_NAME: tr("a library with the same file name in {detail} is found first"),
    LayerReason.MISNAMED: tr("its name does not begin with libVkLayer, so Android ignores it"),
    # FindLayer.
    LayerReason.DUPLICATE: tr("{detail} contains a layer with this name and is found first"),
    # api.cpp, OverrideLayerNames.
    LayerReason.PROPERTY_LIST: tr("{detail} names it"),
    LayerReason.PROPERTY_NUMBERED: tr("{detail} names it"),
    LayerReason.SETTING_LIST: tr("the setting {detail} names it"),
    LayerReason.APPLICATION: tr("the application requests it"),
    LayerReason.NOT_REQUESTED: tr("not requested"),
    LayerReason.PLATFORM_LAYER: tr(
        "a system layer; Android releases that support system layers load it even if it "
        "is not requested"
    ),
    LayerReason.NAME_UNKNOWN: tr("its layer names are known only at run time"),
    # LayerChain::LoadLayer.
    LayerReason.NOT_FOUND: tr("{detail} names it, but no searched library contains it"),
    LayerReason.NO_ENTRY_POINT: tr("{detail} does not export vkGetInstanceProcAddr for it"),
    LayerReason.NOT_SEARCHED: tr(
        "{detail} names it; {debug_folder} contains it but is searched only for "
        "debuggable applications"
    ),
    LayerReason.NO_CHAIN: tr("{detail} names it; vkCreateInstance fails, so there is no chain"),
    LayerReason.EMPTY_NAME: tr("it contains an empty layer name"),
    LayerReason.SEARCHED: tr("searched ({detail})"),
    LayerReason.FOLDER_ABSENT: tr("missing ({detail})"),
    LayerReason.FOLDER_UNREADABLE: "{detail}",
    # GraphicsEnv::isDebuggable.
    LayerReason.NOT_DEBUGGABLE: tr("the application is not debuggable, and neither is the device"),
    # GraphicsEnvironment.java, debugLayerEnabled.
    LayerReason.SETTINGS_ENABLE: tr("allows {detail} to load layers from other applications"),
    LayerReason.SETTINGS_OFF: tr("turns off the layer settings"),
    LayerReason.OTHER_APP: tr("{app} is {detail}, a different application"),
    LayerReason.NO_APP: tr("it applies only to the application set in {app} ({detail})"),
    LayerReason.LAYERS_FROM_SETTINGS: tr(
        "overridden by {layers}, which also lists layers; this property requests {detail}"
    ),
    LayerReason.APP_NOT_INSTALLED: tr("{detail} is not installed, or not in this folder"),
    LayerReason.CALLBACK: tr("VK_EXT_debug_report messages go to the device log"),
}


def render_verdict_reason(finding: AndroidVerdict) -> str:
    """Return the reason of a verdict as a sentence in one line."""
    if finding.why in (LayerReason.OTHER_APP, LayerReason.NO_APP) and not finding.detail:
        return tr(
            "it applies to only one application, but {app} does not name an application",
            app=DEBUG_APP_SETTING,
        )
    return _SENTENCE_BY_WHY[finding.why].format(
        detail=finding.detail,
        app=DEBUG_APP_SETTING,
        debug_folder=DEBUG_FOLDER,
        layers=LAYERS_SETTING,
    )


def render_layer_reason(layer: Layer) -> str:
    """Return the reason of a layer's verdict, and how its name is known, as one line."""
    reason = render_verdict_reason(layer.verdict)
    certain_outcomes = (Outcome.LOADS, Outcome.OFF)
    if (
        layer.verdict.outcome not in certain_outcomes
        or layer.is_certain
        or layer.verdict.why in _FILE_NAME_REASONS
    ):
        return reason
    return tr("{reason}; its name was taken from a string in the library", reason=reason)


_FILE_NAME_REASONS = (LayerReason.SAME_FILE_NAME, LayerReason.MISNAMED)


def find_problems(
    device: AndroidDevice,
    drivers: Sequence[AndroidDriver],
    layers: Sequence[Layer],
    findings: Sequence[AndroidVerdict],
    *,
    is_fatal: bool,
) -> tuple[Problem, ...]:
    """Return what is wrong, worst first.

    Args:
        device: the device.
        drivers: in the order in which Android tries them.
        layers: all layers with their verdicts.
        findings: verdicts on properties, settings and folders.
        is_fatal: Android ends the process when it uses Vulkan.
    """
    problems = [
        *_find_driver_problems(device, drivers, is_fatal=is_fatal),
        *(
            _make_problem(finding, Severity.ERROR, _INSTANCE_FAILS_SENTENCE)
            for finding in findings
            if finding.outcome is Outcome.FAILS
        ),
        *_find_verdict_problems(device, findings),
        *(
            _make_problem(
                layer.verdict,
                Severity.WARNING,
                _ADVICE_BY_WHY.get(layer.verdict.why, _PASSED_SENTENCE),
            )
            for layer in layers
            if layer.verdict.outcome is Outcome.SKIPPED
        ),
        *map(
            _make_unread_problem,
            (*device.properties.unread, *device.settings.unread, *device.unread),
        ),
    ]
    severities = list(Severity)
    return tuple(sorted(problems, key=lambda problem: severities.index(problem.severity)))


_INSTANCE_FAILS_SENTENCE = tr(
    "Every vkCreateInstance call in the application returns VK_ERROR_LAYER_NOT_PRESENT."
)
_PASSED_SENTENCE = tr("Android continues without this library.")
_ADVICE_BY_WHY = {
    LayerReason.COMPRESSED: tr(
        "Build the APK with extractNativeLibs=false and uncompressed libraries, or with "
        "extractNativeLibs=true."
    ),
    LayerReason.UNALIGNED: tr("Align the APK with “zipalign -p 4”."),
    LayerReason.MISNAMED: tr("Rename it: libVkLayer_name.so."),
}


def _find_driver_problems(
    device: AndroidDevice, drivers: Sequence[AndroidDriver], *, is_fatal: bool
) -> Iterator[Problem]:
    """Yield the problem that no driver can be opened, if so."""
    if is_fatal:
        yield Problem(
            *(Severity.ERROR, "updatable-driver-missing"),
            tr("The updatable driver cannot be opened"),
            tr("Android terminates the application as soon as it uses Vulkan."),
        )
        return
    if any(driver.verdict.outcome in (Outcome.LOADS, Outcome.UNKNOWN) for driver in drivers):
        return
    refused_drivers = [
        driver for driver in drivers if driver.verdict.why is not LayerReason.NOT_IN_FOLDERS
    ]
    detail = "; ".join(
        f"{android_driver.library}: {render_verdict_reason(android_driver.verdict)}"
        for android_driver in refused_drivers
    )
    if not drivers:
        detail = tr("neither ro.hardware.vulkan nor ro.board.platform is set")
    elif not detail:
        detail = tr(
            "{libraries} not found in {folders}",
            folders=drivers[0].verdict.detail,
            libraries=", ".join(driver.library for driver in drivers),
        )
    yield Problem(
        *(Severity.ERROR, "no-driver", tr("No driver found: {reason}", reason=detail)),
        tr("Android uses a driver without devices: programs find no GPU.")
        if device.files.root
        else tr(
            "No device files are available: pull /vendor from the device, then specify the "
            "folder that contains it with --root."
        ),
    )


def _find_verdict_problems(
    device: AndroidDevice, findings: Sequence[AndroidVerdict]
) -> Iterator[Problem]:
    """Yield the problems that settings, properties and folders cause."""
    for finding in findings:
        match finding.why:
            case LayerReason.FOLDER_UNREADABLE:
                yield _make_problem(finding, Severity.WARNING, tr("Any layers in it are left out."))
            case (
                LayerReason.OTHER_APP
                | LayerReason.NO_APP
                | LayerReason.SETTINGS_OFF
                | LayerReason.LAYERS_FROM_SETTINGS
            ):
                yield _make_problem(finding, Severity.NOTE, tr("It has no effect."))
            case LayerReason.APP_NOT_INSTALLED:
                yield _make_problem(finding, Severity.WARNING, tr("Its layers are left out."))
            case LayerReason.NOT_DEBUGGABLE if finding.subject != DEBUG_FOLDER:
                yield _make_problem(finding, Severity.WARNING, _NO_LAYERS_ALLOWED_TEXT)
            case _:
                pass
    yield from _find_source_problems(device)


_NO_LAYERS_ALLOWED_TEXT = tr(
    "It has no effect. Build the application with "
    "android:debuggable=true, or with the meta-data "
    "com.android.graphics.injectLayers.enable."
)


def _find_source_problems(device: AndroidDevice) -> Iterator[Problem]:
    """Yield what suggests that a wrong folder or file was given for the device."""
    files, properties, app = device.files, device.properties, device.app
    if not any(name.startswith("ro.") for name in properties.values_by_name):
        source = ", ".join(properties.files) or tr("the folder")
        yield Problem(
            *(
                Severity.WARNING,
                "no-properties",
                tr("No device properties in {where}", where=source),
            ),
            tr("Use --properties to pass the output of “adb shell getprop”."),
        )
    if not app.package:
        yield Problem(
            *(Severity.NOTE, "no-application", tr("No application specified")),
            tr(
                "Application layers and layer settings are left out; to include them, "
                "specify the application with --package."
            ),
        )
    elif not app.list_library_paths(device.abi):
        yield Problem(
            *(
                Severity.WARNING,
                "no-application",
                tr("{package} was not found under /data/app", package=app.package),
            ),
            tr(
                "Its layers are left out. Pull its folder, or use --package-dump to pass "
                "the output of “adb shell dumpsys package {package}”.",
                package=app.package,
            ),
        )
    if files.root and files.exists("/build.prop") and not files.exists("/system/build.prop"):
        yield Problem(
            *(
                Severity.WARNING,
                "not-a-root",
                tr("{root} looks like one partition", root=files.root),
            ),
            tr(
                "Choose its parent folder instead. The partition's folder must be named "
                "after the partition, such as system or vendor."
            ),
        )
    elif files.root and not any(map(files.exists, ("/system", "/vendor", "/data", "/apex"))):
        yield Problem(
            *(
                Severity.WARNING,
                "not-a-root",
                tr("{root} contains no system, vendor or data folder", root=files.root),
            ),
            tr("Choose the device's root folder."),
        )


def _make_problem(finding: AndroidVerdict, severity: Severity, consequence: str) -> Problem:
    """Return the problem that a verdict stands for."""
    title = f"{finding.subject}: {render_verdict_reason(finding)}"
    return Problem(
        *(severity, finding.why.value, title, consequence, finding.file, finding.line),
        detail=finding.detail,
    )


def _make_unread_problem(unread_line: UnreadLine) -> Problem:
    """Return the problem that a line cannot be read."""
    title = f"{unread_line.file[unread_line.file.rfind('/') + 1 :]}: {unread_line.why}"
    consequence = tr("The line has no effect.") if unread_line.line else ""
    return Problem(
        *(Severity.WARNING, "unread-line", title, consequence, unread_line.file, unread_line.line)
    )


ABORT = "SIGABRT"  # no result: Android ends the process
_UNKNOWN_VERSION = "0.0.0"
REASON_BY_WHY: Mapping[LayerReason, Reason] = {
    LayerReason.FIRST_HIT: Reason.KEPT,
    LayerReason.ID_UNKNOWN: Reason.LIBRARY_UNKNOWN,
    LayerReason.NOT_REACHED: Reason.NOT_REACHED,
    LayerReason.NOT_IN_FOLDERS: Reason.LIBRARY_MISSING,
    LayerReason.PROPERTY_EMPTY: Reason.NOT_DECISIVE,
    LayerReason.PROPERTY_READ: Reason.ADDS_TO_SEARCH,
    LayerReason.NO_MODULE: Reason.LIBRARY_UNLINKABLE,
    LayerReason.OTHER_MODULE: Reason.LIBRARY_UNLINKABLE,
    LayerReason.UPDATABLE: Reason.REPLACES_SEARCH,
    LayerReason.UPDATABLE_UNKNOWN: Reason.LIBRARY_UNKNOWN,
    LayerReason.APEX: Reason.REPLACES_SEARCH,
    LayerReason.APEX_UNKNOWN: Reason.LIBRARY_UNKNOWN,
    LayerReason.ANGLE: Reason.NOT_DECISIVE,
    LayerReason.OTHER_MACHINE: Reason.LIBRARY_FOREIGN,
    LayerReason.NOT_A_LIBRARY: Reason.LIBRARY_FOREIGN,
    LayerReason.NO_INTROSPECTION: Reason.MISSING_KEY,
    LayerReason.COMPRESSED: Reason.BAD_VALUE,
    LayerReason.UNALIGNED: Reason.BAD_VALUE,
    LayerReason.SAME_FILE_NAME: Reason.DUPLICATE,
    LayerReason.MISNAMED: Reason.NOT_A_MANIFEST,
    LayerReason.DUPLICATE: Reason.DUPLICATE,
    LayerReason.PROPERTY_LIST: Reason.ENABLE_VARIABLE,
    LayerReason.PROPERTY_NUMBERED: Reason.ENABLE_VARIABLE,
    LayerReason.SETTING_LIST: Reason.SETTINGS_FILE_ON,
    LayerReason.APPLICATION: Reason.APPLICATION,
    LayerReason.NOT_REQUESTED: Reason.NOT_REQUESTED,
    LayerReason.PLATFORM_LAYER: Reason.IMPLICIT_ALWAYS,
    LayerReason.NO_CHAIN: Reason.NOT_REQUESTED,
    LayerReason.NAME_UNKNOWN: Reason.LIBRARY_UNKNOWN,
    LayerReason.NOT_FOUND: Reason.NOT_PRESENT,
    LayerReason.NOT_SEARCHED: Reason.NOT_PRESENT,
    LayerReason.NO_ENTRY_POINT: Reason.NOT_PRESENT,
    LayerReason.EMPTY_NAME: Reason.NOT_PRESENT,
    LayerReason.SEARCHED: Reason.SEARCHED,
    LayerReason.FOLDER_ABSENT: Reason.FOLDER_ABSENT,
    LayerReason.FOLDER_UNREADABLE: Reason.FOLDER_UNREADABLE,
    LayerReason.NOT_DEBUGGABLE: Reason.NOT_HONOURED,
    LayerReason.SETTINGS_ENABLE: Reason.SETTINGS_ENTRY,
    LayerReason.SETTINGS_OFF: Reason.NOT_DECISIVE,
    LayerReason.OTHER_APP: Reason.NOT_DECISIVE,
    LayerReason.NO_APP: Reason.NOT_DECISIVE,
    LayerReason.LAYERS_FROM_SETTINGS: Reason.SHADOWED,
    LayerReason.APP_NOT_INSTALLED: Reason.FOLDER_ABSENT,
    LayerReason.CALLBACK: Reason.EXTENSION_KNOWN,
}


def inspect_device(device: AndroidDevice) -> AndroidReport:
    """Return which driver and which layers an application on the device gets."""
    driver = find_drivers(device)
    search = find_layers(device)
    activation = activate(device, search.layers, search.hidden_names)
    findings = (*driver.findings, *search.findings, *activation.findings)
    create = ABORT if driver.is_fatal else activation.create_result
    return AndroidReport(
        device=device,
        create_result=create,
        open_conditions=activation.open_conditions,
        layers=activation.layers,
        callstack=() if driver.is_fatal else activation.callstack,
        drivers=driver.drivers,
        driver_folders=driver.folders,
        layer_path=search.path,
        findings=findings,
        problems=find_problems(
            device, driver.drivers, activation.layers, findings, is_fatal=driver.is_fatal
        ),
    )


def render_report(report: AndroidReport) -> str:
    """Render a report as text for people."""
    return "\n".join(map(escape_unprintable, _render_lines(report)))


def _render_lines(report: AndroidReport) -> Iterator[str]:
    """Yield the lines of a report for people."""
    device = report.device
    package = device.app.package or tr("An application")
    if device.is_debuggable:
        yield tr("{package} on Android, {abi}, debuggable", package=package, abi=device.abi.name)
    else:
        yield tr(
            "{package} on Android, {abi}, not debuggable", package=package, abi=device.abi.name
        )
    yield f"vkCreateInstance: {create_text(report)}"
    yield ""
    yield tr("Call chain, application first")
    for number, (layer, request) in enumerate(report.callstack, 1):
        source = (
            tr("requested by {source}", source=request.source)
            if layer.is_in_device_chain
            else tr("instance calls only; requested by {source}", source=request.source)
        )
        yield f"  {number}. {layer.name}  {layer.library}; {source}"
    if not report.callstack:
        yield "  " + tr("none")
    yield from _render_part(
        tr("Layers"),
        ((layer.name, layer.verdict, render_layer_reason(layer)) for layer in report.layers),
    )
    drivers = (
        (driver.library, driver.verdict, render_verdict_reason(driver.verdict))
        for driver in report.drivers
    )
    yield from _render_part(tr("Driver"), drivers)
    findings = [finding for finding in report.findings if finding.kind is not Kind.REQUEST]
    if findings:
        lines = ((finding.subject, finding, render_verdict_reason(finding)) for finding in findings)
        yield from _render_part(tr("Folders, properties and settings"), lines)
    if report.problems:
        yield ""
        yield tr("Problems")
    for problem in report.problems:
        location = problem.file
        if location and problem.line:
            location = tr("{file}, line {line}", file=location, line=problem.line)
        end = f" ({location})" if location else ""
        yield f"  {render_severity(problem.severity)}: {problem.title}. {problem.consequence}{end}"


def create_text(report: AndroidReport) -> str:
    """Return the result of vkCreateInstance, and on what only a run can tell it depends."""
    if not report.open_conditions or report.create_result != "VK_SUCCESS":
        return report.create_result
    return tr(
        "{result} unless {conditions}",
        result=report.create_result,
        conditions=join_choices(report.open_conditions),
    )


def _render_part(title: str, rows: Iterator[tuple[str, AndroidVerdict, str]]) -> Iterator[str]:
    """Yield the lines of one part of the report.

    `rows` has the name, verdict and sentence of each line.
    """
    yield ""
    yield title
    is_empty = True
    for name, finding, sentence in rows:
        yield f"  {name}  {render_outcome(finding.outcome)}: {sentence}"
        is_empty = False
    if is_empty:
        yield "  " + tr("none")


def make_device_json(report: AndroidReport) -> dict[str, Any]:
    """Return a report as JSON with its origin, as it is saved and collected."""
    device = report.device
    model = device.properties.get_value("ro.product.model")
    layers = [layer for layer in report.layers if _is_layer_shown(layer)]
    bits = device.abi.pointer_bits
    return {
        **make_stamp(model, Platform.ANDROID),
        "application": encode(Application(device.app.package, layers=device.requested)),
        "basis": "files",
        "instance_version": _UNKNOWN_VERSION,
        "loader": {
            "version": _UNKNOWN_VERSION,  # a part of the system, without a version of its own
            "library": f"/system/{device.abi.library_folder}/libvulkan.so",
            "pointer_bits": bits,
        },
        "process": {
            "executable": device.app.package,
            "elevated": False,
            "pointer_bits": bits,
            "root": device.files.root,
            "abi": device.abi.name,
            "debuggable": device.is_debuggable,
        },
        "loaders": [],
        "layers": [_make_layer_json(layer) for layer in layers],
        "layers_result": "VK_SUCCESS",
        "create": report.create_result,
        "create_unless": list(report.open_conditions),
        "callstack": [
            _make_active_layer_json(layer, request) for layer, request in report.callstack
        ],
        "drivers": [_make_driver_json(driver) for driver in report.drivers],
        "search": {
            "driver": _make_search_json(
                report.driver_folders, (driver.library for driver in report.drivers)
            ),
            "explicit": {
                **_make_search_json(
                    (library.path for library in report.layer_path),
                    (library.library for library in layers),
                ),
                "sources": [folder.source for folder in report.layer_path],
            },
        },
        "settings_file": None,
        "verdicts": [
            *(_make_layer_verdict_json(layer) for layer in report.layers),
            *(
                {**_make_verdict_json(driver.verdict), "manifest": driver.library}
                for driver in report.drivers
            ),
            *map(_make_verdict_json, report.findings),
        ],
        "problems": [PROBLEM_SCHEMA.write(problem) for problem in report.problems],
    }


def _make_search_json(
    paths: Iterator[str] | tuple[str, ...], files: Iterator[str]
) -> dict[str, Any]:
    """Return the JSON of a search.

    Args:
        paths: what was searched.
        files: what was found.
    """
    return {"paths": list(paths), "files": list(dict.fromkeys(files)), "sources": []}


def _is_layer_shown(layer: Layer) -> bool:
    """Return whether vkEnumerateInstanceLayerProperties lists it. Duplicates are listed, too."""
    verdict = layer.verdict
    is_layer = verdict.why in (
        LayerReason.NOT_REQUESTED,
        LayerReason.DUPLICATE,
        LayerReason.NO_CHAIN,
    )
    return is_layer or verdict.outcome is Outcome.LOADS


def _make_layer_json(layer: Layer) -> dict[str, Any]:
    """Return the JSON of a layer that the system offers."""
    return {
        "name": layer.name,
        "spec_version": _UNKNOWN_VERSION,
        "implementation_version": 0,
        "description": "",
        "manifest": layer.library,
        "kind": "explicit",
        "library": layer.library,
        "components": [],
        "name_from": "export" if layer.is_certain else "text",
        "device_chain": layer.is_in_device_chain,
    }


def _make_active_layer_json(layer: Layer, request: RequestedLayer) -> dict[str, Any]:
    """Return the JSON of a layer of the call chain."""
    return {
        "name": layer.name,
        "type": "explicit",
        "manifest": layer.library,
        "library": layer.library,
        "enabled_by": request.source,
        "device_chain": layer.is_in_device_chain,
    }


def _make_driver_json(driver: AndroidDriver) -> dict[str, Any]:
    """Return the JSON of a driver."""
    verdict = driver.verdict
    is_kept = verdict.outcome in (Outcome.LOADS, Outcome.UNKNOWN)
    return {
        "manifest": driver.library,
        "status": "kept" if is_kept else "dropped",
        "reason": REASON_BY_WHY[verdict.why].value,
        "detail": verdict.detail,
        "library": driver.library,
        "api_version": None,
    }


def _make_layer_verdict_json(layer: Layer) -> dict[str, Any]:
    """Return the JSON of the verdict on a layer."""
    return {
        **_make_verdict_json(layer.verdict),
        "sentence": render_layer_reason(layer),
        "manifest": layer.library,
        "position": layer.position,
        "listed": _is_layer_shown(layer),
    }


def _make_verdict_json(finding: AndroidVerdict) -> dict[str, Any]:
    """Return the JSON of a verdict."""
    return {
        "subject": finding.subject,
        "kind": finding.kind.value,
        "outcome": finding.outcome.value,
        "basis": "files",
        "reason": REASON_BY_WHY[finding.why].value,
        "android_reason": finding.why.value,
        "sentence": render_verdict_reason(finding),
        "detail": finding.detail,
        "file": finding.file,
        "line": finding.line,
    }
