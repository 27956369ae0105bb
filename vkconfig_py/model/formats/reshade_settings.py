"""ReShade effects as settings of vkBasalt: an effect is a line with a name and the path of a file.

The names of effects are the user's own. Those that are chosen here are called as their files are.
The uniforms of an effect are settings of their own: vkBasalt reads each from the line of its name,
so uniforms of two effects that have one name have one value.
"""

from __future__ import annotations

import posixpath
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import count

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import LayerEntry, SettingType, Value
from vkconfig_py.model.formats.fx_preprocessor import ReadFile
from vkconfig_py.model.formats.reshade_fx import Uniform, read_uniforms
from vkconfig_py.model.layer_settings.conversion import written_items
from vkconfig_py.model.layer_settings.declared import OwnFormat, OwnSettings, Setting, SettingChoice
from vkconfig_py.model.layer_settings.effects import (
    EFFECTS,
    ENDING,
    FILES,
    INCLUDES,
    LUT_FILE,
    effect_lines,
    effect_paths,
)
from vkconfig_py.model.layer_settings.layer_values import items_of
from vkconfig_py.model.layer_settings.own_file import FileValue, OwnFile
from vkconfig_py.model.layer_settings.vkbasalt_values import split_list

_MOST_EFFECTS = 32
_PLATFORMS = ("LINUX",)


class _Effect(NamedTuple):
    """An effect and its file."""

    name: str
    path: str


def with_effects_apart(
    values: Mapping[str, str],
    effects: Mapping[str, str],
    before: Mapping[str, str],
    taken: Container[str],
) -> Mapping[str, str]:
    """Values with the lines of effects, none of which has the name of a setting.

    vkBasalt keeps paths of effects and values of uniforms in one table: the uniform Vibrance of the
    effect Vibrance takes the path for its value, or the value for the path and ends the program.

    Args:
        values: lines to write.
        effects: paths of the effects that are chosen, by their names.
        before: lines of the file.
        taken: names of settings.
    """
    defined = {key: path for key, path in before.items() if path.lower().endswith(ENDING)}
    lines, renamed = dict(values), {}
    for name, path in {**defined, **effects}.items():
        key = name
        if name in taken and (name in effects or name in values):
            key = renamed[name] = _free_name(name, path, {**before, **lines}, taken)
        if key != name or name in effects:
            lines[key] = path
    if listed := values.get(EFFECTS, before.get(EFFECTS, "")) if renamed else "":
        lines[EFFECTS] = ":".join(renamed.get(one, one) for one in split_list(listed))
    return lines


def _free_name(name: str, path: str, lines: Mapping[str, str], taken: Container[str]) -> str:
    tried = (f"{name}_fx{number or ''}" for number in count())
    return next(one for one in tried if one not in taken and lines.get(one, path) == path)


def with_includes(values: Mapping[str, str], before: Mapping[str, FileValue]) -> Mapping[str, str]:
    """Values with a folder of included files where a file then has effects and no such folder.

    preprocessor::add_include_path of vkBasalt asserts that there is one, included files or not.
    """
    used = {key: one.text for key, one in before.items() if key != FILES}
    used.update(values)
    paths = [text for text in used.values() if text.lower().endswith(ENDING)]
    if used.get(INCLUDES) or not paths:
        return values
    return {**values, INCLUDES: posixpath.dirname(paths[0]) or "."}


def effect_files(values: Mapping[str, FileValue]) -> Mapping[str, FileValue]:
    """What a file says about the setting that lists the files of effects."""
    found = [one for one in values.values() if one.text.lower().endswith(ENDING)]
    if not found:
        return {}
    return {FILES: FileValue(":".join(one.text for one in found), found[0].line)}


