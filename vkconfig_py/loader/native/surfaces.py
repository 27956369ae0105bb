"""What each device can present to: a surface of every window system, asked and destroyed again.

A surface of X11 or Wayland needs a window of a real connection. It is made through the client
library of the window system, is as large as that of vulkaninfo, and is never shown. Whatever fails
there is an answer: a display that is not there, a library that is missing, a VkResult.
"""

from __future__ import annotations

import ctypes
import itertools
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager

from vkconfig_py.loader.base.device_values import DeviceSummary
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.base.versions import VulkanError, check_result
from vkconfig_py.loader.native.callbacks import make_function_type
from vkconfig_py.loader.native.libraries import LibraryError, OpenedLibrary
from vkconfig_py.loader.native.loader_instance import PLATFORMS, SURFACE, SurfacePlatform
from vkconfig_py.loader.native.vulkan_client import (
    ClientDevice,
    ClientInstance,
    StructureChain,
)
from vkconfig_py.loader.native.vulkan_registry import (
    convert_structure,
    create_structure,
    make_zeroed,
)
from vkconfig_py.loader.profiles.profile import LoaderProfile, list_known_extensions
from vkconfig_py.loader.wire.jobs import SurfaceState

# What tells more about a surface; enabled where it is offered.
_QUERY_EXTENSIONS = (
    "VK_KHR_get_surface_capabilities2",
    "VK_KHR_surface_protected_capabilities",
    "VK_EXT_display_surface_counter",
    # Without it drivers leave out the color spaces of wide gamuts and HDR.
    "VK_EXT_swapchain_colorspace",
)
_WIDTH = _HEIGHT = 256  # pixels, as vulkaninfo has them
# The first three answer for one present mode, which the question would have to name; the others
# repeat masks with more bits.
_NOT_ASKED = frozenset(
    {
        "VkSurfacePresentScalingCapabilitiesKHR",
        "VkSurfacePresentModeCompatibilityKHR",
        "VkLatencySurfaceCapabilitiesNV",
        "VkImageUsageFlags2CreateInfoKHR",
        "VkSharedPresentSurfaceCapabilities2KHR",
    }
)
_CAPABILITIES = "VkSurfaceCapabilitiesKHR"
_CAPABILITIES_2 = "VkSurfaceCapabilities2KHR"
_COUNTERS = "VkSurfaceCapabilities2EXT"
_INPUT_OUTPUT = 1  # XCB_WINDOW_CLASS_INPUT_OUTPUT
# Requests of the core protocol of Wayland (wayland.xml), by their place in their interface.
_GET_REGISTRY, _BIND, _CREATE_SURFACE = 1, 0, 0

CreateInfo = Mapping[str, int]  # members of the create info of a surface
FindExtensions = Callable[[int], frozenset[str]]


class UnreachableError(Exception):
    """A window system gives no window.

    Attributes:
        state: why.
        detail: a variable with its value, or the message of the dynamic linker.
    """

    def __init__(self, state: SurfaceState, detail: str) -> None:
        super().__init__(f"{state}: {detail}")
        self.state = state
        self.detail = detail


def choose_extensions(offered: frozenset[str]) -> tuple[str, ...]:
    """Return the instance extensions with which surfaces are made and asked."""
    wanted = (SURFACE, *(platform.extension for platform in _list_platforms()), *_QUERY_EXTENSIONS)
    return tuple(name for name in wanted if name in offered) if SURFACE in offered else ()


def start_answer(device: DeviceSummary) -> dict[str, Any]:
    """Return the answer of a device: what identifies it, and no answer about any surface yet."""
    identity = {
        "vendorID": device.vendor_id,
        "deviceID": device.device_id,
        "deviceName": device.name,
    }
    state = SurfaceState.NO_ANSWER.value
    surfaces = [{"extension": extension, "state": state} for extension in _OPENERS]
    return {"properties": identity, "surfaces": surfaces}


