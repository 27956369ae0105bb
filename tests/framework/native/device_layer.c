/* A layer that makes a list of devices of its own. It is written down in a text file beside it,
 * LIBRARY.list, and read anew at every call:
 *
 *   give NAME        the device of this name, in the order of these lines, as often as they stand;
 *                    without any line every device as it is
 *   drop NAME        this device is left out
 *   reverse          the order is turned around
 *   wrap             devices have handles of the layer's own
 *
 * Groups lose the devices that are left out, and those that have none left are gone. */
#include "vulkan_subset.h"

#define MOST 64

typedef VkResult (*EnumerateDevices)(void *, uint32_t *, void **);
typedef void (*GetProperties)(void *, char *);
typedef VkResult (*EnumerateExtensions)(void *, const char *, uint32_t *, ExtensionProperties *);
typedef void (*DestroyInstance)(void *, const void *);

typedef struct {
    int32_t sType;
    void *pNext;
    uint32_t count;
    void *devices[32];
    uint32_t subset;
} GroupProperties;

typedef VkResult (*EnumerateGroups)(void *, uint32_t *, GroupProperties *);

static GetProcAddr next;

/* Looked up while the instance is made: afterwards older loaders answer with the top of the chain. */
static struct {
    EnumerateDevices enumerate_devices;
    EnumerateGroups enumerate_groups;
    GetProperties get_properties;
    EnumerateExtensions enumerate_extensions;
    DestroyInstance destroy_instance;
} below_me;

typedef struct {
    void *dispatch;
    void *real;
} Wrapped;

static Wrapped wrapped[MOST];
static uint32_t wrapped_count;

static const char *read_list(void) {
    static char text[1 << 14];
    char path[4096];
    Dl_info info;
    text[0] = '\0';
    if (dladdr((void *)read_list, &info) == 0) return text;
    snprintf(path, sizeof path, "%s.list", info.dli_fname);
    FILE *file = fopen(path, "r");
    if (file == NULL) return text;
    size_t length = fread(text, 1, sizeof text - 1, file);
    text[length] = '\0';
    fclose(file);
    return text;
}

static int has_line(const char *line) {
    char wanted[512];
    snprintf(wanted, sizeof wanted, "%s\n", line);
    for (const char *found = read_list(); (found = strstr(found, wanted)) != NULL; found++) {
        if (found == read_list() || found[-1] == '\n') return 1;
    }
    return 0;
}

static void *real(void *device) {
    for (uint32_t index = 0; index < wrapped_count; index++) {
        if (device == &wrapped[index]) return wrapped[index].real;
    }
    return device;
}

static void *given(void *device) {
    if (!has_line("wrap")) return device;
    for (uint32_t index = 0; index < wrapped_count; index++) {
        if (wrapped[index].real == device) return &wrapped[index];
    }
    wrapped[wrapped_count].dispatch = *(void **)device;
    wrapped[wrapped_count].real = device;
    return &wrapped[wrapped_count++];
}

static const char *name_of(void *device) {
    static char properties[824];
    below_me.get_properties(device, properties);
    return properties + 20;
}

static int is_dropped(void *device) {
    char line[1024];
    snprintf(line, sizeof line, "drop %s", name_of(device));
    return has_line(line);
}

/* Every device of the layer's own list; their number. */
static uint32_t make_list(void **below, uint32_t count, void **list) {
    uint32_t made = 0;
    char name[256];
    for (const char *line = read_list(); (line = strstr(line, "give ")) != NULL; line += 5) {
        if (sscanf(line, "give %255[^\n]", name) != 1) continue;
        for (uint32_t index = 0; index < count; index++) {
            if (strcmp(name_of(below[index]), name) == 0) list[made++] = below[index];
        }
    }
    if (strstr(read_list(), "give ") == NULL) {
        for (uint32_t index = 0; index < count; index++) {
            if (!is_dropped(below[index])) list[made++] = below[index];
        }
    }
    for (uint32_t index = 0; has_line("reverse") && index < made / 2; index++) {
        void *other = list[index];
        list[index] = list[made - 1 - index];
        list[made - 1 - index] = other;
    }
    return made;
}

