/* A program's side: asks a loader, given only its vkGetInstanceProcAddr, and writes the answers.
 *
 * Structures are filled with a pattern before each call, so that what is left alone shows as well. */
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
#define PATTERN 0x5A

static PFN_vkGetInstanceProcAddr get;
static FILE *output;
static VkInstance instance;
static const char *const *enabled;
static VkPhysicalDevice devices[8];
static uint32_t device_count = 8;

static void say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(output, format, arguments);
    fputc('\n', output);
    va_end(arguments);
    fflush(output);
}

static int is_enabled(const char *name) {
    for (const char *const *each = enabled; *each != NULL; each++)
        if (!strcmp(*each, name)) return 1;
    return 0;
}

/* The bytes of a structure behind its first two members, as one number. */
static unsigned long long sum(const void *start, size_t size) {
    const unsigned char *bytes = start;
    unsigned long long value = 1469598103934665603ull;
    for (size_t index = 0; index < size; index++) value = (value ^ bytes[index]) * 1099511628211ull;
    return value;
}

#define CLEAR(STRUCTURE) memset(&STRUCTURE, PATTERN, sizeof STRUCTURE)
#define BEGIN(STRUCTURE, TYPE, NEXT)                                                               \
    (memset(&STRUCTURE, PATTERN, sizeof STRUCTURE), STRUCTURE.sType = TYPE, STRUCTURE.pNext = NEXT)
#define SUM(STRUCTURE) sum(&STRUCTURE, sizeof STRUCTURE)
#define BODY(STRUCTURE) sum((const char *)&STRUCTURE + 16, sizeof STRUCTURE - 16)
#define FIND(NAME) PFN_##NAME NAME = (PFN_##NAME)get(instance, #NAME)
#define FIND_AS(VARIABLE, TYPE, NAME) PFN_##TYPE VARIABLE = (PFN_##TYPE)get(instance, NAME)

/* --- memory: drivers record the number of the allocator that they are given ------------------- */

static void *allocate(void *user, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    (void)user, (void)alignment, (void)scope;
    return malloc(size);
}

static void *reallocate(void *user, void *old, size_t size, size_t alignment,
                        VkSystemAllocationScope scope) {
    (void)user, (void)alignment, (void)scope;
    return realloc(old, size);
}

static void release(void *user, void *memory) {
    (void)user;
    free(memory);
}

/* The callbacks lie in memory that is not theirs for long, as those of a careless program. */
static const VkAllocationCallbacks *allocator(size_t number) {
    static VkAllocationCallbacks callbacks;
    callbacks = (VkAllocationCallbacks){.pUserData = (void *)number,
                                        .pfnAllocation = allocate,
                                        .pfnReallocation = reallocate,
                                        .pfnFree = release};
    return &callbacks;
}

/* --- queries -------------------------------------------------------------------------------- */

