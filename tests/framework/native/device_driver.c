/* A driver whose devices are written down in a text file beside it, LIBRARY.devices. The file is
 * read anew for every question about devices, so that a test can change them between two calls.
 *
 *   api VERSION                  of vkEnumerateInstanceVersion, packed; 0: the function is missing
 *   extension NAME               of the instance
 *   without NAME                 a function that is not there
 *   count_result CODE            of vkEnumeratePhysicalDevices without an array
 *   fill_result CODE             of vkEnumeratePhysicalDevices with one
 *   groups_result CODE           of vkEnumeratePhysicalDeviceGroups with an array
 *   device ID VENDOR DEVICE TYPE API DRIVER_VERSION DOMAIN BUS SLOT FUNCTION DRIVER_ID
 *          DEVICE_UUID DRIVER_UUID NAME
 *   has ID NAME                  an extension of a device
 *   group SUBSET ID ID ...       without any, each device is a group
 *
 * Numbers are decimal, UUIDs 32 hexadecimal digits; a device keeps its handle as long as its
 * instance lives. vkCreateInstance, vkDestroyInstance and the opening and closing of the library are
 * recorded. */
#include <stddef.h>

#include "vulkan_subset.h"

#define LOADER_MAGIC 0x01CDC0DEu
#define MOST 64

typedef struct {
    uintptr_t magic;
    uint32_t vendor, device, type, api, driver_version, pci[4], driver_id;
    unsigned char device_uuid[16], driver_uuid[16];
    char name[256];
    ExtensionProperties extensions[MOST];
    uint32_t extension_count;
} Device;

typedef struct {
    uint32_t subset, count, members[32];
} Group;

typedef struct {
    uintptr_t magic;
    Device devices[MOST];
    uint32_t order[MOST];
    uint32_t device_count;
    Group groups[MOST];
    uint32_t group_count;
    VkResult count_result, fill_result, groups_result;
} Instance;

typedef struct Structure {
    int32_t sType;
    struct Structure *pNext;
} Structure;

/* The file as a whole: what does not belong to a device is read again where it is needed. */
static const char *read_description(void) {
    static char text[1 << 16];
    char path[4096];
    Dl_info info;
    text[0] = '\0';
    if (dladdr((void *)read_description, &info) == 0) return text;
    snprintf(path, sizeof path, "%s.devices", info.dli_fname);
    FILE *file = fopen(path, "r");
    if (file == NULL) return text;
    size_t length = fread(text, 1, sizeof text - 1, file);
    text[length] = '\0';
    fclose(file);
    return text;
}

/* Copy the next line; return what follows, NULL at the end. */
static const char *next_line(const char *text, char *line, size_t size) {
    if (*text == '\0') return NULL;
    const char *end = strchr(text, '\n');
    size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
    if (length >= size) length = size - 1;
    memcpy(line, text, length);
    line[length] = '\0';
    return end != NULL ? end + 1 : text + strlen(text);
}

static uint32_t number_of(const char *key, uint32_t otherwise) {
    char line[1024], format[64];
    uint32_t found = otherwise;
    snprintf(format, sizeof format, "%s %%u", key);
    for (const char *rest = read_description(); (rest = next_line(rest, line, sizeof line));) {
        sscanf(line, format, &found);
    }
    return found;
}

static int says(const char *key, const char *name) {
    char line[1024], wanted[512];
    snprintf(wanted, sizeof wanted, "%s %s", key, name);
    for (const char *rest = read_description(); (rest = next_line(rest, line, sizeof line));) {
        if (strcmp(line, wanted) == 0) return 1;
    }
    return 0;
}

static void read_uuid(const char *text, unsigned char *uuid) {
    for (int index = 0; index < 16; index++) {
        unsigned byte = 0;
        sscanf(text + 2 * index, "%2x", &byte);
        uuid[index] = (unsigned char)byte;
    }
}

static void read_device(Instance *instance, const char *line) {
    uint32_t id = 0, vendor, number, type, api, version, pci[4], driver_id;
    char device_uuid[33], driver_uuid[33], name[256] = "";
    if (sscanf(line, "device %u %u %u %u %u %u %u %u %u %u %u %32s %32s %255[^\n]", &id, &vendor,
               &number, &type, &api, &version, &pci[0], &pci[1], &pci[2], &pci[3], &driver_id,
               device_uuid, driver_uuid, name) != 14 ||
        id >= MOST)
        abort();
    Device *device = &instance->devices[id];
    if (device->magic == 0) device->magic = LOADER_MAGIC;
    device->vendor = vendor;
    device->device = number;
    device->type = type;
    device->api = api;
    device->driver_version = version;
    memcpy(device->pci, pci, sizeof pci);
    device->driver_id = driver_id;
    device->extension_count = 0;
    read_uuid(device_uuid, device->device_uuid);
    read_uuid(driver_uuid, device->driver_uuid);
    memcpy(device->name, name, sizeof name);
    instance->order[instance->device_count++] = id;
}

