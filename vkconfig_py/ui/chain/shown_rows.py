"""Visible rows of the chain, and type-ahead search by name."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from PySide6.QtCore import QElapsedTimer
from PySide6.QtWidgets import QApplication

from vkconfig_py.model.chain.snapshot_values import (
    GROUP_HEADER_KINDS,
    Row,
    RowKind,
    list_idle_drivers,
)
from vkconfig_py.model.text.wording import strip_layer_prefix

_UNFILTERED_KINDS = frozenset({RowKind.PROGRAM, RowKind.LOADER, RowKind.GROUP, RowKind.FILES})


class FoldedRows:
    """The folded group and the filter, and the rows that they hide.

    Attributes:
        folded: the group "Not in the chain" is folded.
        drivers_folded: the drivers without devices are folded.
        filter: text that visible layers and drivers contain; "" for none.
        hidden: keys of the hidden rows.
        is_closed: the group is folded and hides a row, such as all but the selected one.
        are_drivers_closed: the same of the drivers without devices.
        user_choice: whether the user folded or unfolded the group, None if neither.
    """

    def __init__(self) -> None:
        self.folded = False
        self.drivers_folded = True
        self.filter = ""
        self.hidden: frozenset[str] = frozenset()
        self.is_closed = False
        self.are_drivers_closed = True
        self.user_choice: bool | None = None
        self._is_first_folding_done = False  # the room there is at first decides once
        self._chain_keys: frozenset[str] = frozenset()
        self._driver_keys: frozenset[str] = frozenset()  # of drivers without devices
        self._kept_visible_keys: frozenset[str] = frozenset()  # visible in the folded group

    def fold(self, is_folded: bool) -> None:
        """Fold or unfold the group for the user."""
        self.user_choice = is_folded
        self._is_first_folding_done = True
        self._kept_visible_keys = frozenset()

    def fold_drivers(self, is_folded: bool) -> None:
        """Fold or unfold the drivers without devices."""
        self.drivers_folded = is_folded
        self._kept_visible_keys = frozenset()

    def keep_visible(self, key: str, *, replaced_key: str = "") -> None:
        """Keep a row of the folded group visible, such as the match of a search.

        `replaced_key` is the row that is no longer kept visible, "" for none.
        """
        self._kept_visible_keys = self._kept_visible_keys - {replaced_key} | {key}

    def reset(self) -> None:
        """Hide nothing, as QListView forgets hidden rows when its model is reset."""
        self.hidden = self._chain_keys = self._kept_visible_keys = frozenset()

    def update(self, rows: Sequence[Row], *, is_crowded: bool | None, current: str) -> None:
        """Compute which rows are hidden.

        The group folds by itself once, if there is too little room for the first rows, and then
        only for the user. A layer that was turned off while the group was folded stays visible,
        and so does the current one when the group folds by itself.

        Args:
            rows: all rows of the chain.
            is_crowded: not all of them fit; None leaves the group unchanged.
            current: key of the current row.
        """
        is_folded = self.folded if self.user_choice is None else self.user_choice
        # A row that vanished when its control was set to Off would look deleted.
        chain_keys_before = self._chain_keys if self.folded else frozenset[str]()
        if not self._is_first_folding_done and is_crowded is not None and rows:
            self._is_first_folding_done, is_folded = True, is_crowded
            chain_keys_before = frozenset({current}) if is_folded else chain_keys_before
        off_keys = {row.key for row in rows if row.kind is RowKind.OFF_LAYER}
        driver_keys = {row.key for row in list_idle_drivers(rows)}
        if current in driver_keys - self._driver_keys and current not in self.hidden:
            chain_keys_before |= {current}  # a probe showed that it has no device
        self._driver_keys = frozenset(driver_keys)
        self._kept_visible_keys = (self._kept_visible_keys | chain_keys_before) & (
            off_keys | driver_keys
        )
        self._chain_keys = frozenset(row.key for row in rows if row.kind is RowKind.LAYER)
        self.folded = is_folded
        self.hidden = find_hidden_keys(
            rows,
            is_folded=is_folded,
            drivers_folded=self.drivers_folded,
            search_text=self.filter,
            visible_keys=self._kept_visible_keys,
        )
        self.is_closed = is_folded and self._is_closed(off_keys)
        self.are_drivers_closed = self.drivers_folded and self._is_closed(driver_keys)

    def _is_closed(self, group_keys: Collection[str]) -> bool:
        """Return whether rows of a folded group are hidden: all in a search, which opens it."""
        hidden_count = len(self.hidden.intersection(group_keys))
        return hidden_count == len(group_keys) or (hidden_count > 0 and not self.filter)

    def has_match(self, rows: Sequence[Row]) -> bool:
        """Return whether the filter leaves a row, other than the frame of the chain."""
        return not self.filter or any(
            row.key not in self.hidden and row.kind not in _UNFILTERED_KINDS for row in rows
        )

    def find_next_visible(self, rows: Sequence[Row], position: int) -> str:
        """Return the key of the row that becomes current instead of a hidden one.

        In a search the next match, else the previous one; for a row of a folded group, its header.
        """
        visible_rows = [
            (number, row) for number, row in enumerate(rows) if row.key not in self.hidden
        ]
        if self.filter:
            pairs = [
                pair for pair in visible_rows if pair[1].kind not in _UNFILTERED_KINDS
            ] or visible_rows
            lower_keys = [row.key for number, row in pairs if number > position]
            return lower_keys[0] if lower_keys else pairs[-1][1].key
        is_driver = rows[position].kind is RowKind.DRIVER
        kind = RowKind.DRIVERS if is_driver else RowKind.GROUP
        heads = (row.key for _number, row in visible_rows if row.kind is kind)
        return next(heads, visible_rows[0][1].key)


def find_hidden_keys(
    rows: Sequence[Row],
    *,
    is_folded: bool,
    search_text: str,
    drivers_folded: bool = False,
    visible_keys: Collection[str] = (),
) -> frozenset[str]:
    """Return the keys of the hidden rows.

    A search matches names and reasons, ignoring case, and opens the folded groups. `visible_keys`
    keeps rows visible that would be hidden otherwise. The override of what is applied is hidden.
    """
    if search_text:
        return frozenset(_find_unmatched_keys(rows, search_text.casefold()))
    hidden_rows = [row for row in rows if row.is_own_override and not row.delta]
    if is_folded:
        hidden_rows += [row for row in rows if row.kind is RowKind.OFF_LAYER and not row.delta]
    if drivers_folded and any(row.kind is RowKind.DRIVERS for row in rows):
        hidden_rows += list_idle_drivers(rows)
    return frozenset(row.key for row in hidden_rows if row.key not in visible_keys)


def _find_unmatched_keys(rows: Sequence[Row], search_text: str) -> Iterator[str]:
    """Yield the keys of the rows that a search text excludes.

    `search_text` is case-folded.
    """
    families, hides_broken_rows = _map_related_names(rows), False
    for row in rows:
        # casefold, not lower: it also finds names that differ in letters such as ß.
        text = f"{row.name} {row.reason} {row.deviation} {families.get(row.key, '')}"
        if row.kind not in _UNFILTERED_KINDS and search_text not in text.casefold():
            yield row.key
        elif row.kind is RowKind.BROKEN:
            hides_broken_rows = True
    # The head alone would promise files that the search left out.
    if not hides_broken_rows:
        yield from (row.key for row in rows if row.kind is RowKind.FILES)


def _map_related_names(rows: Sequence[Row]) -> dict[str, str]:
    """Return by the key of a driver its devices' names, and by that of a device its driver's."""
    families: dict[str, str] = {}
    driver: Row | None = None
    for row in rows:
        if row.kind is RowKind.DRIVER:
            driver = row
        elif row.kind is RowKind.DEVICE and driver is not None:
            families[row.key] = driver.name
            families[driver.key] = f"{families.get(driver.key, '')} {row.name}"
    return families


class TypeAheadSearch:
    """The letters of a name being typed; a pause resets it."""

    def __init__(self) -> None:
        self._typed_letters = ""
        self.last_key_timer = QElapsedTimer()

    def _is_continuing(self) -> bool:
        """Return whether the last letter was typed so recently that the next continues it."""
        # The desktop's own pause between typed letters, 400 ms by default; Qt's item views use it
        # too.
        return self.last_key_timer.isValid() and (
            self.last_key_timer.elapsed() < QApplication.keyboardInputInterval()
        )

    def find(
        self, text: str, rows: Sequence[Row], current: int, hidden_keys: Collection[str]
    ) -> Row | None:
        """Append letters to the typed name, and find a row whose name begins with it.

        Rows below the current one come first, then those above, then hidden ones.
        """
        self._typed_letters = (
            self._typed_letters + text.casefold() if self._is_continuing() else text.casefold()
        )
        self.last_key_timer.restart()
        # As in Qt's views: the same letter again goes on to the next match.
        is_repeated = len(set(self._typed_letters)) == 1
        prefix = self._typed_letters[0] if is_repeated else self._typed_letters
        matches = [
            (number, row) for number, row in enumerate(rows) if _name_starts_with(row, prefix)
        ]
        # More letters may still fit the current row, so the search begins with it.
        first = current + is_repeated
        matches.sort(key=lambda pair: (pair[1].key in hidden_keys, pair[0] < first, pair[0]))
        return matches[0][1] if matches else None

    def is_continued_by(self, character: str, rows: Sequence[Row]) -> bool:
        """Return whether a shortcut character continues a typed name that one of these rows has."""
        return self._is_continuing() and any(
            _name_starts_with(row, self._typed_letters + character) for row in rows
        )

    def remove_last_letter(self) -> bool:
        """Remove the last letter of the typed name. Return False if no name is being typed."""
        if not self._is_continuing():
            return False
        self._typed_letters = self._typed_letters[:-1]
        self.last_key_timer.restart()
        return True


def _name_starts_with(row: Row, text: str) -> bool:
    """Return whether a row's name without VK_LAYER_ begins with a case-folded text."""
    return row.kind not in GROUP_HEADER_KINDS and strip_layer_prefix(
        row.name
    ).casefold().startswith(text)
