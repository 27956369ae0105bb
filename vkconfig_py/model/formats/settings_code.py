"""C and C++ headers that pass settings to layers through VK_EXT_layer_settings (C11, C++17).

Every setting stands in them. In C, what the user did not choose stands in a comment; in C++ each
layer is a struct with one optional member per setting, and what is empty is not passed. So the
layer's own default holds until somebody says otherwise. In C++ the type under which a number is
passed follows from the type of its member: who knows better changes one word.

What is the same in every header stands in resources/code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from vkconfig_py import __version__
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import SettingType
from vkconfig_py.model.files import resources
from vkconfig_py.model.formats.c_types import (
    ApiType,
    ApiValues,
    Names,
    api_values,
    carries,
    comment_lines,
    constant,
    float_literal,
    holds,
    integer_literal,
    is_array,
    member,
    pascal,
    string_literal,
)
from vkconfig_py.model.formats.setting_lines import LayerSettings, shown_text, status_words
from vkconfig_py.model.layer_settings.checks import allowed_values
from vkconfig_py.model.layer_settings.declared import Setting
from vkconfig_py.model.layer_settings.encoding import WritableValue
from vkconfig_py.model.layer_settings.setting_names import layer_key, platform_names

_PLACE = re.compile(r"//@(\w+)\n|@(\w+)@")


class Passed(NamedTuple):
    """A setting and its value for the interface."""

    setting: Setting
    values: ApiValues
    reason: str
    left_out: str = ""

    @property
    def is_passed(self) -> bool:
        return not self.reason


DEFAULT = "the layer's default"


def passed(layer: LayerSettings) -> Iterator[Passed]:
    """Every setting of a layer; what equals the default is left to the layer."""
    for setting in layer.valued():
        written = layer.written(setting)
        values = api_values(setting, setting.default if written.is_none else written.value)
        yield Passed(setting, values, _reason(layer, setting, values, written), written.reason)


def _reason(
    layer: LayerSettings, setting: Setting, values: ApiValues, written: WritableValue
) -> str:
    if setting.key not in layer.chosen:
        return DEFAULT
    if written.is_none:
        return written.reason
    if reason := layer.without_effect.get(setting.key):
        return reason
    if all(holds(values.type, value) for value in values.values):
        return ""
    if values.type is ApiType.STRING:
        return "A string of C cannot hold it."
    return "No integer that the interface has for it can hold it."


def documentation(one: Passed) -> Iterator[str]:
    setting = one.setting
    yield from comment_lines(f"{setting.label or setting.key}{status_words(setting.status)}")
    yield from comment_lines(setting.description)
    facts = [f"Default: {shown_text(setting, setting.default)}"]
    if setting.type is not SettingType.BOOL and not setting.choices:
        facts += [f"Allowed: {allowed}" for allowed in [allowed_values(setting)] if allowed]
    if setting.platforms:
        facts.append(f"Platforms: {platform_names(setting.platforms)}")
    if setting.deprecated_by:
        facts.append(f"Deprecated, use {setting.deprecated_by}")
    if one.reason not in ("", DEFAULT):
        facts.append(f"Not passed: {one.reason}")
    elif one.left_out:
        facts.append(f"Not passed whole: {one.left_out}")
    for fact in facts:
        yield from comment_lines(f"{fact.removesuffix('.')}.")


def constants(layers: Sequence[Setting]) -> Iterator[tuple[str, str]]:
    for setting in layers:
        for choice in setting.choices:
            if carries(choice.key):
                yield f"{setting.key}_{choice.key or 'EMPTY'}", choice.key


def refusals(layers: Sequence[LayerSettings]) -> tuple[str, ...]:
    return tuple(
        f"{layer.declared.name}, {key}: {lost}"
        for layer in layers
        for key, lost in _all_lost(layer)
    )


def _all_lost(layer: LayerSettings) -> Iterator[tuple[str, str]]:
    for one in passed(layer):
        if lost := _lost(one):
            yield one.setting.key, lost
    for note in layer.lost:
        yield note.key, f"not passed: {note.sentence}"


def _lost(one: Passed) -> str:
    if one.reason not in ("", DEFAULT):
        return f"not passed: {one.reason}"
    return f"not passed whole: {one.left_out}" if one.left_out else ""


def _fill(template: str, **parts: str | Sequence[str]) -> str:
    """A template of resources/code with lines in place of `//@name`, and a text of `@NAME@`."""
    parts["VERSION"] = __version__

    def part(found: re.Match[str]) -> str:
        given = parts[found[1] or found[2]]
        return given if isinstance(given, str) else "".join(f"{line}\n" for line in given)

    # In one go: text of manifests is never looked at for places.
    return _PLACE.sub(part, resources.text(f"code/{template}"))


def render_c(layers: Sequence[LayerSettings]) -> str:
    layers = [layer for layer in layers if carries(layer.declared.name)]
    names = Names("vk_layer_settings", "vk_layer_names", "vk_layer_name_count")
    parts = [_LayerPart(layer, names) for layer in layers]
    on = [string_literal(layer.declared.name) for layer in layers if layer.is_on]
    lines = [line for part in parts for line in part.lines()]  # collects the rows too
    return _fill(
        "vk_layer_settings.h",
        settings=lines,
        rows=[row for part in parts for row in part.rows],
        NAMES=", ".join((*on, "NULL")),
        COUNT=str(len(on)),
    )


class _LayerPart:
    """The constants, values and rows of one layer."""

    def __init__(self, layer: LayerSettings, names: Names) -> None:
        self._layer = layer
        self._names = names
        self.rows: list[str] = []

    def lines(self) -> Iterator[str]:
        """Constants and values, and collect the rows of the table."""
        declared = self._layer.declared
        short = layer_key(declared.name)
        settings = list(passed(self._layer))
        for line in comment_lines(f"{declared.name} {declared.api_version}"):
            yield f"// {line}"
        name = self._names.take(constant(f"{short}_NAME"))
        yield f"#define {name} {string_literal(declared.name)}"
        for wanted, value in constants([one.setting for one in settings]):
            macro = self._names.take(constant(f"{short}_{wanted}"))
            yield f"#define {macro} {string_literal(value)}"
        yield ""
        for one in settings:
            yield from self._setting(one, short, name)

    def _setting(self, one: Passed, short: str, layer_name: str) -> Iterator[str]:
        for line in documentation(one):
            yield f"// {line}"
        if not carries(one.setting.key):
            yield ""
            return
        variable = self._names.take(f"{short}_{one.setting.key}")
        kind = one.values.type
        values = [literal(value) for value in one.values.values if holds(kind, value)]
        key, token = string_literal(one.setting.key), one.values.type.token
        row = f"{{{layer_name}, {key}, {token}, 0, NULL}},"
        if values:
            yield _array(variable, one.values.type, values)
            row = f"VK_LAYER_SETTING({layer_name}, {key}, {token}, {variable}),"
        yield ""
        self.rows.append(f"    {row}" if one.is_passed else f"    // {row}")


def _array(name: str, kind: ApiType, values: Sequence[str]) -> str:
    of_type = "char *const" if kind is ApiType.STRING else kind.in_c
    return f"static const {of_type} {name}[] = {{{', '.join(values)}}};"


def literal(value: float | str) -> str:
    if isinstance(value, bool):
        return "VK_TRUE" if value else "VK_FALSE"
    if isinstance(value, str):
        return string_literal(value)
    return float_literal(value) if isinstance(value, float) else integer_literal(value)


def render_cpp(layers: Sequence[LayerSettings]) -> str:
    # A member may not be called like a type that the same struct has used before.
    names = Names("LayerSettings", "Passed", "Frames", "Target", "layers", "pass_to", "target")
    structs = [_Struct(layer, names) for layer in layers if carries(layer.declared.name)]
    return _fill(
        "vk_layer_settings.hpp",
        structs=[line for struct in structs for line in (*struct.lines(), "")],
        members=[f"    {struct.name} {struct.member};" for struct in structs],
        passes=[f"        {line}" for struct in structs for line in struct.passes],
        NAMES=", ".join(f"{struct.name}::NAME" for struct in structs if struct.layer.is_on),
    )


class _Struct:
    """The struct of one layer."""

    def __init__(self, layer: LayerSettings, names: Names) -> None:
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
