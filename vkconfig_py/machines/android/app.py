"""An Android application: what its package manager and its AndroidManifest.xml say of it.

Follows `dumpsys package NAME` (PackageManagerService) and LoadedApk.java (makePaths). The manifest
is binary XML (ResourceTypes.h of AOSP: ResChunk_header, ResStringPool_header, ResXMLTree_attrExt).
It is untrusted: a place outside the data raises ManifestError.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.machines.android.properties import MAX_FILE_SIZE, UnreadLine

INJECT = "com.android.graphics.injectLayers.enable"
_PACKAGE_PATTERN = re.compile(r"\s*Package \[([^\]]+)\]")
_MEMBER_PATTERN = re.compile(r"\s+(\w+)=(.*)")
_XML_CHUNK, _STRINGS_CHUNK, _RESOURCES_CHUNK, _START_ELEMENT_CHUNK = 0x0003, 0x0001, 0x0180, 0x0102
_UTF8 = 1 << 8
_IS_REFERENCE, _IS_STRING, _IS_BOOLEAN = 0x01, 0x03, 0x12
# R.attr: names may be stripped, the numbers are fixed.
_NAME_BY_RESOURCE_ID = {0x0101000F: "debuggable", 0x01010003: "name", 0x01010024: "value"}
_MAX_STRINGS = 1 << 16
_ATTRIBUTE = 20  # bytes of ResXMLTree_attribute
_NO_STRING = 0xFFFFFFFF


class Abi(NamedTuple):
    """A binary interface of Android.

    Attributes:
        machine: e_machine of its ELF files.
        folder: name of its folder below an application's "lib".
    """

    name: str
    machine: int
    pointer_bits: int
    folder: str

    @property
    def library_folder(self) -> str:
        """Name of the folder of libraries on a partition: "lib64" or "lib"."""
        return "lib64" if self.pointer_bits == 64 else "lib"


ABIS = {
    abi.name: abi
    for abi in (
        Abi("arm64-v8a", 183, 64, "arm64"),
        Abi("armeabi-v7a", 40, 32, "arm"),
        Abi("x86_64", 62, 64, "x86_64"),
        Abi("x86", 3, 32, "x86"),
        Abi("riscv64", 243, 64, "riscv64"),
    )
}
DEFAULT_ABI = ABIS["arm64-v8a"]


class App(NamedTuple):
    """An application as Android starts it; every path is one of the device.

    Attributes:
        package: "" for no certain application.
        can_inject_layers: its manifest has the meta-data INJECT.
        data_folder: its own files, which debug layers may lie among.
        is_system: it came with the device and was not updated: never gets an updatable driver.
        is_known: something was read about it; False for a bare name.
    """

    package: str = ""
    debuggable: bool = False
    can_inject_layers: bool = False
    native_library_folder: str = ""
    apks: tuple[str, ...] = ()
    data_folder: str = ""
    abi: str = ""
    is_system: bool = False
    is_known: bool = False

    def list_library_paths(self, abi: Abi) -> tuple[str, ...]:
        """Return the folders and archives in which the linker searches its libraries, in order."""
        installed = (self.native_library_folder,) if self.native_library_folder else ()
        return (*installed, *(f"{apk}!/lib/{abi.name}" for apk in self.apks))


def parse_package_dump(data: bytes, package: str, file: str) -> tuple[App, tuple[UnreadLine, ...]]:
    """Parse the output of `dumpsys package`. An empty name takes the first package in it.

    `file` is named in messages about lines that cannot be read.
    """
    text = data[:MAX_FILE_SIZE].decode("utf-8", "surrogateescape")
    members: dict[str, str] = {}
    package_name = ""
    for line in text.replace("\r\n", "\n").split("\n"):
        match = _PACKAGE_PATTERN.match(line)
        if match is not None:
            if package_name:  # the section of the next package, or of the hidden system package
                break
            if not package or match[1] == package:
                package_name = match[1]
        elif package_name and (member := _MEMBER_PATTERN.match(line)) is not None:
            members.setdefault(member[1], member[2].strip())
    if not package_name:
        reason = (
            tr(
                "no entry for package {package}, which is probably not installed",
                package=package,
            )
            if package
            else tr("no package entry; the package is probably not installed")
        )
        return App(package), (UnreadLine(file, 0, reason),)
    return _make_app(package_name, members), ()


def _make_app(package: str, members: dict[str, str]) -> App:
    """Return the application that the members of a package's dump describe."""
    flags = members.get("flags", "") or members.get("pkgFlags", "")
    words = flags.strip("[] ").split()
    abi = members.get("primaryCpuAbi", "")
    abi = "" if abi == "null" else abi
    folder = members.get("nativeLibraryPath", "")
    base = members.get("legacyNativeLibraryDir", "")
    if not folder and base and abi in ABIS:
        folder = f"{base}/{ABIS[abi].folder}"
    code = members.get("codePath", "")
    return App(
        package=package,
        debuggable="DEBUGGABLE" in words,
        native_library_folder=folder,
        apks=_list_apks(code, members.get("splits", "")),
        data_folder=members.get("dataDir", "") or f"/data/user/0/{package}",
        abi=abi,
        is_system="SYSTEM" in words and "UPDATED_SYSTEM_APP" not in words,
        is_known=True,
    )


