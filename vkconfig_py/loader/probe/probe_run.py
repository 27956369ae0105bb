"""Probes the drivers and layers of a report: plans jobs, runs children, caches answers.

Drivers are probed first, each in its own child, in parallel. Layers need a driver below them: the
first one that has a device. The predicted chain runs in parallel with the layers, or, for a list of
devices, with the drivers. This process opens no library, and failures of libraries raise no
exceptions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from vkconfig_py.language.sentences import message, tr
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.loader.base.records import TYPE_CHECKING, NamedTuple
from vkconfig_py.loader.probe.answer_cache import ProbeMemory
from vkconfig_py.loader.probe.child_runs import LIMITS, Answers, ChildRuns, Task
from vkconfig_py.loader.probe.plan_from_report import layer_files, make_load_plan
from vkconfig_py.loader.probe.side_by_side import in_threads
from vkconfig_py.loader.wire.jobs import (
    ChainJob,
    DriverAnswer,
    DriverJob,
    DumpJob,
    Health,
    LayerJob,
    State,
)
from vkconfig_py.loader.wire.load_plan import (
    DriverFile,
    LoadPlan,
    PlannedLayer,
    probing_application,
)
from vkconfig_py.loader.wire.results import (
    Cancellation,
    Hear,
    JobSubject,
    Limits,
    Probed,
    ProbeResults,
)

if TYPE_CHECKING:
    from vkconfig_py.loader.probe.fork_client import ForkServer
    from vkconfig_py.loader.rules.loader_report import LoaderReport

# DeviceSummary.type, as the Linux loader sorts.
_KINDS = ("discrete-gpu", "integrated-gpu", "virtual-gpu", "other", "cpu")


class ProbeProgress(NamedTuple):
    """Progress of a probe.

    Attributes:
        done: number of finished jobs.
        about: the step that a child announced, or "" when a job is finished.
        name: a layer's name, or a driver's manifest; "" for the chain.
    """

    done: int
    total: int
    subject: JobSubject
    name: str
    about: str = ""


Tell = Callable[[ProbeProgress], None]


class ProbeSelection(NamedTuple):
    """Selection of what to probe.

    Attributes:
        drivers: manifests; None for all.
        layers: (manifest, name); None for all.
        dump: also dump all properties of the devices.
        only_list: no more than a list of devices needs: no device is created.
        functions: ask each layer which commands it intercepts.
    """

    drivers: frozenset[str] | None = None
    layers: frozenset[tuple[str, str]] | None = None
    chain: bool = True
    dump: bool = False
    only_list: bool = False
    functions: bool = False


EVERYTHING = ProbeSelection(dump=True)
DEVICES = ProbeSelection(layers=frozenset())
DEVICE_LIST = DEVICES._replace(only_list=True)
DEVICE_LIST_WHOLE = DEVICE_LIST._replace(dump=True)


def why_not(report: LoaderReport) -> str:
    """Sentence why the libraries of a report cannot be opened here, or ""."""
    import struct
    import sys

    host = report.host
    if host.platform is not Platform.LINUX or not sys.platform.startswith("linux"):
        return tr("Libraries are opened on Linux only.")
    if host.root:
        return tr("The inspected system is not this one, so its libraries are not opened.")
    if host.pointer_bits != struct.calcsize("P") * 8:
        from vkconfig_py.loader.probe.reference_client import find_helper, what_to_install

        bits = host.pointer_bits
        helper = find_helper(host)
        asked = (
            tr("Verify asks their loader through {helper}.", helper=helper)
            if helper
            else what_to_install(host)
        )
        refused = tr(
            "{bits}-bit libraries cannot be opened by this {own}-bit program.",
            bits=bits,
            own=struct.calcsize("P") * 8,
        )
        return f"{refused} {asked}"
    return ""


def probe(
    report: LoaderReport,
    wanted: ProbeSelection = EVERYTHING,
    *,
    memory: ProbeMemory | None = None,
    tell: Tell | None = None,
    cancellation: Cancellation | None = None,
    limits: Limits = LIMITS,
    again: bool = False,
    server: ForkServer | None = None,
) -> ProbeResults:
    """Open the libraries of a report in children and return the results.

    Args:
        report: made from files.
        wanted: the parts to probe.
        memory: cache of answers.
        tell: called with progress from other threads, one call at a time.
        cancellation: cancels it from another thread.
        limits: resource limits of each child.
        again: ignore cached answers.
        server: one that was started in advance for children of this report.
    """
    refusal = why_not(report)
    if refusal:
        return ProbeResults(refusal=refusal)
    answers = Answers(report, memory or ProbeMemory())
    with ChildRuns(answers, cancellation, limits, again, server) as runs:
        return _Probe(report, wanted, runs.ask, tell).run(cancellation)


def recall(
    report: LoaderReport, memory: ProbeMemory, wanted: ProbeSelection = EVERYTHING
) -> ProbeResults:
    """Return cached results that are still valid; no child is started.

    A result from other circumstances lists these in `Probed.others`: a driver probed with another
    chain is still the same driver.
    """
    refusal = why_not(report)
    if refusal:
        return ProbeResults(refusal=refusal)
    if memory.is_empty:
        return ProbeResults()
    answers = Answers(report, memory)
    return _Recall(report, wanted, lambda task, _: answers.recall_nearest(task), None).run()


class _Probe:
    """One probe of a report."""

    def __init__(
        self,
        report: LoaderReport,
        wanted: ProbeSelection,
        ask: Callable[[Task, Hear], Probed | None],
        tell: Tell | None,
    ) -> None:
        from threading import Lock

        self._report = report
        self._wanted = wanted
        self._ask = ask
        self._tell = tell
        self._done = 0
        self._total = 0
        self._lock = Lock()
        self._plan = make_load_plan(report)
        self._layers = tuple(self._wanted_layers())

    def run(self, cancellation: Cancellation | None = None) -> ProbeResults:
        """Run both steps: drivers, then layers and the chain; a list needs but one."""
        files = self._wanted_drivers()
        with_chain = self._wanted.chain and _can_be_built(self._plan)
        self._total = len(files) + len(self._layers) + with_chain + self._wanted.dump
        own = [self._driver_task(file) for file in files]
        others = self._chain_and_dump(files, with_chain)
        if self._wanted.only_list:
            drivers, found = self._open_at_once(own, others)
        else:
            drivers, found = self._in_parallel(own), []
        ground = self._find_ground(files, drivers)
        left = [] if self._wanted.only_list else others
        found += self._in_parallel([*left, *(self._layer_tasks(ground) if ground else ())])
        by_subject = {one.subject: one for one in found if one is not None}
        layers = tuple(x for x in found if x is not None and x.subject is JobSubject.LAYER)
        if ground is None and None not in drivers:
            nobody = Health(State.NOT_PROBED, detail=message("no driver has a device"))
            layers = tuple(
                Probed(JobSubject.LAYER, x.manifest, x.name, nobody) for x in self._layers
            )
        return ProbeResults(
            drivers=tuple(one for one in drivers if one is not None),
            layers=layers,
            chain=by_subject.get(JobSubject.CHAIN),
            dump=by_subject.get(JobSubject.DUMP),
            cancelled=cancellation is not None and cancellation.is_cancelled,
        )

    def _open_at_once(
        self, own: Sequence[Task], others: Sequence[Task]
    ) -> tuple[list[Probed | None], list[Probed | None]]:
        """Results of drivers, and of the chain and dump; nothing waits for a driver."""
        if any(isinstance(one.job, ChainJob) and one.job.alone for one in others):
            # The chain answers for the drivers as well: those for which it cannot come after it.
            found = self._in_parallel(others)
            return self._in_parallel(own), found
        both = self._in_parallel([*others, *own])
        return both[len(others) :], both[: len(others)]

    def _layer_tasks(self, ground: DriverFile) -> list[Task]:
        profile, asks = self._report.profile, self._wanted.functions
        return [
            Task(
                JobSubject.LAYER,
                one.manifest,
                one.name,
                LayerJob(one, ground, profile, asks_functions=asks),
            )
            for one in self._layers
        ]

    def _driver_task(self, file: DriverFile) -> Task:
        creates_device = not self._wanted.only_list
        job = DriverJob(file, self._report.profile, creates_device=creates_device)
        return Task(JobSubject.DRIVER, file.manifest, "", job)

    def _chain_and_dump(self, files: tuple[DriverFile, ...], with_chain: bool) -> list[Task]:
        tasks = []
        if with_chain:
            job = ChainJob(self._plan)
            if self._wanted.only_list:
                alone = () if _meets_layers(self._plan) else files
                job = job._replace(tapped=False, alone=alone)
            tasks.append(Task(JobSubject.CHAIN, "", "", job))
        if self._wanted.dump:
            tasks.append(Task(JobSubject.DUMP, "", "", DumpJob(_devices_alone(self._plan))))
        return tasks

    def _find_ground(
        self, files: Sequence[DriverFile], probed: Sequence[Probed | None]
    ) -> DriverFile | None:
        return _ground(files, probed)

    def _wanted_drivers(self) -> tuple[DriverFile, ...]:
        """Requested drivers; all of them if layers need one below them."""
        chosen = self._wanted.drivers
        if chosen is None or self._layers:
            return self._plan.drivers
        return tuple(file for file in self._plan.drivers if file.manifest in chosen)

    def _wanted_layers(self) -> Iterable[PlannedLayer]:
        seen = set()
        make = layer_files(self._report)
        for found in self._report.found:
            manifest = found.manifest
            # Meta-layers have no library; libraries of half-read manifests are not opened.
            if manifest is None or manifest.is_meta or manifest.stopped_at:
                continue
            # One file may hold several layers, and one layer may be found more than once.
            key = found.file, found.name
            if key in seen or (self._wanted.layers is not None and key not in self._wanted.layers):
                continue
            seen.add(key)
            # Named by the application, a layer that cannot be opened fails vkCreateInstance.
            yield make(manifest)._replace(asked_for=False)

    def _in_parallel(self, tasks: Sequence[Task]) -> list[Probed | None]:
        import os

        # Threads only wait for children, which have the processors.
        return in_threads(self._one, tasks, os.cpu_count() or 1)

    def _one(self, task: Task) -> Probed | None:
        probed = self._ask(task, lambda step: self._say(task, step))
        with self._lock:
            self._done += 1
        self._say(task, "")
        return probed

    def _say(self, task: Task, about: str) -> None:
        if self._tell is not None:
            with self._lock:
                name = task.name or task.manifest
                self._tell(ProbeProgress(self._done, self._total, task.subject, name, about))


class _Recall(_Probe):
    """Looks up cached results only; layers then need no driver."""

    def _find_ground(
        self, files: Sequence[DriverFile], probed: Sequence[Probed | None]
    ) -> DriverFile:
        # Cached results of layers need no driver.
        return super()._find_ground(files, probed) or DriverFile("", "")

    def _in_parallel(self, tasks: Sequence[Task]) -> list[Probed | None]:
        return [self._one(task) for task in tasks]  # nothing blocks, so threads have no benefit


def _devices_alone(plan: LoadPlan) -> LoadPlan:
    """Load plan that shows all devices in full: no layers, no device choice."""
    return LoadPlan(
        drivers=tuple(driver._replace(is_portability=False) for driver in plan.drivers),
        application=probing_application(plan.profile),
        profile=plan.profile,
    )


def _meets_layers(plan: LoadPlan) -> bool:
    """True if a layer can be in the process of the chain."""
    return bool(plan.layers or plan.implicit_only or plan.device_layers)


def _can_be_built(plan: LoadPlan) -> bool:
    """Return whether a program with this load plan gets a result (no crash, no hang)."""
    # Other refusals are a crash, or a call that does not return.
    return not plan.refusal or plan.refusal.startswith("VK_")


def _ground(files: Iterable[DriverFile], probed: Iterable[Probed | None]) -> DriverFile | None:
    """Driver below probed layers: that of the device that programs meet first."""
    able = [
        (min(_KINDS.index(device.type) for device in one.answer.devices), file)
        for file, one in zip(files, probed, strict=True)
        if one is not None
        and one.health.state is State.SOUND
        and isinstance(one.answer, DriverAnswer)
        and one.answer.devices
    ]
    # loader_icd_add puts later drivers first, and loader_linux.c sorts by type before that counts.
    return min(reversed(able), key=lambda pair: pair[0])[1] if able else None
