"""System properties of an Android device, and its global settings about layers and drivers.

Properties follow init of AOSP: property_service.cpp (PropertyLoadBootDefaults, LoadProperties),
util.cpp (IsLegalPropertyName, IsLegalPropertyValue). Settings follow GraphicsEnvironment.java:
debugLayerEnabled, setupGpuLayers, chooseDriverInternal, queryAngleChoice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple

# PROP_VALUE_MAX is 92, its final zero byte included.
MAX_VALUE_LENGTH = 91
MAX_FILE_SIZE = 1 << 20
_MAX_IMPORT_LEVELS = 8  # levels
_MAX_FILES = 32
MAX_REPORTED_LINES = 200  # lines that are told
_TRUE_WORDS = ("1", "y", "yes", "on", "true")  # property_get_bool
_NAME_PATTERN = re.compile(r"[\w@:-]+(\.[\w@:-]+)*", re.ASCII)
_GETPROP_PATTERN = re.compile(r"\[([^\]]*)\]: \[")
_WHITESPACE = " \t\v\f\r"
# A later file replaces what an earlier one says: the more a partition is made for one product, the
# later it comes. (partition, how it may name its file)
_PARTITIONS = (
    ("/system", ("build.prop",)),
    ("/system_ext", ("etc/build.prop", "build.prop")),
    ("/system_dlkm", ("etc/build.prop",)),
    ("/vendor", ("default.prop",)),
    ("/vendor", ("build.prop",)),
    ("/vendor_dlkm", ("etc/build.prop",)),
    ("/odm_dlkm", ("etc/build.prop",)),
    ("/odm", ("etc/build.prop", "build.prop")),
    ("/product", ("etc/build.prop", "build.prop")),
)
ENABLE_LAYERS_SETTING, DEBUG_APP_SETTING, LAYERS_SETTING = (
    "enable_gpu_debug_layers",
    "gpu_debug_app",
    "gpu_debug_layers",
)
LAYER_APP = "gpu_debug_layer_app"
_NUMBER_PATTERN = re.compile(r"[+-]?[0-9]{1,20}")


class UnreadLine(NamedTuple):
    """A line that has no effect, and why; the rest of a sentence."""

    file: str
    line: int
    why: str


class Property(NamedTuple):
    """A value and the line that sets it."""

    value: str
    file: str = ""
    line: int = 0


class Properties(NamedTuple):
    """The properties of a device.

    Attributes:
        files: what they were read from.
    """

    values_by_name: Mapping[str, Property] = MappingProxyType({})
    unread: tuple[UnreadLine, ...] = ()
    files: tuple[str, ...] = ()

    def get_value(self, name: str) -> str:
        """Return a value, "" for a property that is not set (Android sees no difference)."""
        entry = self.values_by_name.get(name)
        return entry.value if entry is not None else ""

    def is_true(self, name: str) -> bool:
        """Return whether a property has one of the values that Android takes for true."""
        return self.get_value(name) in _TRUE_WORDS

    def get_source(self, name: str) -> Property:
        """Return the value of a property with the line that sets it."""
        return self.values_by_name.get(name, Property(""))


class _PropertyReader:
    """Properties that are being read."""

    def __init__(self) -> None:
        self.known: dict[str, Property] = {}
        self.unread: list[UnreadLine] = []
        self.files: list[str] = []

    def make_properties(self) -> Properties:
        """Return the properties that have been read."""
        values = MappingProxyType(self.known)
        return Properties(values, tuple(self.unread), tuple(self.files))

    def add_unread(self, file: str, line: int, reason: str) -> None:
        """Note a line that has no effect.

        `reason` is the rest of a sentence.
        """
        if len(self.unread) < MAX_REPORTED_LINES:
            self.unread.append(UnreadLine(file, line, reason))

    def add_property(self, name: str, value: str, file: str, line: int) -> None:
        """Set a property, or note why Android does not set it."""
        if reason := _find_property_refusal(name, value):
            self.add_unread(file, line, reason)
        else:
            self.known[name] = Property(value, file, line)


def parse_properties(data: bytes, file: str) -> Properties:
    """Parse getprop's output, or a build.prop file."""
    reading = _PropertyReader()
    reading.files.append(file)
    text = data[:MAX_FILE_SIZE].decode("utf-8", "surrogateescape")
    if len(data) > MAX_FILE_SIZE:
        reading.add_unread(
            file,
            0,
            tr(
                "larger than {count} MB; the rest is not read",
                count=MAX_FILE_SIZE >> 20,
            ),
        )
    if text.lstrip().startswith("["):
        _read_getprop(text, file, reading)
    else:
        _read_build_prop(text, file, reading, _Import(lambda _path: None))
    return reading.make_properties()


