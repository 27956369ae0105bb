"""The file vk_layer_settings.txt: rendered, recognised as ours, and parsed as layers do.

The format is defined by the behaviour of layers, tested in docs/layer_settings.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerEntry,
    SettingType,
    make_key,
)
from vkconfig_py.model.formats.foreign_files import (
    ForeignError,
    ForeignKind,
    ImportNote,
    OpenedFile,
    ReadDeclaredLayers,
)
from vkconfig_py.model.formats.setting_lines import (
    LINE_WIDTH,
    LayerSettings,
    Scope,
    SettingLine,
    Unwritten,
    decide_lines,
    find_unwritten,
    has_reason,
    make_one_line,
    make_unwritten_comment,
    render_layer_heading,
    render_setting_comment,
    wrap_paragraphs,
)
from vkconfig_py.model.layer_settings.checks import check_value
from vkconfig_py.model.layer_settings.declared import (
    DeclaredLayer,
    list_undeclared_parts,
    remove_undeclared_parts,
)
from vkconfig_py.model.layer_settings.encoding import (
    BLANKS,
    RefusedValue,
    TextTarget,
    decode_value,
    find_entry_beside_blank,
)
from vkconfig_py.model.layer_settings.known_layers import find_entry_reading
from vkconfig_py.model.layer_settings.layer_values import is_default, set_entry_value
from vkconfig_py.model.layer_settings.setting_names import (
    find_overriding_variable,
    make_file_key,
    make_layer_key,
)
from vkconfig_py.model.text.wording import quote_name

FILE_NAME: Final = "vk_layer_settings.txt"
# First line of a file that we may replace and remove. It never changes: older versions of this
# program must also recognise their own files.
OWN_FILE_MARKER: Final = "# This file is written and removed by vkconfig-py."
_FORMAT = 'One setting is one line: name = value. A "#" starts a comment wherever it stands.'
_DEFAULTS_COMMENT = "Settings that are comments are as the layer has them by itself."
# A setting in a comment: "# khronos_validation.x = 1", with nothing else before the name.
_DISABLED_SETTING_PATTERN = re.compile(r"#+[ \t]*([A-Za-z0-9_]+\.[A-Za-z0-9_.]+)[ \t]*=(.*)")


class RenderedSettings(NamedTuple):
    """The file, and the settings whose values it cannot carry."""

    text: str
    unwritten: tuple[Unwritten, ...] = ()

    @property
    def content(self) -> bytes:
        return self.text.encode("utf-8", "surrogateescape")

    @property
    def is_empty(self) -> bool:
        """Whether the file sets nothing: all its settings are comments."""
        return not any(line.is_active for line in parse_layer_settings(self.content))


class SettingsTextLine(NamedTuple):
    """A line of the file that names a setting.

    Attributes:
        is_active: layers read it; otherwise it is in a comment.
        comment: text after the value and a "#", trimmed.
    """

    line: int
    key: str
    value: str
    is_active: bool = True
    comment: str = ""


def render_layer_settings(
    layers: Sequence[LayerSettings],
    *,
    scope: Scope = Scope.CHANGED,
    platform: str = "LINUX",
    environment: Mapping[str, str] | None = None,
    title: str = "",
) -> RenderedSettings:
    """Render vk_layer_settings.txt for these layers.

    A file for programs (Scope.CHANGED) begins with our marker line. The documented file (Scope.ALL)
    belongs to the user and has none.

    Args:
        layers: with their values.
        scope: only changed values, or every setting with its documentation.
        platform: token such as LINUX; settings of other platforms become comments.
        environment: variables that override the file, which comments name.
        title: comment at the beginning.
    """
    lines = [OWN_FILE_MARKER] if scope is Scope.CHANGED else []
    lines += _make_comments([*wrap_paragraphs(title), *wrap_paragraphs(_FORMAT)])
    lines += _make_comments(wrap_paragraphs(_DEFAULTS_COMMENT)) if scope is Scope.ALL else []
    refused_settings: list[Unwritten] = []
    for layer in layers:
        setting_lines = tuple(decide_lines(layer, scope, platform, TextTarget.FILE))
        name = layer.declared.name
        refused_settings += [
            Unwritten(
                name,
                setting_line.setting.key,
                setting_line.loss_sentence,
                setting_line.partial_reason,
            )
            for setting_line in setting_lines
            if setting_line.loss_sentence
        ]
        refused_settings += [Unwritten(name, *note) for note in layer.lost_values]
        if not setting_lines and not layer.lost_values:
            continue
        lines += ["", *_render_heading(layer, scope)]
        for note in layer.lost_values:
            lines += _render_unwritten(note.key, note.sentence)
        for written_line in setting_lines:
            lines += _render_setting(layer, written_line, scope, environment or {})
    return RenderedSettings("\n".join(lines) + "\n", tuple(refused_settings))


def render_copy(content: bytes, path: str, *, scope: Scope = Scope.CHANGED) -> bytes:
    """Copy the user's own file and add a comment that names its source.

    As in render_layer_settings, one for programs (Scope.CHANGED) begins with our marker line.
    """
    mark = [OWN_FILE_MARKER] if scope is Scope.CHANGED else []
    header = "\n".join([*mark, *_make_comments(wrap_paragraphs(f"It is a copy of {path}")), "", ""])
    return header.encode("utf-8", "surrogateescape") + content


def is_ours(content: bytes | str) -> bool:
    """Return whether vkconfig-py wrote a file, by its first line."""
    text = content if isinstance(content, str) else content.decode("utf-8", "replace")
    # An editor may have saved it with CRLF; it is still ours.
    return text.partition("\n")[0].rstrip(BLANKS) == OWN_FILE_MARKER


def split_file_lines(content: bytes | str) -> list[str]:
    """Split a file into lines as layers do."""
    text = content if isinstance(content, str) else content.decode("utf-8", "surrogateescape")
    # splitlines() would also split at form feeds and U+2028, which layers do not.
    return text.split("\n")


def parse_layer_settings(content: bytes | str) -> tuple[SettingsTextLine, ...]:
    """Return the lines that name settings, including those in comments."""
    text_lines = []
    for number, line in enumerate(split_file_lines(content), start=1):
        # "#" starts a comment in values too, and nothing escapes it; the first "=" ends the name.
        active_part, _mark, comment = line.partition("#")
        key, equals, value = active_part.partition("=")
        if equals:
            text_lines.append(
                SettingsTextLine(
                    number,
                    key.strip(BLANKS),
                    value.strip(BLANKS),
                    True,
                    comment.strip(),
                )
            )
        elif disabled := _DISABLED_SETTING_PATTERN.fullmatch(line.strip(BLANKS)):
            disabled_value, _mark, comment = disabled[2].partition("#")
            text_lines.append(
                SettingsTextLine(
                    number,
                    disabled[1],
                    disabled_value.strip(BLANKS),
                    False,
                    comment.strip(),
                )
            )
    return tuple(text_lines)


def find_inactive(content: bytes | str) -> tuple[SettingsTextLine, ...]:
    """Return values in our own file that the user chose but that have no effect."""
    # They are the comments below a reason; all other comments are examples for the user.
    text_lines = parse_layer_settings(content)
    comments, numbers = (
        read_comments(content),
        frozenset(text_line.line for text_line in text_lines),
    )
    return tuple(
        text_line
        for text_line in text_lines
        if not text_line.is_active and has_reason(comments, numbers, text_line.line)
    )


def read_comments(content: bytes | str) -> dict[int, str]:
    """Return the comments of a file by line number, without the "#"."""
    texts = (
        (number, line.strip(BLANKS)) for number, line in enumerate(split_file_lines(content), 1)
    )
    return {number: text[1:].strip(BLANKS) for number, text in texts if text.startswith("#")}


def _render_heading(layer: LayerSettings, scope: Scope) -> list[str]:
    """Return the comment above the settings of a layer."""
    if scope is Scope.CHANGED:
        return [f"# {make_one_line(layer.declared.name)}"]
    return _make_comments(
        ["=" * LINE_WIDTH, *render_layer_heading(layer.declared), "=" * LINE_WIDTH]
    )


def _render_setting(
    layer: LayerSettings, line: SettingLine, scope: Scope, environment: Mapping[str, str]
) -> list[str]:
    """Return the line of a setting, or a comment why it is not written."""
    declared_layer, setting = layer.declared, line.setting
    comment_lines = []
    if scope is Scope.ALL:
        comment_lines = [
            "",
            *_make_comments(
                render_setting_comment(declared_layer, setting, layer.effective_values)
            ),
        ]
    if variable := find_overriding_variable(declared_layer, setting, environment):
        comment_lines += _make_comments(wrap_paragraphs(variable.comment))
    comment_lines += _make_comments(wrap_paragraphs(line.inactive_reason))
    if line.refusal:
        return comment_lines + _render_unwritten(setting.key, line.refusal if line.is_lost else "")
    comment_lines += _render_unwritten(setting.key, line.partial_reason, is_part=True)
    # Layers compare names case-sensitively: the layer in lower case, the key as declared.
    assignment = f"{make_file_key(declared_layer.name, setting.key)} = {line.text}".rstrip(" ")
    return [*comment_lines, assignment if line.is_active else f"# {assignment}"]


def _render_unwritten(key: str, reason: str, *, is_part: bool = False) -> list[str]:
    """Return the comment why a value is not, or only partly, written, [] without a reason."""
    comment = (
        make_unwritten_comment(key, reason, written_text="written", is_part=is_part)
        if reason
        else ""
    )
    return _make_comments(wrap_paragraphs(comment))


def _make_comments(lines: Sequence[str]) -> list[str]:
    """Return lines as comments."""
    return [f"# {line}".rstrip() for line in lines]


_NAME = tr("Layer settings")
# VkConfig writes a setting without effect as a comment, with a remark after the value.
_INACTIVE_NOTE_PATTERN = re.compile(r"\s*\(Commented out.*", re.DOTALL)


class TextValue(NamedTuple):
    """A value as text, and its position.

    Attributes:
        separator: path separator of the file's platform; lists are split at it.
        is_active: it is not a comment.
    """

    key: str
    text: str
    line: int
    separator: str = ":"
    is_active: bool = True


def open_layer_settings(content: bytes, read_declared_layers: ReadDeclaredLayers) -> OpenedFile:
    """Read the settings that layers find in a file, one value per line.

    Raises:
        ForeignError: the file has no setting of any layer.
    """
    reader = SettingsReader(read_declared_layers)
    for value in _read_text_values(content):
        reader.add(value)
    if not reader.entries and not reader.read_values:
        raise ForeignError(tr("no layer on this machine reads any of its settings"))
    configuration = Configuration(make_key(), _NAME, tuple(reader.entries.values()))
    lost_notes = (
        ImportNote(inactive_comment.sentence, inactive_comment.line)
        for inactive_comment in find_unwritten(read_comments(content))
    )
    return OpenedFile(
        ForeignKind.LAYER_SETTINGS, (configuration,), notes=(*reader.notes, *lost_notes)
    )


class KnownLayers:
    """The layers of a machine by their names in settings files."""

    def __init__(self, read_declared_layers: ReadDeclaredLayers) -> None:
        self._copies_by_name: dict[str, list[DeclaredLayer]] = {}
        for layer in read_declared_layers():
            self._copies_by_name.setdefault(make_layer_key(layer.name), []).append(layer)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._copies_by_name)

    def find(self, name: str, key: str) -> DeclaredLayer | None:
        """Return the copy of a layer that has a setting, or else its first copy.

        None if no layer has that name.
        """
        copies = self._copies_by_name.get(name, [])
        declaring_copies = (copy for copy in copies if copy.find_setting(key) is not None)
        return next(declaring_copies, copies[0] if copies else None)


class SettingsReader:
    """Converts values in text form to layer entries.

    Attributes:
        read_values: number of values read, including those that nobody set.
    """

    def __init__(self, read_declared_layers: ReadDeclaredLayers) -> None:
        self._known_layers = KnownLayers(read_declared_layers)
        self.entries: dict[str, LayerEntry] = {}
        self.notes: list[ImportNote] = []
        self.read_values = 0

    def add(self, value: TextValue) -> None:
        """Read a line "layer.setting = value", and note it if no layer has such a setting."""
        name, _, key = value.key.partition(".")
        layer = self._known_layers.find(name, key)
        if layer is None:
            self._add_note(
                tr("No layer on this machine reads {setting}.", setting=value.key), value
            )
        else:
            self.set_value(layer, key, value)

    def set_value(self, layer: DeclaredLayer, key: str, value: TextValue) -> None:
        """Convert a text to the value of a layer's setting, and note what is lost."""
        setting = layer.find_setting(key)
        if setting is None:
            self._add_note(
                tr("{layer} has no setting {setting}.", layer=layer.name, setting=key), value
            )
            return
        entries = find_entry_reading(layer.name, layer.api_version, key)
        read = decode_value(setting, value.text, value.separator, entries)
        if isinstance(read, RefusedValue):
            self._add_note(_explain_default(layer, key, read.reason), value)
            return
        is_list = setting.type in (SettingType.FLAGS, SettingType.LIST)
        if is_list and (
            lost_entry := find_entry_beside_blank(value.text, value.separator, entries)
        ):
            sentence = tr(
                "{layer}: a space next to “{entry}” in {setting} makes it a different "
                "entry; it was imported without the space.",
                layer=layer.name,
                entry=lost_entry,
                setting=key,
            )
            self._add_note(sentence, value)
        if setting.type is SettingType.FLAGS and (
            unknown_names := list_undeclared_parts(setting, read)
        ):
            sentence = counted(
                "{layer}: {setting} does not support {values}; they were omitted.",
                "{layer}: {setting} does not support {values}; it was omitted.",
                len(unknown_names),
                layer=layer.name,
                setting=key,
                values=", ".join(map(quote_name, unknown_names)),
            )
            self._add_note(sentence, value)
            read = remove_undeclared_parts(setting, read)
        invalid = check_value(setting, read)
        if invalid is not None:
            self._add_note(_explain_default(layer, key, invalid.reason), value)
            return
        self.read_values += 1
        # Documented files have every default that has no effect as such a comment.
        if not value.is_active and is_default(setting, read):
            return
        entry = set_entry_value(
            layer, self.entries.get(layer.name, LayerEntry(layer.name)), key, read
        )
        if entry.is_worth_keeping:
            self.entries[layer.name] = entry

    def _add_note(self, sentence: str, value: TextValue) -> None:
        self.notes.append(ImportNote(sentence, value.line))


def _read_text_values(content: bytes) -> Iterator[TextValue]:
    """Yield the values: for each name the last active one, else one in a comment."""
    lines = parse_layer_settings(content)
    disabled_lines = [
        text_line
        for text_line in lines
        if not text_line.is_active and _INACTIVE_NOTE_PATTERN.search(text_line.value)
    ]
    values = {
        line.key: _make_text_value(line) for line in (*disabled_lines, *find_inactive(content))
    }
    values |= {line.key: _make_text_value(line) for line in lines if line.is_active}
    yield from sorted(
        (value for key, value in values.items() if key), key=lambda text_value: text_value.line
    )


def _make_text_value(line: SettingsTextLine) -> TextValue:
    return TextValue(
        line.key, _INACTIVE_NOTE_PATTERN.sub("", line.value), line.line, is_active=line.is_active
    )


def _explain_default(layer: DeclaredLayer, key: str, reason: str) -> str:
    """Return the sentence that a setting keeps its default, and why."""
    return tr(
        "{layer}: {setting} keeps its default. {reason}",
        layer=layer.name,
        setting=key,
        reason=reason,
    )
