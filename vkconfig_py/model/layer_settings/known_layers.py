"""Facts about known layers: what they do, who makes them; settings and variables by version.

Manifests do not tell all: old files of VkConfig name settings without a type, no manifest names the
namespace that code passes to Vulkan-Utility-Libraries (its “prefix” is that of Android), and one
without VK_EXT_layer_settings does not say which code reads the settings of its layer. The facts are
in resources/known_layers.json.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import Mark, Step
from vkconfig_py.model.configuration.configuration import ListItem, SettingType, Value
from vkconfig_py.model.files import resources
from vkconfig_py.model.files.paths import path_exists
from vkconfig_py.model.layer_settings.conversion import parse_setting_type
from vkconfig_py.model.layer_settings.declared import VariableReader, parse_version_numbers

KNOWN_LAYERS_FILE = "known_layers.json"


def find_variable_reader(layer: str, api_version: str) -> VariableReader:
    """Return which code reads the variables of a layer that we know, else "not known"."""
    stems = find_variable_stems(layer, api_version)
    if stems is None:
        return VariableReader.UNKNOWN
    return VariableReader.LIBRARY if stems else VariableReader.OWN


@cache
def find_variable_stems(layer: str, api_version: str) -> tuple[str, ...] | None:
    """Return what stands before _KEY in a layer's variables in a release, strongest first.

    It is empty for a release that reads only the variables in its manifest, and None if it is not
    known.
    """
    version = parse_version_numbers(api_version)
    for since, stems in _read_known_layers()["variables"].get(layer, ()):
        if version >= parse_version_numbers(since):
            return None if stems is None else tuple(stems)
    return None


class EntryReading(NamedTuple):
    """How a release of a layer reads the entries of a setting that has several.

    Attributes:
        drops_quotes: it takes quotation marks off.
        drops_blank: it drops a blank after a comma.
        short_flags: flags that it knows by a short name too.
        digits_since: the release from which five digits alone name messages, which this one takes
            for a number; None: it takes them as newer releases do, or that is not known.
        names_messages: each is the whole ID of a message, or its number.
    """

    drops_quotes: bool = False
    drops_blank: bool = False
    short_flags: Mapping[str, str] = MappingProxyType({})
    digits_since: str | None = None
    names_messages: bool = False

    def read(self, entry: str) -> str:
        """Return the entry that the layer makes of a text."""
        if self.drops_quotes and entry.startswith('"'):
            # A mark at the end goes only with one at the beginning.
            entry = entry[1:].removesuffix('"')
        return self.short_flags.get(entry, entry)

    def read_value(self, value: Value) -> Value:
        """Return a value with its entries as the layer reads them, each once."""
        if self is PLAIN_READING or not isinstance(value, tuple):
            return value
        items: dict[str, ListItem] = {}
        for item in value:
            if isinstance(item, ListItem):
                entry = self.read(item.value) if isinstance(item.value, str) else item.value
                items.setdefault(str(entry), item._replace(value=entry))
        if items:
            return tuple(items.values())
        return tuple(dict.fromkeys(self.read(str(item)) for item in value))

    def is_ineffective(self, entry: str) -> bool:
        """True for digits that this release does not yet take for the number of a message."""
        return self.digits_since is not None and bool(_MESSAGE_NUMBER_PATTERN.fullmatch(entry))


_MESSAGE_NUMBER_PATTERN = re.compile("[0-9]{5}", re.ASCII)
PLAIN_READING = EntryReading()


def find_entry_reading(layer: str, api_version: str, key: str) -> EntryReading:
    """Return how a release of a known layer reads the entries of a setting."""
    entries = _read_known_layers()["entries"].get(layer)
    if entries is None:
        return PLAIN_READING
    version = parse_version_numbers(api_version)
    fixed_version = entries["unquoted"].get(key, "0")
    digits = entries["digits"].get(key)
    return EntryReading(
        fixed_version is None or version < parse_version_numbers(fixed_version),
        version < parse_version_numbers(entries["blanks"].get(key, "0")),
        {
            short: flag
            for short, (last, flag) in entries["shortFlags"].items()
            if version < parse_version_numbers(last)
        },
        digits if digits and version < parse_version_numbers(digits) else None,
        key in entries["messages"],
    )


def list_hiding_settings(layer: str, api_version: str, key: str) -> tuple[str, ...]:
    """Return the deprecated settings that a layer reads in place of this one while set."""
    hiding_keys = _read_known_layers()["hidden"].get(layer)
    if hiding_keys is None or key not in hiding_keys["settings"]:
        return ()
    return (
        tuple(hiding_keys["by"])
        if parse_version_numbers(api_version) >= parse_version_numbers(hiding_keys["since"])
        else ()
    )


def list_written_names(layer: str, key: str) -> tuple[str, ...]:
    """Return patterns of the files that a layer writes to the folder in a setting, () for any.

    A layer with patterns writes to the working folder of the program if the setting is empty.
    """
    return tuple(_read_known_layers()["written"].get(layer, {}).get(key, ()))


def is_file_only(layer: str, api_version: str, key: str) -> bool:
    """True if a release reads a setting from the settings file, but from no variable."""
    fixed_version, keys = _read_known_layers()["fileOnly"].get(layer, ("0", ()))
    return key in keys and parse_version_numbers(api_version) < parse_version_numbers(fixed_version)


def reads_64_bit(layer: str, key: str, reader: VariableReader) -> bool:
    """True if a layer reads an INT of 64 bits.

    Vulkan-Utility-Libraries do; but the variables of most known layers have 32 bits.
    """
    known_layers = _read_known_layers()
    if layer in known_layers["settings"] or layer in known_layers["wide"]:
        return key in known_layers["wide"].get(layer, ())
    return reader is VariableReader.LIBRARY


def list_known_types(layer: str, key: str) -> tuple[SettingType, ...]:
    """Return the types that a setting had in Vulkan SDKs, that of the newest SDK first."""
    rows = _read_known_layers()["settings"].get(layer, {}).get(key, ())
    types = (
        parse_setting_type(row.split()[0]) for row in ([rows] if isinstance(rows, str) else rows)
    )
    return tuple(kind for kind in types if kind is not None)


@cache
def _read_known_layers() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(resources.find_resource(KNOWN_LAYERS_FILE).read_bytes())
    return content


LAYER_SOURCES_FILE = "layer_sources.json"


def find_layer_role(layer: str) -> str | None:
    """Return the role by which the place of a layer matters to others, None without one."""
    source = _find_source(layer)
    return source.get("role") if source else None


def explain_departure(layer: str) -> tuple[Step, ...]:
    """Return when a layer that is loaded leaves the chain by its own choice, () if never."""
    source = _find_source(layer)
    if source is None or "leaves" not in source:
        return ()
    note = tr("from the source code of {names}", names=source["maker"])
    return (Step(Mark.FACT, tr(source["leaves"]), note=note),)


def add_departure(reason: str, layer: str) -> str:
    """Return why a layer loads, with the programs that it leaves by its own choice."""
    source = _find_source(layer)
    if source is None or "leaves_briefly" not in source:
        return reason
    departure = tr(source["leaves_briefly"])
    return tr("{reason}; {departure}", reason=reason, departure=departure)


class LayerSource(NamedTuple):
    """Where a layer comes from.

    Attributes:
        purpose: what it does, in English.
        commands: what installs its package, by the program that does.
    """

    purpose: str
    maker: str
    page: str
    commands: Mapping[str, str]

    def find_command(self, root: str) -> str:
        """Return the command that installs its package on the machine below a folder, or ""."""
        tools = _list_package_tools(root)
        return next((command for tool, command in self.commands.items() if tool in tools), "")


def find_source(layer: str) -> LayerSource | None:
    """Return where a layer comes from, None if that is not known."""
    source = _find_source(layer)
    if source is None:
        return None
    distributions = _read_sources()["distributions"]
    commands = {
        tool: f"{distributions[tool]['command']} {package}"
        for tool, package in source.get("packages", {}).items()
    }
    return LayerSource(source["purpose"], source["maker"], source["page"], commands)


def list_source_names() -> tuple[str, ...]:
    """Return the names of layers whose source is known, or their beginnings.

    Beginnings that name only a vendor are left out.
    """
    return tuple(name for name in _read_sources()["layers"] if not name.endswith("_"))


def describe_source(layer: str) -> tuple[str, ...]:
    """Return what a layer does with its maker, then a line for each package, () if not known."""
    source = find_source(layer)
    if source is None:
        return ()
    purpose = tr(source.purpose)
    lines = [
        tr("{purpose} By {maker}: {page}", purpose=purpose, maker=source.maker, page=source.page)
    ]
    for tool, command in source.commands.items():
        distribution = _read_sources()["distributions"][tool]["name"]
        lines.append(tr("{distribution}: {command}", distribution=distribution, command=command))
    return tuple(lines)


@cache
def list_harmless_texts() -> tuple[str, ...]:
    """Return parts of the lines that layers print as errors although programs run as they should.

    MangoHud, for example, so reports a sensor that the machine does not have.
    """
    sources = _read_sources()["layers"].values()
    return tuple(text for source in sources for text in source.get("harmless", ()))


def _find_source(layer: str) -> dict[str, Any] | None:
    """Return what is known of a layer, or None."""
    sources = _read_sources()["layers"]
    return next((source for name, source in sources.items() if layer.startswith(name)), None)


@cache
def _list_package_tools(root: str) -> frozenset[str]:
    """Return the programs that install packages on the machine below a folder.

    They are looked for once: lists of problems are made often, and on the GUI thread.
    """
    tools = _read_sources()["distributions"]
    return frozenset(tool for tool in tools if path_exists(Path(f"{root}/usr/bin/{tool}")))


@cache
def _read_sources() -> dict[str, Any]:
    """Return the content of resources/layer_sources.json."""
    content: dict[str, Any] = json.loads(
        resources.find_resource(LAYER_SOURCES_FILE).read_text(encoding="utf-8")
    )
    return content
