"""Check a description of a layer's settings (docs/describe_a_layer.md) beyond its schema.

What is told is what would make us write where the layer does not read, or nothing at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.verdicts import KeyPath
from vkconfig_py.loader.lint.lint_context import find_nearest_word
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, OwnFormat
from vkconfig_py.model.layer_settings.described_layers import COMMON_FORMAT
from vkconfig_py.model.layer_settings.own_file import PLACE_PARTS

_READS: KeyPath = ("configurator", "reads")
_PART_PATTERN = re.compile(r"\{([^}]*)\}")
Fault = tuple[KeyPath, str]  # a member, and what is wrong with it


def find_description_faults(document: Any, layer: DeclaredLayer | None) -> Iterator[Fault]:
    """Yield what is wrong with a description.

    Args:
        document: the parsed file, as plain dictionaries and lists.
        layer: what it declares as a layer manifest, None if it declares none.
    """
    reads = _get_member(_get_member(document, "configurator"), "reads")
    if layer is None or not reads:
        return
    if reads.get("format") == COMMON_FORMAT:
        for member in sorted(reads.keys() - {"format"}):
            yield (
                (*_READS, member),
                tr("A layer that reads vk_layer_settings.txt needs only “format”."),
            )
        return
    names = {setting.own_name for setting in layer.walk_settings()}
    yield from _find_place_faults(reads)
    yield from _find_way_faults(reads, layer)
    for path, name in _list_named_settings(reads):
        if name not in names:
            yield (*_READS, *path), _explain_unknown(name, names)


def _get_member(value: Any, key: str) -> Mapping[str, Any]:
    """Return the object that is a member of an object, {} if there is none."""
    member = value.get(key) if isinstance(value, dict) else None
    return member if isinstance(member, dict) else {}


def _get_list(members: Mapping[str, Any], key: str) -> Sequence[Any]:
    """Return the list that is a member of an object, () if there is none."""
    value = members.get(key)
    return value if isinstance(value, list) else ()


def _find_place_faults(reads: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield templates with parts that nothing stands for, and those that are not looked at."""
    places = [
        place.get("place") if isinstance(place, dict) else place
        for place in _get_list(reads, "places")
    ]
    for member in ("places", "per_program"):
        for index, place in enumerate(_get_list(reads, member)):
            template = place.get("place") if isinstance(place, dict) else place
            path: KeyPath = (*_READS, member, index)
            for part in _PART_PATTERN.findall(str(template)):
                if part not in PLACE_PARTS:
                    yield path, tr("Nothing stands for {part}.", part=f"{{{part}}}")
            if member == "per_program" and template not in places:
                yield path, tr("The layer does not look for this file: it is not in “places”.")


def _find_way_faults(reads: Mapping[str, Any], layer: DeclaredLayer) -> Iterator[Fault]:
    """Yield what a layer that reads in this way also needs."""
    uses_variables = reads.get("format") == OwnFormat.VARIABLES
    has_places = bool(_get_list(reads, "places"))
    if uses_variables and has_places:
        yield (*_READS, "places"), tr("A layer that reads variables has no files.")
    if not uses_variables and not has_places:
        yield _READS, tr("“{member}” is missing.", member="places")
    if not uses_variables and not reads.get("variable"):
        yield (
            _READS,
            tr(
                "“variable” is missing: without one that names the file, a launch cannot have a "
                "copy."
            ),
        )
    if reads.get("format") == OwnFormat.TOML and not _get_member(reads, "profiles"):
        yield _READS, tr("“{member}” is missing.", member="profiles")
    if uses_variables and not reads.get("variable"):
        for setting in layer.walk_settings():
            if not setting.variable and not setting.settings:
                yield (
                    _READS,
                    tr("Nothing sets {setting}: it has no “env”.", setting=setting.own_name),
                )


def _list_named_settings(reads: Mapping[str, Any]) -> Iterator[tuple[KeyPath, str]]:
    """Yield the names that must be those of settings, each with its place."""
    if isinstance(effects := reads.get("effects"), str):
        yield ("effects",), effects
    if isinstance(setting := _get_member(reads, "presets").get("setting"), str):
        yield ("presets", "setting"), setting
    profiles = _get_member(reads, "profiles")
    for member in ("general_keys", "strict_keys"):
        for index, name in enumerate(_get_list(profiles, member)):
            yield ("profiles", member, index), str(name)
    for name in _get_member(_get_member(reads, "instead_of_file"), "variables"):
        yield ("instead_of_file", "variables", name), name


def _explain_unknown(name: str, names: set[str]) -> str:
    """Say that a name is that of no setting, with the nearest one that is."""
    if nearest_name := find_nearest_word(name, sorted(names)):
        return tr(
            "There is no setting {setting}. Did you mean “{meant}”?",
            setting=name,
            meant=nearest_name,
        )
    return tr("There is no setting {setting}.", setting=name)
