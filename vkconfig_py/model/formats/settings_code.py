"""C and C++ headers that pass settings to layers through VK_EXT_layer_settings (C11, C++17).

They contain every setting. In C, settings that the user did not choose are in comments; in C++ each
layer is a struct with one optional member per setting, and empty ones are not passed. So the
layer's own default is used unless set. In C++ the type of a number in the API follows from the type
of its member, so it can be changed in one place.

The constant parts of the headers are in resources/code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum

from vkconfig_py import __version__
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import ListItem, SettingType, Value
from vkconfig_py.model.files import resources
from vkconfig_py.model.formats.setting_lines import (
    LayerSettings,
    describe_allowed_in_english,
    render_shown_value,
)
from vkconfig_py.model.layer_settings.checks import MAX_FLOAT, MIN_POSITIVE_FLOAT
from vkconfig_py.model.layer_settings.conversion import list_enabled_texts
from vkconfig_py.model.layer_settings.declared import Setting, SettingStatus
from vkconfig_py.model.layer_settings.encoding import WritableValue
from vkconfig_py.model.layer_settings.setting_names import make_layer_key, render_platforms
from vkconfig_py.model.layer_settings.setting_rows import render_needed

_NON_NAME_CHARACTERS_PATTERN = re.compile(r"[^A-Za-z0-9_]+")
# Keywords of C23 and C++20: the C header may be included by C++ too.
_CPP_KEYWORDS = frozenset(
    """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t
    char32_t class compl concept const consteval constexpr constinit const_cast continue co_await
    co_return co_yield decltype default delete do double dynamic_cast else enum explicit export
    extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq
    nullptr operator or or_eq private protected public register reinterpret_cast requires restrict
    return short signed sizeof static static_assert static_cast struct switch template this
    thread_local throw true try typedef typeid typename typeof typeof_unqual union unsigned using
    virtual void volatile wchar_t while xor xor_eq
    """.split()  # noqa: SIM905 - one word a line would be longer than the rest
)
# Macros of headers that are often included beside ours; others are recognised by their capitals.
_RESERVED_MACROS = frozenset(
    "errno far i386 interface linux max min near small stderr stdin stdout unix".split()  # noqa: SIM905 - as above
)
# Reserved for the compiler and its library (C11, 7.1.3).
_RESERVED_PATTERN = re.compile(r"__|_[A-Z]")
_LAST_BACKSLASH_PATTERN = re.compile(r"\\(?=\s|$)")
_LINE_WIDTH = 92
_MIN_INT64 = -(2**63)
_MAX_INT32 = 2**31 - 1


class IdentifierScope:
    """Generates unique identifiers within one scope."""

    def __init__(self, *reserved_names: str) -> None:
        self._used_names = set(reserved_names)

    def make_unique(self, proposed_name: str) -> str:
        """Return this name, with a number if it is in use in the scope."""
        base = make_identifier(proposed_name)
        name, number = base, 1
        while name in self._used_names:
            number += 1
            name = f"{base}_{number}"
        self._used_names.add(name)
        return name


def make_identifier(text: str) -> str:
    """Make text a C identifier that is no keyword or reserved name."""
    name = _NON_NAME_CHARACTERS_PATTERN.sub("_", text)
    if not name or name == "_":
        return "unnamed"
    if name[0].isdigit() or _RESERVED_PATTERN.match(name):
        return f"x_{name}"
    return f"{name}_" if name in _CPP_KEYWORDS else name


def make_member_name(text: str) -> str:
    """Make text a member name that is not a known macro."""
    name = make_identifier(text)
    is_reserved_name = name in _RESERVED_MACROS or name == name.upper() or name.startswith("VK_")
    return f"{name}_" if is_reserved_name else name


def make_constant_name(text: str) -> str:
    """Make text a name of a constant, in upper case."""
    return make_identifier(text.upper())


def make_type_name(text: str) -> str:
    """Make text a type name, such as KhronosValidation."""
    parts = _NON_NAME_CHARACTERS_PATTERN.sub("_", text).split("_")
    return make_identifier("".join(part[:1].upper() + part[1:] for part in parts))


def render_string_literal(text: str) -> str:
    """Return a C string literal with the text in UTF-8."""
    # Octal escapes end after three digits, so whatever follows cannot become part of them.
    return f'"{"".join(map(_escape_byte, text.encode("utf-8", "surrogateescape")))}"'


def fits_c_string(text: str) -> bool:
    """Return whether a C string can hold a text: no NUL, and valid UTF-8."""
    try:
        text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False
    # A C string ends at its first NUL.
    return "\0" not in text


def _escape_byte(byte: int) -> str:
    """Return a byte of a text as a C string literal has it."""
    char = chr(byte)
    if char in '"\\':
        return f"\\{char}"
    if char == "\n":
        return "\\n"
    if char == "\t":
        return "\\t"
    # ? could begin a trigraph.
    return char if " " <= char <= "~" and char != "?" else f"\\{byte:03o}"


def render_integer_literal(number: int) -> str:
    """Return a C integer literal for which the compiler picks a type that holds it."""
    if number == _MIN_INT64:
        return f"({number + 1}LL - 1)"  # its absolute value is out of range in C
    # A decimal constant without U never gets an unsigned type (C11, 6.4.4.1).
    if number > 2**63 - 1:
        return f"{number}ULL"
    return str(number) if abs(number) <= _MAX_INT32 else f"{number}LL"


def render_float_literal(number: float) -> str:
    """Return the nearest C float literal.

    A value out of range becomes the largest float, or zero.
    """
    bounded_value = max(-MAX_FLOAT, min(MAX_FLOAT, float(number)))
    return f"{bounded_value if abs(bounded_value) >= MIN_POSITIVE_FLOAT else 0.0!r}f"


def make_comment_lines(text: str) -> Iterator[str]:
    """Yield lines of text that are safe after // or inside a block comment."""
    for line in text.replace("\r", "\n").split("\n"):
        words = _escape_comment(line).split()
        current = ""
        for word in words:
            if current and len(current) + 1 + len(word) > _LINE_WIDTH:
                yield current
                current = word
            else:
                current = f"{current} {word}".strip()
        if current:
            yield current


