"""Trial: an instance that is made in order to see whether it can be."""

from __future__ import annotations

import ctypes

from vkconfig_py.loader.assembly import Assembly
from vkconfig_py.loader.binding.abi import (
    DEVICE_CREATE_INFO,
    DEVICE_QUEUE_CREATE_INFO,
    VkDeviceCreateInfo,
    VkDeviceQueueCreateInfo,
)
from vkconfig_py.loader.binding.caller import Caller, CallerInstance, MissingCommandError
from vkconfig_py.loader.binding.instance_chain import Between, nothing_between
from vkconfig_py.loader.binding.loader import Loader
from vkconfig_py.loader.binding.results import VulkanError, check
from vkconfig_py.loader.binding.summary import summarise_all
from vkconfig_py.loader.probe.devices import DeviceSummary
from vkconfig_py.loader.probe.jobs import Health, State
from vkconfig_py.loader.probe.watcher import Watcher
from vkconfig_py.loader.results import result_name

_SUCCESS = "VK_SUCCESS"


class Trial:
    """One loader and the instance it makes.

    Attributes:
        caller: for what can be asked before there is an instance.
        instance: None if it could not be made.
    """

    def __init__(
        self, assembly: Assembly, watcher: Watcher, between: Between = nothing_between
    ) -> None:
        self._watcher = watcher
        self._application = assembly.application
        self.loader = Loader(assembly, watcher, between=between)
        self.caller = Caller(self.loader.get_instance_proc_addr, watcher)
        self.instance: CallerInstance | None = None

    def create(self) -> str:
        """Create the instance; return the name of the result."""
        try:
            self.instance = self.caller.create(self._application)
        except VulkanError as error:
            return result_name(error.code)
        return _SUCCESS

    def devices(self) -> tuple[DeviceSummary, ...] | str:
        """Return the devices in their order, or the name of the result."""
        assert self.instance is not None
        try:
            return summarise_all(self.instance)
        except VulkanError as error:
            return result_name(error.code)

    def use_devices(self, only_first: bool = False) -> Health:
        """Create and destroy a device on each physical device; return how that went."""
        assert self.instance is not None
        try:
            handles = self.instance.physical_devices()
            for handle in handles[:1] if only_first else handles:
                use_device(self.instance, handle)
        except VulkanError as error:
            return failure(self._watcher, error)
        except MissingCommandError as error:
            return Health(State.FAILS_TO_CREATE, self._watcher.step, detail=f"no {error}")
        return Health(State.SOUND)

    def destroy(self) -> None:
        """Destroy the instance."""
        if self.instance is not None:
            self.instance.__exit__()


def failure(watcher: Watcher, error: VulkanError) -> Health:
    """Return the health of what returned an error in the step that was announced last."""
    return Health(State.FAILS_TO_CREATE, watcher.step, result_name(error.code))


def use_device(instance: CallerInstance, physical_device: int) -> None:
    """Create a device, submit nothing to its first queue, wait, and destroy it.

    Raises:
        VulkanError: one of these calls fails.
    """
    observer = instance.caller.observer
    has_queue = bool(_count_queue_families(instance, physical_device))
    priority = ctypes.c_float(1.0)
    queues = VkDeviceQueueCreateInfo(
        sType=DEVICE_QUEUE_CREATE_INFO, queueCount=1, pQueuePriorities=ctypes.addressof(priority)
    )
    info = VkDeviceCreateInfo(
        sType=DEVICE_CREATE_INFO,
        queueCreateInfoCount=int(has_queue),
        pQueueCreateInfos=ctypes.addressof(queues),
    )
    made = ctypes.c_void_p()
    observer.about("vkCreateDevice")
    create = instance.required("vkCreateDevice")
    check("vkCreateDevice", create(physical_device, ctypes.byref(info), None, ctypes.byref(made)))
    device = made.value or 0
    try:
        if has_queue:
            _submit_nothing(instance, device)
    finally:
        observer.about("vkDestroyDevice")
        instance.required("vkDestroyDevice")(device, None)


def _submit_nothing(instance: CallerInstance, device: int) -> None:
    queue = ctypes.c_void_p()
    instance.required("vkGetDeviceQueue")(device, 0, 0, ctypes.byref(queue))
    instance.caller.observer.about("vkQueueSubmit")
    submit = instance.required("vkQueueSubmit")
    check("vkQueueSubmit", submit(queue.value, 0, None, 0))
    check("vkDeviceWaitIdle", instance.required("vkDeviceWaitIdle")(device))


def _count_queue_families(instance: CallerInstance, physical_device: int) -> int:
    count = ctypes.c_uint32()
    command = instance.required("vkGetPhysicalDeviceQueueFamilyProperties")
    command(physical_device, ctypes.byref(count), None)
    return count.value
