"""Layers of the settings file, and how they are merged with the layers found by the search.

Follows settings.c: get_settings_layers, combine_settings_layers_with_regular_layers,
check_if_layer_is_in_list and enable_correct_layers_from_settings. Documented in
LoaderInterfaceArchitecture, "Behavior when settings file is active".

The comparison has three generations. Before 1.3.302 missing libraries are compared, too, which
crashes; then the first layer of the same name decides; since 1.4.337 a regular layer is dropped if
its name is in the file.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import KeyPath, Outcome, Reason
from vkconfig_py.loader.files.scan import Scanner
from vkconfig_py.loader.files.search_paths import is_json
from vkconfig_py.loader.manifests.layer import LayerManifest, parse_layer_file, unusable
from vkconfig_py.loader.manifests.reader import Dialect, Failure
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.loader_report import Entry
from vkconfig_py.loader.settings_file import Control, LoaderSettings, SettingsLayer


class Combined(NamedTuple):
    """The merged list.

    Attributes:
        entries: includes placeholders of disabled layers and of repeated unordered entries.
        crashes: the loader crashes on it.
    """

    entries: list[Entry]
    crashes: bool = False


NamedEntries = defaultdict[str, list[Entry]]  # of a list by name, in list order


def combine(
    settings: list[Entry], regular: list[Entry], file: str, profile: LoaderProfile
) -> Combined:
    """Insert the regular layers at the unordered entry of the settings file."""
    # settings.c, get_settings_layers.
    if not settings:
        return Combined(regular)
    # The first unordered entry counts; others are placeholders that change nothing.
    place = next((i for i, e in enumerate(settings) if e.control == Control.UNORDERED), None)
    # Without it the file is the whole list (settings.c, LAYER_CONTROL_UNORDERED is not found).
    if place is None or not regular:
        return Combined(settings)
    # Blacklist, filters and duplicates only affect regular layers, not those of the file.
    joining = _Joining(file, profile)
    joining.add_settings(settings[:place])
    joining.add_regular(regular, settings)
    joining.add_last(settings[place + 1 :])
    return Combined(joining.combined, joining.crashes)


def decide_replaced(entry: Entry, other: Entry, file: str) -> None:
    """Record that an entry is replaced by another one."""
    # An "off" entry has a failure instead of a manifest.
    if other.failure is not None:
        entry.decide(Outcome.OFF, Reason.SETTINGS_FILE_OFF, file, file, other.failure.place)
    else:
        entry.decide(Outcome.SKIPPED, Reason.DUPLICATE, other.file, other.file)


class _Joining:
    """The merged list during construction."""

    def __init__(self, file: str, profile: LoaderProfile) -> None:
        self.combined: list[Entry] = []
        self.crashes = False
        self._file = file
        self._known = NamedEntries(list)
        self._by_name = profile.has(Gate.SETTINGS_BY_NAME)
        # Before 1.3.302 libraries are compared by strcmp, and a placeholder's is NULL.
        self._is_safe = profile.has(Gate.PLACEHOLDERS_NOT_LISTED)

    def add_settings(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            other = self._find(self._known, entry)
            if other is None:
                self._keep(entry)
            else:
                decide_replaced(entry, other, self._file)

    def add_regular(self, regular: Sequence[Entry], settings: Sequence[Entry]) -> None:
        # Without those that have been moved; with the unordered entry, whose name is "".
        moved = set(self.combined)
        listed = NamedEntries(list)
        for entry in settings:
            if self._by_name or entry not in moved:
                listed[entry.name].append(entry)
        for entry in regular:
            if self._by_name:
                # A further copy is left out here at last.
                same = listed[entry.name]
                other = same[0] if same else None
                listed[entry.name].append(entry)
            else:
                other = self._find(self._known, entry) or self._find(listed, entry)
            if other is None:
                self._keep(entry)
            else:
                decide_replaced(entry, other, self._file)

    def add_last(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            if entry.control == Control.UNORDERED or not self._by_name:
                self._keep(entry)
            else:
                self.add_settings((entry,))

    def _keep(self, entry: Entry) -> None:
        self.combined.append(entry)
        self._known[entry.name].append(entry)

    def _find(self, known: NamedEntries, new: Entry) -> Entry | None:
        """Return the entry that replaces a new one (check_if_layer_is_in_list), if any."""
        for entry in known[new.name]:
            if not self._is_safe:
                # Meta-layers have no library to compare: they are never found.
                if new.manifest is not None and new.layer.is_meta:
                    return None
                if not (has_library(entry) and has_library(new)):
                    self.crashes = True
                elif entry.layer.library == new.layer.library:
                    return entry
            elif entry.manifest is None or (new.manifest is not None and new.layer.is_meta):
                return entry  # an "off" entry matches every layer of its name
            elif has_library(new) and has_library(entry):
                # The first of the name that has a library decides.
                return entry if entry.layer.library == new.layer.library else None
        return None


def has_library(entry: Entry) -> bool:
    layer = entry.manifest
    return layer is not None and not layer.is_meta and not layer.stopped_at


class SettingsNote(NamedTuple):
    """Result for one element of `layers`."""

    number: int
    outcome: Outcome
    reason: Reason
    detail: str


class SettingsLayers:
    """Reads the layers of a settings file, in its order."""

    def __init__(
        self, settings: LoaderSettings, scanner: Scanner, profile: LoaderProfile, dialect: Dialect
    ) -> None:
        self._settings = settings
        self._scanner = scanner
        self._dialect = dialect
        self._needs_json = profile.has(Gate.SETTINGS_PATH_JSON)
        self._off_before_is_safe = profile.has(Gate.OFF_BEFORE_THE_SAME)
        self.crashes = False
        self.removed: list[Entry] = []
        # Older loaders do not ask whether a manifest yielded a layer at all.
        self._notices_nothing = not profile.has(Gate.EMPTY_MANIFEST_NOTICED)
        self._every_layer = profile.has(Gate.SETTINGS_SEVERAL_LAYERS)
        self.entries: list[Entry] = []
        self._named = NamedEntries(list)
        self.refused: list[Entry] = []
        self.notes: list[SettingsNote] = []

    def read(self) -> list[Entry]:
        """Return the entries in file order, including placeholders for "off" and unordered."""
        # settings.c, get_loader_settings.
        # Meta-layers of the file are not verified; a circle is noticed when it is expanded.
        for index, wanted in enumerate(self._settings.layers or ()):
            # Neither reads its manifest: get_settings_layers makes an entry with a name alone.
            if wanted.control in (Control.OFF, Control.UNORDERED):
                self._note_placeholder(index, wanted)
                place = (*self._settings.place, "layers", index, "control")
                self._keep(_placeholder(wanted, self._settings.file, place))
            elif is_json(wanted.path) or not self._needs_json:
                self._read_manifest(index, wanted)
            else:
                self._note(index, Outcome.IGNORED, Reason.SETTINGS_NOT_JSON, wanted.path)
        return self.entries

    def _note(self, index: int, outcome: Outcome, reason: Reason, detail: str) -> None:
        self.notes.append(SettingsNote(index, outcome, reason, detail))

    def _note_placeholder(self, index: int, wanted: SettingsLayer) -> None:
        again = any(other.control == wanted.control for other in self._named[wanted.name])
        outcome = Outcome.IGNORED if again else Outcome.ACTS
        reason = Reason.DUPLICATE if again else Reason.SETTINGS_ENTRY
        self._note(index, outcome, reason, f"{wanted.control} {wanted.name}".strip())

    def join(self, regular: list[Entry]) -> list[Entry]:
        """Return all entries of a report, each once: settings file first, then the others."""
        # settings.c, get_settings_layers.
        # A layer is identified by file and name: the search may find the same manifest.
        own = [entry for entry in self.entries if entry.manifest is not None]
        files = {(entry.file, entry.name) for entry in (*own, *self.removed)}
        rest = [entry for entry in regular if (entry.file, entry.name) not in files]
        off = {e.name: e for e in self.entries if e.control == Control.OFF}
        # No unordered entry: layers found by the search do not exist for the program.
        hides_unlisted = self._settings.hides_unlisted
        for entry in rest:
            if entry.name in off:
                decide_replaced(entry, off.pop(entry.name), self._settings.file)
            elif hides_unlisted:
                file = self._settings.file
                place = (*self._settings.place, "layers")
                entry.decide(Outcome.OFF, Reason.SETTINGS_FILE_HIDES, file, file, place)
        return [*own, *self.removed, *self.refused, *off.values(), *rest]

    def _read_manifest(self, index: int, wanted: SettingsLayer) -> None:
        # A relative path is opened from the working directory of the program.
        document = self._scanner.document(wanted.path)
        # treat_as_implicit_manifest replaces the folder in deciding implicit or explicit.
        parsed = parse_layer_file(wanted.path, document, wanted.implicit, self._dialect)
        layers = [x for x in parsed.entries if not isinstance(x, Failure)]
        self.refused += [
            Entry(wanted.path, wanted.implicit, x) for x in parsed.entries if isinstance(x, Failure)
        ]
        if self._notices_nothing and unusable(document, self._dialect) is None:
            self._keep_all(index, wanted, layers)
            return
        acts = known = False
        for number, layer in enumerate(layers):
            entry = Entry(wanted.path, wanted.implicit, layer)
            entry.control = Control.AUTO
            # A file whose last layer fails is abandoned; its earlier layers stay, unchecked.
            # Without Gate.SETTINGS_SEVERAL_LAYERS only the last layer of a file is compared.
            examined = not parsed.last_failed and (self._every_layer or number == len(layers) - 1)
            if examined and layer.name != wanted.name:
                if not self._every_layer:
                    self._take_back(index)
                continue
            if examined and self._is_known(entry):
                known = True
                continue
            if examined:
                entry.control = wanted.control
            self._keep(entry)
            acts = True  # even if it is removed again: then it removes another one as well
        if acts:
            self._note(index, Outcome.ACTS, Reason.SETTINGS_ENTRY, wanted.path)
        else:
            reason = Reason.DUPLICATE if known else Reason.SETTINGS_NO_LAYER
            self._note(index, Outcome.IGNORED, reason, wanted.path)

    def _keep(self, entry: Entry) -> None:
        self.entries.append(entry)
        self._named[entry.name].append(entry)

    def _take_back(self, index: int) -> None:
        """Remove the entry before a misnamed one: loaders before 1.4.347 remove two."""
        placeholders = [x for x in self.entries[:-1] if x.control == Control.UNORDERED]
        if placeholders and not self._off_before_is_safe:
            self.crashes = True  # a placeholder has no name, nor has what was just removed
        if self.entries:
            self._remove_last(index)

    def _remove_last(self, index: int) -> None:
        last = self.entries.pop()
        self._named[last.name].remove(last)
        place = (*self._settings.place, "layers", index)
        file = self._settings.file
        last.decide(Outcome.OFF, Reason.SETTINGS_TAKEN_ALONG, file, file, place)
        if last.manifest is not None:
            self.removed.append(last)

    def _is_known(self, entry: Entry) -> bool:
        """Return whether an earlier entry has the same library; detect a crashing comparison."""
        if entry.manifest is not None and entry.layer.is_meta:
            return False
        for other in self._named[entry.name]:
            if other is entry:
                break
            if not (has_library(other) and has_library(entry)):
                self.crashes |= not self._off_before_is_safe
            # Same name and same library: the earlier entry replaces both. Another library makes two
            # layers.
            elif other.layer.library == entry.layer.library:
                return True
        return False

    def _keep_all(self, index: int, wanted: SettingsLayer, layers: list[LayerManifest]) -> None:
        """Keep all layers of a manifest; only check the last layer of the list."""
        for layer in layers:
            entry = Entry(wanted.path, wanted.implicit, layer)
            entry.control = Control.AUTO
            self._keep(entry)
        if not self.entries:
            self.crashes = True
            return
        # The list's last entry, not the file's: if the manifest was empty it is the entry before.
        last = self.entries[-1]
        if last.manifest is None and last.name == wanted.name:
            self.entries.pop()
            self._named[last.name].remove(last)
            last = _without_library(wanted)
            self._keep(last)
        last.control = wanted.control
        acts = bool(layers)
        if last.name != wanted.name:
            self._remove_last(index)
            self._take_back(index)
        elif self._is_known(last):
            acts = False
            self.entries.pop()
            self._named[last.name].remove(last)
        if acts:
            self._note(index, Outcome.ACTS, Reason.SETTINGS_ENTRY, wanted.path)
        else:
            reason = Reason.DUPLICATE if layers else Reason.SETTINGS_NO_LAYER
            self._note(index, Outcome.IGNORED, reason, wanted.path)


def _without_library(wanted: SettingsLayer) -> Entry:
    """Return an "off" entry that a later one enables: a name without a library."""
    layer = LayerManifest(
        wanted.name,
        wanted.path,
        True,
        api_version=(0, 0, 0),
        implementation_version=0,
        library_path="",
        stopped_at="library_path",
    )
    return Entry(wanted.path, True, layer)


def _placeholder(wanted: SettingsLayer, file: str, place: KeyPath) -> Entry:
    off = Failure(wanted.name, Reason.SETTINGS_FILE_OFF, "", place=place)
    entry = Entry(wanted.path, wanted.implicit, off)
    entry.control = wanted.control
    entry.decide(Outcome.OFF, Reason.SETTINGS_FILE_OFF, file, file, place)
    return entry
