"""A report rendered as the chain of a program, for people to read."""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.cli.output import Output, plain, wrap
from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Outcome, Problem, Reason, Severity
from vkconfig_py.loader.explain.loader_words import (
    explain_opened_loader,
    render_other_loaders,
    render_short_reason,
)
from vkconfig_py.loader.explain.report_builder import (
    decide_driver_severity,
    decide_layer_severity,
)
from vkconfig_py.loader.explain.verdict_sentences import (
    find_create_conditions,
    find_effective_outcome,
    render_create_result,
    render_outcome,
    render_verdict,
)
from vkconfig_py.loader.files.program_files import find_elevation
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.rules.loader_report import FoundDriver, FoundLayer, LoaderReport
from vkconfig_py.loader.rules.ordering import ENABLED_BY_APPLICATION, ENABLED_BY_DEVICE_LAYERS

SEVERITY_WORDS = {
    Severity.ERROR: tr("error", "how serious a problem is"),
    Severity.WARNING: tr("warning", "how serious a problem is"),
    Severity.NOTE: tr("note", "how serious a problem is"),
}
SEVERITY_TONES = {Severity.ERROR: "error", Severity.WARNING: "warn", Severity.NOTE: "faint"}
IMPLICIT = tr("implicit", "a layer")
EXPLICIT = tr("explicit", "a layer")
NO_LAYERS = tr("no layers")
_NO_DRIVER = tr("no driver found")
_DEVICE_LAYER_REASONS = {
    ENABLED_BY_DEVICE_LAYERS: Reason.DEVICE_LAYERS,
    ENABLED_BY_APPLICATION: Reason.APPLICATION,
}
_MAX_OUTCOME_LENGTH = max(len(render_outcome(outcome)) for outcome in Outcome)
WORD_WIDTH = 8 if _MAX_OUTCOME_LENGTH < 8 else _MAX_OUTCOME_LENGTH + 2
SEVERITY_WIDTH = max(8, *(len(name) + 1 for name in SEVERITY_WORDS.values()))
_COLUMN_GAP = 2


class _Line(NamedTuple):
    """One row: `first_prefix` is printed left of the name, `next_prefix` left of further lines."""

    first_prefix: str
    next_prefix: str
    name: str
    outcome: Outcome
    reason: str
    tone: str


def choose_tone(component: FoundLayer | FoundDriver | None, outcome: Outcome) -> str:
    """Return the tone of what becomes of a layer or driver: where it is bad, of how severe that is.

    `component`: None for a variable or file.
    """
    if outcome in (Outcome.LOADS, Outcome.ACTS):
        return "ok"
    if component is None or outcome not in (Outcome.SKIPPED, Outcome.FAILS):
        return "faint"
    if isinstance(component, FoundLayer):
        return SEVERITY_TONES[decide_layer_severity(component)]
    return SEVERITY_TONES[decide_driver_severity(component.verdict)]


