"""LoaderInstance: one VkInstance with everything that C code may still reach of it."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock

from vkconfig_py.loader.assembly import Assembly
from vkconfig_py.loader.binding.callbacks import Callback, callback
from vkconfig_py.loader.binding.commands import commands
from vkconfig_py.loader.binding.memory import read_word
from vkconfig_py.loader.binding.messages import Messages
from vkconfig_py.loader.binding.objects import driver_table, instance_object
from vkconfig_py.loader.binding.observer import Finding, Observer
from vkconfig_py.loader.binding.physical_devices import ApplicationDevices, PhysicalDevices
from vkconfig_py.loader.binding.request import InstanceRequest
from vkconfig_py.loader.binding.results import INITIALIZATION_FAILED
from vkconfig_py.loader.binding.surfaces import Surfaces
from vkconfig_py.loader.binding.tables import DispatchTable
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.records import TYPE_CHECKING

if TYPE_CHECKING:
    from vkconfig_py.loader.binding.bottom import Bottom
    from vkconfig_py.loader.binding.callback_arena import CallbackArena
    from vkconfig_py.loader.binding.device import LoaderDevice
    from vkconfig_py.loader.binding.device_chain import DeviceChains
    from vkconfig_py.loader.binding.driver import Driver
    from vkconfig_py.loader.binding.driver_instance import DriverInstance
    from vkconfig_py.loader.binding.layer import LoadedLayer
    from vkconfig_py.loader.binding.thunks import Arena
    from vkconfig_py.loader.binding.unknown import UnknownFunctions


class LoaderInstance:
    """An instance, from the moment at which the layers are about to be opened.

    Attributes:
        handle: the VkInstance of application and layers.
        table: what the application's functions jump through; the top of the chain.
        request: what the application asked for.
        api_version: of the application, as layers passed it down.
        extensions: enabled by the application, and by layers on the way down.
        scanned: drivers that were opened, in the order in which they were.
        drivers: their instances, in the order in which they enumerate: the last comes first.
        layers: application side first.
        devices: by the address of their dispatch table.
        can_sort: drivers can be asked for what devices are sorted by.
        surfaces: of the loader, with those that drivers made for them.
        messages: who listens, and what he hears.
        physical_devices: at the bottom of the chain.
        application_devices: at its top.
        keep: what C code reads until the instance is gone.
        below: the VkInstance as the topmost layer knows it; a layer may have wrapped it.
        top: vkGetInstanceProcAddr of the topmost layer, or the bottom's.
    """

    def __init__(
        self,
        assembly: Assembly,
        observer: Observer,
        arena: Arena | CallbackArena,
        request: InstanceRequest,
        scanned: list[Driver],
        messages: Messages,
    ) -> None:
        self.assembly = assembly
        self.observer = observer
        self.arena = arena
        self.request = request
        self.scanned = scanned
        self.lock = RLock()
        self.keep: list[object] = []
        self.table = DispatchTable(arena.constant(INITIALIZATION_FAILED))
        self._object = instance_object(self.table.address)
        self.handle = self._object.address
        self.api_version = request.api_version
        self.extensions: frozenset[str] = frozenset()
        self.drivers: list[DriverInstance] = []
        self.layers: list[LoadedLayer] = []
        self.devices: dict[int, LoaderDevice] = {}
        self.can_sort = False
        self.physical_devices = PhysicalDevices(self)
        self.application_devices = ApplicationDevices(self)
        self.surfaces = Surfaces(self)
        self.messages = messages
        self.below = self.handle
        self.top = 0
        self.bottom: Bottom
        self.chains: DeviceChains
        self.unknown: UnknownFunctions
        self._callbacks: dict[tuple[str, str], Callback] = {}

    @property
    def profile(self) -> LoaderProfile:
        """Return the loader version to behave as."""
        return self.assembly.profile

    @property
    def top_name(self) -> str:
        """Return what the first thing below the application is called."""
        return self.layers[0].name if self.layers else "the drivers"

    @property
    def failed_layers(self) -> frozenset[str]:
        """Return the names of layers that could not be opened."""
        opened = {layer.name for layer in self.layers}
        return frozenset(file.name for file in self.assembly.layers if file.name not in opened)

    def driver_of(self, handle: int) -> DriverInstance:
        """Return whose VkPhysicalDevice of the bottom of the chain this is.

        Raises:
            KeyError: of no driver, or of one that was unloaded.
        """
        table = driver_table(handle)
        for driver in self.drivers:
            if driver.table.address == table:
                return driver
        raise KeyError(f"VkPhysicalDevice {handle:#x} belongs to no driver")

    def device_of(self, handle: int) -> LoaderDevice:
        """Return the device of a VkDevice, VkQueue or VkCommandBuffer.

        Raises:
            KeyError: the handle does not begin with a table of this instance.
        """
        return self.devices[read_word(handle)]

    def command_address(self, side: str, name: str, function: Callable[..., int | None]) -> int:
        """Return the address of a Python function that stands for a command.

        Args:
            side: tells functions of the same name apart: "top", "bottom".
            name: of the command, which gives the signature.
            function: receives numbers and returns one.
        """
        return self.address(side, name, commands()[name].signature, function)

    def address(
        self, side: str, name: str, signature: str, function: Callable[..., int | None]
    ) -> int:
        """Return the address of a Python function; it is valid until the instance is gone."""
        key = (side, name)
        with self.lock:
            if key not in self._callbacks:
                self._callbacks[key] = callback(signature, function, report=self._reporter(name))
            return self._callbacks[key].address

    def found(self, subject: str, step: str, outcome: str, code: int = 0, detail: str = "") -> None:
        """Tell the observer."""
        self.observer.found(Finding(subject, step, outcome, code, detail))

    def _reporter(self, name: str) -> Callable[[BaseException], None]:
        return lambda error: report_exception(self.observer, name, error)

    def release(self) -> None:
        """Let go of everything that only C code could still have reached."""
        self.keep.clear()
        self._callbacks.clear()
        self.drivers.clear()
        self.layers.clear()
        self.devices.clear()
        self.scanned.clear()


def report_exception(observer: Observer, name: str, error: BaseException) -> None:
    """Tell the observer of a mistake of our own, in a function that C code called."""
    import traceback  # imported late: two thousandths of a second for what ought not to happen

    text = "".join(traceback.format_exception(error))
    observer.found(Finding(name, "internal", "exception", 0, text))
