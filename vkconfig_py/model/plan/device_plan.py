"""Puts a choice of devices into a plan: the way that is taken, what it sets, and its limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vkconfig_py.language.sentences import counted, join_words, tr
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    DeviceChoice,
    DeviceSelectionMethod,
)
from vkconfig_py.model.plan.added_drivers import with_added_drivers
from vkconfig_py.model.plan.device_values import TITLES, DevicePlan
from vkconfig_py.model.plan.device_ways import RIVALS, DeviceInputs, choose_way
from vkconfig_py.model.plan.inventory import InventoryIndex
from vkconfig_py.model.plan.loader_family import loader_name, or_newer
from vkconfig_py.model.plan.plan import Limitation
from vkconfig_py.model.plan.variable_changes import RunPlan

NO_FILE = tr("is not a variable")
APPLIED = tr("is a variable, and applied files set none: launch from here")
_HIDES = or_newer("1.4.326")  # the first with ID filters


def choose_for_run(run: RunPlan, profile: LoaderProfile, no_file: str) -> DevicePlan:
    """Choose a way for one run, and set what it needs; `no_file` as of Circumstances."""
    configuration = run.configuration
    off = set(run.wanted.off)
    session = {one.name: one.value for one in configuration.environment}
    variables = {**run.host.environment, **session}
    plan = choose_way(
        DeviceInputs(
            choice=configuration.devices,
            profile=profile,
            installed=run.installed,
            drivers=run.used_drivers(),
            layers=frozenset({*run.installed.loads, *run.wanted.components} - off),
            session={name: value for name, value in variables.items() if value is not None},
            own=frozenset(session),
            no_file=no_file,
            hides_variables=run.host.hides_variables,
        )
    )
    _carry_out(run, plan)
    run.limits += device_plan_limits(plan, profile)
    return plan


def _carry_out(run: RunPlan, plan: DevicePlan) -> None:
    for name in plan.cleared:
        run.variables.unset(name)
    taken = plan.taken
    if taken is None or taken.way is not DeviceSelectionMethod.DRIVER_FILES:
        run.choose_drivers(taken.means.drivers if taken is not None else ())
    else:
        run.name_driver_files(
            [name for name in taken.means.drivers if name in run.installed.drivers]
        )
    own = {one.name for one in run.configuration.environment}
    for name, value in taken.means.variables if taken is not None else ():
        if name not in own:
            run.variables.set(name, value)


def choose_for_file(
    configuration: Configuration,
    installed: InventoryIndex,
    profile: LoaderProfile,
    session: Mapping[str, str],
) -> DevicePlan:
    """How programs get the chosen devices from an applied settings file: the only way there is."""
    followed = profile.has(Gate.ADDITIONAL_DRIVERS)
    installed = with_added_drivers(installed, configuration)
    return choose_way(
        DeviceInputs(
            choice=configuration.devices._replace(by=DeviceSelectionMethod.AUTOMATIC),
            profile=profile,
            installed=installed,
            drivers=installed.kept_drivers,
            layers=frozenset(installed.loads),
            session=session,
            no_file=""
            if followed
            else tr("chooses no devices with {loader}", loader=loader_name(profile)),
            no_variables=APPLIED,
        )
    )


def file_limits(plan: DevicePlan, choice: DeviceChoice) -> Iterator[Limitation]:
    """What acts beside an applied choice, and what of it acts in a launch alone."""
    if choice.by not in (DeviceSelectionMethod.AUTOMATIC, DeviceSelectionMethod.SETTINGS):
        yield Limitation(
            "",
            tr(
                "{way} works only in a launch, so the file lists the devices",
                way=TITLES[choice.by],
            ),
        )
    acting = [name for name in RIVALS if name in plan.scene.variables]
    if acting and plan.wanted:
        yield Limitation(
            "",
            counted(
                "{names} of your session also take effect",
                "{names} of your session also takes effect",
                len(acting),
                names=join_words(acting),
            ),
        )


def device_plan_limits(plan: DevicePlan, profile: LoaderProfile) -> Iterator[Limitation]:
    """What the way cannot do, and what else would choose devices."""
    if not _knows_drivers(plan):
        return
    if plan.kept and not plan.fits:
        decided = join_words(plan.kept)
        text = counted(
            "{names} of this configuration decide, not its choice of devices",
            "{names} of this configuration decides, not its choice of devices",
            len(plan.kept),
            names=decided,
        )
        yield Limitation("", text, tr("without {names}", names=decided))
    elif limit := way_limit(plan, profile):
        yield limit
    if plan.cleared:
        names = join_words(plan.cleared)
        yield Limitation(
            "",
            tr("{names} of your session would choose other devices: not passed on", names=names),
        )


def way_limit(plan: DevicePlan, profile: LoaderProfile) -> Limitation | None:
    """What the way does not do of the choice; None if it does, or something else decides."""
    if not _knows_drivers(plan) or (plan.kept and not plan.fits):
        return None
    if plan.taken is None:
        text = tr("the choice of devices is not applied: {reason}", reason=plan.why_none)
    elif plan.taken.fits:
        return None
    else:
        text = plan.clause
    return Limitation("", text, _better(plan, profile))


def _knows_drivers(plan: DevicePlan) -> bool:
    # An older choice does not know its drivers: device_choice.device_limits says what it can.
    return all(one.driver for one in plan.wanted)


def _better(plan: DevicePlan, profile: LoaderProfile) -> str:
    if plan.by is not DeviceSelectionMethod.AUTOMATIC:
        return tr("choose Automatic")
    return "" if profile.has(Gate.ID_FILTERS) else _HIDES
