"""ReShade effects as settings of vkBasalt: the effects of its file and their uniforms.

An effect is a line with a name, which is the user's own, and the path of a file; an effect chosen
here is called as its file is. vkBasalt makes every uniform with an initial value a constant of the
shader and takes it from the line of its name, whatever the namespace: so uniforms of one name have
one value, all components of a vector too. Others are filled by vkBasalt or not at all, and are no
settings. The effect is preprocessed as far as the declarations of uniforms need it, not compiled.
"""

from __future__ import annotations

import math
import posixpath
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count
from typing import Final

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import LayerEntry, SettingType, Value
from vkconfig_py.model.layer_settings.conversion import list_enabled_texts
from vkconfig_py.model.layer_settings.declared import OwnFormat, OwnSettings, Setting, SettingChoice
from vkconfig_py.model.layer_settings.encoding import split_list
from vkconfig_py.model.layer_settings.layer_values import list_items
from vkconfig_py.model.layer_settings.own_file import (
    EFFECT_FILE_SUFFIX,
    EFFECT_FILES_NAME,
    EFFECTS_NAME,
    INCLUDE_PATH_NAME,
    LUT_FILE,
    FileValue,
    OwnFile,
    list_effect_paths,
    make_effect_lines,
)

_MAX_UNIFORMS = 1000
_TYPE_PATTERN: Final = re.compile(
    r"(bool|int|uint|float|min16int|min16uint|min16float)([1-4])?(x[1-4])?"
)
_QUALIFIERS: Final = frozenset({"const", "static", "volatile", "precise", "extern"})
_OPENING_BRACKETS, _CLOSING_BRACKETS = "([{", ")]}"
_ESCAPED_PATTERN: Final = re.compile(r"\\(.)", re.DOTALL)
_CHARACTER_BY_ESCAPE: Final = {"n": "\n", "t": "\t", "0": "\0"}
Annotation = str | float
ReadFile = Callable[[str], bytes | None]

# Effects are other people's files, so sizes, depth, files and tokens have limits: what is beyond
# them is left out.
MAX_BYTES: Final = 4 << 20  # of all files together
_MAX_FILES = 64
_MAX_DEPTH = 24
_MAX_TOKENS = 400_000
_MAX_STEPS = 2_000_000  # tokens that are looked at to replace macros
_MAX_EXPANDED_TOKENS = 20_000  # tokens of one line after its macros
# What vkBasalt defines. The size of the picture is known only when a program runs.
PREDEFINED_MACROS: Final = {
    "__RESHADE__": "2147483647",
    "__RESHADE_PERFORMANCE_MODE__": "1",
    "__RENDERER__": "0x20000",
    "BUFFER_WIDTH": "1920",
    "BUFFER_HEIGHT": "1080",
    "BUFFER_RCP_WIDTH": "(1.0 / BUFFER_WIDTH)",
    "BUFFER_RCP_HEIGHT": "(1.0 / BUFFER_HEIGHT)",
    "BUFFER_COLOR_DEPTH": "8",
}
# Both alternatives for the end of a string or comment: one that is open must not be tried again
# from each of its characters.
_COMMENT_PATTERN = re.compile(r'"(?:[^"\\\n]|\\.)*"?|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_TOKEN_PATTERN = re.compile(
    r'"(?:[^"\\]|\\.)*"?|[A-Za-z_]\w*|0[xX][0-9A-Fa-f]+[uU]?'
    r"|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fFuUlLhH]*"
    r"|&&|\|\||[<>=!]=|<<|>>|##|\S"
)
_DIRECTIVE_PATTERN = re.compile(r"[ \t]*#[ \t]*([a-z]*)(.*)", re.DOTALL)
_DEFINE_PATTERN = re.compile(r"[ \t]*([A-Za-z_]\w*)(\([^)]*\))?(.*)", re.DOTALL)
_INCLUDE_PATTERN = re.compile(r'[ \t]*(?:"([^"]*)"|<([^>]*)>)')
_NAME_PATTERN = re.compile(r"[A-Za-z_]\w*")
_MAX_EFFECTS = 32
_PLATFORMS = ("LINUX",)
_OPERATORS_BY_PRECEDENCE: Final = (
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", ">", "<=", ">="),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
)
_FUNCTION_BY_OPERATOR: Final[Mapping[str, Callable[[float, float], float]]] = {
    "||": lambda a, b: float(bool(a) or bool(b)),
    "&&": lambda a, b: float(bool(a) and bool(b)),
    "|": lambda a, b: int(a) | int(b),
    "^": lambda a, b: int(a) ^ int(b),
    "&": lambda a, b: int(a) & int(b),
    "==": lambda a, b: float(a == b),
    "!=": lambda a, b: float(a != b),
    "<": lambda a, b: float(a < b),
    ">": lambda a, b: float(a > b),
    "<=": lambda a, b: float(a <= b),
    ">=": lambda a, b: float(a >= b),
    "<<": lambda a, b: int(a) << min(max(int(b), 0), 31),
    ">>": lambda a, b: int(a) >> min(max(int(b), 0), 31),
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "%": lambda a, b: a % b,
}
_FUNCTION_BY_UNARY_OPERATOR: Final[Mapping[str, Callable[[float], float]]] = {
    "-": lambda a: -a,
    "+": lambda a: a,
    "!": lambda a: float(not a),
    "~": lambda a: ~int(a),
}


