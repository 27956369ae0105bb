"""diff of two devices, configurations or moments: the sides by name, and the lines that differ."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from itertools import groupby

from vkconfig_py.cli.context import Machine
from vkconfig_py.cli.output import Exit, Output, Stop, plain
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.report_json import uuid_text
from vkconfig_py.loader.base.device_values import DeviceSummary
from vkconfig_py.model.comparison.export import ComparisonForm, render_comparison, to_json
from vkconfig_py.model.comparison.sides import device_side
from vkconfig_py.model.comparison.table import ComparedValue, Comparison, Side, compare

_DEVICE, _CONFIGURATION, _MOMENT = "device:", "configuration:", "moment:"


def names_things(sides: Sequence[str]) -> bool:
    """True if a side is a device, a configuration or a moment."""
    return any(side.startswith((_DEVICE, _CONFIGURATION, _MOMENT)) for side in sides)


def compare_things(
    sides: Sequence[str], options: argparse.Namespace, machine: Machine, output: Output
) -> Comparison:
    """Compare two devices, two configurations or two moments of the machine.

    Raises:
        Stop: the sides are not two of a kind, or one of them is unknown.
    """
    kinds: tuple[tuple[str, Callable[[argparse.Namespace, Machine, Output], _Find]], ...] = (
        (_DEVICE, _devices),
        (_CONFIGURATION, _configurations),
        (_MOMENT, _moments),
    )
    for prefix, finder in kinds:
        if len(sides) == 2 and all(side.startswith(prefix) for side in sides):
            find = finder(options, machine, output)
            left, right = (find(side.removeprefix(prefix)) for side in sides)
            return compare(left, right)
    raise Stop(
        tr(
            "name two sides of one kind: device:A device:B, configuration:A "
            "configuration:B, or moment:2026-11-28T10:00 moment:now"
        )
    )


def show(found: Comparison, options: argparse.Namespace, output: Output) -> Exit:
    """Print what differs, or all lines; the exit code is 1 if something differs, like diff(1)."""
    lines = found.lines if options.all else found.differences
    if output.as_json:
        output.json(to_json(found, lines))
    elif options.markdown:
        output.document(render_comparison(ComparisonForm.MARKDOWN, found, lines))
    else:
        _draw(found, lines, output)
    return Exit.FAILED if found.differences else Exit.OK


def _draw(found: Comparison, lines: Sequence[ComparedValue], output: Output) -> None:
    output.line(f"{plain(found.left)} → {plain(found.right)}: {found.summary}")
    for group, members in groupby(lines, key=lambda line: line.group):
        output.line()
        output.line(output.paint(plain(group), "strong"))
        for line in members:
            left, right = (plain("; ".join(text.split("\n"))) for text in line.texts)
            if line.is_equal:
                output.line(f"  {plain(line.name)}: {left}")
            else:
                output.line(f"  {plain(line.name)}: {output.paint(f'{left} → {right}', 'warn')}")
            if line.note:
                output.paragraph(line.note)


_Find = Callable[[str], Side]


def _devices(options: argparse.Namespace, machine: Machine, _output: Output) -> _Find:
    from vkconfig_py.cli.commands.probe import open_libraries
    from vkconfig_py.loader.api.discover import discover
    from vkconfig_py.loader.api.options import application_of
    from vkconfig_py.loader.probe.probe_run import DEVICE_LIST_WHOLE

    report = discover(machine.host, application_of(options), machine.profile, machine.cache)
    report, results = open_libraries(report, DEVICE_LIST_WHOLE, options)
    devices = report.devices
    if not isinstance(devices, tuple) or not devices:
        raise Stop(tr("There are no devices: {result}", result=devices or report.create))
    dumps = results.dumps_of(devices)

    def find(name: str) -> Side:
        place = _find_device(name, devices)
        same = [one.name for one in devices].count(devices[place].name) > 1
        title = f"{devices[place].name} ({place})" if same else devices[place].name
        return device_side(devices[place], dumps[place], title)

    return find


def _find_device(name: str, devices: Sequence[DeviceSummary]) -> int:
    """Index of a device by its number, UUID or part of its name."""
    if name.isdecimal() and int(name) < len(devices):
        return int(name)
    wanted = name.casefold()
    found = [
        place
        for place, one in enumerate(devices)
        if wanted in one.name.casefold() or wanted == uuid_text(one.device_uuid)
    ]
    if len(found) == 1:
        return found[0]
    known = ", ".join(f"{place}: {one.name}" for place, one in enumerate(devices))
    many = tr("“{name}” is more than one device here. They are {devices}", name=name, devices=known)
    none = tr("“{name}” is not a device here. They are {devices}", name=name, devices=known)
    raise Stop(many if found else none, Exit.NOT_FOUND)


def _configurations(_options: argparse.Namespace, machine: Machine, output: Output) -> _Find:
    from vkconfig_py.cli.planning import ask_launch
    from vkconfig_py.cli.workspace import effective
    from vkconfig_py.model.comparison.choices import planned_side

    def find(name: str) -> Side:
        asked = ask_launch(machine, effective(machine, name, output))
        return planned_side(asked.answer, machine.cache)

    return find


def _moments(_options: argparse.Namespace, machine: Machine, _output: Output) -> _Find:
    from vkconfig_py.cli.moments import parse_moment
    from vkconfig_py.model.comparison.moments import moment_side
    from vkconfig_py.model.timeline.history import read_history

    history = read_history(machine.paths)

    def find(name: str) -> Side:
        side = moment_side(float("inf") if name == "now" else parse_moment(name), history)
        if side is None:
            raise Stop(
                tr("There was no scan of this machine until {name}.", name=name), Exit.NOT_FOUND
            )
        return side

    return find