def _escape_comment(line: str) -> str:
    """Return a line in which nothing ends or extends a comment."""
    escaped_line = "".join(char if char.isprintable() else " " for char in line)
    # "??/" is a backslash to compilers with trigraphs.
    escaped_line = escaped_line.replace("*/", "* /").replace("/*", "/ *").replace("??", "? ?")
    # A backslash at the end of a line would extend the comment to the next one.
    return _LAST_BACKSLASH_PATTERN.sub(r"\\.", escaped_line)


_MAX_INT64 = 2**63 - 1
_MAX_UINT32 = 2**32 - 1
_FRAME_NUMBERS = 3  # start, count and step of VkuFrameset


class ApiType(Enum):
    """A VkLayerSettingTypeEXT, with the type of one value in C and in C++."""

    BOOL32 = ("VK_LAYER_SETTING_TYPE_BOOL32_EXT", "VkBool32", "VkBool32")
    INT32 = ("VK_LAYER_SETTING_TYPE_INT32_EXT", "int32_t", "std::int32_t")
    INT64 = ("VK_LAYER_SETTING_TYPE_INT64_EXT", "int64_t", "std::int64_t")
    UINT32 = ("VK_LAYER_SETTING_TYPE_UINT32_EXT", "uint32_t", "std::uint32_t")
    UINT64 = ("VK_LAYER_SETTING_TYPE_UINT64_EXT", "uint64_t", "std::uint64_t")
    FLOAT32 = ("VK_LAYER_SETTING_TYPE_FLOAT32_EXT", "float", "float")
    STRING = ("VK_LAYER_SETTING_TYPE_STRING_EXT", "const char *", "std::string")

    def __init__(self, token: str, c_type: str, cpp_type: str) -> None:
        self.enum_name = token
        self.c_type = c_type
        self.cpp_type = cpp_type


_RANGE_BY_API_TYPE = {
    ApiType.INT32: (-(2**31), _MAX_INT32),
    ApiType.INT64: (-(2**63), _MAX_INT64),
    ApiType.UINT32: (0, _MAX_UINT32),
    ApiType.UINT64: (0, 2**64 - 1),
}


