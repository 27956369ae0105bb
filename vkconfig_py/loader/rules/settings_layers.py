"""Reads the layers of the settings file and merges them with those found by the search.

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
from vkconfig_py.loader.manifests.layer import (
    LayerManifest,
    find_document_failure,
    parse_layer_file,
)
from vkconfig_py.loader.manifests.reader import Dialect, Failure
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.loader_report import Entry
from vkconfig_py.loader.settings_file import Control, LoaderSettings, SettingsLayer


class CombinedLayers(NamedTuple):
    """Layers of the settings file and of the search, merged.

    Attributes:
        entries: includes placeholders of disabled layers and of repeated unordered entries.
        is_crashing: the loader crashes on it.
    """

    entries: list[Entry]
    is_crashing: bool = False


NamedEntries = defaultdict[str, list[Entry]]  # of a list by name, in list order


def combine_layers(
    settings: list[Entry], regular: list[Entry], file: str, profile: LoaderProfile
) -> CombinedLayers:
    """Return the settings file's layers with the regular ones inserted at the unordered entry."""
    # settings.c, get_settings_layers.
    if not settings:
        return CombinedLayers(regular)
    # The first unordered entry counts; others are placeholders that change nothing.
    marker_index = next(
        (index for index, entry in enumerate(settings) if entry.control == Control.UNORDERED), None
    )
    # Without it the file is the whole list (settings.c, LAYER_CONTROL_UNORDERED is not found).
    if marker_index is None or not regular:
        return CombinedLayers(settings)
    # Blacklist, filters and duplicates only affect regular layers, not those of the file.
    merge = _SettingsMerge(file, profile)
    merge.add_settings(settings[:marker_index])
    merge.add_regular(regular, settings)
    merge.add_last(settings[marker_index + 1 :])
    return CombinedLayers(merge.combined, merge.crashes)


def decide_replaced(entry: Entry, replacing: Entry, file: str) -> None:
    """Record that an entry is replaced by another one."""
    # An "off" entry has a failure instead of a manifest.
    if replacing.failure is not None:
        entry.decide(Outcome.OFF, Reason.SETTINGS_FILE_OFF, file, file, replacing.failure.key_path)
    else:
        entry.decide(Outcome.SKIPPED, Reason.DUPLICATE, replacing.file, replacing.file)


class _SettingsMerge:
    """Builds the merged list."""

    def __init__(self, file: str, profile: LoaderProfile) -> None:
        self.combined: list[Entry] = []
        self.crashes = False
        self._file = file
        self._kept_entries_by_name = NamedEntries(list)
        self._matches_by_name = profile.has(Gate.SETTINGS_BY_NAME)
        # Before 1.3.302 libraries are compared by strcmp, and a placeholder's is NULL.
        self._is_safe = profile.has(Gate.PLACEHOLDERS_NOT_LISTED)

    def add_settings(self, entries: Sequence[Entry]) -> None:
        """Add layers of the settings file, and decide those that were added before as replaced."""
        for entry in entries:
            replacing = self._find_replacing(self._kept_entries_by_name, entry)
            if replacing is None:
                self._keep(entry)
            else:
                decide_replaced(entry, replacing, self._file)

    def add_regular(self, regular: Sequence[Entry], settings: Sequence[Entry]) -> None:
        """Add regular layers that are not among those of the settings file."""
        # Without those that have been moved; with the unordered entry, whose name is "".
        moved_entries = set(self.combined)
        by_name = NamedEntries(list)
        for entry in settings:
            if self._matches_by_name or entry not in moved_entries:
                by_name[entry.name].append(entry)
        for entry in regular:
            if self._matches_by_name:
                # A further copy is left out here at last.
                same_named = by_name[entry.name]
                replacing = same_named[0] if same_named else None
                by_name[entry.name].append(entry)
            else:
                replacing = self._find_replacing(
                    self._kept_entries_by_name, entry
                ) or self._find_replacing(by_name, entry)
            if replacing is None:
                self._keep(entry)
            else:
                decide_replaced(entry, replacing, self._file)

    def add_last(self, entries: Sequence[Entry]) -> None:
        """Add the layers of the settings file behind the unordered entry."""
        for entry in entries:
            if entry.control == Control.UNORDERED or not self._matches_by_name:
                self._keep(entry)
            else:
                self.add_settings((entry,))

    def _keep(self, entry: Entry) -> None:
        """Append a layer to the combined list."""
        self.combined.append(entry)
        self._kept_entries_by_name[entry.name].append(entry)

    def _find_replacing(self, by_name: NamedEntries, candidate: Entry) -> Entry | None:
        """Return the entry in place of which a new one is left out, or None.

        Follows check_if_layer_is_in_list.
        """
        for entry in by_name[candidate.name]:
            if not self._is_safe:
                # Meta-layers have no library to compare: they are never found.
                if candidate.manifest is not None and candidate.layer.is_meta:
                    return None
                if not (has_library_path(entry) and has_library_path(candidate)):
                    self.crashes = True
                elif entry.layer.library == candidate.layer.library:
                    return entry
            elif entry.manifest is None or (
                candidate.manifest is not None and candidate.layer.is_meta
            ):
                return entry  # an "off" entry matches every layer of its name
            elif has_library_path(candidate) and has_library_path(entry):
                # The first of the name that has a library decides.
                return entry if entry.layer.library == candidate.layer.library else None
        return None


