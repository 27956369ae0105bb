"""Settings as lines: which are written, why others are not, and their documentation."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Container, Iterable, Iterator, Mapping
from enum import Enum
from functools import partial
from types import MappingProxyType

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import LayerEntry, SettingType, Value
from vkconfig_py.model.layer_settings.checks import (
    describe_allowed_values,
    find_bounds,
    render_value,
)
from vkconfig_py.model.layer_settings.declared import (
    DeclaredLayer,
    DependenceMode,
    Setting,
    SettingChoice,
    SettingStatus,
    Visibility,
)
from vkconfig_py.model.layer_settings.encoding import (
    TextTarget,
    WritableValue,
    encode_for_layer,
    make_writable_value,
)
from vkconfig_py.model.layer_settings.layer_values import (
    ValueNote,
    Values,
    add_defaults,
    is_default,
    list_chosen_values,
    list_lost_values,
)
from vkconfig_py.model.layer_settings.setting_conditions import (
    NO_EFFECT,
    UnmetConditions,
    find_ineffective_settings,
    is_condition_met,
    render_condition,
    render_unmet_comment,
)
from vkconfig_py.model.layer_settings.setting_names import (
    ELSEWHERE_COMMENT,
    is_available_on,
    make_elsewhere_comment,
    render_elsewhere,
    render_platforms,
    walk_visible,
)
from vkconfig_py.model.layer_settings.setting_paths import PathVariables, expand_value

_REASONS = (NO_EFFECT, ELSEWHERE_COMMENT)
_UNWRITTEN_SETTING_PATTERN = re.compile(r"([\w.]+) is not (?:written|set)( whole)?\. ", re.ASCII)


class InactiveComment(NamedTuple):
    """Comment in a file about a value that could not be written, wholly or in part."""

    line: int
    name: str
    is_part: bool

    @property
    def sentence(self) -> str:
        """The sentence that a setting is not written, for users who read the file."""
        if self.is_part:
            return tr(
                "{name} was written to this file only in part; the missing part is unknown.",
                name=self.name,
            )
        return tr(
            "{name} was left out when this file was written; its value is unknown.", name=self.name
        )


def make_unwritten_comment(
    name: str, reason: str, *, written_text: str, is_part: bool = False
) -> str:
    """Return the comment that a value is not written or set.

    It is English, since find_unwritten() reads it.

    Args:
        name: of the setting or variable.
        reason: a sentence.
        written_text: "written" or "set".
        is_part: only a part of the value is missing.
    """
    return f"{name} is not {written_text}{' whole' if is_part else ''}. {reason}"


def has_reason(comments: Mapping[int, str], explained_lines: Container[int], number: int) -> bool:
    """Return whether the comment right above a line is why its setting is inactive.

    `comments`: text by line number, without the comment sign. `explained_lines`: line numbers of
    other settings, where the comment ends.
    """
    for line_number in range(number - 1, 0, -1):
        text = comments.get(line_number)
        if text is None or line_number in explained_lines:
            return False
        if text.startswith(_REASONS):
            return True
    return False


def find_unwritten(comments: Mapping[int, str]) -> Iterator[InactiveComment]:
    """Yield the comments of make_unwritten_comment() in a file."""
    for number, text in comments.items():
        # After a long name the following words begin on the next line.
        match = _UNWRITTEN_SETTING_PATTERN.match(f"{text} {comments.get(number + 1, '')} ")
        if match:
            yield InactiveComment(number, match[1], is_part=bool(match[2]))


EMPTY_TEXT = "(empty)"


def describe_allowed_in_english(setting: Setting) -> str:
    """Return the allowed values for a comment of a file, in English, "" without a limit."""
    if setting.type is SettingType.FRAMES:
        return "a list of frames such as 3,8-2 or 5-8-2 (start-count or start-count-step)"
    if setting.type not in (SettingType.INT, SettingType.FLOAT):
        return describe_allowed_values(setting)  # values as they are written
    lowest, highest = find_bounds(setting)
    if lowest and highest:
        return f"{lowest} to {highest}"
    return f"{lowest} or more" if lowest else f"{highest} or less" if highest else ""


def render_shown_value(setting: Setting, value: Value) -> str:
    """Return a value as text, or a word for an empty value."""
    return render_value(setting, value) or EMPTY_TEXT


LINE_WIDTH = 78  # without the comment sign


def wrap_paragraphs(text: str, indent: str = "") -> list[str]:
    """Wrap text to lines of limited width, each paragraph separately."""
    lines = []
    for paragraph in text.splitlines():
        # A line break of any kind would end the comment and turn the rest into a setting.
        printable_text = "".join(char if char.isprintable() else " " for char in paragraph)
        lines += textwrap.wrap(
            printable_text,
            LINE_WIDTH,
            initial_indent=indent,
            subsequent_indent=indent,
            # A split address, path or VUID would be useless.
            break_long_words=False,
            break_on_hyphens=False,
        )
    return lines


def make_one_line(text: str) -> str:
    """Return a text on one line, without control characters."""
    printable_text = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(printable_text.split())


def render_layer_heading(declared_layer: DeclaredLayer) -> list[str]:
    """Return lines about a layer: name, version, status, description, address."""
    heading_lines = [declared_layer.name]
    heading_lines += [f"Vulkan {declared_layer.api_version}"] if declared_layer.api_version else []
    lines = wrap_paragraphs(
        make_one_line(" - ".join([*heading_lines, *_list_status_and_platforms(declared_layer, ())]))
    )
    lines += wrap_paragraphs(declared_layer.description)
    if declared_layer.introduction:
        lines += ["", *wrap_paragraphs(declared_layer.introduction)]
    return lines + (["", make_one_line(declared_layer.url)] if declared_layer.url else [])


def render_setting_comment(
    declared_layer: DeclaredLayer, setting: Setting, values: Values
) -> list[str]:
    """Return lines that document a setting: label, key, description, choices, default."""
    label = make_one_line(setting.label)
    lines = [label, "-" * min(len(label), LINE_WIDTH)]
    marks = _list_status_and_platforms(setting, declared_layer.platforms)
    lines.append(" ".join([make_one_line(setting.key), *(f"({mark})" for mark in marks)]))
    lines += wrap_paragraphs(setting.description) + wrap_paragraphs(setting.detailed)
    lines += _list_choice_lines(setting.choices)
    lines += [line for fact in _list_facts(setting) for line in wrap_paragraphs(fact)]
    lines += _list_related(declared_layer, setting, values)
    return lines


def _list_status_and_platforms(
    subject: DeclaredLayer | Setting, usual_platforms: tuple[str, ...]
) -> list[str]:
    """Return status and platforms of a layer or setting, where these are not the usual ones."""
    status = [] if subject.status is SettingStatus.STABLE else [str(subject.status)]
    has_special_platforms = subject.platforms and set(subject.platforms) != set(usual_platforms)
    return status + ([render_platforms(subject.platforms)] if has_special_platforms else [])


def _list_choice_lines(choices: Iterable[SettingChoice]) -> Iterator[str]:
    """Yield key, label and description of each choice, in lines."""
    for choice in choices:
        yield from wrap_paragraphs(f"{choice.key or EMPTY_TEXT}: {choice.label}", "  ")
        yield from wrap_paragraphs(choice.description, "    ")


def _list_facts(setting: Setting) -> Iterator[str]:
    """Yield sentences about allowed values, default and what replaces a setting."""
    if setting.type in (SettingType.FLAGS, SettingType.LIST):
        # Spaces belong to the entries.
        yield "Several values are separated by commas, without blanks."
    is_limited = setting.type in (SettingType.INT, SettingType.FLOAT, SettingType.FRAMES)
    if is_limited and (allowed_text := describe_allowed_in_english(setting)):
        yield f"Allowed: {allowed_text}."
    yield f"Default: {render_value(setting, setting.default) or 'nothing'}."
    if setting.url:
        yield f"More: {setting.url}"
    if setting.deprecated_by:
        yield f"Use {setting.deprecated_by} instead."


def _list_related(declared_layer: DeclaredLayer, setting: Setting, values: Values) -> Iterator[str]:
    """Yield the settings that belong to a setting, and the conditions of its effect."""
    children = [child for child in setting.children() if child.key in values]
    if children:
        yield "Settings that belong to it:"
    for child in children:
        yield make_one_line(
            f"- {child.label}: {render_value(child, values[child.key]) or 'nothing'}"
        )
    if setting.dependence.mode is DependenceMode.NONE or not setting.dependence.conditions:
        return
    is_any_sufficient = setting.dependence.mode is DependenceMode.ANY
    yield "It has an effect with any of:" if is_any_sufficient else "It has an effect with all of:"
    for condition in setting.dependence.conditions:
        yield make_one_line(f"- {render_condition(declared_layer, condition)}")


class Scope(Enum):
    """Selection of the settings to write."""

    CHANGED = "changed"  # those that the user set
    # Every setting, with its documentation. What the user did not set is a comment: defaults in
    # manifests can differ from the layer's behaviour (docs/layer_settings.md).
    ALL = "all"


class LayerSettings(NamedTuple):
    """A layer and what the user set.

    Attributes:
        values: what the user set, as stored; every other setting has its default.
        path_variables: values of path variables; None: they are not expanded.
        lost_values: stored values that this copy of the layer cannot use.
        unmet_settings: the settings with unmet conditions.
        is_on: the configuration turns the layer on, so code has to enable it.
    """

    declared: DeclaredLayer
    values: Values
    path_variables: PathVariables | None = None
    lost_values: tuple[ValueNote, ...] = ()
    unmet_settings: Mapping[str, UnmetConditions] = MappingProxyType({})
    is_on: bool = True

    @classmethod
    def from_entry(
        cls,
        declared_layer: DeclaredLayer,
        entry: LayerEntry | None = None,
        paths: PathVariables | None = None,
        *,
        is_on: bool = True,
    ) -> LayerSettings:
        """Return a layer with the values of a configuration's entry.

        `entry`: None for defaults. `paths`: values of path variables, None to leave these in.
        `is_on`: the configuration turns the layer on.
        """
        values = list_chosen_values(declared_layer, entry)
        return cls(
            declared_layer,
            values,
            paths,
            list_lost_values(declared_layer, entry),
            find_ineffective_settings(declared_layer, add_defaults(declared_layer, values)),
            is_on,
        )

    @property
    def effective_values(self) -> Values:
        """The value of every setting, chosen or default."""
        return add_defaults(self.declared, self.values)

    def get_writable_value(self, setting: Setting) -> WritableValue:
        """Return a value with path variables expanded, or why it cannot be written."""
        return make_writable_value(setting, self.get_value(setting), self.path_variables)

    def get_value(self, setting: Setting) -> Value:
        """Return the chosen value of a setting, or its default."""
        return self.values.get(setting.key, setting.default)

    def walk_visible_settings(self) -> Iterator[tuple[int, Setting]]:
        """Yield depth and setting of all visible settings, parents first."""
        yield from _walk_visible(self.declared.settings, 0)

    def list_valued_settings(self) -> Iterator[Setting]:
        """Yield each setting that has a value.

        A key that a manifest declares twice occurs once.
        """
        seen_names = set()
        for _depth, setting in self.walk_visible_settings():
            if setting.type is not SettingType.GROUP and setting.key not in seen_names:
                seen_names.add(setting.key)
                yield setting


def _walk_visible(settings: tuple[Setting, ...], depth: int) -> Iterator[tuple[int, Setting]]:
    for setting in settings:
        if setting.visibility is not Visibility.HIDDEN:
            yield depth, setting
            yield from _walk_visible(tuple(setting.children()), depth + 1)


def list_elsewhere_notes(layer: LayerSettings, platform: str) -> Iterator[ValueNote]:
    """Yield chosen values of settings that exist on other platforms only."""
    for setting in walk_visible(layer.declared):
        if setting.key in layer.values and (sentence := render_elsewhere(setting, platform)):
            yield ValueNote(setting.key, sentence)


class SettingLine(NamedTuple):
    """Line of one setting, and why it is inactive or incomplete.

    Attributes:
        text: the encoded value; "" if it cannot be written.
        inactive_reason: comment why it is only a comment, or "".
        refusal: sentence why it cannot be written, or "".
        partial_reason: sentence why only part of the value is written, or "".
        is_chosen: the user set it.
        is_needed: an active setting depends on it.
    """

    setting: Setting
    value: Value
    is_chosen: bool
    text: str = ""
    inactive_reason: str = ""
    refusal: str = ""
    partial_reason: str = ""
    is_needed: bool = False

    @property
    def is_active(self) -> bool:
        """Whether the line is written as more than a comment."""
        is_wanted = self.is_chosen or self.is_needed
        return is_wanted and not self.inactive_reason and not self.refusal

    @property
    def is_lost(self) -> bool:
        """Whether the user's choice cannot be written."""
        return self.is_chosen and bool(self.refusal)

    @property
    def loss_sentence(self) -> str:
        """The sentence why the user's choice is not, or not fully, written, or ""."""
        return self.refusal if self.is_lost else self.partial_reason


