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
    unknown_parts,
    walk_settings,
)
from vkconfig_py.model.layer_settings.encoding import (
    TextTarget,
    digits_problem,
    encode_for,
    encode_own,
    path_separator,
)
from vkconfig_py.model.layer_settings.known_layers import entry_reading
from vkconfig_py.model.layer_settings.layer_values import (
    Values,
    chosen_values,
    default_values,
    is_default,
    lost_values,
    shown_choices,
    with_defaults,
)
from vkconfig_py.model.layer_settings.own_file import NO_FILE, OwnFile
from vkconfig_py.model.layer_settings.setting_conditions import find_unchosen, find_unmet
from vkconfig_py.model.layer_settings.setting_names import (
    elsewhere,
    find_hiding,
    is_offered,
    path_to,
    walk_offered,
)
from vkconfig_py.model.layer_settings.setting_paths import NO_VARIABLES, PathVariables
from vkconfig_py.model.layer_settings.setting_rows import (
    Input,
    Node,
    NodeKind,
    SettingNote,
    ValueMark,
)

_UNSET = object()
NONE_SET: Mapping[str, str] = MappingProxyType({})


class Filters(NamedTuple):
    """Filters of the page.

    Attributes:
        everything: also show settings for advanced users and developers.
        changed: only show settings that the user set.
        sought: key of a setting that is temporarily shown despite the filters.
    """

    query: str = ""
    changed: bool = False
    everything: bool = False
    sought: str = ""


NO_FILTERS = Filters()


class SettingsRequest(NamedTuple):
    """Everything that the rows depend on.

    Attributes:
        before: the layer's entry when the session began.
        paths: values of the path variables for these programs.
        prefix: prefix of compiled-in paths (`Host.prefix`).
        own: names of the variables that this configuration sets.
        drafts: invalid typed text, by the setting's key.
        own_file: the user's file whose values are the defaults of a layer of its own ways.
    """

    declared: DeclaredLayer
    entry: LayerEntry | None = None
    before: LayerEntry | None = None
    platform: str = "LINUX"
    environment: Mapping[str, str] = NONE_SET
    paths: PathVariables = NO_VARIABLES
    prefix: str = ""
    own: frozenset[str] = frozenset()
    drafts: Mapping[str, str] = NONE_SET
    filters: Filters = NO_FILTERS
    own_file: OwnFile = NO_FILE


class SettingsState(NamedTuple):
    """The rows, and the header of the page.

    Attributes:
        changed: number of the settings that the user set.
        values: of every setting. chosen: those that the user set.
    """

    nodes: tuple[Node, ...] = ()
    total: int = 0
    changed: int = 0
    values: Values = MappingProxyType({})
    chosen: Values = MappingProxyType({})


def matches(declared: DeclaredLayer, query: str) -> frozenset[str]:
    """Return the keys of the settings that contain every word of the query.

    The search covers key, label, descriptions and unit of the setting and of its values or flags.
    An empty query matches everything.
    """
    words = query.casefold().split()
    texts = [(setting.key, searched_text(setting)) for setting in declared.walk()]
    return frozenset(key for key, text in texts if all(word in text for word in words))


def searched_text(setting: Setting) -> str:
    parts = [setting.key, setting.label, setting.description, setting.detailed, setting.unit]
    parts += [setting.variable, setting.status]
    for choice in setting.choices:
        parts += [choice.key, choice.label, choice.description]
    return "\n".join(parts).casefold()


_INPUTS = {
    SettingType.INT: Input.NUMBER,
    SettingType.FLOAT: Input.NUMBER,
    SettingType.STRING: Input.TEXT,
    SettingType.FRAMES: Input.TEXT,
    SettingType.ENUM: Input.CHOICE,
    SettingType.LIST: Input.LIST,
    SettingType.LOAD_FILE: Input.LOAD_FILE,
    SettingType.SAVE_FILE: Input.SAVE_FILE,
    SettingType.LOAD_FOLDER: Input.FOLDER,
    SettingType.SAVE_FOLDER: Input.FOLDER,
}
_CHECKED = frozenset({SettingType.BOOL, SettingType.BOOL_NUMERIC})