def print_report(
    report: LoaderReport, output: Output, *, is_whole: bool = True, is_asked: bool = True
) -> None:
    """Print the chain. `is_whole` adds layers outside it, and problems.

    Args:
        report: what to print.
        output: where to.
        is_whole: not the chain alone.
        is_asked: the machine is there to be asked more, as no folder or saved report is.
    """
    chain = [_make_layer_line(layer, report) for layer in _list_chain(report)]
    drivers = list(_make_driver_lines(report))
    for_devices = _list_device_chain(report)
    device_lines = _make_device_lines(for_devices, report)
    unloaded_layers = (
        [layer for layer in report.found_layers if layer.position < 0 and layer not in for_devices]
        if is_whole
        else []
    )
    unloaded_lines = [_make_rest_line(layer, report) for layer in unloaded_layers]
    column = max(
        (
            len(line.first_prefix) + len(plain(line.name))
            for line in chain + drivers + device_lines + unloaded_lines
        ),
        default=0,
    )
    # One long name must not push all reasons to the edge.
    column = min(column, max(output.width // 2, 30))
    _print_program(report, output)
    for line in chain:
        _print_line(line, column, output)
    _print_result(
        report, output, is_whole=is_whole, can_probe=is_asked and _is_of_this_kind(report.host)
    )
    output.line(" ▼")
    output.line(output.paint(f" {_describe_loader(report)}", "strong"))
    for reason in (*_explain_loader(report), *_list_other_loaders(report)):
        output.paragraph(reason, tone="faint")
    for line in drivers:
        _print_line(line, column, output)
    if not drivers:
        output.line(output.paint(f" └─ {_NO_DRIVER}", "warn"))
    _print_device_chain(device_lines, report, column, output)
    _print_devices(report, output)
    if unloaded_lines:
        output.line()
        output.line(output.paint(tr("Not in the chain"), "strong"))
        for line in unloaded_lines:
            _print_line(line, column, output)
    if is_whole:
        _print_problems(report.problems, output)


def _is_of_this_kind(host: Host) -> bool:
    """Return whether the files belong to a running system of this platform."""
    return not host.root and host.platform is Host.read_current().platform


def _print_result(report: LoaderReport, output: Output, *, is_whole: bool, can_probe: bool) -> None:
    """Print the result of vkCreateInstance if it fails, or may fail once libraries are opened."""
    if report.create_result != "VK_SUCCESS":
        text = tr("vkCreateInstance returns {result}", result=plain(render_create_result(report)))
        output.line(output.paint(f" ✗  {text}", "error"))
    elif is_whole and find_create_conditions(report):
        result = render_create_result(report)
        text = tr("vkCreateInstance: {result}", result=result)
        if can_probe:
            text = tr("vkCreateInstance: {result}; use --probe to find out", result=result)
        output.paragraph(text, tone="faint")


def _list_device_chain(report: LoaderReport) -> list[FoundLayer]:
    """Return the layers of the chain of a device, [] for loaders with one chain only."""
    layers_by_manifest = {id(layer.manifest): layer for layer in report.found_layers}
    chain = (
        layers_by_manifest.get(id(active_layer.manifest))
        for active_layer in report.device_callstack or ()
    )
    return [layer for layer in chain if layer is not None]


def _make_device_lines(layers: list[FoundLayer], report: LoaderReport) -> list[_Line]:
    """Return the lines of the layers that only devices have."""
    device_lines = []
    chain = report.device_callstack or ()
    for position, (layer, active_layer) in enumerate(zip(layers, chain, strict=False), 1):
        # A layer that is in both chains has the reason of the other in its verdict.
        reason = _DEVICE_LAYER_REASONS.get(active_layer.enabled_by, layer.verdict.reason)
        text = render_verdict(layer.verdict._replace(reason=reason), report)
        device_lines.append(
            _make_line(layer, layer.name, (layer.verdict.outcome, text), f" {position:<2} ")
        )
    return device_lines


def _print_device_chain(
    lines: list[_Line], report: LoaderReport, column: int, output: Output
) -> None:
    """Print the layers between a device and its driver, if they are another chain."""
    if report.device_callstack is None or report.create_result != "VK_SUCCESS":
        return
    output.line()
    output.line(output.paint(tr("Device chains"), "strong"))
    if report.create_device_result != "VK_SUCCESS":
        text = tr("vkCreateDevice returns {result}", result=report.create_device_result)
        output.line(output.paint(f" ✗  {text}", "error"))
    elif not lines:
        output.line(output.paint(f" {NO_LAYERS}", "faint"))
    for line in lines:
        _print_line(line, column, output)


def _print_devices(report: LoaderReport, output: Output) -> None:
    if report.devices is None:
        return
    output.line()
    output.line(output.paint(tr("Devices"), "strong"))
    if isinstance(report.devices, str):
        text = tr("no devices: {result}", result=plain(report.devices))
        output.line(output.paint(f" {text}", "error"))
        return
    for position, device in enumerate(report.devices):
        output.line(f" {position:<2} {plain(device.name)}  {output.paint(device.type, 'faint')}")


def _print_program(report: LoaderReport, output: Output) -> None:
    """Print what the program requests, its path and whether it is elevated."""
    name = output.paint(plain(report.application.name), "strong")
    output.line(_describe_request(report.application, name))
    executable = report.host.executable
    if executable and not _is_own_interpreter(executable):
        output.line(output.paint(f" {plain(executable)}", "faint"))
    if report.host.elevated and report.profile.is_secure:
        elevation = find_elevation(report.host.executable, report.host)
        reason = (
            elevation.explanation if elevation.is_elevated else tr("Runs with elevated privileges")
        )
        text = tr("{why}: the loader ignores the user's folders", why=reason)
        output.line(output.paint(f" {text}", "warn"))
    output.line(" ▼")


def _is_own_interpreter(executable: str) -> bool:
    """Return whether an executable runs vkconfig-py, here or where a report was made."""
    is_python = get_base_name(executable).startswith("python")
    return is_python or executable == Host.read_current().executable


def _describe_request(application: Application, name: str) -> str:
    """Return what a program asks its loader for. `name` is shown for it, "" if it has none."""
    version = ".".join(map(str, (application.api_version or (1, 0, 0))[:2]))
    number = len(application.layers)
    if not name and not number:
        return tr("A program that requests Vulkan {version} and no layers", version=version)
    if not name:
        return counted(
            "A program that requests Vulkan {version} and {n} layers",
            "A program that requests Vulkan {version} and {n} layer",
            number,
            version=version,
        )
    if not number:
        return tr(
            "{program}, which requests Vulkan {version} and no layers",
            program=name,
            version=version,
        )
    return counted(
        "{program}, which requests Vulkan {version} and {n} layers",
        "{program}, which requests Vulkan {version} and {n} layer",
        number,
        program=name,
        version=version,
    )


def _list_chain(report: LoaderReport) -> list[FoundLayer]:
    """Return the layers of the chain, from the program to the driver."""
    layers = [layer for layer in report.found_layers if layer.position >= 0]
    return sorted(layers, key=lambda layer: layer.position)


def _make_layer_line(layer: FoundLayer, report: LoaderReport) -> _Line:
    effect = find_effective_outcome(layer, report)
    return _make_line(layer, layer.name, effect, f" {layer.position + 1:<2} ", " │  ")


def _make_rest_line(layer: FoundLayer, report: LoaderReport) -> _Line:
    """Return the line of a layer outside the chain."""
    mark = "✗" if layer.verdict.outcome in (Outcome.SKIPPED, Outcome.FAILS) else "○"
    return _make_line(layer, layer.name, find_effective_outcome(layer, report), f" {mark}  ")


def _make_line(
    component: FoundLayer | FoundDriver,
    name: str,
    effect: tuple[Outcome, str],
    first_prefix: str,
    next_prefix: str = "    ",
) -> _Line:
    """Return the line of a layer or driver. `effect`: what becomes of it, and why."""
    outcome, reason = effect
    return _Line(first_prefix, next_prefix, name, outcome, reason, choose_tone(component, outcome))


def _make_driver_lines(report: LoaderReport) -> Iterator[_Line]:
    last = len(report.drivers) - 1
    for index, driver in enumerate(report.drivers):
        first_prefix, next_prefix = (" └─ ", "    ") if index == last else (" ├─ ", " │  ")
        name = get_base_name(driver.file)
        effect = find_effective_outcome(driver, report)
        yield _make_line(driver, name, effect, first_prefix, next_prefix)


def _print_line(line: _Line, column: int, output: Output) -> None:
    """Print name, verdict and reason in columns. A long reason continues on the next line."""
    indent = column + _COLUMN_GAP + WORD_WIDTH
    reasons = wrap(plain(line.reason), output.width - indent)
    name = plain(line.name)
    # A name that is too long has its line alone.
    if len(line.first_prefix) + len(name) > column:
        output.line(line.first_prefix + output.paint(name, "strong"))
        head = line.next_prefix.ljust(column)
    else:
        padding = " " * (column - len(line.first_prefix) - len(name))
        head = line.first_prefix + output.paint(name, "strong") + padding
    verdict_word = output.paint(render_outcome(line.outcome).ljust(WORD_WIDTH), line.tone)
    output.line(f"{head}{' ' * _COLUMN_GAP}{verdict_word}{reasons[0]}".rstrip())
    for continuation in reasons[1:]:
        output.line(line.next_prefix.ljust(indent) + continuation)


def _describe_loader(report: LoaderReport) -> str:
    """Return the line about the loader, with a note on its version number."""
    note = report.profile.number_note
    return f"{_name_loader(report)} ({note})" if note else _name_loader(report)


def _name_loader(report: LoaderReport) -> str:
    """Return the loader's version and path, or the version that is assumed without one."""
    profile, opened_loader = report.profile, report.opened_loader
    if not profile.library and opened_loader is None:
        return tr(
            "Loader {version} (no loader found; the result is predicted for this version)",
            version=profile.version_text,
        )
    if not profile.library:
        return tr(
            "Loader {version} (no {bits}-bit loader found; the result is predicted for "
            "this version)",
            version=profile.version_text,
            bits=profile.pointer_bits,
        )
    path = plain(profile.library)
    if opened_loader is None or opened_loader.library is None:
        loader_text = f"{profile.title}  {path}"
        if profile.is_version_known:
            return loader_text
        return (
            f"{loader_text} ({tr('predicted for loader {version}', version=profile.version_text)})"
        )
    return tr(
        "Loader {path}, {version}, {bits}-bit: {reason}",
        path=path,
        version=profile.version_told,
        bits=profile.pointer_bits,
        reason=render_short_reason(opened_loader),
    )


def _explain_loader(report: LoaderReport) -> Iterator[str]:
    """Yield why the program gets this loader, if that is not obvious."""
    opened_loader = report.opened_loader
    if opened_loader is None or (
        opened_loader.is_certain and not opened_loader.runs_windows_programs
    ):
        return
    yield explain_opened_loader(opened_loader)
    for line in render_other_loaders(opened_loader):
        yield tr("or {line}", line=line)


def _list_other_loaders(report: LoaderReport) -> Iterator[str]:
    """Yield a line for each further installed loader."""
    tried_paths = (
        ()
        if report.opened_loader is None
        else (rejected_loader.path for rejected_loader in report.opened_loader.other_loaders)
    )
    named_paths = {report.profile.library, *tried_paths}
    for loader in report.loaders:
        if loader.library not in named_paths:
            yield tr(
                "also installed: {path}, {version}, {bits}-bit",
                path=loader.library,
                version=loader.version_text,
                bits=loader.pointer_bits,
            )


def render_severity_label(severity: Severity, output: Output) -> str:
    """Return the word for a severity in its color, as wide as the longest of them."""
    return output.paint(SEVERITY_WORDS[severity].ljust(SEVERITY_WIDTH), SEVERITY_TONES[severity])


def _print_problems(problems: tuple[Problem, ...], output: Output) -> None:
    if not problems:
        return
    output.line()
    output.line(output.paint(tr("Problems"), "strong"))
    for problem in problems:
        label = render_severity_label(problem.severity, output)
        text = f"{problem.title}. {problem.consequence}".strip()
        lines = wrap(plain(text), output.width - SEVERITY_WIDTH - 2)
        output.line(f" {label} {lines[0]}")
        for continuation in lines[1:]:
            output.line(" " * (SEVERITY_WIDTH + 2) + continuation)
        if problem.file:
            location = (
                tr("{file}, line {line}", file=problem.file, line=problem.line)
                if problem.line
                else problem.file
            )
            output.line(" " * (SEVERITY_WIDTH + 2) + output.paint(plain(location), "faint"))
