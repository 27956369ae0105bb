/* A program that presents: a surface of some kind, asked about on every device, with a swapchain
 * whose images are cleared and shown. What a window shows in the end is read back from the screen.
 *
 * Libraries of X11 are opened by name: their headers need not be there. */
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct xcb_connection_t xcb_connection_t;
typedef unsigned int xcb_window_t;
typedef unsigned int xcb_visualid_t;
typedef struct Display Display;
typedef unsigned long Window;
typedef unsigned long VisualID;

#include <vulkan/vulkan_core.h>
#include <vulkan/vulkan_xcb.h>
#include <vulkan/vulkan_xlib.h>

#define EXPORT __attribute__((visibility("default")))
#define WIDTH 320
#define HEIGHT 240
#define GREEN 0x00FF00
#define PATIENCE 60000000000 /* nanoseconds */

static PFN_vkGetInstanceProcAddr get;
static FILE *output;
static VkInstance instance;
static VkSurfaceKHR surface;

static void say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(output, format, arguments);
    fputc('\n', output);
    va_end(arguments);
    fflush(output);
}

#define FIND(NAME) PFN_##NAME NAME = (PFN_##NAME)get(instance, #NAME)
#define FIND_DEVICE(NAME)                                                                          \
    PFN_##NAME NAME = (PFN_##NAME)vkGetDeviceProcAddr(device, #NAME)

/* --- windows -------------------------------------------------------------------------------- */

/* No window manager is asked: the window is on the screen as soon as the server has the request. One
 * that is not yet there cannot be read back, and what is shown in it is lost. It begins black, or it
 * would keep the green of the one before. */
#define BACKGROUND_PIXEL (1 << 1)
#define OVERRIDE_REDIRECT (1 << 9)
#define ATTRIBUTES (BACKGROUND_PIXEL | OVERRIDE_REDIRECT)

static void *x11, *xcb;
static Display *display;
static xcb_connection_t *connection;
static unsigned long window, visual;

static void *of(void *library, const char *name) { return dlsym(library, name); }

static int open_xlib(void) {
    x11 = dlopen("libX11.so.6", RTLD_NOW);
    if (x11 == NULL) return 0;
    ((int (*)(void))of(x11, "XInitThreads"))();
    display = ((Display * (*)(const char *)) of(x11, "XOpenDisplay"))(NULL);
    return display != NULL;
}

static void sync_xlib(void) { ((int (*)(Display *, int))of(x11, "XSync"))(display, 0); }

static void open_xlib_window(void) {
    Window root = ((Window(*)(Display *))of(x11, "XDefaultRootWindow"))(display);
    struct {
        unsigned long background[2], border[2];
        int bit_gravity, window_gravity, backing_store;
        unsigned long backing_planes, backing_pixel;
        int save_under;
        long events, not_propagated;
        int override_redirect;
        unsigned long colormap, cursor;
    } wishes = {.override_redirect = 1};
    window = ((Window(*)(Display *, Window, int, int, unsigned, unsigned, unsigned, int, unsigned,
                         void *, unsigned long, void *))of(x11, "XCreateWindow"))(
        display, root, 0, 0, WIDTH, HEIGHT, 0, 0, 0, NULL, ATTRIBUTES, &wishes);
    void *standard = ((void *(*)(Display *, int))of(x11, "XDefaultVisual"))(display, 0);
    visual = ((VisualID(*)(void *))of(x11, "XVisualIDFromVisual"))(standard);
    ((int (*)(Display *, Window))of(x11, "XMapWindow"))(display, window);
    sync_xlib();
}

static void open_xcb_window(void) {
    struct {
        uint32_t root, colormap, white, black, masks;
        uint16_t width, height, width_mm, height_mm, least_maps, most_maps;
        uint32_t visual;
    } *screen;
    struct Roots {
        void *data;
        int rest, index;
    };
    xcb = dlopen("libxcb.so.1", RTLD_NOW);
    connection = ((xcb_connection_t * (*)(const char *, int *)) of(xcb, "xcb_connect"))(NULL, NULL);
    void *setup = ((void *(*)(xcb_connection_t *))of(xcb, "xcb_get_setup"))(connection);
    screen = ((struct Roots(*)(void *))of(xcb, "xcb_setup_roots_iterator"))(setup).data;
    window = ((uint32_t(*)(xcb_connection_t *))of(xcb, "xcb_generate_id"))(connection);
    visual = screen->visual;
    struct Cookie {
        unsigned sequence;
    };
    uint32_t black_and_unmanaged[] = {0, 1};
    ((struct Cookie(*)(xcb_connection_t *, uint8_t, uint32_t, uint32_t, int16_t, int16_t, uint16_t,
                       uint16_t, uint16_t, uint16_t, uint32_t, uint32_t, const void *))
         of(xcb, "xcb_create_window"))(connection, 0, (uint32_t)window, screen->root, 0, 0, WIDTH,
                                       HEIGHT, 0, 1, screen->visual, ATTRIBUTES,
                                       black_and_unmanaged);
    ((struct Cookie(*)(xcb_connection_t *, uint32_t))of(xcb, "xcb_map_window"))(connection,
                                                                               (uint32_t)window);
    ((int (*)(xcb_connection_t *))of(xcb, "xcb_flush"))(connection);
}