static void ask_queries(VkPhysicalDevice device, const char *suffix) {
    char name[128];
#define NAMED(VARIABLE, TYPE)                                                                      \
    snprintf(name, sizeof name, "%s%s", #TYPE, suffix);                                            \
    FIND_AS(VARIABLE, TYPE, name);                                                                 \
    say("%s %s", name, VARIABLE == NULL ? "unknown" : "known")
    NAMED(features2, vkGetPhysicalDeviceFeatures2);
    if (features2 != NULL) {
        VkPhysicalDeviceFeatures2 features;
        VkPhysicalDeviceVulkanMemoryModelFeatures strange;
        VkPhysicalDeviceMultiviewFeatures multiview;
        BEGIN(strange, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES, NULL);
        BEGIN(multiview, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES, &strange);
        BEGIN(features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &multiview);
        features2(device, &features);
        say("  %llx %llx %llx", SUM(features.features), BODY(multiview), BODY(strange));
    }
    NAMED(properties2, vkGetPhysicalDeviceProperties2);
    if (properties2 != NULL) {
        VkPhysicalDeviceProperties2 properties;
        VkPhysicalDeviceSubgroupProperties strange;
        VkPhysicalDeviceIDProperties identity;
        BEGIN(strange, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES, NULL);
        BEGIN(identity, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES, &strange);
        BEGIN(properties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &identity);
        properties2(device, &properties);
        say("  %llx %llx %llx", SUM(properties.properties), BODY(identity), BODY(strange));
    }
    NAMED(format2, vkGetPhysicalDeviceFormatProperties2);
    if (format2 != NULL) {
        VkFormatProperties2 properties;
        VkFormatProperties3 newer;
        BEGIN(newer, VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3, NULL);
        BEGIN(properties, VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, &newer);
        format2(device, VK_FORMAT_R8_UNORM, &properties);
        say("  %llx %llx", SUM(properties.formatProperties), BODY(newer));
    }
    NAMED(image2, vkGetPhysicalDeviceImageFormatProperties2);
    for (int chained = 0; image2 != NULL && chained < 3; chained++) {
        VkImageFormatProperties2 properties;
        VkExternalImageFormatProperties external;
        VkPhysicalDeviceExternalImageFormatInfo wish = {
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO};
        VkPhysicalDeviceImageFormatInfo2 info = {
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
            .pNext = chained == 1 ? &wish : NULL,
            .format = VK_FORMAT_R8_SNORM,
            .type = VK_IMAGE_TYPE_2D,
            .tiling = VK_IMAGE_TILING_LINEAR,
            .usage = 5,
            .flags = 6};
        BEGIN(external, VK_STRUCTURE_TYPE_EXTERNAL_IMAGE_FORMAT_PROPERTIES, NULL);
        BEGIN(properties, VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2,
              chained == 2 ? &external : NULL);
        int result = image2(device, &info, &properties);
        say("  %d %llx", result, SUM(properties.imageFormatProperties));
    }
    NAMED(families2, vkGetPhysicalDeviceQueueFamilyProperties2);
    for (uint32_t room = 0; families2 != NULL && room < 5; room++) {
        VkQueueFamilyProperties2 families[5];
        VkQueueFamilyGlobalPriorityPropertiesKHR priority;
        BEGIN(priority, VK_STRUCTURE_TYPE_QUEUE_FAMILY_GLOBAL_PRIORITY_PROPERTIES_KHR, NULL);
        for (int index = 0; index < 5; index++)
            BEGIN(families[index], VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2,
                  index == 1 ? &priority : NULL);
        uint32_t count = room;
        families2(device, &count, room == 4 ? NULL : families);
        unsigned long long total = 0;
        for (int index = 0; index < 5; index++) total += BODY(families[index]);
        say("  %u %llx", count, total);
    }
    NAMED(memory2, vkGetPhysicalDeviceMemoryProperties2);
    if (memory2 != NULL) {
        VkPhysicalDeviceMemoryProperties2 properties;
        BEGIN(properties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2, NULL);
        memory2(device, &properties);
        say("  %llx", SUM(properties.memoryProperties));
    }
    NAMED(sparse2, vkGetPhysicalDeviceSparseImageFormatProperties2);
    for (uint32_t room = 0; sparse2 != NULL && room < 4; room++) {
        VkSparseImageFormatProperties2 properties[3];
        VkPhysicalDeviceSparseImageFormatInfo2 info = {
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SPARSE_IMAGE_FORMAT_INFO_2,
            .format = VK_FORMAT_R8_UINT,
            .type = VK_IMAGE_TYPE_3D,
            .samples = VK_SAMPLE_COUNT_4_BIT,
            .usage = 9,
            .tiling = VK_IMAGE_TILING_LINEAR};
        for (int index = 0; index < 3; index++)
            BEGIN(properties[index], VK_STRUCTURE_TYPE_SPARSE_IMAGE_FORMAT_PROPERTIES_2, NULL);
        uint32_t count = room;
        sparse2(device, &info, &count, room == 3 ? NULL : properties);
        say("  %u %llx %llx %llx", count, BODY(properties[0]), BODY(properties[1]),
            BODY(properties[2]));
    }
    NAMED(buffer, vkGetPhysicalDeviceExternalBufferProperties);
    if (buffer != NULL) {
        VkExternalBufferProperties properties;
        VkPhysicalDeviceExternalBufferInfo info = {
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO, .handleType = 2};
        BEGIN(properties, VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES, NULL);
        buffer(device, &info, &properties);
        say("  %llx", SUM(properties.externalMemoryProperties));
    }
    NAMED(semaphore, vkGetPhysicalDeviceExternalSemaphoreProperties);
    if (semaphore != NULL) {
        VkExternalSemaphoreProperties properties;
        VkPhysicalDeviceExternalSemaphoreInfo info = {
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_SEMAPHORE_INFO, .handleType = 2};
        BEGIN(properties, VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES, NULL);
        semaphore(device, &info, &properties);
        say("  %x %x %x", properties.exportFromImportedHandleTypes,
            properties.compatibleHandleTypes, properties.externalSemaphoreFeatures);
    }
    NAMED(fence, vkGetPhysicalDeviceExternalFenceProperties);
    if (fence != NULL) {
        VkExternalFenceProperties properties;
        VkPhysicalDeviceExternalFenceInfo info = {
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_FENCE_INFO, .handleType = 2};
        BEGIN(properties, VK_STRUCTURE_TYPE_EXTERNAL_FENCE_PROPERTIES, NULL);
        fence(device, &info, &properties);
        say("  %x %x %x", properties.exportFromImportedHandleTypes,
            properties.compatibleHandleTypes, properties.externalFenceFeatures);
    }
}

static void ask_external_image(VkPhysicalDevice device) {
    FIND(vkGetPhysicalDeviceExternalImageFormatPropertiesNV);
    if (vkGetPhysicalDeviceExternalImageFormatPropertiesNV == NULL) return;
    for (unsigned handle = 0; handle < 2; handle++) {
        VkExternalImageFormatPropertiesNV properties;
        CLEAR(properties);
        int result = vkGetPhysicalDeviceExternalImageFormatPropertiesNV(
            device, VK_FORMAT_R8_UINT, VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_LINEAR, 1, 2, handle,
            &properties);
        say("NV %d %llx", result, SUM(properties.imageFormatProperties));
        say("   %x %x %x", properties.externalMemoryFeatures,
            properties.exportFromImportedHandleTypes, properties.compatibleHandleTypes);
    }
}

static void ask_tools(VkPhysicalDevice device) {
    static const char *const names[] = {"vkGetPhysicalDeviceToolProperties",
                                        "vkGetPhysicalDeviceToolPropertiesEXT"};
    for (int index = 0; index < 2; index++) {
        FIND_AS(tools, vkGetPhysicalDeviceToolProperties, names[index]);
        say("%s %s", names[index], tools == NULL ? "unknown" : "known");
        if (tools == NULL) continue;
        uint32_t count = 12345;
        int result = tools(device, &count, NULL);
        say("  %d %u", result, count);
    }
}

/* --- surfaces ------------------------------------------------------------------------------- */

static VkSurfaceKHR make_surface(const char *kind) {
    VkSurfaceKHR surface = (VkSurfaceKHR)(size_t)0x77;
    VkResult result = 12345;
    VkBaseInStructure strange = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO};
    const void *next = !strcmp(kind, "chained") ? &strange : NULL;
    if (!strcmp(kind, "headless") || next != NULL) {
        FIND(vkCreateHeadlessSurfaceEXT);
        VkHeadlessSurfaceCreateInfoEXT info = {
            .sType = VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT, .pNext = next};
        if (vkCreateHeadlessSurfaceEXT != NULL)
            result = vkCreateHeadlessSurfaceEXT(instance, &info, allocator(5), &surface);
    } else if (!strcmp(kind, "xcb")) {
        FIND(vkCreateXcbSurfaceKHR);
        VkXcbSurfaceCreateInfoKHR info = {.sType = VK_STRUCTURE_TYPE_XCB_SURFACE_CREATE_INFO_KHR,
                                          .connection = (void *)0x1234,
                                          .window = 99};
        if (vkCreateXcbSurfaceKHR != NULL)
            result = vkCreateXcbSurfaceKHR(instance, &info, allocator(5), &surface);
    } else if (!strcmp(kind, "xlib")) {
        FIND(vkCreateXlibSurfaceKHR);
        VkXlibSurfaceCreateInfoKHR info = {.sType = VK_STRUCTURE_TYPE_XLIB_SURFACE_CREATE_INFO_KHR,
                                           .dpy = (void *)0x1235,
                                           .window = 98};
        if (vkCreateXlibSurfaceKHR != NULL)
            result = vkCreateXlibSurfaceKHR(instance, &info, allocator(5), &surface);
    } else if (!strcmp(kind, "wayland")) {
        FIND(vkCreateWaylandSurfaceKHR);
        VkWaylandSurfaceCreateInfoKHR info = {
            .sType = VK_STRUCTURE_TYPE_WAYLAND_SURFACE_CREATE_INFO_KHR,
            .display = (void *)0x1236,
            .surface = (void *)0x61};
        if (vkCreateWaylandSurfaceKHR != NULL)
            result = vkCreateWaylandSurfaceKHR(instance, &info, allocator(5), &surface);
    } else {
        FIND(vkCreateDisplayPlaneSurfaceKHR);
        VkDisplaySurfaceCreateInfoKHR info = {
            .sType = VK_STRUCTURE_TYPE_DISPLAY_SURFACE_CREATE_INFO_KHR,
            .displayMode = (VkDisplayModeKHR)(size_t)5,
            .planeIndex = 6,
            .planeStackIndex = 7,
            .transform = 8,
            .globalAlpha = 0.5f,
            .alphaMode = 2,
            .imageExtent = {640, 480}};
        if (vkCreateDisplayPlaneSurfaceKHR != NULL)
            result = vkCreateDisplayPlaneSurfaceKHR(instance, &info, allocator(5), &surface);
    }
    (void)allocator(99);
    say("surface %s %d %s", kind, result,
        surface == (VkSurfaceKHR)(size_t)0x77 ? "untouched" : surface == NULL ? "none" : "made");
    return result == VK_SUCCESS ? surface : NULL;
}

