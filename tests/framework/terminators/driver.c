/* A driver that writes down what it is asked for, with any of its functions left out.
 *
 * Beside the library lies a file with the same path and ".conf" behind it. Its lines:
 *
 *     record PATH              where every call is written, one on a line
 *     id NUMBER                device ID of the one device
 *     interface NUMBER         the interface version that negotiation answers (default 5)
 *     version MAJOR MINOR      Vulkan version of driver and device (default 1.3)
 *     extension NAME           an instance extension
 *     device_extension NAME    a device extension
 *     missing NAME             vk_icdGetInstanceProcAddr and vkGetDeviceProcAddr do not know this
 *     fail NAME RESULT         this command answers so
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct xcb_connection_t xcb_connection_t;
typedef unsigned int xcb_window_t;
typedef unsigned int xcb_visualid_t;
typedef struct Display Display;
typedef unsigned long Window;
typedef unsigned long VisualID;
typedef unsigned long RROutput;
struct wl_display;
struct wl_surface;

#include <vulkan/vulkan_core.h>
#include <vulkan/vulkan_wayland.h>
#include <vulkan/vulkan_xcb.h>
#include <vulkan/vulkan_xlib.h>
#include <vulkan/vulkan_xlib_xrandr.h>

#define EXPORT __attribute__((visibility("default")))
#define MAGIC 0x01CDC0DEul
#define LIMIT 64

/* VkPhysicalDeviceToolProperties and others are newer than some headers; these are not. */
typedef struct {
    unsigned long magic;
} Object;

static char record_path[4096];
static unsigned device_id = 1, interface = 5, major = 1, minor = 3;
static char extensions[LIMIT][256], device_extensions[LIMIT][256], missing[LIMIT][256],
    failing[LIMIT][256];
static unsigned extension_count, device_extension_count, missing_count, failing_count;
static int failures[LIMIT];
static Object the_instance = {MAGIC}, the_physical_device = {MAGIC}, the_device = {MAGIC},
              the_queue = {MAGIC};
static unsigned made_surfaces, made_messengers;

static void read_configuration(void) {
    Dl_info place;
    char path[4200], line[4200], word[64], value[4096];
    if (!dladdr((void *)read_configuration, &place)) return;
    snprintf(path, sizeof path, "%s.conf", place.dli_fname);
    FILE *file = fopen(path, "r");
    if (file == NULL) return;
    while (fgets(line, sizeof line, file) != NULL) {
        int number = 0;
        if (sscanf(line, "%63s %4095s %d", word, value, &number) < 2) continue;
        if (!strcmp(word, "record")) strcpy(record_path, value);
        if (!strcmp(word, "id")) device_id = (unsigned)atoi(value);
        if (!strcmp(word, "interface")) interface = (unsigned)atoi(value);
        if (!strcmp(word, "version")) major = (unsigned)atoi(value), minor = (unsigned)number;
        if (!strcmp(word, "extension")) strcpy(extensions[extension_count++], value);
        if (!strcmp(word, "device_extension"))
            strcpy(device_extensions[device_extension_count++], value);
        if (!strcmp(word, "missing")) strcpy(missing[missing_count++], value);
        if (!strcmp(word, "fail")) {
            failures[failing_count] = number;
            strcpy(failing[failing_count++], value);
        }
    }
    fclose(file);
}

__attribute__((constructor)) static void start(void) { read_configuration(); }

static void record(const char *format, ...) {
    if (record_path[0] == '\0') return;
    FILE *file = fopen(record_path, "a");
    va_list arguments;
    va_start(arguments, format);
    fprintf(file, "%u: ", device_id);
    vfprintf(file, format, arguments);
    fputc('\n', file);
    va_end(arguments);
    fclose(file);
}

static VkResult result_of(const char *name) {
    for (unsigned index = 0; index < failing_count; index++)
        if (!strcmp(failing[index], name)) return failures[index];
    return VK_SUCCESS;
}

/* What a handle is: ours, nothing, or a loader's surface, whose first word is the platform. */
static const char *describe(unsigned long long handle) {
    static char text[256];
    if (handle == 0) return "none";
    if (handle == (unsigned long long)(size_t)&the_instance) return "the driver's instance";
    if (handle == (unsigned long long)(size_t)&the_physical_device) return "the driver's device";
    if ((handle & 0xFFFF0000ull) == 0x50000000ull && handle >> 32 == device_id) {
        snprintf(text, sizeof text, "own surface %llu", handle & 0xFFFF);
        return text;
    }
    if (handle < 0x1000) {
        snprintf(text, sizeof text, "number %llu", handle);
        return text;
    }
    if ((handle >> 32) < 1000) return "a stranger's surface";
    struct {
        int platform;
        void *first;
        unsigned long long second;
    } *surface = (void *)(size_t)handle;
    switch (surface->platform) {
    case 3: /* XCB: the window is 32 bits wide */
        snprintf(text, sizeof text, "loader's surface 3 %p %u", surface->first,
                 (unsigned)surface->second);
        return text;
    case 1: /* Wayland */
    case 4: /* Xlib */
        snprintf(text, sizeof text, "loader's surface %d %p %llu", surface->platform,
                 surface->first, surface->second);
        return text;
    case 8: /* display */ {
        struct {
            int platform;
            VkDisplayModeKHR mode;
            uint32_t plane, stack;
            VkSurfaceTransformFlagBitsKHR transform;
            float alpha;
            VkDisplayPlaneAlphaFlagBitsKHR alpha_mode;
            VkExtent2D extent;
        } *display = (void *)(size_t)handle;
        snprintf(text, sizeof text, "loader's surface 8 %llu %u %u %u %g %u %u %u",
                 (unsigned long long)(size_t)display->mode, display->plane, display->stack,
                 display->transform, (double)display->alpha, display->alpha_mode,
                 display->extent.width, display->extent.height);
        return text;
    }
    case 0: /* where a loader forgot to write the platform */
    case 9: /* headless */
        snprintf(text, sizeof text, "loader's surface %d", surface->platform);
        return text;
    default:
        return "a loader's object";
    }
}