def _list_apks(code: str, splits: str) -> tuple[str, ...]:
    """Return the paths of a package's archives.

    Args:
        code: its codePath, a folder or an archive.
        splits: such as "[base, config.arm64_v8a]".
    """
    if not code:
        return ()
    if code.endswith(".apk"):
        return (code,)
    names = [name.strip() for name in splits.strip("[] ").split(",") if name.strip()] or ["base"]
    files = ("base.apk" if name == "base" else f"split_{name}.apk" for name in names)
    return tuple(f"{code}/{file}" for file in files)


class ManifestError(ValueError):
    """The file is no binary XML; the text is the rest of a sentence."""


class AppManifest(NamedTuple):
    """What the manifest of an application says about layers.

    Attributes:
        unknown: values that are kept in resources, which are not read.
    """

    package: str = ""
    debuggable: bool = False
    can_inject_layers: bool = False
    unknown: tuple[str, ...] = ()


class _AttributeValue(NamedTuple):
    text: str
    is_true: bool
    is_reference: bool


_NO_VALUE = _AttributeValue("", False, False)


def parse_manifest(data: bytes) -> AppManifest:
    """Parse an application's AndroidManifest.xml, which is binary XML.

    Raises:
        ManifestError: it cannot be read.
    """
    manifest = AppManifest()
    for tag, values in _iterate_elements(data):
        if tag == "manifest" and not manifest.package:
            manifest = manifest._replace(package=values.get("package", _NO_VALUE).text)
        elif tag == "application":
            value = values.get("debuggable", _NO_VALUE)
            manifest = manifest._replace(debuggable=value.is_true)
            manifest = _add_unknown(manifest, value, "android:debuggable")
        elif tag == "meta-data" and values.get("name", _NO_VALUE).text == INJECT:
            value = values.get("value", _NO_VALUE)
            manifest = manifest._replace(can_inject_layers=value.is_true)
            manifest = _add_unknown(manifest, value, INJECT)
    return manifest


def _add_unknown(app_manifest: AppManifest, value: _AttributeValue, name: str) -> AppManifest:
    """Note that a value is unknown if it only refers to a resource."""
    return (
        app_manifest._replace(unknown=(*app_manifest.unknown, name))
        if value.is_reference
        else app_manifest
    )


def _iterate_elements(data: bytes) -> Iterator[tuple[str, Mapping[str, _AttributeValue]]]:
    """Yield the tag and the attributes of each element of a binary XML file."""
    kind, size, _ = _unpack("<HHI", data, 0)
    if kind != _XML_CHUNK:
        raise ManifestError("no binary XML")
    strings: list[str] = []
    numbers: list[int] = []
    offset = size
    while offset < len(data):
        kind, header, length = _unpack("<HHI", data, offset)
        if length < 8 or offset + length > len(data):
            raise ManifestError("cut short")
        chunk = data[offset : offset + length]
        if kind == _STRINGS_CHUNK and not strings:
            strings = _read_strings(chunk)
        elif kind == _RESOURCES_CHUNK:
            aligned_size = (length - header) // 4 * 4
            numbers = [
                number
                for (number,) in struct.iter_unpack("<I", chunk[header : header + aligned_size])
            ]
        elif kind == _START_ELEMENT_CHUNK:
            yield _read_element(chunk, header, strings, numbers)
        offset += length