static VkResult enumerate_devices(void *handle, uint32_t *count, void **devices) {
    void *below[MOST], *list[2 * MOST];
    uint32_t there = MOST;
    VkResult result = below_me.enumerate_devices(handle, &there, below);
    if (result != SUCCESS) return result;
    there = make_list(below, there, list);
    if (devices == NULL) {
        *count = there;
        return SUCCESS;
    }
    result = *count < there ? INCOMPLETE : SUCCESS;
    if (*count > there) *count = there;
    for (uint32_t index = 0; index < *count; index++) devices[index] = given(list[index]);
    return result;
}

static VkResult enumerate_groups(void *handle, uint32_t *count, GroupProperties *groups) {
    GroupProperties below[MOST];
    uint32_t there = MOST, made = 0;
    memset(below, 0, sizeof below);
    for (uint32_t index = 0; index < MOST; index++) below[index].sType = 1000070000;
    VkResult result = below_me.enumerate_groups(handle, &there, below);
    if (result != SUCCESS) return result;
    for (uint32_t index = 0; index < there; index++) {
        uint32_t kept = 0;
        for (uint32_t member = 0; member < below[index].count; member++) {
            void *device = below[index].devices[member];
            if (!is_dropped(device)) below[index].devices[kept++] = given(device);
        }
        below[index].count = kept;
        if (kept != 0) below[made++] = below[index];
    }
    if (groups == NULL) {
        *count = made;
        return SUCCESS;
    }
    result = *count < made ? INCOMPLETE : SUCCESS;
    if (*count > made) *count = made;
    memcpy(groups, below, *count * sizeof *groups);
    return result;
}

static void get_properties(void *device, char *properties) {
    below_me.get_properties(real(device), properties);
}

static VkResult enumerate_extensions(void *device, const char *layer, uint32_t *count,
                                     ExtensionProperties *list) {
    return below_me.enumerate_extensions(real(device), layer, count, list);
}

static VkResult create_instance(const InstanceCreateInfo *info, const void *allocator, void **out) {
    LayerInstanceCreateInfo *node = (LayerInstanceCreateInfo *)info->pNext;
    while (node != NULL && !(node->sType == STRUCTURE_LOADER_INSTANCE_CREATE_INFO &&
                             node->function == LAYER_LINK_INFO)) {
        node = (LayerInstanceCreateInfo *)node->pNext;
    }
    if (node == NULL) return INITIALIZATION_FAILED;
    next = node->link->nextGetInstanceProcAddr;
    node->link = node->link->next;
    VkResult result = ((CreateInstance)next(*out, "vkCreateInstance"))(info, allocator, out);
    wrapped_count = 0;
    if (result != SUCCESS) return result;
    void *instance = *out;
    below_me.enumerate_devices = (EnumerateDevices)next(instance, "vkEnumeratePhysicalDevices");
    below_me.enumerate_groups = (EnumerateGroups)next(instance, "vkEnumeratePhysicalDeviceGroups");
    below_me.get_properties = (GetProperties)next(instance, "vkGetPhysicalDeviceProperties");
    below_me.enumerate_extensions =
        (EnumerateExtensions)next(instance, "vkEnumerateDeviceExtensionProperties");
    below_me.destroy_instance = (DestroyInstance)next(instance, "vkDestroyInstance");
    return SUCCESS;
}

static void destroy_instance(void *handle, const void *allocator) {
    below_me.destroy_instance(handle, allocator);
    wrapped_count = 0;
}

EXPORT VoidFunction vkGetInstanceProcAddr(void *handle, const char *name) {
    static const struct {
        const char *name;
        VoidFunction function;
    } functions[] = {
        {"vkGetInstanceProcAddr", (VoidFunction)vkGetInstanceProcAddr},
        {"vkCreateInstance", (VoidFunction)create_instance},
        {"vkDestroyInstance", (VoidFunction)destroy_instance},
        {"vkEnumeratePhysicalDevices", (VoidFunction)enumerate_devices},
        {"vkEnumeratePhysicalDeviceGroups", (VoidFunction)enumerate_groups},
        {"vkGetPhysicalDeviceProperties", (VoidFunction)get_properties},
        {"vkEnumerateDeviceExtensionProperties", (VoidFunction)enumerate_extensions},
    };
    for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
        if (strcmp(name, functions[index].name) == 0) return functions[index].function;
    }
    return next != NULL ? next(handle, name) : NULL;
}

EXPORT VoidFunction vkGetDeviceProcAddr(void *device, const char *name) {
    (void)device;
    (void)name;
    return NULL;
}