def read_surfaces(
    instance: ClientInstance, find_extensions: FindExtensions, profile: LoaderProfile
) -> Iterator[list[dict[str, Any]]]:
    """Yield for each window system what every device answers about a surface of it.

    `find_extensions` returns the extensions that the driver of a device was given.
    """
    devices = [ClientDevice(instance, handle) for handle in instance.list_physical_devices()]
    # Every connection is kept until the end: without a client an X server may start anew, and
    # refuses the next one meanwhile.
    with ExitStack() as windows:
        for platform in _list_platforms():
            has_extension = [
                platform.extension in find_extensions(device.handle) for device in devices
            ]
            is_known = platform.extension in list_known_extensions(profile)
            state = SurfaceState.DRIVER_LACKS if is_known else SurfaceState.LOADER_LACKS
            answers = [{"state": state.value} for _device in devices]
            if any(has_extension):
                instance.client.observer.announce_step(f"the connection for {platform.extension}")
                asked_devices = list(itertools.compress(devices, has_extension))
                asked = iter(_ask_devices(asked_devices, platform, windows))
                answers = [
                    next(asked) if is_asked else lacking
                    for lacking, is_asked in zip(answers, has_extension, strict=True)
                ]
            yield answers


def _ask_devices(
    devices: Sequence[ClientDevice], platform: SurfacePlatform, windows: ExitStack
) -> list[dict[str, Any]]:
    """Return what each device answers about a surface of a window system, or why it cannot.

    `windows` ends the connection.
    """
    try:
        members = windows.enter_context(_OPENERS[platform.extension]())
    except UnreachableError as error:
        answer = {"state": error.state.value, "detail": error.detail}
        return [answer for _device in devices]
    return [_ask_device(device, platform, members) for device in devices]


def _list_platforms() -> tuple[SurfacePlatform, ...]:
    """Return the window systems of which surfaces are made, the one without windows last."""
    platform_by_extension = {platform.extension: platform for platform in PLATFORMS}
    return tuple(platform_by_extension[extension] for extension in _OPENERS)


def _ask_device(
    device: ClientDevice, platform: SurfacePlatform, members: CreateInfo
) -> dict[str, Any]:
    """Return what a device answers about a new surface, or the command that failed."""
    instance = device.instance
    surface = ctypes.c_uint64()
    info = create_structure(platform.info, **members)
    command = platform.create
    instance.client.observer.announce_step(command)
    try:
        # One for each device: a loader makes it in every driver that can, and one that fails there
        # takes it from the others.
        create = instance.get_required(command)
        check_result(
            command, create(instance.handle, ctypes.byref(info), None, ctypes.byref(surface))
        )
    except VulkanError as error:
        return _make_failure(error)
    try:
        return _read_surface(device, surface.value)
    except VulkanError as error:
        return _make_failure(error)
    finally:
        instance.get_required("vkDestroySurfaceKHR")(instance.handle, surface.value, None)


def _make_failure(error: VulkanError) -> dict[str, Any]:
    """Return the answer of a device where a command failed."""
    return {"state": SurfaceState.FAILED.value, "detail": str(error)}


def _read_surface(device: ClientDevice, surface: int) -> dict[str, Any]:
    """Return queue families, formats, present modes and capabilities for a surface."""
    observer = device.instance.client.observer
    observer.announce_step("vkGetPhysicalDeviceSurfaceSupportKHR")
    families = [
        _can_present(device, family, surface) for family in range(len(device.list_queue_families()))
    ]
    answer: dict[str, Any] = {"state": SurfaceState.PRESENTS.value, "queue_families": families}
    if not any(families):
        # More may be asked only about a surface that the device supports
        # (VUID-vkGetPhysicalDeviceSurfaceFormatsKHR-surface-06525 and its like).
        return answer | {"state": SurfaceState.NO_QUEUE.value}
    observer.announce_step("vkGetPhysicalDeviceSurfaceFormatsKHR")
    formats = device.read_array(
        "vkGetPhysicalDeviceSurfaceFormatsKHR", "VkSurfaceFormatKHR", surface
    )
    observer.announce_step("vkGetPhysicalDeviceSurfacePresentModesKHR")
    modes = device.read_array(
        "vkGetPhysicalDeviceSurfacePresentModesKHR", "VkPresentModeKHR", surface
    )
    observer.announce_step("vkGetPhysicalDeviceSurfaceCapabilitiesKHR")
    return answer | {
        "formats": formats,
        "present_modes": modes,
        "capabilities": _read_capabilities(device, surface),
    }


def _can_present(device: ClientDevice, family: int, surface: int) -> bool:
    """Return whether queues of a family can present to a surface."""
    command, supported = "vkGetPhysicalDeviceSurfaceSupportKHR", ctypes.c_uint32()
    function = device.instance.get_required(command)
    check_result(command, function(device.handle, family, surface, ctypes.byref(supported)))
    return bool(supported.value)


