"""The process that may crash: runs one job; the only process that loads libraries."""

from __future__ import annotations

import json
import os
import sys

from vkconfig_py.language.sentences import message
from vkconfig_py.loader.base.codec import write_message
from vkconfig_py.loader.base.device_values import ExtensionName
from vkconfig_py.loader.base.vk_result import VulkanError, result_name
from vkconfig_py.loader.native.device_dump import dump_instance
from vkconfig_py.loader.native.libraries import open_driver
from vkconfig_py.loader.native.loader import Loader
from vkconfig_py.loader.native.tracing_layers import TracingLayers
from vkconfig_py.loader.native.vulkan_client import VulkanClient
from vkconfig_py.loader.probe.instance_trials import (
    InstanceTrial,
    Watcher,
    answer_chain,
    failure,
    left_trials,
)
from vkconfig_py.loader.profiles.profile import Gate
from vkconfig_py.loader.wire.jobs import (
    Answer,
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
    State,
    answer_to_json,
    job_from_json,
    probing_application,
)

_SUCCESS = "VK_SUCCESS"


def main(descriptor: int) -> None:
    """Answer the job on stdin over the descriptor, then exit without destructors."""
    job = job_from_json(json.load(sys.stdin))
    # Lines go out at once, not at the end: a crash loses only what was not announced.
    watcher = Watcher(
        lambda step: write_message(descriptor, {"about": step}),
        lambda so_far: write_message(descriptor, {"so_far": answer_to_json(so_far)}),
    )
    result = answer(job, watcher)
    sys.stdout.flush()
    sys.stderr.flush()
    write_message(descriptor, {"answer": answer_to_json(result)})
    os._exit(0)  # no destructor of a library is run


def answer(job: Job, watcher: Watcher) -> Answer:
    match job:
        case DriverJob():
            return _answer_driver(job, watcher)
        case LayerJob():
            return _answer_layer(job, watcher)
        case ChainJob():
            chain_answer = answer_chain(job, watcher, lambda: _answer_beside(job, watcher))
            return chain_answer._replace(files=mapped_files())
        case DumpJob():
            return _answer_dump(job, watcher)


def mapped_files() -> tuple[str, ...]:
    """Return the files mapped into this process, each once."""
    mapped: dict[str, None] = {}
    with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:
        for line in maps:
            path = line.rstrip("\n").partition("/")[2]
            # A library that was replaced while mapped: its path is another file now.
            if path and not path.endswith(" (deleted)"):
                mapped[f"/{path}"] = None
    return tuple(mapped)


def _answer_beside(job: ChainJob, watcher: Watcher) -> tuple[DriverAnswer, ...]:
    """Ask drivers, beside the instance of the chain, what their own jobs would ask them."""
    profile = job.plan.profile
    jobs = (DriverJob(file, profile, creates_device=False) for file in job.alone)
    return tuple(_answer_driver(driver_job, watcher.make_next()) for driver_job in jobs)


def _answer_driver(job: DriverJob, watcher: Watcher) -> DriverAnswer:
    # A driver that is hidden from ordinary programs is probed like any other.
    file = job.driver._replace(is_portability=False)
    driver = open_driver(file, job.profile, watcher)
    if driver is None:
        health = watcher.find_health(file.library)
        return _finish_driver(DriverAnswer(health), watcher)
    result = DriverAnswer(Health(State.HEALTHY), driver.name, driver.interface)
    try:
        extensions = tuple(ExtensionName(*extension) for extension in driver.extensions(watcher))
    except VulkanError as error:
        return _finish_driver(result._replace(health=failure(watcher, error)), watcher)
    result = result._replace(extensions=extensions)
    application = probing_application(job.profile, (extension.name for extension in extensions))
    plan = LoadPlan(drivers=(file,), application=application, profile=job.profile)
    trial = InstanceTrial(plan, watcher)
    result = result._replace(create=trial.create())
    version = _driver_version(trial)
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


def _alone(job: DriverJob | LayerJob, plan: LoadPlan) -> LoadPlan:
    return plan._replace(application=probing_application(job.profile), profile=job.profile)


def _finish_driver(driver_answer: DriverAnswer, watcher: Watcher) -> DriverAnswer:
    health = driver_answer.health._replace(seconds=watcher.stop_timing())
    return driver_answer._replace(health=health, notes=watcher.make_notes(), files=mapped_files())


def _driver_version(trial: InstanceTrial) -> tuple[int, int, int] | None:
    for instance in trial.loader.instances.values():
        for driver in instance.drivers:
            return driver.api_version
    return None


def _answer_layer(job: LayerJob, watcher: Watcher) -> LayerAnswer:
    plan = _alone(job, LoadPlan((job.driver,), (job.layer,), device_layers=(job.layer,)))
    trial = InstanceTrial(plan, watcher, TracingLayers(watcher, profile=plan.profile).around)
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
            result = result._replace(intercepts=trial.list_intercepted())
        devices = trial.list_devices()
        health = trial.use_devices(only_first=True)
        if devices and not isinstance(devices, str):
            code = str(health.code) or _SUCCESS
            result = result._replace(create_device=code, device=devices[0].name)
            if health.code:  # another device may have what the layer asks for
                health = health._replace(detail=message("on {device}", device=result.device))
    trial.destroy()
    health = health._replace(seconds=watcher.stop_timing())
    return result._replace(health=health, notes=watcher.make_notes(), files=mapped_files())


def _answer_dump(job: DumpJob, watcher: Watcher) -> DumpAnswer:
    loader = Loader(job.plan, watcher)  # its objects exist as long as the instance
    client = VulkanClient(loader.get_instance_proc_addr, watcher)
    try:
        application = job.plan.application
        if job.plan.profile.has(Gate.REFUSES_1_1):
            offered = (name for name, _ in client.extensions())
            application = probing_application(job.plan.profile, offered)
        with client.create(application) as instance:
            return DumpAnswer(_SUCCESS, dump_instance(instance)["devices"], mapped_files())
    except VulkanError as error:
        return DumpAnswer(result_name(error.code), files=mapped_files())
