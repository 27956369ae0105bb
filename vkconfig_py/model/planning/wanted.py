"""Wanted: what a configuration asks of the layers at hand."""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.loader.report import FoundLayer
from vkconfig_py.model.documents.configuration import (
    NEWEST,
    UNLISTED,
    Configuration,
    LayerEntry,
    Wish,
)
from vkconfig_py.model.plan import Limit
from vkconfig_py.model.planning.stock import Stock

_SKIPPED = "kept in the list and skipped"
MISSING = f"not installed; {_SKIPPED}"
_LATER_NOT_ON = "each one is named, so a layer that is installed later is not turned on"


class Wanted(NamedTuple):
    """The configuration's layers that exist here.

    Attributes:
        components: On layers, and Auto layers with a place that load by themselves; as drawn.
        on: the components with the wish On.
        placed: the components that the user gave a place.
        off: layers to keep off.
        missing: On layers that are not installed, or cannot be used.
        other_size: On layers that are only here for programs of the other word size, with a
            sentence that says so.
        chosen: manifest by name, where another one of several copies was chosen than the one that
            the loader takes.
        chosen_implicit: the same for implicit layers.
        lost: layers of which a copy was chosen that cannot stand for it here, with its path.
    """

    components: tuple[str, ...]
    on: frozenset[str]
    placed: tuple[str, ...]
    off: tuple[str, ...]
    missing: tuple[str, ...]
    chosen: dict[str, str]
    chosen_implicit: dict[str, str]
    lost: tuple[tuple[str, str], ...] = ()
    other_size: tuple[tuple[str, str], ...] = ()

    @property
    def limits(self) -> tuple[Limit, ...]:
        """Return what is missing, as limits."""
        return (
            *(Limit(name, MISSING, "install it") for name in self.missing),
            *(Limit(name, f"{why}; {_SKIPPED}") for name, why in self.other_size),
            *(
                Limit(name, f"{path} is no copy that can be used, so the loader takes its own")
                for name, path in self.lost
            ),
        )


def find_wanted(configuration: Configuration, stock: Stock) -> Wanted:
    """Sort a configuration's entries by what can be done about them; every name once."""
    ordered = with_unlisted(listed_entries(configuration), stock)
    loads = frozenset(stock.loads)
    components = [entry for entry in ordered if _is_component(entry, stock, loads)]
    usable = [e for e in ordered if e.name in stock.usable and e.wish is not Wish.OFF]
    copies = {e.name: found for e in usable if (found := chosen_copy(e, stock)) is not None}
    absent = [e.name for e in ordered if e.wish is Wish.ON and e.name not in stock.usable]
    return Wanted(
        components=tuple(entry.name for entry in components),
        on=frozenset(entry.name for entry in components if entry.wish is Wish.ON),
        placed=tuple(entry.name for entry in components if entry.placed),
        off=tuple(e.name for e in ordered if e.wish is Wish.OFF and e.name in stock.usable),
        missing=tuple(name for name in absent if name not in stock.other_size),
        chosen={name: found.file for name, found in copies.items() if not found.implicit},
        chosen_implicit={name: found.file for name, found in copies.items() if found.implicit},
        lost=tuple((e.name, e.copy) for e in usable if _is_lost(e, stock)),
        other_size=tuple((n, stock.other_size[n]) for n in absent if n in stock.other_size),
    )


def is_absence(limit: Limit) -> bool:
    """Return whether a limit says that no program here has the layer, however it is asked for."""
    return limit.text.endswith(_SKIPPED)


def listed_entries(configuration: Configuration) -> list[LayerEntry]:
    """Return the entries as drawn, every name once; of two the first one counts."""
    entries: dict[str, LayerEntry] = {}
    for entry in configuration.layers:
        entries.setdefault(entry.name, entry)
    return list(entries.values())


def later_limits(configuration: Configuration) -> tuple[Limit, ...]:
    """Say that what is turned on without an entry are the layers of today.

    No file and no variable turns on a layer that it does not name (LoaderLayerInterface, "Override
    Meta-Layer"; LoaderInterfaceArchitecture, "Loader Settings File").
    """
    if configuration.unlisted is not Wish.ON:
        return ()
    return (Limit(UNLISTED, _LATER_NOT_ON, "launch from here, which looks again"),)


def with_unlisted(entries: Sequence[LayerEntry], stock: Stock) -> list[LayerEntry]:
    """Put the layers that have no entry where the one for all of them stands."""
    listed = {entry.name for entry in entries}
    result: list[LayerEntry] = []
    for entry in entries:
        if entry.name != UNLISTED:
            result.append(entry)
            continue
        if entry.wish is not Wish.AUTO:
            names = tuple(stock.usable)
        else:
            names = stock.loads if entry.placed else ()
        placed = entry.placed and entry.wish is not Wish.OFF
        result += [LayerEntry(n, entry.wish, placed) for n in names if n not in listed]
    return result


def _is_component(entry: LayerEntry, stock: Stock, loads: frozenset[str]) -> bool:
    if entry.name not in stock.usable or entry.wish is Wish.OFF:
        return False
    return entry.wish is Wish.ON or (entry.placed and entry.name in loads)


def chosen_copy(entry: LayerEntry, stock: Stock) -> FoundLayer | None:
    """Return the copy that was chosen, if it is there and not the one that the loader takes."""
    found = stock.usable[entry.name]
    copies = _same_kind(entry.name, stock)
    if entry.copy == NEWEST:
        wanted = max(copies, key=_version)
    else:
        wanted = next((copy for copy in copies if copy.file == entry.copy), found)
    return None if wanted.file == found.file else wanted


def _is_lost(entry: LayerEntry, stock: Stock) -> bool:
    if not entry.copy or entry.copy == NEWEST:
        return False
    return all(copy.file != entry.copy for copy in _same_kind(entry.name, stock))


def _same_kind(name: str, stock: Stock) -> list[FoundLayer]:
    """Return the copies; an explicit one never stands for an implicit one, nor the reverse."""
    implicit = stock.usable[name].implicit
    return [copy for copy in stock.copies[name] if copy.implicit == implicit]


def _version(found: FoundLayer) -> tuple[tuple[int, ...], int]:
    manifest = found.manifest
    return (manifest.api_version, manifest.implementation_version) if manifest else ((), 0)


def lowest_api_version(manifests: Sequence[LayerManifest]) -> str:
    """Return the api_version a meta-layer may carry: the lowest (major, minor) of its parts.

    A meta-layer above one of its components is dropped (LoaderLayerInterface, Meta-Layers).
    """
    if not manifests:
        return "1.0.0"
    major, minor = min(manifest.api_version[:2] for manifest in manifests)
    return f"{major}.{minor}.0"


def without_natural_tail(wanted: Wanted, stock: Stock) -> tuple[str, ...]:
    """Drop Auto layers at the end that stand there anyway, so that nothing is forced needlessly.

    On loaders where the first place wins, implicit layers that an override does not list follow
    its components in scan order.
    """
    scan = {name: index for index, name in enumerate(stock.implicit)}
    components = wanted.components
    end = len(components)
    limit = len(scan)
    while end:
        name = components[end - 1]
        if name in wanted.on or scan.get(name, limit) >= limit:
            break
        limit = scan[name]
        end -= 1
    return components[:end]
