/* A layer that does what its knobs say; tests/framework/probe_parts.py explains each. It serves one
 * instance and one device at a time. */
#include "probe.h"

typedef struct {
    int32_t sType;
    void *pNext;
    uint32_t version;
    GetProcAddr instance_lookup, device_lookup, physical_lookup;
} NegotiateLayerInterface;

typedef struct DeviceLink {
    struct DeviceLink *next;
    GetProcAddr instance_lookup, device_lookup;
} DeviceLink;

typedef VkResult (*SetData)(void *, void *);
typedef VkResult (*LayerCreateDevice)(void *, void *, const DeviceCreateInfo *, const void *, void **,
                                      GetProcAddr, GetProcAddr *);
typedef void (*DestroyDevice)(void *, const void *);
typedef void (*LayerDestroyDevice)(void *, const void *, DestroyDevice);

/* An element of the loader's in a chain, for instances and devices alike. */
typedef struct {
    int32_t sType;
    const void *pNext;
    int32_t function;
    union {
        LayerLink *instance_link;
        DeviceLink *device_link;
        SetData set_data;
        struct {
            LayerCreateDevice create;
            LayerDestroyDevice destroy;
        } device;
    } u;
} LoaderElement;

static GetProcAddr next_lookup, next_physical_lookup, next_device_lookup;
static SetData set_instance_data;
static LayerCreateDevice create_device_below;
static LayerDestroyDevice destroy_device_below;
static void *the_instance, *the_device;

static VoidFunction instance_lookup(void *instance, const char *name);
static VoidFunction device_lookup(void *device, const char *name);

static LoaderElement *find_element(const void *chain, int32_t type, int32_t function) {
    for (LoaderElement *at = (LoaderElement *)chain; at != NULL; at = (LoaderElement *)at->pNext) {
        if (at->sType == type && at->function == function) return at;
    }
    return NULL;
}

/* Functions below, looked up while the instance is made: older loaders answer from the table of the
 * whole chain afterwards, which begins with this very layer. */
static struct {
    const char *name;
    VoidFunction function;
} those_below[] = {
    {"vkDestroyInstance", NULL},
    {"vkCreateDevice", NULL},
    {"vkEnumeratePhysicalDevices", NULL},
    {"vkEnumeratePhysicalDeviceGroups", NULL},
    {"vkGetPhysicalDeviceProperties", NULL},
    {"vkEnumerateDeviceExtensionProperties", NULL},
};
static VoidFunction physical_below[PROBE_FUNCTIONS], device_below[PROBE_FUNCTIONS];

static void look_below(void) {
    for (size_t i = 0; i < sizeof those_below / sizeof *those_below; i++) {
        int is_new = strcmp(those_below[i].name, "vkEnumeratePhysicalDeviceGroups") == 0;
        if (is_new && knob("physical_unknown") != NULL) continue;
        those_below[i].function = next_lookup(the_instance, those_below[i].name);
    }
    for (int i = 0; i < PROBE_FUNCTIONS && next_physical_lookup != NULL; i++)
        physical_below[i] = next_physical_lookup(the_instance, probe_function_name(i));
}

static VoidFunction below(const char *name) {
    for (size_t i = 0; i < sizeof those_below / sizeof *those_below; i++) {
        if (strcmp(those_below[i].name, name) == 0) return those_below[i].function;
    }
    return NULL;
}

/* The names of a list without those that `drops` names and with those that `adds` names. */
static uint32_t change_names(const char *adds, const char *drops, uint32_t count,
                             const char *const *names, const char **out) {
    static char added[2048];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count && kept < 60; i++) {
        if (!lists(drops, names[i])) out[kept++] = names[i];
    }
    const char *list = knob(adds);
    snprintf(added, sizeof added, "%s", list != NULL ? list : "");
    for (char *name = strtok(added, ","); name != NULL && kept < 60; name = strtok(NULL, ","))
        out[kept++] = name;
    return kept;
}

