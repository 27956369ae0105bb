"""inspect_device(device) -> AndroidReport, and that report as JSON or text.

The order is that of vkCreateInstance on Android: the driver is opened first, layers are discovered,
then looked up by name.
"""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.loader.api.report_json import problem_to_json, stamp
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.base.verdicts import Kind, Outcome
from vkconfig_py.loader.explain.sentences import word
from vkconfig_py.loader.machines.android_activation import activate
from vkconfig_py.loader.machines.android_drivers import find_drivers
from vkconfig_py.loader.machines.android_layers import find_layers
from vkconfig_py.loader.machines.android_values import (
    AndroidReport,
    Device,
    Driver,
    Finding,
    Layer,
    Request,
    Why,
)
from vkconfig_py.loader.machines.android_words import find_problems, layer_sentence, sentence_of
from vkconfig_py.loader.profiles.profile import printable

ABORT = "SIGABRT"  # no result: Android ends the process


def inspect_device(device: Device) -> AndroidReport:
    """Report what an application on the device gets."""
    driver = find_drivers(device)
    search = find_layers(device)
    active = activate(device, search.layers)
    findings = (*driver.findings, *search.findings, *active.findings)
    create = ABORT if driver.is_fatal else active.create
    return AndroidReport(
        device=device,
        create=create,
        unless=active.unless,
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


def device_json(report: AndroidReport) -> dict[str, Any]:
    """Return a report as JSON with its origin, as it is saved and collected."""
    model = report.device.properties.value("ro.product.model")
    return {**stamp(model, Platform.ANDROID), **to_json(report)}


def to_json(report: AndroidReport) -> dict[str, Any]:
    """Return a report as one JSON object, with the keys of report_to_json where they fit."""
    device = report.device
    return {
        "basis": "files",
        "instance_version": None,  # of the driver, which is not opened
        "loader": {
            "version": None,  # the loader is a part of the system
            "library": f"/system/{device.abi.lib}/libvulkan.so",
            "pointer_bits": device.abi.pointer_bits,
        },
        "process": {
            "package": device.app.package or None,
            "debuggable": device.is_debuggable,
            "abi": device.abi.name,
            "pointer_bits": device.abi.pointer_bits,
            "root": device.files.root,
        },
        "layers": [_layer(x) for x in report.layers if _is_listed(x)],
        "layers_result": "VK_SUCCESS",
        "create": report.create,
        "create_unless": list(report.unless),
        "callstack": [_active(layer, request) for layer, request in report.callstack],
        "drivers": [_driver(x) for x in report.drivers],
        "search": {
            "driver": {"paths": list(report.driver_folders)},
            "explicit": {
                "paths": [x.path for x in report.layer_path],
                "sources": [x.source for x in report.layer_path],
            },
        },
        "settings_file": None,
        "verdicts": [
            *(_verdict(x.verdict, layer_sentence(x), x.position) for x in report.layers),
            *(_verdict(x.verdict, sentence_of(x.verdict)) for x in report.drivers),
            *(_verdict(x, sentence_of(x)) for x in report.findings),
        ],
        "problems": [problem_to_json(x) for x in report.problems],
    }


def _is_listed(layer: Layer) -> bool:
    """Return whether vkEnumerateInstanceLayerProperties lists it; duplicates are listed, too."""
    verdict = layer.verdict
    is_layer = verdict.why in (Why.NOT_REQUESTED, Why.DUPLICATE)
    return is_layer or verdict.outcome is Outcome.LOADS


def _layer(layer: Layer) -> dict[str, Any]:
    return {
        "name": layer.name,
        # Versions and description are answers of the library, which is not run.
        "spec_version": None,
        "implementation_version": None,
        "description": None,
        "manifest": None,
        "kind": "explicit",
        "library": layer.library,
        "components": [],
        "name_from": "export" if layer.is_certain else "text",
        "device_chain": layer.device_chain,
    }


def _active(layer: Layer, request: Request) -> dict[str, Any]:
    implicit = request.why is not Why.APPLICATION
    return {
        "name": layer.name,
        "type": "implicit" if implicit else "explicit",
        "manifest": None,
        "library": layer.library,
        "enabled_by": request.source,
        "device_chain": layer.device_chain,
    }


def _driver(driver: Driver) -> dict[str, Any]:
    verdict = driver.verdict
    kept = verdict.outcome in (Outcome.LOADS, Outcome.UNKNOWN)
    return {
        "manifest": None,
        "status": "kept" if kept else "dropped",
        "reason": verdict.why.value,
        "detail": verdict.detail,
        "library": driver.library,
        "api_version": None,
    }


def _verdict(finding: Finding, sentence: str, position: int | None = None) -> dict[str, Any]:
    found: dict[str, Any] = {
        "subject": finding.subject,
        "kind": finding.kind.value,
        "outcome": finding.outcome.value,
        "basis": "files",
        "reason": finding.why.value,
        "sentence": sentence,
        "detail": finding.detail,
        "file": finding.file,
        "line": finding.line,
    }
    if position is not None:
        found["position"] = position
    return found


def to_text(report: AndroidReport) -> str:
    """Return a report for people to read."""
    return "\n".join(map(printable, _lines(report)))


def _lines(report: AndroidReport) -> Iterator[str]:
    device = report.device
    debuggable = "debuggable" if device.is_debuggable else "not debuggable"
    yield f"{device.app.package or 'An application'} on Android, {device.abi.name}, {debuggable}"
    yield f"vkCreateInstance: {create_text(report)}"
    yield ""
    yield "Call chain, application side first"
    for number, (layer, request) in enumerate(report.callstack, 1):
        chain = "" if layer.device_chain else ", instance calls alone"
        yield f"  {number}. {layer.name}  {layer.library}{chain}; asked for by {request.source}"
    if not report.callstack:
        yield "  none"
    yield from _part("Layers", ((x.name, x.verdict, layer_sentence(x)) for x in report.layers))
    drivers = ((x.library, x.verdict, sentence_of(x.verdict)) for x in report.drivers)
    yield from _part("Driver", drivers)
    told = [x for x in report.findings if x.kind is not Kind.REQUEST]
    if told:
        rest = ((x.subject, x, sentence_of(x)) for x in told)
        yield from _part("Folders, properties and settings", rest)
    if report.problems:
        yield ""
        yield "Problems"
    for problem in report.problems:
        place = f" ({problem.file}" if problem.file else ""
        place += f", line {problem.line}" if place and problem.line else ""
        end = f"{place})" if place else ""
        yield f"  {problem.severity.value}: {problem.title}. {problem.consequence}{end}"


def create_text(report: AndroidReport) -> str:
    """Return the result of vkCreateInstance with what only a run can tell."""
    if not report.unless or report.create != "VK_SUCCESS":
        return report.create
    return f"{report.create}, unless {' or '.join(report.unless)}"


def _part(title: str, rows: Iterator[tuple[str, Finding, str]]) -> Iterator[str]:
    yield ""
    yield title
    empty = True
    for name, finding, sentence in rows:
        yield f"  {name}  {word(finding.outcome)}: {sentence}"
        empty = False
    if empty:
        yield "  none"
