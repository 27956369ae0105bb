"""Problems of a machine, with codes and remedies as values.

Everything here is read off a report: what the loader refuses, what defeats something else, what
has no effect. A code is the value of a Reason wherever one exists.
"""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.loader.base.verdicts import (
    REMOVED,
    EditKey,
    Kind,
    Outcome,
    Problem,
    Reason,
    Remedy,
    Severity,
    Together,
    Verdict,
)
from vkconfig_py.loader.explain.sentences import sentence
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME
from vkconfig_py.loader.platforms import is_known
from vkconfig_py.loader.rules.loader_report import FoundLayer, LoaderReport
from vkconfig_py.loader.rules.ordering import INSTANCE_LAYERS
from vkconfig_py.loader.settings_file import Control, Settings

_SEVERITIES = {
    Reason.ABORTS_ALL: Severity.ERROR,
    Reason.ENDS_SEARCH: Severity.ERROR,
    Reason.CRASHES_ALL: Severity.ERROR,
    Reason.LIBRARY_CUT_SHORT: Severity.ERROR,
    Reason.DUPLICATE: Severity.NOTE,
    Reason.OTHER_MANIFEST_TYPE: Severity.NOTE,
    Reason.MATCHES_NOTHING: Severity.NOTE,
    Reason.SHADOWED: Severity.NOTE,
}
_LISTED_IN_VAIN = "The layer is listed, and a program that asks for it cannot start."
_CONSEQUENCES = {
    Reason.ABORTS_ALL: "The loader gives up: every Vulkan call of every program fails.",
    Reason.ENDS_SEARCH: "The loader stops reading: layers behind it do not exist for programs.",
    Reason.CRASHES_ALL: "The loader crashes in every program.",
    Reason.DUPLICATE: "The loader uses the copy that it finds first.",
    Reason.LIBRARY_MISSING: _LISTED_IN_VAIN,
    Reason.LIBRARY_FOREIGN: _LISTED_IN_VAIN,
    Reason.LIBRARY_NEEDS_MISSING: _LISTED_IN_VAIN,
    Reason.LIBRARY_UNLINKABLE: _LISTED_IN_VAIN,
    Reason.LIBRARY_CUT_SHORT: "Programs that load it end with a bus error.",
    Reason.OTHER_MANIFEST_TYPE: "The loader passes over the file.",
    Reason.FOLDER_UNREADABLE: "The loader skips the folder without a word.",
    Reason.SHADOWED: "The variable has no effect.",
    Reason.NOT_HONOURED: "The variable has no effect on this loader.",
    Reason.MATCHES_NOTHING: "This part of the variable has no effect.",
    Reason.TOO_MANY_TOKENS: "This part of the variable has no effect.",
}
_DRIVER_CONSEQUENCE = "The loader goes on without this driver."
_LAYER_CONSEQUENCE = "The loader goes on without this layer."
_OVERRIDE_CONSEQUENCE = "The whole override has no effect: no layer of it loads."
_QUIET = (Outcome.LOADS, Outcome.OFF, Outcome.ACTS, Outcome.UNKNOWN)
_TOLD_VARIABLES = (
    Reason.SHADOWED,
    Reason.NOT_HONOURED,
    Reason.MATCHES_NOTHING,
    Reason.TOO_MANY_TOKENS,
)


def find_problems(report: LoaderReport, settings: Settings) -> tuple[Problem, ...]:
    """Return everything wrong on the machine, worst first."""
    problems = [
        *_machine(report),
        *_settings(report, settings),
        *_layers(report),
        *_drivers(report),
        *_circumstances(report),
    ]
    ranks = list(Severity)
    return tuple(sorted(problems, key=lambda problem: ranks.index(problem.severity)))


def _machine(report: LoaderReport) -> Iterator[Problem]:
    if not is_known(report.host.platform):
        yield Problem(
            Severity.WARNING,
            "platform-unknown",
            f"The rules for {report.host.platform} are not known yet",
            "The report follows the rules for Linux.",
        )
    if not any(d.verdict.outcome in (Outcome.LOADS, Outcome.UNKNOWN) for d in report.drivers):
        yield Problem(
            Severity.ERROR,
            "no-driver",
            "No driver can be loaded",
            "vkCreateInstance fails with VK_ERROR_INCOMPATIBLE_DRIVER in every program.",
        )


