"""What a manifest says about a layer and its settings, as lines of plain text for comments."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from vkconfig_py.model.settings.checking import allowed_values, display_text
from vkconfig_py.model.settings.declared import (
    Choice,
    DeclaredLayer,
    DependenceMode,
    Setting,
    SettingType,
    Status,
)
from vkconfig_py.model.settings.dependence import condition_text
from vkconfig_py.model.settings.platforms import platform_names
from vkconfig_py.model.settings.values import Values
from vkconfig_py.model.writers.layer_words import EMPTY

WIDTH = 78  # without the mark of the comment


def wrapped(text: str, indent: str = "") -> list[str]:
    """Return a text of any shape as lines that fit, each paragraph for itself."""
    lines = []
    for paragraph in text.splitlines():
        clean = "".join(char if char.isprintable() else " " for char in paragraph)
        lines += textwrap.wrap(
            clean,
            WIDTH,
            initial_indent=indent,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
    return lines


def one_line(text: str) -> str:
    """Return a text of any shape as one line."""
    clean = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(clean.split())


def layer_lines(declared: DeclaredLayer) -> list[str]:
    """Return what a layer is."""
    about = [declared.name]
    about += [f"Vulkan {declared.api_version}"] if declared.api_version else []
    lines = wrapped(one_line(" - ".join([*about, *_marks(declared, ())])))
    lines += wrapped(declared.description)
    if declared.introduction:
        lines += ["", *wrapped(declared.introduction)]
    return lines + (["", one_line(declared.url)] if declared.url else [])


def setting_lines(declared: DeclaredLayer, setting: Setting, values: Values) -> list[str]:
    """Return what a setting is, what it may be, and what it has to do with others."""
    label = one_line(setting.label)
    lines = [label, "-" * min(len(label), WIDTH)]
    marks = _marks(setting, declared.platforms)
    lines.append(" ".join([one_line(setting.key), *(f"({mark})" for mark in marks)]))
    lines += wrapped(setting.description) + wrapped(setting.detailed)
    lines += _choices(setting.choices)
    lines += [one for text in _facts(setting) for one in wrapped(text)]
    lines += _others(declared, setting, values)
    return lines


def _marks(subject: DeclaredLayer | Setting, usual: tuple[str, ...]) -> list[str]:
    status = [] if subject.status is Status.STABLE else [str(subject.status)]
    is_special = subject.platforms and set(subject.platforms) != set(usual)
    return status + ([platform_names(subject.platforms)] if is_special else [])


def _choices(choices: Iterable[Choice]) -> Iterator[str]:
    for choice in choices:
        yield from wrapped(f"{choice.key or EMPTY}: {choice.label}", "  ")
        yield from wrapped(choice.description, "    ")


def _facts(setting: Setting) -> Iterator[str]:
    if setting.type in (SettingType.FLAGS, SettingType.LIST):
        yield "Several values are separated by commas, without blanks."
    is_limited = setting.type in (SettingType.INT, SettingType.FLOAT, SettingType.FRAMES)
    if is_limited and (allowed := allowed_values(setting)):
        yield f"Allowed: {allowed}."
    yield f"Default: {display_text(setting, setting.default) or 'nothing'}."
    if setting.url:
        yield f"More: {setting.url}"
    if setting.deprecated_by:
        yield f"Use {setting.deprecated_by} instead."


def _others(declared: DeclaredLayer, setting: Setting, values: Values) -> Iterator[str]:
    below = [one for one in setting.children() if one.key in values]
    if below:
        yield "Settings that belong to it:"
    for one in below:
        yield one_line(f"- {one.label}: {display_text(one, values[one.key]) or 'nothing'}")
    if setting.dependence.mode is DependenceMode.NONE or not setting.dependence.conditions:
        return
    is_any = setting.dependence.mode is DependenceMode.ANY
    yield "It has an effect with any of:" if is_any else "It has an effect with all of:"
    for condition in setting.dependence.conditions:
        yield one_line(f"- {condition_text(declared, condition)}")
