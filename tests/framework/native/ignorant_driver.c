/* A driver that knows no command beyond those that every driver must have, and says that it has the
 * instance extensions that the environment lists, so that all of them can be enabled. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char name[256];
    uint32_t version;
} Extension;

static int extensions(const char *layer, uint32_t *count, Extension *list) {
    (void)layer;
    char *names = strdup(getenv("IGNORANT_DRIVER_EXTENSIONS"));
    uint32_t found = 0;
    for (char *name = strtok(names, " "); name != NULL; name = strtok(NULL, " "), ++found) {
        if (list == NULL || found >= *count) continue;
        memset(&list[found], 0, sizeof *list);
        strncpy(list[found].name, name, sizeof list->name - 1);
        list[found].version = 1;
    }
    free(names);
    *count = found;
    return 0;
}

static int create(const void *info, const void *allocator, void **instance) {
    static uintptr_t object[8] = {0x01CDC0DE};
    (void)info;
    (void)allocator;
    *instance = object;
    return 0;
}

static int devices(void *instance, uint32_t *count, void **list) {
    static uintptr_t device[8] = {0x01CDC0DE};
    (void)instance;
    if (list != NULL && *count > 0) list[0] = device;
    *count = 1;
    return 0;
}

static int version(uint32_t *number) {
    *number = (1u << 22) | (3u << 12);
    return 0;
}

static void *nothing(void) { return NULL; }

static const struct {
    const char *name;
    void *function;
} known[] = {
    {"vkCreateInstance", create},
    {"vkEnumerateInstanceExtensionProperties", extensions},
    {"vkEnumerateInstanceVersion", version},
    {"vkEnumeratePhysicalDevices", devices},
    {"vkDestroyInstance", nothing},
    {"vkGetPhysicalDeviceFeatures", nothing},
    {"vkGetPhysicalDeviceFormatProperties", nothing},
    {"vkGetPhysicalDeviceImageFormatProperties", nothing},
    {"vkGetPhysicalDeviceProperties", nothing},
    {"vkGetPhysicalDeviceQueueFamilyProperties", nothing},
    {"vkGetPhysicalDeviceMemoryProperties", nothing},
    {"vkGetPhysicalDeviceSparseImageFormatProperties", nothing},
    {"vkGetDeviceProcAddr", nothing},
    {"vkCreateDevice", nothing},
    {"vkEnumerateDeviceExtensionProperties", nothing},
};

void *vk_icdGetInstanceProcAddr(void *instance, const char *name) {
    (void)instance;
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
        if (strcmp(known[i].name, name) == 0) return known[i].function;
    return NULL;
}

int vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *number) {
    *number = 3; /* from 4 on, old loaders call an export that not every driver has */
    return 0;
}
