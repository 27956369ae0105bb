"""Problems in the lines of a vk_layer_settings.txt, as layers read them.

How layers trim, split or take values literally was measured with both families of layers
(docs/layer_settings.md). The known settings come from the manifests of the machine; without them
only the syntax is checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from vkconfig_py.language.sentences import join_choices, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Severity
from vkconfig_py.loader.files.search_paths import is_json
from vkconfig_py.loader.lint.lint_context import nearest
from vkconfig_py.model.configuration.configuration import PATH_TYPES, SettingType, Value
from vkconfig_py.model.exchange.open_file import find_kind
from vkconfig_py.model.formats.foreign_files import Declared, ForeignKind
from vkconfig_py.model.formats.layer_settings_txt import (
    FILE_NAME,
    KnownLayers,
    SettingsTextLine,
    file_lines,
    is_ours,
    parse_layer_settings,
)
from vkconfig_py.model.layer_settings.checks import check_value
from vkconfig_py.model.layer_settings.conversion import written_items
from vkconfig_py.model.layer_settings.declared import (
    DeclaredLayer,
    Setting,
    SettingStatus,
    unknown_parts,
)
from vkconfig_py.model.layer_settings.described_layers import description_of
from vkconfig_py.model.layer_settings.encoding import (
    BLANKS,
    RefusedValue,
    decode,
    digits_problem,
    encode,
    entry_beside_blank,
    path_separator,
)
from vkconfig_py.model.layer_settings.known_layers import (
    PLAIN,
    EntryReading,
    entry_reading,
    hiding_settings,
)
from vkconfig_py.model.layer_settings.own_places import file_name
from vkconfig_py.model.layer_settings.setting_names import file_key, layer_key, token_of


class LintProblem(NamedTuple):
    """One problem of a file.

    Attributes:
        code: stable name of the kind of finding.
        line: 1-based, or 0.
    """

    severity: Severity
    code: str
    file: str
    line: int
    sentence: str


def sound(text: str) -> str:
    """The string with lone surrogates escaped, which strict JSON does not allow."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


_VALUE, _CHARACTERS = "setting-value", "setting-characters"
_BOOLS = frozenset({SettingType.BOOL, SettingType.BOOL_NUMERIC})
_LISTS = frozenset({SettingType.FLAGS, SettingType.LIST})
_TEXTS = PATH_TYPES | {SettingType.STRING}
_QUOTES = "\"'"
_UNEXPANDED = ("~/", "$", "%")


class Wrong(NamedTuple):
    """A problem of a value; the sentence follows the setting's key."""

    severity: Severity
    code: str
    sentence: str


def find_wrong(
    setting: Setting, text: str, separator: str, entries: EntryReading = PLAIN
) -> Iterator[Wrong]:
    """Problem of a value; `separator` is the platform's path-list separator."""
    if not text:
        if _says_something(setting.default):
            said = tr("Nothing follows the “=”: newer layers stay at the default.")
            yield Wrong(Severity.NOTE, "setting-empty", said)
        return
    yield from _misread(setting, text, separator, entries)
    read = decode(setting, text, separator, entries)
    if isinstance(read, RefusedValue):
        taken = tr("Layers read it as false.") if setting.type in _BOOLS else ""
        yield Wrong(Severity.ERROR, _VALUE, f"{read.reason} {taken}".rstrip())
    elif invalid := check_value(setting, read):
        allowed = tr("Allowed: {values}.", values=invalid.allowed) if invalid.allowed else ""
        said = " ".join(filter(None, (invalid.reason, _hint(setting, read), allowed)))
        yield Wrong(Severity.WARNING, _VALUE, said)


def _says_something(default: Value) -> bool:
    return bool(written_items(default)) if isinstance(default, tuple) else default not in ("", None)


def _hint(setting: Setting, value: Value) -> str:
    keys = [choice.key for choice in setting.choices]
    meant = [nearest(part, keys) for part in unknown_parts(setting, value)]
    named = ", ".join(tr("“{name}”", name=one) for one in dict.fromkeys(meant) if one)
    return tr("Probably meant: {names}.", names=named) if named else ""


def _misread(setting: Setting, text: str, separator: str, entries: EntryReading) -> Iterator[Wrong]:
    """Messages about characters that layers interpret differently from what is expected."""
    said = []
    is_dropped = text[0] == '"' and entries.drops_quotes
    if text[0] in _QUOTES and text[-1] == text[0] and not is_dropped:
        said.append(tr("The quotation marks become part of the value: layers do not strip them."))
    if setting.type in _TEXTS:
        said += _misread_text(setting, text, separator)
    elif setting.type in _LISTS:
        said += _misread_list(setting, text, separator, entries)
        said += filter(
            None, (digits_problem(one.strip(BLANKS), entries) for one in text.split(","))
        )
    yield from (Wrong(Severity.WARNING, _CHARACTERS, one) for one in said)


