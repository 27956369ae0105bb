"""Typed getters for manifest fields, which report the position of every error.

Since 1.4.303 (Gate.NEW_JSON) keys ignore ASCII case, and a string must be a string that fits its C
array. Since 1.3.251 (Gate.VALUES_PRINTED_WHOLE) values of every kind are printed as JSON, strings
without quotes. Older loaders also cut off the first and last character of what they print.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping

from vkconfig_py.language.sentences import Message, message
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import KeyPath, Reason
from vkconfig_py.loader.base.versions import read_u32
from vkconfig_py.loader.files.binaries import EntryPoint
from vkconfig_py.loader.json.decode import Members, iterate_elements
from vkconfig_py.loader.platforms.rules import LINUX, PathRules
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile

# loader_json.c, loader_parse_json_string_to_existing_str: 256 bytes, quotes and NUL included.
MAX_TEXT_LENGTH = 254
_MAX_OLD_TEXT_LENGTH = 255
_MAX_OLD_PATH_LENGTH = 1023  # MAX_STRING_SIZE, NUL included
_SHORT_ESCAPE_CHARACTERS = '"\\\b\f\n\r\t'
_MAX_PRINTED_LENGTH = 8192  # of a value that is no string: twice the maximum path length
_ABSENT_MEMBER = object()

ENUMERATE_EXTENSIONS = "vkEnumerateInstanceExtensionProperties"
ENUMERATE_LAYERS = "vkEnumerateInstanceLayerProperties"
ENUMERATE_VERSION = "vkEnumerateInstanceVersion"
NEGOTIATE = "vkNegotiateLoaderLayerInterfaceVersion"
GET_INSTANCE_PROC_ADDR = "vkGetInstanceProcAddr"
_GLOBAL_FUNCTIONS = (ENUMERATE_EXTENSIONS, ENUMERATE_LAYERS, ENUMERATE_VERSION)
# Versions of a file since which "pre_instance_functions" and the negotiation are read.
_PRE_INSTANCE = (1, 1, 2)
_NEGOTIATE_VERSION = (1, 1, 0)


class Dialect(NamedTuple):
    """Parsing rules of one loader version, which are part of the key of every parsed file.

    Each truth value is the gate of its name.

    Attributes:
        code_page: codec of Windows with which paths of the file are taken, "" if they are as read.
    """

    new_json: bool
    arrays_answer: bool
    arrays_searched: bool
    device_extensions_repeated: bool
    device_layers: bool
    digit_library_crashes: bool
    driver_arch_prefix: bool
    driver_version_required: bool
    empty_is_invalid_json: bool
    empty_switch_crashes: bool
    enable_text_crashes: bool
    escapes_kept: bool
    expires_a_month_later: bool
    extension_version_crashes: bool
    folder_hangs: bool
    half_read_layers: bool
    invalid_files_skipped: bool
    invalid_json_fails: bool
    invalid_json_skipped: bool
    layers_negotiate: bool
    layer_nodes_only: bool
    library_arch: bool
    library_required: bool
    long_library_paths: bool
    manifest_as_folder: bool
    nodes_in_1_0_0: bool
    nodes_in_1_0_1: bool
    override_expires: bool
    places_emptied: bool
    place_taken_first: bool
    pre_instance: bool
    read_onto_stack: bool
    root_is_object: bool
    signed_numbers: bool
    three_parts: bool
    two_dots: bool
    type_optional: bool
    values_printed_whole: bool
    value_switches_off: bool
    variant_refused: bool
    version_function_ends: bool
    pointer_bits: int
    missing_surfaces: frozenset[str]
    paths: PathRules
    code_page: str

    @property
    def skips_invalid_files(self) -> bool:
        """Return whether a file with invalid JSON is skipped and nothing else fails."""
        return self.invalid_json_skipped or self.invalid_files_skipped

    def print_old(self, value: Any) -> str:
        """Print a value of any type like loaders before 1.4.303."""
        return print_old(
            value, cuts_strings=not self.values_printed_whole, escapes_characters=self.escapes_kept
        )

    @classmethod
    def of(
        cls,
        profile: LoaderProfile,
        pointer_bits: int,
        paths: PathRules = LINUX.paths,
        code_page: str = "",
    ) -> Dialect:
        """Return how the loader of a profile parses manifests.

        `pointer_bits`: word size of the program. `paths`: the path rules of its platform.
        `code_page`: codec of file names on Windows.
        """
        surfaces = profile.missing_surfaces if profile.has(Gate.SURFACES_BUILT_OUT) else frozenset()
        return cls(
            **{name: profile.has(gate) for name, gate in _GATES.items()},
            pointer_bits=pointer_bits,
            missing_surfaces=surfaces,
            paths=paths,
            code_page="" if profile.has(Gate.UTF_8_PATHS) else code_page,
        )


_GATES = {gate.name.lower(): gate for gate in Gate if gate.name.lower() in Dialect._fields}


class Failure(NamedTuple):
    """Refusal of a manifest, or of one layer of it.

    Attributes:
        name: layer name, if it could be read.
        detail: the key, the parser's sentence, or the errno text.
        layer_index: index of the layer in its file.
        is_abort: the whole Vulkan call fails.
        key_path: JSON path from the root to the error.
    """

    name: str
    reason: Reason
    detail: Message | str
    line: int = 0
    layer_index: int = 0
    is_abort: bool = False
    key_path: KeyPath = ()


class FieldError(Exception):
    """A field is missing or unusable."""

    def __init__(self, reason: Reason, key: str, detail: Message | str = "") -> None:
        super().__init__(detail or key)
        self.reason = reason
        self.key = key
        self.detail = detail or key

    def make_key_path(self, path: KeyPath) -> KeyPath:
        """Return the path of the field in the object at this path."""
        return (*path, *self.key.split("/"))


class Fields:
    """Members of one JSON object, with the loader's look-up rules."""

    __slots__ = ("_dialect", "_members")

    def __init__(self, members: Members, dialect: Dialect) -> None:
        # cJSON searches from the front: a duplicate key is never found.
        first = members.first()
        self._members = _fold_keys(first) if dialect.new_json else first
        self._dialect = dialect

    def of(self, members: Members) -> Fields:
        """Return the members of another object of the same file."""
        return Fields(members, self._dialect)

    def has(self, key: str) -> bool:
        """Return whether the object has this key."""
        return key in self._members

    def get_raw(self, key: str) -> Any:
        """Return the value of a key of any type, or None without the key."""
        return self._members.get(key)

    def get_text(self, key: str) -> str | None:
        """Return a string, or None if the loader finds none."""
        value = self._members.get(key, _ABSENT_MEMBER)
        if value is _ABSENT_MEMBER:
            return None
        if not self._dialect.new_json:
            return self._dialect.print_old(value)
        return value if isinstance(value, str) else None

    def get_required(self, key: str) -> str:
        """Return the string of a key. Raise FieldError if it is missing or no string."""
        # loader.c, loader_read_layer_json, loader_parse_icd_manifest.
        text = self.get_text(key)
        if text is None:
            raise self._make_missing_error(key)
        return text

    def get_version(self, key: str) -> str:
        """Return a required version string. Older loaders accept a value of any type."""
        if self._dialect.new_json or key not in self._members:
            return self.get_required(key)
        return print_whole(self._members[key])

    def get_fixed_text(self, key: str) -> str:
        """Return a required string that is copied into 256 bytes."""
        # loader_json.c, loader_parse_json_string.
        text = self.get_required(key)
        if not self._dialect.new_json:
            return cut_text(text)
        if measure_printed_length(text) > MAX_TEXT_LENGTH:
            raise FieldError(
                Reason.BAD_VALUE,
                key,
                message(
                    "“{key}” is longer than {count} bytes",
                    key=key,
                    count=MAX_TEXT_LENGTH,
                ),
            )
        return print_plain(text)

    def get_texts(self, key: str) -> tuple[tuple[str, ...], bool]:
        """Return a string array, and whether it was read to its end.

        A scalar is treated as an empty list, an object as the list of its values.
        """
        value = self._members.get(key, _ABSENT_MEMBER)
        if value is _ABSENT_MEMBER:
            return (), False
        texts = []
        for element in iterate_elements(value):
            if not self._dialect.new_json:
                texts.append(self._dialect.print_old(element))
            elif isinstance(element, str):
                texts.append(element)
            else:
                # The elements before the invalid one are kept.
                return tuple(texts), False
        return tuple(texts), True

    def get_child_members(self, key: str) -> Members:
        """Return the members of an object, or empty for most other values.

        In a non-empty array loaders before 1.3.302 crash when they look up a name, and 1.3.302
        finds its first element.
        """
        return get_object_members(self._members.get(key), self._dialect, key)

    def get_members(self, value: Any, key: str) -> Members:
        """Return the members of a value that was read already, as get_child_members() does.

        `key`: named in a FieldError.
        """
        return get_object_members(value, self._dialect, key)

    def get_first_pair(self, key: str) -> tuple[str, str] | None:
        """Return the first member of an object if its value is a string."""
        value = self._members.get(key)
        if not isinstance(value, Members) or not value:
            return None
        name, text = value[0]
        return (name, text) if isinstance(text, str) else None

    def _make_missing_error(self, key: str) -> FieldError:
        """Return the error that a key is missing or no string."""
        if key in self._members:
            return FieldError(Reason.BAD_VALUE, key, message("“{key}” is not a string", key=key))
        return FieldError(Reason.MISSING_KEY, key)