/* Note which names of a list a lookup function knows. */
static void tell_known(const char *list, GetProcAddr lookup, void *handle) {
    const char *value = knob(list);
    if (value == NULL || lookup == NULL) return;
    char names[2048];
    Note note;
    snprintf(names, sizeof names, "%s", value);
    begin(&note, list);
    add(&note, ",\"known\":[");
    const char *comma = "";
    for (char *name = strtok(names, ","); name != NULL; name = strtok(NULL, ",")) {
        if (lookup(handle, name) == NULL) continue;
        add(&note, "%s\"%s\"", comma, name);
        comma = ",";
    }
    add(&note, "]");
    finish(&note);
}

static void tell_count_of_devices(void) {
    EnumerateDevices enumerate = (EnumerateDevices)below("vkEnumeratePhysicalDevices");
    Note note;
    uint32_t count = 0;
    VkResult result = enumerate != NULL ? enumerate(the_instance, &count, NULL) : -1000;
    begin(&note, "counts devices");
    add(&note, ",\"result\":%d,\"count\":%u", result, count);
    finish(&note);
}

/* Memory that is no object of the loader's, to be handed down in place of one. */
static void *no_object(void) {
    static char nothing[1 << 14];
    return nothing;
}

static VkResult create_instance(const InstanceCreateInfo *info, const void *allocator, void **out) {
    tell_of_instance(info);
    at_point("create");
    VkResult result = (VkResult)number("create", 0);
    if (result < 0) return result;
    const int32_t type = STRUCTURE_LOADER_INSTANCE_CREATE_INFO;
    LoaderElement *link = find_element(info->pNext, type, LAYER_LINK_INFO);
    if (link == NULL || link->u.instance_link == NULL) return INITIALIZATION_FAILED;
    next_lookup = link->u.instance_link->nextGetInstanceProcAddr;
    next_physical_lookup = link->u.instance_link->nextGetPhysicalDeviceProcAddr;
    if (knob("physical_by_name") != NULL)
        next_physical_lookup =
            (GetProcAddr)next_lookup(*out, "vk_layerGetPhysicalDeviceProcAddr");
    if (knob("physical_unknown") != NULL) next_physical_lookup = NULL;
    link->u.instance_link = link->u.instance_link->next;
    LoaderElement *data = find_element(info->pNext, type, DATA_CALLBACK);
    set_instance_data = data != NULL ? data->u.set_data : NULL;
    LoaderElement *device = find_element(info->pNext, type, CREATE_DEVICE_CALLBACK);
    create_device_below = device != NULL ? device->u.device.create : NULL;
    destroy_device_below = device != NULL ? device->u.device.destroy : NULL;

    ApplicationInfo application = {0};
    if (info->applicationInfo != NULL) application = *info->applicationInfo;
    application.apiVersion = version_knob("passes_api", application.apiVersion);
    const char *extensions[64];
    InstanceCreateInfo changed = *info;
    if (knob("passes_api") != NULL) changed.applicationInfo = &application;
    if (knob("adds_extensions") != NULL || knob("drops_extensions") != NULL) {
        changed.extensionNames = extensions;
        changed.extensionCount = change_names("adds_extensions", "drops_extensions",
                                              info->extensionCount, info->extensionNames, extensions);
    }
    changed.flags &= ~(uint32_t)number("drops_flags", 0);
    the_instance = *out;
    CreateInstance create = (CreateInstance)next_lookup(
        number("asks_with_instance", 0) ? *out : NULL, "vkCreateInstance");
    if (create == NULL) return INITIALIZATION_FAILED;
    if (number("changes_instance", 0)) *out = no_object();
    result = create(&changed, allocator, out);
    if (result < 0) return result;
    the_instance = *out;
    look_below();
    tell_known("asks_without_instance", next_lookup, NULL);
    tell_known("asks_instance", next_lookup, the_instance);
    tell_known("asks_physical", next_physical_lookup, the_instance);
    if (number("counts_devices", 0)) tell_count_of_devices();
    return (VkResult)number("create_after", result);
}

