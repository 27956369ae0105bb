/* A layer that records its name and passes everything on. */
#include "vulkan_subset.h"

typedef struct {
    int32_t sType;
    void *pNext;
    uint32_t version;
    GetProcAddr getInstanceProcAddr;
    GetProcAddr getDeviceProcAddr;
    GetProcAddr getPhysicalDeviceProcAddr;
} NegotiateLayerInterface;

static GetProcAddr next_get_instance_proc_addr;

static VkResult create_instance(const InstanceCreateInfo *info, const void *allocator, void **out) {
    record_in("VKCONFIG_PY_TEST_RECORD");
    misbehave();
    LayerInstanceCreateInfo *chain = (LayerInstanceCreateInfo *)info->pNext;
    while (chain != NULL && !(chain->sType == STRUCTURE_LOADER_INSTANCE_CREATE_INFO &&
                              chain->function == LAYER_LINK_INFO)) {
        chain = (LayerInstanceCreateInfo *)chain->pNext;
    }
    if (chain == NULL) return INITIALIZATION_FAILED;
    next_get_instance_proc_addr = chain->link->nextGetInstanceProcAddr;
    chain->link = chain->link->next;
    CreateInstance create =
        (CreateInstance)next_get_instance_proc_addr(NULL, "vkCreateInstance");
    return create != NULL ? create(info, allocator, out) : INITIALIZATION_FAILED;
}

EXPORT VoidFunction vkGetInstanceProcAddr(void *instance, const char *name) {
    if (strcmp(name, "vkCreateInstance") == 0) return (VoidFunction)create_instance;
    if (strcmp(name, "vkGetInstanceProcAddr") == 0) return (VoidFunction)vkGetInstanceProcAddr;
    if (next_get_instance_proc_addr == NULL) return NULL;
    return next_get_instance_proc_addr(instance, name);
}

EXPORT VoidFunction vkGetDeviceProcAddr(void *device, const char *name) {
    (void)device;
    (void)name;
    return NULL;
}

EXPORT VkResult vkNegotiateLoaderLayerInterfaceVersion(NegotiateLayerInterface *interface) {
    if (behaves("-refuse")) return INITIALIZATION_FAILED;
    if (behaves("-touches")) setenv(TOUCHED, "1", 1); /* before any vkCreateInstance is entered */
    interface->version = 2;
    interface->getInstanceProcAddr = vkGetInstanceProcAddr;
    interface->getDeviceProcAddr = vkGetDeviceProcAddr;
    interface->getPhysicalDeviceProcAddr = NULL;
    return SUCCESS;
}
