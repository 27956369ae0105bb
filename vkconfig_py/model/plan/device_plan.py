"""Puts a choice of devices into a plan: the way that is taken, what it sets, and its limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from vkconfig_py.language.sentences import counted, join_words, message, render, tr
from vkconfig_py.loader.base.device_values import DeviceConfiguration
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.device_rules import (
    DEVICE_ID,
    DEVICE_SELECT,
    DISABLE_SELECT,
    FILTERS,
    VENDOR_ID,
)
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    DeviceChoice,
    DeviceEntry,
    DeviceMode,
    DeviceSelectionMethod,
)
from vkconfig_py.model.plan.device_values import (
    DRI_PRIME,
    MESA_ALONE,
    MESA_LAYER,
    MESA_SELECT,
    NVIDIA,
    NVIDIA_FILTER,
    NVIDIA_LAYER,
    NVIDIA_NEVER,
    NVIDIA_OFFLOAD,
    NVIDIA_ONLY,
    TITLES,
    DevicePlan,
    Devices,
    DeviceScene,
    Means,
    MethodVerdict,
    devices_given,
    model_of,
)
from vkconfig_py.model.plan.inventory import REPLACE_OLD, InventoryIndex, with_added_drivers
from vkconfig_py.model.plan.loader_family import loader_name, or_newer
from vkconfig_py.model.plan.plan import Limitation
from vkconfig_py.model.plan.variable_changes import TOKEN_LIMIT, RunPlan, filter_token

NO_FILE = message("is not a variable")
APPLIED = message("is a variable, and applied files set none: launch from here")
_HIDES = or_newer("1.4.326")  # the first with ID filters


def choose_for_run(run: RunPlan, profile: LoaderProfile, no_file: str) -> DevicePlan:
    """Choose a way for one run, and set what it needs. `no_file` as of Circumstances."""
    configuration = run.configuration
    off = set(run.wanted.off)
    session = {variable.name: variable.value for variable in configuration.environment}
    variables = {**run.host.environment, **session}
    plan = _Trial(
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
    ).plan()
    _set_variables(run, plan)
    run.limits += device_plan_limits(plan, profile)
    return plan


def _set_variables(run: RunPlan, plan: DevicePlan) -> None:
    for name in plan.cleared:
        run.variables.unset(name)
    verdict = plan.taken
    if verdict is None or verdict.way is not DeviceSelectionMethod.DRIVER_FILES:
        run.choose_drivers(verdict.means.drivers if verdict is not None else ())
    else:
        run.name_driver_files(
            [name for name in verdict.means.drivers if name in run.installed.drivers]
        )
    user_variables = {variable.name for variable in run.configuration.environment}
    for name, value in verdict.means.variables if verdict is not None else ():
        if name not in user_variables:
            run.variables.set(name, value)


def choose_for_file(
    configuration: Configuration,
    installed: InventoryIndex,
    profile: LoaderProfile,
    session: Mapping[str, str],
) -> DevicePlan:
    """Return how programs get the chosen devices from an applied settings file."""
    followed = profile.has(Gate.ADDITIONAL_DRIVERS)
    installed = with_added_drivers(installed, configuration)
    return _Trial(
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
            no_variables=render(APPLIED),
        )
    ).plan()


def file_limits(plan: DevicePlan, choice: DeviceChoice) -> Iterator[Limitation]:
    """Return the limits about what acts beside an applied choice, or in a launch alone."""
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
    """Return what the way cannot do, and what else would choose devices."""
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
    """Return what the way does not do of the choice, None if it does, or something else decides."""
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
    return all(device.driver for device in plan.wanted)


def _better(plan: DevicePlan, profile: LoaderProfile) -> str:
    if plan.by is not DeviceSelectionMethod.AUTOMATIC:
        return tr("choose Automatic")
    return "" if profile.has(Gate.ID_FILTERS) else _HIDES


# By which means a program gets the chosen devices: what each would do here, and which is taken.
#
# A way is tried by computing what programs would get under it (device_values.py) and comparing
# that with the choice. The first one that gives exactly this is taken, those first that outlive an
# update of a driver. Only one is taken, and what the session says through another is left out of
# the run: of two that contradict each other one would win by a rule that nobody sees.

# Those that know a device by its driver's manifest or its model outlive a driver update.
_PREFERRED = (
    DeviceSelectionMethod.DRIVERS_SELECT,
    DeviceSelectionMethod.ID_FILTERS,
    DeviceSelectionMethod.DEVICE_SELECT,
    DeviceSelectionMethod.DRIVER_FILES,
    DeviceSelectionMethod.MESA,
    DeviceSelectionMethod.SETTINGS,
)
WAYS = (*_PREFERRED, DeviceSelectionMethod.NVIDIA, DeviceSelectionMethod.DRI_PRIME)
# Variables by which a session may choose devices in another way.
RIVALS = (
    DEVICE_SELECT,
    *FILTERS,
    MESA_SELECT,
    MESA_ALONE,
    DRI_PRIME,
    NVIDIA_FILTER,
    NVIDIA_OFFLOAD,
)
_BY_LAYER = {
    **dict.fromkeys((MESA_SELECT, MESA_ALONE, DRI_PRIME), MESA_LAYER),
    **dict.fromkeys((NVIDIA_OFFLOAD, NVIDIA_FILTER), NVIDIA_LAYER),
}
_HIDING = (DeviceSelectionMethod.DRIVERS_SELECT, DeviceSelectionMethod.ID_FILTERS)
_HIDDEN = (
    DeviceSelectionMethod.DRIVERS_SELECT,
    DeviceSelectionMethod.DRIVER_FILES,
    DeviceSelectionMethod.ID_FILTERS,
)
_UNPROVED = message("has not been verified here: on one machine with NVIDIA 580 it changed nothing")
_OLD_CHOICE = message(
    "cannot be used: the choice does not say which drivers the devices have: choose them again"
)


class DeviceInputs(NamedTuple):
    """What a choice of devices meets.

    Attributes:
        drivers: base names of the manifests in use, in the order in which they are opened.
        layers: names of the layers in the chain.
        session: the program's variables before anything is chosen.
        own: names of the variables that the configuration itself sets.
        no_file: why no loader settings file can be brought, "" if one can.
        no_variables: why no variable can be set, "" if they can.
        hides_variables: the program has more rights than its user.
    """

    choice: DeviceChoice
    profile: LoaderProfile
    installed: InventoryIndex
    drivers: tuple[str, ...]
    layers: frozenset[str]
    session: Mapping[str, str] = MappingProxyType({})
    own: frozenset[str] = frozenset()
    no_file: str = ""
    no_variables: str = ""
    hides_variables: bool = False


def fits(program_devices: Devices, target_devices: Devices, choice: DeviceChoice) -> bool:
    """Return whether programs get the chosen devices, in any order after those that come first."""
    if choice.mode is DeviceMode.LISTED:
        return program_devices == target_devices
    count = len(choice.devices)
    return program_devices[:count] == target_devices[:count] and _keys(program_devices) == _keys(
        target_devices
    )


class _Trial:
    """One choice under trial.

    Attributes:
        known: every device that the choice knows of, as far as its driver is used.
        wanted: what programs should get.
    """

    def __init__(self, case: DeviceInputs) -> None:
        self.case = case
        choice = case.choice
        self.opened = case.drivers
        self.known = (*choice.devices, *choice.others)
        self.cleared = tuple(name for name in RIVALS if self._is_cleared(name))
        variables = {
            name: value for name, value in case.session.items() if name not in self.cleared
        }
        self.scene = DeviceScene(case.profile, self.known, self.opened, case.layers, variables)
        unchosen = [device for device in devices_given(self.scene) if device in choice.others]
        self.wanted = (*choice.devices, *(unchosen if choice.mode is DeviceMode.FIRST else ()))

    def _is_cleared(self, name: str) -> bool:
        if self.case.no_variables:  # what is applied leaves the session as it is
            return False
        layer = _BY_LAYER.get(name)
        acts = layer is None or layer in self.case.layers
        return acts and name in self.case.session and name not in self.case.own

    def plan(self) -> DevicePlan:
        verdicts = tuple(self._try_method(method) for method in WAYS)
        requested_method = self.case.choice.by
        selected = (
            self._find_best(verdicts)
            if requested_method is DeviceSelectionMethod.AUTOMATIC
            else self._find_requested(verdicts, requested_method)
        )
        conflicting_names = tuple(
            name for name in RIVALS if name in self.case.own and name in self.case.session
        )
        replaced = {name for name, _ in selected.means.variables} if selected is not None else set()
        cleared = tuple(name for name in self.cleared if name not in replaced)
        scene = self.scene if selected is None else self._scene_with(selected.means)
        return DevicePlan(
            selected, self.wanted, verdicts, scene, requested_method, cleared, conflicting_names
        )

    def _find_requested(
        self, verdicts: Sequence[MethodVerdict], method: DeviceSelectionMethod
    ) -> MethodVerdict | None:
        return next(
            (
                method_verdict
                for method_verdict in verdicts
                if method_verdict.way is method and not method_verdict.refused
            ),
            None,
        )

    def _find_best(self, verdicts: Sequence[MethodVerdict]) -> MethodVerdict | None:
        usable = [
            verdict for verdict in verdicts if not verdict.refused and verdict.way in _PREFERRED
        ]
        # max() takes the first of equals: the order of preference.
        best = max(usable, key=lambda verdict: self._rank(verdict.given), default=None)
        if best is not None and self._rank(best.given):
            return best
        # A file may name devices that nothing is known of.
        return next(
            (
                method_verdict
                for method_verdict in usable
                if method_verdict.way is DeviceSelectionMethod.SETTINGS
            ),
            None,
        )

    def _rank(self, devices: Devices) -> int:
        """Return 3 for exactly the choice, 2 for another order, 1 for the right first one, or 0."""
        wanted = self.wanted
        if fits(devices, wanted, self.case.choice):
            return 3
        if _keys(devices) == _keys(wanted):
            return 2 if self._is_hiding() or devices[:1] == wanted[:1] else 0
        return 1 if wanted and devices[:1] == wanted[:1] and _keys(wanted) <= _keys(devices) else 0

    def _try_method(self, method: DeviceSelectionMethod) -> MethodVerdict:
        refusal = self._find_refusal(method)
        means = refusal or _MEANS[method](self)
        if isinstance(means, str):
            return MethodVerdict(method, False, means, refused=True)
        devices = devices_given(self._scene_with(means))
        if len(devices) > 1 and method is not DeviceSelectionMethod.MESA:
            means = means._replace(variables=(*means.variables, *self._mesa_companion()))
            devices = devices_given(self._scene_with(means))
        if (
            method is DeviceSelectionMethod.NVIDIA
        ):  # said to choose by its maker alone: nothing is claimed of it
            return MethodVerdict(method, False, render(_UNPROVED), devices, means)
        if self._rank(devices) == 3:
            return MethodVerdict(method, True, self._describe_method(method, means), devices, means)
        return MethodVerdict(
            method, False, self._describe_shortfall(method, devices), devices, means
        )

    def _find_refusal(self, method: DeviceSelectionMethod) -> str:
        case = self.case
        if method is DeviceSelectionMethod.SETTINGS:
            return case.no_file
        if case.no_variables:
            return case.no_variables
        if method in _HIDING and not self._is_hiding():
            return tr("only hides, and puts no device first")
        if case.hides_variables and method in _HIDDEN:
            return tr("is hidden by the loader from this program, which runs with more rights")
        if not case.choice.devices:
            return tr("always leaves programs a device")
        if any(not device.driver for device in case.choice.devices):
            return render(_OLD_CHOICE)
        unusable = [device for device in case.choice.devices if device.driver not in self.opened]
        if unusable:
            drivers = join_words(sorted({device.driver for device in unusable}))
            return counted(
                "no longer fits: {drivers} are not used here; choose the devices again",
                "no longer fits: {drivers} is not used here; choose the devices again",
                len({device.driver for device in unusable}),
                drivers=drivers,
            )
        return ""

    def _mesa_companion(self) -> Iterator[tuple[str, str]]:
        # Mesa's layer would put the display server's device first, above all that the loader sorts.
        first_device = self.wanted[0] if self.wanted and not self.case.no_variables else None
        if MESA_LAYER in self.scene.layers and first_device is not None and first_device.driver:
            yield MESA_SELECT, model_of(first_device)

    def _scene_with(self, means: Means) -> DeviceScene:
        scene = self.scene
        configured = None
        if means.configured is not None:
            configured = tuple(map(_configuration, means.configured))
        drivers = [name for name in means.drivers if name in self.opened] or scene.drivers
        # The order of a filter is that of the search.
        if not any(name == DISABLE_SELECT for name, _ in means.variables):
            drivers = [name for name in scene.drivers if name in drivers]
        # What the configuration sets itself stays.
        user_variables = {
            name: scene.variables[name] for name in self.case.own & scene.variables.keys()
        }
        variables = {**scene.variables, **dict(means.variables), **user_variables}
        return scene._replace(drivers=drivers, variables=variables, configured=configured)

    # ---- what a way can do

    def drivers_select(self) -> Means | str:
        if not self.case.profile.has(Gate.FILTERS):
            return tr(
                "is not read by {loader}: {version} or newer reads it",
                version="1.3.234",
                loader=loader_name(self.case.profile),
            )
        drivers = self._with_siblings(self._drivers())
        if len(drivers) > TOKEN_LIMIT or not all(map(filter_token, drivers)):
            return tr("cannot name these drivers")
        return Means(drivers=drivers)

    def driver_files(self) -> Means | str:
        drivers = self._drivers()
        searched = tuple(name for name in self.opened if name in drivers)
        if devices_given(self._scene_with(Means(drivers=searched))) == self.wanted:
            return Means(drivers=self._with_siblings(searched))
        # A probe sorts the devices of a driver, too: their own order is not known.
        if any(device.number for device in self.known if device.driver in drivers):
            return Means(drivers=self._with_siblings(searched))
        # Unsorted, the driver that is opened last comes first (loader.c,
        # setup_loader_term_phys_devs).
        ordered = self._with_siblings(tuple(reversed(drivers)))
        return Means(((DISABLE_SELECT, "1"),), ordered)

    def id_filters(self) -> Means | str:
        if not self.case.profile.has(Gate.ID_FILTERS):
            return tr(
                "is not read by {loader}: {version} or newer reads it",
                version="1.4.326",
                loader=loader_name(self.case.profile),
            )
        vendors = _numbers(device.vendor_id for device in self.wanted)
        models = _numbers(device.device_id for device in self.wanted)
        by_vendor, by_model = (VENDOR_ID, vendors), (DEVICE_ID, models)
        candidates = [Means((by_vendor,)), Means((by_model,)), Means((by_vendor, by_model))]
        wanted_keys = _keys(self.wanted)
        fitting = (
            means
            for means in candidates
            if _keys(devices_given(self._scene_with(means))) == wanted_keys
        )
        return next(fitting, candidates[-1])

    def device_select(self) -> Means | str:
        if not self.case.profile.has(Gate.SORTED_DEVICES):
            return tr(
                "is not read by {loader}: {version} or newer reads it",
                version="1.3.204",
                loader=loader_name(self.case.profile),
            )
        return Means(((DEVICE_SELECT, model_of(self.wanted[0])),))

    def mesa(self) -> Means | str:
        if MESA_LAYER not in self.scene.layers:
            return tr("is read by {layer}, which is not in the chain", layer=MESA_LAYER)
        alone = ((MESA_ALONE, "1"),) if len(self.wanted) == 1 and self._is_hiding() else ()
        return Means(((MESA_SELECT, model_of(self.wanted[0])), *alone))

    def dri_prime(self) -> Means | str:
        # device_select_find_dri_prime_tag_default of Mesa 22 takes a device whose tag differs.
        return tr(
            "is misread by the layer of Mesa 22, which obeys {variable} too",
            variable=MESA_SELECT,
        )

    def nvidia(self) -> Means | str:
        usable = NVIDIA_LAYER in self.case.installed.usable
        if not usable:
            return tr("is read by {layer}, which is not installed", layer=NVIDIA_LAYER)
        are_nvidia = [device.vendor_id == NVIDIA for device in self.wanted]
        offload = (NVIDIA_OFFLOAD, "1")
        if self._is_hiding() and all(are_nvidia):
            return Means((offload, (NVIDIA_FILTER, NVIDIA_ONLY)))
        if self._is_hiding() and not any(are_nvidia):
            return Means((offload, (NVIDIA_FILTER, NVIDIA_NEVER)))
        return Means((offload,))

    def settings(self) -> Means | str:
        unchosen = self.case.choice.others if not self._is_hiding() else ()
        return Means(configured=(*self.case.choice.devices, *unchosen))

    def _is_hiding(self) -> bool:
        return self.case.choice.mode is DeviceMode.LISTED

    def _drivers(self) -> tuple[str, ...]:
        """Return the manifests of the wanted devices, in the order of these."""
        return tuple(dict.fromkeys(device.driver for device in self.wanted))

    def _with_siblings(self, names: Sequence[str]) -> tuple[str, ...]:
        """Add the manifests for the other word size, so that 32-bit children keep their device."""
        siblings = self.case.installed.siblings
        return tuple(
            dict.fromkeys(sibling for name in names for sibling in siblings.get(name, (name,)))
        )

    # ---- words

    def _describe_method(self, method: DeviceSelectionMethod, means: Means) -> str:
        text = self._describe_effect(method, means)
        if method is not DeviceSelectionMethod.MESA and any(
            name == MESA_SELECT for name, _ in means.variables
        ):
            mesa_text = tr(
                "{variable} makes Mesa's layer keep {device} first",
                variable=MESA_SELECT,
                device=self.wanted[0].name,
            )
            return f"{text}; {mesa_text}"
        return text

    def _describe_effect(self, method: DeviceSelectionMethod, means: Means) -> str:
        first_name = self.wanted[0].name if self.wanted else ""
        drivers = join_words(means.drivers)
        match method:
            case DeviceSelectionMethod.DRIVERS_SELECT:
                return tr("keeps only {drivers}; driver updates do not matter", drivers=drivers)
            case DeviceSelectionMethod.DRIVER_FILES:
                return self._describe_named_drivers(drivers)
            case DeviceSelectionMethod.ID_FILTERS:
                return tr("lets only these models through; driver updates do not matter")
            case DeviceSelectionMethod.DEVICE_SELECT:
                return tr("puts {device} first and hides none", device=first_name)
            case DeviceSelectionMethod.SETTINGS if self.case.profile.has(
                Gate.DEVICE_DRIVER_REQUIRED
            ):
                return tr("lists the devices; after a driver update, choose again")
            case DeviceSelectionMethod.SETTINGS:
                return tr("lists the devices")
            case _:
                if len(self.wanted) == 1 and self._is_hiding():
                    return tr("makes Mesa's layer pass only {device}", device=first_name)
                return tr("makes Mesa's layer put {device} first", device=first_name)

    def _describe_named_drivers(self, drivers: str) -> str:
        profile = self.case.profile
        if profile.has(Gate.ADD_VARIABLES):
            return tr("names the drivers: {drivers}", drivers=drivers)
        return tr(
            "is {variable} for {loader} and names the drivers: {drivers}",
            variable=REPLACE_OLD,
            loader=loader_name(profile),
            drivers=drivers,
        )

    def _describe_shortfall(self, method: DeviceSelectionMethod, devices: Devices) -> str:
        names = join_words([device.name for device in devices])
        if _keys(devices) == _keys(self.wanted):
            return tr("gives the right devices in another order: {devices}", devices=names)
        if not devices:
            return tr("leaves programs no device")
        unwanted = [device for device in devices if device not in self.wanted]
        drivers = {device.driver for device in self.wanted}
        if unwanted and method in (
            DeviceSelectionMethod.DRIVERS_SELECT,
            DeviceSelectionMethod.DRIVER_FILES,
        ):
            shared = [device.name for device in unwanted if device.driver in drivers]
            if shared:
                return counted(
                    "cannot hide {devices}: they have the same driver",
                    "cannot hide {devices}: it has the same driver",
                    len(shared),
                    devices=join_words(shared),
                )
        if unwanted and method is DeviceSelectionMethod.ID_FILTERS:
            return tr(
                "cannot tell {devices} apart: the same model",
                devices=join_words([device.name for device in unwanted]),
            )
        if unwanted and devices[:1] == self.wanted[:1]:
            return tr(
                "puts {first} first, and cannot hide {others}",
                first=devices[0].name,
                others=join_words([device.name for device in unwanted]),
            )
        return tr("gives {devices}", devices=names)


_MEANS: Mapping[DeviceSelectionMethod, Callable[[_Trial], Means | str]] = {
    DeviceSelectionMethod.DRIVERS_SELECT: _Trial.drivers_select,
    DeviceSelectionMethod.ID_FILTERS: _Trial.id_filters,
    DeviceSelectionMethod.DEVICE_SELECT: _Trial.device_select,
    DeviceSelectionMethod.DRIVER_FILES: _Trial.driver_files,
    DeviceSelectionMethod.MESA: _Trial.mesa,
    DeviceSelectionMethod.DRI_PRIME: _Trial.dri_prime,
    DeviceSelectionMethod.NVIDIA: _Trial.nvidia,
    DeviceSelectionMethod.SETTINGS: _Trial.settings,
}


def _keys(devices: Devices) -> frozenset[tuple[str, str, str, int]]:
    """Return the devices without their order."""
    return frozenset(
        (device.name, device.device_uuid, device.driver, device.number) for device in devices
    )


def _numbers(values: Iterator[int]) -> str:
    return ",".join(f"{value:#x}" for value in dict.fromkeys(values))


def _configuration(entry: DeviceEntry) -> DeviceConfiguration:
    return DeviceConfiguration(entry.device_uuid, entry.driver_uuid, entry.driver_version)
