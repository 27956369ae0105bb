"""Probes the drivers and layers of a report: plans jobs, runs children, caches answers.

Drivers are probed first, each in its own child, in parallel. Layers need a driver below them: the
first one that has a device. The predicted chain runs in parallel with the layers, or, for a list of
devices, with the drivers. This process opens no library, and failures of libraries raise no
exceptions.
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import Lock, Thread
from typing import TypeVar

from vkconfig_py.language.sentences import message, tr
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Outcome, Reason
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.probe.answer_cache import ProbeMemory
from vkconfig_py.loader.probe.child_runs import DEFAULT_LIMITS, AnswerStore, ChildRuns, Task
from vkconfig_py.loader.probe.fork_client import ForkServer
from vkconfig_py.loader.probe.reference_client import explain_what_to_install, find_helper
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.activation import find_driver_refusal, read_driver_filters
from vkconfig_py.loader.rules.loader_report import FoundDriver, LoaderReport
from vkconfig_py.loader.wire.jobs import (
    KEEP_LIBRARIES_VARIABLE,
    ChainJob,
    DriverAnswer,
    DriverFile,
    DriverJob,
    DumpJob,
    Health,
    LayerExtension,
    LayerJob,
    LoadPlan,
    PlannedLayer,
    State,
    SurfaceJob,
    make_probing_application,
)
from vkconfig_py.loader.wire.results import (
    Cancellation,
    JobSubject,
    Limits,
    Probed,
    ProbeResults,
    StepListener,
)

# Creates the LoadPlan of a LoaderReport: what the loader opens.

# Variables that the loader reads later; the second group is hidden from elevated programs.
_PLAIN_VARIABLES = (
    "VK_LOADER_DEVICE_SELECT",
    KEEP_LIBRARIES_VARIABLE,
    "VK_LOADER_DISABLE_INST_EXT_FILTER",
    "VK_LOADER_DISABLE_SELECT",
)
_SECURE_VARIABLES = (
    "VK_LOADER_DEVICE_ID_FILTER",
    "VK_LOADER_DRIVER_ID_FILTER",
    "VK_LOADER_VENDOR_ID_FILTER",
)


def make_load_plan(report: LoaderReport) -> LoadPlan:
    """Return which libraries the loader of a report opens, and in which order."""
    foundation = report.probe_inputs
    make = _PlannedLayerMaker(report)
    always_on_ids = set(map(id, foundation.always_on_layers))
    implicit = report.implicit_extensions
    return LoadPlan(
        drivers=tuple(map(_make_driver_file, _list_opened_drivers(report))),
        layers=tuple(
            make.make_layer(active_layer.manifest)._replace(
                is_on_without_request=id(active_layer.manifest) in always_on_ids
            )
            for active_layer in foundation.written_layers
        ),
        active=tuple(map(make.make_layer, foundation.active_layers)),
        implicit_only=tuple(
            make.make_layer(offer.layer, offer.extensions)
            for offer in foundation.pre_instance_layers
        ),
        listed=tuple(map(make.make_listed_layer, foundation.listed_layers)),
        application=report.application,
        profile=report.profile,
        # Only variables that the loader reads itself: the child has the program's whole
        # environment.
        environment=_list_loader_variables(report),
        device_configurations=foundation.device_configurations,
        refusal=foundation.early_result,
        layers_refusal=report.layers if isinstance(report.layers, str) else "",
        extensions_refusal=implicit if isinstance(implicit, str) else "",
        device_layers=tuple(
            make.make_layer(active_layer.manifest) for active_layer in foundation.device_layers
        ),
        listed_for_devices=tuple(map(make.make_layer, foundation.listed_device_layers)),
    )


def make_planned_layer_maker(report: LoaderReport) -> Callable[[LayerManifest], PlannedLayer]:
    """Return a function that makes a PlannedLayer of a layer's manifest."""
    return _PlannedLayerMaker(report).make_layer