static void ask_surface(VkPhysicalDevice device, VkSurfaceKHR surface) {
    FIND(vkGetPhysicalDeviceSurfaceSupportKHR);
    FIND(vkGetPhysicalDeviceSurfaceCapabilitiesKHR);
    FIND(vkGetPhysicalDeviceSurfaceFormatsKHR);
    FIND(vkGetPhysicalDeviceSurfacePresentModesKHR);
    FIND(vkGetPhysicalDevicePresentRectanglesKHR);
    VkBool32 supported = 12345;
    int result = vkGetPhysicalDeviceSurfaceSupportKHR(device, 1, surface, &supported);
    say("support %d %u", result, supported);
    VkSurfaceCapabilitiesKHR capabilities;
    CLEAR(capabilities);
    result = vkGetPhysicalDeviceSurfaceCapabilitiesKHR(device, surface, &capabilities);
    say("capabilities %d %llx", result, SUM(capabilities));
    uint32_t count = 12345;
    result = vkGetPhysicalDeviceSurfaceFormatsKHR(device, surface, &count, NULL);
    say("formats %d %u", result, count);
    VkSurfaceFormatKHR formats[3];
    CLEAR(formats);
    count = 3;
    result = vkGetPhysicalDeviceSurfaceFormatsKHR(device, surface, &count, formats);
    say("formats %d %u %llx", result, count, SUM(formats));
    VkPresentModeKHR modes[3];
    CLEAR(modes);
    count = 3;
    result = vkGetPhysicalDeviceSurfacePresentModesKHR(device, surface, &count, modes);
    say("modes %d %u %llx", result, count, SUM(modes));
    count = 12345;
    result = vkGetPhysicalDevicePresentRectanglesKHR(device, surface, &count, NULL);
    say("rectangles %d %u", result, count);
}

