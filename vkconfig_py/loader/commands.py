"""The engine's commands: the options of show, probe and device list, and making of a report.

vkconfig-py, `python -m vkconfig_py.loader` and machines reached through ssh share them.
"""

from __future__ import annotations

import argparse
import sys

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.argument_parser import JSON_OPTIONS
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.optional_parts import (
    MissingPartError,
    OpenMachineError,
    PlatformReport,
    find_function,
)
from vkconfig_py.loader.api.options import (
    add_program,
    add_what_if,
    assume_application,
    read_what_if,
)
from vkconfig_py.loader.api.what_if import (
    assume_machine,
    find_executed_file,
    render_assumption_notes,
)
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.base.records import TYPE_CHECKING, Any
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.platforms.rules import PlatformRules, get_platform_rules
from vkconfig_py.loader.profiles.profile import LoaderProfile, escape_unprintable
from vkconfig_py.loader.rules.loader_report import LoaderReport

if TYPE_CHECKING:
    from vkconfig_py.loader.api.options import FindRequests
    from vkconfig_py.loader.api.what_if import FindProgramStart

_DEVICE_OPTIONS = (
    *("properties", "settings", "package", "package_dump"),
    *("debuggable", "inject_layers", "abi"),
)
_PROGRAM_OPTIONS = (
    *("probe", "program", "loader_version", "loader", "pointer_bits", "elevated"),
    *("variables", "app_name", "api_version", "enable_extension", "flags"),
)


def add_report(parser: argparse.ArgumentParser) -> None:
    """Add the description and options of the command "show"."""
    parser.description = tr("Show which Vulkan layers and drivers load on this machine, and why.")
    add = parser.add_argument
    add(*JSON_OPTIONS, action="store_true", help=tr("print JSON"))
    add(
        "--probe",
        action="store_true",
        help=tr("open drivers and layers, in separate processes"),
    )
    add_program(parser)
    add_what_if(parser)
    add(
        "--platform",
        type=_parse_platform,
        choices=tuple(Platform),
        help=tr("operating system of the machine that --root or --registry describes"),
    )
    add(
        "--registry",
        metavar="FILE.reg",
        help=tr(
            "report on the Windows machine that this registry export comes from; --root "
            "contains its drives in folders named C, D, ... (without these folders, "
            "--root is drive C:)"
        ),
    )
    _add_device_options(parser)


