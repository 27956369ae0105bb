/* A program as a game is one: it finds its devices, shows one picture in a window on the first of
 * them, again and again, and keeps what the window showed in the end.
 *
 * usage: picture FRAMES FILE.ppm. Libraries of X11 are opened by name: their headers need not be
 * there. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Display Display;
typedef unsigned long Window;
typedef unsigned long VisualID;

#include <vulkan/vulkan_core.h>
#include <vulkan/vulkan_xlib.h>

#define WIDTH 256
#define HEIGHT 192
#define PATIENCE 60000000000 /* nanoseconds */
#define CHECK(CALL)                                                                                \
    do {                                                                                           \
        int result_ = (CALL);                                                                      \
        if (result_ < 0) {                                                                         \
            fprintf(stderr, "%s: %d\n", #CALL, result_);                                           \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static void *x11;
static Display *display;
static Window window;

static void *of(const char *name) { return dlsym(x11, name); }

static void open_window(void) {
    x11 = dlopen("libX11.so.6", RTLD_NOW);
    if (x11 == NULL) exit(2);
    ((int (*)(void))of("XInitThreads"))();
    display = ((Display * (*)(const char *)) of("XOpenDisplay"))(NULL);
    if (display == NULL) exit(2);
    Window root = ((Window(*)(Display *))of("XDefaultRootWindow"))(display);
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
                         void *, unsigned long, void *))of("XCreateWindow"))(
        display, root, 0, 0, WIDTH, HEIGHT, 0, 0, 0, NULL, (1 << 1) | (1 << 9), &wishes);
    ((int (*)(Display *, Window))of("XMapWindow"))(display, window);
    ((int (*)(Display *, int))of("XSync"))(display, 0);
}

/* What the window shows, three bytes a pixel. */
static void look(unsigned char *pixels) {
    ((int (*)(Display *, int))of("XSync"))(display, 0);
    struct {
        int width, height, offset, format;
        unsigned char *data;
    } *image = ((void *(*)(Display *, Window, int, int, unsigned, unsigned, unsigned long, int))of(
        "XGetImage"))(display, window, 0, 0, WIDTH, HEIGHT, ~0ul, 2);
    if (image == NULL) exit(2);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        for (int c = 0; c < 3; c++) pixels[3 * i + c] = image->data[4 * i + 2 - c];
    ((int (*)(void *))of("XFree"))(image);
}

/* Edges of several slopes, fine detail, noise and a slow gradient; none of it black. */
static unsigned colour(int x, int y) {
    unsigned grey;
    if (y < HEIGHT / 4) return x + (x < WIDTH / 2 ? y : 3 * y - 128) < WIDTH / 2 ? 0xC08040 : 0x206090;
    if (y < 2 * HEIGHT / 4) return (x / 4 + y / 4) % 2 ? 0xA0A0A0 : 0x606060;
    if (y < 3 * HEIGHT / 4)
        grey = 96 + (unsigned)(x * 7919 + y * 104729) * 2654435761u % 32;
    else
        grey = 64 + (unsigned)x / 8;
    return grey << 16 | grey << 8 | grey;
}