static void ask_surface2(VkPhysicalDevice device, VkSurfaceKHR surface) {
    FIND(vkGetPhysicalDeviceSurfaceCapabilities2KHR);
    FIND(vkGetPhysicalDeviceSurfaceFormats2KHR);
    FIND(vkGetPhysicalDeviceSurfaceCapabilities2EXT);
    for (int variant = 0; variant < 4; variant++) {
        VkPresentModeKHR compatible[2] = {77, 78};
        VkSurfacePresentModeEXT mode = {.sType = VK_STRUCTURE_TYPE_SURFACE_PRESENT_MODE_EXT,
                                        .presentMode = VK_PRESENT_MODE_FIFO_KHR};
        VkPhysicalDeviceSurfaceInfo2KHR info = {
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SURFACE_INFO_2_KHR,
            .pNext = variant == 0 ? NULL : &mode,
            .surface = surface};
        VkSurfaceCapabilities2KHR capabilities;
        VkSurfaceProtectedCapabilitiesKHR protected;
        VkSurfacePresentScalingCapabilitiesEXT scaling;
        VkSurfacePresentModeCompatibilityEXT compatibility;
        BEGIN(protected, VK_STRUCTURE_TYPE_SURFACE_PROTECTED_CAPABILITIES_KHR, NULL);
        BEGIN(scaling, VK_STRUCTURE_TYPE_SURFACE_PRESENT_SCALING_CAPABILITIES_EXT, &protected);
        BEGIN(compatibility, VK_STRUCTURE_TYPE_SURFACE_PRESENT_MODE_COMPATIBILITY_EXT, &scaling);
        compatibility.presentModeCount = variant == 2 ? 0 : 2;
        compatibility.pPresentModes = variant == 3 ? NULL : compatible;
        BEGIN(capabilities, VK_STRUCTURE_TYPE_SURFACE_CAPABILITIES_2_KHR, &compatibility);
        int result = vkGetPhysicalDeviceSurfaceCapabilities2KHR(device, &info, &capabilities);
        say("capabilities2 %d %llx", result, SUM(capabilities.surfaceCapabilities));
        say("  %u %d %d %llx %x", compatibility.presentModeCount, compatible[0], compatible[1],
            BODY(scaling), protected.supportsProtected);
    }
    for (uint32_t room = 0; room < 4; room++) {
        VkPhysicalDeviceSurfaceInfo2KHR info = {
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SURFACE_INFO_2_KHR, .surface = surface};
        VkSurfaceFormat2KHR formats[3];
        for (int index = 0; index < 3; index++)
            BEGIN(formats[index], VK_STRUCTURE_TYPE_SURFACE_FORMAT_2_KHR, NULL);
        uint32_t count = room;
        int result = vkGetPhysicalDeviceSurfaceFormats2KHR(device, &info, &count,
                                                           room == 3 ? NULL : formats);
        say("formats2 %d %u %llx %llx %llx", result, count, SUM(formats[0].surfaceFormat),
            SUM(formats[1].surfaceFormat), SUM(formats[2].surfaceFormat));
    }
    if (vkGetPhysicalDeviceSurfaceCapabilities2EXT != NULL) {
        VkSurfaceCapabilities2EXT capabilities;
        BEGIN(capabilities, VK_STRUCTURE_TYPE_SURFACE_CAPABILITIES_2_EXT, NULL);
        int result = vkGetPhysicalDeviceSurfaceCapabilities2EXT(device, surface, &capabilities);
        say("capabilities2EXT %d %llx", result, BODY(capabilities));
    }
}

static void ask_presentation(VkPhysicalDevice device) {
    FIND(vkGetPhysicalDeviceXcbPresentationSupportKHR);
    FIND(vkGetPhysicalDeviceXlibPresentationSupportKHR);
    FIND(vkGetPhysicalDeviceWaylandPresentationSupportKHR);
    if (is_enabled("VK_KHR_xcb_surface"))
        say("xcb %u", vkGetPhysicalDeviceXcbPresentationSupportKHR(device, 1, NULL, 7));
    if (is_enabled("VK_KHR_xlib_surface"))
        say("xlib %u", vkGetPhysicalDeviceXlibPresentationSupportKHR(device, 2, NULL, 7));
    if (is_enabled("VK_KHR_wayland_surface"))
        say("wayland %u", vkGetPhysicalDeviceWaylandPresentationSupportKHR(device, 3, NULL));
}

/* --- displays ------------------------------------------------------------------------------- */

