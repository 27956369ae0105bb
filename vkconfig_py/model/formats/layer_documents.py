"""Documentation of layers and their settings, as a page and as JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.configuration import ListItem, SettingType, Value
from vkconfig_py.model.formats.layer_files import edit_own_file
from vkconfig_py.model.formats.mangohud_conf import render_variable
from vkconfig_py.model.formats.page_blocks import (
    PLACEHOLDER_CHARACTER,
    Anchors,
    Block,
    Contents,
    Heading,
    Inline,
    Paragraph,
    Table,
    TableRow,
    TextDocument,
    TextRun,
    escape_control_characters,
    fill_slot,
    join_spans,
    make_code_runs,
    make_text_runs,
)
from vkconfig_py.model.formats.setting_lines import LayerSettings
from vkconfig_py.model.formats.settings_code import get_api_type_name
from vkconfig_py.model.formats.toml_profiles import render_member
from vkconfig_py.model.layer_settings.checks import describe_allowed_values, render_value
from vkconfig_py.model.layer_settings.conversion import list_enabled_texts
from vkconfig_py.model.layer_settings.declared import (
    DeclaredLayer,
    Dependence,
    DependenceMode,
    OwnSettings,
    Preset,
    Setting,
    SettingChoice,
    SettingCondition,
    SettingStatus,
    Visibility,
)
from vkconfig_py.model.layer_settings.encoding import (
    EncodedValue,
    TextTarget,
    encode_for_layer,
    encode_own_value,
    split_list,
)
from vkconfig_py.model.layer_settings.own_file import (
    EFFECT_FILES_NAME,
    get_own_file_name,
    make_effect_lines,
)
from vkconfig_py.model.layer_settings.setting_conditions import render_unmet_comment
from vkconfig_py.model.layer_settings.setting_names import (
    get_name_in_file,
    list_android_properties,
    list_variable_names,
    lists_platform,
    make_file_key,
    make_layer_key,
    render_platforms,
    render_variable_doubt,
)
from vkconfig_py.model.layer_settings.setting_rows import render_needed, render_status
from vkconfig_py.model.layer_settings.toml_values import render_variable_text

_ANDROID_PLATFORM = "ANDROID"
_OVERVIEW_HEADINGS = (tr("Setting"), tr("Key", "name of a setting"), tr("Type"), tr("Default"))
_NO_NAMED_VALUES = ()  # a table without a header row: the first column has the names


def make_layer_page(layers: Sequence[LayerSettings], title: str = "") -> TextDocument:
    """Make a document about layers and their settings. `title`: "" for layers alone."""
    anchors = Anchors()
    if len(layers) == 1 and not title:
        # A page about a single layer does not repeat its name as a heading.
        single_layer = _LayerPart(layers[0], anchors, 1)
        return TextDocument(layers[0].declared.name, tuple(single_layer.list_blocks()))
    title = title or tr("Vulkan layers")
    blocks: list[Block] = [Heading(1, make_text_runs(title), anchors.make_unique("top"))]
    parts = [_LayerPart(layer, anchors, 2) for layer in layers]
    if len(parts) > 1:
        blocks.append(Contents(tuple(part.make_link() for part in parts)))
    if not parts:
        blocks.append(Paragraph(make_text_runs(tr("No layers to document."))))
    for part in parts:
        blocks += part.list_blocks()
    return TextDocument(title, tuple(blocks))


def map_setting_anchors(layer: LayerSettings) -> Mapping[str, str]:
    """Return the anchor of each setting, by its key, on a page about this layer alone."""
    return _LayerPart(layer, Anchors(), 1).anchor_by_key


class _LayerPart:
    """The part of a page about one layer."""

    def __init__(self, layer: LayerSettings, anchors: Anchors, level: int) -> None:
        self._layer = layer
        self._heading_level = level
        self._declared_layer = layer.declared
        short_text = make_layer_key(self._declared_layer.name)
        self._anchor = anchors.make_unique(self._declared_layer.name)
        self._rows = [(depth, setting) for depth, setting in layer.walk_visible_settings()]
        keys = [
            make_file_key(self._declared_layer.name, setting.key) for _depth, setting in self._rows
        ]
        self._anchors = [anchors.make_unique(key) for key in keys]
        self.anchor_by_key: dict[str, str] = {}
        for (_depth, setting), anchor in zip(self._rows, self._anchors, strict=True):
            self.anchor_by_key.setdefault(setting.key, anchor)
        self._headings = {
            name: anchors.make_unique(f"{short_text}-{name}")
            for name in ("settings", "details", "presets")
        }
        self._presets = [
            (preset, anchors.make_unique(f"{short_text}-preset-{preset.label}"))
            for preset in self._declared_layer.presets
            if preset.visibility is not Visibility.HIDDEN
        ]

    def make_link(self) -> Inline:
        """Return a link to a layer's part of the page."""
        return (TextRun(self._declared_layer.name, anchor=self._anchor),)

    def list_blocks(self) -> Iterator[Block]:
        """Yield a layer's part of the page: facts, overview of settings, details, presets."""
        declared_layer = self._declared_layer
        yield Heading(self._heading_level, make_text_runs(declared_layer.name), self._anchor)
        yield from _split_paragraphs(declared_layer.description)
        if declared_layer.introduction != declared_layer.description:
            yield from _split_paragraphs(declared_layer.introduction)
        yield Table(_NO_NAMED_VALUES, tuple(self._list_properties()))
        if not self._rows:
            yield Paragraph(make_text_runs(tr("This layer does not declare any settings.")))
            return
        yield Heading(
            self._heading_level + 1, make_text_runs(tr("Settings")), self._headings["settings"]
        )
        yield self._make_overview()
        yield Heading(
            self._heading_level + 1,
            make_text_runs(tr("Setting details")),
            self._headings["details"],
        )
        for (_depth, setting), anchor in zip(self._rows, self._anchors, strict=True):
            yield from self._list_setting_blocks(setting, anchor)
        if self._presets:
            yield Heading(
                self._heading_level + 1, make_text_runs(tr("Presets")), self._headings["presets"]
            )
        for preset, anchor in self._presets:
            yield from self._list_preset_blocks(preset, anchor)

    def _list_properties(self) -> Iterator[TableRow]:
        """Yield rows with facts about the layer: version, platforms, manifest, library."""
        declared_layer = self._declared_layer
        settings = [
            setting for _depth, setting in self._rows if setting.type is not SettingType.GROUP
        ]
        facts = (
            (tr("Vulkan version"), make_text_runs(declared_layer.api_version)),
            (tr("Layer version"), make_text_runs(declared_layer.implementation_version)),
            (tr("Status"), make_text_runs(render_status(declared_layer.status))),
            (tr("Platforms"), make_text_runs(render_platforms(declared_layer.platforms))),
            (tr("Manifest"), make_code_runs(declared_layer.manifest)),
            (tr("Library"), make_code_runs(declared_layer.library)),
            (tr("Manifest format"), make_text_runs(declared_layer.file_format)),
            *_list_sources(declared_layer),
            (tr("Enable variable"), make_code_runs(declared_layer.enable_variable)),
            (tr("Disable variable"), make_code_runs(declared_layer.disable_variable)),
            (
                tr("More"),
                (TextRun(declared_layer.url, url=declared_layer.url),)
                if declared_layer.url
                else (),
            ),
            (tr("Settings"), make_text_runs(str(len(settings)))),
            (tr("Presets"), make_text_runs(str(len(self._presets)))),
        )
        return (TableRow((make_text_runs(label), value)) for label, value in facts if value)

    def _make_overview(self) -> Table:
        """Make the table of all settings. Its last column is left out if it is empty."""
        rows = tuple(self._list_overview_rows())
        if any(row.cells[-1] for row in rows):
            return Table((*_OVERVIEW_HEADINGS, tr("Only on")), rows)
        return Table(_OVERVIEW_HEADINGS, tuple(TableRow(row.cells[:-1], row.depth) for row in rows))

    def _list_overview_rows(self) -> Iterator[TableRow]:
        """Yield a row for each setting: name, key, type, default, platforms."""
        layer_platforms = set(self._declared_layer.platforms)
        for (depth, setting), anchor in zip(self._rows, self._anchors, strict=True):
            name: Inline = (TextRun(setting.label or setting.key, anchor=anchor),)
            name += make_text_runs(_render_status_remark(setting.status))
            is_group = setting.type is SettingType.GROUP
            is_limited = set(setting.platforms) != layer_platforms
            yield TableRow(
                (
                    name,
                    () if is_group else make_code_runs(setting.key),
                    make_text_runs(_LABEL_BY_SETTING_TYPE[setting.type]),
                    ()
                    if is_group
                    else make_code_runs(_render_value_text(setting, setting.default)),
                    make_text_runs(render_platforms(setting.platforms if is_limited else ())),
                ),
                depth,
            )

    def _list_setting_blocks(self, setting: Setting, anchor: str) -> Iterator[Block]:
        """Yield heading, texts, facts, choices and ways to set one setting."""
        label = setting.label or setting.key
        yield Heading(
            self._heading_level + 2,
            make_text_runs(f"{label}{_render_status_remark(setting.status)}"),
            anchor,
        )
        yield from _split_paragraphs(setting.description)
        if setting.detailed != setting.description:
            yield from _split_paragraphs(setting.detailed)
        if setting.url:
            more = (TextRun(setting.url, url=setting.url),)
            yield Paragraph(
                fill_slot(tr("More information: {address}", address=PLACEHOLDER_CHARACTER), more)
            )
        if setting.deprecated_by:
            deprecated_text = tr("Deprecated; use {setting}", setting=PLACEHOLDER_CHARACTER)
            reference = self._link_setting(setting.deprecated_by)
            yield Paragraph(fill_slot(deprecated_text, reference), is_note=True)
        if unmet_conditions := self._layer.unmet_settings.get(setting.key):
            settings = {
                declared_setting.key: declared_setting
                for declared_setting in self._declared_layer.walk_settings()
            }
            yield Paragraph(make_text_runs(render_needed(unmet_conditions, settings)), is_note=True)
        if setting.type is not SettingType.GROUP:
            yield Table(_NO_NAMED_VALUES, tuple(self._list_facts(setting)))
        if setting.choices:
            head = (tr("Value"), tr("Name"), tr("Description"))
            yield Table(head, tuple(_list_choice_rows(setting.choices)))
        if children := [
            child for child in setting.children() if child.visibility is not Visibility.HIDDEN
        ]:
            links = join_spans([self._link_setting(child.key, child.label) for child in children])
            sentence = tr("Subsettings: {settings}", settings=PLACEHOLDER_CHARACTER)
            yield Paragraph(fill_slot(sentence, links))
        if setting.type is not SettingType.GROUP:
            yield from self._list_methods(setting)

    def _list_facts(self, setting: Setting) -> Iterator[TableRow]:
        """Yield rows with facts about a setting: type, default, allowed values, conditions."""
        is_chosen = setting.key in self._layer.values
        is_bool = setting.type in (SettingType.BOOL, SettingType.BOOL_NUMERIC)
        value = _render_value_text(setting, self._layer.get_value(setting)) if is_chosen else ""
        bounds = "" if setting.choices or is_bool else describe_allowed_values(setting)
        facts = (
            (tr("Key", "name of a setting"), make_code_runs(setting.key)),
            (tr("Type"), make_text_runs(_LABEL_BY_SETTING_TYPE[setting.type])),
            (tr("Default"), make_code_runs(_render_value_text(setting, setting.default))),
            (tr("Chosen value"), make_code_runs(value)),
            (tr("Unit"), make_text_runs(setting.unit)),
            (tr("Allowed"), make_text_runs(bounds)),
            (
                tr("Suggestions"),
                join_spans([make_code_runs(str(suggestion)) for suggestion in setting.suggestions]),
            ),
            (tr("Files"), make_code_runs(setting.filter)),
            (tr("Platforms"), make_text_runs(render_platforms(setting.platforms))),
            (tr("Shown in"), make_text_runs(_LABEL_BY_VISIBILITY[setting.visibility])),
            (tr("Takes effect only if"), self._render_conditions(setting)),
        )
        return (TableRow((make_text_runs(label), value)) for label, value in facts if value)

    def _render_conditions(self, setting: Setting) -> Inline:
        """Return on which other settings a setting depends, with links to them."""
        dependence = setting.dependence
        condition_parts = []
        for condition in dependence.conditions:
            condition_setting = self._declared_layer.find_setting(condition.setting)
            sentence = _render_condition(condition, condition_setting)
            condition_parts.append(fill_slot(sentence, self._link_setting(condition.setting)))
        if not condition_parts:
            return ()
        conditions = join_spans(condition_parts, "; ")
        if len(condition_parts) == 1:
            return conditions
        if dependence.mode is DependenceMode.ANY:
            return fill_slot(
                tr("any of: {conditions}", conditions=PLACEHOLDER_CHARACTER), conditions
            )
        return fill_slot(tr("all of: {conditions}", conditions=PLACEHOLDER_CHARACTER), conditions)

    def _link_setting(self, key: str, label: str = "") -> Inline:
        """Return a link to a setting, plain text if the page does not contain it."""
        anchor = self.anchor_by_key.get(key, "")
        return (TextRun(label or key, is_code=not label, anchor=anchor),)

    def _list_methods(self, setting: Setting) -> Iterator[Block]:
        """Yield a table of the ways in which a setting can be set."""
        declared_layer = self._declared_layer
        if declared_layer.own_settings is not None:
            rows = list(self._list_own_methods(setting, declared_layer.own_settings))
        else:
            rows = list(self._list_usual_methods(setting))
        lines = (
            TableRow((make_text_runs(method), name or make_text_runs(tr("not read by this layer"))))
            for method, name in rows
        )
        yield Table((tr("Set with"), tr("Name")), tuple(lines))

    def _list_usual_methods(self, setting: Setting) -> Iterator[tuple[str, Inline]]:
        """Yield the name in vk_layer_settings.txt, variables, the extension and Android."""
        declared_layer = self._declared_layer
        variables = list_variable_names(declared_layer, setting)
        doubt_text = (
            render_variable_doubt(declared_layer, setting)
            and f". {render_variable_doubt(declared_layer, setting)}"
        )
        yield "vk_layer_settings.txt", self._render_file_line(setting)
        variable_runs = (
            *join_spans([*map(make_code_runs, variables)]),
            *make_text_runs(doubt_text),
        )
        yield tr("Variables, highest priority first"), variable_runs
        yield "VK_EXT_layer_settings", make_code_runs(get_api_type_name(setting))
        platforms = setting.platforms or declared_layer.platforms
        if not platforms or lists_platform(platforms, _ANDROID_PLATFORM):
            names = [
                make_code_runs(name) for name in list_android_properties(declared_layer, setting)
            ]
            yield tr("Android properties"), join_spans(names)

    def _list_own_methods(
        self, setting: Setting, own_settings: OwnSettings
    ) -> Iterator[tuple[str, Inline]]:
        """Yield how to set a setting in the layer's own file or its variables."""
        key, value = setting.own_name, self._layer.get_value(setting)
        encoded_value = encode_own_value(own_settings, setting, value, self._layer.path_variables)
        inline_runs = make_code_runs(f"{key}={encoded_value.text}")
        if setting.variable:
            yield (
                tr("Variable"),
                self._render_assignment(
                    setting.variable, encoded_value, make_code_runs(setting.variable)
                ),
            )
        elif own_settings.has_file:
            paths = split_list(encoded_value.text) if key == EFFECT_FILES_NAME else ()
            values = {} if paths else {key: encoded_value.text}
            effects = make_effect_lines(paths, own_settings.built_in_effects)
            if encoded_value.refusal:
                content = b""
            elif own_settings.profiles is not None:
                content = render_member(own_settings.profiles, key, encoded_value.text).encode()
            else:
                content = edit_own_file(own_settings, b"", values, effects)
            lines = content.decode("utf-8", "replace").splitlines()
            yield (
                get_own_file_name(own_settings),
                self._render_assignment(
                    key, encoded_value, join_spans([*map(make_code_runs, lines)])
                ),
            )
            mode = own_settings.variable_mode
            if mode is not None and (variable := mode.find_variable(key)):
                text = render_variable_text(mode, setting, encoded_value.text)
                inline_runs = make_code_runs(f"{mode.switch}=1 {variable}={text}")
                yield tr("Variable"), self._render_assignment(key, encoded_value, inline_runs)
            if own_settings.overrides:
                inline_runs = make_code_runs(render_variable({key: encoded_value.text}))
                yield (
                    own_settings.overrides,
                    self._render_assignment(key, encoded_value, inline_runs),
                )
        else:
            yield own_settings.variable, self._render_assignment(key, encoded_value, inline_runs)

    def _render_file_line(self, setting: Setting) -> Inline:
        """Return the line of vk_layer_settings.txt that sets a setting."""
        key = get_name_in_file(self._declared_layer, setting)
        value, paths = self._layer.get_value(setting), self._layer.path_variables
        encoded_value = encode_for_layer(
            self._declared_layer, setting, value, TextTarget.FILE, "LINUX", paths
        )
        return self._render_assignment(
            key, encoded_value, make_code_runs(f"{key} = {encoded_value.text}".rstrip())
        )

    def _render_assignment(
        self, key: str, encoded_value: EncodedValue, assignment: Inline
    ) -> Inline:
        """Return how a value is written, or why it is not written or not whole."""
        if encoded_value.refusal:
            refusal = tr(
                "{setting} cannot have this value. {reason}",
                setting=PLACEHOLDER_CHARACTER,
                reason=encoded_value.refusal,
            )
            return fill_slot(refusal, make_code_runs(key))
        if not encoded_value.partial_reason:
            return assignment
        left_out = tr(
            "{setting} contains only part of this value. {reason}",
            setting=PLACEHOLDER_CHARACTER,
            reason=encoded_value.partial_reason,
        )
        return fill_slot(left_out, assignment)

    def _list_preset_blocks(self, preset: Preset, anchor: str) -> Iterator[Block]:
        """Yield heading, description and values of a preset."""
        label = f"{preset.label or _EMPTY_TEXT}{_render_status_remark(preset.status)}"
        platforms = render_platforms(preset.platforms)
        yield Heading(self._heading_level + 2, make_text_runs(label), anchor)
        yield from _split_paragraphs(preset.description)
        if platforms:
            yield Paragraph(make_text_runs(tr("Platforms: {platforms}", platforms=platforms)))
        rows = []
        for preset_value in preset.values:
            setting = self._declared_layer.find_setting(preset_value.key)
            if setting is not None:
                value = make_code_runs(_render_value_text(setting, preset_value.value))
                rows.append(TableRow((self._link_setting(preset_value.key), value)))
        if rows:
            yield Table((tr("Setting"), tr("Value")), tuple(rows))