#define HANDLE(handle) describe((unsigned long long)(size_t)(handle))
#define RETURN(name) return result_of(name)

static void record_allocator(const VkAllocationCallbacks *allocator) {
    if (allocator != NULL) record("    with allocator %zu", (size_t)allocator->pUserData);
}

static void record_chain(const void *next) {
    for (const VkBaseInStructure *structure = next; structure != NULL; structure = structure->pNext)
        record("    with structure %d", structure->sType);
}

/* --- instance ------------------------------------------------------------------------------ */

static VkResult fill_extensions(char names[][256], unsigned available, uint32_t *count,
                                VkExtensionProperties *properties) {
    if (properties == NULL) {
        *count = available;
        return VK_SUCCESS;
    }
    unsigned written = *count < available ? *count : available;
    for (unsigned index = 0; index < written; index++) {
        memset(&properties[index], 0, sizeof *properties);
        strcpy(properties[index].extensionName, names[index]);
        properties[index].specVersion = 1;
    }
    *count = written;
    return written < available ? VK_INCOMPLETE : VK_SUCCESS;
}

static VkResult vkEnumerateInstanceExtensionProperties_(const char *layer, uint32_t *count,
                                                        VkExtensionProperties *properties) {
    (void)layer;
    return fill_extensions(extensions, extension_count, count, properties);
}

static VkResult vkEnumerateInstanceVersion_(uint32_t *version) {
    *version = VK_MAKE_API_VERSION(0, major, minor, 0);
    return VK_SUCCESS;
}

static VkResult vkCreateInstance_(const VkInstanceCreateInfo *info,
                                  const VkAllocationCallbacks *allocator, VkInstance *instance) {
    (void)allocator;
    record("vkCreateInstance");
    for (uint32_t index = 0; index < info->enabledExtensionCount; index++)
        record("    extension %s", info->ppEnabledExtensionNames[index]);
    *instance = (VkInstance)&the_instance;
    RETURN("vkCreateInstance");
}

static void vkDestroyInstance_(VkInstance instance, const VkAllocationCallbacks *allocator) {
    (void)allocator;
    record("vkDestroyInstance %s", HANDLE(instance));
}

static VkResult vkEnumeratePhysicalDevices_(VkInstance instance, uint32_t *count,
                                            VkPhysicalDevice *devices) {
    (void)instance;
    if (devices != NULL) devices[0] = (VkPhysicalDevice)&the_physical_device;
    *count = 1;
    return VK_SUCCESS;
}

/* --- first queries ------------------------------------------------------------------------- */

static void fill_features(VkPhysicalDeviceFeatures *features) {
    memset(features, 0, sizeof *features);
    features->robustBufferAccess = VK_TRUE;
    features->wideLines = device_id & 1;
}

static void fill_properties(VkPhysicalDeviceProperties *properties) {
    memset(properties, 0, sizeof *properties);
    properties->apiVersion = VK_MAKE_API_VERSION(0, major, minor, 7);
    properties->driverVersion = 42;
    properties->vendorID = 0x10000;
    properties->deviceID = device_id;
    properties->deviceType = VK_PHYSICAL_DEVICE_TYPE_OTHER;
    snprintf(properties->deviceName, sizeof properties->deviceName, "device %u", device_id);
    properties->limits.maxImageDimension2D = 100 + device_id;
}

static void fill_format(VkFormat format, VkFormatProperties *properties) {
    properties->linearTilingFeatures = (VkFormatFeatureFlags)format;
    properties->optimalTilingFeatures = device_id;
    properties->bufferFeatures = 3;
}

static VkResult fill_image_format(VkFormat format, VkImageType type, VkImageTiling tiling,
                                  VkImageUsageFlags usage, VkImageCreateFlags flags,
                                  VkImageFormatProperties *properties) {
    memset(properties, 0, sizeof *properties);
    properties->maxExtent.width = (uint32_t)format;
    properties->maxExtent.height = (uint32_t)type * 16 + (uint32_t)tiling;
    properties->maxMipLevels = usage;
    properties->maxArrayLayers = flags;
    properties->maxResourceSize = device_id;
    return result_of("image format");
}

#define FAMILIES 3
static void fill_family(uint32_t index, VkQueueFamilyProperties *family) {
    memset(family, 0, sizeof *family);
    family->queueFlags = VK_QUEUE_GRAPHICS_BIT;
    family->queueCount = index + 1;
    family->timestampValidBits = device_id;
}

static void fill_memory(VkPhysicalDeviceMemoryProperties *properties) {
    memset(properties, 0, sizeof *properties);
    properties->memoryHeapCount = 1;
    properties->memoryHeaps[0].size = 1000 + device_id;
    properties->memoryTypeCount = 1;
}

#define SPARSE 2
static void fill_sparse(uint32_t index, VkFormat format, VkSparseImageFormatProperties *properties) {
    memset(properties, 0, sizeof *properties);
    properties->aspectMask = index + 1;
    properties->imageGranularity.width = (uint32_t)format;
}

static void vkGetPhysicalDeviceFeatures_(VkPhysicalDevice device, VkPhysicalDeviceFeatures *to) {
    record("vkGetPhysicalDeviceFeatures %s", HANDLE(device));
    fill_features(to);
}

static void vkGetPhysicalDeviceProperties_(VkPhysicalDevice device,
                                           VkPhysicalDeviceProperties *to) {
    (void)device; /* not recorded: loaders ask for it when they sort devices */
    fill_properties(to);
}

static void vkGetPhysicalDeviceFormatProperties_(VkPhysicalDevice device, VkFormat format,
                                                 VkFormatProperties *to) {
    record("vkGetPhysicalDeviceFormatProperties %s", HANDLE(device));
    fill_format(format, to);
}

static VkResult vkGetPhysicalDeviceImageFormatProperties_(
    VkPhysicalDevice device, VkFormat format, VkImageType type, VkImageTiling tiling,
    VkImageUsageFlags usage, VkImageCreateFlags flags, VkImageFormatProperties *to) {
    record("vkGetPhysicalDeviceImageFormatProperties %s", HANDLE(device));
    return fill_image_format(format, type, tiling, usage, flags, to);
}

