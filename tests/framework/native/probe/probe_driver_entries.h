/* The second half of the probe driver: the instance, and which function answers to which name. */

static VkResult create_instance(const InstanceCreateInfo *info, const void *allocator, void **out) {
    (void)allocator;
    tell_of_instance(info);
    at_point("create");
    VkResult result = (VkResult)number("create", 0);
    if (result < 0) return result;
    uint32_t most = version_knob("refuses_above", UINT32_MAX);
    if (info->applicationInfo != NULL && info->applicationInfo->apiVersion > most) return -9;
    Instance *instance = calloc(1, sizeof *instance);
    instance->magic = (uintptr_t)number("magic", DRIVER_MAGIC);
    for (int i = 0; i < MOST_DEVICES; i++) {
        instance->devices[i].magic = (uintptr_t)number("magic", DRIVER_MAGIC);
        instance->devices[i].instance = instance;
        instance->devices[i].index = i;
    }
    *out = instance;
    return result;
}

static void destroy_instance(void *instance, const void *allocator) {
    (void)allocator;
    tell("vkDestroyInstance");
    at_point("destroy");
    free(instance);
}

static VkResult enumerate_version(uint32_t *version) {
    *version = version_knob("version", API_1_3);
    return (VkResult)number("version_result", 0);
}

static VkResult enumerate_extensions(const char *layer, uint32_t *count, ExtensionProperties *out) {
    (void)layer;
    VkResult result =
        (VkResult)number(out == NULL ? "extensions_result" : "extensions_fill_result", 0);
    if (result < 0) return result;
    VkResult given = give_extensions(knob("extensions"), count, out);
    return result != SUCCESS ? result : given;
}

static VkResult negotiate(uint32_t *version) {
    Note note;
    begin(&note, "negotiate");
    add(&note, ",\"asked\":%u", *version);
    finish(&note);
    at_point("negotiate");
    uint32_t own = (uint32_t)number("interface", 5);
    if (*version > own) *version = own;
    *version = (uint32_t)number("interface_written", *version);
    return (VkResult)number("negotiate", 0);
}

enum { CORE_1_0, CORE_1_1, CORE_1_3, NAMED };

static const struct {
    const char *name;
    VoidFunction function;
    int since;
} entries[] = {
#define ENTRY(name, function, since) {name, (VoidFunction)function, since}
    ENTRY("vkCreateInstance", create_instance, CORE_1_0),
    ENTRY("vkEnumerateInstanceExtensionProperties", enumerate_extensions, CORE_1_0),
    ENTRY("vkEnumerateInstanceVersion", enumerate_version, CORE_1_1),
    ENTRY("vkDestroyInstance", destroy_instance, CORE_1_0),
    ENTRY("vkEnumeratePhysicalDevices", enumerate_devices, CORE_1_0),
    ENTRY("vkEnumeratePhysicalDeviceGroups", enumerate_groups, CORE_1_1),
    ENTRY("vkEnumeratePhysicalDeviceGroupsKHR", enumerate_groups, NAMED),
    ENTRY("vkGetPhysicalDeviceProperties", device_properties, CORE_1_0),
    ENTRY("vkGetPhysicalDeviceProperties2", device_properties2, CORE_1_1),
    ENTRY("vkGetPhysicalDeviceProperties2KHR", device_properties2, NAMED),
    ENTRY("vkGetPhysicalDeviceFeatures", features, CORE_1_0),
    ENTRY("vkGetPhysicalDeviceFeatures2", features2, CORE_1_1),
    ENTRY("vkGetPhysicalDeviceFeatures2KHR", features2, NAMED),
    ENTRY("vkGetPhysicalDeviceFormatProperties", formats, CORE_1_0),
    ENTRY("vkGetPhysicalDeviceFormatProperties2", formats2, CORE_1_1),
    ENTRY("vkGetPhysicalDeviceFormatProperties2KHR", formats2, NAMED),
    ENTRY("vkGetPhysicalDeviceImageFormatProperties", no_image_formats, CORE_1_0),
    ENTRY("vkGetPhysicalDeviceImageFormatProperties2", no_image_formats, CORE_1_1),
    ENTRY("vkGetPhysicalDeviceImageFormatProperties2KHR", no_image_formats, NAMED),
    ENTRY("vkGetPhysicalDeviceQueueFamilyProperties", queue_families, CORE_1_0),
    ENTRY("vkGetPhysicalDeviceQueueFamilyProperties2", queue_families2, CORE_1_1),
    ENTRY("vkGetPhysicalDeviceQueueFamilyProperties2KHR", queue_families2, NAMED),
    ENTRY("vkGetPhysicalDeviceMemoryProperties", memory, CORE_1_0),
    ENTRY("vkGetPhysicalDeviceMemoryProperties2", memory2, CORE_1_1),
    ENTRY("vkGetPhysicalDeviceMemoryProperties2KHR", memory2, NAMED),
    ENTRY("vkGetPhysicalDeviceSparseImageFormatProperties", sparse_formats, CORE_1_0),
    ENTRY("vkGetPhysicalDeviceSparseImageFormatProperties2", sparse_formats2, CORE_1_1),
    ENTRY("vkGetPhysicalDeviceSparseImageFormatProperties2KHR", sparse_formats2, NAMED),
    ENTRY("vkGetPhysicalDeviceExternalBufferProperties", external, CORE_1_1),
    ENTRY("vkGetPhysicalDeviceExternalBufferPropertiesKHR", external, NAMED),
    ENTRY("vkGetPhysicalDeviceExternalSemaphoreProperties", external, CORE_1_1),
    ENTRY("vkGetPhysicalDeviceExternalSemaphorePropertiesKHR", external, NAMED),
    ENTRY("vkGetPhysicalDeviceExternalFenceProperties", external, CORE_1_1),
    ENTRY("vkGetPhysicalDeviceExternalFencePropertiesKHR", external, NAMED),
    ENTRY("vkGetPhysicalDeviceToolProperties", tools, CORE_1_3),
    ENTRY("vkGetPhysicalDeviceToolPropertiesEXT", tools, NAMED),
    ENTRY("vkGetDeviceProcAddr", find_device_function, CORE_1_0),
    ENTRY("vkCreateDevice", create_device, CORE_1_0),
    ENTRY("vkEnumerateDeviceExtensionProperties", device_extensions, CORE_1_0),
    ENTRY("vkCreateDebugUtilsMessengerEXT", create_messenger, NAMED),
    ENTRY("vkDestroyDebugUtilsMessengerEXT", destroy_messenger, NAMED),
    ENTRY("vkCreateDebugReportCallbackEXT", create_messenger, NAMED),
    ENTRY("vkDestroyDebugReportCallbackEXT", destroy_messenger, NAMED),
};

