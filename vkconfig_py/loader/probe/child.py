"""The process that may crash. It runs one job and is the only one that loads libraries.

Most jobs create a trial instance; each of its steps is announced in advance.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
from collections.abc import Callable, Mapping
from itertools import pairwise
from time import perf_counter

from vkconfig_py.language.sentences import message
from vkconfig_py.loader.base.device_values import DeviceSummary, ExtensionName
from vkconfig_py.loader.base.records import Any, write_message
from vkconfig_py.loader.base.versions import VulkanError, check_result, get_vk_result_name
from vkconfig_py.loader.native.device_dump import (
    add_logical_device_values,
    dump_global_lists,
    dump_instance,
    summarize_devices,
)
from vkconfig_py.loader.native.libraries import open_driver, query_function
from vkconfig_py.loader.native.loader import Loader
from vkconfig_py.loader.native.loader_instance import (
    SURFACE,
    InsertTracingLayers,
    return_layers_unchanged,
)
from vkconfig_py.loader.native.loader_messages import NativeStep, Observer
from vkconfig_py.loader.native.logical_devices import open_logical_device
from vkconfig_py.loader.native.memory import read_top_layer_device, unpack_version
from vkconfig_py.loader.native.tracing_layers import TracingLayers
from vkconfig_py.loader.native.vulkan_client import (
    ClientInstance,
    MissingCommandError,
    VulkanClient,
)
from vkconfig_py.loader.native.vulkan_registry import list_commands
from vkconfig_py.loader.profiles.profile import Gate
from vkconfig_py.loader.wire.jobs import (
    Answer,
    ChainAnswer,
    ChainJob,
    DriverAnswer,
    DriverJob,
    DumpAnswer,
    DumpJob,
    Health,
    Job,
    LayerAnswer,
    LayerJob,
    LoadPlan,
    PlannedLayer,
    Stage,
    State,
    StepNote,
    SurfaceAnswer,
    SurfaceJob,
    Timing,
    answer_to_json,
    make_probing_application,
    parse_job,
)

# Beginning of the sentences that announce calls into foreign code.
_STAGE_BY_STEP_START = (
    ("open ", Stage.OPEN),
    ("vk_icd", Stage.NEGOTIATE),
    ("vkNegotiate", Stage.NEGOTIATE),
    ("vkEnumerateInstanceExtensionProperties", Stage.EXTENSIONS),
    ("vkCreateInstance", Stage.INSTANCE),
    ("vkEnumeratePhysicalDevices", Stage.DEVICES),
    ("the properties of", Stage.DEVICES),
    ("vkCreateDevice", Stage.DEVICE),
    ("vkQueueSubmit", Stage.DEVICE),
    ("vkDestroy", Stage.DESTROY),
)
_FAILURE_FINDINGS = ("refused", "foreign", "skipped", "failed", "missing", "aborts")
_LOAD_STEP = "load"  # of a layer that could not be used, after what says why
_STATE_BY_STEP = {"open": State.DOES_NOT_LOAD, "negotiate": State.REFUSES, "symbols": State.REFUSES}

_SUCCESS = "VK_SUCCESS"

# Instances that end with the process: to destroy one takes a driver long. Drivers may still call
# into them.
left_trials: list[InstanceTrial] = []


class ProbeObserver(Observer):
    """Receives all findings, measures stages, identifies the cause of a failure."""

    __slots__ = (
        "_announce",
        "_seconds",
        "_send_answer",
        "_stage",
        "_stage_start",
        "findings",
        "step",
    )

    def __init__(
        self, announce: Callable[[str], None], send_answer: Callable[[Answer], None] | None = None
    ) -> None:
        self.step = ""
        self.findings: list[NativeStep] = []
        self._announce = announce
        self._send_answer = send_answer
        self._seconds: dict[Stage, float] = {}
        self._stage: Stage | None = None
        self._stage_start = 0.0

    def make_next(self) -> ProbeObserver:
        """Return the watcher of another job in this process, which sends no partial answers."""
        return ProbeObserver(self._announce)

    def announce_step(self, step: str) -> None:
        """Send the name of the next step, and start its timer."""
        self.step = step
        self._announce(step)
        stage = next(
            (stage for begin, stage in _STAGE_BY_STEP_START if step.startswith(begin)), self._stage
        )
        # A step without a stage is added to the previous one.
        self._end_stage(stage)

    def report_finding(self, finding: NativeStep) -> None:
        """Record what the simulated loader found about a library."""
        self.findings.append(finding)

    def send_partial_answer(self, answer: Answer) -> None:
        """Send the partial answer before a step that may crash."""
        if self._send_answer is not None:
            self._send_answer(answer)

    def stop_timing(self) -> tuple[Timing, ...]:
        """Stop the timer, and return the seconds of each stage."""
        self._end_stage(None)
        return tuple(Timing(stage, round(self._seconds[stage], 6)) for stage in self._seconds)

    def make_notes(self) -> tuple[StepNote, ...]:
        """Return all that was found, as values of an answer."""
        return tuple(
            StepNote(
                finding.subject,
                finding.step,
                finding.outcome,
                _get_result_name(finding.code),
                finding.detail,
            )
            for finding in self.findings
        )

    def find_health(self, *subjects: str) -> Health:
        """Return the health by the last bad finding about one of these libraries or names."""
        for finding in reversed(self.findings):
            if finding.step == _LOAD_STEP:
                continue
            if finding.subject in subjects and finding.outcome in _FAILURE_FINDINGS:
                state = _STATE_BY_STEP.get(finding.step, State.FAILS_TO_CREATE)
                step = f"{finding.step} of {finding.subject}"
                return Health(state, step, _get_result_name(finding.code), finding.detail)
        return Health(State.HEALTHY)

    def _end_stage(self, stage: Stage | None) -> None:
        """Add the time since the last call to the current stage, and begin another one.

        Args:
            stage: None to stop.
        """
        current_time = perf_counter()
        if self._stage is not None:
            seconds = self._seconds.get(self._stage, 0.0)
            self._seconds[self._stage] = seconds + current_time - self._stage_start
        self._stage, self._stage_start = stage, current_time


def _get_result_name(code: int) -> str:
    """Return the name of a VkResult, "" for success."""
    return get_vk_result_name(code) if code else ""


class InstanceTrial:
    """One loader and the instance that it creates.

    Attributes:
        client: for the calls before an instance.
        instance: None if it could not be created.
    """

    def __init__(
        self,
        plan: LoadPlan,
        watcher: ProbeObserver,
        between: InsertTracingLayers = return_layers_unchanged,
    ) -> None:
        self._watcher = watcher
        self._application = plan.application
        self.loader = Loader(plan, watcher, between=between)
        self.client = VulkanClient(self.loader.get_instance_proc_addr, watcher)
        self.instance: ClientInstance | None = None

    def create(self) -> str:
        """Create the instance and return the VkResult name."""
        try:
            self.instance = self.client.create(self._application)
        except VulkanError as error:
            return get_vk_result_name(error.code)
        return _SUCCESS

    def list_intercepted_commands(self) -> tuple[str, ...]:
        """Return the sorted names of commands for which the layer has functions of its own.

        A layer passes vkGetInstanceProcAddr on for what it does not intercept, so it then returns
        what the next one returns (LoaderLayerInterface, "Layer Conventions and Rules").
        """
        intercepted_names: set[str] = set()
        for instance in self.loader.instances.values():
            for layer, layer_below in pairwise(instance.layers):
                if layer.library is None:  # a tap
                    continue
                self._watcher.announce_step(f"vkGetInstanceProcAddr of {layer.name}")
                handle = instance.handle
                for name in list_commands():
                    function = query_function(layer.get_instance_proc_addr, handle, name)
                    next_function = query_function(layer_below.get_instance_proc_addr, handle, name)
                    if function and function != next_function:
                        intercepted_names.add(name)
        return tuple(sorted(intercepted_names))

    def list_devices(self) -> tuple[DeviceSummary, ...] | str:
        """Return the physical devices in order, or a VkResult name."""
        assert self.instance is not None
        try:
            return summarize_devices(self.instance)
        except VulkanError as error:
            return get_vk_result_name(error.code)

    def use_devices(self, only_first: bool = False) -> Health:
        """Create and destroy a logical device on each physical device. Return how it went."""
        assert self.instance is not None
        try:
            handles = self.instance.list_physical_devices()
            for handle in handles[:1] if only_first else handles:
                use_device(self.instance, handle)
        except VulkanError as error:
            return make_failed_health(self._watcher, error)
        except MissingCommandError as error:
            return Health(
                State.FAILS_TO_CREATE,
                self._watcher.step,
                detail=message("{name} not found", name=str(error)),
            )
        return Health(State.HEALTHY)

    def destroy(self) -> None:
        """Destroy the instance, if it was created."""
        if self.instance is not None:
            self.instance.__exit__()


def make_failed_health(watcher: ProbeObserver, error: VulkanError) -> Health:
    """Return the health for a VkResult in the step that was announced last."""
    return Health(State.FAILS_TO_CREATE, watcher.step, get_vk_result_name(error.code))


def use_device(instance: ClientInstance, physical_device: int) -> None:
    """Create a logical device, submit nothing to its first queue, wait, and destroy it."""
    # A device may have no queue family at all.
    has_queue = bool(_count_queue_families(instance, physical_device))
    with open_logical_device(instance, physical_device, has_queue=has_queue) as device:
        if has_queue:
            _submit_nothing(instance, device)


def _submit_nothing(instance: ClientInstance, device: int) -> None:
    """Submit an empty batch to the first queue of a logical device, and wait."""
    queue = ctypes.c_void_p()
    instance.get_required("vkGetDeviceQueue")(device, 0, 0, ctypes.byref(queue))
    instance.client.observer.announce_step("vkQueueSubmit")
    submit = instance.get_required("vkQueueSubmit")
    # submitCount may be 0, and then pSubmits is not read.
    check_result("vkQueueSubmit", submit(queue.value, 0, None, 0))
    check_result("vkDeviceWaitIdle", instance.get_required("vkDeviceWaitIdle")(device))


def _count_queue_families(instance: ClientInstance, physical_device: int) -> int:
    """Return the number of queue families of a physical device."""
    count = ctypes.c_uint32()
    command = instance.get_required("vkGetPhysicalDeviceQueueFamilyProperties")
    command(physical_device, ctypes.byref(count), None)
    return count.value


def answer_chain(
    job: ChainJob, watcher: ProbeObserver, probe_beside: Callable[[], tuple[DriverAnswer, ...]]
) -> ChainAnswer:
    """Create an instance and device through all layers like a program, and record each result.

    `probe_beside` asks the drivers themselves while the instance exists and they are open.
    """
    tracing_layers = TracingLayers(watcher, profile=job.plan.profile)
    trial = InstanceTrial(
        job.plan, watcher, tracing_layers.insert_around if job.tapped else return_layers_unchanged
    )
    # Calls before vkCreateInstance may fail although vkCreateInstance succeeds.
    version = _call_or_result(lambda: unpack_version(trial.client.query_version()))
    extensions = _call_or_result(
        lambda: tuple(ExtensionName(*extension) for extension in trial.client.list_extensions())
    )
    result = ChainAnswer(version, extensions, trial.create())
    if trial.instance is None:
        files = tracing_layers.files
        result = result._replace(
            failed_in=tracing_layers.record.find_failed_layer("vkCreateInstance")
        )
    else:
        files = _list_loaded_layers(trial)
        result = result._replace(devices=_list_program_devices(trial))
    result = result._replace(
        loaded=tuple(file.name for file in files),
        manifests=tuple(file.manifest for file in files),
    )
    if trial.instance is not None:
        for instance in trial.loader.instances.values():
            result = result._replace(
                found_devices=instance.physical_devices.list_device_properties(),
                can_sort=instance.can_sort,
            )
        # Devices come next: a crash there loses none of this.
        watcher.send_partial_answer(
            result._replace(
                layer_calls=tracing_layers.record.list_layer_calls(), notes=watcher.make_notes()
            )
        )
        if job.tapped:
            # For the taps alone: what became of it is in the calls.
            trial.use_devices(only_first=True)
        watcher.stop_timing()  # what comes is not the chain's time
        result = result._replace(alone=probe_beside())
        if job.tapped:
            trial.destroy()
        else:
            left_trials.append(trial)
    return result._replace(
        layer_calls=tracing_layers.record.list_layer_calls() if job.tapped else (),
        notes=watcher.make_notes(),
        seconds=watcher.stop_timing(),
    )


def _list_program_devices(trial: InstanceTrial) -> tuple[DeviceSummary, ...] | str:
    """Return the program's devices, each with its driver unless a layer hides it.

    A VkResult name if they cannot be listed.
    """
    devices = trial.list_devices()
    if isinstance(devices, str) or trial.instance is None:
        return devices
    bottom = trial.loader.instances[trial.instance.handle].physical_devices
    handles = trial.instance.list_physical_devices()
    return tuple(
        device._replace(library=known_device.driver.name) if known_device is not None else device
        for device, known_device in zip(
            devices,
            (bottom.find_device(read_top_layer_device(handle)) for handle in handles),
            strict=True,
        )
    )


def _list_loaded_layers(trial: InstanceTrial) -> tuple[PlannedLayer, ...]:
    """Return the layers of the instance whose libraries were opened."""
    return tuple(
        layer.file
        for instance in trial.loader.instances.values()
        for layer in instance.layers
        if layer.library is not None
    )


def _call_or_result(ask: Callable[[], Any]) -> Any:
    """Return what a function returns, or the VkResult name of its VulkanError."""
    try:
        return ask()
    except VulkanError as error:
        return get_vk_result_name(error.code)


def main(descriptor: int) -> None:
    """Answer the job on stdin over the descriptor, then exit without destructors."""
    job = parse_job(json.load(sys.stdin))
    # Lines go out at once, not at the end: a crash loses only what was not announced.
    watcher = ProbeObserver(
        lambda step: write_message(descriptor, {"about": step}),
        lambda so_far: write_message(descriptor, {"so_far": answer_to_json(so_far)}),
    )
    result = answer(job, watcher)
    sys.stdout.flush()
    sys.stderr.flush()
    write_message(descriptor, {"answer": answer_to_json(result)})
    os._exit(0)  # no destructor of a library is run


def answer(job: Job, watcher: ProbeObserver) -> Answer:
    """Do a job in this process: open a driver, a layer, a chain, or ask all devices about all."""
    match job:
        case DriverJob():
            return _answer_driver(job, watcher)
        case LayerJob():
            return _answer_layer(job, watcher)
        case ChainJob():
            chain_answer = answer_chain(job, watcher, lambda: _answer_other_drivers(job, watcher))
            return chain_answer._replace(files=list_mapped_files())
        case DumpJob():
            return _answer_dump(job, watcher)
        case SurfaceJob():
            return _answer_surfaces(job, watcher)


def list_mapped_files() -> tuple[str, ...]:
    """Return the paths of the files mapped into this process, each once."""
    mapped: dict[str, None] = {}
    with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:
        for line in maps:
            path = line.rstrip("\n").partition("/")[2]
            # A library that was replaced while mapped: its path is another file now.
            if path and not path.endswith(" (deleted)"):
                mapped[f"/{path}"] = None
    return tuple(mapped)


def _answer_other_drivers(job: ChainJob, watcher: ProbeObserver) -> tuple[DriverAnswer, ...]:
    """Return what the drivers' own jobs would return, while the chain's instance exists."""
    profile = job.plan.profile
    jobs = (DriverJob(file, profile, creates_device=False) for file in job.alone)
    return tuple(_answer_driver(driver_job, watcher.make_next()) for driver_job in jobs)


def _answer_driver(job: DriverJob, watcher: ProbeObserver) -> DriverAnswer:
    """Open a driver, create an instance with it and use its devices."""
    # A driver that is hidden from ordinary programs is probed like any other.
    file = job.driver._replace(is_portability=False)
    driver = open_driver(file, job.profile, watcher)
    if driver is None:
        health = watcher.find_health(file.library)
        return _finish_driver(DriverAnswer(health), watcher)
    result = DriverAnswer(Health(State.HEALTHY), driver.name, driver.interface)
    try:
        extensions = tuple(
            ExtensionName(*extension) for extension in driver.list_extensions(watcher)
        )
    except VulkanError as error:
        return _finish_driver(result._replace(health=make_failed_health(watcher, error)), watcher)
    result = result._replace(extensions=extensions)
    application = make_probing_application(
        job.profile, (extension.name for extension in extensions)
    )
    plan = LoadPlan(drivers=(file,), application=application, profile=job.profile)
    trial = InstanceTrial(plan, watcher)
    result = result._replace(create=trial.create())
    version = _find_driver_version(trial)
    if trial.instance is None:
        health = watcher.find_health(driver.name, file.library)
        if health.state is State.HEALTHY:
            health = Health(State.FAILS_TO_CREATE, watcher.step, result.create)
        return _finish_driver(result._replace(health=health), watcher)
    devices = trial.list_devices()
    health = watcher.find_health(driver.name)
    if isinstance(devices, str):
        devices = ()  # no device, or a driver about which there is a finding
    devices = tuple(
        device._replace(driver=file.manifest, library=driver.name) for device in devices
    )
    result = result._replace(api_version=version, devices=devices)
    watcher.send_partial_answer(result)
    if health.state is State.HEALTHY and devices and job.creates_device:
        health = trial.use_devices()
    if job.creates_device:
        trial.destroy()
    else:
        left_trials.append(trial)
    return _finish_driver(result._replace(health=health), watcher)


def _adapt_load_plan(job: DriverJob | LayerJob, plan: LoadPlan) -> LoadPlan:
    """Return a load plan with the loader of a job and the application of a probe."""
    return plan._replace(application=make_probing_application(job.profile), profile=job.profile)


def _finish_driver(driver_answer: DriverAnswer, watcher: ProbeObserver) -> DriverAnswer:
    """Return a driver's answer completed with times, notes and mapped files."""
    health = driver_answer.health._replace(seconds=watcher.stop_timing())
    return driver_answer._replace(
        health=health, notes=watcher.make_notes(), files=list_mapped_files()
    )


