"""The file vk_layer_settings.txt: written, recognised as ours, and read as layers read it.

The rules of the format are those of its readers, measured in docs/layer_settings.md.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.settings.encoding import BLANKS, Carrier
from vkconfig_py.model.settings.names import file_key, overriding
from vkconfig_py.model.writers.held_back import has_reason, tell_unwritten
from vkconfig_py.model.writers.setting_comments import (
    WIDTH,
    layer_lines,
    one_line,
    setting_lines,
    wrapped,
)
from vkconfig_py.model.writers.setting_lines import (
    LayerSettings,
    Scope,
    SettingLine,
    Unwritten,
    decide_lines,
)

FILE_NAME: Final = "vk_layer_settings.txt"
# The first line of a file that we may replace and remove. It never changes: older versions of this
# program, too, must know their own files.
MARKER: Final = "# This file is written and removed by vkconfig-py."
_FORMAT = 'One setting is one line: name = value. A "#" starts a comment wherever it stands.'
_DEFAULTS = "Settings that are comments are as the layer has them by itself."
# A line that was made a comment: "# khronos_validation.x = 1", with nothing else before the name.
_DISABLED = re.compile(r"#+[ \t]*([A-Za-z0-9_]+\.[A-Za-z0-9_.]+)[ \t]*=(.*)")


class RenderedSettings(NamedTuple):
    """The file, and the settings whose values it cannot carry."""

    text: str
    refused: tuple[Unwritten, ...] = ()

    @property
    def content(self) -> bytes:
        """Return the file's bytes; paths that are not text come through as they are."""
        return self.text.encode("utf-8", "surrogateescape")

    @property
    def is_empty(self) -> bool:
        """Return whether no layer would find a setting in it."""
        return not any(line.is_active for line in parse_layer_settings(self.content))


class FileLine(NamedTuple):
    """A line of the file that names a setting.

    Attributes:
        line: 1-based.
        is_active: whether layers see it; if not, it was made a comment.
        comment: what follows the value after a "#", trimmed.
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
    """Return the file for these layers.

    What is written for programs (Scope.CHANGED) carries our mark. The documented file (Scope.ALL)
    is the user's own: it does not.
    """
    lines = [MARKER] if scope is Scope.CHANGED else []
    lines += _commented([*wrapped(title), *wrapped(_FORMAT)])
    lines += _commented(wrapped(_DEFAULTS)) if scope is Scope.ALL else []
    refused: list[Unwritten] = []
    for layer in layers:
        decided = tuple(decide_lines(layer, scope, platform, Carrier.FILE))
        name = layer.declared.name
        refused += [
            Unwritten(name, one.setting.key, one.loss, one.left_out) for one in decided if one.loss
        ]
        refused += [Unwritten(name, *note) for note in layer.lost]
        if not decided and not layer.lost:
            continue
        lines += ["", *_heading(layer, scope)]
        for note in layer.lost:
            lines += _unwritten(note.key, note.sentence)
        for one in decided:
            lines += _setting(layer, one, scope, environment or {})
    return RenderedSettings("\n".join(lines) + "\n", tuple(refused))


def render_copy(content: bytes, path: str, *, scope: Scope = Scope.CHANGED) -> bytes:
    """Return a file of the user's own with a line that says where it comes from.

    As for values, what is written for programs (Scope.CHANGED) carries our mark.
    """
    mark = [MARKER] if scope is Scope.CHANGED else []
    header = "\n".join([*mark, *_commented(wrapped(f"It is a copy of {path}")), "", ""])
    return header.encode("utf-8", "surrogateescape") + content


def is_ours(content: bytes | str) -> bool:
    """Return whether we wrote a file for programs, and may replace or remove it."""
    text = content if isinstance(content, str) else content.decode("utf-8", "replace")
    return text.partition("\n")[0].rstrip(BLANKS) == MARKER


def file_lines(content: bytes | str) -> list[str]:
    """Return the lines of a file as layers part them."""
    text = content if isinstance(content, str) else content.decode("utf-8", "surrogateescape")
    return text.split("\n")


def parse_layer_settings(content: bytes | str) -> tuple[FileLine, ...]:
    """Return the lines that name settings, those that were made comments too."""
    found = []
    for number, line in enumerate(file_lines(content), start=1):
        before, _mark, comment = line.partition("#")
        key, equals, value = before.partition("=")
        if equals:
            found.append(
                FileLine(number, key.strip(BLANKS), value.strip(BLANKS), True, comment.strip())
            )
        elif disabled := _DISABLED.fullmatch(line.strip(BLANKS)):
            kept, _mark, comment = disabled[2].partition("#")
            found.append(FileLine(number, disabled[1], kept.strip(BLANKS), False, comment.strip()))
    return tuple(found)


def find_held_back(content: bytes | str) -> tuple[FileLine, ...]:
    """Return the values of a file of ours that were chosen and have no effect.

    They are the comments below a reason; all others are examples for people.
    """
    named = parse_layer_settings(content)
    comments, numbers = file_comments(content), frozenset(one.line for one in named)
    return tuple(
        one for one in named if not one.is_active and has_reason(comments, numbers, one.line)
    )


def file_comments(content: bytes | str) -> dict[int, str]:
    """Return the lines that are nothing but comments, by their numbers, without the "#"."""
    texts = ((number, line.strip(BLANKS)) for number, line in enumerate(file_lines(content), 1))
    return {number: text[1:].strip(BLANKS) for number, text in texts if text.startswith("#")}


def _heading(layer: LayerSettings, scope: Scope) -> list[str]:
    if scope is Scope.CHANGED:
        return [f"# {one_line(layer.declared.name)}"]
    return _commented(["=" * WIDTH, *layer_lines(layer.declared), "=" * WIDTH])


def _setting(
    layer: LayerSettings, line: SettingLine, scope: Scope, environment: Mapping[str, str]
) -> list[str]:
    declared, setting = layer.declared, line.setting
    about = []
    if scope is Scope.ALL:
        about = ["", *_commented(setting_lines(declared, setting, layer.values))]
    if variable := overriding(declared, setting, environment):
        about += _commented(wrapped(variable.sentence))
    about += _commented(wrapped(line.held_back))
    if line.refused:
        return about + _unwritten(setting.key, line.refused if line.is_lost else "")
    about += _unwritten(setting.key, line.left_out, is_part=True)
    assignment = f"{file_key(declared.name, setting.key)} = {line.text}".rstrip(" ")
    return [*about, assignment if line.is_active else f"# {assignment}"]


def _unwritten(key: str, reason: str, *, is_part: bool = False) -> list[str]:
    told = tell_unwritten(key, reason, written="written", is_part=is_part) if reason else ""
    return _commented(wrapped(told))


def _commented(lines: Sequence[str]) -> list[str]:
    return [f"# {line}".rstrip() for line in lines]