/* The colour near the lower right corner, where no overlay writes. */
static unsigned long look(void) {
    sync_xlib();
    void *image = ((void *(*)(Display *, Window, int, int, unsigned, unsigned, unsigned long, int))of(
        x11, "XGetImage"))(display, window, WIDTH - 8, HEIGHT - 8, 1, 1, ~0ul, 2);
    if (image == NULL) return 0x123456789;
    /* XImage.f.get_pixel is behind XDestroyImage's neighbours; the bytes are easier. */
    struct {
        int width, height, offset, format;
        unsigned char *data;
    } *begin = image;
    return begin->data[0] | (unsigned long)begin->data[1] << 8 | (unsigned long)begin->data[2] << 16;
}

/* A presented image reaches the screen a little later, on a busy machine much later. */
static unsigned long shown(void) {
    unsigned long colour = look();
    for (int times = 0; colour != GREEN && times < 3000; times++) {
        usleep(10000);
        colour = look();
    }
    return colour;
}

static int make_surface(const char *kind) {
    VkResult result = VK_ERROR_UNKNOWN;
    if (!strcmp(kind, "xcb")) {
        open_xcb_window();
        FIND(vkCreateXcbSurfaceKHR);
        VkXcbSurfaceCreateInfoKHR info = {.sType = VK_STRUCTURE_TYPE_XCB_SURFACE_CREATE_INFO_KHR,
                                          .connection = connection,
                                          .window = (xcb_window_t)window};
        result = vkCreateXcbSurfaceKHR(instance, &info, NULL, &surface);
    } else if (!strcmp(kind, "xlib")) {
        open_xlib_window();
        FIND(vkCreateXlibSurfaceKHR);
        VkXlibSurfaceCreateInfoKHR info = {.sType = VK_STRUCTURE_TYPE_XLIB_SURFACE_CREATE_INFO_KHR,
                                           .dpy = display,
                                           .window = window};
        result = vkCreateXlibSurfaceKHR(instance, &info, NULL, &surface);
    } else {
        FIND(vkCreateHeadlessSurfaceEXT);
        VkHeadlessSurfaceCreateInfoEXT info = {
            .sType = VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT};
        result = vkCreateHeadlessSurfaceEXT(instance, &info, NULL, &surface);
    }
    say("surface %s: %d", kind, result);
    return result == VK_SUCCESS;
}

/* --- one device ----------------------------------------------------------------------------- */

static void clear(PFN_vkGetDeviceProcAddr vkGetDeviceProcAddr, VkDevice device,
                  VkCommandBuffer commands, VkImage image) {
    FIND_DEVICE(vkBeginCommandBuffer);
    FIND_DEVICE(vkEndCommandBuffer);
    FIND_DEVICE(vkCmdPipelineBarrier);
    FIND_DEVICE(vkCmdClearColorImage);
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkImageSubresourceRange whole = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                    .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                    .oldLayout = VK_IMAGE_LAYOUT_UNDEFINED,
                                    .newLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                                    .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                    .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                    .image = image,
                                    .subresourceRange = whole};
    VkClearColorValue green = {.float32 = {0, 1, 0, 1}};
    vkBeginCommandBuffer(commands, &begin);
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0,
                         0, NULL, 0, NULL, 1, &barrier);
    vkCmdClearColorImage(commands, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &green, 1, &whole);
    barrier.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    barrier.dstAccessMask = 0;
    barrier.oldLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
    barrier.newLayout = VK_IMAGE_LAYOUT_PRESENT_SRC_KHR;
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT,
                         VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
    vkEndCommandBuffer(commands);
}