def add_probe(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command "probe"."""
    help_text = tr("driver, layer, or part of a name (default: all)")
    parser.add_argument("name", nargs="?", metavar="SUBJECT", help=help_text)
    _add_probe_options(parser)


def add_devices(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command "device list"."""
    help_text = tr("also print limits, features, formats, surfaces and more")
    parser.add_argument("--all", action="store_true", help=help_text)
    _add_probe_options(parser)


def _add_probe_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a probe and of the machine that is probed."""
    help_text = tr("probe again instead of using earlier results")
    parser.add_argument("--again", action="store_true", help=help_text)
    add_program(parser)
    add_what_if(parser)


def _add_device_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for a device without manifests, whose root is that of add_what_if."""
    group = parser.add_argument_group(
        tr("Android devices (--platform android)"),
        tr("--root DIR is a mounted image or contains folders pulled from the device"),
    )
    add = group.add_argument
    add(
        "--properties",
        metavar="FILE",
        help=tr("output of “getprop” (default: build.prop under DIR)"),
    )
    add("--settings", metavar="FILE", help=tr("output of “settings list global”"))
    add("--package", metavar="NAME", help=tr("application to report on"))
    add("--package-dump", metavar="FILE", help=tr("output of “dumpsys package NAME”"))
    add("--debuggable", action="store_true", help=tr("assume the application is debuggable"))
    add(
        "--inject-layers",
        action="store_true",
        help=tr("assume the application's manifest allows layers to be injected"),
    )
    add(
        "--abi",
        metavar="ABI",
        help=tr("ABI of the application (default: the ABI it is installed with, or the device's)"),
    )


def _parse_platform(text: str) -> Platform:
    """Return the platform of this name. Raise ArgumentTypeError for another text."""
    try:
        return Platform(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            tr(
                "{text!r} is not a platform; available: {platforms}",
                text=text,
                platforms=", ".join(Platform),
            )
        ) from None


def find_misplaced(options: argparse.Namespace, *, is_device: bool) -> str:
    """Return the sentence about an option that this kind of report does not take, or "".

    `is_device`: a report on a device without manifests, not on a host.
    """
    misplaced_options = _PROGRAM_OPTIONS if is_device else _DEVICE_OPTIONS
    for name in misplaced_options:
        if getattr(options, name):
            option = "--set" if name == "variables" else f"--{name.replace('_', '-')}"
            if is_device:
                return tr("{option} has no effect on a device without manifests", option=option)
            return tr(
                "{option} is only for devices without manifests; specify such a platform "
                "with --platform",
                option=option,
            )
    return ""


def make_report(
    options: argparse.Namespace,
    *,
    host: Host | None = None,
    profile: LoaderProfile | None = None,
    find_start: FindProgramStart = find_executed_file,
    find_requests: FindRequests | None = None,
) -> LoaderReport | PlatformReport:
    """Make the report that the options of "show" request.

    Args:
        options: parsed options.
        host: replaces this machine.
        profile: replaces this machine's loader.
        find_start: finds the executable that a program path finally runs, such as behind a script.
        find_requests: finds the known requests of that executable, with a sentence about them.
    """
    parser: argparse.ArgumentParser = options.parser
    host = host or Host.read_current()
    rules = get_platform_rules(options.platform or host.platform)
    if misplaced := find_misplaced(options, is_device=not rules.has_manifests):
        parser.error(misplaced)
    if not rules.has_manifests or (rules.manifest_service and options.root):
        platform_report: PlatformReport = _call_optional_part(
            "show --platform", parser, options, rules
        )
        return platform_report
    if options.registry is not None:
        host, profile = _open_export(options, rules, parser)
    elif options.platform not in (None, host.platform):
        if missing_option_sentence := _describe_missing_option(options, rules):
            parser.error(missing_option_sentence)
        # Neither variables nor program of this machine are those of the other one.
        host = Host({}, options.platform, machine=host.machine)
    report = examine_host(
        options,
        host,
        profile,
        find_start=find_start,
        find_requests=find_requests,
        with_remedies=options.json,
    )
    return _add_probe_results(report) if options.probe else report


def examine_host(
    options: argparse.Namespace,
    host: Host,
    profile: LoaderProfile | None = None,
    installed_releases: tuple[LoaderProfile, ...] | None = None,
    find_start: FindProgramStart = find_executed_file,
    find_requests: FindRequests | None = None,
    *,
    with_remedies: bool = True,
) -> LoaderReport:
    """Run discovery on a host as the parsed options say, and find problems.

    Args:
        options: those of add_report.
        host: the machine.
        profile: its loader, None for the one that its program opens.
        installed_releases: all loaders of the machine, None to look for them.
        find_start: finds the executable that a program path finally runs.
        find_requests: finds the known requests of that executable.
        with_remedies: whether to add remedies, which takes time.
    """
    # Imported late: --help does not need the engine.
    from vkconfig_py.loader.lint.linter import lint

    what_if = read_what_if(options)
    host, profile, installed_releases, opened_loader = assume_machine(
        what_if, host, profile, installed_releases, find_start
    )
    application, note = assume_application(options, host, find_requests)
    for sentence in filter(None, (*render_assumption_notes(what_if, host), note)):
        sys.stderr.write(f"{sentence}\n")
    cache = DocumentCache()
    report = discover(host, application, profile, cache, with_remedies=with_remedies)
    # With an assumed version no other installed loaders are considered.
    considered_loaders = () if what_if.version else installed_releases
    problems = lint(report, cache, considered_loaders)
    return report._replace(
        problems=problems, loaders=installed_releases, opened_loader=opened_loader
    )


def _describe_missing_option(options: argparse.Namespace, rules: PlatformRules) -> str:
    """Return the sentence about an option that a report on another system needs, or ""."""
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


def _open_export(
    options: argparse.Namespace, rules: PlatformRules, parser: argparse.ArgumentParser
) -> tuple[Host, LoaderProfile | None]:
    """Return the machine of a registry export, with the program that the options describe."""
    if options.platform is not None and not rules.has_registry:
        parser.error(tr("--registry is only for Windows machines"))
    # A path of the other machine: nothing is started or looked up here.
    program, options.program, options.platform = options.program, None, None
    root, options.root = options.root, None
    machine, profile = _call_optional_part(
        "show --registry",
        parser,
        (options.registry,),
        root or "",
        options.pointer_bits or 64,
        program or "",
    )
    for note in machine.notes:
        sys.stderr.write(f"{escape_unprintable(note)}\n")
    return machine.host, profile


def _call_optional_part(
    command_words: str, parser: argparse.ArgumentParser, *arguments: object
) -> Any:
    """Call the function that an optional part adds for these words of the command line."""
    try:
        return find_function(command_words)(*arguments)
    except (MissingPartError, OpenMachineError) as error:
        parser.error(str(error))


def _add_probe_results(report: LoaderReport) -> LoaderReport:
    """Run the probe for a report, and return the report with its results."""
    from vkconfig_py.loader.api.probed_report import add_probe_results
    from vkconfig_py.loader.probe.console_probe import probe_for_command

    results = probe_for_command(report, Host.read_current().environment)
    if results.refusal:
        sys.stderr.write(f"{results.refusal}\n")
    return add_probe_results(report, results)
