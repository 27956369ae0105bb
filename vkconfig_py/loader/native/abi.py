"""Structures and numbers of the loader's interfaces to drivers (vk_icd.h) and layers (vk_layer.h).

The registry (vulkan_registry.py) does not cover these two headers, so they are written by hand,
together with the few structures of vulkan_core.h that every vkCreateInstance and vkCreateDevice
needs. tests/loader/native/test_abi.py has a C compiler compare all with the headers. A pointer is a
number (c_void_p), which keeps nothing alive: code that stores an address must also keep a reference
to the object.
"""

from __future__ import annotations

import ctypes
from ctypes import Structure, Union, c_char, c_int32, c_uint32, c_uint64, c_void_p

from vkconfig_py.loader.base.records import Any

# One letter for each C type; a signature in registry/commands.txt is made of them: the result, then
# the parameters.
CTYPES_BY_LETTER: dict[str, Any] = {
    "v": None,
    "p": c_void_p,  # a pointer, or a handle whose first word is a dispatch table
    "h": c_uint64,  # a handle of another kind
    "i": c_int32,
    "u": c_uint32,
    "t": c_uint32,  # VkBool32
    "q": c_uint64,
    "l": ctypes.c_int64,
    "z": ctypes.c_size_t,
    "f": ctypes.c_float,
    "d": ctypes.c_double,
    "w": ctypes.c_uint16,
    "s": ctypes.c_int16,
    "b": ctypes.c_uint8,
    "x": ctypes.c_int8,
    "c": c_char,
}

# Newest versions that this loader negotiates: CURRENT_LOADER_ICD_INTERFACE_VERSION of vk_icd.h,
# CURRENT_LOADER_LAYER_INTERFACE_VERSION of vk_layer.h. 250 is MAX_NUM_UNKNOWN_EXTS of loader.h.
DRIVER_INTERFACE = 7
LAYER_INTERFACE = 2
PRE_INSTANCE_VERSION = 1
MAX_UNKNOWN_FUNCTIONS = 250
# ICD_LOADER_MAGIC: drivers write it into each dispatchable object, to leave room for the loader.
DRIVER_MAGIC = 0x01CDC0DE  # low 32 bits of the first word of a driver's new object
# Words by which the loader knows its own objects again (loader_common.h). Layers never read them.
INSTANCE_MAGIC = 0x10ADED010110ADED
PHYSICAL_DEVICE_MAGIC = 0x10ADED020210ADED
DEVICE_MAGIC = 0x10ADED040410ADED  # first word of a device's dispatch table

# VkStructureType
# Numbers of the structures that are written here; all others come from the registry.
APPLICATION_INFO = 0
INSTANCE_CREATE_INFO = 1
DEVICE_QUEUE_CREATE_INFO = 2
DEVICE_CREATE_INFO = 3
LOADER_INSTANCE_CREATE_INFO = 47
LOADER_DEVICE_CREATE_INFO = 48
DIRECT_DRIVER_LOADING_INFO = 1000459000
DIRECT_DRIVER_LOADING_LIST = 1000459001

# VkLayerFunction: what a VkLayerInstanceCreateInfo or VkLayerDeviceCreateInfo carries
LAYER_LINK_INFO = 0
LOADER_DATA_CALLBACK = 1
LOADER_LAYER_CREATE_DEVICE_CALLBACK = 2
LOADER_FEATURES = 3

NEGOTIATE_INTERFACE = 1  # VkNegotiateLayerStructType

# VkChainType
CHAIN_EXTENSIONS = 1
CHAIN_LAYERS = 2
CHAIN_VERSION = 3

# VkIcdWsiPlatform
WSI_WAYLAND = 1
WSI_XCB = 3
WSI_XLIB = 4
WSI_DISPLAY = 8
WSI_HEADLESS = 9

PORTABILITY_FLAG = 1  # VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR
DIRECT_EXCLUSIVE = 0  # VkDirectDriverLoadingModeLUNARG
DIRECT_INCLUSIVE = 1
MAX_NAME = 256  # VK_MAX_EXTENSION_NAME_SIZE, VK_MAX_DESCRIPTION_SIZE


class VkApplicationInfo(Structure):
    _fields_ = (
        ("sType", c_int32),
        ("pNext", c_void_p),
        ("pApplicationName", c_void_p),
        ("applicationVersion", c_uint32),
        ("pEngineName", c_void_p),
        ("engineVersion", c_uint32),
        ("apiVersion", c_uint32),
    )


class VkInstanceCreateInfo(Structure):
    _fields_ = (
        ("sType", c_int32),
        ("pNext", c_void_p),
        ("flags", c_uint32),
        ("pApplicationInfo", c_void_p),
        ("enabledLayerCount", c_uint32),
        ("ppEnabledLayerNames", c_void_p),
        ("enabledExtensionCount", c_uint32),
        ("ppEnabledExtensionNames", c_void_p),
    )


class VkDeviceQueueCreateInfo(Structure):
    _fields_ = (
        ("sType", c_int32),
        ("pNext", c_void_p),
        ("flags", c_uint32),
        ("queueFamilyIndex", c_uint32),
        ("queueCount", c_uint32),
        ("pQueuePriorities", c_void_p),
    )


class VkDeviceCreateInfo(Structure):
    _fields_ = (
        ("sType", c_int32),
        ("pNext", c_void_p),
        ("flags", c_uint32),
        ("queueCreateInfoCount", c_uint32),
        ("pQueueCreateInfos", c_void_p),
        ("enabledLayerCount", c_uint32),
        ("ppEnabledLayerNames", c_void_p),
        ("enabledExtensionCount", c_uint32),
        ("ppEnabledExtensionNames", c_void_p),
        ("pEnabledFeatures", c_void_p),
    )


