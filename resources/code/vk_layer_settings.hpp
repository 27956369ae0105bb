// Settings of Vulkan layers, passed through VK_EXT_layer_settings.
// Made by vkconfig-py @VERSION@.
//
//   vulkan_layer_settings::LayerSettings settings;  // change members here if you like
//   const vulkan_layer_settings::Passed passed(settings);  // keep it until the instance is made
//   const std::vector<const char *> layers = settings.layers();
//   VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, passed.info()};
//   info.enabledLayerCount = static_cast<std::uint32_t>(layers.size());
//   info.ppEnabledLayerNames = layers.data();
//
// Layers that know VK_EXT_layer_settings take these values; a variable or a vk_layer_settings.txt
// that sets the same wins over them. A layer takes a number only under the type that it asks for;
// manifests do not name that type, so here it follows from the range that they allow.
#ifndef VULKAN_LAYER_SETTINGS_HPP
#define VULKAN_LAYER_SETTINGS_HPP

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include <vulkan/vulkan.h>

#ifndef VK_EXT_layer_settings  // Vulkan headers before 1.3.272 do not know it.
#define VK_EXT_layer_settings 1
#define VK_EXT_LAYER_SETTINGS_EXTENSION_NAME "VK_EXT_layer_settings"
#define VK_STRUCTURE_TYPE_LAYER_SETTINGS_CREATE_INFO_EXT static_cast<VkStructureType>(1000496000)
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

namespace vulkan_layer_settings {

// Frames from `start` on: `count` of them, each `step` after the one before.
struct Frames {
    std::uint32_t start = 0;
    std::uint32_t count = 1;
    std::uint32_t step = 1;
};

//@structs
// Every layer with its settings.
struct LayerSettings {
//@members

    // The layers to turn on, nearest to the application first.
    std::vector<const char *> layers() const { return {@NAMES@}; }

    template <typename Target>
    void pass_to(Target &target) const {
        (void)target;
//@passes
    }
};

// The values as VkLayerSettingEXT wants them, kept until this object ends.
class Passed {
  public:
    explicit Passed(const LayerSettings &settings, const void *next = nullptr) {
        settings.pass_to(*this);
        info_.sType = VK_STRUCTURE_TYPE_LAYER_SETTINGS_CREATE_INFO_EXT;
        info_.pNext = next;
        info_.settingCount = static_cast<std::uint32_t>(settings_.size());
        info_.pSettings = settings_.data();
    }
    Passed(const Passed &) = delete;
    Passed &operator=(const Passed &) = delete;

    // For the pNext of VkInstanceCreateInfo.
    const VkLayerSettingsCreateInfoEXT *info() const { return &info_; }
    const std::vector<VkLayerSettingEXT> &settings() const { return settings_; }

    template <typename T>
    void add(const char *layer, const char *key, const std::optional<T> &value) {
        if (value) put(layer, key, *value);
    }

  private:
    void put(const char *layer, const char *key, bool value) {
        keep(layer, key, VK_LAYER_SETTING_TYPE_BOOL32_EXT,
             std::vector<VkBool32>{value ? VK_TRUE : VK_FALSE});
    }
    void put(const char *layer, const char *key, std::int32_t value) {
        put(layer, key, std::vector<std::int32_t>{value});
    }
    void put(const char *layer, const char *key, std::int64_t value) {
        keep(layer, key, VK_LAYER_SETTING_TYPE_INT64_EXT, std::vector<std::int64_t>{value});
    }
    void put(const char *layer, const char *key, std::uint32_t value) {
        keep(layer, key, VK_LAYER_SETTING_TYPE_UINT32_EXT, std::vector<std::uint32_t>{value});
    }
    void put(const char *layer, const char *key, std::uint64_t value) {
        keep(layer, key, VK_LAYER_SETTING_TYPE_UINT64_EXT, std::vector<std::uint64_t>{value});
    }
    void put(const char *layer, const char *key, float value) {
        keep(layer, key, VK_LAYER_SETTING_TYPE_FLOAT32_EXT, std::vector<float>{value});
    }
    void put(const char *layer, const char *key, double value) {
        keep(layer, key, VK_LAYER_SETTING_TYPE_FLOAT64_EXT, std::vector<double>{value});
    }
    void put(const char *layer, const char *key, const std::string &value) {
        put(layer, key, std::vector<std::string>{value});
    }
    void put(const char *layer, const char *key, const std::vector<std::int32_t> &values) {
        keep(layer, key, VK_LAYER_SETTING_TYPE_INT32_EXT, values);
    }
    void put(const char *layer, const char *key, const std::vector<Frames> &values) {
        std::vector<std::uint32_t> numbers;
        for (const Frames &frames : values) {
            numbers.insert(numbers.end(), {frames.start, frames.count, frames.step});
        }
        keep(layer, key, VK_LAYER_SETTING_TYPE_UINT32_EXT, std::move(numbers));
    }
    void put(const char *layer, const char *key, const std::vector<std::string> &values) {
        // The interface takes an array of pointers, for a single text as well.
        const auto texts = std::make_shared<std::vector<std::string>>(values);
        std::vector<const char *> pointers;
        for (const std::string &text : *texts) pointers.push_back(text.c_str());
        keep(layer, key, VK_LAYER_SETTING_TYPE_STRING_EXT, std::move(pointers));
        kept_.push_back(texts);
    }
    template <typename T>
    void keep(const char *layer, const char *key, VkLayerSettingTypeEXT type,
              std::vector<T> values) {
        const auto kept = std::make_shared<std::vector<T>>(std::move(values));
        settings_.push_back({layer, key, type, static_cast<std::uint32_t>(kept->size()),
                             kept->empty() ? nullptr : kept->data()});
        kept_.push_back(kept);
    }

    std::vector<VkLayerSettingEXT> settings_;
    std::vector<std::shared_ptr<void>> kept_;
    VkLayerSettingsCreateInfoEXT info_{};
};

}  // namespace vulkan_layer_settings

#endif