class _Effect(NamedTuple):
    """An effect and its file."""

    name: str
    path: str


def separate_effects(
    values: Mapping[str, str],
    effects: Mapping[str, str],
    old_lines: Mapping[str, str],
    setting_names: Container[str],
) -> Mapping[str, str]:
    """Return the lines to write, with effects in lines of which none has the name of a setting.

    vkBasalt keeps paths of effects and values of uniforms in one table: the uniform Vibrance of the
    effect Vibrance takes the path for its value, or the value for the path and ends the program.
    `values`: lines to write. `effects`: paths of chosen effects by name. `old_lines`: of the file.
    """
    defined = {
        key: path for key, path in old_lines.items() if path.lower().endswith(EFFECT_FILE_SUFFIX)
    }
    lines, renames = dict(values), {}
    for name, path in {**defined, **effects}.items():
        key = name
        if name in setting_names and (name in effects or name in values):
            key = renames[name] = _find_free_name(name, path, {**old_lines, **lines}, setting_names)
        if key != name or name in effects:
            lines[key] = path
    if effect_list := values.get(EFFECTS_NAME, old_lines.get(EFFECTS_NAME, "")) if renames else "":
        lines[EFFECTS_NAME] = ":".join(
            renames.get(effect_name, effect_name) for effect_name in split_list(effect_list)
        )
    return lines


def _find_free_name(
    name: str, path: str, lines: Mapping[str, str], setting_names: Container[str]
) -> str:
    """Return a name for an effect that no setting, and no other effect in `lines`, has."""
    candidates = (f"{name}_fx{number or ''}" for number in count())
    return next(
        candidate
        for candidate in candidates
        if candidate not in setting_names and lines.get(candidate, path) == path
    )


def add_include_folder(
    values: Mapping[str, str], old_lines: Mapping[str, FileValue]
) -> Mapping[str, str]:
    """Add a folder of included files where a file has effects and no such folder.

    preprocessor::add_include_path of vkBasalt asserts that one is named, included files or not.
    """
    values_by_name = {
        key: file_value.text for key, file_value in old_lines.items() if key != EFFECT_FILES_NAME
    }
    values_by_name.update(values)
    paths = [text for text in values_by_name.values() if text.lower().endswith(EFFECT_FILE_SUFFIX)]
    if values_by_name.get(INCLUDE_PATH_NAME) or not paths:
        return values
    return {**values, INCLUDE_PATH_NAME: posixpath.dirname(paths[0]) or "."}


def find_effect_files(values: Mapping[str, FileValue]) -> Mapping[str, FileValue]:
    """Return the value of the setting that lists effect files, {} if a file defines none."""
    files = [value for value in values.values() if value.text.lower().endswith(EFFECT_FILE_SUFFIX)]
    if not files:
        return {}
    return {EFFECT_FILES_NAME: FileValue(":".join(file.text for file in files), files[0].line)}


def find_unreadable(file: OwnFile, entries: Sequence[LayerEntry], read: ReadFile) -> frozenset[str]:
    """Return the effect files that a file or entries name and that cannot be read."""
    chosen_values = (
        entry.get_value(key) for entry in entries for key in (EFFECT_FILES_NAME, LUT_FILE)
    )
    paths = {
        path
        for setting_value in chosen_values
        if setting_value
        for path in _list_value_texts(setting_value.value)
    }
    texts = {key: file_value.text for key, file_value in file.values.items()}
    paths |= {*list_effect_paths(texts).values()}
    return frozenset(path for path in paths if path and read(path) is None)