def _find_driver_version(trial: InstanceTrial) -> tuple[int, int, int] | None:
    """Return the API version of the opened driver, or None if none was opened."""
    for instance in trial.loader.instances.values():
        for driver in instance.drivers:
            return driver.api_version
    return None


def _answer_layer(job: LayerJob, watcher: ProbeObserver) -> LayerAnswer:
    """Open a layer above a driver, create an instance with it and use a device."""
    plan = _adapt_load_plan(job, LoadPlan((job.driver,), (job.layer,), device_layers=(job.layer,)))
    trial = InstanceTrial(plan, watcher, TracingLayers(watcher, profile=plan.profile).insert_around)
    result = LayerAnswer(Health(), create_instance=trial.create())
    health = watcher.find_health(job.layer.name)
    for instance in trial.loader.instances.values():
        # Taps have no library.
        for layer in (layer for layer in instance.layers if layer.library is not None):
            result = result._replace(library=layer.path, interface=layer.interface)
    watcher.send_partial_answer(result)
    if trial.instance is None:
        if health.state is State.HEALTHY:
            health = Health(State.FAILS_TO_CREATE, watcher.step, result.create_instance)
    elif health.state is State.HEALTHY:
        if job.asks_functions:
            result = result._replace(intercepts=trial.list_intercepted_commands())
        devices = trial.list_devices()
        health = trial.use_devices(only_first=True)
        if devices and not isinstance(devices, str):
            code = str(health.code) or _SUCCESS
            result = result._replace(create_device=code, device=devices[0].name)
            if health.code:  # another device may have what the layer asks for
                health = health._replace(detail=message("on {device}", device=result.device))
    trial.destroy()
    health = health._replace(seconds=watcher.stop_timing())
    return result._replace(health=health, notes=watcher.make_notes(), files=list_mapped_files())