class ApiValues(NamedTuple):
    """Values for the API: an array of one type."""

    type: ApiType
    values: tuple[int | float | str, ...]


def find_api_type(setting: Setting, value: Value = None) -> ApiType:
    """Return the type with which VK_EXT_layer_settings passes a setting.

    `value`: the chosen one, which may need a larger integer type.
    """
    match setting.type:
        case SettingType.BOOL | SettingType.BOOL_NUMERIC:
            return ApiType.BOOL32
        case SettingType.FLOAT:
            return ApiType.FLOAT32
        case SettingType.FRAMES:
            return ApiType.UINT32
        case SettingType.INT:
            return _find_integer_type(setting, value)
        case SettingType.LIST if _is_numeric(setting, value):
            return ApiType.INT32
    return ApiType.STRING


def fits_type(kind: ApiType, value: float | str) -> bool:
    """Return whether a type can hold a value."""
    if isinstance(value, str):
        return fits_c_string(value)
    minimum, maximum = _RANGE_BY_API_TYPE.get(kind, (value, value))
    return minimum <= value <= maximum


def get_api_type_name(setting: Setting) -> str:
    """Return the VkLayerSettingTypeEXT of a setting: VK_LAYER_SETTING_TYPE_BOOL32_EXT."""
    return find_api_type(setting, setting.default).enum_name


def is_array(setting: Setting) -> bool:
    """Return whether a setting is passed as several values."""
    return setting.type in (SettingType.FLAGS, SettingType.LIST, SettingType.FRAMES)


def make_api_values(setting: Setting, value: Value) -> ApiValues:
    """Return type and values with which a value is passed."""
    kind = find_api_type(setting, value)
    if setting.type is SettingType.FRAMES:
        return ApiValues(kind, parse_frame_ranges(str(value or "")))
    if isinstance(value, tuple):
        entries = list_enabled_texts(value)
        if kind is ApiType.STRING:
            return ApiValues(kind, entries)
        return ApiValues(kind, tuple(int(entry) for entry in entries))
    return ApiValues(kind, () if value is None else (value,))


def parse_frame_ranges(words: str) -> tuple[int, ...]:
    """Return start, count and step of each range of frames, such as 3,8-2 or 5-8-2."""
    numbers: list[int] = []
    for item in words.split(","):
        parts = [part.strip() for part in item.split("-")]
        if not all(part.isdecimal() for part in parts):
            continue
        range_numbers = [int(part) for part in parts[:_FRAME_NUMBERS]]
        numbers += range_numbers + [1] * (_FRAME_NUMBERS - len(range_numbers))
    return tuple(numbers)


def _find_integer_type(setting: Setting, value: Value) -> ApiType:
    """Return the smallest integer type for a value and the limits of its setting."""
    bounds = (setting.minimum, setting.maximum, value, setting.default)
    numbers = [bound for bound in bounds if isinstance(bound, int | float)]
    is_unsigned = setting.minimum is not None and min(numbers) >= 0
    if is_unsigned:
        return ApiType.UINT32 if max(numbers) <= _MAX_UINT32 else ApiType.UINT64
    if all(-_MAX_INT32 - 1 <= bound <= _MAX_INT32 for bound in numbers):
        return ApiType.INT32
    return ApiType.INT64 if max(numbers) <= _MAX_INT64 else ApiType.UINT64


def _is_numeric(setting: Setting, value: Value) -> bool:
    """Return whether all items of a LIST, from manifest and user, are numbers."""
    declared_values = [*setting.suggestions, *_list_item_values(setting.default)]
    values = [*declared_values, *_list_item_values(value)]
    return bool(declared_values) and all(
        isinstance(entry, int) and -_MAX_INT32 - 1 <= entry <= _MAX_INT32 for entry in values
    )


def _list_item_values(value: Value) -> list[str | int]:
    """Return the values of a list's items, [] for any other value."""
    if not isinstance(value, tuple):
        return []
    return [item.value if isinstance(item, ListItem) else item for item in value]