class _PlannedLayerMaker:
    """Converts a report's layers to LayerFiles."""

    def __init__(self, report: LoaderReport) -> None:
        self._requested_layers = frozenset(report.application.layers)
        self._offered_extensions = report.layer_extensions
        # Reversed: the first layer of a name wins.
        self._layers_by_name = {
            layer.name: layer for layer in reversed(report.probe_inputs.listed_layers)
        }

    def make_layer(
        self, manifest: LayerManifest, offered_extensions: tuple[tuple[str, int], ...] | None = None
    ) -> PlannedLayer:
        """Return the PlannedLayer of a manifest.

        A meta-layer may offer more than its own extensions.
        """
        entrypoints = dict(manifest.entrypoints)
        functions = manifest.functions
        return PlannedLayer(
            name=manifest.name,
            library=manifest.library,
            manifest=manifest.file,
            implicit=manifest.implicit,
            is_requested=manifest.name in self._requested_layers,
            negotiate=functions.negotiate,
            get_instance_proc_addr=functions.get_instance_proc_addr,
            get_device_proc_addr=functions.get_device_proc_addr,
            instance_extensions=tuple(
                LayerExtension(name, version)
                for name, version in (
                    manifest.instance_extensions
                    if offered_extensions is None
                    else offered_extensions
                )
            ),
            device_extensions=tuple(
                LayerExtension(name, version, entrypoints.get(name, ()))
                for name, version in self._device_extensions(manifest, frozenset())
            ),
            pre_instance=functions.pre_instance,
            api_version=manifest.api_version,
            implementation_version=manifest.implementation_version,
            description=manifest.description,
            components=manifest.component_layers,
        )

    def make_listed_layer(self, manifest: LayerManifest) -> PlannedLayer:
        """Return the PlannedLayer of the list, with the extensions returned for its name."""
        offered_extensions = self._offered_extensions.get(manifest.name)
        if (
            isinstance(offered_extensions, str)
            or self._layers_by_name.get(manifest.name) is not manifest
        ):
            offered_extensions = None
        return self.make_layer(manifest, offered_extensions)

    def _device_extensions(
        self, manifest: LayerManifest, extensions_above: frozenset[str]
    ) -> tuple[tuple[str, int], ...]:
        """Return the device extensions of a layer, or of a meta-layer's components."""
        extensions: list[tuple[str, int]] = list(manifest.device_extensions)
        names = {name for name, _ in extensions}
        for name in manifest.component_layers:
            component = self._layers_by_name.get(name)
            # A meta-layer may contain itself indirectly.
            if component is not None and name not in extensions_above:
                offered_extensions = self._device_extensions(
                    component, extensions_above | {manifest.name, name}
                )
                extensions += (pair for pair in offered_extensions if pair[0] not in names)
                names.update(name for name, _ in offered_extensions)
        return tuple(extensions)


def _make_driver_file(driver: FoundDriver) -> DriverFile:
    """Return manifest, library and version of a driver as a load plan has them."""
    manifest = driver.manifest
    assert manifest is not None
    # Without the variant, which comes first in a manifest's version.
    return DriverFile(driver.file, manifest.library, manifest.api_version[1:], manifest.portability)


def _list_opened_drivers(report: LoaderReport) -> tuple[FoundDriver, ...]:
    """Return the drivers whose libraries the loader tries to open."""
    opened_outcomes = (Outcome.LOADS, Outcome.UNKNOWN, Outcome.SKIPPED)
    filters = read_driver_filters(report.host, report.profile)
    # VK_LOADER_DRIVERS_* are ignored while a settings file chooses devices.
    reads_driver_filters = report.probe_inputs.device_configurations is None

    def is_opened(driver: FoundDriver) -> bool:
        """Return whether the loader tries to open a driver's library."""
        if driver.manifest is None:
            return False
        # Calls before an instance open drivers that are not conformant, too, unless a filter hides
        # them.
        if driver.verdict.reason is not Reason.PORTABILITY:
            return driver.verdict.outcome in opened_outcomes
        return not (reads_driver_filters and find_driver_refusal(driver.file, *filters))

    return tuple(filter(is_opened, report.drivers))