def read_image(read: Callable[[str], bytes | None]) -> Properties:
    """Read the build.prop files of an image. `read` returns None for a file that is not there."""
    reading = _PropertyReader()
    imports = _Import(read)
    for partition, names in _PARTITIONS:
        for name in names:
            path = f"{partition}/{name}"
            data = read(path)
            if data is not None:
                reading.files.append(path)
                text = data.decode("utf-8", "surrogateescape")
                _read_build_prop(text, path, reading, imports)
                break
    return reading.make_properties()


def _find_property_refusal(name: str, value: str) -> str:
    """Return why Android does not set a property, "" if it does."""
    if not _NAME_PATTERN.fullmatch(name):
        return tr("{name} is not a valid property name", name=name)
    if (
        not name.startswith("ro.")
        and len(value.encode("utf-8", "surrogateescape")) > MAX_VALUE_LENGTH
    ):
        return tr(
            "the value of {name} is longer than {count} bytes, so Android does not set it",
            name=name,
            count=MAX_VALUE_LENGTH,
        )
    if not value.isprintable() and any("\udc80" <= character <= "\udcff" for character in value):
        return tr("the value of {name} is not valid UTF-8, so Android does not set it", name=name)
    return ""


def _read_getprop(text: str, file: str, reading: _PropertyReader) -> None:
    """Read the lines "[name]: [value]" of getprop. A value may have line breaks."""
    name, lines, start = "", [""], 0
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        first_line = _GETPROP_PATTERN.match(line)
        if first_line is not None:
            if name:
                reading.add_unread(
                    file, start, tr("the value of {name} has no closing bracket", name=name)
                )
            name, lines, start = first_line[1], [line[first_line.end() :]], number
        elif name:
            lines.append(line)
        elif line.strip():
            reading.add_unread(file, number, tr("not of the form [name]: [value]"))
        if name and lines[-1].endswith("]"):
            reading.add_property(name, "\n".join(lines)[:-1], file, start)
            name = ""
    if name:
        reading.add_unread(file, start, tr("the value of {name} has no closing bracket", name=name))


class _Import(NamedTuple):
    """How "import" lines are followed.

    Attributes:
        only: the properties that are taken: a name, or a beginning with "*"; "" for all.
    """

    read: Callable[[str], bytes | None]
    depth: int = 0
    only: str = ""

    def accepts(self, name: str) -> bool:
        """Return whether an import line takes a property of this name."""
        if self.only.endswith("*"):
            return name.startswith(self.only[:-1])
        return not self.only or name == self.only


def _read_build_prop(text: str, file: str, reading: _PropertyReader, imports: _Import) -> None:
    """Read the properties of a build.prop file, following its import lines."""
    for number, line in _iterate_lines(text, file, reading):
        if line.startswith("import "):
            _follow_import(line[len("import ") :], file, number, reading, imports)
            continue
        name, equals, value = line.partition("=")
        name = name.rstrip(_WHITESPACE)
        if not equals:
            reading.add_unread(file, number, tr("the line contains no “=”, so Android skips it"))
        # LoadProperties: names that would be commands.
        elif name.startswith("ctl.") or name in ("sys.powerctl", "selinux.restorecon_recursive"):
            reading.add_unread(
                file,
                number,
                tr("{name} triggers an action, so Android ignores it in property files", name=name),
            )
        elif imports.accepts(name):
            reading.add_property(name, value.lstrip(_WHITESPACE), file, number)


def _iterate_lines(text: str, file: str, reading: _PropertyReader) -> Iterator[tuple[int, str]]:
    """Yield the lines with a content and their numbers, up to a zero byte."""
    for number, line in enumerate(text.split("\n"), 1):
        content, zero, _ = line.partition("\0")
        stripped_line = content.strip(_WHITESPACE)
        if zero:  # strchr: the file ends there
            reading.add_unread(
                file, number, tr("Android stops reading at the NUL byte in this line")
            )
            return
        if stripped_line and not stripped_line.startswith("#"):
            yield number, stripped_line


