/* Times calls from C, given nothing but the address of a vkGetInstanceProcAddr. */
#include <stdint.h>
#include <time.h>
#include <vulkan/vulkan.h>

#define EXPORTED __attribute__((visibility("default")))

struct side {
    VkPhysicalDevice physical_device;
    VkDevice device;
    PFN_vkGetPhysicalDeviceProperties get_properties;
    PFN_vkGetDeviceQueue get_queue;
};

/* Make an instance and a device; 0 if all went well. */
EXPORTED int open_side(PFN_vkGetInstanceProcAddr get, struct side *side) {
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_1};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
    PFN_vkCreateInstance create = (PFN_vkCreateInstance)get(NULL, "vkCreateInstance");
    VkInstance instance;
    if (!create || create(&info, NULL, &instance)) return 1;
    uint32_t count = 1;
    PFN_vkEnumeratePhysicalDevices enumerate =
        (PFN_vkEnumeratePhysicalDevices)get(instance, "vkEnumeratePhysicalDevices");
    if (enumerate(instance, &count, &side->physical_device) < 0 || !count) return 2;
    float priority = 1;
    VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    VkDeviceCreateInfo device = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue};
    PFN_vkCreateDevice create_device = (PFN_vkCreateDevice)get(instance, "vkCreateDevice");
    if (create_device(side->physical_device, &device, NULL, &side->device)) return 3;
    side->get_properties = (PFN_vkGetPhysicalDeviceProperties)get(instance, "vkGetPhysicalDeviceProperties");
    side->get_queue = (PFN_vkGetDeviceQueue)get(instance, "vkGetDeviceQueue");
    return side->get_properties && side->get_queue ? 0 : 4;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Return the nanoseconds of one call of vkGetPhysicalDeviceProperties. */
EXPORTED double time_properties(const struct side *side, int calls) {
    VkPhysicalDeviceProperties properties;
    double begun = now();
    for (int i = 0; i < calls; i++) side->get_properties(side->physical_device, &properties);
    return (now() - begun) / calls;
}

/* Return the nanoseconds of one call of vkGetDeviceQueue. */
EXPORTED double time_queue(const struct side *side, int calls) {
    VkQueue queue;
    double begun = now();
    for (int i = 0; i < calls; i++) side->get_queue(side->device, 0, 0, &queue);
    return (now() - begun) / calls;
}
