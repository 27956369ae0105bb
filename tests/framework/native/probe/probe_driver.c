/* A driver that does what its knobs say; tests/framework/probe_parts.py explains each. */
#include "probe.h"

#define MOST_DEVICES 16
#define API_1_3 ((1u << 22) | (3u << 12))

typedef struct Instance Instance;

typedef struct {
    uintptr_t magic;
    Instance *instance;
    int index;
} PhysicalDevice;

struct Instance {
    uintptr_t magic;
    PhysicalDevice devices[MOST_DEVICES];
};

typedef struct {
    uintptr_t magic;
    PhysicalDevice *physical;
    struct {
        uintptr_t magic;
    } queue, commands[8];
} Device;

static VoidFunction find_function(void *instance, const char *name);
static VoidFunction find_device_function(void *device, const char *name);

/* -- devices: `device0=NAME type=1 api=1.1.0 ...` */

static const char *device_text(int index) {
    char name[16];
    snprintf(name, sizeof name, "device%d", index);
    return knob(name);
}

static const char *field(int index, const char *name, const char *otherwise) {
    static char value[1024];
    char wanted[64];
    const char *text = device_text(index), *found = NULL;
    snprintf(wanted, sizeof wanted, " %s=", name);
    if (text != NULL) found = strstr(text, wanted);
    if (found == NULL) return otherwise;
    found += strlen(wanted);
    snprintf(value, sizeof value, "%.*s", (int)strcspn(found, " "), found);
    return value;
}

static uint32_t field_number(int index, const char *name, uint32_t otherwise) {
    const char *value = field(index, name, NULL);
    return value != NULL ? (uint32_t)strtoul(value, NULL, 0) : otherwise;
}

/* Indices of the devices that are there now: those that `devices` lists, or all. */
static int present(int *indices) {
    int count = 0;
    const char *list = knob("devices");
    if (list == NULL) {
        while (count < MOST_DEVICES && device_text(count) != NULL) {
            indices[count] = count;
            count++;
        }
        return count;
    }
    char copy[256];
    snprintf(copy, sizeof copy, "%.255s", list);
    for (char *at = strtok(copy, ","); at != NULL && count < MOST_DEVICES; at = strtok(NULL, ","))
        indices[count++] = atoi(at) % MOST_DEVICES;
    return count;
}

static VkResult enumerate_devices(Instance *instance, uint32_t *count, void **devices) {
    int indices[MOST_DEVICES];
    at_point("enumerate");
    uint32_t there = (uint32_t)present(indices);
    VkResult result = (VkResult)number(devices == NULL ? "devices_result" : "devices_fill_result", 0);
    if (result < 0) return result;
    if (devices == NULL) {
        *count = there;
        return result;
    }
    for (uint32_t i = 0; i < there && i < *count; i++) {
        devices[i] = &instance->devices[indices[i]];
    }
    if (*count < there) return INCOMPLETE;
    *count = there;
    return result;
}

static int is_present(int index) {
    int indices[MOST_DEVICES], there = present(indices);
    for (int i = 0; i < there; i++) {
        if (indices[i] == index) return 1;
    }
    return 0;
}

/* "0+1;2" into groups of the devices that are there now; returns how many there are. */
static uint32_t parse_groups(Instance *instance, char *text, GroupProperties *out, uint32_t most) {
    uint32_t found = 0;
    char *outer = NULL, *inner = NULL;
    for (char *group = strtok_r(text, ";", &outer); group; group = strtok_r(NULL, ";", &outer)) {
        uint32_t members = 0;
        for (char *at = strtok_r(group, "+", &inner); at; at = strtok_r(NULL, "+", &inner)) {
            if (!is_present(atoi(at))) continue;
            if (out != NULL && found < most)
                out[found].devices[members] = &instance->devices[atoi(at)];
            members++;
        }
        if (members == 0) continue;
        if (out != NULL && found < most) {
            out[found].count = members;
            out[found].subset = (uint32_t)number("groups_subset", 0);
        }
        found++;
    }
    return found;
}

/* `groups=0+1;2`; without it each device is a group. */
static VkResult enumerate_groups(Instance *instance, uint32_t *count, GroupProperties *groups) {
    int indices[MOST_DEVICES];
    char text[256] = "";
    const char *list = knob("groups");
    if (list != NULL) {
        snprintf(text, sizeof text, "%.255s", list);
    } else {
        int there = present(indices);
        for (int i = 0; i < there; i++) {
            size_t length = strlen(text);
            snprintf(text + length, sizeof text - length, "%s%d", i != 0 ? ";" : "", indices[i]);
        }
    }
    VkResult result = (VkResult)number(groups == NULL ? "groups_result" : "groups_fill_result", 0);
    if (result < 0) return result;
    uint32_t found = parse_groups(instance, text, groups, groups != NULL ? *count : 0);
    if (groups != NULL && *count < found) return INCOMPLETE;
    *count = found;
    return result;
}

