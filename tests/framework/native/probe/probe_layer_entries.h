/* The second half of the probe layer: devices, unknown functions, lookups, what is exported. */

/* -- devices */

/* A device of the layer's own, which the application does not see. */
static void make_second(void *physical, const DeviceCreateInfo *info) {
    GetProcAddr lookup = NULL;
    void *device = NULL;
    Note note;
    VkResult result = create_device_below(the_instance, physical, info, NULL, &device,
                                          instance_lookup, &lookup);
    begin(&note, "second device");
    add(&note, ",\"result\":%d", result);
    if (result == SUCCESS) {
        add(&note, ",\"queue\":%d", lookup(device, "vkGetDeviceQueue") != NULL);
        destroy_device_below(device, NULL,
                             (DestroyDevice)lookup(device, "vkDestroyDevice"));
    }
    finish(&note);
}

static VkResult create_device(void *physical, const DeviceCreateInfo *info, const void *allocator,
                              void **out) {
    tell_of_device(info);
    at_point("create_device");
    VkResult result = (VkResult)number("create_device", 0);
    if (result < 0) return result;
    const char *extensions[64];
    DeviceCreateInfo changed = *info;
    changed.extensionNames = extensions;
    changed.extensionCount = change_names("adds_device_extensions", "drops_device_extensions",
                                          info->extensionCount, info->extensionNames, extensions);
    LoaderElement *link = find_element(info->pNext, LOADER_DEVICE_CREATE_INFO, LAYER_LINK_INFO);
    if (link == NULL || link->u.device_link == NULL) return INITIALIZATION_FAILED;
    GetProcAddr lookup = link->u.device_link->instance_lookup;
    next_device_lookup = link->u.device_link->device_lookup;
    link->u.device_link = link->u.device_link->next;
    CreateDevice create = (CreateDevice)lookup(the_instance, "vkCreateDevice");
    if (create == NULL) return INITIALIZATION_FAILED;
    if (number("changes_device", 0)) *out = no_object();
    result = create(physical, &changed, allocator, out);
    if (result < 0) return result;
    the_device = *out;
    for (int i = 0; i < PROBE_FUNCTIONS; i++)
        device_below[i] = next_device_lookup(the_device, probe_function_name(i));
    if (number("uses_callback", 0) && create_device_below != NULL) make_second(physical, info);
    tell_known("asks_device", next_device_lookup, the_device);
    return (VkResult)number("create_device_after", result);
}

static void destroy_device(void *device, const void *allocator) {
    void (*destroy)(void *, const void *) =
        (void (*)(void *, const void *))next_device_lookup(device, "vkDestroyDevice");
    tell("vkDestroyDevice");
    if (destroy != NULL) destroy(device, allocator);
}

static void get_queue(void *device, uint32_t family, uint32_t index, void **out) {
    tell("vkGetDeviceQueue");
    ((void (*)(void *, uint32_t, uint32_t, void **))next_device_lookup(device, "vkGetDeviceQueue"))(
        device, family, index, out);
}

/* -- functions that no loader knows: noted and passed on, if below is one that knows them */

static int32_t call_below(int which, void *handle, int32_t value) {
    Note note;
    begin(&note, probe_function_name(which));
    add(&note, ",\"value\":%d", value);
    finish(&note);
    int is_physical = lists("physical_functions", probe_function_name(which));
    VoidFunction found = is_physical ? physical_below[which] : device_below[which];
    return found != NULL ? ((int32_t(*)(void *, int32_t))found)(handle, value + 1) : -value;
}

#define PROBE_FUNCTION(n)                                              \
    static int32_t probe_function##n(void *handle, int32_t value) {    \
        return call_below(n, handle, value);                         \
    }
PROBE_FUNCTION(0)
PROBE_FUNCTION(1)
PROBE_FUNCTION(2)
PROBE_FUNCTION(3)
PROBE_FUNCTION(4)
PROBE_FUNCTION(5)

static VoidFunction probe_function(const char *list, const char *name) {
    static int32_t (*const functions[PROBE_FUNCTIONS])(void *, int32_t) = {
        probe_function0, probe_function1, probe_function2,
        probe_function3, probe_function4, probe_function5,
    };
    int found = probe_function_number(name);
    return found >= 0 && lists(list, name) ? (VoidFunction)functions[found] : NULL;
}

/* -- lookups */

static VoidFunction physical_lookup(void *instance, const char *name) {
    VoidFunction found = probe_function("physical_functions", name);
    if (found != NULL) return found;
    return next_physical_lookup != NULL ? next_physical_lookup(instance, name) : NULL;
}

