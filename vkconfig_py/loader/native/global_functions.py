"""Global functions (without an instance), and implicit layers that intercept them.

terminator.c, terminator_EnumerateInstance*: the results come from files and drivers.

LoaderLayerInterface, "Pre-Instance Functions"; trampoline.c, vkEnumerateInstance*: implicit layers
may name functions that are called first: the layer listed last is called before all others, the
loader's own function last. The chain is built for each call; its libraries are closed afterwards.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock

from vkconfig_py.language.sentences import message
from vkconfig_py.loader.base.versions import (
    EXTENSION_NOT_PRESENT,
    LAYER_NOT_PRESENT,
    OUT_OF_HOST_MEMORY,
    SUCCESS,
    VulkanError,
    get_vk_result_code,
)
from vkconfig_py.loader.native.abi import (
    CHAIN_EXTENSIONS,
    CHAIN_LAYERS,
    CHAIN_VERSION,
    PRE_INSTANCE_VERSION,
    PreInstanceChain,
    VkChainHeader,
)
from vkconfig_py.loader.native.callbacks import make_callback, make_function_type
from vkconfig_py.loader.native.extension_queries import join, list_offered_extensions
from vkconfig_py.loader.native.libraries import (
    OpenedDriver,
    OpenedLibrary,
    open_driver,
    open_library,
)
from vkconfig_py.loader.native.loader_messages import NativeStep, Observer, StepForwarder
from vkconfig_py.loader.native.memory import (
    Extensions,
    answer_extensions,
    answer_layers,
    pack_version,
    read_text,
    write_u32,
)
from vkconfig_py.loader.native.terminators import Functions
from vkconfig_py.loader.native.vulkan_registry import list_commands
from vkconfig_py.loader.profiles.profile import is_valid_name
from vkconfig_py.loader.wire.jobs import LoadPlan, PlannedLayer

EXTENSIONS = "vkEnumerateInstanceExtensionProperties"
LAYERS = "vkEnumerateInstanceLayerProperties"
VERSION = "vkEnumerateInstanceVersion"

_CHAIN_TYPE_BY_COMMAND = {
    "vkEnumerateInstanceExtensionProperties": CHAIN_EXTENSIONS,
    "vkEnumerateInstanceLayerProperties": CHAIN_LAYERS,
    "vkEnumerateInstanceVersion": CHAIN_VERSION,
}


class GlobalFunctions:
    """The three global functions for one LoadPlan."""

    def __init__(self, plan: LoadPlan, observer: Observer) -> None:
        self._plan = plan
        self._observer = observer
        self._preloaded_drivers: list[OpenedDriver] | None = None
        self._lock = Lock()

    def list_functions(self) -> Functions:
        """Return the functions that exist without an instance, by name."""
        return {
            EXTENSIONS: self.enumerate_extensions,
            LAYERS: self.enumerate_layers,
            VERSION: self.enumerate_version,
        }

    def enumerate_version(self, address: int) -> int:
        """Write the loader's version to an address. Return the VkResult."""
        # The specification demands the pointer; the C loader reports an error instead of crashing.
        if not address:
            self._observer.report_finding(
                NativeStep(VERSION, "argument", "refused", OUT_OF_HOST_MEMORY)
            )
            return OUT_OF_HOST_MEMORY
        write_u32(address, pack_version(self._plan.profile.version_answered))
        return SUCCESS

    def enumerate_layers(self, count: int, address: int) -> int:
        """List the layers (vkEnumerateInstanceLayerProperties)."""
        # What the files decided beforehand: a manifest that fails every call.
        if self._plan.layers_refusal:
            return get_vk_result_code(self._plan.layers_refusal)
        return answer_layers(self._plan.listed, count, address)

    def enumerate_extensions(self, layer: int, count: int, address: int) -> int:
        """List instance extensions (vkEnumerateInstanceExtensionProperties)."""
        try:
            extensions = self._list_extensions(read_text(layer))
        except VulkanError as error:
            return error.code
        return answer_extensions(extensions, count, address)

    def _list_extensions(self, layer: str) -> Extensions:
        """Return the instance extensions of a layer, or of drivers and loader for ""."""
        if layer:
            # It begins with the same scan as vkEnumerateInstanceLayerProperties.
            if self._plan.layers_refusal:
                raise VulkanError(EXTENSIONS, get_vk_result_code(self._plan.layers_refusal))
            return self._list_layer_extensions(layer)
        if self._plan.extensions_refusal:
            raise VulkanError(EXTENSIONS, get_vk_result_code(self._plan.extensions_refusal))
        # Applications may ask from several threads at once.
        with self._lock:
            if self._preloaded_drivers is None:
                # loader_preload_icds: opened twice, so that the libraries stay mapped until
                # vkCreateInstance opens them again, which reports the same findings. dlopen counts.
                observer = StepForwarder(self._observer)
                self._preloaded_drivers = open_drivers(self._plan, observer)
        drivers = open_drivers(self._plan, self._observer)
        try:
            extensions = list_offered_extensions(drivers, self._plan, self._observer)
        finally:
            close_drivers(drivers, self._plan)
        # Extensions of implicit layers follow those of drivers; explicit layers are asked by name.
        return join(extensions, *map(_list_extensions, self._plan.implicit_only))

    def release(self) -> None:
        """Close the preloaded drivers (loader_unload_preloaded_icds)."""
        with self._lock:
            close_drivers(self._preloaded_drivers or [], self._plan)
            self._preloaded_drivers = None

    def _list_layer_extensions(self, name: str) -> Extensions:
        """Return the instance extensions of a layer. Raise VulkanError if it is not listed."""
        if not is_valid_name(name):
            raise VulkanError(EXTENSIONS, EXTENSION_NOT_PRESENT)
        # The first layer of a name answers.
        for layer in self._plan.listed:
            if layer.name == name:
                return _list_extensions(layer)
        raise VulkanError(EXTENSIONS, LAYER_NOT_PRESENT)