def _answer_dump(job: DumpJob, watcher: ProbeObserver) -> DumpAnswer:
    """Read all limits, features and properties of all devices, and the lists of the loader."""
    loader = Loader(job.plan, watcher)  # its objects exist as long as the instance
    client = VulkanClient(loader.get_instance_proc_addr, watcher)
    try:
        lists = dump_global_lists(client)
        extensions = lists["extensions"]
        offered = {name for name, _ in extensions} if isinstance(extensions, list) else set()
        application = job.plan.application
        if job.plan.profile.has(Gate.REFUSES_1_1):
            application = make_probing_application(job.plan.profile, offered)
        if SURFACE in offered:  # without it no device has swapchains
            names = dict.fromkeys((*application.extensions, SURFACE))
            application = application._replace(extensions=tuple(names))
        with client.create(application) as instance:
            values = dump_instance(instance)
            # What comes may crash.
            watcher.send_partial_answer(_make_dump_answer(values, lists))
            add_logical_device_values(instance, values)
            return _make_dump_answer(values, lists)._replace(files=list_mapped_files())
    except VulkanError as error:
        return DumpAnswer(get_vk_result_name(error.code), files=list_mapped_files())


def _make_dump_answer(values: Mapping[str, Any], lists: dict[str, Any]) -> DumpAnswer:
    """Return the answer of a dump: each device with its group and the loader's lists."""
    devices = values["devices"]
    if isinstance(devices, str):
        return DumpAnswer(_SUCCESS, devices)
    answers = [device | {"instance": lists} for device in devices]
    for group in values["groups"] if isinstance(values["groups"], list) else ():
        _add_group(answers, group)
    return DumpAnswer(_SUCCESS, answers)