static void vkGetPhysicalDeviceQueueFamilyProperties_(VkPhysicalDevice device, uint32_t *count,
                                                      VkQueueFamilyProperties *to) {
    record("vkGetPhysicalDeviceQueueFamilyProperties %s %s", HANDLE(device),
           to == NULL ? "count" : "array");
    if (to == NULL || *count > FAMILIES) *count = FAMILIES;
    for (uint32_t index = 0; to != NULL && index < *count; index++) fill_family(index, &to[index]);
}

static void vkGetPhysicalDeviceMemoryProperties_(VkPhysicalDevice device,
                                                 VkPhysicalDeviceMemoryProperties *to) {
    record("vkGetPhysicalDeviceMemoryProperties %s", HANDLE(device));
    fill_memory(to);
}

static void vkGetPhysicalDeviceSparseImageFormatProperties_(
    VkPhysicalDevice device, VkFormat format, VkImageType type, VkSampleCountFlagBits samples,
    VkImageUsageFlags usage, VkImageTiling tiling, uint32_t *count,
    VkSparseImageFormatProperties *to) {
    record("vkGetPhysicalDeviceSparseImageFormatProperties %s %d %d %d %d %d", HANDLE(device),
           format, type, samples, usage, tiling);
    if (to == NULL || *count > SPARSE) *count = SPARSE;
    for (uint32_t index = 0; to != NULL && index < *count; index++)
        fill_sparse(index, format, &to[index]);
}

static VkResult vkEnumerateDeviceExtensionProperties_(VkPhysicalDevice device, const char *layer,
                                                      uint32_t *count,
                                                      VkExtensionProperties *properties) {
    (void)device, (void)layer;
    return fill_extensions(device_extensions, device_extension_count, count, properties);
}

/* --- second queries: under the name of the core and under that of the extension ------------- */

#define BOTH(DEFINE) DEFINE() DEFINE(KHR)