def _list_value_texts(value: Value) -> tuple[str, ...]:
    return list_enabled_texts(list_items(value)) if isinstance(value, tuple) else (str(value),)


def find_effects(
    own_settings: OwnSettings, file: OwnFile, entries: Sequence[LayerEntry], read: ReadFile
) -> tuple[Setting, ...]:
    """Return a group of settings for each effect that a file defines or entries choose."""
    if own_settings.format is not OwnFormat.VKBASALT:
        return ()
    chosen_values = (entry.get_value(INCLUDE_PATH_NAME) for entry in entries)
    folders = [
        str(include_value.value) for include_value in chosen_values if include_value is not None
    ]
    if INCLUDE_PATH_NAME in file.values:
        folders.append(file.values[INCLUDE_PATH_NAME].text)
    effects = tuple(_list_effects(own_settings, file, entries))[:_MAX_EFFECTS]
    return tuple(_make_group(shader_effect, folders, read) for shader_effect in effects)


def _list_effects(
    own_settings: OwnSettings, file: OwnFile, entries: Sequence[LayerEntry]
) -> Iterator[_Effect]:
    """Yield the effects that a file defines, and those that entries choose."""
    chosen_values = (entry.get_value(EFFECT_FILES_NAME) for entry in entries)
    paths = [
        path
        for files_value in chosen_values
        if files_value
        for path in list_enabled_texts(list_items(files_value.value))
    ]
    defined = {
        key: file_value.text for key, file_value in file.values.items() if key != EFFECT_FILES_NAME
    }
    for name, path in {
        **defined,
        **make_effect_lines(paths, own_settings.built_in_effects),
    }.items():
        if path.lower().endswith(EFFECT_FILE_SUFFIX):
            yield _Effect(name, path)


def _make_group(shader_effect: _Effect, folders: Sequence[str], read: ReadFile) -> Setting:
    """Make the settings of one effect. Its texts say if the effect cannot be read."""
    uniforms = read_uniforms(shader_effect.path, folders, read)
    sentences = [
        tr("Takes effect only if “{effect}” is in the list of effects.", effect=shader_effect.name)
    ]
    if read(shader_effect.path) is None:
        sentences = [
            tr(
                "{path} cannot be read; without this file, the effect terminates the program.",
                path=shader_effect.path,
            )
        ]
    names = [uniform.label or uniform.name for uniform in uniforms if len(set(uniform.default)) > 1]
    if names:
        left_out = tr(
            "Not available because vkBasalt can only set all components to the same "
            "value: {names}.",
            names=", ".join(names),
        )
        sentences.append(left_out)
    return Setting(
        tr("effect {effect}", effect=shader_effect.name),
        SettingType.GROUP,
        shader_effect.name,
        " ".join(sentences),
        detailed=shader_effect.path,
        platforms=_PLATFORMS,
        settings=tuple(
            _make_setting(uniform) for uniform in uniforms if len(set(uniform.default)) <= 1
        ),
    )


def _make_setting(uniform: Uniform) -> Setting:
    """Make a setting for a uniform of an effect, of the type that it has there."""
    default = uniform.default[0] if uniform.default else 0
    setting = Setting(
        uniform.name,
        SettingType.FLOAT,
        uniform.label or uniform.name,
        _describe_uniform(uniform),
        platforms=_PLATFORMS,
        default=float(default),
        minimum=uniform.minimum,
        maximum=uniform.maximum,
    )
    if uniform.base_type == "bool":
        return setting._replace(type=SettingType.BOOL, default=bool(default))
    if uniform.base_type == "float":
        return setting
    if uniform.items:
        choices = tuple(
            SettingChoice(str(index), label, platforms=_PLATFORMS)
            for index, label in enumerate(uniform.items)
        )
        return setting._replace(type=SettingType.ENUM, default=str(int(default)), choices=choices)
    minimum = 0 if uniform.base_type == "uint" and uniform.minimum is None else uniform.minimum
    return setting._replace(type=SettingType.INT, default=int(default), minimum=minimum)


