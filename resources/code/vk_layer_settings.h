// Settings of Vulkan layers, passed through VK_EXT_layer_settings.
// Made by vkconfig-py @VERSION@.
//
//   VkLayerSettingsCreateInfoEXT settings = vk_layer_settings_info(NULL);
//   VkInstanceCreateInfo info = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, &settings};
//   info.enabledLayerCount = vk_layer_name_count;
//   info.ppEnabledLayerNames = vk_layer_names;
//
// Layers that know VK_EXT_layer_settings take these values; a variable or a vk_layer_settings.txt
// that sets the same wins over them. A layer takes a number only under the type that it asks for;
// manifests do not name that type, so here it follows from the range that they allow.
#ifndef VULKAN_LAYER_SETTINGS_H
#define VULKAN_LAYER_SETTINGS_H

#include <stddef.h>
#include <stdint.h>
#include <vulkan/vulkan.h>

#ifndef VK_EXT_layer_settings  // Vulkan headers before 1.3.272 do not know it.
#define VK_EXT_layer_settings 1
#define VK_EXT_LAYER_SETTINGS_EXTENSION_NAME "VK_EXT_layer_settings"
#define VK_STRUCTURE_TYPE_LAYER_SETTINGS_CREATE_INFO_EXT ((VkStructureType)1000496000)
typedef enum VkLayerSettingTypeEXT {
    VK_LAYER_SETTING_TYPE_BOOL32_EXT = 0,
    VK_LAYER_SETTING_TYPE_INT32_EXT = 1,
    VK_LAYER_SETTING_TYPE_INT64_EXT = 2,
    VK_LAYER_SETTING_TYPE_UINT32_EXT = 3,
    VK_LAYER_SETTING_TYPE_UINT64_EXT = 4,
    VK_LAYER_SETTING_TYPE_FLOAT32_EXT = 5,
    VK_LAYER_SETTING_TYPE_FLOAT64_EXT = 6,
    VK_LAYER_SETTING_TYPE_STRING_EXT = 7,
    VK_LAYER_SETTING_TYPE_MAX_ENUM_EXT = 0x7FFFFFFF
} VkLayerSettingTypeEXT;
typedef struct VkLayerSettingEXT {
    const char *pLayerName;
    const char *pSettingName;
    VkLayerSettingTypeEXT type;
    uint32_t valueCount;
    const void *pValues;
} VkLayerSettingEXT;
typedef struct VkLayerSettingsCreateInfoEXT {
    VkStructureType sType;
    const void *pNext;
    uint32_t settingCount;
    const VkLayerSettingEXT *pSettings;
} VkLayerSettingsCreateInfoEXT;
#endif

//@settings
// The layers to turn on, nearest to the application first.
static const char *const vk_layer_names[] = {@NAMES@};
static const uint32_t vk_layer_name_count = @COUNT@;

#define VK_LAYER_SETTING(layer, key, type, values) \
    {layer, key, type, sizeof(values) / sizeof((values)[0]), values}
static const VkLayerSettingEXT vk_layer_settings[] = {
//@rows
    {NULL, NULL, VK_LAYER_SETTING_TYPE_BOOL32_EXT, 0, NULL}  // the end; not counted
};
#undef VK_LAYER_SETTING

// Return what to put into the pNext of VkInstanceCreateInfo, in front of `next`.
static inline VkLayerSettingsCreateInfoEXT vk_layer_settings_info(const void *next) {
    VkLayerSettingsCreateInfoEXT info;
    info.sType = VK_STRUCTURE_TYPE_LAYER_SETTINGS_CREATE_INFO_EXT;
    info.pNext = next;
    info.settingCount = sizeof(vk_layer_settings) / sizeof(vk_layer_settings[0]) - 1;
    info.pSettings = vk_layer_settings;
    return info;
}

#endif