static void ask_displays(VkPhysicalDevice device) {
    FIND(vkGetPhysicalDeviceDisplayPropertiesKHR);
    FIND(vkGetPhysicalDeviceDisplayPlanePropertiesKHR);
    FIND(vkGetDisplayPlaneSupportedDisplaysKHR);
    FIND(vkGetDisplayModePropertiesKHR);
    FIND(vkCreateDisplayModeKHR);
    FIND(vkGetDisplayPlaneCapabilitiesKHR);
    if (vkGetPhysicalDeviceDisplayPropertiesKHR != NULL) {
        uint32_t count = 2;
        int result = vkGetPhysicalDeviceDisplayPropertiesKHR(device, &count, NULL);
        say("displays %d %u", result, count);
        count = 2;
        result = vkGetPhysicalDeviceDisplayPlanePropertiesKHR(device, &count, NULL);
        say("planes %d %u", result, count);
        count = 2;
        result = vkGetDisplayPlaneSupportedDisplaysKHR(device, 3, &count, NULL);
        say("supported %d %u", result, count);
        count = 2;
        result = vkGetDisplayModePropertiesKHR(device, (VkDisplayKHR)(size_t)4, &count, NULL);
        say("modes %d %u", result, count);
        VkDisplayModeCreateInfoKHR info = {.sType = VK_STRUCTURE_TYPE_DISPLAY_MODE_CREATE_INFO_KHR};
        VkDisplayModeKHR mode = (VkDisplayModeKHR)(size_t)12;
        result = vkCreateDisplayModeKHR(device, (VkDisplayKHR)(size_t)4, &info, NULL, &mode);
        say("mode %d %zu", result, (size_t)mode);
        VkDisplayPlaneCapabilitiesKHR capabilities;
        CLEAR(capabilities);
        result = vkGetDisplayPlaneCapabilitiesKHR(device, (VkDisplayModeKHR)(size_t)12, 2,
                                                  &capabilities);
        say("capabilities %d %llx", result, SUM(capabilities));
    }
    FIND(vkGetPhysicalDeviceDisplayProperties2KHR);
    FIND(vkGetPhysicalDeviceDisplayPlaneProperties2KHR);
    FIND(vkGetDisplayModeProperties2KHR);
    FIND(vkGetDisplayPlaneCapabilities2KHR);
    for (uint32_t room = 0; vkGetPhysicalDeviceDisplayProperties2KHR != NULL && room < 3; room++) {
        VkDisplayProperties2KHR displays[2];
        VkDisplayPlaneProperties2KHR planes[2];
        VkDisplayModeProperties2KHR modes[2];
        for (int index = 0; index < 2; index++) {
            BEGIN(displays[index], VK_STRUCTURE_TYPE_DISPLAY_PROPERTIES_2_KHR, NULL);
            BEGIN(planes[index], VK_STRUCTURE_TYPE_DISPLAY_PLANE_PROPERTIES_2_KHR, NULL);
            BEGIN(modes[index], VK_STRUCTURE_TYPE_DISPLAY_MODE_PROPERTIES_2_KHR, NULL);
        }
        uint32_t count = room;
        int result = vkGetPhysicalDeviceDisplayProperties2KHR(device, &count, displays);
        say("displays2 %d %u %llx %llx", result, count, BODY(displays[0]), BODY(displays[1]));
        count = room;
        result = vkGetPhysicalDeviceDisplayPlaneProperties2KHR(device, &count, planes);
        say("planes2 %d %u %llx %llx", result, count, BODY(planes[0]), BODY(planes[1]));
        count = room;
        result = vkGetDisplayModeProperties2KHR(device, (VkDisplayKHR)(size_t)4, &count, modes);
        say("modes2 %d %u %llx %llx", result, count, BODY(modes[0]), BODY(modes[1]));
    }
    if (vkGetDisplayPlaneCapabilities2KHR != NULL) {
        VkDisplayPlaneInfo2KHR info = {.sType = VK_STRUCTURE_TYPE_DISPLAY_PLANE_INFO_2_KHR,
                                       .mode = (VkDisplayModeKHR)(size_t)3,
                                       .planeIndex = 4};
        VkDisplayPlaneCapabilities2KHR capabilities;
        BEGIN(capabilities, VK_STRUCTURE_TYPE_DISPLAY_PLANE_CAPABILITIES_2_KHR, NULL);
        int result = vkGetDisplayPlaneCapabilities2KHR(device, &info, &capabilities);
        say("capabilities2 %d %llx", result, BODY(capabilities));
    }
    FIND(vkAcquireXlibDisplayEXT);
    FIND(vkGetRandROutputDisplayEXT);
    VkDisplayKHR display = (VkDisplayKHR)(size_t)44;
    int has_xlib = is_enabled("VK_EXT_acquire_xlib_display");
    if (has_xlib)
        say("acquire %d", vkAcquireXlibDisplayEXT(device, NULL, display));
    if (has_xlib) {
        int result = vkGetRandROutputDisplayEXT(device, NULL, 3, &display);
        say("randr %d %zu", result, (size_t)display);
    }
    FIND(vkAcquireDrmDisplayEXT);
    FIND(vkGetDrmDisplayEXT);
    if (vkAcquireDrmDisplayEXT != NULL)
        say("drm %d", vkAcquireDrmDisplayEXT(device, 3, display));
    if (vkGetDrmDisplayEXT != NULL)
        say("drm display %d", vkGetDrmDisplayEXT(device, 3, 4, &display));
}

/* --- messages ------------------------------------------------------------------------------- */

static VkBool32 hear(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                     VkDebugUtilsMessageTypeFlagsEXT types,
                     const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
    if (data->pMessageIdName != NULL && !strcmp(data->pMessageIdName, "Loader Message"))
        return VK_FALSE;
    say("messenger %s: %x %x %d %s %s, %u objects", (const char *)user, severity, types,
        data->messageIdNumber, data->pMessageIdName, data->pMessage, data->objectCount);
    for (uint32_t index = 0; index < data->objectCount; index++)
        say("    object %d", data->pObjects[index].objectType);
    return VK_FALSE;
}

