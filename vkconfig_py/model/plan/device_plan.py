"""Puts a choice of devices into a plan: the way that is taken, what it sets, and its limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from vkconfig_py.language.sentences import counted, join_words, message, render, tr
from vkconfig_py.loader.base.device_values import DeviceConfiguration
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.device_rules import (
    DEVICE_ID_FILTER_VARIABLE,
    DEVICE_SELECT_VARIABLE,
    DISABLE_SELECT_VARIABLE,
    ID_FILTER_VARIABLES,
    VENDOR_ID_FILTER_VARIABLE,
)
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    DeviceChoice,
    DeviceEntry,
    DeviceMode,
    DeviceSelectionMethod,
)
from vkconfig_py.model.plan.inventory import (
    ICD_FILENAMES_VARIABLE,
    InventoryIndex,
    insert_added_drivers,
)
from vkconfig_py.model.plan.loader_family import format_loader_name, suggest_newer_loader
from vkconfig_py.model.plan.plan import Limitation
from vkconfig_py.model.plan.planned_devices import (
    DRI_PRIME_VARIABLE,
    MESA_FORCE_DEFAULT_VARIABLE,
    MESA_LAYER,
    MESA_SELECT_VARIABLE,
    METHOD_TITLES,
    NVIDIA_FILTER,
    NVIDIA_LAYER,
    NVIDIA_NEVER,
    NVIDIA_OFFLOAD,
    NVIDIA_ONLY,
    NVIDIA_VENDOR_ID,
    DeviceContext,
    DeviceEntries,
    DevicePlan,
    MethodChanges,
    MethodVerdict,
    compute_program_devices,
    format_model_id,
)
from vkconfig_py.model.plan.variable_changes import TOKEN_LIMIT, RunPlan, make_filter_token

NOT_A_VARIABLE = message("is not a variable")
NEEDS_LAUNCH = message("is a variable, which applied files cannot set: launch from here")
_ID_FILTERS_REMEDY = suggest_newer_loader("1.4.326")  # the first with ID filters


def choose_method_for_run(run: RunPlan, profile: LoaderProfile, refusal: str) -> DevicePlan:
    """Choose how one run gets its devices, and set the variables for it.

    `refusal` is why no loader settings file can be written, "" if one can.
    """
    configuration = run.configuration
    off_names = set(run.resolved_layers.disabled_names)
    session = {variable.name: variable.value for variable in configuration.environment}
    variables = {**run.host.environment, **session}
    plan = _MethodTrial(
        DeviceChoiceInputs(
            choice=configuration.devices,
            profile=profile,
            inventory_index=run.inventory_index,
            drivers=run.list_used_drivers(),
            layers=frozenset(
                {*run.inventory_index.loaded_names, *run.resolved_layers.components} - off_names
            ),
            session={name: value for name, value in variables.items() if value is not None},
            configured_names=frozenset(session),
            file_refusal=refusal,
            hides_variables=run.host.hides_variables,
        )
    ).make_plan()
    _set_variables(run, plan)
    run.limits += list_device_plan_limits(plan, profile)
    return plan


def _set_variables(run: RunPlan, plan: DevicePlan) -> None:
    """Set and unset in a run what the chosen method for devices needs."""
    for name in plan.cleared_variables:
        run.variables.unset(name)
    verdict = plan.selected_verdict
    if verdict is None or verdict.method is not DeviceSelectionMethod.DRIVER_FILES:
        run.choose_drivers(verdict.changes.drivers if verdict is not None else ())
    else:
        run.name_driver_files(
            [
                name
                for name in verdict.changes.drivers
                if name in run.inventory_index.driver_manifests
            ]
        )
    user_variables = {variable.name for variable in run.configuration.environment}
    for name, value in verdict.changes.variables if verdict is not None else ():
        if name not in user_variables:
            run.variables.set(name, value)


def choose_method_for_file(
    configuration: Configuration,
    inventory_index: InventoryIndex,
    profile: LoaderProfile,
    session: Mapping[str, str],
) -> DevicePlan:
    """Return how programs get the chosen devices from an applied loader settings file."""
    follows_drivers = profile.has(Gate.ADDITIONAL_DRIVERS)
    inventory_index = insert_added_drivers(inventory_index, configuration)
    return _MethodTrial(
        DeviceChoiceInputs(
            choice=configuration.devices._replace(by=DeviceSelectionMethod.AUTOMATIC),
            profile=profile,
            inventory_index=inventory_index,
            drivers=inventory_index.used_drivers,
            layers=frozenset(inventory_index.loaded_names),
            session=session,
            file_refusal=""
            if follows_drivers
            else tr("cannot choose devices with {loader}", loader=format_loader_name(profile)),
            variables_refusal=render(NEEDS_LAUNCH),
        )
    ).make_plan()


def list_file_limits(plan: DevicePlan, choice: DeviceChoice) -> Iterator[Limitation]:
    """Yield limitations of an applied choice: it ignores the method, other variables act too."""
    if choice.by not in (DeviceSelectionMethod.AUTOMATIC, DeviceSelectionMethod.SETTINGS):
        yield Limitation(
            "",
            tr(
                "{way} works only for launches, so the file lists the devices",
                way=METHOD_TITLES[choice.by],
            ),
        )
    rival_variables = [name for name in RIVAL_VARIABLES if name in plan.context.variables]
    if rival_variables and plan.wanted_devices:
        yield Limitation(
            "",
            counted(
                "{names} from your session also take effect",
                "{names} from your session also takes effect",
                len(rival_variables),
                names=join_words(rival_variables),
            ),
        )


def list_device_plan_limits(plan: DevicePlan, profile: LoaderProfile) -> Iterator[Limitation]:
    """Yield limitations of the method for devices, and variables that choose other devices."""
    if not _knows_drivers(plan):
        return
    if plan.kept_variables and not plan.is_exact:
        names_text = join_words(plan.kept_variables)
        text = counted(
            "{names} from this configuration override its device choice",
            "{names} from this configuration overrides its device choice",
            len(plan.kept_variables),
            names=names_text,
        )
        yield Limitation("", text, tr("without {names}", names=names_text))
    elif limit := find_method_limit(plan, profile):
        yield limit
    if plan.cleared_variables:
        names = join_words(plan.cleared_variables)
        yield Limitation(
            "",
            tr(
                "the program runs without {names} from your session, which would choose "
                "other devices",
                names=names,
            ),
        )


def find_method_limit(plan: DevicePlan, profile: LoaderProfile) -> Limitation | None:
    """Return the limitation of a method that gives other devices than chosen, or None."""
    if not _knows_drivers(plan) or (plan.kept_variables and not plan.is_exact):
        return None
    if plan.selected_verdict is None:
        text = tr("the device choice is not applied: {reason}", reason=plan.refusal)
    elif plan.selected_verdict.is_exact:
        return None
    else:
        text = plan.clause
    return Limitation("", text, _find_alternative(plan, profile))


def _knows_drivers(plan: DevicePlan) -> bool:
    """True if the driver of each wanted device is known."""
    # An older choice does not know its drivers: device_choice.device_limits says what it can.
    return all(device.driver for device in plan.wanted_devices)


def _find_alternative(plan: DevicePlan, profile: LoaderProfile) -> str:
    """Return what to do where the method gives other devices than chosen, or ""."""
    if plan.requested_method is not DeviceSelectionMethod.AUTOMATIC:
        return tr("choose Automatic")
    return "" if profile.has(Gate.ID_FILTERS) else _ID_FILTERS_REMEDY


# By which means a program gets the chosen devices: what each would do here, and which is taken.
#
# A way is tried by computing what programs would get under it (planned_devices.py) and comparing
# that with the choice. The first one that gives exactly this is taken, those first that outlive an
# update of a driver. Only one is taken, and what the session says through another is left out of
# the run: of two that contradict each other one would win by a rule that nobody sees.

# Those that know a device by its driver's manifest or its model outlive a driver update.
_PREFERRED_METHODS = (
    DeviceSelectionMethod.DRIVERS_SELECT,
    DeviceSelectionMethod.ID_FILTERS,
    DeviceSelectionMethod.DEVICE_SELECT,
    DeviceSelectionMethod.DRIVER_FILES,
    DeviceSelectionMethod.MESA,
    DeviceSelectionMethod.SETTINGS,
)
METHODS = (*_PREFERRED_METHODS, DeviceSelectionMethod.NVIDIA, DeviceSelectionMethod.DRI_PRIME)
# Variables by which a session may choose devices in another way.
RIVAL_VARIABLES = (
    DEVICE_SELECT_VARIABLE,
    *ID_FILTER_VARIABLES,
    MESA_SELECT_VARIABLE,
    MESA_FORCE_DEFAULT_VARIABLE,
    DRI_PRIME_VARIABLE,
    NVIDIA_FILTER,
    NVIDIA_OFFLOAD,
)
_LAYER_BY_VARIABLE = {
    **dict.fromkeys(
        (MESA_SELECT_VARIABLE, MESA_FORCE_DEFAULT_VARIABLE, DRI_PRIME_VARIABLE), MESA_LAYER
    ),
    **dict.fromkeys((NVIDIA_OFFLOAD, NVIDIA_FILTER), NVIDIA_LAYER),
}
_HIDING_METHODS = (DeviceSelectionMethod.DRIVERS_SELECT, DeviceSelectionMethod.ID_FILTERS)
_LOADER_VARIABLE_METHODS = (
    DeviceSelectionMethod.DRIVERS_SELECT,
    DeviceSelectionMethod.DRIVER_FILES,
    DeviceSelectionMethod.ID_FILTERS,
)
_UNVERIFIED_TEXT = message("may not work: it had no effect on a machine with NVIDIA driver 580")
_OUTDATED_CHOICE = message(
    "cannot be used because the saved choice lacks the devices' drivers; choose the devices again"
)


class DeviceChoiceInputs(NamedTuple):
    """What a choice of devices meets.

    Attributes:
        drivers: base names of the manifests in use, in the order in which they are opened.
        layers: names of the layers in the chain.
        session: the program's variables before anything is chosen.
        configured_names: names of the variables that the configuration itself sets.
        file_refusal: why no loader settings file can be brought, "" if one can.
        variables_refusal: why no variable can be set, "" if they can.
        hides_variables: the program has more rights than its user.
    """

    choice: DeviceChoice
    profile: LoaderProfile
    inventory_index: InventoryIndex
    drivers: tuple[str, ...]
    layers: frozenset[str]
    session: Mapping[str, str] = MappingProxyType({})
    configured_names: frozenset[str] = frozenset()
    file_refusal: str = ""
    variables_refusal: str = ""
    hides_variables: bool = False


def gives_chosen_devices(
    program_devices: DeviceEntries, target_devices: DeviceEntries, choice: DeviceChoice
) -> bool:
    """True if programs get the chosen devices.

    Devices after those that are to come first may be in any order.
    """
    if choice.mode is DeviceMode.LISTED:
        return program_devices == target_devices
    count = len(choice.devices)
    return program_devices[:count] == target_devices[:count] and _make_device_identities(
        program_devices
    ) == _make_device_identities(target_devices)


class _MethodTrial:
    """Tries every method to give a program its chosen devices.

    Attributes: known_devices: every device that the choice knows of, as far as its driver is used.
    wanted_devices: what programs should get.
    """

    def __init__(self, inputs: DeviceChoiceInputs) -> None:
        self.inputs = inputs
        choice = inputs.choice
        self.opened_drivers = inputs.drivers
        self.known_devices = (*choice.devices, *choice.others)
        self.cleared_variables = tuple(
            name for name in RIVAL_VARIABLES if self._is_variable_cleared(name)
        )
        variables = {
            name: value
            for name, value in inputs.session.items()
            if name not in self.cleared_variables
        }
        self.context = DeviceContext(
            inputs.profile, self.known_devices, self.opened_drivers, inputs.layers, variables
        )
        unchosen_devices = [
            device for device in compute_program_devices(self.context) if device in choice.others
        ]
        self.wanted_devices = (
            *choice.devices,
            *(unchosen_devices if choice.mode is DeviceMode.FIRST else ()),
        )

    def _is_variable_cleared(self, name: str) -> bool:
        """True if a run unsets a variable of the session that would choose other devices."""
        if self.inputs.variables_refusal:  # what is applied leaves the session as it is
            return False
        layer = _LAYER_BY_VARIABLE.get(name)
        has_effect = layer is None or layer in self.inputs.layers
        return (
            has_effect and name in self.inputs.session and name not in self.inputs.configured_names
        )

    def make_plan(self) -> DevicePlan:
        """Try all methods, and return the plan with the requested or best of them."""
        verdicts = tuple(self._try_method(method) for method in METHODS)
        requested_method = self.inputs.choice.by
        selected_verdict = (
            self._find_best(verdicts)
            if requested_method is DeviceSelectionMethod.AUTOMATIC
            else self._find_requested(verdicts, requested_method)
        )
        conflicting_names = tuple(
            name
            for name in RIVAL_VARIABLES
            if name in self.inputs.configured_names and name in self.inputs.session
        )
        replaced_names = (
            {name for name, _ in selected_verdict.changes.variables}
            if selected_verdict is not None
            else set()
        )
        cleared_names = tuple(name for name in self.cleared_variables if name not in replaced_names)
        device_context = (
            self.context
            if selected_verdict is None
            else self._make_changed_context(selected_verdict.changes)
        )
        return DevicePlan(
            selected_verdict,
            self.wanted_devices,
            verdicts,
            device_context,
            requested_method,
            cleared_names,
            conflicting_names,
        )

    def _find_requested(
        self, verdicts: Sequence[MethodVerdict], method: DeviceSelectionMethod
    ) -> MethodVerdict | None:
        """Return the verdict on the method that the user asked for, None if it is refused."""
        return next(
            (
                method_verdict
                for method_verdict in verdicts
                if method_verdict.method is method and not method_verdict.is_refused
            ),
            None,
        )

    def _find_best(self, verdicts: Sequence[MethodVerdict]) -> MethodVerdict | None:
        """Return the usable verdict whose devices are nearest to the choice, or None."""
        usable_verdicts = [
            verdict
            for verdict in verdicts
            if not verdict.is_refused and verdict.method in _PREFERRED_METHODS
        ]
        # max() takes the first of equals: the order of preference.
        best_verdict = max(
            usable_verdicts, key=lambda verdict: self._rank(verdict.resulting_devices), default=None
        )
        if best_verdict is not None and self._rank(best_verdict.resulting_devices):
            return best_verdict
        # A file may name devices that nothing is known of.
        return next(
            (
                method_verdict
                for method_verdict in usable_verdicts
                if method_verdict.method is DeviceSelectionMethod.SETTINGS
            ),
            None,
        )

    def _rank(self, devices: DeviceEntries) -> int:
        """Rank devices that a method gives.

        3 is exactly the choice, 2 another order, 1 the right first one, 0 anything else.
        """
        wanted_devices = self.wanted_devices
        if gives_chosen_devices(devices, wanted_devices, self.inputs.choice):
            return 3
        if _make_device_identities(devices) == _make_device_identities(wanted_devices):
            return 2 if self._hides_devices() or devices[:1] == wanted_devices[:1] else 0
        return (
            1
            if wanted_devices
            and devices[:1] == wanted_devices[:1]
            and _make_device_identities(wanted_devices) <= _make_device_identities(devices)
            else 0
        )

    def _try_method(self, method: DeviceSelectionMethod) -> MethodVerdict:
        """Return what a method would do: the devices that programs get, or why it is refused."""
        refusal = self._find_method_refusal(method)
        method_changes = refusal or _METHOD_CHANGES[method](self)
        if isinstance(method_changes, str):
            return MethodVerdict(method, False, method_changes, is_refused=True)
        devices = compute_program_devices(self._make_changed_context(method_changes))
        if len(devices) > 1 and method is not DeviceSelectionMethod.MESA:
            method_changes = method_changes._replace(
                variables=(*method_changes.variables, *self._list_mesa_companions())
            )
            devices = compute_program_devices(self._make_changed_context(method_changes))
        if (
            method is DeviceSelectionMethod.NVIDIA
        ):  # said to choose by its maker alone: nothing is claimed of it
            return MethodVerdict(method, False, render(_UNVERIFIED_TEXT), devices, method_changes)
        if self._rank(devices) == 3:
            return MethodVerdict(
                method, True, self._describe_method(method, method_changes), devices, method_changes
            )
        return MethodVerdict(
            method, False, self._describe_shortfall(method, devices), devices, method_changes
        )

    def _find_method_refusal(self, method: DeviceSelectionMethod) -> str:
        """Return why a method cannot be used at all, or ""."""
        inputs = self.inputs
        if method is DeviceSelectionMethod.SETTINGS:
            return inputs.file_refusal
        if inputs.variables_refusal:
            return inputs.variables_refusal
        if method in _HIDING_METHODS and not self._hides_devices():
            return tr("can hide devices but not reorder them")
        if inputs.hides_variables and method in _LOADER_VARIABLE_METHODS:
            return tr("is ignored by the loader, because the program runs with elevated privileges")
        if not inputs.choice.devices:
            return tr("cannot hide all devices")
        if any(not device.driver for device in inputs.choice.devices):
            return render(_OUTDATED_CHOICE)
        unusable_devices = [
            device for device in inputs.choice.devices if device.driver not in self.opened_drivers
        ]
        if unusable_devices:
            drivers = join_words(sorted({device.driver for device in unusable_devices}))
            return counted(
                "no longer works because {drivers} are not in use; choose the devices again",
                "no longer works because {drivers} is not in use; choose the devices again",
                len({device.driver for device in unusable_devices}),
                drivers=drivers,
            )
        return ""

    def _list_mesa_companions(self) -> Iterator[tuple[str, str]]:
        """Yield the variable, with its value, that has Mesa's layer agree on the first device."""
        # Mesa's layer would put the display server's device first, above all that the loader sorts.
        first_device = (
            self.wanted_devices[0]
            if self.wanted_devices and not self.inputs.variables_refusal
            else None
        )
        if MESA_LAYER in self.context.layers and first_device is not None and first_device.driver:
            yield MESA_SELECT_VARIABLE, format_model_id(first_device)

    def _make_changed_context(self, method_changes: MethodChanges) -> DeviceContext:
        """Return what decides on a program's devices after a method's changes."""
        device_context = self.context
        configured_devices = None
        if method_changes.configured_devices is not None:
            configured_devices = tuple(
                map(_make_device_configuration, method_changes.configured_devices)
            )
        drivers = [
            name for name in method_changes.drivers if name in self.opened_drivers
        ] or device_context.drivers
        # The order of a filter is that of the search.
        if not any(name == DISABLE_SELECT_VARIABLE for name, _ in method_changes.variables):
            drivers = [name for name in device_context.drivers if name in drivers]
        # What the configuration sets itself stays.
        user_variables = {
            name: device_context.variables[name]
            for name in self.inputs.configured_names & device_context.variables.keys()
        }
        variables = {**device_context.variables, **dict(method_changes.variables), **user_variables}
        return device_context._replace(
            drivers=drivers, variables=variables, configured_devices=configured_devices
        )

    # ---- what a way can do

    def use_drivers_select(self) -> MethodChanges | str:
        """Return the changes for a driver filter (VK_LOADER_DRIVERS_SELECT), or why not."""
        if not self.inputs.profile.has(Gate.FILTERS):
            return tr(
                "is ignored by {loader}: requires loader {version} or newer",
                version="1.3.234",
                loader=format_loader_name(self.inputs.profile),
            )
        drivers = self._add_sibling_manifests(self._list_wanted_drivers())
        if len(drivers) > TOKEN_LIMIT or not all(map(make_filter_token, drivers)):
            return tr("cannot list these drivers")
        return MethodChanges(drivers=drivers)

    def use_driver_files(self) -> MethodChanges | str:
        """Return the changes that name driver manifests (VK_DRIVER_FILES)."""
        drivers = self._list_wanted_drivers()
        opened_names = tuple(name for name in self.opened_drivers if name in drivers)
        if (
            compute_program_devices(self._make_changed_context(MethodChanges(drivers=opened_names)))
            == self.wanted_devices
        ):
            return MethodChanges(drivers=self._add_sibling_manifests(opened_names))
        # A probe sorts the devices of a driver, too: their own order is not known.
        if any(device.number for device in self.known_devices if device.driver in drivers):
            return MethodChanges(drivers=self._add_sibling_manifests(opened_names))
        # Unsorted, the driver that is opened last comes first (loader.c,
        # setup_loader_term_phys_devs).
        ordered_files = self._add_sibling_manifests(tuple(reversed(drivers)))
        return MethodChanges(((DISABLE_SELECT_VARIABLE, "1"),), ordered_files)

    def use_id_filters(self) -> MethodChanges | str:
        """Return the changes for the loader's filters by ID, or why they cannot be used."""
        if not self.inputs.profile.has(Gate.ID_FILTERS):
            return tr(
                "is ignored by {loader}: requires loader {version} or newer",
                version="1.4.326",
                loader=format_loader_name(self.inputs.profile),
            )
        vendors = _format_id_list(device.vendor_id for device in self.wanted_devices)
        models = _format_id_list(device.device_id for device in self.wanted_devices)
        vendor_filter, model_filter = (
            (VENDOR_ID_FILTER_VARIABLE, vendors),
            (DEVICE_ID_FILTER_VARIABLE, models),
        )
        candidates = [
            MethodChanges((vendor_filter,)),
            MethodChanges((model_filter,)),
            MethodChanges((vendor_filter, model_filter)),
        ]
        wanted_keys = _make_device_identities(self.wanted_devices)
        fitting_changes = (
            filter_changes
            for filter_changes in candidates
            if _make_device_identities(
                compute_program_devices(self._make_changed_context(filter_changes))
            )
            == wanted_keys
        )
        return next(fitting_changes, candidates[-1])

    def use_loader_device_select(self) -> MethodChanges | str:
        """Return the change for VK_LOADER_DEVICE_SELECT, or why the loader ignores it."""
        if not self.inputs.profile.has(Gate.SORTED_DEVICES):
            return tr(
                "is ignored by {loader}: requires loader {version} or newer",
                version="1.3.204",
                loader=format_loader_name(self.inputs.profile),
            )
        return MethodChanges(((DEVICE_SELECT_VARIABLE, format_model_id(self.wanted_devices[0])),))

    def use_mesa(self) -> MethodChanges | str:
        """Return the changes for Mesa's device selection layer, or why it cannot be used."""
        if MESA_LAYER not in self.context.layers:
            return tr("works only with {layer}, which is not in the chain", layer=MESA_LAYER)
        variables_if_alone = (
            ((MESA_FORCE_DEFAULT_VARIABLE, "1"),)
            if len(self.wanted_devices) == 1 and self._hides_devices()
            else ()
        )
        return MethodChanges(
            ((MESA_SELECT_VARIABLE, format_model_id(self.wanted_devices[0])), *variables_if_alone)
        )

    def use_dri_prime(self) -> MethodChanges | str:
        """Return why DRI_PRIME is not used."""
        # device_select_find_dri_prime_tag_default of Mesa 22 takes a device whose tag differs.
        return tr(
            "is misread by Mesa 22's layer, which also reads {variable}",
            variable=MESA_SELECT_VARIABLE,
        )

    def use_nvidia(self) -> MethodChanges | str:
        """Return the change for NVIDIA's Optimus layer, or why it cannot be used."""
        is_usable = NVIDIA_LAYER in self.inputs.inventory_index.usable_layers
        if not is_usable:
            return tr("works only with {layer}, which is not installed", layer=NVIDIA_LAYER)
        are_nvidia = [device.vendor_id == NVIDIA_VENDOR_ID for device in self.wanted_devices]
        offload_variable = (NVIDIA_OFFLOAD, "1")
        if self._hides_devices() and all(are_nvidia):
            return MethodChanges((offload_variable, (NVIDIA_FILTER, NVIDIA_ONLY)))
        if self._hides_devices() and not any(are_nvidia):
            return MethodChanges((offload_variable, (NVIDIA_FILTER, NVIDIA_NEVER)))
        return MethodChanges((offload_variable,))

    def use_settings_file(self) -> MethodChanges | str:
        """Return the devices for a loader settings file, chosen devices first."""
        unchosen_devices = self.inputs.choice.others if not self._hides_devices() else ()
        return MethodChanges(configured_devices=(*self.inputs.choice.devices, *unchosen_devices))

    def _hides_devices(self) -> bool:
        """True if devices that are not chosen are to be hidden."""
        return self.inputs.choice.mode is DeviceMode.LISTED

    def _list_wanted_drivers(self) -> tuple[str, ...]:
        """Return the driver manifests of the wanted devices, in the order of these."""
        return tuple(dict.fromkeys(device.driver for device in self.wanted_devices))

    def _add_sibling_manifests(self, names: Sequence[str]) -> tuple[str, ...]:
        """Add the manifests for the other word size, so that 32-bit children keep their device."""
        siblings = self.inputs.inventory_index.driver_siblings
        return tuple(
            dict.fromkeys(sibling for name in names for sibling in siblings.get(name, (name,)))
        )

    # ---- words

    def _describe_method(self, method: DeviceSelectionMethod, method_changes: MethodChanges) -> str:
        """Return what a method sets or does, with Mesa's variable if it is set too."""
        text = self._describe_effect(method, method_changes)
        if method is not DeviceSelectionMethod.MESA and any(
            name == MESA_SELECT_VARIABLE for name, _ in method_changes.variables
        ):
            mesa_text = tr(
                "{variable} makes Mesa's device-select layer keep {device} first",
                variable=MESA_SELECT_VARIABLE,
                device=self.wanted_devices[0].name,
            )
            return f"{text}; {mesa_text}"
        return text

    def _describe_effect(self, method: DeviceSelectionMethod, method_changes: MethodChanges) -> str:
        """Return what a method sets or does, as the end of a sentence."""
        device_name = self.wanted_devices[0].name if self.wanted_devices else ""
        drivers = join_words(method_changes.drivers)
        match method:
            case DeviceSelectionMethod.DRIVERS_SELECT:
                return tr("allows only {drivers}; unaffected by driver updates", drivers=drivers)
            case DeviceSelectionMethod.DRIVER_FILES:
                return self._describe_named_drivers(drivers)
            case DeviceSelectionMethod.ID_FILTERS:
                return tr("allows only the chosen device models; unaffected by driver updates")
            case DeviceSelectionMethod.DEVICE_SELECT:
                return tr("puts {device} first without hiding other devices", device=device_name)
            case DeviceSelectionMethod.SETTINGS if self.inputs.profile.has(
                Gate.DEVICE_DRIVER_REQUIRED
            ):
                return tr("lists the devices; after a driver update, choose them again")
            case DeviceSelectionMethod.SETTINGS:
                return tr("lists the devices")
            case _:
                if len(self.wanted_devices) == 1 and self._hides_devices():
                    return tr(
                        "makes Mesa's device-select layer expose only {device}", device=device_name
                    )
                return tr("makes Mesa's device-select layer put {device} first", device=device_name)

    def _describe_named_drivers(self, drivers: str) -> str:
        """Return that a variable lists these drivers, with its name in this loader."""
        profile = self.inputs.profile
        if profile.has(Gate.ADD_VARIABLES):
            return tr("lists the drivers: {drivers}", drivers=drivers)
        return tr(
            "is called {variable} in {loader} and lists the drivers: {drivers}",
            variable=ICD_FILENAMES_VARIABLE,
            loader=format_loader_name(profile),
            drivers=drivers,
        )

    def _describe_shortfall(self, method: DeviceSelectionMethod, devices: DeviceEntries) -> str:
        """Return what is wrong with the devices that a method gives, as the end of a sentence."""
        names = join_words([device.name for device in devices])
        if _make_device_identities(devices) == _make_device_identities(self.wanted_devices):
            return tr("selects the right devices in a different order: {devices}", devices=names)
        if not devices:
            return tr("leaves programs without a device")
        unwanted_devices = [device for device in devices if device not in self.wanted_devices]
        drivers = {device.driver for device in self.wanted_devices}
        if unwanted_devices and method in (
            DeviceSelectionMethod.DRIVERS_SELECT,
            DeviceSelectionMethod.DRIVER_FILES,
        ):
            shared_names = [device.name for device in unwanted_devices if device.driver in drivers]
            if shared_names:
                return counted(
                    "cannot hide {devices}: they share a driver with a chosen device",
                    "cannot hide {devices}: it shares a driver with a chosen device",
                    len(shared_names),
                    devices=join_words(shared_names),
                )
        if unwanted_devices and method is DeviceSelectionMethod.ID_FILTERS:
            unwanted_names = join_words([device.name for device in unwanted_devices])
            models = {format_model_id(device) for device in self.wanted_devices}
            if all(format_model_id(device) in models for device in unwanted_devices):
                return tr(
                    "cannot hide {devices}: same model as a chosen device", devices=unwanted_names
                )
            # Each filter is a list: the vendor of one chosen device with the model of another.
            return counted(
                "cannot hide {devices}: the filters match them, too",
                "cannot hide {devices}: the filters match it, too",
                len(unwanted_devices),
                devices=unwanted_names,
            )
        if unwanted_devices and devices[:1] == self.wanted_devices[:1]:
            return tr(
                "puts {first} first but cannot hide {others}",
                first=devices[0].name,
                others=join_words([device.name for device in unwanted_devices]),
            )
        return tr("selects {devices}", devices=names)