def _list_sources(declared_layer: DeclaredLayer) -> Iterator[tuple[str, Inline]]:
    """Yield where the layer reads settings, as facts about it."""
    own_settings = declared_layer.own_settings
    if own_settings is None:
        yield (
            tr("Prefix in the settings file"),
            make_code_runs(f"{make_layer_key(declared_layer.name)}."),
        )
    elif own_settings.has_file:
        yield tr("Settings file"), make_code_runs(get_own_file_name(own_settings))
        yield tr("Variable that names the settings file"), make_code_runs(own_settings.variable)


_LABEL_BY_SETTING_TYPE = {
    SettingType.GROUP: tr("group", "of settings"),
    SettingType.BOOL: tr("on or off"),
    SettingType.BOOL_NUMERIC: tr("on or off, written as 1 or 0"),
    SettingType.INT: tr("whole number"),
    SettingType.FLOAT: tr("number"),
    SettingType.STRING: tr("text", "what a value is"),
    SettingType.FRAMES: tr("frames"),
    SettingType.ENUM: tr("single choice"),
    SettingType.FLAGS: tr("multiple choice"),
    SettingType.LIST: tr("list"),
    SettingType.LOAD_FILE: tr("input file"),
    SettingType.SAVE_FILE: tr("output file"),
    SettingType.LOAD_FOLDER: tr("input folder"),
    SettingType.SAVE_FOLDER: tr("output folder"),
}
_LABEL_BY_VISIBILITY = {
    Visibility.STANDARD: "",
    Visibility.ADVANCED: tr("advanced views"),
    Visibility.DEBUG: tr("debug views"),
    Visibility.HIDDEN: tr("hidden views"),
}
_EMPTY_TEXT = tr("(empty)")