_PLACEHOLDER_PATTERN = re.compile(r"//@(\w+)\n|@(\w+)@")


class Passed(NamedTuple):
    """A setting and its value for the API."""

    setting: Setting
    values: ApiValues
    reason: str
    partial_reason: str = ""

    @property
    def is_passed(self) -> bool:
        """Whether the code passes the value, and not only mentions it."""
        return not self.reason


DEFAULT_TEXT = "the layer's default"


def yield_passed_settings(layer: LayerSettings) -> Iterator[Passed]:
    """Yield every setting of a layer with what is passed.

    Default values are left to the layer.
    """
    for setting in layer.list_valued_settings():
        writable_value = layer.get_writable_value(setting)
        values = make_api_values(
            setting, setting.default if writable_value.is_none else writable_value.value
        )
        yield Passed(
            setting,
            values,
            _explain_not_passed(layer, setting, values, writable_value),
            writable_value.reason,
        )


def _explain_not_passed(
    layer: LayerSettings, setting: Setting, values: ApiValues, writable_value: WritableValue
) -> str:
    """Return why a value is not passed, "" if it is."""
    if setting.key not in layer.values:
        return DEFAULT_TEXT
    if writable_value.is_none:
        return writable_value.reason
    if unmet_conditions := layer.unmet_settings.get(setting.key):
        return render_needed(
            unmet_conditions,
            {
                declared_setting.key: declared_setting
                for declared_setting in layer.declared.walk_settings()
            },
        )
    if all(fits_type(values.type, value) for value in values.values):
        return ""
    if values.type is ApiType.STRING:
        return tr("The value cannot be stored in a C string.")
    return tr(
        "The value does not fit in the integer type that VK_EXT_layer_settings uses for the "
        "setting."
    )


def document_setting(api_setting: Passed) -> Iterator[str]:
    """Yield comment lines about a setting: label, description, default, allowed values."""
    setting = api_setting.setting
    status = "" if setting.status is SettingStatus.STABLE else f" ({setting.status.lower()})"
    yield from make_comment_lines(f"{setting.label or setting.key}{status}")
    yield from make_comment_lines(setting.description)
    facts = [f"Default: {render_shown_value(setting, setting.default)}"]
    if setting.type is not SettingType.BOOL and not setting.choices:
        facts += [
            f"Allowed: {allowed_text}"
            for allowed_text in [describe_allowed_in_english(setting)]
            if allowed_text
        ]
    if setting.platforms:
        facts.append(f"Platforms: {render_platforms(setting.platforms)}")
    if setting.deprecated_by:
        facts.append(f"Deprecated, use {setting.deprecated_by}")
    if api_setting.reason not in ("", DEFAULT_TEXT):
        facts.append(f"Not passed: {api_setting.reason}")
    elif api_setting.partial_reason:
        facts.append(f"Not passed whole: {api_setting.partial_reason}")
    for fact in facts:
        yield from make_comment_lines(f"{fact.removesuffix('.')}.")


def list_constants(layers: Sequence[Setting]) -> Iterator[tuple[str, str]]:
    """Yield name and value of a constant for each choice of the settings."""
    for setting in layers:
        for choice in setting.choices:
            if fits_c_string(choice.key):
                yield f"{setting.key}_{choice.key or 'EMPTY'}", choice.key


def list_refusals(layers: Sequence[LayerSettings]) -> tuple[str, ...]:
    """Return sentences about the user's values that are not passed, or not whole."""
    return tuple(sentence for layer in layers for sentence in _list_lost(layer))


def _list_lost(layer: LayerSettings) -> Iterator[str]:
    """Yield a sentence for each value of a layer that is not passed, or not whole."""
    name = layer.declared.name
    for api_setting in yield_passed_settings(layer):
        if api_setting.reason not in ("", DEFAULT_TEXT):
            yield _render_not_passed(name, api_setting.setting.key, api_setting.reason)
        elif api_setting.partial_reason:
            yield tr(
                "{layer}: {setting} is only partly passed. {reason}",
                layer=name,
                setting=api_setting.setting.key,
                reason=api_setting.partial_reason,
            )
    for note in layer.lost_values:
        yield _render_not_passed(name, note.key, note.sentence)


