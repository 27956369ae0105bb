"""Problems of settings files that one layer reads, such as MangoHud.conf and vkBasalt.conf."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from functools import partial

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.verdicts import Outcome, Problem, Severity
from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.loader.rules.loader_report import FoundLayer, LoaderReport
from vkconfig_py.model.configuration.configuration import Target
from vkconfig_py.model.formats.fx_preprocessor import ReadFile
from vkconfig_py.model.formats.layer_files import (
    LayerSettingsFile,
    parse_layer_file,
    read_lines,
    unknown_setting,
)
from vkconfig_py.model.formats.own_files import faults_of
from vkconfig_py.model.layer_settings.checks import display_text
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, Setting
from vkconfig_py.model.layer_settings.described_layers import description_of
from vkconfig_py.model.layer_settings.effects import EFFECTS
from vkconfig_py.model.layer_settings.mangohud_values import ValueFault, find_value_faults
from vkconfig_py.model.layer_settings.own_file import OwnFile, UnreadReason, shown_path
from vkconfig_py.model.layer_settings.own_notes import named_in_vain, version_note
from vkconfig_py.model.layer_settings.own_places import at_release
from vkconfig_py.model.plan.inventory import Declaration, find_declaration
from vkconfig_py.model.plan.users_file import read_file_of, read_in
from vkconfig_py.model.problems.lint_layer_settings import LintProblem

EFFECT_ENDS = "effect-ends-program"
VALUE_ENDS = "value-ends-program"
NAMED_IN_VAIN = "settings-file-named-in-vain"


def lint_layer_file(
    path: str, content: bytes, layer: DeclaredLayer, read: ReadFile
) -> Iterator[LintProblem]:
    """Lines that a layer does not know or read, and what ends programs."""
    parsed = parse_layer_file(path, content, layer, read)
    ending = set()
    for fault in faults_of(layer, content, lambda file: read(file) is not None):
        lines = parsed.file.values
        said = lines.get(fault.name) or lines.get(EFFECTS)
        line = said.line if said else 0
        ending.add(line)
        code = VALUE_ENDS if isinstance(fault, ValueFault) else EFFECT_ENDS
        yield LintProblem(Severity.ERROR, code, path, line, f"{fault.reason}.")
    yield from (one for one in _lines(path, parsed) if one.line not in ending)


def _lines(path: str, parsed: LayerSettingsFile) -> Iterator[LintProblem]:
    layer, file = parsed.layer, parsed.file._replace(release=parsed.own.release)
    for line in read_lines(parsed):
        number = line.said.line
        if line.setting is None:
            said = unknown_setting(layer, line.key)
            yield LintProblem(Severity.WARNING, "setting-unknown", path, number, said)
            continue
        if line.reason:
            used = display_text(line.setting, line.value)
            said = f"{line.key}: {line.reason}"
            if used != line.said.text:
                said = tr(
                    "{setting}: {reason} The layer uses {used}.",
                    setting=line.key,
                    reason=line.reason,
                    used=used or tr("nothing"),
                )
            yield LintProblem(Severity.WARNING, "setting-value", path, number, said)
        if (told := _of_version(line.setting, file)) is not None:
            yield LintProblem(Severity.WARNING, "setting-version", path, number, told)


def _of_version(setting: Setting, file: OwnFile) -> str | None:
    note = version_note(setting, file)
    return f"{setting.own_name}: {note.text}" if note is not None else None


def find_file_problems(report: LoaderReport, cache: DocumentCache) -> Iterator[Problem]:
    """Problems of the files that layers of a machine read in a program."""
    scanner = Scanner(report.host, cache)
    seen: set[str] = set()
    for found in report.found:
        described = description_of(found.name) if found.manifest is not None else None
        if described is None or described.own is None or not described.own.has_file:
            continue
        declared = find_declaration(Declaration(found.file, found.name), scanner)
        if declared is None or declared.own is None:
            continue
        layer = at_release(declared, report.host)
        for problem in _of_layer(layer, found, report.host, scanner):
            if problem.detail not in seen:  # copies of a layer read one file
                seen.add(problem.detail)
                yield problem


def _of_variable(layer: DeclaredLayer, file: OwnFile, *, loads: bool) -> Iterator[Problem]:
    """What a layer does not know in the variable with its settings, and what ends programs."""
    own = layer.own
    assert own is not None
    if not own.overrides:
        return
    said = {name: one.text for name, one in file.values.items() if one.variable == own.overrides}
    for fault in find_value_faults(layer, said):
        title = tr("{variable} has a value that ends programs", variable=own.overrides)
        severity = Severity.ERROR if loads else Severity.WARNING
        told = f"{fault.reason}."
        yield Problem(severity, VALUE_ENDS, title, told, detail=f"{own.overrides} {told}")
    known = [one.own_name for one in layer.walk()]
    for name in said:
        if name not in known and name not in own.other_names:
            title = tr(
                "{variable} has a setting that {layer} does not know",
                variable=own.overrides,
                layer=layer.name,
            )
            told = unknown_setting(layer, name)
            detail = f"{own.overrides} {name}"
            yield Problem(Severity.WARNING, "setting-unknown", title, told, detail=detail)


def _of_layer(
    layer: DeclaredLayer, found: FoundLayer, host: Host, scanner: Scanner
) -> Iterator[Problem]:
    own = layer.own
    assert own is not None
    file = read_file_of(layer, host, Target())
    loads = found.verdict.outcome is Outcome.LOADS
    if file.unread in (UnreadReason.NAMED_MISSING, UnreadReason.NAMED_NOTHING):
        title = tr("{variable} names no file that is there", variable=own.variable)
        told = named_in_vain(own, file)
        yield Problem(Severity.WARNING, NAMED_IN_VAIN, title, told, detail=own.variable)
    yield from _of_variable(layer, file, loads=loads)
    content = scanner.read(file.path) if file.path else None
    if content is None:
        return
    shown = shown_path(file.path, host.plain_env("HOME") or "")
    for finding in lint_layer_file(file.path, content, layer, partial(read_in, scanner, host)):
        severity = Severity.WARNING
        if finding.code == EFFECT_ENDS:
            title = tr("{file} has an effect that ends programs", file=shown)
        elif finding.code == VALUE_ENDS:
            title = tr("{file} has a value that ends programs", file=shown)
        else:
            title = tr("{file} has a line that {layer} does not read", file=shown, layer=layer.name)
        if loads and finding.code in (EFFECT_ENDS, VALUE_ENDS):
            severity = Severity.ERROR
        yield Problem(
            severity,
            finding.code,
            title,
            finding.sentence,
            finding.file,
            finding.line,
            detail=posixpath.join(finding.file, f"{finding.line} {finding.sentence}"),
        )
