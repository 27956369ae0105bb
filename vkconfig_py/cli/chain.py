"""A report as a picture in text: the program on top, the chain below it, loader and drivers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from vkconfig_py.cli.output import Output, plain, wrap
from vkconfig_py.loader.explaining.sentences import sentence, word
from vkconfig_py.loader.report import FoundLayer, LoaderReport
from vkconfig_py.loader.verdicts import Outcome, Problem, Severity, Verdict

TONES = {
    Outcome.LOADS: "ok",
    Outcome.ACTS: "ok",
    Outcome.SKIPPED: "error",
    Outcome.FAILS: "error",
    Outcome.UNKNOWN: "warn",
}
_SEVERITIES = {Severity.ERROR: "error", Severity.WARNING: "warn", Severity.NOTE: "faint"}
_WORD = 8
_GAP = 2


class _Line(NamedTuple):
    """One thing of the picture: what stands left of its name, its name, and its verdict."""

    lead: str
    follow: str
    name: str
    verdict: Verdict


def draw_report(report: LoaderReport, output: Output, *, whole: bool = True) -> None:
    """Write the picture; `whole` adds what is not in the chain, and the problems."""
    chain = [_layer_line(layer) for layer in _in_chain(report)]
    drivers = list(_driver_lines(report))
    rest = [_rest_line(layer) for layer in report.found if layer.position < 0] if whole else []
    column = max(
        (len(line.lead) + len(plain(line.name)) for line in chain + drivers + rest), default=0
    )
    column = min(column, max(output.width // 2, 30))
    _draw_program(report, output)
    for line in chain:
        _draw(line, column, report, output)
    if report.create != "VK_SUCCESS":
        output.line(output.paint(f" ✗  vkCreateInstance returns {plain(report.create)}", "error"))
    output.line(" ▼")
    output.line(output.paint(f" {_loader(report)}", "strong"))
    for line in drivers:
        _draw(line, column, report, output)
    if not drivers:
        output.line(output.paint(" └─ no driver found", "warn"))
    _draw_devices(report, output)
    if rest:
        output.line()
        output.line(output.paint("Not in the chain", "strong"))
        for line in rest:
            _draw(line, column, report, output)
    if whole:
        _draw_problems(report.problems, output)


def _draw_devices(report: LoaderReport, output: Output) -> None:
    if report.devices is None:
        return
    output.line()
    output.line(output.paint("Devices", "strong"))
    if isinstance(report.devices, str):
        output.line(output.paint(f" none: {plain(report.devices)}", "error"))
        return
    for place, device in enumerate(report.devices):
        output.line(f" {place:<2} {plain(device.name)}  {output.paint(device.type, 'faint')}")


def _draw_program(report: LoaderReport, output: Output) -> None:
    application = report.application
    version = ".".join(map(str, (application.api_version or (1, 0, 0))[:2]))
    count = len(application.layers)
    own = {0: "no layers", 1: "1 layer"}.get(count, f"{count} layers")
    name = application.name or "A program"
    output.line(output.paint(plain(name), "strong") + f" that asks for Vulkan {version} and {own}")
    if report.host.executable:
        output.line(output.paint(f" {plain(report.host.executable)}", "faint"))
    output.line(" ▼")


def _in_chain(report: LoaderReport) -> list[FoundLayer]:
    layers = [layer for layer in report.found if layer.position >= 0]
    return sorted(layers, key=lambda layer: layer.position)


def _layer_line(layer: FoundLayer) -> _Line:
    return _Line(f" {layer.position + 1:<2} ", " │  ", layer.name, layer.verdict)


def _rest_line(layer: FoundLayer) -> _Line:
    mark = "✗" if layer.verdict.outcome in (Outcome.SKIPPED, Outcome.FAILS) else "○"
    return _Line(f" {mark}  ", "    ", layer.name, layer.verdict)


def _driver_lines(report: LoaderReport) -> Iterator[_Line]:
    last = len(report.drivers) - 1
    for index, driver in enumerate(report.drivers):
        lead, follow = (" └─ ", "    ") if index == last else (" ├─ ", " │  ")
        yield _Line(lead, follow, driver.file[driver.file.rfind("/") + 1 :], driver.verdict)


def _draw(line: _Line, column: int, report: LoaderReport, output: Output) -> None:
    """Write name, verdict word and reason in columns; what is too long goes on below."""
    verdict = line.verdict
    indent = column + _GAP + _WORD
    reasons = wrap(plain(sentence(verdict, report)), output.width - indent)
    name = plain(line.name)
    if len(line.lead) + len(name) > column:
        output.line(line.lead + output.paint(name, "strong"))
        head = line.follow.ljust(column)
    else:
        padding = " " * (column - len(line.lead) - len(name))
        head = line.lead + output.paint(name, "strong") + padding
    verdict_word = output.paint(
        word(verdict.outcome).ljust(_WORD), TONES.get(verdict.outcome, "faint")
    )
    output.line(f"{head}{' ' * _GAP}{verdict_word}{reasons[0]}".rstrip())
    for more in reasons[1:]:
        output.line(line.follow.ljust(indent) + more)


def _loader(report: LoaderReport) -> str:
    version = ".".join(map(str, report.profile.version))
    if not report.profile.library:
        return f"Loader {version} (none is installed here; this is how that version would decide)"
    return f"Loader {version}  {plain(report.profile.library)}"


def _draw_problems(problems: tuple[Problem, ...], output: Output) -> None:
    if not problems:
        return
    output.line()
    output.line(output.paint("Problems", "strong"))
    for problem in problems:
        label = output.paint(problem.severity.value.ljust(_WORD), _SEVERITIES[problem.severity])
        text = f"{problem.title}. {problem.consequence}".strip()
        lines = wrap(plain(text), output.width - _WORD - 2)
        output.line(f" {label} {lines[0]}")
        for more in lines[1:]:
            output.line(" " * (_WORD + 2) + more)
        if problem.file:
            place = f"{problem.file}, line {problem.line}" if problem.line else problem.file
            output.line(" " * (_WORD + 2) + output.paint(plain(place), "faint"))
