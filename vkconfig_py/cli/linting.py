"""lint: what is wrong with files, wherever they lie, for those who write them."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from vkconfig_py.cli.exits import Exit
from vkconfig_py.cli.output import Output, plain, wrap
from vkconfig_py.loader.host import Host
from vkconfig_py.loader.verdicts import Severity
from vkconfig_py.model.linting import Finding, lint_file
from vkconfig_py.model.schemas import DocumentKind
from vkconfig_py.model.writers.sarif import render_sarif

KINDS = {
    "layer": DocumentKind.LAYER,
    "driver": DocumentKind.DRIVER,
    "loader-settings": DocumentKind.LOADER_SETTINGS,
    "configuration": DocumentKind.CONFIGURATION,
}
_TONES = {Severity.ERROR: "error", Severity.WARNING: "warn", Severity.NOTE: "faint"}
_WIDTH = 8


def run_lint(options: argparse.Namespace, output: Output) -> int:
    """Look at every file, and fail if there is something that counts."""
    findings: list[Finding] = []
    unread = False
    host = Host.current()
    kind = KINDS[options.kind] if options.kind else None
    for name in options.file:
        path = Path(name).absolute()
        try:
            content = path.read_bytes()
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "this is not a path"
            output.error(f"{name}: {reason}")
            unread = True
            continue
        findings += lint_file(str(path), content, kind=kind, strict=options.strict, host=host)
    _show(findings, options, output)
    if unread:
        return Exit.NOT_FOUND
    counts = {Severity.ERROR, *([Severity.WARNING] if options.strict else [])}
    return Exit.FAILED if any(one.severity in counts for one in findings) else Exit.OK


def _show(findings: Sequence[Finding], options: argparse.Namespace, output: Output) -> None:
    if options.sarif:
        output.line(render_sarif(findings).rstrip("\n"))
    elif options.json:
        output.line(json.dumps([_members(one) for one in findings], indent=1))
    elif findings:
        for finding in findings:
            _list(finding, output)
    else:
        output.line("Nothing is wrong." if len(options.file) == 1 else "Nothing is wrong in them.")


def _members(finding: Finding) -> dict[str, object]:
    return {**finding._asdict(), "severity": finding.severity.value}


def _list(finding: Finding, output: Output) -> None:
    label = output.paint(finding.severity.value.ljust(_WIDTH), _TONES[finding.severity])
    place = f"{finding.file}:{finding.line}" if finding.line else finding.file
    output.line(f"{label} {plain(place)}  {output.paint(finding.code, 'faint')}")
    for line in wrap(plain(finding.sentence), output.width - _WIDTH - 1):
        output.line(f"{' ' * _WIDTH} {line}")