def _describe_uniform(uniform: Uniform) -> str:
    """Return the description of a uniform: tooltip, number of components."""
    parts = [uniform.tooltip or (f"{uniform.category}." if uniform.category else "")]
    if uniform.components > 1:
        parts.append(
            counted(
                "All {n} components get this value.",
                "The {n} component gets this value.",
                uniform.components,
            )
        )
    if not uniform.default:
        parts.append(tr("The effect computes its initial value."))
    return " ".join(part for part in parts if part)


class Uniform(NamedTuple):
    """A uniform that a line of the file can set.

    Attributes:
        base_type: "bool", "int", "uint" or "float".
        components: how many numbers it has; all get the one value.
        default: its components, empty if the initial value is not a plain one.
        items: labels of its values 0, 1 ….
    """

    name: str
    base_type: str
    components: int = 1
    default: tuple[float, ...] = ()
    label: str = ""
    tooltip: str = ""
    category: str = ""
    ui_type: str = ""
    minimum: float | None = None
    maximum: float | None = None
    step: float | None = None
    items: tuple[str, ...] = ()


def read_uniforms(path: str, include_folders: Iterable[str], read: ReadFile) -> tuple[Uniform, ...]:
    """Read the settable uniforms of an effect, in order, the first of equal names."""
    by_name: dict[str, Uniform] = {}
    for uniform in _parse_uniforms(preprocess(path, include_folders, read)):
        by_name.setdefault(uniform.name, uniform)
        if len(by_name) >= _MAX_UNIFORMS:
            break
    return tuple(by_name.values())


def _parse_uniforms(tokens: tuple[str, ...]) -> Iterator[Uniform]:
    """Yield the uniforms that the tokens of an effect declare."""
    position = 0
    while (start := _find_declaration(tokens, position)) is not None:
        position = start + 1
        while position < len(tokens) and tokens[position] in _QUALIFIERS:
            position += 1
        kind = _TYPE_PATTERN.fullmatch(tokens[position]) if position < len(tokens) else None
        if kind is None:
            continue
        base = kind[1].removeprefix("min16")
        size = int(kind[2] or 1) * int((kind[3] or "x1")[1:])
        declarators, position = _split_declarators(tokens, position + 1)
        for declarator in declarators:
            yield from _parse_declarator(declarator, base, size)


def _find_declaration(tokens: tuple[str, ...], position: int) -> int | None:
    """Return where the next `uniform` from a position on is, None if there is none."""
    try:
        return tokens.index("uniform", position)
    except ValueError:
        return None


def _parse_declarator(declarator: tuple[str, ...], base: str, size: int) -> Iterator[Uniform]:
    """Yield the uniform of `name [n] <annotations> = value`, nothing without a value."""
    name, remainder = declarator[:1], declarator[1:]
    if not name or not name[0].isidentifier() or remainder[:1] == ("[",):
        return
    before_annotations, annotations, after_annotations = _split_annotations(remainder)
    initializer = after_annotations or before_annotations
    if "=" in initializer:
        value = initializer[initializer.index("=") + 1 :]
        yield _make_uniform(name[0], base, size, _parse_components(value, size), annotations)


def _split_declarators(tokens: tuple[str, ...], position: int) -> tuple[list[tuple[str, ...]], int]:
    """Split a declaration at its commas. Return the parts and where it ends."""
    parts: list[tuple[str, ...]] = []
    depth = 0
    annotated = False
    start = position
    for end in range(position, len(tokens)):
        token = tokens[end]
        depth += (token in _OPENING_BRACKETS) - (token in _CLOSING_BRACKETS)
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


def _split_annotations(
    declarator: tuple[str, ...],
) -> tuple[tuple[str, ...], dict[str, Annotation], tuple[str, ...]]:
    """Return the tokens before the annotations, the annotations, and the tokens after."""
    opening = declarator.index("<") if "<" in declarator else -1
    if opening < 0 or "=" in declarator[:opening] or ">" not in declarator[opening:]:
        return declarator, {}, ()
    closing = declarator.index(">", opening)
    annotations: dict[str, Annotation] = {}
    for assignment in _split_at(declarator[opening + 1 : closing], ";"):
        if "=" in assignment:
            equals = assignment.index("=")
            value = _parse_annotation(assignment[equals + 1 :])
            if equals and value is not None:
                annotations[assignment[equals - 1]] = value
    return declarator[:opening], annotations, declarator[closing + 1 :]


def _parse_annotation(value: tuple[str, ...]) -> Annotation | None:
    """Return the text or number of an annotation, None for anything else."""
    if value and all(token[0] == '"' for token in value):
        return "".join(_unescape(token) for token in value)
    return evaluate_expression(list(value))


