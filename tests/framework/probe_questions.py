"""What a Vulkan program of the tests asks: names to look up, queries with their sizes."""

from __future__ import annotations

from tests.framework.probe_parts import PROBE_FUNCTIONS

GLOBAL_NAMES = (
    "vkGetInstanceProcAddr",
    "vkCreateInstance",
    "vkEnumerateInstanceVersion",
    "vkEnumerateInstanceLayerProperties",
    "vkEnumerateInstanceExtensionProperties",
    "vkDestroyInstance",
    "vkGetDeviceProcAddr",
    "vkNoSuchFunction",
)
INSTANCE_NAMES = (
    *GLOBAL_NAMES,
    *PROBE_FUNCTIONS,
    "vkEnumeratePhysicalDeviceGroups",
    "vkEnumeratePhysicalDeviceGroupsKHR",
    "vkGetPhysicalDeviceProperties2",
    "vkGetPhysicalDeviceProperties2KHR",
    "vkGetPhysicalDeviceFeatures2KHR",
    "vkGetPhysicalDeviceExternalBufferPropertiesKHR",
    "vkGetPhysicalDeviceExternalFencePropertiesKHR",
    "vkGetPhysicalDeviceToolProperties",
    "vkGetPhysicalDeviceToolPropertiesEXT",
    "vkCreateDebugUtilsMessengerEXT",
    "vkCreateDebugReportCallbackEXT",
    "vkSetDebugUtilsObjectNameEXT",
    "vkDebugMarkerSetObjectNameEXT",
    "vkDestroySurfaceKHR",
    "vkCreateXcbSurfaceKHR",
    "vkCreateHeadlessSurfaceEXT",
    "vkGetPhysicalDeviceSurfaceCapabilities2KHR",
    "vkCreateSwapchainKHR",
    "vkCreateSharedSwapchainsKHR",
    "vkCreateDevice",
    "vkQueueSubmit",
    "vkCmdBeginRendering",
    "vkGetDeviceQueue2",
    "vkCreateBuffer",
    "vkcreatebuffer",
    "",
)
DEVICE_NAMES = (
    *PROBE_FUNCTIONS,
    "vkGetDeviceProcAddr",
    "vkDestroyDevice",
    "vkGetDeviceQueue",
    "vkGetDeviceQueue2",
    "vkAllocateCommandBuffers",
    "vkQueueSubmit",
    "vkCmdBeginRendering",
    "vkTrimCommandPool",
    "vkCreateBuffer",
    "vkCreateImage",
    "vkCreateSwapchainKHR",
    "vkCreateSharedSwapchainsKHR",
    "vkGetDeviceGroupSurfacePresentModesKHR",
    "vkDebugMarkerSetObjectNameEXT",
    "vkSetDebugUtilsObjectNameEXT",
    "vkCmdBeginDebugUtilsLabelEXT",
    "vkCreateInstance",
    "vkEnumeratePhysicalDevices",
    "vkNoSuchFunction",
)

# Functions that fill a structure of this size, and functions of the second generation with the
# types and sizes of the structures to chain.
_PCI, _IDS, _DRIVER, _MULTIVIEW = 1000212000, 1000071004, 1000196000, 1000053001
QUERIES = (
    ("vkGetPhysicalDeviceProperties", 824),
    ("vkGetPhysicalDeviceFeatures", 220),
    ("vkGetPhysicalDeviceMemoryProperties", 520),
)
_PROPERTIES = ((1000059001, 840), (_IDS, 64), (_PCI, 32), (_DRIVER, 536))
_FEATURES = ((1000059000, 240), (_MULTIVIEW, 32))
CHAINED_QUERIES = (
    ("vkGetPhysicalDeviceProperties2", _PROPERTIES),
    ("vkGetPhysicalDeviceProperties2KHR", _PROPERTIES),
    ("vkGetPhysicalDeviceFeatures2", _FEATURES),
    ("vkGetPhysicalDeviceFeatures2KHR", _FEATURES),
    ("vkGetPhysicalDeviceMemoryProperties2", ((1000059006, 536),)),
    ("vkGetPhysicalDeviceExternalBufferProperties", ((1000071003, 32),)),
    ("vkGetPhysicalDeviceExternalBufferPropertiesKHR", ((1000071003, 32),)),
    ("vkGetPhysicalDeviceExternalFencePropertiesKHR", ((1000112001, 32),)),
    ("vkGetPhysicalDeviceExternalSemaphoreProperties", ((1000076001, 32),)),
)
