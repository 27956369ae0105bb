/* Prints what a layer would find: layer, setting, type and values of each, one line each. */
#include <stdio.h>

static void show_string(const char *text) {
    for (; *text; text++) printf("%02x", (unsigned char)*text);
}

static void show_value(const VkLayerSettingEXT *setting, uint32_t i) {
    switch (setting->type) {
        case VK_LAYER_SETTING_TYPE_BOOL32_EXT:
            printf("%s", ((const VkBool32 *)setting->pValues)[i] == VK_TRUE ? "True" : "False");
            break;
        case VK_LAYER_SETTING_TYPE_INT32_EXT:
            printf("%d", ((const int32_t *)setting->pValues)[i]);
            break;
        case VK_LAYER_SETTING_TYPE_INT64_EXT:
            printf("%lld", (long long)((const int64_t *)setting->pValues)[i]);
            break;
        case VK_LAYER_SETTING_TYPE_UINT32_EXT:
            printf("%u", ((const uint32_t *)setting->pValues)[i]);
            break;
        case VK_LAYER_SETTING_TYPE_UINT64_EXT:
            printf("%llu", (unsigned long long)((const uint64_t *)setting->pValues)[i]);
            break;
        case VK_LAYER_SETTING_TYPE_FLOAT32_EXT:
            printf("%.9g", (double)((const float *)setting->pValues)[i]);
            break;
        default:
            show_string(((const char *const *)setting->pValues)[i]);
    }
}

static void show_settings(const VkLayerSettingsCreateInfoEXT *info) {
    printf("%d\n", (int)info->sType);
    for (uint32_t i = 0; i < info->settingCount; i++) {
        const VkLayerSettingEXT *setting = &info->pSettings[i];
        show_string(setting->pLayerName);
        printf(" ");
        show_string(setting->pSettingName);
        printf(" %d", (int)setting->type);
        for (uint32_t v = 0; v < setting->valueCount; v++) {
            printf(" ");
            show_value(setting, v);
        }
        printf("\n");
    }
}
