"""The popups of the what-if bar: a value is chosen or typed, and is supposed at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QMenu, QWidget

from vkconfig_py.model.picture.environment import find_variables
from vkconfig_py.model.picture.values import Supposition
from vkconfig_py.model.store import Store
from vkconfig_py.model.whatif.choices import (
    NOT_A_FOLDER,
    NOT_A_LOADER,
    NOT_A_PATH,
    NOT_A_VARIABLE,
    Offered,
    loader_choices,
    loader_meaning,
    parse_variable,
    parse_version,
    program_choices,
    variable_choices,
    variable_meaning,
)
from vkconfig_py.ui.dialogs.choose_value import Accepts, ChooseValue
from vkconfig_py.ui.look import Look

AS_IT_IS = "As it is today"
ROOT = "Root folder"
_BITS: tuple[tuple[str, int | None], ...] = (
    (AS_IT_IS, None),
    ("64-bit programs", 64),
    ("32-bit programs", 32),
)


class Asked(NamedTuple):
    """What a popup asks for."""

    name: str
    hint: str
    accepts: Accepts
    refusal: str


_LOADER = Asked(
    "Loader",
    "Any version, such as 1.3.239, or a library",
    loader_meaning,
    NOT_A_LOADER,
)
_PROGRAM = Asked(
    "Program of what if",
    "Path of a program",
    lambda text: "" if text.endswith("/") else "look at this program",
    NOT_A_PATH,
)
_ROOT = Asked(
    ROOT,
    "Folder of another system: a disk, a container",
    lambda text: "look below this folder" if text.startswith("/") and text != "/" else "",
    NOT_A_FOLDER,
)
_VARIABLE = Asked(
    "Variable",
    "NAME=value, or NAME to take it away",
    variable_meaning,
    NOT_A_VARIABLE,
)


class Choosing(QObject):
    """Opens a popup below a widget; what is chosen is supposed.

    Signals:
        roots_asked: other roots are to be looked for; `offer_roots` takes them.
    """

    roots_asked = Signal()

    def __init__(self, look: Look, store: Store, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look
        self._store = store
        self._what_if = store.what_if
        self._widget = parent
        self.popup: ChooseValue | None = None

    @property
    def _now(self) -> Supposition:
        return self._what_if.supposed

    def _ask(
        self,
        below: QWidget,
        asked: Asked,
        offered: Sequence[Offered],
        use: Callable[[str], None],
        text: str = "",
    ) -> None:
        popup = ChooseValue(
            self._look,
            offered,
            name=asked.name,
            hint=asked.hint,
            accepts=asked.accepts,
            refusal=asked.refusal,
            parent=self._widget,
        )
        popup.value_chosen.connect(use)
        popup.destroyed.connect(self._on_popup_destroyed)
        self.popup = popup
        popup.open_at(below.mapToGlobal(QPoint(0, below.height() + 2)), text)

    def _on_popup_destroyed(self) -> None:
        self.popup = None

    def choose_loader(self, below: QWidget) -> None:
        """Choose a loader that is installed, or type a version or the path of a library."""
        offered = [
            Offered("", AS_IT_IS, "the loader that programs use"),
            *loader_choices(self._store.machine.loaders),
        ]
        self._ask(below, _LOADER, offered, self._suppose_loader)

    def _suppose_loader(self, text: str) -> None:
        library = text if text.startswith("/") else None
        version = None if library else parse_version(text)
        self._what_if.suppose(self._now._replace(version=version, library=library))

    def choose_bits(self, below: QWidget) -> None:
        """Choose the word size of the program."""
        menu = QMenu(self._widget)
        for text, bits in _BITS:
            action = menu.addAction(text, partial(self._suppose_bits, bits))
            action.setCheckable(True)
            action.setChecked(bits == self._now.pointer_bits)
        menu.exec(below.mapToGlobal(QPoint(0, below.height() + 2)))

    def _suppose_bits(self, bits: int | None) -> None:
        self._what_if.suppose(self._now._replace(pointer_bits=bits))

    def choose_program(self, below: QWidget) -> None:
        """Choose or type the program."""
        offered = [
            Offered("", AS_IT_IS, "the program of the configuration"),
            *program_choices(self._store.workspace.configurations),
        ]
        self._ask(below, _PROGRAM, offered, self._suppose_program)

    def _suppose_program(self, text: str) -> None:
        self._what_if.suppose(self._now._replace(program=text or None))

    def choose_root(self, below: QWidget) -> None:
        """Choose or type the root folder of another system."""
        self._ask(
            below, _ROOT, [Offered("", AS_IT_IS, "the files of this machine")], self._suppose_root
        )
        self.roots_asked.emit()

    def _suppose_root(self, text: str) -> None:
        self._what_if.suppose(self._now._replace(root=text or None))

    def offer_roots(self, roots: Iterable[Offered]) -> None:
        """Offer the roots that were found, if they are still wanted."""
        if self.popup is not None and self.popup.accessibleName() == ROOT:
            self.popup.offer(roots)

    def choose_variable(self, below: QWidget, text: str) -> None:
        """Type a variable, or take one away that is set."""
        shown = self._store.shown
        offered = list(variable_choices(find_variables(shown))) if shown else []
        self._ask(below, _VARIABLE, offered, self._suppose_variable, text)

    def _suppose_variable(self, text: str) -> None:
        parsed = parse_variable(text)
        if parsed is not None:
            self._what_if.set_variable(*parsed)