def _unescape(token: str) -> str:
    content = token[1:].removesuffix('"')
    return _ESCAPED_PATTERN.sub(lambda match: _CHARACTER_BY_ESCAPE.get(match[1], match[1]), content)


def _parse_components(value: tuple[str, ...], size: int) -> tuple[float, ...]:
    """Return the components of an initial value, none if they are not plain numbers."""
    if value[:1] == ("{",) and value[-1:] == ("}",):
        components_text = value[1:-1]
    elif (
        len(value) > 2 and _TYPE_PATTERN.fullmatch(value[0]) and (value[1], value[-1]) == ("(", ")")
    ):
        components_text = value[2:-1]
    else:
        components_text = value
    numbers = [evaluate_expression(list(part)) for part in _split_at(components_text, ",")]
    plain_numbers = [number for number in numbers if number is not None]
    if len(plain_numbers) < len(numbers) or len(plain_numbers) not in (1, size):
        return ()
    return tuple(plain_numbers * size) if len(plain_numbers) == 1 else tuple(plain_numbers)


def _split_at(tokens: tuple[str, ...], separator: str) -> list[tuple[str, ...]]:
    """Split tokens at a separator outside of parentheses."""
    parts: list[tuple[str, ...]] = []
    depth, start = 0, 0
    for index, token in enumerate(tokens):
        depth += (token in _OPENING_BRACKETS) - (token in _CLOSING_BRACKETS)
        if token == separator and depth == 0:
            parts.append(tokens[start:index])
            start = index + 1
    return [*parts, tokens[start:]] if tokens[start:] else parts


def _make_uniform(
    name: str, base: str, size: int, default: tuple[float, ...], annotations: dict[str, Annotation]
) -> Uniform:
    """Make a uniform. Its annotations give label, tooltip, limits and choices."""
    texts = {key: value for key, value in annotations.items() if isinstance(value, str)}
    numbers = {key: value for key, value in annotations.items() if not isinstance(value, str)}
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


class Budget:
    """How much is still done for one effect."""

    def __init__(self) -> None:
        self._remaining_steps = _MAX_STEPS

    def spend_step(self) -> None:
        """Count a step of work, and end the reading of an effect that needs too many."""
        self._remaining_steps -= 1
        if self._remaining_steps < 0:
            raise _LimitError


class Macro(NamedTuple):
    """A macro; `parameters` is None for one without parentheses."""

    parameters: tuple[str, ...] | None
    body: tuple[str, ...]


class _LimitError(Exception):
    """The effect is larger than anything that is read."""


def preprocess(path: str, include_folders: Iterable[str], read: ReadFile) -> tuple[str, ...]:
    """Return the tokens of an effect file and its includes, after macros and conditions."""
    preprocessor = _Preprocessor(tuple(include_folders), read)
    with suppress(_LimitError):  # what was read until then is shown
        preprocessor.add_file(path, 0)
    return tuple(preprocessor.tokens)


def tokenize(text: str) -> list[str]:
    return _TOKEN_PATTERN.findall(text)