def _list_loader_variables(report: LoaderReport) -> Mapping[str, str]:
    """Return the variables that a load plan depends on, as the loader sees them."""
    host = report.host
    variables = {name: host.getenv(name) for name in _PLAIN_VARIABLES}
    # loader_secure_getenv: an elevated program gets none of these.
    variables |= {name: host.secure_getenv(name) for name in _SECURE_VARIABLES}
    return {name: value for name, value in variables.items() if value is not None}


# Calls in threads, a few at a time.
#
# Not concurrent.futures: with it comes logging, and both take longer to import than many a driver
# takes to open.

_QuestionType = TypeVar("_QuestionType")
_AnswerType = TypeVar("_AnswerType")


def run_in_threads(
    call: Callable[[_QuestionType], _AnswerType], arguments: Sequence[_QuestionType], limit: int
) -> list[_AnswerType]:
    """Call a function with each argument in threads, and return the results in order.

    An exception is raised here once all threads have ended; no further call is begun then.
    """
    pending_arguments = iter(enumerate(arguments))
    lock = Lock()
    results: dict[int, _AnswerType] = {}
    errors: list[BaseException] = []

    def work() -> None:
        """Take the next argument and call with it, until none is left."""
        while not errors:
            with lock:
                index, argument = next(pending_arguments, (-1, None))
            if argument is None:
                return
            try:
                results[index] = call(argument)
            except BaseException as error:  # noqa: BLE001 - raised by the caller
                errors.append(error)

    threads = [Thread(target=work, name="probe") for _ in range(min(len(arguments), limit) - 1)]
    for thread in threads:
        thread.start()
    work()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return [results[index] for index in range(len(arguments))]


# DeviceSummary.type, as the Linux loader sorts.
_DEVICE_TYPE_ORDER = ("discrete-gpu", "integrated-gpu", "virtual-gpu", "other", "cpu")


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


ReportProbeProgress = Callable[[ProbeProgress], None]


class ProbeSelection(NamedTuple):
    """Selection of what to probe.

    Attributes:
        drivers: manifests; None for all.
        layers: (manifest, name); None for all.
        dump: also dump all properties of the devices.
        only_list: no more than a list of devices needs: no device is created.
        functions: ask each layer which commands it intercepts.
        surfaces: ask the devices about surfaces of each window system.
    """

    drivers: frozenset[str] | None = None
    layers: frozenset[tuple[str, str]] | None = None
    chain: bool = True
    dump: bool = False
    only_list: bool = False
    functions: bool = False
    surfaces: bool = False


SELECT_EVERYTHING = ProbeSelection(dump=True)
DEVICES = ProbeSelection(layers=frozenset())
DEVICE_LIST = DEVICES._replace(only_list=True)
DEVICE_LIST_WHOLE = DEVICE_LIST._replace(dump=True, surfaces=True)
SURFACES = ProbeSelection(frozenset(), frozenset(), chain=False, only_list=True, surfaces=True)


def explain_missing_probe(report: LoaderReport) -> str:
    """Return the sentence why libraries of a report cannot be opened on this machine, or ""."""
    host = report.host
    if host.platform is not Platform.LINUX or not sys.platform.startswith("linux"):
        return tr("Libraries can be opened only on Linux.")
    if host.root:
        return tr("Libraries from another system are not opened.")
    if host.pointer_bits != struct.calcsize("P") * 8:
        bits = host.pointer_bits
        helper = find_helper(host)
        advice = (
            tr("Verify uses {helper} to run the {bits}-bit loader.", helper=helper, bits=bits)
            if helper
            else explain_what_to_install(host)
        )
        refusal = tr(
            "vkconfig-py runs as a {own}-bit program and cannot open {bits}-bit libraries.",
            bits=bits,
            own=struct.calcsize("P") * 8,
        )
        return f"{refusal} {advice}"
    return ""


