"""The shapes of VkConfig's configuration files since 2020, brought to one.

| version | layers | settings |
|---|---|---|
| none to 2.0.1 | "layer_options" by name, in a member with the configuration's name | by key |
| 2.0.2, 2.0.3 | the same, in the member "configuration" | by key |
| 2.1.0 | the list "layers" with states | a list, without types |
| 2.2.0 … 2.2.3 | the same | types, some of which no longer exist |
| 3.0.0 and newer | the list "layers" with controls | types |

A file that names no version is read by its shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.model.formats.foreign_files import (
    ForeignError,
    JsonFile,
    PathOfKeys,
    items,
    members,
    text,
    texts,
)

CURRENT = 3  # the format whose types and values VkConfig still reads
_BODY, _LAYERS, _OPTIONS, _RANK = "configuration", "layers", "layer_options", "layer_rank"
_OFF_LISTS = ("blacklisted_layers", "excluded_layers")
_ABOUT_LAYER = frozenset({_RANK, "layer_path"})
_OVERRIDDEN, _EXCLUDED = "OVERRIDDEN", "EXCLUDED"
_OLD_MEMBERS = frozenset({_OPTIONS, *_OFF_LISTS, "overridden_layers"})


class RawSetting(NamedTuple):
    """A setting as its file has it.

    Attributes:
        type: the token, or None if the file has none.
    """

    key: str
    type: Any
    value: Any
    place: PathOfKeys


class RawLayer(NamedTuple):
    """A layer as its file has it.

    Attributes:
        raw: its members; in the older formats as format 2.1 has them.
    """

    name: str
    raw: dict[str, Any]
    place: PathOfKeys
    settings: tuple[RawSetting, ...] = ()


class VkConfigDocument(NamedTuple):
    """A configuration file of any version.

    Attributes:
        body: the members of the configuration without its layers.
        root: the members beside it, to be kept.
        version: "" if the file names none.
        is_current: types and values are those of format 3.
        has_layers: the file lists layers, if only none.
    """

    body: dict[str, Any]
    root: dict[str, Any]
    layers: tuple[RawLayer, ...]
    version: str
    is_current: bool
    has_layers: bool


def is_old_configuration(root: dict[str, Any]) -> bool:
    """True for a file whose one configuration is a member of its own name."""
    return any(_is_old(value) for value in root.values())


def read_document(file: JsonFile) -> VkConfigDocument:
    """Find the configuration of a file and its layers.

    Raises:
        ForeignError: the file holds none.
    """
    root = file.root
    version = text(root.get("file_format_version"))
    named = next((key for key, value in root.items() if _is_old(value)), _BODY)
    body = root.get(named)
    if not isinstance(body, dict):
        raise ForeignError(tr("“{member}” is missing", member=_BODY), 1)
    kept = {name: value for name, value in root.items() if name != named}
    if _is_old(body) and _LAYERS not in body:
        rest = {name: value for name, value in body.items() if name not in _OLD_MEMBERS}
        rest = {"name": named, **rest} if named != _BODY else rest
        layers = tuple(_old_layers(body, (named,)))
        return VkConfigDocument(rest, kept, layers, version, is_current=False, has_layers=True)
    rest = {name: value for name, value in body.items() if name != _LAYERS}
    found = tuple(_layers(items(body.get(_LAYERS))))
    is_current = _is_current(version, found)
    return VkConfigDocument(
        rest,
        kept,
        found if is_current else _by_rank(found),
        version,
        is_current,
        _LAYERS in body,
    )


def _is_current(version: str, layers: Iterable[RawLayer]) -> bool:
    major = version.partition(".")[0]
    if major.isdecimal() and major.isascii():
        return int(major[:4]) >= CURRENT
    return not any("state" in layer.raw for layer in layers)


def _layers(listed: list[Any]) -> Iterator[RawLayer]:
    for index, one in enumerate(listed):
        place = (_BODY, _LAYERS, index)
        raw = members(one)
        settings = tuple(
            RawSetting(
                text(members(setting).get("key")),
                members(setting).get("type"),
                members(setting).get("value"),
                (*place, "settings", number),
            )
            for number, setting in enumerate(items(raw.get("settings")))
        )
        yield RawLayer(text(raw.get("name")), raw, place, settings)


def _by_rank(layers: tuple[RawLayer, ...]) -> tuple[RawLayer, ...]:
    """In the order of their ranks, as VkConfig 2 sorted them; format 3 has the order itself."""
    return tuple(sorted(layers, key=lambda layer: _rank(layer.raw.get("rank"))))


def _rank(value: Any) -> int:
    return value if isinstance(value, int) else -1


def _is_old(value: Any) -> bool:
    return isinstance(value, dict) and bool(value.keys() & _OLD_MEMBERS)


def _old_layers(body: dict[str, Any], place: PathOfKeys) -> Iterator[RawLayer]:
    options = {
        name: members(value) for name, value in members(body.get(_OPTIONS)).items()
    } | {name: {} for name in texts(body.get("overridden_layers"))
         if name not in members(body.get(_OPTIONS))}  # fmt: skip
    excluded = [name for member in _OFF_LISTS for name in texts(body.get(member))]
    for name in dict.fromkeys(one for one in excluded if one not in options):
        yield RawLayer(name, {"name": name, "state": _EXCLUDED}, place)
    for name, layer in sorted(options.items(), key=lambda pair: _rank(pair[1].get(_RANK))):
        inside = (*place, _OPTIONS, name)
        raw = {"name": name, "state": _EXCLUDED if name in excluded else _OVERRIDDEN}
        path = text(layer.get("layer_path"))
        if path.endswith(".json"):
            raw["manifest"] = path
        yield RawLayer(name, raw, inside, tuple(_old_settings(layer, inside)))


def _old_settings(layer: dict[str, Any], place: PathOfKeys) -> Iterator[RawSetting]:
    for key, value in layer.items():
        if key not in _ABOUT_LAYER:
            setting = members(value)
            # What the format calls the default is the chosen value.
            yield RawSetting(key, setting.get("type"), setting.get("default"), (*place, key))