def _render_status_remark(status: SettingStatus) -> str:
    """Return " (beta)" or such for what is not stable, "" for what is."""
    return "" if status is SettingStatus.STABLE else f" ({render_status(status)})"


def _render_value_text(setting: Setting, value: Value) -> str:
    return render_value(setting, value) or _EMPTY_TEXT


def _render_condition(condition: SettingCondition, setting: Setting | None) -> str:
    """Return a condition, with a slot for the link to its setting.

    `setting`: that it is about, None if the layer does not declare it.
    """
    match condition.value:
        case tuple():
            value, has = ", ".join(list_enabled_texts(condition.value)), True
        case bool():
            value, has = "true" if condition.value else "false", False
        case _ if setting is None:
            value, has = str(condition.value), False
        case _:
            value, has = render_value(setting, condition.value), False
    if not value:
        return tr("{setting} is empty", setting=PLACEHOLDER_CHARACTER)
    if has:
        return tr("{setting} includes {values}", setting=PLACEHOLDER_CHARACTER, values=value)
    return tr("{setting} is {value}", setting=PLACEHOLDER_CHARACTER, value=value)


def _list_choice_rows(choices: Sequence[SettingChoice]) -> Iterator[TableRow]:
    """Yield a row for each visible choice of a setting."""
    for choice in choices:
        if choice.visibility is not Visibility.HIDDEN:
            label = f"{choice.label}{_render_status_remark(choice.status)}"
            description = make_text_runs(choice.description)
            if choice.url:
                description += (TextRun(" "), TextRun(choice.url, url=choice.url))
            yield TableRow(
                (make_code_runs(choice.key or _EMPTY_TEXT), make_text_runs(label), description)
            )