static void destroy_instance(void *instance, const void *allocator) {
    void (*destroy)(void *, const void *) =
        (void (*)(void *, const void *))below("vkDestroyInstance");
    tell("vkDestroyInstance");
    at_point("destroy");
    if (number("counts_devices", 0)) tell_count_of_devices();
    if (destroy != NULL) destroy(instance, allocator);
}

/* -- lists of devices: `changes_devices=reverse`, drop, dropall, repeat, add */

/* Like every dispatchable object of a layer: the loader puts its table into the first word. */
static struct {
    void *table;
    uint64_t ours;
} added_device;

static uint32_t change_list(const char *how, void **list, uint32_t count) {
    if (strcmp(how, "reverse") == 0) {
        for (uint32_t i = 0; i < count / 2; i++) {
            void *other = list[count - 1 - i];
            list[count - 1 - i] = list[i];
            list[i] = other;
        }
    } else if (strcmp(how, "drop") == 0 && count > 0) {
        memmove(list, list + 1, --count * sizeof *list);
    } else if (strcmp(how, "dropall") == 0) {
        count = 0;
    } else if (strcmp(how, "repeat") == 0 && count > 0) {
        list[count] = list[0];
        count++;
    } else if (strcmp(how, "add") == 0) {
        added_device.ours = 1;
        if (set_instance_data != NULL) set_instance_data(the_instance, &added_device);
        list[count++] = &added_device;
    }
    return count;
}

static VkResult enumerate_devices(void *instance, uint32_t *count, void **devices) {
    EnumerateDevices enumerate = (EnumerateDevices)below("vkEnumeratePhysicalDevices");
    VkResult result = (VkResult)number("devices_result", 0);
    void *list[65];
    uint32_t there = 64;
    if (result < 0) return result;
    result = enumerate(instance, &there, list);
    if (result < 0) return result;
    const char *how = knob("changes_devices");
    there = change_list(how != NULL ? how : "", list, there);
    if (devices == NULL) {
        *count = there;
        return SUCCESS;
    }
    for (uint32_t i = 0; i < there && i < *count; i++) devices[i] = list[i];
    if (*count < there) return INCOMPLETE;
    *count = there;
    return SUCCESS;
}

static VkResult enumerate_groups(void *instance, uint32_t *count, GroupProperties *groups) {
    EnumerateGroups enumerate = (EnumerateGroups)below("vkEnumeratePhysicalDeviceGroups");
    VkResult result = enumerate(instance, count, groups);
    if (result < 0 || groups == NULL || *count < 2) return result;
    GroupProperties first = groups[0]; /* the first and the last change places */
    groups[0] = groups[*count - 1];
    groups[*count - 1] = first;
    return result;
}

static void device_properties(void *device, char *properties) {
    if (device == &added_device) {
        memset(properties, 0, PHYSICAL_DEVICE_PROPERTIES_SIZE);
        snprintf(properties + DEVICE_NAME_AT, 256, "added by %.200s", own_name());
        return;
    }
    ((void (*)(void *, char *))below("vkGetPhysicalDeviceProperties"))(device, properties);
    if (!number("marks_names", 0)) return;
    size_t length = strlen(properties + DEVICE_NAME_AT);
    snprintf(properties + DEVICE_NAME_AT + length, 256 - length, "+%.100s", own_name());
}

static VkResult device_extensions(void *device, const char *layer, uint32_t *count,
                                  ExtensionProperties *out) {
    static ExtensionProperties all[600];
    if (device == &added_device) return give_extensions(knob("device_extensions"), count, out);
    EnumerateDeviceExtensions enumerate =
        (EnumerateDeviceExtensions)below("vkEnumerateDeviceExtensionProperties");
    if (layer != NULL) return enumerate(device, layer, count, out);
    uint32_t there = 500;
    VkResult result = enumerate(device, layer, &there, all);
    if (result != SUCCESS) return result;
    there += parse_extensions(knob("device_extensions"), all + there, 100);
    if (out != NULL) memcpy(out, all, (there < *count ? there : *count) * sizeof *all);
    if (out != NULL && *count < there) return INCOMPLETE;
    *count = there;
    return SUCCESS;
}

#include "probe_layer_entries.h"