def compute_state(request: SettingsRequest) -> SettingsState:
    builder = _Builder(request)
    return SettingsState(
        nodes=(*builder.rows(request.declared.settings), *builder.rows_without_setting()),
        total=sum(1 for _ in walk_offered(request.declared.settings, request.platform)),
        changed=len(builder.changed),
        values=builder.values,
        chosen=builder.chosen,
    )


def count_changed(declared: DeclaredLayer, entry: LayerEntry | None, platform: str) -> int:
    return len(shown_choices(declared, chosen_values(declared, entry), platform))


class _Builder:
    """Builds the rows for one state."""

    def __init__(self, request: SettingsRequest) -> None:
        self._request = request
        self._filters = request.filters
        declared = request.declared
        self.chosen = chosen_values(declared, request.entry)
        self._chosen_before = chosen_values(declared, request.before)
        self.values = with_defaults(declared, self.chosen)
        self._before = with_defaults(declared, self._chosen_before)
        self._defaults = default_values(declared)
        self._settings = {setting.key: setting for setting in declared.walk()}
        unchosen = find_unchosen(declared, self.values)
        self._declared_unmet = find_unmet(declared, self.values, unchosen)
        self._unmet = {**unchosen, **self._declared_unmet}
        self._path = path_to(declared.settings, request.filters.sought)
        self._lost = {note.key: note for note in lost_values(declared, request.entry)}
        self._separator = path_separator(request.platform)
        self._words = setting_rows.words_of(request.filters.query)
        self._matching_keys = (
            matches(declared, request.filters.query) if self._words else frozenset()
        )
        self.changed = shown_choices(declared, self.chosen, request.platform)
        self._changed = frozenset(self.changed)
        self._prominent_keys = {*self.changed, *self._lost, *request.drafts}

    # ---- filters

    def _is_wanted(self, setting: Setting) -> bool:
        key = setting.key
        if key == self._filters.sought:
            return True
        stands_out = key in self._prominent_keys
        if self._filters.changed and not stands_out:
            return False
        if self._words:
            return key in self._matching_keys
        return stands_out or self._filters.everything or setting.visibility is Visibility.STANDARD

    def _is_hidden(self, of: Setting | SettingChoice) -> bool:
        return not is_offered(of, self._request.platform)

    # ---- rows

    def setting(self, setting: Setting, parent_key: str = "") -> Node | None:
        """Return the row of a setting with its children, None if all are filtered out."""
        if self._is_hidden(setting):
            return None
        is_wanted = self._is_wanted(setting)
        child_settings = self.rows(setting.settings, setting.key)
        children = (*child_settings, *self._parts(setting, whole=is_wanted))
        has_shown_rows = any(child.kind in (NodeKind.GROUP, NodeKind.SETTING) or child.children
                    for child in children)  # fmt: skip
        if setting.type is SettingType.GROUP:
            return self._group(setting, children) if children else None
        if not is_wanted and not has_shown_rows:
            return None
        return self._row(setting, children, parent_key)

    def rows(self, settings: Iterable[Setting], parent_key: str = "") -> Iterator[Node]:
        for setting in settings:
            if (node := self.setting(setting, parent_key)) is not None:
                yield node

    def _parts(self, setting: Setting, *, whole: bool) -> tuple[Node, ...]:
        """Return child rows: flags, list entries, settings of the selected ENUM value."""
        match setting.type:
            case SettingType.FLAGS:
                return self._flags(setting, whole=whole)
            case SettingType.LIST:
                return self._items(setting) if whole else ()
            case SettingType.ENUM:
                return self._child_settings(setting)
        return ()

    def _child_settings(self, setting: Setting) -> tuple[Node, ...]:
        value = self.values[setting.key]
        every = bool(self._words) or self._filters.changed
        below = (
            child
            for choice in setting.choices
            if not self._is_hidden(choice)
            for child in choice.settings
            if choice.key == value or every or self._has_prominent(child)
        )
        return tuple(self.rows(below, setting.key))

    def _has_prominent(self, setting: Setting) -> bool:
        """True if a setting or a descendant is searched for, changed, lost or being typed."""
        return setting.key in self._path or any(
            descendant.key in self._prominent_keys for descendant in walk_settings((setting,))
        )

    def _flags(self, setting: Setting, *, whole: bool) -> tuple[Node, ...]:
        nodes = []
        for choice in setting.choices:
            below = tuple(self.rows(choice.settings, setting.key))
            chosen = choice.key in _entries(self.values[setting.key])
            hidden = self._is_hidden(choice) and not chosen
            if not hidden and (below or (whole and self._is_shown(setting, choice))):
                nodes.append(self._flag(setting, choice, below))
        lost = unknown_parts(setting, self.values[setting.key]) if whole else ()
        return (*nodes, *(self._lost_flag(setting, part) for part in lost))

    def _is_shown(self, setting: Setting, choice: SettingChoice) -> bool:
        different = self._mark_of_part(setting, choice.key) is not ValueMark.NONE
        if self._filters.changed:
            return different or not self._is_at_default(setting, choice.key)
        if different:
            return True
        if self._words:
            return any(setting_rows.mention(self._words, of) for of in (setting, choice))
        return self._filters.everything or choice.visibility is Visibility.STANDARD

    # ---- one row each

    def _group(self, setting: Setting, children: tuple[Node, ...]) -> Node:
        below = [node.mark for child in children for node in child.walk()]
        mark = (
            ValueMark.CHANGED
            if ValueMark.CHANGED in below
            else ValueMark.KEPT
            if ValueMark.KEPT in below
            else None
        )
        return Node(
            setting.key,
            NodeKind.GROUP,
            setting.label,
            setting.key,
            hint=setting_rows.status_text(setting.status),
            mark=mark or ValueMark.NONE,
            about=setting.description,
            detailed=setting.detailed,
            url=setting.url,
            expanded=setting.expanded or bool(self._words),
            children=children,
        )

    def _row(self, setting: Setting, children: tuple[Node, ...], parent_key: str) -> Node:
        key, value = setting.key, self.values[setting.key]
        draft = self._request.drafts.get(key)
        typed = _INPUTS.get(setting.type, Input.NONE)
        unmet = self._unmet.get(key)
        needs = setting_rows.unmet_note(unmet, self._settings)
        notes = self._notes_of(
            setting, draft, None if self._is_told_by_parent(key, parent_key) else needs
        )
        return Node(
            key,
            NodeKind.SETTING,
            setting.label,
            key,
            hint=setting_rows.hint(setting),
            checked=bool(value) if setting.type in _CHECKED else None,
            input=typed,
            text=setting_rows.value_text(setting, value) if draft is None else draft,
            draft=draft is not None,
            default=self._default(setting),
            mark=self._mark(setting),
            dim=needs is not None,
            needs=needs.text if needs else "",
            needs_noted=needs in notes,
            notes=notes,
            about=setting.description,
            detailed=setting.detailed,
            url=setting.url,
            expanded=setting.expanded or bool(self._words),
            children=children,
        )

    def _is_told_by_parent(self, key: str, parent_key: str) -> bool:
        if key in self._changed or key == self._filters.sought:
            return False
        unmet = self._declared_unmet.get(key)
        return unmet is None or {condition.setting for condition in unmet.conditions} == {
            parent_key
        }

    def _flag(self, setting: Setting, choice: SettingChoice, children: tuple[Node, ...]) -> Node:
        on = choice.key in _entries(self.values[setting.key])
        default = choice.key in _entries(self._defaults[setting.key])
        usual = tr("default on") if default else tr("default off")
        return Node(
            f"{setting.key}={choice.key}",
            NodeKind.FLAG,
            choice.label,
            setting.key,
            choice.key,
            hint=setting_rows.status_text(choice.status),
            checked=on,
            default="" if on == default else usual,
            mark=self._mark_of_part(setting, choice.key),
            dim=setting.key in self._unmet,
            about=choice.description or setting.description,
            url=choice.url or setting.url,
            expanded=choice.expanded or bool(self._words),
            children=children,
        )

    def _lost_flag(self, setting: Setting, part: str) -> Node:
        notes = (
            SettingNote(
                "warn", "warn", tr("The layer does not know this flag. It is not written.")
            ),
        )
        return Node(
            f"{setting.key}={part}",
            NodeKind.LOST_FLAG,
            part,
            setting.key,
            part,
            removable=True,
            mark=self._mark_of_part(setting, part),
            notes=notes,
        )

    def _items(self, setting: Setting) -> tuple[Node, ...]:
        value = self.values[setting.key]
        items = [entry for entry in _entries(value) if isinstance(entry, ListItem)]
        previous_entries = _entries(self._before.get(setting.key))
        nodes: dict[str, Node] = {}
        for item in items:
            text = str(item.value)
            note = self._entry_note(setting, text) if item.enabled else None
            node = Node(
                f"{setting.key}#{text}",
                NodeKind.ITEM,
                text,
                setting.key,
                text,
                checked=item.enabled,
                removable=True,
                mark=ValueMark.NONE if item in previous_entries else ValueMark.CHANGED,
                dim=setting.key in self._unmet,
                notes=() if note is None else (note,),
                about=setting.description,
                url=setting.url,
            )
            nodes.setdefault(node.id, node)
        return tuple(nodes.values())

    def _entry_note(self, setting: Setting, text: str) -> SettingNote | None:
        declared = self._request.declared
        entries = entry_reading(declared.name, declared.api_version, setting.key)
        if sentence := digits_problem(text, entries):
            return SettingNote("warn", "warn", sentence)
        return setting_rows.entry_note(setting, text, self._separator)

    def _hidden_note(self, setting: Setting) -> SettingNote | None:
        """Note that a deprecated setting or its variable counts in place of this one."""
        if setting.key not in self.chosen:
            return None
        request = self._request
        hiding = find_hiding(request.declared, setting, self.chosen, request.environment)
        if not hiding:
            return None
        sentence = tr("No effect: the layer reads {names} instead, which is set.", names=hiding)
        if hiding in self.chosen:
            return SettingNote("warn", "warn", sentence, tr("Go there"), hiding)
        return SettingNote("warn", "terminal", sentence)

    def rows_without_setting(self) -> list[Node]:
        """Return rows of stored values whose settings have no row."""
        request = self._request
        if self._words or request.entry is None:
            return []
        offered = {
            setting.key for setting in walk_offered(request.declared.settings, request.platform)
        }
        nodes = []
        for stored_setting in request.entry.settings:
            if stored_setting.key not in offered:
                reason = self._why_no_row(stored_setting.key)
                key = stored_setting.key
                note = SettingNote("info", "info", tr("{reason} Not written.", reason=reason))
                text = setting_rows.plain_text(stored_setting.value)
                node = Node(f"?{key}", NodeKind.LOST, key, key, hint=text, removable=True,
                            dim=True, notes=(note,))  # fmt: skip
                nodes.append(node)
        return nodes

    def _why_no_row(self, key: str) -> str:
        if key in self._lost:
            return self._lost[key].sentence
        return elsewhere(self._settings[key], self._request.platform)

    # ---- marks

    def _default(self, setting: Setting) -> str:
        key = setting.key
        if key not in self._changed and key not in self._request.drafts:
            return ""
        text = setting_rows.value_text(setting, setting.default)
        value = self._request.own_file.values.get(setting.own_name)
        if value is not None:
            return f"{self._request.own_file.place_of(value)}: {text}"
        if key in self._changed and is_default(setting, self.values[key]):
            return setting_rows.SET_TO_DEFAULT
        return tr("default {value}", value=text)

    def _mark(self, setting: Setting) -> ValueMark:
        key = setting.key
        same = self.chosen.get(key, _UNSET) == self._chosen_before.get(key, _UNSET)
        same = same and key not in self._request.drafts
        return _mark(same, key not in self._changed)

    def _is_at_default(self, setting: Setting, part: str) -> bool:
        chosen, default = self.values[setting.key], self._defaults[setting.key]
        return (part in _entries(chosen)) == (part in _entries(default))

    def _mark_of_part(self, setting: Setting, part: str) -> ValueMark:
        is_on = part in _entries(self.values[setting.key])
        was_on = part in _entries(self._before[setting.key])
        return _mark(is_on == was_on, self._is_at_default(setting, part))

    def _notes_of(
        self, setting: Setting, draft: str | None, needs: SettingNote | None
    ) -> tuple[SettingNote, ...]:
        request, value = self._request, self.values[setting.key]
        notes: list[SettingNote | None] = [
            setting_rows.draft_note(setting, draft, value) if draft is not None else None,
            self._unwritten(setting) if draft is None else None,
            *self._own_notes(setting),
            setting_rows.override_note(
                request.declared, setting, self._overriding_variables(), request.own
            ),
            needs,
            self._hidden_note(setting),
            setting_rows.deprecated_note(setting, self._settings),
        ]
        return tuple(note for note in notes if note is not None)

    def _overriding_variables(self) -> Mapping[str, str]:
        """Return the variables that win over what is chosen here."""
        request = self._request
        if request.declared.own is None:
            return request.environment
        # What is chosen takes the place of the session's variable, not of the configuration's.
        return {name: text for name, text in request.environment.items() if name in request.own}

    def _own_notes(self, setting: Setting) -> Iterator[SettingNote]:
        """Note what the user's own file says, and the variable that wins over it."""
        request, own_settings = self._request, self._request.declared.own
        if own_settings is None:
            return
        changed = setting.key in self._changed
        own_settings = own_settings._replace(release=request.own_file.release)
        value = request.own_file.values.get(setting.own_name)
        if not changed and value is not None:
            home = request.environment.get("HOME", "")
            used = setting_rows.value_text(setting, setting.default)
            wrong_value_notes = tuple(
                own_notes.value_notes(own_settings, request.own_file, setting, home, used)
            )
            yield from wrong_value_notes
            if not wrong_value_notes and value.variable != own_settings.overrides:
                yield own_notes.file_note(own_settings, request.own_file, setting, home)
        yield from own_notes.override_notes(
            own_settings, setting, request.environment, request.own, changed=changed
        )
        if sentence := own_notes.named_in_vain(own_settings, request.own_file):
            yield SettingNote("warn" if changed else "info", "file", sentence)
        if (version := own_notes.version_note(setting, request.own_file)) is not None:
            yield version
        yield from own_notes.effect_notes(own_settings, request.own_file, setting, self.values)

    def _unwritten(self, setting: Setting) -> SettingNote | None:
        request, key = self._request, setting.key
        if key in self._lost:
            return setting_rows.lost_note(setting, self._lost[key])
        if key not in self._changed:
            return None
        if request.declared.own is not None:
            encoded = encode_own(request.declared.own, setting, self.values[key], request.paths)
            return setting_rows.unwritten_note(setting, encoded, encoded)
        in_file, in_variable = (
            encode_for(
                request.declared, setting, self.values[key], target, request.platform, request.paths
            )
            for target in (TextTarget.FILE, TextTarget.VARIABLE)
        )
        return setting_rows.unwritten_note(setting, in_file, in_variable)


def _mark(same: bool, default: bool) -> ValueMark:
    if not same:
        return ValueMark.CHANGED
    return ValueMark.NONE if default else ValueMark.KEPT


def _entries(value: Value) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else ()