def _read_strings(chunk: bytes) -> list[str]:
    """Return the strings of a string pool, to which elements refer by number."""
    _, _, _, count, _, flags, start, _ = _unpack("<HHIIIIII", chunk, 0)
    if count > _MAX_STRINGS:
        raise ManifestError("too many strings")
    offsets = _unpack(f"<{count}I", chunk, 28)
    read = _read_utf8 if flags & _UTF8 else _read_utf16
    strings = []
    # Places may overlap; strings that do not have no more characters than the chunk has bytes.
    characters_left = len(chunk)
    for offset in offsets:
        text = read(chunk, start + offset)
        characters_left -= len(text)
        if characters_left < 0:
            raise ManifestError("strings that overlap")
        strings.append(text)
    return strings


def _read_utf8(chunk: bytes, offset: int) -> str:
    """Return the UTF-8 string at an offset of a string pool, after its two lengths."""
    # The length in characters comes first, then that in bytes, each in one or two bytes.
    for _ in range(2):
        (length,) = _unpack("<B", chunk, offset)
        offset += 1
        if length & 0x80:
            length = ((length & 0x7F) << 8) + _unpack("<B", chunk, offset)[0]
            offset += 1
    return chunk[offset : offset + length].decode("utf-8", "replace")


def _read_utf16(chunk: bytes, offset: int) -> str:
    """Return the UTF-16 string at an offset of a string pool, after its length."""
    (length,) = _unpack("<H", chunk, offset)
    offset += 2
    if length & 0x8000:
        length = ((length & 0x7FFF) << 16) + _unpack("<H", chunk, offset)[0]
        offset += 2
    return chunk[offset : offset + length * 2].decode("utf-16-le", "replace")


def _read_element(
    chunk: bytes, header: int, strings: list[str], numbers: list[int]
) -> tuple[str, Mapping[str, _AttributeValue]]:
    """Return the tag and the attributes of the element in a chunk.

    `header` is the length of the chunk's header in bytes. `numbers` has the resource number of each
    string, by which Android knows attributes.
    """
    _, tag, start, size, count = _unpack("<IIHHH", chunk, header)
    # ResXMLTree::validateNode; without a size, a few bytes would be read 65,535 times.
    if size < _ATTRIBUTE and count:
        raise ManifestError("attributes without a size")
    attributes: dict[str, _AttributeValue] = {}
    for index in range(count):
        offset = header + start + index * size
        _, name, raw, _, _, kind, number = _unpack("<IIIHBBI", chunk, offset)
        known_name = _NAME_BY_RESOURCE_ID.get(numbers[name]) if name < len(numbers) else None
        attributes.setdefault(
            known_name or _get_string(strings, name), _make_value(strings, raw, kind, number)
        )
    return _get_string(strings, tag), attributes


def _make_value(strings: list[str], raw: int, kind: int, number: int) -> _AttributeValue:
    """Return the value of an attribute.

    `raw` is the number of the string that was written. `kind` is Res_value::dataType. `number` is
    Res_value::data.
    """
    text = _get_string(strings, number if kind == _IS_STRING else raw)
    # getBoolean takes a boolean alone.
    return _AttributeValue(text, kind == _IS_BOOLEAN and number != 0, kind == _IS_REFERENCE)


def _get_string(strings: list[str], number: int) -> str:
    """Return the string with a number of the pool, "" for the number that means none."""
    if number == _NO_STRING:
        return ""
    if number >= len(strings):
        raise ManifestError("a string that it does not have")
    return strings[number]


def _unpack(form: str, data: bytes, offset: int) -> tuple[int, ...]:
    """Unpack values at an offset.

    Raises:
        ManifestError: the data ends before.
    """
    try:
        return struct.unpack_from(form, data, offset)
    except struct.error:
        raise ManifestError("cut short") from None