#define FEATURES2(SUFFIX)                                                                          \
    static void vkGetPhysicalDeviceFeatures2##SUFFIX##_(VkPhysicalDevice device,                   \
                                                        VkPhysicalDeviceFeatures2 *to) {           \
        record("vkGetPhysicalDeviceFeatures2" #SUFFIX " %s", HANDLE(device));                      \
        record_chain(to->pNext);                                                                   \
        fill_features(&to->features);                                                              \
    }
BOTH(FEATURES2)

#define PROPERTIES2(SUFFIX)                                                                        \
    static void vkGetPhysicalDeviceProperties2##SUFFIX##_(VkPhysicalDevice device,                 \
                                                          VkPhysicalDeviceProperties2 *to) {       \
        record("vkGetPhysicalDeviceProperties2" #SUFFIX " %s", HANDLE(device));                    \
        record_chain(to->pNext);                                                                   \
        fill_properties(&to->properties);                                                          \
    }
BOTH(PROPERTIES2)

#define FORMAT2(SUFFIX)                                                                            \
    static void vkGetPhysicalDeviceFormatProperties2##SUFFIX##_(                                   \
        VkPhysicalDevice device, VkFormat format, VkFormatProperties2 *to) {                       \
        record("vkGetPhysicalDeviceFormatProperties2" #SUFFIX " %s", HANDLE(device));              \
        fill_format(format, &to->formatProperties);                                                \
    }
BOTH(FORMAT2)

#define IMAGE_FORMAT2(SUFFIX)                                                                      \
    static VkResult vkGetPhysicalDeviceImageFormatProperties2##SUFFIX##_(                          \
        VkPhysicalDevice device, const VkPhysicalDeviceImageFormatInfo2 *info,                     \
        VkImageFormatProperties2 *to) {                                                            \
        record("vkGetPhysicalDeviceImageFormatProperties2" #SUFFIX " %s", HANDLE(device));         \
        return fill_image_format(info->format, info->type, info->tiling, info->usage, info->flags, \
                                 &to->imageFormatProperties);                                      \
    }
BOTH(IMAGE_FORMAT2)

#define FAMILIES2(SUFFIX)                                                                          \
    static void vkGetPhysicalDeviceQueueFamilyProperties2##SUFFIX##_(                              \
        VkPhysicalDevice device, uint32_t *count, VkQueueFamilyProperties2 *to) {                  \
        record("vkGetPhysicalDeviceQueueFamilyProperties2" #SUFFIX " %s", HANDLE(device));         \
        if (to == NULL || *count > FAMILIES) *count = FAMILIES;                                    \
        for (uint32_t index = 0; to != NULL && index < *count; index++)                            \
            fill_family(index, &to[index].queueFamilyProperties);                                  \
    }
BOTH(FAMILIES2)

#define MEMORY2(SUFFIX)                                                                            \
    static void vkGetPhysicalDeviceMemoryProperties2##SUFFIX##_(                                   \
        VkPhysicalDevice device, VkPhysicalDeviceMemoryProperties2 *to) {                          \
        record("vkGetPhysicalDeviceMemoryProperties2" #SUFFIX " %s", HANDLE(device));              \
        fill_memory(&to->memoryProperties);                                                        \
    }
BOTH(MEMORY2)

#define SPARSE2(SUFFIX)                                                                            \
    static void vkGetPhysicalDeviceSparseImageFormatProperties2##SUFFIX##_(                        \
        VkPhysicalDevice device, const VkPhysicalDeviceSparseImageFormatInfo2 *info,               \
        uint32_t *count, VkSparseImageFormatProperties2 *to) {                                     \
        record("vkGetPhysicalDeviceSparseImageFormatProperties2" #SUFFIX " %s", HANDLE(device));   \
        if (to == NULL || *count > SPARSE) *count = SPARSE;                                        \
        for (uint32_t index = 0; to != NULL && index < *count; index++)                            \
            fill_sparse(index, info->format, &to[index].properties);                               \
    }
BOTH(SPARSE2)

#define BUFFERS(SUFFIX)                                                                            \
    static void vkGetPhysicalDeviceExternalBufferProperties##SUFFIX##_(                            \
        VkPhysicalDevice device, const VkPhysicalDeviceExternalBufferInfo *info,                   \
        VkExternalBufferProperties *to) {                                                          \
        record("vkGetPhysicalDeviceExternalBufferProperties" #SUFFIX " %s", HANDLE(device));       \
        to->externalMemoryProperties.externalMemoryFeatures = info->handleType;                    \
    }
BOTH(BUFFERS)

#define SEMAPHORES(SUFFIX)                                                                         \
    static void vkGetPhysicalDeviceExternalSemaphoreProperties##SUFFIX##_(                         \
        VkPhysicalDevice device, const VkPhysicalDeviceExternalSemaphoreInfo *info,                \
        VkExternalSemaphoreProperties *to) {                                                       \
        record("vkGetPhysicalDeviceExternalSemaphoreProperties" #SUFFIX " %s", HANDLE(device));    \
        to->externalSemaphoreFeatures = info->handleType;                                          \
    }
BOTH(SEMAPHORES)

#define FENCES(SUFFIX)                                                                             \
    static void vkGetPhysicalDeviceExternalFenceProperties##SUFFIX##_(                             \
        VkPhysicalDevice device, const VkPhysicalDeviceExternalFenceInfo *info,                    \
        VkExternalFenceProperties *to) {                                                           \
        record("vkGetPhysicalDeviceExternalFenceProperties" #SUFFIX " %s", HANDLE(device));        \
        to->externalFenceFeatures = info->handleType;                                              \
    }
BOTH(FENCES)

static VkResult vkGetPhysicalDeviceExternalImageFormatPropertiesNV_(
    VkPhysicalDevice device, VkFormat format, VkImageType type, VkImageTiling tiling,
    VkImageUsageFlags usage, VkImageCreateFlags flags, VkExternalMemoryHandleTypeFlagsNV handle,
    VkExternalImageFormatPropertiesNV *to) {
    record("vkGetPhysicalDeviceExternalImageFormatPropertiesNV %s", HANDLE(device));
    to->externalMemoryFeatures = handle;
    return fill_image_format(format, type, tiling, usage, flags, &to->imageFormatProperties);
}

#define TOOLS(SUFFIX)                                                                              \
    static VkResult vkGetPhysicalDeviceToolProperties##SUFFIX##_(                                  \
        VkPhysicalDevice device, uint32_t *count, VkPhysicalDeviceToolProperties *to) {            \
        record("vkGetPhysicalDeviceToolProperties" #SUFFIX " %s", HANDLE(device));                 \
        *count = 1;                                                                                \
        if (to != NULL) strcpy(to[0].name, "tool" #SUFFIX);                                        \
        RETURN("vkGetPhysicalDeviceToolProperties" #SUFFIX);                                       \
    }
TOOLS()
TOOLS(EXT)

/* --- surfaces ------------------------------------------------------------------------------ */

static VkResult make_surface(const char *name, VkInstance instance, const void *next,
                             const VkAllocationCallbacks *allocator, VkSurfaceKHR *surface) {
    record("%s %s", name, HANDLE(instance));
    record_allocator(allocator);
    record_chain(next);
    VkResult result = result_of(name);
    if (result == VK_SUCCESS)
        *surface = (VkSurfaceKHR)(size_t)((unsigned long long)device_id << 32 | 0x50000000ull |
                                          ++made_surfaces);
    return result;
}

#define CREATE(NAME, INFO)                                                                         \
    static VkResult NAME##_(VkInstance instance, const INFO *info,                                 \
                            const VkAllocationCallbacks *allocator, VkSurfaceKHR *surface) {       \
        return make_surface(#NAME, instance, info, allocator, surface);                            \
    }
CREATE(vkCreateHeadlessSurfaceEXT, VkHeadlessSurfaceCreateInfoEXT)
CREATE(vkCreateXcbSurfaceKHR, VkXcbSurfaceCreateInfoKHR)
CREATE(vkCreateXlibSurfaceKHR, VkXlibSurfaceCreateInfoKHR)
CREATE(vkCreateWaylandSurfaceKHR, VkWaylandSurfaceCreateInfoKHR)
CREATE(vkCreateDisplayPlaneSurfaceKHR, VkDisplaySurfaceCreateInfoKHR)

static void vkDestroySurfaceKHR_(VkInstance instance, VkSurfaceKHR surface,
                                 const VkAllocationCallbacks *allocator) {
    record("vkDestroySurfaceKHR %s", HANDLE(instance));
    record_allocator(allocator);
    record("    %s", HANDLE(surface));
}

static VkResult vkGetPhysicalDeviceSurfaceSupportKHR_(VkPhysicalDevice device, uint32_t family,
                                                      VkSurfaceKHR surface, VkBool32 *supported) {
    (void)device;
    record("vkGetPhysicalDeviceSurfaceSupportKHR %u %s", family, HANDLE(surface));
    *supported = VK_TRUE;
    RETURN("vkGetPhysicalDeviceSurfaceSupportKHR");
}

static void fill_capabilities(VkSurfaceCapabilitiesKHR *to) {
    memset(to, 0, sizeof *to);
    to->minImageCount = 2;
    to->maxImageCount = device_id;
    to->minImageExtent.width = 1;
    to->maxImageExtent.height = 1000;
    to->supportedUsageFlags = 7;
}

static VkResult vkGetPhysicalDeviceSurfaceCapabilitiesKHR_(VkPhysicalDevice device,
                                                           VkSurfaceKHR surface,
                                                           VkSurfaceCapabilitiesKHR *to) {
    (void)device;
    record("vkGetPhysicalDeviceSurfaceCapabilitiesKHR %s", HANDLE(surface));
    fill_capabilities(to);
    RETURN("vkGetPhysicalDeviceSurfaceCapabilitiesKHR");
}

static VkResult vkGetPhysicalDeviceSurfaceCapabilities2KHR_(
    VkPhysicalDevice device, const VkPhysicalDeviceSurfaceInfo2KHR *info,
    VkSurfaceCapabilities2KHR *to) {
    (void)device;
    record("vkGetPhysicalDeviceSurfaceCapabilities2KHR %s", HANDLE(info->surface));
    record_chain(to->pNext);
    fill_capabilities(&to->surfaceCapabilities);
    RETURN("vkGetPhysicalDeviceSurfaceCapabilities2KHR");
}

static VkResult vkGetPhysicalDeviceSurfaceCapabilities2EXT_(VkPhysicalDevice device,
                                                            VkSurfaceKHR surface,
                                                            VkSurfaceCapabilities2EXT *to) {
    (void)device;
    record("vkGetPhysicalDeviceSurfaceCapabilities2EXT %s", HANDLE(surface));
    to->minImageCount = 9;
    to->supportedSurfaceCounters = 1;
    RETURN("vkGetPhysicalDeviceSurfaceCapabilities2EXT");
}

static VkResult vkGetPhysicalDeviceSurfaceFormatsKHR_(VkPhysicalDevice device, VkSurfaceKHR surface,
                                                      uint32_t *count, VkSurfaceFormatKHR *to) {
    (void)device;
    record("vkGetPhysicalDeviceSurfaceFormatsKHR %s", HANDLE(surface));
    if (to == NULL || *count > 2) *count = 2;
    for (uint32_t index = 0; to != NULL && index < *count; index++)
        to[index].format = (VkFormat)(device_id + index), to[index].colorSpace = 0;
    RETURN("vkGetPhysicalDeviceSurfaceFormatsKHR");
}

static VkResult vkGetPhysicalDeviceSurfaceFormats2KHR_(VkPhysicalDevice device,
                                                       const VkPhysicalDeviceSurfaceInfo2KHR *info,
                                                       uint32_t *count, VkSurfaceFormat2KHR *to) {
    (void)device, (void)to;
    record("vkGetPhysicalDeviceSurfaceFormats2KHR %s", HANDLE(info->surface));
    *count = 1;
    RETURN("vkGetPhysicalDeviceSurfaceFormats2KHR");
}

static VkResult vkGetPhysicalDeviceSurfacePresentModesKHR_(VkPhysicalDevice device,
                                                           VkSurfaceKHR surface, uint32_t *count,
                                                           VkPresentModeKHR *to) {
    (void)device;
    record("vkGetPhysicalDeviceSurfacePresentModesKHR %s", HANDLE(surface));
    if (to == NULL || *count > 2) *count = 2;
    for (uint32_t index = 0; to != NULL && index < *count; index++)
        to[index] = (VkPresentModeKHR)(index + 1);
    RETURN("vkGetPhysicalDeviceSurfacePresentModesKHR");
}

static VkResult vkGetPhysicalDevicePresentRectanglesKHR_(VkPhysicalDevice device,
                                                         VkSurfaceKHR surface, uint32_t *count,
                                                         VkRect2D *to) {
    (void)device, (void)to;
    record("vkGetPhysicalDevicePresentRectanglesKHR %s", HANDLE(surface));
    *count = 1;
    RETURN("vkGetPhysicalDevicePresentRectanglesKHR");
}

#define SUPPORT(NAME, ...)                                                                         \
    static VkBool32 NAME##_(VkPhysicalDevice device, uint32_t family, __VA_ARGS__) {               \
        record(#NAME " %u", family);                                                               \
        return device == (VkPhysicalDevice)&the_physical_device;                                   \
    }
#define UNUSED __attribute__((unused))
SUPPORT(vkGetPhysicalDeviceXcbPresentationSupportKHR, UNUSED xcb_connection_t *connection,
        UNUSED xcb_visualid_t visual)
SUPPORT(vkGetPhysicalDeviceXlibPresentationSupportKHR, UNUSED Display *display,
        UNUSED VisualID visual)
SUPPORT(vkGetPhysicalDeviceWaylandPresentationSupportKHR, UNUSED struct wl_display *display)

/* --- displays ------------------------------------------------------------------------------ */

static VkResult vkGetPhysicalDeviceDisplayPropertiesKHR_(VkPhysicalDevice device, uint32_t *count,
                                                         VkDisplayPropertiesKHR *to) {
    (void)device;
    record("vkGetPhysicalDeviceDisplayPropertiesKHR %s", to == NULL ? "count" : "array");
    *count = 1;
    if (to != NULL) {
        memset(to, 0, sizeof *to);
        to->display = (VkDisplayKHR)(size_t)(100 + device_id);
        to->physicalResolution.width = 640;
    }
    RETURN("vkGetPhysicalDeviceDisplayPropertiesKHR");
}

static VkResult vkGetPhysicalDeviceDisplayPlanePropertiesKHR_(VkPhysicalDevice device,
                                                              uint32_t *count,
                                                              VkDisplayPlanePropertiesKHR *to) {
    (void)device;
    record("vkGetPhysicalDeviceDisplayPlanePropertiesKHR");
    *count = 1;
    if (to != NULL) memset(to, 0, sizeof *to), to->currentStackIndex = 5;
    RETURN("vkGetPhysicalDeviceDisplayPlanePropertiesKHR");
}

static VkResult vkGetDisplayPlaneSupportedDisplaysKHR_(VkPhysicalDevice device, uint32_t plane,
                                                       uint32_t *count, VkDisplayKHR *to) {
    (void)device, (void)to;
    record("vkGetDisplayPlaneSupportedDisplaysKHR %u", plane);
    *count = 1;
    RETURN("vkGetDisplayPlaneSupportedDisplaysKHR");
}

static VkResult vkGetDisplayModePropertiesKHR_(VkPhysicalDevice device, VkDisplayKHR display,
                                               uint32_t *count, VkDisplayModePropertiesKHR *to) {
    (void)device;
    record("vkGetDisplayModePropertiesKHR %s", HANDLE(display));
    *count = 1;
    if (to != NULL) memset(to, 0, sizeof *to), to->parameters.refreshRate = 60;
    RETURN("vkGetDisplayModePropertiesKHR");
}

static VkResult vkCreateDisplayModeKHR_(VkPhysicalDevice device, VkDisplayKHR display,
                                        const VkDisplayModeCreateInfoKHR *info,
                                        const VkAllocationCallbacks *allocator,
                                        VkDisplayModeKHR *mode) {
    (void)device, (void)info, (void)allocator;
    record("vkCreateDisplayModeKHR %s", HANDLE(display));
    *mode = (VkDisplayModeKHR)(size_t)77;
    RETURN("vkCreateDisplayModeKHR");
}

static VkResult vkGetDisplayPlaneCapabilitiesKHR_(VkPhysicalDevice device, VkDisplayModeKHR mode,
                                                  uint32_t plane,
                                                  VkDisplayPlaneCapabilitiesKHR *to) {
    (void)device;
    record("vkGetDisplayPlaneCapabilitiesKHR %s %u", HANDLE(mode), plane);
    memset(to, 0, sizeof *to);
    to->maxSrcExtent.width = 11;
    RETURN("vkGetDisplayPlaneCapabilitiesKHR");
}

#define DISPLAY2(NAME, TYPE)                                                                       \
    static VkResult NAME##_(VkPhysicalDevice device, uint32_t *count, TYPE *to) {                  \
        (void)device, (void)to;                                                                    \
        record(#NAME);                                                                             \
        *count = 4;                                                                                \
        RETURN(#NAME);                                                                             \
    }
DISPLAY2(vkGetPhysicalDeviceDisplayProperties2KHR, VkDisplayProperties2KHR)
DISPLAY2(vkGetPhysicalDeviceDisplayPlaneProperties2KHR, VkDisplayPlaneProperties2KHR)

static VkResult vkGetDisplayModeProperties2KHR_(VkPhysicalDevice device, VkDisplayKHR display,
                                                uint32_t *count, VkDisplayModeProperties2KHR *to) {
    (void)device, (void)to;
    record("vkGetDisplayModeProperties2KHR %s", HANDLE(display));
    *count = 4;
    RETURN("vkGetDisplayModeProperties2KHR");
}

static VkResult vkGetDisplayPlaneCapabilities2KHR_(VkPhysicalDevice device,
                                                   const VkDisplayPlaneInfo2KHR *info,
                                                   VkDisplayPlaneCapabilities2KHR *to) {
    (void)device, (void)to;
    record("vkGetDisplayPlaneCapabilities2KHR %u", info->planeIndex);
    RETURN("vkGetDisplayPlaneCapabilities2KHR");
}

static VkResult vkReleaseDisplayEXT_(VkPhysicalDevice device, VkDisplayKHR display) {
    (void)device;
    record("vkReleaseDisplayEXT %s", HANDLE(display));
    RETURN("vkReleaseDisplayEXT");
}

static VkResult vkAcquireXlibDisplayEXT_(VkPhysicalDevice device, Display *x, VkDisplayKHR display) {
    (void)device, (void)x;
    record("vkAcquireXlibDisplayEXT %s", HANDLE(display));
    RETURN("vkAcquireXlibDisplayEXT");
}

static VkResult vkGetRandROutputDisplayEXT_(VkPhysicalDevice device, Display *x, RROutput output,
                                            VkDisplayKHR *display) {
    (void)device, (void)x;
    record("vkGetRandROutputDisplayEXT %lu", output);
    *display = (VkDisplayKHR)(size_t)55;
    RETURN("vkGetRandROutputDisplayEXT");
}

static VkResult vkAcquireDrmDisplayEXT_(VkPhysicalDevice device, int32_t fd, VkDisplayKHR display) {
    (void)device;
    record("vkAcquireDrmDisplayEXT %d %s", fd, HANDLE(display));
    RETURN("vkAcquireDrmDisplayEXT");
}

static VkResult vkGetDrmDisplayEXT_(VkPhysicalDevice device, int32_t fd, uint32_t connector,
                                    VkDisplayKHR *display) {
    (void)device;
    record("vkGetDrmDisplayEXT %d %u", fd, connector);
    *display = (VkDisplayKHR)(size_t)56;
    RETURN("vkGetDrmDisplayEXT");
}

/* --- messages ------------------------------------------------------------------------------ */

static VkResult vkCreateDebugUtilsMessengerEXT_(VkInstance instance,
                                                const VkDebugUtilsMessengerCreateInfoEXT *info,
                                                const VkAllocationCallbacks *allocator,
                                                VkDebugUtilsMessengerEXT *messenger) {
    (void)info;
    record("vkCreateDebugUtilsMessengerEXT %s", HANDLE(instance));
    record_allocator(allocator);
    *messenger = (VkDebugUtilsMessengerEXT)(size_t)++made_messengers;
    RETURN("vkCreateDebugUtilsMessengerEXT");
}

static void vkDestroyDebugUtilsMessengerEXT_(VkInstance instance,
                                             VkDebugUtilsMessengerEXT messenger,
                                             const VkAllocationCallbacks *allocator) {
    (void)instance;
    record("vkDestroyDebugUtilsMessengerEXT %s", HANDLE(messenger));
    record_allocator(allocator);
}

static void vkSubmitDebugUtilsMessageEXT_(VkInstance instance,
                                          VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                          VkDebugUtilsMessageTypeFlagsEXT types,
                                          const VkDebugUtilsMessengerCallbackDataEXT *data) {
    (void)instance, (void)severity, (void)types, (void)data;
    record("vkSubmitDebugUtilsMessageEXT");
}

static VkResult vkCreateDebugReportCallbackEXT_(VkInstance instance,
                                                const VkDebugReportCallbackCreateInfoEXT *info,
                                                const VkAllocationCallbacks *allocator,
                                                VkDebugReportCallbackEXT *callback) {
    (void)info;
    record("vkCreateDebugReportCallbackEXT %s", HANDLE(instance));
    record_allocator(allocator);
    *callback = (VkDebugReportCallbackEXT)(size_t)++made_messengers;
    RETURN("vkCreateDebugReportCallbackEXT");
}

static void vkDestroyDebugReportCallbackEXT_(VkInstance instance, VkDebugReportCallbackEXT callback,
                                             const VkAllocationCallbacks *allocator) {
    (void)instance;
    record("vkDestroyDebugReportCallbackEXT %s", HANDLE(callback));
    record_allocator(allocator);
}

static void vkDebugReportMessageEXT_(VkInstance instance, VkDebugReportFlagsEXT flags,
                                     VkDebugReportObjectTypeEXT type, uint64_t object,
                                     size_t location, int32_t code, const char *prefix,
                                     const char *message) {
    (void)instance, (void)object;
    record("vkDebugReportMessageEXT %u %d %zu %d %s %s", flags, type, location, code, prefix,
           message);
}

/* --- device -------------------------------------------------------------------------------- */

static VkResult vkCreateDevice_(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                const VkAllocationCallbacks *allocator, VkDevice *device) {
    (void)info, (void)allocator;
    record("vkCreateDevice %s", HANDLE(physical));
    the_device.magic = MAGIC;
    *device = (VkDevice)&the_device;
    return VK_SUCCESS;
}

static void vkDestroyDevice_(VkDevice device, const VkAllocationCallbacks *allocator) {
    (void)device, (void)allocator;
    record("vkDestroyDevice");
}

static void vkGetDeviceQueue_(VkDevice device, uint32_t family, uint32_t index, VkQueue *queue) {
    (void)device, (void)family, (void)index;
    the_queue.magic = MAGIC;
    *queue = (VkQueue)&the_queue;
}

static VkResult vkCreateSwapchainKHR_(VkDevice device, const VkSwapchainCreateInfoKHR *info,
                                      const VkAllocationCallbacks *allocator,
                                      VkSwapchainKHR *swapchain) {
    (void)device, (void)allocator;
    record("vkCreateSwapchainKHR %u %s", info->imageExtent.width, HANDLE(info->surface));
    *swapchain = (VkSwapchainKHR)(size_t)9;
    RETURN("vkCreateSwapchainKHR");
}

static VkResult vkCreateSharedSwapchainsKHR_(VkDevice device, uint32_t count,
                                             const VkSwapchainCreateInfoKHR *infos,
                                             const VkAllocationCallbacks *allocator,
                                             VkSwapchainKHR *swapchains) {
    (void)device, (void)allocator, (void)swapchains;
    record("vkCreateSharedSwapchainsKHR");
    for (uint32_t index = 0; index < count; index++)
        record("    %u %s", infos[index].imageExtent.width, HANDLE(infos[index].surface));
    RETURN("vkCreateSharedSwapchainsKHR");
}

static VkResult vkGetDeviceGroupSurfacePresentModesKHR_(VkDevice device, VkSurfaceKHR surface,
                                                        VkDeviceGroupPresentModeFlagsKHR *modes) {
    (void)device;
    record("vkGetDeviceGroupSurfacePresentModesKHR %s", HANDLE(surface));
    *modes = 3;
    RETURN("vkGetDeviceGroupSurfacePresentModesKHR");
}

static VkResult vkSetDebugUtilsObjectNameEXT_(VkDevice device,
                                              const VkDebugUtilsObjectNameInfoEXT *info) {
    (void)device;
    record("vkSetDebugUtilsObjectNameEXT %d %s %s", info->objectType, info->pObjectName,
           HANDLE(info->objectHandle));
    RETURN("vkSetDebugUtilsObjectNameEXT");
}

static VkResult vkSetDebugUtilsObjectTagEXT_(VkDevice device,
                                             const VkDebugUtilsObjectTagInfoEXT *info) {
    (void)device;
    record("vkSetDebugUtilsObjectTagEXT %d %zu %s", info->objectType, info->tagSize,
           HANDLE(info->objectHandle));
    RETURN("vkSetDebugUtilsObjectTagEXT");
}

static VkResult vkDebugMarkerSetObjectNameEXT_(VkDevice device,
                                               const VkDebugMarkerObjectNameInfoEXT *info) {
    (void)device;
    record("vkDebugMarkerSetObjectNameEXT %d %s %s", info->objectType, info->pObjectName,
           HANDLE(info->object));
    RETURN("vkDebugMarkerSetObjectNameEXT");
}

static VkResult vkDebugMarkerSetObjectTagEXT_(VkDevice device,
                                              const VkDebugMarkerObjectTagInfoEXT *info) {
    (void)device;
    record("vkDebugMarkerSetObjectTagEXT %d %zu %s", info->objectType, info->tagSize,
           HANDLE(info->object));
    RETURN("vkDebugMarkerSetObjectTagEXT");
}

static void vkQueueBeginDebugUtilsLabelEXT_(VkQueue queue, const VkDebugUtilsLabelEXT *label) {
    (void)queue;
    record("vkQueueBeginDebugUtilsLabelEXT %s", label->pLabelName);
}

static void vkQueueEndDebugUtilsLabelEXT_(VkQueue queue) {
    (void)queue;
    record("vkQueueEndDebugUtilsLabelEXT");
}

/* --- entry points -------------------------------------------------------------------------- */

static PFN_vkVoidFunction vkGetDeviceProcAddr_(VkDevice device, const char *name);

#define ENTRY(NAME) {#NAME, (PFN_vkVoidFunction)NAME##_},
#define TWICE(NAME) ENTRY(NAME) ENTRY(NAME##KHR)
static const struct {
    const char *name;
    PFN_vkVoidFunction function;
} instance_functions[] = {
    ENTRY(vkEnumerateInstanceExtensionProperties)
    ENTRY(vkEnumerateInstanceVersion)
    ENTRY(vkCreateInstance)
    ENTRY(vkDestroyInstance)
    ENTRY(vkEnumeratePhysicalDevices)
    ENTRY(vkGetPhysicalDeviceFeatures)
    ENTRY(vkGetPhysicalDeviceProperties)
    ENTRY(vkGetPhysicalDeviceFormatProperties)
    ENTRY(vkGetPhysicalDeviceImageFormatProperties)
    ENTRY(vkGetPhysicalDeviceQueueFamilyProperties)
    ENTRY(vkGetPhysicalDeviceMemoryProperties)
    ENTRY(vkGetPhysicalDeviceSparseImageFormatProperties)
    ENTRY(vkEnumerateDeviceExtensionProperties)
    TWICE(vkGetPhysicalDeviceFeatures2)
    TWICE(vkGetPhysicalDeviceProperties2)
    TWICE(vkGetPhysicalDeviceFormatProperties2)
    TWICE(vkGetPhysicalDeviceImageFormatProperties2)
    TWICE(vkGetPhysicalDeviceQueueFamilyProperties2)
    TWICE(vkGetPhysicalDeviceMemoryProperties2)
    TWICE(vkGetPhysicalDeviceSparseImageFormatProperties2)
    TWICE(vkGetPhysicalDeviceExternalBufferProperties)
    TWICE(vkGetPhysicalDeviceExternalSemaphoreProperties)
    TWICE(vkGetPhysicalDeviceExternalFenceProperties)
    ENTRY(vkGetPhysicalDeviceExternalImageFormatPropertiesNV)
    ENTRY(vkGetPhysicalDeviceToolProperties)
    ENTRY(vkGetPhysicalDeviceToolPropertiesEXT)
    ENTRY(vkCreateHeadlessSurfaceEXT)
    ENTRY(vkCreateXcbSurfaceKHR)
    ENTRY(vkCreateXlibSurfaceKHR)
    ENTRY(vkCreateWaylandSurfaceKHR)
    ENTRY(vkCreateDisplayPlaneSurfaceKHR)
    ENTRY(vkDestroySurfaceKHR)
    ENTRY(vkGetPhysicalDeviceSurfaceSupportKHR)
    ENTRY(vkGetPhysicalDeviceSurfaceCapabilitiesKHR)
    ENTRY(vkGetPhysicalDeviceSurfaceCapabilities2KHR)
    ENTRY(vkGetPhysicalDeviceSurfaceCapabilities2EXT)
    ENTRY(vkGetPhysicalDeviceSurfaceFormatsKHR)
    ENTRY(vkGetPhysicalDeviceSurfaceFormats2KHR)
    ENTRY(vkGetPhysicalDeviceSurfacePresentModesKHR)
    ENTRY(vkGetPhysicalDevicePresentRectanglesKHR)
    ENTRY(vkGetPhysicalDeviceXcbPresentationSupportKHR)
    ENTRY(vkGetPhysicalDeviceXlibPresentationSupportKHR)
    ENTRY(vkGetPhysicalDeviceWaylandPresentationSupportKHR)
    ENTRY(vkGetPhysicalDeviceDisplayPropertiesKHR)
    ENTRY(vkGetPhysicalDeviceDisplayPlanePropertiesKHR)
    ENTRY(vkGetDisplayPlaneSupportedDisplaysKHR)
    ENTRY(vkGetDisplayModePropertiesKHR)
    ENTRY(vkCreateDisplayModeKHR)
    ENTRY(vkGetDisplayPlaneCapabilitiesKHR)
    ENTRY(vkGetPhysicalDeviceDisplayProperties2KHR)
    ENTRY(vkGetPhysicalDeviceDisplayPlaneProperties2KHR)
    ENTRY(vkGetDisplayModeProperties2KHR)
    ENTRY(vkGetDisplayPlaneCapabilities2KHR)
    ENTRY(vkReleaseDisplayEXT)
    ENTRY(vkAcquireXlibDisplayEXT)
    ENTRY(vkGetRandROutputDisplayEXT)
    ENTRY(vkAcquireDrmDisplayEXT)
    ENTRY(vkGetDrmDisplayEXT)
    ENTRY(vkCreateDebugUtilsMessengerEXT)
    ENTRY(vkDestroyDebugUtilsMessengerEXT)
    ENTRY(vkSubmitDebugUtilsMessageEXT)
    ENTRY(vkCreateDebugReportCallbackEXT)
    ENTRY(vkDestroyDebugReportCallbackEXT)
    ENTRY(vkDebugReportMessageEXT)
    ENTRY(vkCreateDevice)
    ENTRY(vkGetDeviceProcAddr)
}, device_functions[] = {
    ENTRY(vkGetDeviceProcAddr)
    ENTRY(vkDestroyDevice)
    ENTRY(vkGetDeviceQueue)
    ENTRY(vkCreateSwapchainKHR)
    ENTRY(vkCreateSharedSwapchainsKHR)
    ENTRY(vkGetDeviceGroupSurfacePresentModesKHR)
    ENTRY(vkSetDebugUtilsObjectNameEXT)
    ENTRY(vkSetDebugUtilsObjectTagEXT)
    ENTRY(vkDebugMarkerSetObjectNameEXT)
    ENTRY(vkDebugMarkerSetObjectTagEXT)
    ENTRY(vkQueueBeginDebugUtilsLabelEXT)
    ENTRY(vkQueueEndDebugUtilsLabelEXT)
};

static int is_missing(const char *name) {
    for (unsigned index = 0; index < missing_count; index++)
        if (!strcmp(missing[index], name)) return 1;
    return 0;
}

static PFN_vkVoidFunction vkGetDeviceProcAddr_(VkDevice device, const char *name) {
    (void)device;
    for (size_t index = 0; index < sizeof device_functions / sizeof *device_functions; index++)
        if (!strcmp(device_functions[index].name, name) && !is_missing(name))
            return device_functions[index].function;
    return NULL;
}

EXPORT PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance, const char *name) {
    (void)instance;
    for (size_t index = 0; index < sizeof instance_functions / sizeof *instance_functions; index++)
        if (!strcmp(instance_functions[index].name, name) && !is_missing(name))
            return instance_functions[index].function;
    return vkGetDeviceProcAddr_(NULL, name);
}

EXPORT VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) {
    if (*version > interface) *version = interface;
    return VK_SUCCESS;
}
