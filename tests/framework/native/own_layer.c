/* A layer as somebody writes it: the smallest that works. Built again with -DMORE it intercepts one
   command more, with -DREFUSES it fails the negotiation. With -DSHOWN="VARIABLE" it prints the file
   that the variable names, and the variables that begin as the first five letters of its name. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

const char layer_name[] = "VK_LAYER_TEST_own";
static PFN_vkGetInstanceProcAddr next_instance;
static PFN_vkGetDeviceProcAddr next_device;
static VkInstance made;

static VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo *info,
                                                      const VkAllocationCallbacks *allocator,
                                                      VkInstance *instance) {
    VkLayerInstanceCreateInfo *link = (VkLayerInstanceCreateInfo *)info->pNext;
    while (link->sType != VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO ||
           link->function != VK_LAYER_LINK_INFO)
        link = (VkLayerInstanceCreateInfo *)link->pNext;
    next_instance = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    PFN_vkCreateInstance create = (PFN_vkCreateInstance)next_instance(NULL, "vkCreateInstance");
    VkResult result = create(info, allocator, instance);
    if (result == VK_SUCCESS) made = *instance;
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical,
                                                    const VkDeviceCreateInfo *info,
                                                    const VkAllocationCallbacks *allocator,
                                                    VkDevice *device) {
    VkLayerDeviceCreateInfo *link = (VkLayerDeviceCreateInfo *)info->pNext;
    while (link->sType != VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO ||
           link->function != VK_LAYER_LINK_INFO)
        link = (VkLayerDeviceCreateInfo *)link->pNext;
    PFN_vkGetInstanceProcAddr next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    next_device = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    PFN_vkCreateDevice create = (PFN_vkCreateDevice)next(made, "vkCreateDevice");
    return create(physical, info, allocator, device);
}

#ifdef MORE
static VKAPI_ATTR void VKAPI_CALL destroy_instance(VkInstance instance,
                                                   const VkAllocationCallbacks *allocator) {
    ((PFN_vkDestroyInstance)next_instance(instance, "vkDestroyInstance"))(instance, allocator);
}
#endif

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device(VkDevice device, const char *name) {
    return next_device(device, name);
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_instance(VkInstance instance, const char *name) {
    if (!strcmp(name, "vkGetInstanceProcAddr")) return (PFN_vkVoidFunction)get_instance;
    if (!strcmp(name, "vkCreateInstance")) return (PFN_vkVoidFunction)create_instance;
    if (!strcmp(name, "vkCreateDevice")) return (PFN_vkVoidFunction)create_device;
#ifdef MORE
    if (!strcmp(name, "vkDestroyInstance")) return (PFN_vkVoidFunction)destroy_instance;
#endif
    return next_instance ? next_instance(instance, name) : NULL;
}

VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *interface) {
#ifdef SHOWN
    const char *path = getenv(SHOWN);
    FILE *file = path ? fopen(path, "r") : NULL;
    for (char **variable = environ; *variable; variable++)
        if (!strncmp(*variable, SHOWN, 5)) printf("%s\n", *variable);
    for (int byte; file && (byte = fgetc(file)) != EOF;) putchar(byte);
    if (file) fclose(file);
    fflush(stdout);
#endif
#ifdef REFUSES
    return VK_ERROR_INITIALIZATION_FAILED;
#endif
    interface->loaderLayerInterfaceVersion = 2;
    interface->pfnGetInstanceProcAddr = get_instance;
    interface->pfnGetDeviceProcAddr = get_device;
    interface->pfnGetPhysicalDeviceProcAddr = NULL;
    return VK_SUCCESS;
}