class Unwritten(NamedTuple):
    """A setting whose value cannot be written, and the reason as a sentence."""

    layer: str
    key: str
    reason: str
    partial_reason: str = ""


def decide_lines(
    layer: LayerSettings, scope: Scope, platform: str, target: TextTarget
) -> Iterator[SettingLine]:
    """Yield the line of each setting to write, in the order of the manifest.

    Args:
        layer: with its values.
        scope: only what the user chose and what it needs, or every setting.
        platform: token such as LINUX.
        target: a file or variables.
    """
    values = layer.effective_values
    unmet_by_key = find_ineffective_settings(layer.declared, values)
    decide = partial(_decide_line, layer, unmet_by_key, platform, target)
    visible_settings = tuple(walk_visible(layer.declared))
    needed_keys = _find_needed(
        (
            decide(shown_setting)
            for shown_setting in visible_settings
            if shown_setting.key in layer.values
        ),
        values,
    )
    seen_names = set()
    for setting in visible_settings:
        # An omitted default is not always the layer's own behaviour.
        is_needed = setting.key in needed_keys or _is_path_expanded_here(setting, layer)
        is_wanted = setting.key in layer.values
        if scope is Scope.ALL:
            is_wanted = is_available_on(setting, platform)
        if setting.key in seen_names or not (is_needed or is_wanted):
            continue
        line = decide(setting)._replace(is_needed=is_needed)
        if is_wanted or line.is_active:
            seen_names.add(setting.key)
            yield line