static void read_group(Instance *instance, char *line) {
    Group *group = &instance->groups[instance->group_count++];
    char *position = line + strlen("group ");
    group->subset = (uint32_t)strtoul(position, &position, 10);
    for (group->count = 0; *position != '\0' && group->count < 32;) {
        group->members[group->count++] = (uint32_t)strtoul(position, &position, 10);
    }
}

static void read_devices(Instance *instance) {
    char line[1024], name[256];
    uint32_t id;
    int code;
    instance->device_count = instance->group_count = 0;
    instance->count_result = instance->fill_result = instance->groups_result = SUCCESS;
    for (const char *rest = read_description(); (rest = next_line(rest, line, sizeof line));) {
        if (strncmp(line, "device ", 7) == 0) read_device(instance, line);
        if (strncmp(line, "group ", 6) == 0) read_group(instance, line);
        if (sscanf(line, "count_result %d", &code) == 1) instance->count_result = code;
        if (sscanf(line, "fill_result %d", &code) == 1) instance->fill_result = code;
        if (sscanf(line, "groups_result %d", &code) == 1) instance->groups_result = code;
        if (sscanf(line, "has %u %255s", &id, name) == 2 && id < MOST) {
            Device *device = &instance->devices[id];
            ExtensionProperties *extension = &device->extensions[device->extension_count++];
            memcpy(extension->name, name, sizeof name);
            extension->specVersion = 1;
        }
    }
    for (uint32_t index = 0; instance->group_count == 0 && index < instance->device_count;) {
        instance->groups[index].subset = 0;
        instance->groups[index].count = 1;
        instance->groups[index].members[0] = instance->order[index];
        if (++index == instance->device_count) instance->group_count = index;
    }
}

static void record(const char *what) {
    const char *path = getenv("VKCONFIG_PY_TEST_DEVICES");
    FILE *file = path != NULL ? fopen(path, "a") : NULL;
    if (file == NULL) return;
    fprintf(file, "%s %s\n", what, own_name());
    fclose(file);
}

__attribute__((constructor)) static void opened(void) { record("open"); }

__attribute__((destructor)) static void closed(void) { record("close"); }

static VkResult create_instance(const InstanceCreateInfo *info, const void *allocator, void **out) {
    (void)info;
    (void)allocator;
    Instance *instance = calloc(1, sizeof *instance);
    instance->magic = LOADER_MAGIC;
    *out = instance;
    record("create");
    return SUCCESS;
}

static void destroy_instance(void *instance, const void *allocator) {
    (void)allocator;
    record("destroy");
    free(instance);
}

static VkResult enumerate_version(uint32_t *version) {
    *version = number_of("api", (1u << 22) | (3u << 12));
    return SUCCESS;
}

static VkResult enumerate_extensions(const char *layer, uint32_t *count, ExtensionProperties *out) {
    char line[1024], name[256];
    uint32_t found = 0;
    (void)layer;
    for (const char *rest = read_description(); (rest = next_line(rest, line, sizeof line));) {
        if (sscanf(line, "extension %255s", name) != 1) continue;
        if (out != NULL && found == *count) return INCOMPLETE;
        if (out != NULL) {
            memset(&out[found], 0, sizeof *out);
            memcpy(out[found].name, name, sizeof name);
            out[found].specVersion = 1;
        }
        found++;
    }
    *count = found;
    return SUCCESS;
}

static VkResult enumerate_devices(Instance *instance, uint32_t *count, void **devices) {
    read_devices(instance);
    if (devices == NULL) {
        *count = instance->device_count;
        return instance->count_result;
    }
    VkResult result = instance->fill_result;
    if (*count < instance->device_count) {
        result = INCOMPLETE;
    } else {
        *count = instance->device_count;
    }
    for (uint32_t index = 0; index < *count; index++) {
        devices[index] = &instance->devices[instance->order[index]];
    }
    return result;
}

typedef struct {
    int32_t sType;
    void *pNext;
    uint32_t count;
    void *devices[32];
    uint32_t subset;
} GroupProperties;

static VkResult enumerate_groups(Instance *instance, uint32_t *count, GroupProperties *groups) {
    read_devices(instance);
    if (groups == NULL) {
        *count = instance->group_count;
        return SUCCESS;
    }
    VkResult result = instance->groups_result;
    if (*count < instance->group_count) {
        result = INCOMPLETE;
    } else {
        *count = instance->group_count;
    }
    for (uint32_t index = 0; index < *count; index++) {
        Group *group = &instance->groups[index];
        groups[index].count = group->count;
        groups[index].subset = group->subset;
        for (uint32_t member = 0; member < group->count; member++) {
            groups[index].devices[member] = &instance->devices[group->members[member]];
        }
    }
    return result;
}

