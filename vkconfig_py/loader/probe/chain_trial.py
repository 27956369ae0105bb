"""The whole predicted machine, with taps between its layers."""

from __future__ import annotations

from collections.abc import Callable

from vkconfig_py.loader.assembly import LayerFile
from vkconfig_py.loader.binding.instance_chain import nothing_between
from vkconfig_py.loader.binding.objects import next_device
from vkconfig_py.loader.binding.request import unpack
from vkconfig_py.loader.binding.results import VulkanError
from vkconfig_py.loader.probe.devices import DeviceSummary, ExtensionName
from vkconfig_py.loader.probe.jobs import ChainAnswer, ChainJob
from vkconfig_py.loader.probe.telling import TellingTaps
from vkconfig_py.loader.probe.trial import Trial
from vkconfig_py.loader.probe.watcher import Watcher
from vkconfig_py.loader.records import Any
from vkconfig_py.loader.results import result_name


def answer_chain(job: ChainJob, watcher: Watcher) -> ChainAnswer:
    """Make the calls that a program makes, and say what came of each."""
    taps = TellingTaps(watcher)
    trial = Trial(job.assembly, watcher, taps.around if job.tapped else nothing_between)
    version = _or_result(lambda: unpack(trial.caller.version()))
    extensions = _or_result(
        lambda: tuple(ExtensionName(*found) for found in trial.caller.extensions())
    )
    found = ChainAnswer(version, extensions, trial.create())
    if trial.instance is None:
        files = taps.files
        found = found._replace(failed_in=taps.failed("vkCreateInstance"))
    else:
        files = _loaded(trial)
        found = found._replace(devices=_devices(trial))
    found = found._replace(
        loaded=tuple(file.name for file in files),
        manifests=tuple(file.manifest for file in files),
    )
    if trial.instance is not None:
        for instance in trial.loader.instances.values():
            found = found._replace(
                found_devices=instance.physical_devices.values(), can_sort=instance.can_sort
            )
        watcher.so_far(found._replace(passages=taps.passages(), notes=watcher.notes()))
        if job.tapped:
            trial.use_devices(only_first=True)
        trial.destroy()
    return found._replace(
        passages=taps.passages() if job.tapped else (),
        notes=watcher.notes(),
        seconds=watcher.seconds(),
    )


def _devices(trial: Trial) -> tuple[DeviceSummary, ...] | str:
    """Return the devices of the application, each with its driver unless a layer hides it."""
    devices = trial.devices()
    if isinstance(devices, str) or trial.instance is None:
        return devices
    bottom = trial.loader.instances[trial.instance.handle].physical_devices
    handles = trial.instance.physical_devices()
    return tuple(
        device._replace(library=known.driver.name) if known is not None else device
        for device, known in zip(
            devices, (bottom.device(next_device(handle)) for handle in handles), strict=True
        )
    )


def _loaded(trial: Trial) -> tuple[LayerFile, ...]:
    """Return the layers in the chain that are no taps."""
    return tuple(
        layer.file
        for instance in trial.loader.instances.values()
        for layer in instance.layers
        if layer.library is not None
    )


def _or_result(ask: Callable[[], Any]) -> Any:
    """Return an answer, or the name of the result of a call that failed."""
    try:
        return ask()
    except VulkanError as error:
        return result_name(error.code)