def _misread_text(setting: Setting, text: str, separator: str) -> Iterator[str]:
    encoded = encode(setting, text, separator)
    if isinstance(encoded, RefusedValue):
        yield encoded.reason
    if setting.type in PATH_TYPES and text.startswith(_UNEXPANDED):
        yield tr("Layers do not expand “{sign}”: the path begins with just that.", sign=text[0])


def _misread_list(
    setting: Setting, text: str, separator: str, entries: EntryReading
) -> Iterator[str]:
    if entry := entry_beside_blank(text, separator, entries):
        yield tr("Layers treat the space beside “{entry}” as part of that entry.", entry=entry)
    if separator in text and "," not in text:
        yield tr(
            "Only newer layers split it at “{separator}”; all of them split at commas.",
            separator=separator,
        )
    if setting.type is SettingType.LIST and separator != ";" and ";" in text and "," not in text:
        yield tr("Layers do not split it at “;” on this platform: it is one entry.")


_MARK = "\ufeff"  # of the byte order
WIDE = (b"\xff\xfe", b"\xfe\xff")  # the same in UTF-16
_PREFIX = "vk_layer_"
_BRACES = ("{", "[")
# Quoted texts and words of which only the start is shown.
_LONG = re.compile("([“„«][^”“»]{80})[^”“»]+(?=[”“»])|(\\S{120})\\S+")
NO_TEXT = tr("This is not text: it contains NUL bytes.")


def is_layer_settings(file: str, content: bytes) -> bool:
    """True if a file is a layer settings file, by its content or name."""
    kind = find_kind(file, content)
    if kind is ForeignKind.LAYER_SETTINGS or is_ours(content):
        return True
    text = content.decode("utf-8", "replace").lstrip(BLANKS + _MARK)
    if PurePath(file).name == FILE_NAME:
        return not text.startswith(_BRACES)
    may_be = kind is ForeignKind.UNKNOWN and not is_json(file) and bool(text.strip())
    return may_be and all(line.strip()[:1] in ("", "#") for line in text.splitlines())


def lint_layer_settings(
    file: str, content: bytes, declared: Declared, host: Host
) -> Iterator[LintProblem]:
    """Lines and values that layers ignore, truncate or cannot parse."""
    if content.startswith(WIDE):
        said = tr("This is text in UTF-16, which no layer reads.")
        yield LintProblem(Severity.ERROR, "not-understood", file, 0, said)
        return
    if b"\0" in content:
        yield LintProblem(Severity.ERROR, "not-understood", file, 0, NO_TEXT)
        return
    for finding in _look_through(file, content, declared, host):
        yield finding._replace(sentence=_LONG.sub(_start, finding.sentence))


def _start(found: re.Match[str]) -> str:
    return f"{found[1] or found[2]}…"


def _look_through(
    file: str, content: bytes, declared: Declared, host: Host
) -> Iterator[LintProblem]:
    texts = file_lines(content)
    lines = [line for line in parse_layer_settings(content) if line.is_active]
    yield from _passed_over(file, texts, lines)
    yield from _given_twice(file, lines)
    present = frozenset(line.key for line in lines if line.value)
    look = _Look(file, KnownLayers(declared), path_separator(token_of(host.platform)), present)
    for line in lines:
        yield from look.at(line, texts[line.line - 1])


def _passed_over(
    file: str, texts: Sequence[str], lines: Sequence[SettingsTextLine]
) -> Iterator[LintProblem]:
    named = {line.line for line in lines}
    for number, text in enumerate(texts, start=1):
        before, mark, _comment = text.partition("#")
        if number not in named and before.strip(BLANKS + _MARK):
            said = tr("Layers ignore this line: it has no “=”.")
            if mark:
                said = tr("Layers ignore this line: it has no “=” before its “#”.")
            yield LintProblem(Severity.WARNING, "setting-line", file, number, said)


def _given_twice(file: str, lines: Sequence[SettingsTextLine]) -> Iterator[LintProblem]:
    last = {line.key: line.line for line in lines}
    for line in lines:
        if (number := last[line.key]) != line.line:
            said = tr(
                "Line {number} sets {key} again, and layers use the last value: this one has "
                "no effect.",
                number=number,
                key=line.key,
            )
            yield LintProblem(Severity.WARNING, "setting-twice", file, line.line, said)


