"""Opening a build in a child, and what came of it."""

from __future__ import annotations

from pathlib import Path

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.probe.answer_cache import ProbeMemory
from vkconfig_py.loader.probe.probe_run import ProbeSelection, probe
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.wire.jobs import Health, LayerAnswer, State
from vkconfig_py.loader.wire.results import Cancellation
from vkconfig_py.model.catalog.layer_builds import Build, BuildLook, read_code

_NOT_FOUND = tr("no folder that is searched has its manifest")


def look_at(
    build: Build,
    report: LoaderReport,
    memory: ProbeMemory,
    now: float,
    cancellation: Cancellation | None = None,
) -> BuildLook:
    """Open a build over a driver that works, and say what came of it.

    Args:
        build: to look at.
        report: of the machine, with the build's manifest found.
        memory: of earlier probes: it knows a driver that works, which need not be sought.
        now: seconds since the epoch.
        cancellation: ends the child.
    """
    built, code = _built(build.library), read_code(build.library)
    if not any((one.file, one.name) == (build.manifest, build.layer) for one in report.found):
        return BuildLook(now, built, Health(State.NOT_PROBED, detail=_NOT_FOUND), code=code)
    wanted = ProbeSelection(
        drivers=frozenset(),
        layers=frozenset({(build.manifest, build.layer)}),
        chain=False,
        functions=True,
    )
    results = probe(report, wanted, memory=memory, cancellation=cancellation, again=True)
    if results.refusal or not results.layers:
        refused = Health(State.NOT_PROBED, detail=results.refusal.rstrip("."))
        return BuildLook(now, built, refused, code=code)
    found = results.layers[0]
    answer = found.answer if isinstance(found.answer, LayerAnswer) else None
    return BuildLook.of(now, built, found.health, answer)._replace(code=code)


def _built(library: str) -> float:
    try:
        return Path(library).stat().st_mtime
    except OSError:
        return 0.0