def _follow_import(
    text: str, file: str, number: int, reading: _PropertyReader, imports: _Import
) -> None:
    """Read the file that an import line names.

    Args:
        text: what follows "import".
        file: the file with the line.
        number: of the line, from 1.
        reading: gets the properties.
        imports: how files are read, and how deep this one is.
    """
    path, _, only = text.strip(_WHITESPACE).partition(" ")
    if "${" in path:  # ExpandProps knows properties of the boot by then
        reading.add_unread(
            file,
            number,
            tr("{path} depends on how the device was booted; not read", path=path),
        )
        return
    if imports.depth == _MAX_IMPORT_LEVELS or len(reading.files) >= _MAX_FILES:
        data = None
    else:
        data = imports.read(path)
    if data is None:
        reading.add_unread(file, number, tr("{path} cannot be read", path=path))
        return
    reading.files.append(path)
    inner_imports = imports._replace(depth=imports.depth + 1, only=only.strip(_WHITESPACE))
    _read_build_prop(data.decode("utf-8", "surrogateescape"), path, reading, inner_imports)


_ABSENT_PROPERTY = Property("")


class GlobalSettings(NamedTuple):
    """The global settings, each with its line."""

    values_by_name: Mapping[str, Property] = MappingProxyType({})
    unread: tuple[UnreadLine, ...] = ()
    file: str = ""

    def get_value(self, name: str) -> str:
        """Return the value of a setting, "" if it is absent or null."""
        value = self.values_by_name.get(name, _ABSENT_PROPERTY).value
        return "" if value == "null" else value

    def get_number(self, name: str) -> int:
        """Return the number of a setting, 0 if its value is not a number (Bundle.getInt)."""
        value = self.get_value(name)
        return int(value) if _is_number(value) else 0

    def get_source(self, name: str) -> Property:
        """Return the value of a setting with its line."""
        return self.values_by_name.get(name, _ABSENT_PROPERTY)

    def list_packages(self, name: str) -> tuple[str, ...]:
        """Return the packages in a setting's value, separated by commas."""
        value = self.get_value(name)
        return tuple(value.split(",")) if value else ()


def parse_settings(data: bytes, file: str) -> GlobalSettings:
    """Parse lines "name=value". The last one of a name counts."""
    settings: dict[str, Property] = {}
    unread_lines: list[UnreadLine] = []
    if len(data) > MAX_FILE_SIZE:
        unread_lines.append(
            UnreadLine(
                file,
                0,
                tr(
                    "larger than {count} MB; the rest is not read",
                    count=MAX_FILE_SIZE >> 20,
                ),
            )
        )
    text = data[:MAX_FILE_SIZE].decode("utf-8", "surrogateescape")
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        name, equals, value = line.partition("=")
        if equals and name and " " not in name:
            settings[name] = Property(value, file, number)
        elif line.strip() and len(unread_lines) < MAX_REPORTED_LINES:
            unread_lines.append(UnreadLine(file, number, tr("not of the form name=value")))
    return GlobalSettings(
        MappingProxyType(settings), (*unread_lines, *_find_odd_numbers(settings)), file
    )


def _is_number(text: str) -> bool:
    """Return whether Android takes a text for a 32-bit number."""
    # Integer.parseInt: 32 bits, no blanks and no underscores.
    return _NUMBER_PATTERN.fullmatch(text) is not None and -(1 << 31) <= int(text) < 1 << 31


def _find_odd_numbers(settings: Mapping[str, Property]) -> tuple[UnreadLine, ...]:
    """Return the setting that turns on debug layers, if its value is not a number."""
    enabling_value = settings.get(ENABLE_LAYERS_SETTING)
    if enabling_value is None or enabling_value.value == "null" or _is_number(enabling_value.value):
        return ()
    return (
        UnreadLine(
            enabling_value.file,
            enabling_value.line,
            tr("{setting} is not a number and is read as 0", setting=ENABLE_LAYERS_SETTING),
        ),
    )
