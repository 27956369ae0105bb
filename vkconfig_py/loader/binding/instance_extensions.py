"""Which instance extensions there are, and whether those that are asked for may be.

Follows loader.c, loader_get_icd_loader_instance_extensions and loader_validate_instance_extensions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vkconfig_py.loader.assembly import Assembly
from vkconfig_py.loader.binding.driver import Driver
from vkconfig_py.loader.binding.observer import Finding, Observer
from vkconfig_py.loader.binding.request import Named, refuse_unless
from vkconfig_py.loader.binding.results import EXTENSION_NOT_PRESENT
from vkconfig_py.loader.extensions import FILTER_VARIABLE, known_extensions, loader_extensions
from vkconfig_py.loader.versions import strtoul

_COMMAND = "vkCreateInstance"
Extensions = tuple[tuple[str, int], ...]


def is_filter_off(assembly: Assembly) -> bool:
    """Return whether extensions that the loader does not know are passed on."""
    return bool(strtoul(assembly.environment.get(FILTER_VARIABLE, "")))


def offered_by(driver: Driver, assembly: Assembly, observer: Observer) -> Extensions:
    """Return what a driver offers, without window systems that the loader was not built for.

    Raises:
        VulkanError: the driver does not answer.
    """
    missing = assembly.profile.missing_surfaces
    return tuple(pair for pair in driver.extensions(observer) if pair[0] not in missing)


def offered_by_drivers(
    drivers: Sequence[Driver], assembly: Assembly, observer: Observer
) -> Extensions:
    """Return what drivers and loader offer; each name once, the first counts.

    Raises:
        VulkanError: a driver does not answer.
    """
    found: dict[str, int] = {}
    for driver in drivers:
        for name, version in offered_by(driver, assembly, observer):
            found.setdefault(name, version)
    if not is_filter_off(assembly):
        known = known_extensions(assembly.profile)
        found = {name: version for name, version in found.items() if name in known}
    return join(found.items(), loader_extensions(assembly.profile))


def join(*lists: Iterable[tuple[str, int]]) -> Extensions:
    """Return several lists as one; each name once, the first counts."""
    found: dict[str, int] = {}
    for pairs in lists:
        for name, version in pairs:
            found.setdefault(name, version)
    return tuple(found.items())


def validate(requested: Named, offered: Extensions, assembly: Assembly, observer: Observer) -> None:
    """Check what an application asks for.

    A name that the loader does not know is refused even if a layer provides it.

    Raises:
        VulkanError: an extension is not there, or its name is none.
    """
    refuse_unless(requested.are_valid, _COMMAND, EXTENSION_NOT_PRESENT)
    names = {name for name, _ in offered}
    for layer in assembly.layers:
        names.update(extension.name for extension in layer.instance_extensions)
    if not is_filter_off(assembly):
        names &= known_extensions(assembly.profile)
    for name in requested.names:
        if name not in names:
            observer.found(Finding(name, "extension", "refused", EXTENSION_NOT_PRESENT))
        refuse_unless(name in names, _COMMAND, EXTENSION_NOT_PRESENT)