def _settings(report: LoaderReport, settings: Settings) -> Iterator[Problem]:
    file = settings.file
    if not file:
        return
    if settings.reason:
        yield Problem(
            Severity.WARNING,
            "settings-file-unused",
            f"The loader settings file has no effect: {settings.reason}",
            "The loader goes on as if it were not there, and looks for no other.",
            file,
            settings.line,
        )
    overridden = any(layer.name == OVERRIDE_NAME for layer in report.found)
    if settings.hides_unlisted and overridden:
        yield Problem(
            Severity.WARNING,
            "settings-file-hides-override",
            "The loader settings file hides the override",
            "Only the layers that the settings file lists exist for programs.",
            file,
            remedy=EditKey(
                file,
                (*settings.place, "layers", len(settings.layers or ())),
                {"control": Control.UNORDERED.value},
                "add the unordered entry",
            ),
        )
    if settings.crashes:
        yield Problem(
            Severity.ERROR,
            "settings-file-crashes",
            "The loader settings file holds an off entry beside the unordered entry",
            "Loaders before 1.3.302 crash on it in every program.",
            file,
            remedy=_without_off(settings),
        )


def _without_off(settings: Settings) -> Remedy:
    """Return the edits that take each off entry out, the last one first."""
    edits = [
        EditKey(
            settings.file,
            (*settings.place, "layers", index),
            REMOVED,
            f"take the off entry of {layer.name} out",
        )
        for index, layer in enumerate(settings.layers or ())
        if layer.control is Control.OFF
    ]
    return Together(tuple(reversed(edits)))


def _layers(report: LoaderReport) -> Iterator[Problem]:
    for layer in report.found:
        # What is not reached is sound; the file in front of it is the problem.
        if layer.verdict.outcome not in _QUIET and layer.verdict.reason is not Reason.NOT_REACHED:
            yield _layer_problem(layer, report)


def _layer_problem(layer: FoundLayer, report: LoaderReport) -> Problem:
    verdict = layer.verdict
    severity = _SEVERITIES.get(verdict.reason, Severity.WARNING)
    consequence = _CONSEQUENCES.get(verdict.reason, _LAYER_CONSEQUENCE)
    if layer.name == OVERRIDE_NAME and layer.manifest is not None:
        severity, consequence = Severity.ERROR, _OVERRIDE_CONSEQUENCE
    return _problem(layer.name, layer.file, verdict, report, severity, consequence)


def _drivers(report: LoaderReport) -> Iterator[Problem]:
    for driver in report.drivers:
        verdict = driver.verdict
        if verdict.outcome in _QUIET:
            continue
        name = driver.file[driver.file.rfind("/") + 1 :]
        severity = _SEVERITIES.get(verdict.reason, Severity.WARNING)
        consequence = _DRIVER_CONSEQUENCE
        if verdict.outcome is Outcome.FAILS:
            consequence = "vkCreateInstance fails in every program."
        yield _problem(name, driver.file, verdict, report, severity, consequence)


def _circumstances(report: LoaderReport) -> Iterator[Problem]:
    for verdict in report.verdicts:
        told = verdict.reason is Reason.FOLDER_UNREADABLE or (
            verdict.kind is Kind.VARIABLE and verdict.reason in _TOLD_VARIABLES
        )
        if not told:
            continue
        severity = _SEVERITIES.get(verdict.reason, Severity.WARNING)
        if verdict.subject == INSTANCE_LAYERS:
            severity = Severity.WARNING
        consequence = _CONSEQUENCES[verdict.reason]
        yield _problem(verdict.subject, verdict.file, verdict, report, severity, consequence)


def _problem(
    name: str,
    file: str,
    verdict: Verdict,
    report: LoaderReport,
    severity: Severity,
    consequence: str,
) -> Problem:
    return Problem(
        severity,
        verdict.reason.value,
        f"{name}: {sentence(verdict, report)}",
        consequence,
        file,
        verdict.line if file == verdict.file else 0,
        verdict.remedy,
        verdict.detail,
    )