def _render_not_passed(layer: str, key: str, reason: str) -> str:
    """Return the sentence that the code does not pass a setting, and why."""
    return tr("{layer}: {setting} is not passed. {reason}", layer=layer, setting=key, reason=reason)


def _fill_template(template: str, **parts: str | Sequence[str]) -> str:
    """Fill a template of resources/code: lines for `//@name`, text for `@NAME@`."""
    parts["VERSION"] = __version__

    def fill_part(match: re.Match[str]) -> str:
        replacement = parts[match[1] or match[2]]
        return (
            replacement
            if isinstance(replacement, str)
            else "".join(f"{line}\n" for line in replacement)
        )

    # In one pass: placeholders in manifest text are never replaced.
    return _PLACEHOLDER_PATTERN.sub(fill_part, resources.read_resource_text(f"code/{template}"))


def render_c(layers: Sequence[LayerSettings]) -> str:
    """Render a C header that passes the settings by VK_EXT_layer_settings."""
    layers = [layer for layer in layers if fits_c_string(layer.declared.name)]
    names = IdentifierScope("vk_layer_settings", "vk_layer_names", "vk_layer_name_count")
    parts = [_LayerPart(layer, names) for layer in layers]
    on = [render_string_literal(layer.declared.name) for layer in layers if layer.is_on]
    lines = [line for part in parts for line in part.render_lines()]  # collects the rows too
    return _fill_template(
        "vk_layer_settings.h",
        settings=lines,
        rows=[row for part in parts for row in part.rows],
        NAMES=", ".join((*on, "NULL")),
        COUNT=str(len(on)),
    )


class _LayerPart:
    """The constants, values and rows of one layer."""

    def __init__(self, layer: LayerSettings, names: IdentifierScope) -> None:
        self._layer = layer
        self._names = names
        self.rows: list[str] = []

    def render_lines(self) -> Iterator[str]:
        """Yield a layer's constants and values in C, and append to the rows of the table."""
        declared_layer = self._layer.declared
        short_text = make_layer_key(declared_layer.name)
        settings = list(yield_passed_settings(self._layer))
        for line in make_comment_lines(f"{declared_layer.name} {declared_layer.api_version}"):
            yield f"// {line}"
        name = self._names.make_unique(make_constant_name(f"{short_text}_NAME"))
        yield f"#define {name} {render_string_literal(declared_layer.name)}"
        for constant_name, text in list_constants([setting.setting for setting in settings]):
            macro = self._names.make_unique(make_constant_name(f"{short_text}_{constant_name}"))
            yield f"#define {macro} {render_string_literal(text)}"
        yield ""
        for api_setting in settings:
            yield from self._render_setting(api_setting, short_text, name)

    def _render_setting(
        self, api_setting: Passed, short_text: str, layer_name: str
    ) -> Iterator[str]:
        """Yield the array with a setting's values, and append its row."""
        for line in document_setting(api_setting):
            yield f"// {line}"
        if not fits_c_string(api_setting.setting.key):
            yield ""
            return
        variable = self._names.make_unique(f"{short_text}_{api_setting.setting.key}")
        kind = api_setting.values.type
        values = [
            render_literal(value) for value in api_setting.values.values if fits_type(kind, value)
        ]
        key, token = (
            render_string_literal(api_setting.setting.key),
            api_setting.values.type.enum_name,
        )
        # C has no zero-length arrays, so the row names none.
        row = f"{{{layer_name}, {key}, {token}, 0, NULL}},"
        if values:
            yield _render_array(variable, api_setting.values.type, values)
            row = f"VK_LAYER_SETTING({layer_name}, {key}, {token}, {variable}),"
        yield ""
        self.rows.append(f"    {row}" if api_setting.is_passed else f"    // {row}")


def _render_array(name: str, kind: ApiType, values: Sequence[str]) -> str:
    """Return the C definition of an array of values."""
    element_type = "char *const" if kind is ApiType.STRING else kind.c_type
    return f"static const {element_type} {name}[] = {{{', '.join(values)}}};"