def _decide_line(
    layer: LayerSettings,
    unmet_by_key: Mapping[str, UnmetConditions],
    platform: str,
    target: TextTarget,
    setting: Setting,
) -> SettingLine:
    """Return the line of a setting: its text, or why it is inactive or cannot be written.

    Args:
        layer: with its values.
        unmet_by_key: settings whose conditions are not met.
        platform: token such as LINUX.
        target: a file or variables.
        setting: to write.
    """
    value = layer.get_value(setting)
    inactive_reason = "" if is_available_on(setting, platform) else make_elsewhere_comment(setting)
    if setting.key in unmet_by_key and not inactive_reason:
        inactive_reason = render_unmet_comment(layer.declared, unmet_by_key[setting.key])
    text, refusal, left_out = encode_for_layer(
        layer.declared, setting, value, target, platform, layer.path_variables
    )
    is_chosen = setting.key in layer.values
    return SettingLine(setting, value, is_chosen, text, inactive_reason, refusal, left_out)


def _find_needed(lines: Iterable[SettingLine], values: Values) -> set[str]:
    """Return the keys of settings on which chosen ones depend."""
    # Settings that active settings depend on
    # Their conditions must be met explicitly in the file: validation 1.3.239 writes no log
    # file unless debug_action is set, although that is its default in the manifest.
    return {
        condition.setting
        for line in lines
        if line.is_active
        for condition in line.setting.dependence.conditions
        if is_condition_met(condition, values)
    }


def _is_path_expanded_here(setting: Setting, layer: LayerSettings) -> bool:
    """Return whether a default is a path with variables, which layers do not expand."""
    value = layer.get_value(setting)
    if not isinstance(value, str):
        return False
    # Layers expand no variables in paths, so a default with one is written expanded.
    expanded_path = expand_value(setting, value, layer.path_variables)
    return expanded_path.path != value and is_default(setting, value)
