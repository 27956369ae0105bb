"""What a remembered probe was tried under, where that is not what is shown now. No Qt.

A driver is the same driver in every chain, and so is what a layer does by itself: both stay known
whatever is edited. Only what can change the answer is told: another loader, or a variable that the
library itself may read. Variables that the loader alone reads decide what is in the chain, so they
count where the whole chain was tried, by what came of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vkconfig_py.loader.files.search_paths import VARIABLES
from vkconfig_py.loader.layers.ordering import INSTANCE_LAYERS
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.model.picture.wording import count_of, join_words
from vkconfig_py.model.probing.probed import OTHER_CHAIN

OTHER_LOADER = "another loader"
OTHER_DRIVERS = "other drivers"
# What only the whole chain was tried under; the lists that calls before an instance answer from
# are no part of the chain.
_CHAIN = frozenset({"layers", "application", "environment", "device_configurations", "refusal"})
_ORDER = frozenset({"drivers", "application", "environment", "device_configurations"})
_LOADER = frozenset({"loader", "build of the loader"})
_FOLDERS = frozenset({"XDG_CONFIG_DIRS", "XDG_DATA_DIRS"})  # of manifests
_LOADERS_OWN = ("VK_LOADER_", "VK_LAYER_")
_MOST_NAMES = 2


def tried_with(others: Iterable[str], report: LoaderReport) -> str:
    """Return "another loader and another value of RADV_DEBUG"; "" if nothing of that matters."""
    return join_words(list(_differences(frozenset(others), report)))


def chain_tried_with(others: Iterable[str], report: LoaderReport) -> str:
    """Return the same of a chain that was tried."""
    found = frozenset(others)
    chain = [OTHER_CHAIN] if found & _CHAIN else []
    drivers = [OTHER_DRIVERS] if "drivers" in found else []
    return join_words([*chain, *drivers, *_differences(found, report)])


def knows_order(others: Iterable[str]) -> bool:
    """Return whether a chain that was tried had the drivers and the choices of devices of now."""
    return not _ORDER & frozenset(others)


def _differences(others: frozenset[str], report: LoaderReport) -> Iterator[str]:
    if others & _LOADER:
        yield OTHER_LOADER
    loaders = _read_by_loader(report)
    names = sorted(
        name
        for name in (one[1:] for one in others if one.startswith("$"))
        if name not in loaders and not name.startswith(_LOADERS_OWN)
    )
    if len(names) > _MOST_NAMES:
        yield f"other values of {count_of(len(names), 'variable')}"
    elif names:
        yield f"another value of {join_words(names)}"


def _read_by_loader(report: LoaderReport) -> frozenset[str]:
    """Return the variables that decide what is loaded, and that no library is written to read."""
    found = {INSTANCE_LAYERS, *_FOLDERS}
    for variables in VARIABLES.values():
        found |= {name for name, _gate in variables.replacing}
        found.add(variables.adding[0])
    for layer in report.found:
        if layer.manifest is None:
            continue
        if layer.manifest.enable_environment:
            found.add(layer.manifest.enable_environment[0])
        if layer.manifest.disable_environment:
            found.add(layer.manifest.disable_environment)
    return frozenset(found)
