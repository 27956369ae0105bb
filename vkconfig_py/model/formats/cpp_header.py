"""A C++ header that passes settings to layers through VK_EXT_layer_settings (C++17).

Each layer is a struct with one optional member per setting. What the user chose has a value; what
is empty is not passed, so that the layer's own default holds. The type under which a number is
passed follows from the type of its member: who knows better changes one word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vkconfig_py.model.configuration.configuration import SettingType
from vkconfig_py.model.formats.c_header import (
    FALLBACK,
    HEAD,
    WHO_WINS,
    Passed,
    constants,
    documentation,
    literal,
    passed,
)
from vkconfig_py.model.formats.c_types import (
    ApiType,
    Names,
    carries,
    comment_lines,
    constant,
    is_array,
    member,
    pascal,
    string_literal,
)
from vkconfig_py.model.formats.setting_lines import ShownLayer
from vkconfig_py.model.layer_settings.setting_names import layer_key

_USE = """\
//
//   vulkan_layer_settings::LayerSettings settings;  // change members here if you like
//   const vulkan_layer_settings::Passed passed(settings);  // keep it until the instance is made
//   const std::vector<const char *> layers = settings.layers();
//   VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, passed.info()};
//   info.enabledLayerCount = static_cast<std::uint32_t>(layers.size());
//   info.ppEnabledLayerNames = layers.data();
"""
_BEGIN = """\
#ifndef VULKAN_LAYER_SETTINGS_HPP
#define VULKAN_LAYER_SETTINGS_HPP

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include <vulkan/vulkan.h>

"""
_FALLBACK = FALLBACK.replace(
    "((VkStructureType)1000496000)", "static_cast<VkStructureType>(1000496000)"
)
_MIDDLE = """\
// Frames from `start` on: `count` of them, each `step` after the one before.
struct Frames {
    std::uint32_t start = 0;
    std::uint32_t count = 1;
    std::uint32_t step = 1;
};
"""
_PASSED = """\
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
"""


def render_cpp(layers: Sequence[ShownLayer]) -> str:
    # A member may not be called like a type that the same struct has used before.
    names = Names("LayerSettings", "Passed", "Frames", "Target", "layers", "pass_to", "target")
    structs = [_Struct(layer, names) for layer in layers if carries(layer.declared.name)]
    lines = [line for struct in structs for line in (*struct.lines(), "")]
    return "\n".join(
        (
            f"{HEAD}{_USE}//\n{WHO_WINS}{_BEGIN}{_FALLBACK}",
            "namespace vulkan_layer_settings {",
            "",
            _MIDDLE,
            *lines,
            *_aggregate(structs),
            "",
            _PASSED,
        )
    )


class _Struct:
    """The struct of one layer.

    Attributes:
        name: of the type. member: of the aggregate that has it.
        passes: statements that pass its members on.
    """

    def __init__(self, layer: ShownLayer, names: Names) -> None:
        short = layer_key(layer.declared.name)
        self.layer = layer
        self.name = names.take(pascal(short))
        self.member = names.take(member(short))
        self.passes: list[str] = []

    def lines(self) -> Iterator[str]:
        """The definition, and collect what passes its members on."""
        declared = self.layer.declared
        settings = [one for one in passed(self.layer) if carries(one.setting.key)]
        names = Names(self.name, "NAME", "Frames", "std")
        for line in comment_lines(f"{declared.name} {declared.api_version}"):
            yield f"// {line}"
        yield f"struct {self.name} {{"
        yield f"    static constexpr const char *NAME = {string_literal(declared.name)};"
        for wanted, value in constants([one.setting for one in settings]):
            name = names.take(constant(wanted))
            yield f"    static constexpr const char *{name} = {string_literal(value)};"
        for one in settings:
            own = names.take(member(one.setting.key))
            key = string_literal(one.setting.key)
            self.passes.append(f"target.add({self.name}::NAME, {key}, {self.member}.{own});")
            yield ""
            for line in documentation(one):
                yield f"    // {line}"
            start = f" = {_value(one)}" if one.is_passed else ""
            yield f"    std::optional<{_type(one)}> {own}{start};"
        yield "};"


def _type(one: Passed) -> str:
    kind, setting = one.values.type, one.setting
    if setting.type is SettingType.FRAMES:
        return "std::vector<Frames>"
    if kind is ApiType.BOOL32:
        return "bool"
    return f"std::vector<{kind.in_cpp}>" if is_array(setting) else kind.in_cpp


def _value(one: Passed) -> str:
    values, setting = one.values.values, one.setting
    if setting.type is SettingType.FRAMES:
        numbers = [str(value) for value in values]
        ranges = [", ".join(numbers[at : at + 3]) for at in range(0, len(numbers), 3)]
        return f"std::vector<Frames>{{{', '.join(f'Frames{{{one}}}' for one in ranges)}}}"
    if is_array(setting):
        return f"{_type(one)}{{{', '.join(map(literal, values))}}}"
    value = values[0] if values else ""
    return ("true" if value else "false") if isinstance(value, bool) else literal(value)


def _aggregate(structs: Sequence[_Struct]) -> Iterator[str]:
    on = ", ".join(f"{struct.name}::NAME" for struct in structs if struct.layer.is_on)
    yield "// Every layer with its settings."
    yield "struct LayerSettings {"
    for struct in structs:
        yield f"    {struct.name} {struct.member};"
    yield ""
    yield "    // The layers to turn on, nearest to the application first."
    yield f"    std::vector<const char *> layers() const {{ return {{{on}}}; }}"
    yield ""
    yield "    template <typename Target>"
    yield "    void pass_to(Target &target) const {"
    yield "        (void)target;"
    for struct in structs:
        yield from (f"        {line}" for line in struct.passes)
    yield "    }"
    yield "};"