static void present_frames(VkDevice device, VkSwapchainKHR swapchain, int frames) {
    FIND(vkGetDeviceProcAddr);
    FIND_DEVICE(vkGetSwapchainImagesKHR);
    FIND_DEVICE(vkAcquireNextImageKHR);
    FIND_DEVICE(vkQueuePresentKHR);
    FIND_DEVICE(vkGetDeviceQueue);
    FIND_DEVICE(vkCreateCommandPool);
    FIND_DEVICE(vkDestroyCommandPool);
    FIND_DEVICE(vkAllocateCommandBuffers);
    FIND_DEVICE(vkQueueSubmit);
    FIND_DEVICE(vkQueueWaitIdle);
    FIND_DEVICE(vkCreateFence);
    FIND_DEVICE(vkDestroyFence);
    FIND_DEVICE(vkWaitForFences);
    FIND_DEVICE(vkResetFences);
    VkImage images[16];
    uint32_t count = 16;
    int result = vkGetSwapchainImagesKHR(device, swapchain, &count, images);
    say("  images: %d, %u", result, count);
    VkQueue queue;
    vkGetDeviceQueue(device, 0, 0, &queue);
    VkCommandPool pool;
    VkCommandPoolCreateInfo pool_info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT};
    vkCreateCommandPool(device, &pool_info, NULL, &pool);
    VkCommandBuffer commands;
    VkCommandBufferAllocateInfo allocate = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                            .commandPool = pool,
                                            .commandBufferCount = 1};
    vkAllocateCommandBuffers(device, &allocate, &commands);
    VkFence fence;
    VkFenceCreateInfo fence_info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    vkCreateFence(device, &fence_info, NULL, &fence);
    int presented = 0;
    for (int frame = 0; frame < frames; frame++) {
        uint32_t index = 0;
        result = vkAcquireNextImageKHR(device, swapchain, PATIENCE, NULL, fence, &index);
        if (result < 0) break;
        vkWaitForFences(device, 1, &fence, VK_TRUE, PATIENCE);
        vkResetFences(device, 1, &fence);
        clear(vkGetDeviceProcAddr, device, commands, images[index]);
        VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                               .commandBufferCount = 1,
                               .pCommandBuffers = &commands};
        result = vkQueueSubmit(queue, 1, &submit, NULL);
        if (result < 0) break;
        vkQueueWaitIdle(queue);
        VkPresentInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
                                 .swapchainCount = 1,
                                 .pSwapchains = &swapchain,
                                 .pImageIndices = &index};
        result = vkQueuePresentKHR(queue, &info);
        if (result < 0) break;
        presented++;
    }
    vkQueueWaitIdle(queue);
    say("  presented: %d, the last with %d", presented, result);
    vkDestroyFence(device, fence, NULL);
    vkDestroyCommandPool(device, pool, NULL);
}

static void ask_about(VkPhysicalDevice physical, const char *kind) {
    FIND(vkGetPhysicalDeviceSurfaceCapabilitiesKHR);
    FIND(vkGetPhysicalDeviceSurfaceFormatsKHR);
    FIND(vkGetPhysicalDeviceSurfacePresentModesKHR);
    VkSurfaceCapabilitiesKHR capabilities;
    int result = vkGetPhysicalDeviceSurfaceCapabilitiesKHR(physical, surface, &capabilities);
    say("  capabilities: %d, images %u to %u, extent %u x %u, usage %x", result,
        capabilities.minImageCount, capabilities.maxImageCount, capabilities.currentExtent.width,
        capabilities.currentExtent.height, capabilities.supportedUsageFlags);
    VkSurfaceFormatKHR formats[64];
    VkPresentModeKHR modes[16];
    uint32_t count = 64;
    result = vkGetPhysicalDeviceSurfaceFormatsKHR(physical, surface, &count, formats);
    say("  formats: %d, %u from %d", result, count, formats[0].format);
    count = 16;
    result = vkGetPhysicalDeviceSurfacePresentModesKHR(physical, surface, &count, modes);
    say("  modes: %d, %u from %d", result, count, modes[0]);
    if (!strcmp(kind, "xcb")) {
        FIND(vkGetPhysicalDeviceXcbPresentationSupportKHR);
        say("  presentation: %u", vkGetPhysicalDeviceXcbPresentationSupportKHR(
                                      physical, 0, connection, (xcb_visualid_t)visual));
    }
    if (!strcmp(kind, "xlib")) {
        FIND(vkGetPhysicalDeviceXlibPresentationSupportKHR);
        say("  presentation: %u",
            vkGetPhysicalDeviceXlibPresentationSupportKHR(physical, 0, display, visual));
    }
}

static void make_a_mistake(VkDevice device) {
    FIND(vkGetDeviceProcAddr);
    FIND_DEVICE(vkCreateBuffer);
    FIND_DEVICE(vkDestroyBuffer);
    VkBuffer buffer = NULL;
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT};
    if (vkCreateBuffer(device, &info, NULL, &buffer) == VK_SUCCESS)
        vkDestroyBuffer(device, buffer, NULL);
}

