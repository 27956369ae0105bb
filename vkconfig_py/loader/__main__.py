"""python -m vkconfig_py.loader: print the report for this machine."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence

from vkconfig_py.loader.discover import discover
from vkconfig_py.loader.host import Application, Host, Platform
from vkconfig_py.loader.installed import find_loaders, read_versions
from vkconfig_py.loader.profile import NEWEST, LoaderProfile
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.loader.scan import DocumentCache
from vkconfig_py.loader.sentences import sentence, word
from vkconfig_py.loader.verdicts import Verdict


def main(arguments: Sequence[str] | None = None) -> int:
    """Run discovery as the options say and print the report."""
    report, as_json = look(arguments)
    # A pipe may be ASCII, and a manifest may hold bytes that are not UTF-8.
    text = render_json(report) if as_json else render_text(report)
    sys.stdout.write(text.encode("ascii", "backslashreplace").decode() + "\n")
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
    options = _parser(prog, epilog).parse_args(arguments)
    host = _host(options, host or Host.current())
    application = Application(
        name=options.app_name,
        api_version=options.api_version,
        layers=tuple(options.enable_layer),
        extensions=tuple(options.enable_extension),
        flags=options.flags,
    )
    from vkconfig_py.loader.lint.machine import lint

    installed = (profile,) if profile else _installed(host)
    cache = DocumentCache()
    report = discover(host, application, _profile(options, installed), cache)
    # A version that is only supposed has no other loaders beside it.
    loaders = () if options.loader_version else installed
    return report._replace(problems=lint(report, cache, loaders)), options.json


def render_json(report: LoaderReport) -> str:
    """Return the report as one JSON object."""
    return json.dumps(report.to_json(), indent=1)


def _parser(prog: str, epilog: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=prog,
        epilog=epilog,
        # With a width of its own argparse does not import shutil to ask the terminal for one.
        formatter_class=lambda prog: argparse.RawDescriptionHelpFormatter(prog, width=100),
        description="Tell which Vulkan layers and drivers load on this machine, and why.",
    )
    add = parser.add_argument
    add("--json", action="store_true", help="print one JSON object")
    add("--app-name", default="", metavar="N", help="name in VkApplicationInfo")
    add("--app-path", metavar="P", help="executable of the program (default: this process)")
    add("--api-version", type=_version, metavar="A.B.C", help="version the program asks for")
    add("--enable-layer", action="append", default=[], metavar="L", help="layer it asks for")
    add("--enable-extension", action="append", default=[], metavar="E", help="extension")
    add("--flags", type=_number, default=0, metavar="N", help="VkInstanceCreateInfo.flags")
    add("--loader-version", type=_version, metavar="V", help="behave as this loader version")
    add("--elevated", action="store_true", help="as a program with more rights than its user")
    add("--platform", type=Platform, choices=tuple(Platform), help="rules of another platform")
    add("--root", default="", metavar="DIR", help="folder that stands for /")
    return parser


def _version(text: str) -> tuple[int, int, int]:
    parts = text.split(".")
    if not 1 <= len(parts) <= 3 or not all(part.isdecimal() for part in parts):
        raise argparse.ArgumentTypeError(f"{text!r} is not a version like 1.3.239")
    numbers = [int(part) for part in parts] + [0, 0]
    return numbers[0], numbers[1], numbers[2]


def _number(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


def _host(options: argparse.Namespace, host: Host) -> Host:
    root = options.root.rstrip("/")
    if root:
        host = host._replace(root=os.path.abspath(root))
    if options.app_path is not None:
        host = host.with_executable(options.app_path)
    if options.platform is not None:
        host = host._replace(platform=options.platform)
    return host._replace(elevated=options.elevated)


def _installed(host: Host) -> tuple[LoaderProfile, ...]:
    return tuple(read_versions(find_loaders(host), _version_cache(host)))


def _profile(options: argparse.Namespace, installed: tuple[LoaderProfile, ...]) -> LoaderProfile:
    """Return the profile asked for, else that of the installed loader, else the newest."""
    profile = installed[0] if installed else NEWEST
    if options.loader_version is not None:
        profile = profile._replace(version=options.loader_version)
    return profile


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
    lines = [f"Loader {report.profile.version_text}, vkCreateInstance: {report.create}", ""]
    lines.append("Call chain, application side first")
    lines += [f"  {i}. {x.manifest.name}" for i, x in enumerate(report.callstack, 1)] or ["  none"]
    lines += ["", "Layers"]
    lines += [_line(x.name, x.verdict, report) for x in report.found] or ["  none"]
    lines += ["", "Drivers"]
    lines += [_line(x.file, x.verdict, report) for x in report.drivers] or ["  none"]
    if report.problems:
        lines += ["", "Problems"]
        lines += [f"  {x.severity.value}: {x.title}. {x.consequence}" for x in report.problems]
    return "\n".join(map(_printable, lines))


def _printable(line: str) -> str:
    """Escape control characters, which would act on a terminal."""
    if line.isprintable():
        return line
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)


def _line(name: str, verdict: Verdict, report: LoaderReport) -> str:
    return f"  {name}  {word(verdict.outcome)}: {sentence(verdict, report)}"


if __name__ == "__main__":
    sys.exit(main())
