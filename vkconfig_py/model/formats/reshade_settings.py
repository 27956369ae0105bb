"""ReShade effects as settings of vkBasalt: an effect is a line with a name and the path of a file.

The names of effects are the user's own. Those that are chosen here are called as their files are.
The uniforms of an effect are settings of their own: vkBasalt reads each from the line of its name,
so uniforms of two effects that have one name have one value.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Final

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import LayerEntry, SettingType, Value
from vkconfig_py.model.formats.fx_preprocessor import ReadFile, evaluate, preprocess
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
from vkconfig_py.model.layer_settings.own_encoding import split_list
from vkconfig_py.model.layer_settings.own_file import FileValue, OwnFile

# Uniforms of a ReShade effect that vkBasalt lets its file set, read from the text of the effect.
#
# vkBasalt makes every uniform with an initial value a constant of the shader, and takes the
# constant from a line of its file with the name of the uniform, whatever the namespace. It converts
# the text by the type of the uniform; all components of a vector get the one value. Uniforms
# without initial value are filled by vkBasalt (time, keys, mouse) or not at all, so none of these
# is a setting.

_MOST_UNIFORMS = 1000
_TYPE: Final = re.compile(r"(bool|int|uint|float|min16int|min16uint|min16float)([1-4])?(x[1-4])?")
_QUALIFIERS: Final = frozenset({"const", "static", "volatile", "precise", "extern"})
_OPEN, _CLOSED = "([{", ")]}"
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES: Final = {"n": "\n", "t": "\t", "0": "\0"}
Annotation = str | float


class Uniform(NamedTuple):
    """A uniform that a line of the file can set.

    Attributes:
        base: "bool", "int", "uint" or "float".
        components: how many numbers it has; all get the one value.
        default: its components, empty if the initial value is not a plain one.
        items: labels of its values 0, 1 ….
    """

    name: str
    base: str
    components: int = 1
    default: tuple[float, ...] = ()
    label: str = ""
    tooltip: str = ""
    category: str = ""
    kind: str = ""
    minimum: float | None = None
    maximum: float | None = None
    step: float | None = None
    items: tuple[str, ...] = ()


def read_uniforms(path: str, include_folders: Iterable[str], read: ReadFile) -> tuple[Uniform, ...]:
    """The settable uniforms of an effect, in order; of equal names the first."""
    found: dict[str, Uniform] = {}
    for uniform in _uniforms(preprocess(path, include_folders, read)):
        found.setdefault(uniform.name, uniform)
        if len(found) >= _MOST_UNIFORMS:
            break
    return tuple(found.values())


def _uniforms(tokens: tuple[str, ...]) -> Iterator[Uniform]:
    at = 0
    while (found := _next(tokens, at)) is not None:
        at = found + 1
        while at < len(tokens) and tokens[at] in _QUALIFIERS:
            at += 1
        kind = _TYPE.fullmatch(tokens[at]) if at < len(tokens) else None
        if kind is None:
            continue
        base = kind[1].removeprefix("min16")
        size = int(kind[2] or 1) * int((kind[3] or "x1")[1:])
        declarators, at = _declarators(tokens, at + 1)
        for declarator in declarators:
            yield from _uniform_of(declarator, base, size)


def _next(tokens: tuple[str, ...], at: int) -> int | None:
    try:
        return tokens.index("uniform", at)
    except ValueError:
        return None


def _uniform_of(declarator: tuple[str, ...], base: str, size: int) -> Iterator[Uniform]:
    """A declarator is `name [n] <annotations> = value`; those without a value give nothing."""
    name, rest = declarator[:1], declarator[1:]
    if not name or not name[0].isidentifier() or rest[:1] == ("[",):
        return
    before, annotations, after = _annotated(rest)
    initial = after or before
    if "=" in initial:
        value = initial[initial.index("=") + 1 :]
        yield _uniform(name[0], base, size, _components(value, size), annotations)


def _declarators(tokens: tuple[str, ...], at: int) -> tuple[list[tuple[str, ...]], int]:
    """The parts between commas up to the semicolon of a declaration, and where it ends."""
    parts: list[tuple[str, ...]] = []
    depth = 0
    annotated = False
    start = at
    for end in range(at, len(tokens)):
        token = tokens[end]
        depth += (token in _OPEN) - (token in _CLOSED)
        if depth < 0:
            return [], end
        # Within annotations a semicolon ends one of them alone.
        if depth == 0 and token in "<>":
            annotated = token == "<"
        elif depth == 0 and not annotated and token in ",;":
            parts.append(tokens[start:end])
            start = end + 1
            if token == ";":
                return parts, start
    return [], len(tokens)


def _annotated(
    rest: tuple[str, ...],
) -> tuple[tuple[str, ...], dict[str, Annotation], tuple[str, ...]]:
    """What is before the annotations, these, and what is after."""
    first = rest.index("<") if "<" in rest else -1
    if first < 0 or "=" in rest[:first] or ">" not in rest[first:]:
        return rest, {}, ()
    last = rest.index(">", first)
    annotations: dict[str, Annotation] = {}
    for one in _between(rest[first + 1 : last], ";"):
        if "=" in one:
            equals = one.index("=")
            value = _annotation(one[equals + 1 :])
            if equals and value is not None:
                annotations[one[equals - 1]] = value
    return rest[:first], annotations, rest[last + 1 :]


def _annotation(value: tuple[str, ...]) -> Annotation | None:
    if value and all(token[0] == '"' for token in value):
        return "".join(_string(token) for token in value)
    return evaluate(list(value))


def _string(token: str) -> str:
    inner = token[1:].removesuffix('"')
    return _ESCAPED.sub(lambda found: _ESCAPES.get(found[1], found[1]), inner)


def _components(value: tuple[str, ...], size: int) -> tuple[float, ...]:
    """The components of an initial value; empty if it is not made of plain numbers."""
    if value[:1] == ("{",) and value[-1:] == ("}",):
        inner = value[1:-1]
    elif len(value) > 2 and _TYPE.fullmatch(value[0]) and (value[1], value[-1]) == ("(", ")"):
        inner = value[2:-1]
    else:
        inner = value
    numbers = [evaluate(list(part)) for part in _between(inner, ",")]
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers) or len(known) not in (1, size):
        return ()
    return tuple(known * size) if len(known) == 1 else tuple(known)


def _between(tokens: tuple[str, ...], separator: str) -> list[tuple[str, ...]]:
    parts: list[tuple[str, ...]] = []
    depth, start = 0, 0
    for at, token in enumerate(tokens):
        depth += (token in _OPEN) - (token in _CLOSED)
        if token == separator and depth == 0:
            parts.append(tokens[start:at])
            start = at + 1
    return [*parts, tokens[start:]] if tokens[start:] else parts


def _uniform(
    name: str,
    base: str,
    size: int,
    default: tuple[float, ...],
    annotations: dict[str, Annotation],
) -> Uniform:
    texts = {key: one for key, one in annotations.items() if isinstance(one, str)}
    numbers = {key: one for key, one in annotations.items() if not isinstance(one, str)}
    # Items end with a NUL each; the last one is often left out.
    items = tuple(texts.get("ui_items", "").removesuffix("\0").split("\0"))
    return Uniform(
        name,
        base,
        size,
        default,
        texts.get("ui_label", "").strip(),
        texts.get("ui_tooltip", "").strip(),
        texts.get("ui_category", "").strip(),
        texts.get("ui_type", "").lower(),
        numbers.get("ui_min"),
        numbers.get("ui_max"),
        numbers.get("ui_step"),
        items if items != ("",) else (),
    )


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
    file_values = [value for value in values.values() if value.text.lower().endswith(ENDING)]
    if not file_values:
        return {}
    return {
        FILES: FileValue(
            ":".join(file_value.text for file_value in file_values), file_values[0].line
        )
    }


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
    return tuple(_group(effect, folders, read) for effect in effects)


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
        settings=tuple(_setting(uniform) for uniform in uniforms if len(set(uniform.default)) <= 1),
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