class VkLayerProperties(Structure):
    _fields_ = (
        ("layerName", c_char * MAX_NAME),
        ("specVersion", c_uint32),
        ("implementationVersion", c_uint32),
        ("description", c_char * MAX_NAME),
    )


class VkNegotiateLayerInterface(Structure):
    """Argument of vkNegotiateLoaderLayerInterfaceVersion, which the layer fills in."""

    _fields_ = (
        ("sType", c_int32),
        ("pNext", c_void_p),
        ("loaderLayerInterfaceVersion", c_uint32),
        ("pfnGetInstanceProcAddr", c_void_p),
        ("pfnGetDeviceProcAddr", c_void_p),
        ("pfnGetPhysicalDeviceProcAddr", c_void_p),
    )


class VkLayerInstanceLink(Structure):
    """Node of the LAYER_LINK_INFO list of an instance: the entry points of the next element."""

    _fields_ = (
        ("pNext", c_void_p),
        ("pfnNextGetInstanceProcAddr", c_void_p),
        # NULL before layer interface 2, which brought functions of physical devices.
        ("pfnNextGetPhysicalDeviceProcAddr", c_void_p),
    )


class VkLayerDeviceLink(Structure):
    """Node of the LAYER_LINK_INFO list of a device: the entry points of the next element."""

    _fields_ = (
        ("pNext", c_void_p),
        ("pfnNextGetInstanceProcAddr", c_void_p),
        ("pfnNextGetDeviceProcAddr", c_void_p),
    )


class LayerDevice(Structure):
    """LOADER_LAYER_CREATE_DEVICE_CALLBACK: lets a layer create a device below itself."""

    _fields_ = (("pfnLayerCreateDevice", c_void_p), ("pfnLayerDestroyDevice", c_void_p))


class InstancePart(Union):
    """Union of VkLayerInstanceCreateInfo, whose member `function` selects."""

    _fields_ = (
        ("pLayerInfo", c_void_p),
        ("pfnSetInstanceLoaderData", c_void_p),
        # The largest member: it makes the union 16 bytes, in instances only.
        ("layerDevice", LayerDevice),
        # VkLoaderFeatureFlags: bit 0, sorting of physical devices, is set on Windows alone.
        ("loaderFeatures", c_uint32),
    )


class VkLayerInstanceCreateInfo(Structure):
    """The loader puts some of these before the application's pNext chain in vkCreateInstance."""

    _fields_ = (
        ("sType", c_int32),
        ("pNext", c_void_p),
        ("function", c_int32),
        ("u", InstancePart),
    )


class DevicePart(Union):
    """Union of VkLayerDeviceCreateInfo, whose member `function` selects."""

    _fields_ = (("pLayerInfo", c_void_p), ("pfnSetDeviceLoaderData", c_void_p))


class VkLayerDeviceCreateInfo(Structure):
    """The loader puts two of these before the application's pNext chain in vkCreateDevice."""

    _fields_ = (
        ("sType", c_int32),
        ("pNext", c_void_p),
        ("function", c_int32),
        ("u", DevicePart),
    )


class VkChainHeader(Structure):
    """Header of every element of a pre-instance chain."""

    _fields_ = (("type", c_int32), ("version", c_uint32), ("size", c_uint32))


class PreInstanceChain(Structure):
    """An element of a chain of global functions.

    The three kinds (VkEnumerateInstanceExtensionPropertiesChain, -LayerPropertiesChain and
    -VersionChain) differ only in the type of the function.
    """

    _fields_ = (("header", VkChainHeader), ("pfnNextLayer", c_void_p), ("pNextLink", c_void_p))


class VkDirectDriverLoadingInfoLUNARG(Structure):
    _fields_ = (
        ("sType", c_int32),
        ("pNext", c_void_p),
        ("flags", c_uint32),
        ("pfnGetInstanceProcAddr", c_void_p),
    )


class VkDirectDriverLoadingListLUNARG(Structure):
    _fields_ = (
        ("sType", c_int32),
        ("pNext", c_void_p),
        # Exclusive lists hide all drivers of files.
        ("mode", c_int32),
        ("driverCount", c_uint32),
        ("pDrivers", c_void_p),
    )


class VkIcdSurfaceBase(Structure):
    """Header of a surface object of the loader, all of it for a headless surface."""

    _fields_ = (("platform", c_int32),)


class VkIcdSurfaceWayland(Structure):
    _fields_ = (("base", VkIcdSurfaceBase), ("display", c_void_p), ("surface", c_void_p))


class VkIcdSurfaceXcb(Structure):
    _fields_ = (("base", VkIcdSurfaceBase), ("connection", c_void_p), ("window", c_uint32))


class VkIcdSurfaceXlib(Structure):
    _fields_ = (("base", VkIcdSurfaceBase), ("dpy", c_void_p), ("window", ctypes.c_ulong))


class VkIcdSurfaceDisplay(Structure):
    _fields_ = (
        ("base", VkIcdSurfaceBase),
        ("displayMode", c_uint64),
        ("planeIndex", c_uint32),
        ("planeStackIndex", c_uint32),
        ("transform", c_uint32),
        ("globalAlpha", ctypes.c_float),
        ("alphaMode", c_uint32),
        ("imageExtent", c_uint32 * 2),
    )