static VkBool32 hear_report(VkDebugReportFlagsEXT flags, VkDebugReportObjectTypeEXT type,
                            uint64_t object, size_t location, int32_t code, const char *prefix,
                            const char *message, void *user) {
    if (prefix != NULL && !strcmp(prefix, "Loader Message")) return VK_FALSE;
    say("report %s: %x %d %llu %zu %d %s %s", (const char *)user, flags, type,
        (unsigned long long)object, location, code, prefix, message);
    return VK_FALSE;
}

static VkDebugUtilsMessengerCreateInfoEXT messenger_info(const char *user, unsigned severities,
                                                         unsigned types) {
    VkDebugUtilsMessengerCreateInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = severities,
        .messageType = types,
        .pfnUserCallback = hear,
        .pUserData = (void *)user};
    return info;
}

static void submit(void) {
    FIND(vkSubmitDebugUtilsMessageEXT);
    FIND(vkDebugReportMessageEXT);
    VkDebugUtilsObjectNameInfoEXT object = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
        .objectType = VK_OBJECT_TYPE_SWAPCHAIN_KHR,
        .objectHandle = 17};
    VkDebugUtilsMessengerCallbackDataEXT data = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT,
        .pMessageIdName = "name",
        .messageIdNumber = 5,
        .pMessage = "text",
        .objectCount = 1,
        .pObjects = &object};
    static const unsigned severities[] = {1, 0x10, 0x100, 0x1000};
    for (int index = 0; vkSubmitDebugUtilsMessageEXT != NULL && index < 8; index++)
        vkSubmitDebugUtilsMessageEXT(instance, severities[index % 4], index < 4 ? 1 : 6, &data);
    for (unsigned flag = 1; vkDebugReportMessageEXT != NULL && flag < 32; flag *= 2)
        vkDebugReportMessageEXT(instance, flag, VK_DEBUG_REPORT_OBJECT_TYPE_BUFFER_EXT, 18, 19, 20,
                                "prefix", "message");
}

static void exchange_messages(void) {
    FIND(vkCreateDebugUtilsMessengerEXT);
    FIND(vkDestroyDebugUtilsMessengerEXT);
    FIND(vkCreateDebugReportCallbackEXT);
    FIND(vkDestroyDebugReportCallbackEXT);
    VkDebugUtilsMessengerEXT messengers[2] = {NULL, NULL};
    VkDebugReportCallbackEXT report = NULL;
    submit();
    if (vkCreateDebugUtilsMessengerEXT != NULL) {
        VkDebugUtilsMessengerCreateInfoEXT all = messenger_info("all", 0x1111, 7);
        VkDebugUtilsMessengerCreateInfoEXT errors = messenger_info("errors", 0x1000, 2);
        int first = vkCreateDebugUtilsMessengerEXT(instance, &all, allocator(9), &messengers[0]);
        int second = vkCreateDebugUtilsMessengerEXT(instance, &errors, NULL, &messengers[1]);
        say("messengers %d %d", first, second);
    }
    if (vkCreateDebugReportCallbackEXT != NULL) {
        VkDebugReportCallbackCreateInfoEXT info = {
            .sType = VK_STRUCTURE_TYPE_DEBUG_REPORT_CALLBACK_CREATE_INFO_EXT,
            .flags = 0x1F,
            .pfnCallback = hear_report,
            .pUserData = "all"};
        say("report %d", vkCreateDebugReportCallbackEXT(instance, &info, NULL, &report));
    }
    submit();
    if (messengers[0] != NULL) vkDestroyDebugUtilsMessengerEXT(instance, messengers[0], allocator(9));
    submit();
    if (messengers[1] != NULL) vkDestroyDebugUtilsMessengerEXT(instance, messengers[1], NULL);
    if (report != NULL) vkDestroyDebugReportCallbackEXT(instance, report, NULL);
    submit();
}

/* Make one of each kind, and destroy none. */
static void leave_behind(void) {
    FIND(vkCreateDebugUtilsMessengerEXT);
    FIND(vkCreateDebugReportCallbackEXT);
    VkDebugUtilsMessengerEXT messenger;
    VkDebugReportCallbackEXT report;
    VkDebugUtilsMessengerCreateInfoEXT info = messenger_info("left", 0x1111, 7);
    VkDebugReportCallbackCreateInfoEXT report_info = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_REPORT_CALLBACK_CREATE_INFO_EXT,
        .flags = 0x1F,
        .pfnCallback = hear_report,
        .pUserData = "left"};
    VkSurfaceKHR surface = make_surface("headless");
    for (uint32_t index = 0; surface != NULL && index < device_count; index++)
        ask_surface(devices[index], surface);
    if (vkCreateDebugUtilsMessengerEXT != NULL)
        say("messenger %d", vkCreateDebugUtilsMessengerEXT(instance, &info, allocator(7), &messenger));
    if (vkCreateDebugReportCallbackEXT != NULL)
        say("report %d", vkCreateDebugReportCallbackEXT(instance, &report_info, allocator(8), &report));
}

