"""verify: compare a prediction with what the real loader does."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser, add_json, add_selected
from vkconfig_py.cli.context import open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.output_files import make_name_members
from vkconfig_py.cli.planning import PlannedConfiguration, predict_launch
from vkconfig_py.cli.report_text import NO_LAYERS
from vkconfig_py.cli.workspace import make_effective_configuration
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.report_json import LOADER_SCHEMA
from vkconfig_py.model.apply.verify import Verification, verify_report
from vkconfig_py.model.chain.prober import RealProber, add_known_devices

BUG_REPORT_HINT = tr("To collect the information for a bug report: vkconfig-py bug-report.")


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py verify": tr("check this machine without a configuration"),
        "vkconfig-py verify -c Validation": tr("check a launch with the Validation configuration"),
    }
    parser.exit_codes[Exit.OK] = tr("the real loader matches the prediction")
    parser.exit_codes[Exit.FAILED] = tr(
        "the real loader does not match the prediction, or cannot be run"
    )
    add_json(parser)
    add_selected(
        parser,
        tr(
            "check a launch with this configuration (default: this machine without a configuration)"
        ),
    )


def run(options: argparse.Namespace, output: Output) -> int:
    configuration = None
    with open_machine() as machine:
        report = discover(machine.host, profile=machine.profile, cache=machine.cache)
        if options.configuration:
            configuration = make_effective_configuration(machine, options.configuration, output)
            planned_configuration: PlannedConfiguration = predict_launch(machine, configuration)
            report = planned_configuration.answer.report
        prober = RealProber(machine.host.environment, machine.paths)
        verification = verify_report(add_known_devices(report, prober))
    for position, name in enumerate(verification.predicted, 1):
        output.line(f" {position:<2} {plain(name)}")
    if not verification.predicted:
        output.line(f" {NO_LAYERS}")
    if verification.note:
        output.line(plain(verification.note))
    members = {
        "configuration": None if configuration is None else make_name_members(configuration),
        "loader": LOADER_SCHEMA.write(report.profile),
        "checked": verification.checked,
        "agreed": verification.agreed,
        "predicted": list(verification.predicted),
        "seen": list(verification.actual),
        "create": report.create_result,
        "create_seen": verification.result,
        "detail": verification.note,
        "differences": [difference._asdict() for difference in verification.differences],
        "is_defect": verification.is_defect,
        "drivers_seen": verification.drivers,
        "devices_seen": verification.devices,
    }
    # 1, as of diff(1): scripts see that the loader did something else.
    if not verification.agreed:
        raise CommandError(check_text(verification), members=members)
    output.line(output.paint(tr("The real loader matches the prediction."), "ok"))
    output.outcome(members)
    return Exit.OK


def print_comparison(verification: Verification, output: Output) -> None:
    """Print the result of a comparison with the real loader that followed another action."""
    if verification.agreed:
        output.line(output.paint(tr("The real loader matches the prediction."), "ok"))
    else:
        output.error(check_text(verification))


def check_text(verification: Verification) -> str:
    """Return each difference to the real loader, with its explanation and what to do."""
    differences = " ".join(verification.sentences) or verification.difference
    return f"{differences} {BUG_REPORT_HINT}" if verification.is_defect else differences
