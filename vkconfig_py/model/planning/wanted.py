"""Wanted: what a configuration asks of the layers at hand."""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.configuration import Configuration, LayerEntry, Wish
from vkconfig_py.model.plan import Limit
from vkconfig_py.model.planning.stock import Stock

MISSING = "not installed; keeps its place and is not applied"


class Wanted(NamedTuple):
    """The configuration's layers that exist here.

    Attributes:
        components: On layers, and Auto layers with a place that load by themselves; as drawn.
        on: the components with the wish On.
        placed: the components that the user gave a place.
        off: layers to keep off.
        missing: On layers and layers with a place that are not installed, or cannot be used.
        chosen: manifest by name, where one of several explicit copies was chosen.
    """

    components: tuple[str, ...]
    on: frozenset[str]
    placed: tuple[str, ...]
    off: tuple[str, ...]
    missing: tuple[str, ...]
    chosen: dict[str, str]

    @property
    def limits(self) -> tuple[Limit, ...]:
        """Return what is missing, as limits."""
        return tuple(Limit(name, MISSING, "install it") for name in self.missing)


def find_wanted(configuration: Configuration, stock: Stock) -> Wanted:
    """Sort a configuration's entries by what can be done about them; every name once."""
    entries = {entry.name: entry for entry in reversed(configuration.layers)}
    ordered = [entries[name] for name in dict.fromkeys(e.name for e in configuration.layers)]
    loads = frozenset(stock.loads)
    components = [entry for entry in ordered if _is_component(entry, stock, loads)]
    return Wanted(
        components=tuple(entry.name for entry in components),
        on=frozenset(entry.name for entry in components if entry.wish is Wish.ON),
        placed=tuple(entry.name for entry in components if entry.placed),
        off=tuple(e.name for e in ordered if e.wish is Wish.OFF and e.name in stock.usable),
        missing=tuple(e.name for e in ordered if e.wish is Wish.ON and e.name not in stock.usable),
        chosen=_chosen_copies(components, stock),
    )


def _is_component(entry: LayerEntry, stock: Stock, loads: frozenset[str]) -> bool:
    if entry.name not in stock.usable or entry.wish is Wish.OFF:
        return False
    return entry.wish is Wish.ON or (entry.placed and entry.name in loads)


def _chosen_copies(components: Sequence[LayerEntry], stock: Stock) -> dict[str, str]:
    """Return the manifests of copies that the loader would not take by itself.

    Only explicit layers have a choice: of implicit layers the first one found wins.
    """
    chosen = {}
    for entry in components:
        found = stock.usable[entry.name]
        others = stock.copies.get(entry.name, ())
        if not found.implicit and entry.manifest != found.file and entry.manifest in others:
            chosen[entry.name] = entry.manifest
    return chosen


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