class _Preprocessor:
    def __init__(self, folders: tuple[str, ...], read: ReadFile) -> None:
        self.tokens: list[str] = []
        self._folders = folders
        self._read = read
        self._file_count = 0
        self._read_byte_count = 0
        self._budget = Budget()
        self._included_once: set[str] = set()
        self._macros: dict[str, Macro] = {
            name: Macro(None, tuple(tokenize(text))) for name, text in PREDEFINED_MACROS.items()
        }

    def add_file(self, path: str, depth: int) -> bool:
        """Read one file and add its tokens. Return False if it cannot be read."""
        if path in self._included_once:
            return True
        content = self._read(path)
        if content is None:
            return False
        self._file_count += 1
        self._read_byte_count += len(content)
        if self._file_count > _MAX_FILES or depth > _MAX_DEPTH or self._read_byte_count > MAX_BYTES:
            raise _LimitError
        conditions = _Conditions()
        for line in _split_lines(content):
            match = _DIRECTIVE_PATTERN.match(line)
            if match:
                self._follow_directive(match[1], match[2], conditions, path, depth)
            elif conditions.is_active:
                self._add_tokens(expand_macros(tokenize(line), self._macros, self._budget))
        return True

    def _add_tokens(self, tokens: list[str]) -> None:
        self.tokens += tokens
        if len(self.tokens) > _MAX_TOKENS:
            raise _LimitError

    def _follow_directive(
        self, name: str, text: str, conditions: _Conditions, path: str, depth: int
    ) -> None:
        """Follow a directive such as #define. `depth`: of included files."""
        if name in {"if", "ifdef", "ifndef", "elif", "else", "endif"}:
            conditions.follow_directive(name, lambda: self._is_condition_met(name, text))
        elif not conditions.is_active:
            return
        elif name == "define":
            self._define_macro(text)
        elif name == "undef":
            self._macros.pop(text.strip(), None)
        elif name == "include":
            self._include_file(text, path, depth)
        elif name == "pragma" and text.split() == ["once"]:
            self._included_once.add(path)

    def _is_condition_met(self, name: str, text: str) -> bool:
        """Return whether the condition of #if, #ifdef, #ifndef or #elif holds."""
        if name in {"ifdef", "ifndef"}:
            return (text.strip() in self._macros) is (name == "ifdef")
        return evaluate_condition(tokenize(text), self._macros, self._budget)

    def _define_macro(self, text: str) -> None:
        match = _DEFINE_PATTERN.match(text)
        if match:
            parameter_names = match[2] and tuple(part.strip() for part in match[2][1:-1].split(","))
            parameters = (
                None if parameter_names is None else tuple(part for part in parameter_names if part)
            )
            self._macros[match[1]] = Macro(parameters, tuple(tokenize(match[3])))

    def _include_file(self, text: str, path: str, depth: int) -> None:
        match = _INCLUDE_PATTERN.match(text)
        if match is None:
            return
        name = match[1] or match[2] or ""
        folders = (posixpath.dirname(path), *self._folders)
        for folder in folders:
            if self.add_file(posixpath.normpath(posixpath.join(folder, name)), depth + 1):
                return


class _Conditions:
    """Nested conditions; of each level whether it is active, and whether one branch was."""

    def __init__(self) -> None:
        self._levels: list[tuple[bool, bool, bool]] = []  # of the parent, now, already

    @property
    def is_active(self) -> bool:
        """Whether the lines between the present #if and #endif count."""
        return all(now for _parent, now, _already in self._levels[-1:])

    def follow_directive(self, name: str, evaluate: Callable[[], bool]) -> None:
        """Follow #if, #elif, #else or #endif. `evaluate`: evaluates the condition."""
        if name.startswith("if"):
            now = self.is_active and evaluate()
            self._levels.append((self.is_active, now, now))
        elif not self._levels:
            return
        elif name == "endif":
            self._levels.pop()
        else:
            parent, _now, was_taken = self._levels[-1]
            now = parent and not was_taken and (name == "else" or evaluate())
            self._levels[-1] = (parent, now, was_taken or now)


def _split_lines(content: bytes) -> Iterator[str]:
    """Return the lines of a file without comments. A backslash joins two lines."""
    text = content.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\\\n", " ")
    return iter(_COMMENT_PATTERN.sub(_blank_comment, text).split("\n"))


def _blank_comment(match: re.Match[str]) -> str:
    """Return blanks and line ends for a comment, and strings as they are."""
    text = match[0]
    return text if text[0] == '"' else " " + "\n" * text.count("\n")


def expand_macros(tokens: list[str], macros: Mapping[str, Macro], budget: Budget) -> list[str]:
    """Replace macros, except one within its own replacement."""
    if not any(token in macros for token in tokens):
        return tokens
    expanded: list[str] = []
    # To do, last first; a None ends the replacement of the innermost macro.
    unread: list[str | None] = list(reversed(tokens))
    active_macros: dict[str, None] = {}
    while unread:
        budget.spend_step()
        token = unread.pop()
        if token is None:
            active_macros.popitem()
            continue
        macro = macros.get(token)
        if macro is None or token in active_macros:
            expanded.append(token)
            continue
        arguments = [] if macro.parameters is None else _pop_macro_arguments(unread, budget)
        if arguments is None:
            expanded.append(token)
            continue
        active_macros[token] = None
        unread.append(None)
        unread += reversed(_replace_parameters(macro, arguments))
        if len(unread) + len(expanded) > _MAX_EXPANDED_TOKENS:
            raise _LimitError
    return expanded


