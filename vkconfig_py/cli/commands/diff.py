"""diff: what differs between two reports, devices, configurations or moments, and why."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_demo, add_json, add_not_found
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.differences import show_comparison, show_differences
from vkconfig_py.cli.moments import MOMENTS, is_moment, parse_moment
from vkconfig_py.cli.output import CommandError, Exit, Output
from vkconfig_py.cli.what_if import assume
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.advice import DecidingVariable, find_deciding_variables
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.options import (
    GRAMMAR,
    WhatIfError,
    add_program,
    parse_what_if,
    read_application,
)
from vkconfig_py.loader.api.releases import ReleaseChange, find_deciding_gates, find_releases
from vkconfig_py.loader.api.report_json import SavedReportError, format_uuid, read_report
from vkconfig_py.loader.api.what_if import AssumedMachine
from vkconfig_py.loader.base.device_values import DeviceSummary
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.explain.compare import (
    ABSENT,
    SIDES_BEFORE_AND_NOW,
    ComparisonKey,
    ReportDifference,
    ReportSnapshot,
    compare_snapshots,
    make_report_snapshot,
)
from vkconfig_py.loader.files.own_files import SIZE_LIMIT, DocumentError, parse_object
from vkconfig_py.loader.probe.probe_run import DEVICE_LIST
from vkconfig_py.loader.profiles.profile import find_differing_gates
from vkconfig_py.model.comparison.sides import (
    Comparison,
    ComparisonSide,
    compare_reports,
    compare_sides,
    make_device_side,
    make_moment_side,
    make_report_side,
)
from vkconfig_py.model.files.paths import describe_error, is_gone, read_regular
from vkconfig_py.model.timeline.history import read_history

NOW = "now"
_DEVICE_PREFIX, _CONFIGURATION_PREFIX, _MOMENT_PREFIX = "device:", "config:", "moment:"
_SCAN_COMMAND = "vkconfig-py history"
_VERSION_PATTERN = re.compile(r"\d+(\.\d+){2}")


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py diff before.json after.json": tr("compare two reports saved with show --json"),
        "vkconfig-py diff before.json": tr("compare a saved report with this machine now"),
        "vkconfig-py diff 1.3.239": tr(
            "compare this machine now with the same machine under loader 1.3.239"
        ),
        "vkconfig-py diff set=A=1 set=A=2,elevated": tr("compare two what-ifs"),
        "vkconfig-py diff device:0 device:llvmpipe": tr(
            "compare the limits, features and formats of two devices"
        ),
        "vkconfig-py diff config:Validation 'config:Loader default' --markdown": tr(
            "compare two configurations"
        ),
        "vkconfig-py diff yesterday now": tr("show changes made by other programs"),
    }
    parser.notes = (GRAMMAR,)
    add_not_found(parser)
    parser.exit_codes[Exit.OK] = tr("no differences")
    parser.exit_codes[Exit.FAILED] = tr("differences found")
    add_json(parser)
    parser.add_argument(
        "sides",
        nargs="*",
        metavar="SIDE",
        help=tr(
            "a saved report, loader version, what-if, or now (default: this machine now); "
            "or device:NAME (number or part of the name), config:NAME, or a time "
            "({moments})",
            moments=MOMENTS,
        ),
    )
    parser.add_argument(
        "--what-if",
        action="append",
        default=[],
        metavar="ASSUMPTIONS",
        help=tr("compare with this what-if; its form is described below"),
    )
    parser.add_argument("--markdown", action="store_true", help=tr("print Markdown tables"))
    parser.add_argument("--all", action="store_true", help=tr("also print identical values"))
    parser.add_argument("--again", action="store_true", help=tr("probe devices again"))
    add_program(parser)
    add_demo(parser)


def run(options: argparse.Namespace, output: Output) -> int:
    """Compare two sides. The exit code is 1 if they differ, like diff(1)."""
    sides = _parse_sides(options)
    application = read_application(options)
    with open_machine(demo=options.demo) as machine:
        if _is_about_things(sides):
            comparison = _compare_things(sides, options, machine, output)
            return show_comparison(comparison, options, output)
        snapshot_before, snapshot_after = (_open_side(side, machine, output) for side in sides)
        old_snapshot, new_snapshot = (
            _make_snapshot(side, application, machine) for side in (snapshot_before, snapshot_after)
        )
        differences = compare_snapshots(old_snapshot, new_snapshot)
        if not isinstance(snapshot_before, ReportSnapshot) and not isinstance(
            snapshot_after, ReportSnapshot
        ):
            differences = _add_deciding_variables(
                differences, snapshot_before, snapshot_after, application, machine
            )
        releases = _find_releases(snapshot_before, snapshot_after, application, machine)
        other_rules = _count_other_rules(snapshot_before, snapshot_after, releases)
    if options.markdown or options.all:
        left_side, right_side = (
            make_report_side(*side)
            for side in zip(sides, (old_snapshot, new_snapshot), strict=True)
        )
        return show_comparison(
            compare_reports(left_side, right_side, old_snapshot, new_snapshot, releases),
            options,
            output,
        )
    return show_differences(
        differences, output, as_json=options.json, releases=releases, other_rules=other_rules
    )


def _parse_sides(options: argparse.Namespace) -> list[str]:
    """Return both sides of the comparison as typed. A missing side is this machine now."""
    sides = [*options.sides, *options.what_if]
    if not sides or len(sides) > 2:
        raise CommandError(
            tr(
                "specify one or two sides: a saved report, a loader version, a what-if "
                "such as set=A=1, or now; two devices (device:0 device:1), configurations "
                "(config:NAME) or points in time"
            ),
            Exit.USAGE,
        )
    sides = [_normalize_side(side) for side in sides]
    if len(sides) == 1 and not _is_about_things(sides):
        # A saved report is what was; a what-if is what would be.
        sides.insert(1 if _is_file(sides[0]) else 0, NOW)
    if any(side.startswith(_MOMENT_PREFIX) for side in sides):
        sides = [_MOMENT_PREFIX + NOW if side == NOW else side for side in (*sides, NOW)[:2]]
    return sides


def _normalize_side(side: str) -> str:
    """Return a side in its long form: 1.3.239 becomes loader-version=1.3.239."""
    if side == NOW or _is_file(side):
        return side
    if _VERSION_PATTERN.fullmatch(side):
        return f"loader-version={side}"
    return f"{_MOMENT_PREFIX}{side}" if is_moment(side) else side


def _is_file(side: str) -> bool:
    """Return whether a side of the comparison names a file."""
    return side.endswith(".json") or not is_gone(Path(side))


def _open_side(side: str, machine: Machine, output: Output) -> ReportSnapshot | AssumedMachine:
    """Return a saved report, or the machine under the assumptions of a side."""
    if side != NOW and _is_file(side):
        return _read_saved_report(side)
    try:
        what_if = parse_what_if("" if side == NOW else side)
    except WhatIfError as error:
        raise CommandError(f"“{side}”: {error}", Exit.USAGE) from None
    return assume(what_if, machine, output)


def _make_snapshot(
    side: ReportSnapshot | AssumedMachine, application: Application, machine: Machine
) -> ReportSnapshot:
    """Return what is compared of a side: a saved report, or a machine as it is now."""
    if isinstance(side, ReportSnapshot):
        return side
    return make_report_snapshot(discover(side.host, application, side.profile, machine.cache))


def _add_deciding_variables(
    differences: tuple[ReportDifference, ...],
    machine_before: AssumedMachine,
    machine_after: AssumedMachine,
    application: Application,
    machine: Machine,
) -> tuple[ReportDifference, ...]:
    """Add to each difference the variable because of which one side does not find a manifest.

    Args:
        differences: of both sides.
        machine_before: the machine of the first side.
        machine_after: the machine of the second side.
        application: what the program requests.
        machine: this machine.
    """
    sides = {"after": (machine_after, machine_before), "before": (machine_before, machine_after)}
    deciders: dict[str, dict[str, DecidingVariable]] = {}
    explained_differences = []
    for difference in differences:
        side = (
            "after"
            if difference.after == ABSENT
            else "before"
            if difference.before == ABSENT
            else ""
        )
        if (
            side
            and difference.what == "found"
            and machine_before.host.environment != machine_after.host.environment
        ):
            if side not in deciders:
                side_machine, other_machine = sides[side]
                deciders[side] = find_deciding_variables(
                    side_machine.host,
                    other_machine.host.environment,
                    application,
                    side_machine.profile,
                    machine.cache,
                )
            deciding_variable = deciders[side].get(difference.manifest or difference.file)
            if deciding_variable is not None:
                absence_text = tr(
                    "{side}: not found, because {reason}",
                    side=SIDES_BEFORE_AND_NOW.before
                    if side == "before"
                    else SIDES_BEFORE_AND_NOW.after,
                    reason=deciding_variable.sentence,
                )
                parts = (
                    (absence_text, difference.sentence)
                    if side == "before"
                    else (difference.sentence, absence_text)
                )
                difference = difference._replace(sentence="; ".join(parts))
        explained_differences.append(difference)
    return tuple(explained_differences)


def _find_releases(
    snapshot_before: ReportSnapshot | AssumedMachine,
    snapshot_after: ReportSnapshot | AssumedMachine,
    application: Application,
    machine: Machine,
) -> Mapping[ComparisonKey, tuple[ReleaseChange, ...]]:
    """Return, for each changed decision, the loader releases between both sides that changed it."""
    if (
        isinstance(snapshot_before, ReportSnapshot)
        or isinstance(snapshot_after, ReportSnapshot)
        or snapshot_before.host != snapshot_after.host
    ):
        return {}
    older_release, newer_release = sorted(
        (snapshot_before.profile, snapshot_after.profile), key=lambda profile: profile.version
    )
    return find_releases(
        snapshot_after.host, application, newer_release, older_release.version, machine.cache
    )


def _count_other_rules(
    snapshot_before: ReportSnapshot | AssumedMachine,
    snapshot_after: ReportSnapshot | AssumedMachine,
    releases: Mapping[ComparisonKey, tuple[ReleaseChange, ...]],
) -> int:
    """Return how many rules differ between both loaders without changing a decision."""
    if (
        not releases
        or isinstance(snapshot_before, ReportSnapshot)
        or isinstance(snapshot_after, ReportSnapshot)
    ):
        return 0
    differing_gates = find_differing_gates(
        snapshot_before.profile, snapshot_after.profile, snapshot_after.host.platform
    )
    return len(differing_gates) - len(find_deciding_gates(releases, differing_gates))


def _read_saved_report(path: str) -> ReportSnapshot:
    """Read a report that --json wrote.

    Raises:
        CommandError: it cannot be read, or is none.
    """
    try:
        saved_members = parse_object(_read_content(Path(path)))
    except OSError as error:
        raise CommandError(
            tr("{path} cannot be read: {reason}", path=path, reason=describe_error(error)),
            Exit.USAGE,
        ) from None
    except DocumentError as error:
        text = tr(
            "{path} is not a report: {reason}. To create a report, run “vkconfig-py show --json”.",
            path=path,
            reason=error,
        )
        raise CommandError(text, Exit.USAGE) from None
    try:
        return make_report_snapshot(read_report(saved_members).report)
    except SavedReportError:
        text = tr(
            "{path} is not a report. To create a report, run “vkconfig-py show --json”.", path=path
        )
        raise CommandError(text, Exit.USAGE) from None


def _read_content(path: Path) -> bytes:
    """Return the bytes of a file, or of a pipe such as <(vkconfig-py show --json)."""
    if path.is_fifo():  # "diff <(vkconfig-py show --json)" of a shell
        with path.open("rb") as pipe:
            return pipe.read(SIZE_LIMIT)
    return read_regular(path)


def _is_about_things(sides: Sequence[str]) -> bool:
    """Return whether a side is a device, a configuration or a moment, not a report or a what-if."""
    return any(
        side.startswith((_DEVICE_PREFIX, _CONFIGURATION_PREFIX, _MOMENT_PREFIX)) for side in sides
    )


def _compare_things(
    sides: Sequence[str], options: argparse.Namespace, machine: Machine, output: Output
) -> Comparison:
    """Compare two devices, two configurations or two moments of the machine.

    Raises:
        CommandError: the sides are not two of a kind, or one of them is unknown.
    """
    kinds: tuple[tuple[str, Callable[[argparse.Namespace, Machine, Output], _FindSide]], ...] = (
        (_DEVICE_PREFIX, _make_device_finder),
        (_CONFIGURATION_PREFIX, _make_configuration_finder),
        (_MOMENT_PREFIX, _make_moment_finder),
    )
    for prefix, finder in kinds:
        if len(sides) == 2 and all(side.startswith(prefix) for side in sides):
            find = finder(options, machine, output)
            left_side, right_side = (find(side.removeprefix(prefix)) for side in sides)
            return compare_sides(left_side, right_side)
    raise CommandError(
        tr(
            "specify two sides of the same kind: device:A device:B, config:A config:B, or "
            "2026-11-28T10:00 now"
        )
    )


_FindSide = Callable[[str], ComparisonSide]


def _make_device_finder(
    options: argparse.Namespace, machine: Machine, _output: Output
) -> _FindSide:
    """Open the drivers, and return the function that finds a side by a device's name."""
    from vkconfig_py.cli.commands.probe import open_libraries

    report = discover(machine.host, read_application(options), machine.profile, machine.cache)
    selection = DEVICE_LIST._replace(dump=True)
    report, results = open_libraries(report, selection, options)
    devices = report.devices
    if not isinstance(devices, tuple) or not devices:
        raise CommandError(tr("No devices: {result}", result=devices or report.create_result))
    dumps = results.find_dumps(devices)

    def find(name: str) -> ComparisonSide:
        device_index = _find_device(name, devices)
        same = [device.name for device in devices].count(devices[device_index].name) > 1
        title = (
            f"{devices[device_index].name} ({device_index})" if same else devices[device_index].name
        )
        return make_device_side(devices[device_index], dumps[device_index], title)

    return find


