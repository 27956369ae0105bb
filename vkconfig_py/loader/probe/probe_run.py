"""Probes the drivers and layers of a report: plans jobs, runs children, caches answers.

Drivers are probed first, each in its own child, in parallel. Layers need a driver below them: the
first one that has a device. The predicted chain runs in parallel with the layers. This process
opens no library, and failures of libraries raise no exceptions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from vkconfig_py import __version__
from vkconfig_py.loader.base.codec import decode, encode
from vkconfig_py.loader.base.host import Application, Platform
from vkconfig_py.loader.base.records import TYPE_CHECKING, Any, NamedTuple
from vkconfig_py.loader.probe.answer_cache import (
    Found,
    Identities,
    Key,
    ProbeMemory,
    describe_machine,
    find_candidates,
    identities,
    make_key,
)
from vkconfig_py.loader.probe.plan_from_report import layer_files, make_load_plan
from vkconfig_py.loader.wire.jobs import (
    ChainJob,
    DriverAnswer,
    DriverJob,
    DumpJob,
    Health,
    Job,
    LayerJob,
    State,
    answer_from_json,
    answer_to_json,
    job_to_json,
    libraries_of,
)
from vkconfig_py.loader.wire.load_plan import DriverFile, LayerFile, LoadPlan
from vkconfig_py.loader.wire.results import (
    Cancellation,
    Hear,
    Limits,
    Probed,
    ProbeResults,
    Subject,
    judge,
)

if TYPE_CHECKING:
    from vkconfig_py.loader.rules.loader_report import LoaderReport

CHILD = "vkconfig_py.loader.probe.child"
_MEMORY = 4 << 30  # lavapipe takes 64 MiB on two processors; LLVM has threads of its own on more
LIMITS = Limits(20.0, _MEMORY)
# A probe leaves no trace: disk caches of drivers are disabled unless the program's own environment
# sets them.
_QUIET = {
    "MESA_SHADER_CACHE_DISABLE": "true",
    "MESA_GLSL_CACHE_DISABLE": "true",
    "__GL_SHADER_DISK_CACHE": "0",
}

# DeviceSummary.type, as the Linux loader sorts.
_KINDS = ("discrete-gpu", "integrated-gpu", "virtual-gpu", "other", "cpu")


class Progress(NamedTuple):
    """Progress of a probe.

    Attributes:
        done: number of finished jobs.
        about: the step that a child announced, or "" when a job is finished.
        name: a layer's name, or a driver's manifest; "" for the chain.
    """

    done: int
    total: int
    subject: Subject
    name: str
    about: str = ""


Tell = Callable[[Progress], None]


class Wanted(NamedTuple):
    """Selection of what to probe.

    Attributes:
        drivers: manifests; None for all.
        layers: (manifest, name); None for all.
        dump: also dump all properties of the devices.
    """

    drivers: frozenset[str] | None = None
    layers: frozenset[tuple[str, str]] | None = None
    chain: bool = True
    dump: bool = False


EVERYTHING = Wanted(dump=True)
DEVICES = Wanted(layers=frozenset())
DEVICES_WHOLE = Wanted(layers=frozenset(), dump=True)


def why_not(report: LoaderReport) -> str:
    """Sentence why the libraries of a report cannot be opened here, or ""."""
    import struct
    import sys

    host = report.host
    if host.platform is not Platform.LINUX or not sys.platform.startswith("linux"):
        return "Libraries are opened on Linux only."
    if host.root:
        return "The inspected system is not this one, so its libraries are not opened."
    if host.pointer_bits != struct.calcsize("P") * 8:
        from vkconfig_py.loader.probe.reference_client import find_helper, what_to_install

        bits = host.pointer_bits
        helper = find_helper(host)
        asked = f"Verify asks their loader through {helper}." if helper else what_to_install(host)
        own = struct.calcsize("P") * 8
        return f"{bits}-bit libraries cannot be opened by this {own}-bit program. {asked}"
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
    """Open the libraries of a report in children and return the results.

    Args:
        report: made from files.
        wanted: the parts to probe.
        memory: cache of answers.
        tell: called with progress from other threads, one call at a time.
        cancellation: cancels it from another thread.
        limits: resource limits of each child.
        again: ignore cached answers.
    """
    refusal = why_not(report)
    if refusal:
        return ProbeResults(refusal=refusal)
    answers = _Answers(report, memory or ProbeMemory())
    runs = _ChildRuns(report, answers, cancellation, limits, again)
    return _Probe(report, wanted, runs.ask, tell).run(cancellation)


def recall(report: LoaderReport, memory: ProbeMemory) -> ProbeResults:
    """Return cached results that are still valid; no child is started.

    A result from other circumstances lists these in `Probed.others`: a driver probed with another
    chain is still the same driver.
    """
    refusal = why_not(report)
    if refusal:
        return ProbeResults(refusal=refusal)
    if memory.is_empty:
        return ProbeResults()
    answers = _Answers(report, memory)
    return _Recall(report, EVERYTHING, lambda task, _: answers.recall_nearest(task), None).run()


class _Task(NamedTuple):
    """A job and its subject."""

    subject: Subject
    manifest: str
    name: str
    job: Job


class _Answers:
    """Looks up and caches tasks; called from several threads."""

    def __init__(self, report: LoaderReport, memory: ProbeMemory) -> None:
        from threading import Lock

        self.environment = child_environment(report.host.environment)
        self.folder = report.host.working_directory
        self._memory = memory
        self._machine = describe_machine()
        self._lock = Lock()

    def recall(self, task: _Task) -> Probed | None:
        with self._lock:
            known = self._memory.recall(self._key(task))
        return None if known is None else _recalled(task, Found(known))

    def recall_nearest(self, task: _Task) -> Probed | None:
        with self._lock:
            known = self._memory.recall_nearest(self._key(task))
        return None if known is None else _recalled(task, known)

    def identities(self, task: _Task) -> Identities:
        return identities(
            path
            for library in libraries_of(task.job)
            for path in find_candidates(library, self.environment)
        )

    def remember(self, task: _Task, probed: Probed, before: Identities) -> None:
        """Cache a result; `before` holds the identities of its files before the child ran."""
        answer = probed.answer
        files = () if answer is None else answer.files
        said = None if answer is None else answer_to_json(answer)
        value = [encode(probed.health), said, encode(probed.layers)]
        with self._lock:
            # A file replaced while the child ran is not the probed one.
            rests_on = {**identities(files), **before}
            self._memory.remember(self._key(task), value, probed.when, rests_on)
            self._memory.save()

    def _key(self, task: _Task) -> Key:
        about, around = _halves(task.job)
        # Relative library paths depend on it.
        around["folder"] = self.folder
        return make_key([__version__, *about], around, self.environment, self._machine)


class _ChildRuns:
    """Runs tasks in children, unless the cache has the answer."""

    def __init__(
        self,
        report: LoaderReport,
        answers: _Answers,
        cancellation: Cancellation | None,
        limits: Limits,
        again: bool,
    ) -> None:
        self._answers = answers
        self._cancellation = cancellation
        self._limits = limits
        self._again = again

    def ask(self, task: _Task, hear: Hear) -> Probed:
        import time

        from vkconfig_py.loader.probe.child_process import run_child

        known = None if self._again else self._answers.recall(task)
        # A timeout may be due to a busy machine; a missing library may be installed by now.
        if known is not None and known.health.state not in (State.HUNG, State.DOES_NOT_LOAD):
            return known
        before = self._answers.identities(task)
        outcome = run_child(
            CHILD,
            job_to_json(task.job),
            self._answers.environment,
            limits=self._limits,
            working_directory=self._answers.folder,
            cancellation=self._cancellation,
            hear=hear,
        )
        layers = _predicted(task.job)
        probed = Probed(*task[:3], *judge(outcome), when=time.time(), layers=layers)
        if probed.health.state is not State.NOT_PROBED:
            self._answers.remember(task, probed, before)
        return probed


class _Probe:
    """One probe of a report."""

    def __init__(
        self,
        report: LoaderReport,
        wanted: Wanted,
        ask: Callable[[_Task, Hear], Probed | None],
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
        """Run both steps: drivers, then layers and the chain."""
        files = self._wanted_drivers()
        with_chain = self._wanted.chain and _can_be_built(self._plan)
        self._total = len(files) + len(self._layers) + with_chain + self._wanted.dump
        profile = self._report.profile
        drivers = self._in_parallel(
            [_Task(Subject.DRIVER, x.manifest, "", DriverJob(x, profile)) for x in files]
        )
        ground = self._find_ground(files, drivers)
        tasks = []
        if with_chain:
            tasks.append(_Task(Subject.CHAIN, "", "", ChainJob(self._plan)))
        if self._wanted.dump:
            tasks.append(_Task(Subject.DUMP, "", "", DumpJob(_devices_alone(self._plan))))
        if ground is not None:
            tasks += [
                _Task(Subject.LAYER, x.manifest, x.name, LayerJob(x, ground, profile))
                for x in self._layers
            ]
        found = [one for one in self._in_parallel(tasks) if one is not None]
        layers = tuple(one for one in found if one.subject is Subject.LAYER)
        if ground is None and None not in drivers:
            nobody = Health(State.NOT_PROBED, detail="no driver has a device")
            layers = tuple(Probed(Subject.LAYER, x.manifest, x.name, nobody) for x in self._layers)
        return ProbeResults(
            drivers=tuple(one for one in drivers if one is not None),
            layers=layers,
            chain=next((one for one in found if one.subject is Subject.CHAIN), None),
            dump=next((one for one in found if one.subject is Subject.DUMP), None),
            cancelled=cancellation is not None and cancellation.is_cancelled,
        )

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

    def _wanted_layers(self) -> Iterable[LayerFile]:
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

    def _in_parallel(self, tasks: list[_Task]) -> list[Probed | None]:
        import os
        from concurrent.futures import ThreadPoolExecutor

        if not tasks:
            return []
        # Threads only wait for children, which have the processors.
        with ThreadPoolExecutor(min(len(tasks), os.cpu_count() or 1)) as pool:
            return list(pool.map(self._one, tasks))

    def _one(self, task: _Task) -> Probed | None:
        probed = self._ask(task, lambda step: self._say(task, step))
        with self._lock:
            self._done += 1
        self._say(task, "")
        return probed

    def _say(self, task: _Task, about: str) -> None:
        if self._tell is not None:
            with self._lock:
                name = task.name or task.manifest
                self._tell(Progress(self._done, self._total, task.subject, name, about))


class _Recall(_Probe):
    """Looks up cached results only; layers then need no driver."""

    def _find_ground(
        self, files: Sequence[DriverFile], probed: Sequence[Probed | None]
    ) -> DriverFile:
        # Cached results of layers need no driver.
        return super()._find_ground(files, probed) or DriverFile("", "")

    def _in_parallel(self, tasks: list[_Task]) -> list[Probed | None]:
        return [self._one(task) for task in tasks]  # nothing blocks, so threads have no benefit


def _devices_alone(plan: LoadPlan) -> LoadPlan:
    """Load plan that shows all devices in full: no layers, no device choice, Vulkan 1.3."""
    return LoadPlan(
        drivers=tuple(driver._replace(is_portability=False) for driver in plan.drivers),
        application=Application("vkconfig-py", (1, 3, 0)),
        profile=plan.profile,
    )


def _can_be_built(plan: LoadPlan) -> bool:
    """Return whether a program with this load plan gets a result (no crash, no hang)."""
    # Other refusals are a crash, or a call that does not return.
    return not plan.refusal or plan.refusal.startswith("VK_")


def child_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Environment of a child: the program's variables, with disk caches of drivers disabled."""
    return {**_QUIET, **environment}


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


