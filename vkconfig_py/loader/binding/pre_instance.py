"""Functions of implicit layers that stand before the three global functions.

LoaderLayerInterface, "Pre-Instance Functions"; trampoline.c, vkEnumerateInstance*. The layer that
is listed last is called first, the loader's own function last. The chain is built for each call,
and its libraries are closed after it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from vkconfig_py.loader.assembly import LayerFile
from vkconfig_py.loader.binding.abi import (
    CHAIN_EXTENSIONS,
    CHAIN_LAYERS,
    CHAIN_VERSION,
    PRE_INSTANCE_VERSION,
    PreInstanceChain,
    VkChainHeader,
)
from vkconfig_py.loader.binding.callbacks import callback, function_type
from vkconfig_py.loader.binding.commands import commands
from vkconfig_py.loader.binding.library import Library, LibraryError
from vkconfig_py.loader.binding.observer import Finding, Observer
from vkconfig_py.loader.binding.terminators import Functions

_TYPES = {
    "vkEnumerateInstanceExtensionProperties": CHAIN_EXTENSIONS,
    "vkEnumerateInstanceLayerProperties": CHAIN_LAYERS,
    "vkEnumerateInstanceVersion": CHAIN_VERSION,
}


class PreInstanceChains:
    """Calls the global functions through the layers that name them.

    Attributes:
        layers: that are on before there is an instance, in the order of their list.
    """

    def __init__(
        self, layers: tuple[LayerFile, ...], functions: Functions, observer: Observer
    ) -> None:
        self._layers = [layer for layer in layers if layer.pre_instance]
        self._functions = functions
        self._observer = observer
        # What is last in every chain: the loader's own, with the chain as its first argument.
        self._own = {name: self._terminator(name) for name in _TYPES} if self._layers else {}

    def functions(self) -> Functions:
        """Return the functions for the application by their names."""
        return {name: self._chained(name) for name in _TYPES}

    def _terminator(self, name: str) -> tuple[object, int]:
        function = self._functions[name]
        signature = commands()[name].signature

        def own(_chain: int, *arguments: int) -> int:
            code: int = function(*arguments)
            return code

        made = callback(f"{signature[0]}p{signature[1:]}", own)
        return made, made.address

    def _chained(self, name: str) -> Callable[..., int]:
        plain: Callable[..., int] = self._functions[name]
        signature = commands()[name].signature
        of_element = f"{signature[0]}p{signature[1:]}"

        def call(*arguments: int) -> int:
            with self._chain(name) as (function, chain):
                if not chain:
                    return plain(*arguments)
                code: int = function_type(of_element)(function)(
                    chain, *(argument or None for argument in arguments)
                )
                return code

        return call if self._layers else plain

    @contextmanager
    def _chain(self, name: str) -> Iterator[tuple[int, int]]:
        """Yield the first function and what it is called with; 0 if no layer has one."""
        elements: list[PreInstanceChain] = []
        libraries: list[Library] = []
        function, element = self._own[name][1], 0
        for layer in self._layers:
            symbol = dict(layer.pre_instance).get(name)
            address = self._open(layer, symbol, name, libraries) if symbol else 0
            if not address:
                continue
            made = PreInstanceChain(
                VkChainHeader(_TYPES[name], PRE_INSTANCE_VERSION, ctypes.sizeof(PreInstanceChain)),
                function,
                element or None,
            )
            elements.append(made)
            function, element = address, ctypes.addressof(made)
        try:
            if elements:
                self._observer.about(f"{name} of {self._layers[-1].library}")
            yield function, element
        finally:
            for library in libraries:
                library.close()

    def _open(self, layer: LayerFile, symbol: str, name: str, libraries: list[Library]) -> int:
        self._observer.about(f"open {layer.library}")
        try:
            library = Library(layer.library)
        except LibraryError as error:
            self._observer.found(Finding(layer.name, "open", "refused", 0, error.reason))
            return 0
        libraries.append(library)
        address = library.symbol(symbol)
        if not address:
            self._observer.found(Finding(layer.name, name, "missing", 0, f"no {symbol}"))
        return address