def find_unreadable(file: OwnFile, entries: Sequence[LayerEntry], read: ReadFile) -> frozenset[str]:
    """Files of effects that a file or entries name and that cannot be read."""
    chosen = (entry.value(key) for entry in entries for key in (FILES, LUT_FILE))
    paths = {path for one in chosen if one for path in _texts(one.value)}
    paths |= {*effect_paths({key: one.text for key, one in file.values.items()}).values()}
    return frozenset(path for path in paths if path and read(path) is None)


def _texts(value: Value) -> tuple[str, ...]:
    return written_items(items_of(value)) if isinstance(value, tuple) else (str(value),)


def find_effects(
    own: OwnSettings, file: OwnFile, entries: Sequence[LayerEntry], read: ReadFile
) -> tuple[Setting, ...]:
    """A group of settings for each effect that a file defines or entries choose.

    `read` answers None for a file that is not there or cannot be read.
    """
    if own.format is not OwnFormat.VKBASALT:
        return ()
    found = (entry.value(INCLUDES) for entry in entries)
    folders = [str(one.value) for one in found if one is not None]
    if INCLUDES in file.values:
        folders.append(file.values[INCLUDES].text)
    effects = tuple(_effects(own, file, entries))[:_MOST_EFFECTS]
    return tuple(_group(one, folders, read) for one in effects)


def _effects(own: OwnSettings, file: OwnFile, entries: Sequence[LayerEntry]) -> Iterator[_Effect]:
    chosen = (entry.value(FILES) for entry in entries)
    paths = [path for one in chosen if one for path in written_items(items_of(one.value))]
    defined = {key: one.text for key, one in file.values.items() if key != FILES}
    for name, path in {**defined, **effect_lines(paths, own.built_in_effects)}.items():
        if path.lower().endswith(ENDING):
            yield _Effect(name, path)


def _group(effect: _Effect, folders: Sequence[str], read: ReadFile) -> Setting:
    uniforms = read_uniforms(effect.path, folders, read)
    told = [tr("Has an effect while “{effect}” is in the list of effects.", effect=effect.name)]
    if read(effect.path) is None:
        told = [
            tr("{path} cannot be read: without it the effect ends the program.", path=effect.path)
        ]
    mixed = [one.label or one.name for one in uniforms if len(set(one.default)) > 1]
    if mixed:
        left_out = tr(
            "Not here, as vkBasalt can give all their parts one value only: {names}.",
            names=", ".join(mixed),
        )
        told.append(left_out)
    return Setting(
        tr("effect {effect}", effect=effect.name),
        SettingType.GROUP,
        effect.name,
        " ".join(told),
        detailed=effect.path,
        platforms=_PLATFORMS,
        settings=tuple(_setting(one) for one in uniforms if len(set(one.default)) <= 1),
    )


def _setting(uniform: Uniform) -> Setting:
    first = uniform.default[0] if uniform.default else 0
    setting = Setting(
        uniform.name,
        SettingType.FLOAT,
        uniform.label or uniform.name,
        _description(uniform),
        platforms=_PLATFORMS,
        default=float(first),
        minimum=uniform.minimum,
        maximum=uniform.maximum,
    )
    if uniform.base == "bool":
        return setting._replace(type=SettingType.BOOL, default=bool(first))
    if uniform.base == "float":
        return setting
    if uniform.items:
        choices = tuple(
            SettingChoice(str(at), label, platforms=_PLATFORMS)
            for at, label in enumerate(uniform.items)
        )
        return setting._replace(type=SettingType.ENUM, default=str(int(first)), choices=choices)
    least = 0 if uniform.base == "uint" and uniform.minimum is None else uniform.minimum
    return setting._replace(type=SettingType.INT, default=int(first), minimum=least)


def _description(uniform: Uniform) -> str:
    parts = [uniform.tooltip or (f"{uniform.category}." if uniform.category else "")]
    if uniform.components > 1:
        parts.append(
            counted(
                "All its {n} parts get this value.",
                "Its {n} part gets this value.",
                uniform.components,
            )
        )
    if not uniform.default:
        parts.append(tr("The effect computes its initial value."))
    return " ".join(part for part in parts if part)