def open_drivers(plan: LoadPlan, observer: Observer) -> list[OpenedDriver]:
    """Open all drivers in order, without unusable ones (loader_icd_scan)."""
    drivers = (open_driver(file, plan.profile, observer) for file in plan.drivers)
    return [driver for driver in drivers if driver is not None]


def close_drivers(drivers: Sequence[OpenedDriver], plan: LoadPlan) -> None:
    """Close the libraries of drivers, unless VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING is 1."""
    for driver in () if plan.keeps_libraries else drivers:
        if driver.library is not None:
            driver.library.close()


def _list_extensions(layer: PlannedLayer) -> Extensions:
    """Return (name, version) of a layer's instance extensions."""
    return tuple(extension[:2] for extension in layer.instance_extensions)


class PreInstanceChains:
    """Calls the global functions through the layers that intercept them.

    Attributes:
        layers: layers enabled before an instance exists, in the order of their list.
    """

    def __init__(
        self, layers: tuple[PlannedLayer, ...], functions: Functions, observer: Observer
    ) -> None:
        # Only layers whose manifest has pre_instance_functions; without any the functions are the
        # plain ones.
        self._layers = [layer for layer in layers if layer.pre_instance]
        self._functions = functions
        self._observer = observer
        # What is last in every chain: the loader's own, with the chain as its first argument.
        self._own_functions = (
            {name: self._make_terminator(name) for name in _CHAIN_TYPE_BY_COMMAND}
            if self._layers
            else {}
        )

    def list_functions(self) -> Functions:
        """Return the global functions by name, each through the layers that intercept it."""
        return {name: self._make_chained(name) for name in _CHAIN_TYPE_BY_COMMAND}

    def _make_terminator(self, name: str) -> tuple[object, int]:
        """Return object and address of the loader's function as the end of a chain."""
        function = self._functions[name]
        signature = list_commands()[name].signature

        # The element comes as an additional first argument; the loader's own function has no use
        # for it.
        def terminator(_chain: int, *arguments: int) -> int:
            """Call the loader's function without the chain element."""
            code: int = function(*arguments)
            return code

        thunk = make_callback(f"{signature[0]}p{signature[1:]}", terminator)
        return thunk, thunk.address

    def _make_chained(self, name: str) -> Callable[..., int]:
        """Return a function that passes the layers of one global command."""
        plain: Callable[..., int] = self._functions[name]
        signature = list_commands()[name].signature
        chained_signature = f"{signature[0]}p{signature[1:]}"

        def call(*arguments: int) -> int:
            """Open the layers, call the first one's function, close the layers."""
            with self._build_chain(name) as (function, chain):
                # No layer has the function, or none could be opened.
                if not chain:
                    return plain(*arguments)
                code: int = make_function_type(chained_signature)(function)(
                    chain, *(argument or None for argument in arguments)
                )
                return code

        return call if self._layers else plain

    @contextmanager
    def _build_chain(self, name: str) -> Iterator[tuple[int, int]]:
        """Yield the address of the first layer's function, and of its chain element.

        The element is 0 if no layer intercepts the function.
        """
        elements: list[PreInstanceChain] = []
        libraries: list[OpenedLibrary] = []
        function, element = self._own_functions[name][1], 0
        for layer in self._layers:
            symbol = dict(layer.pre_instance).get(name)
            address = self._open_drivers(layer, symbol, name, libraries) if symbol else 0
            if not address:
                continue
            # A layer calls chain->pfnNextLayer(chain->pNextLink, ...): each element holds what
            # comes next.
            link = PreInstanceChain(
                VkChainHeader(
                    _CHAIN_TYPE_BY_COMMAND[name],
                    PRE_INSTANCE_VERSION,
                    ctypes.sizeof(PreInstanceChain),
                ),
                function,
                element or None,
            )
            # Kept in a list during the call: the next element has only the address.
            elements.append(link)
            function, element = address, ctypes.addressof(link)
        try:
            if elements:
                self._observer.announce_step(f"{name} of {self._layers[-1].library}")
            yield function, element
        finally:
            # trampoline.c closes them after each call.
            for library in libraries:
                library.close()

    def _open_drivers(
        self, layer: PlannedLayer, symbol: str, name: str, libraries: list[OpenedLibrary]
    ) -> int:
        """Open a layer's library and return the address of its function, 0 after a finding.

        `symbol`: name of the function in the library. `name`: the command. `libraries`: gets the
        library, to be closed.
        """
        library = open_library(layer.library, layer.name, self._observer, foreign="refused")
        if library is None:
            return 0
        libraries.append(library)
        address = library.find_symbol(symbol)
        if not address:
            not_found_message = message("{name} not found", name=symbol)
            self._observer.report_finding(
                NativeStep(layer.name, name, "missing", 0, not_found_message)
            )
        return address
