/* The sample layer of the guides to Vulkan layers: it counts draws, instances and vertices of each
 * command buffer and prints them when the recording ends.
 *
 * Its manifest renames vkGetInstanceProcAddr and vkGetDeviceProcAddr, so that a loader that looks
 * for the default names finds nothing. Tables are found by the first word of a handle, which is
 * the same for a device, its queues and its command buffers. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#define EXPORT __attribute__((visibility("default")))
#define NAME "VK_LAYER_SAMPLE_SampleLayer"

typedef struct Table {
    struct Table *next;
    void *key;
    PFN_vkGetInstanceProcAddr get_instance;
    PFN_vkDestroyInstance destroy_instance;
    PFN_vkEnumerateDeviceExtensionProperties enumerate_extensions;
    PFN_vkGetDeviceProcAddr get_device;
    PFN_vkDestroyDevice destroy_device;
    PFN_vkBeginCommandBuffer begin;
    PFN_vkCmdDraw draw;
    PFN_vkCmdDrawIndexed draw_indexed;
    PFN_vkEndCommandBuffer end;
} Table;

typedef struct Count {
    struct Count *next;
    VkCommandBuffer buffer;
    unsigned draws, instances, vertices;
} Count;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static Table *tables;
static Count *counts;

static void *key_of(const void *handle) { return *(void **)handle; }

static Table *table_of(const void *handle) {
    pthread_mutex_lock(&mutex);
    Table *table = tables;
    while (table != NULL && table->key != key_of(handle)) table = table->next;
    pthread_mutex_unlock(&mutex);
    return table;
}

static void add_table(Table content) {
    Table *table = malloc(sizeof *table);
    *table = content;
    pthread_mutex_lock(&mutex);
    table->next = tables;
    tables = table;
    pthread_mutex_unlock(&mutex);
}

static Table remove_table(const void *handle) {
    pthread_mutex_lock(&mutex);
    Table **place = &tables;
    while ((*place)->key != key_of(handle)) place = &(*place)->next;
    Table *table = *place, content = *table;
    *place = table->next;
    free(table);
    pthread_mutex_unlock(&mutex);
    return content;
}

/* Call with the mutex held. */
static Count *count_of(VkCommandBuffer buffer) {
    Count *count = counts;
    while (count != NULL && count->buffer != buffer) count = count->next;
    if (count == NULL) {
        count = calloc(1, sizeof *count);
        count->buffer = buffer;
        count->next = counts;
        counts = count;
    }
    return count;
}

static void add_draw(VkCommandBuffer buffer, uint32_t vertices, uint32_t instances) {
    pthread_mutex_lock(&mutex);
    Count *count = count_of(buffer);
    count->draws++;
    count->instances += instances;
    count->vertices += instances * vertices;
    pthread_mutex_unlock(&mutex);
}

/* The structure of the loader with this type and function in a pNext chain. Instance and device
 * have the same head. */