def _pop_macro_arguments(unread: list[str | None], budget: Budget) -> list[list[str]] | None:
    """Remove and return the arguments of a macro call from `unread`, None if it is no call."""
    if not unread or unread[-1] != "(":
        return None
    arguments: list[list[str]] = [[]]
    depth = 0
    for index in range(len(unread) - 1, -1, -1):
        budget.spend_step()
        token = unread[index]
        if token is None:
            return None  # a call does not reach over the end of a macro here
        depth += (token in "([{") - (token in ")]}")
        if depth == 0:
            del unread[index:]
            return arguments
        if token == "," and depth == 1:
            arguments.append([])
        elif index < len(unread) - 1:
            arguments[-1].append(token)
    return None


def _replace_parameters(macro: Macro, arguments: list[list[str]]) -> list[str]:
    """Return the body of a macro with its arguments, tokens joined at ##."""
    values = dict(zip(macro.parameters or (), arguments, strict=False))
    replaced_texts: list[str] = []
    is_token_pasted = False
    for token in macro.body:
        if token == "##":
            is_token_pasted = bool(replaced_texts)
            continue
        parts = values.get(token, [token])
        if is_token_pasted and parts:
            replaced_texts[-1:] = [replaced_texts[-1] + parts[0], *parts[1:]]
        else:
            replaced_texts += parts
        is_token_pasted = False
    return replaced_texts


def evaluate_condition(tokens: list[str], macros: Mapping[str, Macro], budget: Budget) -> bool:
    """Evaluate the condition of an #if. One that cannot be read is false."""
    resolved: list[str] = []
    position = 0
    while position < len(tokens):
        if tokens[position] != "defined":
            resolved.append(tokens[position])
            position += 1
            continue
        is_parenthesized = tokens[position + 1 : position + 2] == ["("]
        start = position + (2 if is_parenthesized else 1)
        name = tokens[start : start + 1]
        resolved.append("1" if name and name[0] in macros else "0")
        position += 4 if is_parenthesized else 2
    expanded = expand_macros(resolved, macros, budget)
    # A name that is no macro is 0 in a condition.
    value = evaluate_expression(
        ["0" if _NAME_PATTERN.fullmatch(token) else token for token in expanded]
    )
    return value not in (None, 0)


def evaluate_expression(tokens: list[str]) -> float | None:
    """Evaluate a constant expression of numbers. Return None if it is something else."""
    try:
        value, end = _evaluate_binary(tokens, 0, 0, 0)
        is_plain = end == len(tokens) and math.isfinite(value)
    except (ArithmeticError, IndexError, ValueError):
        return None
    return value if is_plain else None


def _evaluate_binary(tokens: list[str], position: int, level: int, depth: int) -> tuple[float, int]:
    """Evaluate operators from a precedence on. Return the value and where it ends."""
    if level == len(_OPERATORS_BY_PRECEDENCE):
        return _evaluate_operand(tokens, position, depth)
    value, position = _evaluate_binary(tokens, position, level + 1, depth)
    while position < len(tokens) and tokens[position] in _OPERATORS_BY_PRECEDENCE[level]:
        right, end = _evaluate_binary(tokens, position + 1, level + 1, depth)
        value, position = _FUNCTION_BY_OPERATOR[tokens[position]](value, right), end
    return value, position


def _evaluate_operand(tokens: list[str], position: int, depth: int) -> tuple[float, int]:
    """Evaluate a number, a sign or parentheses. Return the value and where it ends."""
    if depth > _MAX_DEPTH:
        raise ValueError
    token = tokens[position]
    if token in _FUNCTION_BY_UNARY_OPERATOR:
        value, position = _evaluate_operand(tokens, position + 1, depth + 1)
        return _FUNCTION_BY_UNARY_OPERATOR[token](value), position
    if token == "(":
        value, position = _evaluate_binary(tokens, position + 1, 0, depth + 1)
        if tokens[position] != ")":
            raise ValueError
        return value, position + 1
    if token in {"true", "false"}:
        return float(token == "true"), position + 1
    return parse_number(token), position + 1


def parse_number(token: str) -> float:
    """Parse a number of HLSL. Raise ValueError for any other token."""
    if _NAME_PATTERN.fullmatch(token):  # float() knows words such as "nan"
        raise ValueError(token)
    if token[:2] in {"0x", "0X"}:
        return int(token.rstrip("uU"), 16)
    digits = token.rstrip("fFuUlLhH")
    return int(digits) if digits.isascii() and digits.isdigit() else float(digits)
