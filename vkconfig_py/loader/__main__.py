"""python -m vkconfig_py.loader: print the report for this machine."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.argument_parser import Parser
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.options import (
    add_report,
    assume_application,
    find_misplaced,
    what_if_of,
)
from vkconfig_py.loader.api.what_if import assume_machine, assumption_notes, find_executed_file
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import TYPE_CHECKING, Any
from vkconfig_py.loader.base.verdicts import Reason, Verdict
from vkconfig_py.loader.explain.sentences import create_sentence, sentence, severity_word, word
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.platforms.rules import PlatformRules, rules_of
from vkconfig_py.loader.profiles.profile import LoaderProfile, printable
from vkconfig_py.loader.rules.loader_report import LoaderReport

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from vkconfig_py.loader.api.optional_parts import PlatformReport
    from vkconfig_py.loader.api.options import FindRequests
    from vkconfig_py.loader.api.what_if import FindStart


def main(arguments: Sequence[str] | None = None) -> int:
    """Run discovery as the options say and print the report."""
    options = parse(arguments)
    report = look(options)
    if isinstance(report, LoaderReport):
        text = render_json(report) if options.json else render_text(report)
    else:
        text = _render_platform(report, as_json=options.json)
    # A pipe may be ASCII, and a manifest may hold bytes that are not UTF-8.
    return _print(text.encode("ascii", "backslashreplace").decode())


def parse(arguments: Sequence[str] | None) -> Namespace:
    """Parse the options of a report; exits with 2 on errors."""
    parser = Parser(prog="python -m vkconfig_py.loader")
    add_report(parser)
    return parser.parse_args(arguments)


def _print(text: str) -> int:
    """Print to standard output; return 0 if everything was written."""
    if sys.stdout is None:  # the reader closed the pipe
        return 1
    try:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    except OSError as refused:
        # Without this the interpreter would try to flush the rest at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.stderr.write(
            tr("the output could not be written: {reason}", reason=refused.strerror) + "\n"
        )
        return 1
    return 0


def look(
    options: Namespace,
    *,
    host: Host | None = None,
    profile: LoaderProfile | None = None,
    find_start: FindStart = find_executed_file,
    find_requests: FindRequests | None = None,
) -> LoaderReport | PlatformReport:
    """Run discovery as the options of add_report say.

    `host` and `profile` replace this machine and its loader. `find_start` determines the executable
    that a program path finally runs (a wrapper script may start another one), `find_requests` what
    that is known to ask of its loader, with a sentence on it.
    """
    parser: ArgumentParser = options.parser
    host = host or Host.current()
    rules = rules_of(options.platform or host.platform)
    if misplaced := find_misplaced(options, is_device=not rules.has_manifests):
        parser.error(misplaced)
    if not rules.has_manifests or (rules.manifest_service and options.root):
        platform_report: PlatformReport = _ask_part("report --platform", parser, options, rules)
        return platform_report
    if options.registry is not None:
        host, profile = _exported(options, rules, parser)
    elif options.platform not in (None, host.platform):
        if lacking := _lacking(options, rules):
            parser.error(lacking)
        # Neither variables nor program of this machine are those of the other one.
        host = Host({}, options.platform, machine=host.machine)
    report = examine(
        options,
        host,
        profile,
        find_start=find_start,
        find_requests=find_requests,
        with_remedies=options.json,
    )
    return _probed(report) if options.probe else report


def examine(
    options: Namespace,
    host: Host,
    profile: LoaderProfile | None = None,
    installed: tuple[LoaderProfile, ...] | None = None,
    find_start: FindStart = find_executed_file,
    find_requests: FindRequests | None = None,
    *,
    with_remedies: bool = True,
) -> LoaderReport:
    """Run discovery from files and variables as the parsed options say, and find problems."""
    # Imported late: --help does not need the engine.
    from vkconfig_py.loader.lint.linter import lint

    what_if = what_if_of(options)
    host, profile, installed, opened = assume_machine(what_if, host, profile, installed, find_start)
    application, note = assume_application(options, host, find_requests)
    for one in filter(None, (*assumption_notes(what_if, host), note)):
        sys.stderr.write(f"{one}\n")
    cache = DocumentCache()
    report = discover(host, application, profile, cache, with_remedies=with_remedies)
    # With an assumed version no other installed loaders are considered.
    loaders = () if what_if.version else installed
    problems = lint(report, cache, loaders)
    return report._replace(problems=problems, loaders=installed, opened=opened)


def _lacking(options: Namespace, rules: PlatformRules) -> str:
    """Return what a report about another system cannot do without, as a sentence, or ""."""
    if rules.has_registry:
        return tr(
            "--platform {platform} needs --registry FILE.reg, an export of its registry",
            platform=options.platform,
        )
    if not options.root:
        return tr(
            "--platform {platform} needs --root DIR, the folder with its files",
            platform=options.platform,
        )
    return ""


def _exported(
    options: Namespace, rules: PlatformRules, parser: ArgumentParser
) -> tuple[Host, LoaderProfile | None]:
    """Return the machine of a registry export, with the program that the options describe."""
    if options.platform is not None and not rules.has_registry:
        parser.error(tr("--registry is for a Windows machine"))
    # A path of the other machine: nothing is started or looked up here.
    program, options.app_path, options.platform = options.app_path, None, None
    root, options.root = options.root, None
    machine, profile = _ask_part(
        "report --registry",
        parser,
        (options.registry,),
        root or "",
        options.pointer_bits or 64,
        program or "",
    )
    for note in machine.notes:
        sys.stderr.write(f"{printable(note)}\n")
    return machine.host, profile


def _ask_part(words: str, parser: ArgumentParser, *arguments: object) -> Any:
    """Call what an optional part adds for these words of the command line."""
    from vkconfig_py.loader.api.optional_parts import (
        MissingPartError,
        OpenMachineError,
        find_function,
    )

    try:
        return find_function(words)(*arguments)
    except (MissingPartError, OpenMachineError) as refused:
        parser.error(str(refused))


def _render_platform(report: PlatformReport, *, as_json: bool) -> str:
    if as_json:
        return dump_json(report.document)
    client = report.client
    return report.text if client is None else f"{report.text}\n\n{render_text(client)}"


def _probed(report: LoaderReport) -> LoaderReport:
    from vkconfig_py.loader.api.probed_report import with_probe
    from vkconfig_py.loader.probe.console_probe import probe_for_command

    results = probe_for_command(report, Host.current().environment)
    if results.refusal:
        sys.stderr.write(f"{results.refusal}\n")
    return with_probe(report, results)


def render_json(report: LoaderReport) -> str:
    """Return the report as one JSON object in printable ASCII."""
    from vkconfig_py.loader.api.report_json import stamped_json

    return dump_json(stamped_json(report))


def dump_json(found: dict[str, Any]) -> str:
    """Return a JSON object in printable ASCII."""
    return json.dumps(found, indent=1).replace("\x7f", "\\u007f")


def render_text(report: LoaderReport) -> str:
    if report.profile.library:
        loader = report.profile.title
    else:
        loader = tr(
            "Loader {version} (none is installed; this is how that version would decide)",
            version=report.profile.version_text,
        )
    none = [f"  {tr('none')}"]
    lines = [f"{loader}, vkCreateInstance: {create_sentence(report)}", ""]
    lines.append(tr("Call chain, application side first"))
    lines += [f"  {i}. {x.manifest.name}" for i, x in enumerate(report.callstack, 1)] or none
    lines += ["", tr("Layers")]
    lines += [_line(x.name, x.verdict, report) for x in report.found] or none
    lines += ["", tr("Drivers")]
    lines += [_line(x.file, x.verdict, report) for x in report.drivers] or none
    lines += _device_lines(report)
    lines += _registry_lines(report)
    if report.problems:
        lines += ["", tr("Problems")]
        lines += [
            f"  {severity_word(x.severity)}: {x.title}. {x.consequence}" for x in report.problems
        ]
    return "\n".join(map(printable, lines))


def _device_lines(report: LoaderReport) -> list[str]:
    devices = report.devices
    if devices is None:
        return []
    if isinstance(devices, str):
        return ["", tr("Devices"), "  " + tr("none: {result}", result=devices)]
    return ["", tr("Devices"), *(f"  {i}. {x.name}, {x.type}" for i, x in enumerate(devices))]


def _registry_lines(report: LoaderReport) -> list[str]:
    """Return the registered manifests with their keys, and why some are not in the list."""
    if not rules_of(report.host.platform).has_registry:
        return []
    lines = []
    for search in (report.implicit_search, report.explicit_search, report.driver_search):
        for path, source in zip(search.paths, search.sources, strict=True):
            lines.append(f"  {path}  {source}")
    left_out = (x for x in report.verdicts if x.reason is Reason.REGISTRY_LEFT_OUT)
    lines += [_line(x.subject, x, report) for x in left_out]
    return ["", tr("Registered or named by variables"), *(lines or [f"  {tr('none')}"])]


def _line(name: str, verdict: Verdict, report: LoaderReport) -> str:
    return f"  {name}  {word(verdict.outcome)}: {sentence(verdict, report)}"


if __name__ == "__main__":
    sys.exit(main())