_METHOD_CHANGES: Mapping[DeviceSelectionMethod, Callable[[_MethodTrial], MethodChanges | str]] = {
    DeviceSelectionMethod.DRIVERS_SELECT: _MethodTrial.use_drivers_select,
    DeviceSelectionMethod.ID_FILTERS: _MethodTrial.use_id_filters,
    DeviceSelectionMethod.DEVICE_SELECT: _MethodTrial.use_loader_device_select,
    DeviceSelectionMethod.DRIVER_FILES: _MethodTrial.use_driver_files,
    DeviceSelectionMethod.MESA: _MethodTrial.use_mesa,
    DeviceSelectionMethod.DRI_PRIME: _MethodTrial.use_dri_prime,
    DeviceSelectionMethod.NVIDIA: _MethodTrial.use_nvidia,
    DeviceSelectionMethod.SETTINGS: _MethodTrial.use_settings_file,
}


def _make_device_identities(devices: DeviceEntries) -> frozenset[tuple[str, str, str, int]]:
    """Return what identifies the devices, without their order, for comparison."""
    return frozenset(
        (device.name, device.device_uuid, device.driver, device.number) for device in devices
    )


def _format_id_list(values: Iterator[int]) -> str:
    """Return numbers in hexadecimal, joined by commas, each once."""
    return ",".join(f"{value:#x}" for value in dict.fromkeys(values))


def _make_device_configuration(entry: DeviceEntry) -> DeviceConfiguration:
    """Return a chosen device as an entry of a loader settings file."""
    return DeviceConfiguration(entry.device_uuid, entry.driver_uuid, entry.driver_version)