def _read_capabilities(device: ClientDevice, surface: int) -> dict[str, Any]:
    """Return the capabilities of a surface, and the structures that extend them, by name."""
    enabled = device.instance.application.extensions
    if "VK_KHR_get_surface_capabilities2" in enabled:
        names = device.list_structures(_CAPABILITIES_2)
        chain = StructureChain(_CAPABILITIES_2, [name for name in names if name not in _NOT_ASKED])
        question = create_structure("VkPhysicalDeviceSurfaceInfo2KHR", surface=surface)
        command = "vkGetPhysicalDeviceSurfaceCapabilities2KHR"
        function = device.instance.get_required(command)
        chain.ask(
            lambda: check_result(
                command,
                function(device.handle, ctypes.byref(question), ctypes.byref(chain.base)),
            )
        )
        answers = chain.convert_to_values()
        capabilities = {_CAPABILITIES: answers.pop(_CAPABILITIES_2)["surfaceCapabilities"]}
        capabilities |= answers
    else:
        command, structure = "vkGetPhysicalDeviceSurfaceCapabilitiesKHR", make_zeroed(_CAPABILITIES)
        function = device.instance.get_required(command)
        check_result(command, function(device.handle, surface, ctypes.byref(structure)))
        capabilities = {_CAPABILITIES: convert_structure(_CAPABILITIES, structure)}
    if "VK_EXT_display_surface_counter" in enabled:
        command, structure = "vkGetPhysicalDeviceSurfaceCapabilities2EXT", make_zeroed(_COUNTERS)
        function = device.instance.get_required(command)
        check_result(command, function(device.handle, surface, ctypes.byref(structure)))
        member = "supportedSurfaceCounters"
        capabilities[_COUNTERS] = {member: convert_structure(_COUNTERS, structure)[member]}
    return capabilities


# ---- windows


class _ClientLibrary:
    """Functions of the client library of a window system, by name and signature."""

    def __init__(self, name: str) -> None:
        try:
            self._library = OpenedLibrary(name)
        except LibraryError as error:
            raise UnreachableError(SurfaceState.NO_LIBRARY, str(error)) from None

    def call(self, name: str, signature: str, *arguments: Any) -> Any:
        """Call a function. The signature has the letters of abi.CTYPES_BY_LETTER."""
        return make_function_type(signature)(self.find(name))(*arguments)

    def find(self, name: str) -> int:
        """Return the address of a function or of data."""
        address = self._library.find_symbol(name)
        if not address:
            raise UnreachableError(SurfaceState.NO_LIBRARY, f"{self._library.path}: {name}")
        return address


def _make_unreachable(variable: str) -> UnreachableError:
    """Return the error that the display of a variable cannot be reached."""
    value = os.environ.get(variable)
    return UnreachableError(
        SurfaceState.NO_DISPLAY, variable if value is None else f"{variable}={value}"
    )


class _Screens(ctypes.Structure):
    """xcb_screen_iterator_t; `data` begins with the root window."""

    _fields_ = (("data", ctypes.c_void_p), ("rem", ctypes.c_int), ("index", ctypes.c_int))


@contextmanager
def _open_xcb_window() -> Iterator[CreateInfo]:
    """Make a window of X11 through libxcb, which is never mapped."""
    xcb = _ClientLibrary("libxcb.so.1")
    screen_number = ctypes.c_int32()
    connection = xcb.call("xcb_connect", "ppp", None, ctypes.byref(screen_number))
    try:
        # xcb_connect returns a connection also where there is none.
        if xcb.call("xcb_connection_has_error", "ip", connection):
            raise _make_unreachable("DISPLAY")
        first_screen = ctypes.CFUNCTYPE(_Screens, ctypes.c_void_p)(
            xcb.find("xcb_setup_roots_iterator")
        )
        screens = first_screen(xcb.call("xcb_get_setup", "pp", connection))
        for _screen in range(screen_number.value):
            xcb.call("xcb_screen_next", "vp", ctypes.byref(screens))
        root = ctypes.c_uint32.from_address(screens.data).value
        window = xcb.call("xcb_generate_id", "up", connection)
        # connection, depth, window, parent, x, y, width, height, border, class, visual, values
        arguments = (0, window, root, 0, 0, _WIDTH, _HEIGHT, 0, _INPUT_OUTPUT, 0, 0, None)
        xcb.call("xcb_create_window", "upbuusswwwwuup", connection, *arguments)
        xcb.call("xcb_flush", "ip", connection)
        yield {"connection": connection, "window": window}
    finally:
        xcb.call("xcb_disconnect", "vp", connection)


