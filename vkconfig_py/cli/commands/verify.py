"""verify: compare a prediction with what the real loader does."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser, add_json
from vkconfig_py.cli.context import open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.planning import PlannedConfiguration, ask_launch
from vkconfig_py.cli.report_text import NO_LAYERS
from vkconfig_py.cli.workspace import effective
from vkconfig_py.cli.written_files import named
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.report_json import LOADER
from vkconfig_py.model.apply.verify import Verification, verify
from vkconfig_py.model.chain.prober import RealProber, with_known_devices

REPORT_IT = tr("vkconfig-py bug-report writes all that a report of it needs.")


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py verify": tr("this machine as it is"),
        "vkconfig-py verify Debugging": tr("a launch of that configuration"),
    }
    add_json(parser)
    parser.add_argument(
        "name", nargs="?", metavar="NAME", help=tr("name or key of a configuration")
    )


def run(options: argparse.Namespace, output: Output) -> int:
    configuration = None
    with open_machine() as machine:
        report = discover(machine.host, profile=machine.profile, cache=machine.cache)
        if options.name is not None:
            configuration = effective(machine, options.name, output)
            asked: PlannedConfiguration = ask_launch(machine, configuration)
            report = asked.answer.report
        prober = RealProber(machine.host.environment, machine.paths)
        found = verify(with_known_devices(report, prober))
    for place, name in enumerate(found.predicted, 1):
        output.line(f" {place:<2} {plain(name)}")
    if not found.predicted:
        output.line(f" {NO_LAYERS}")
    if found.note:
        output.line(plain(found.note))
    members = {
        "configuration": None if configuration is None else named(configuration),
        "loader": LOADER.write(report.profile),
        "checked": found.checked,
        "agreed": found.agreed,
        "predicted": list(found.predicted),
        "seen": list(found.actual),
        "create": report.create,
        "create_seen": found.result,
        "detail": found.note,
        "differences": [one._asdict() for one in found.differences],
        "is_defect": found.is_defect,
        "drivers_seen": found.drivers,
        "devices_seen": found.devices,
    }
    # 1, as of diff(1): scripts see that the loader did something else.
    if not found.agreed:
        raise CommandError(check_text(found), members=members)
    output.line(output.paint(tr("The real loader agrees."), "ok"))
    output.outcome(members)
    return Exit.OK


def tell_check(found: Verification, output: Output) -> None:
    """Say what came of a check after something else was done."""
    if found.agreed:
        output.line(output.paint(tr("The real loader agrees."), "ok"))
    else:
        output.error(check_text(found))


def check_text(found: Verification) -> str:
    """Each difference, what explains it, and what to do."""
    said = " ".join(found.sentences) or found.difference
    return f"{said} {REPORT_IT}" if found.is_defect else said
