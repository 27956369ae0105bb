"""Content of the settings page of one layer: values and filters in, rows out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import LayerEntry, ListItem, SettingType, Value
from vkconfig_py.model.layer_settings import own_notes, setting_rows
from vkconfig_py.model.layer_settings.declared import (
    DeclaredLayer,
    Setting,
    SettingChoice,
    Visibility,
    list_undeclared_parts,
    walk_settings,
)
from vkconfig_py.model.layer_settings.encoding import (
    TextTarget,
    encode_for_layer,
    encode_own_value,
    explain_ignored_digits,
    explain_unknown_message,
    get_path_separator,
)
from vkconfig_py.model.layer_settings.known_layers import find_entry_reading
from vkconfig_py.model.layer_settings.layer_values import (
    Values,
    add_defaults,
    find_lone_entry,
    is_default,
    list_chosen_values,
    list_lost_values,
    list_shown_choices,
    make_default_values,
)
from vkconfig_py.model.layer_settings.own_file import NO_FILE, OwnFile
from vkconfig_py.model.layer_settings.setting_conditions import (
    UnmetConditions,
    find_below_unselected,
    find_unmet_conditions,
)
from vkconfig_py.model.layer_settings.setting_names import (
    find_hiding_source,
    find_key_path,
    is_offered,
    render_elsewhere,
    walk_offered,
)
from vkconfig_py.model.layer_settings.setting_paths import NO_VARIABLES, PathVariables
from vkconfig_py.model.layer_settings.setting_rows import (
    ChangeMark,
    NodeKind,
    SettingNote,
    SettingRow,
    ValueInput,
    find_shape,
)
from vkconfig_py.model.text.wording import quote_name

_UNSET_MARK = object()
NO_DRAFTS: Mapping[str, str] = MappingProxyType({})


class SettingFilters(NamedTuple):
    """Filters of the page.

    Attributes:
        shows_all: also show settings for advanced users and developers.
        only_changed: only show settings that the user set.
        shows_unsupported: also show settings that the installed version of the layer ignores.
        searched_key: key of a setting that is temporarily shown despite the filters.
    """

    query: str = ""
    only_changed: bool = False
    shows_all: bool = False
    shows_unsupported: bool = False
    searched_key: str = ""


NO_FILTERS = SettingFilters()


class SettingsRequest(NamedTuple):
    """Everything that the rows depend on.

    Attributes:
        initial_entry: the layer's entry when the session began.
        path_variables: values of the path variables for these programs.
        prefix: prefix of compiled-in paths (`Host.prefix`).
        own_variables: names of the variables that this configuration sets.
        drafts: invalid typed text, by the setting's key.
        own_file: the user's file whose values are the defaults of a layer of its own ways.
        effect_time: of an edit of a setting that the layer does not read only once.
        launched_entries: the layer's entry when each program that runs was launched.
        known_messages: IDs of messages that are found on the machine, sorted.
    """

    declared: DeclaredLayer
    entry: LayerEntry | None = None
    initial_entry: LayerEntry | None = None
    platform: str = "LINUX"
    environment: Mapping[str, str] = NO_DRAFTS
    path_variables: PathVariables = NO_VARIABLES
    prefix: str = ""
    own_variables: frozenset[str] = frozenset()
    drafts: Mapping[str, str] = NO_DRAFTS
    filters: SettingFilters = NO_FILTERS
    own_file: OwnFile = NO_FILE
    effect_time: setting_rows.EffectTime = setting_rows.EffectTime.NO_PROGRAM
    launched_entries: tuple[LayerEntry | None, ...] = ()
    known_messages: tuple[str, ...] = ()


class SettingsState(NamedTuple):
    """The rows, and the header of the page.

    Attributes:
        changed_count: number of the settings that the user set.
        unsupported_count: number of settings that have no row, or have one on demand, because the
            installed version of the layer ignores them.
        values: of every setting. chosen: those that the user set.
    """

    rows: tuple[SettingRow, ...] = ()
    total: int = 0
    changed_count: int = 0
    unsupported_count: int = 0
    values: Values = MappingProxyType({})
    chosen_values: Values = MappingProxyType({})


def find_matching_keys(declared_layer: DeclaredLayer, query: str) -> frozenset[str]:
    """Return the keys of settings that contain every word of a search.

    Key, label, descriptions and unit of the setting and of its values or flags are searched. An
    empty query matches every setting.
    """
    words = query.casefold().split()
    texts = [
        (setting.key, collect_searched_text(setting)) for setting in declared_layer.walk_settings()
    ]
    return frozenset(key for key, text in texts if all(word in text for word in words))


def collect_searched_text(setting: Setting) -> str:
    """Return all texts of a setting that a search looks through, case-folded."""
    parts = [setting.key, setting.label, setting.description, setting.detailed, setting.unit]
    parts += [setting.variable, setting.status]
    for choice in setting.choices:
        parts += [choice.key, choice.label, choice.description]
    return "\n".join(parts).casefold()


_INPUT_BY_TYPE = {
    SettingType.INT: ValueInput.NUMBER,
    SettingType.FLOAT: ValueInput.NUMBER,
    SettingType.STRING: ValueInput.TEXT,
    SettingType.FRAMES: ValueInput.TEXT,
    SettingType.ENUM: ValueInput.CHOICE,
    SettingType.LIST: ValueInput.LIST,
    SettingType.LOAD_FILE: ValueInput.LOAD_FILE,
    SettingType.SAVE_FILE: ValueInput.SAVE_FILE,
    SettingType.LOAD_FOLDER: ValueInput.FOLDER,
    SettingType.SAVE_FOLDER: ValueInput.FOLDER,
}
_CHECK_BOX_TYPES = frozenset({SettingType.BOOL, SettingType.BOOL_NUMERIC})


def compute_state(request: SettingsRequest) -> SettingsState:
    """Return the rows and the header of the settings page."""
    builder = _RowBuilder(request)
    rows = (*builder.build_rows(request.declared.settings), *builder.build_lost_rows())
    return SettingsState(
        rows=rows,
        total=sum(1 for _ in walk_offered(request.declared.settings, request.platform)),
        changed_count=len(builder.changed_keys),
        unsupported_count=len(builder.unsupported_keys),
        values=builder.values,
        chosen_values=builder.chosen_values,
    )


def count_changed(declared_layer: DeclaredLayer, entry: LayerEntry | None, platform: str) -> int:
    """Return how many settings of a layer the user set, as the page counts them."""
    return len(
        list_shown_choices(declared_layer, list_chosen_values(declared_layer, entry), platform)
    )


class _RowBuilder:
    """Builds the rows of the settings page for one request."""

    def __init__(self, request: SettingsRequest) -> None:
        self._request = request
        self._filters = request.filters
        declared_layer = request.declared
        self.chosen_values = list_chosen_values(declared_layer, request.entry)
        self._initial_values = list_chosen_values(declared_layer, request.initial_entry)
        self._launched_values = [
            list_chosen_values(declared_layer, entry) for entry in request.launched_entries
        ]
        self.values = add_defaults(declared_layer, self.chosen_values)
        self._initial_effective_values = add_defaults(declared_layer, self._initial_values)
        self._defaults = make_default_values(declared_layer)
        self._settings = {setting.key: setting for setting in declared_layer.walk_settings()}
        unmet_by_key = find_below_unselected(declared_layer, self.values)
        self._declared_unmet = find_unmet_conditions(declared_layer, self.values, unmet_by_key)
        self._unmet_conditions = {**unmet_by_key, **self._declared_unmet}
        self._searched_path = find_key_path(declared_layer.settings, request.filters.searched_key)
        self._lost_notes = {
            note.key: note for note in list_lost_values(declared_layer, request.entry)
        }
        self._separator = get_path_separator(request.platform)
        self._query_words = setting_rows.split_query(request.filters.query)
        self._matching_keys = (
            find_matching_keys(declared_layer, request.filters.query)
            if self._query_words
            else frozenset()
        )
        self.changed_keys = list_shown_choices(declared_layer, self.chosen_values, request.platform)
        self._changed = frozenset(self.changed_keys)
        self.unsupported_keys: set[str] = set()  # without those that stand out
        self._prominent_keys = {*self.changed_keys, *self._lost_notes, *request.drafts}

    # ---- filters

    def _is_searched(self, setting: Setting) -> bool:
        """True if the filters and the search let a setting have a row."""
        key = setting.key
        if key == self._filters.searched_key:
            return True
        is_prominent = key in self._prominent_keys
        if self._filters.only_changed and not is_prominent:
            return False
        if self._query_words:
            return key in self._matching_keys
        if is_prominent:
            return True
        if not self._filters.shows_all and setting.visibility is not Visibility.STANDARD:
            return False
        if setting.type is SettingType.GROUP or setting.is_known(self._request.own_file.release):
            return True
        self.unsupported_keys.add(key)
        return self._filters.shows_unsupported

    def _is_hidden(self, setting_or_choice: Setting | SettingChoice) -> bool:
        """True if a setting or value is hidden, or for other platforms."""
        return not is_offered(setting_or_choice, self._request.platform)

    # ---- rows

    def build_setting_row(self, setting: Setting, parent_key: str = "") -> SettingRow | None:
        """Return the row of a setting with its children, None if all are filtered out."""
        if self._is_hidden(setting):
            return None
        is_wanted = self._is_searched(setting)
        child_settings = self.build_rows(setting.settings, setting.key)
        children = (*child_settings, *self._build_part_rows(setting, is_whole=is_wanted))
        has_shown_rows = any(child.kind in (NodeKind.GROUP, NodeKind.SETTING) or child.children
                    for child in children)  # fmt: skip
        if setting.type is SettingType.GROUP:
            return self._build_group_row(setting, children) if children else None
        if not is_wanted and not has_shown_rows:
            return None
        return self._build_row(setting, children, parent_key)

    def build_rows(self, settings: Iterable[Setting], parent_key: str = "") -> Iterator[SettingRow]:
        """Yield the rows of settings that the filters let through."""
        for setting in settings:
            if (node := self.build_setting_row(setting, parent_key)) is not None:
                yield node

    def _build_part_rows(self, setting: Setting, *, is_whole: bool) -> tuple[SettingRow, ...]:
        """Return a setting's child rows: flags, list entries, settings of the selected ENUM value.

        `is_whole`: all flags or entries, not only those that the filters let through.
        """
        match setting.type:
            case SettingType.FLAGS:
                return self._build_flag_rows(setting, is_whole=is_whole)
            case SettingType.LIST:
                return self._build_item_rows(setting) if is_whole else ()
            case SettingType.ENUM:
                return self._build_child_rows(setting)
        return ()

    def _build_child_rows(self, setting: Setting) -> tuple[SettingRow, ...]:
        """Return the rows of settings below the values of an ENUM."""
        value = self.values[setting.key]
        shows_every_row = bool(self._query_words) or self._filters.only_changed
        child_settings = (
            child
            for choice in setting.choices
            if not self._is_hidden(choice)
            for child in choice.settings
            if choice.key == value or shows_every_row or self._has_prominent_setting(child)
        )
        return tuple(self.build_rows(child_settings, setting.key))

    def _has_prominent_setting(self, setting: Setting) -> bool:
        """True if a setting or one below it is searched for, changed, lost or being typed."""
        return setting.key in self._searched_path or any(
            descendant.key in self._prominent_keys for descendant in walk_settings((setting,))
        )

    def _build_flag_rows(self, setting: Setting, *, is_whole: bool) -> tuple[SettingRow, ...]:
        """Return the rows of a setting's flags, with undeclared flags that are set."""
        nodes = []
        for choice in setting.choices:
            child_rows = tuple(self.build_rows(choice.settings, setting.key))
            is_chosen = choice.key in _list_entries(self.values[setting.key])
            is_hidden = self._is_hidden(choice) and not is_chosen
            if not is_hidden and (child_rows or (is_whole and self._is_shown(setting, choice))):
                nodes.append(self._build_flag_row(setting, choice, child_rows))
        undeclared_flags = (
            list_undeclared_parts(setting, self.values[setting.key]) if is_whole else ()
        )
        return (*nodes, *(self._build_lost_flag_row(setting, part) for part in undeclared_flags))

    def _is_shown(self, setting: Setting, choice: SettingChoice) -> bool:
        """True if the filters and the search let a flag have a row."""
        is_part_changed = self._mark_part(setting, choice.key) is not ChangeMark.NONE
        if self._filters.only_changed:
            return is_part_changed or not self._is_at_default(setting, choice.key)
        if is_part_changed:
            return True
        if self._query_words:
            return any(
                setting_rows.has_all_words(self._query_words, setting_or_choice)
                for setting_or_choice in (setting, choice)
            )
        return self._filters.shows_all or choice.visibility is Visibility.STANDARD

    # ---- one row each

    def _build_group_row(self, setting: Setting, children: tuple[SettingRow, ...]) -> SettingRow:
        """Return the row of a GROUP, marked as changed if a row below it is."""
        child_marks = [node.change_mark for child in children for node in child.walk()]
        mark = (
            ChangeMark.CHANGED
            if ChangeMark.CHANGED in child_marks
            else ChangeMark.KEPT
            if ChangeMark.KEPT in child_marks
            else None
        )
        needs = setting_rows.make_unmet_note(self._find_shared_unmet(setting), self._settings)
        if any(node.is_requirement_noted for child in children for node in child.walk()):
            needs = None
        return SettingRow(
            setting.key,
            NodeKind.GROUP,
            setting.label,
            setting.key,
            hint=setting_rows.render_status(setting.status),
            change_mark=mark or ChangeMark.NONE,
            notes=(needs,) if needs else (),
            description=setting.description,
            detailed=setting.detailed,
            url=setting.url,
            is_expanded=setting.expanded or bool(self._query_words),
            children=children,
        )

    def _build_row(
        self, setting: Setting, children: tuple[SettingRow, ...], parent_key: str
    ) -> SettingRow:
        """Return the row of a setting that has a value."""
        key, value = setting.key, self.values[setting.key]
        draft = self._request.drafts.get(key)
        value_input = _INPUT_BY_TYPE.get(setting.type, ValueInput.NONE)
        text = setting_rows.render_value_text(setting, value)
        if (entry := find_lone_entry(setting, value)) is not None:
            value_input, text = ValueInput.ENTRY, entry
        layer, release = self._request.declared.name, self._request.own_file.release
        effect_time = self._find_effect_time(setting)
        unmet_conditions = self._unmet_conditions.get(key)
        needs = setting_rows.make_unmet_note(unmet_conditions, self._settings)
        notes = self._list_notes(
            setting, draft, None if self._is_noted_by_parent(key, parent_key) else needs
        )
        return SettingRow(
            key,
            NodeKind.SETTING,
            setting.label,
            key,
            hint=setting_rows.render_hint(
                setting,
                setting_rows.render_versions(setting, layer, release),
                effect_time,
                self._request.effect_time,
            ),
            checked=bool(value) if setting.type in _CHECK_BOX_TYPES else None,
            input_kind=value_input,
            text=text if draft is None else draft,
            is_draft=draft is not None,
            unit=setting.unit if setting.type in setting_rows.NUMBER_TYPES else "",
            shape=find_shape(setting),
            can_browse=value_input in setting_rows.PATH_INPUTS
            or (value_input is ValueInput.LIST and bool(setting.filter)),
            default_text=self._render_default(setting),
            change_mark=self._mark_setting(setting),
            is_dimmed=needs is not None,
            requirement=needs.text if needs else "",
            is_requirement_noted=needs in notes,
            notes=notes,
            effect_word=setting_rows.EFFECT_WORDS[effect_time],
            effect=setting_rows.EFFECT_SENTENCES[effect_time],
            is_hint_kept=effect_time is setting_rows.EffectTime.PENDING,
            description=setting.description,
            detailed=setting.detailed,
            url=setting.url,
            is_expanded=setting.expanded or bool(self._query_words),
            children=children,
        )

    def _find_effect_time(self, setting: Setting) -> setting_rows.EffectTime:
        """Return when an edit of a setting takes effect."""
        own_settings, key = self._request.declared.own_settings, setting.key
        has_file = self._request.entry is not None and self._request.entry.settings
        return setting_rows.find_effect_time(
            setting,
            self._request.effect_time,
            # A launch without settings writes no file that an edit could replace.
            is_live=bool(has_file and own_settings is not None and own_settings.is_live),
            was_changed=any(
                self.chosen_values.get(key) != values.get(key) for values in self._launched_values
            ),
        )

    def _is_noted_by_parent(self, key: str, parent_key: str) -> bool:
        """True if the row above says why a setting has no effect: its parent, or its group."""
        if key in self._changed or key == self._filters.searched_key:
            return False
        parent = self._settings.get(parent_key)
        if parent is not None and self._find_shared_unmet(parent) is not None:
            return True
        unmet_conditions = self._declared_unmet.get(key)
        return unmet_conditions is None or {
            condition.setting for condition in unmet_conditions.conditions
        } == {parent_key}

    def _find_shared_unmet(self, group: Setting) -> UnmetConditions | None:
        """Return the unmet conditions that all settings of a group have in common, or None."""
        if group.type is not SettingType.GROUP or not group.settings:
            return None
        shared, *others = (self._declared_unmet.get(child.key) for child in group.settings)
        is_shared = shared is not None and all(
            other is not None and other.conditions == shared.conditions for other in others
        )
        return shared if is_shared else None

    def _build_flag_row(
        self, setting: Setting, choice: SettingChoice, children: tuple[SettingRow, ...]
    ) -> SettingRow:
        """Return the row of one declared flag."""
        is_on = choice.key in _list_entries(self.values[setting.key])
        default = choice.key in _list_entries(self._defaults[setting.key])
        default_text = tr("default on") if default else tr("default off")
        effect_time = self._find_effect_time(setting)
        return SettingRow(
            f"{setting.key}={choice.key}",
            NodeKind.FLAG,
            choice.label,
            setting.key,
            choice.key,
            hint=setting_rows.render_status(choice.status),
            checked=is_on,
            default_text="" if is_on == default else default_text,
            change_mark=self._mark_part(setting, choice.key),
            is_dimmed=setting.key in self._unmet_conditions,
            effect_word=setting_rows.EFFECT_WORDS[effect_time],
            effect=setting_rows.EFFECT_SENTENCES[effect_time],
            description=choice.description or setting.description,
            url=choice.url or setting.url,
            is_expanded=choice.expanded or bool(self._query_words),
            children=children,
        )

    def _build_lost_flag_row(self, setting: Setting, part: str) -> SettingRow:
        """Return the row of a flag that is set but not declared."""
        notes = (
            SettingNote(
                "warn", "warn", tr("The layer does not recognize this flag, so it is not written.")
            ),
        )
        effect_time = self._find_effect_time(setting)
        return SettingRow(
            f"{setting.key}={part}",
            NodeKind.LOST_FLAG,
            part,
            setting.key,
            part,
            can_remove=True,
            change_mark=self._mark_part(setting, part),
            notes=notes,
            effect_word=setting_rows.EFFECT_WORDS[effect_time],
            effect=setting_rows.EFFECT_SENTENCES[effect_time],
        )

    def _build_item_rows(self, setting: Setting) -> tuple[SettingRow, ...]:
        """Return a row for each entry of a LIST, none if the field shows its only entry."""
        value = self.values[setting.key]
        if find_lone_entry(setting, value) is not None:
            return ()
        items = [entry for entry in _list_entries(value) if isinstance(entry, ListItem)]
        previous_entries = _list_entries(self._initial_effective_values.get(setting.key))
        nodes: dict[str, SettingRow] = {}
        effect_time = self._find_effect_time(setting)
        for item in items:
            text = str(item.value)
            note = self._make_entry_note(setting, text) if item.enabled else None
            node = SettingRow(
                f"{setting.key}#{text}",
                NodeKind.ITEM,
                text,
                setting.key,
                text,
                checked=item.enabled,
                can_remove=True,
                change_mark=ChangeMark.NONE if item in previous_entries else ChangeMark.CHANGED,
                is_dimmed=setting.key in self._unmet_conditions,
                notes=() if note is None else (note,),
                effect_word=setting_rows.EFFECT_WORDS[effect_time],
                effect=setting_rows.EFFECT_SENTENCES[effect_time],
                description=setting.description,
                url=setting.url,
            )
            nodes.setdefault(node.id, node)
        return tuple(nodes.values())

    def _make_entry_note(self, setting: Setting, text: str) -> SettingNote | None:
        """Return the note that an entry is ignored or cannot be written, or None."""
        declared_layer = self._request.declared
        entries = find_entry_reading(declared_layer.name, declared_layer.api_version, setting.key)
        if sentence := explain_ignored_digits(text, entries):
            return SettingNote("warn", "warn", sentence)
        if note := setting_rows.make_entry_note(setting, text, self._separator):
            return note
        doubt_text = explain_unknown_message(text, entries, self._request.known_messages)
        return SettingNote("warn", "warn", doubt_text) if doubt_text else None

    def _make_lone_entry_note(self, setting: Setting) -> SettingNote | None:
        """Return the note on the entry in the field of a LIST, or None."""
        entry = find_lone_entry(setting, self.values[setting.key])
        return self._make_entry_note(setting, entry) if entry else None

    def _make_hidden_note(self, setting: Setting) -> SettingNote | None:
        """Return the note that a deprecated setting or its variable counts in place of this one."""
        if setting.key not in self.chosen_values:
            return None
        request = self._request
        hiding_source = find_hiding_source(
            request.declared, setting, self.chosen_values, request.environment
        )
        if not hiding_source:
            return None
        is_setting = hiding_source in self.chosen_values
        source_text = quote_name(hiding_source) if is_setting else hiding_source
        sentence = tr("No effect: {names} is set and takes precedence.", names=source_text)
        if is_setting:
            return SettingNote("warn", "warn", sentence, tr("Go to setting"), hiding_source)
        return SettingNote("warn", "terminal", sentence)

    def build_lost_rows(self) -> list[SettingRow]:
        """Return rows for stored values whose settings have no row of their own."""
        request = self._request
        if self._query_words or request.entry is None:
            return []
        offered_keys = {
            setting.key for setting in walk_offered(request.declared.settings, request.platform)
        }
        nodes = []
        for stored_setting in request.entry.settings:
            if stored_setting.key not in offered_keys:
                reason = self._explain_missing_row(stored_setting.key)
                key = stored_setting.key
                note = SettingNote("info", "info", tr("{reason} Not written.", reason=reason))
                text = setting_rows.render_plain_value(stored_setting.value)
                node = SettingRow(f"?{key}", NodeKind.LOST, key, key, hint=text, can_remove=True,
                            is_dimmed=True, notes=(note,))  # fmt: skip
                nodes.append(node)
        return nodes

    def _explain_missing_row(self, key: str) -> str:
        """Return why a setting with a stored value has no row."""
        if key in self._lost_notes:
            return self._lost_notes[key].sentence
        return render_elsewhere(self._settings[key], self._request.platform)

    # ---- marks

    def _render_default(self, setting: Setting) -> str:
        """Return "default 10" or "set to the default", or "" if the user did not set the value."""
        key = setting.key
        if key not in self._changed and key not in self._request.drafts:
            return ""
        text = setting_rows.render_value_text(setting, setting.default)
        value = self._request.own_file.values.get(setting.own_name)
        if value is not None:
            return f"{self._request.own_file.render_source(value)}: {text}"
        if key in self._changed and is_default(setting, self.values[key]):
            return setting_rows.SET_TO_DEFAULT
        return tr("default {value}", value=text)

    def _mark_setting(self, setting: Setting) -> ChangeMark:
        """Return whether the user set a setting, and changed it in this session."""
        key = setting.key
        is_same = self.chosen_values.get(key, _UNSET_MARK) == self._initial_values.get(
            key, _UNSET_MARK
        )
        is_same = is_same and key not in self._request.drafts
        return _choose_mark(is_same, key not in self._changed)

    def _is_at_default(self, setting: Setting, part: str) -> bool:
        """True if a flag or entry is on or off as by default."""
        chosen_value, default = self.values[setting.key], self._defaults[setting.key]
        return (part in _list_entries(chosen_value)) == (part in _list_entries(default))

    def _mark_part(self, setting: Setting, part: str) -> ChangeMark:
        """Return whether the user set a flag or entry, and changed it in this session."""
        is_on = part in _list_entries(self.values[setting.key])
        was_enabled = part in _list_entries(self._initial_effective_values[setting.key])
        return _choose_mark(is_on == was_enabled, self._is_at_default(setting, part))

    def _list_notes(
        self, setting: Setting, draft: str | None, needs: SettingNote | None
    ) -> tuple[SettingNote, ...]:
        """Return the notes below a setting's row.

        `draft` is text being typed, None if there is none.
        """
        request, value = self._request, self.values[setting.key]
        notes: list[SettingNote | None] = [
            self._make_draft_note(setting, draft, value) if draft is not None else None,
            self._make_unwritten_note(setting) if draft is None else None,
            self._make_lone_entry_note(setting) if draft is None else None,
            *self._list_own_file_notes(setting),
            setting_rows.make_override_note(
                request.declared, setting, self._overriding_variables(), request.own_variables
            ),
            needs,
            self._make_hidden_note(setting),
            setting_rows.make_deprecated_note(setting, self._settings),
        ]
        return tuple(dict.fromkeys(note for note in notes if note is not None))

    def _make_draft_note(self, setting: Setting, draft: str, value: Value) -> SettingNote | None:
        """Return the note that a typed text is invalid, or None if it is valid."""
        request = self._request
        problem = own_notes.find_typed_problem(
            request.declared, request.own_file, setting, draft, self.values
        )
        return setting_rows.make_draft_note(setting, problem, value) if problem else None

    def _overriding_variables(self) -> Mapping[str, str]:
        """Return the variables that win over what is chosen here."""
        request = self._request
        if request.declared.own_settings is None:
            return request.environment
        # What is chosen takes the place of the session's variable, not of the configuration's.
        return {
            name: text
            for name, text in request.environment.items()
            if name in request.own_variables
        }

    def _list_own_file_notes(self, setting: Setting) -> Iterator[SettingNote]:
        """Yield notes on what the user's own file says, and on the variable that wins over it."""
        request, own_settings = self._request, self._request.declared.own_settings
        if own_settings is None:
            return
        is_changed = setting.key in self._changed
        own_settings = own_settings._replace(release=request.own_file.release)
        value = request.own_file.values.get(setting.own_name)
        if not is_changed and value is not None:
            home = request.environment.get("HOME", "")
            text_in_use = setting_rows.render_value_text(setting, setting.default)
            wrong_value_notes = tuple(
                own_notes.list_value_notes(
                    own_settings, request.own_file, setting, home, text_in_use
                )
            )
            yield from wrong_value_notes
            overrides_own_file = value.variable == own_settings.overrides != ""
            if not wrong_value_notes and not overrides_own_file:
                yield own_notes.make_file_note(own_settings, request.own_file, setting, home)
        yield from own_notes.list_override_notes(
            own_settings, setting, request.environment, request.own_variables, is_changed=is_changed
        )
        if sentence := own_notes.render_missing_named_file(own_settings, request.own_file):
            yield SettingNote("warn" if is_changed else "info", "file", sentence)
        if (version := own_notes.make_version_note(setting, request.own_file)) is not None:
            yield version
        yield from own_notes.list_effect_notes(own_settings, request.own_file, setting, self.values)

    def _make_unwritten_note(self, setting: Setting) -> SettingNote | None:
        """Return the note that a setting's stored value is not used or not written, or None."""
        request, key = self._request, setting.key
        if key in self._lost_notes:
            return setting_rows.make_lost_note(setting, self._lost_notes[key])
        if key not in self._changed:
            return None
        if request.declared.own_settings is not None:
            encoded_value = encode_own_value(
                request.declared.own_settings, setting, self.values[key], request.path_variables
            )
            return setting_rows.make_unwritten_note(setting, encoded_value, encoded_value)
        value_in_file, value_in_variable = (
            encode_for_layer(
                request.declared,
                setting,
                self.values[key],
                target,
                request.platform,
                request.path_variables,
            )
            for target in (TextTarget.FILE, TextTarget.VARIABLE)
        )
        return setting_rows.make_unwritten_note(setting, value_in_file, value_in_variable)


def _choose_mark(is_same: bool, is_default: bool) -> ChangeMark:
    """Return the mark of a row. `is_same`: unchanged in this session."""
    if not is_same:
        return ChangeMark.CHANGED
    return ChangeMark.NONE if is_default else ChangeMark.KEPT


def _list_entries(value: Value) -> tuple[object, ...]:
    """Return a value's flags or entries, none for a single value."""
    return value if isinstance(value, tuple) else ()