static void device_properties(PhysicalDevice *device, char *properties) {
    int index = device->index;
    memset(properties, 0, PHYSICAL_DEVICE_PROPERTIES_SIZE);
    uint32_t head[] = {
        parse_version(field(index, "api", "1.3.0")), field_number(index, "driver", 1),
        field_number(index, "vendor", 0x10005),      field_number(index, "id", 1),
        field_number(index, "type", 4 /* CPU */),
    };
    memcpy(properties, head, sizeof head);
    const char *text = device_text(index);
    snprintf(properties + DEVICE_NAME_AT, 256, "%.*s", (int)strcspn(text ? text : "", " "), text);
    memset(properties + DEVICE_NAME_AT + 256, (int)field_number(index, "cache", 7), 16);
}

enum { PCI_PROPERTIES = 1000212000, ID_PROPERTIES = 1000071004, DRIVER_PROPERTIES = 1000196000 };
enum { VULKAN_1_1_PROPERTIES = 50 }; /* begins like ID_PROPERTIES; loaders before 1.4.329 ask it */

static void device_properties2(PhysicalDevice *device, char *properties) {
    device_properties(device, properties + 16);
    const ChainElement *at = ((ChainElement *)properties)->pNext;
    for (; at != NULL; at = at->pNext) {
        char *body = (char *)at + 16;
        if (at->sType == PCI_PROPERTIES) {
            unsigned pci[4] = {0};
            sscanf(field(device->index, "pci", "0"), "%u:%u:%u:%u", pci, pci + 1, pci + 2, pci + 3);
            memcpy(body, pci, sizeof pci);
        } else if (at->sType == ID_PROPERTIES || at->sType == VULKAN_1_1_PROPERTIES) {
            memset(body, (int)field_number(device->index, "uuid", 1), 16);
            memset(body + 16, (int)field_number(device->index, "driver_uuid", 1), 16);
            memset(body + 32, 0, 16);
        } else if (at->sType == DRIVER_PROPERTIES) {
            uint32_t id = field_number(device->index, "driver_id", 1);
            memset(body, 0, 4 + 256 + 256 + 4);
            memcpy(body, &id, sizeof id);
        }
    }
}

static VkResult device_extensions(PhysicalDevice *device, const char *layer, uint32_t *count,
                                  ExtensionProperties *out) {
    (void)layer;
    VkResult result = (VkResult)number(
        out == NULL ? "device_extensions_result" : "device_extensions_fill_result", 0);
    if (result < 0) return result;
    VkResult given = give_extensions(field(device->index, "extensions", ""), count, out);
    return result != SUCCESS ? result : given;
}

/* The first word tells the driver that it was given its own handle: it left its mark there. */
static void features(PhysicalDevice *device, uint32_t *out) {
    memset(out, 0, 220);
    out[0] = device->magic == DRIVER_MAGIC || number("magic", DRIVER_MAGIC) != DRIVER_MAGIC;
    out[1] = (uint32_t)device->index;
}

static void features2(PhysicalDevice *device, char *out) {
    features(device, (uint32_t *)(out + 16));
}

static void queue_families(PhysicalDevice *device, uint32_t *count, uint32_t *out) {
    (void)device;
    if (out != NULL && *count > 0) {
        uint32_t family[6] = {7, 1, 64, 1, 1, 1};
        memcpy(out, family, sizeof family);
    }
    *count = 1;
}

static void queue_families2(PhysicalDevice *device, uint32_t *count, char *out) {
    queue_families(device, count, out != NULL ? (uint32_t *)(out + 16) : NULL);
}

static void memory(PhysicalDevice *device, uint32_t *out) {
    (void)device;
    memset(out, 0, 520);
}

static void memory2(PhysicalDevice *device, char *out) { memory(device, (uint32_t *)(out + 16)); }

static void formats(PhysicalDevice *device, int32_t format, uint32_t *out) {
    (void)device;
    out[0] = out[1] = out[2] = (uint32_t)format;
}

static void formats2(PhysicalDevice *device, int32_t format, char *out) {
    formats(device, format, (uint32_t *)(out + 16));
}