/* A layer that changes nothing there stays out of the way, as most do. */
static VoidFunction own_function(const char *name) {
    static const struct {
        const char *name, *only_with;
        VoidFunction function;
    } functions[] = {
        {"vkGetInstanceProcAddr", NULL, (VoidFunction)instance_lookup},
        {"vkCreateInstance", NULL, (VoidFunction)create_instance},
        {"vkDestroyInstance", NULL, (VoidFunction)destroy_instance},
        {"vkCreateDevice", NULL, (VoidFunction)create_device},
        {"vkGetDeviceProcAddr", NULL, (VoidFunction)device_lookup},
        {"vk_layerGetPhysicalDeviceProcAddr", "physical_by_name", (VoidFunction)physical_lookup},
        {"vkEnumeratePhysicalDevices", "changes_devices", (VoidFunction)enumerate_devices},
        {"vkEnumeratePhysicalDeviceGroups", "changes_groups", (VoidFunction)enumerate_groups},
        {"vkGetPhysicalDeviceProperties", "marks_names", (VoidFunction)device_properties},
        {"vkGetPhysicalDeviceProperties", "changes_devices", (VoidFunction)device_properties},
        {"vkEnumerateDeviceExtensionProperties", "device_extensions",
         (VoidFunction)device_extensions},
        {"vkEnumerateDeviceExtensionProperties", "changes_devices",
         (VoidFunction)device_extensions},
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (strcmp(name, functions[i].name) != 0) continue;
        if (functions[i].only_with == NULL || knob(functions[i].only_with) != NULL)
            return functions[i].function;
    }
    return NULL;
}

static VoidFunction instance_lookup(void *instance, const char *name) {
    if (lists("missing", name)) return NULL;
    VoidFunction found = own_function(name);
    if (found == NULL) found = probe_function("instance_functions", name);
    if (found == NULL && instance == NULL && next_lookup == NULL) return NULL;
    return found != NULL ? found : next_lookup != NULL ? next_lookup(instance, name) : NULL;
}

static VoidFunction device_lookup(void *device, const char *name) {
    if (lists("missing_of_device", name)) return NULL;
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) return (VoidFunction)device_lookup;
    if (strcmp(name, "vkDestroyDevice") == 0) return (VoidFunction)destroy_device;
    if (strcmp(name, "vkGetDeviceQueue") == 0) return (VoidFunction)get_queue;
    VoidFunction found = probe_function("device_functions", name);
    if (found != NULL) return found;
    return next_device_lookup != NULL ? next_device_lookup(device, name) : NULL;
}

static VkResult negotiate(NegotiateLayerInterface *interface) {
    Note note;
    begin(&note, "negotiate");
    add(&note, ",\"asked\":%u", interface->version);
    finish(&note);
    at_point("negotiate");
    const char *given = knob("negotiates");
    if (given == NULL) given = "instance,device,physical";
    interface->instance_lookup = is_in(given, "instance") ? instance_lookup : NULL;
    interface->device_lookup = is_in(given, "device") ? device_lookup : NULL;
    interface->physical_lookup = is_in(given, "physical") ? physical_lookup : NULL;
    interface->version = (uint32_t)number("interface", 2);
    return (VkResult)number("negotiate", 0);
}

/* -- pre-instance functions */

typedef struct {
    uint32_t type, version, size;
    VoidFunction next;
    const void *next_link;
} PreInstanceChain;

static VkResult pre_version(const PreInstanceChain *chain, uint32_t *version) {
    tell("vkEnumerateInstanceVersion");
    VkResult result = (VkResult)number("pre_result", 0);
    if (result < 0) return result;
    result = ((VkResult(*)(const void *, uint32_t *))chain->next)(chain->next_link, version);
    *version += (uint32_t)number("pre_adds", 1);
    return result;
}

static VkResult pre_layers(const PreInstanceChain *chain, uint32_t *count, LayerProperties *out) {
    tell("vkEnumerateInstanceLayerProperties");
    VkResult result = (VkResult)number("pre_result", 0);
    if (result < 0) return result;
    return ((VkResult(*)(const void *, uint32_t *, LayerProperties *))chain->next)(
        chain->next_link, count, out);
}

static VkResult pre_extensions(const PreInstanceChain *chain, const char *layer, uint32_t *count,
                               ExtensionProperties *out) {
    tell("vkEnumerateInstanceExtensionProperties");
    VkResult result = (VkResult)number("pre_result", 0);
    if (result < 0) return result;
    result = ((VkResult(*)(const void *, const char *, uint32_t *, ExtensionProperties *))
                  chain->next)(chain->next_link, layer, count, out);
    for (uint32_t i = 0; out != NULL && i < *count; i++)
        out[i].specVersion += (uint32_t)number("pre_adds", 1);
    return result;
}

/* -- what is exported is chosen when the library is linked; `probe_*` are for manifests that name
 * other functions than the usual ones */

VkResult vkNegotiateLoaderLayerInterfaceVersion(NegotiateLayerInterface *interface) {
    return negotiate(interface);
}

VkResult probe_negotiate(NegotiateLayerInterface *interface) { return negotiate(interface); }

/* Of one address with the function: the loader compares what a layer calls its own. */
#define LOOKUP(name, function) \
    VoidFunction name(void *, const char *) __attribute__((alias(#function)));
LOOKUP(vkGetInstanceProcAddr, instance_lookup)
LOOKUP(probe_instance_lookup, instance_lookup)
LOOKUP(vkGetDeviceProcAddr, device_lookup)
LOOKUP(probe_device_lookup, device_lookup)
LOOKUP(vk_layerGetPhysicalDeviceProcAddr, physical_lookup)

VkResult probe_pre_version(const PreInstanceChain *chain, uint32_t *version) {
    return pre_version(chain, version);
}

VkResult probe_pre_layers(const PreInstanceChain *chain, uint32_t *count, LayerProperties *out) {
    return pre_layers(chain, count, out);
}

VkResult probe_pre_extensions(const PreInstanceChain *chain, const char *layer, uint32_t *count,
                              ExtensionProperties *out) {
    return pre_extensions(chain, layer, count, out);
}
