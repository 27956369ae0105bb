"""python -m vkconfig_py.loader: the command show, which needs the standard library alone."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Sequence

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.argument_parser import Parser
from vkconfig_py.loader.api.optional_parts import PlatformReport
from vkconfig_py.loader.api.report_json import make_stamped_json
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.base.verdicts import Reason, Verdict
from vkconfig_py.loader.commands import add_report, make_report
from vkconfig_py.loader.explain.verdict_sentences import (
    render_create_result,
    render_outcome,
    render_severity,
    render_verdict,
)
from vkconfig_py.loader.platforms.rules import get_platform_rules
from vkconfig_py.loader.profiles.profile import escape_unprintable
from vkconfig_py.loader.rules.loader_report import LoaderReport


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the report that the options request. Return the exit status."""
    options = parse(arguments)
    report = make_report(options)
    if isinstance(report, LoaderReport):
        text = render_json(report) if options.json else render_text(report)
    else:
        text = _render_platform(report, as_json=options.json)
    # A pipe may be ASCII, and a manifest may hold bytes that are not UTF-8.
    return _print(text.encode("ascii", "backslashreplace").decode())


def parse(arguments: Sequence[str] | None) -> Namespace:
    """Parse the options of a report. Exit with status 2 on errors."""
    parser = Parser(prog="python -m vkconfig_py.loader")
    add_report(parser)
    return parser.parse_args(arguments)


def _print(text: str) -> int:
    """Print to standard output. Return the exit status, 0 if everything was written."""
    if sys.stdout is None:  # the reader closed the pipe
        return 1
    try:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    except OSError as error:
        # Without this the interpreter would try to flush the rest at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.stderr.write(tr("cannot write the output: {reason}", reason=error.strerror) + "\n")
        return 1
    return 0


def _render_platform(report: PlatformReport, *, as_json: bool) -> str:
    """Render the report on a device without manifests, as text or JSON."""
    if as_json:
        return dump_json(report.document)
    program_report = report.program_report
    return (
        report.text if program_report is None else f"{report.text}\n\n{render_text(program_report)}"
    )


def render_json(report: LoaderReport) -> str:
    """Return the report as one JSON object in printable ASCII."""
    return dump_json(make_stamped_json(report))


def dump_json(document: dict[str, Any]) -> str:
    """Return a JSON object in printable ASCII."""
    return json.dumps(document, indent=1).replace("\x7f", "\\u007f")


def render_text(report: LoaderReport) -> str:
    """Render a report as the text that "show" prints."""
    if report.profile.library:
        loader = report.profile.title
    else:
        loader = tr(
            "Loader {version} (no loader found; the result is predicted for this version)",
            version=report.profile.version_text,
        )
    none_line = [f"  {tr('none')}"]
    lines = [f"{loader}, vkCreateInstance: {render_create_result(report)}", ""]
    lines.append(tr("Call chain, application first"))
    lines += [
        f"  {i}. {entry.manifest.name}" for i, entry in enumerate(report.callstack, 1)
    ] or none_line
    lines += ["", tr("Layers")]
    lines += [
        _render_line(entry.name, entry.verdict, report) for entry in report.found_layers
    ] or none_line
    lines += ["", tr("Drivers")]
    lines += [
        _render_line(entry.file, entry.verdict, report) for entry in report.drivers
    ] or none_line
    lines += _render_devices(report)
    lines += _render_registry(report)
    if report.problems:
        lines += ["", tr("Problems")]
        lines += [
            f"  {render_severity(entry.severity)}: {entry.title}. {entry.consequence}"
            for entry in report.problems
        ]
    return "\n".join(map(escape_unprintable, lines))


def _render_devices(report: LoaderReport) -> list[str]:
    """Render the lines about the devices of a report, [] if they were not probed."""
    devices = report.devices
    if devices is None:
        return []
    if isinstance(devices, str):
        return ["", tr("Devices"), "  " + tr("no devices: {result}", result=devices)]
    return [
        "",
        tr("Devices"),
        *(f"  {i}. {device.name}, {device.type}" for i, device in enumerate(devices)),
    ]


def _render_registry(report: LoaderReport) -> list[str]:
    """Render the manifests in the registry with their keys, and why some are left out."""
    if not get_platform_rules(report.host.platform).has_registry:
        return []
    lines = []
    for search in (report.implicit_search, report.explicit_search, report.driver_search):
        for path, source in zip(search.paths, search.sources, strict=True):
            lines.append(f"  {path}  {source}")
    left_out_text = (
        verdict for verdict in report.verdicts if verdict.reason is Reason.REGISTRY_LEFT_OUT
    )
    lines += [_render_line(verdict.subject, verdict, report) for verdict in left_out_text]
    return [
        "",
        tr("Manifests found through the registry or variables"),
        *(lines or [f"  {tr('none')}"]),
    ]


def _render_line(name: str, verdict: Verdict, report: LoaderReport) -> str:
    """Render the line of a layer or driver with its verdict."""
    return f"  {name}  {render_outcome(verdict.outcome)}: {render_verdict(verdict, report)}"


if __name__ == "__main__":
    sys.exit(main())