class _AnyKeyDict(dict[str, Any]):
    """A dictionary that has one value under every key."""

    def __init__(self, value: Any) -> None:
        super().__init__()
        self._value = value

    def __contains__(self, key: object) -> bool:
        return True

    def __missing__(self, key: str) -> Any:
        return self._value

    def get(self, key: str, default: Any = None, /) -> Any:
        return self._value


class _CyclicArray(Members):
    """An array whose first element is found under every key (Gate.ARRAYS_ANSWER)."""

    __slots__ = ()

    def first(self) -> dict[str, Any]:
        """Return a dictionary that has the first element for every key."""
        return _AnyKeyDict(self[0][1])


def get_object_members(value: Any, dialect: Dialect, key: str) -> Members:
    """Return the members of an object, empty for most other values (Fields.get_child_members)."""
    # cJSON.c, cJSON_GetObjectItem; loader.c, verify_meta_layer_component_layers.
    if isinstance(value, Members):
        return value
    if isinstance(value, list) and value:
        if not dialect.arrays_searched:
            raise FieldError(Reason.CRASHES_ALL, key, message("“{key}” is an array", key=key))
        if dialect.arrays_answer:
            return _CyclicArray(("", element) for element in value)
    return Members()


def _fold_keys(members: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the members with keys in lower case. Of equal keys the first one counts."""
    if all(map(str.islower, members)):
        return members  # as in nearly every manifest
    folded_members: dict[str, Any] = {}
    for key, value in members.items():
        # Since 1.4.303 the look-up ignores the case of ASCII letters; the first that fits is found.
        folded_members.setdefault(key.lower() if key.isascii() else key, value)
    return folded_members


def measure_printed_length(text: str) -> int:
    """Return the length in bytes as cJSON's printer counts it, escapes included."""
    if text.isprintable():
        return len(_encode(text)) + text.count('"') + text.count("\\")
    # loader_json.c asks cJSON's printer for the length: an escape takes one byte more or five.
    escape_bytes = sum(
        1 if character in _SHORT_ESCAPE_CHARACTERS else 5 if character < " " else 0
        for character in text
    )
    return len(_encode(text)) + escape_bytes


def cut_text(text: str) -> str:
    """Return the part of a string that fits into 256 bytes."""
    return _encode(text)[:_MAX_OLD_TEXT_LENGTH].decode("utf-8", "surrogateescape")


def _encode(text: str) -> bytes:
    """Return a JSON string as its bytes in the file."""
    return text.encode("utf-8", "surrogateescape")


def is_other_architecture(library_arch: str, dialect: Dialect) -> bool:
    """Return whether library_arch is "32" or "64" and not the program's word size."""
    # loader.c, loader_read_layer_json.
    other_bits = "32" if dialect.pointer_bits == 64 else "64"
    return dialect.library_arch and library_arch.startswith(other_bits)


def resolve_library(manifest: str, library_path: str, dialect: Dialect) -> str:
    """Return the path for dlopen: library_path below its manifest's folder if it is relative.

    A bare file name is left to the dynamic linker.
    """
    # Joined as strings: ".." stays in the path.
    if dialect.code_page:
        from vkconfig_py.loader.base.windows_facts import UTF_8, recode

        library_path = recode(library_path, UTF_8, dialect.code_page)
    paths = dialect.paths
    if not paths.is_absolute(library_path) and not paths.is_bare(library_path):
        folder = paths.get_folder(manifest)
        if not folder and paths.has_drives and dialect.manifest_as_folder:
            folder = manifest + paths.slash
        library_path = folder + library_path
    if not dialect.long_library_paths and len(library_path) > _MAX_OLD_PATH_LENGTH // 4:
        return os.fsdecode(os.fsencode(library_path)[:_MAX_OLD_PATH_LENGTH])
    return library_path


class PrintStyle(NamedTuple):
    """Format in which a release prints non-string values.

    Attributes:
        quote: quote character around strings inside an array or object.
        depth_shift: cJSON of 2013 puts the end of an empty object further left.
    """

    quote: str
    depth_shift: int


PRINT_STYLE = PrintStyle("", 0)
PRINT_STYLE_1_3_251 = PrintStyle("", 1)
OLDEST_PRINT_STYLE = PrintStyle('"', 1)


def print_plain(value: Any, style: PrintStyle = PRINT_STYLE) -> str:
    """Print a JSON value like loader_cJSON_Print: without quotes, with few escapes."""
    if isinstance(value, str):
        if value.isprintable():
            return value
        # The loader's copy of cJSON leaves out quotes and backslashes, not the rest of an escape.
        return "".join(f"u{ord(c):04x}" if c < " " and c not in "\b\t\n\f\r" else c for c in value)
    return _print_nested(value, style)


def print_old(value: Any, *, cuts_strings: bool, escapes_characters: bool) -> str:
    """Print a value of any type like loaders before 1.4.303.

    The oldest cut off the first and last character, quotes or not.
    """
    if isinstance(value, str):
        return (
            json.dumps(value, ensure_ascii=False)[1:-1]
            if escapes_characters
            else print_plain(value)
        )
    text = print_whole(value, OLDEST_PRINT_STYLE if cuts_strings else PRINT_STYLE_1_3_251)
    return text[1:-1] if cuts_strings else text


def print_whole(value: Any, style: PrintStyle = PRINT_STYLE_1_3_251) -> str:
    """Print a value like loaders before 1.4.303, without the quotes of a string."""
    return _render_old_number(value) if isinstance(value, float) else print_plain(value, style)


def _print_nested(value: Any, style: PrintStyle) -> str:
    """Print a list or object as far as it fits into a name or path.

    It may be deep and large, so it is not printed recursively.
    """
    parts: list[str] = []
    open_values = [_list_pieces(value, 0, style)]
    printed_length = 0
    while open_values and printed_length < _MAX_PRINTED_LENGTH:
        piece = next(open_values[-1], None)
        if piece is None:
            open_values.pop()
        elif isinstance(piece, str):
            parts.append(piece)
            printed_length += len(piece)
        else:
            open_values.append(_list_pieces(piece[0], len(open_values), style))
    return "".join(parts)


def _list_pieces(value: Any, depth: int, style: PrintStyle) -> Iterator[str | tuple[Any]]:
    """Yield the text of a value in pieces, with values inside it as (value,)."""
    if isinstance(value, Members):
        yield from _list_member_pieces(value, depth, style)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield ", " if index else "["
            yield (inner,)
        yield "]" if value else "[]"
    elif isinstance(value, str):
        yield f"{style.quote}{print_plain(value)}{style.quote}"
    else:
        yield _render_scalar(value, style in (OLDEST_PRINT_STYLE, PRINT_STYLE_1_3_251))


def _list_member_pieces(
    value: Members, depth: int, style: PrintStyle
) -> Iterator[str | tuple[Any]]:
    """Yield the text of an object in pieces, with the values of its keys as (value,)."""
    if not value:
        yield "{\n" + "\t" * (depth - style.depth_shift) + "}"
        return
    tabs = "\t" * (depth + 1)
    for index, (key, inner) in enumerate(value):
        yield f"{',' if index else '{'}\n{tabs}{style.quote}{print_plain(key)}{style.quote}:\t"
        yield (inner,)
    yield "\n" + "\t" * depth + "}"


def _render_scalar(value: Any, old: bool) -> str:
    """Print a number, true, false or null.

    `old`: as the cJSON of 2013 does.
    """
    if isinstance(value, float) and old:
        return _render_old_number(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return json.dumps(value)


def _render_old_number(value: float) -> str:
    """Print a number as the cJSON of 2013 does."""
    if value.is_integer() and abs(value) < 1e60:
        return f"{value:.0f}"
    return f"{value:e}" if abs(value) < 1e-6 or abs(value) > 1e9 else f"{value:f}"


class Extension(NamedTuple):
    """An extension that a layer offers."""

    name: str
    spec_version: int


class Extensions(NamedTuple):
    """Extensions of a layer.

    Attributes:
        entrypoints: (device extension, its functions), where the manifest names any.
        last_name: string that an older loader then uses as the layer's name; for app_keys it
            compares this with the name of the override.
    """

    instance: tuple[Extension, ...]
    device: tuple[Extension, ...]
    last_name: str
    entrypoints: tuple[tuple[str, tuple[str, ...]], ...] = ()


def read_extensions(fields: Fields, layer: str, dialect: Dialect) -> Extensions:
    """Read instance and device extensions like loader_read_layer_json."""
    if dialect.values_printed_whole:
        entrypoints_by_extension: dict[str, tuple[str, ...]] = {}
        instance = _remove_missing_surfaces(
            _read_list(fields.get_raw("instance_extensions"), dialect, {}), dialect
        )
        device = _read_list(fields.get_raw("device_extensions"), dialect, entrypoints_by_extension)
        return Extensions(
            instance, tuple(device.values()), layer, tuple(entrypoints_by_extension.items())
        )
    reader = _OldReader(layer, dialect)
    instance = _remove_missing_surfaces(
        _index_by_first_name(reader.read(fields.get_raw("instance_extensions"))), dialect
    )
    reader.entrypoints.clear()
    device_extensions = tuple(reader.read(fields.get_raw("device_extensions")))
    if not dialect.device_extensions_repeated:
        device_extensions = tuple(_index_by_first_name(device_extensions).values())
    entrypoints = tuple(reader.entrypoints.items())
    return Extensions(instance, device_extensions, reader.name, entrypoints)


def _index_by_first_name(extensions: Iterable[Extension]) -> dict[str, Extension]:
    """Return extensions by name. Of equal names the first one counts."""
    by_name: dict[str, Extension] = {}
    for extension in extensions:
        by_name.setdefault(extension.name, extension)
    return by_name


def _read_list(
    value: Any, dialect: Dialect, entrypoints: dict[str, tuple[str, ...]]
) -> dict[str, Extension]:
    """Read the extensions in a list of a manifest by name.

    `entrypoints`: gets the entry points of each extension by its name.
    """
    extensions: dict[str, Extension] = {}
    # Since 1.4.303 only an array is accepted.
    if isinstance(value, Members) and dialect.new_json:
        return extensions
    for node in iterate_elements(value):
        members = Fields(get_object_members(node, dialect, "name"), dialect)
        try:
            name = members.get_fixed_text("name")
        except FieldError:
            continue  # the loader ignores it silently
        if name not in extensions:
            extensions[name] = _make_extension(
                name, members.get_text("spec_version"), dialect.signed_numbers
            )
            if members.has("entrypoints"):
                entrypoints[name] = members.get_texts("entrypoints")[0]
    return extensions


class _OldReader:
    """The extension loop of older loaders, with the variables of the C code.

    Before 1.3.251 these are not cleared between two elements: a missing name or version keeps the
    value of the previous element, in the first one that of the layer itself.
    """

    def __init__(self, layer: str, dialect: Dialect) -> None:
        self._dialect = dialect
        self._version: str | None = None
        self.name = layer
        self.entrypoints: dict[str, tuple[str, ...]] = {}

    def read(self, value: Any) -> Iterator[Extension]:
        """Yield the extensions in a list of a manifest. An object is read as a list."""
        seen_names: set[str] = set()
        for node in iterate_elements(value):
            members = Fields(get_object_members(node, self._dialect, "name"), self._dialect)
            new_name = members.get_text("name")
            self.name = self.name if new_name is None else new_name
            version = members.get_text("spec_version")
            self._version = self._version if version is None else version
            if self._version is None and self._dialect.extension_version_crashes:
                raise FieldError(
                    Reason.CRASHES_ALL, "spec_version", message("“spec_version” is missing")
                )
            name = cut_text(self.name)
            is_kept = name not in seen_names or self._dialect.device_extensions_repeated
            if is_kept and members.has("entrypoints"):
                earlier_functions = self.entrypoints.get(name, ())
                self.entrypoints[name] = (*earlier_functions, *members.get_texts("entrypoints")[0])
            seen_names.add(name)
            yield _make_extension(name, self._version or "", signed=True)


def _remove_missing_surfaces(
    extensions: dict[str, Extension], dialect: Dialect
) -> tuple[Extension, ...]:
    """Return the extensions but for those of window systems that the loader lacks."""
    # Surface extensions of window systems that this loader was built without.
    missing_surfaces = dialect.missing_surfaces
    if missing_surfaces.isdisjoint(extensions):
        return tuple(extensions.values())
    return tuple(
        extension for extension in extensions.values() if extension.name not in missing_surfaces
    )


def _make_extension(name: str, spec_version: str | None, signed: bool) -> Extension:
    """Return an extension with spec_version as a number, 0 if it is missing."""
    # spec_version is a string; if missing it is 0.
    return Extension(name, read_u32(spec_version or "", signed))


class Functions(NamedTuple):
    """Names of the functions that a layer's library exports, "" for the default name.

    Attributes:
        pre_instance: (global function, symbol) pairs of an implicit layer, for pre-instance calls.
        negotiates: whether the loader looks for the function that negotiates.
    """

    negotiate: str = ""
    get_instance_proc_addr: str = ""
    get_device_proc_addr: str = ""
    pre_instance: tuple[tuple[str, str], ...] = ()
    negotiates: bool = True

    @property
    def list_renamed(self) -> dict[str, str]:
        """Return the names that differ from those of the commands, by command."""
        names = {GET_INSTANCE_PROC_ADDR: self.get_instance_proc_addr, NEGOTIATE: self.negotiate}
        return {command: name for command, name in names.items() if name}

    @property
    def entry_points(self) -> tuple[EntryPoint, ...]:
        """Return the entry points of which a layer's library must export one."""
        # loader_create_instance_chain: a negotiation may give what is not exported.
        instance = self.get_instance_proc_addr or GET_INSTANCE_PROC_ADDR
        exported = EntryPoint((instance,))
        if not self.negotiates:
            return (exported,)
        return exported, EntryPoint((self.negotiate or NEGOTIATE,))


DEFAULT_FUNCTIONS = Functions()
_DEFAULT_FUNCTIONS_OF_2016 = Functions(negotiates=False)


def takes_pre_instance(version: tuple[int, int, int], dialect: Dialect) -> bool:
    """Return whether files of a version may have pre_instance_functions."""
    # layer_json_supports_pre_instance_tag.
    return is_format_at_least(version, _PRE_INSTANCE, dialect)


def is_format_at_least(
    version: tuple[int, int, int], since: tuple[int, int, int], dialect: Dialect
) -> bool:
    """Return whether a file version is that of a feature or newer.

    With Gate.NODES_IN_1_0_1 a lower major number does not count: 0.9 is newer than 1.1.
    """
    if dialect.nodes_in_1_0_1 and version[0] < since[0]:
        return version[1:] >= since[1:]
    return version >= since


def read_functions(
    fields: Fields, dialect: Dialect, version: tuple[int, int, int], is_implicit: bool
) -> Functions:
    """Read "functions", and "pre_instance_functions" of implicit layers in newer files."""
    function_members = fields.get_child_members("functions")
    pre_instance_members: Members = Members()
    # In explicit layers, and in files before 1.1.2, the section is ignored with a message.
    if is_implicit and dialect.pre_instance and takes_pre_instance(version, dialect):
        pre_instance_members = fields.get_child_members("pre_instance_functions")
    if not function_members and not pre_instance_members:
        return DEFAULT_FUNCTIONS if dialect.layers_negotiate else _DEFAULT_FUNCTIONS_OF_2016
    functions, pre_instance = fields.of(function_members), fields.of(pre_instance_members)

    def symbol(members: Fields, name: str) -> str:
        """Return the exported name of a function, "" for its default name."""
        return members.get_text(name.lower() if dialect.new_json else name) or ""

    # The function that ends the search is not kept.
    kept_functions = (
        function
        for function in _GLOBAL_FUNCTIONS
        if not (function == ENUMERATE_VERSION and dialect.version_function_ends)
    )
    return Functions(
        # Optional renames: without an entry the default symbol is looked up.
        symbol(functions, NEGOTIATE)
        if is_format_at_least(version, _NEGOTIATE_VERSION, dialect)
        else "",
        symbol(functions, GET_INSTANCE_PROC_ADDR),
        symbol(functions, "vkGetDeviceProcAddr"),
        tuple(
            (name, symbol_name)
            for name in kept_functions
            if (symbol_name := symbol(pre_instance, name))
        ),
        negotiates=dialect.layers_negotiate,
    )
