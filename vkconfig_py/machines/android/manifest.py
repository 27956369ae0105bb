"""AndroidManifest.xml of an APK: whether the application lets layers in.

The file is binary XML (ResourceTypes.h of AOSP: ResChunk_header, ResStringPool_header,
ResXMLTree_attrExt). It is untrusted: every place is within the data, or the one error is raised.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.machines.android.app import INJECT

_XML, _STRINGS, _RESOURCES, _START_ELEMENT = 0x0003, 0x0001, 0x0180, 0x0102
_UTF8 = 1 << 8
_IS_REFERENCE, _IS_STRING, _IS_BOOLEAN = 0x01, 0x03, 0x12
# R.attr: names may be stripped, the numbers are fixed.
_NAMES = {0x0101000F: "debuggable", 0x01010003: "name", 0x01010024: "value"}
_MOST_STRINGS = 1 << 16
_ATTRIBUTE = 20  # bytes of ResXMLTree_attribute
_NONE = 0xFFFFFFFF


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


class _Value(NamedTuple):
    text: str
    is_true: bool
    is_reference: bool


_NO_VALUE = _Value("", False, False)


def parse_manifest(data: bytes) -> AppManifest:
    """Parse a manifest.

    Raises:
        ManifestError: it cannot be read.
    """
    manifest = AppManifest()
    for tag, values in _elements(data):
        if tag == "manifest" and not manifest.package:
            manifest = manifest._replace(package=values.get("package", _NO_VALUE).text)
        elif tag == "application":
            value = values.get("debuggable", _NO_VALUE)
            manifest = manifest._replace(debuggable=value.is_true)
            manifest = _with_unknown(manifest, value, "android:debuggable")
        elif tag == "meta-data" and values.get("name", _NO_VALUE).text == INJECT:
            value = values.get("value", _NO_VALUE)
            manifest = manifest._replace(can_inject_layers=value.is_true)
            manifest = _with_unknown(manifest, value, INJECT)
    return manifest


def _with_unknown(app_manifest: AppManifest, value: _Value, name: str) -> AppManifest:
    return (
        app_manifest._replace(unknown=(*app_manifest.unknown, name))
        if value.is_reference
        else app_manifest
    )


def _elements(data: bytes) -> Iterator[tuple[str, Mapping[str, _Value]]]:
    """Yield the tag and the attributes of each element."""
    kind, size, _ = _unpack("<HHI", data, 0)
    if kind != _XML:
        raise ManifestError("no binary XML")
    strings: list[str] = []
    numbers: list[int] = []
    place = size
    while place < len(data):
        kind, header, length = _unpack("<HHI", data, place)
        if length < 8 or place + length > len(data):
            raise ManifestError("cut short")
        chunk = data[place : place + length]
        if kind == _STRINGS and not strings:
            strings = _read_strings(chunk)
        elif kind == _RESOURCES:
            whole_size = (length - header) // 4 * 4
            numbers = [
                number
                for (number,) in struct.iter_unpack("<I", chunk[header : header + whole_size])
            ]
        elif kind == _START_ELEMENT:
            yield _read_element(chunk, header, strings, numbers)
        place += length


def _read_strings(chunk: bytes) -> list[str]:
    _, _, _, count, _, flags, start, _ = _unpack("<HHIIIIII", chunk, 0)
    if count > _MOST_STRINGS:
        raise ManifestError("too many strings")
    offsets = _unpack(f"<{count}I", chunk, 28)
    read = _utf8_at if flags & _UTF8 else _utf16_at
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


def _utf8_at(chunk: bytes, place: int) -> str:
    # The length in characters comes first, then that in bytes, each in one or two bytes.
    for _ in range(2):
        (length,) = _unpack("<B", chunk, place)
        place += 1
        if length & 0x80:
            length = ((length & 0x7F) << 8) + _unpack("<B", chunk, place)[0]
            place += 1
    return chunk[place : place + length].decode("utf-8", "replace")


def _utf16_at(chunk: bytes, place: int) -> str:
    (length,) = _unpack("<H", chunk, place)
    place += 2
    if length & 0x8000:
        length = ((length & 0x7FFF) << 16) + _unpack("<H", chunk, place)[0]
        place += 2
    return chunk[place : place + length * 2].decode("utf-16-le", "replace")


def _read_element(
    chunk: bytes, header: int, strings: list[str], numbers: list[int]
) -> tuple[str, Mapping[str, _Value]]:
    _, tag, start, size, count = _unpack("<IIHHH", chunk, header)
    # ResXMLTree::validateNode; without a size, a few bytes would be read 65,535 times.
    if size < _ATTRIBUTE and count:
        raise ManifestError("attributes without a size")
    attributes: dict[str, _Value] = {}
    for index in range(count):
        at = header + start + index * size
        _, name, raw, _, _, kind, number = _unpack("<IIIHBBI", chunk, at)
        known_name = _NAMES.get(numbers[name]) if name < len(numbers) else None
        attributes.setdefault(
            known_name or _string(strings, name), _value(strings, raw, kind, number)
        )
    return _string(strings, tag), attributes


def _value(strings: list[str], raw: int, kind: int, number: int) -> _Value:
    text = _string(strings, number if kind == _IS_STRING else raw)
    # getBoolean takes a boolean alone.
    return _Value(text, kind == _IS_BOOLEAN and number != 0, kind == _IS_REFERENCE)


def _string(strings: list[str], number: int) -> str:
    if number == _NONE:
        return ""
    if number >= len(strings):
        raise ManifestError("a string that it does not have")
    return strings[number]


def _unpack(form: str, data: bytes, place: int) -> tuple[int, ...]:
    try:
        return struct.unpack_from(form, data, place)
    except struct.error:
        raise ManifestError("cut short") from None