def has_library_path(entry: Entry) -> bool:
    """Return whether a layer has a valid manifest that names a library."""
    layer = entry.manifest
    return layer is not None and not layer.is_meta and not layer.stopped_at


class SettingsNote(NamedTuple):
    """Result for one element of `layers`."""

    element_index: int
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
        self._is_placeholder_safe = profile.has(Gate.OFF_BEFORE_THE_SAME)
        self.crashes = False
        self.removed: list[Entry] = []
        # Older loaders do not ask whether a manifest yielded a layer at all.
        self._skips_empty_check = not profile.has(Gate.EMPTY_MANIFEST_NOTICED)
        self._compares_every_layer = profile.has(Gate.SETTINGS_SEVERAL_LAYERS)
        self.entries: list[Entry] = []
        self._entries_by_entry_name = NamedEntries(list)
        self.refused: list[Entry] = []
        self.notes: list[SettingsNote] = []

    def read_entries(self) -> list[Entry]:
        """Return the entries in file order, including placeholders for "off" and unordered."""
        # settings.c, get_loader_settings.
        # Meta-layers of the file are not verified; a circle is noticed when it is expanded.
        for index, element in enumerate(self._settings.layers or ()):
            # Neither reads its manifest: get_settings_layers makes an entry with a name alone.
            if element.control in (Control.OFF, Control.UNORDERED):
                self._add_placeholder_note(index, element)
                key_path = (*self._settings.key_path, "layers", index, "control")
                self._append_entry(_build_placeholder(element, self._settings.file, key_path))
            elif is_json(element.path) or not self._needs_json:
                self._read_manifest(index, element)
            else:
                self._add_note(index, Outcome.IGNORED, Reason.SETTINGS_NOT_JSON, element.path)
        return self.entries

    def _add_note(self, index: int, outcome: Outcome, reason: Reason, detail: str) -> None:
        """Note what an element of the settings file's list of layers does.

        `index`: its place in the list.
        """
        self.notes.append(SettingsNote(index, outcome, reason, detail))

    def _add_placeholder_note(self, index: int, element: SettingsLayer) -> None:
        """Note that an "off" or unordered element acts, or is ignored as a repetition."""
        is_repeated = any(
            other_entry.control == element.control
            for other_entry in self._entries_by_entry_name[element.name]
        )
        outcome = Outcome.IGNORED if is_repeated else Outcome.ACTS
        reason = Reason.DUPLICATE if is_repeated else Reason.SETTINGS_ENTRY
        self._add_note(index, outcome, reason, f"{element.control} {element.name}".strip())

    def join_regular(self, regular: list[Entry]) -> list[Entry]:
        """Return all entries of a report, each once: settings file first, then the others."""
        # settings.c, get_settings_layers.
        # A layer is identified by file and name: the search may find the same manifest.
        from_settings = [entry for entry in self.entries if entry.manifest is not None]
        files = {(entry.file, entry.name) for entry in (*from_settings, *self.removed)}
        unlisted_entries = [entry for entry in regular if (entry.file, entry.name) not in files]
        off_entries = {e.name: e for e in self.entries if e.control == Control.OFF}
        # No unordered entry: layers found by the search do not exist for the program.
        hides_unlisted = self._settings.hides_unlisted
        for entry in unlisted_entries:
            if entry.name in off_entries:
                decide_replaced(entry, off_entries.pop(entry.name), self._settings.file)
            elif hides_unlisted:
                file = self._settings.file
                key_path = (*self._settings.key_path, "layers")
                entry.decide(Outcome.OFF, Reason.SETTINGS_FILE_HIDES, file, file, key_path)
        return [
            *from_settings,
            *self.removed,
            *self.refused,
            *off_entries.values(),
            *unlisted_entries,
        ]

    def _read_manifest(self, index: int, element: SettingsLayer) -> None:
        """Read the manifest of an element, and keep its layers like the loader.

        `index`: place of the element in the list.
        """
        # A relative path is opened from the working directory of the program.
        document = self._scanner.read_document(element.path)
        # treat_as_implicit_manifest replaces the folder in deciding implicit or explicit.
        layer_file = parse_layer_file(element.path, document, element.implicit, self._dialect)
        layers = [
            parsed_layer
            for parsed_layer in layer_file.entries
            if not isinstance(parsed_layer, Failure)
        ]
        self.refused += [
            Entry(element.path, element.implicit, parsed_layer)
            for parsed_layer in layer_file.entries
            if isinstance(parsed_layer, Failure)
        ]
        if self._skips_empty_check and find_document_failure(document, self._dialect) is None:
            self._append_unchecked(index, element, layers)
            return
        applies = is_known_layer = False
        for number, layer in enumerate(layers):
            entry = Entry(element.path, element.implicit, layer)
            entry.control = Control.AUTO
            # A file whose last layer fails is abandoned; its earlier layers stay, unchecked.
            # Without Gate.SETTINGS_SEVERAL_LAYERS only the last layer of a file is compared.
            is_examined = not layer_file.has_last_failed and (
                self._compares_every_layer or number == len(layers) - 1
            )
            if is_examined and layer.name != element.name:
                if not self._compares_every_layer:
                    self._remove_before_misnamed(index)
                continue
            if is_examined and self._is_known_entry(entry):
                is_known_layer = True
                continue
            if is_examined:
                entry.control = element.control
            self._append_entry(entry)
            applies = True  # even if it is removed again: then it removes another one as well
        if applies:
            self._add_note(index, Outcome.ACTS, Reason.SETTINGS_ENTRY, element.path)
        else:
            reason = Reason.DUPLICATE if is_known_layer else Reason.SETTINGS_NO_LAYER
            self._add_note(index, Outcome.IGNORED, reason, element.path)

    def _append_entry(self, entry: Entry) -> None:
        """Append an entry to the list."""
        self.entries.append(entry)
        self._entries_by_entry_name[entry.name].append(entry)

    def _remove_before_misnamed(self, index: int) -> None:
        """Remove the entry before a misnamed one, as loaders before 1.4.347 do."""
        placeholders = [entry for entry in self.entries[:-1] if entry.control == Control.UNORDERED]
        if placeholders and not self._is_placeholder_safe:
            self.crashes = True  # a placeholder has no name, nor has what was just removed
        if self.entries:
            self._remove_last(index)

    def _remove_last(self, index: int) -> None:
        """Remove the last entry of the list, as the loader does by mistake.

        Args:
            index: place of the element that causes it.
        """
        last_entry = self.entries.pop()
        self._entries_by_entry_name[last_entry.name].remove(last_entry)
        key_path = (*self._settings.key_path, "layers", index)
        file = self._settings.file
        last_entry.decide(Outcome.OFF, Reason.SETTINGS_TAKEN_ALONG, file, file, key_path)
        if last_entry.manifest is not None:
            self.removed.append(last_entry)

    def _is_known_entry(self, entry: Entry) -> bool:
        """Return whether an earlier entry has the same library.

        Also notes if the loader crashes in this comparison.
        """
        if entry.manifest is not None and entry.layer.is_meta:
            return False
        for other_entry in self._entries_by_entry_name[entry.name]:
            if other_entry is entry:
                break
            if not (has_library_path(other_entry) and has_library_path(entry)):
                self.crashes |= not self._is_placeholder_safe
            # Same name and same library: the earlier entry replaces both. Another library makes two
            # layers.
            elif other_entry.layer.library == entry.layer.library:
                return True
        return False

    def _append_unchecked(
        self, index: int, element: SettingsLayer, layers: list[LayerManifest]
    ) -> None:
        """Append all layers of a manifest, then compare the element with the list's last entry.

        As these loaders do: remove the entry if its name differs or it is a duplicate, else give it
        the element's control. With an empty list the loader crashes.
        """
        for layer in layers:
            entry = Entry(element.path, element.implicit, layer)
            entry.control = Control.AUTO
            self._append_entry(entry)
        if not self.entries:
            self.crashes = True
            return
        # The list's last entry, not the file's: if the manifest was empty it is the entry before.
        last_entry = self.entries[-1]
        if last_entry.manifest is None and last_entry.name == element.name:
            self.entries.pop()
            self._entries_by_entry_name[last_entry.name].remove(last_entry)
            last_entry = _build_entry_without_library(element)
            self._append_entry(last_entry)
        last_entry.control = element.control
        applies = bool(layers)
        if last_entry.name != element.name:
            self._remove_last(index)
            self._remove_before_misnamed(index)
        elif self._is_known_entry(last_entry):
            applies = False
            self.entries.pop()
            self._entries_by_entry_name[last_entry.name].remove(last_entry)
        if applies:
            self._add_note(index, Outcome.ACTS, Reason.SETTINGS_ENTRY, element.path)
        else:
            reason = Reason.DUPLICATE if layers else Reason.SETTINGS_NO_LAYER
            self._add_note(index, Outcome.IGNORED, reason, element.path)


def _build_entry_without_library(element: SettingsLayer) -> Entry:
    """Return the entry, without a library, of an "off" layer that a later element enables."""
    layer = LayerManifest(
        element.name,
        element.path,
        True,
        api_version=(0, 0, 0),
        implementation_version=0,
        library_path="",
        stopped_at="library_path",
    )
    return Entry(element.path, True, layer)


def _build_placeholder(element: SettingsLayer, file: str, key_path: KeyPath) -> Entry:
    """Return the entry of an "off" or unordered element, decided as off."""
    failure = Failure(element.name, Reason.SETTINGS_FILE_OFF, "", key_path=key_path)
    entry = Entry(element.path, element.implicit, failure)
    entry.control = element.control
    entry.decide(Outcome.OFF, Reason.SETTINGS_FILE_OFF, file, file, key_path)
    return entry
