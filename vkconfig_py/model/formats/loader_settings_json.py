"""vk_loader_settings.json as text (LoaderInterfaceArchitecture, Loader Settings File).

Each section of ours carries a member that loaders pass over and that says whose it is, so a file
can be told from one of somebody else, and ours be found in a file of somebody else.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import REMOVED, PathOfKeys
from vkconfig_py.loader.json.text_edits import edit_document
from vkconfig_py.model.configuration.configuration import DeviceEntry
from vkconfig_py.model.formats.meta_layers import OWNER, clean_description, encode_text

FILE_NAME = "vk_loader_settings.json"
FORMAT_VERSION = "1.0.0"
MARK = "written_by"
_KEY = "settings"
_ARRAY = "settings_array"
_KEYS = "app_keys"
_VERSION = "file_format_version"
# A character beyond 16 bits is written as two escapes; one of them alone is no character.
_UUID = re.compile("[0-9A-Fa-f]{32}")
_PAIR = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")
_HALF = re.compile(r"\\u[dD][89a-fA-F]")


class Control(StrEnum):
    """What a section says of a layer."""

    AUTO = "auto"
    ON = "on"
    OFF = "off"


class ListedLayer(NamedTuple):
    """One layer of a section.

    Attributes:
        implicit: the manifest is read as that of an implicit layer.
    """

    name: str
    path: str
    control: Control
    implicit: bool = False


class Unordered(NamedTuple):
    """The place of every layer that is not listed; without one there are no such layers."""


class Section(NamedTuple):
    """What is said to some programs, or to every program.

    Attributes:
        layers: None leaves the member out.
        app_keys: () leaves the member out: every program.
        drivers: manifests, first come first; `exclusive` says that there are no others.
        devices: None leaves the member out; () means that there is no device.
    """

    title: str
    layers: tuple[ListedLayer | Unordered, ...] | None = None
    app_keys: tuple[str, ...] = ()
    log: tuple[str, ...] = ()
    drivers: tuple[str, ...] = ()
    exclusive: bool = False
    devices: tuple[DeviceEntry, ...] | None = None


class Ours(NamedTuple):
    """What is ours in a settings file.

    Attributes:
        places: keys and indexes of our sections.
        is_all: there are such, and no others.
    """

    places: tuple[PathOfKeys, ...] = ()
    is_all: bool = False

    @property
    def is_part(self) -> bool:
        """Whether our sections stand among those of somebody else."""
        return bool(self.places) and not self.is_all


class Merged(NamedTuple):
    """A file of somebody else with our sections in it, or why there can be none.

    Attributes:
        general: whether a section of theirs is for every program.
        programs: those that sections of theirs name and ours do not.
    """

    content: bytes = b""
    refused: str = ""
    general: bool = False
    programs: tuple[str, ...] = ()


def render_loader_settings(sections: Sequence[Section]) -> bytes:
    rendered = [_section(section) for section in sections]
    alone = len(sections) == 1 and not sections[0].app_keys
    body = {_KEY: rendered[0]} if alone else {_ARRAY: rendered}
    return _text({_VERSION: FORMAT_VERSION, **body})


def merge_loader_settings(sections: Sequence[Section], content: bytes) -> Merged:
    """Put our sections before those of somebody else's file; unknown members are kept.

    The first section for a program counts, before 1.4.304 the last: so a program of ours is taken
    out of the other sections, and that there are several without programs does no harm.
    """
    document = _parse(content)
    if isinstance(document, str):
        return Merged(refused=document)
    theirs = _sections(document)
    if theirs is None:
        return Merged(refused="its sections are no objects")
    if all(key.lower() != _VERSION for key in document):
        return Merged(refused="loaders pass over it, since it names no version of its format")
    ours = {key for section in sections for key in section.app_keys}
    kept = [_without_keys(section, ours) for section in theirs if MARK not in section]
    array = _array_key(document)
    root = {key: value for key, value in document.items() if _is_kept(key, document)}
    root[array] = [*(_section(section) for section in sections), *kept]
    keys = [_app_keys(section) for section in kept]
    programs = (key for named in keys for key in named or () if isinstance(key, str))
    return Merged(_text(root), "", None in keys, tuple(dict.fromkeys(programs)))


def is_ours(content: bytes) -> bool:
    return find_ours(content).is_all


def find_ours(content: bytes) -> Ours:
    document = _parse(content)
    sections = None if isinstance(document, str) else _sections(document)
    if isinstance(document, str) or not sections:
        return Ours()
    array = _array_key(document)
    places: list[PathOfKeys] = [(array, index) for index in range(len(sections))]
    if array not in document:
        places = [(next(key for key in document if key.lower() == _KEY),)]
    ours = [place for place, one in zip(places, sections, strict=True) if MARK in one]
    return Ours(tuple(ours), len(ours) == len(sections))


def without_ours(content: bytes) -> bytes:
    """A file of somebody else without our sections; every other byte stays.

    Programs that were taken out of the other sections for ours do not come back.
    """
    for place in reversed(find_ours(content).places):
        content = edit_document(content, place, REMOVED)
    return content


def signed(version: int) -> int:
    """A driver version as the loader reads it: cJSON keeps 32 bits with a sign."""
    low = version & 0xFFFFFFFF
    return low - (1 << 32) if low >= 1 << 31 else low


def uuid_numbers(text: str) -> list[int]:
    return list(bytes.fromhex(text)) if _UUID.fullmatch(text) else []


def _section(section: Section) -> dict[str, Any]:
    written: dict[str, Any] = {MARK: clean_description(f"{OWNER}: {section.title}")}
    if section.app_keys:
        written[_KEYS] = list(section.app_keys)
    if section.layers is not None:
        written["layers"] = [_layer(layer) for layer in section.layers]
    if section.log:
        written["stderr_log"] = list(section.log)
    if section.drivers:
        # The loader puts each of them before those it has, so the last one comes first.
        written["additional_drivers"] = [{"path": path} for path in reversed(section.drivers)]
        if section.exclusive:
            written["additional_drivers_use_exclusively"] = True
    if section.devices is not None:
        written["device_configurations"] = [_device(device) for device in section.devices]
    return written


def _layer(layer: ListedLayer | Unordered) -> dict[str, Any]:
    if isinstance(layer, Unordered):
        return {"control": "unordered_layer_location"}
    return {
        "name": layer.name,
        "path": layer.path,
        "control": layer.control.value,
        "treat_as_implicit_manifest": layer.implicit,
    }


def _device(device: DeviceEntry) -> dict[str, Any]:
    written: dict[str, Any] = {"deviceName": device.name}
    if device.driver_name:
        written["driverName"] = device.driver_name
    written["deviceUUID"] = uuid_numbers(device.device_uuid)
    if driver := uuid_numbers(device.driver_uuid):
        written["driverUUID"] = driver
    written["driverVersion"] = signed(device.driver_version)
    return written


def _text(document: dict[str, Any]) -> bytes:
    text = json.dumps(document, indent=2, ensure_ascii=False)
    return encode_text(text + "\n")


def _is_kept(key: str, document: dict[str, Any]) -> bool:
    """Whether a member stays; a single section moves into the array, which wins over it."""
    return key.lower() != _KEY or _array_key(document) in document


def _app_keys(section: dict[str, Any]) -> list[Any] | None:
    """The programs of a section, or None where it is for every program."""
    found = next((value for key, value in section.items() if key.lower() == _KEYS), None)
    return found if found is None or isinstance(found, list) else []


def _parse(content: bytes) -> dict[str, Any] | str:
    text = content.decode("utf-8", "surrogateescape").removeprefix("\ufeff")
    if _HALF.search(_PAIR.sub("", text)):
        return "it holds half of a character"
    try:
        document = json.loads(
            text, object_pairs_hook=_members, parse_float=_number, parse_constant=_number
        )
    except (ValueError, RecursionError):
        return "it is not valid JSON, or names a member twice"
    return document if isinstance(document, dict) else "it does not hold an object"


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object; which of two equal keys counts differs between readers."""
    if len({key.lower() for key, _value in pairs}) != len(pairs):
        raise ValueError
    return dict(pairs)


def _number(text: str) -> float:
    """Read a number that can be written again; JSON has neither infinity nor NaN."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _array_key(document: dict[str, Any]) -> str:
    return next((key for key in document if key.lower() == _ARRAY), _ARRAY)


def _sections(document: dict[str, Any]) -> list[dict[str, Any]] | None:
    by_key = {key.lower(): value for key, value in document.items()}
    found = by_key.get(_ARRAY)
    if found is None:
        found = [by_key[_KEY]] if _KEY in by_key else []
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        return None
    return found


def _without_keys(section: dict[str, Any], programs: set[str]) -> dict[str, Any]:
    return {
        key: [one for one in value if one not in programs]
        if key.lower() == _KEYS and isinstance(value, list)
        else value
        for key, value in section.items()
    }