def _halves(job: Job) -> tuple[list[Any], dict[str, Any]]:
    """Subject and circumstances of a job's answer, as JSON values."""
    raw = job_to_json(job)
    inside, kind, form = raw["value"], raw["kind"], raw["format"]
    match job:
        case ChainJob(plan) | DumpJob(plan):
            profile = plan.profile
            around = inside.pop("plan")
            # Release and build of the profile are circumstances: an answer is useful under another
            # one.
            del around["profile"]
        case DriverJob() | LayerJob():
            profile = job.profile
            del inside["profile"]
            around = {"ground": inside.pop("driver")} if isinstance(job, LayerJob) else {}
    # Paths of the loader do not affect drivers and layers.
    build = profile._replace(library="", sysconfdir="", extra_sysconfdir="")
    around["loader"] = profile.version_text
    around["build of the loader"] = encode(build._replace(version=(0, 0, 0)))
    return [kind, form, profile.pointer_bits, inside], around


def _predicted(job: Job) -> tuple[str, ...]:
    return tuple(layer.name for layer in job.plan.layers) if isinstance(job, ChainJob) else ()


def _recalled(task: _Task, found: Found) -> Probed | None:
    """Cached result of a job; None if it is invalid."""
    known = found.remembered
    try:
        health, answer, layers = known.value
        return Probed(
            *task[:3],
            decode(Health, health),
            None if answer is None else answer_from_json(answer),
            remembered=True,
            when=known.when,
            others=found.others,
            layers=decode(tuple[str, ...], layers),
        )
    except (TypeError, ValueError):
        return None
