"""inspect_device(device) -> AndroidReport, and that report as text.

The order is that of vkCreateInstance on Android: the driver is opened first, layers are discovered,
then looked up by name.
"""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.language.sentences import join_choices, tr
from vkconfig_py.loader.base.verdicts import Kind
from vkconfig_py.loader.explain.sentences import severity_word, word
from vkconfig_py.loader.profiles.profile import printable
from vkconfig_py.machines.android.drivers import find_drivers
from vkconfig_py.machines.android.layers import activate, find_layers
from vkconfig_py.machines.android.values import (
    AndroidDevice,
    AndroidReport,
    AndroidVerdict,
)
from vkconfig_py.machines.android.words import find_problems, layer_sentence, sentence_of

ABORT = "SIGABRT"  # no result: Android ends the process


def inspect_device(device: AndroidDevice) -> AndroidReport:
    """Report what an application on the device gets."""
    driver = find_drivers(device)
    search = find_layers(device)
    active = activate(device, search.layers, search.hidden)
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


def to_text(report: AndroidReport) -> str:
    """Return a report for people to read."""
    return "\n".join(map(printable, _lines(report)))


def _lines(report: AndroidReport) -> Iterator[str]:
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
    yield tr("Call chain, application side first")
    for number, (layer, request) in enumerate(report.callstack, 1):
        source = (
            tr("requested by {source}", source=request.source)
            if layer.device_chain
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
        rest = ((finding.subject, finding, sentence_of(finding)) for finding in findings)
        yield from _part(tr("Folders, properties and settings"), rest)
    if report.problems:
        yield ""
        yield tr("Problems")
    for problem in report.problems:
        place = problem.file
        if place and problem.line:
            place = tr("{file}, line {line}", file=place, line=problem.line)
        end = f" ({place})" if place else ""
        yield f"  {severity_word(problem.severity)}: {problem.title}. {problem.consequence}{end}"


def create_text(report: AndroidReport) -> str:
    """Return the result of vkCreateInstance with what only a run can tell."""
    if not report.unless or report.create != "VK_SUCCESS":
        return report.create
    return tr(
        "{result} unless {conditions}",
        result=report.create,
        conditions=join_choices(report.unless),
    )


def _part(title: str, rows: Iterator[tuple[str, AndroidVerdict, str]]) -> Iterator[str]:
    yield ""
    yield title
    empty = True
    for name, finding, sentence in rows:
        yield f"  {name}  {word(finding.outcome)}: {sentence}"
        empty = False
    if empty:
        yield "  " + tr("none")