def _split_paragraphs(words: str) -> Iterator[Block]:
    """Yield a paragraph for each part of a text between empty lines."""
    for part in words.replace("\r", "").split("\n\n"):
        lines = "\n".join(line.strip() for line in part.split("\n") if line.strip())
        if lines:
            yield Paragraph(make_text_runs(lines))


FORMAT = 1


def render_json(layers: Sequence[LayerSettings]) -> str:
    """Render the layers with settings and values as JSON, without empty members."""
    document = {"format": FORMAT, "layers": [_make_layer_members(layer) for layer in layers]}
    # Lone surrogates cannot be encoded; as escapes they are valid JSON.
    text = escape_control_characters(json.dumps(document, indent=2, ensure_ascii=False))
    return text.encode("utf-8", "backslashreplace").decode() + "\n"


def _make_layer_members(layer: LayerSettings) -> dict[str, Any]:
    """Return the JSON members of a layer."""
    declared_layer = layer.declared
    return _drop_empty_members(
        name=declared_layer.name,
        is_on=layer.is_on,
        manifest=declared_layer.manifest,
        library=declared_layer.library,
        file_format_version=declared_layer.file_format,
        api_version=declared_layer.api_version,
        implementation_version=declared_layer.implementation_version,
        status=declared_layer.status.value,
        description=declared_layer.description,
        introduction=declared_layer.introduction,
        url=declared_layer.url,
        platforms=list(declared_layer.platforms),
        enable_environment=declared_layer.enable_variable,
        disable_environment=declared_layer.disable_variable,
        settings=_list_setting_members(layer, declared_layer.settings),
        presets=[_make_preset_members(preset) for preset in declared_layer.presets],
        not_in_force=[{"key": note.key, "reason": note.sentence} for note in layer.lost_values],
    )


