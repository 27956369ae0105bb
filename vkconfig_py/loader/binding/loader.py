"""Loader: a complete replacement of libvulkan behind the address of one function.

Whoever has `get_instance_proc_addr` can use Vulkan as with any loader: C code, a layer, or Python
through ctypes. What the files decide comes as an Assembly; what happens on the way is told to an
Observer.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock

from vkconfig_py.loader.assembly import Assembly
from vkconfig_py.loader.binding.callback_arena import CallbackArena
from vkconfig_py.loader.binding.callbacks import Callback, callback
from vkconfig_py.loader.binding.commands import commands
from vkconfig_py.loader.binding.entry_points import EntryPoints
from vkconfig_py.loader.binding.global_functions import GlobalFunctions
from vkconfig_py.loader.binding.instance import LoaderInstance, report_exception
from vkconfig_py.loader.binding.instance_chain import Between, abort, nothing_between
from vkconfig_py.loader.binding.instance_creation import create_instance, destroy_instance
from vkconfig_py.loader.binding.memory import read_text, read_word, write_word
from vkconfig_py.loader.binding.objects import stamp
from vkconfig_py.loader.binding.observer import Finding, Observer
from vkconfig_py.loader.binding.pre_instance import PreInstanceChains
from vkconfig_py.loader.binding.results import INITIALIZATION_FAILED, SUCCESS, VulkanError
from vkconfig_py.loader.binding.terminators import Functions, trampolines
from vkconfig_py.loader.binding.thunks import Arena, arena_of_process

_GET_INSTANCE_PROC_ADDR = "vkGetInstanceProcAddr"
_CREATE = "vkCreateInstance"
_DESTROY = "vkDestroyInstance"
_NO_GLOBALS_FROM = (1, 3, 0)


class Loader:
    """One loader for one assembly; it serves any number of instances.

    Attributes:
        get_instance_proc_addr: address of its vkGetInstanceProcAddr, valid as long as the loader.
        between: may put layers of its own between those that were opened; gets them, and the
            vkGetInstanceProcAddr of what is below the last.
        instances: those that are alive, by their handles.
    """

    def __init__(
        self,
        assembly: Assembly,
        observer: Observer,
        arena: Arena | CallbackArena | None = None,
        between: Between = nothing_between,
    ) -> None:
        self.assembly = assembly
        self.observer = observer
        self.arena = arena if arena is not None else arena_of_process()
        self.between = between
        self.instances: dict[int, LoaderInstance] = {}
        self.global_functions = GlobalFunctions(assembly, observer)
        self._points: dict[int, EntryPoints] = {}
        self._lock = RLock()
        self._callbacks: dict[str, Callback] = {}
        self._destroyed: LoaderInstance | None = None
        self._globals = {
            name: self._address(name, commands()[name].signature, function)
            for name, function in self._global_functions().items()
        }
        self.set_instance_data = self._address("instance data", "ipp", self._set_instance_data)
        self.get_instance_proc_addr = self._address(_GET_INSTANCE_PROC_ADDR, "ppp", self._answer)

    def _global_functions(self) -> Functions:
        own = self.global_functions.functions()
        chains = PreInstanceChains(self.assembly.implicit_only, own, self.observer)
        return {**chains.functions(), _CREATE: self._create}

    def _address(self, name: str, signature: str, function: Callable[..., int]) -> int:
        made = callback(
            signature, function, report=lambda error: report_exception(self.observer, name, error)
        )
        self._callbacks[name] = made
        return made.address

    def _answer(self, handle: int, name_address: int) -> int:
        """Answer vkGetInstanceProcAddr."""
        name = read_text(name_address)
        if name == _GET_INSTANCE_PROC_ADDR:
            return self.get_instance_proc_addr
        if not handle:
            return self._globals.get(name, 0)
        instance = self._valid(handle)
        if name in self._globals:
            version = instance.api_version
            return 0 if version >= _NO_GLOBALS_FROM else self._globals[name]
        return self._points[handle].find(name)

    def _valid(self, handle: int) -> LoaderInstance:
        instance = self.instances.get(handle)
        if instance is None:
            detail = f"VkInstance {handle:#x} is none of this loader"
            self.observer.found(Finding(_GET_INSTANCE_PROC_ADDR, "handle", "aborts", 0, detail))
            abort()
            raise KeyError(detail)
        return instance

    def _create(self, info: int, allocator: int, place: int) -> int:
        """Answer vkCreateInstance."""
        if not info or not place:
            self._say(_CREATE, INITIALIZATION_FAILED, "an argument is NULL")
            return INITIALIZATION_FAILED
        try:
            instance = create_instance(self, info, allocator)
        except VulkanError as error:
            self._say(_CREATE, error.code, str(error))
            return error.code
        with self._lock:
            self.instances[instance.handle] = instance
            self._points[instance.handle] = EntryPoints(instance, self._top_functions(instance))
        write_word(place, instance.handle)
        self.observer.found(Finding(_CREATE, "result", "ok"))
        return SUCCESS

    def _top_functions(self, instance: LoaderInstance) -> Functions:
        chains = instance.chains

        def destroy(handle: int, allocator: int) -> None:
            if handle:
                self._destroy(instance, allocator)

        return {
            **trampolines(instance),
            _DESTROY: destroy,
            "vkCreateDevice": chains.create,
            "vkDestroyDevice": chains.destroy,
        }

    def _destroy(self, instance: LoaderInstance, allocator: int) -> None:
        """Answer vkDestroyInstance."""
        destroy_instance(instance, allocator)
        self.global_functions.release()
        with self._lock:
            del self.instances[instance.handle]
            del self._points[instance.handle]
            # What is running right now is a function of this instance.
            previous, self._destroyed = self._destroyed, instance
        if previous is not None:
            previous.release()

    def _set_instance_data(self, handle: int, thing: int) -> int:
        """Write an instance's table into an object that a layer made (vkSetInstanceDispatch)."""
        stamp(thing, read_word(handle))
        return SUCCESS

    def _say(self, command: str, code: int, detail: str) -> None:
        self.observer.found(Finding(command, "result", "failed", code, detail))
