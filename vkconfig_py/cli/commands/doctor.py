"""doctor: is everything well with Vulkan on this machine? One line for each check."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib.util import find_spec

from vkconfig_py.cli.arguments import CommandParser, add_json
from vkconfig_py.cli.commands.probe import render_health
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.display import find_display_problem
from vkconfig_py.cli.known_problems import make_selected_request
from vkconfig_py.cli.moments import look_at
from vkconfig_py.cli.output import Exit, Output, plain, wrap
from vkconfig_py.cli.workspace import load
from vkconfig_py.language.sentences import counted, join_words, tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.probed_report import add_probe_results
from vkconfig_py.loader.base.device_values import DeviceSummary
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Severity
from vkconfig_py.loader.explain.loader_words import render_obstacle
from vkconfig_py.loader.explain.verdict_sentences import render_create_result
from vkconfig_py.loader.files.binaries import find_obstacle
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.probe.console_probe import probe_for_command
from vkconfig_py.loader.probe.probe_run import SELECT_EVERYTHING
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.wire.jobs import State
from vkconfig_py.loader.wire.results import Probed, ProbeResults
from vkconfig_py.model.apply.found_overrides import FoundOverride, find_overrides, render_origin
from vkconfig_py.model.apply.verify import verify_report
from vkconfig_py.model.problems.actionable import lint_request
from vkconfig_py.model.problems.summary import group_similar, make_title

_SIGN_BY_STATUS = {"ok": "✓", "warn": "!", "error": "✗"}
_NOT_INSTALLED = tr("PySide6 is not installed, so the window cannot open; commands do not need Qt.")


class CheckResult(NamedTuple):
    """The result of one check.

    Attributes:
        state: "ok", "warn" (something to know) or "error" (something does not work).
        next_step: the command that tells more, or "".
    """

    name: str
    state: str
    sentence: str
    next_step: str = ""


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py doctor": "",
        "vkconfig-py doctor --quick": tr("read files only; do not load libraries"),
    }
    parser.exit_codes[Exit.FAILED] = tr("a check failed")
    add_json(parser)
    parser.add_argument(
        "--quick",
        action="store_true",
        help=tr("do not load drivers and layers or run the real loader"),
    )


def run(options: argparse.Namespace, output: Output) -> int:
    with open_machine() as machine:
        checks = tuple(_run_checks(machine, output, opens=not options.quick))
    for check in checks:
        mark = output.paint(_SIGN_BY_STATUS[check.state], check.state)
        next_step = f" ({check.next_step})" if check.next_step else ""
        lines = wrap(f"{plain(check.sentence)}{next_step}", output.width - 4)
        output.line(f" {mark}  {lines[0]}")
        for line in lines[1:]:
            output.line(f"    {line}")
    is_healthy = all(check.state != "error" for check in checks)
    output.outcome({"checks": [_check_to_json(check) for check in checks]}, 0 if is_healthy else 1)
    return Exit.OK if is_healthy else Exit.FAILED


def _check_to_json(check: CheckResult) -> dict[str, str]:
    name, state, sentence, next_step = check
    return {"name": name, "state": state, "sentence": sentence, "next": next_step}


def _run_checks(machine: Machine, output: Output, *, opens: bool) -> Iterator[CheckResult]:
    """Yield the result of each check.

    `opens`: drivers and layers are loaded, in child processes.
    """
    report = discover(machine.host, profile=machine.profile, cache=machine.cache)
    yield _check_loader(report)
    results = None
    if opens and report.profile.library:
        results = probe_for_command(
            report, Host.read_current().environment, SELECT_EVERYTHING, ignores_cache=False
        )
    if results is not None and not results.refusal:
        report = add_probe_results(report, results)
        yield _check_libraries("driver", results.drivers)
        yield _check_libraries("layer", results.layers)
    elif not report.drivers:
        yield CheckResult("drivers", "error", tr("No driver is installed."), "vkconfig-py problems")
    if report.profile.library:
        yield _check_instance(report, results)
        if opens:
            yield _check_real_loader(report)
    overrides = find_overrides(report, machine.paths)
    look_at(machine, report, overrides)
    yield _check_overrides(overrides)
    yield _check_problems(machine, output)
    yield _check_configurations(machine, output)
    yield _check_window(machine.host)


def _check_loader(report: LoaderReport) -> CheckResult:
    """Check that a Vulkan loader is installed."""
    profile = report.profile
    if not profile.library:
        path = find_obstacle(report.host)
        text = tr(
            "No Vulkan loader is installed, so only programs that bundle a loader can use Vulkan."
        )
        if path:
            text = render_obstacle(path)
        return CheckResult("loader", "error", text, "vkconfig-py problems")
    return CheckResult(
        "loader",
        "ok",
        tr("{loader} is installed: {path}", loader=profile.title, path=profile.library),
    )


def _check_libraries(kind: str, libraries: Sequence[Probed]) -> CheckResult:
    """Check that the probed libraries work. `kind`: "driver" or "layer"."""
    failing_results = [
        probe_result for probe_result in libraries if probe_result.health.state is not State.HEALTHY
    ]
    is_driver = kind == "driver"
    if not libraries:
        text = tr("No drivers are used.") if is_driver else tr("No layers are used.")
        return CheckResult(f"{kind}s", "error" if is_driver else "ok", text)
    failures = join_words(
        [
            f"{result.name or get_base_name(result.manifest)} ({render_health(result.health)})"
            for result in failing_results
        ]
    )
    text = _describe_working(
        len(libraries) - len(failing_results), len(libraries), failures, is_driver=is_driver
    )
    if not failing_results:
        return CheckResult(f"{kind}s", "ok", text)
    state = "error" if is_driver and len(failing_results) == len(libraries) else "warn"
    return CheckResult(f"{kind}s", state, text, "vkconfig-py probe")


def _describe_working(
    working_count: int, number: int, failing_text: str, *, is_driver: bool
) -> str:
    """Return how many of the drivers or layers work, and which do not."""
    if is_driver and not failing_text:
        return counted(
            "{works} of {n} drivers work.",
            "{works} of {n} driver works.",
            number,
            works=working_count,
        )
    if is_driver:
        return counted(
            "{works} of {n} drivers work. Not working: {names}.",
            "{works} of {n} driver works. Not working: {names}.",
            number,
            works=working_count,
            names=failing_text,
        )
    if not failing_text:
        return counted(
            "{works} of {n} layers work.",
            "{works} of {n} layer works.",
            number,
            works=working_count,
        )
    return counted(
        "{works} of {n} layers work. Not working: {names}.",
        "{works} of {n} layer works. Not working: {names}.",
        number,
        works=working_count,
        names=failing_text,
    )


def _check_instance(report: LoaderReport, results: ProbeResults | None) -> CheckResult:
    """Check that programs can create an instance and get devices.

    `results`: None without probes.
    """
    if report.create_result != "VK_SUCCESS":
        reason = render_create_result(report)
        text = tr("Programs cannot create a Vulkan instance: {reason}.", reason=reason)
        return CheckResult("instance", "error", text, "vkconfig-py problems")
    devices = report.devices
    if results is None or not isinstance(devices, tuple):
        return CheckResult("instance", "ok", _describe_instance(report, None))
    return CheckResult(
        "instance", "ok" if devices else "error", _describe_instance(report, devices)
    )


def _describe_instance(report: LoaderReport, devices: Sequence[DeviceSummary] | None) -> str:
    """Return what a program gets from vkCreateInstance, with the devices if they are known."""
    layers = join_words([active_layer.manifest.name for active_layer in report.callstack])
    if devices is None:
        if not layers:
            return tr("Programs get an instance without layers.")
        return tr("Programs get an instance with {layers}.", layers=layers)
    if not devices:
        if not layers:
            return tr("Programs get an instance without layers, and it has no devices.")
        return tr("Programs get an instance with {layers}, but it has no devices.", layers=layers)
    names = join_words([device.name for device in devices])
    if not layers:
        return tr("Programs get an instance without layers and can use {devices}.", devices=names)
    return tr(
        "Programs get an instance with {layers} and can use {devices}.",
        layers=layers,
        devices=names,
    )


def _check_real_loader(report: LoaderReport) -> CheckResult:
    """Check that the installed loader does what is predicted."""
    verification = verify_report(report)
    if verification.agreed:
        return CheckResult("prediction", "ok", tr("The real loader matches the prediction."))
    state = "error" if verification.checked else "warn"
    return CheckResult("prediction", state, verification.difference, "vkconfig-py verify")


def _check_overrides(overrides: Sequence[FoundOverride]) -> CheckResult:
    """Check whether overrides of other programs affect layers."""
    relevant_overrides = [
        override
        for override in overrides
        if override.is_own or override.is_valid or override.is_expired
    ]
    foreign_overrides = [override for override in relevant_overrides if not override.is_own]
    if not relevant_overrides:
        return CheckResult("overrides", "ok", tr("No override affects layers on this machine."))
    if not foreign_overrides:
        return CheckResult(
            "overrides",
            "ok",
            tr("All overrides that affect layers come from vkconfig-py."),
            "vkconfig-py status",
        )
    leftover_overrides = [override for override in foreign_overrides if override.is_expired]
    active_overrides = [override for override in foreign_overrides if not override.is_expired]
    sentences = []
    if leftover_overrides:
        sentences.append(
            counted(
                "{n} overrides were left behind: {files}.",
                "{n} override was left behind: {files}.",
                len(leftover_overrides),
                files=_list_files(leftover_overrides),
            )
        )
    if active_overrides:
        sentences.append(
            counted(
                "{n} overrides from other tools are active: {files}.",
                "{n} override from another tool is active: {files}.",
                len(active_overrides),
                files=_list_files(active_overrides),
            )
        )
    return CheckResult("overrides", "warn", " ".join(sentences), "vkconfig-py status --overrides")


def _list_files(overrides: Sequence[FoundOverride]) -> str:
    """Return the files of overrides with their owners, in one line."""
    return join_words(
        [
            tr("{path} from {owner}", path=override.path, owner=render_origin(override.owner))
            for override in overrides
        ]
    )


def _check_problems(machine: Machine, output: Output) -> CheckResult:
    """Check that manifests, settings files and variables have no errors or warnings."""
    request = make_selected_request(machine, output)
    problems = [
        diagnostic.problem for diagnostic in lint_request(request, machine.loaders, machine.cache)
    ]
    errors = sum(problem.severity is Severity.ERROR for problem in problems)
    warnings = sum(problem.severity is Severity.WARNING for problem in problems)
    if not errors and not warnings:
        return CheckResult(
            "problems", "ok", tr("No problems found in manifests, settings files and variables.")
        )
    parts = [counted("{n} errors", "{n} error", errors)] if errors else []
    parts += [counted("{n} warnings", "{n} warning", warnings)] if warnings else []
    state = "error" if errors else "warn"
    serious_problems = [problem for problem in problems if problem.severity is not Severity.NOTE]
    first_problem, *similar_problems = group_similar(serious_problems, lambda problem: problem)[0]
    text = tr(
        "{errors} in manifests, settings files and variables, for example: {problem}.",
        errors=join_words(parts),
        problem=make_title(first_problem, len(similar_problems)),
    )
    return CheckResult("problems", state, text, "vkconfig-py problems")


def _check_configurations(machine: Machine, output: Output) -> CheckResult:
    """Check that the user's configurations are readable."""
    load_result = load(machine, output)
    if load_result.problems:
        return CheckResult("configurations", "error", load_result.problems[0].sentence)
    number = len(load_result.workspace.configurations)
    text = counted("{n} configurations are readable.", "{n} configuration is readable.", number)
    return CheckResult("configurations", "ok", text)


def _check_window(host: Host) -> CheckResult:
    """Check that PySide6 and a display are there for the window."""
    spec = None
    with suppress(ModuleNotFoundError):  # of whoever hides it
        spec = find_spec("PySide6")
    if spec is None:
        return CheckResult("window", "warn", _NOT_INSTALLED)
    problem = find_display_problem(host)
    return CheckResult(
        "window",
        "warn" if problem else "ok",
        problem or tr("The vkconfig-py window can be opened."),
    )
