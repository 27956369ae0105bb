/* A driver with one device whose functions do as little as can be done. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <vulkan/vulkan.h>

#define EXPORTED __attribute__((visibility("default")))

struct object {
    uintptr_t loader_data;
    int unused;
};

static struct object physical_device = {0x01CDC0DE, 0}, queue = {0x01CDC0DE, 0};
static struct object instance = {0x01CDC0DE, 0}, device = {0x01CDC0DE, 0};

static VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo *info,
                                                      const VkAllocationCallbacks *allocator, VkInstance *result) {
    (void)info, (void)allocator;
    instance.loader_data = 0x01CDC0DE;
    *result = (VkInstance)&instance;
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL nothing(void) {}

static VKAPI_ATTR VkResult VKAPI_CALL enumerate_devices(VkInstance owner, uint32_t *count, VkPhysicalDevice *found) {
    (void)owner;
    if (found && *count) *found = (VkPhysicalDevice)&physical_device;
    *count = 1;
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL enumerate_extensions(VkPhysicalDevice owner, const char *layer, uint32_t *count,
                                                           VkExtensionProperties *found) {
    (void)owner, (void)layer, (void)found;
    *count = 0;
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL enumerate_instance_extensions(const char *layer, uint32_t *count,
                                                                    VkExtensionProperties *found) {
    return enumerate_extensions(VK_NULL_HANDLE, layer, count, found);
}

static VKAPI_ATTR VkResult VKAPI_CALL enumerate_version(uint32_t *version) {
    *version = VK_API_VERSION_1_3;
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL get_properties(VkPhysicalDevice owner, VkPhysicalDeviceProperties *properties) {
    (void)owner;
    properties->apiVersion = VK_API_VERSION_1_3;
}

static VKAPI_ATTR void VKAPI_CALL get_families(VkPhysicalDevice owner, uint32_t *count,
                                               VkQueueFamilyProperties *families) {
    (void)owner;
    if (families) memset(families, 0, sizeof *families);
    *count = 1;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice owner, const VkDeviceCreateInfo *info,
                                                    const VkAllocationCallbacks *allocator, VkDevice *result) {
    (void)owner, (void)info, (void)allocator;
    device.loader_data = 0x01CDC0DE;
    *result = (VkDevice)&device;
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL get_queue(VkDevice owner, uint32_t family, uint32_t index, VkQueue *result) {
    (void)owner, (void)family, (void)index;
    *result = (VkQueue)&queue;
}

static PFN_vkVoidFunction get_proc(void *owner, const char *name);

static const struct {
    const char *name;
    void *function;
} functions[] = {
    {"vkCreateInstance", create_instance},
    {"vkDestroyInstance", nothing},
    {"vkEnumerateInstanceVersion", enumerate_version},
    {"vkEnumerateInstanceExtensionProperties", enumerate_instance_extensions},
    {"vkEnumeratePhysicalDevices", enumerate_devices},
    {"vkEnumerateDeviceExtensionProperties", enumerate_extensions},
    {"vkGetPhysicalDeviceFeatures", nothing},
    {"vkGetPhysicalDeviceFormatProperties", nothing},
    {"vkGetPhysicalDeviceImageFormatProperties", nothing},
    {"vkGetPhysicalDeviceProperties", get_properties},
    {"vkGetPhysicalDeviceQueueFamilyProperties", get_families},
    {"vkGetPhysicalDeviceMemoryProperties", nothing},
    {"vkGetPhysicalDeviceSparseImageFormatProperties", nothing},
    {"vkGetDeviceProcAddr", get_proc},
    {"vkCreateDevice", create_device},
    {"vkDestroyDevice", nothing},
    {"vkGetDeviceQueue", get_queue},
};

static PFN_vkVoidFunction get_proc(void *owner, const char *name) {
    (void)owner;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!strcmp(functions[i].name, name)) return (PFN_vkVoidFunction)functions[i].function;
    return NULL;
}

EXPORTED PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance owner, const char *name) {
    return get_proc(owner, name);
}

EXPORTED VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) {
    if (*version > 5) *version = 5;
    return VK_SUCCESS;
}