class _Look:
    """Checks the lines of one file."""

    def __init__(
        self, file: str, known: KnownLayers, separator: str, present: frozenset[str]
    ) -> None:
        self._file = file
        self._known = known
        self._separator = separator
        self._set = present
        self._unknown: set[str] = set()

    def at(self, line: SettingsTextLine, text: str) -> Iterator[LintProblem]:
        """Findings in a line that sets a setting; `text` is the whole line."""
        before = text.partition("#")[0]
        if before != text and line.value and before[-1] not in BLANKS:
            cut = tr(
                "Layers cut a line at the first “#”: they read “{value}”.",
                value=line.value,
            )
            yield self._found(Severity.WARNING, "setting-characters", line, cut)
        if line.key.startswith(_MARK):
            said = tr("A byte order mark precedes the name, so no layer finds it.")
            yield self._found(Severity.WARNING, "setting-name", line, said)
        name, dot, key = line.key.removeprefix(_MARK).partition(".")
        wanted = layer_key(name).removeprefix(_PREFIX)
        if not (name and dot and key):
            yield self._found(Severity.WARNING, "setting-name", line, self._not_a_name(line.key))
        elif wanted != name:
            said = tr(
                "Layers look for “{wanted}.{key}”: in lower case, without VK_LAYER_.",
                wanted=wanted,
                key=key,
            )
            yield self._found(Severity.WARNING, "setting-name", line, said)
        elif (layer := self._known.find(name, key)) is not None:
            yield from self._of_layer(line, layer, key)
        elif self._known.names and name not in self._unknown:
            self._unknown.add(name)  # said once, however many lines it has
            yield self._unknown_layer(line, name)

    def _not_a_name(self, key: str) -> str:
        found = (self._known.find(name, key) for name in self._known.names)
        layer = next((x for x in found if x is not None and x.setting(key) is not None), None)
        if layer is None:
            return tr("“{key}” names no layer, as in layer.setting = value.", key=key)
        return tr(
            "“{key}” names no layer, as in layer.setting = value; “{name}” was probably meant.",
            key=key,
            name=file_key(layer.name, key),
        )

    def _unknown_layer(self, line: SettingsTextLine, name: str) -> LintProblem:
        """Finding for an unknown layer: a warning only for a likely typo."""
        if meant := nearest(name, self._known.names):
            said = tr(
                "No layer of this machine is called {name}; “{meant}” was probably meant.",
                name=name,
                meant=meant,
            )
            return self._found(Severity.WARNING, "layer-unknown", line, said)
        said = tr(
            "No layer of this machine is called {name}: what it reads is not known.", name=name
        )
        return self._found(Severity.NOTE, "layer-unknown", line, said)

    def _of_layer(
        self, line: SettingsTextLine, layer: DeclaredLayer, key: str
    ) -> Iterator[LintProblem]:
        setting = layer.setting(key)
        if setting is not None:
            yield from self._of_setting(line, layer, setting)
        elif layer.settings:  # without declarations the layer's settings are unknown
            meant = nearest(key, [one.key for one in layer.walk()])
            which = f"{layer.name} {layer.api_version}".rstrip()
            said = tr("{layer} has no setting {key}.", layer=which, key=key)
            if meant:
                said = tr(
                    "{layer} has no setting {key}; “{meant}” was probably meant.",
                    layer=which,
                    key=key,
                    meant=meant,
                )
            yield self._found(Severity.WARNING, "setting-unknown", line, said)
        elif (described := description_of(layer.name)) is not None and described.own is not None:
            said = tr(
                "{layer} does not read this file: it reads environment variables instead.",
                layer=layer.name,
            )
            if described.own.has_file:
                said = tr(
                    "{layer} does not read this file: it reads {file} instead.",
                    layer=layer.name,
                    file=file_name(described.own),
                )
            yield self._found(Severity.WARNING, "setting-unknown", line, said)

    def _of_setting(
        self, line: SettingsTextLine, layer: DeclaredLayer, setting: Setting
    ) -> Iterator[LintProblem]:
        by = hiding_settings(layer.name, layer.api_version, setting.key)
        if any(file_key(layer.name, one) in self._set for one in by):
            said = tr(
                "{setting}: it has no effect, since {names} is set: the layer reads that instead.",
                setting=setting.key,
                names=join_choices(by),
            )
            yield self._found(Severity.WARNING, "setting-hidden", line, said)
        if setting.deprecated_by or setting.status is SettingStatus.DEPRECATED:
            said = tr("{setting} is deprecated.", setting=setting.key)
            if setting.deprecated_by:
                said = tr(
                    "{setting} is deprecated; {other} replaces it.",
                    setting=setting.key,
                    other=setting.deprecated_by,
                )
            yield self._found(Severity.NOTE, "setting-deprecated", line, said)
        entries = entry_reading(layer.name, layer.api_version, setting.key)
        for wrong in find_wrong(setting, line.value, self._separator, entries):
            said = f"{setting.key}: {wrong.sentence}"
            yield self._found(wrong.severity, wrong.code, line, said)

    def _found(
        self, severity: Severity, code: str, line: SettingsTextLine, sentence: str
    ) -> LintProblem:
        return LintProblem(severity, code, self._file, line.line, sentence)