def _list_setting_members(
    layer: LayerSettings, settings: Sequence[Setting]
) -> list[dict[str, Any]]:
    """Return the JSON members of the visible settings."""
    return [
        _make_setting_members(layer, setting)
        for setting in settings
        if setting.visibility is not Visibility.HIDDEN
    ]


def _make_setting_members(layer: LayerSettings, setting: Setting) -> dict[str, Any]:
    """Return the JSON members of a setting, with its value and how it can be set."""
    declared_layer = layer.declared
    unmet_conditions = layer.unmet_settings.get(setting.key)
    described_members = _drop_empty_members(
        key=setting.key,
        type=setting.type.value,
        label=setting.label,
        description=setting.description,
        detailed=setting.detailed,
        url=setting.url,
        status=setting.status.value,
        view=setting.visibility.value,
        platforms=list(setting.platforms),
        unit=setting.unit,
        minimum=setting.minimum,
        maximum=setting.maximum,
        filter=setting.filter,
        format=setting.format,
        choices=[_make_choice_members(layer, choice) for choice in setting.choices],
        suggestions=list(setting.suggestions),
        deprecated_by=setting.deprecated_by,
        dependence=_make_dependence_members(setting.dependence),
        settings=_list_setting_members(layer, setting.settings),
    )
    if setting.type is SettingType.GROUP:
        return described_members
    return described_members | _drop_empty_members(
        default=make_plain_value(setting.default),
        value=make_plain_value(layer.get_value(setting)),
        is_chosen=setting.key in layer.values,
        not_written=layer.get_writable_value(setting).reason,
        without_effect=render_unmet_comment(declared_layer, unmet_conditions)
        if unmet_conditions
        else "",
        file_key=get_name_in_file(declared_layer, setting),
        variables=list(list_variable_names(declared_layer, setting)),
        android_properties=list(list_android_properties(declared_layer, setting)),
        api_type="" if declared_layer.own_settings else get_api_type_name(setting),
    )


