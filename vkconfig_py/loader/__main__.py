"""python -m vkconfig_py.loader: print the report for this machine."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence

from vkconfig_py.loader.discover import discover
from vkconfig_py.loader.explaining.sentences import sentence, word
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.host import Host
from vkconfig_py.loader.installed import find_loaders, read_versions
from vkconfig_py.loader.profiles.profile import NEWEST, LoaderProfile
from vkconfig_py.loader.records import TYPE_CHECKING
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.loader.report_json import report_to_json
from vkconfig_py.loader.verdicts import Verdict

if TYPE_CHECKING:
    from vkconfig_py.loader.whatif import Hypothesis


def main(arguments: Sequence[str] | None = None) -> int:
    """Run discovery as the options say and print the report."""
    report, as_json = look(arguments)
    # A pipe may be ASCII, and a manifest may hold bytes that are not UTF-8.
    text = render_json(report) if as_json else render_text(report)
    return _print(text.encode("ascii", "backslashreplace").decode())


def _print(text: str) -> int:
    """Return 0 if all of it was taken."""
    if sys.stdout is None:  # closed by whoever started the program
        return 1
    try:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    except OSError as refused:
        # What is left must not be tried again at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.stderr.write(f"the output could not be written: {refused.strerror}\n")
        return 1
    return 0


def look(
    arguments: Sequence[str] | None,
    *,
    host: Host | None = None,
    profile: LoaderProfile | None = None,
    prog: str = "python -m vkconfig_py.loader",
    epilog: str = "",
) -> tuple[LoaderReport, bool]:
    """Run discovery as the options say; return the report and whether JSON is wanted.

    `host` and `profile` stand for this machine and its loader, where another one is looked at.
    """
    # Imported when there is something to look at.
    from vkconfig_py.loader.lint.machine import lint
    from vkconfig_py.loader.options import application_of, command_parser, hypothesis_of

    options = command_parser(prog, epilog).parse_args(arguments)
    host = host or Host.current()
    if options.platform is not None:
        host = host._replace(platform=options.platform)
    supposed = hypothesis_of(options)
    host, profile, installed = suppose(supposed, host, profile)
    cache = DocumentCache()
    report = discover(host, application_of(options), profile, cache)
    # A version that is only supposed has no other loaders beside it.
    loaders = () if supposed.version else installed
    problems = lint(report, cache, loaders)
    report = report._replace(problems=problems, loaders=tuple(installed))
    return (_probed(report) if options.probe else report), options.json


def _probed(report: LoaderReport) -> LoaderReport:
    """Return the report with what opening the libraries told."""
    from vkconfig_py.loader.probe.command import probe_for_command
    from vkconfig_py.loader.probed import with_probe

    results = probe_for_command(report, Host.current().environment)
    if results.refusal:
        sys.stderr.write(f"{results.refusal}\n")
    return with_probe(report, results)


def suppose(
    supposed: Hypothesis, host: Host, profile: LoaderProfile | None
) -> tuple[Host, LoaderProfile, tuple[LoaderProfile, ...]]:
    """Return host and loader under an assumption, and the loaders that are installed there.

    Without a profile, or on another root, the loader is the one that is installed, of the word
    size that is asked for, else the newest.
    """
    host, _ = supposed.apply(host, NEWEST)
    if profile is not None and supposed.root is None:
        installed: tuple[LoaderProfile, ...] = (profile,)
    else:
        installed = tuple(read_versions(find_loaders(host), _version_cache(host)))
    fitting = (one for one in installed if one.pointer_bits == host.pointer_bits)
    chosen = next(fitting, installed[0] if installed else NEWEST)
    return host, supposed.apply(host, chosen)[1], installed


def render_json(report: LoaderReport) -> str:
    """Return the report as one JSON object."""
    return json.dumps(report_to_json(report), indent=1)


def _version_cache(host: Host) -> str:
    """Return the program's own file of loader versions, the one that the window uses too."""
    state = host.environment.get("XDG_STATE_HOME", "")
    if not state.startswith("/"):
        home = host.environment.get("HOME", "")
        if not home.startswith("/"):
            return ""  # nowhere: the loaders are asked each time
        state = f"{home}/.local/state"
    return f"{state}/vkconfig-py/loaders.json"


def render_text(report: LoaderReport) -> str:
    """Return the report for people to read."""
    loader = f"Loader {report.profile.version_text}"
    if not report.profile.library:
        loader += " (none is installed here; this is how that version would decide)"
    lines = [f"{loader}, vkCreateInstance: {report.create}", ""]
    lines.append("Call chain, application side first")
    lines += [f"  {i}. {x.manifest.name}" for i, x in enumerate(report.callstack, 1)] or ["  none"]
    lines += ["", "Layers"]
    lines += [_line(x.name, x.verdict, report) for x in report.found] or ["  none"]
    lines += ["", "Drivers"]
    lines += [_line(x.file, x.verdict, report) for x in report.drivers] or ["  none"]
    lines += _device_lines(report)
    if report.problems:
        lines += ["", "Problems"]
        lines += [f"  {x.severity.value}: {x.title}. {x.consequence}" for x in report.problems]
    return "\n".join(map(_printable, lines))


def _device_lines(report: LoaderReport) -> list[str]:
    devices = report.devices
    if devices is None:
        return []
    if isinstance(devices, str):
        return ["", "Devices", f"  none: {devices}"]
    return ["", "Devices", *(f"  {i}. {x.name}, {x.type}" for i, x in enumerate(devices))]


def _printable(line: str) -> str:
    """Escape control characters, which would act on a terminal."""
    if line.isprintable():
        return line
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)


def _line(name: str, verdict: Verdict, report: LoaderReport) -> str:
    return f"  {name}  {word(verdict.outcome)}: {sentence(verdict, report)}"


if __name__ == "__main__":
    sys.exit(main())