def _find_device(name: str, devices: Sequence[DeviceSummary]) -> int:
    """Return the index of a device by its number, UUID or part of its name."""
    if name.isdecimal() and int(name) < len(devices):
        return int(name)
    folded_text = name.casefold()
    device_indexes = [
        index
        for index, device in enumerate(devices)
        if folded_text in device.name.casefold() or folded_text == format_uuid(device.device_uuid)
    ]
    if len(device_indexes) == 1:
        return device_indexes[0]
    listing = ", ".join(f"{index}: {device.name}" for index, device in enumerate(devices))
    ambiguity_text = tr(
        "“{name}” matches more than one device. Available: {devices}", name=name, devices=listing
    )
    unknown_name_text = tr(
        "No device matches “{name}”. Available: {devices}", name=name, devices=listing
    )
    raise CommandError(ambiguity_text if device_indexes else unknown_name_text, Exit.NOT_FOUND)


def _make_configuration_finder(
    _options: argparse.Namespace, machine: Machine, output: Output
) -> _FindSide:
    """Return the function that finds a side by a configuration's name."""
    from vkconfig_py.cli.planning import predict_launch
    from vkconfig_py.cli.workspace import make_effective_configuration
    from vkconfig_py.model.comparison.choices import make_planned_side

    def find(name: str) -> ComparisonSide:
        planned_configuration = predict_launch(
            machine, make_effective_configuration(machine, name, output)
        )
        return make_planned_side(planned_configuration.answer, machine.cache)

    return find


def _make_moment_finder(
    _options: argparse.Namespace, machine: Machine, _output: Output
) -> _FindSide:
    """Return the function that finds a side by a moment."""
    history = read_history(machine.paths)

    def find(name: str) -> ComparisonSide:
        if not history.moments:
            raise CommandError(
                tr(
                    "This machine has not been scanned yet. To scan it now: {command}",
                    command=_SCAN_COMMAND,
                ),
                Exit.NOT_FOUND,
            )
        side = make_moment_side(float("inf") if name == "now" else parse_moment(name), history)
        if side is None:
            raise CommandError(
                tr(
                    "The oldest scan of this machine is newer than {name}. To list all known "
                    "changes: {command}",
                    name=name,
                    command=_SCAN_COMMAND,
                ),
                Exit.NOT_FOUND,
            )
        return side

    return find