static void use(VkPhysicalDevice physical, const char *kind, int frames, int mistake) {
    FIND(vkGetPhysicalDeviceProperties);
    FIND(vkGetPhysicalDeviceSurfaceSupportKHR);
    FIND(vkCreateDevice);
    FIND(vkGetDeviceProcAddr);
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(physical, &properties);
    say("device %s", properties.deviceName);
    VkBool32 supported = 12345;
    int result = vkGetPhysicalDeviceSurfaceSupportKHR(physical, 0, surface, &supported);
    say("  support: %d, %u", result, supported);
    if (result != VK_SUCCESS || supported != VK_TRUE) return;
    ask_about(physical, kind);
    const char *swapchains = "VK_KHR_swapchain";
    float priority = 1;
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueCount = 1,
                                     .pQueuePriorities = &priority};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue,
                               .enabledExtensionCount = 1,
                               .ppEnabledExtensionNames = &swapchains};
    VkDevice device = NULL;
    result = vkCreateDevice(physical, &info, NULL, &device);
    say("  device: %d", result);
    if (result != VK_SUCCESS) return;
    if (mistake) make_a_mistake(device);
    FIND_DEVICE(vkCreateSwapchainKHR);
    FIND_DEVICE(vkDestroySwapchainKHR);
    FIND_DEVICE(vkDestroyDevice);
    VkSwapchainKHR swapchain = NULL;
    VkSwapchainCreateInfoKHR swapchain_info = {
        .sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
        .surface = surface,
        .minImageCount = 3,
        .imageFormat = VK_FORMAT_B8G8R8A8_UNORM,
        .imageExtent = {WIDTH, HEIGHT},
        .imageArrayLayers = 1,
        .imageUsage = VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
        .preTransform = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR,
        .compositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR,
        .presentMode = VK_PRESENT_MODE_FIFO_KHR};
    result = vkCreateSwapchainKHR(device, &swapchain_info, NULL, &swapchain);
    say("  swapchain: %d", result);
    if (result == VK_SUCCESS) {
        present_frames(device, swapchain, frames);
        if (window != 0) say("  shown: %06lx", shown());
        vkDestroySwapchainKHR(device, swapchain, NULL);
    }
    vkDestroyDevice(device, NULL);
}

static VkBool32 hear(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                     VkDebugUtilsMessageTypeFlagsEXT types,
                     const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
    (void)types, (void)user;
    if (severity >= VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT)
        say("  messenger: %s", data->pMessageIdName);
    return VK_FALSE;
}

EXPORT int present(PFN_vkGetInstanceProcAddr loader, const char *path, const char *const *layers,
                   const char *kind, int frames, int mistake) {
    get = loader;
    output = fopen(path, "w");
    int is_window = strcmp(kind, "headless") != 0;
    if (is_window && !open_xlib()) return 1;
    const char *extensions[] = {"VK_EXT_debug_utils", "VK_KHR_surface",
                                !strcmp(kind, "xcb")    ? "VK_KHR_xcb_surface"
                                : !strcmp(kind, "xlib") ? "VK_KHR_xlib_surface"
                                                        : "VK_EXT_headless_surface"};
    uint32_t count = 0;
    while (layers[count] != NULL) count++;
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                     .apiVersion = VK_API_VERSION_1_1};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .pApplicationInfo = &application,
                                 .enabledLayerCount = count,
                                 .ppEnabledLayerNames = layers,
                                 .enabledExtensionCount = 3,
                                 .ppEnabledExtensionNames = extensions};
    PFN_vkCreateInstance vkCreateInstance = (PFN_vkCreateInstance)get(NULL, "vkCreateInstance");
    int result = vkCreateInstance(&info, NULL, &instance);
    say("instance: %d", result);
    if (result != VK_SUCCESS) return 0;
    FIND(vkCreateDebugUtilsMessengerEXT);
    FIND(vkDestroyDebugUtilsMessengerEXT);
    FIND(vkEnumeratePhysicalDevices);
    FIND(vkDestroySurfaceKHR);
    FIND(vkDestroyInstance);
    VkDebugUtilsMessengerEXT messenger;
    VkDebugUtilsMessengerCreateInfoEXT messenger_info = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = 0x1100,
        .messageType = 7,
        .pfnUserCallback = hear};
    vkCreateDebugUtilsMessengerEXT(instance, &messenger_info, NULL, &messenger);
    VkPhysicalDevice devices[8];
    uint32_t found = 8;
    vkEnumeratePhysicalDevices(instance, &found, devices);
    if (make_surface(kind)) {
        for (uint32_t index = 0; index < found; index++)
            use(devices[index], kind, frames, mistake);
        vkDestroySurfaceKHR(instance, surface, NULL);
    }
    vkDestroyDebugUtilsMessengerEXT(instance, messenger, NULL);
    vkDestroyInstance(instance, NULL);
    say("end");
    fclose(output);
    return 0;
}