static VkResult no_image_formats(void) { return -11; }

static void sparse_formats(PhysicalDevice *device, int32_t format, int32_t type, int32_t samples,
                           uint32_t usage, int32_t tiling, uint32_t *count, void *out) {
    (void)device, (void)format, (void)type, (void)samples, (void)usage, (void)tiling, (void)out;
    *count = 0;
}

static void sparse_formats2(PhysicalDevice *device, const void *info, uint32_t *count, void *out) {
    (void)device, (void)info, (void)out;
    *count = 0;
}

/* Buffers, semaphores, fences: marked, so that an emulation can be told from this. */
static void external(PhysicalDevice *device, const void *info, char *out) {
    (void)device, (void)info;
    uint32_t marks[3] = {1, 2, 3};
    memcpy(out + 16, marks, sizeof marks);
}

static VkResult tools(PhysicalDevice *device, uint32_t *count, void *out) {
    (void)device, (void)out;
    *count = (uint32_t)number("tools", 0);
    return SUCCESS;
}

/* -- devices */

static VkResult create_device(PhysicalDevice *physical, const DeviceCreateInfo *info,
                              const void *allocator, void **out) {
    (void)allocator;
    tell_of_device(info);
    at_point("create_device");
    VkResult result = (VkResult)number("create_device", 0);
    if (result < 0) return result;
    Device *device = calloc(1, sizeof *device);
    device->magic = (uintptr_t)number("device_magic", DRIVER_MAGIC);
    device->queue.magic = DRIVER_MAGIC;
    for (int i = 0; i < 8; i++) device->commands[i].magic = DRIVER_MAGIC;
    device->physical = physical;
    *out = device;
    return result;
}

static void destroy_device(Device *device, const void *allocator) {
    (void)allocator;
    tell("vkDestroyDevice");
    free(device);
}

static void get_queue(Device *device, uint32_t family, uint32_t index, void **out) {
    (void)family, (void)index;
    *out = &device->queue;
}

static void get_queue2(Device *device, const void *info, void **out) {
    (void)info;
    *out = &device->queue;
}

static VkResult submit(void *queue, uint32_t count, const void *submits, uint64_t fence) {
    (void)queue, (void)submits, (void)fence;
    return count == 0 ? SUCCESS : -13;
}

static VkResult allocate_commands(Device *device, const char *info, void **out) {
    uint32_t count;
    memcpy(&count, info + 28, sizeof count);
    for (uint32_t i = 0; i < count && i < 8; i++) out[i] = &device->commands[i];
    return SUCCESS;
}

static void do_nothing(void) {}

static VkResult succeed(void) { return SUCCESS; }

static VkResult create_object(void *handle, const void *info, const void *allocator,
                              uint64_t *out) {
    (void)handle, (void)info, (void)allocator;
    *out = 0x0B7EC7;
    return SUCCESS;
}

static VkResult create_messenger(void *handle, const void *info, const void *allocator,
                                 uint64_t *out) {
    (void)handle, (void)info, (void)allocator;
    tell("create messenger");
    *out = 0x0B7EC7;
    return (VkResult)number("messenger", 0);
}

static void destroy_messenger(void *handle, uint64_t object, const void *allocator) {
    (void)handle, (void)object, (void)allocator;
    tell("destroy messenger");
}

/* -- functions that no loader knows */

#define PROBE_FUNCTION(n)                                                     \
    static int32_t probe_function##n(uintptr_t *handle, int32_t value) {      \
        Note note;                                                            \
        begin(&note, "vkProbeFunction" #n "EXT");                             \
        add(&note, ",\"value\":%d,\"own\":%d", value, *handle == DRIVER_MAGIC); \
        finish(&note);                                                        \
        return 1000 * (n + 1) + value;                                        \
    }
PROBE_FUNCTION(0)
PROBE_FUNCTION(1)
PROBE_FUNCTION(2)
PROBE_FUNCTION(3)
PROBE_FUNCTION(4)
PROBE_FUNCTION(5)

static VoidFunction probe_function(const char *list, const char *name) {
    static int32_t (*const functions[PROBE_FUNCTIONS])(uintptr_t *, int32_t) = {
        probe_function0, probe_function1, probe_function2,
        probe_function3, probe_function4, probe_function5,
    };
    int found = probe_function_number(name);
    return found >= 0 && lists(list, name) ? (VoidFunction)functions[found] : NULL;
}

#include "probe_driver_entries.h"
