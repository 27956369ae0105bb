"""Structures and numbers of the interfaces between the loader, its drivers and its layers.

Written by hand from vk_layer.h and vk_icd.h, since the registry does not have them, together with
the few structures of vulkan_core.h that every instance needs; a test compares them with the
headers. All others come from structures.py. A pointer is a number (c_void_p) everywhere: whoever
stores one keeps what it points to.
"""

from __future__ import annotations

import ctypes
from ctypes import Structure, Union, c_char, c_int32, c_uint32, c_uint64, c_void_p

from vkconfig_py.loader.base.records import Any

LETTERS: dict[str, Any] = {
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

# What the loader and its neighbours agree on.
DRIVER_INTERFACE = 7
LAYER_INTERFACE = 2
PRE_INSTANCE_VERSION = 1
MAX_UNKNOWN_FUNCTIONS = 250
DRIVER_MAGIC = 0x01CDC0DE  # low 32 bits of the first word of a driver's new object
INSTANCE_MAGIC = 0x10ADED010110ADED
PHYSICAL_DEVICE_MAGIC = 0x10ADED020210ADED
DEVICE_MAGIC = 0x10ADED040410ADED  # first word of a device's dispatch table

# VkStructureType
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
    """Who asks for an instance, and of which version."""

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
    """What vkCreateInstance is asked for."""

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
    """The queues of one family that a device is made with."""

    _fields_ = (
        ("sType", c_int32),
        ("pNext", c_void_p),
        ("flags", c_uint32),
        ("queueFamilyIndex", c_uint32),
        ("queueCount", c_uint32),
        ("pQueuePriorities", c_void_p),
    )


class VkDeviceCreateInfo(Structure):
    """What vkCreateDevice is asked for."""

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


class VkExtensionProperties(Structure):
    """An extension that is offered."""

    _fields_ = (("extensionName", c_char * MAX_NAME), ("specVersion", c_uint32))


class VkLayerProperties(Structure):
    """A layer that is there."""

    _fields_ = (
        ("layerName", c_char * MAX_NAME),
        ("specVersion", c_uint32),
        ("implementationVersion", c_uint32),
        ("description", c_char * MAX_NAME),
    )


class VkNegotiateLayerInterface(Structure):
    """What a layer fills in when it is asked for its interface version."""

    _fields_ = (
        ("sType", c_int32),
        ("pNext", c_void_p),
        ("loaderLayerInterfaceVersion", c_uint32),
        ("pfnGetInstanceProcAddr", c_void_p),
        ("pfnGetDeviceProcAddr", c_void_p),
        ("pfnGetPhysicalDeviceProcAddr", c_void_p),
    )


class VkLayerInstanceLink(Structure):
    """What is below a layer in the chain of an instance."""

    _fields_ = (
        ("pNext", c_void_p),
        ("pfnNextGetInstanceProcAddr", c_void_p),
        ("pfnNextGetPhysicalDeviceProcAddr", c_void_p),
    )


class VkLayerDeviceLink(Structure):
    """What is below a layer in the chain of a device."""

    _fields_ = (
        ("pNext", c_void_p),
        ("pfnNextGetInstanceProcAddr", c_void_p),
        ("pfnNextGetDeviceProcAddr", c_void_p),
    )


class LayerDevice(Structure):
    """The pair of functions with which a layer makes a device below itself."""

    _fields_ = (("pfnLayerCreateDevice", c_void_p), ("pfnLayerDestroyDevice", c_void_p))


class InstancePart(Union):
    """What a VkLayerInstanceCreateInfo carries; its function says which."""

    _fields_ = (
        ("pLayerInfo", c_void_p),
        ("pfnSetInstanceLoaderData", c_void_p),
        ("layerDevice", LayerDevice),
        ("loaderFeatures", c_uint32),
    )


class VkLayerInstanceCreateInfo(Structure):
    """What the loader puts before the application's chain in vkCreateInstance."""

    _fields_ = (
        ("sType", c_int32),
        ("pNext", c_void_p),
        ("function", c_int32),
        ("u", InstancePart),
    )


class DevicePart(Union):
    """What a VkLayerDeviceCreateInfo carries; its function says which."""

    _fields_ = (("pLayerInfo", c_void_p), ("pfnSetDeviceLoaderData", c_void_p))


class VkLayerDeviceCreateInfo(Structure):
    """What the loader puts before the application's chain in vkCreateDevice."""

    _fields_ = (
        ("sType", c_int32),
        ("pNext", c_void_p),
        ("function", c_int32),
        ("u", DevicePart),
    )


class VkChainHeader(Structure):
    """What every element of a chain of global functions begins with."""

    _fields_ = (("type", c_int32), ("version", c_uint32), ("size", c_uint32))


class PreInstanceChain(Structure):
    """An element of a chain of global functions.

    The three kinds (VkEnumerateInstanceExtensionPropertiesChain, -LayerPropertiesChain and
    -VersionChain) differ in the type of the function alone.
    """

    _fields_ = (("header", VkChainHeader), ("pfnNextLayer", c_void_p), ("pNextLink", c_void_p))


class VkDirectDriverLoadingInfoLUNARG(Structure):
    """A driver that the application brings along."""

    _fields_ = (
        ("sType", c_int32),
        ("pNext", c_void_p),
        ("flags", c_uint32),
        ("pfnGetInstanceProcAddr", c_void_p),
    )


class VkDirectDriverLoadingListLUNARG(Structure):
    """The drivers that the application brings along."""

    _fields_ = (
        ("sType", c_int32),
        ("pNext", c_void_p),
        ("mode", c_int32),
        ("driverCount", c_uint32),
        ("pDrivers", c_void_p),
    )


class VkIcdSurfaceBase(Structure):
    """What a surface that the loader owns begins with; a headless one has no more."""

    _fields_ = (("platform", c_int32),)


class VkIcdSurfaceWayland(Structure):
    """A surface of the loader on Wayland."""

    _fields_ = (("base", VkIcdSurfaceBase), ("display", c_void_p), ("surface", c_void_p))


class VkIcdSurfaceXcb(Structure):
    """A surface of the loader on X11, through XCB."""

    _fields_ = (("base", VkIcdSurfaceBase), ("connection", c_void_p), ("window", c_uint32))


class VkIcdSurfaceXlib(Structure):
    """A surface of the loader on X11, through Xlib."""

    _fields_ = (("base", VkIcdSurfaceBase), ("dpy", c_void_p), ("window", ctypes.c_ulong))


class VkIcdSurfaceDisplay(Structure):
    """A surface of the loader on a display without a window system."""

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
