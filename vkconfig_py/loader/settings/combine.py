"""How the layers of the settings file join those that were found.

Follows settings.c, combine_settings_layers_with_regular_layers and check_if_layer_is_in_list, in
three generations. Before 1.3.302 libraries are compared even where there is none, which is a crash;
then the first layer of the same name decides; since 1.4.340 a regular layer gives way to its name.
"""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.loader.entries import Entry
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.loader.settings.file import Control
from vkconfig_py.loader.verdicts import Outcome, Reason


class Combined(NamedTuple):
    """The joint list.

    Attributes:
        entries: placeholders stay: of layers that are off, and of further unordered entries.
        crashes: whether the loader dies over it.
    """

    entries: list[Entry]
    crashes: bool = False


class Named:
    """The entries of a list, by name and in its order."""

    def __init__(self, entries: Sequence[Entry] = ()) -> None:
        self._entries: dict[str, list[Entry]] = {}
        for entry in entries:
            self.add(entry)

    def add(self, entry: Entry) -> None:
        """Add an entry at the end."""
        self._entries.setdefault(entry.name, []).append(entry)

    def remove(self, entry: Entry) -> None:
        """Take out the entry that was added last."""
        self._entries[entry.name].remove(entry)

    def of(self, name: str) -> Sequence[Entry]:
        """Return the entries of a name."""
        return self._entries.get(name, ())


def combine(
    settings: list[Entry], regular: list[Entry], file: str, profile: LoaderProfile
) -> Combined:
    """Put the regular layers where the settings file has its unordered entry."""
    if not settings:
        return Combined(regular)
    place = next((i for i, e in enumerate(settings) if e.control == Control.UNORDERED), None)
    if place is None or not regular:
        return Combined(settings)
    joining = _Joining(file, profile)
    joining.add_settings(settings[:place])
    joining.add_regular(regular, settings)
    joining.add_last(settings[place + 1 :])
    return Combined(joining.combined, joining.crashes)


def decide_replaced(entry: Entry, other: Entry, file: str) -> None:
    """Say of an entry that another one stands for it."""
    if other.failure is not None:
        entry.decide(Outcome.OFF, Reason.SETTINGS_FILE_OFF, file, file, other.failure.place)
    else:
        entry.decide(Outcome.SKIPPED, Reason.DUPLICATE, other.file, other.file)


class _Joining:
    """The list while it grows."""

    def __init__(self, file: str, profile: LoaderProfile) -> None:
        self.combined: list[Entry] = []
        self.crashes = False
        self._file = file
        self._known = Named()
        self._by_name = profile.has(Gate.DUPLICATES_REMOVED)
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
        listed = Named([x for x in settings if self._by_name or x not in moved])
        for entry in regular:
            if self._by_name:
                # A further copy is left out here at last.
                same = listed.of(entry.name)
                other = same[0] if same else None
                listed.add(entry)
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
        self._known.add(entry)

    def _find(self, known: Named, new: Entry) -> Entry | None:
        """Return the entry that stands for a new one (check_if_layer_is_in_list)."""
        for entry in known.of(new.name):
            if not self._is_safe:
                if new.manifest is not None and new.layer.is_meta:
                    return None
                if not (has_library(entry) and has_library(new)):
                    self.crashes = True
                elif entry.layer.library == new.layer.library:
                    return entry
            elif entry.manifest is None or (new.manifest is not None and new.layer.is_meta):
                return entry  # an off entry stands for every layer of its name
            elif has_library(new) and has_library(entry):
                # The first of the name that has a library decides.
                return entry if entry.layer.library == new.layer.library else None
        return None


def has_library(entry: Entry) -> bool:
    """Return whether the loader knows a library of an entry."""
    layer = entry.manifest
    return layer is not None and not layer.is_meta and not layer.stopped_at
