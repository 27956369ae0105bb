"""A popup that takes a value: one of those offered, or any that is typed and makes sense."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QWidget

from vkconfig_py.model.items.palette_model import Entry, EntryKind
from vkconfig_py.model.whatif.choices import Offered
from vkconfig_py.ui.dialogs.search_box import SearchBox
from vkconfig_py.ui.look import Look

Accepts = Callable[[str], str]  # what a typed text means, "" where it means nothing


class ChooseValue(SearchBox):
    """What is typed stands first in the list as soon as it can be used.

    Signals:
        value_chosen: the value, as it could be typed.
    """

    value_chosen = Signal(str)

    def __init__(
        self,
        look: Look,
        offered: Iterable[Offered],
        *,
        name: str,
        hint: str,
        accepts: Accepts,
        refusal: str,
        parent: QWidget | None = None,
    ) -> None:
        self._accepts = accepts
        self._refusal = refusal
        self._offered = [_entry(one) for one in offered]
        super().__init__(look, self._offered, name=name, hint=hint, icon="", parent=parent)
        self.resize(look.theme.px(440), look.theme.px(340))
        self.chosen.connect(lambda entry: self.value_chosen.emit(entry.key))

    def offer(self, offered: Iterable[Offered]) -> None:
        """Offer more, found meanwhile."""
        self._offered += [_entry(one) for one in offered]
        self.show_matches(self.field.text())

    def show_matches(self, text: str) -> None:
        """Show what matches; what is typed first, if it can be used."""
        typed = text.strip()
        known = any(entry.key == typed for entry in self._offered)
        meaning = self._accepts(typed) if typed and not known else ""
        first = [Entry(typed, meaning, EntryKind.CHOICE, typed)] if meaning else []
        self.model.show((*first, *self._offered))
        super().show_matches(text)

    def nothing_found(self, text: str) -> str:
        """Say what can be typed."""
        return self._refusal if text else "Nothing is offered here. Type what you mean."

    def open_at(self, at: QPoint, text: str = "") -> None:
        """Open with the left edge at a global point, inside the screen."""
        if text:
            self.field.setText(text)
        room = self.screen().availableGeometry()
        x = max(room.left(), min(at.x(), room.right() - self.width()))
        y = max(room.top(), min(at.y(), room.bottom() - self.height()))
        self.move(x, y)
        self.show()
        self.field.setFocus()


def _entry(offered: Offered) -> Entry:
    return Entry(offered.title, offered.note, EntryKind.CHOICE, offered.value)
