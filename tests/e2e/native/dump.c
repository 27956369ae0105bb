/* Stands for the API dump layer: prints vkCreateInstance as that does, and passes everything on. */
#include <stdio.h>
#include <string.h>
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#define EXPORT __attribute__((visibility("default")))

static PFN_vkGetInstanceProcAddr next_get;

static VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo *info,
                                                      const VkAllocationCallbacks *allocator,
                                                      VkInstance *instance) {
    VkLayerInstanceCreateInfo *chain = (VkLayerInstanceCreateInfo *)info->pNext;
    while (chain != NULL && !(chain->sType == VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO &&
                              chain->function == VK_LAYER_LINK_INFO))
        chain = (VkLayerInstanceCreateInfo *)chain->pNext;
    if (chain == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    next_get = chain->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    chain->u.pLayerInfo = chain->u.pLayerInfo->pNext;
    PFN_vkCreateInstance create = (PFN_vkCreateInstance)next_get(NULL, "vkCreateInstance");
    VkResult result = create(info, allocator, instance);
    printf("Thread 0, Frame 0:\nvkCreateInstance(pCreateInfo, pAllocator, pInstance) returns "
           "VkResult VK_SUCCESS (%d):\n", result);
    fflush(stdout);
    return result;
}

EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance instance,
                                                                      const char *name) {
    if (strcmp(name, "vkCreateInstance") == 0) return (PFN_vkVoidFunction)create_instance;
    if (strcmp(name, "vkGetInstanceProcAddr") == 0) return (PFN_vkVoidFunction)vkGetInstanceProcAddr;
    return next_get != NULL ? next_get(instance, name) : NULL;
}

EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetDeviceProcAddr(VkDevice device,
                                                                    const char *name) {
    PFN_vkGetDeviceProcAddr next =
        (PFN_vkGetDeviceProcAddr)next_get(NULL, "vkGetDeviceProcAddr");
    return next != NULL ? next(device, name) : NULL;
}
