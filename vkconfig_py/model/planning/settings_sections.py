"""What a loader settings file says of one configuration.

A listed layer stands where it is listed: On forces it, Auto gives it a place and leaves the rest to
its variables and to programs, Off keeps it away. What is not listed is found at the unordered
entry, or, without one, not at all.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.model.documents.configuration import (
    UNLISTED,
    Configuration,
    DriverWish,
    LayerEntry,
    Wish,
)
from vkconfig_py.model.plan import Applied, Limit
from vkconfig_py.model.planning.devices import devices_to_write
from vkconfig_py.model.planning.drivers import DRIVER_MISSING
from vkconfig_py.model.planning.stock import NamedDrivers, Stock
from vkconfig_py.model.planning.wanted import chosen_copy, listed_entries
from vkconfig_py.model.planning.ways import DRIVERS_IN_FILE, loader_name
from vkconfig_py.model.writers.loader_settings import (
    Control,
    ListedLayer,
    Section,
    Unordered,
)

_CONTROLS = {Wish.AUTO: Control.AUTO, Wish.ON: Control.ON, Wish.OFF: Control.OFF}
Place = ListedLayer | Unordered


def make_section(one: Applied, stock: Stock, profile: LoaderProfile) -> Section:
    """Return the section of a configuration for its programs."""
    configuration = one.configuration
    devices = devices_to_write(configuration, profile)
    drivers, exclusive = _drivers(configuration, stock, chooses_devices=bool(devices))
    knows = profile.has(Gate.ADDITIONAL_DRIVERS)
    return Section(
        title=configuration.name,
        layers=_layers(configuration, stock),
        app_keys=one.programs,
        log=configuration.loader_log,
        drivers=drivers if knows else (),
        exclusive=exclusive,
        devices=devices,
    )


def says_something(section: Section) -> bool:
    """Return whether a section changes anything."""
    plain = section.layers == (Unordered(),)
    return not plain or bool(section.log or section.drivers or section.devices is not None)


def section_limits(
    configuration: Configuration, section: Section, stock: Stock, profile: LoaderProfile
) -> Iterator[Limit]:
    """Say what a settings file cannot do on this loader, and what it risks."""
    if not profile.has(Gate.ADDITIONAL_DRIVERS):
        text = f"{loader_name(profile)} takes no drivers from a settings file"
        for driver in configuration.drivers:
            yield Limit(driver.name, text, f"loader {DRIVERS_IN_FILE} or newer")
    else:
        for driver in configuration.drivers:
            if driver.name not in stock.drivers:
                yield Limit(driver.name, DRIVER_MISSING, "install it")
    if section.devices and stock.named_drivers is not None:
        yield Limit("", _told_drivers(stock.named_drivers))
    yield from _shared_manifests(section, stock, profile)
    if configuration.environment:
        text = "a settings file sets no variables: those of this configuration act in a launch only"
        yield Limit("", text, "launch from here")


def _shared_manifests(section: Section, stock: Stock, profile: LoaderProfile) -> Iterator[Limit]:
    """Before 1.4.347 of a manifest with several layers only one can be listed, if any."""
    if profile.has(Gate.SETTINGS_SEVERAL_LAYERS):
        return
    layers: dict[str, int] = {}
    for copies in stock.copies.values():
        for copy in copies:
            layers[copy.file] = layers.get(copy.file, 0) + 1
    for layer in section.layers or ():
        if isinstance(layer, ListedLayer) and layers.get(layer.path, 1) > 1:
            text = f"{loader_name(profile)} cannot list one of several layers of a manifest"
            yield Limit(layer.name, text, "loader 1.4.347 or newer, or an override layer")


def _layers(configuration: Configuration, stock: Stock) -> tuple[Place, ...]:
    entries = listed_entries(configuration)
    names = {entry.name for entry in entries}
    rest = [name for name in stock.usable if name not in names]
    own = [name for name in rest if _is_own(name, configuration, stock)]
    places: list[Place] = []
    for entry in entries:
        if entry.name == UNLISTED:
            if entry.placed or entry.wish is not Wish.AUTO:
                places += _unlisted(entry, rest, own, stock)
        elif _is_listed(entry, stock):
            places.append(_listed(entry, stock))
    if configuration.unlisted is not Wish.OFF and Unordered() not in places:
        places += _unlisted(LayerEntry(UNLISTED), rest, own, stock)
    if not places and stock.usable:  # some loaders pass over an empty list
        places.append(_listed(LayerEntry(next(iter(stock.usable)), Wish.OFF), stock))
    return tuple(places)


def _unlisted(
    entry: LayerEntry, rest: Sequence[str], own: Sequence[str], stock: Stock
) -> Iterator[Place]:
    """Yield what stands for layers without an entry.

    Those of the user's own places are listed, since programs do not search there.
    """
    if entry.wish is Wish.OFF:
        return
    for name in rest if entry.wish is Wish.ON else own:
        yield _listed(LayerEntry(name, entry.wish), stock)
    yield Unordered()


def _is_listed(entry: LayerEntry, stock: Stock) -> bool:
    said = entry.wish is not Wish.AUTO or entry.placed or entry.copy
    return bool(said) and entry.name in stock.usable


def _listed(entry: LayerEntry, stock: Stock) -> ListedLayer:
    found = chosen_copy(entry, stock) or stock.usable[entry.name]
    return ListedLayer(entry.name, found.file, _CONTROLS[entry.wish], found.implicit)


def _is_own(name: str, configuration: Configuration, stock: Stock) -> bool:
    file = stock.usable[name].file
    sources = (*configuration.sources, *configuration.implicit_sources)
    return any(source.rstrip("/") in (file, posixpath.dirname(file)) for source in sources)


def _drivers(
    configuration: Configuration, stock: Stock, *, chooses_devices: bool
) -> tuple[tuple[str, ...], bool]:
    """Return the manifests of the drivers that are wanted, and whether they are the only ones.

    Where a file chooses devices, loaders pass over the variables that name drivers (loader.c,
    read_data_files_in_search_paths), so the file names them.
    """
    wishes = {driver.name: driver.wish for driver in configuration.drivers}
    known = {name: wish for name, wish in wishes.items() if name in stock.drivers}
    if not known:
        named = stock.named_drivers if chooses_devices else None
        return (named.files, named.exclusive) if named is not None else ((), False)
    only = [name for name, wish in known.items() if wish is DriverWish.ONLY]
    off = [name for name, wish in known.items() if wish is DriverWish.OFF]
    kept = [name for name in stock.drivers if name in (only or stock.drivers) and name not in off]
    return tuple(file for name in kept for file in stock.drivers[name]), True


def _told_drivers(named: NamedDrivers) -> str:
    drivers = "its drivers and no others" if named.exclusive else "its drivers too"
    return f"{named.variable} has no effect beside a choice of devices, so the file names {drivers}"
