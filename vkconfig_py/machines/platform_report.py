"""Reports on machines that are not folders and variables alone, as the command lines ask for them.

Android has no manifests, Fuchsia a service that finds drivers. All else, another root of Linux or
an export of Windows too, is a Host, and discover() reports on it.
"""

from __future__ import annotations

import os
from argparse import Namespace

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.optional_parts import OpenMachineError, PlatformReport
from vkconfig_py.loader.api.options import application_of
from vkconfig_py.loader.api.report_json import report_to_json, stamp
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.platforms.rules import PlatformRules
from vkconfig_py.loader.profiles.profile import NEWEST, printable
from vkconfig_py.machines.android.inputs import InputError, read_device, sources_of
from vkconfig_py.machines.android.json import device_json
from vkconfig_py.machines.android.report import inspect_device, to_text
from vkconfig_py.machines.description import DescriptionError
from vkconfig_py.machines.fuchsia.report import (
    FuchsiaReport,
    fuchsia_json,
    inspect_system,
    service_lines,
)

# Options about programs and libraries that only this machine has.
_OF_THIS_MACHINE = ("probe", "app_path", "loader", "pointer_bits", "elevated")


def inspect_platform(options: Namespace, rules: PlatformRules) -> PlatformReport:
    """Return the report that the options of the command line ask for.

    Raises:
        OpenMachineError: the machine cannot be read, or an option does not fit it.
    """
    try:
        if rules.has_manifests:
            system = _inspect_system(options)
            text = "\n".join(map(printable, service_lines(system)))
            return PlatformReport(system_json(system), text, system.client)
        device = inspect_device(read_device(sources_of(options)))
    except (InputError, DescriptionError) as error:
        raise OpenMachineError(str(error)) from error
    return PlatformReport(device_json(device), to_text(device))


def _inspect_system(options: Namespace) -> FuchsiaReport:
    misplaced = next((name for name in _OF_THIS_MACHINE if getattr(options, name)), "")
    if misplaced:
        raise OpenMachineError(
            tr(
                "{option} has no effect on a Fuchsia system",
                option=f"--{misplaced.replace('_', '-')}",
            )
        )
    # A component has the variables of its manifest, none of this process.
    variables = {name: value for name, value in options.variables or () if value is not None}
    release = options.loader_version
    profile = NEWEST if release is None else NEWEST.at(*release)
    return inspect_system(options.root, variables, application_of(options), profile)


def system_json(report: FuchsiaReport) -> dict[str, Any]:
    """Return a report on a Fuchsia system as one JSON object with its origin."""
    name = os.path.basename(os.path.dirname(report.machine.file))
    return {
        **stamp(name, Platform.FUCHSIA),
        **report_to_json(report.client),
        "fuchsia": fuchsia_json(report),
    }