def _make_choice_members(layer: LayerSettings, choice: SettingChoice) -> dict[str, Any]:
    """Return the JSON members of a choice of a setting."""
    return {"key": choice.key} | _drop_empty_members(
        label=choice.label,
        description=choice.description,
        url=choice.url,
        status=choice.status.value,
        view=choice.visibility.value,
        platforms=list(choice.platforms),
        settings=_list_setting_members(layer, choice.settings),
    )


def _make_dependence_members(dependence: Dependence) -> dict[str, Any]:
    """Return the JSON members of the conditions on which a setting depends."""
    if not dependence.conditions:
        return {}
    conditions = [_make_condition_members(condition) for condition in dependence.conditions]
    return {"mode": dependence.mode.value, "conditions": conditions}


def _make_condition_members(condition: SettingCondition) -> dict[str, Any]:
    """Return the JSON members of one condition."""
    return {"setting": condition.setting, "value": make_plain_value(condition.value)}


def _make_preset_members(preset: Preset) -> dict[str, Any]:
    """Return the JSON members of a preset."""
    return _drop_empty_members(
        label=preset.label,
        description=preset.description,
        status=preset.status.value,
        view=preset.visibility.value,
        platforms=list(preset.platforms),
        values={value.key: make_plain_value(value.value) for value in preset.values},
    )


def make_plain_value(value: Value) -> Any:
    """Return a value for JSON: FLAGS as strings, items of a LIST with their state.

    A number that is not finite, which JSON lacks, becomes a text.
    """
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if not isinstance(value, tuple):
        return value
    return [
        {"value": item.value, "enabled": item.enabled} if isinstance(item, ListItem) else item
        for item in value
    ]


_OMITTED_VALUES: tuple[Any, ...] = (None, "", [], {})


def _drop_empty_members(**members: Any) -> dict[str, Any]:
    """Return these members without empty values."""
    # A value of "" or [] is a value: only other members may be omitted when empty.
    return {
        name: value
        for name, value in members.items()
        if name in ("default", "value") or value not in _OMITTED_VALUES
    }