int main(int count, char **words) {
    if (count < 3) return 2;
    int frames = atoi(words[1]);
    open_window();
    const char *extensions[] = {"VK_KHR_surface", "VK_KHR_xlib_surface"};
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                     .apiVersion = VK_API_VERSION_1_1};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .pApplicationInfo = &application,
                                 .enabledExtensionCount = 2,
                                 .ppEnabledExtensionNames = extensions};
    VkInstance instance;
    CHECK(vkCreateInstance(&info, NULL, &instance));
    VkPhysicalDevice devices[8];
    uint32_t found = 8;
    CHECK(vkEnumeratePhysicalDevices(instance, &found, devices));
    for (uint32_t i = 0; i < found; i++) {
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(devices[i], &properties);
        printf("device %x:%x %s\n", properties.vendorID, properties.deviceID,
               properties.deviceName);
    }
    fflush(stdout);
    VkXlibSurfaceCreateInfoKHR surface_info = {
        .sType = VK_STRUCTURE_TYPE_XLIB_SURFACE_CREATE_INFO_KHR, .dpy = display, .window = window};
    VkSurfaceKHR surface;
    CHECK(vkCreateXlibSurfaceKHR(instance, &surface_info, NULL, &surface));
    const char *swapchains = "VK_KHR_swapchain";
    float priority = 1;
    VkDeviceQueueCreateInfo queues = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                      .queueCount = 1,
                                      .pQueuePriorities = &priority};
    VkDeviceCreateInfo device_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                      .queueCreateInfoCount = 1,
                                      .pQueueCreateInfos = &queues,
                                      .enabledExtensionCount = 1,
                                      .ppEnabledExtensionNames = &swapchains};
    VkDevice device;
    CHECK(vkCreateDevice(devices[0], &device_info, NULL, &device));
    VkQueue queue;
    vkGetDeviceQueue(device, 0, 0, &queue);
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
    VkSwapchainKHR swapchain;
    CHECK(vkCreateSwapchainKHR(device, &swapchain_info, NULL, &swapchain));
    VkImage images[16];
    uint32_t image_count = 16;
    CHECK(vkGetSwapchainImagesKHR(device, swapchain, &image_count, images));

    VkBufferCreateInfo buffer_info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                      .size = WIDTH * HEIGHT * 4,
                                      .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT};
    VkBuffer buffer;
    CHECK(vkCreateBuffer(device, &buffer_info, NULL, &buffer));
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(device, buffer, &needs);
    VkPhysicalDeviceMemoryProperties memories;
    vkGetPhysicalDeviceMemoryProperties(devices[0], &memories);
    uint32_t type = 0;
    while (!(needs.memoryTypeBits >> type & 1) ||
           (memories.memoryTypes[type].propertyFlags & 6) != 6)
        type++;
    VkMemoryAllocateInfo allocate = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                     .allocationSize = needs.size,
                                     .memoryTypeIndex = type};
    VkDeviceMemory memory;
    CHECK(vkAllocateMemory(device, &allocate, NULL, &memory));
    CHECK(vkBindBufferMemory(device, buffer, memory, 0));
    unsigned *mapped;
    CHECK(vkMapMemory(device, memory, 0, VK_WHOLE_SIZE, 0, (void **)&mapped));
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) mapped[y * WIDTH + x] = 0xFF000000 | colour(x, y);

    VkCommandPoolCreateInfo pool_info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT};
    VkCommandPool pool;
    CHECK(vkCreateCommandPool(device, &pool_info, NULL, &pool));
    VkCommandBufferAllocateInfo commands_info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = pool,
        .commandBufferCount = 1};
    VkCommandBuffer commands;
    CHECK(vkAllocateCommandBuffers(device, &commands_info, &commands));
    VkSemaphoreCreateInfo semaphore_info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkSemaphore drawn;
    CHECK(vkCreateSemaphore(device, &semaphore_info, NULL, &drawn));
    VkFenceCreateInfo fence_info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence fence;
    CHECK(vkCreateFence(device, &fence_info, NULL, &fence));
    for (int frame = 0; frame < frames; frame++) {
        uint32_t index;
        CHECK(vkAcquireNextImageKHR(device, swapchain, PATIENCE, NULL, fence, &index));
        CHECK(vkWaitForFences(device, 1, &fence, VK_TRUE, PATIENCE));
        CHECK(vkResetFences(device, 1, &fence));
        VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
        VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                        .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                        .newLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                                        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                        .image = images[index],
                                        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0,
                                                             1}};
        VkBufferImageCopy whole = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                   .imageExtent = {WIDTH, HEIGHT, 1}};
        CHECK(vkBeginCommandBuffer(commands, &begin));
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT,
                             VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
        vkCmdCopyBufferToImage(commands, buffer, images[index],
                               VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &whole);
        barrier.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
        barrier.dstAccessMask = 0;
        barrier.oldLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
        barrier.newLayout = VK_IMAGE_LAYOUT_PRESENT_SRC_KHR;
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT,
                             VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0, 0, NULL, 0, NULL, 1,
                             &barrier);
        CHECK(vkEndCommandBuffer(commands));
        VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                               .commandBufferCount = 1,
                               .pCommandBuffers = &commands,
                               .signalSemaphoreCount = 1,
                               .pSignalSemaphores = &drawn};
        CHECK(vkQueueSubmit(queue, 1, &submit, NULL));
        VkPresentInfoKHR present = {.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
                                    .waitSemaphoreCount = 1,
                                    .pWaitSemaphores = &drawn,
                                    .swapchainCount = 1,
                                    .pSwapchains = &swapchain,
                                    .pImageIndices = &index};
        CHECK(vkQueuePresentKHR(queue, &present));
        CHECK(vkQueueWaitIdle(queue));
    }
    CHECK(vkDeviceWaitIdle(device));

    /* A presented image reaches the screen a little later, on a busy machine much later. */
    static unsigned char pixels[3 * WIDTH * HEIGHT], before[3 * WIDTH * HEIGHT];
    static const unsigned char black[3 * WIDTH * HEIGHT];
    for (int times = 0; times < 600; times++) {
        look(pixels);
        int there = memcmp(pixels, black, sizeof pixels) != 0;
        if (there && !memcmp(pixels, before, sizeof pixels)) break;
        memcpy(before, pixels, sizeof pixels);
        usleep(100000);
    }
    FILE *file = fopen(words[2], "wb");
    if (file == NULL) return 2;
    fprintf(file, "P6 %d %d 255\n", WIDTH, HEIGHT);
    fwrite(pixels, sizeof pixels, 1, file);
    fclose(file);
    puts("end");
    /* Layers for pictures write on while a program closes; what is left goes with the process. */
    fflush(NULL);
    vkDestroySwapchainKHR(device, swapchain, NULL);
    vkDestroyDevice(device, NULL);
    vkDestroyInstance(instance, NULL);
    return 0;
}
