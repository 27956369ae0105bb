"""What a name on the command line refers to among the drivers and layers that can be probed."""

from __future__ import annotations

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.platforms.rules import base_name
from vkconfig_py.loader.probe.probe_run import ProbeSelection
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.wire.results import ProbeResults

NOT_FOUND = 3  # exit code of the command line


class SelectionError(ValueError):
    """A name refers to nothing, or to several things; the message is a sentence."""

    code = NOT_FOUND


def select_named(name: str, report: LoaderReport) -> ProbeSelection:
    """Find what a name refers to: a layer, a manifest, or a part of one.

    Raises:
        SelectionError: no match, or more than one.
    """
    layers = [(x.file, x.name) for x in report.found if x.manifest and not x.manifest.is_meta]
    drivers = [driver.file for driver in report.drivers if driver.manifest]
    # An exact name wins over those that contain it.
    for fits in (_is, _is_part):
        meant_layers = {key for key in layers if fits(name, *key)}
        meant_drivers = {file for file in drivers if fits(name, file)}
        if meant_drivers and meant_layers:
            both = ", ".join([*meant_drivers, *(key[1] for key in meant_layers)])
            raise SelectionError(tr("“{name}” is ambiguous: {both}", name=name, both=both))
        if meant_drivers or meant_layers:
            return ProbeSelection(frozenset(meant_drivers), frozenset(meant_layers), chain=False)
    raise SelectionError(tr("There is no driver or layer named “{name}”", name=name))


def _is(name: str, *known: str) -> bool:
    return any(name in (one, base_name(one)) for one in known)


def _is_part(name: str, *known: str) -> bool:
    return any(name.casefold() in base_name(one).casefold() for one in known)


def shown_results(results: ProbeResults, wanted: ProbeSelection) -> ProbeResults:
    """Leave out drivers that were probed only because layers need one."""
    if wanted.drivers is None:
        return results
    chosen = wanted.drivers
    return results._replace(drivers=tuple(one for one in results.drivers if one.manifest in chosen))