/* --- devices -------------------------------------------------------------------------------- */

static void name_objects(VkDevice device, PFN_vkGetDeviceProcAddr find, VkPhysicalDevice physical,
                         VkSurfaceKHR surface) {
    const struct {
        VkObjectType type;
        VkDebugReportObjectTypeEXT old;
        uint64_t handle;
    } things[] = {
        {VK_OBJECT_TYPE_INSTANCE, VK_DEBUG_REPORT_OBJECT_TYPE_INSTANCE_EXT, (size_t)instance},
        {VK_OBJECT_TYPE_PHYSICAL_DEVICE, VK_DEBUG_REPORT_OBJECT_TYPE_PHYSICAL_DEVICE_EXT,
         (size_t)physical},
        {VK_OBJECT_TYPE_SURFACE_KHR, VK_DEBUG_REPORT_OBJECT_TYPE_SURFACE_KHR_EXT,
         (uint64_t)(size_t)surface},
        {VK_OBJECT_TYPE_BUFFER, VK_DEBUG_REPORT_OBJECT_TYPE_BUFFER_EXT, 21}};
    for (int way = 0; way < 2; way++) {
#define EITHER(NAME)                                                                               \
    PFN_##NAME NAME = way == 0 ? (PFN_##NAME)find(device, #NAME)                                   \
                               : (PFN_##NAME)get(instance, #NAME);                                 \
    say("%s %s", #NAME, NAME == NULL ? "unknown" : "known")
        EITHER(vkSetDebugUtilsObjectNameEXT);
        EITHER(vkSetDebugUtilsObjectTagEXT);
        EITHER(vkDebugMarkerSetObjectNameEXT);
        EITHER(vkDebugMarkerSetObjectTagEXT);
        int has_marker = way == 0 ? vkDebugMarkerSetObjectNameEXT != NULL
                                  : find(device, "vkDebugMarkerSetObjectNameEXT") != NULL;
        for (int index = surface == NULL ? 3 : 0; index < 4; index++) {
            VkDebugUtilsObjectNameInfoEXT name = {
                .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
                .objectType = things[index].type,
                .objectHandle = things[index].handle,
                .pObjectName = "name"};
            VkDebugUtilsObjectTagInfoEXT tag = {
                .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_TAG_INFO_EXT,
                .objectType = things[index].type,
                .objectHandle = things[index].handle,
                .tagSize = 3};
            VkDebugMarkerObjectNameInfoEXT old_name = {
                .sType = VK_STRUCTURE_TYPE_DEBUG_MARKER_OBJECT_NAME_INFO_EXT,
                .objectType = things[index].old,
                .object = things[index].handle,
                .pObjectName = "old"};
            VkDebugMarkerObjectTagInfoEXT old_tag = {
                .sType = VK_STRUCTURE_TYPE_DEBUG_MARKER_OBJECT_TAG_INFO_EXT,
                .objectType = things[index].old,
                .object = things[index].handle,
                .tagSize = 4};
            if (vkSetDebugUtilsObjectNameEXT != NULL)
                say("  name %d", vkSetDebugUtilsObjectNameEXT(device, &name));
            if (vkSetDebugUtilsObjectTagEXT != NULL)
                say("  tag %d", vkSetDebugUtilsObjectTagEXT(device, &tag));
            if (!has_marker) continue;
            say("  old name %d", vkDebugMarkerSetObjectNameEXT(device, &old_name));
            say("  old tag %d", vkDebugMarkerSetObjectTagEXT(device, &old_tag));
        }
    }
    FIND(vkQueueBeginDebugUtilsLabelEXT);
    FIND(vkGetDeviceQueue);
    if (vkQueueBeginDebugUtilsLabelEXT != NULL) {
        VkQueue queue;
        VkDebugUtilsLabelEXT label = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT,
                                      .pLabelName = "label"};
        vkGetDeviceQueue(device, 0, 0, &queue);
        vkQueueBeginDebugUtilsLabelEXT(queue, &label);
        FIND(vkQueueEndDebugUtilsLabelEXT);
        vkQueueEndDebugUtilsLabelEXT(queue);
    }
}

static void use_device(VkPhysicalDevice physical, VkSurfaceKHR surface, int is_shared) {
    static const char *const names[] = {"VK_KHR_swapchain", "VK_KHR_display_swapchain",
                                        "VK_KHR_device_group", "VK_EXT_debug_marker"};
    const char *wanted[4];
    VkExtensionProperties offered[64];
    uint32_t count = 64, wanted_count = 0;
    FIND(vkEnumerateDeviceExtensionProperties);
    vkEnumerateDeviceExtensionProperties(physical, NULL, &count, offered);
    for (int name = 0; name < 4; name++)
        for (uint32_t index = 0; index < count; index++)
            if (!strcmp(offered[index].extensionName, names[name]))
                wanted[wanted_count++] = names[name];
    float priority = 1;
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueCount = 1,
                                     .pQueuePriorities = &priority};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue,
                               .enabledExtensionCount = wanted_count,
                               .ppEnabledExtensionNames = wanted};
    FIND(vkCreateDevice);
    FIND(vkGetDeviceProcAddr);
    VkDevice device = NULL;
    int result = vkCreateDevice(physical, &info, NULL, &device);
    say("device %d", result);
    if (result != VK_SUCCESS) return;
