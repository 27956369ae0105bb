"""The report on an Android device, as text and as JSON.

The order is that of vkCreateInstance on Android: open the driver, discover layers, look them up by
name. The JSON has the form of every other report: a library stands where others have a manifest,
and what only a running library tells is 0, "" or 0.0.0, which no release of Vulkan is. `reason` is
the nearest of the common reasons; that of Android is beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vkconfig_py.language.sentences import join_choices, tr
from vkconfig_py.loader.api.report_json import PROBLEM, make_stamp
from vkconfig_py.loader.base.codec import encode
from vkconfig_py.loader.base.host import Application, Platform
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.base.verdicts import Kind, Outcome, Reason
from vkconfig_py.loader.explain.sentences import render_outcome, render_severity
from vkconfig_py.loader.profiles.profile import printable
from vkconfig_py.machines.android.drivers import find_drivers
from vkconfig_py.machines.android.layers import activate, find_layers
from vkconfig_py.machines.android.values import (
    AndroidDevice,
    AndroidDriver,
    AndroidReport,
    AndroidVerdict,
    AskedLayer,
    Layer,
    Why,
)
from vkconfig_py.machines.android.words import find_problems, layer_sentence, sentence_of

ABORT = "SIGABRT"  # no result: Android ends the process
_UNKNOWN = "0.0.0"
REASONS: Mapping[Why, Reason] = {
    Why.FIRST_HIT: Reason.KEPT,
    Why.ID_UNKNOWN: Reason.LIBRARY_UNKNOWN,
    Why.NOT_REACHED: Reason.NOT_REACHED,
    Why.NOT_IN_FOLDERS: Reason.LIBRARY_MISSING,
    Why.PROPERTY_EMPTY: Reason.NOT_DECISIVE,
    Why.PROPERTY_READ: Reason.ADDS_TO_SEARCH,
    Why.NO_MODULE: Reason.LIBRARY_UNLINKABLE,
    Why.OTHER_MODULE: Reason.LIBRARY_UNLINKABLE,
    Why.UPDATABLE: Reason.REPLACES_SEARCH,
    Why.UPDATABLE_UNKNOWN: Reason.LIBRARY_UNKNOWN,
    Why.APEX: Reason.REPLACES_SEARCH,
    Why.APEX_UNKNOWN: Reason.LIBRARY_UNKNOWN,
    Why.ANGLE: Reason.NOT_DECISIVE,
    Why.OTHER_MACHINE: Reason.LIBRARY_FOREIGN,
    Why.NOT_A_LIBRARY: Reason.LIBRARY_FOREIGN,
    Why.NO_INTROSPECTION: Reason.MISSING_KEY,
    Why.COMPRESSED: Reason.BAD_VALUE,
    Why.UNALIGNED: Reason.BAD_VALUE,
    Why.SAME_FILE_NAME: Reason.DUPLICATE,
    Why.MISNAMED: Reason.NOT_A_MANIFEST,
    Why.DUPLICATE: Reason.DUPLICATE,
    Why.PROPERTY_LIST: Reason.ENABLE_VARIABLE,
    Why.PROPERTY_NUMBERED: Reason.ENABLE_VARIABLE,
    Why.SETTING_LIST: Reason.SETTINGS_FILE_ON,
    Why.APPLICATION: Reason.APPLICATION,
    Why.NOT_REQUESTED: Reason.NOT_REQUESTED,
    Why.PLATFORM_LAYER: Reason.IMPLICIT_ALWAYS,
    Why.NO_CHAIN: Reason.NOT_REQUESTED,
    Why.NAME_UNKNOWN: Reason.LIBRARY_UNKNOWN,
    Why.NOT_FOUND: Reason.NOT_PRESENT,
    Why.NOT_SEARCHED: Reason.NOT_PRESENT,
    Why.NO_ENTRY_POINT: Reason.NOT_PRESENT,
    Why.EMPTY_NAME: Reason.NOT_PRESENT,
    Why.SEARCHED: Reason.SEARCHED,
    Why.FOLDER_ABSENT: Reason.FOLDER_ABSENT,
    Why.FOLDER_UNREADABLE: Reason.FOLDER_UNREADABLE,
    Why.NOT_DEBUGGABLE: Reason.NOT_HONOURED,
    Why.SETTINGS_ENABLE: Reason.SETTINGS_ENTRY,
    Why.SETTINGS_OFF: Reason.NOT_DECISIVE,
    Why.OTHER_APP: Reason.NOT_DECISIVE,
    Why.NO_APP: Reason.NOT_DECISIVE,
    Why.LAYERS_FROM_SETTINGS: Reason.SHADOWED,
    Why.APP_NOT_INSTALLED: Reason.FOLDER_ABSENT,
    Why.CALLBACK: Reason.EXTENSION_KNOWN,
}


def inspect_device(device: AndroidDevice) -> AndroidReport:
    """Report what an application on the device gets."""
    driver = find_drivers(device)
    search = find_layers(device)
    active = activate(device, search.layers, search.hidden_names)
    findings = (*driver.findings, *search.findings, *active.findings)
    create = ABORT if driver.is_fatal else active.create_result
    return AndroidReport(
        device=device,
        create_result=create,
        open_conditions=active.open_conditions,
        layers=active.layers,
        callstack=() if driver.is_fatal else active.callstack,
        drivers=driver.drivers,
        driver_folders=driver.folders,
        layer_path=search.path,
        findings=findings,
        problems=find_problems(
            device, driver.drivers, active.layers, findings, is_fatal=driver.is_fatal
        ),
    )


def to_text(report: AndroidReport) -> str:
    """Render a report as text for people."""
    return "\n".join(map(printable, _lines(report)))


def _lines(report: AndroidReport) -> Iterator[str]:
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
    yield from _part(
        tr("Layers"),
        ((layer.name, layer.verdict, layer_sentence(layer)) for layer in report.layers),
    )
    drivers = (
        (driver.library, driver.verdict, sentence_of(driver.verdict)) for driver in report.drivers
    )
    yield from _part(tr("Driver"), drivers)
    findings = [finding for finding in report.findings if finding.kind is not Kind.REQUEST]
    if findings:
        lines = ((finding.subject, finding, sentence_of(finding)) for finding in findings)
        yield from _part(tr("Folders, properties and settings"), lines)
    if report.problems:
        yield ""
        yield tr("Problems")
    for problem in report.problems:
        place = problem.file
        if place and problem.line:
            place = tr("{file}, line {line}", file=place, line=problem.line)
        end = f" ({place})" if place else ""
        yield f"  {render_severity(problem.severity)}: {problem.title}. {problem.consequence}{end}"


def create_text(report: AndroidReport) -> str:
    """Return the result of vkCreateInstance with what only a run can tell."""
    if not report.open_conditions or report.create_result != "VK_SUCCESS":
        return report.create_result
    return tr(
        "{result} unless {conditions}",
        result=report.create_result,
        conditions=join_choices(report.open_conditions),
    )


def _part(title: str, rows: Iterator[tuple[str, AndroidVerdict, str]]) -> Iterator[str]:
    """Yield the lines of one part of the report.

    `rows` has the name, verdict and sentence of each line.
    """
    yield ""
    yield title
    empty = True
    for name, finding, sentence in rows:
        yield f"  {name}  {render_outcome(finding.outcome)}: {sentence}"
        empty = False
    if empty:
        yield "  " + tr("none")


def device_json(report: AndroidReport) -> dict[str, Any]:
    """Return a report as JSON with its origin, as it is saved and collected."""
    device = report.device
    model = device.properties.get_value("ro.product.model")
    layers = [layer for layer in report.layers if _is_listed(layer)]
    bits = device.abi.pointer_bits
    return {
        **make_stamp(model, Platform.ANDROID),
        "application": encode(Application(device.app.package, layers=device.requested)),
        "basis": "files",
        "instance_version": _UNKNOWN,
        "loader": {
            "version": _UNKNOWN,  # a part of the system, without a version of its own
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
        "layers": [_layer(layer) for layer in layers],
        "layers_result": "VK_SUCCESS",
        "create": report.create_result,
        "create_unless": list(report.open_conditions),
        "callstack": [_active(layer, request) for layer, request in report.callstack],
        "drivers": [_driver(driver) for driver in report.drivers],
        "search": {
            "driver": _search(report.driver_folders, (driver.library for driver in report.drivers)),
            "explicit": {
                **_search(
                    (library.path for library in report.layer_path),
                    (library.library for library in layers),
                ),
                "sources": [folder.source for folder in report.layer_path],
            },
        },
        "settings_file": None,
        "verdicts": [
            *(_layer_verdict(layer) for layer in report.layers),
            *(
                {**_verdict(driver.verdict), "manifest": driver.library}
                for driver in report.drivers
            ),
            *map(_verdict, report.findings),
        ],
        "problems": [PROBLEM.write(problem) for problem in report.problems],
    }


def _search(paths: Iterator[str] | tuple[str, ...], files: Iterator[str]) -> dict[str, Any]:
    """Return the JSON of a search.

    Args:
        paths: what was searched.
        files: what was found.
    """
    return {"paths": list(paths), "files": list(dict.fromkeys(files)), "sources": []}


def _is_listed(layer: Layer) -> bool:
    """Return whether vkEnumerateInstanceLayerProperties lists it. Duplicates are listed, too."""
    verdict = layer.verdict
    is_layer = verdict.why in (Why.NOT_REQUESTED, Why.DUPLICATE, Why.NO_CHAIN)
    return is_layer or verdict.outcome is Outcome.LOADS


def _layer(layer: Layer) -> dict[str, Any]:
    """Return the JSON of a layer that the system offers."""
    return {
        "name": layer.name,
        "spec_version": _UNKNOWN,
        "implementation_version": 0,
        "description": "",
        "manifest": layer.library,
        "kind": "explicit",
        "library": layer.library,
        "components": [],
        "name_from": "export" if layer.is_certain else "text",
        "device_chain": layer.is_in_device_chain,
    }


def _active(layer: Layer, request: AskedLayer) -> dict[str, Any]:
    """Return the JSON of a layer of the call chain."""
    return {
        "name": layer.name,
        "type": "explicit",
        "manifest": layer.library,
        "library": layer.library,
        "enabled_by": request.source,
        "device_chain": layer.is_in_device_chain,
    }


def _driver(driver: AndroidDriver) -> dict[str, Any]:
    """Return the JSON of a driver."""
    verdict = driver.verdict
    is_kept = verdict.outcome in (Outcome.LOADS, Outcome.UNKNOWN)
    return {
        "manifest": driver.library,
        "status": "kept" if is_kept else "dropped",
        "reason": REASONS[verdict.why].value,
        "detail": verdict.detail,
        "library": driver.library,
        "api_version": None,
    }


def _layer_verdict(layer: Layer) -> dict[str, Any]:
    """Return the JSON of the verdict on a layer."""
    return {
        **_verdict(layer.verdict),
        "sentence": layer_sentence(layer),
        "manifest": layer.library,
        "position": layer.position,
        "listed": _is_listed(layer),
    }


def _verdict(finding: AndroidVerdict) -> dict[str, Any]:
    """Return the JSON of a verdict."""
    return {
        "subject": finding.subject,
        "kind": finding.kind.value,
        "outcome": finding.outcome.value,
        "basis": "files",
        "reason": REASONS[finding.why].value,
        "android_reason": finding.why.value,
        "sentence": sentence_of(finding),
        "detail": finding.detail,
        "file": finding.file,
        "line": finding.line,
    }