def probe(
    report: LoaderReport,
    selection: ProbeSelection = SELECT_EVERYTHING,
    *,
    memory: ProbeMemory | None = None,
    tell: ReportProbeProgress | None = None,
    cancellation: Cancellation | None = None,
    limits: Limits = DEFAULT_LIMITS,
    ignores_cache: bool = False,
    server: ForkServer | None = None,
) -> ProbeResults:
    """Open the libraries of a report in child processes and return the results.

    Args:
        report: made from files.
        selection: the parts to probe.
        memory: cache of answers.
        tell: called with progress from other threads, one call at a time.
        cancellation: cancels it from another thread.
        limits: resource limits of each child.
        ignores_cache: ignore cached answers.
        server: one that was started in advance for children of this report.
    """
    refusal = explain_missing_probe(report)
    if refusal:
        return ProbeResults(refusal=refusal)
    answers = AnswerStore(report, memory or ProbeMemory())
    with ChildRuns(answers, cancellation, limits, ignores_cache, server) as child_runs:
        return _RunningProbe(report, selection, child_runs.run_task, tell).run(cancellation)


def recall_results(
    report: LoaderReport, memory: ProbeMemory, selection: ProbeSelection = SELECT_EVERYTHING
) -> ProbeResults:
    """Return cached results that are still valid. No child is started.

    A result from other circumstances lists these in `Probed.other_circumstances`: a driver probed
    with another chain is still the same driver.
    """
    refusal = explain_missing_probe(report)
    if refusal:
        return ProbeResults(refusal=refusal)
    if memory.is_empty:
        return ProbeResults()
    answers = AnswerStore(report, memory)
    return _RecalledProbe(
        report, selection, lambda task, _: answers.recall_nearest(task), None
    ).run()


def recall_unused_drivers(report: LoaderReport, memory: ProbeMemory) -> tuple[Probed, ...]:
    """Return cached results of drivers that are turned off, such as for one that is used alone.

    They are no results of the report: its programs do not get the devices of these drivers.
    """
    if explain_missing_probe(report) or memory.is_empty:
        return ()
    answers = AnswerStore(report, memory)
    opened_drivers = _list_opened_drivers(report)
    unused_drivers = [
        driver
        for driver in report.drivers
        if driver.verdict.outcome is Outcome.OFF
        and driver.manifest is not None
        and driver not in opened_drivers
    ]
    results = (
        answers.recall_nearest(_make_driver_task(_make_driver_file(driver), report.profile))
        for driver in unused_drivers
    )
    return tuple(result for result in results if result is not None)


def _make_driver_task(
    file: DriverFile, profile: LoaderProfile, *, creates_device: bool = True
) -> Task:
    """Return the task that probes a driver."""
    job = DriverJob(file, profile, creates_device=creates_device)
    return Task(JobSubject.DRIVER, file.manifest, "", job)