#define FIND_DEVICE(NAME)                                                                          \
    PFN_##NAME NAME = (PFN_##NAME)vkGetDeviceProcAddr(device, #NAME);                              \
    say("%s %s", #NAME, NAME == NULL ? "unknown" : "known")
    FIND_DEVICE(vkCreateSwapchainKHR);
    FIND_DEVICE(vkCreateSharedSwapchainsKHR);
    FIND_DEVICE(vkGetDeviceGroupSurfacePresentModesKHR);
    VkSwapchainCreateInfoKHR infos[2] = {
        {.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
         .surface = surface,
         .imageExtent = {32, 1}},
        {.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
         .surface = surface,
         .imageExtent = {33, 1}}};
    VkSwapchainKHR swapchains[2] = {NULL, NULL};
    if (surface != NULL && vkCreateSwapchainKHR != NULL) {
        result = vkCreateSwapchainKHR(device, &infos[0], NULL, &swapchains[0]);
        say("swapchain %d %zu", result, (size_t)swapchains[0]);
    }
    if (surface != NULL && is_shared && vkCreateSharedSwapchainsKHR != NULL)
        say("shared %d", vkCreateSharedSwapchainsKHR(device, 2, infos, NULL, swapchains));
    if (surface != NULL && vkGetDeviceGroupSurfacePresentModesKHR != NULL) {
        VkDeviceGroupPresentModeFlagsKHR modes = 12345;
        result = vkGetDeviceGroupSurfacePresentModesKHR(device, surface, &modes);
        say("modes %d %u", result, modes);
    }
    name_objects(device, vkGetDeviceProcAddr, physical, surface);
    PFN_vkDestroyDevice vkDestroyDevice =
        (PFN_vkDestroyDevice)vkGetDeviceProcAddr(device, "vkDestroyDevice");
    vkDestroyDevice(device, NULL);
}

/* --- everything ----------------------------------------------------------------------------- */

/* The order of devices is nobody's business here. */
static int by_identifier(const void *left, const void *right) {
    FIND(vkGetPhysicalDeviceProperties);
    VkPhysicalDeviceProperties properties[2];
    vkGetPhysicalDeviceProperties(*(const VkPhysicalDevice *)left, &properties[0]);
    vkGetPhysicalDeviceProperties(*(const VkPhysicalDevice *)right, &properties[1]);
    return (int)properties[0].deviceID - (int)properties[1].deviceID;
}

static void ask_each(const char *scenario) {
    VkSurfaceKHR surface = NULL;
    int has_surface = strcmp(scenario, "queries") && strcmp(scenario, "displays") &&
                      strcmp(scenario, "messages") && strcmp(scenario, "naming") &&
                      strcmp(scenario, "leftovers");
    if (has_surface) surface = make_surface(scenario);
    for (uint32_t index = 0; index < device_count; index++) {
        VkPhysicalDevice device = devices[index];
        say("device %u", index);
        if (!strcmp(scenario, "queries")) {
            ask_queries(device, "");
            ask_queries(device, "KHR");
            ask_external_image(device);
            ask_tools(device);
        }
        if (!strcmp(scenario, "displays")) ask_displays(device);
        if (!strcmp(scenario, "naming")) use_device(device, NULL, 0);
        if (surface == NULL) continue;
        ask_surface(device, surface);
        if (is_enabled("VK_KHR_get_surface_capabilities2")) ask_surface2(device, surface);
        ask_presentation(device);
        use_device(device, surface, is_enabled("VK_KHR_display"));
    }
    if (!strcmp(scenario, "messages")) exchange_messages();
    if (!strcmp(scenario, "leftovers")) leave_behind();
    if (surface != NULL) {
        FIND(vkDestroySurfaceKHR);
        vkDestroySurfaceKHR(instance, surface, allocator(6));
        vkDestroySurfaceKHR(instance, NULL, NULL);
    }
}

EXPORT int run(PFN_vkGetInstanceProcAddr loader, const char *path, uint32_t api_version,
               const char *const *extensions, const char *scenario) {
    get = loader;
    enabled = extensions;
    output = fopen(path, "w");
    uint32_t count = 0;
    while (extensions[count] != NULL) count++;
    VkDebugUtilsMessengerCreateInfoEXT messenger = messenger_info("create", 0x1111, 7);
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                     .apiVersion = api_version};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .pNext = strcmp(scenario, "messages") ? NULL : &messenger,
                                 .pApplicationInfo = &application,
                                 .enabledExtensionCount = count,
                                 .ppEnabledExtensionNames = extensions};
    PFN_vkCreateInstance vkCreateInstance = (PFN_vkCreateInstance)get(NULL, "vkCreateInstance");
    int result = vkCreateInstance(&info, NULL, &instance);
    say("instance %d", result);
    if (result == VK_SUCCESS) {
        FIND(vkEnumeratePhysicalDevices);
        FIND(vkDestroyInstance);
        result = vkEnumeratePhysicalDevices(instance, &device_count, devices);
        say("devices %d %u", result, device_count);
        qsort(devices, device_count, sizeof *devices, by_identifier);
        ask_each(scenario);
        vkDestroyInstance(instance, NULL);
    }
    fclose(output);
    return result;
}