static const struct {
    const char *name;
    VoidFunction function;
    int since;
} device_entries[] = {
    ENTRY("vkGetDeviceProcAddr", find_device_function, CORE_1_0),
    ENTRY("vkDestroyDevice", destroy_device, CORE_1_0),
    ENTRY("vkGetDeviceQueue", get_queue, CORE_1_0),
    ENTRY("vkGetDeviceQueue2", get_queue2, CORE_1_1),
    ENTRY("vkQueueSubmit", submit, CORE_1_0),
    ENTRY("vkQueueWaitIdle", succeed, CORE_1_0),
    ENTRY("vkDeviceWaitIdle", succeed, CORE_1_0),
    ENTRY("vkCreateCommandPool", create_object, CORE_1_0),
    ENTRY("vkDestroyCommandPool", do_nothing, CORE_1_0),
    ENTRY("vkAllocateCommandBuffers", allocate_commands, CORE_1_0),
    ENTRY("vkFreeCommandBuffers", do_nothing, CORE_1_0),
    ENTRY("vkBeginCommandBuffer", succeed, CORE_1_0),
    ENTRY("vkEndCommandBuffer", succeed, CORE_1_0),
    ENTRY("vkCreateBuffer", create_object, CORE_1_0),
    ENTRY("vkDestroyBuffer", do_nothing, CORE_1_0),
    ENTRY("vkTrimCommandPool", do_nothing, CORE_1_1),
    ENTRY("vkCmdBeginRendering", do_nothing, CORE_1_3),
    ENTRY("vkCreateSwapchainKHR", create_object, NAMED),
    ENTRY("vkDestroySwapchainKHR", do_nothing, NAMED),
    ENTRY("vkDebugMarkerSetObjectNameEXT", succeed, NAMED),
    ENTRY("vkSetDebugUtilsObjectNameEXT", succeed, NAMED),
    ENTRY("vkCmdBeginDebugUtilsLabelEXT", do_nothing, NAMED),
#undef ENTRY
};

static int answers_to(const char *name, int since) {
    if (lists("missing", name)) return 0;
    if (since == CORE_1_0 || lists("functions", name)) return 1;
    uint32_t version = version_knob("version", API_1_3);
    return (since == CORE_1_1 && version >= parse_version("1.1.0")) ||
           (since == CORE_1_3 && version >= parse_version("1.3.0"));
}

static VoidFunction find_device_function(void *device, const char *name) {
    (void)device;
    for (size_t i = 0; i < sizeof device_entries / sizeof *device_entries; i++) {
        if (strcmp(name, device_entries[i].name) == 0)
            return answers_to(name, device_entries[i].since) ? device_entries[i].function : NULL;
    }
    return probe_function("device_functions", name);
}

#define PHYSICAL_DEVICE_LOOKUP "vk_icdGetPhysicalDeviceProcAddr"
#define NEGOTIATION "vk_icdNegotiateLoaderICDInterfaceVersion"

VoidFunction vk_icdGetPhysicalDeviceProcAddr(void *instance, const char *name);

static VoidFunction find_function(void *instance, const char *name) {
    if (strcmp(name, NEGOTIATION) == 0 && number("negotiate_by_lookup", 0))
        return (VoidFunction)negotiate;
    if (strcmp(name, PHYSICAL_DEVICE_LOOKUP) == 0 && number("physical_by_lookup", 0))
        return (VoidFunction)vk_icdGetPhysicalDeviceProcAddr;
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        if (strcmp(name, entries[i].name) == 0)
            return answers_to(name, entries[i].since) ? entries[i].function : NULL;
    }
    VoidFunction found = probe_function("instance_functions", name);
    return found != NULL || instance == NULL ? found : find_device_function(NULL, name);
}

/* -- what is exported is chosen when the library is linked */

VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) { return negotiate(version); }

VoidFunction vk_icdGetInstanceProcAddr(void *instance, const char *name) {
    return find_function(instance, name);
}

VoidFunction vk_icdGetPhysicalDeviceProcAddr(void *instance, const char *name) {
    VoidFunction found = probe_function("physical_functions", name);
    if (found != NULL || instance == NULL || strncmp(name, "vkGetPhysicalDevice", 19) != 0)
        return found;
    return find_function(instance, name);
}

VoidFunction vkGetInstanceProcAddr(void *instance, const char *name) {
    return find_function(instance, name);
}

VkResult vkCreateInstance(const InstanceCreateInfo *info, const void *allocator, void **out) {
    return create_instance(info, allocator, out);
}

VkResult vkEnumerateInstanceExtensionProperties(const char *layer, uint32_t *count,
                                                ExtensionProperties *out) {
    return enumerate_extensions(layer, count, out);
}