@contextmanager
def _open_xlib_window() -> Iterator[CreateInfo]:
    """Make a window of X11 through libX11, which is never mapped."""
    xlib = _ClientLibrary("libX11.so.6")
    display = xlib.call("XOpenDisplay", "pp", None)
    if not display:
        raise _make_unreachable("DISPLAY")
    try:
        root = xlib.call("XDefaultRootWindow", "zp", display)
        # display, parent, x, y, width, height, border, color of the border, background
        arguments = (root, 0, 0, _WIDTH, _HEIGHT, 0, 0, 0)
        window = xlib.call("XCreateSimpleWindow", "zpziiuuuzz", display, *arguments)
        xlib.call("XSync", "ipi", display, 0)
        yield {"dpy": display, "window": window}
    finally:
        xlib.call("XCloseDisplay", "ip", display)


@contextmanager
def _open_wayland_surface() -> Iterator[CreateInfo]:
    """Make a surface of Wayland, which has no role and so is never shown."""
    wayland = _ClientLibrary("libwayland-client.so.0")
    display = wayland.call("wl_display_connect", "pp", None)
    if not display:
        raise _make_unreachable("WAYLAND_DISPLAY")
    try:
        surface = _create_wayland_surface(wayland, display)
        if not surface:
            raise _make_unreachable("WAYLAND_DISPLAY")
        yield {"display": display, "surface": surface}
    finally:
        wayland.call("wl_display_disconnect", "vp", display)


def _create_wayland_surface(wayland: _ClientLibrary, display: int) -> int:
    """Return a wl_surface, or 0 of a compositor that offers none."""

    def request(proxy: int, opcode: int, interface: str, *arguments: int) -> int:
        """Send a request that makes an object, with union wl_argument for each argument."""
        places = (ctypes.c_uint64 * (len(arguments) + 1))(*arguments)
        made: int = wayland.call(
            "wl_proxy_marshal_array_constructor_versioned",
            "ppuppu",
            proxy,
            opcode,
            places,
            wayland.find(interface),
            1,
        )
        return made

    compositors: list[int] = []

    def on_global(_data: int, _registry: int, name: int, interface: bytes, _version: int) -> None:
        """Note the number of the compositor."""
        if interface == b"wl_compositor":
            compositors.append(name)

    def on_global_remove(_data: int, _registry: int, _name: int) -> None:
        """Ignore what goes away again."""

    pointer, number = ctypes.c_void_p, ctypes.c_uint32
    global_type = ctypes.CFUNCTYPE(None, pointer, pointer, number, ctypes.c_char_p, number)
    remove_type = ctypes.CFUNCTYPE(None, pointer, pointer, number)
    callbacks = global_type(on_global), remove_type(on_global_remove)
    listener = (ctypes.c_void_p * 2)(*(ctypes.cast(call, pointer).value for call in callbacks))
    # The new object stands for an argument of its own, 0.
    registry = request(display, _GET_REGISTRY, "wl_registry_interface")
    wayland.call("wl_proxy_add_listener", "ippp", registry, listener, None)
    wayland.call("wl_display_roundtrip", "ip", display)
    # Later events of the registry would come to callbacks that are gone.
    if not compositors:
        wayland.call("wl_proxy_destroy", "vp", registry)
        return 0
    name = ctypes.create_string_buffer(b"wl_compositor")
    arguments = (compositors[0], ctypes.addressof(name), 1)
    compositor = request(registry, _BIND, "wl_compositor_interface", *arguments)
    wayland.call("wl_proxy_destroy", "vp", registry)
    surface = request(compositor, _CREATE_SURFACE, "wl_surface_interface")
    wayland.call("wl_display_roundtrip", "ip", display)
    return surface


@contextmanager
def _open_nothing() -> Iterator[CreateInfo]:
    """A surface of no window system needs nothing."""
    yield {}


_OPENERS: Mapping[str, Callable[[], AbstractContextManager[CreateInfo]]] = {
    "VK_KHR_xcb_surface": _open_xcb_window,
    "VK_KHR_xlib_surface": _open_xlib_window,
    "VK_KHR_wayland_surface": _open_wayland_surface,
    "VK_EXT_headless_surface": _open_nothing,
}