static VkResult device_extensions(Device *device, const char *layer, uint32_t *count,
                                  ExtensionProperties *out) {
    (void)layer;
    if (out == NULL) {
        *count = device->extension_count;
        return SUCCESS;
    }
    VkResult result = *count < device->extension_count ? INCOMPLETE : SUCCESS;
    if (result == SUCCESS) *count = device->extension_count;
    memcpy(out, device->extensions, *count * sizeof *out);
    return result;
}

static void device_properties(Device *device, char *properties) {
    uint32_t head[] = {device->api, device->driver_version, device->vendor, device->device,
                       device->type};
    memset(properties, 0, 824);
    memcpy(properties, head, sizeof head);
    memcpy(properties + 20, device->name, sizeof device->name);
}

typedef struct {
    int32_t sType;
    Structure *pNext;
    char properties[824];
} Properties2;

static void device_properties2(Device *device, Properties2 *properties) {
    device_properties(device, properties->properties);
    for (Structure *next = properties->pNext; next != NULL; next = next->pNext) {
        char *content = (char *)next + 16;
        switch (next->sType) {
            case 1000212000: /* PCI bus info */
                memcpy(content, device->pci, sizeof device->pci);
                break;
            case 50:         /* Vulkan 1.1 properties begin with the same members */
            case 1000071004: /* identifiers */
                memcpy(content, device->device_uuid, 16);
                memcpy(content + 16, device->driver_uuid, 16);
                break;
            case 52:         /* Vulkan 1.2 properties begin with the same member */
            case 1000196000: /* driver properties */
                memcpy(content, &device->driver_id, sizeof device->driver_id);
                break;
        }
    }
}

typedef struct {
    uintptr_t magic;
} LogicalDevice;

static VkResult create_device(void *physical, const void *info, const void *allocator, void **out) {
    (void)physical;
    (void)info;
    (void)allocator;
    LogicalDevice *device = malloc(sizeof *device);
    device->magic = LOADER_MAGIC;
    *out = device;
    return SUCCESS;
}

static void destroy_device(void *device, const void *allocator) {
    (void)allocator;
    free(device);
}

static void fill_nothing(void) {}

static VkResult refuse(void) { return INITIALIZATION_FAILED; }

static void no_queue_families(void *device, uint32_t *count, void *list) {
    (void)device;
    (void)list;
    *count = 0;
}

static VoidFunction device_function(void *device, const char *name) {
    (void)device;
    return strcmp(name, "vkDestroyDevice") == 0 ? (VoidFunction)destroy_device : NULL;
}

EXPORT VoidFunction vk_icdGetInstanceProcAddr(void *instance, const char *name) {
    static const struct {
        const char *name;
        VoidFunction function;
    } functions[] = {
        {"vkCreateInstance", (VoidFunction)create_instance},
        {"vkDestroyInstance", (VoidFunction)destroy_instance},
        {"vkEnumerateInstanceVersion", (VoidFunction)enumerate_version},
        {"vkEnumerateInstanceExtensionProperties", (VoidFunction)enumerate_extensions},
        {"vkEnumeratePhysicalDevices", (VoidFunction)enumerate_devices},
        {"vkEnumeratePhysicalDeviceGroups", (VoidFunction)enumerate_groups},
        {"vkEnumeratePhysicalDeviceGroupsKHR", (VoidFunction)enumerate_groups},
        {"vkGetPhysicalDeviceProperties", (VoidFunction)device_properties},
        {"vkGetPhysicalDeviceProperties2", (VoidFunction)device_properties2},
        {"vkGetPhysicalDeviceProperties2KHR", (VoidFunction)device_properties2},
        {"vkGetPhysicalDeviceFeatures", fill_nothing},
        {"vkGetPhysicalDeviceFormatProperties", fill_nothing},
        {"vkGetPhysicalDeviceImageFormatProperties", (VoidFunction)refuse},
        {"vkGetPhysicalDeviceQueueFamilyProperties", (VoidFunction)no_queue_families},
        {"vkGetPhysicalDeviceMemoryProperties", fill_nothing},
        {"vkGetPhysicalDeviceSparseImageFormatProperties", fill_nothing},
        {"vkGetDeviceProcAddr", (VoidFunction)device_function},
        {"vkCreateDevice", (VoidFunction)create_device},
        {"vkEnumerateDeviceExtensionProperties", (VoidFunction)device_extensions},
    };
    (void)instance;
    if (says("without", name)) return NULL;
    if (number_of("api", 1) == 0 && strcmp(name, "vkEnumerateInstanceVersion") == 0) return NULL;
    for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
        if (strcmp(name, functions[index].name) == 0) return functions[index].function;
    }
    return NULL;
}

EXPORT VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) {
    if (*version > 5) *version = 5;
    return SUCCESS;
}