def render_literal(value: float | str) -> str:
    """Return a C literal for a value."""
    if isinstance(value, bool):
        return "VK_TRUE" if value else "VK_FALSE"
    if isinstance(value, str):
        return render_string_literal(value)
    return (
        render_float_literal(value) if isinstance(value, float) else render_integer_literal(value)
    )


def render_cpp(layers: Sequence[LayerSettings]) -> str:
    """Render a C++ header with a struct of settings for each layer."""
    # A member must not have the name of a type used earlier in the same struct.
    names = IdentifierScope(
        "LayerSettings", "Passed", "Frames", "Target", "layers", "pass_to", "target"
    )
    structs = [_Struct(layer, names) for layer in layers if fits_c_string(layer.declared.name)]
    return _fill_template(
        "vk_layer_settings.hpp",
        structs=[line for struct in structs for line in (*struct.render_lines(), "")],
        members=[f"    {struct.name} {struct.member_name};" for struct in structs],
        passes=[f"        {line}" for struct in structs for line in struct.pass_lines],
        NAMES=", ".join(f"{struct.name}::NAME" for struct in structs if struct.layer.is_on),
    )


class _Struct:
    """The struct of one layer."""

    def __init__(self, layer: LayerSettings, names: IdentifierScope) -> None:
        short_text = make_layer_key(layer.declared.name)
        self.layer = layer
        self.name = names.make_unique(make_type_name(short_text))
        self.member_name = names.make_unique(make_member_name(short_text))
        self.pass_lines: list[str] = []

    def render_lines(self) -> Iterator[str]:
        """Yield the C++ struct of a layer, and collect the code that passes its members."""
        declared_layer = self.layer.declared
        settings = [
            api_setting
            for api_setting in yield_passed_settings(self.layer)
            if fits_c_string(api_setting.setting.key)
        ]
        names = IdentifierScope(self.name, "NAME", "Frames", "std")
        for line in make_comment_lines(f"{declared_layer.name} {declared_layer.api_version}"):
            yield f"// {line}"
        yield f"struct {self.name} {{"
        name_literal = render_string_literal(declared_layer.name)
        yield f"    static constexpr const char *NAME = {name_literal};"
        for constant_name, value in list_constants([setting.setting for setting in settings]):
            name = names.make_unique(make_constant_name(constant_name))
            yield f"    static constexpr const char *{name} = {render_string_literal(value)};"
        for api_setting in settings:
            member_name = names.make_unique(make_member_name(api_setting.setting.key))
            key = render_string_literal(api_setting.setting.key)
            self.pass_lines.append(
                f"target.add({self.name}::NAME, {key}, {self.member_name}.{member_name});"
            )
            yield ""
            for line in document_setting(api_setting):
                yield f"    // {line}"
            start = f" = {_render_value(api_setting)}" if api_setting.is_passed else ""
            yield f"    std::optional<{_render_type(api_setting)}> {member_name}{start};"
        yield "};"


def _render_type(api_setting: Passed) -> str:
    """Return the C++ type of a setting's member."""
    kind, setting = api_setting.values.type, api_setting.setting
    if setting.type is SettingType.FRAMES:
        return "std::vector<Frames>"
    if kind is ApiType.BOOL32:
        return "bool"
    return f"std::vector<{kind.cpp_type}>" if is_array(setting) else kind.cpp_type


def _render_value(api_setting: Passed) -> str:
    """Return the C++ initializer of a setting's member."""
    values, setting = api_setting.values.values, api_setting.setting
    if setting.type is SettingType.FRAMES:
        numbers = [str(value) for value in values]
        ranges = [", ".join(numbers[start : start + 3]) for start in range(0, len(numbers), 3)]
        initializers = ", ".join(f"Frames{{{numbers_text}}}" for numbers_text in ranges)
        return f"std::vector<Frames>{{{initializers}}}"
    if is_array(setting):
        return f"{_render_type(api_setting)}{{{', '.join(map(render_literal, values))}}}"
    value = values[0] if values else ""
    return ("true" if value else "false") if isinstance(value, bool) else render_literal(value)
