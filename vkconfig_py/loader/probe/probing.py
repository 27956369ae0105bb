"""Probe the drivers and layers of a report: plan, run in children, remember.

Drivers come first, each in a child of its own, in parallel. Layers need a driver to stand on: the
first one that has a device. The chain is the machine as the report predicts it, and runs beside
the layers. Nothing here opens a library, and nothing raises for what a library does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from vkconfig_py import __version__
from vkconfig_py.loader.assembly import DriverFile, LayerFile, assemble, layer_file
from vkconfig_py.loader.host import Platform
from vkconfig_py.loader.probe.jobs import (
    Answer,
    ChainJob,
    DriverAnswer,
    DriverJob,
    Health,
    Job,
    LayerJob,
    State,
    answer_from_json,
    answer_to_json,
    job_to_json,
)
from vkconfig_py.loader.probe.memory import ProbeMemory, describe_machine, make_key
from vkconfig_py.loader.probe.outcomes import (
    Answered,
    Cancellation,
    Crashed,
    Lied,
    Limits,
    Outcome,
)
from vkconfig_py.loader.probe.results import Probed, ProbeResults, Subject, judge
from vkconfig_py.loader.records import TYPE_CHECKING, Any, NamedTuple
from vkconfig_py.loader.wire import decode, encode

if TYPE_CHECKING:
    from vkconfig_py.loader.report import LoaderReport

CHILD = "vkconfig_py.loader.probe.child"
_MEMORY = 4 << 30  # lavapipe takes 64 MiB on two processors; LLVM has threads of its own on more
LIMITS = Limits(20.0, _MEMORY)
# A probe leaves no trace: what drivers would write beside the user's files is turned off, unless
# the program whose chain it is has a word of its own on it.
_QUIET = {
    "MESA_SHADER_CACHE_DISABLE": "true",
    "MESA_GLSL_CACHE_DISABLE": "true",
    "__GL_SHADER_DISK_CACHE": "0",
}
_LASTING = (Answered, Crashed, Lied)  # a hang may be the fault of a machine that is busy


class Progress(NamedTuple):
    """How far a probe has come.

    Attributes:
        name: what was finished last: a layer's name, or a driver's manifest; "" for the chain.
    """

    done: int
    total: int
    subject: Subject
    name: str


Tell = Callable[[Progress], None]


class Wanted(NamedTuple):
    """What is to be probed.

    Attributes:
        drivers: manifests; None for all.
        layers: (manifest, name); None for all.
    """

    drivers: frozenset[str] | None = None
    layers: frozenset[tuple[str, str]] | None = None
    chain: bool = True


EVERYTHING = Wanted()
DEVICES = Wanted(layers=frozenset())


def why_not(report: LoaderReport) -> str:
    """Return why the libraries of a report cannot be opened here, as a sentence, or ""."""
    import struct
    import sys

    host = report.host
    if host.platform is not Platform.LINUX or not sys.platform.startswith("linux"):
        return "Libraries are opened on Linux only."
    if host.root:
        return "The machine that is looked at is another one, so its libraries are not opened."
    if host.pointer_bits != struct.calcsize("P") * 8:
        return (
            f"This program is a {struct.calcsize('P') * 8}-bit one and opens no libraries of"
            f" {host.pointer_bits} bits."
        )
    return ""


def probe(
    report: LoaderReport,
    wanted: Wanted = EVERYTHING,
    *,
    memory: ProbeMemory | None = None,
    tell: Tell | None = None,
    cancellation: Cancellation | None = None,
    limits: Limits = LIMITS,
    again: bool = False,
) -> ProbeResults:
    """Open what a report predicts, in children, and say what became of it.

    Args:
        report: rests on files.
        wanted: what of it.
        memory: where answers are remembered.
        tell: hears of progress, on threads of their own, one at a time.
        cancellation: ends it from another thread.
        limits: of each child.
        again: ask anew what is remembered.
    """
    refusal = why_not(report)
    if refusal:
        return ProbeResults(refusal=refusal)
    asking = _Asking(report, memory or ProbeMemory(), cancellation, limits, again)
    return _Probe(report, wanted, asking, tell).run()


class _Asking:
    """Puts jobs to children, or to the memory."""

    def __init__(
        self,
        report: LoaderReport,
        memory: ProbeMemory,
        cancellation: Cancellation | None,
        limits: Limits,
        again: bool,
    ) -> None:
        from threading import Lock

        self._environment = child_environment(report.host.environment)
        self._folder = report.host.working_directory
        self._memory = memory
        self._cancellation = cancellation
        self._limits = limits
        self._again = again
        self._machine = describe_machine()
        self._lock = Lock()

    @property
    def is_cancelled(self) -> bool:
        return self._cancellation is not None and self._cancellation.is_cancelled

    def ask(self, subject: Subject, manifest: str, name: str, job: Job) -> Probed:
        """Return what becomes of a job."""
        raw = job_to_json(job)
        key = make_key([raw, self._folder], self._environment, __version__, self._machine)
        with self._lock:
            known = None if self._again else _remembered(self._memory.recall(key))
        if known is not None:
            return Probed(subject, manifest, name, *known, remembered=True)
        outcome = self._run(raw)
        health, answer = judge(outcome)
        if isinstance(outcome, _LASTING) and health.state is not State.NOT_PROBED:
            files = answer.files if answer is not None else ()
            value = [encode(health), None if answer is None else answer_to_json(answer)]
            with self._lock:
                self._memory.remember(key, value, (*files, *_libraries(job)))
        return Probed(subject, manifest, name, health, answer)

    def save(self) -> None:
        """Keep for the next start what was answered."""
        with self._lock:
            self._memory.save()

    def _run(self, raw: Any) -> Outcome:
        from vkconfig_py.loader.probe.runner import run_child

        return run_child(
            CHILD,
            raw,
            self._environment,
            limits=self._limits,
            working_directory=self._folder,
            cancellation=self._cancellation,
        )


class _Probe:
    """One run over a report."""

    def __init__(
        self, report: LoaderReport, wanted: Wanted, asking: _Asking, tell: Tell | None
    ) -> None:
        from threading import Lock

        self._report = report
        self._wanted = wanted
        self._asking = asking
        self._tell = tell
        self._done = 0
        self._lock = Lock()
        self._assembly = assemble(report)
        self._layers = tuple(self._wanted_layers())

    def run(self) -> ProbeResults:
        """Take both steps."""
        all_drivers = self._assembly.drivers
        chosen = self._wanted.drivers
        needs_ground = bool(self._layers)
        first = [x for x in all_drivers if chosen is None or x.manifest in chosen or needs_ground]
        self._total = len(first) + len(self._layers) + self._wanted.chain
        profile = self._report.profile
        drivers = self._in_parallel(
            [(Subject.DRIVER, x.manifest, "", DriverJob(x, profile)) for x in first]
        )
        ground = _ground(first, drivers)
        jobs: list[tuple[Subject, str, str, Job]] = []
        if self._wanted.chain and not self._assembly.refusal:
            jobs.append((Subject.CHAIN, "", "", ChainJob(self._assembly)))
        if ground is not None:
            jobs += [
                (Subject.LAYER, x.manifest, x.name, LayerJob(x, ground, profile))
                for x in self._layers
            ]
        second = self._in_parallel(jobs)
        layers = tuple(x for x in second if x.subject is Subject.LAYER)
        if ground is None:
            nobody = Health(State.NOT_PROBED, detail="no driver has a device")
            layers = tuple(Probed(Subject.LAYER, x.manifest, x.name, nobody) for x in self._layers)
        self._asking.save()
        return ProbeResults(
            drivers=tuple(drivers),
            layers=layers,
            chain=next((x for x in second if x.subject is Subject.CHAIN), None),
            cancelled=self._asking.is_cancelled,
        )

    def _wanted_layers(self) -> Iterable[LayerFile]:
        seen = set()
        for found in self._report.found:
            manifest = found.manifest
            if manifest is None or manifest.is_meta or manifest.stopped_at:
                continue
            key = found.file, found.name
            if key in seen or (self._wanted.layers is not None and key not in self._wanted.layers):
                continue
            seen.add(key)
            yield layer_file(self._report, manifest)._replace(asked_for=False)

    def _in_parallel(self, jobs: list[tuple[Subject, str, str, Job]]) -> list[Probed]:
        """Return what becomes of jobs, in their order."""
        import os
        from concurrent.futures import ThreadPoolExecutor

        if not jobs:
            return []
        with ThreadPoolExecutor(min(len(jobs), os.cpu_count() or 1)) as pool:
            return list(pool.map(self._one, jobs))

    def _one(self, item: tuple[Subject, str, str, Job]) -> Probed:
        probed = self._asking.ask(*item)
        with self._lock:
            self._done += 1
            if self._tell is not None:
                name = probed.name or probed.manifest
                self._tell(Progress(self._done, self._total, probed.subject, name))
        return probed


def child_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables of a child: those of the program, and none of its caches."""
    return {**_QUIET, **environment}


def _ground(files: list[DriverFile], probed: list[Probed]) -> DriverFile | None:
    """Return the driver on which layers are tried: the first with a device."""
    able = [
        file
        for file, one in zip(files, probed, strict=True)
        if isinstance(one.answer, DriverAnswer) and one.answer.devices
    ]
    return able[0] if able else None


def _libraries(job: Job) -> tuple[str, ...]:
    """Return the files that decide even where the child could not tell what it mapped."""
    match job:
        case DriverJob(driver):
            return driver.manifest, driver.library
        case LayerJob(layer, driver):
            return layer.manifest, layer.library, driver.manifest, driver.library
        case ChainJob(assembly):
            both: tuple[DriverFile | LayerFile, ...] = (*assembly.drivers, *assembly.layers)
            return tuple(path for file in both for path in (file.manifest, file.library))
        case _:
            return ()


def _remembered(raw: Any) -> tuple[Health, Answer | None] | None:
    """Return what was remembered of a job; what cannot be read is not."""
    try:
        health, answer = raw
        return decode(Health, health), None if answer is None else answer_from_json(answer)
    except (TypeError, ValueError):
        return None