class _RunningProbe:
    """One probe of a report."""

    def __init__(
        self,
        report: LoaderReport,
        selection: ProbeSelection,
        ask: Callable[[Task, StepListener], Probed | None],
        tell: ReportProbeProgress | None,
    ) -> None:
        self._report = report
        self._selection = selection
        self._run_task = ask
        self._report_step = tell
        self._finished_count = 0
        self._total = 0
        self._lock = Lock()
        self._plan = make_load_plan(report)
        self._layers = tuple(self._requested_layers())

    def run(self, cancellation: Cancellation | None = None) -> ProbeResults:
        """Probe drivers, then layers and the chain, or only what a list of devices needs."""
        files = self._requested_drivers()
        with_chain = self._selection.chain and _can_be_built(self._plan)
        self._total = len(files) + len(self._layers) + with_chain
        self._total += self._selection.dump + self._selection.surfaces
        creates_device = not self._selection.only_list
        driver_tasks = [
            _make_driver_task(file, self._report.profile, creates_device=creates_device)
            for file in files
        ]
        other_tasks = self._list_other_tasks(files, with_chain)
        if self._selection.only_list:
            drivers, results = self._open_libraries(driver_tasks, other_tasks)
        else:
            drivers, results = self._in_parallel(driver_tasks), []
        working_driver = self._find_working_driver(files, drivers)
        waiting_tasks = [] if self._selection.only_list else other_tasks
        results += self._in_parallel(
            [*waiting_tasks, *(self._layer_tasks(working_driver) if working_driver else ())]
        )
        result_by_subject = {result.subject: result for result in results if result is not None}
        layers = tuple(
            result
            for result in results
            if result is not None and result.subject is JobSubject.LAYER
        )
        if working_driver is None and None not in drivers:
            no_device_health = Health(
                State.NOT_PROBED, detail=message("no driver provides a device")
            )
            layers = tuple(
                Probed(JobSubject.LAYER, layer.manifest, layer.name, no_device_health)
                for layer in self._layers
            )
        return ProbeResults(
            drivers=tuple(driver for driver in drivers if driver is not None),
            layers=layers,
            chain=result_by_subject.get(JobSubject.CHAIN),
            dump=result_by_subject.get(JobSubject.DUMP),
            surfaces=result_by_subject.get(JobSubject.SURFACES),
            is_cancelled=cancellation is not None and cancellation.is_cancelled,
        )

    def _open_libraries(
        self, driver_tasks: Sequence[Task], other_tasks: Sequence[Task]
    ) -> tuple[list[Probed | None], list[Probed | None]]:
        """Probe drivers and run the other tasks at the same time."""
        if any(isinstance(task.job, ChainJob) and task.job.alone for task in other_tasks):
            # The chain answers for the drivers as well: those for which it cannot come after it.
            other_answers = self._in_parallel(other_tasks)
            return self._in_parallel(driver_tasks), other_answers
        results = self._in_parallel([*other_tasks, *driver_tasks])
        return results[len(other_tasks) :], results[: len(other_tasks)]

    def _layer_tasks(self, working_driver: DriverFile) -> list[Task]:
        """Return the task of each requested layer.

        Args:
            working_driver: the driver below it.
        """
        profile, asks_functions = self._report.profile, self._selection.functions
        return [
            Task(
                JobSubject.LAYER,
                layer.manifest,
                layer.name,
                LayerJob(layer, working_driver, profile, asks_functions=asks_functions),
            )
            for layer in self._layers
        ]

    def _list_other_tasks(self, files: tuple[DriverFile, ...], with_chain: bool) -> list[Task]:
        """Return the requested tasks of the chain, the dump and the surfaces."""
        tasks = []
        if with_chain:
            job = ChainJob(self._plan)
            if self._selection.only_list:
                separate_files = () if _may_meet_layers(self._plan) else files
                job = job._replace(tapped=False, alone=separate_files)
            tasks.append(Task(JobSubject.CHAIN, "", "", job))
        if self._selection.dump:
            dump_job = DumpJob(_list_layers_too(_make_devices_plan(self._plan), self._plan))
            tasks.append(Task(JobSubject.DUMP, "", "", dump_job))
        if self._selection.surfaces:
            surface_job = SurfaceJob(_make_devices_plan(self._plan))
            tasks.append(Task(JobSubject.SURFACES, "", "", surface_job))
        return tasks

    def _find_working_driver(
        self, files: Sequence[DriverFile], probe_results: Sequence[Probed | None]
    ) -> DriverFile | None:
        """Return the driver to put below probed layers, that of the first device, or None."""
        working_drivers = [
            (min(_DEVICE_TYPE_ORDER.index(device.type) for device in result.answer.devices), file)
            for file, result in zip(files, probe_results, strict=True)
            if result is not None
            and result.health.state is State.HEALTHY
            and isinstance(result.answer, DriverAnswer)
            and result.answer.devices
        ]
        # loader_icd_add puts later drivers first, and loader_linux.c sorts by type before that
        # counts.
        return (
            min(reversed(working_drivers), key=lambda pair: pair[0])[1] if working_drivers else None
        )

    def _requested_drivers(self) -> tuple[DriverFile, ...]:
        """Return the requested drivers, or all of them if layers need one below them."""
        chosen_drivers = self._selection.drivers
        if chosen_drivers is None or self._layers:
            return self._plan.drivers
        return tuple(file for file in self._plan.drivers if file.manifest in chosen_drivers)

    def _requested_layers(self) -> Iterable[PlannedLayer]:
        """Yield the requested layers that have a library, each once."""
        seen_keys = set()
        make = make_planned_layer_maker(self._report)
        for layer in self._report.found_layers:
            manifest = layer.manifest
            # Meta-layers have no library; libraries of half-read manifests are not opened.
            if manifest is None or manifest.is_meta or manifest.stopped_at:
                continue
            # One file may hold several layers, and one layer may be found more than once.
            key = layer.file, layer.name
            if key in seen_keys or (
                self._selection.layers is not None and key not in self._selection.layers
            ):
                continue
            seen_keys.add(key)
            # Named by the application, a layer that cannot be opened fails vkCreateInstance.
            yield make(manifest)._replace(is_requested=False)

    def _in_parallel(self, tasks: Sequence[Task]) -> list[Probed | None]:
        """Run tasks in threads and return their results in order."""
        # Threads only wait for children, which have the processors.
        return run_in_threads(self._run_one, tasks, os.cpu_count() or 1)

    def _run_one(self, task: Task) -> Probed | None:
        """Run one task and report that it is done."""
        probe_result = self._run_task(task, lambda step: self._report_progress(task, step))
        with self._lock:
            self._finished_count += 1
        self._report_progress(task, "")
        return probe_result

    def _report_progress(self, task: Task, subject: str) -> None:
        """Report progress: the task and what it is doing."""
        if self._report_step is not None:
            with self._lock:
                name = task.name or task.manifest
                self._report_step(
                    ProbeProgress(self._finished_count, self._total, task.subject, name, subject)
                )


