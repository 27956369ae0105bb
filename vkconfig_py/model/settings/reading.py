"""A layer manifest's text to what it declares for configurators; it never fails.

Whatever is not as the format has it becomes a problem with its line, and everything else is read:
the loader does not look at these members, so a mistake in them must not hide a layer.
A setting takes platforms, status and view from what it stands in: flag, setting, layer.
"""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.loader.parsing.json_reader import find_positions, parse_json
from vkconfig_py.loader.parsing.json_slow import Members, Positions
from vkconfig_py.loader.records import Any, NamedTuple
from vkconfig_py.model.settings.converting import convert, kind_of
from vkconfig_py.model.settings.declared import DeclaredLayer, SettingType, Status
from vkconfig_py.model.settings.raw import Notes, Place, ReadingProblem
from vkconfig_py.model.settings.reading_conditions import Outline
from vkconfig_py.model.settings.reading_presets import read_presets
from vkconfig_py.model.settings.reading_settings import (
    DEEPEST,
    WITH_CHOICES,
    Inherited,
    SettingReader,
    declared_type,
)

DESKTOP = ("WINDOWS", "LINUX", "MACOS")  # what a layer without "platforms" is for
_LARGEST_WITH_LINES = 2 << 20  # lines cost a reading in Python


class Reading(NamedTuple):
    """What a manifest declares, and what is not as the format has it."""

    layers: tuple[DeclaredLayer, ...]
    problems: tuple[ReadingProblem, ...] = ()


def read_declared(content: bytes, path: str = "", layer: str = "") -> Reading:
    """Read the layers of a manifest, or the one of a name."""
    parsed = parse_json(content)
    if parsed.error:
        return Reading((), (ReadingProblem(path, parsed.line, f"{parsed.error}."),))
    with_lines = len(content) <= _LARGEST_WITH_LINES
    notes = Notes(path, find_positions(content) if with_lines else Positions())
    if not isinstance(parsed.value, Members):
        notes.add((), f"must hold an object, and holds {kind_of(parsed.value)}")
        return Reading((), tuple(notes.problems))
    root = Place(parsed.value, (), notes)
    layers = tuple(
        _read_layer(place, name, root) for place, name in _places(root) if layer in ("", name)
    )
    return Reading(layers, tuple(notes.problems))


def _places(root: Place) -> Iterator[tuple[Place, str]]:
    single = root.object("layer")
    places = [*([single] if single else []), *root.objects("layers")]
    if "layer" not in root and "layers" not in root:
        root.note("", "declares no layer")
    for place in places:
        if name := place.required("name"):
            yield place, name


def _read_layer(place: Place, name: str, root: Place) -> DeclaredLayer:
    inherited = Inherited(
        place.tokens("platforms", DESKTOP), place.token("status", Status, Status.STABLE)
    )
    features = place.object("features")
    raw = place.raw("features")
    reader = SettingReader(_outlines(raw) if isinstance(raw, Members) else {})
    settings = reader.read_all(features, "settings", inherited) if features else ()
    layer = DeclaredLayer(
        name=name,
        manifest=place.notes.file,
        file_format=root.text("file_format_version"),
        api_version=place.text("api_version"),
        implementation_version=_version(place),
        library=place.text("library_path"),
        prefix=place.text("prefix") or place.text("shortcut"),
        status=inherited.status,
        description=place.text("description"),
        introduction=place.text("introduction"),
        url=place.address("url"),
        platforms=inherited.platforms,
        enable_variable=_first_key(place, "enable_environment"),
        disable_variable=_first_key(place, "disable_environment"),
        settings=settings,
        knows_api_settings=_offers(place, "VK_EXT_layer_settings"),
    )
    presets = read_presets(features, layer) if features else ()
    return layer._replace(presets=presets)


def _version(place: Place) -> str:
    raw = place.raw("implementation_version")
    if isinstance(raw, int) and not isinstance(raw, bool):
        return str(raw)
    return place.text("implementation_version")


def _first_key(place: Place, key: str) -> str:
    value = place.raw(key)
    return str(value[0][0]) if isinstance(value, Members) and value else ""


def _offers(place: Place, extension: str) -> bool:
    """Return whether a layer has an instance extension."""
    named = (one.first().get("name") for one in _objects(place.raw("instance_extensions")))
    return extension in named


def _outlines(members: Members) -> dict[str, Outline]:
    """Return the outline of every setting, to read values that stand before their setting."""
    found: dict[str, Outline] = {}
    _collect_outlines(members.first().get("settings"), found, DEEPEST)
    return found


def _collect_outlines(group: Any, found: dict[str, Outline], depth: int) -> None:
    """Add the outlines of a list of settings; of a key that stands twice the first counts."""
    for one in _objects(group) if depth else ():
        members = one.first()
        key = members.get("key")
        if not isinstance(key, str) or not key or key in found:
            continue
        kind = declared_type(members.get("type"))
        choices = tuple(_objects(members.get("flags"))) if kind in WITH_CHOICES else ()
        found[key] = Outline(kind, _allowed(kind, choices, members.get("default")))
        _collect_outlines(members.get("settings"), found, depth - 1)
        for choice in choices:
            _collect_outlines(choice.first().get("settings"), found, depth - 1)


def _allowed(
    kind: SettingType, choices: tuple[Members, ...], default: Any
) -> frozenset[str] | None:
    """Return what an ENUM or FLAGS can hold; an ENUM's default is always allowed."""
    if kind not in WITH_CHOICES or (kind is SettingType.ENUM and not choices):
        return None
    keys = {key for one in choices if isinstance(key := one.first().get("key"), str)}
    if kind is SettingType.ENUM and default is not None:
        keys.add(str(convert(kind, default).value))
    return frozenset(keys)


def _objects(group: Any) -> Iterator[Members]:
    if isinstance(group, list) and not isinstance(group, Members):
        yield from (one for one in group if isinstance(one, Members))