static VkLayerInstanceCreateInfo *find_link(const void *next, VkStructureType type) {
    VkLayerInstanceCreateInfo *info = (VkLayerInstanceCreateInfo *)next;
    while (info != NULL && (info->sType != type || info->function != VK_LAYER_LINK_INFO)) {
        info = (VkLayerInstanceCreateInfo *)info->pNext;
    }
    return info;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo *info,
                                                      const VkAllocationCallbacks *allocator,
                                                      VkInstance *instance) {
    VkLayerInstanceCreateInfo *link =
        find_link(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    PFN_vkGetInstanceProcAddr next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext; /* for the layer below */
    PFN_vkCreateInstance create = (PFN_vkCreateInstance)next(NULL, "vkCreateInstance");
    VkResult result = create(info, allocator, instance);
    if (result != VK_SUCCESS) return result;
    add_table((Table){
        .key = key_of(*instance),
        .get_instance = next,
        .destroy_instance = (PFN_vkDestroyInstance)next(*instance, "vkDestroyInstance"),
        .enumerate_extensions = (PFN_vkEnumerateDeviceExtensionProperties)next(
            *instance, "vkEnumerateDeviceExtensionProperties"),
    });
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL destroy_instance(VkInstance instance,
                                                   const VkAllocationCallbacks *allocator) {
    if (instance != NULL) remove_table(instance).destroy_instance(instance, allocator);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical,
                                                    const VkDeviceCreateInfo *info,
                                                    const VkAllocationCallbacks *allocator,
                                                    VkDevice *device) {
    VkLayerDeviceCreateInfo *link = (VkLayerDeviceCreateInfo *)find_link(
        info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    PFN_vkGetInstanceProcAddr next_instance = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    PFN_vkGetDeviceProcAddr next = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    PFN_vkCreateDevice create = (PFN_vkCreateDevice)next_instance(NULL, "vkCreateDevice");
    VkResult result = create(physical, info, allocator, device);
    if (result != VK_SUCCESS) return result;
    add_table((Table){
        .key = key_of(*device),
        .get_device = next,
        .destroy_device = (PFN_vkDestroyDevice)next(*device, "vkDestroyDevice"),
        .begin = (PFN_vkBeginCommandBuffer)next(*device, "vkBeginCommandBuffer"),
        .draw = (PFN_vkCmdDraw)next(*device, "vkCmdDraw"),
        .draw_indexed = (PFN_vkCmdDrawIndexed)next(*device, "vkCmdDrawIndexed"),
        .end = (PFN_vkEndCommandBuffer)next(*device, "vkEndCommandBuffer"),
    });
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL destroy_device(VkDevice device,
                                                 const VkAllocationCallbacks *allocator) {
    if (device != NULL) remove_table(device).destroy_device(device, allocator);
}

static VKAPI_ATTR VkResult VKAPI_CALL begin(VkCommandBuffer buffer,
                                            const VkCommandBufferBeginInfo *info) {
    pthread_mutex_lock(&mutex);
    Count *count = count_of(buffer); /* recorded before: counted from nothing again */
    count->draws = count->instances = count->vertices = 0;
    pthread_mutex_unlock(&mutex);
    return table_of(buffer)->begin(buffer, info);
}

static VKAPI_ATTR void VKAPI_CALL draw(VkCommandBuffer buffer, uint32_t vertices,
                                       uint32_t instances, uint32_t first_vertex,
                                       uint32_t first_instance) {
    add_draw(buffer, vertices, instances);
    table_of(buffer)->draw(buffer, vertices, instances, first_vertex, first_instance);
}

static VKAPI_ATTR void VKAPI_CALL draw_indexed(VkCommandBuffer buffer, uint32_t indices,
                                               uint32_t instances, uint32_t first_index,
                                               int32_t vertex_offset, uint32_t first_instance) {
    add_draw(buffer, indices, instances);
    table_of(buffer)->draw_indexed(buffer, indices, instances, first_index, vertex_offset,
                                   first_instance);
}

static VKAPI_ATTR VkResult VKAPI_CALL end(VkCommandBuffer buffer) {
    pthread_mutex_lock(&mutex);
    Count count = *count_of(buffer);
    pthread_mutex_unlock(&mutex);
    printf("sample layer: %u draws, %u instances, %u vertices\n", count.draws, count.instances,
           count.vertices);
    fflush(stdout);
    return table_of(buffer)->end(buffer);
}

static VKAPI_ATTR VkResult VKAPI_CALL list_layers(uint32_t *count, VkLayerProperties *properties) {
    if (properties == NULL || *count == 0) {
        *count = properties == NULL ? 1 : 0;
        return properties == NULL ? VK_SUCCESS : VK_INCOMPLETE;
    }
    *count = 1;
    *properties = (VkLayerProperties){NAME, VK_API_VERSION_1_0, 1, "Counts draws"};
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL list_device_layers(VkPhysicalDevice physical,
                                                         uint32_t *count,
                                                         VkLayerProperties *properties) {
    (void)physical;
    return list_layers(count, properties);
}

/* Its own extensions, of which it has none, are asked for by its own name only. */
static VKAPI_ATTR VkResult VKAPI_CALL list_instance_extensions(const char *layer, uint32_t *count,
                                                               VkExtensionProperties *properties) {
    (void)properties;
    if (layer == NULL || strcmp(layer, NAME) != 0) return VK_ERROR_LAYER_NOT_PRESENT;
    *count = 0;
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL list_device_extensions(VkPhysicalDevice physical,
                                                             const char *layer, uint32_t *count,
                                                             VkExtensionProperties *properties) {
    if (layer == NULL || strcmp(layer, NAME) != 0) {
        if (physical == NULL) return VK_SUCCESS;
        return table_of(physical)->enumerate_extensions(physical, layer, count, properties);
    }
    *count = 0;
    return VK_SUCCESS;
}

#define IS(function, pointer) \
    if (strcmp(name, function) == 0) return (PFN_vkVoidFunction)(pointer)

EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL SampleLayer_GetDeviceProcAddr(VkDevice device,
                                                                              const char *name) {
    IS("vkGetDeviceProcAddr", SampleLayer_GetDeviceProcAddr);
    IS("vkCreateDevice", create_device);
    IS("vkDestroyDevice", destroy_device);
    IS("vkEnumerateDeviceLayerProperties", list_device_layers);
    IS("vkEnumerateDeviceExtensionProperties", list_device_extensions);
    IS("vkBeginCommandBuffer", begin);
    IS("vkCmdDraw", draw);
    IS("vkCmdDrawIndexed", draw_indexed);
    IS("vkEndCommandBuffer", end);
    Table *table = device != NULL ? table_of(device) : NULL;
    return table != NULL ? table->get_device(device, name) : NULL;
}

EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL
SampleLayer_GetInstanceProcAddr(VkInstance instance, const char *name) {
    IS("vkGetInstanceProcAddr", SampleLayer_GetInstanceProcAddr);
    IS("vkCreateInstance", create_instance);
    IS("vkDestroyInstance", destroy_instance);
    IS("vkEnumerateInstanceLayerProperties", list_layers);
    IS("vkEnumerateInstanceExtensionProperties", list_instance_extensions);
    PFN_vkVoidFunction own = SampleLayer_GetDeviceProcAddr(NULL, name);
    if (own != NULL) return own;
    Table *table = instance != NULL ? table_of(instance) : NULL;
    return table != NULL ? table->get_instance(instance, name) : NULL;
}