class _RecalledProbe(_RunningProbe):
    """Looks up cached results only, so layers need no driver."""

    def _find_working_driver(
        self, files: Sequence[DriverFile], probe_results: Sequence[Probed | None]
    ) -> DriverFile:
        """Return a driver below the layers, an empty one if none is cached."""
        # Cached results of layers need no driver.
        return super()._find_working_driver(files, probe_results) or DriverFile("", "")

    def _in_parallel(self, tasks: Sequence[Task]) -> list[Probed | None]:
        return [self._run_one(task) for task in tasks]  # nothing blocks, so threads have no benefit


def _make_devices_plan(plan: LoadPlan) -> LoadPlan:
    """Return the load plan without layers and device choice, to list all devices in full."""
    return LoadPlan(
        drivers=tuple(driver._replace(is_portability=False) for driver in plan.drivers),
        application=make_probing_application(plan.profile),
        profile=plan.profile,
    )


def _list_layers_too(devices_plan: LoadPlan, plan: LoadPlan) -> LoadPlan:
    """Return a load plan without layers in which a program's are listed, but never opened."""
    return devices_plan._replace(
        implicit_only=tuple(layer._replace(pre_instance=()) for layer in plan.implicit_only),
        listed=plan.listed,
        listed_for_devices=plan.listed_for_devices,
        layers_refusal=plan.layers_refusal,
        extensions_refusal=plan.extensions_refusal,
    )


def _may_meet_layers(plan: LoadPlan) -> bool:
    """Return whether a layer may be in the process of the chain."""
    return bool(plan.layers or plan.implicit_only or plan.device_layers)


def _can_be_built(plan: LoadPlan) -> bool:
    """Return whether a program with this load plan gets a result: no crash, no hang."""
    # Other refusals are a crash, or a call that does not return.
    return not plan.refusal or plan.refusal.startswith("VK_")
