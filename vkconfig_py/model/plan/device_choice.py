"""Which mechanisms can choose physical devices: only a loader settings file.

A loader identifies a device by its UUID. Since 1.4.329 also by driver UUID and driver version
(Gate.DEVICE_DRIVER_REQUIRED).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vkconfig_py.language.sentences import message, render, tr
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.model.configuration.configuration import Configuration, DeviceEntry, DeviceMode
from vkconfig_py.model.plan.loader_family import (
    FILE_DRIVERS_VERSION,
    MIN_SETTINGS_VERSION,
    format_loader_name,
    suggest_newer_loader,
)
from vkconfig_py.model.plan.plan import Limitation, Mechanism

LAUNCH_DEVICES_VERSION = "1.4.324"
_MECHANISM_REFUSALS = {
    Mechanism.LAUNCH: message("a launch from here cannot choose devices"),
    Mechanism.OVERRIDE: message("an override cannot choose devices"),
    Mechanism.ENVIRONMENT: message("environment variables cannot choose devices"),
}
NO_DEVICE_LISTED = message(
    "the device list is empty, so programs do not find a device, and most programs cannot start"
)
_DRIVER_UPDATE_RISK = message(
    "after a driver update, choose the devices again: otherwise programs will not find "
    "the updated driver's devices"
)


def can_launch_choose_devices(profile: LoaderProfile) -> bool:
    """True if a launch with this loader can choose devices by a private loader settings file.

    Another settings file can prevent that.
    """
    # Devices since 1.4.323; a file below XDG_CONFIG_DIRS, which one launch can provide, since
    # 1.4.324.
    return profile.has(Gate.ADDITIONAL_DRIVERS) and profile.has(Gate.SETTINGS_XDG_DIRS)


def list_devices_to_write(
    configuration: Configuration, profile: LoaderProfile
) -> tuple[DeviceEntry, ...] | None:
    """Return the chosen devices without malformed entries, None if the choice is not written.

    A malformed entry could make the loader discard the whole list.
    """
    # If none of the listed ones is well-formed, write none: no program could run otherwise.
    choice = configuration.devices
    if not choice.is_choosing or not profile.has(Gate.ADDITIONAL_DRIVERS):
        return None
    # A file hides whatever it does not list.
    unchosen = choice.others if choice.mode is DeviceMode.FIRST else ()
    listed = (*choice.devices, *unchosen)
    well_formed = tuple(device for device in listed if not _find_fault(device, profile))
    return well_formed if well_formed or not choice.devices else None


def explain_no_devices(profile: LoaderProfile) -> tuple[str, str]:
    """Return why an override cannot choose devices for this loader, and what can instead."""
    if not profile.has(Gate.ADDITIONAL_DRIVERS):
        text = tr(
            "an override cannot choose devices, and {loader} ignores device choices in a "
            "settings file",
            loader=format_loader_name(profile),
        )
        return text, suggest_newer_loader(FILE_DRIVERS_VERSION)
    if can_launch_choose_devices(profile):
        return render(_MECHANISM_REFUSALS[Mechanism.OVERRIDE]), tr(
            "a loader settings file, or launch from here"
        )
    return render(_MECHANISM_REFUSALS[Mechanism.OVERRIDE]), tr("a loader settings file")


def list_no_device_limits(
    configuration: Configuration, profile: LoaderProfile
) -> tuple[Limitation, ...]:
    """Return the limitation that an empty list of devices leaves programs no device, if it does."""
    # 1.4.323 to 1.4.335 ignore an empty list.
    if list_devices_to_write(configuration, profile) != () or profile.has(Gate.EMPTY_LISTS_IGNORED):
        return ()
    return (Limitation("", render(NO_DEVICE_LISTED)),)


def list_device_limits(
    configuration: Configuration,
    mechanism: Mechanism,
    profile: LoaderProfile | None,
    others: Sequence[LoaderProfile] = (),
) -> tuple[Limitation, ...]:
    """Return limitations and risks of a choice of devices with a mechanism.

    `mechanism`: the one used. SETTINGS also for a launch with such a file. `profile`: the loader
    that programs use, None if unknown.
    """
    if not configuration.devices.is_choosing:
        return ()
    if mechanism in _MECHANISM_REFUSALS or profile is None:
        return (_make_choice_limit(mechanism, profile),)
    if not profile.has(Gate.ADDITIONAL_DRIVERS):
        text = tr(
            "{loader} ignores device choices in a settings file", loader=format_loader_name(profile)
        )
        return (Limitation("", text, suggest_newer_loader(FILE_DRIVERS_VERSION)),)
    return (*_list_limits(configuration, profile), *_list_ignored_limits(profile, others))


def _make_choice_limit(mechanism: Mechanism, profile: LoaderProfile | None) -> Limitation:
    """Return the limitation that a mechanism cannot choose devices, with one that can."""
    text = render(_MECHANISM_REFUSALS.get(mechanism, message("this method cannot choose devices")))
    alternative = tr("a loader settings file")
    if mechanism is Mechanism.LAUNCH and (
        profile is None or not can_launch_choose_devices(profile)
    ):
        alternative = suggest_newer_loader(LAUNCH_DEVICES_VERSION)
        if profile is not None:
            text = tr(
                "a launch with {loader} cannot choose devices", loader=format_loader_name(profile)
            )
    elif profile is not None and not profile.has(Gate.ADDITIONAL_DRIVERS):
        alternative = suggest_newer_loader(FILE_DRIVERS_VERSION)
    return Limitation("", text, alternative)


def _list_limits(configuration: Configuration, profile: LoaderProfile) -> Iterator[Limitation]:
    """Yield the limitations of a choice of devices in a settings file read by this loader."""
    for device in configuration.devices.devices:
        if text := _find_fault(device, profile):
            yield Limitation("", text, tr("choose the device again"))
    written = list_devices_to_write(configuration, profile)
    # driverUUID and driverVersion must match the device, and change with each driver update.
    if written and profile.has(Gate.DEVICE_DRIVER_REQUIRED):
        yield Limitation("", render(_DRIVER_UPDATE_RISK))
    elif written:
        yield Limitation(
            "",
            tr(
                "{loader} identifies devices by UUID, regardless of the driver",
                loader=format_loader_name(profile),
            ),
        )
    elif written is not None and profile.has(Gate.EMPTY_LISTS_IGNORED):
        text = tr("{loader} ignores an empty device list", loader=format_loader_name(profile))
        yield Limitation("", text, suggest_newer_loader("1.4.336"))


def _list_ignored_limits(
    profile: LoaderProfile, others: Sequence[LoaderProfile]
) -> Iterator[Limitation]:
    """Yield limitations for other installed loaders that read the file but ignore the choice."""
    for loader in others:
        reads = loader.version >= MIN_SETTINGS_VERSION and loader.version != profile.version
        if reads and not loader.has(Gate.ADDITIONAL_DRIVERS):
            text = tr(
                "{loader}, which is also installed, ignores device choices in a settings file",
                loader=format_loader_name(loader),
            )
            yield Limitation("", text)


def _find_fault(device: DeviceEntry, profile: LoaderProfile) -> str:
    """Return why a loader could not identify a chosen device, or "" if it can."""
    from vkconfig_py.model.formats.loader_settings_json import (
        list_uuid_bytes,
    )  # no launch is delayed by it

    name = device.name or tr("an unnamed device")
    if not list_uuid_bytes(device.device_uuid):
        return tr("{device} is omitted: it has no 16-byte UUID", device=name)
    # Required since 1.4.329, with driverVersion.
    if not list_uuid_bytes(device.driver_uuid) and profile.has(Gate.DEVICE_DRIVER_REQUIRED):
        return tr(
            "{device} is omitted: {loader} needs to know the device's driver, which is unknown",
            device=name,
            loader=format_loader_name(profile),
        )
    return ""
