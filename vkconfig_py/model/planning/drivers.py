"""Choose drivers by variables; an override cannot."""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.model.documents.configuration import Configuration, DriverWish
from vkconfig_py.model.plan import Limit
from vkconfig_py.model.planning.stock import Stock
from vkconfig_py.model.planning.variables import TOKEN_LIMIT, Variables, filter_token

SELECT = "VK_LOADER_DRIVERS_SELECT"
DISABLE = "VK_LOADER_DRIVERS_DISABLE"
DRIVER_MISSING = "not installed; the choice is not applied"
NOT_BY_OVERRIDE = "an override cannot choose drivers"


def choose_drivers(
    variables: Variables, configuration: Configuration, stock: Stock, profile: LoaderProfile | None
) -> tuple[Limit, ...]:
    """Write the drivers' wishes for loaders that honour them, newest means first."""
    only = [d.name for d in configuration.drivers if d.wish is DriverWish.ONLY]
    off = [d.name for d in configuration.drivers if d.wish is DriverWish.OFF]
    limits = tuple(
        Limit(name, DRIVER_MISSING, "install it")
        for name in (*only, *off)
        if name not in stock.drivers
    )
    only = [name for name in only if name in stock.drivers]
    off = [name for name in off if name in stock.drivers]
    if not only and not off:
        return limits
    kept = [name for name in only or stock.kept_drivers if name not in off]
    filters = profile is None or profile.has(Gate.FILTERS)
    exact = kept if _filtered(variables) else only or off
    if filters and exact and _fits(exact):
        _write_filters(variables, only, off, kept)
    else:
        _write_files(variables, kept, stock, profile)
    return limits


def driver_limits(configuration: Configuration) -> tuple[Limit, ...]:
    """Say that an override leaves the drivers alone."""
    return tuple(
        Limit(driver.name, NOT_BY_OVERRIDE, "launch from here, or variables")
        for driver in configuration.drivers
    )


def _filtered(variables: Variables) -> bool:
    return bool(variables.get(SELECT) or variables.get(DISABLE))


def _fits(names: Sequence[str]) -> bool:
    return len(names) <= TOKEN_LIMIT and all(filter_token(name) for name in names)


def _write_filters(
    variables: Variables, only: Sequence[str], off: Sequence[str], kept: Sequence[str]
) -> None:
    if _filtered(variables):
        # SELECT beats DISABLE: beside filters of the session only an exact list is unambiguous.
        variables.set_tokens(SELECT, kept)
        variables.unset(DISABLE)
    elif only:
        variables.set_tokens(SELECT, only)
    else:
        variables.set_tokens(DISABLE, off)


def _write_files(
    variables: Variables, kept: Sequence[str], stock: Stock, profile: LoaderProfile | None
) -> None:
    new = profile is None or profile.has(Gate.ADD_VARIABLES)
    files = [file for name in kept for file in stock.drivers[name]]
    variables.set("VK_DRIVER_FILES" if new else "VK_ICD_FILENAMES", ":".join(files))
    for name in (SELECT, DISABLE):
        variables.unset(name)
