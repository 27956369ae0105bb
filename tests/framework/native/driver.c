/* A driver with one device, named after the library file; it records that it was opened. */
#include "vulkan_subset.h"

#define LOADER_MAGIC 0x01CDC0DEu
#define API_1_3 ((1u << 22) | (3u << 12))

/* A device for each instance: a driver that is found twice is two drivers for the loader. */
typedef struct {
    uintptr_t magic;
    uintptr_t device_magic;
} Instance;

static VkResult create_instance(const InstanceCreateInfo *info, const void *allocator, void **out) {
    (void)info;
    (void)allocator;
    misbehave();
    if (behaves("-refuse")) return INITIALIZATION_FAILED;
    Instance *instance = malloc(sizeof *instance);
    instance->magic = LOADER_MAGIC;
    instance->device_magic = LOADER_MAGIC;
    *out = instance;
    return SUCCESS;
}

static void destroy_instance(void *instance, const void *allocator) {
    (void)allocator;
    free(instance);
}

static VkResult enumerate_version(uint32_t *version) {
    *version = API_1_3;
    return SUCCESS;
}

static VkResult no_extensions(void *handle_or_name, void *second, uint32_t *count_or_list) {
    /* Instance level: (layer, count, list). */
    (void)handle_or_name;
    (void)count_or_list;
    *(uint32_t *)second = 0;
    return SUCCESS;
}

static VkResult no_device_extensions(void *device, const char *layer, uint32_t *count, void *list) {
    (void)device;
    (void)layer;
    (void)list;
    *count = 0;
    return SUCCESS;
}

static VkResult enumerate_devices(void *instance, uint32_t *count, void **devices) {
    if (behaves("-empty")) {
        *count = 0;
        return SUCCESS;
    }
    if (devices == NULL) {
        *count = 1;
        return SUCCESS;
    }
    if (*count < 1) return INCOMPLETE;
    *count = 1;
    devices[0] = &((Instance *)instance)->device_magic;
    return SUCCESS;
}

static void device_properties(void *device, char *properties) {
    (void)device;
    uint32_t head[] = {API_1_3, 1, 0x10005, 1, 4 /* CPU */};
    memset(properties, 0, sizeof(void *) == 8 ? 824 : 800); /* VkPhysicalDeviceProperties */
    memcpy(properties, head, sizeof head);
    snprintf(properties + 20, 256, "%s", own_name());
}

static void device_properties2(void *device, char *properties) {
    device_properties(device, properties + 2 * sizeof(void *)); /* behind sType and pNext */
}

static void fill_nothing(void) {}

static VkResult refuse(void) { return INITIALIZATION_FAILED; }

static void no_queue_families(void *device, uint32_t *count, void *list) {
    (void)device;
    (void)list;
    *count = 0;
}

static VoidFunction no_device_function(void *device, const char *name) {
    (void)device;
    (void)name;
    return NULL;
}

static int negotiated;

EXPORT VoidFunction vk_icdGetInstanceProcAddr(void *instance, const char *name) {
    static const struct {
        const char *name;
        VoidFunction function;
    } functions[] = {
        {"vkCreateInstance", (VoidFunction)create_instance},
        {"vkDestroyInstance", (VoidFunction)destroy_instance},
        {"vkEnumerateInstanceVersion", (VoidFunction)enumerate_version},
        {"vkEnumerateInstanceExtensionProperties", (VoidFunction)no_extensions},
        {"vkEnumeratePhysicalDevices", (VoidFunction)enumerate_devices},
        {"vkGetPhysicalDeviceProperties", (VoidFunction)device_properties},
        {"vkGetPhysicalDeviceProperties2", (VoidFunction)device_properties2},
        {"vkGetPhysicalDeviceFeatures", fill_nothing},
        {"vkGetPhysicalDeviceFormatProperties", fill_nothing},
        {"vkGetPhysicalDeviceImageFormatProperties", (VoidFunction)refuse},
        {"vkGetPhysicalDeviceQueueFamilyProperties", (VoidFunction)no_queue_families},
        {"vkGetPhysicalDeviceMemoryProperties", fill_nothing},
        {"vkGetPhysicalDeviceSparseImageFormatProperties", fill_nothing},
        {"vkGetDeviceProcAddr", (VoidFunction)no_device_function},
        {"vkCreateDevice", (VoidFunction)refuse},
        {"vkEnumerateDeviceExtensionProperties", (VoidFunction)no_device_extensions},
    };
    /* The oldest loaders do not negotiate. */
    if (!negotiated && instance == NULL && strcmp(name, "vkCreateInstance") == 0) {
        record_in("VKCONFIG_PY_TEST_DRIVERS");
    }
    for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
        if (strcmp(name, functions[index].name) == 0) return functions[index].function;
    }
    return NULL;
}

EXPORT VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) {
    negotiated = 1;
    record_in("VKCONFIG_PY_TEST_DRIVERS");
    if (*version > 5) *version = 5;
    return SUCCESS;
}