def _add_group(devices: list[dict[str, Any]], group: dict[str, Any]) -> None:
    """Add a group, with the names of its members and how they present, to each of them."""
    # A group may have a device that is not listed.
    members = [devices[index] for index in group["devices"] if index is not None]
    names = [device["properties"]["deviceName"] for device in members]
    presentation = group.get("presentation", {})
    for number, device in enumerate(members):
        values = {"physicalDevices": names, "subsetAllocation": group["subsetAllocation"]}
        if isinstance(presentation, str):  # the name of a VkResult
            values["presentMask"] = presentation
        elif presentation:
            values["presentMask"] = [names[index] for index in presentation["presentMask"][number]]
            values["modes"] = presentation["modes"]
        device["device_group"] = values


def _answer_surfaces(job: SurfaceJob, watcher: ProbeObserver) -> SurfaceAnswer:
    """Ask all devices about surfaces of each window system."""
    # Needed by this job alone: every other child is spared it.
    from vkconfig_py.loader.native import surfaces

    profile = job.plan.profile
    loader = Loader(job.plan, watcher)  # its objects exist as long as the instance
    client = VulkanClient(loader.get_instance_proc_addr, watcher)
    try:
        offered = frozenset(name for name, _ in client.list_extensions())
        application = make_probing_application(profile, offered)
        names = (*application.extensions, *surfaces.choose_extensions(offered))
        with client.create(application._replace(extensions=names)) as instance:
            summaries = summarize_devices(instance)
            known = loader.instances[instance.handle].physical_devices

            def find_extensions(handle: int) -> frozenset[str]:
                """Return the instance extensions that the driver of a device was given."""
                device = known.find_device(read_top_layer_device(handle))
                return device.driver.extensions if device is not None else frozenset()

            objects = [surfaces.start_answer(device) for device in summaries]
            answer = SurfaceAnswer(_SUCCESS, objects)
            watcher.send_partial_answer(answer)
            for number, answers in enumerate(
                surfaces.read_surfaces(instance, find_extensions, profile)
            ):
                for device, surface in zip(objects, answers, strict=True):
                    device["surfaces"][number] |= surface
                # A crash with the next window system loses none of this.
                watcher.send_partial_answer(answer)
            return answer._replace(files=list_mapped_files())
    except VulkanError as error:
        return SurfaceAnswer(get_vk_result_name(error.code), files=list_mapped_files())
